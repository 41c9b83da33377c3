"""The panel beside the table of a puzzle: the move once played, the question, the result, and the buttons.

It takes the area that the log has in a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.engine.moves import Move
from game.features.puzzles.model import PuzzleAttempt
from game.features.puzzles.words import answer_words, ask_words, heading_words, move_words, played_move_label, yes_or_no
from game.features.review.words import points_lost_words
from game.i18n import _, number
from game.settings.bindings import Action
from game.ui import layout as ui
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle
from game.ui.widgets.widget import HIT_PX
from game.words.keys import key_line
from game.words.names import Names

_LEAST_GROWN = 1.5
"""If the texts do not fit, they are made smaller down to this factor of the default size before they scroll."""
_BESIDE = 1.5
"""If the panel is more than this many times as wide as it is high, the buttons are beside the texts."""


@dataclass(frozen=True, slots=True)
class PlateActions:
    """The functions that the panel's buttons call."""

    answer_with_card: Callable[[], None]
    answer: Callable[[Move], None]
    narrow: Callable[[], None]
    show: Callable[[], None]
    next: Callable[[], None]


@dataclass(frozen=True, slots=True)
class PuzzleRound:
    """A round of ``total`` puzzles. ``solved`` tells for each puzzle before the current one whether it was solved."""

    solved: Sequence[bool]
    total: int

    @property
    def index(self) -> int:
        """The index of the current puzzle, counted from 0."""
        return len(self.solved)

    @property
    def is_last(self) -> bool:
        return self.index == self.total - 1


def puzzle_panel(  # noqa: PLR0913 - all that is told of a puzzle
    s: ui.Scale, attempt: PuzzleAttempt, names: Names, puzzle_round: PuzzleRound, acts: PlateActions, *,
    room: tuple[int, int],
    view_state: ViewState,
) -> ui.Box:  # fmt: skip
    """Return the panel of a puzzle for an area of ``room`` pixels; ``puzzle_round`` is the round it belongs to.

    Where its content does not fit, the buttons get icons instead of texts and the words get shorter; next the heading
    and the best move, which the table shows too, are left out; then the text is made smaller; at last it scrolls.
    """
    gap, pad, is_beside = s.space_px(14), s.space_px(12), room[0] > _BESIDE * room[1]

    def whole(
        letters: ui.Scale = s, *, has_words: bool = False, has_head: bool = True, is_scrolled: bool = False
    ) -> ui.Box:
        told: ui.Box = _plate_words(letters, attempt, names, is_short=not has_words, has_best=has_head)
        if is_scrolled:
            line = text.LINE_HEIGHT * letters.px(ui.ROLES.body) if attempt.is_over else 0
            told = ui.Scroll(s, view_state.pane("told"), told, min_height=0, fills=True, line=line)
        buttons = _buttons(s, attempt, acts, is_last=puzzle_round.is_last, has_words=has_words)
        if is_beside:
            told.grow = 1
            body: ui.Box = ui.Row(told, ui.Column(ui.Spacer(), buttons), gap=2 * gap, middle=False)
        else:
            body = ui.Column(told, None if is_scrolled else ui.Spacer(), buttons, gap=gap)
        head = _head(s, attempt, puzzle_round) if has_head else None
        inside = ui.Column(head, ui.Padding(body, (pad, pad, pad), grow=1))
        return ui.Panel(inside, 0, ground=lambda surface, rect: _paint_ground(surface, rect, s, head))

    def bare() -> ui.Box:
        less = ui.Scale(s.unit, min(s.growth, _LEAST_GROWN))
        plates = (whole(letters, has_head=False) for letters in (s, less))
        fitting = (plate for plate in plates if plate.height_range(room[0])[0] <= room[1])
        return next(fitting, None) or whole(less, has_head=False, is_scrolled=True)

    return view_state.first_that_fits("plate", room, lambda: whole(has_words=True), whole, bare)


def plate_button_tooltip(id: str) -> str | None:
    """Return the tooltip of the panel's button with that id, or None if it has none."""
    return {
        "take": _("Answers with the chosen card."),
        "narrow": " ".join((_("Leaves the best card and one other."), key_line(Action.HINT))).rstrip(),
        "show": _("Shows the best card and says why."),
        "next": _("An open puzzle stays open."),
    }.get(id)


def _paint_ground(surface: Surface, rect: Rect, s: ui.Scale, head: ui.Box | None) -> None:
    radius = 14 * s.unit + 2
    draw.panel(surface, rect, radius, rim=THEME.gold, rim_width=max(2, s.text_px(4)), shadow_px=3 * s.unit + 1)
    if head is not None:
        draw.panel_header(surface, head.rect, radius, THEME.navy)


def _head(s: ui.Scale, attempt: PuzzleAttempt, run: PuzzleRound) -> ui.Box:
    """Return the panel's header: the question or the result, and a dot for each puzzle of the round."""
    icon = "check" if attempt.solved else "puzzle"
    title = ui.Row(
        ui.Icon(icon, round(s.px(ui.ROLES.heading)), THEME.gold_l),
        ui.Label(s, heading_words(attempt), ui.ROLES.heading, THEME.white, grow=1, id="asked"),
        gap=s.space_px(10),
    )
    dots = _dots(s, run, solved=attempt.solved) if run.total > 1 else None
    return ui.Padding(ui.Flow(title, dots, gap=s.space_px(8)), (s.space_px(16), s.space_px(12), s.space_px(12)))


def _dots(s: ui.Scale, run: PuzzleRound, *, solved: bool) -> ui.Box:
    """Return a row of dots for the puzzles of the round: solved, answer shown, current, or still to come."""
    d, found = round(1.3 * s.px(ui.ROLES.small)), (*run.solved, *(True for _present in range(solved)))

    def paint(surface: Surface, rect: Rect) -> None:
        step = min(1.3 * d, rect.w / run.total)
        for n in range(run.total):
            r = min(d, 0.9 * step) / 2
            x, y, is_found = rect.x + (n + 0.5) * step, rect.centery, n < len(found) and found[n]
            ink = THEME.ink if is_found else THEME.white
            rim = THEME.gold_l if n == run.index else None
            draw.rounded_rect(
                surface, (x - r, y - r, 2 * r, 2 * r), r, THEME.gold if is_found else THEME.navy_l, rim, 0.2 * r
            )
            if n < len(found):
                art.blit_icon(surface, "check" if is_found else "eye", (x, y), 1.3 * r, ink)
            else:
                text.draw(surface, number(n + 1), x, y, "O8", 1.1 * r, ink, anchor="c", min_px=1)

    said = _("Puzzle {n} of {total}", n=run.index + 1, total=run.total)
    return ui.Canvas(paint, (run.total * d, round(1.3 * d * run.total)), d, id="run", label=said)


def _plate_words(s: ui.Scale, attempt: PuzzleAttempt, names: Names, *, is_short: bool, has_best: bool) -> ui.Box:
    """Return the panel's text: the move once played and the question or, when the attempt is over, the answer.

    ``is_short`` leaves out what the player can see elsewhere, ``has_best`` includes the best move in the answer.
    """
    rules_id, gap = attempt.seen.rules, s.space_px(8)
    if attempt.is_over:
        best, why = answer_words(attempt, names)
        told = ui.Label(s, best, ui.ROLES.body, THEME.good, id="best") if has_best else None
        return ui.Column(told, ui.Label(s, why, ui.ROLES.body, id="why"), gap=gap)
    asked = ui.Label(
        s, ask_words(attempt, names), ui.ROLES.body, THEME.bad if attempt.chosen else THEME.text2, id="ask"
    )
    if attempt.is_question:
        return ui.Column(asked)
    played, lost = attempt.judgement.played.move, attempt.judgement.points_lost
    goes_without = is_short and attempt.chosen is None
    return ui.Column(
        None if is_short else ui.Label(s, played_move_label(attempt), ui.ROLES.small, THEME.text2, id="then"),
        ui.Label(s, move_words(played, names, rules_id), ui.ROLES.body, id="played"),
        ui.Label(s, points_lost_words(lost), ui.ROLES.body, THEME.bad, id="lost"),
        None if goes_without else ui.Divider(s.text_px(2)),
        None if goes_without else asked,
        gap=gap,
    )


def _buttons(s: ui.Scale, attempt: PuzzleAttempt, acts: PlateActions, *, is_last: bool, has_words: bool) -> ui.Box:
    """Return the panel's buttons; without ``has_words``, those that are seldom needed show only their icons."""
    role = ui.ROLES.label
    gap = max(s.space_px(10), HIT_PX - ui.button(s, "", "", acts.next, role=role).height_range(0)[1])
    to_next = (_("Done"), "check") if is_last else (_("Next"), "arrow")
    if attempt.is_over:
        return ui.button(s, "next", to_next[0], acts.next, style=ButtonStyle.RED, icon=to_next[1], role=role)

    def small(id: str, words: str, act: Callable[[], None], icon: str, *, enabled: bool = True) -> ui.Control:
        if has_words:
            return ui.button(s, id, words, act, style=ButtonStyle.PAPER, icon=icon, role=role, grow=1, enabled=enabled)
        return ui.icon_button(s, id, words, act, icon, enabled=enabled)

    show = small("show", _("Show me"), acts.show, "eye")
    skip = small("next", to_next[0], acts.next, to_next[1])
    if attempt.is_question:
        answers = [
            ui.button(s, f"answer.{n}", yes_or_no(move), partial(acts.answer, move), role=role)
            for n, move in enumerate(attempt.seen.legal)
        ]
        return ui.Column(ui.Flow(show, skip, gap=gap), *answers, gap=gap)
    can_narrow = not attempt.narrowed_to and len(attempt.seen.legal) > 2
    take = ui.button(
        s, "take", _("This card"), acts.answer_with_card, style=ButtonStyle.RED, icon="check", role=role, enabled=False
    )
    if not has_words:
        narrow = small("narrow", _("Narrow to two"), acts.narrow, "hint", enabled=can_narrow)
        return ui.Column(ui.Row(narrow, show, skip, ui.Spacer(), gap=gap), take, gap=gap)
    narrow = ui.button(s, "narrow", _("Narrow to two"), acts.narrow, icon="hint", role=role, enabled=can_narrow)
    return ui.Column(ui.Flow(show, skip, gap=gap), narrow, take, gap=gap)

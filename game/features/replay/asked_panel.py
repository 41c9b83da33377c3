"""The panel beside a table on which a decision is asked again: the question, then the answer, and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.engine.moves import Move
from game.features.replay.model.attempt import Attempt
from game.features.replay.words import (
    answer_words,
    ask_words,
    cost_words,
    heading_words,
    points_lost_words,
    yes_or_no,
)
from game.i18n import _
from game.i18n.punctuation import join_with_dots
from game.settings.bindings import Action
from game.table.advice_panel import (
    BESIDE,
    BEST_CARD,
    LEAST_GROWN,
    RatedMove,
    card_picture,
    chances_box,
    chances_line,
    framed_panel,
    panel_head,
)
from game.ui import layout as ui
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle
from game.words.coach import deed_words
from game.words.keys import key_line
from game.words.names import Names


@dataclass(frozen=True, slots=True)
class AnswerActions:
    """The functions that the buttons of an asked decision call."""

    answer_with_card: Callable[[], None]
    answer: Callable[[Move], None]
    help: Callable[[], None]
    show: Callable[[], None]
    go_on: Callable[[], None]


@dataclass(frozen=True, slots=True)
class PanelButton:
    """A button of the panel: its id, its label, its icon and what it does."""

    id: str
    name: str
    icon: str
    press: Callable[[], None]
    is_enabled: bool = True


@dataclass(frozen=True, slots=True)
class AskedWords:
    """What a panel says of an attempt beside what all say.

    ``title`` is its heading, beside ``icon``; ``asked`` is the question below it, if it is not the title itself;
    ``progress`` is a picture beside the title. ``is_own`` says that the player made the decision before, ``then``
    introduces the move once played. ``skip`` leaves the question, ``after`` are the buttons once it is answered, the
    red one first.
    """

    title: str
    skip: PanelButton
    after: Sequence[PanelButton]
    icon: str = "hint"
    asked: str = ""
    progress: ui.Box | None = None
    is_own: bool = True
    then: str = ""


def asked_panel(  # noqa: PLR0913 - all that is told of a decision
    s: ui.Scale, attempt: Attempt, names: Names, words: AskedWords, acts: AnswerActions, *, room: tuple[int, int],
    view_state: ViewState,
) -> ui.Box:  # fmt: skip
    """Return the panel of an asked decision for an area of ``room`` pixels.

    Where its content does not fit, the buttons get icons instead of texts and the words get shorter; next the heading
    and the best move, which the table shows too, are left out; then the text is made smaller, the chances are left out,
    and at last the text scrolls.
    """
    gap, pad, is_beside = s.space_px(14), s.space_px(12), room[0] > BESIDE * room[1]

    def whole(
        letters: ui.Scale = s, *, has_words: bool = False, has_head: bool = True, has_bars: bool = True,
        has_odds: bool = False, is_scrolled: bool = False,
    ) -> ui.Box:  # fmt: skip
        told: ui.Box = _told(
            letters, attempt, names, words, is_short=not has_words, has_best=has_head, has_odds=has_odds
        )
        chances = _chances(letters, attempt, names, words, is_short=not has_words) if has_bars else None
        if not is_beside:
            told, chances = ui.Column(told, chances, gap=s.space_px(8)), None
        if is_scrolled:
            line = text.LINE_HEIGHT * letters.px(ui.ROLES.body) if attempt.is_over else 0
            told = ui.Scroll(s, view_state.position("told"), told, min_height=0, fills=True, line=line)
        buttons = _buttons(s, attempt, words, acts, has_words=has_words)
        if is_beside:
            told.grow = 3
            if chances is not None:
                chances = ui.Column(chances, grow=2)
            body: ui.Box = ui.Row(told, chances, ui.Column(ui.Spacer(), buttons), gap=2 * gap, middle=False)
        else:
            body = ui.Column(told, None if is_scrolled else ui.Spacer(), buttons, gap=gap)
        head = panel_head(s, words.icon, words.title, words.progress) if has_head else None
        return framed_panel(s, head, body, pad)

    def bare() -> ui.Box:
        less = ui.Scale(s.unit, min(s.growth, LEAST_GROWN))
        no_bars = partial(whole, has_head=False, has_bars=False)
        plates = (no_bars(letters, has_odds=has_odds) for has_odds in (True, False) for letters in (s, less))
        fitting = (plate for plate in plates if plate.height_range(room[0])[0] <= room[1])
        return next(fitting, None) or no_bars(less, has_odds=True, is_scrolled=True)

    return view_state.first_that_fits(
        "plate", room, partial(whole, has_words=True), whole, partial(whole, has_bars=False, has_odds=True), bare
    )


def answer_button_tooltip(id: str) -> str | None:
    """Return the tooltip of the panel's button with that id, or None if it has none."""
    return {
        "take": _("Answers with the chosen card."),
        "help": " ".join(
            (_("Says where to look, then leaves the best card and one other."), key_line(Action.HINT))
        ).rstrip(),
        "show": _("Shows the best card and says why."),
        "next": _("You can come back to it."),
    }.get(id)


def _told(  # noqa: PLR0913 - what is left out where there is no room
    s: ui.Scale, attempt: Attempt, names: Names, words: AskedWords, *, is_short: bool, has_best: bool, has_odds: bool
) -> ui.Box:
    """Return the panel's text: the move once played and the question or, when the attempt is over, the answer.

    ``is_short`` leaves out what the player can see elsewhere, ``has_best`` includes the best move in the answer.
    With ``has_odds`` the answer also tells the chances in words.
    """
    gap, heading = s.space_px(8), None
    if words.asked and has_best:
        heading = ui.Label(s, heading_words(attempt, words.asked), ui.ROLES.name, id="heading")
    if attempt.is_over:
        best, why = answer_words(attempt, names)
        if has_odds:
            why += " " + chances_line(attempt.seen, attempt.judgement.best, attempt.judgement.played)
        told = _best(s, attempt, best, has_card=not is_short) if has_best else None
        return ui.Column(heading, told, ui.Label(s, why, ui.ROLES.body, id="why"), gap=gap)
    color = THEME.bad if attempt.chosen else THEME.text2
    asked = ui.Label(s, ask_words(attempt, names, is_own=words.is_own), ui.ROLES.body, color, id="ask")
    if not attempt.tells_played:
        return ui.Column(heading, asked, gap=gap)
    played, goes_without = attempt.judgement.played.move, is_short and attempt.chosen is None
    return ui.Column(
        None if is_short else ui.Label(s, words.then, ui.ROLES.small, THEME.text2, id="then"),
        ui.Label(s, deed_words(played, names, attempt.seen.rules), ui.ROLES.body, id="played"),
        ui.Label(s, points_lost_words(attempt.judgement.points_lost), ui.ROLES.body, THEME.bad, id="lost"),
        None if goes_without else ui.Divider(s.text_px(2)),
        None if goes_without else asked,
        gap=gap,
    )


def _best(s: ui.Scale, attempt: Attempt, words: str, *, has_card: bool) -> ui.Box:
    """Return the best move in words with what the one played cost and, with ``has_card``, its card."""
    move = attempt.chosen if attempt.solved else attempt.judgement.best.move
    card = None if move is None or attempt.is_question else move.card
    told = ui.Column(
        ui.Label(s, words, ui.ROLES.body, THEME.good, id="best"),
        ui.Label(s, join_with_dots(cost_words(attempt.judgement)), ui.ROLES.small, THEME.bad, id="cost"),
        gap=s.space_px(4), grow=1,
    )  # fmt: skip
    if card is None or not has_card:
        return told
    return ui.Row(card_picture(s, card, attempt.seen.rules, BEST_CARD), told, gap=s.space_px(14))


def _chances(s: ui.Scale, attempt: Attempt, names: Names, words: AskedWords, *, is_short: bool) -> ui.Box | None:
    """Return the chances with the best move and with the one that was played; nothing before the attempt is over."""
    if not attempt.is_over:
        return None
    played = _("you played") if words.is_own else _("was played")
    rated = RatedMove(attempt.judgement.best, _("best")), RatedMove(attempt.judgement.played, played)
    return chances_box(s, attempt.seen, rated, names, is_short=is_short)


def _buttons(s: ui.Scale, attempt: Attempt, words: AskedWords, acts: AnswerActions, *, has_words: bool) -> ui.Box:
    """Return the panel's buttons; without ``has_words``, those that are seldom needed show only their icons."""
    role = ui.ROLES.label
    gap = max(s.space_px(10), HIT_PX - ui.Button(s, "", "", acts.go_on, role=role).height_range(0)[1])

    def small(it: PanelButton) -> ui.Button:
        if has_words:
            return ui.Button(
                s, it.id, it.name, it.press, style=ButtonStyle.PAPER, icon=it.icon, role=role, grow=1,
                enabled=it.is_enabled,
            )  # fmt: skip
        return ui.IconButton(s, it.id, it.name, it.press, it.icon, enabled=it.is_enabled)

    if attempt.is_over:
        main, *others = words.after
        red = ui.Button(
            s, main.id, main.name, main.press, style=ButtonStyle.RED, icon=main.icon if has_words else None, role=role,
            grow=1,
        )  # fmt: skip
        return ui.Column(red, *map(small, others), gap=gap) if has_words else ui.Flow(red, *map(small, others), gap=gap)
    show = small(PanelButton("show", _("Show me"), "eye", acts.show))
    if attempt.is_question:
        answers = [
            ui.Button(s, f"answer.{n}", yes_or_no(move), partial(acts.answer, move), role=role)
            for n, move in enumerate(attempt.seen.legal)
        ]
        return ui.Column(ui.Flow(show, small(words.skip), gap=gap), *answers, gap=gap)
    take = ui.Button(
        s, "take", _("This card"), acts.answer_with_card, style=ButtonStyle.RED, icon="check", role=role, enabled=False
    )
    step = _("Leave two") if attempt.has_tip else _("Give me a tip")
    aid = small(PanelButton("help", step, "hint", acts.help, attempt.can_help))
    if not has_words:
        return ui.Column(ui.Row(aid, show, small(words.skip), ui.Spacer(), gap=gap), take, gap=gap)
    return ui.Column(take, aid, ui.Flow(show, small(words.skip), gap=gap), gap=gap)

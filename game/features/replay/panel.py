"""The panel of the replay beside the table: what happened in the turn, what the review found, and who hits whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.features.replay.hits import HitsChoice, hits_box
from game.features.replay.model.findings import PinState, ReviewRun
from game.features.replay.playback import ReplayPlayback
from game.features.replay.words import signed_points
from game.i18n import _, _n
from game.i18n.punctuation import label_with_text, with_full_stop
from game.table.advice_panel import BESIDE, framed_panel, panel_head
from game.table.view import LogLine
from game.ui import layout as ui
from game.ui.drawing import draw, livery
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle
from game.words.advice import reason_sentence
from game.words.names import Names

TURN, HITS, LOG = "turn", "hits", "log"
_MOST_LINES = 40  # of the log, so that a turn is laid out within a frame
_LEAST_BAR = 100.0
"""The longest bar stands for at least this number of points, so that small effects look small."""


def replay_panel(  # noqa: PLR0913 - all that the panel tells
    s: ui.Scale, player: ReplayPlayback, review: ReviewRun | None, tab: str, hits: HitsChoice,
    *, open_tab: Callable[[str], None], ask_next: Callable[[], None], log: Sequence[LogLine] | None,
    room: tuple[int, int], window: Rect, view_state: ViewState,
) -> ui.Box:  # fmt: skip
    """Return the panel for an area of ``room`` pixels; ``log`` is None where the table has the log.

    Where its content does not fit, its title is left out; at last it scrolls.
    """
    pad, is_beside = s.space_px(12), room[0] > BESIDE * room[1]
    wide = room[0] - 2 * pad
    tab = TURN if tab == LOG and log is None else tab

    def tab_choice() -> ui.Box:
        # Translators: the second is short for the first
        for hits_title in (_("Who hits whom"), _("Hits")):
            titles = [(TURN, _("Turn")), (HITS, hits_title), *([] if log is None else [(LOG, _("Log"))])]
            tabs = ui.TabBar(s, "panel_tabs", _("Look back"), titles, tab, open_tab)
            if tabs.width_range()[1] <= wide:
                return tabs
        if tabs.height_range(wide) == tabs.height_range(window.w):  # in one row
            return tabs
        return ui.Dropdown(s, "panel_tabs", _("Look back"), titles, tab, open_tab, bounds=window)

    def whole(*, has_title: bool = True, is_scrolled: bool = False) -> ui.Box:
        tabs = tab_choice()
        title = panel_head(s, "eye", _("Look back")) if has_title else ui.Spacer((0, s.space_px(6)))
        title.grow = 1
        in_rows = ui.Column(title, ui.Padding(tabs, (pad, 0, 0)))
        head = ui.Row(title, tabs, ui.Spacer((pad, 0), grow=0)) if is_beside else in_rows
        if tab == HITS:
            content, ask = hits_box(s, player.leg, player.names, hits, wide, window), None
        elif tab == LOG:
            content, ask = _log_box(s, log or (), player.names), None
        else:
            content, ask = _turn_box(s, player, review), _ask_button(s, review, ask_next, has_icon=has_title)
        if is_scrolled:
            content = ui.Scroll(s, view_state.position("told"), content, min_height=0)
        if is_beside:
            content.grow = 1
            body: ui.Box = ui.Row(content, ask and ui.Column(ui.Spacer(), ask), gap=s.space_px(24), middle=False)
        else:
            body = ui.Column(content, None if is_scrolled else ui.Spacer(), ask, gap=s.space_px(12))
        return framed_panel(s, head, body, pad)

    scrolled = partial(whole, has_title=False, is_scrolled=True)
    ways = (scrolled,) if tab == LOG else (whole, partial(whole, has_title=False), scrolled)
    return view_state.first_that_fits(f"panel.{tab}", room, *ways)


def _turn_box(s: ui.Scale, player: ReplayPlayback, review: ReviewRun | None) -> ui.Box:
    """Return what happened in the turn and why; at the end of a reviewed leg, how luck and skill counted."""
    leg, place = player.leg, player.place
    told: list[ui.Box] = [ui.Label(s, with_full_stop(player.turn_line(place)), ui.ROLES.body, id="happened")]
    move = len(leg.observation_at(place - 1, leg.onlooker).moves) if place else None
    reason = None if move is None else leg.notes.reasons.get(move)
    if reason is not None:
        told.append(ui.Label(s, reason_sentence(reason, leg.saved.setup.rules), ui.ROLES.body, THEME.text2, id="why"))
    if review is not None and not review.is_empty:
        told += [ui.Divider(s.text_px(2)), _state_box(s, review)]
    if review is not None and place == leg.length:
        told += [ui.Divider(s.text_px(2)), _luck_box(s, review)]
    return ui.Column(*told, gap=s.space_px(8))


def _state_box(s: ui.Scale, review: ReviewRun) -> ui.Box:
    """Return the line that tells how the review stands."""
    findings, pins = review.findings, review.pins
    if review.is_over and pins:
        found = sum(pin.state is PinState.FOUND for pin in pins)
        words = _n(
            "{found} of {n} costly decision found", "{found} of {n} costly decisions found", len(pins), found=found
        )
    elif review.fault is not None:
        words = _("Calculation incomplete")
    elif findings.is_done:
        words = _("Nothing to improve")
    else:
        outline = findings.outline
        words = _("Calculating…") if outline is None else _n(
            "Calculating… {n} of {total} decision", "Calculating… {n} of {total} decisions", outline.decisions,
            n=len(findings.judgements), total=outline.decisions,
        )  # fmt: skip
    icon = ui.Icon("flag", round(s.px(ui.ROLES.name)), THEME.good) if review.is_flawless else None
    return ui.Row(icon, ui.Label(s, words, ui.ROLES.body, grow=1, id="review"), gap=s.space_px(8))


def _log_box(s: ui.Scale, log: Sequence[LogLine], names: Names) -> ui.Box:
    """Return the last lines of the log, the newest first; earlier ones are shown at earlier turns."""
    d = round(1.2 * s.px(ui.ROLES.body))

    def badge(side: int | None, surface: Surface, rect: Rect) -> None:
        if side is not None:
            livery.draw_badge(surface, names.livery(side), *rect.center, rect.h / 2)

    rows = [
        ui.Row(
            ui.Column(ui.Canvas(partial(badge, line.side), d, d), ui.Spacer()),
            ui.Label(s, line.full_text, ui.ROLES.body, grow=1, id=f"log.{n}"),
            gap=s.space_px(10),
            middle=False,
        )
        for n, line in enumerate(reversed(log[-_MOST_LINES:]))
    ]
    return ui.Column(*rows, gap=s.space_px(8))


def _ask_button(s: ui.Scale, review: ReviewRun | None, act: Callable[[], None], *, has_icon: bool) -> ui.Box | None:
    """Return the button that asks the next costly decision, if one is still open."""
    if review is None or not any(pin.state is PinState.OPEN for pin in review.pins):
        return None
    ask = ui.Button(
        s, "next_pin", _("Next pin"), act, style=ButtonStyle.RED, icon="hint" if has_icon else None,
        role=ui.ROLES.label, grow=1,
    )  # fmt: skip
    return ui.Row(ask)


def _luck_box(s: ui.Scale, review: ReviewRun) -> ui.Box:
    """Return three bars: points by luck with the cards, by rivals' attacks, and by the own decisions.

    A value that is not known yet has a pale bar.
    """
    luck, unknown = review.findings.luck, "–" if review.is_over else "…"
    counted = (
        ("drawn", _("Cards drawn"), None if luck is None else luck.drawn),
        ("attacks", _("Rivals’ attacks"), None if luck is None else luck.attacks),
        ("skill", _("Your decisions"), review.findings.skill),
    )
    most = max(_LEAST_BAR, *(abs(points or 0.0) for _id, _said, points in counted))
    parts: list[ui.Box] = [ui.Label(s, _("Luck and skill"), ui.ROLES.name, id="luck")]
    for id, said, points in counted:
        written = unknown if points is None else signed_points(points)
        figure = ui.Label(s, written, ui.ROLES.label, one_line=True, anchor="r")
        name = ui.Label(s, said, ui.ROLES.body, grow=1, id=f"luck.{id}", label=label_with_text(said, written))
        bar = ui.Canvas(partial(_paint_bar, points, most, s.text_px(6)), 0, s.text_px(18))
        parts += [ui.Flow(name, figure, gap=s.space_px(10), is_tight=True), bar]
    return ui.Column(*parts, gap=s.space_px(6))


def _paint_bar(points: float | None, most: float, radius: float, surface: Surface, rect: Rect) -> None:
    half = rect.w / 2
    long = 0.6 * half if points is None else abs(points) / most * half
    left = rect.centerx if points is None or points > 0 else rect.centerx - long
    color = THEME.surface2 if points is None else THEME.good if points > 0 else THEME.bad
    if long >= 1:
        draw.rounded_rect(surface, (left, rect.y, long, rect.h), min(radius, long / 2), color)
    surface.fill(THEME.text, (rect.centerx - 1, rect.y, 2, rect.h))

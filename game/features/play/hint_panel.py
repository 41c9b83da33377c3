"""The panel of a hint: the coach's move, what it has over another one, and the chances of both."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.engine.observation import Observation
from game.i18n import _
from game.match.comparisons import Advice
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
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle
from game.words.coach import comparison_sentence, deed_words
from game.words.names import Names

DO_IT, CLOSE = "hint.do", "hint.close"


def hint_sentence(advice: Advice, names: Names, rules_id: str) -> str:
    """Return what the advised move has over the other one."""
    other = None if advice.other is None else advice.other.move
    return comparison_sentence(advice.comparison, advice.best.move, other, names, rules_id)


def _rated_moves(advice: Advice) -> list[RatedMove]:
    best, other = advice.best, advice.other
    rated = [RatedMove(best, _("best"))]
    if other is not None:
        worse = _("slightly worse") if other.percent == best.percent else _("worse")
        rated.append(RatedMove(other, _("about the same") if advice.comparison.is_level else worse))
    return rated


def hint_panel(  # noqa: PLR0913 - all that is told of a hint
    s: ui.Scale, advice: Advice, o: Observation, names: Names, *, play: Callable[[], None], close: Callable[[], None],
    room: tuple[int, int], view_state: ViewState,
) -> ui.Box:  # fmt: skip
    """Return the panel for an area of ``room`` pixels.

    Where its content does not fit, the head says the deed, and cards and notes go; then head and bars are left
    out, as the table shows the card; then the text is made smaller, the chances are left out, and at last the text
    scrolls.
    """
    gap, pad, is_beside = s.space_px(12), s.space_px(12), room[0] > BESIDE * room[1]
    best, other, card = advice.best, advice.other, advice.best.move.card
    deed = deed_words(best.move, names, o.rules)

    def buttons(*, has_words: bool) -> ui.Box:
        role = ui.ROLES.label
        if has_words:
            do = ui.Button(s, DO_IT, _("Do it"), play, icon="check", role=role, grow=1)
            return ui.Flow(do, ui.Button(s, CLOSE, _("Close"), close, style=ButtonStyle.PAPER, role=role), gap=gap)
        do = ui.Button(s, DO_IT, _("Do it"), play, role=role, grow=1)
        return ui.Row(do, ui.IconButton(s, CLOSE, _("Close"), close, "close"), gap=gap)

    def sentence(letters: ui.Scale) -> ui.Box:
        return ui.Label(letters, hint_sentence(advice, names, o.rules), ui.ROLES.body, id="why")

    def whole(*, is_short: bool = False, has_head: bool = True) -> ui.Box:
        chances = None
        if other is not None:
            chances = chances_box(s, o, _rated_moves(advice), names, is_short=is_short)
        named = None
        if not is_short:
            name = ui.Label(s, deed, ui.ROLES.name, grow=1, id="best")
            named = ui.Row(None if card is None else card_picture(s, card, o.rules, BEST_CARD), name, gap=gap)
        pressed = buttons(has_words=not is_short)
        if is_beside:
            words = ui.Column(named, sentence(s), ui.Spacer(), pressed, gap=gap, grow=3)
            body: ui.Box = ui.Row(words, chances and ui.Column(chances, grow=2), gap=2 * gap, middle=False)
        else:
            body = ui.Column(named, sentence(s), chances, ui.Spacer(), pressed, gap=gap)
        head = panel_head(s, "hint", deed if is_short else _("Hint")) if has_head else None
        return framed_panel(s, head, body, pad)

    def bare(letters: ui.Scale, *, has_odds: bool = True, is_scrolled: bool = False) -> ui.Box:
        odds = None
        if other is not None and has_odds:
            odds = ui.Label(letters, chances_line(o, best, other), ui.ROLES.small, THEME.text2, id="chances")
        told: ui.Box = ui.Column(sentence(letters), odds, gap=s.space_px(6))
        if is_scrolled:
            told = ui.Scroll(s, view_state.position("hint"), told, min_height=0, fills=True)
        pressed, told.grow = ui.Column(ui.Spacer(), buttons(has_words=False)), 1
        row = ui.Row(told, pressed, gap=gap, middle=False)
        body = row if is_beside else ui.Column(told, None if is_scrolled else ui.Spacer(), pressed, gap=gap)
        return framed_panel(s, None, body, pad)

    less = ui.Scale(s.unit, min(s.growth, LEAST_GROWN))
    return view_state.first_that_fits(
        "hint",
        room,
        whole,
        partial(whole, is_short=True),
        partial(whole, is_short=True, has_head=False),
        partial(bare, s),
        partial(bare, less),
        partial(bare, less, has_odds=False),
        partial(bare, less, is_scrolled=True),
    )

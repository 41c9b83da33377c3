"""Playing with a single switch: things are offered one by one, and a press takes the current one.

The order is: cards that can be played (or must be discarded), the discard pile, the buttons. After a card with several
piles was pressed, these piles are offered; after the discard pile, the cards it takes.
"""

from __future__ import annotations

from collections.abc import Hashable

from game.features.play.hand import TableHand
from game.features.play.keys import KeyboardCursor
from game.features.play.table_state import TableState
from game.table.targets import lay_targets
from game.table.tooltips import Tooltips
from game.table.view import DISCARD


class TableScan:
    """Offers one thing after another; ``offer_next`` moves to the next one."""

    def __init__(self, hand: TableHand[TableState], cursor: KeyboardCursor, tooltips: Tooltips) -> None:
        self._hand = hand
        self._stage = hand.stage
        self._cursor = cursor
        self._tooltips = tooltips

    def offer_next(self) -> None:
        hand = self._hand
        self._stage.invalidate()
        if hand.is_discarding:
            later = [card for card in self._hand.discardable() if card > (hand.selected or 0)]
            if later:
                hand.offer_discard(later[0])
                return
        elif hand.aimed_pile and not hand.is_suggesting:
            hand.aim_next(1)
            return
        stops, here = self._stops(), self._here()
        at = stops.index(here) + 1 if here in stops else 0
        if stops:
            self._offer(stops[at % len(stops)])
        self._tooltips.focus(self._cursor.focused_id, self._stage.app.now_s)

    def _stops(self) -> list[Hashable]:
        """Return everything that is offered, in order."""
        o, is_coached = self._hand.state.observation, self._stage.is_coached
        cards: list[Hashable] = [i for i, card in enumerate(o.hand) if lay_targets(o, card)]
        if o.must_discard:
            cards = list(self._hand.discardable())
        elif self._hand.discardable() and not is_coached:
            cards.append(DISCARD)
        controls = [w.id for w in self._stage.controls.widgets if w.enabled and w.role != "log"]
        return [*cards, *((control, "control") for control in controls)]

    def _here(self) -> Hashable:
        if self._stage.controls.focused is not None:
            return self._stage.controls.focused.id, "control"
        if self._hand.is_discarding:
            return DISCARD
        return self._hand.cursor_id or self._hand.selected

    def _offer(self, stop: Hashable) -> None:
        self._cursor.hide()
        self._hand.clear_selection()
        self._stage.controls.focus(None)
        if isinstance(stop, int):
            self._hand.choose(stop)
        elif isinstance(stop, tuple):
            self._stage.controls.focus(stop[0], ring=True)
        else:
            self._hand.cursor_id = DISCARD

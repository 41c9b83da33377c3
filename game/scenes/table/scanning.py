"""The table by one switch: what can be done is offered thing by thing, and one press takes what is offered.

First the cards that can be laid (or must be discarded), then the discard pile, then the buttons. A card that can go to
several piles has these offered once it was pressed; the discard pile has the cards offered that it takes.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from game.table.targets import lay_targets, targets
from game.table.view import DISCARD

if TYPE_CHECKING:
    from game.scenes.table.scene import TableScene


class TableScan:
    """Offers one thing after the other; ``go_on`` goes to the next one."""

    def __init__(self, table: TableScene) -> None:
        self._table = table

    def go_on(self) -> None:
        """Offer the next thing."""
        hand, table = self._table.hand, self._table
        table.touch()
        if hand.is_discarding:
            later = [card for card in self._discardable() if card > (hand.selected or 0)]
            if later:
                hand.offer_discard(later[0])
                return
        elif hand.aim and not hand.is_suggesting:
            hand.aim_next(1)
            return
        stops, here = self._stops(), self._here()
        at = stops.index(here) + 1 if here in stops else 0
        if stops:
            self._offer(stops[at % len(stops)])
        table.tooltips.focus(table.focused_spot, table.app.now_s)

    def begin_discarding(self) -> bool:
        """Offer the cards that may be discarded; False if there are none."""
        cards = self._discardable()
        if cards:
            self._table.looking.end()
            self._table.hand.offer_discard(cards[0])
        return bool(cards)

    def _discardable(self) -> list[int]:
        o = self._table.observation
        return [i for i, card in enumerate(o.hand) if DISCARD in targets(o, card)]

    def _stops(self) -> list[Hashable]:
        """Everything that is offered, in its order."""
        o, is_coached = self._table.observation, self._table.is_coached
        cards: list[Hashable] = [i for i, card in enumerate(o.hand) if lay_targets(o, card)]
        if o.must_discard:
            cards = list(self._discardable())
        elif self._discardable() and not is_coached:
            cards.append(DISCARD)
        controls = [w.id for w in self._table.controls.widgets if w.enabled and w.role != "log"]
        return [*cards, *((control, "control") for control in controls)]

    def _here(self) -> Hashable:
        table = self._table
        if table.controls.focused is not None:
            return table.controls.focused.id, "control"
        if table.hand.is_discarding:
            return DISCARD
        return table.looking.spot or table.hand.selected

    def _offer(self, stop: Hashable) -> None:
        table = self._table
        table.looking.end()
        table.hand.let_go()
        table.controls.focus(None)
        if isinstance(stop, int):
            table.hand.choose(stop)
        elif isinstance(stop, tuple):
            table.controls.focus(stop[0], ring=True)
        else:
            table.looking.spot = DISCARD

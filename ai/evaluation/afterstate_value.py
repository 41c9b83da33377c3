"""What a move is worth before anybody else acts: the chance to win the match in the position after it."""

from __future__ import annotations

from typing import Final

from ai.evaluation.afterstates import After, target_km
from ai.evaluation.outlook import Outlook
from ai.evaluation.value_network import Net
from ai.information_state import Sight
from game.engine.cards import CARDS
from game.engine.leg import Leg
from game.engine.moves import MoveKind
from game.engine.rules import KM_UNIT
from game.engine.scoring import Finish, score
from game.engine.tables import KM_BITS

_KM: Final = tuple(card.km for card in CARDS)


class Worth:
    """Values positions after a move of one sight."""

    def __init__(self, sight: Sight, net: Net) -> None:
        self.sight = sight
        self._net = net
        self.outlook = Outlook(sight, net)

    def of(self, after: After) -> float:
        """The chance to win the match."""
        if after.arrived:
            return self._arrived(after)
        return self.outlook.value(
            after.states, after.ways, after.hand, extender=after.extender, again=after.again, hit=after.hit
        )

    def percent_of_extended_leg(self) -> int:
        """The own side's chance to win the leg if it is extended now, in %."""
        sight = self.sight
        verdicts = self.outlook.verdicts(sight.states, sight.ways, sight.hand, extender=sight.side)
        return round(100 * sum(v.own_wins for v in verdicts) / len(verdicts))

    def expected_totals(self) -> list[float]:
        """The points that each side should have when the leg is over, as things stand."""
        sight, outlook = self.sight, self.outlook
        verdicts = outlook.verdicts(sight.states, sight.ways, sight.hand, extender=sight.extender)
        return outlook.means(sight.states, sight.ways, verdicts)

    def later(self, leg: Leg) -> Worth:
        """The same for a later position in an imagined world."""
        return Worth(self.sight.later(leg), self._net)

    def ended(self, leg: Leg) -> float:
        """The chance to win the match when a leg is over."""
        equity = self.outlook.equity
        assert leg.scores is not None
        totals = [before + s.total for before, s in zip(equity.totals, leg.scores, strict=True)]
        return equity.final(totals, self.sight.side) + equity.lead(totals, self.sight.side)

    def _arrived(self, after: After) -> float:
        """The leg won; or, if it may go on, the better of the two."""
        won = self.won(after)
        sight = self.sight
        rules = sight.table.rules
        asked = after.move.kind is MoveKind.LAY and sight.table.may_extend and not sight.is_extended
        if not asked or not (rules.extension_on_empty_pile or sight.draw_pile):
            return won
        return max(won, self.outlook.value(after.states, after.ways, after.hand, extender=sight.side))

    def won(self, after: After) -> float:
        """The chance to win the match when the leg ends here, won by the own side."""
        equity = self.outlook.equity
        scores = score(finish_of(self.sight, after), self.sight.table)
        totals = [before + s.total for before, s in zip(equity.totals, scores, strict=True)]
        return equity.final(totals, self.sight.side) + equity.lead(totals, self.sight.side)


def finish_of(sight: Sight, after: After) -> Finish:
    """The leg ended by that move; what the others hold is reckoned at the mean of the unseen cards."""
    table = sight.table
    unseen_km = sum(card_km * count for card_km, count in zip(_KM, sight.unseen, strict=True))
    a_card = unseen_km / max(1, sum(sight.unseen))
    in_hand = []
    for seats in table.sides:
        km = 0.0
        for seat in seats:
            own = seat == sight.seat
            km += sum(k * n for k, n in zip(_KM, after.hand, strict=True)) if own else a_card * sight.sizes[seat]
        in_hand.append(round(km))
    return Finish(
        winner=sight.side if (after.ways[sight.side] & KM_BITS) * KM_UNIT == target_km(table, after.extender) else None,
        target=target_km(table, after.extender),
        extender=None if after.extender < 0 else after.extender,
        draw_pile=sight.draw_pile,
        states=after.states,
        ways=after.ways,
        km_in_hand=in_hand,
    )

"""Worlds that a seat may be in: hidden hands and draw pile dealt from what it hasn't seen, as likely as they are.

Unseen cards are not spread evenly over hands and pile (holding.py); and a side that stood and did not lay its way out
does not hold it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from typing import Final

from ai.evaluation.features import traffic
from ai.information_state import LACKS_DISTANCE, LACKS_WAY_OUT, Sight
from ai.search.card_rates import rates
from game.engine.cards import CARDS, DISTANCES, HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from game.engine.leg import Leg

_BELIEVED: Final = 0.9
"""How often a side's silence is taken to mean that it lacks the card: it may also have chosen not to lay it."""
_LAST: Final = 1e6
"""Longer than any card waits to be dealt."""


class Worlds:
    """Deals worlds of one sight; each is a leg of its own in which every card is known."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._cards = [card for card, count in zip(CARDS, sight.unseen, strict=True) for _ in range(count)]
        self._lacking = [self._lacks(side) for side in range(len(sight.states))]
        by_kind = rates(sight)
        self._rates = [[1.0 / row[card.index] for card in self._cards] for row in by_kind]

    def deal(self, rng: Random) -> Leg:
        """One world."""
        sight = self._sight
        o = sight.observation
        places = list(range(len(self._cards)))
        hands: list[tuple[Card, ...]] = []
        for seat, size in enumerate(sight.sizes):
            if seat == sight.seat:
                hands.append(o.hand)
                continue
            lacking = self._lacking[sight.table.side_of[seat]]
            held = self._hand(places, seat, size, lacking if rng.random() < _BELIEVED else frozenset(), rng)
            hands.append(tuple([self._cards[place] for place in held]))
            taken = set(held)
            places = [place for place in places if place not in taken]
        rng.shuffle(places)
        return Leg.from_observation(o, hands, [self._cards[place] for place in places])

    def _hand(
        self, places: Sequence[int], seat: int, size: int, lacking: frozenset[Card], rng: Random
    ) -> Sequence[int]:
        """A hand of that seat from what is left: each card as readily as its rate says, what it lacks last."""
        chance, slow, cards = rng.random, self._rates[seat], self._cards
        waits = {place: -log(1.0 - chance()) * slow[place] for place in places}
        if lacking:
            for place in places:
                if cards[place] in lacking:
                    waits[place] += _LAST
        return sorted(places, key=waits.__getitem__)[:size]

    def _lacks(self, side: int) -> frozenset[Card]:
        """The cards that a side has shown it did not hold at its last turn."""
        sight = self._sight
        shown = sight.lacks[side]
        if shown & LACKS_WAY_OUT:
            need = traffic(sight.states[side]) % 5
            if need == 1:
                return frozenset((REMEDIES[0], SAFETIES[0]))
            if need > 1:
                return frozenset((REMEDIES[need], SAFETY_AGAINST[HAZARDS[need]]))
        if shown & LACKS_DISTANCE:
            return frozenset(DISTANCES[:4])
        return frozenset()

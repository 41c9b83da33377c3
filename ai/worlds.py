"""Worlds that a seat may be in: hidden hands and draw pile dealt from what it hasn't seen, as its sight allows."""

from __future__ import annotations

from random import Random
from typing import Final

from ai.features import traffic
from ai.sight import LACKS_DISTANCE, LACKS_WAY_OUT, Sight
from game.engine.cards import CARDS, DISTANCES, HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from game.engine.leg import Leg

_BELIEVED: Final = 0.9
"""How often a side's silence is taken to mean that it lacks the card: it may also have chosen not to lay it."""


class Worlds:
    """Deals worlds of one sight; each is a leg of its own in which every card is known."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._cards = [card for card, count in zip(CARDS, sight.unseen, strict=True) for _ in range(count)]
        self._lacking = [self._lacks(side) for side in range(len(sight.states))]

    def deal(self, rng: Random) -> Leg:
        """One world."""
        sight = self._sight
        o = sight.observation
        cards = self._cards[:]
        rng.shuffle(cards)
        hands: list[tuple[Card, ...]] = []
        for seat, size in enumerate(sight.sizes):
            if seat == sight.seat:
                hands.append(o.hand)
                continue
            lacking = self._lacking[sight.table.side_of[seat]]
            if lacking and rng.random() < _BELIEVED:
                _put_last(cards, lacking, size)
            hands.append(tuple(cards[:size]))
            del cards[:size]
        return Leg.from_observation(o, hands, cards)

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


def _put_last(cards: list[Card], lacking: frozenset[Card], size: int) -> None:
    """Move the first cards that are lacking out of the first ``size`` places, as far as others are there."""
    behind = size
    for place in range(min(size, len(cards))):
        if cards[place] in lacking:
            while behind < len(cards) and cards[behind] in lacking:
                behind += 1
            if behind >= len(cards):
                return
            cards[place], cards[behind] = cards[behind], cards[place]
            behind += 1

"""Samples worlds that a seat may be in: hidden hands and draw pile are dealt from the unseen cards, by likelihood.

The other seats' moves say something about their hands (``hand_model``): each unseen card has a rate for each seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random

from ai.information_state import InformationState
from ai.search.hand_model import hand_rates
from game.engine.cards import CARDS, Card
from game.engine.leg import Leg


def any_world(information: InformationState) -> Leg:
    """Return a world with hidden cards in arbitrary order, for code that uses only the open cards and the own hand."""
    o = information.observation
    cards = [card for card, count in zip(CARDS, information.unseen, strict=True) for _ in range(count)]
    hands: list[Sequence[Card]] = []
    for seat, size in enumerate(information.sizes):
        if seat == o.seat:
            hands.append(o.hand)
        else:
            hands.append(cards[:size])
            del cards[:size]
    return Leg.from_observation(o, hands, cards)


class Determinizer:
    """Deals worlds that a seat may be in; each is an independent leg in which every card is known."""

    def __init__(self, information: InformationState) -> None:
        self._information = information
        self._cards = [card for card, count in zip(CARDS, information.unseen, strict=True) for _ in range(count)]
        self._slow = [[1.0 / row[card.index] for card in self._cards] for row in hand_rates(information)]
        self._others = [seat for seat in range(information.compiled_rules.seats) if seat != information.seat]

    def deal(self, rng: Random) -> Leg:
        """Deal one world. The other hands are dealt in random order, as the first has the largest choice of cards."""
        information = self._information
        o = information.observation
        places = list(range(len(self._cards)))
        hands: list[tuple[Card, ...]] = [o.hand] * information.compiled_rules.seats
        order = self._others[:]
        if len(order) > 1:
            rng.shuffle(order)
        for seat in order:
            held = self._hand(places, seat, information.sizes[seat], rng)
            hands[seat] = tuple([self._cards[place] for place in held])
            taken = set(held)
            places = [place for place in places if place not in taken]
        rng.shuffle(places)
        return Leg.from_observation(o, hands, [self._cards[place] for place in places])

    def _hand(self, places: Sequence[int], seat: int, size: int, rng: Random) -> Sequence[int]:
        """Draw a hand for the seat from the remaining cards, each card with the probability given by its rate."""
        chance, slow = rng.random, self._slow[seat]
        waits = {place: -log(1.0 - chance()) * slow[place] for place in places}
        return sorted(places, key=waits.__getitem__)[:size]

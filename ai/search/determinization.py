"""Samples worlds: legs that agree with what a seat knows, with all hidden cards filled in at random.

How likely each unseen card is to be in each other hand is estimated from the seats' moves (``hand_model``).
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
    """Return a leg that agrees with what the seat knows, with the hidden cards filled in in any order, not at random.

    It is for code that uses only the cards on the table and the seat's own hand.
    """
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
    """Deals worlds: legs that agree with what a seat knows, with hidden cards filled in at random by likelihood."""

    def __init__(self, information: InformationState) -> None:
        self._information = information
        self._cards = [card for card, count in zip(CARDS, information.unseen, strict=True) for _ in range(count)]
        self._slow = [[1.0 / row[card.index] for card in self._cards] for row in hand_rates(information)]
        self._others = [seat for seat in range(information.compiled_rules.seats) if seat != information.seat]

    def deal(self, rng: Random) -> Leg:
        """Return a new world. Other hands are filled in random order, as the first has the largest choice of cards."""
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
        """Return the indices of ``size`` cards for the seat's hand, chosen at random from ``places`` by their rates."""
        chance, slow = rng.random, self._slow[seat]
        waits = {place: -log(1.0 - chance()) * slow[place] for place in places}
        return sorted(places, key=waits.__getitem__)[:size]

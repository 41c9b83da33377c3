"""Worlds that a seat may be in: hidden hands and draw pile dealt from what it hasn't seen, as likely as they are.

Unseen cards are not spread evenly: what players lay at once or throw away is seldom in a hand, what they keep is there
more often. And what a side did not do betrays what it lacks: it stood and did not lay its way out, it was hit and did
not answer.
"""

from __future__ import annotations

from math import log
from random import Random
from types import MappingProxyType
from typing import Final

from ai.features import traffic
from ai.sight import LACKS_DISTANCE, LACKS_WAY_OUT, Sight
from game.engine.cards import CARDS, DISTANCES, HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from game.engine.leg import Leg
from game.engine.moves import MoveKind

_BELIEVED: Final = 0.9
"""How often a side's silence is taken to mean that it lacks the card: it may also have chosen not to lay it."""


_KEPT: Final = MappingProxyType(
    {
        "km_25": 0.55,
        "km_50": 0.7,
        "km_75": 0.75,
        "km_100": 1.1,
        "km_200": 1.4,
        "stop": 1.05,
        "speed_limit": 0.3,
        "out_of_gas": 0.75,
        "flat_tire": 0.85,
        "accident": 0.95,
        "go": 0.8,
        "end_of_limit": 1.25,
        "gasoline": 1.35,
        "spare_tire": 1.35,
        "repairs": 1.35,
        "right_of_way": 0.45,
        "extra_tank": 1.5,
        "puncture_proof": 1.5,
        "driving_ace": 1.5,
    }
)
"""How much likelier an unseen card is in a hand than by its share of the unseen cards, counted in legs by habit."""


class Worlds:
    """Deals worlds of one sight; each is a leg of its own in which every card is known."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._cards = [card for card, count in zip(CARDS, sight.unseen, strict=True) for _ in range(count)]
        self._rates = [_KEPT[card.id] for card in self._cards]
        self._lacking = [self._lacks(side) for side in range(len(sight.states))]
        self._unanswered = _unanswered(sight)

    def deal(self, rng: Random) -> Leg:
        """One world."""
        sight = self._sight
        o = sight.observation
        cards = self._shuffled(rng)
        hands: list[tuple[Card, ...]] = []
        for seat, size in enumerate(sight.sizes):
            if seat == sight.seat:
                hands.append(o.hand)
                continue
            lacking = self._lacking[sight.table.side_of[seat]] if rng.random() < _BELIEVED else frozenset()
            for safety, drawn in self._unanswered[seat]:
                if rng.random() * size > drawn:  # no card drawn since can have become the safety
                    lacking |= {safety}
            if lacking:
                _put_last(cards, lacking, size)
            hands.append(tuple(cards[:size]))
            del cards[:size]
        return Leg.from_observation(o, hands, cards)

    def _shuffled(self, rng: Random) -> list[Card]:
        """The unseen cards, first those of the others' hands, then the draw pile, each part in any order."""
        chance = rng.random
        order = [log(1.0 - chance()) / -rate for rate in self._rates]
        places = sorted(range(len(order)), key=order.__getitem__)
        in_hands = sum(size for seat, size in enumerate(self._sight.sizes) if seat != self._sight.seat)
        hands, pile = places[:in_hands], places[in_hands:]
        rng.shuffle(hands)
        rng.shuffle(pile)
        return [self._cards[place] for place in hands + pile]

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


def _unanswered(sight: Sight) -> list[list[tuple[Card, int]]]:
    """By seat the safeties it did not hold when its side was hit last by what they answer, and cards drawn since."""
    table = sight.table
    moves = sight.observation.moves
    drawn = [0] * table.seats
    found: list[dict[Card, int]] = [{} for _ in range(table.seats)]
    for place in range(len(moves) - 1, -1, -1):
        move = moves[place]
        if move.side is not None and move.card is not None:
            answer = moves[place + 1] if place + 1 < len(moves) else None
            if answer is not None and answer.kind is not MoveKind.COUP_FOURRE:
                safety = SAFETY_AGAINST[move.card]
                for seat in table.sides[move.side]:
                    if sight.unseen[safety.index]:
                        found[seat].setdefault(safety, drawn[seat])
        elif move.kind is MoveKind.COUP_FOURRE:
            drawn[move.seat] += table.won_draws
            continue
        if move.kind in (MoveKind.LAY, MoveKind.DISCARD):
            drawn[move.seat] += 1
    return [list(safeties.items()) for safeties in found]


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

"""Worlds that a seat may be in: hidden hands and draw pile dealt from what it hasn't seen, as likely as they are.

A side that stood and did not lay its way out does not hold it. Nor are unseen cards spread evenly over hands and pile:
a rate is how much likelier an unseen card is in a hand than by its share of the unseen cards. Players attack when they
can, answer when they can, and keep what they can't use yet: so a hazard that could have been laid at a seat's last turn
is hardly in its hand, one that could not for long may well be; and the same goes for a safety since its last chance to
answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from types import MappingProxyType
from typing import Final, cast

from ai.evaluation.features import traffic
from ai.information_state import LACKS_DISTANCE, LACKS_WAY_OUT, InformationState
from game.engine.cards import CARDS, DISTANCES, HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from game.engine.leg import Leg
from game.engine.moves import MoveKind
from game.engine.tables import FIRST_HAZARD, FIRST_SAFETY, KINDS

_BELIEVED: Final = 0.9
"""How often a side's silence is taken to mean that it lacks the card: it may also have chosen not to lay it."""
_LAST: Final = 1e6
"""Longer than any card waits to be dealt."""


class Determinizer:
    """Deals worlds that one seat may be in; each is a leg of its own in which every card is known."""

    def __init__(self, information: InformationState) -> None:
        self._information = information
        self._cards = [card for card, count in zip(CARDS, information.unseen, strict=True) for _ in range(count)]
        self._lacking = [self._lacks(side) for side in range(len(information.states))]
        by_kind = rates(information)
        self._rates = [[1.0 / row[card.index] for card in self._cards] for row in by_kind]

    def deal(self, rng: Random) -> Leg:
        """One world."""
        information = self._information
        o = information.observation
        places = list(range(len(self._cards)))
        hands: list[tuple[Card, ...]] = []
        for seat, size in enumerate(information.sizes):
            if seat == information.seat:
                hands.append(o.hand)
                continue
            lacking = self._lacking[information.table.side_of[seat]]
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
        information = self._information
        shown = information.lacks[side]
        if shown & LACKS_WAY_OUT:
            need = traffic(information.states[side]) % 5
            if need == 1:
                return frozenset((REMEDIES[0], SAFETIES[0]))
            if need > 1:
                return frozenset((REMEDIES[need], SAFETY_AGAINST[HAZARDS[need]]))
        if shown & LACKS_DISTANCE:
            return frozenset(DISTANCES[:4])
        return frozenset()


_KEPT: Final = MappingProxyType(
    {
        "km_25": 0.5,
        "km_50": 0.65,
        "km_75": 0.7,
        "km_100": 1.05,
        "km_200": 1.4,
        "go": 0.85,
        "end_of_limit": 1.25,
        "gasoline": 1.4,
        "spare_tire": 1.4,
        "repairs": 1.4,
    }
)
"""The rates of what is kept or thrown away whatever others do, counted in legs by the rollout policy."""
_MOST: Final = 2.5
"""A hand has room for few cards that wait."""
_SURPRISE: Final = 0.05
"""The rate of a card that should have been played."""
_PLAYED_AT_ONCE: Final = 0.4
"""How much of its rate right_of_way has, which is rarely kept back."""


def rates(information: InformationState) -> list[list[float]]:
    """By seat and card index; those of the seat that looks mean nothing."""
    table = information.table
    since_hazard, since_safety = _draws_since(information)
    result = []
    for seat in range(table.seats):
        size = max(1, information.sizes[seat])
        row = [0.0] * KINDS
        for card in CARDS:
            if card.id in _KEPT:
                row[card.index] = _KEPT[card.id]
            elif card in SAFETIES:
                waited = since_safety[seat][card.index - FIRST_SAFETY]
                rate = min(_MOST, waited / size)
                row[card.index] = max(_SURPRISE, rate * _PLAYED_AT_ONCE if card is SAFETIES[0] else rate)
            else:
                waited = since_hazard[seat][card.index - FIRST_HAZARD]
                row[card.index] = max(_SURPRISE, min(_MOST, waited / size))
        result.append(row)
    return result


def _draws_since(information: InformationState) -> tuple[list[list[int]], list[list[int]]]:
    """By seat: cards drawn since it could last have laid each hazard and did not attack, and since it could last have
    answered with each safety and did not."""
    table = information.table
    moves = information.observation.moves
    states: Sequence[int] = [0] * len(table.sides)
    dealt = table.rules.hand_size
    hazards = [[dealt] * 5 for _ in range(table.seats)]
    safeties = [[dealt] * 4 for _ in range(table.seats)]
    for place, move in enumerate(moves):
        seat = move.seat
        if move.kind in (MoveKind.LAY, MoveKind.DISCARD):
            _draw(hazards[seat], safeties[seat], 1)
            if move.side is None:
                _pass_over(hazards[seat], table.side_of[seat], states, table.open_at)
        elif move.kind is MoveKind.COUP_FOURRE:
            _draw(hazards[seat], safeties[seat], table.won_draws - 1)
        states = table.states_after(move, states)
        if move.side is None or place + 1 == len(moves) or moves[place + 1].kind is MoveKind.COUP_FOURRE:
            continue
        safety = SAFETIES.index(SAFETY_AGAINST[cast(Card, move.card)])
        for victim in table.sides[move.side]:
            safeties[victim][safety] = 0
    return hazards, safeties


def _draw(hazards: list[int], safeties: list[int], count: int) -> None:
    for waited in (hazards, safeties):
        for n in range(len(waited)):
            waited[n] += count


def _pass_over(hazards: list[int], own: int, states: Sequence[int], open_at: Sequence[Sequence[int]]) -> None:
    """A turn without an attack: the hazards that could have been laid are not in that hand."""
    for side, state in enumerate(states):
        if side != own:
            could = open_at[side][state] >> 5 * side
            for n in range(5):
                if could >> n & 1:
                    hazards[n] = 0

"""How many turns a side still needs: from its display, and from the cards held or, where they are unseen, likely.

These are estimates by rule of thumb, in turns of that side (rounds of the table for a team); they only have to rank
positions as play would.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from ai.belief import Belief
from ai.position import (
    DISTANCE_INDEXES,
    END_OF_LIMIT,
    GO,
    KM,
    KM_200,
    LIMIT_KM,
    MOST_200S,
    REMEDY_OF,
    RIGHT_OF_WAY,
    SAFETY_OF,
    STOP,
    Side,
)

Hand = tuple[int, ...]
"""Cards held, counted by card index."""

LONGEST_WAIT: Final = 14.0
"""Turns that waiting for a card counts at most: by then something else has come up."""
_NEVER: Final = 60.0
_UNSURE_TURNS: Final = 0.8  # for what would be reached with the next move: until then something may happen
_LIMITED_KM_A_TURN: Final = 9.0  # a fifth of the deck is 25 and 50
_LOST_PACE: Final = 0.72  # of the distance drawn that much gets laid, between hazards
_USEFUL_STOCK: Final = 0.7  # of the distance in unseen hands that much fits in the end
_FASTEST_KM_A_TURN: Final = 85.0


class Race:
    """Judges the way still to go, as one seat can. ``seats`` are those of each side, ``own`` is the seat's side."""

    def __init__(self, belief: Belief, seats: Sequence[tuple[int, ...]], own: int) -> None:
        self._belief = belief
        self._cards = tuple(sum(belief.hand_sizes[s] for s in side) for side in seats)
        self._sizes = tuple(len(side) for side in seats)
        self._own = own
        self._players = len(belief.hand_sizes)
        self._waits: dict[tuple[int, int], float] = {}

    @cached_property
    def turns_left(self) -> float:
        """How many turns each seat still has with a draw."""
        return self._belief.draw_pile / self._players

    @cached_property
    def km_a_card(self) -> float:
        """The kilometres of an average unseen card."""
        km = sum(KM[i] * self._belief.counts[i] for i in DISTANCE_INDEXES)
        return km / max(1, self._belief.total)

    # -- the own side, whose hand is known ------------------------------------------------------------------------

    def own_turns(self, side: Side, hand: Hand, target_km: int) -> float:
        """About how many turns the own side needs to the distance."""
        rest = target_km - side.km
        if rest <= 0:
            return _UNSURE_TURNS
        wait = self._own_wait(side, hand)
        return wait + self._own_run(side, hand, rest, wait)

    def _own_wait(self, side: Side, hand: Hand) -> float:
        """Turns until it rolls: one for each card to lay that is held, more for those to be drawn."""
        if side.is_rolling:
            return 0.0
        hazard, turns = side.hazard, 0.0
        if hazard not in (None, STOP):
            assert hazard is not None
            safety = SAFETY_OF[hazard]
            if hand[safety]:
                return 1.0 + (0.0 if side.lay(safety).is_rolling else self._own_need(hand, GO))
            turns += self._own_need(hand, REMEDY_OF[hazard])
        if side.has_right_of_way:
            return turns
        return turns + (1.0 if hand[RIGHT_OF_WAY] else self._own_need(hand, GO))

    def _own_need(self, hand: Hand, index: int) -> float:
        return 1.0 if hand[index] else 1.0 + self._wait(index, self._own)

    def _own_run(self, side: Side, hand: Hand, rest: int, wait: float) -> float:
        """Turns to lay the rest once rolling, from the cards held and those still to come."""
        stock = _held_distances(hand, MOST_200S - side.laid_200, rest)
        exact = _fewest_cards(stock, rest)
        run = self._long_run(stock, rest, wait) if exact is None else float(exact)
        if not side.is_limited:
            return run
        way_out = RIGHT_OF_WAY if hand[RIGHT_OF_WAY] else END_OF_LIMIT
        run += min(self._own_need(hand, way_out), LONGEST_WAIT / 2)
        slow = _fewest_cards([km for km in stock if km <= LIMIT_KM], rest)
        return run if slow is None else min(run, float(slow))

    def _long_run(self, stock: list[int], rest: int, wait: float) -> float:
        """Turns to lay a rest that the cards held can't make exactly; ``wait`` turns of drawing come before."""
        if not self._belief.draw_pile:
            return _NEVER
        laid, cards = 0, 0
        for km in stock:
            if laid + km < rest:
                laid, cards = laid + km, cards + 1
        pace = self._pace(self._own)
        partner = self._cards[self._own] * self.km_a_card * 0.5
        missing = rest - laid - wait * pace * 0.5 - partner
        return max(cards + 1.5, (rest - laid) / 80.0, cards * 0.4 + missing / pace)

    # -- the others, whose hands are not --------------------------------------------------------------------------

    def other_turns(self, number: int, side: Side, target_km: int) -> float:
        """About how many turns an opposing side needs."""
        rest = target_km - side.km
        if rest <= 0:
            return 0.0
        wait = self._other_wait(number, side)
        pace = self._pace(number)
        stock = self._cards[number] * self.km_a_card * _USEFUL_STOCK
        fastest = rest / (_FASTEST_KM_A_TURN * self._sizes[number])
        run = max(fastest, (rest - stock - wait * pace * 0.5) / pace, 1.0) + 0.6
        if side.is_limited:
            run += min(self._wait(END_OF_LIMIT, number) + 1.0, (rest - 25) / _LIMITED_KM_A_TURN)
        if not self._belief.draw_pile and rest > stock * 1.6:
            run += _NEVER / 2
        return wait + run

    def _other_wait(self, number: int, side: Side) -> float:
        if side.is_rolling:
            return 0.0
        turns = 0.0
        if side.hazard is not None and side.hazard != STOP:
            turns += 1.0 + self._wait(REMEDY_OF[side.hazard], number)
        if not side.has_right_of_way:
            turns += 1.0 + self._wait(GO, number)
        return turns

    # -- both -----------------------------------------------------------------------------------------------------

    def _pace(self, number: int) -> float:
        """The kilometres a side lays in a turn, over a long time."""
        return max(6.0, self.km_a_card * _LOST_PACE) * self._sizes[number]

    def _wait(self, index: int, number: int) -> float:
        """Turns until that side has such a card in its unseen hands."""
        key = index, number
        if key not in self._waits:
            self._waits[key] = self._reckon_wait(index, number)
        return self._waits[key]

    def _reckon_wait(self, index: int, number: int) -> float:
        missing = 1.0 - self._belief.holding_chance(index, self._cards[number])
        chance = self._belief.draw_chance(index) * self._sizes[number]
        draws = 1.0 / chance if chance * LONGEST_WAIT > 1.0 else LONGEST_WAIT
        if self.turns_left < draws:
            draws += LONGEST_WAIT * (1.0 - self.turns_left / draws)
        return missing * draws


def _held_distances(hand: Hand, most_200s: int, rest: int) -> list[int]:
    """The kilometres of the distance cards held that still fit, longest first."""
    stock: list[int] = []
    for index in reversed(DISTANCE_INDEXES):
        count = max(0, min(hand[index], most_200s)) if index == KM_200 else hand[index]
        if KM[index] <= rest:
            stock += [KM[index]] * count
    return stock


def _fewest_cards(stock: Sequence[int], rest: int) -> int | None:
    """How few of these cards add up to exactly that distance; None if none do.

    >>> _fewest_cards([100, 75, 25], 100)
    1
    """
    if sum(stock) < rest:
        return None
    fewest = {0: 0}
    for km in stock:
        for laid, cards in list(fewest.items()):
            there = laid + km
            if there <= rest and fewest.get(there, 99) > cards + 1:
                fewest[there] = cards + 1
    return fewest.get(rest)

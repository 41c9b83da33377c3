"""How everybody is taken to play in the worlds of a search, and in the first legs that the evaluation learns from.

It is the priority list of priority.py, weighed by the same numbers, without its counting of unseen cards: whoever is
asked knows its own hand in that world and the table. Hot code, some 10 µs a move: sums over masks and count vectors,
with all that depends on a display's state alone worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ai.features import traffic
from ai.priority_way import turns
from ai.priority_weights import TWO, Weights
from game.engine.cards import HAZARDS, Family
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import (
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    KM_BITS,
    LIMITED,
    ONE_200,
    RIGHT_OF_WAY,
    SAFETY_BIT,
    STATES,
    TWO_200S,
)

_W: Final = TWO
_KM_200: Final = 4
_GO: Final = FIRST_REMEDY
_END_OF_LIMIT: Final = FIRST_REMEDY + 1
_NEAR_UNITS: Final = 16
_UNITS_A_TURN: Final = 2.8
_LAST_TURNS: Final = 8.0
_ANSWERED: Final = 0.4
"""The chance that a side holds the remedy of a hazard, and the one that it holds the safety."""
_SAFETY_HELD: Final = 0.12
_COUP_HOPE: Final = 0.5
"""The chance of a coup fourré with a safety in hand, with all the leg ahead."""
_COMING: Final = 0.6
"""How much of a kind of hazard is still to come."""
_BEATS_DISCARDS: Final = 40.0
"""More than any discard is worth."""
_NEVER: Final = -1000.0
_STANDS: Final = tuple(int(bool(traffic(state) % 5)) for state in range(STATES))


def habit(leg: Leg) -> Move:
    """What the seat to move does."""
    legal = leg.legal_moves()
    first = legal[0]
    if len(legal) == 1 or first.kind is MoveKind.COUP_FOURRE:
        return first
    if first.card is None:
        return _extension(leg, legal)
    return _Turn(leg, first.seat).best(legal)


def priorities(leg: Leg, moves: Sequence[Move]) -> list[float]:
    """By move, of those that the seat to move may make in its turn, what habit thinks of it; about in points."""
    return _Turn(leg, moves[0].seat).values(moves)


class _Turn:
    """What a seat goes by in its turn."""

    __slots__ = ("arrives", "coming_end", "distance", "held", "leg", "rest", "side", "state", "way")

    def __init__(self, leg: Leg, seat: int) -> None:
        table = leg.table
        self.leg = leg
        self.side = side = table.side_of[seat]
        self.state = leg.states[side]
        self.way = way = leg.ways[side]
        self.held = leg.counts(seat)
        self.distance = leg.target // KM_UNIT
        self.rest = self.distance - (way & KM_BITS)
        self.arrives = False  # whether a card in hand would win the leg
        left = leg.draw_pile / table.seats
        for other, state in enumerate(leg.states):
            if other != side:
                rest = self.distance - (leg.ways[other] & KM_BITS)
                stands = _STANDS[state]
                left = min(left, rest / _UNITS_A_TURN + (2.5 if stands else 0.5))
        stands = _STANDS[self.state]
        left = min(left, self.rest / _UNITS_A_TURN + (2.0 if stands else 0.0))
        self.coming_end = max(0.0, 1.0 - left / _LAST_TURNS)

    def best(self, legal: Sequence[Move]) -> Move:
        """The move with the highest priority, the first of equal ones; a discard only if nothing is worth laying."""
        laid = [move for move in legal if move.kind is MoveKind.LAY]
        if laid:
            values = self.values(laid)
            best = max(values)
            if best > _BEATS_DISCARDS:
                return laid[values.index(best)]
        values = self.values(legal)
        return legal[values.index(max(values))]

    def values(self, moves: Sequence[Move]) -> list[float]:
        """By move its priority."""
        rest = self.rest * KM_UNIT
        for move in moves:
            card = move.card
            if card is not None and card.km == rest and move.kind is MoveKind.LAY:
                self.arrives = True
        return [self._value(move) for move in moves]

    def _value(self, move: Move) -> float:
        card = move.card
        assert card is not None
        index = card.index
        if move.kind is MoveKind.DISCARD:
            return -self._keep(index)
        if index < FIRST_HAZARD:
            return self._drive(index, card.km // KM_UNIT)
        if index < FIRST_REMEDY:
            assert move.side is not None
            return self._attack(index - FIRST_HAZARD, move.side)
        if index < FIRST_SAFETY:
            return self._help(index)
        return self._lay_safety(index)

    def _drive(self, index: int, units: int) -> float:
        value = _W.drive + _W.kilometre * units * KM_UNIT
        if not self.way & KM_BITS:
            value += _W.first_km
        if units == self.rest:
            return value + _W.arrive
        cost = _W.safe_trip if index == _KM_200 and not self.way & (ONE_200 | TWO_200S) else 0.0
        return value + self._way_left(_W.turn, -1, self.rest) - self._way_left(_W.turn, index, self.rest - units) - cost

    def _way_left(self, turn: float, without: int, rest: int) -> float:
        held = self.held
        counts = [held[0], held[1], held[2], held[3], held[4]]
        if without >= 0:
            counts[without] -= 1
        twos = 0 if self.way & TWO_200S else 1 if self.way & ONE_200 else 2
        return turn * turns(rest, (counts[0], counts[1], counts[2], counts[3], counts[4]), twos)

    def _help(self, index: int) -> float:
        held = self.held
        if index == _GO:
            return _W.start
        if index == _END_OF_LIMIT:
            value = _W.lift + _W.lift_for_long * (held[2] + held[3] + held[4])
            return value + _W.lift_standing if traffic(self.state) % 5 else value
        return _W.remedy + (_W.remedy_then_go if held[_GO] or self.state & RIGHT_OF_WAY else 0.0)

    def _attack(self, hazard: int, target: int) -> float:
        way = self.leg.ways[target] & KM_BITS
        value = _attacks(self.leg.states[target], _W)[hazard]
        rest = self.distance - way
        if rest < _NEAR_UNITS:
            value += _W.near * (1.0 - rest / _NEAR_UNITS)
        if self.held[FIRST_SAFETY + SAFETY_BIT[hazard].bit_length() - 1]:
            value += _W.coup_risk * _SAFETY_HELD
        return value + _W.ahead * KM_UNIT * (way - (self.way & KM_BITS))

    def _lay_safety(self, index: int) -> float:
        leg = self.leg
        plays_on = leg.table.plays_on and leg.draw_pile
        number = index - FIRST_SAFETY
        if self.arrives:
            value = _W.drive + _W.kilometre * self.rest * KM_UNIT + _W.arrive + _W.bank
            rolling = sum([not traffic(s) % 5 for side, s in enumerate(leg.states) if side != self.side])
            return value + 100.0 if plays_on else value - _W.bank_risk * rolling
        value = _W.late * self.coming_end - _W.coup_hope * _COUP_HOPE * (1.0 - self.coming_end)
        need = traffic(self.state) % 5
        if need > 1 and number == need - 1:
            value += _W.safety_rolls
        elif not number:
            if self.state & LIMITED:
                value += _W.safety_lifts
            value += _W.safety_rolls if need == 1 else _W.safety_free
        return value + _W.safety_plays_on if plays_on else value

    def _keep(self, index: int) -> float:
        if index < FIRST_HAZARD:
            kept = self._way_left(_W.keep_distance, index, self.rest) - self._way_left(_W.keep_distance, -1, self.rest)
            if index < 2 and self.state & LIMITED:
                kept += _W.keep_low
            if self.leg.table.rules.points.left_in_hand:
                kept -= (index + 1) * KM_UNIT * self.coming_end
            return kept
        if index >= FIRST_SAFETY:
            return -_NEVER
        fading = 1.0 - _W.fade * self.coming_end
        if index < FIRST_REMEDY:
            return fading * self._keep_hazard(index)
        return fading * self._keep_remedy(index)

    def _keep_hazard(self, index: int) -> float:
        bit = SAFETY_BIT[index - FIRST_HAZARD]
        if all(state & bit for side, state in enumerate(self.leg.states) if side != self.side):
            return 0.0
        value = _W.keep_hazard + (_W.keep_limit if index == FIRST_HAZARD + 1 else 0.0)
        return value / self.held[index]

    def _keep_remedy(self, index: int) -> float:
        number = index - FIRST_REMEDY
        if self.state & SAFETY_BIT[number]:
            return 0.0
        if self.held[FIRST_SAFETY + SAFETY_BIT[number].bit_length() - 1]:
            return _W.keep_covered
        copies = self.held[index]
        need = traffic(self.state) % 5
        if index == _GO:
            value = (_W.keep_go, _W.keep_second_go, _W.keep_third_go, 0.0)[min(copies, 4) - 1]
            return value + _W.keep_go_standing if copies == 1 and need else value
        if need == number or (index == _END_OF_LIMIT and self.state & LIMITED):
            copies -= 1
        if not copies:
            return _W.keep_needed
        if copies > 1:
            return _W.keep_second * _COMING if copies == 2 else 0.0
        return (_W.keep_end_of_limit if index == _END_OF_LIMIT else _W.keep_remedy) * _COMING


@cache
def _attacks(state: int, weights: Weights) -> tuple[float, ...]:
    """By hazard what an attack on a side in that state is worth."""
    stands = bool(traffic(state) % 5)
    values = []
    for number, hazard in enumerate(HAZARDS):
        value = weights.attack - weights.answered * _ANSWERED
        if hazard.id == "stop":
            value += weights.attack_stop
        elif hazard.id == "speed_limit":
            value += weights.attack_limit + (weights.limit_standing if stands else 0.0)
        if hazard.id != "speed_limit":
            value += weights.attack_standing if stands else 0.0
            value += weights.attack_free if state & RIGHT_OF_WAY else 0.0
        values.append(value - weights.coup_risk * _SAFETY_HELD)
        assert hazard.family is Family.HAZARD
        assert number == hazard.index - FIRST_HAZARD
    return tuple(values)


def _extension(leg: Leg, legal: Sequence[Move]) -> Move:
    """Goes on with a good part of the rest in hand, or with nobody else rolling, while cards last."""
    extend, stay = legal if legal[0].kind is MoveKind.EXTEND else (legal[1], legal[0])
    seat = extend.seat
    own = leg.table.side_of[seat]
    held = leg.counts(seat)
    rest = (leg.table.rules.extended_km - leg.target) // KM_UNIT
    twos = 0 if leg.ways[own] & TWO_200S else 1 if leg.ways[own] & ONE_200 else 2
    rolling = sum([not traffic(state) % 5 for side, state in enumerate(leg.states) if side != own])
    value = (
        _W.extend
        + _W.extend_turn * turns(rest, (held[0], held[1], held[2], held[3], held[4]), twos)
        + _W.extend_hand * min(rest, sum([(i + 1) * held[i] for i in range(_KM_200)])) * KM_UNIT
        + _W.extend_rolling * rolling
        + _W.extend_pile * leg.draw_pile / leg.table.seats
        + _W.extend_safety * sum(held[FIRST_SAFETY:])
        + _W.extend_laid * (leg.states[own] & 15).bit_count()
        + (_W.extend_free if leg.states[own] & RIGHT_OF_WAY else 0.0)
        + _W.extend_unseen * 8
    )
    return extend if value > 0 else stay

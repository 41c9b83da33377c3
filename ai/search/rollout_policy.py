"""How everybody is taken to play in the worlds of a search, and in the first legs that the evaluation learns from.

It is the priority list of priority.py, weighed by the same numbers, without its counting of unseen cards: whoever is
asked knows its own hand in that world and the table. Hot code, some 10 µs a move: sums over masks and count vectors,
with all that depends on a display's state alone worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ai.bots.priority_way import turns
from ai.bots.priority_weights import Weights, weights_for
from ai.evaluation.features import traffic
from game.engine.cards import HAZARDS
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
    CompiledRules,
)

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


def rollout_move(leg: Leg, among: Sequence[Move] | None = None) -> Move:
    """What the seat to move does; ``among`` are the legal moves that it chooses from, None for all."""
    legal = leg.legal_moves() if among is None else among
    first = legal[0]
    if len(legal) == 1 or first.kind is MoveKind.COUP_FOURRE:
        return first
    if first.card is None:
        return _extension(leg, legal)
    return _Turn(leg, first.seat).best(legal)


def priorities(leg: Leg, moves: Sequence[Move]) -> list[float]:
    """By move, of those that the seat to move may make in its turn, what the policy thinks of it; about in points."""
    return _Turn(leg, moves[0].seat).values(moves)


class _Turn:
    """What a seat goes by in its turn."""

    __slots__ = ("arrives", "attacks", "coming_end", "distance", "held", "leg", "rest", "side", "state", "w", "way")

    def __init__(self, leg: Leg, seat: int) -> None:
        table = leg.table
        self.leg = leg
        self.w, self.attacks = _weights_of(table)
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
        w = self.w
        value = w.drive + w.kilometre * units * KM_UNIT
        if not self.way & KM_BITS:
            value += w.first_km
        if units == self.rest:
            return value + w.arrive
        cost = w.safe_trip if index == _KM_200 and not self.way & (ONE_200 | TWO_200S) else 0.0
        return value + self._way_left(w.turn, -1, self.rest) - self._way_left(w.turn, index, self.rest - units) - cost

    def _way_left(self, turn: float, without: int, rest: int) -> float:
        held = self.held
        counts = [held[0], held[1], held[2], held[3], held[4]]
        if without >= 0:
            counts[without] -= 1
        twos = 0 if self.way & TWO_200S else 1 if self.way & ONE_200 else 2
        return turn * turns(rest, (counts[0], counts[1], counts[2], counts[3], counts[4]), twos)

    def _help(self, index: int) -> float:
        w = self.w
        held = self.held
        if index == _GO:
            return w.start
        if index == _END_OF_LIMIT:
            value = w.lift + w.lift_for_long * (held[2] + held[3] + held[4])
            return value + w.lift_standing if traffic(self.state) % 5 else value
        return w.remedy + (w.remedy_then_go if held[_GO] or self.state & RIGHT_OF_WAY else 0.0)

    def _attack(self, hazard: int, target: int) -> float:
        w = self.w
        way = self.leg.ways[target] & KM_BITS
        value = self.attacks[self.leg.states[target]][hazard]
        rest = self.distance - way
        if rest < _NEAR_UNITS:
            value += w.near * (1.0 - rest / _NEAR_UNITS)
        if self.held[FIRST_SAFETY + SAFETY_BIT[hazard].bit_length() - 1]:
            value += w.coup_risk * _SAFETY_HELD
        return value + w.ahead * KM_UNIT * (way - (self.way & KM_BITS))

    def _lay_safety(self, index: int) -> float:
        w = self.w
        leg = self.leg
        plays_on = leg.table.plays_on and leg.draw_pile
        number = index - FIRST_SAFETY
        if self.arrives:
            value = w.drive + w.kilometre * self.rest * KM_UNIT + w.arrive + w.bank
            rolling = sum([not traffic(s) % 5 for side, s in enumerate(leg.states) if side != self.side])
            return value + 100.0 if plays_on else value - w.bank_risk * rolling
        value = w.late * self.coming_end - w.coup_hope * _COUP_HOPE * (1.0 - self.coming_end)
        need = traffic(self.state) % 5
        if need > 1 and number == need - 1:
            value += w.safety_rolls
        elif not number:
            if self.state & LIMITED:
                value += w.safety_lifts
            value += w.safety_rolls if need == 1 else w.safety_free
        return value + w.safety_plays_on if plays_on else value

    def _keep(self, index: int) -> float:
        w = self.w
        if index < FIRST_HAZARD:
            kept = self._way_left(w.keep_distance, index, self.rest) - self._way_left(w.keep_distance, -1, self.rest)
            if index < 2 and self.state & LIMITED:
                kept += w.keep_low
            if self.leg.table.rules.points.left_in_hand:
                kept -= (index + 1) * KM_UNIT * self.coming_end
            return kept
        if index >= FIRST_SAFETY:
            return -_NEVER
        fading = 1.0 - w.fade * self.coming_end
        if index < FIRST_REMEDY:
            return fading * self._keep_hazard(index)
        return fading * self._keep_remedy(index)

    def _keep_hazard(self, index: int) -> float:
        w = self.w
        bit = SAFETY_BIT[index - FIRST_HAZARD]
        if all(state & bit for side, state in enumerate(self.leg.states) if side != self.side):
            return 0.0
        value = w.keep_hazard + (w.keep_limit if index == FIRST_HAZARD + 1 else 0.0)
        return value / self.held[index]

    def _keep_remedy(self, index: int) -> float:
        w = self.w
        number = index - FIRST_REMEDY
        if self.state & SAFETY_BIT[number]:
            return 0.0
        if self.held[FIRST_SAFETY + SAFETY_BIT[number].bit_length() - 1]:
            return w.keep_covered
        copies = self.held[index]
        need = traffic(self.state) % 5
        if index == _GO:
            value = (w.keep_go, w.keep_second_go, w.keep_third_go, 0.0)[min(copies, 4) - 1]
            return value + w.keep_go_standing if copies == 1 and need else value
        if need == number or (index == _END_OF_LIMIT and self.state & LIMITED):
            copies -= 1
        if not copies:
            return w.keep_needed
        if copies > 1:
            return w.keep_second * _COMING if copies == 2 else 0.0
        return (w.keep_end_of_limit if index == _END_OF_LIMIT else w.keep_remedy) * _COMING


@cache
def _weights_of(table: CompiledRules) -> tuple[Weights, tuple[tuple[float, ...], ...]]:
    """The weights for such a leg, and by state of a side and hazard what an attack on it is worth."""
    weights = weights_for(table.rules, table.seats, table.seating)
    return weights, tuple(_attacks(state, weights) for state in range(STATES))


def _attacks(state: int, weights: Weights) -> tuple[float, ...]:
    stands = bool(_STANDS[state])
    values = []
    for hazard in HAZARDS:
        value = weights.attack - weights.answered * _ANSWERED - weights.coup_risk * _SAFETY_HELD
        if hazard.id == "stop":
            value += weights.attack_stop
        elif hazard.id == "speed_limit":
            value += weights.attack_limit + (weights.limit_standing if stands else 0.0)
        if hazard.id != "speed_limit":
            value += weights.attack_standing if stands else 0.0
            value += weights.attack_free if state & RIGHT_OF_WAY else 0.0
        values.append(value)
    return tuple(values)


def _extension(leg: Leg, legal: Sequence[Move]) -> Move:
    """Goes on with a good part of the rest in hand, or with nobody else rolling, while cards last."""
    extend, stay = legal if legal[0].kind is MoveKind.EXTEND else (legal[1], legal[0])
    seat = extend.seat
    w = _weights_of(leg.table)[0]
    own = leg.table.side_of[seat]
    held = leg.counts(seat)
    rest = (leg.table.rules.extended_km - leg.target) // KM_UNIT
    twos = 0 if leg.ways[own] & TWO_200S else 1 if leg.ways[own] & ONE_200 else 2
    rolling = sum([not traffic(state) % 5 for side, state in enumerate(leg.states) if side != own])
    value = (
        w.extend
        + w.extend_turn * turns(rest, (held[0], held[1], held[2], held[3], held[4]), twos)
        + w.extend_hand * min(rest, sum([(i + 1) * held[i] for i in range(_KM_200)])) * KM_UNIT
        + w.extend_rolling * rolling
        + w.extend_pile * leg.draw_pile / leg.table.seats
        + w.extend_safety * sum(held[FIRST_SAFETY:])
        + w.extend_laid * (leg.states[own] & 15).bit_count()
        + (w.extend_free if leg.states[own] & RIGHT_OF_WAY else 0.0)
        + w.extend_unseen * 8
    )
    return extend if value > 0 else stay

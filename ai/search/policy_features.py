"""The features of the learned rollout policy: a move in its context, as row numbers of a table of points.

A row means "this kind of move in that context", for example discarding repairs while rolling, with two more repairs in
hand. A move has about ten rows, and its value is the sum of their points (``policy_table``). Hot code: this runs for
each move in a sampled world, so contexts are computed from the engine's numbers as cheaply as possible.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ai.evaluation.features import LEARNED_RULES, most_similar, traffic_need
from ai.search.priority_list import KM_200, SAFETY_OF, UNITS, Held, driving_turns
from game.engine.moves import Move, MoveKind
from game.engine.tables import (
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    KM_BITS,
    LIMITED,
    ONE_200,
    SAFETY_BIT,
    STATES,
    TWO_200S,
    CompiledRules,
)

_TRAFFIC: Final = 20
_TRAFFIC_OF: Final = tuple(traffic_need(state) + (_TRAFFIC // 2 if state & LIMITED else 0) for state in range(STATES))
PILES: Final = 8
PILE_OF: Final = (0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, *[7] * 60)
"""Class of the draw pile's size, indexed by how many rounds it lasts."""
RESTS: Final = 10
_LONGEST: Final = 40
REST_OF: Final = (0, 1, 1, 2, 2, *[3] * 4, *[4] * 4, *[5] * 4, *[6] * 4, *[7] * 4, *[8] * 4, *[9] * 12)
"""Class of the distance left to go, indexed by units of 25 km."""
_TURNS: Final = 13
_LONGER: Final = 14
_COPIES: Final = 4
_PLAYABLE: Final = 6
_GOES: Final = 3
_HAZARDS: Final = 4
_HELD: Final = 3
_MASKS: Final = 16
_COURSES: Final = 2 * len(LEARNED_RULES)

_DRIVES: Final = range(0, 5)
_ATTACKS: Final = range(5, 10)
_REMEDIES: Final = range(10, 15)
_SAFETIES: Final = range(15, 19)
_THROWS_KM: Final = range(19, 24)
_THROWS_HAZARD: Final = range(24, 29)
_THROWS_REMEDY: Final = range(29, 34)
_FIRST_THROW: Final = 19
_LAY: Final = MoveKind.LAY
KINDS_OF_MOVES: Final = 34
"""Number of kinds of moves: laying each card, and discarding each except the safeties."""

Block = tuple[int, range, tuple[int, ...]]
"""The rows of one context: the first row, the kinds of moves that have the context, and the ranges of its numbers.

If the context has two numbers, a < A and b < B, the row of the i-th of K kinds of moves is first + (a × B + b) × K + i.
"""
BLOCKS: Final[list[Block]] = []


def _add_block(kinds: range, *sizes: int) -> int:
    """Reserve rows for a context of these kinds of moves, whose numbers have these ranges.

    Return the context's first row minus the number of its first kind, so that a kind's own number can be added.
    """
    first = 0
    if BLOCKS:
        before, several, numbers = BLOCKS[-1]
        first = before + len(several) * _product(numbers)
    BLOCKS.append((first, kinds, sizes))
    return first - kinds.start


def _product(numbers: tuple[int, ...]) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product


_ALL: Final = range(KINDS_OF_MOVES)
_OWN_TRAFFIC: Final = _add_block(_ALL, _TRAFFIC, PILES)
_OWN_REST: Final = _add_block(_ALL, RESTS, PILES)
_RIVAL: Final = _add_block(_ALL, RESTS, _TRAFFIC)
_HAND: Final = _add_block(_ALL, _HAZARDS, _HELD, _PLAYABLE, _GOES)
_MEANS: Final = _add_block(_ALL, _MASKS, _MASKS)
_IMMUNE: Final = _add_block(_ALL, _MASKS, _MASKS)
_COURSE: Final = _add_block(_ALL, _TURNS, _COURSES)
_COPIES_HELD: Final = _add_block(_ALL, _COPIES, _TRAFFIC)

_DRIVE_TURNS: Final = _add_block(_DRIVES, _TURNS, _TURNS)
_DRIVE_HAND: Final = _add_block(_DRIVES, _HELD, _PLAYABLE)
_DRIVE_TO: Final = _add_block(_DRIVES, _LONGEST + 1)
_DRIVE_RIVAL: Final = _add_block(_DRIVES, _TURNS, _TRAFFIC)
_DRIVE_200S: Final = _add_block(_DRIVES, _HELD, RESTS)
_ATTACK_TARGET: Final = _add_block(_ATTACKS, RESTS, _TRAFFIC)
_ATTACK_RESTS: Final = _add_block(_ATTACKS, RESTS, RESTS)
_ATTACK_COVERED: Final = _add_block(_ATTACKS, 2, PILES)
_ATTACK_IMMUNE: Final = _add_block(_ATTACKS, _MASKS)
_ATTACK_ZERO: Final = _add_block(_ATTACKS, 2, PILES)
_REMEDY_COPIES: Final = _add_block(_REMEDIES, 2, _COPIES)
_REMEDY_HAND: Final = _add_block(_REMEDIES, _PLAYABLE, _GOES)
_SAFETY_RESTS: Final = _add_block(_SAFETIES, RESTS, RESTS)
_SAFETY_TURNS: Final = _add_block(_SAFETIES, _TURNS, _PLAYABLE)
_SAFETY_HAND: Final = _add_block(_SAFETIES, _PLAYABLE, RESTS)
_KM_TURNS: Final = _add_block(_THROWS_KM, _LONGER, PILES)
_KM_200S: Final = _add_block(_THROWS_KM, _HELD, RESTS)
_KM_HAND: Final = _add_block(_THROWS_KM, _PLAYABLE, _TRAFFIC)
_HAZARD_DEAD: Final = _add_block(_THROWS_HAZARD, 2, _COPIES)
_HAZARD_RIVAL: Final = _add_block(_THROWS_HAZARD, RESTS, PILES)
_HAZARD_HAND: Final = _add_block(_THROWS_HAZARD, _HELD, _TRAFFIC)
_REMEDY_NEED: Final = _add_block(_THROWS_REMEDY, 2, _COPIES, _TRAFFIC)
_REMEDY_COVERED: Final = _add_block(_THROWS_REMEDY, 2, _COPIES)
_THROW_HAND: Final = _add_block(_THROWS_REMEDY, _PLAYABLE, _GOES)

POLICY_ROWS: Final = BLOCKS[-1][0] + len(BLOCKS[-1][1]) * _product(BLOCKS[-1][2])


@cache
def _course(rules_id: str) -> int:
    return 2 * LEARNED_RULES.index(most_similar(rules_id))


class PolicyFeatures:
    """Computes, for one turn of a seat, the rows of the policy's table that apply to each of the seat's moves."""

    __slots__ = (
        "_distances",
        "_go",
        "_held",
        "_own",
        "_pile",
        "_playable",
        "_rest",
        "_rest_class",
        "_rival_rest",
        "_rival_traffic",
        "_safe",
        "_safeties",
        "_shared",
        "_states",
        "_traffic",
        "_turns",
        "_twos",
        "_units",
        "_ways",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - what a seat knows of its turn, from a leg or from what was kept of one
        self,
        table: CompiledRules,
        states: list[int],
        progress: list[int],
        side: int,
        held: list[int],
        draw_pile: int,
        distance: int,
    ) -> None:
        """Prepare the turn; ``distance`` is the leg's, in units of 25 km; ``held`` is the hand by card index."""
        self._states, self._ways, self._held, self._units = states, progress, held, distance
        own = self._own = states[side]
        side_progress = progress[side]
        rest = self._rest = distance - (side_progress & KM_BITS)
        self._traffic = _TRAFFIC_OF[own]
        pile = self._pile = PILE_OF[draw_pile // table.seats]
        safe, nearest, rival = 15, _LONGEST, -1
        for other, state in enumerate(states):
            if other != side:
                safe &= state
                to_go = distance - (progress[other] & KM_BITS)
                if rival < 0 or to_go < nearest:
                    nearest, rival = to_go, state
        self._safe = safe
        self._rest_class, self._rival_rest, self._rival_traffic = REST_OF[rest], REST_OF[nearest], _TRAFFIC_OF[rival]
        self._twos = 0 if side_progress & TWO_200S else 1 if side_progress & ONE_200 else 2
        self._distances: Held = (held[0], held[1], held[2], held[3], held[4])
        self._turns = min(_TURNS - 1, int(driving_turns(rest, self._distances, self._twos) + 0.5))
        self._playable = min(_PLAYABLE - 1, sum([held[n] for n in range(5) if UNITS[n] <= rest]))
        self._go = min(_GOES - 1, held[FIRST_REMEDY])
        means = covers = hazards = 0
        for n in range(4):
            means |= (held[FIRST_REMEDY + 1 + n] > 0) << n
            covers |= (held[FIRST_SAFETY + n] > 0) << n
        for n in range(5):
            if not safe & SAFETY_BIT[n]:
                hazards += held[FIRST_HAZARD + n]
        self._safeties = min(_HELD - 1, covers.bit_count())
        hand = (min(_HAZARDS - 1, hazards) * _HELD + self._safeties) * _PLAYABLE + self._playable
        course = _course(table.rules.id) + (distance > table.base_km // 25)
        kinds = KINDS_OF_MOVES
        self._shared = [
            _OWN_TRAFFIC + (self._traffic * PILES + pile) * kinds,
            _OWN_REST + (self._rest_class * PILES + pile) * kinds,
            _RIVAL + (self._rival_rest * _TRAFFIC + self._rival_traffic) * kinds,
            _HAND + (hand * _GOES + self._go) * kinds,
            _MEANS + (means * _MASKS + safe) * kinds,
            _IMMUNE + ((own & 15) * _MASKS + covers) * kinds,
            _COURSE + (self._turns * _COURSES + course) * kinds,
        ]

    def rows(self, move: Move) -> list[int]:
        """Return the rows that apply to a move, which lays a card or discards one that is no safety."""
        card = move.card
        assert card is not None
        index = card.index
        is_laid = move.kind is _LAY
        kind = index if is_laid else _FIRST_THROW + index
        rows = [first + kind for first in self._shared]
        copies = min(_COPIES - 1, self._held[index])
        rows.append(_COPIES_HELD + (copies * _TRAFFIC + self._traffic) * KINDS_OF_MOVES + kind)
        if index < FIRST_HAZARD:
            self._add_distance(rows, kind, index, is_laid)
        elif index < FIRST_REMEDY:
            if move.side is not None:
                self._add_attack(rows, kind, index, move.side)
            else:
                self._add_hazard(rows, kind, index, copies)
        elif index < FIRST_SAFETY:
            self._add_remedy(rows, kind, index, copies, is_laid)
        else:
            rows.append(_SAFETY_RESTS + (self._rest_class * RESTS + self._rival_rest) * 4 + kind)
            rows.append(_SAFETY_TURNS + (self._turns * _PLAYABLE + self._playable) * 4 + kind)
            rows.append(_SAFETY_HAND + (self._playable * RESTS + self._rest_class) * 4 + kind)
        return rows

    def _add_distance(self, rows: list[int], kind: int, index: int, is_laid: bool) -> None:
        left = list(self._distances)
        left[index] -= 1
        then: Held = (left[0], left[1], left[2], left[3], left[4])
        of_200s = self._twos * RESTS + self._rest_class
        if is_laid:
            rest = self._rest - UNITS[index]
            needed = int(driving_turns(rest, then, self._twos - (index == KM_200)) + 0.5)
            needed = min(_TURNS - 1, needed)
            rows.append(_DRIVE_TURNS + (needed * _TURNS + self._turns) * 5 + kind)
            rows.append(_DRIVE_HAND + (self._twos * _PLAYABLE + self._playable) * 5 + kind)
            rows.append(_DRIVE_TO + rest * 5 + kind)
            rows.append(_DRIVE_RIVAL + (needed * _TRAFFIC + self._rival_traffic) * 5 + kind)
            rows.append(_DRIVE_200S + of_200s * 5 + kind)
            return
        without, before = (
            driving_turns(self._rest, then, self._twos),
            driving_turns(self._rest, self._distances, self._twos),
        )
        longer = min(_LONGER - 1, max(0, int(2.0 * without + 0.5) - int(2.0 * before + 0.5)))
        rows.append(_KM_TURNS + (longer * PILES + self._pile) * 5 + kind)
        rows.append(_KM_200S + of_200s * 5 + kind)
        rows.append(_KM_HAND + (self._playable * _TRAFFIC + self._traffic) * 5 + kind)

    def _add_attack(self, rows: list[int], kind: int, index: int, side: int) -> None:
        state, side_progress = self._states[side], self._ways[side] & KM_BITS
        rest = REST_OF[self._units - side_progress]
        covered = self._held[SAFETY_OF[index - FIRST_HAZARD]] > 0
        rows.append(_ATTACK_TARGET + (rest * _TRAFFIC + _TRAFFIC_OF[state]) * 5 + kind)
        rows.append(_ATTACK_RESTS + (rest * RESTS + self._rest_class) * 5 + kind)
        rows.append(_ATTACK_COVERED + (covered * PILES + self._pile) * 5 + kind)
        rows.append(_ATTACK_IMMUNE + (state & 15) * 5 + kind)
        rows.append(_ATTACK_ZERO + ((not side_progress) * PILES + self._pile) * 5 + kind)

    def _add_hazard(self, rows: list[int], kind: int, index: int, copies: int) -> None:
        is_dead = bool(self._safe & SAFETY_BIT[index - FIRST_HAZARD])
        rows.append(_HAZARD_DEAD + (is_dead * _COPIES + copies) * 5 + kind)
        rows.append(_HAZARD_RIVAL + (self._rival_rest * PILES + self._pile) * 5 + kind)
        rows.append(_HAZARD_HAND + (self._safeties * _TRAFFIC + self._traffic) * 5 + kind)

    def _add_remedy(self, rows: list[int], kind: int, index: int, copies: int, is_laid: bool) -> None:
        number = index - FIRST_REMEDY
        covered = self._held[SAFETY_OF[number]] > 0
        hand = self._playable * _GOES + self._go
        if is_laid:
            rows.append(_REMEDY_COPIES + (covered * _COPIES + copies) * 5 + kind)
            rows.append(_REMEDY_HAND + hand * 5 + kind)
            return
        is_dead = bool(self._own & SAFETY_BIT[number])
        rows.append(_REMEDY_NEED + ((is_dead * _COPIES + copies) * _TRAFFIC + self._traffic) * 5 + kind)
        rows.append(_REMEDY_COVERED + (covered * _COPIES + copies) * 5 + kind)
        rows.append(_THROW_HAND + hand * 5 + kind)

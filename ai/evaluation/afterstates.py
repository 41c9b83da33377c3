"""What each legal move leads to, as far as its seat can tell: the position before anybody else acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from ai.evaluation.outlook import NOT_HIT
from ai.information_state import Sight
from game.engine.cards import SAFETIES
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import COUPS, DISTANCE, FIRST_HAZARD, KM_BITS, SAFETY, Table


class After(NamedTuple):
    """A position after a move: the numbers are those of ``Sight``, ``hand`` is what the seat then holds.

    ``again`` says that the seat plays on; ``arrived`` that the side stands exactly at the distance, which the leg's end
    or an extension follows; ``hit`` are the side and hazard number of an attack just landed.
    """

    move: Move
    states: Sequence[int]
    ways: Sequence[int]
    hand: Sequence[int]
    extender: int
    again: bool
    arrived: bool
    hit: tuple[int, int]


def afters(sight: Sight, legal: Sequence[Move]) -> list[After]:
    """The positions after these moves of the seat that looks, in their order."""
    return [after(sight, move) for move in legal]


def after(sight: Sight, move: Move) -> After:
    """The position after one move."""
    kind = move.kind
    if kind is MoveKind.DISCARD:
        return After(move, sight.states, sight.ways, _without(sight.hand, move), sight.extender, False, False, NOT_HIT)
    if kind is MoveKind.LAY:
        return _laid(sight, move)
    if kind is MoveKind.COUP_FOURRE:
        states, ways = list(sight.states), list(sight.ways)
        what = cast("Sequence[int]", sight.table.codes[move.index][5])
        states[sight.side] = what[states[sight.side]]
        assert move.card is not None
        ways[sight.side] += COUPS << SAFETIES.index(move.card)
        return After(move, states, ways, _without(sight.hand, move), sight.extender, True, False, NOT_HIT)
    extender = sight.side if kind is MoveKind.EXTEND else sight.extender
    arrived = kind is MoveKind.STAY
    return After(move, sight.states, sight.ways, sight.hand, extender, False, arrived, NOT_HIT)


def _laid(sight: Sight, move: Move) -> After:
    table = sight.table
    op, _, _, _, side, what, _, _, _ = table.codes[move.index]
    states, ways, hit, again, arrived = sight.states, sight.ways, NOT_HIT, False, False
    assert move.card is not None
    if op == DISTANCE:
        ways = list(ways)
        ways[side] += cast(int, what)
        arrived = (ways[side] & KM_BITS) * KM_UNIT == target_km(table, sight.extender)
    else:
        states = list(states)
        states[side] = cast("Sequence[int]", what)[states[side]]
        if move.side is not None:
            hit = (side, move.card.index - FIRST_HAZARD)
        elif op == SAFETY:
            again = sight.plays_on_with(move.card)
    return After(move, states, ways, _without(sight.hand, move), sight.extender, again, arrived, hit)


def target_km(table: Table, extender: int) -> int:
    """The distance in force, in km."""
    return table.base_km if extender < 0 else table.rules.extended_km


def _without(hand: Sequence[int], move: Move) -> list[int]:
    left = list(hand)
    assert move.card is not None
    left[move.card.index] -= 1
    return left

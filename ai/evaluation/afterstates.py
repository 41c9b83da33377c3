"""What each legal move leads to, as far as its seat can tell: the position before anybody else acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.information_state import Sight
from game.engine.cards import SAFETIES, Card
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import FIRST_HAZARD, KM_BITS, CompiledRules

NOT_HIT: Final = (-1, 0)
"""What stands for no attack."""


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
    table, kind, card = sight.table, move.kind, move.card
    states, ways = table.states_after(move, sight.states), table.ways_after(move, sight.ways)
    hand = sight.hand if card is None else _without(sight.hand, card)
    extender = sight.side if kind is MoveKind.EXTEND else sight.extender
    again, arrived, hit = kind is MoveKind.COUP_FOURRE, kind is MoveKind.STAY, NOT_HIT
    if kind is MoveKind.LAY and card is not None:
        if card.km:
            arrived = (ways[sight.side] & KM_BITS) * KM_UNIT == target_km(table, extender)
        elif move.side is not None:
            hit = (move.side, card.index - FIRST_HAZARD)
        elif card in SAFETIES:
            again = sight.plays_on_with(card)
    return After(move, states, ways, hand, extender, again, arrived, hit)


def target_km(table: CompiledRules, extender: int) -> int:
    """The distance in force, in km."""
    return table.base_km if extender < 0 else table.rules.extended_km


def _without(hand: Sequence[int], card: Card) -> list[int]:
    left = list(hand)
    left[card.index] -= 1
    return left

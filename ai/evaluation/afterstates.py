"""Afterstates: the position right after each legal move of a seat, as far as the seat can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.information_state import InformationState
from game.engine.cards import SAFETIES, Card
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import FIRST_HAZARD, KM_BITS, CompiledRules

NOT_HIT: Final = (-1, 0)
"""The value of ``Afterstate.hit`` after a move that is no attack."""


class Afterstate(NamedTuple):
    """The position right after a move, in the numbers of ``InformationState``; ``hand`` is the seat's remaining hand.

    ``plays_again`` is true if the same seat plays next; ``has_arrived`` if its side is exactly at the distance, so that
    the leg ends or may be extended. ``hit`` is the attacked side and the hazard (an index into ``HAZARDS``).
    """

    move: Move
    states: list[int]
    progress: list[int]
    hand: list[int]
    extender: int
    plays_again: bool
    has_arrived: bool
    hit: tuple[int, int]


def afterstates(information: InformationState, legal: Sequence[Move]) -> list[Afterstate]:
    """Return the position right after each of these moves of the observing seat, in their order."""
    return [afterstate(information, move) for move in legal]


def afterstate(information: InformationState, move: Move) -> Afterstate:
    """Return the position right after a move of the observing seat."""
    table, kind, card = information.compiled_rules, move.kind, move.card
    states, progress = table.states_after(move, information.states), table.progress_after(move, information.progress)
    hand = information.hand if card is None else _without(information.hand, card)
    extender = information.side if kind is MoveKind.EXTEND else information.extender
    again, arrived, hit = kind is MoveKind.COUP_FOURRE, kind is MoveKind.STAY, NOT_HIT
    if kind is MoveKind.LAY and card is not None:
        if card.km:
            arrived = (progress[information.side] & KM_BITS) * KM_UNIT == target_km(table, extender)
        elif move.side is not None:
            hit = (move.side, card.index - FIRST_HAZARD)
        elif card in SAFETIES:
            again = information.gives_extra_play(card)
    return Afterstate(move, states, progress, hand, extender, again, arrived, hit)


def target_km(table: CompiledRules, extender: int) -> int:
    """Return the distance of a leg in km; ``extender`` is the side that extended it, -1 if none."""
    return table.base_km if extender < 0 else table.rules.extended_km


def _without(hand: list[int], card: Card) -> list[int]:
    left = list(hand)
    left[card.index] -= 1
    return left

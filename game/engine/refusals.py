"""Why a move is refused: the reasons of rules.md §8 in the order of §8, from the same tables that make it legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.cards import SAFETY_AGAINST, Card, Family
from game.engine.errors import Reason
from game.engine.moves import MoveKind
from game.engine.observation import Phase
from game.engine.tables import (
    FIRST_REMEDY,
    LIMITED,
    TWO_200S,
    UP_TO_50,
    immune_to,
    is_rolling,
)

if TYPE_CHECKING:
    from game.engine.leg import Leg

_PHASE_OF = {
    MoveKind.LAY: Phase.TURN,
    MoveKind.DISCARD: Phase.TURN,
    MoveKind.COUP_FOURRE: Phase.COUP_FOURRE,
    MoveKind.DECLINE: Phase.COUP_FOURRE,
    MoveKind.EXTEND: Phase.EXTENSION,
    MoveKind.STAY: Phase.EXTENSION,
}


def refuse(leg: Leg, seat: int, kind: MoveKind, card: Card | None, side: int | None) -> Reason | None:
    """The first reason that applies, or None if the move is legal.

    ``seat`` and ``side`` may be any numbers, and the card may be one that the kind of move cannot take.
    """
    if leg.is_over:
        return Reason.LEG_OVER
    if seat != leg.seat:
        return Reason.WRONG_SEAT
    if _PHASE_OF[kind] is not leg.phase:
        return Reason.WRONG_PHASE
    if card is None:
        return None
    if not leg.holds(seat, card):
        return Reason.NOT_IN_HAND
    if kind is MoveKind.COUP_FOURRE:
        attack = leg.attack
        answered = attack and attack.card and SAFETY_AGAINST[attack.card]
        return None if card is answered else Reason.WRONG_SAFETY
    return None if kind is MoveKind.DISCARD else _refuse_to_lay(leg, seat, card, side)


def _refuse_to_lay(leg: Leg, seat: int, card: Card, side: int | None) -> Reason | None:
    own_side = leg.table.side_of[seat]
    if card.family is Family.HAZARD:
        if side is None or side == own_side or side >= len(leg.table.sides):
            return Reason.BAD_TARGET
        return _refuse_hazard(leg, card, side)
    if side is not None:
        return Reason.BAD_TARGET
    if card.family is Family.REMEDY:
        needed = leg.remedies_needed(own_side) >> card.index - FIRST_REMEDY & 1
        return None if needed else Reason.NOT_NEEDED
    return _refuse_distance(leg, card, own_side) if card.family is Family.DISTANCE else None


def _refuse_hazard(leg: Leg, hazard: Card, side: int) -> Reason | None:
    state = leg.state(side)
    if immune_to(state, hazard):
        return Reason.IMMUNE
    if hazard.id == "speed_limit" and state & LIMITED:
        return Reason.ALREADY_LIMITED
    return None if leg.is_open_to(side, hazard) else Reason.CANNOT_LAND


def _refuse_distance(leg: Leg, distance: Card, side: int) -> Reason | None:
    state = leg.state(side)
    if not is_rolling(state):
        return Reason.NOT_ROLLING
    if state & LIMITED and not UP_TO_50 >> distance.index & 1:
        return Reason.LIMITED
    if distance.km == 200 and leg.way(side) & TWO_200S:
        return Reason.THIRD_200
    return Reason.TOO_FAR if leg.km(side) + distance.km > leg.target else None

"""How others are taken to play in the worlds of a search: a quick list of habits, some microseconds a move.

Whoever is asked knows its own hand in that world and the table; that it is cheap matters more than that it is clever,
since hidden hands matter less than the order of the draw pile. Hot code: values by move, looked up by number.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ai.features import traffic
from game.engine.cards import HAZARDS, Family
from game.engine.leg import Leg
from game.engine.moves import MOVES, Move, MoveKind
from game.engine.tables import FIRST_HAZARD, FIRST_REMEDY, FIRST_SAFETY, KM_BITS, LIMITED, SAFETY_BIT

_DISCARDS: Final = (9.0, 8.0, 7.0, 5.0, 6.0, 3.0, 3.5, 2.5, 2.5, 2.5, 2.0, 4.0, 3.0, 3.0, 3.0, -9.0, -9.0, -9.0, -9.0)
"""By card: how readily it is thrown away."""
_SPARE: Final = 2.5
"""For each further copy held."""
_USELESS: Final = 20.0
_LAYS_REMEDY: Final = 90.0
_LIFTS_LIMIT: Final = 55.0
_ATTACKS: Final = 62.0
_DRIVES: Final = 50.0
_LAYS_SAFETY: Final = 12.0
_SAFETY_NEEDED: Final = 88.0
_SAFETY_IN_TIME: Final = 80.0
_LAST_CARDS: Final = 5


def habit(leg: Leg) -> Move:
    """What the seat to move does."""
    legal = leg.legal_moves()
    if len(legal) == 1:
        return legal[0]
    first = legal[0]
    if first.kind is MoveKind.COUP_FOURRE:
        return first
    seat = first.seat
    if first.card is None:
        return _extension(leg, legal[0], legal[1])
    side = leg.table.side_of[seat]
    state = leg.states[side]
    held = leg.counts(seat)
    values = _values(state, leg.draw_pile <= _LAST_CARDS)
    ways = leg.ways
    best, chosen = -1e9, first
    for move in legal:
        index = move.index
        value = values[index]
        if move.side is not None:
            value += (ways[move.side] & KM_BITS) * 0.6
        elif move.kind is MoveKind.DISCARD:
            card = move.card
            assert card is not None
            value += _SPARE * held[card.index]
        if value > best:
            best, chosen = value, move
    return chosen


def _extension(leg: Leg, extend: Move, stay: Move) -> Move:
    """Goes on if its hand makes half of the rest and nobody else is near."""
    if stay.kind is MoveKind.EXTEND:
        extend, stay = stay, extend
    seat = extend.seat
    held = leg.counts(seat)
    km = held[0] + 2 * held[1] + 3 * held[2] + 4 * held[3]
    own = leg.table.side_of[seat]
    others = max(way & KM_BITS for side, way in enumerate(leg.ways) if side != own)
    return extend if km >= 6 and others <= 20 and leg.draw_pile > 10 else stay


@cache
def _values(state: int, is_late: bool) -> tuple[float, ...]:
    """By move what it is worth to a side in that state."""
    return tuple(_value(move, state, is_late) for move in MOVES)


def _value(move: Move, state: int, is_late: bool) -> float:
    card = move.card
    if card is None:
        return 0.0
    if move.kind is MoveKind.DISCARD:
        covered = card.family is Family.REMEDY and state & SAFETY_BIT[card.index - FIRST_REMEDY]
        return _DISCARDS[card.index] + (_USELESS if covered else 0.0)
    if card.family is Family.DISTANCE:
        return _DRIVES + card.km / 10.0
    if card.family is Family.REMEDY:
        return _LIFTS_LIMIT if card.index == FIRST_REMEDY + 1 else _LAYS_REMEDY
    if card.family is Family.HAZARD:
        return _ATTACKS - (8.0 if card is HAZARDS[1] else 0.0)
    return _safety(card.index - FIRST_SAFETY, state, is_late)


def _safety(number: int, state: int, is_late: bool) -> float:
    if is_late:
        return _SAFETY_IN_TIME
    need = traffic(state) % 5
    if (need > 1 and number == need - 1) or (number == 0 and (need == 1 or state & LIMITED)):
        return _SAFETY_NEEDED
    return _LAYS_SAFETY


assert FIRST_HAZARD == 5

"""Moves that a person would call absurd, by name: whatever else was to be done, not this.

Only what lies open and the own hand count, so anybody who looks on with that hand would agree. A weak driver judges
badly; from *steady* on none does any of these. The arena counts them for every player.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from game.engine.cards import HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation

_LONG_KM: Final = 100
_STOP: Final = HAZARDS[0]
_END_OF_LIMIT: Final = REMEDIES[1]


def throws_safety(o: Observation, move: Move) -> bool:  # noqa: ARG001
    """Discards a safety."""
    return move.kind is MoveKind.DISCARD and move.card in SAFETIES


def declines(o: Observation, move: Move) -> bool:  # noqa: ARG001
    """Does not answer an attack that it can answer."""
    return move.kind is MoveKind.DECLINE


def throws_way_out(o: Observation, move: Move) -> bool:
    """Discards its only copy of what gets its side out of where it stands, or of its limit."""
    if move.kind is not MoveKind.DISCARD or move.card is None or o.hand.count(move.card) > 1:
        return False
    return any(m.kind is MoveKind.LAY and m.card is move.card and m.card in REMEDIES for m in o.legal)


def stays_put(o: Observation, move: Move) -> bool:
    """Discards where it could lay what its battle pile needs."""
    if move.kind is not MoveKind.DISCARD:
        return False
    ways_out = (m for m in o.legal if m.kind is MoveKind.LAY and m.card in REMEDIES)
    return any(m.card is not _END_OF_LIMIT for m in ways_out)


def keeps_dead_card(o: Observation, move: Move) -> bool:
    """Discards a card that may still be laid in this leg, and keeps one that a safety has made good for nothing."""
    if move.kind is not MoveKind.DISCARD or move.card is None or _is_dead(o, move.card):
        return False
    return any(_is_dead(o, card) for card in o.hand)


def attacks_for_nothing(o: Observation, move: Move) -> bool:
    """Lays a stop on a side that stands without it."""
    return move.side is not None and move.card is _STOP and not o.sides[move.side].rolling


def passes_up_win(o: Observation, move: Move) -> bool:
    """Could lay exactly what is left to the distance, and lays neither that nor a safety."""
    own = o.sides[o.side]
    if move.kind not in (MoveKind.LAY, MoveKind.DISCARD):
        return False
    if move.kind is MoveKind.LAY and (move.card in SAFETIES or _arrives(o, move, own.km)):
        return False
    return any(_arrives(o, m, own.km) for m in o.legal)


def throws_long_distance(o: Observation, move: Move) -> bool:
    """Discards a 100 or 200 that it could drive."""
    card = move.card
    if move.kind is not MoveKind.DISCARD or card is None or card.km < _LONG_KM:
        return False
    return any(m.kind is MoveKind.LAY and m.card is card for m in o.legal)


ABSURD: Final = MappingProxyType[str, Callable[[Observation, Move], bool]](
    {
        "throws safety": throws_safety,
        "declines": declines,
        "throws way out": throws_way_out,
        "stays put": stays_put,
        "keeps dead card": keeps_dead_card,
        "attacks for nothing": attacks_for_nothing,
        "passes up win": passes_up_win,
        "throws long distance": throws_long_distance,
    }
)
"""By name, as the arena prints it."""


def absurdity(o: Observation, move: Move) -> str | None:
    """The name of the first of them that the move is, None if it is none or nothing else is legal."""
    if len(o.legal) == 1:
        return None
    return next((name for name, is_so in ABSURD.items() if is_so(o, move)), None)


def _arrives(o: Observation, move: Move, km: int) -> bool:
    return move.kind is MoveKind.LAY and move.card is not None and bool(move.card.km) and km + move.card.km == o.target


def _is_dead(o: Observation, card: Card) -> bool:
    """Whether a safety laid makes it good for nothing: on the own side for a remedy, on all others for a hazard."""
    if card.family is Family.REMEDY:
        return _safety_against(card) in o.sides[o.side].safeties
    if card.family is Family.HAZARD:
        others = (side for number, side in enumerate(o.sides) if number != o.side)
        return all(SAFETY_AGAINST[card] in side.safeties for side in others)
    return False


def _safety_against(remedy: Card) -> Card:
    return SAFETY_AGAINST[HAZARDS[REMEDIES.index(remedy)]]

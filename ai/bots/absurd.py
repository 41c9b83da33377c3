"""Moves that a person would call absurd, by name: whatever else was to be done, not this.

Only what lies open and the own hand count, so anybody who looks on with that hand would agree. A weak driver judges
badly; from *steady* on none does any of these. The arena counts them for every player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from ai.information_state import is_useless
from ai.search.sensible import declines, gets_going, stops_for_nothing, throws_safety
from game.engine.cards import REMEDIES, SAFETIES, Card
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.tables import state_of

_LONG_KM: Final = 100


def throws_way_out(o: Observation, move: Move) -> bool:
    """Discards its only copy of what gets its side out of where it stands, or of its limit."""
    if move.kind is not MoveKind.DISCARD or move.card is None or o.hand.count(move.card) > 1:
        return False
    return any(m.kind is MoveKind.LAY and m.card is move.card and m.card in REMEDIES for m in o.legal)


def stays_put(o: Observation, move: Move) -> bool:
    """Discards where it could lay what its battle pile needs."""
    return move.kind is MoveKind.DISCARD and any(gets_going(m) for m in o.legal)


def keeps_dead_card(o: Observation, move: Move) -> bool:
    """Discards a card that may still be laid in this leg, and keeps one that a safety has made good for nothing."""
    if move.kind is not MoveKind.DISCARD or move.card is None:
        return False
    states = _states(o)
    return not _is_dead(o, move.card, states) and any(_is_dead(o, card, states) for card in o.hand)


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
        "throws safety": lambda _, move: throws_safety(move),
        "declines": lambda _, move: declines(move),
        "throws way out": throws_way_out,
        "stays put": stays_put,
        "keeps dead card": keeps_dead_card,
        "attacks for nothing": lambda o, move: stops_for_nothing(move, _states(o)),
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


def _is_dead(o: Observation, card: Card, states: Sequence[int]) -> bool:
    """Whether a safety laid makes it good for nothing: on the own side for a remedy, on all others for a hazard."""
    return not card.km and is_useless(card, states, (), o.side)


def _states(o: Observation) -> list[int]:
    return [state_of(side.battle, side.speed, side.safeties) for side in o.sides]

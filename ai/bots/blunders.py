"""Moves that any experienced player would call a blunder, by name.

They are recognized from the cards on the table and the player's own hand. Only bots of the level *beginner* make such
moves. The arena counts them for every player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from ai.information_state import is_useless
from ai.search.pruning import is_decline, is_needed_remedy, is_safety_discard, is_useless_stop
from game.engine.cards import REMEDIES, SAFETIES, Card
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import load_rules
from game.engine.tables import start_state_of, states_of

_LONG_KM: Final = 100


def discards_needed_remedy(o: Observation, move: Move) -> bool:
    """Return whether the move discards the only copy in hand of a remedy, or end of limit, that the side needs now."""
    if move.kind is not MoveKind.DISCARD or move.card is None or o.hand.count(move.card) > 1:
        return False
    return any(m.kind is MoveKind.LAY and m.card is move.card and m.card in REMEDIES for m in o.legal)


def discards_instead_of_remedy(o: Observation, move: Move) -> bool:
    """Return whether the move discards a card although the remedy that the battle pile needs could be laid."""
    return move.kind is MoveKind.DISCARD and any(is_needed_remedy(m) for m in o.legal)


def keeps_useless_card(o: Observation, move: Move) -> bool:
    """Return whether the move discards a possibly useful card although the hand has one that safeties made useless."""
    if move.kind is not MoveKind.DISCARD or move.card is None:
        return False
    states = _states(o)
    return not _is_dead(o, move.card, states) and any(_is_dead(o, card, states) for card in o.hand)


def passes_up_win(o: Observation, move: Move) -> bool:
    """Return whether the seat could win the leg with a distance card, but the move neither wins nor lays a safety."""
    own = o.sides[o.side]
    if move.kind not in (MoveKind.LAY, MoveKind.DISCARD):
        return False
    if move.kind is MoveKind.LAY and (move.card in SAFETIES or _arrives(o, move, own.km)):
        return False
    return any(_arrives(o, m, own.km) for m in o.legal)


def discards_playable_long_distance(o: Observation, move: Move) -> bool:
    """Return whether the move discards a 100 or 200 that could be laid."""
    card = move.card
    if move.kind is not MoveKind.DISCARD or card is None or card.km < _LONG_KM:
        return False
    return any(m.kind is MoveKind.LAY and m.card is card for m in o.legal)


BLUNDERS: Final = MappingProxyType[str, Callable[[Observation, Move], bool]](
    {
        "throws safety": lambda _, move: is_safety_discard(move),
        "declines": lambda _, move: is_decline(move),
        "throws way out": discards_needed_remedy,
        "stays put": discards_instead_of_remedy,
        "keeps dead card": keeps_useless_card,
        "attacks for nothing": lambda o, move: is_useless_stop(move, _states(o)),
        "passes up win": passes_up_win,
        "throws long distance": discards_playable_long_distance,
    }
)
"""For each blunder's name, which the arena prints, the function that returns whether a move is that blunder."""


def blunder_name(o: Observation, move: Move) -> str | None:
    """Return the name of the blunder that the move is, or None if it is none or if no other move is legal."""
    if len(o.legal) == 1:
        return None
    return next((name for name, is_so in BLUNDERS.items() if is_so(o, move)), None)


def _arrives(o: Observation, move: Move, km: int) -> bool:
    return move.kind is MoveKind.LAY and move.card is not None and bool(move.card.km) and km + move.card.km == o.target


def _is_dead(o: Observation, card: Card, states: Sequence[int]) -> bool:
    """Return whether safeties have made a remedy (by the own safety) or a hazard (by all other sides') useless."""
    return not card.km and is_useless(card, states, (), o.side)


def _states(o: Observation) -> list[int]:
    return states_of(o.sides, start_state_of(load_rules(o.rules), o.options))

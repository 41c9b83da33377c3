"""Pruning rules, which leave out moves that no attentive player would make.

The search compares only the remaining moves, and the rollout policy chooses among them; ``bots.blunders`` is a similar
list. Hot code: ints and lists (tables.py explains why).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ai.information_state import InformationState, is_useless
from game.engine.cards import END_OF_LIMIT, HAZARDS, REMEDIES, SAFETY_AGAINST, STOP, Card
from game.engine.moves import Move, MoveKind
from game.engine.tables import FIRST_SAFETY, CompiledRules, is_rolling

_REMEDIES: Final = frozenset(REMEDIES)
_LAY: Final = MoveKind.LAY
_DISCARD: Final = MoveKind.DISCARD


def candidate_moves(information: InformationState, legal: Sequence[Move]) -> list[Move]:
    """Return the legal moves that may be the best one, in their order; there is at least one.

    A coup fourré is never declined: it brings points and the turn, and the card has no better use. A safety whose
    hazards have all been seen is laid before any card is discarded. ``prune_moves`` has the other rules.
    """
    if len(legal) == 1:
        return list(legal)
    legal = [move for move in legal if not is_decline(move)]
    if any(move.kind is _LAY and _is_obsolete_safety(move.card, information.unseen) for move in legal):
        legal = [move for move in legal if move.kind is not _DISCARD]
    return prune_moves(legal, information.compiled_rules, information.states, information.progress, information.side)


def prune_moves(
    legal: Sequence[Move], table: CompiledRules, states: Sequence[int], progress: Sequence[int], side: int
) -> list[Move]:
    """Return those of ``legal``, the moves in a side's turn, that may be the best one; there is at least one.

    A stop is not laid on a side that is not rolling. A seat that can lay the remedy that its side needs discards
    nothing. A safety is never discarded. A seat with a useless card discards no other card, unless cards left in hand
    cost points.
    """
    moves = [move for move in legal if not is_useless_stop(move, states)]
    if any(is_needed_remedy(move) for move in moves):
        return [move for move in moves if move.kind is not _DISCARD]
    moves = [move for move in moves if not is_safety_discard(move)]
    if not table.rules.points.left_in_hand:
        for waste in moves:
            if waste.kind is _DISCARD and waste.card is not None and is_useless(waste.card, states, progress, side):
                return [move for move in moves if move.kind is not _DISCARD or move is waste]
    return moves or list(legal)


def is_decline(move: Move) -> bool:
    """Return whether the move declines a coup fourré."""
    return move.kind is MoveKind.DECLINE


def is_safety_discard(move: Move) -> bool:
    """Return whether the move discards a safety."""
    return move.kind is _DISCARD and move.card is not None and move.card.index >= FIRST_SAFETY


def is_useless_stop(move: Move, states: Sequence[int]) -> bool:
    """Return whether the move lays a stop on a side that is not rolling."""
    return move.side is not None and move.card is STOP and not is_rolling(states[move.side])


def is_needed_remedy(move: Move) -> bool:
    """Return whether the move, which must be legal, lays the remedy that the own battle pile needs."""
    return move.kind is _LAY and move.card in _REMEDIES and move.card is not END_OF_LIMIT


def _is_obsolete_safety(card: Card | None, unseen: Sequence[int]) -> bool:
    """Return whether the card is a safety whose hazards have all been seen, so that keeping it is pointless."""
    if card is None or card.index < FIRST_SAFETY:
        return False
    return not any(unseen[hazard.index] for hazard in HAZARDS if SAFETY_AGAINST[hazard] is card)

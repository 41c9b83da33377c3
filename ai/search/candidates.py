"""Which legal moves are worth a thought: what another move always beats is left out before anything is reckoned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ai.information_state import Sight
from game.engine.cards import HAZARDS, REMEDIES, REMEDY_FOR, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.tables import FIRST_SAFETY, SAFETY_BIT, TWO_200S, is_rolling

_GO_ON: Final = frozenset(remedy for remedy in REMEDIES if remedy.id != "end_of_limit")
_STOP: Final = HAZARDS[0]
_LIMITED_CARD_KM: Final = 200
_HAZARD_ANSWERED: Final = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


def candidates(sight: Sight, legal: Sequence[Move]) -> list[Move]:
    """The legal moves that may be best, in their order; at least one.

    A coup fourré is never declined (points and the turn, for a card that has no better use); a safety is never
    discarded; who can lay what gets the side going discards nothing; and while a card is held that can't be of any
    use in this leg, nothing else is discarded. A stop does nothing to a side that stands without it.
    """
    if len(legal) == 1:
        return list(legal)
    if legal[0].kind in (MoveKind.COUP_FOURRE, MoveKind.DECLINE):
        return [move for move in legal if move.kind is MoveKind.COUP_FOURRE]
    legal = [m for m in legal if m.side is None or m.card is not _STOP or is_rolling(sight.states[m.side])]
    if any(move.kind is MoveKind.LAY and move.card in _GO_ON for move in legal):
        return [move for move in legal if move.kind is not MoveKind.DISCARD]
    kept = [move for move in legal if move.kind is not MoveKind.DISCARD or _index(move) < FIRST_SAFETY] or list(legal)
    if sight.table.rules.points.left_in_hand:
        return kept
    waste = [move for move in kept if move.kind is MoveKind.DISCARD and is_waste(sight, move.card)]
    if not waste:
        return kept
    return [move for move in kept if move.kind is not MoveKind.DISCARD or move is waste[0]]


def is_waste(sight: Sight, card: Card | None) -> bool:
    """Whether a card can't be laid any more in this leg: a safety made it pointless, or two 200s are laid."""
    if card is None or card.family is Family.SAFETY:
        return False
    if card.family is Family.DISTANCE:
        return card.km == _LIMITED_CARD_KM and bool(sight.ways[sight.side] & TWO_200S)
    hazard = card if card.family is Family.HAZARD else _HAZARD_ANSWERED[card]
    bit = SAFETY_BIT[HAZARDS.index(hazard)]
    if card.family is Family.REMEDY:
        return bool(sight.states[sight.side] & bit)
    return all(state & bit for side, state in enumerate(sight.states) if side != sight.side)


def _index(move: Move) -> int:
    return move.card.index if move.card is not None else -1

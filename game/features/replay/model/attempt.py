"""A decision that the player makes once more: which answers are right, and what a wrong one would have cost."""

from __future__ import annotations

from collections.abc import Sequence

from ai.information_state import InformationState
from ai.search.determinization import any_world
from game.engine.cards import Card
from game.engine.errors import Refusal
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.features.replay.model.review import Judgement

RIGHT_WITHIN_POINTS = 10.0
"""An answer at most this many points worse than the best move is right, because nobody could tell them apart."""
_FEW = 2
"""So many moves are left by the last step of help."""
MOST_MISSES = 3
"""After this many wrong answers, the right one is shown."""


def is_right(judgement: Judgement, move: Move) -> bool:
    """Return whether a move is at most ``RIGHT_WITHIN_POINTS`` points worse than the best one."""
    return points_below_best(judgement, move) <= RIGHT_WITHIN_POINTS


def points_below_best(judgement: Judgement, move: Move) -> float:
    """Return how many points a move is worse than the best one."""
    worth = next(value.points for value in judgement.values if value.move is move)
    return judgement.best.points - worth


class Attempt:
    """A decision while the player makes it again. ``is_over`` becomes true when it is found or its answer was shown.

    ``seen`` is what the seat saw, ``judgement`` has the values of all moves. ``wrong_moves`` are the wrong answers;
    with ``tells_played`` they include the move once played, except for a yes-or-no question, which hides that move and
    allows only one answer. ``has_tip`` is true once the player was told where to look.
    """

    def __init__(self, seen: Observation, judgement: Judgement, *, tells_played: bool) -> None:
        self.seen = seen
        self.judgement = judgement
        self.is_question = seen.phase is not Phase.TURN
        self.tells_played = tells_played and not self.is_question
        self.wrong_moves: list[Move] = [judgement.played.move] if self.tells_played else []
        self.chosen: Move | None = None
        self.has_tip = False
        self.narrowed_to: frozenset[Move] = frozenset()
        self.solved = self.is_over = False
        self.misses = 0

    def answer(self, move: Move) -> bool:
        """Answer with a legal move; return whether it is right."""
        self.chosen = move
        self.solved = is_right(self.judgement, move)
        if not self.solved and move not in self.wrong_moves:
            self.wrong_moves.append(move)
            self.misses += 1
        self.is_over = self.solved or self.misses >= (1 if self.is_question else MOST_MISSES)
        return self.solved

    @property
    def can_help(self) -> bool:
        """Whether a step of help is left: first a tip, then only two moves to choose from."""
        is_narrow = bool(self.narrowed_to) or len(self.seen.legal) <= _FEW
        return not (self.is_over or self.is_question or (self.has_tip and is_narrow))

    def help(self) -> None:
        """Take the next step of help: the tip, then leave only the best move and a wrong one to choose from."""
        if self.has_tip:
            self.narrowed_to = best_and_decoy(self.judgement, self.wrong_moves)
        self.has_tip = True

    def reveal(self) -> None:
        """End the attempt, so that the answer is shown."""
        self.chosen, self.is_over = None, True

    def points_lost(self, move: Move) -> int:
        """Return how many points a wrong move loses compared with the best one, rounded, at least 1."""
        return max(1, round(points_below_best(self.judgement, move)))

    def why_not(self, move: Move) -> Refusal | None:
        """Return the reason why a move is not legal, or None if it is legal."""
        if move in self.seen.legal:
            return None
        leg = any_world(InformationState.of(self.seen))  # hidden cards never decide whether a move is possible
        return leg.refusal_for(move)

    def is_tried_out(self, card: Card) -> bool:
        """Return whether no further answer with this card makes sense.

        That is so if all plays of the card, or all discards of an unplayable card, were tried and no other move with it
        is right. When two moves are left, it is so for all cards but those of the two moves left.
        """
        if self.narrowed_to:
            return all(move.card is not card for move in self.narrowed_to)
        moves = [move for move in self.seen.legal if move.card is card]
        laying = [move for move in moves if move.kind is not MoveKind.DISCARD]
        has_more = any(move not in self.wrong_moves and is_right(self.judgement, move) for move in moves)
        return bool(moves) and set(self.wrong_moves).issuperset(laying or moves) and not has_more


def best_and_decoy(judgement: Judgement, tried: Sequence[Move]) -> frozenset[Move]:
    """Return the best move and the best wrong one: preferably one not tried yet, and with another card."""
    best = judgement.best.move
    wrong = [value.move for value in judgement.values if not is_right(judgement, value.move)]
    return frozenset({best, min(wrong, key=lambda move: (move in tried, move.card is best.card))})

"""Texts of the puzzles: where a puzzle is from, the move once played, the question and the result."""

from __future__ import annotations

from game.engine.events import Attacked, Event, ExtensionAsked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.features.puzzles.model import Puzzle, PuzzleAttempt
from game.features.review.words import action_words, points_lost_words, why_words
from game.i18n import _, _p, capital
from game.i18n.punctuation import join_with_dots, with_full_stop
from game.words.advice import advice
from game.words.log import log_line
from game.words.matches import day_in_short
from game.words.names import Names
from game.words.vocabulary import card_name, term


def source_words(puzzle: Puzzle) -> str:
    """Return where a puzzle is from: the date of the match and the turn, or that it comes with the game."""
    if puzzle.is_shipped:
        return _("Comes with the game")
    if not puzzle.begun_s:
        return _("Turn {n}", n=puzzle.turn)
    return _("Race of {date}, turn {n}", date=day_in_short(puzzle.begun_s, puzzle.begun_offset_s), n=puzzle.turn)


def puzzle_words(puzzle: Puzzle) -> str:
    """Return the text that a screen reader says for a puzzle in the list."""
    played = [card_name(puzzle.card, puzzle.rules)] if puzzle.card is not None else []
    return join_with_dots([source_words(puzzle), *played, points_lost_words(puzzle.points_lost)])


def move_words(move: Move, names: Names, rules_id: str) -> str:
    """Return a move as a short text that begins with a capital letter."""
    return advice(move, names, rules_id) or capital(action_words(move, names, rules_id))


def heading_words(attempt: PuzzleAttempt) -> str:
    """Return the heading of a puzzle: the question or, when the attempt is over, the result."""
    if attempt.solved:
        return _("Right!")
    if attempt.is_over:
        return _("This was better")
    if attempt.is_question:
        return _question(attempt.seen)
    return _("What was better?")


def ask_words(attempt: PuzzleAttempt, names: Names) -> str:
    """Return what the player is asked to do or, after a wrong answer, what that answer would have cost."""
    if attempt.chosen is not None and not attempt.solved:
        return miss_words(attempt, attempt.chosen)
    if attempt.is_question:
        return " ".join((_what_happened(attempt.seen, names), _question(attempt.seen)))
    asked = _("Choose a card and where it goes.")
    return asked if attempt.puzzle.is_shipped else " ".join((_("You see what you saw then."), asked))


def _question(seen: Observation) -> str:
    """Return the yes-or-no question of the decision as a single word with a question mark."""
    return _("{extension}?", extension=capital(term(seen.phase.value, seen.rules)))


def yes_or_no(move: Move) -> str:
    """Return "Yes" or "No" for a move that answers a yes-or-no question."""
    return _p("answer", "Yes") if move.kind in (MoveKind.COUP_FOURRE, MoveKind.EXTEND) else _p("answer", "No")


def _what_happened(seen: Observation, names: Names) -> str:
    """Return a sentence about the event that led to the question: the finish was reached, or an attack was played."""
    event: Event = ExtensionAsked(seen.seat)
    if seen.phase is Phase.COUP_FOURRE:
        attack = seen.moves[-1]
        assert attack.card is not None
        assert attack.side is not None
        event = Attacked(attack.seat, attack.side, attack.card, attack.card.pile)
    return with_full_stop(log_line(event, names, seen.rules) or "")


def played_move_label(attempt: PuzzleAttempt) -> str:
    """Return the label above the move once played, which was the person's own unless the puzzle comes with the game."""
    return _("What was played") if attempt.puzzle.is_shipped else _("Your move then")


def miss_words(attempt: PuzzleAttempt, move: Move) -> str:
    """Return how many points a wrong answer would have cost, and that the player may try again."""
    return " ".join((with_full_stop(points_lost_words(attempt.points_lost(move))), _("Another try!")))


def answer_words(attempt: PuzzleAttempt, names: Names) -> tuple[str, str]:
    """Return the best move and the reason for it, as two texts.

    If the player's move was another right one, return that move and the best move it is as good as.
    """
    judgement, rules_id = attempt.judgement, attempt.seen.rules
    best, why = judgement.best.move, why_words(judgement, names, rules_id)
    if attempt.solved and attempt.chosen not in (None, best):
        return move_words(attempt.chosen or best, names, rules_id), _(
            "As good as: {move}.", move=move_words(best, names, rules_id)
        ) + " " + why
    return move_words(best, names, rules_id), why

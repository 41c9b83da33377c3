"""Texts of the puzzles: source, move played then, question and result."""

from __future__ import annotations

from game.engine.events import Attacked, Event, ExtensionAsked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.features.puzzles.model import Puzzle, PuzzleAttempt
from game.features.review.words import action_words, points_lost_words, why_words
from game.i18n import _, _p, capital
from game.i18n.punctuation import join_with_dots, sentence
from game.words.advice import advice
from game.words.log import log_line
from game.words.matches import day_in_short
from game.words.names import Names
from game.words.vocabulary import card_name, term


def source_words(puzzle: Puzzle) -> str:
    """Return the race and the turn that a puzzle is from."""
    if puzzle.is_shipped:
        return _("Comes with the game")
    if not puzzle.begun_s:
        return _("Turn {n}", n=puzzle.turn)
    return _("Race of {date}, turn {n}", date=day_in_short(puzzle.begun_s, puzzle.begun_offset_s), n=puzzle.turn)


def puzzle_words(puzzle: Puzzle) -> str:
    """Return all that is said of a puzzle before it is opened."""
    played = [card_name(puzzle.card, puzzle.rules)] if puzzle.card is not None else []
    return join_with_dots([source_words(puzzle), *played, points_lost_words(puzzle.points_lost)])


def move_words(move: Move, names: Names, rules_id: str) -> str:
    """Return a move, as short as a heading."""
    return advice(move, names, rules_id) or capital(action_words(move, names, rules_id))


def heading_words(attempt: PuzzleAttempt) -> str:
    """Return the question or the result."""
    if attempt.solved:
        return _("Right!")
    if attempt.is_over:
        return _("This was better")
    if attempt.is_question:
        return _question(attempt.seen)
    return _("What was better?")


def ask_words(attempt: PuzzleAttempt, names: Names) -> str:
    """Return the task, or what the last answer cost."""
    if attempt.chosen is not None and not attempt.solved:
        return miss_words(attempt, attempt.chosen)
    if attempt.is_question:
        return " ".join((_what_happened(attempt.seen, names), _question(attempt.seen)))
    asked = _("Choose a card and where it goes.")
    return asked if attempt.puzzle.is_shipped else " ".join((_("You see what you saw then."), asked))


def _question(seen: Observation) -> str:
    """Return the question, in a word."""
    return _("{extension}?", extension=capital(term(seen.phase.value, seen.rules)))


def yes_or_no(move: Move) -> str:
    """Return the answer to a question that a move stands for, in a word."""
    return _p("answer", "Yes") if move.kind in (MoveKind.COUP_FOURRE, MoveKind.EXTEND) else _p("answer", "No")


def _what_happened(seen: Observation, names: Names) -> str:
    """Return what came before a question: the finish was reached, or an attack can be answered."""
    event: Event = ExtensionAsked(seen.seat)
    if seen.phase is Phase.COUP_FOURRE:
        attack = seen.moves[-1]
        assert attack.card is not None
        assert attack.side is not None
        event = Attacked(attack.seat, attack.side, attack.card, attack.card.pile)
    return sentence(log_line(event, names, seen.rules) or "")


def played_label(attempt: PuzzleAttempt) -> str:
    """Return the label of the move played then: the person’s own, unless the puzzle comes with the game."""
    return _("What was played") if attempt.puzzle.is_shipped else _("Your move then")


def miss_words(attempt: PuzzleAttempt, move: Move) -> str:
    """Return what a wrong answer would have cost, and that another try is free."""
    return " ".join((sentence(points_lost_words(attempt.points_lost(move))), _("Another try!")))


def answer_words(attempt: PuzzleAttempt, names: Names) -> tuple[str, str]:
    """Return the best move, and why; for an answer as good as that, the answer and what it equals."""
    judgement, rules_id = attempt.judgement, attempt.seen.rules
    best, why = judgement.best.move, why_words(judgement, names, rules_id)
    if attempt.solved and attempt.chosen not in (None, best):
        return move_words(attempt.chosen or best, names, rules_id), _(
            "As good as: {move}.", move=move_words(best, names, rules_id)
        ) + " " + why
    return move_words(best, names, rules_id), why

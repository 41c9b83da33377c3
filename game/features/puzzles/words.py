"""Puzzles in words: where one is from, what was done then, what is asked, and what became of the answer."""

from __future__ import annotations

from game.engine.events import Attacked, Event, ExtensionAsked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.features.puzzles.model import Attempt, Puzzle
from game.features.review.words import deed_words, points_lost_words, why_words
from game.i18n import _, _p, capital
from game.i18n.punctuation import facts, sentence
from game.words.advice import advice
from game.words.log import log_line
from game.words.matches import day_in_short
from game.words.names import Names
from game.words.vocabulary import card_name, term


def source_words(puzzle: Puzzle) -> str:
    """Which race a puzzle is from, and which turn of it."""
    if puzzle.is_shipped:
        return _("Comes with the game")
    if not puzzle.begun_s:
        return _("Turn {n}", n=puzzle.turn)
    return _("Race of {date}, turn {n}", date=day_in_short(puzzle.begun_s, puzzle.begun_offset_s), n=puzzle.turn)


def puzzle_words(puzzle: Puzzle) -> str:
    """All that is told of a puzzle before it is opened."""
    played = [card_name(puzzle.card, puzzle.rules)] if puzzle.card is not None else []
    return facts([source_words(puzzle), *played, points_lost_words(puzzle.points_lost)])


def move_words(move: Move, names: Names, rules_id: str) -> str:
    """A move as short as a heading."""
    return advice(move, names, rules_id) or capital(deed_words(move, names, rules_id))


def heading_words(attempt: Attempt) -> str:
    """What is asked, or what became of it."""
    if attempt.solved:
        return _("Right!")
    if attempt.is_over:
        return _("This was better")
    if attempt.is_question:
        return _question(attempt.seen)
    return _("What was better?")


def ask_words(attempt: Attempt, names: Names) -> str:
    """What is to be done, or what the last answer was worth."""
    if attempt.chosen is not None and not attempt.solved:
        return miss_words(attempt, attempt.chosen)
    if attempt.is_question:
        return " ".join((_what_happened(attempt.seen, names), _question(attempt.seen)))
    asked = _("Choose a card and where it goes.")
    return asked if attempt.puzzle.is_shipped else " ".join((_("You see what you saw then."), asked))


def _question(seen: Observation) -> str:
    """What is asked, in a word."""
    return _("{extension}?", extension=capital(term(seen.phase.value, seen.rules)))


def yes_or_no(move: Move) -> str:
    """The answer that a move is to a question, as short as can be."""
    return _p("answer", "Yes") if move.kind in (MoveKind.COUP_FOURRE, MoveKind.EXTEND) else _p("answer", "No")


def _what_happened(seen: Observation, names: Names) -> str:
    """What a question follows: the finish was reached, or an attack can be answered."""
    event: Event = ExtensionAsked(seen.seat)
    if seen.phase is Phase.COUP_FOURRE:
        attack = seen.moves[-1]
        assert attack.card is not None
        assert attack.side is not None
        event = Attacked(attack.seat, attack.side, attack.card, attack.card.pile)
    return sentence(log_line(event, names, seen.rules) or "")


def played_by_words(attempt: Attempt) -> str:
    """What the move that was made is called: the person’s own, unless the puzzle comes with the game."""
    return _("What was played") if attempt.puzzle.is_shipped else _("Your move then")


def miss_words(attempt: Attempt, move: Move) -> str:
    """What a wrong answer would have cost, and that another try is free."""
    return " ".join((sentence(points_lost_words(attempt.points_lost(move))), _("Another try!")))


def answer_told(attempt: Attempt, names: Names) -> tuple[str, str]:
    """The best move, and why; of an answer that is as good that as well."""
    judgement, rules_id = attempt.judgement, attempt.seen.rules
    best, why = judgement.best.move, why_words(judgement, names, rules_id)
    if attempt.solved and attempt.chosen not in (None, best):
        return move_words(attempt.chosen or best, names, rules_id), _(
            "As good as: {move}.", move=move_words(best, names, rules_id)
        ) + " " + why
    return move_words(best, names, rules_id), why

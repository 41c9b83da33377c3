"""Texts of the puzzles: where a puzzle is from, and what it cost."""

from __future__ import annotations

from game.features.puzzles.model import Puzzle
from game.features.replay.words import points_lost_words
from game.i18n import _
from game.i18n.punctuation import join_with_dots
from game.words.matches import day_in_short
from game.words.vocabulary import card_name


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

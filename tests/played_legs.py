"""Kept matches whose legs were played by chance, the same for the same seed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from game.engine.match import Match
from game.engine.moves import MoveKind
from game.engine.rules import Seating
from game.engine.setup import DEFAULT_OPTIONS, MatchSetup, Options
from game.match.match_file import SavedLeg, SavedMatch
from game.people.players import DRIVERS, HUMAN, bot

SHORTEST = 73
"""With this seed the first leg of two is over after 24 moves."""


@cache
def played_match(
    rules: str = "winning_moves", seats: int = 4, seating: Seating = Seating.SOLO, *, legs: int = 2, seed: int = 3,
    options: Options = DEFAULT_OPTIONS,
) -> SavedMatch:  # fmt: skip
    """A match of three legs of which so many were played, rather by laying than by discarding; seat 0 is the person."""
    rng = Random(seed)
    setup = replace(MatchSetup.from_booklet(rules, seating, seats, options), target_score=None, legs=3)
    match = Match(setup, 1)
    for _ in range(legs):
        leg = match.deal(match.shuffled_deck(rng))
        while not leg.is_over:
            legal = sorted(leg.legal_moves(), key=lambda move: move.text)
            useful = [move for move in legal if move.kind is not MoveKind.DISCARD]
            leg.apply(rng.choice(useful if useful and rng.random() < 0.9 else legal))
        match.add_finished_leg(leg)
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[1:seats]))
    kept = tuple(SavedLeg(result.record) for result in match.results)
    return SavedMatch(setup, players, seed, 1, kept, totals=match.totals)

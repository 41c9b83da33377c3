"""Kept matches of every kind for the Roadbook, with the dates of one year that is over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from game.engine.match import Match
from game.engine.moves import Move, MoveKind
from game.engine.record import Record
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.people.players import DRIVERS, HUMAN, LEVELS, bot, with_person_seated
from game.people.profiles import Profile
from game.settings.user_files import UserFiles

DAY_S = 86_400
NOVEMBER_S = 1_731_500_000
"""A day in November 2024."""


@cache
def played(setup: MatchSetup, seed: int = 1, *, moves: int | None = None) -> SavedMatch:
    """A match by lot: played to its end, or so many moves of it."""
    match, rng, legs, left = Match(setup, 0), Random(seed), [], moves
    while not match.is_over and (left is None or left > 0):
        leg = match.deal(match.shuffled_deck(rng))
        while not leg.is_over and (left is None or left > 0):
            leg.apply(_sensible(leg.legal_moves(), rng))
            left = None if left is None else left - 1
        legs.append(SavedLeg(Record.of(leg)))
        if leg.is_over:
            match.add_finished_leg(leg)
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[1 : setup.seats]), *(bot(DRIVERS[0]),))[: setup.seats]
    when_s = NOVEMBER_S + seed * DAY_S
    told = SavedMatch(setup, players, seed, 0, tuple(legs), allows_take_backs=True, begun_s=when_s, saved_s=when_s)
    return replace(told, totals=tuple(match.totals), winner=match.winner)


def _sensible(moves: Sequence[Move], rng: Random) -> Move:
    """A card laid if one can be, so that the cars get on."""
    laid = [move for move in moves if move.kind is not MoveKind.DISCARD]
    return rng.choice(laid or moves)


def season() -> dict[str, SavedMatch]:
    """Twenty matches that are over, against every level and a mixed table, one of them with a take-back."""
    saved = {}
    for n in range(20):
        seats, rules = (4, "winning_moves") if n % 3 else (3, "dujardin")
        match = played(MatchSetup(rules, Seating.SOLO, seats, legs=4), 30 + n)
        levels = [LEVELS[n % 4]] * 3 if n % 5 else ["beginner", "master", "skilled"]
        drivers = [DRIVERS[(n + seat) % 5 + 1] for seat in range(3)]
        bots = [bot(driver, level=level) for driver, level in zip(drivers, levels, strict=True)]
        saved[f"s{n:02}"] = replace(match, players=(HUMAN, *bots[: seats - 1]))
    last = saved["s19"]
    legs = (*last.legs[:-1], replace(last.legs[-1], taken_back=(1,)))
    return saved | {"s19": replace(last, legs=legs)}


def fill_season(files: UserFiles, profile: Profile | None = None) -> None:
    """Put the season among the kept matches, played by the person with that profile."""
    _put(files, season(), profile)


def _put(files: UserFiles, matches: dict[str, SavedMatch], profile: Profile | None) -> None:
    files.matches.mkdir(parents=True, exist_ok=True)
    for id, saved in matches.items():
        players = with_person_seated(saved.players, profile)
        files.match_path(id).write_bytes(replace(saved, players=players).to_bytes())


def kept() -> dict[str, SavedMatch]:
    """The matches by their ids: running and over, of two to six seats, named and not."""
    solo, teams = Seating.SOLO, Seating.TEAMS
    running = played(MatchSetup("winning_moves", solo, 4, target_score=5000), 9, moves=150)
    return {
        "a": replace(running, name="Sunday’s round"),
        "b": played(MatchSetup("mille_miglia", solo, 6, target_score=5000), 8, moves=60),
        "c": replace(played(MatchSetup("dujardin", solo, 2, legs=3), 7), name="Duel with Carla, second try"),
        "d": played(MatchSetup("piatnik", teams, 4, legs=2), 6),
        "e": replace(played(MatchSetup("winning_moves", solo, 4, legs=1), 5), kind=MatchKind.DEAL),
        "f": replace(played(MatchSetup("winning_moves", solo, 3, legs=1), 4), kind=MatchKind.PRACTICE),
        "g": played(MatchSetup("winning_moves", solo, 2, legs=1), 3),
    }


def fill(files: UserFiles, profile: Profile | None = None) -> None:
    """Put them all among the kept matches, and a file that cannot be read."""
    _put(files, kept(), profile)
    files.file_path("h.broken-1").write_text(json.dumps({"format": "none"}))

"""Matches that stand right before something happens: a deal, an attack's answer, an extension, the end of a leg."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.observation import Phase
from game.engine.record import Record
from game.engine.setup import MatchSetup
from game.match.match_file import SavedLeg, SavedMatch
from game.people.players import DRIVERS, HUMAN, bot
from tests.table.random_legs import by_chance

LEGS = 12


@cache
def situations(setup: MatchSetup) -> tuple[SavedMatch, ...]:
    """Matches in their first leg of that setup, the person in seat 0; as many of each kind as of every other."""
    kinds: dict[str, list[SavedMatch]] = {}
    for seed in range(LEGS):
        for kind, saved in _of_a_leg(setup, seed):
            kinds.setdefault(kind, []).append(saved)
    most = max(map(len, kinds.values()))
    return tuple(saved for found in kinds.values() for saved in (found * most)[:most])


def _of_a_leg(setup: MatchSetup, seed: int) -> Iterator[tuple[str, SavedMatch]]:
    rng = Random(seed)
    match = Match.with_random_dealer(setup, rng)
    leg = match.deal(match.shuffled_deck(rng))
    start = SavedMatch(setup, (HUMAN, *(bot(driver) for driver in DRIVERS[1 : setup.seats])), seed, match.dealer)
    records = [Record.of(leg)]
    while not leg.is_over:
        kind = _kind(leg)
        if kind:
            yield kind, replace(start, legs=(SavedLeg(records[-3 if len(records) > 2 else 0]),))
        assert leg.seat is not None
        leg.apply(by_chance(leg.observe(leg.seat, match.context), rng))
        records.append(Record.of(leg))
    yield "deal", replace(start, legs=(SavedLeg(records[0]),))
    yield "end", replace(start, legs=(SavedLeg(records[-2]),))
    yield "over", replace(start, legs=(SavedLeg(records[-1]),))


def _kind(leg: Leg) -> str | None:
    """What is asked of somebody, where that is no turn."""
    if leg.phase is Phase.TURN:
        return None
    return f"{leg.phase} of the person" if leg.seat == 0 else str(leg.phase)

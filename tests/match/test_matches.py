"""Whole matches through the session, without a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.errors import Refusal
from game.engine.events import Dealt, Drew, LegEnded
from game.engine.moves import move
from game.engine.observation import Phase
from game.engine.record import replay
from game.engine.rules import Seating
from game.match.bots.client import InlineBots
from game.match.plan import Plan
from game.match.progress import decision_seed
from game.match.running.seat_control import IllegalMoveError
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, Player, bot
from tests.match.harness import (
    Clock,
    QuickBots,
    bots_for,
    files_in,
    first_sensible,
    person_and_bots,
    run,
    setup_of,
)

TABLES = [
    ("winning_moves", 4, Seating.SOLO),
    ("piatnik", 6, Seating.TEAMS),
    ("dujardin", 4, Seating.TEAMS),
    ("mille_miglia", 5, Seating.SOLO),
]


def quick_bots(seats: int) -> tuple[Player, ...]:
    """Bots of the level that thinks least."""
    return tuple(bot(driver, level="beginner") for driver in DRIVERS[:seats])


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_bots_play_a_whole_match(rules: str, seats: int, seating: Seating, tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    clock = Clock()
    setup = setup_of(rules, seats, seating, legs=2)
    session = Session.new(Plan(setup, quick_bots(seats)), seed=3, files=files, clock=clock, bots=InlineBots())
    steps = run(session, clock)
    assert len(session.history) == session.observation.leg >= 2
    assert session.totals == tuple(
        sum(points) for points in zip(*((s.total for s in leg.scores) for leg in session.history), strict=True)
    )
    assert session.saved.winner == session.totals.index(max(session.totals))
    assert sum(isinstance(e, LegEnded) for step in steps for e in step.events) == len(session.history)
    assert session.pop_problems() == []


def test_default_match_goes_on_to_its_target(tmp_path: Path) -> None:
    clock = Clock()
    plan = Plan(setup_of(), (HUMAN, *quick_bots(4)[1:]))
    session = Session.new(plan, seed=1, clock=clock, bots=InlineBots())
    run(session, clock, person=first_sensible)
    assert max(session.totals) >= 5000


def test_step_shows_the_leg_as_its_events_left_it() -> None:
    clock = Clock()
    session = Session.new(Plan(setup_of(legs=1), person_and_bots(4)), seed=8, clock=clock, bots=QuickBots())
    steps = run(session, clock, person=first_sensible)
    assert isinstance(steps[0].events[0], Dealt)
    assert any(isinstance(event, Drew) for event in steps[0].events)
    assert [s.observation.draw_pile for s in steps] == sorted((s.observation.draw_pile for s in steps), reverse=True)
    assert steps[-1].observation.phase is Phase.OVER
    assert steps[-1].observation.scores == session.history[0].scores
    assert replay(session.history[0].record).scores == session.history[0].scores


def test_match_of_the_same_seed_is_the_same() -> None:
    results = []
    for _ in range(2):
        clock = Clock()
        session = Session.new(Plan(setup_of(legs=2), bots_for(4)), seed=11, clock=clock, bots=QuickBots())
        run(session, clock)
        results.append([leg.record for leg in session.history])
    assert results[0] == results[1]


def test_matches_with_no_seed_differ() -> None:
    decks = set()
    for _ in range(3):
        session = Session.new(Plan(setup_of(), bots_for(4)), clock=Clock(), bots=QuickBots())
        decks.add(session.observation.hand)
    assert len(decks) > 1


def test_person_may_play_legal_moves_only_and_only_when_asked() -> None:
    clock = Clock()
    session = Session.new(Plan(setup_of(), person_and_bots(4)), seed=2, clock=clock, bots=QuickBots())
    run(session, clock, until=lambda s: s.is_waiting_for_viewer, person=first_sensible)
    with pytest.raises(IllegalMoveError) as refused:
        session.play(move("0 km_200"))
    assert refused.value.reason in (Refusal.NOT_IN_HAND, Refusal.NOT_ROLLING)
    assert session.refusal_for(move("1 go")) is Refusal.WRONG_SEAT
    session.play(session.observation.legal[0])
    with pytest.raises(IllegalMoveError) as refused:
        session.play(session.observation.legal[0])
    assert refused.value.reason is Refusal.WRONG_SEAT


def test_players_must_fit_the_seats() -> None:
    with pytest.raises(ValueError, match="expected 4 players"):
        Session.new(Plan(setup_of(), bots_for(3)), bots=QuickBots())


def test_next_leg_waits_for_the_end_of_the_current_one() -> None:
    session = Session.new(Plan(setup_of(), bots_for(4)), seed=2, clock=Clock(), bots=QuickBots())
    with pytest.raises(RuntimeError, match="leg must be over"):
        session.next_leg()


def test_decision_seeds_follow_from_the_match_seed_and_the_leg(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    clock, bots = Clock(), QuickBots()
    plan = Plan(setup_of("winning_moves", 2, legs=3), bots_for(2))
    session = Session.new(plan, seed=3, files=files, clock=clock, bots=bots)
    run(session, clock)
    assert {asked.observation.leg for asked in bots.asked} == {1, 2, 3}
    assert all(asked.seed == decision_seed(3, asked.observation) for asked in bots.asked)

"""Search goes by the observation and the generator alone, unless its time runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from ai.bots.factory import make_bot
from ai.bots.levels import LEVEL_DATA, STYLES, Level
from ai.bots.search_bot import SearchBot
from ai.decision import IsLate, deadline, never_late
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.search.determinization import Determinizer
from ai.search.expectimax import Rollout, SearchBudget, SearchResult, search
from ai.search.pruning import candidate_moves
from ai.spec import LEVELS, BotSpec
from game.engine.observation import Observation, Phase
from game.engine.rules import Seating
from tests.ai.playing import TABLES, position, view, wandering
from tests.cases import each
from tests.nightly import some

WIDE = replace(LEVEL_DATA["master"].budget, worlds=12, moves=8, margin=2000.0)
"""Looks into nearly every move, so that there is something to cut off."""
LEVEL = Level(WIDE)

OPEN = position(
    "km_25 km_50 km_75 stop gasoline repairs go",
    [view(0, battle="go", distance="km_100"), view(1, battle="go", distance="km_75")],
)
"""A position with many moves that are worth a thought."""
THREE = position(
    "km_25 km_50 km_75 stop gasoline repairs go",
    [view(0, battle="go", distance="km_100"), view(1, battle="go", distance="km_75"), view(2, battle="stop")],
)
"""The same with one side more."""


def _bot(level: Level = LEVEL) -> SearchBot:
    return SearchBot(level, STYLES["plain"])


def _ticking(seconds: float) -> Callable[[], float]:
    """A clock that goes on by so much whenever somebody looks at it."""
    ticks = count()
    return lambda: next(ticks) * seconds


def _some_of(rules: str, seats: int, seating: Seating, seed: str) -> Iterator[tuple[int, Observation]]:
    """A few decisions of a leg, answers and extensions among them."""
    for number, (_, observation) in enumerate(wandering(rules, seats, seating, seed)):
        if len(observation.legal) > 1 and (number % 35 == 3 or observation.phase is Phase.EXTENSION):
            yield number, observation


def _found(observation: Observation, budget: SearchBudget, seed: int = 1, is_late: IsLate = never_late) -> SearchResult:
    return search(Evaluation(InformationState.of(observation)), budget, Random(seed), is_late)


@pytest.mark.parametrize(("rules", "seats", "seating"), some(TABLES, 3))
def test_search_decision_follows_from_observation_and_generator(rules: str, seats: int, seating: Seating) -> None:
    first, second = _bot(), _bot()
    for number, observation in _some_of(rules, seats, seating, "same"):
        decision = first.decide(observation, Random(number))
        assert second.decide(observation, Random(number)) == decision
        assert not decision.was_cut


def test_bot_answer_does_not_depend_on_earlier_questions() -> None:
    fresh, used = _bot(), _bot()
    for number, observation in _some_of("winning_moves", 4, Seating.SOLO, "before"):
        used.decide(observation, Random(number + 1))
    assert used.decide(OPEN, Random(1)) == fresh.decide(OPEN, Random(1))


def test_search_worlds_differ_with_the_generator() -> None:
    values = {_bot().decide(OPEN, Random(seed)).value for seed in range(5)}
    assert len(values) > 1


@pytest.mark.parametrize(("rules", "seats", "seating"), some(TABLES, 5))
def test_search_decision_is_the_same_with_more_time_than_needed(rules: str, seats: int, seating: Seating) -> None:
    for number, observation in _some_of(rules, seats, seating, "time"):
        free = _bot().decide(observation, Random(number))
        for time_ms in (1_000.0, 100_000.0):
            decision = _bot().decide(observation, Random(number), is_late=deadline(time_ms, _ticking(0.001)))
            assert not decision.was_cut
            assert decision == free


def test_search_reports_that_time_cut_its_worlds() -> None:
    whole = _bot().decide(OPEN, Random(1), is_late=deadline(1e9, _ticking(1.0)))
    worlds = []
    for looks in (1, 20, 40):
        decision = _bot().decide(OPEN, Random(1), is_late=deadline(1000.0 * looks - 500.0, _ticking(1.0)))
        assert decision.was_cut
        assert decision.move in OPEN.legal
        worlds.append(decision.worlds)
    assert worlds[0] == 0
    assert worlds[0] < worlds[1] < worlds[2] < whole.worlds
    assert not whole.was_cut


@pytest.mark.parametrize("worlds", [1, 6, 12])
def test_search_plays_worlds_on_no_more_often_than_allowed(worlds: int) -> None:
    asked = count()
    found = _found(OPEN, replace(WIDE, worlds=worlds), is_late=lambda: next(asked) < 0)
    played = next(asked)
    assert 0 < played <= WIDE.moves * worlds
    assert 2 * found.worlds <= played
    assert not found.was_cut


@pytest.mark.parametrize("worlds", [1, 2, 3])
def test_search_looks_at_twice_as_many_worlds_for_half_as_many_moves(worlds: int) -> None:
    moves = len(candidate_moves(InformationState.of(OPEN), OPEN.legal))
    assert _found(OPEN, replace(WIDE, worlds=worlds, moves=moves)).worlds == worlds
    assert _found(OPEN, replace(WIDE, worlds=worlds, moves=2 * moves)).worlds == 2 * worlds


def test_search_with_no_worlds_goes_by_the_net_alone() -> None:
    budget = replace(WIDE, worlds=0)
    assert _found(OPEN, budget, seed=1) == _found(OPEN, budget, seed=2)
    assert _found(OPEN, budget).worlds == 0


def test_world_looked_at_early_too_is_worth_the_mean_of_its_looks() -> None:
    information = InformationState.of(OPEN)
    evaluation = Evaluation(information)
    for number in range(10):
        world = Determinizer(information).deal(Random(number))
        for move in OPEN.legal:
            apart = [Rollout(evaluation, turns).value(world, move) for turns in (2, 5, 8)]
            assert Rollout(evaluation, 8).value(world, move, (2, 5)) == pytest.approx(sum(apart) / 3.0)


@pytest.mark.parametrize(
    ("observation", "worlds", "early"),
    [(OPEN, 6, 24), (OPEN, 60, 24), (OPEN, 99, 24), (OPEN, 100, 0), (THREE, 100, 24)],
)
def test_early_looks_are_made_in_the_first_24_worlds_only(observation: Observation, worlds: int, early: int) -> None:
    """A duel with many worlds has no early looks."""
    found = _found(observation, replace(WIDE, worlds=worlds, moves=3))
    usual = next(finding.move for finding in found.moves if not finding.error)
    information, rng = InformationState.of(observation), Random(1)
    dealer, rollout = Determinizer(information), Rollout(Evaluation(information), WIDE.turns)
    dealer.deal(rng)
    seen = [rollout.value(dealer.deal(rng), usual, (2, 5) if n < early else ()) for n in range(found.worlds)]
    assert found.policy_value == pytest.approx(sum(seen) / len(seen))


@pytest.mark.parametrize(("rules", "seats", "seating"), some(TABLES, 3))
def test_search_values_each_candidate_once_and_lists_the_best_first(rules: str, seats: int, seating: Seating) -> None:
    for number, observation in _some_of(rules, seats, seating, "valued"):
        found = _found(observation, WIDE, seed=number)
        some = candidate_moves(InformationState.of(observation), observation.legal)
        assert sorted(f.move.index for f in found.moves) == sorted(move.index for move in some)
        values = [finding.value for finding in found.moves]
        assert max(values) == values[0]
        assert 2 * found.worlds <= WIDE.playouts(observation.seats)


@each("level", LEVELS)
@each("effort", [0.0, 0.1, 0.5, 1.0])
def test_effort_is_a_share_of_the_worlds(level: str, effort: float) -> None:
    whole = LEVEL_DATA[level]
    part = whole.with_effort(effort)
    assert part.budget.worlds == round(effort * whole.budget.worlds)
    assert (part.noise, part.remembered_discards, part.budget.moves) == (
        whole.noise,
        whole.remembered_discards,
        whole.budget.moves,
    )


def test_search_with_less_effort_looks_at_fewer_worlds() -> None:
    some = make_bot(BotSpec(effort=0.1)).decide(OPEN, Random(1)).worlds
    assert make_bot(BotSpec(effort=0.0)).decide(OPEN, Random(1)).worlds == 0
    assert 0 < 2 * some <= round(0.1 * LEVEL_DATA["master"].budget.playouts(OPEN.seats))


def test_budget_plays_fewer_worlds_on_with_more_than_four_seats() -> None:
    """The worlds of more seats are longer."""
    budget = SearchBudget(worlds=80, moves=10)
    assert [budget.playouts(seats) for seats in (2, 3, 4, 5, 6)] == [800, 800, 800, 640, 533]


def test_budget_plays_the_many_worlds_of_a_duel_on_more_often() -> None:
    """None of them is looked at early."""
    budget = SearchBudget(worlds=180, moves=5)
    assert [budget.playouts(seats) for seats in (2, 3, 4, 5, 6)] == [1000, 900, 900, 720, 600]


@pytest.mark.parametrize("level", LEVELS)
def test_search_decision_is_legal_and_its_value_a_chance(level: str) -> None:
    bot = make_bot(BotSpec(level=level, effort=0.1))
    for table in some(TABLES, 3):
        for number, observation in _some_of(*table, "legal"):
            decision = bot.decide(observation, Random(number))
            assert decision.move in observation.legal
            assert decision.value is not None
            assert 0.0 <= decision.value <= 1.0


def test_search_refuses_a_seat_with_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        make_bot().decide(replace(OPEN, legal=()), Random(1))

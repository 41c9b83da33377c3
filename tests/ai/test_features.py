"""The rows that the evaluation looks at: each once, all in range, and the kept sums those of the rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.evaluation.afterstates import Afterstate, afterstates
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.features import NAMES, ROWS, table_name
from ai.evaluation.value_network import RivalForecast, ValueNetwork, load_network
from ai.information_state import InformationState
from ai.lab.tune.selfplay import WIDTH
from game.engine.rules import Seating
from tests.ai.playing import TABLES, wandering
from tests.cases import each


def test_features_all_have_names_of_their_own() -> None:
    assert len(NAMES) == ROWS
    assert len(set(NAMES)) == ROWS


@each(("rules", "seats", "seating"), TABLES)
def test_feature_rows_are_in_range_and_unique_and_fit_a_sample(rules: str, seats: int, seating: Seating) -> None:
    for evaluation, then in _positions(rules, seats, seating, "rows"):
        (own, held), per_rival = _groups(evaluation, then)
        assert len(per_rival) == len(evaluation.rivals)
        for rival, rest in per_rival:
            rows = own + held + rival + rest
            assert len(set(rows)) == len(rows) <= WIDTH
            assert min(rows) >= 0
            assert max(rows) < ROWS


@each(("rules", "seats", "seating"), TABLES)
def test_feature_rows_of_the_same_position_are_the_same(rules: str, seats: int, seating: Seating) -> None:
    for _, observation in wandering(rules, seats, seating, "again"):
        first, second = (Evaluation(InformationState.of(observation)) for _ in range(2))
        for then in afterstates(InformationState.of(observation), observation.legal):
            if not then.has_arrived:
                assert _groups(first, then) == _groups(second, then)


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_kept_sum_is_the_sum_of_its_rows(rules: str, seats: int, seating: Seating) -> None:
    net = load_network(table_name(seats // (2 if seating is Seating.TEAMS else 1), seats))
    for evaluation, then in _positions(rules, seats, seating, "kept"):
        kept = evaluation.forecasts(
            then.states, then.progress, then.hand, extender=then.extender, again=then.plays_again, hit=then.hit
        )
        # A kept sum is made of two, and from Python 3.12 on sum() rounds only its whole.
        assert kept == [pytest.approx(forecast, rel=1e-12) for forecast in _reckoned(net, evaluation, then)]


def _reckoned(net: ValueNetwork, evaluation: Evaluation, then: Afterstate) -> list[RivalForecast]:
    (own, held), per_rival = _groups(evaluation, then)
    own_sums, held_sums = net.sums(own), net.sums(held)
    return [net.forecast(own_sums, held_sums, net.sums(rival), net.sums(rest)) for rival, rest in per_rival]


_Rows = tuple[list[int], list[int]]


def _groups(evaluation: Evaluation, then: Afterstate) -> tuple[_Rows, list[_Rows]]:
    return evaluation.groups(
        then.states, then.progress, then.hand, extender=then.extender, again=then.plays_again, hit=then.hit
    )


def _positions(rules: str, seats: int, seating: Seating, seed: str) -> Iterator[tuple[Evaluation, Afterstate]]:
    """What every legal move of a leg leads to, arrivals aside: nothing is foreseen of those."""
    for _, observation in wandering(rules, seats, seating, seed):
        evaluation = Evaluation(InformationState.of(observation))
        for then in afterstates(InformationState.of(observation), observation.legal):
            if not then.has_arrived:
                yield evaluation, then

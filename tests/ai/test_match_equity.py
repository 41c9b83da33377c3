"""A match's chances: they add up, follow the points, and are certain once it is over."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from ai.evaluation.afterstates import afterstate
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.match_equity import MatchEquity
from ai.information_state import InformationState
from game.engine.moves import move
from game.engine.observation import Observation, SideView
from game.engine.rules import Score
from tests.ai.playing import position, view
from tests.cases import each


def _equity(
    totals: tuple[int, ...] = (0, 0), *, target: int | None = 5000, legs: int | None = None, leg: int = 1
) -> MatchEquity:
    return MatchEquity(replace(_seen(len(totals)), totals=totals, target_score=target, legs=legs, leg=leg))


def _seen(sides: int) -> Observation:
    displays: list[SideView] = [view(side) for side in range(sides)]
    return position("go km_25", displays, rules="mille_miglia")


MATCHES = [
    pytest.param(5000, None, 1, id="to 5000"),
    pytest.param(700, None, 1, id="to 700"),
    pytest.param(None, 4, 1, id="first of four legs"),
    pytest.param(None, 4, 4, id="last of four legs"),
    pytest.param(None, 1, 1, id="one leg"),
]


@each(("target", "legs", "leg"), MATCHES)
@each("totals", [(0, 0), (-50, 400), (2500, 4900, 1000), (5200, 5400), (4000, 4000, 4000, 4000)])
def test_match_chances_of_all_sides_add_up_to_one(
    totals: tuple[int, ...], target: int | None, legs: int | None, leg: int
) -> None:
    equity = _equity(totals, target=target, legs=legs, leg=leg)
    for question in (equity.chance, equity.chance_after_leg):
        assert sum(question(totals, side) for side in range(len(totals))) == pytest.approx(1.0)


@each(("target", "legs", "leg"), MATCHES)
@each("others", [(1000,), (4800,), (-100,), (1000, 3000), (0, 0, 4000)])
def test_match_chance_never_falls_with_more_points(
    others: tuple[int, ...], target: int | None, legs: int | None, leg: int
) -> None:
    equity = _equity((0, *others), target=target, legs=legs, leg=leg)
    for question in (equity.chance, equity.chance_after_leg):
        chances = [question((own, *others), 0) for own in range(-500, 6000, 25)]
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        assert all(later >= before for before, later in pairwise(chances))
        assert chances[-1] > 0.5 > chances[0]


@pytest.mark.parametrize(("target", "legs", "leg"), MATCHES)
def test_match_chance_does_not_depend_on_the_order_of_sides(target: int | None, legs: int | None, leg: int) -> None:
    totals = (700, 1500, 3200)
    equity = _equity(totals, target=target, legs=legs, leg=leg)
    for order in permutations(range(3)):
        turned = tuple(totals[side] for side in order)
        for place, side in enumerate(order):
            assert equity.chance(turned, place) == pytest.approx(equity.chance(totals, side))


@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_match_chances_are_equal_for_equal_totals(sides: int) -> None:
    totals = (1200,) * sides
    assert _equity(totals).chance(totals, 0) == pytest.approx(1 / sides)


@each(("target", "legs", "leg"), MATCHES)
@each("own", [-300, 0, 1111, 4700, 9000])
@each("other", [-100, 1000, 5200])
def test_duel_chance_agrees_with_the_general_reckoning(
    own: int, other: int, target: int | None, legs: int | None, leg: int
) -> None:
    equity = _equity(target=target, legs=legs, leg=leg)
    assert equity.duel(own, other) == pytest.approx(equity.chance((own, other), 0))


@pytest.mark.parametrize(
    ("totals", "chances"),
    [
        ((5000, 4999), (1.0, 0.0)),
        ((5100, 5100), (0.5, 0.5)),
        ((6000, 5200), (1.0, 0.0)),
        ((5300, 5300, 100), (0.5, 0.5, 0.0)),
        ((100, 200, 5000, 4999), (0.0, 0.0, 1.0, 0.0)),
    ],
)
def test_match_is_decided_once_the_target_is_reached(totals: tuple[int, ...], chances: tuple[float, ...]) -> None:
    equity = _equity(totals)
    assert tuple(equity.chance_after_leg(totals, side) for side in range(len(totals))) == chances


def test_match_of_so_many_legs_is_decided_after_the_last_only() -> None:
    last, before = _equity(target=None, legs=3, leg=3), _equity(target=None, legs=3, leg=2)
    assert [last.chance_after_leg((301, 300), side) for side in (0, 1)] == [1.0, 0.0]
    assert last.chance_after_leg((300, 300), 0) == 0.5
    assert 0.5 < before.chance_after_leg((9000, 300), 0) <= 1.0
    assert before.chance_after_leg((301, 300), 0) < 0.6


def test_lead_is_worth_more_the_nearer_the_end() -> None:
    target = [_equity().chance((level + 300, level), 0) for level in range(0, 5000, 500)]
    legs = [_equity(target=None, legs=5, leg=leg).chance((300, 0), 0) for leg in range(1, 6)]
    for chances in (target, legs):
        assert all(later > before for before, later in pairwise(chances))


@pytest.mark.parametrize(
    ("totals", "lowest", "highest"),
    [((4800, 4300), 0.58, 0.66), ((4800, 4300, 4300), 0.42, 0.52), ((4800, 4300, 4300, 4300), 0.36, 0.46)],
)
def test_leader_before_the_last_leg_is_not_certain_to_win(
    totals: tuple[int, ...], lowest: float, highest: float
) -> None:
    """A leg of chance is still to come: 500 points more are no match won (docs/lab/062)."""
    assert lowest < _equity(totals).chance_after_leg(totals, 0) < highest


def test_lead_is_worth_more_when_the_leg_should_end_the_match() -> None:
    ends, leaves = _equity().chance((5400, 4900), 0), _equity().chance((4500, 4000), 0)
    assert 0.75 < ends < 0.85
    assert 0.55 < leaves < 0.65


def test_point_value_is_about_what_one_more_point_changes() -> None:
    equity = _equity((2000, 2000))
    gained = equity.chance((2010, 2000), 0) - equity.chance((2000, 2000), 0)
    gained += equity.lead_bonus((2010, 2000), 0) - equity.lead_bonus((2000, 2000), 0)
    assert 10 * equity.chance_per_point == pytest.approx(gained, rel=0.05)


def test_point_still_counts_when_the_match_is_almost_lost() -> None:
    equity = _equity((0, 4900))
    assert equity.chance_per_point > 0.9e-5
    assert equity.lead_bonus((100, 4900), 0) > equity.lead_bonus((0, 4900), 0)
    assert equity.lead_bonus((0, 4800), 0) > equity.lead_bonus((0, 4900), 0)


def test_single_leg_match_by_mille_miglia_goes_to_the_winner_of_the_leg() -> None:
    """rules.md D23."""
    equity = _equity((0, 0), target=None, legs=1)
    ahead, behind = Score(km=1000, safeties=400), Score(km=1000)
    assert equity.chance_with_lead_after_leg((ahead, behind), 1, 0) == pytest.approx(0.0, abs=0.01)
    assert equity.chance_with_lead_after_leg((ahead, behind), 1, 1) == pytest.approx(1.0, abs=0.01)
    assert equity.chance_with_lead_after_leg((ahead, behind), None, 0) == pytest.approx(1.0, abs=0.01)
    several = _equity((0, 0), target=None, legs=2, leg=2)
    assert several.chance_with_lead_after_leg((ahead, behind), 1, 0) == pytest.approx(1.0, abs=0.01)


def test_bot_wins_the_leg_even_when_far_behind_in_points() -> None:
    """With 25 km to go it lays them rather than anything that brings more points."""
    displays = [
        view(0, battle="go", distance="km_200 km_200 km_100 km_100 km_100 km_100 km_100 km_75"),
        view(
            1,
            battle="go",
            distance="km_100 km_100 km_75",
            safeties="driving_ace extra_tank puncture_proof",
            coups_fourres="driving_ace extra_tank puncture_proof",
        ),
    ]
    seen = position("km_25 right_of_way stop accident go go repairs", displays, rules="mille_miglia")
    seen = replace(seen, totals=(0, 0), target_score=None, legs=1)
    evaluation = Evaluation(InformationState.of(seen))
    finish = afterstate(evaluation.information, move("0 km_25"))
    assert finish.has_arrived
    assert evaluation.chance_after(finish) == pytest.approx(1.0, abs=0.02)

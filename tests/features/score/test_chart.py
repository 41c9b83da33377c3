"""The race chart on the score sheet."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from game.engine.rules import Score
from game.features.score.chart import chart_title
from game.ui.layout.line_chart import spread_labels
from tests.features.score.score_scenes import (
    leg_scene,
    standings,
)

pytestmark = pytest.mark.usefixtures("window")


@pytest.mark.parametrize(
    ("wanted", "height", "ends"),
    [
        ([10, 10, 10, 10, 10, 10], 10, (0, 100)),
        ([0, 1, 2, 98, 99, 100], 12, (0, 100)),
        ([50, 50, 100, 100], 20, (0, 100)),
        ([5], 10, (0, 9)),
    ],
)
def test_names_at_the_line_ends_never_overlap(wanted: list[float], height: float, ends: tuple[float, float]) -> None:
    places = spread_labels(wanted, height, *ends)
    assert all(below - above >= height - 1e-9 for above, below in pairwise(places))
    assert ends[0] <= places[0]
    assert places[-1] <= ends[1]


def test_names_that_have_room_stand_at_their_line() -> None:
    assert spread_labels([10, 40, 70], 20, 0, 100) == [10, 40, 70]


def test_chart_title_names_the_target_or_the_race_so_far() -> None:
    assert chart_title(standings()) == "The race to 5,000"
    assert chart_title(replace(standings(), target_score=None, leg_count=3)) == "The race so far"


def test_chart_shows_a_score_beyond_the_target_and_below_zero() -> None:
    low = replace(
        standings(),
        legs=((Score(km=700, shut_out=5000), Score(left_in_hand=-450), Score(), Score()),),
        leg_winners=(0,),
    )
    chart = leg_scene(low).chart
    for line in chart.lines._lines:
        for _, y in line:
            assert chart.lines.plot.top <= y <= chart.lines.plot.bottom

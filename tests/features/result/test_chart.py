"""The race chart on the score sheet."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from game.engine.rules import Score
from game.features.result.chart import ResultChart
from game.features.result.scene import ResultScene
from game.ui.layout.line_chart import spread_labels
from tests.features.result.result_scenes import (
    result_scene,
    standings,
)
from tests.fit import boxes

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


def chart(scene: ResultScene) -> ResultChart:
    (found,) = (box for box in boxes(scene.root) if isinstance(box, ResultChart))
    return found


def title(scene: ResultScene) -> str:
    return next(node.name for node in scene.nodes() if node.id == "chart").split(" – ")[0]


def test_chart_title_names_the_target_or_the_legs() -> None:
    assert title(result_scene(standings())) == "The race to 5,000"
    assert title(result_scene(replace(standings(), target_score=None, leg_count=5))) == "Leg by leg"


def test_first_leg_has_a_chart_of_kilometers_by_turn() -> None:
    scene = result_scene(standings(legs=1))
    assert title(scene) == "Kilometers by turn"
    assert chart(scene).lines._last == len(scene.result.story.km) - 1
    rows = [node.name for node in scene.nodes() if node.role == "rowheader" and node.id.startswith("chart")]
    assert rows == ["Turn 10", "Turn 20", "Turn 30", "Turn 31"]


def test_chart_shows_a_score_beyond_the_target_and_below_zero() -> None:
    low = replace(
        standings(),
        legs=((Score(km=700, shut_out=5000), Score(left_in_hand=-450), Score(), Score()), (Score(),) * 4),
        leg_winners=(0, None),
    )
    lines = chart(result_scene(low)).lines
    for line in lines._lines:
        for _, y in line:
            assert lines.plot.top <= y <= lines.plot.bottom

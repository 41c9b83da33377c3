"""What was near at the end of a leg, race or match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import pytest

from game.engine.rules import Score
from game.features.result import match_result
from game.features.result.match_result import near_lines, near_misses, near_stars
from game.features.result.model import Story, StoryCode, StoryLine
from game.features.result.words import story_words
from game.features.tour.model import GoalMiss
from game.words.names import Names
from tests.features.result.result_scenes import standings

NAMES = Names((None, "carla", "leo", "irma"), ((0,), (1,), (2,), (3,)), 0)


def near(
    totals: tuple[int, ...], *, is_over: bool = True, to_go: int = 700, won: int | None = 1, target: int | None = None,
    shares: Mapping[str, float] | None = None, heading: StoryCode = StoryCode.POINTS_SHORT, is_by_leg: bool = False,
    missed: Mapping[int, GoalMiss] | None = None,
) -> list[str]:  # fmt: skip
    """What is told to side 0, in words."""
    winner = totals.index(max(totals)) if is_over else None
    table = replace(
        standings(seats=4), legs=(tuple(Score(km=total) for total in totals),), target_score=target,
        match_winner=winner,
    )  # fmt: skip
    o = SimpleNamespace(target=700, sides=[SimpleNamespace(km=700 - to_go)], winner=won)
    with mock.patch.object(match_result, "last_leg_shares", return_value=shares or {}):
        story, saved = (
            Story(StoryLine(heading), ()),
            SimpleNamespace(setup=SimpleNamespace(is_decided_by_leg=is_by_leg)),
        )
        milestones = ["big_leg", "first_stone", "mechanic"]
        found = near_misses(table, cast(Any, o), cast(Any, saved), 0, story, missed or {}, milestones)
        return [story_words(line, NAMES, "winning_moves") for line in near_lines([*found])]


@pytest.mark.parametrize(
    ("told", "near_by"),
    [
        ("75 points from second place.", {"totals": (925, 1500, 1000, 0)}),
        ("75 points from first place.", {"totals": (925, 1000, 0, 0), "heading": StoryCode.SHORT}),
        ("One 50 from the finish.", {"totals": (0, 500, 0, 0), "to_go": 50, "won": None, "is_over": False}),
        ("200 points from the lead.", {"totals": (800, 1000, 0, 0), "is_over": False}),
        ("275 points from the trophy.", {"totals": (4725, 5300, 0, 0), "target": 5000}),
        ("100 points short of the milestone “Big score”.", {"totals": (0, 500, 0, 0), "shares": {"big_leg": 0.95}}),
        ("20 km short of the milestone “First milestone”.", {"totals": (0, 500, 0, 0), "shares": {"first_stone": 0.8}}),
        ("One short of the milestone “Good mechanic”.", {"totals": (0, 500, 0, 0), "shares": {"mechanic": 0.8}}),
    ],
)
def test_near_miss_is_told(told: str, near_by: Mapping[str, Any]) -> None:
    assert near(**near_by)[0] == told


@pytest.mark.parametrize(
    "far",
    [
        {"totals": (895, 1500, 1000, 0)},
        {"totals": (925, 1000, 0, 0)},
        {"totals": (925, 1000, 0, 0), "heading": StoryCode.SHORT, "is_by_leg": True},
        {"totals": (0, 500, 0, 0), "to_go": 50},
        {"totals": (0, 500, 0, 0), "to_go": 50, "won": None},
        {"totals": (0, 500, 0, 0), "shares": {"big_leg": 0.75, "all_five": 0.8}},
        {"totals": (5300, 0, 0, 0), "target": 5000},
        {"totals": (-150, 500, 0, 0)},
    ],
    ids=[
        "far behind",
        "told in the heading",
        "points give no first place",
        "another arrived",
        "points decided",
        "a milestone reached before",
        "won",
        "no trophy to be near to",
    ],
)
def test_what_was_not_near_is_not_told(far: Mapping[str, Any]) -> None:
    assert near(**far) == []


def test_every_star_and_the_place_are_told_and_nothing_else_then() -> None:
    missed = {1: GoalMiss("lead", 875, 925, False), 2: GoalMiss("lead", 875, 975, False)}
    assert near((925, 1500, 1000, 0), missed=missed, shares={"big_leg": 0.95}) == [
        "50 points from the second star.", "100 points from the third star.", "75 points from second place.",
    ]  # fmt: skip


def test_star_is_near_by_points_kilometers_or_a_single_condition() -> None:
    missed = {
        0: GoalMiss("km", 550, 600, False),
        1: GoalMiss("win", 1100, 1300, True),
        2: GoalMiss("lead", 1250, 1300, False),
    }
    assert [*near_stars(missed, is_decided_by_leg=False)] == [
        StoryLine(StoryCode.STAR_POINTS, n=50, second_n=3),
        StoryLine(StoryCode.STAR_KM, n=50, second_n=1),
        StoryLine(StoryCode.STAR_BUT_ONE, second_n=2, item="win"),
    ]
    said = [story_words(line, NAMES, "winning_moves") for line in near_stars(missed, is_decided_by_leg=False)]
    assert said == [
        "50 points from the third star.", "50 km from the first star.", "One win short of the second star.",
    ]  # fmt: skip


def test_star_for_a_win_is_not_told_in_points_where_the_leg_decides() -> None:
    missed = {1: GoalMiss("win", 1150, 1200, False), 2: GoalMiss("win", 1150, 1200, True)}
    assert [*near_stars(missed, is_decided_by_leg=True)] == [
        StoryLine(StoryCode.STAR_BUT_ONE, second_n=3, item="win")
    ]  # fmt: skip

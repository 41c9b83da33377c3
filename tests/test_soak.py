"""A sample of the soak, and what it calls level."""

from __future__ import annotations

from pathlib import Path

from tests.soak import plan_of, soak  # isort: skip - before pygame, so that no window opens

import pytest

from tests.level import Level, growth, is_level


def test_two_races_of_bots_go_from_the_title_to_the_title_and_leave_nothing_open(tmp_path: Path) -> None:
    soak(0, tmp_path)  # the thread that rasterises stays from the first window on
    before = Level.now()
    levels = soak(2, tmp_path)
    after = Level.now()
    assert len(levels) == 1
    assert (after.handles, after.threads) == (before.handles, before.threads)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.lock", "settings.json"]


def test_the_matches_of_the_soak_are_of_every_kind() -> None:
    plans = [plan_of(number) for number in range(200)]
    assert len({(plan.setup.rules, plan.setup.seating, plan.setup.seats) for plan in plans}) > 15
    assert {plan.setup.legs for plan in plans} == {1, 3}


@pytest.mark.parametrize(
    ("last", "level"),
    [
        (Level(104.0, 9, 4), True),
        (Level(130.0, 9, 4), False),
        (Level(104.0, 10, 4), False),
        (Level(104.0, 9, 5), False),
    ],
)
def test_level_is_what_does_not_grow_after_the_first_quarter(last: Level, level: bool) -> None:
    levels = [Level(50.0, 5, 3)] * 4 + [Level(100.0, 9, 4)] * 8 + [last] * 4
    assert growth(levels) == Level(last.resident_mb - 100, last.handles - 9, last.threads - 4)
    assert is_level(levels, 12.0) is level

"""A sample of the soak, and what it calls steady."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

from tests.soak import plan_of, soak  # isort: skip - before pygame, so that no window opens

import pytest

from tests.resource_usage import ResourceUsage, growth, is_steady
from tests.window import open_window


def test_soak_of_two_races_leaves_nothing_open(tmp_path: Path) -> None:
    soak(0, tmp_path)  # the thread that rasterises stays from the first window on
    before = ResourceUsage.now()
    usages = soak(2, tmp_path)
    after = ResourceUsage.now()
    assert len(usages) == 1
    assert (after.handles, after.threads) == (before.handles, before.threads)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.lock", "matches", "settings.json"]
    assert len(list((tmp_path / "matches").iterdir())) == 2


def test_soak_keeps_nothing_of_the_frames_in_memory(tmp_path: Path) -> None:
    """What a mock keeps of its calls, frame after frame, once passed for a leak of the program."""
    with open_window(tmp_path, threads=True) as driver:
        driver.settle()
        gc.collect()
        before = Counter(map(type, gc.get_objects()))
        driver.pump(500)
        gc.collect()
        more = Counter(map(type, gc.get_objects())) - before
    assert max(more.values(), default=0) < 100, more.most_common(3)


def test_soak_plays_matches_of_every_kind() -> None:
    plans = [plan_of(number) for number in range(200)]
    assert len({(plan.setup.rules, plan.setup.seating, plan.setup.seats) for plan in plans}) > 15
    assert {plan.setup.legs for plan in plans} == {1, 3}


@pytest.mark.parametrize(
    ("last", "steady"),
    [
        (ResourceUsage(104.0, 9, 4), True),
        (ResourceUsage(130.0, 9, 4), False),
        (ResourceUsage(104.0, 10, 4), False),
        (ResourceUsage(104.0, 9, 5), False),
    ],
)
def test_steady_usage_does_not_grow_after_the_first_quarter(last: ResourceUsage, steady: bool) -> None:
    usages = [ResourceUsage(50.0, 5, 3)] * 4 + [ResourceUsage(100.0, 9, 4)] * 8 + [last] * 4
    assert growth(usages) == ResourceUsage(last.resident_mb - 100, last.handles - 9, last.threads - 4)
    assert is_steady(usages, 12.0) is steady

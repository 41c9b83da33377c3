"""The benchmark: that everything can be measured and is told; its figures are not asserted, they are the machine's."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import count, product

import pytest

from game import i18n
from game.bench import measurements
from game.bench.__main__ import main
from game.bench.measurements import (
    BenchmarkResults,
    LegFrames,
    Memory,
    Switches,
    TakeBackTimes,
    Thinking,
    resident_mb,
)  # fmt: skip
from game.bench.player import Cost, Durations, Stopwatch
from game.bench.screens import ScreenShown
from tests.nightly import at_night

SCREENS = [
    "title", "setup", "table", "menu", "result of a leg", "replay", "replay, last turn", "next leg",
    "result", "handover", "roadbook", "drivers", "collection", "puzzles", "profiles",
    "calendar", "deal", "tour", "settings", "rules",
]  # fmt: skip
SIZES = [(1400, 980)]
"""One that is smaller than those measured: what is told is the same, and drawn in a tenth of the time."""
FIGURES = [
    "start to first frame",
    "while seven cards move",
    "through a leg",
    "idle on the table",
    *(f"{w}x{h} {screen}, shown first" for w, h in SIZES for screen in SCREENS),
    "in another language",
    "at another size",
    "while bots think",
    "takes a move back",
    "memory after each leg",
]


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    i18n.set_language("en")


def test_durations_report_the_median_and_the_longest_time() -> None:
    assert Durations.of([float(ms) for ms in range(1, 102)]) == Durations(51.0, 100.0, 101.0)
    assert Durations.of([2.0]) == Durations(2.0, 2.0, 2.0)


def test_durations_of_no_times_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Durations.of([])


def test_stopwatch_counts_the_work_done_inside() -> None:
    watch = Stopwatch()
    for _ in range(3):
        with watch.running():
            sum(range(1000))
    assert watch.cost.count == 3
    assert 0 < watch.cost.processor.median_ms <= watch.cost.processor.longest_ms


def recorded() -> BenchmarkResults:
    """Figures of all kinds, each another one."""
    cost = (Cost(n, Durations(n, n + 1, n + 2), Durations(n + 3, n + 4, n + 5)) for n in count(1))
    (size,) = SIZES
    legs = (LegFrames(size, next(cost), next(cost), 0.5, ("extension",)),)
    screens = tuple(ScreenShown(size, screen, next(cost)) for screen in SCREENS)
    switches = Switches(size, next(cost), next(cost))
    thinking = Thinking(size, next(cost), 77, 55.0)
    return BenchmarkResults(
        0.25, legs, screens, switches, thinking, TakeBackTimes(size, next(cost)), Memory(size, (101.0, 102.0))
    )


def test_benchmark_reports_all_figures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurements, "measure", lambda _extent: recorded())
    assert main(["--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(asdict(recorded())))
    assert main(["--quick"]) == 0
    assert_report(capsys.readouterr().out)


def assert_report(said: str) -> None:
    assert len(said.splitlines()) == 1 + 3 + len(SIZES) * len(SCREENS) + 5
    for words in FIGURES:
        assert words in said


@at_night
def test_quick_benchmark_gives_all_figures_and_its_leg_asks_all_questions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measurements, "measure", cache(measurements.measure))
    monkeypatch.setattr(measurements, "FULL_HD", SIZES[0])
    monkeypatch.setattr(measurements, "SIZES", SIZES)
    assert main(["--quick", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    (leg,) = figures["legs"]
    assert {*leg["asked"]} == {"coup_fourre", "extension"}
    assert leg["all_frames"]["count"] > leg["seven_cards"]["count"] > 10
    screens = [(tuple(each["size"]), each["screen"]) for each in figures["screens"]]
    assert screens == list(product(SIZES, SCREENS))
    assert main(["--quick"]) == 0
    assert_report(capsys.readouterr().out)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="only Linux tells what a process holds")
def test_memory_of_this_process_is_measured() -> None:
    assert 5 < resident_mb(os.getpid()) < 5000

"""The benchmark's words and its scripted player; its figures are not asserted, since they depend on the machine."""

from __future__ import annotations

import json
import os
from dataclasses import asdict

import pytest

from game.bench.measurements import (
    Figures,
    LegFrames,
    Memory,
    QuickClock,
    Switches,
    TakeBacks,
    Thinking,
    lines,
    resident_mb,
)
from game.bench.player import Cost, Durations, Stopwatch, playing

TIMES = Durations(1.5, 4.25, 9.0)
COST = Cost(100, TIMES, TIMES)
SIZE = (1920, 1080)


def test_times_are_told_by_their_middle_and_their_end() -> None:
    assert Durations.of([float(ms) for ms in range(1, 102)]) == Durations(51.0, 100.0, 101.0)
    assert Durations.of([2.0]) == Durations(2.0, 2.0, 2.0)


def test_no_times_are_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Durations.of([])


def test_a_stopwatch_counts_what_is_done_inside() -> None:
    watch = Stopwatch()
    for _ in range(3):
        with watch.running():
            sum(range(1000))
    assert watch.cost.count == 3
    assert 0 < watch.cost.processor.median_ms <= watch.cost.processor.longest_ms


def test_every_figure_of_the_table_is_printed_and_can_be_read_as_json() -> None:
    figures = Figures(
        0.4,
        (LegFrames(SIZE, COST, COST, 0.7),),
        Switches(SIZE, COST, COST),
        Thinking(SIZE, COST, 9),
        TakeBacks(SIZE, COST),
        Memory(SIZE, (90.2,), 40),
    )
    said = "\n".join(lines(figures))
    for words in (
        "start",
        "seven cards",
        "through a leg",
        "idle",
        "another language",
        "another size",
        "bots think",
        "takes a move back",
    ):
        assert words in said
    assert "after each leg of a match: 90 MB" in said
    assert json.loads(json.dumps(asdict(figures)))["legs"][0]["seven_cards"]["clock"]["p99_ms"] == 4.25


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="only Linux tells what a process holds")
def test_this_process_holds_some_memory() -> None:
    assert 5 < resident_mb(os.getpid()) < 5000


def test_the_scripted_player_lays_cards_and_times_their_frames() -> None:
    clock = QuickClock()
    with playing((960, 540), clock=clock, after_frame=clock.push) as player:
        player.play_leg(3)
        assert player.app.session is not None
        assert player.app.session.observation.moves
    assert player.frames.cost.count > player.sevens.cost.count > 1

"""Measures everything and prints it."""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict, dataclass
from typing import Final

from game.bench.frames import Leg, Thinking, measure_leg, measure_thinking
from game.bench.memory import Memory, measure_memory
from game.bench.waits import STARTS, Switches, measure_start, measure_switches

FULL_HD: Final = (1920, 1080)
SIZES: Final = (FULL_HD, (3840, 2160))


@dataclass(frozen=True, slots=True)
class Figures:
    """All that is measured."""

    start_to_first_frame_s: float
    legs: tuple[Leg, ...]
    switches: Switches
    thinking: Thinking
    memory: Memory


def main(*, as_json: bool) -> int:
    """Measure and print everything; returns the exit status."""
    try:
        start_s = measure_start()
    except subprocess.CalledProcessError:
        return 1  # the child has said why
    memory = measure_memory(FULL_HD)  # first, while the process holds nothing else
    figures = Figures(
        start_s,
        tuple(measure_leg(size) for size in SIZES),
        measure_switches(FULL_HD),
        measure_thinking(FULL_HD),
        memory,
    )
    print(json.dumps(asdict(figures)) if as_json else "\n".join(lines(figures)))
    return 0


def lines(figures: Figures) -> list[str]:
    """The figures as they are read."""
    switches, thinking, memory = figures.switches, figures.thinking, figures.memory
    by_leg = ", ".join(f"{mb:.0f}" for mb in memory.by_leg_mb)
    return [
        f"process start to first frame: {figures.start_to_first_frame_s:.3f} s (median of {STARTS})",
        *(line for leg in figures.legs for line in _leg_lines(leg)),
        f"{_by(switches.size)} to the next frame in another language: {switches.language.text}",
        f"{_by(switches.size)} to the next frame at another size, after the quiet: {switches.resize.text}",
        f"{_by(thinking.size)} while bots think all the time: {thinking.all_frames.count} frames,"
        f" {thinking.all_frames.text}; {thinking.decisions} decisions of the strongest bot meanwhile",
        f"{_by(memory.size)} memory after each leg of a match: {by_leg} MB; the bots’ process {memory.bots_mb:.0f} MB",
    ]


def _leg_lines(leg: Leg) -> list[str]:
    return [
        f"{_by(leg.size)} while seven cards move: {leg.seven_cards.count} frames, {leg.seven_cards.text}",
        f"{_by(leg.size)} through a leg: {leg.all_frames.count} frames, {leg.all_frames.text}",
        f"{_by(leg.size)} idle on the table: {leg.idle_cpu_percent:.2f} % of a core",
    ]


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"

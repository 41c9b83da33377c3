"""Memory: what the program holds after each leg of a whole match."""

from __future__ import annotations

import multiprocessing
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.bench.player import PATIENCE_S, UnfinishedLegError, playing

FRAME_S: Final = 1 / 20  # of the program's clock, which runs as fast as frames can be drawn
_PAUSE_S: Final = 0.0005  # the writer's and the bots' turn


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident megabytes of the program after each leg of a match, and of the bots' process at its end."""

    size: tuple[int, int]
    by_leg_mb: tuple[float, ...]
    bots_mb: float


class QuickClock:
    """A clock that is pushed on by every frame."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        """The moment, in seconds."""
        return self.now_s

    def push(self) -> None:
        """Let the time of a frame pass."""
        self.now_s += FRAME_S
        time.sleep(_PAUSE_S)


def resident_mb(pid: int) -> float:
    """What a process holds in memory; only Linux tells without asking another program, elsewhere it is 0."""
    statm = Path(f"/proc/{pid}/statm")
    if not statm.exists():
        return 0.0
    return round(int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def measure_memory(size: tuple[int, int]) -> Memory:
    """Play a whole match as fast as it goes, every card drawn on its way. Raises ``UnfinishedLegError``."""
    clock = QuickClock()
    by_leg_mb = []
    with playing(size, clock=clock, after_frame=clock.push) as player:
        goes_on = True
        while goes_on:
            if not player.play_leg():
                raise UnfinishedLegError(f"bench: a leg of the match had not ended after {PATIENCE_S:.0f} s")
            by_leg_mb.append(resident_mb(os.getpid()))
            bots_mb = sum(resident_mb(child.pid or 0) for child in multiprocessing.active_children())
            goes_on = player.go_on()
    return Memory(size, tuple(by_leg_mb), round(bots_mb, 1))

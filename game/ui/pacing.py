"""How often a frame is drawn: as the display shows them while anything moves, and seldom while nothing does."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

import pygame

STEADY_HZ = 60
_LEAST_HZ, _MOST_HZ = 24, 144
_STILL_S = 1 / 30  # where something may come by itself
_RESTING_S = 2 / 15  # where all is settled
_ASLEEP_S = 2 / 5
_RESTED_S = 2.0  # of rest, after which looks are that rare
_JUDGED = 300  # frames
_LATE_SHARE = 0.01


def refresh_hz() -> int:
    """How many pictures a second the slowest display shows, 60 if it doesn't say; more than 144 bring nothing."""
    known = [hz for hz in pygame.display.get_desktop_refresh_rates() if hz >= _LEAST_HZ]
    return min([_MOST_HZ, *known]) if known else STEADY_HZ


class FramePacer:
    """Holds the pace of frames. A display that shows more than 60 a second gets them as long as 99 of 100 are ready in
    time, and the machine runs on no battery.
    """

    def __init__(
        self,
        display_hz: Callable[[], int] = refresh_hz,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._display_hz, self._clock, self._sleep = display_hz, clock, sleep
        self._hz = display_hz()
        self._is_late = False
        self._frames = self._late_frames = 0
        self._due_s = self._rests_since_s = clock()

    def count(self, took_s: float) -> None:
        """Learn how long a frame took in which something moved."""
        self._frames += 1
        self._late_frames += took_s > 1 / self._hz
        if self._frames == _JUDGED:
            self._is_late = self._late_frames > _LATE_SHARE * _JUDGED
            self._frames = self._late_frames = 0
            self._hz = self._display_hz()

    def wait(self, *, spares_power: bool, most_s: float = inf) -> None:
        """Wait until the next frame is due, ``most_s`` at most; one that is late makes none after it hurry."""
        hz = min(self._hz, STEADY_HZ) if self._is_late or spares_power else self._hz
        now_s = self._clock()
        self._due_s = max(now_s, min(self._due_s + 1 / hz, now_s + most_s))
        if self._due_s > now_s:
            self._sleep(self._due_s - now_s)

    def pause_s(self, *, rests: bool) -> float:
        """How long nothing has to be drawn where nothing moves; where all ``rests``, longer after a while."""
        now_s = self._clock()
        if not rests:
            self._rests_since_s = now_s
            return _STILL_S
        return _RESTING_S if now_s - self._rests_since_s < _RESTED_S else _ASLEEP_S

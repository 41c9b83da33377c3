"""The frame rate: the display's rate while anything moves, and only rare checks for input while nothing does."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

import pygame

STEADY_HZ = 60
_LEAST_HZ, _MOST_HZ = 24, 144
_STILL_S = 1 / 30  # where something may change by itself
_RESTING_S = 2 / 15  # where everything is settled
_ASLEEP_S = 2 / 5
_RESTED_S = 2.0  # idle time before the longest pause is used
_JUDGED = 300  # frames
_LATE_SHARE = 0.01


def refresh_hz() -> int:
    """Return the refresh rate of the slowest display, at most 144; 60 if it is unknown."""
    known = [hz for hz in pygame.display.get_desktop_refresh_rates() if hz >= _LEAST_HZ]
    return min([_MOST_HZ, *known]) if known else STEADY_HZ


class FramePacer:
    """Limits the frame rate. It exceeds 60 a second only on mains power, and while 99 of 100 frames are in time."""

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

    def record_frame(self, took_s: float) -> None:
        """Record how long a frame with moving things took to draw."""
        self._frames += 1
        self._late_frames += took_s > 1 / self._hz
        if self._frames == _JUDGED:
            self._is_late = self._late_frames > _LATE_SHARE * _JUDGED
            self._frames = self._late_frames = 0
            self._hz = self._display_hz()

    def wait(self, *, spares_power: bool, most_s: float = inf) -> None:
        """Sleep until the next frame is due, at most ``most_s``; a late frame does not shorten later ones."""
        hz = min(self._hz, STEADY_HZ) if self._is_late or spares_power else self._hz
        now_s = self._clock()
        self._due_s = max(now_s, min(self._due_s + 1 / hz, now_s + most_s))
        if self._due_s > now_s:
            self._sleep(self._due_s - now_s)

    def pause_s(self, *, rests: bool) -> float:
        """Return how many seconds to sleep while nothing moves.

        ``rests`` means that nothing can change by itself; if this holds for a while, the pause gets longer.
        """
        now_s = self._clock()
        if not rests:
            self._rests_since_s = now_s
            return _STILL_S
        return _RESTING_S if now_s - self._rests_since_s < _RESTED_S else _ASLEEP_S

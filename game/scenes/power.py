"""The power supply of the machine: polled now and then, in a thread, as the call may read from disk."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.files.background_task import BackgroundTask

_EVERY_S = 60.0


@dataclass(frozen=True, slots=True)
class Power:
    """Whether the machine runs on battery, and how full it is."""

    is_battery: bool = False
    percent: int = 100


class PowerMeter:
    """The ``power`` when last polled."""

    def __init__(self) -> None:
        self.power = Power()
        self._reader = BackgroundTask[Power]("the battery", lambda _: Power())
        self._asked_s: float | None = None

    def update(self, now_s: float) -> None:
        """Poll again, if it is time, and read the result."""
        if self._asked_s is None or now_s - self._asked_s >= _EVERY_S:
            self._asked_s = now_s
            self._reader.start(_power)
        self.power = self._reader.poll() or self.power


def _power() -> Power:
    state = pygame.system.get_power_state()
    if state is None or not state.on_battery or state.battery_percent is None:
        return Power()
    return Power(is_battery=True, percent=state.battery_percent)

"""Key repeat: a held key or button repeats after a delay, then at even intervals until it is released."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
from pygame.event import Event

DELAY_S = 0.5
"""The delay before the first repeat: the default of the operating systems."""
REPEAT_INTERVAL_S = 0.08
"""The interval between repeats: a list scrolls quickly, yet nobody overshoots the row they want."""


def is_repeated(event: Event) -> bool:
    """Return whether a key event is the repeat of a held key and not a new press."""
    return bool(getattr(event, "is_repeated", False))


class KeyRepeat:
    """The repeats of a held key or controller button: the one pressed last, on the screen where it was pressed.

    Times are in seconds of the program's clock.
    """

    def __init__(self) -> None:
        self._input: int | str | None = None
        self._press: Callable[[], Event | None] = lambda: None
        self._screen: object = None
        self._due_s = math.inf

    @property
    def is_held(self) -> bool:
        return self._input is not None

    def start(self, input: int | str, press: Callable[[], Event | None], screen: object, now_s: float) -> None:
        """Start to repeat a press of ``input``, a key or button; ``press`` returns the event of a repeat, or None."""
        self._input, self._press, self._screen, self._due_s = input, press, screen, now_s + DELAY_S

    def release(self, input: int | str | None) -> None:
        """Stop repeating if this key or button is the held one."""
        if input == self._input:
            self.stop()

    def stop(self) -> None:
        self._input, self._screen = None, None

    def pop_due(self, screen: object, now_s: float) -> Event | None:
        """Return the event of a repeat that is due on this screen, or None; at most one, even after a long frame."""
        if screen is not self._screen:
            self.stop()
        if not self.is_held or now_s < self._due_s:
            return None
        self._due_s = now_s + REPEAT_INTERVAL_S
        press = self._press()
        return None if press is None else Event(pygame.KEYDOWN, press.dict | {"is_repeated": True})

"""A press that is held is done again: after a while, and then evenly until it is let go."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
from pygame.event import Event

DELAY_S = 0.5
"""How long a press is held before it is done again: as long as the systems wait as delivered."""
EVERY_S = 0.08
"""How often it is done then: a list goes by quickly, and whoever lets go has not passed what was seen."""


def is_repeated(event: Event) -> bool:
    """Whether a press of a key is one that is still held, and nobody has pressed anything now."""
    return bool(getattr(event, "is_repeated", False))


class KeyRepeat:
    """The press that is held, of a key or of a controller's button: the last one, and only on the screen it began on.

    Moments are in seconds of the program's clock.
    """

    def __init__(self) -> None:
        self._input: int | str | None = None
        self._press: Callable[[], Event | None] = lambda: None
        self._screen: object = None
        self._due_s = math.inf

    @property
    def is_held(self) -> bool:
        """Whether anything will be done again."""
        return self._input is not None

    def begin(self, input: int | str, press: Callable[[], Event | None], screen: object, now_s: float) -> None:
        """Do a press again from now on; ``press`` says anew each time what it means then, None for nothing."""
        self._input, self._press, self._screen, self._due_s = input, press, screen, now_s + DELAY_S

    def release(self, input: int | str | None) -> None:
        """End the repeat of that key or button, which was let go."""
        if input == self._input:
            self.end()

    def end(self) -> None:
        """Do nothing again, whatever is held."""
        self._input, self._screen = None, None

    def due(self, screen: object, now_s: float) -> Event | None:
        """The press that is due on this screen; one at most, however long ago the last was."""
        if screen is not self._screen:
            self.end()
        if not self.is_held or now_s < self._due_s:
            return None
        self._due_s = now_s + EVERY_S
        press = self._press()
        return None if press is None else Event(pygame.KEYDOWN, press.dict | {"is_repeated": True})

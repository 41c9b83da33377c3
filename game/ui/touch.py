"""Touch input, translated into mouse events (docs/decisions/055-reach.md).

A finger held still acts as the pointer, so it shows tooltips; when it is lifted, however late, it presses. A moving
finger drags. Mouse events that the system synthesizes from touch are ignored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame
from pygame.event import Event

FINGER_EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_SLACK = 12  # in points: how far a finger held still wanders


def is_synthesized_from_touch(event: Event) -> bool:
    """Return whether the system synthesized this mouse event from touch."""
    return bool(getattr(event, "touch", False))


class TouchInput:
    """The first finger on the screen; while it is down, other fingers are ignored."""

    def __init__(self) -> None:
        self._finger: tuple[int, int] | None = None
        self._began = (0, 0)
        self._is_dragging = False

    def mouse_events(self, event: Event, size: tuple[int, int]) -> Iterator[Event]:
        """Yield the equivalent mouse events, in points of a window of this ``size``; a trackpad yields none."""
        if event.dict.get("window", event) is None:
            return
        finger = event.touch_id, event.finger_id
        pos = round(event.x * size[0]), round(event.y * size[1])
        if event.type == pygame.FINGERDOWN and self._finger is None:
            self._finger, self._began, self._is_dragging = finger, pos, False
            yield _motion(pos, held=0)
        elif event.type == pygame.FINGERMOTION and finger == self._finger:
            if not self._is_dragging and math.dist(pos, self._began) > _SLACK:
                self._is_dragging = True
                yield _button(pygame.MOUSEBUTTONDOWN, self._began)
            if self._is_dragging:
                yield _motion(pos, held=1)
        elif event.type == pygame.FINGERUP and finger == self._finger:
            self._finger = None
            if not self._is_dragging:
                yield _button(pygame.MOUSEBUTTONDOWN, self._began)
            yield _button(pygame.MOUSEBUTTONUP, pos if self._is_dragging else self._began)


def _button(type: int, pos: tuple[int, int]) -> Event:
    return Event(type, pos=pos, button=1)


def _motion(pos: tuple[int, int], *, held: int) -> Event:
    return Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(held, 0, 0))

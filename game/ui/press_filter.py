"""The filter for accidental presses: a double press never does two things (docs/decisions/021).

A press is meant for what the player saw when the hand began to move. So a press is rejected

- if it follows another one at the same position, or of the same key, as in a double click, and has another target
  than that one had;
- if its target appeared by itself just before, sooner than anybody can have seen it and decided.

Quick presses at different positions or of different keys are never rejected.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Protocol
from weakref import ReferenceType, ref

import pygame
from pygame.event import Event

from game.ui.keys import requests_action
from game.ui.widgets.focus_group import PRESS_KEYS

DOUBLE_S = 0.5
"""The longest time between the presses of a double click: the longest default of the operating systems."""
REACT_S = 0.3
"""The shortest deliberate reaction to something new: 0.2 s to see it, the rest to choose and press."""
SLACK_PX = 12
"""How far a pointer that is held still drifts between the presses of a double click."""

_DISCARD = "discard"
"""The discard action: it counts as a press on a card, whatever key triggers it."""
_LEFT, _RIGHT = 1, 3


class PressableScreen(Protocol):
    """A screen that can say what a press would hit."""

    def press_target(self, event: Event) -> Hashable:
        """Return an id of what a press would hit, or None if nothing."""
        ...

    def pressable_ids(self) -> Iterable[Hashable]:
        """Return the ids of everything that can be pressed now."""
        ...


@dataclass(frozen=True, slots=True)
class _Press:
    """An accepted press with its target and time."""

    event: Event
    target: Hashable
    at_s: float


class PressFilter:
    """Rejects a double press on another target, and a press on a target that nobody can have seen yet.

    Usage, in every frame: ``if accepts(event, …)`` for every event, ``record_targets(by_itself=False)`` after the last
    one, and ``record_targets(by_itself=True)`` after the time update. Times are in seconds of the program's clock.
    """

    def __init__(self) -> None:
        self._last: _Press | None = None
        self._screen: ReferenceType[PressableScreen] | None = None
        self._since_s: dict[Hashable, float] = {}
        self._held_back: set[int] = set()

    def accepts(self, event: Event, screen: PressableScreen, now_s: float) -> bool:
        """Return whether to pass this event on to the screen; only accidental presses are rejected."""
        if event.type == pygame.MOUSEBUTTONUP and event.button in self._held_back:
            self._held_back.discard(event.button)
            return False
        if not is_press(event):
            if event.type == pygame.KEYDOWN:
                self._last = None  # another key ends the double press
            return True
        if self._is_accidental(event, screen, now_s):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._held_back.add(event.button)
            return False
        self._last = _Press(event, self._target(event, screen), now_s)
        return True

    def record_targets(self, screen: PressableScreen, now_s: float, *, by_itself: bool) -> None:
        """Record which targets are new: they appeared ``by_itself``, or else through the player's presses."""
        if self._screen is None or self._screen() is not screen:
            self._screen, self._since_s = ref(screen), {}
        since_s = now_s if by_itself else -math.inf
        self._since_s = {target: self._since_s.get(target, since_s) for target in screen.pressable_ids()}

    def holds_back(self, screen: PressableScreen, now_s: float) -> bool:
        """Return whether any press would be rejected now."""
        last = self._last
        is_after = last is not None and self._is_double_press(last.event, screen, now_s)
        return is_after or any(now_s - since_s < REACT_S for since_s in self._since_s.values())

    def _is_accidental(self, event: Event, screen: PressableScreen, now_s: float) -> bool:
        since_s = self._since_s.get(screen.press_target(event), -math.inf)
        return self._is_double_press(event, screen, now_s) or now_s - since_s < REACT_S

    def _is_double_press(self, event: Event, screen: PressableScreen, now_s: float) -> bool:
        """Return whether the press is the second of a double press and has another target than the first."""
        last = self._last
        if last is None or now_s - last.at_s >= DOUBLE_S or not _is_same(event, last.event):
            return False
        return self._target(event, screen) != last.target

    @staticmethod
    def _target(event: Event, screen: PressableScreen) -> Hashable:
        return ref(screen), screen.press_target(event)


def is_press(event: Event) -> bool:
    """Return whether an event is a press that acts: left or right mouse button, Enter, Space, or a discard key."""
    if event.type == pygame.MOUSEBUTTONDOWN:
        return event.button in (_LEFT, _RIGHT)
    return event.type == pygame.KEYDOWN and (event.key in PRESS_KEYS or requests_action(event, _DISCARD))


def _is_same(one: Event, other: Event) -> bool:
    """Return whether two presses are of the same key, or of the mouse at the same position."""
    if one.type != other.type:
        return False
    if one.type == pygame.KEYDOWN:
        return requests_action(one, _DISCARD) is requests_action(other, _DISCARD)
    return math.dist(one.pos, other.pos) <= SLACK_PX

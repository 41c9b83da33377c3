"""Which presses are meant: two in the same place, or of one key, never do two things (docs/decisions/021).

A press counts for what the player saw when the hand set out. So it is held back

- if it follows another one at the same place, or of the same key, as the presses of a double click do, and would be
  taken by something else than that one was;
- if what would take it appeared by itself just before, sooner than anybody can have seen it and decided.

Whoever presses different things quickly is never held back.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Protocol
from weakref import ReferenceType, ref

import pygame
from pygame.event import Event

from game.ui.keys import asks
from game.ui.widgets.widget import PRESS_KEYS

DOUBLE_S = 0.5
"""How far apart the two presses of a double click may be: what the most patient of the systems count as one."""
REACT_S = 0.3
"""Nobody presses what appeared by itself sooner on purpose: to see it takes 0.2 s, to choose and to press the rest."""
SLACK_PX = 12
"""How far a pointer held still wanders between the presses of a double click."""

_DISCARD = "discard"
"""The action that does something to a card as a press does, whatever key asks for it."""
_LEFT, _RIGHT = 1, 3


class Pressed(Protocol):
    """A screen that is pressed."""

    def pressed_by(self, event: Event) -> Hashable:
        """What would take a press, None if nothing would."""
        ...

    def pressable(self) -> Iterable[Hashable]:
        """Everything that can be pressed now."""
        ...


@dataclass(frozen=True, slots=True)
class _Press:
    """A press that was let through, and what took it, on which screen."""

    event: Event
    taken: Hashable
    at_s: float


class Presses:
    """Holds back what follows another press, or what was pressed unseen.

    Usage, in every frame: ``if takes(event, …)`` for every event, ``watch(by_itself=False)`` after the last one, and
    ``watch(by_itself=True)`` when time has done its part. Moments are in seconds of the program's clock.
    """

    def __init__(self) -> None:
        self._last: _Press | None = None
        self._screen: ReferenceType[Pressed] | None = None
        self._since_s: dict[Hashable, float] = {}
        self._held_back: set[int] = set()

    def takes(self, event: Event, screen: Pressed, now_s: float) -> bool:
        """Whether the screen is to get this event."""
        if event.type == pygame.MOUSEBUTTONUP and event.button in self._held_back:
            self._held_back.discard(event.button)
            return False
        if not is_press(event):
            if event.type == pygame.KEYDOWN:
                self._last = None  # another key was meant for something else, and so is what follows it
            return True
        if self._is_slip(event, screen, now_s):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._held_back.add(event.button)
            return False
        self._last = _Press(event, self._taken(event, screen), now_s)
        return True

    def watch(self, screen: Pressed, now_s: float, *, by_itself: bool) -> None:
        """Note what has appeared: ``by_itself``, or by what the player pressed."""
        if self._screen is None or self._screen() is not screen:
            self._screen, self._since_s = ref(screen), {}
        since_s = now_s if by_itself else -math.inf
        self._since_s = {target: self._since_s.get(target, since_s) for target in screen.pressable()}

    def is_wary(self, screen: Pressed, now_s: float) -> bool:
        """Whether anything would be held back that is not for good."""
        last = self._last
        is_after = last is not None and self._follows(last.event, screen, now_s)
        return is_after or any(now_s - since_s < REACT_S for since_s in self._since_s.values())

    def _is_slip(self, event: Event, screen: Pressed, now_s: float) -> bool:
        since_s = self._since_s.get(screen.pressed_by(event), -math.inf)
        return self._follows(event, screen, now_s) or now_s - since_s < REACT_S

    def _follows(self, event: Event, screen: Pressed, now_s: float) -> bool:
        """Whether the press is the second of two, and something else would take it."""
        last = self._last
        if last is None or now_s - last.at_s >= DOUBLE_S or not _is_same(event, last.event):
            return False
        return self._taken(event, screen) != last.taken

    @staticmethod
    def _taken(event: Event, screen: Pressed) -> Hashable:
        return ref(screen), screen.pressed_by(event)


def is_press(event: Event) -> bool:
    """Whether an event is a press that does something: of the mouse, of Enter or Space, or of a key that discards."""
    if event.type == pygame.MOUSEBUTTONDOWN:
        return event.button in (_LEFT, _RIGHT)
    return event.type == pygame.KEYDOWN and (event.key in PRESS_KEYS or asks(event, _DISCARD))


def _is_same(one: Event, other: Event) -> bool:
    """Whether two presses are of the same key, or of the mouse at the same place."""
    if one.type != other.type:
        return False
    if one.type == pygame.KEYDOWN:
        return asks(one, _DISCARD) is asks(other, _DISCARD)
    return math.dist(one.pos, other.pos) <= SLACK_PX

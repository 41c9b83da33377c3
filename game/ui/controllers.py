"""Game controllers: which button was pressed, by its place, and of what kind the controller is.

The library tells buttons as if every controller were of one kind; those of its names stand for places here, so that a
press is the same wherever its letter is. Directions come from the cross or from the left stick; each one of the right
stick is like a button.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from enum import StrEnum
from typing import Any

os.environ.setdefault("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", "0")  # places, not letters; read when it is started

import pygame
from pygame.event import Event

_log = logging.getLogger(__name__)

_BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "south",
    pygame.CONTROLLER_BUTTON_B: "east",
    pygame.CONTROLLER_BUTTON_X: "west",
    pygame.CONTROLLER_BUTTON_Y: "north",
    pygame.CONTROLLER_BUTTON_BACK: "select",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "stick_l",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "stick_r",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "shoulder_l",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "shoulder_r",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
}
_AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("up", "down"),
    pygame.CONTROLLER_AXIS_RIGHTX: ("stick_r_left", "stick_r_right"),
    pygame.CONTROLLER_AXIS_RIGHTY: ("stick_r_up", "stick_r_down"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: (None, "trigger_l"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: (None, "trigger_r"),
}
_PUSHED, _LET_GO = 0.6, 0.35  # of the way: a stick at rest, or trembling between, says nothing
_FULL = 32767


class Kind(StrEnum):
    """How the buttons of a controller are called."""

    XBOX = "xbox"
    PLAYSTATION = "playstation"
    NINTENDO = "nintendo"
    GENERIC = "generic"


_SIGNS = {
    Kind.XBOX: ("xbox", "xinput", "x360"),
    Kind.PLAYSTATION: ("playstation", "dualshock", "dualsense", "ps3", "ps4", "ps5", "sony"),
    Kind.NINTENDO: ("nintendo", "switch", "joy-con"),
}


def kind_of(name: str) -> Kind:
    """The kind of a controller, by what it calls itself."""
    return next((kind for kind, signs in _SIGNS.items() if any(sign in name.lower() for sign in signs)), Kind.GENERIC)


def open_controller(index: int) -> Any:
    """Open the controller that the system counts so; raises ``pygame.error`` if there is none."""
    from pygame._sdl2 import controller  # noqa: PLC0415 - only where there is one

    return controller.Controller(index)


class Controllers:
    """All that are connected, each from the moment it is put in until it is taken away."""

    def __init__(self, open: Callable[[int], Any] = open_controller) -> None:
        self._open = open
        self._connected: dict[int, Any] = {}
        self._count: Callable[[], int] = lambda: 0
        self._pushed: dict[tuple[int, int], str] = {}

    def begin(self) -> None:
        """Hear of controllers from now on; those that are there are told as if they were put in."""
        from pygame._sdl2 import controller  # noqa: PLC0415 - after the first picture

        try:
            controller.init()
        except pygame.error as error:
            _log.warning("no controllers: %s", error)
        else:
            self._count = controller.get_count

    @property
    def is_any(self) -> bool:
        """Whether one is connected."""
        return bool(self._connected)

    @property
    def are_polled(self) -> bool:
        """Whether the system has any device of that kind, be it of use or not: the library then polls them."""
        return self._count() > 0

    def follow(self, event: Event) -> bool | None:
        """Follow one that is put in or taken away: True for one more, False for one less, None for neither."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            try:
                opened = self._open(event.device_index)
            except pygame.error as error:
                _log.warning("a controller cannot be used: %s", error)
                return None
            self._connected[opened.id] = opened
            return True
        if event.type == pygame.CONTROLLERDEVICEREMOVED and event.instance_id in self._connected:
            self._connected.pop(event.instance_id).quit()
            self._pushed = {key: word for key, word in self._pushed.items() if key[0] != event.instance_id}
            return False
        return None

    def kind(self, event: Event) -> Kind:
        """The kind of the controller that an event comes from."""
        known = self._connected.get(event.instance_id)
        return kind_of(known.name) if known is not None else Kind.GENERIC

    def released(self, event: Event) -> str | None:
        """The place of the button that was let go, or the direction that the stick no longer has; None for neither."""
        if event.type == pygame.CONTROLLERBUTTONUP:
            return _BUTTONS.get(event.button)
        if event.type == pygame.CONTROLLERAXISMOTION and event.axis in _AXES:
            key, far = (event.instance_id, event.axis), event.value / _FULL
            if abs(far) < _LET_GO or self._pushed.get(key) != _AXES[event.axis][far > 0]:
                return self._pushed.pop(key, None)
        return None

    def pressed(self, event: Event) -> str | None:
        """The place of the button that was pressed, or the direction that the stick was pushed to; None for neither."""
        if event.type == pygame.CONTROLLERBUTTONDOWN:
            return _BUTTONS.get(event.button)
        if event.type == pygame.CONTROLLERAXISMOTION and event.axis in _AXES:
            return self._pushed_to(event)
        return None

    def _pushed_to(self, event: Event) -> str | None:
        """What an axis says once it is pushed far enough, not again before it was let go."""
        key, far = (event.instance_id, event.axis), event.value / _FULL
        word = _AXES[event.axis][far > 0]
        self.released(event)
        if abs(far) < _PUSHED or word is None or key in self._pushed:
            return None
        self._pushed[key] = word
        return word

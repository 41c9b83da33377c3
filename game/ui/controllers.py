"""Game controllers: which button was pressed, by its position, and the kind of controller.

SDL reports buttons as if every controller were an Xbox one. Here they are named by position, so a press means the
same whatever letter is on the button. Directions come from the D-pad or the left stick; each direction of the
right stick counts as a button.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from enum import StrEnum
from typing import Any

os.environ.setdefault("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", "0")  # positions; read when SDL starts

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
_PUSHED, _LET_GO = 0.6, 0.35  # of full deflection; the gap between filters out a trembling stick
_FULL = 32767


class ControllerKind(StrEnum):
    """The families of controllers. Each labels its buttons differently."""

    XBOX = "xbox"
    PLAYSTATION = "playstation"
    NINTENDO = "nintendo"
    GENERIC = "generic"


_SIGNS = {
    ControllerKind.XBOX: ("xbox", "xinput", "x360"),
    ControllerKind.PLAYSTATION: ("playstation", "dualshock", "dualsense", "ps3", "ps4", "ps5", "sony"),
    ControllerKind.NINTENDO: ("nintendo", "switch", "joy-con"),
}


def kind_from_name(name: str) -> ControllerKind:
    """Return the kind of a controller, judged by the name that the system reports."""
    return next(
        (kind for kind, signs in _SIGNS.items() if any(sign in name.lower() for sign in signs)), ControllerKind.GENERIC
    )


def open_controller(index: int) -> Any:
    """Open the controller with this system index. Raise ``pygame.error`` if there is none."""
    from pygame._sdl2 import controller  # noqa: PLC0415 - only where there is one

    return controller.Controller(index)


class Controllers:
    """All connected controllers, kept open from connection to removal."""

    def __init__(self, open: Callable[[int], Any] = open_controller) -> None:
        self._open = open
        self._connected: dict[int, Any] = {}
        self._count: Callable[[], int] = lambda: 0
        self._pushed: dict[tuple[int, int], str] = {}

    def start(self) -> None:
        """Start the controller system. Controllers already connected send events as if they were just plugged in."""
        from pygame._sdl2 import controller  # noqa: PLC0415 - after the first picture

        try:
            controller.init()
        except pygame.error as error:
            _log.warning("no controllers: %s", error)
        else:
            self._count = controller.get_count

    @property
    def has_controller(self) -> bool:
        """Whether a controller is connected."""
        return bool(self._connected)

    @property
    def has_joystick(self) -> bool:
        """Whether the system has any joystick, usable or not. If so, SDL polls the devices."""
        return self._count() > 0

    def update_connections(self, event: Event) -> bool | None:
        """Open or close a controller on its connection event; return True if added, False if removed, else None."""
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

    def kind(self, event: Event) -> ControllerKind:
        """Return the kind of the controller that an event comes from."""
        known = self._connected.get(event.instance_id)
        return kind_from_name(known.name) if known is not None else ControllerKind.GENERIC

    def released_button(self, event: Event) -> str | None:
        """Return the button that was released or the direction that a stick left, or None if neither happened."""
        if event.type == pygame.CONTROLLERBUTTONUP:
            return _BUTTONS.get(event.button)
        if event.type == pygame.CONTROLLERAXISMOTION and event.axis in _AXES:
            key, far = (event.instance_id, event.axis), event.value / _FULL
            if abs(far) < _LET_GO or self._pushed.get(key) != _AXES[event.axis][far > 0]:
                return self._pushed.pop(key, None)
        return None

    def pressed_button(self, event: Event) -> str | None:
        """Return the button that was pressed or the direction a stick was pushed in, or None if neither happened."""
        if event.type == pygame.CONTROLLERBUTTONDOWN:
            return _BUTTONS.get(event.button)
        if event.type == pygame.CONTROLLERAXISMOTION and event.axis in _AXES:
            return self._pushed_to(event)
        return None

    def _pushed_to(self, event: Event) -> str | None:
        """Return the direction when a stick is first pushed far enough; it counts again only after it was let go."""
        key, far = (event.instance_id, event.axis), event.value / _FULL
        word = _AXES[event.axis][far > 0]
        self.released_button(event)
        if abs(far) < _PUSHED or word is None or key in self._pushed:
            return None
        self._pushed[key] = word
        return word

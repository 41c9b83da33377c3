"""SDL functions that pygame does not expose, called in the library that pygame has loaded."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pygame
from pygame import Rect

_WAITING = {"x11", "wayland", "windows", "cocoa"}
"""Drivers that sleep until an event comes; others make SDL poll a thousand times a second."""


@cache
def _library() -> ctypes.CDLL | None:
    """Return the SDL library, or None if it cannot be found."""
    try:
        if sys.platform == "win32":
            return ctypes.CDLL(str(Path(pygame.__file__).parent / "SDL2.dll"))
        sdl = ctypes.CDLL(pygame.base.__file__)  # symbols of the libraries it is linked with are found through it
        return sdl if hasattr(sdl, "SDL_WaitEventTimeout") else None
    except OSError:
        return None


def event_waiter() -> Callable[[float], bool] | None:
    """Return a function that sleeps until an event arrives or the given seconds are over, or None if unavailable.

    The function returns True if there is an event. ``pygame.event.wait`` would poll a thousand times a second, which
    takes 1.8 % of a core.
    """
    sdl = _library()
    if sdl is None or pygame.display.get_driver() not in _WAITING:
        return None
    return lambda most_s: bool(sdl.SDL_WaitEventTimeout(None, max(1, round(1000 * most_s))))


def area_presenter(window_id: int) -> Callable[[Sequence[Rect]], bool] | None:
    """Return a function that shows only some areas of a window on the screen, or None where this has no advantage.

    The function returns False on failure. ``pygame.Window.flip`` takes no areas, and sends X11 33 MB a frame at 4K.
    """
    sdl = _library()
    if sdl is None or pygame.display.get_driver() != "x11":
        return None
    sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
    window = ctypes.c_void_p(sdl.SDL_GetWindowFromID(window_id))

    def present(areas: Sequence[Rect]) -> bool:
        edges = [edge for area in areas for edge in area]
        return bool(sdl.SDL_UpdateWindowSurfaceRects(window, (ctypes.c_int * len(edges))(*edges), len(areas)) == 0)

    return present

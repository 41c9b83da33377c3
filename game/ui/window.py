"""The one window of the game: how it is opened on each system, its size, full screen, and presenting (platform.md)."""

from __future__ import annotations

import os
import sys
from typing import Final

import pygame
from pygame import Surface
from pygame.event import Event

from game.ui import art, heap, text

MIN_SIZE: Final = (960, 540)
_SIZES: Final = ((1920, 1080), (1280, 720), MIN_SIZE)  # what is tried first on a screen with room to spare
_ROOM = 0.9  # of the screen, for panels and title bars
_POINTER_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class NoDisplayError(Exception):
    """No window can be opened here; the message is one sentence."""

    def __init__(self, cause: object) -> None:
        super().__init__(f"no display to open the window on ({cause})")


def _init_display() -> None:
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    for variable in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
        # The desktop entry's StartupWMClass; pygame has put the script's name there when it was imported.
        os.environ[variable] = "milestone-rally"
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplayError(error) from error
    if pygame.display.get_driver() == "x11":
        # Presenting through a software GL costs 20 times as much; on Wayland the same setting crashes.
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    pygame.font.init()


def first_size() -> tuple[int, int]:
    """The window's size on first start: the largest usual one that leaves room on the screen."""
    screen = max(pygame.display.get_desktop_sizes(), default=MIN_SIZE)
    fitting = (size for size in _SIZES if size[0] <= _ROOM * screen[0] and size[1] <= _ROOM * screen[1])
    return next(fitting, MIN_SIZE)


class GameWindow:
    """The open window. Raises ``NoDisplayError`` if there is no display, ``MissingAssetError`` without its icon."""

    def __init__(self, title: str, *, size: tuple[int, int] | None = None, fullscreen: bool = False) -> None:
        heap.keep_free_of_holes()
        _init_display()
        sharp = {"allow_high_dpi": True} if sys.platform == "darwin" else {}
        try:
            self._window = pygame.Window(title, size or first_size(), resizable=True, **sharp)
            self._window.get_surface()
        except pygame.error as error:
            raise NoDisplayError(error) from error
        self._window.minimum_size = MIN_SIZE
        self._window.set_icon(art.picture("parts/milestone", 128, 128))
        self.is_fullscreen = False
        if fullscreen:
            self.toggle_fullscreen()

    @property
    def surface(self) -> Surface:
        """The surface to draw on; it changes whenever the window's size does."""
        return self._window.get_surface()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.surface.get_size()

    @property
    def windowed_size(self) -> tuple[int, int] | None:
        """The size to open with next time, in the system's units; None while the screen is filled."""
        return None if self.is_fullscreen else self._window.size

    def resize(self, size: tuple[int, int]) -> None:
        """Ask the system for another size, in its own units."""
        self._window.size = size

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to the size before."""
        self.is_fullscreen = not self.is_fullscreen
        if self.is_fullscreen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def in_pixels(self, event: Event) -> Event:
        """The event with its position in pixels, where the system counts the mouse in points (macOS)."""
        points = self._window.size[0]
        scale = self.size[0] / points if points else 1
        if scale == 1 or event.type not in _POINTER_EVENTS:
            return event
        x, y = event.pos
        return Event(event.type, {**event.dict, "pos": (round(x * scale), round(y * scale))})

    def present(self) -> None:
        """Show what was drawn on the surface."""
        self._window.flip()

    def close(self) -> None:
        """Close the window and let go of what depends on it."""
        self._window.destroy()
        art.forget()
        text.forget_fonts()
        pygame.font.quit()
        pygame.display.quit()

"""The game's window: how each system opens it, its size, full screen, and showing the drawn picture."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui import sdl
from game.ui.drawing import art, text

LEAST_LAYOUT = (640, 360)
"""The smallest layout size that works. A window smaller than this shows only a part of the layout."""

_SHARE = 2 / 3  # of the screen's height for the first window
_ROOM = 0.9  # of the screen's width, at most
_UNSEEN = {"offscreen", "dummy", "evdev"}
"""SDL drivers that open no window; SDL falls back to the first by itself where there is no display."""
_DRIVER_VARIABLES = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
_POINTER_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class NoWindowError(Exception):
    """No window can be opened on this system. The message is one sentence; ``cause`` is the underlying error."""

    def __init__(self, cause: object) -> None:
        super().__init__(f"no window can be opened ({cause})")
        self.cause = cause


@dataclass(frozen=True, slots=True)
class WindowSpec:
    """What to open the window with: title, desktop ``id``, icon and minimum size in pixels."""

    title: str
    id: str
    icon: str
    """The name of a picture for ``art.picture``."""
    smallest: tuple[int, int]


def _init_display(id: str) -> None:
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    for variable in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
        # The desktop entry's StartupWMClass; importing pygame has put the script's name there.
        os.environ[variable] = id
    # Otherwise SDL turns off the desktop's effects while the window is open; cards need no such speed.
    os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
    # While the game waits for the player, the screen may go dark and be locked.
    os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    if _lacks_session_folder():
        os.environ["SDL_VIDEODRIVER"] = "x11,kmsdrm"  # otherwise Wayland's library prints an error
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoWindowError(error) from error
    driver = pygame.display.get_driver()
    if driver in _UNSEEN and driver not in _asked_drivers():
        pygame.display.quit()
        raise NoWindowError("the system offers no display")
    pygame.font.init()


def _lacks_session_folder() -> bool:
    """Return whether Wayland has no folder for its socket, so that it cannot work, and nobody chose a driver."""
    has_socket = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("WAYLAND_DISPLAY", "").startswith("/")
    return sys.platform.startswith("linux") and not has_socket and not any(_asked_drivers())


def _asked_drivers() -> list[str]:
    """Return the video drivers that the environment asks for."""
    return [name for variable in _DRIVER_VARIABLES for name in os.environ.get(variable, "").lower().split(",")]


def _open_window(title: str, size: tuple[int, int], *, hidden: bool) -> pygame.Window:
    """Open a window that can be drawn on; on X11 without OpenGL, except on screens SDL can't draw on directly."""
    if pygame.display.get_driver() == "x11":
        # Presenting through a software GL costs 20 times as much; on Wayland the same setting crashes.
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
        try:
            return _window_with_surface(title, size, hidden=hidden)
        except pygame.error:  # as on a screen with 10 bits a colour
            del os.environ["SDL_FRAMEBUFFER_ACCELERATION"]
            pygame.display.quit()  # SDL reads that only once
            pygame.display.init()
    return _window_with_surface(title, size, hidden=hidden)


def _window_with_surface(title: str, size: tuple[int, int], *, hidden: bool) -> pygame.Window:
    """Open a window whose surface has full resolution even where the system counts in points."""
    window = pygame.Window(title, size, resizable=True, allow_high_dpi=True, hidden=hidden)
    try:
        window.get_surface()
    except pygame.error:
        window.destroy()
        raise
    return window


def opening_size(
    screen: tuple[int, int], smallest: tuple[int, int], saved: tuple[int, int] | None = None
) -> tuple[int, int]:
    """Return the window's size at the start: as saved, or else two thirds of the screen high.

    It is not below the smallest size, and never beyond the screen.

    >>> least = (960, 540)
    >>> opening_size((3840, 2160), least), opening_size((1366, 768), least)
    ((2560, 1440), (960, 540))
    >>> opening_size((1920, 1080), least, saved=(3000, 1000))
    (1920, 1000)
    """
    high = max(smallest[1], round(_SHARE * screen[1]))
    wide = max(smallest[0], min(round(high * 16 / 9), round(_ROOM * screen[0])))
    if saved is not None:
        wide, high = max(smallest[0], saved[0]), max(smallest[1], saved[1])
    return _within((wide, high), screen)


def _within(size: tuple[int, int], screen: tuple[int, int]) -> tuple[int, int]:
    return min(size[0], screen[0]), min(size[1], screen[1])


def _screen(spec: WindowSpec) -> tuple[int, int]:
    return next(iter(pygame.display.get_desktop_sizes()), spec.smallest)


class GameWindow:
    """The open window. Raise ``NoWindowError`` if none can be opened, ``AssetError`` if its icon is missing.

    The window opens in exactly ``size``, or else in the ``saved`` size as far as it fits the screen;
    ``before_seen`` is called once the window exists and before it is shown.
    """

    def __init__(
        self,
        spec: WindowSpec,
        *,
        size: tuple[int, int] | None = None,
        saved: tuple[int, int] | None = None,
        fullscreen: bool = False,
        before_seen: Callable[[], None] | None = None,
    ) -> None:
        tune_malloc()
        _init_display(spec.id)
        try:
            size = size or opening_size(_screen(spec), spec.smallest, saved)
            self._window = _open_window(spec.title, size, hidden=before_seen is not None)
            if before_seen is not None:
                before_seen()
                self._window.show()
        except pygame.error as error:
            raise NoWindowError(error) from error
        self._window.minimum_size = _within(spec.smallest, _screen(spec))
        self._window.set_icon(art.picture(spec.icon, 128, 128))
        self._present_areas = sdl.area_presenter(self._window.id)
        self.wait_for_event = sdl.event_waiter()
        """Sleeps until an event arrives or the given seconds are over. None where polling is cheaper."""
        self.is_fullscreen = False
        if fullscreen:
            self.toggle_fullscreen()

    @property
    def surface(self) -> Surface:
        """The surface to draw on; a new one after each resize."""
        return self._window.get_surface()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.surface.get_size()

    @property
    def layout_size(self) -> tuple[int, int]:
        """Width and height in pixels to lay out scenes for: the window's size, but at least ``LEAST_LAYOUT``."""
        w, h = self.size
        return max(w, LEAST_LAYOUT[0]), max(h, LEAST_LAYOUT[1])

    @property
    def windowed_size(self) -> tuple[int, int] | None:
        """The size to open the window with next time, in the system's units; None in full screen."""
        return None if self.is_fullscreen else self._window.size

    def resize(self, size: tuple[int, int]) -> None:
        """Ask the system for another window size, in the system's units."""
        self._window.size = size

    def toggle_fullscreen(self) -> None:
        self.is_fullscreen = not self.is_fullscreen
        if self.is_fullscreen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def come_forward(self, *, is_minimized: bool) -> None:
        """Raise the window above all others if the system allows it, or else ask for the user's attention."""
        with contextlib.suppress(pygame.error):
            if is_minimized:
                self._window.restore()
            self._window.focus()
            if not self._window.focused:
                self._window.flash(pygame.FLASH_UNTIL_FOCUSED)

    @property
    def size_in_points(self) -> tuple[int, int]:
        """Width and height in the system's units, which it also uses for mouse positions."""
        return self._window.size

    def in_pixels(self, event: Event) -> Event:
        """Return the event with its position in pixels, where the system reports points (macOS, Wayland)."""
        points = self._window.size[0]
        scale = self.size[0] / points if points else 1
        if scale == 1 or event.type not in _POINTER_EVENTS:
            return event
        x, y = event.pos
        return Event(event.type, {**event.dict, "pos": (round(x * scale), round(y * scale))})

    @property
    def desktop_rect(self) -> tuple[int, int, int, int]:
        """The window's position and size on the desktop: left, top, width and height."""
        return *self._window.position, *self._window.size

    def in_points(self, event: Event) -> Event:
        """Return the event with its position in the system's units: the inverse of ``in_pixels``."""
        scale = self.size[0] / self._window.size[0] if self._window.size[0] else 1
        if scale == 1 or event.type not in _POINTER_EVENTS:
            return event
        x, y = event.pos
        return Event(event.type, {**event.dict, "pos": (round(x / scale), round(y / scale))})

    def set_text_input(self, place: Rect | None) -> None:
        """Start text input; the system shows its input aids beside this rectangle, in pixels. None stops text input."""
        if place is None:
            pygame.key.stop_text_input()
            return
        points = self._window.size[0] / self.size[0] if self.size[0] else 1
        pygame.key.set_text_input_rect(Rect(*(round(points * edge) for edge in place)))
        pygame.key.start_text_input()

    def present(self, areas: Sequence[Rect] | None = None) -> None:
        """Show what was drawn; only these ``areas`` where that is cheaper."""
        whole = self.surface.get_rect()
        # X11 kills the program if an area lies outside the window.
        seen = None if areas is None else [part for area in areas if (part := area.clip(whole))]
        if seen is None or self._present_areas is None or not self._present_areas(seen):
            self._window.flip()

    def close(self) -> None:
        """Close the window and free everything that depends on it."""
        self._window.destroy()
        clear_drawing_caches()
        pygame.display.quit()


def clear_drawing_caches() -> None:
    """Clear the caches of pictures, texts and fonts."""
    art.clear_cache()
    text.forget_fonts()
    pygame.font.quit()


_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of malloc.h
_BLOCK_BYTES = 128 * 1024  # the library's initial value; set explicitly, it stays fixed
_ARENA_MAX = -8  # M_ARENA_MAX
_MOST_ARENAS = 2


def tune_malloc() -> None:
    """Make glibc return the memory of freed pictures to the system, by giving each its own pages.

    By default glibc raises its threshold to the largest block ever freed, and its heap fills with holes: after three
    legs at 1080p the process had grown by 20 MB of holes. All threads but the first share one heap: each would keep its
    own, as large as its largest decoding, 10 MB for music.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none and needs none
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _BLOCK_BYTES)
            mallopt(_ARENA_MAX, _MOST_ARENAS)


def trim_malloc() -> None:
    """Return free heap memory to the system, 4 to 9 MB after a leg. It takes a millisecond."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)

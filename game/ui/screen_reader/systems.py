"""The connection to AccessKit on each system: to the window on Windows and macOS, independent of it elsewhere."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

_SPI_GETSCREENREADER = 0x46


@dataclass(frozen=True, slots=True)
class Handlers:
    """Functions that AccessKit calls, in any thread: when a screen reader is active, has a request, or is gone."""

    on_activated: Callable[[], None]
    on_request: Callable[[Any], None]
    on_deactivated: Callable[[], None]


class Bridge(Protocol):
    """The connection to the system's screen reader."""

    def update(self, make: Callable[[], Any]) -> None:
        """Send the changes that ``make`` returns, if a screen reader is active."""

    def reads_aloud(self) -> bool:
        """Return whether a screen reader is running, as far as the system knows."""
        return True

    def set_focus(self, *, is_focused: bool) -> None:
        """Send whether the window is active."""

    def set_place(self, place: tuple[int, int, int, int]) -> None:
        """Send the window's rectangle on the desktop."""


def open_bridge(title: str, handlers: Handlers) -> Bridge:
    """Open the connection for the window with this title; raise an error on failure."""
    if sys.platform == "win32":
        return _Windows(title, handlers)
    if sys.platform == "darwin":
        return _MacOS(title, handlers)
    return _Unix(handlers)


class _Unix(Bridge):
    """AT-SPI over the session's D-Bus; AccessKit connects in a thread of its own."""

    def __init__(self, handlers: Handlers) -> None:
        from accesskit import unix  # noqa: PLC0415 - not on the start's path

        self._adapter = unix.Adapter(handlers.on_activated, handlers.on_request, handlers.on_deactivated)

    def update(self, make: Callable[[], Any]) -> None:
        self._adapter.update_if_active(make)

    def set_focus(self, *, is_focused: bool) -> None:
        self._adapter.update_window_focus_state(is_focused)

    def set_place(self, place: tuple[int, int, int, int]) -> None:
        from accesskit import Rect  # noqa: PLC0415 - as above

        x, y, w, h = place
        bounds = Rect(x, y, x + w, y + h)
        self._adapter.set_root_window_bounds(bounds, bounds)


class _Subclassing(Bridge):
    """What Windows and macOS have in common: AccessKit subclasses the window to get its messages."""

    _adapter: Any

    def update(self, make: Callable[[], Any]) -> None:
        events = self._adapter.update_if_active(make)
        if events is not None:
            events.raise_events()

    def set_focus(self, *, is_focused: bool) -> None: ...

    def set_place(self, place: tuple[int, int, int, int]) -> None: ...


class _Windows(_Subclassing):
    """Windows: UI Automation."""

    def __init__(self, title: str, handlers: Handlers) -> None:
        from accesskit import windows  # noqa: PLC0415 - not where there is none

        self._adapter = windows.SubclassingAdapter(_windows_handle(title), handlers.on_activated, handlers.on_request)

    def reads_aloud(self) -> bool:
        windll: Any = ctypes.windll  # type: ignore[attr-defined, unused-ignore]
        runs = ctypes.c_int(0)
        windll.user32.SystemParametersInfoW(_SPI_GETSCREENREADER, 0, ctypes.byref(runs), 0)
        return bool(runs.value)


class _MacOS(_Subclassing):
    """macOS: NSAccessibility."""

    def __init__(self, title: str, handlers: Handlers) -> None:
        from accesskit import macos  # noqa: PLC0415 - not where there is none

        macos.add_focus_forwarder_to_window_class("SDLWindow")
        window = _macos_window(title)
        self._adapter = macos.SubclassingAdapter.for_window(window, handlers.on_activated, handlers.on_request)

    def set_focus(self, *, is_focused: bool) -> None:
        events = self._adapter.update_view_focus_state(is_focused)
        if events is not None:
            events.raise_events()


def _windows_handle(title: str) -> int:
    """Return the handle of this thread's window with this title; raise ``OSError`` if there is none."""
    windll: Any = ctypes.windll  # type: ignore[attr-defined, unused-ignore]
    user, kernel = windll.user32, windll.kernel32
    found: list[int] = []

    def look(handle: int, _: int) -> bool:
        words = ctypes.create_unicode_buffer(256)
        user.GetWindowTextW(ctypes.c_void_p(handle), words, len(words))
        if words.value == title:
            found.append(handle)
        return not found

    kind: Any = ctypes.WINFUNCTYPE  # type: ignore[attr-defined, unused-ignore]
    look_at = kind(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)(look)
    user.EnumThreadWindows(kernel.GetCurrentThreadId(), look_at, None)
    if not found:
        raise OSError("the window has no handle")
    return found[0]


def _macos_window(title: str) -> int:
    """Return the address of the program's window with this title; raise ``OSError`` if there is none."""
    objc: Any = ctypes.CDLL("/usr/lib/libobjc.A.dylib")
    objc.objc_getClass.restype = objc.sel_registerName.restype = ctypes.c_void_p

    def send(receiver: int | None, message: str, *more: int, returns: Any = ctypes.c_void_p) -> Any:
        kinds = [ctypes.c_void_p, ctypes.c_void_p, *(ctypes.c_ulong for _ in more)]
        call = ctypes.CFUNCTYPE(returns, *kinds)(("objc_msgSend", objc))
        return call(receiver, objc.sel_registerName(message.encode()), *more)

    windows = send(send(objc.objc_getClass(b"NSApplication"), "sharedApplication"), "windows")
    for at in range(send(windows, "count", returns=ctypes.c_ulong)):
        window = send(windows, "objectAtIndex:", at)
        words = send(send(window, "title"), "UTF8String", returns=ctypes.c_char_p)
        if words == title.encode():
            return int(window)
    raise OSError("the window is not among the program's")

"""Control a program on Windows by messages to its window; standard library only."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from ctypes import wintypes
from pathlib import Path
from typing import Any, Final

PATIENCE_S = 180
"""A limit longer than any step takes on a shared machine; a wait ends as soon as its condition holds."""
DIALOG = "#32770"
"""The class of the system's message boxes."""
F2 = 0x71
Control = dict[str, Any]

_CLOSE, _KEY_DOWN, _KEY_UP, _MOVED, _PRESSED, _RELEASED = 0x10, 0x100, 0x101, 0x200, 0x201, 0x202
_GET_TEXT, _CLICK = 0x0D, 0xF5
_LEFT_BUTTON = 1
_started: Final[list[subprocess.Popen[bytes]]] = []
_MAY_ASK = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_PER_MONITOR = 2

user32 = ctypes.WinDLL("user32", use_last_error=True)
kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
psapi = ctypes.WinDLL("psapi", use_last_error=True)
_Found = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)
user32.EnumWindows.argtypes = (_Found, wintypes.LPARAM)
user32.EnumChildWindows.argtypes = (wintypes.HWND, _Found, wintypes.LPARAM)
user32.PostMessageW.argtypes = (wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
user32.SendMessageW.argtypes = (wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPVOID)
user32.GetWindowThreadProcessId.argtypes = (wintypes.HWND, ctypes.POINTER(wintypes.DWORD))
user32.GetClassNameW.argtypes = (wintypes.HWND, wintypes.LPWSTR, ctypes.c_int)
user32.IsWindowVisible.argtypes = (wintypes.HWND,)
user32.ClientToScreen.argtypes = (wintypes.HWND, ctypes.POINTER(wintypes.POINT))
user32.GetWindowDpiAwarenessContext.argtypes = (wintypes.HWND,)
user32.GetWindowDpiAwarenessContext.restype = wintypes.HANDLE
user32.GetAwarenessFromDpiAwarenessContext.argtypes = (wintypes.HANDLE,)
kernel32.OpenProcess.restype = wintypes.HANDLE
kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)
kernel32.QueryFullProcessImageNameW.argtypes = (
    wintypes.HANDLE, wintypes.DWORD, wintypes.LPWSTR, ctypes.POINTER(wintypes.DWORD),
)  # fmt: skip


def wait(what: str, found: Callable[[], Any], instead: Callable[[], str] = str) -> Any:
    """Wait until ``found()`` returns something true, and return that; else exit with what ``instead`` returns."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        if result := found():
            return result
        time.sleep(0.03)
    sys.exit(f"waited {PATIENCE_S} s for {what}; {instead()}")


def processes(program: Path) -> list[int]:
    """Return the ids of the processes that run a program."""
    numbers, size = (wintypes.DWORD * 4096)(), wintypes.DWORD()
    psapi.EnumProcesses(numbers, ctypes.sizeof(numbers), ctypes.byref(size))
    count = size.value // ctypes.sizeof(wintypes.DWORD)
    wanted = os.path.normcase(program)
    return [number for number in numbers[:count] if os.path.normcase(_image(number)) == wanted]


def _image(process: int) -> str:
    handle = kernel32.OpenProcess(_MAY_ASK, False, process)
    if not handle:
        return ""
    path, size = ctypes.create_unicode_buffer(1024), wintypes.DWORD(1024)
    kernel32.QueryFullProcessImageNameW(handle, 0, path, ctypes.byref(size))
    kernel32.CloseHandle(handle)
    return path.value


def windows(process: int) -> list[int]:
    found: list[int] = []

    def look(window: int, _: int) -> bool:
        owner = wintypes.DWORD()
        user32.GetWindowThreadProcessId(window, ctypes.byref(owner))
        if owner.value == process and user32.IsWindowVisible(window):
            found.append(window)
        return True

    user32.EnumWindows(_Found(look), 0)
    return found


def class_of(window: int) -> str:
    name = ctypes.create_unicode_buffer(256)
    user32.GetClassNameW(window, name, len(name))
    return name.value


def texts(box: int) -> list[str]:
    """Return the texts of a message box."""
    return [_text(child) for child in _children(box)]


def agree(box: int) -> None:
    """Press the only button of a message box."""
    for child in _children(box):
        if class_of(child) == "Button":
            user32.PostMessageW(child, _CLICK, 0, 0)


def _children(window: int) -> list[int]:
    found: list[int] = []

    def look(child: int, _: int) -> bool:
        found.append(child)
        return True

    user32.EnumChildWindows(window, _Found(look), 0)
    return found


def _text(window: int) -> str:
    text = ctypes.create_unicode_buffer(4096)
    user32.SendMessageW(window, _GET_TEXT, len(text), text)
    return text.value


def close(window: int) -> None:
    """Close a window, as its close button does."""
    user32.PostMessageW(window, _CLOSE, 0, 0)


def start(*command: str | Path) -> subprocess.Popen[bytes]:
    """Start a program as a double click does: without standard input, output or error."""
    none = subprocess.STARTUPINFO(dwFlags=subprocess.STARTF_USESTDHANDLES, hStdInput=0, hStdOutput=0, hStdError=0)
    _started.append(subprocess.Popen(command, startupinfo=none))
    return _started[-1]


def end_all() -> None:
    """Kill all started programs that still run."""
    for program in _started:
        program.kill()


class Program:
    """A running game, with its user files in ``folder`` or in the system's folder.

    After a press, nothing is known about the screen until it has changed and settled.
    """

    def __init__(self, program: Path, folder: Path, *, in_system_folders: bool = False) -> None:
        self.folder = folder
        self._tree = folder / f"tree-{time.monotonic_ns()}.json"
        self._settled: dict[str, Any] = {}
        self._answered: dict[str, Any] = {}
        where = () if in_system_folders else ("--user-dir", folder)
        self.process = start(program, *where, "--ui-tree", self._tree)

    def wait(self, what: str, found: Callable[[], Any]) -> Any:

        def found_alive() -> Any:
            if self.process.poll() is not None:
                sys.exit(f"the game ended with {self.process.returncode} instead of {what}")
            return found()

        return wait(what, found_alive, self._screen)

    def _screen(self) -> str:
        """Return the last reported state of the screen, settled or not."""
        tree = read(self._tree)
        controls = (f"{control['id']}{'' if control['enabled'] else ' (off)'}" for control in tree.get("controls", ()))
        return f"{tree.get('scene')}, {'' if tree.get('settled') else 'not '}settled: {', '.join(controls)}"

    def tree(self) -> dict[str, Any]:
        """Return the settled screen; empty before the first, and after a press until the screen has settled."""
        tree = read(self._tree)
        if tree and tree["settled"] and tree != self._answered:
            self._settled, self._answered = tree, {}
        return self._settled

    def _await_answer(self) -> None:
        """Mark the reported screen as outdated."""
        self._answered, self._settled = self.tree() or self._answered, {}

    def controls(self, role: str | None = None) -> list[Control]:
        """Return the enabled controls, of a role."""
        return [control for control in self.tree().get("controls", ()) if role in (None, control["role"])]

    def scene(self, *names: str) -> str:
        """Wait until one of these scenes is on top; return its name."""
        return str(
            self.wait(" or ".join(names), lambda: next((n for n in names if n == self.tree().get("scene")), None))
        )

    def press(self, id: str) -> None:
        self.click(self.wait(id, lambda: next((c for c in self.controls() if c["id"] == id), None)))

    def click(self, control: Control) -> None:
        """Press the left mouse button on the control, where the pointer then is."""
        self._await_answer()
        window = self.window()
        x, y, width, height = control["rect"]
        point = wintypes.POINT(round(x + width / 2), round(y + height / 2))
        at = point.x | point.y << 16
        user32.ClientToScreen(window, ctypes.byref(point))
        user32.SetCursorPos(point.x, point.y)
        for message, buttons in ((_MOVED, 0), (_PRESSED, _LEFT_BUTTON), (_RELEASED, 0)):
            user32.PostMessageW(window, message, buttons, at)

    def key(self, code: int) -> None:
        self._await_answer()
        scanned = user32.MapVirtualKeyW(code, 0) << 16 | 1
        user32.PostMessageW(self.window(), _KEY_DOWN, code, scanned)
        user32.PostMessageW(self.window(), _KEY_UP, code, scanned | 3 << 30)

    def window(self) -> int:
        return int(self.wait("the window", lambda: next(iter(windows(self.process.pid)), None)))

    def is_sharp_on_every_screen(self) -> bool:
        """Return whether the game handles the resolution of every screen itself (per-monitor DPI awareness)."""
        context = user32.GetWindowDpiAwarenessContext(self.window())
        return bool(user32.GetAwarenessFromDpiAwarenessContext(context) == _PER_MONITOR)

    def close(self) -> int:
        """Close its window as a player does; return the exit status."""
        close(self.window())
        return self.ended()

    def ended(self) -> int:
        """Wait until the game has ended; return the exit status."""
        wait("the game to end", lambda: self.process.poll() is not None, self._screen)
        return int(self.process.returncode)


def read(file: Path) -> dict[str, Any]:
    """Read a JSON file of the game; empty if it is missing or being replaced."""
    with contextlib.suppress(OSError):
        return dict(json.loads(file.read_text(encoding="utf-8")))
    return {}

"""A lock on the user's folder, and the way a second copy of the game asks the first to show its window.

The lock is an operating system lock on an open file, so it ends with the process. The file is kept when the lock is
released: if it were removed, two copies could each lock a file of that name.

The second copy calls the first by creating an empty file beside the lock. The first copy removes it once its window has
come forward; the second one sees that, or runs into the timeout, or finds the folder free.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from enum import Enum
from pathlib import Path

from filelock import lock_descriptor, unlock_descriptor

from game.system.logs import PRIVATE_MODE

LOCK_NAME = "game.lock"
CALL_NAME = "game.call"
PATIENCE_S = 3.0
"""How many seconds a second copy waits for the first, which polls four times a second and raises its window at the next
frame.
"""

_LOOK_S = 0.25
_GOODBYE_S = 1.0
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_CALL_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


class WindowRequestState(Enum):
    """The state of a second copy's request that the first copy of the game show its window."""

    NONE = "none"
    """Nothing was requested."""
    AWAITED = "awaited"
    SHOWN = "came"
    """The first copy has raised its window, as far as its system permits."""
    TIMED_OUT = "silent"
    """The first copy did not react in time."""


class SingleInstance:
    """Makes sure that only one copy of the game owns the user's ``folder``.

    Call ``claim`` once at the start. After ``watch``, a thread polls for requests of other copies if this copy owns the
    folder; otherwise it claims the folder as soon as it is free. Properties and ``poll_`` methods never wait for a
    disk, so every frame may use them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_owner = False
        self.request_state = WindowRequestState.NONE
        self.lock_error: OSError | None = None
        self._descriptor: int | None = None
        self._is_called = False
        self._has_come = False
        self._called_s: float | None = None
        self._wake = threading.Event()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def claim(self) -> bool:
        """Lock the folder unless another copy has it; return whether this copy owns it.

        A folder in which nothing can be locked (read-only, or a disk without locks) counts as owned; failed writes are
        reported when they happen. ``lock_error`` holds the reason.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.folder / LOCK_NAME, _FLAGS, PRIVATE_MODE)
        except OSError as error:
            return self._own(None, error)
        try:
            if lock_descriptor(descriptor, blocking=False):
                return self._own(descriptor)
        except OSError as error:
            os.close(descriptor)
            return self._own(None, error)
        os.close(descriptor)
        return False

    def _own(self, descriptor: int | None, error: OSError | None = None) -> bool:
        self.lock_error = error
        with contextlib.suppress(OSError):
            self._call_path.unlink(missing_ok=True)  # a leftover: nobody waits for this copy yet
        self._descriptor, self.is_owner = descriptor, True
        return True

    def watch(self) -> None:
        """Start a thread that polls for requests of other copies, or for the folder to become free."""
        self._thread = threading.Thread(target=self._watch, name="instance", daemon=True)
        self._thread.start()

    def poll_window_request(self) -> bool:
        """Return whether another copy has asked for the window since the last poll; the caller then raises it."""
        if not self._is_called:
            return False
        self._has_come, self._is_called = True, False
        self._wake.set()
        return True

    def request_window(self) -> None:
        """Ask the copy that owns the folder to show its window; poll the outcome."""
        self.request_state = WindowRequestState.AWAITED
        self._wake.set()

    def close(self) -> None:
        self._is_closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(_GOODBYE_S)
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                # Closing is not enough: a child process that is being started shares the lock until it runs.
                unlock_descriptor(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None

    # -- in the thread --------------------------------------------------------------------------------------------

    @property
    def _call_path(self) -> Path:
        return self.folder / CALL_NAME

    def _watch(self) -> None:
        while not self._is_closed:
            with contextlib.suppress(OSError):  # a failed access is retried at the next poll
                if self.is_owner or self.claim():
                    self._answer()
                elif self.request_state is WindowRequestState.AWAITED:
                    self._ask()
            self._wake.wait(_LOOK_S)
            self._wake.clear()
        if self._called_s is not None:
            with contextlib.suppress(OSError):
                self._call_path.unlink(missing_ok=True)

    def _answer(self) -> None:
        """Check for another copy's request; remove its file once the window has come forward."""
        if self._has_come:
            self._call_path.unlink(missing_ok=True)
            self._has_come = False
        elif os.path.lexists(self._call_path):
            self._is_called = True

    def _ask(self) -> None:
        """Request the window of the other copy, or check the outcome of the request."""
        if self._called_s is None:
            try:
                os.close(os.open(self._call_path, _CALL_FLAGS, PRIVATE_MODE))
            except FileExistsError:
                pass  # somebody else calls too
            except OSError:
                self.request_state = WindowRequestState.TIMED_OUT
                return
            self._called_s = time.monotonic()
        elif not os.path.lexists(self._call_path):
            self._called_s, self.request_state = None, WindowRequestState.SHOWN
        elif time.monotonic() - self._called_s > PATIENCE_S:
            self._call_path.unlink(missing_ok=True)
            self._called_s, self.request_state = None, WindowRequestState.TIMED_OUT

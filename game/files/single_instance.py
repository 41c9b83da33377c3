"""A single instance of the game on a user folder: the lock on it, and how a second copy calls the first.

The lock is the system's own, on an open file, so it ends with the process however that ends. The file stays when the
lock is released: were it removed, two copies could each lock a file of that name.

A call is an empty file beside the lock. The copy that has the folder removes it once its window has come forward; a
copy that waits sees that, or that nobody does, or that the folder is free.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from enum import Enum
from pathlib import Path

from filelock import lock_descriptor, unlock_descriptor

LOCK_NAME = "game.lock"
CALL_NAME = "game.call"
PATIENCE_S = 3.0
"""How long a copy that called waits for the other: it looks four times a second, and its window at each frame."""

_LOOK_S = 0.25
_GOODBYE_S = 1.0
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_CALL_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_MODE = 0o600


class Reply(Enum):
    """What became of a call."""

    NONE = "none"
    """Nobody was called."""
    AWAITED = "awaited"
    CAME = "came"
    """The other window has come forward, as far as its system lets it."""
    SILENT = "silent"
    """The other copy did nothing in time."""


class SingleInstance:
    """This copy of the game on the user's ``folder``.

    ``claim`` once at the start; after ``watch`` a thread looks for calls of other copies if the folder is ours, or else
    claims it as soon as it is free. Whether it is ours, whether somebody called and what was replied can be asked in
    every frame: that never waits for a disk.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_owner = False
        self.reply = Reply.NONE
        self.lock_error: OSError | None = None
        self._descriptor: int | None = None
        self._is_called = False
        self._has_come = False
        self._called_s: float | None = None
        self._wake = threading.Event()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def claim(self) -> bool:
        """Take the folder unless another copy has it; whether it is ours.

        A folder in which nothing can be locked (it is read only, or on a disk without locks) counts as ours: what can
        not be written is told when it is written. ``lock_error`` says why.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.folder / LOCK_NAME, _FLAGS, _MODE)
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
            self._call_path.unlink(missing_ok=True)  # nobody waits for us yet
        self._descriptor, self.is_owner = descriptor, True
        return True

    def watch(self) -> None:
        """Begin to look for calls, or for the folder to be free."""
        self._thread = threading.Thread(target=self._watch, name="instance", daemon=True)
        self._thread.start()

    def take_call(self) -> bool:
        """Whether another copy has called since the last time; the window is to come forward then."""
        if not self._is_called:
            return False
        self._has_come, self._is_called = True, False
        self._wake.set()
        return True

    def call(self) -> None:
        """Ask the copy that has the folder to show its window; ``reply`` tells what became of it."""
        self.reply = Reply.AWAITED
        self._wake.set()

    def close(self) -> None:
        """Give the folder back."""
        self._is_closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(_GOODBYE_S)
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                # To close it is not enough: a process that is being started has the same lock until it runs.
                unlock_descriptor(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None

    # -- in the thread --------------------------------------------------------------------------------------------

    @property
    def _call_path(self) -> Path:
        return self.folder / CALL_NAME

    def _watch(self) -> None:
        while not self._is_closed:
            with contextlib.suppress(OSError):  # what the disk refuses now it may do at the next look
                if self.is_owner or self.claim():
                    self._answer()
                elif self.reply is Reply.AWAITED:
                    self._ask()
            self._wake.wait(_LOOK_S)
            self._wake.clear()
        if self._called_s is not None:
            with contextlib.suppress(OSError):
                self._call_path.unlink(missing_ok=True)

    def _answer(self) -> None:
        """See whether there is a call; take it away when the window has come."""
        if self._has_come:
            self._call_path.unlink(missing_ok=True)
            self._has_come = False
        elif os.path.lexists(self._call_path):
            self._is_called = True

    def _ask(self) -> None:
        """Call, or see what became of the call."""
        if self._called_s is None:
            try:
                os.close(os.open(self._call_path, _CALL_FLAGS, _MODE))
            except FileExistsError:
                pass  # somebody else calls too
            except OSError:
                self.reply = Reply.SILENT
                return
            self._called_s = time.monotonic()
        elif not os.path.lexists(self._call_path):
            self._called_s, self.reply = None, Reply.CAME
        elif time.monotonic() - self._called_s > PATIENCE_S:
            self._call_path.unlink(missing_ok=True)
            self._called_s, self.reply = None, Reply.SILENT

"""The one thread that writes files, so that no frame ever waits for a disk."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

DRAIN_S: Final = 3.0
"""How long closing waits for what is still to be written: a slow disk needs one second, a dead one forever."""

_REPLACE_TRIES: Final = 10
_REPLACE_PAUSE_S: Final = 0.02  # Windows refuses to replace a file that another program (a virus scanner) just reads


class Ticket:
    """The receipt for one job: poll ``is_done``; then ``error`` says what failed, None if it is on disk."""

    __slots__ = ("error", "is_done", "path")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.error: OSError | None = None
        self.is_done = False


class FileWriter(Protocol):
    """What sessions, settings and the control tree need of a writer."""

    def submit(self, path: Path, data: bytes) -> Ticket:
        """Put ``data`` into the file at ``path``, all of it or nothing; returns at once."""

    def remove(self, path: Path) -> Ticket:
        """Remove the file at ``path`` if it is there; returns at once."""

    def close(self, timeout_s: float = DRAIN_S) -> bool:
        """Finish what was submitted; whether that was done within the time."""


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the file at ``path``: readers see all of the old or all of the new, never a half.

    Folders that are missing are made. The folder itself isn't flushed: after a power failure the old file may be
    back, which is whole as well. Raises ``OSError``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _replace(draft, path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _replace(draft: Path, path: Path) -> None:
    tries = _REPLACE_TRIES if sys.platform == "win32" else 1
    for _ in range(tries - 1):
        try:
            os.replace(draft, path)
        except PermissionError:
            time.sleep(_REPLACE_PAUSE_S)
        else:
            return
    os.replace(draft, path)


class Writer:
    """A daemon thread that does its jobs one after the other, in the order they came."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Ticket, Callable[[], None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._is_closed = False
        self._thread.start()

    def submit(self, path: Path, data: bytes) -> Ticket:
        """Put ``data`` into the file at ``path``, all of it or nothing; returns at once."""
        return self._enqueue(path, lambda: write_atomically(path, data))

    def remove(self, path: Path) -> Ticket:
        """Remove the file at ``path`` if it is there; returns at once."""
        return self._enqueue(path, lambda: path.unlink(missing_ok=True))

    def close(self, timeout_s: float = DRAIN_S) -> bool:
        """Finish what was submitted; whether that was done within the time."""
        if not self._is_closed:
            self._is_closed = True
            self._jobs.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _enqueue(self, path: Path, job: Callable[[], None]) -> Ticket:
        ticket = Ticket(path)
        if self._is_closed:
            ticket.error, ticket.is_done = OSError("the writer is closed"), True
        else:
            self._jobs.put((ticket, job))
        return ticket

    def _work(self) -> None:
        while (item := self._jobs.get()) is not None:
            ticket, job = item
            try:
                job()
            except OSError as error:
                ticket.error = error
            finally:
                ticket.is_done = True

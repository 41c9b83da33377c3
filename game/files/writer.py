"""The one thread that writes files, so that no frame waits for a disk."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import queue
import re
import stat
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from game.files.forms import FormatError
from game.system.logs import CLOSE_TIMEOUT_S, PRIVATE_MODE

_REPLACE_TRIES = 10
_REPLACE_PAUSE_S = 0.02  # Windows cannot replace a file while another program (a virus scanner) reads it
_DRAFT_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_UNFLUSHABLE = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EBADF})
_log = logging.getLogger(__name__)


Content = bytes | Callable[[], bytes]
"""The content of a file, or a function that makes it in the writer's thread, where it delays other writes."""


class PendingWrite:
    """A change of a file that waits for the writer's thread: poll ``is_done``, or ``wait`` in another thread.

    Then ``error`` is the exception that made it fail, or None if the change is on disk.
    """

    __slots__ = ("_end", "error", "path")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.error: Exception | None = None
        self._end = threading.Event()

    @property
    def is_done(self) -> bool:
        return self._end.is_set()

    def finish(self, error: Exception | None = None) -> None:
        """Record the end of the change; for the writer."""
        self.error = error
        self._end.set()

    def wait(self) -> None:
        """Wait for the end of the change, and raise its error if it failed; too slow for a frame."""
        self._end.wait()
        if self.error is not None:
            raise self.error

    @property
    def error_text(self) -> str:
        """The system's error text, or an empty text if there was no error."""
        if self.error is None:
            return ""
        told = self.error.strerror if isinstance(self.error, OSError) else None
        return told or str(self.error) or type(self.error).__name__


class FileWriter(Protocol):
    """The interface of the one thread that writes the files of sessions, settings and the accessibility tree."""

    def submit(self, path: Path, data: Content) -> PendingWrite:
        """Queue the writing of ``data`` to the file at ``path``, all or nothing; return at once."""

    def remove(self, path: Path) -> PendingWrite:
        """Queue the removal of the file at ``path``, if it exists; return at once."""

    def run(self, path: Path, job: Callable[[], None]) -> PendingWrite:
        """Queue a job that changes the file at ``path``, all or nothing; return at once."""

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        """Accept no more jobs and wait for the queued ones; return whether they ended within the timeout."""


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the file at ``path`` by one with this content; a reader sees all of the old or all of the new content.

    Missing folders are created. Anything but a regular file (a link, a folder, a device) is neither followed nor
    replaced. Raises ``OSError``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    check_replaceable(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    descriptor = _open_draft(draft)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def create_private(path: Path) -> None:
    """Create an empty file that only this user may read, unless there is one. Raises ``OSError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_MODE))


def remove_file(path: Path) -> None:
    """Remove the file at ``path`` if it exists. Raises ``OSError``, also for anything but a regular file."""
    check_replaceable(path)
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def check_replaceable(path: Path) -> None:
    """Raise an ``OSError`` if something other than a regular file is at ``path``; its message says what."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        kinds = ((stat.S_ISLNK, "it is a link"), (stat.S_ISDIR, "it is a folder"))
        words = next((words for is_kind, words in kinds if is_kind(mode)), "it is no file but a device or a pipe")
        raise FileExistsError(errno.EEXIST, words, str(path))


def exists(path: Path) -> bool:
    """Return whether there is anything at the path, even a broken link."""
    with contextlib.suppress(OSError):
        path.lstat()
        return True
    return False


def remove_stale_drafts(folder: Path, name_pattern: str) -> None:
    """Remove the temporary files that a killed process left in a folder.

    Only those for files whose names match the regular expression are removed. Call this only if no other process may
    write those files: the process number in the name is not checked, since it may have been reused. Errors are ignored.
    """
    is_draft = re.compile(rf"\.(?:{name_pattern})\.\d+\.tmp").fullmatch
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for draft in [Path(entry) for entry in entries if is_draft(entry.name)]:
            with contextlib.suppress(OSError):
                draft.unlink()


def _open_draft(draft: Path) -> int:
    """Create a temporary file; one with our process number is a leftover of an earlier process and is removed."""
    try:
        return os.open(draft, _DRAFT_FLAGS, PRIVATE_MODE)
    except FileExistsError:
        draft.unlink()
        return os.open(draft, _DRAFT_FLAGS, PRIVATE_MODE)


def sync_folder(folder: Path) -> None:
    """Make changes of a folder's entries (new and renamed files) durable on disk, where the system supports it."""
    if sys.platform == "win32":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return  # gone or not readable
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNFLUSHABLE:
            raise
    finally:
        os.close(descriptor)


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
    """A daemon thread that runs its jobs in the order in which they came; a failed job does not stop it."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[PendingWrite, Callable[[], None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._is_closed = False
        self._thread.start()

    def submit(self, path: Path, data: Content) -> PendingWrite:
        return self._enqueue(path, lambda: write_atomically(path, data() if callable(data) else data))

    def remove(self, path: Path) -> PendingWrite:
        return self._enqueue(path, lambda: remove_file(path))

    def run(self, path: Path, job: Callable[[], None]) -> PendingWrite:
        return self._enqueue(path, job)

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        if not self._is_closed:
            self._is_closed = True
            self._jobs.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _enqueue(self, path: Path, job: Callable[[], None]) -> PendingWrite:
        ticket = PendingWrite(path)
        if self._is_closed:
            ticket.finish(OSError("the writer is closed"))
        else:
            self._jobs.put((ticket, job))
        return ticket

    def _work(self) -> None:
        while (item := self._jobs.get()) is not None:
            ticket, job = item
            try:
                job()
            except (OSError, FormatError) as error:
                ticket.finish(error)
            except Exception as error:  # out of memory, or a bug: the thread must survive for the next job
                _log.exception("writing %s", ticket.path.name)
                ticket.finish(error)
            else:
                ticket.finish()

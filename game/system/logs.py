"""The log on disk: where it lies, and how a line gets into it without harm; standard library and platformdirs only."""

from __future__ import annotations

import logging
import os
import stat
import threading
from io import TextIOWrapper
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue

import platformdirs

NAME = "milestone-rally"
LOGGER = "game"
"""Everything that the program logs is below it."""

DRAIN_S = 3.0
"""How long closing waits for what is still to be written: a slow disk needs one second, a dead one forever."""

FILE = f"{NAME}.log"
_MOST_BYTES = 256 * 1024  # some hundred errors; one older file of that size is kept
_FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
_WARY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # no link; no waiting for a fifo's reader


def log_path(root: Path | None = None) -> Path | None:
    """Where the log lies: in ``root``, or in the system's folder for logs; None if there is no home to have one in."""
    if root is not None:
        return root / FILE
    try:
        folder = platformdirs.user_log_path(NAME, appauthor=False)
    except RuntimeError:
        return None
    return folder / FILE if folder.is_absolute() else None


class LogOnDisk(RotatingFileHandler):
    """The file and the one before it, both limited in size; the folder is made with the first line.

    What cannot be written is lost: there is no better place to say so. Nothing but a regular file is ever written or
    put away, no link and no device that lies in its place. ``is_lost`` tells whether a line was.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8", errors="replace", delay=True)
        self.setFormatter(logging.Formatter(_FORM))
        self.is_lost = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line if the disk lets us."""
        try:
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            self.is_lost = True
            return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, ARG002 - the standard library's form
        """Let it go: the game must not end, nor write on a terminal, because of its log."""
        self.is_lost = True

    def shouldRollover(self, record: logging.LogRecord) -> bool:  # noqa: N802 - the standard library's name
        """Whether the file is full; asked of regular files only."""
        return _is_regular(self.baseFilename) and bool(super().shouldRollover(record))

    def doRollover(self) -> None:  # noqa: N802 - the standard library's name
        """Put the full file away, unless what lies there is none of ours."""
        if not _is_regular(f"{self.baseFilename}.1"):
            raise FileExistsError(f"{self.baseFilename}.1")
        super().doRollover()

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, _FLAGS | _WARY, 0o600)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise FileExistsError(self.baseFilename)
        return open(descriptor, "a", encoding=self.encoding, errors=self.errors)


class LogFile:
    """Takes what the program logs into the file at ``path``, until it is closed; without a word there is no file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        queue: SimpleQueue[object] = SimpleQueue()
        self._handler = QueueHandler(queue)
        self._listener = QueueListener(queue, LogOnDisk(path))
        self._listener.start()
        self._is_closed = False
        logging.getLogger(LOGGER).addHandler(self._handler)

    def close(self, timeout_s: float = DRAIN_S) -> bool:
        """Write what was logged and end; whether that was done within the time."""
        if self._is_closed:
            return True
        self._is_closed = True
        logging.getLogger(LOGGER).removeHandler(self._handler)
        end = threading.Thread(target=self._listener.stop, name="log", daemon=True)  # waits as long as the disk does
        end.start()
        end.join(timeout_s)
        for handler in self._listener.handlers if not end.is_alive() else ():
            handler.close()
        return not end.is_alive()


def _is_regular(path: str) -> bool:
    """Whether a regular file lies there, or nothing at all."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return True


def without_paths(text: str, *folders: Path) -> str:
    """The text without the folders that the program lies in, and without the user's own folder and those others."""
    root = Path(__file__).parents[2]
    others = [(str(folder), "…") for folder in sorted(folders, reverse=True) if len(folder.parts) > 1]
    for folder, instead in ((f"{root}/", ""), (f"{root}\\", ""), *others, (str(_home()), "~")):
        text = text.replace(folder, instead)
    return text


def _home() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        return Path("~")
    return home if len(home.parts) > 1 else Path("~")

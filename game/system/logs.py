"""The log file: its path, and safe writing. This module uses only the standard library and platformdirs."""

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
"""The name of the logger that is the parent of all loggers of the program."""

CLOSE_TIMEOUT_S = 3.0
"""How long closing the log waits for lines not yet written: a slow disk needs one second, a dead one forever."""

PRIVATE_MODE = 0o600
"""The mode of all files of the user: only their owner may read them. A match file holds all hands."""

FILE = f"{NAME}.log"
_MOST_BYTES = 256 * 1024  # enough for some hundred errors; one older file of that size is kept
_FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
_WARY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # refuse links; don't wait for a fifo's reader


def log_path(root: Path | None = None) -> Path | None:
    """Return the path of the log file, in the folder ``root`` or else in the system's folder for logs.

    Return None if that would be in the user's home folder and there is none.
    """
    if root is not None:
        return root / FILE
    try:
        folder = platformdirs.user_log_path(NAME, appauthor=False)
    except RuntimeError:
        return None
    return folder / FILE if folder.is_absolute() else None


class LogFileHandler(RotatingFileHandler):
    """Writes the log file and keeps one older file, both limited in size; the first line also creates the folder.

    A line that cannot be written is lost, and ``has_lost_lines`` becomes true: there is no better place to report it.
    Only regular files are written or rotated, never a link or a device with the same path.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8", errors="replace", delay=True)
        self.setFormatter(logging.Formatter(_FORM))
        self.has_lost_lines = False

    def emit(self, record: logging.LogRecord) -> None:
        try:
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            self.has_lost_lines = True
            return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, ARG002 - the standard library's form
        """Ignore the error: the game must neither end nor print to a terminal because of its log."""
        self.has_lost_lines = True

    def shouldRollover(self, record: logging.LogRecord) -> bool:  # noqa: N802 - the standard library's name
        """Return whether the log file is full; always False if it is not a regular file."""
        return _is_regular(self.baseFilename) and bool(super().shouldRollover(record))

    def doRollover(self) -> None:  # noqa: N802 - the standard library's name
        """Rename the full log file to the older one. Raises ``FileExistsError`` if that is not a regular file."""
        if not _is_regular(f"{self.baseFilename}.1"):
            raise FileExistsError(f"{self.baseFilename}.1")
        super().doRollover()

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, _FLAGS | _WARY, PRIVATE_MODE)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise FileExistsError(self.baseFilename)
        return open(descriptor, "a", encoding=self.encoding, errors=self.errors)


class LogFile:
    """Writes all that the program logs into the file at ``path``, until ``close``; the first line creates the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        queue: SimpleQueue[object] = SimpleQueue()
        self._handler = QueueHandler(queue)
        self._listener = QueueListener(queue, LogFileHandler(path))
        self._listener.start()
        self._is_closed = False
        logging.getLogger(LOGGER).addHandler(self._handler)

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        """Stop logging and write the pending lines; return whether that was done within ``timeout_s``."""
        if self._is_closed:
            return True
        self._is_closed = True
        logging.getLogger(LOGGER).removeHandler(self._handler)
        end = threading.Thread(target=self._listener.stop, name="log", daemon=True)  # as slow as the disk
        end.start()
        end.join(timeout_s)
        for handler in self._listener.handlers if not end.is_alive() else ():
            handler.close()
        return not end.is_alive()


def _is_regular(path: str) -> bool:
    """Return whether the path is that of a regular file or does not exist."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return True


def without_paths(text: str, *folders: Path) -> str:
    """Return the text without private paths, for logs and error reports.

    The program's folder is removed, the home folder becomes ``~``, and each of ``folders`` becomes ``…``.
    """
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

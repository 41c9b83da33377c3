"""The log on disk: what went wrong, for whoever is asked for help. A thread writes it, so no frame waits for a disk."""

from __future__ import annotations

import logging
import threading
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from game.session.writer import DRAIN_S

_LOGGER: Final = "game"  # everything the program logs is below it
_MOST_BYTES: Final = 256 * 1024  # some hundred errors; one older file of that size is kept
_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class LogFile:
    """Takes what the program logs into the file at ``path``, until it is closed; without a word there is no file.

    The file and the one before it are limited in size. What cannot be written is lost: there is no better place to
    say so, and the game goes on.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        queue: SimpleQueue[object] = SimpleQueue()
        self._handler = QueueHandler(queue)
        self._listener = QueueListener(queue, _File(path))
        self._listener.start()
        self._is_closed = False
        logging.getLogger(_LOGGER).addHandler(self._handler)

    def close(self, timeout_s: float = DRAIN_S) -> bool:
        """Write what was logged and end; whether that was done within the time."""
        if self._is_closed:
            return True
        self._is_closed = True
        logging.getLogger(_LOGGER).removeHandler(self._handler)
        end = threading.Thread(target=self._listener.stop, name="log", daemon=True)  # waits as long as the disk does
        end.start()
        end.join(timeout_s)
        for handler in self._listener.handlers if not end.is_alive() else ():
            handler.close()
        return not end.is_alive()


class _File(RotatingFileHandler):
    """The file and the one before it; the folder is made with the first line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter(_FORM))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line if the disk lets us."""
        try:
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the standard library's name
        """Let it go: the game must not end, nor write on a terminal, because of its log."""

"""The log on disk: what went wrong, for whoever is asked for help. A thread writes it, so no frame waits for a disk."""

from __future__ import annotations

import logging
import threading
from logging.handlers import QueueHandler, QueueListener
from pathlib import Path
from queue import SimpleQueue

from game.logs import LOGGER, LogOnDisk
from game.session.storage.writer import DRAIN_S


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

"""Readings that would hold up a frame, done in a thread of their own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

_log = logging.getLogger(__name__)
T = TypeVar("T")


class BackgroundReader(Generic[T]):
    """Does one reading after the other in a thread; poll ``take`` for what is new.

    A reading that raises has failed by a mistake of ours: that is logged, and what ``instead`` makes of the error is
    taken in the place of what would have been read. So nobody waits for ever, also where no thread is to be had.
    """

    def __init__(self, name: str, instead: Callable[[Exception], T]) -> None:
        self._name = name
        self._instead = instead
        self._lock = threading.Lock()  # held for an instant at a time
        self._wanted: Callable[[], T] | None = None
        self._found: T | None = None
        self._is_reading = self._is_closed = False

    def begin(self, read: Callable[[], T]) -> None:
        """Have this read, as soon as what is being read has come to its end, and in the place of what else waits."""
        with self._lock:
            self._wanted, is_reading, self._is_reading = read, self._is_reading, True
        if not is_reading:
            try:
                threading.Thread(target=self._work, name=self._name, daemon=True).start()
            except RuntimeError as error:  # no thread is to be had
                self._publish_instead(error)
                self._next_wanted(is_last=True)

    def take(self) -> T | None:
        """What is known by now, None if that is nothing new."""
        with self._lock:
            found, self._found = self._found, None
        return found

    @property
    def is_reading(self) -> bool:
        """Whether something is being read."""
        return self._is_reading

    @property
    def is_busy(self) -> bool:
        """Whether more will come."""
        with self._lock:
            return self._is_reading or self._found is not None

    def close(self) -> None:
        """Read no more, and tell nothing of what is being read."""
        self._is_closed = True

    # -- for what is being read ---------------------------------------------------------------------------------------

    @property
    def is_to_end(self) -> bool:
        """Whether a long reading may end early: nobody wants it any more, or something else is wanted."""
        return self._is_closed or self._wanted is not None

    def publish(self, found: T) -> None:
        """Have this taken before the reading has come to its end."""
        with self._lock:
            if not self._is_closed:
                self._found = found

    # -- the thread ---------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (read := self._next_wanted()) is not None:
            try:
                self.publish(read())
            except Exception as error:
                self._publish_instead(error)

    def _next_wanted(self, *, is_last: bool = False) -> Callable[[], T] | None:
        with self._lock:
            wanted, self._wanted = self._wanted, None
            self._is_reading = wanted is not None and not self._is_closed and not is_last
            return wanted if self._is_reading else None

    def _publish_instead(self, error: Exception) -> None:
        _log.error("%s", self._name, exc_info=error)
        self.publish(self._instead(error))

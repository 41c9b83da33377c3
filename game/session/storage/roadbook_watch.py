"""What a page shows of the roadbook, read in a thread: what is known at once, then what the kept matches add."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from game.session.storage.roadbook import Refresh, Roadbook
from game.session.storage.roadbook_reader import RoadbookReader

_log = logging.getLogger(__name__)
T = TypeVar("T")

_POLL_S: Final = 0.05
_SHOWN_EVERY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What was read, None if nothing can be; ``done`` of ``total`` changed files are taken in.

    As long as it is not ``complete`` more may come.
    """

    value: T | None = None
    done: int = 0
    total: int = 0
    complete: bool = False

    def after(self, last: Reading[T]) -> Reading[T]:
        """This reading, complete already if the last one was and nothing has to be taken in since."""
        return replace(self, complete=self.complete or (last.complete and not self.total and self.value is not None))


class RoadbookWatch(Generic[T]):
    """Reads as often as it is asked to ``look``; poll ``take`` for what is new, and ``close`` it in the end."""

    def __init__(self, roadbook: Roadbook) -> None:
        self._roadbook = roadbook
        self._lock = threading.Lock()
        self._read: Callable[[RoadbookReader], T] | None = None
        self._found: Reading[T] | None = None
        self._is_wanted = self._is_at_it = self._is_closed = False

    def look(self, read: Callable[[RoadbookReader], T]) -> None:
        """Have this read, in the place of what is being read."""
        with self._lock:
            self._read, self._is_wanted = read, True
            if self._is_at_it:
                return
            self._is_at_it = True
        threading.Thread(target=self._work, name="roadbook watch", daemon=True).start()

    def take(self) -> Reading[T] | None:
        """What is known by now, None if that is nothing new."""
        with self._lock:
            found, self._found = self._found, None
        return found

    @property
    def is_at_it(self) -> bool:
        """Whether more will come."""
        return self._is_at_it or self._found is not None

    def close(self) -> None:
        """Read no more; what is taken in by now stays so, and the rest waits for the next time."""
        self._is_closed = True

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._is_wanted or self._is_closed:
                    self._is_at_it = False
                    return
                self._is_wanted = False
            try:
                self._follow()
            except Exception:  # a mistake of ours: whoever waits must not wait for ever
                _log.exception("the roadbook")
                self._publish(Reading(complete=True))

    def _follow(self) -> None:
        """Read, take in what has changed, and read again; sooner if something else is wanted."""
        value = self._value()
        if value is not None:
            self._publish(Reading(value))
        refresh, until_shown = self._roadbook.refresh(), _SHOWN_EVERY_S
        while not refresh.wait(_POLL_S) and not self._is_closed:
            until_shown -= _POLL_S
            if self._is_wanted or until_shown <= 0:
                self._is_wanted, until_shown = False, _SHOWN_EVERY_S
                value = self._value()
            self._publish(Reading(value, refresh.done, refresh.total))
        if not self._is_closed:
            self._end(refresh)

    def _end(self, refresh: Refresh) -> None:
        value = None if refresh.problem is not None else self._value()
        self._publish(Reading(value, refresh.done, refresh.total, complete=True))

    def _value(self) -> T | None:
        """What is in the roadbook now, None if there is none, or none that can be read."""
        read = self._read
        return None if read is None else self._roadbook.read(read)

    def _publish(self, found: Reading[T]) -> None:
        with self._lock:
            self._found = found

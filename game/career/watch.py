"""What a page shows of the roadbook, read in a thread: what is known at once, then what the kept matches add."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.career.reader import RoadbookReader
from game.career.refresh import Roadbook
from game.files.background_reader import BackgroundReader

T = TypeVar("T")

_POLL_S = 0.05
_SHOWN_EVERY_S = 1.0


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


class RoadbookWatch(BackgroundReader[Reading[T]]):
    """Reads as often as it is asked to ``look``, in the place of what is being read; ``close`` it in the end."""

    def __init__(self, roadbook: Roadbook) -> None:
        super().__init__("the roadbook", lambda _: Reading(complete=True))
        self._roadbook = roadbook

    def look(self, read: Callable[[RoadbookReader], T]) -> None:
        """Have this read."""
        self.begin(lambda: self._read(read))

    def _read(self, read: Callable[[RoadbookReader], T]) -> Reading[T]:
        """Read, take in what has changed, and read again."""
        value = self._roadbook.read(read)
        if value is not None:
            self.publish(Reading(value))
        refresh, until_shown = self._roadbook.refresh(), _SHOWN_EVERY_S
        while not refresh.wait(_POLL_S):
            if self.is_to_end:
                return Reading(value, refresh.done, refresh.total)
            until_shown -= _POLL_S
            if until_shown <= 0:
                value, until_shown = self._roadbook.read(read), _SHOWN_EVERY_S
            self.publish(Reading(value, refresh.done, refresh.total))
        value = None if refresh.problem is not None else self._roadbook.read(read)
        return Reading(value, refresh.done, refresh.total, complete=True)

"""Career data for a page, read in a thread: first from the cache as it is, then with the changed matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.career.career import Career
from game.career.reader import CareerReader
from game.files.background_task import BackgroundTask

T = TypeVar("T")

_POLL_S = 0.05
_SHOWN_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class QueryResult(Generic[T]):
    """The result of a query, with ``value`` None if nothing can be read.

    ``done`` of ``total`` changed files are included. Unless ``complete``, another result may follow.
    """

    value: T | None = None
    done: int = 0
    total: int = 0
    complete: bool = False

    def after(self, last: QueryResult[T]) -> QueryResult[T]:
        """Return this result as the one that follows ``last``.

        It is complete if ``last`` was and no files have changed since.
        """
        return replace(self, complete=self.complete or (last.complete and not self.total and self.value is not None))


class CareerQuery(BackgroundTask[QueryResult[T]]):
    """Runs queries on the career in a thread: ``start_query`` replaces the current one; call ``close`` in the end."""

    def __init__(self, career: Career) -> None:
        super().__init__("the career", lambda _: QueryResult(complete=True))
        self._career = career

    def start_query(self, read: Callable[[CareerReader], T]) -> None:
        self.start(lambda: self._read(read))

    def _read(self, read: Callable[[CareerReader], T]) -> QueryResult[T]:
        """Read the cache, refresh it, and read it again."""
        value = self._career.read(read)
        if value is not None:
            self.publish(QueryResult(value))
        refresh, until_shown = self._career.refresh(), _SHOWN_EVERY_S
        while not refresh.wait(_POLL_S):
            if self.should_stop:
                return QueryResult(value, refresh.done, refresh.total)
            until_shown -= _POLL_S
            if until_shown <= 0:
                value, until_shown = self._career.read(read), _SHOWN_EVERY_S
            self.publish(QueryResult(value, refresh.done, refresh.total))
        value = None if refresh.problem is not None else self._career.read(read)
        return QueryResult(value, refresh.done, refresh.total, complete=True)

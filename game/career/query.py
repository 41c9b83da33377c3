"""Queries of the career for a page, in a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from game.career.career import Career, QueryResult
from game.career.reader import CareerReader
from game.files.background_task import BackgroundTask

T = TypeVar("T")


class CareerQuery(BackgroundTask[QueryResult[T]]):
    """Runs queries on the career in a thread: ``start_query`` replaces the current one; call ``close`` in the end."""

    def __init__(self, career: Career) -> None:
        super().__init__("the career", lambda _: QueryResult(complete=True))
        self._career = career

    def start_query(self, read: Callable[[CareerReader], T]) -> None:
        self.start(lambda: self._read(read))

    def _read(self, read: Callable[[CareerReader], T]) -> QueryResult[T]:
        result = QueryResult[T]()
        for result in self._career.updates(read):
            if self.should_stop:
                break
            self.publish(result)
        return result

"""Executors for ``python -m ai arena|tune --executor``: jobs done at once in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import count
from typing import Any


class InProcess(Executor):
    """Does every job itself: one at once, many each when its result is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], **options: Any) -> Iterator[Any]:
        return map(fn, *iterables)


class BreaksOff(InProcess):
    """Gives up after so many jobs, like a machine that is switched off."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._done = count()

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], **options: Any) -> Iterator[Any]:
        for arguments in zip(*iterables, strict=True):
            if next(self._done) >= self._jobs:
                raise KeyboardInterrupt
            yield fn(*arguments)


def breaks_off_in_the_first_round() -> BreaksOff:
    return BreaksOff(1)


def breaks_off_in_the_second_round() -> BreaksOff:
    return BreaksOff(5)

"""A thread for jobs, such as reading files, that would delay a frame; and how far a long job is."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

_log = logging.getLogger(__name__)
T = TypeVar("T")
_PATIENCE_S = 0.2


class CancelledJobError(Exception):
    """Raised in a job when the player has cancelled it."""


class Progress:
    """How far a job is: ``done`` of ``total`` parts, now with the file called ``name``. Only the job changes these.

    A job ends before its next part when ``is_cancelled`` is set.
    """

    def __init__(self) -> None:
        self.name = ""
        self.done = self.total = 0
        self.is_cancelled = False
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def call_in_frame(self, change: Callable[[], T]) -> T:
        """Return what ``change`` returns or raise what it raises, called in the thread of the frames.

        Raises ``CancelledJobError`` if the job was cancelled instead.
        """
        answer = Future[T]()

        def call() -> None:
            try:
                answer.set_result(change())
            except Exception as error:
                answer.set_exception(error)

        self._calls.put(call)
        while True:
            try:
                return answer.result(_PATIENCE_S)
            except TimeoutError:
                if self.is_cancelled:
                    raise CancelledJobError from None

    def answer(self) -> None:
        """Do what ``call_in_frame`` waits for; call this in every frame."""
        with suppress(Empty):
            self._calls.get_nowait()()

    def count(self, parts: Collection[T]) -> Iterator[T]:
        """Yield the parts and count each when it is done. Raises ``CancelledJobError``."""
        self.total += len(parts)
        for part in parts:
            if self.is_cancelled:
                raise CancelledJobError
            yield part
            self.done += 1


class BackgroundTask(Generic[T]):
    """Runs one job, a function, at a time in a thread; ``poll`` returns its result.

    If a job raises, the error is a bug of ours: it is logged, and ``fallback(error)`` becomes the result. So every job
    has a result, even if no thread can be started.
    """

    def __init__(self, name: str, fallback: Callable[[Exception], T]) -> None:
        self._name = name
        self._instead = fallback
        self._lock = Lock()  # held for an instant at a time
        self._wanted: Callable[[], T] | None = None
        self._found: T | None = None
        self._is_reading = self._is_closed = False

    def start(self, read: Callable[[], T]) -> None:
        """Run a job as soon as the current one has ended. It replaces a job that is still waiting."""
        with self._lock:
            self._wanted, is_reading, self._is_reading = read, self._is_reading, True
        if not is_reading:
            try:
                Thread(target=self._work, name=self._name, daemon=True).start()
            except RuntimeError as error:  # no thread can be started
                self._publish_instead(error)
                self._next_wanted(is_last=True)

    def poll(self) -> T | None:
        """Return the newest result once, or None if there is no new one."""
        with self._lock:
            found, self._found = self._found, None
        return found

    @property
    def is_running(self) -> bool:
        return self._is_reading

    @property
    def is_busy(self) -> bool:
        """Whether a job is running or waiting, or a result has not been polled yet."""
        with self._lock:
            return self._is_reading or self._found is not None

    def close(self) -> None:
        """Start no more jobs, and drop the result of the current one."""
        self._is_closed = True

    # -- for the running reading ---------------------------------------------------------------------------------------

    @property
    def should_stop(self) -> bool:
        """Whether a long job may stop early, because the task is closed or another job is waiting."""
        return self._is_closed or self._wanted is not None

    def publish(self, found: T) -> None:
        """Store a result for ``poll``; a job may also call this with results before its last one."""
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

"""Work that would hold up a frame, done in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Task(Generic[T]):
    """One piece of work: poll ``is_done``, then ask for the ``result``, which raises what the work raised."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._results: list[T] = []
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="task", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether the work has come to an end."""
        return not self._thread.is_alive()

    @property
    def result(self) -> T:
        """What came of it, once it is done."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except Exception as error:  # whoever asks for the result gets it
            self._error = error

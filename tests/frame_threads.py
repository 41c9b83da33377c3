"""In place of the readers' and the writer's threads: what they do is done at the end of the frame that started it.

So no test depends on how fast a thread is. ``open_window(…, threads=True)`` has the real ones.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

from game.career import career
from game.files import background_task
from game.settings import user_files
from tests.match.harness import ObedientWriter


class FrameThreads:
    """The jobs of one window; between frames the ``writer`` writes at once."""

    def __init__(self) -> None:
        self.writer = ObedientWriter()
        self._started: deque[FrameThread] = deque()

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Let nothing be read or written until the frame has ended, and everything then."""
        self.writer.is_withholding = True
        try:
            yield
        finally:
            self.writer.release()
        while self._started:
            self._started.popleft().join()

    def thread(self, *, target: Callable[[], None], name: str, daemon: bool) -> FrameThread:
        return FrameThread(target, self._started.append)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Give these threads to whatever is opened meanwhile."""
        with contextlib.ExitStack() as replaced:
            for module in (background_task, career):
                replaced.enter_context(mock.patch.object(module, "Thread", self.thread))
            replaced.enter_context(mock.patch.object(user_files, "Writer", return_value=self.writer))
            replaced.enter_context(mock.patch.object(background_task.Progress, "call_in_frame", answer_at_once))
            yield


class FrameThread:
    """One job, which whoever waits for its end does at once."""

    def __init__(self, run: Callable[[], None], start: Callable[[FrameThread], None]) -> None:
        self._run: Callable[[], None] | None = run
        self._start = start

    def start(self) -> None:
        self._start(self)

    def is_alive(self) -> bool:
        return self._run is not None

    def join(self, timeout: float | None = None) -> None:
        try:
            if self._run is not None:
                self._run()
        finally:
            self._run = None


def answer_at_once(_progress: background_task.Progress, change: Callable[[], object]) -> object:
    """In place of ``Progress.call_in_frame``, which waits for the thread that it is called in here."""
    return change()

"""In place of the readers', the writer's and the bots' threads and process: what they do, the end of a frame does.

So no test depends on how fast a thread is, or waits for a process. ``open_window(…, threads=True)`` has the real ones.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

from game.career import career
from game.files import background_task
from game.files.child_process import Worker
from game.match.bots import client
from game.match.bots.decisions import BotAnswer, BotQuestion, decide
from game.match.bots.process import BotProcess, run_worker
from game.settings import user_files
from tests.match.harness import ObedientWriter

LITTLE = 0.05
"""The share of their search that is enough for a window: how well bots drive is no test of screens."""


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

    def bot_process(self, worker: Worker) -> BotProcess | FrameBots:
        return FrameBots(self._started.append) if worker is run_worker else BotProcess(worker)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Give these threads to whatever is opened meanwhile."""
        with contextlib.ExitStack() as replaced:
            for module in (background_task, career):
                replaced.enter_context(mock.patch.object(module, "Thread", self.thread))
            replaced.enter_context(mock.patch.object(client, "BotProcess", self.bot_process))
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


class FrameBots:
    """In place of a ``BotProcess``: decides at the end of the frame that asked, with ``LITTLE`` search."""

    fault: str | None = None
    pid: int | None = None
    is_ready = True
    progress = 0

    def __init__(self, start: Callable[[FrameThread], None]) -> None:
        self._start = start
        self._answers: dict[int, BotAnswer] = {}

    def ask(self, number: int, question: BotQuestion) -> None:
        quick = replace(question, spec=replace(question.spec, effort=LITTLE))
        FrameThread(lambda: self._answers.update({number: decide(quick)}), self._start).start()

    def poll_answer(self, number: int) -> BotAnswer | None:
        return self._answers.pop(number, None)

    def close(self) -> None: ...


def answer_at_once(_progress: background_task.Progress, change: Callable[[], object]) -> object:
    """In place of ``Progress.call_in_frame``, which waits for the thread that it is called in here."""
    return change()

"""Bots that think beside the game: one worker process, asked one question at a time and never waited for.

What crosses the border is the bot's description, an observation and a seed; what comes back is a move.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final, Protocol

from game.interrupts import kept_from_children
from game.session.botworker import Answer, Question, decide, serve
from game.session.problems import Problem, ProblemCode

SILENCE_S: Final = 30.0
"""How long a worker may say nothing before it counts as dead: its first start on a slow machine takes seconds."""

_GOODBYE_S: Final = 1.0


class Bots(Protocol):
    """Whoever answers for the bots, one question at a time."""

    def ask(self, question: Question) -> None:
        """Begin to decide; never waits for the decision unless it says so."""

    def poll(self) -> Answer | None:
        """The answer, once; None while there is none yet."""

    def take_problems(self) -> list[Problem]:
        """What went wrong with the worker since the last call."""

    def close(self) -> None:
        """Stop thinking, and leave no process behind."""


class LocalBots:
    """Bots that decide inside the call of ``ask``: for what takes no time, and for tests and measurements."""

    def __init__(self, decides: Callable[[Question], Answer] = decide) -> None:
        self._decides = decides
        self._answer: Answer | None = None

    def ask(self, question: Question) -> None:
        """Decide now."""
        self._answer = self._decides(question)

    def poll(self) -> Answer | None:
        """The answer, once."""
        answer, self._answer = self._answer, None
        return answer

    def take_problems(self) -> list[Problem]:
        """Nothing: there is no worker."""
        return []

    def close(self) -> None:
        """Nothing to end."""


class WorkerBots:
    """Bots in one worker process, started with the object so that the first question finds it ready.

    A worker that dies or goes silent is started anew once for each question; if that doesn't help, this question and
    all later ones are decided in a thread of the game. The process ends when our end of its pipe closes, so also if
    the game is killed.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, worker: Callable[[Connection], None] = serve
    ) -> None:
        self._clock = clock
        self._worker = worker
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._thread: _ThinkingThread | None = None
        self._question: Question | None = None
        self._asked_s = 0.0
        self._may_restart = True
        self._problems: list[Problem] = []
        self._start()

    def ask(self, question: Question) -> None:
        """Begin to decide; returns at once."""
        self._question = question
        self._may_restart = True
        self._send(question)

    def poll(self) -> Answer | None:
        """The answer, once; None while there is none yet."""
        question = self._question
        if question is None:
            return None
        answer = self._thread.answer if self._thread is not None else self._from_worker(question)
        if answer is not None:
            self._question = self._thread = None
        return answer

    def take_problems(self) -> list[Problem]:
        """What went wrong with the worker since the last call."""
        problems, self._problems = self._problems, []
        return problems

    def close(self) -> None:
        """Stop thinking, and leave no process behind; takes two seconds at worst."""
        self._question = self._thread = None
        self._stop()

    @property
    def pid(self) -> int | None:
        """The worker's process id, None if there is none."""
        return self._process.pid if self._process is not None else None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=self._worker, args=(theirs,), name="bots", daemon=True)
        try:
            with kept_from_children():
                process.start()
        except OSError as error:
            ours.close()
            self._report(ProblemCode.BOT_IN_GAME, str(error))
        else:
            self._process, self._pipe = process, ours
        finally:
            theirs.close()

    def _stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is None:
            return
        process.join(_GOODBYE_S)
        if process.is_alive():
            process.kill()
            process.join(_GOODBYE_S)
        if not process.is_alive():
            process.close()

    def _send(self, question: Question) -> None:
        if self._pipe is None:
            self._thread = _ThinkingThread(question)
            self._thread.start()
            return
        self._asked_s = self._clock()
        try:
            self._pipe.send(question)
        except OSError as error:
            self._begin_anew(question, str(error))

    def _from_worker(self, question: Question) -> Answer | None:
        assert self._pipe is not None
        try:
            if self._pipe.poll():
                answer: Answer = self._pipe.recv()
                return answer
        except (EOFError, OSError) as error:
            self._begin_anew(question, str(error) or "the worker ended")
            return None
        if self._clock() - self._asked_s > SILENCE_S:
            self._begin_anew(question, f"the worker said nothing for {SILENCE_S:.0f} s")
        return None

    def _begin_anew(self, question: Question, why: str) -> None:
        if self._process is not None:
            self._process.kill()
        self._stop()
        if self._may_restart:
            self._may_restart = False
            self._report(ProblemCode.BOT_RESTARTED, why)
            self._start()
        else:
            self._report(ProblemCode.BOT_IN_GAME, why)
        self._send(question)

    def _report(self, code: ProblemCode, why: str) -> None:
        self._problems.append(Problem(code, {"error": why}))


class _ThinkingThread(threading.Thread):
    """Decides one question inside the game's process; ``answer`` is None until it has."""

    def __init__(self, question: Question) -> None:
        super().__init__(name="bot", daemon=True)
        self._question = question
        self.answer: Answer | None = None

    def run(self) -> None:
        self.answer = decide(self._question)

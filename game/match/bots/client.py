"""Bots that think beside the game: one worker process, asked one question at a time and never waited for.

What crosses the border is the bot's description, an observation and a seed; what comes back is a move.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from game.files.child_process import Worker
from game.files.problems import Problem, ProblemCode
from game.match.bots.decisions import BotAnswer, BotQuestion, decide, stand_in
from game.match.bots.process import BotProcess, serve

START_S = 10.0
"""How long a worker may take to start: a third of a second here, some seconds on a slow machine with a cold disk."""
SILENCE_S = 5.0
"""How long a worker that has started may say nothing, not even that it is at work (ten times each such word)."""
MOST_FAILURES = 3
"""After so many failures in a row the bots stay in the game, as long as it is this match."""

_MOST_S = 0.5
"""No more than this counts of the time between two looks: while the whole game stood still nobody was silent."""
_log = logging.getLogger(__name__)


class Bots(Protocol):
    """Whoever answers for the bots, one question at a time."""

    def ask(self, question: BotQuestion) -> None:
        """Begin to decide; never waits for the decision unless it says so."""

    def poll(self) -> BotAnswer | None:
        """The answer, once; None while there is none yet."""

    def take_problems(self) -> list[Problem]:
        """What went wrong with the worker since the last call."""

    def close(self) -> None:
        """Stop thinking, and leave no process behind."""


class LocalBots:
    """Bots that decide inside the call of ``ask``: for what takes no time, and for tests and measurements."""

    def __init__(self, decides: Callable[[BotQuestion], BotAnswer] = decide) -> None:
        self._decides = decides
        self._answer: BotAnswer | None = None

    def ask(self, question: BotQuestion) -> None:
        """Decide now."""
        self._answer = self._decides(question)

    def poll(self) -> BotAnswer | None:
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

    A worker that dies, answers what is no answer or is silent is replaced by a new one, which is asked once again and
    answers the same. If that fails too, a stand-in moves, and a new worker has the next question. After
    ``MOST_FAILURES`` in a row all questions are decided in a thread of the game. A worker that is slow says that it is
    at work, and is waited for. No call here ever waits.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, worker: Worker = serve) -> None:
        self._clock = clock
        self._worker = worker
        self._process: BotProcess | None = BotProcess(worker)
        self._thread: _ThinkingThread | None = None
        self._failures = 0
        self._number = 0
        self._asked: _Asked | None = None
        self._problems: list[Problem] = []

    def ask(self, question: BotQuestion) -> None:
        """Begin to decide; returns at once."""
        self._number += 1
        self._asked = _Asked(self._number, question, _Patience(self._clock))
        self._begin(self._asked)

    def poll(self) -> BotAnswer | None:
        """The answer, once; None while there is none yet."""
        asked = self._asked
        if asked is None:
            return None
        answer = self._from_worker(self._process, asked) if self._process is not None else self._from_thread(asked)
        if answer is not None:
            self._asked = None
        return answer

    def take_problems(self) -> list[Problem]:
        """What went wrong with the worker since the last call."""
        problems, self._problems = self._problems, []
        return problems

    def close(self) -> None:
        """Stop thinking, and leave no process behind."""
        self._asked = None
        if self._process is not None:
            self._process.close()

    @property
    def pid(self) -> int | None:
        """The worker's process id, None while there is none."""
        return self._process.pid if self._process is not None else None

    def _begin(self, asked: _Asked) -> None:
        if self._process is not None:
            self._process.ask(asked.number, asked.question)
        elif self._thread is None or self._thread.answer is not None:  # else one still thinks that nobody waits for
            self._thread = _ThinkingThread(asked.question)
            with suppress(RuntimeError):  # no thread is to be had: then silence follows
                self._thread.start()

    def _from_worker(self, process: BotProcess, asked: _Asked) -> BotAnswer | None:
        fault = process.fault  # before the answer, which may come just before its sender ends
        answer = process.answer(asked.number)
        if answer is not None:
            self._failures = 0
            return answer
        fault = fault or asked.silence(process.progress, is_ready=process.is_ready)
        return None if fault is None else self._failed(asked, fault)

    def _failed(self, asked: _Asked, why: str) -> BotAnswer | None:
        """Have a new worker, or none any more; ask again or let a stand-in move."""
        self._replace(why)
        if asked.is_again:
            return _stood_in(asked.question, why)
        if self._process is not None:
            self._problems.append(Problem(ProblemCode.BOT_RESTARTED, {"error": why}))
        self._asked = again = _Asked(asked.number, asked.question, _Patience(self._clock), is_again=True)
        self._begin(again)
        return None

    def _replace(self, why: str) -> None:
        assert self._process is not None
        self._process.close()
        self._failures += 1
        _log.warning("the bots' worker failed, %d in a row: %s", self._failures, why)
        if self._failures < MOST_FAILURES:
            self._process = BotProcess(self._worker)
        else:
            self._process = None
            self._problems.append(Problem(ProblemCode.BOT_IN_GAME, {"error": why}))

    def _from_thread(self, asked: _Asked) -> BotAnswer | None:
        thread = self._thread
        if thread is None or thread.question is not asked.question:
            return _stood_in(asked.question, "an earlier question is still thought about")
        silence = asked.silence(thread.progress, is_ready=True)
        return thread.answer if silence is None or thread.answer is not None else _stood_in(asked.question, silence)


class BotsOnDemand:
    """Bots whose worker is started with the first question: where nobody but persons plays, for hints."""

    def __init__(self) -> None:
        self._worker: WorkerBots | None = None

    def ask(self, question: BotQuestion) -> None:
        """Begin to decide; returns at once."""
        self._worker = self._worker or WorkerBots()
        self._worker.ask(question)

    def poll(self) -> BotAnswer | None:
        """The answer, once; None while there is none yet."""
        return self._worker.poll() if self._worker is not None else None

    def take_problems(self) -> list[Problem]:
        """What went wrong with the worker since the last call."""
        return self._worker.take_problems() if self._worker is not None else []

    def close(self) -> None:
        """Stop thinking, and leave no process behind."""
        if self._worker is not None:
            self._worker.close()


@dataclass(slots=True)
class _Asked:
    """A question under way, for the first time or again."""

    number: int
    question: BotQuestion
    patience: _Patience
    is_again: bool = False
    _heard: tuple[bool, int] = (False, 0)

    def silence(self, progress: int, *, is_ready: bool) -> str | None:
        """In words that nothing new was heard for too long, None as long as the answer may still come."""
        if self._heard != (is_ready, progress):
            self._heard = is_ready, progress
            self.patience.begin()
        limit_s = SILENCE_S if is_ready else START_S
        return f"nothing was heard for {limit_s:.1f} s" if self.patience.waited_s() > limit_s else None


class _Patience:
    """How long something was waited for, as far as the game itself ran meanwhile."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.begin()

    def begin(self) -> None:
        """Begin to wait."""
        self._waited_s, self._looked_s = 0.0, self._clock()

    def waited_s(self) -> float:
        """The seconds waited, at this look."""
        now_s = self._clock()
        self._waited_s += min(max(0.0, now_s - self._looked_s), _MOST_S)
        self._looked_s = now_s
        return self._waited_s


class _ThinkingThread(threading.Thread):
    """Decides one question inside the game's process; ``answer`` is None until it has, and ``progress`` rises."""

    def __init__(self, question: BotQuestion) -> None:
        super().__init__(name="bot", daemon=True)
        self.question = question
        self.answer: BotAnswer | None = None
        self.progress = 0

    def run(self) -> None:
        """Decide."""
        self.answer = decide(self.question, self._report_progress)

    def _report_progress(self) -> None:
        self.progress += 1


def _stood_in(question: BotQuestion, why: str) -> BotAnswer:
    """A stand-in's answer for a bot that nothing came of; who was asked isn't told."""
    return replace(stand_in(question, why), problem=Problem(ProblemCode.BOT_STOOD_IN, {"error": why}))

"""The client of the bots' worker process, which is asked one question at a time; no frame waits for an answer.

Only a bot's description, an observation and a seed are sent; a move comes back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from game.files.child_process import Worker
from game.files.problems import Problem, ProblemCode
from game.match.bots.decisions import BotAnswer, BotQuestion, decide, stand_in_for
from game.match.bots.process import BotProcess, run_worker

START_S = 10.0
"""How many seconds a worker may take to start: usually 0.3 s, several seconds on a slow machine with a cold disk."""
SILENCE_S = 5.0
"""How many seconds a started worker may send nothing, not even a progress message (ten intervals of those)."""
MOST_FAILURES = 3
"""After this many failures in a row a stand-in moves for the bots for the rest of the match."""

_MOST_S = 0.5
"""The most seconds between two polls that count as waiting: a stalled game must not look like a silent worker."""
_log = logging.getLogger(__name__)


class BotClient(Protocol):
    """The interface to the bots of a match, which answer one question at a time."""

    def ask(self, question: BotQuestion) -> None:
        """Start the decision about a question; return at once unless the class says otherwise."""

    def poll(self) -> BotAnswer | None:
        """Return the answer once it has come, only once; else None."""

    def pop_problems(self) -> list[Problem]:
        """Return the new problems of the worker since the last call."""

    def close(self) -> None:
        """Stop deciding, and end the worker process if there is one."""


class InlineBots:
    """Bots that decide during the call of ``ask``: for fast bots, tests and measurements."""

    def __init__(self, decides: Callable[[BotQuestion], BotAnswer] = decide) -> None:
        self._decides = decides
        self._answer: BotAnswer | None = None

    def ask(self, question: BotQuestion) -> None:
        self._answer = self._decides(question)

    def poll(self) -> BotAnswer | None:
        answer, self._answer = self._answer, None
        return answer

    def pop_problems(self) -> list[Problem]:
        return []

    def close(self) -> None: ...


class WorkerBots:
    """Bots in one worker process, which ``starts_now``, so that it is ready for the first question, or with that.

    A worker that dies, sends nonsense or stays silent is replaced by a new one, which is asked the same question and
    gives the same answer. If that fails too, a stand-in moves, and a new worker gets the next question. After
    ``MOST_FAILURES`` in a row only the stand-in moves. A slow worker reports progress and is waited for. No method
    blocks.
    """

    def __init__(
        self, *, starts_now: bool = True, clock: Callable[[], float] = time.monotonic, worker: Worker = run_worker
    ) -> None:
        self._clock = clock
        self._worker = worker
        self._process: BotProcess | None = BotProcess(worker) if starts_now else None
        self._failures = 0
        self._number = 0
        self._asked: _PendingQuestion | None = None
        self._problems: list[Problem] = []

    def ask(self, question: BotQuestion) -> None:
        self._number += 1
        self._asked = _PendingQuestion(self._number, question, _SilenceTimer(self._clock))
        self._begin(self._asked)

    def poll(self) -> BotAnswer | None:
        asked = self._asked
        if asked is None:
            return None
        given_up = f"the bots' worker failed {MOST_FAILURES} times in a row"
        process = self._process
        answer = _stood_in(asked.question, given_up) if process is None else self._from_worker(process, asked)
        if answer is not None:
            self._asked = None
        return answer

    def pop_problems(self) -> list[Problem]:
        problems, self._problems = self._problems, []
        return problems

    def close(self) -> None:
        self._asked = None
        if self._process is not None:
            self._process.close()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def _begin(self, asked: _PendingQuestion) -> None:
        if self._failures < MOST_FAILURES:
            self._process = self._process or BotProcess(self._worker)
            self._process.ask(asked.number, asked.question)

    def _from_worker(self, process: BotProcess, asked: _PendingQuestion) -> BotAnswer | None:
        fault = process.fault  # read before the answer, which may come just before the process ends
        answer = process.poll_answer(asked.number)
        if answer is not None:
            self._failures = 0
            return answer
        fault = fault or asked.silence(process.progress, is_ready=process.is_ready)
        return None if fault is None else self._failed(asked, fault)

    def _failed(self, asked: _PendingQuestion, why: str) -> BotAnswer | None:
        """Replace or give up the worker, and ask again; the second time return a stand-in's answer."""
        self._replace(why)
        if asked.is_again or self._process is None:
            return _stood_in(asked.question, why)
        self._problems.append(Problem(ProblemCode.BOT_RESTARTED, {"error": why}))
        self._asked = again = _PendingQuestion(asked.number, asked.question, _SilenceTimer(self._clock), is_again=True)
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
            self._problems.append(Problem(ProblemCode.BOTS_GIVEN_UP, {"error": why}))


@dataclass(slots=True)
class _PendingQuestion:
    """A question that has no answer yet; with ``is_again`` it was asked a second time after a failure."""

    number: int
    question: BotQuestion
    patience: _SilenceTimer
    is_again: bool = False
    _heard: tuple[bool, int] = (False, 0)

    def silence(self, progress: int, *, is_ready: bool) -> str | None:
        """Return an error text if the worker was silent for too long, else None.

        ``progress`` counts its progress messages so far.
        """
        if self._heard != (is_ready, progress):
            self._heard = is_ready, progress
            self.patience.restart()
        limit_s = SILENCE_S if is_ready else START_S
        return f"nothing was heard for {limit_s:.1f} s" if self.patience.waited_s() > limit_s else None


class _SilenceTimer:
    """A timer that counts only the time in which the game itself was running."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.restart()

    def restart(self) -> None:
        self._waited_s, self._looked_s = 0.0, self._clock()

    def waited_s(self) -> float:
        """Return the seconds waited so far; call this often, since only calls count the time."""
        now_s = self._clock()
        self._waited_s += min(max(0.0, now_s - self._looked_s), _MOST_S)
        self._looked_s = now_s
        return self._waited_s


def _stood_in(question: BotQuestion, why: str) -> BotAnswer:
    """Return a stand-in's answer for a bot that gave none; the reported problem does not name the seat."""
    return replace(stand_in_for(question, why), problem=Problem(ProblemCode.BOT_STOOD_IN, {"error": why}))

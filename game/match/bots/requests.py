"""The one place where a match asks its bots: one question at a time, and the answer may be discarded."""

from __future__ import annotations

import logging

from game.files.problems import Problem, ProblemCode
from game.match.bots.client import BotClient
from game.match.bots.decisions import BotAnswer, BotQuestion, legal_answer

_log = logging.getLogger(__name__)


class BotRequests:
    """Asks the bots one question at a time.

    ``question`` is the one that has no answer yet, or None. Until the answer comes no other question may be asked, even
    if the answer will be discarded.
    """

    def __init__(self, bots: BotClient) -> None:
        self.bots = bots
        self.question: BotQuestion | None = None
        self.is_discarded = False
        self.problems: list[Problem] = []
        self._told: set[tuple[ProblemCode, str | None]] = set()

    def ask(self, question: BotQuestion) -> None:
        self.question = question
        self.bots.ask(question)

    def discard_answer(self) -> None:
        """Discard the answer to the pending question as soon as it comes."""
        self.is_discarded = self.question is not None

    def poll_answer(self) -> BotAnswer | None:
        """Return the answer, with a legal move, once it has come; return None before that and if it was discarded."""
        answer, question = self.bots.poll(), self.question
        if answer is None or question is None:
            return None
        is_wanted, self.question, self.is_discarded = not self.is_discarded, None, False
        return legal_answer(question, answer) if is_wanted else None

    def poll_decision(self) -> BotAnswer | None:
        """Return the answer as ``poll_answer`` does; if a stand-in moved, also report why."""
        answer = self.poll_answer()
        if answer is not None and answer.problem is not None:
            _log.warning("a stand-in moved: %s", answer.problem.values["error"])
            self._tell_once(answer.problem)
        return answer

    def collect_problems(self) -> None:
        """Collect the problems of the bots' worker process."""
        for problem in self.bots.pop_problems():
            self._tell_once(problem)

    def _tell_once(self, problem: Problem) -> None:
        """Report a problem with the bots, each kind only the first time.

        A retry and a stand-in's move count as the same problem: the player sees no difference.
        """
        code = ProblemCode.BOT_RESTARTED if problem.code is ProblemCode.BOT_STOOD_IN else problem.code
        key = code, problem.values.get("seat")
        if key not in self._told:
            self._told.add(key)
            self.problems.append(problem)

    def pop_problems(self) -> list[Problem]:
        """Return the new problems since the last call."""
        problems, self.problems = self.problems, []
        return problems

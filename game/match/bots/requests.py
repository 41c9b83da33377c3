"""The one place where a match asks its bots: a question at a time, whose answer may be unwanted by then."""

from __future__ import annotations

import logging

from game.files.problems import Problem, ProblemCode
from game.match.bots.client import Bots
from game.match.bots.decisions import BotAnswer, BotQuestion, legal_answer

_log = logging.getLogger(__name__)


class BotRequests:
    """``question`` is what is being thought about, be its answer wanted or not; nothing else may be asked meanwhile."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.question: BotQuestion | None = None
        self.is_unwanted = False
        self.problems: list[Problem] = []
        self._told: set[tuple[ProblemCode, str | None]] = set()

    def ask(self, question: BotQuestion) -> None:
        """Have this thought about."""
        self.question = question
        self.bots.ask(question)

    def drop(self) -> None:
        """Hear no more what was asked."""
        self.is_unwanted = self.question is not None

    def hear(self) -> BotAnswer | None:
        """The answer, once it is there and unless it is unwanted; its move is legal, wherever it was thought of."""
        answer, question = self.bots.poll(), self.question
        if answer is None or question is None:
            return None
        is_wanted, self.question, self.is_unwanted = not self.is_unwanted, None, False
        return legal_answer(question, answer) if is_wanted else None

    def hear_decision(self) -> BotAnswer | None:
        """The same of a decision in the match, with which a problem is told."""
        answer = self.hear()
        if answer is not None and answer.problem is not None:
            _log.warning("a stand-in moved: %s", answer.problem.values["error"])
            self._tell_once(answer.problem)
        return answer

    def hear_of_worker(self) -> None:
        """Take over what went wrong with the bots' process."""
        for problem in self.bots.take_problems():
            self._tell_once(problem)

    def _tell_once(self, problem: Problem) -> None:
        """Report what is wrong with the bots the first time only: more of the same tells the viewer nothing.

        Whether a question was asked again or a stand-in moved is the same to who sits at the table.
        """
        code = ProblemCode.BOT_RESTARTED if problem.code is ProblemCode.BOT_STOOD_IN else problem.code
        key = code, problem.values.get("seat")
        if key not in self._told:
            self._told.add(key)
            self.problems.append(problem)

    def take_problems(self) -> list[Problem]:
        """What went wrong since the last call."""
        problems, self.problems = self.problems, []
        return problems

"""A disk and a bots' worker that take their time and fail on command, always alike: what was found can be repeated."""

from __future__ import annotations

from game.files.problems import Problem, ProblemCode
from game.match.bots.decisions import BotAnswer, BotQuestion
from tests.match.harness import ObedientWriter, QuickBots
from tests.table.random_legs import by_chance

WRITTEN_EVERY, ANSWERED_AFTER, STARTED_AFTER = 3, 4, 30  # in frames


class PunctualWriter(ObedientWriter):
    """Writes what was submitted in every third frame; while it is ``held`` for some frames, nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.is_withholding = True
        self.held = 0
        self._frames = 0

    def frame(self) -> None:
        """A frame has passed."""
        self._frames += 1
        self.held = max(0, self.held - 1)
        if not self.held and self._frames % WRITTEN_EVERY == 0:
            self.release()
            self.is_withholding = True
            self.written.clear()


class PunctualBots(QuickBots):
    """Answers by chance in the fourth frame after the question; a worker that dies or stops does so later."""

    def __init__(self, *, starts_now: bool = True) -> None:
        super().__init__(by_chance)
        self._left = 0
        self._troubles: list[Problem] = []
        self._is_to_fail = False

    def ask(self, question: BotQuestion) -> None:
        self.asked.clear()
        self._left += ANSWERED_AFTER
        super().ask(question)

    def poll(self) -> BotAnswer | None:
        if self._answer is None:
            return None
        self._left = max(0, self._left - 1)
        return None if self._left else self._told(super().poll())

    def _told(self, answer: BotAnswer | None) -> BotAnswer | None:
        if answer is None or not self._is_to_fail:
            return answer
        self._is_to_fail = False
        values = {"seat": str(answer.move.seat), "error": "on purpose"}
        return BotAnswer(answer.move, problem=Problem(ProblemCode.BOT_FAILED, values))

    def pop_problems(self) -> list[Problem]:
        troubles, self._troubles = self._troubles, []
        return troubles

    def suffer(self, trouble: str) -> None:
        """Be killed and started anew, stopped for a while, or make a mistake."""
        self._left += STARTED_AFTER
        if trouble == "killed":
            self._troubles.append(Problem(ProblemCode.BOT_RESTARTED, {"error": "on purpose"}))
        self._is_to_fail = self._is_to_fail or trouble == "wrong"

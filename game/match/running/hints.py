"""The hint that the viewer asked for: the coach's advice for its decision."""

from __future__ import annotations

from game.files.problems import Problem, ProblemCode
from game.match.bots.decisions import BotQuestion
from game.match.comparisons import Advice
from game.match.running.delayed_reveal import DelayedReveal


class Hints:
    """Gets hints for the viewer from the coach.

    ``hint`` is None before the bot has answered, and again after the viewer's move.
    """

    def __init__(self, delayed_reveal: DelayedReveal, *, are_allowed: bool) -> None:
        self.are_allowed = are_allowed
        self.hint: Advice | None = None
        self._is_wanted = False
        self._question: BotQuestion | None = None
        self._delayed_reveal = delayed_reveal
        self._requests = delayed_reveal.requests

    @property
    def is_pending(self) -> bool:
        """Whether a requested hint is still being computed."""
        return self._is_wanted and self.hint is None

    @property
    def is_thinking(self) -> bool:
        """Whether the bots are computing a hint, even one that was cancelled."""
        return self._question is not None and self._requests.question is self._question

    def request(self) -> bool:
        """Request a hint for the viewer's decision; it comes some frames later. Repeated calls change nothing.

        Return False if the viewer has nothing to decide or hints are not allowed.
        """
        self._is_wanted = (
            self.are_allowed
            and self._delayed_reveal.is_all_revealed
            and self._delayed_reveal.seat_control.is_viewers_decision
        )
        return self._is_wanted

    def cancel(self) -> None:
        """Drop the hint, or the request for one."""
        self._is_wanted, self.hint = False, None

    def advance(self, *, may_ask: bool) -> None:
        """Poll the answer to a request, even a cancelled one, then ask the bots if a hint is wanted.

        Call this every frame; without ``may_ask`` no question is asked.
        """
        question = self._question
        answer = self._requests.poll_answer() if self.is_thinking else None
        is_wanted = (
            self._is_wanted
            and question is not None
            and question.observation is self._delayed_reveal.viewer_feed.delivered_observation
        )
        if answer is not None and is_wanted:
            self.hint = answer.advice
            if answer.problem is not None:
                self._is_wanted = False
                error = {"error": answer.problem.values["error"]}
                self._requests.problems.append(Problem(ProblemCode.HINT_FAILED, error))
        if self.is_pending and not self.is_thinking and may_ask:
            self._question = self._delayed_reveal.seat_control.hint_question(
                self._delayed_reveal.viewer_feed.delivered_observation
            )
            self._requests.ask(self._question)

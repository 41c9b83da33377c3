"""What is asked of a bot, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from ai.bot import BotSpec
from game.engine.moves import Move
from game.engine.observation import Observation
from game.session.problems import Problem
from game.session.reasons import BotReason


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a bot: all that it gets.

    ``seed`` makes its random generator; ``time_ms`` is the ceiling at which it stops thinking, None for none.
    """

    spec: BotSpec
    observation: Observation
    seed: str
    time_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's move and why; with a problem if it failed and a stand-in chose the move.

    ``was_cut`` tells that the time was over before the work was done.
    """

    move: Move
    reason: BotReason | None = None
    was_cut: bool = False
    problem: Problem | None = None

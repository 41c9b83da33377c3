"""How a bot's question is decided, and the worker process that does so; imported there without a window's libraries."""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from ai.bot import BotSpec, make_bot
from game.engine.moves import Move
from game.engine.observation import Observation
from game.session.problems import Problem, ProblemCode
from game.session.reasons import BotReason

_NICENESS: Final = 10
_STEP_BACK_S: Final = 0.001
"""A system may run the worker that a question wakes in the frame's place: so it is modest and first steps back."""


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
    """The bot's move and why; with a problem if it failed and the first legal move stands in.

    ``was_cut`` tells that the time was over before the work was done.
    """

    move: Move
    reason: BotReason | None = None
    was_cut: bool = False
    problem: Problem | None = None


def decide(question: Question) -> Answer:
    """Ask the bot; the answer is the same for the same question unless time cut it off.

    A bot's mistake must not end somebody's match.
    """
    observation = question.observation
    try:
        rng = random.Random(question.seed)
        decision = make_bot(question.spec).decide(observation, rng, time_ms=question.time_ms)
        return Answer(decision.move, decision.reason, decision.was_cut)
    except Exception as error:
        values = {"seat": str(observation.seat), "error": repr(error)}
        return Answer(observation.legal[0], problem=Problem(ProblemCode.BOT_FAILED, values))


def serve(pipe: Connection) -> None:
    """Answer questions until the pipe closes, as it also does when the game is killed.

    An interrupt from the terminal is the game's business, which then closes the pipe.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    try:
        while True:
            question = pipe.recv()
            time.sleep(_STEP_BACK_S)
            pipe.send(decide(question))
    except (EOFError, OSError):
        return

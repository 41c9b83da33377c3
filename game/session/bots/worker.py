"""How a bot's question is decided, and the worker process that does so; imported there without a window's libraries."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from multiprocessing.connection import Connection
from typing import Final

from ai.bot import make_bot
from game.session.bots.fallback import stand_in
from game.session.bots.messages import (
    MOST_BYTES,
    answer_to_bytes,
    hello_to_bytes,
    question_from_bytes,
    refusal_to_bytes,
)
from game.session.bots.question import Answer, Question
from game.session.storage.json_codec import FormError

__all__ = ["Answer", "Question", "decide", "serve"]

_NICENESS: Final = 10
_STEP_BACK_S: Final = 0.001
"""A system may run the worker that a question wakes in the frame's place: so it is modest and first steps back."""


def decide(question: Question) -> Answer:
    """Ask the bot; the answer is the same for the same question unless time cut it off.

    A bot's mistake must not end somebody's match.
    """
    try:
        rng = random.Random(question.seed)
        decision = make_bot(question.spec).decide(question.observation, rng, time_ms=question.time_ms)
    except Exception as error:
        return stand_in(question, repr(error))
    return Answer(decision.move, decision.reason, decision.was_cut)


def serve(questions: Connection, answers: Connection) -> None:
    """Answer questions until a pipe closes, as they also do when the game is killed.

    An interrupt from the terminal is the game's business, which then closes the pipes; and so is the terminal.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process lives
    try:
        answers.send_bytes(hello_to_bytes())
        while True:
            question = questions.recv_bytes(MOST_BYTES)
            time.sleep(_STEP_BACK_S)
            answers.send_bytes(_reply(question))
    except (EOFError, OSError):
        return


def _reply(data: bytes) -> bytes:
    try:
        number, question = question_from_bytes(data)
    except FormError as error:
        return refusal_to_bytes(str(error))
    return answer_to_bytes(number, question, decide(question))

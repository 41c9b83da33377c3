"""The bots' worker process: the messages to and from it, what runs there, and the thread that speaks with it.

The process says once that it is ready; then an answer follows each question. A message is JSON of a version, checked
where it arrives. A question is a request of the bot protocol (ai/protocol.py) with the bot's description and the seed,
and has a number which its answer repeats. A question that cannot be read is refused in words. Whether a move is legal
is not looked at here (decisions.py).

The frame finds an answer that can be used, or why none will come (child_process.py). The process imports this module
without a window's libraries.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import asdict
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Final

from ai.bot import BotSpec
from ai.protocol import ProtocolError, request_for, request_of
from game.engine.errors import brief
from game.engine.moves import Move, move
from game.engine.observation import Observation
from game.session.bots.decisions import BotAnswer, BotQuestion, decide, failure
from game.session.child_process import ChildProcess, Worker, begin_as_child
from game.session.reasons import BotReason
from game.session.storage.json_codec import (
    FormatError,
    Json,
    field,
    opened,
    optional,
    reasons_from_json,
    reasons_to_json,
)

MOST_BYTES: Final = 64 * 1024
"""No message is longer: the longest question of six seats late in a leg has some 4 KB."""
LONGEST_MS: Final = 10_000.0
"""The ceiling of a question without one: nobody waits longer for a move."""

_FORMAT: Final = "milestone-rally bots"
_VERSION: Final = 1
_HELLO, _QUESTION, _ANSWER, _REFUSAL = "hello", "question", "answer", "refusal"
_MOST_TEXT: Final = 500
_STEP_BACK_S: Final = 0.001
"""A system may run the worker that a question wakes in the frame's place: so it is modest and first steps back."""


def hello_to_bytes() -> bytes:
    """The process's word that it is ready."""
    return _message(_HELLO)


def check_hello(data: bytes) -> None:
    """Raises ``FormatError`` unless the process is ready and speaks this version."""
    _opened(data, _HELLO)


def question_to_bytes(number: int, question: BotQuestion) -> bytes:
    """The message that asks a question; without a ceiling it gets the longest there is."""
    request = request_for(question.observation, ceiling_ms(question))
    return _message(_QUESTION, number=number, seed=question.seed, spec=asdict(question.spec), request=request)


def question_from_bytes(data: bytes) -> tuple[int, BotQuestion]:
    """The question in such a message, and its number; raises ``FormatError``."""
    form = _opened(data, _QUESTION)
    try:
        request = request_of(field(form, "request", dict))
    except ProtocolError as error:
        raise FormatError(f"request: {error}") from None
    spec = _spec(field(form, "spec", dict))
    return field(form, "number", int), BotQuestion(spec, request.observation, field(form, "seed", str), request.time_ms)


def answer_to_bytes(number: int, question: BotQuestion, answer: BotAnswer) -> bytes:
    """The message that answers the question of that number."""
    place, reason, problem = len(question.observation.moves), answer.reason, answer.problem
    return _message(
        _ANSWER,
        number=number,
        move=answer.move.text,
        was_cut=answer.was_cut,
        reasons=reasons_to_json({} if reason is None else {place: reason}),
        error=None if problem is None else problem.values["error"][:_MOST_TEXT],
    )


def answer_from_bytes(data: bytes, number: int, question: BotQuestion) -> BotAnswer | None:
    """The answer in such a message, None if it comes late, to an earlier question.

    Raises ``FormatError`` for anything else, a refusal included.
    """
    form = _opened(data, _ANSWER)
    answered = field(form, "number", int)
    if answered < number:
        return None
    if answered > number:
        raise FormatError(f"number: expected {number}, got {brief(answered)}")
    chosen, error = _move(field(form, "move", str)), optional(form, "error", str)
    reason = _reason(field(form, "reasons", list), chosen, question.observation)
    problem = None if error is None else failure(question, error[:_MOST_TEXT])
    return BotAnswer(chosen, reason, field(form, "was_cut", bool), problem)


def refusal_to_bytes(why: str) -> bytes:
    """The message that refuses a question which cannot be read."""
    return _message(_REFUSAL, why=why[:_MOST_TEXT])


def ceiling_ms(question: BotQuestion) -> float:
    """How long the bot may think about it."""
    return LONGEST_MS if question.time_ms is None else question.time_ms


def _message(kind: str, **fields: object) -> bytes:
    return json.dumps({"format": _FORMAT, "version": _VERSION, "kind": kind, **fields}, allow_nan=False).encode()


def _opened(data: bytes, kind: str) -> Json:
    if len(data) > MOST_BYTES:
        raise FormatError(f"expected {MOST_BYTES} bytes at most, got {len(data)}")
    form = opened(data, _FORMAT, _VERSION)
    got = field(form, "kind", str)
    if got == _REFUSAL != kind:
        raise FormatError(f"the question was refused: {field(form, 'why', str)[:_MOST_TEXT]}")
    if got != kind:
        raise FormatError(f"kind: expected {kind}, got {brief(got)}")
    return form


def _spec(data: Json) -> BotSpec:
    spared = field(data, "spared", list)
    if any(type(side) is not int for side in spared):
        raise FormatError(f"spared: expected numbers of sides, got {brief(spared)}")
    words = {name: field(data, name, str) for name in ("level", "style", "temper", "manner")}
    return BotSpec(**words, spared=tuple(spared), effort=field(data, "effort", float))


def _move(text: str) -> Move:
    try:
        return move(text)
    except KeyError:
        raise FormatError(f"move: expected one of the moves there are, got {brief(text)}") from None


def _reason(data: object, chosen: Move, observation: Observation) -> BotReason | None:
    """The reason for that move, in a list like that of the match file; None if there is none."""
    place = len(observation.moves)
    return reasons_from_json(data, (*(None for _ in range(place)), chosen)).get(place)


def serve(questions: Connection, answers: Connection) -> None:
    """Answer questions until a pipe closes, as they also do when the game is killed."""
    begin_as_child()
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
    except FormatError as error:
        return refusal_to_bytes(str(error))
    return answer_to_bytes(number, question, decide(question))


class BotProcess(ChildProcess):
    """The bots' worker: once ``is_ready``, an answer follows each question."""

    def __init__(self, worker: Worker) -> None:
        super().__init__("bots", worker)
        self.is_ready = False
        self._questions: SimpleQueue[tuple[int, BotQuestion] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[int, BotAnswer]] = SimpleQueue()
        self.start()

    def ask(self, number: int, question: BotQuestion) -> None:
        """Have it decide; numbers rise. Returns at once."""
        self._questions.put((number, question))

    def answer(self, number: int) -> BotAnswer | None:
        """The answer to that question, once; those to earlier ones are dropped."""
        with suppress(Empty):
            while True:
                answered, answer = self._answers.get_nowait()
                if answered == number:
                    return answer
        return None

    def close(self) -> None:
        """Kill the process, and let the thread go."""
        self._questions.put(None)
        super().close()

    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        check_hello(to_read.recv_bytes(MOST_BYTES))
        self.is_ready = True
        while (asked := self._questions.get()) is not None:
            to_ask.send_bytes(question_to_bytes(*asked))
            answer = None
            while answer is None:
                answer = answer_from_bytes(to_read.recv_bytes(MOST_BYTES), *asked)
            self._answers.put((asked[0], answer))

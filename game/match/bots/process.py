"""The bots' worker process: its messages, what runs there, and the thread that talks to it.

The worker sends one hello, then an answer to each question, with progress messages before it. Messages are versioned
JSON, checked on arrival. A question is an observation as in the bot protocol (ai/protocol.py) with the bot's
description, the seed and a number that the answer repeats. The worker answers an unreadable question with a refusal,
which has a text. Legality of moves is checked elsewhere (decisions.py).

``BotProcess`` returns only usable answers; without one, its ``fault`` is the reason (child_process.py). The worker
imports this module without pygame.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ai.protocol import MoveText, ProtocolError, observation_to_data, parse_observation
from ai.spec import BotSpec
from game.engine.errors import abbreviate
from game.engine.moves import MAX_SEATS, move
from game.files.child_process import ChildProcess, Worker, prepare_child
from game.files.forms import FormatError, Json, convert, parse_object
from game.match.bots.decisions import BotAnswer, BotQuestion, decide, failure_problem
from game.match.forms import AdviceForm, BotReasonForm, reason_forms, reasons_from_forms

MOST_BYTES = 64 * 1024
"""The longest message, in bytes: the longest question, of six seats late in a leg, has some 4 KB."""
WORKING_EVERY_S = 0.5
"""The interval between progress messages, in seconds."""

_MOST_TEXT = 500
_STEP_BACK_S = 0.001
"""How many seconds the worker first sleeps: some systems run the woken worker before the frame that asked."""


class _BotMessage(Struct, frozen=True, tag_field="kind", kw_only=True):
    format: Literal["milestone-rally bots"] = "milestone-rally bots"
    version: Literal[1] = 1


class _HelloMessage(_BotMessage, frozen=True, tag="hello"):
    pass


_Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]
_Word = Annotated[str, Meta(pattern=r"\A[^\ud800-\udfff]*\Z")]  # no lone surrogates: they cannot be encoded


class _SpecForm(Struct, frozen=True):
    level: _Word
    style: _Word
    temper: _Word
    spared: tuple[Annotated[int, Meta(ge=0, lt=MAX_SEATS)], ...]
    effort: Annotated[float, Meta(ge=0.0, le=1.0)]
    manner: _Word


class _QuestionMessage(_BotMessage, frozen=True, tag="question", kw_only=True):
    number: _Number
    seed: _Word
    spec: _SpecForm
    seen: Json
    time_ms: Annotated[float, Meta(gt=0.0)] | None
    is_hint: bool


class ProgressMessage(_BotMessage, frozen=True, tag="working", kw_only=True):
    """The message that the bot is at work on the question of that number."""

    number: _Number


class _AnswerMessage(_BotMessage, frozen=True, tag="answer", kw_only=True):
    number: _Number
    move: MoveText
    reasons: list[BotReasonForm]
    advice: AdviceForm | None = None
    error: str | None = None


class _RefusalMessage(_BotMessage, frozen=True, tag="refusal", kw_only=True):
    why: str


def hello_to_bytes() -> bytes:
    """Return the encoded message that the worker process is ready."""
    return msgspec.json.encode(_HelloMessage())


def check_hello(data: bytes) -> None:
    """Raise ``FormatError`` unless the message says that the worker is ready, in this version of the messages."""
    _opened(data, _HelloMessage)


def question_to_bytes(number: int, question: BotQuestion) -> bytes:
    """Return the encoded message with a question and its number."""
    seen, spec = observation_to_data(question.observation), convert(question.spec, _SpecForm)
    message = _QuestionMessage(
        number=number, seed=question.seed, spec=spec, seen=seen, time_ms=question.time_ms, is_hint=question.is_hint
    )
    return msgspec.json.encode(message)


def question_from_bytes(data: bytes) -> tuple[int, BotQuestion]:
    """Return the number and the question in an encoded message; raises ``FormatError``."""
    asked: _QuestionMessage = _opened(data, _QuestionMessage)
    try:
        seen = parse_observation(asked.seen)
    except ProtocolError as error:
        raise FormatError(f"seen: {error}") from None
    return asked.number, BotQuestion(convert(asked.spec, BotSpec), seen, asked.seed, asked.time_ms, asked.is_hint)


def answer_to_bytes(number: int, question: BotQuestion, answer: BotAnswer) -> bytes:
    """Return the encoded message with the answer to a question; ``number`` is that of the question."""
    place, reason, problem = len(question.observation.moves), answer.reason, answer.problem
    return msgspec.json.encode(
        _AnswerMessage(
            number=number,
            move=answer.move.text,
            reasons=reason_forms({} if reason is None else {place: reason}),
            advice=None if answer.advice is None else AdviceForm.of(answer.advice),
            error=None if problem is None else _sayable(problem.values["error"]),
        )
    )


def answer_from_bytes(data: bytes, number: int, question: BotQuestion) -> BotAnswer | ProgressMessage | None:
    """Return the answer or progress message that was received while that question, with that number, was pending.

    Return None for an answer to an earlier question. Raises ``FormatError`` for anything else, a refusal included.
    """
    answered: _AnswerMessage | ProgressMessage = _opened(data, _AnswerMessage | ProgressMessage)
    if answered.number < number:
        return None
    if answered.number > number:
        raise FormatError(f"number: expected {number}, got {abbreviate(answered.number)}")
    if isinstance(answered, ProgressMessage):
        return answered
    chosen, place = move(answered.move), len(question.observation.moves)
    reason = reasons_from_forms(answered.reasons, (*(None for _ in range(place)), chosen)).get(place)
    problem = None if answered.error is None else failure_problem(question, answered.error[:_MOST_TEXT])
    advice = None if answered.advice is None else answered.advice.advice(len(question.observation.sides))
    if advice is not None and advice.best.move is not chosen:
        raise FormatError("advice: expected it to be about the move")
    return BotAnswer(chosen, reason, problem, advice)


def refusal_to_bytes(why: str) -> bytes:
    """Return the encoded message that refuses an unreadable question; ``why`` is the reason."""
    return msgspec.json.encode(_RefusalMessage(why=_sayable(why)))


def _sayable(text: str) -> str:
    """Return the text cut to a limit and with lone surrogates escaped, so that it can be sent."""
    return text[:_MOST_TEXT].encode(errors="backslashreplace").decode()


def _opened(data: bytes, kind: Any) -> Any:
    """Return the decoded message of that kind; raises ``FormatError`` for any other."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"expected {MOST_BYTES} bytes at most, got {len(data)}")
    message = convert(parse_object(data), kind | _RefusalMessage)
    if isinstance(message, _RefusalMessage):
        raise FormatError(f"the question was refused: {message.why[:_MOST_TEXT]}")
    return message


def run_worker(questions: Connection, answers: Connection) -> None:
    """Answer questions in the worker process until a pipe closes, as happens when the game is killed."""
    prepare_child()
    try:
        answers.send_bytes(hello_to_bytes())
        while True:
            question = questions.recv_bytes(MOST_BYTES)
            time.sleep(_STEP_BACK_S)
            answers.send_bytes(_reply(question, answers.send_bytes))
    except (EOFError, OSError):
        return


def _reply(data: bytes, send: Callable[[bytes], None]) -> bytes:
    try:
        number, question = question_from_bytes(data)
    except FormatError as error:
        return refusal_to_bytes(str(error))
    said_s = time.monotonic()

    def report_progress() -> None:
        nonlocal said_s
        if time.monotonic() - said_s >= WORKING_EVERY_S:
            send(msgspec.json.encode(ProgressMessage(number=number)))
            said_s = time.monotonic()

    return answer_to_bytes(number, question, decide(question, report_progress))


class BotProcess(ChildProcess):
    """The bots' worker: once ``is_ready``, it answers each question; ``progress`` rises while it works on one."""

    def __init__(self, worker: Worker) -> None:
        super().__init__("bots", worker)
        self.is_ready = False
        self.progress = 0
        self._questions: SimpleQueue[tuple[int, BotQuestion] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[int, BotAnswer]] = SimpleQueue()
        self.start()

    def ask(self, number: int, question: BotQuestion) -> None:
        """Queue a question and return at once; each question's number must be higher than the last one's."""
        self._questions.put((number, question))

    def poll_answer(self, number: int) -> BotAnswer | None:
        """Return the answer to the question of that number, once; answers to earlier questions are dropped."""
        with suppress(Empty):
            while True:
                answered, answer = self._answers.get_nowait()
                if answered == number:
                    return answer
        return None

    def close(self) -> None:
        self._questions.put(None)
        super().close()

    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        check_hello(to_read.recv_bytes(MOST_BYTES))
        self.is_ready = True
        while (asked := self._questions.get()) is not None:
            to_ask.send_bytes(question_to_bytes(*asked))
            while not isinstance(answer := answer_from_bytes(to_read.recv_bytes(MOST_BYTES), *asked), BotAnswer):
                self.progress += isinstance(answer, ProgressMessage)
            self._answers.put((asked[0], answer))

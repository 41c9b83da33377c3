"""The bots' worker process: the messages to and from it, what runs there, and the thread that speaks with it.

The process says once that it is ready; then an answer follows each question. A message is JSON of a version, checked
where it arrives. A question is a request of the bot protocol (ai/protocol.py) with the bot's description and the seed,
and has a number which its answer repeats. A question that cannot be read is refused in words. Whether a move is legal
is not looked at here (decisions.py).

Only the thread ever waits for the pipes: the frame finds an answer that can be used, or why none will come. Of two
pipes each has one direction, so that no socket is needed where a pipe of both would be one. The process imports this
module without a window's libraries.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ai.bot import BotSpec
from ai.protocol import MoveText, ProtocolError, request_for, request_of
from game.engine.errors import brief
from game.engine.moves import MAX_SEATS, move
from game.interrupts import kept_from_children
from game.session.bots.decisions import BotAnswer, BotQuestion, decide, failure
from game.session.storage.json_codec import (
    FormatError,
    Json,
    ReasonForm,
    object_of,
    read,
    reason_forms,
    reasons_of,
)

MOST_BYTES: Final = 64 * 1024
"""No message is longer: the longest question of six seats late in a leg has some 4 KB."""
LONGEST_MS: Final = 10_000.0
"""The ceiling of a question without one: nobody waits longer for a move."""

_MOST_TEXT: Final = 500
_NICENESS: Final = 10
_STEP_BACK_S: Final = 0.001
"""A system may run the worker that a question wakes in the frame's place: so it is modest and first steps back."""
_MOST_WORDS: Final = 300

Worker = Callable[[Connection, Connection], None]
"""What runs in the process: reads questions from one pipe and writes answers to the other."""


class _Message(Struct, frozen=True, tag_field="kind", kw_only=True):
    format: Literal["milestone-rally bots"] = "milestone-rally bots"
    version: Literal[1] = 1


class _Hello(_Message, frozen=True, tag="hello"):
    pass


_Number = Annotated[int, Meta(ge=0, le=2**63 - 1)]
_Word = Annotated[str, Meta(pattern=r"\A[^\ud800-\udfff]*\Z")]  # no half of a character: nobody could write it again


class _Spec(Struct, frozen=True):
    level: _Word
    style: _Word
    temper: _Word
    spared: tuple[Annotated[int, Meta(ge=0, lt=MAX_SEATS)], ...]
    effort: Annotated[float, Meta(ge=0.0, le=1.0)]
    manner: _Word


class _Question(_Message, frozen=True, tag="question", kw_only=True):
    number: _Number
    seed: _Word
    spec: _Spec
    request: Json


class _Answer(_Message, frozen=True, tag="answer", kw_only=True):
    number: _Number
    move: MoveText
    was_cut: bool
    reasons: list[ReasonForm]
    error: str | None = None


class _Refusal(_Message, frozen=True, tag="refusal", kw_only=True):
    why: str


M = TypeVar("M", bound=_Message)


def hello_to_bytes() -> bytes:
    """The process's word that it is ready."""
    return msgspec.json.encode(_Hello())


def check_hello(data: bytes) -> None:
    """Raises ``FormatError`` unless the process is ready and speaks this version."""
    _opened(data, _Hello)


def question_to_bytes(number: int, question: BotQuestion) -> bytes:
    """The message that asks a question; without a ceiling it gets the longest there is."""
    request = request_for(question.observation, ceiling_ms(question))
    spec = read(question.spec, _Spec)
    return msgspec.json.encode(_Question(number=number, seed=question.seed, spec=spec, request=request))


def question_from_bytes(data: bytes) -> tuple[int, BotQuestion]:
    """The question in such a message, and its number; raises ``FormatError``."""
    asked = _opened(data, _Question)
    try:
        request = request_of(asked.request)
    except ProtocolError as error:
        raise FormatError(f"request: {error}") from None
    return asked.number, BotQuestion(read(asked.spec, BotSpec), request.observation, asked.seed, request.time_ms)


def answer_to_bytes(number: int, question: BotQuestion, answer: BotAnswer) -> bytes:
    """The message that answers the question of that number."""
    place, reason, problem = len(question.observation.moves), answer.reason, answer.problem
    return msgspec.json.encode(
        _Answer(
            number=number,
            move=answer.move.text,
            was_cut=answer.was_cut,
            reasons=reason_forms({} if reason is None else {place: reason}),
            error=None if problem is None else _sayable(problem.values["error"]),
        )
    )


def answer_from_bytes(data: bytes, number: int, question: BotQuestion) -> BotAnswer | None:
    """The answer in such a message, None if it comes late, to an earlier question.

    Raises ``FormatError`` for anything else, a refusal included.
    """
    answered = _opened(data, _Answer)
    if answered.number < number:
        return None
    if answered.number > number:
        raise FormatError(f"number: expected {number}, got {brief(answered.number)}")
    chosen, place = move(answered.move), len(question.observation.moves)
    reason = reasons_of(answered.reasons, (*(None for _ in range(place)), chosen)).get(place)
    problem = None if answered.error is None else failure(question, answered.error[:_MOST_TEXT])
    return BotAnswer(chosen, reason, answered.was_cut, problem)


def refusal_to_bytes(why: str) -> bytes:
    """The message that refuses a question which cannot be read."""
    return msgspec.json.encode(_Refusal(why=_sayable(why)))


def ceiling_ms(question: BotQuestion) -> float:
    """How long the bot may think about it."""
    return LONGEST_MS if question.time_ms is None else question.time_ms


def _sayable(text: str) -> str:
    """What of a text can be sent: not too much, and no half of a character."""
    return text[:_MOST_TEXT].encode(errors="backslashreplace").decode()


def _opened(data: bytes, kind: type[M]) -> M:
    """The message of that kind; raises ``FormatError`` for any other."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"expected {MOST_BYTES} bytes at most, got {len(data)}")
    message: M | _Refusal = read(object_of(data), kind | _Refusal)
    if isinstance(message, _Refusal):
        raise FormatError(f"the question was refused: {message.why[:_MOST_TEXT]}")
    return message


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
    except FormatError as error:
        return refusal_to_bytes(str(error))
    return answer_to_bytes(number, question, decide(question))


class BotProcess:
    """One worker process, from its start to its end; never started again.

    ``fault`` says in words why no answer will come any more, None as long as one may. Once it stands there, or after
    ``end``, the process is being killed. It also goes when the game is killed, as its pipes then close.
    """

    def __init__(self, worker: Worker) -> None:
        self.is_ready = False
        self.fault: str | None = None
        self.pid: int | None = None
        self._worker = worker
        self._questions: SimpleQueue[tuple[int, BotQuestion] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[int, BotAnswer]] = SimpleQueue()
        self._lock = threading.Lock()  # held for an instant at a time
        self._process: SpawnProcess | None = None
        self._is_ended = False
        try:
            threading.Thread(target=self._live, name="bots", daemon=True).start()
        except RuntimeError as error:  # no thread is to be had
            self.fault = str(error)

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

    def end(self) -> None:
        """Kill the process. Returns at once; the thread sees it off."""
        self._is_ended = True
        self._questions.put(None)
        with self._lock:
            if self._process is not None:
                self._process.kill()

    # -- the thread ---------------------------------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            self._start_and_speak()
        except EOFError:
            self.fault = "the worker ended"
        except Exception as error:  # nothing that a process says or does may leave the match standing still
            self.fault = (str(error) or repr(error))[:_MOST_WORDS]
        finally:
            self._see_off()

    def _start_and_speak(self) -> None:
        context = multiprocessing.get_context("spawn")
        to_read, to_answer = context.Pipe(duplex=False)
        to_listen, to_ask = context.Pipe(duplex=False)
        with to_read, to_ask:
            with to_listen, to_answer:
                process = context.Process(target=self._worker, args=(to_listen, to_answer), name="bots", daemon=True)
                with kept_from_children():
                    process.start()
            self._keep(process)
            self._speak(to_ask, to_read)

    def _keep(self, process: SpawnProcess) -> None:
        with self._lock:
            self._process, self.pid = process, process.pid
            if self._is_ended:
                process.kill()
        atexit.register(self.end)  # a stopped process would not heed what the library sends it at the end

    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        check_hello(to_read.recv_bytes(MOST_BYTES))
        self.is_ready = True
        while (asked := self._questions.get()) is not None:
            to_ask.send_bytes(question_to_bytes(*asked))
            answer = None
            while answer is None:
                answer = answer_from_bytes(to_read.recv_bytes(MOST_BYTES), *asked)
            self._answers.put((asked[0], answer))

    def _see_off(self) -> None:
        process = self._process
        if process is None:
            return
        process.kill()
        process.join()
        with self._lock:
            self._process = self.pid = None
        atexit.unregister(self.end)
        with suppress(ValueError):  # another start has just seen it off
            process.close()

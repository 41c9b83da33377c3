"""The review of a leg in a separate process; the game polls its findings and never waits for them.

The process gets the leg's record, the state of the match before it, and the seat to judge; it sends its findings one by
one (ai/review.py) and ends. Messages are JSON, validated on arrival. Nothing here belongs to a running match.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ai.comparison import MoveValue
from ai.review import (
    Judgement,
    Luck,
    Place,
    PositionChances,
    ReviewFinding,
    ReviewSize,
    review,
)
from game.engine.errors import EngineError
from game.engine.record import Record
from game.engine.rules import sides_of
from game.engine.setup import MatchContext
from game.files import limits
from game.files.child_process import ChildProcess, Worker, prepare_child
from game.files.forms import FormatError, Json, convert, parse_object
from game.match.forms import ComparisonForm, MoveValueForm

__all__ = [
    "ContextForm",
    "Judgement",
    "JudgementForm",
    "LegReview",
    "Luck",
    "MoveValue",
    "PositionChances",
    "ReviewFinding",
    "ReviewQuestion",
    "ReviewSize",
    "serve",
]

MOST_BYTES = 64 * 1024
"""The maximum length of a message, in bytes: a record with its deck has about 5 KB."""

_MOST_WORDS = 300


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """The leg to review, the state of its match before it, and the seat whose decisions are judged.

    ``left_out`` are the places of those that are not judged: a bot made them.
    """

    record: Record
    context: MatchContext
    seat: int
    left_out: tuple[int, ...] = ()


class ContextForm(Struct, frozen=True):
    """The state of a match before one of its legs, as it is written to a message or a file."""

    leg: limits.LegNumber
    totals: tuple[limits.Points, ...]
    target_score: limits.TargetScore | None
    legs: limits.Legs | None


class _Ask(Struct, frozen=True, tag_field="kind", tag="ask"):
    record: Json
    context: ContextForm
    seat: Annotated[int, Meta(ge=0)]
    left_out: Annotated[tuple[Place, ...], Meta(max_length=1000)] = ()


class JudgementForm(Struct, frozen=True, tag_field="kind", tag="judgement"):
    """The judgement of a decision, as it is written to a message or a file."""

    place: Place
    played: MoveValueForm
    best: MoveValueForm
    comparison: ComparisonForm | None
    values: Annotated[list[MoveValueForm], Meta(max_length=200)]

    @classmethod
    def of(cls, judgement: Judgement) -> JudgementForm:
        played, best, *values = map(MoveValueForm.of, (judgement.played, judgement.best, *judgement.values))
        told = None if judgement.comparison is None else ComparisonForm.of(judgement.comparison)
        return cls(judgement.place, played, best, told, values)

    def to_judgement(self, sides: int) -> Judgement:
        """Return the judgement that this form describes, at a table of ``sides`` sides.

        Raise ``FormatError`` if the comparison cannot be one of the two moves, or if one of these is missing.
        """
        played, best, told = self.played.value(), self.best.value(), self.comparison
        if (told is None) is not (played.move is best.move):
            raise FormatError("comparison: expected one of two moves")
        comparison = None if told is None else told.comparison(best.move, played.move, sides)
        return Judgement(self.place, played, best, comparison, tuple(value.value() for value in self.values))


class _Failed(Struct, frozen=True, tag_field="kind", tag="failed"):
    why: str


class _Done(Struct, frozen=True, tag_field="kind", tag="done"):
    pass


def question_to_bytes(question: ReviewQuestion) -> bytes:
    """Return the message that asks the separate process for a review."""
    context = convert(question.context, ContextForm)
    return msgspec.json.encode(_Ask(question.record.to_json(), context, question.seat, question.left_out))


def question_from_bytes(data: bytes) -> ReviewQuestion:
    """Return the question in a message; raise ``FormatError`` if the message is malformed."""
    asked = convert(parse_object(data), _Ask)
    try:
        record = Record.from_json(asked.record)
    except EngineError as error:
        raise FormatError(f"record: {error}") from None
    if asked.seat >= record.seats:
        raise FormatError(f"seat: expected one of {record.seats}")
    return ReviewQuestion(record, convert(asked.context, MatchContext), asked.seat, asked.left_out)


def finding_to_bytes(finding: ReviewFinding) -> bytes:
    """Return the message that contains a finding."""
    message = JudgementForm.of(finding) if isinstance(finding, Judgement) else finding
    return msgspec.json.encode(message)


def finding_from_bytes(data: bytes, sides: int) -> ReviewFinding | None:
    """Return the finding in a message, or None for the message that ends the review.

    ``sides`` is the number of sides of the leg.

    Raise ``FormatError`` if the message is malformed, or if it says that the review failed.
    """
    found: ReviewFinding | JudgementForm | _Failed | _Done
    found = convert(parse_object(data), ReviewSize | PositionChances | Luck | JudgementForm | _Failed | _Done)
    if isinstance(found, _Failed):
        raise FormatError(found.why[:_MOST_WORDS])
    if isinstance(found, JudgementForm):
        return found.to_judgement(sides)
    return None if isinstance(found, _Done) else found


def serve(questions: Connection, findings: Connection) -> None:
    """Run in the separate process: answer one question, finding by finding, and stop when nobody reads them anymore."""
    prepare_child()
    with suppress(EOFError, OSError):
        try:
            question = question_from_bytes(questions.recv_bytes(MOST_BYTES))
            for finding in review(question.record, question.context, question.seat, question.left_out):
                findings.send_bytes(finding_to_bytes(finding))
            findings.send_bytes(msgspec.json.encode(_Done()))
        except (FormatError, EngineError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            findings.send_bytes(msgspec.json.encode(_Failed(ascii(error)[:_MOST_WORDS])))


class LegReview(ChildProcess):
    """The review of a leg, which starts at once in a separate process.

    ``is_done`` says that all findings have arrived, ``fault`` why there will be no more. Either may be set before the
    last findings were polled: call ``poll`` until it returns none.
    """

    def __init__(self, question: ReviewQuestion, *, worker: Worker = serve) -> None:
        super().__init__("review", worker)
        self.is_done = False
        self._question = question
        self._findings: SimpleQueue[ReviewFinding] = SimpleQueue()
        self.start()

    def poll(self) -> Sequence[ReviewFinding]:
        """Return the findings that have arrived since the last call, without waiting for any."""
        found: list[ReviewFinding] = []
        with suppress(Empty):
            while True:
                found.append(self._findings.get_nowait())
        return found

    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        to_ask.send_bytes(question_to_bytes(self._question))
        record = self._question.record
        sides = len(sides_of(record.seats, record.seating))
        while (finding := finding_from_bytes(to_read.recv_bytes(MOST_BYTES), sides)) is not None:
            self._findings.put(finding)
        self.is_done = True

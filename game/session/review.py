"""A leg looked at again beside the game: in a process of its own, whose findings are polled and never waited for.

The process gets the leg's record, what it did not know of its match, and the seat; it sends finding by finding
(ai/review.py) and ends. A message is JSON of a version, checked where it arrives. Nothing here is of any running match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import singledispatch
from math import isfinite
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Final

from ai.review import Judgement, Luck, MoveValue, Outline, Outlook, ReviewFinding, review
from game.engine.errors import EngineError, brief
from game.engine.moves import Move, move
from game.engine.record import Record
from game.engine.setup import MatchContext
from game.session.child_process import ChildProcess, Worker, begin_as_child
from game.session.reasons import BotReason
from game.session.storage import limits
from game.session.storage.json_codec import (
    FormatError,
    Json,
    field,
    number,
    one_of,
    opened,
    optional_number,
    reasons_from_json,
    reasons_to_json,
)

__all__ = [
    "Judgement",
    "LegReview",
    "Luck",
    "MoveValue",
    "Outline",
    "Outlook",
    "ReviewFinding",
    "ReviewQuestion",
    "serve",
]

MOST_BYTES: Final = 64 * 1024
"""No message is longer: a record with its deck has some 5 KB."""

_FORMAT: Final = "milestone-rally review"
_VERSION: Final = 1
_ASK, _FAILED, _DONE = "ask", "failed", "done"
_MOST_WORDS: Final = 300
_MOST_MOVES: Final = 1000
"""The moves of a leg: five times the most that any has had."""
_MOST_VALUES: Final = 200
"""The moves judged beside each other."""
_MOST_POINTS: Final = 1e6


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """The leg to look at, what its match was before it, and the seat whose decisions are judged."""

    record: Record
    context: MatchContext
    seat: int


def question_to_bytes(question: ReviewQuestion) -> bytes:
    """The message that asks for a review."""
    context = {**asdict(question.context), "totals": list(question.context.totals)}
    return _message(_ASK, record=question.record.to_json(), context=context, seat=question.seat)


def question_from_bytes(data: bytes) -> ReviewQuestion:
    """The question in such a message; raises ``FormatError``."""
    form = _opened(data)
    one_of(field(form, "kind", str), "kind", [_ASK])
    try:
        record = Record.from_json(field(form, "record", dict))
    except EngineError as error:
        raise FormatError(f"record: {error}") from None
    context = field(form, "context", dict)
    totals = field(context, "totals", list)
    if any(type(total) is not int or abs(total) > limits.POINTS for total in totals):
        raise FormatError(f"totals: expected points of sides, got {brief(totals)}")
    return ReviewQuestion(
        record,
        MatchContext(
            number(context, "leg", 1, limits.LEGS_PLAYED),
            tuple(totals),
            optional_number(context, "target_score", 1, limits.TARGET_SCORE),
            optional_number(context, "legs", 1, limits.LEGS),
        ),
        number(form, "seat", 0, record.seats - 1),
    )


@singledispatch
def finding_to_bytes(finding: ReviewFinding) -> bytes:
    """The message that tells a finding."""
    raise TypeError(f"no finding: {finding!r}")


@finding_to_bytes.register
def _(finding: Outline) -> bytes:
    return _message("outline", **asdict(finding))


@finding_to_bytes.register
def _(finding: Outlook) -> bytes:
    return _message("outlook", place=finding.place, leg=finding.leg, match=finding.match)


@finding_to_bytes.register
def _(finding: Luck) -> bytes:
    return _message("luck", **asdict(finding))


@finding_to_bytes.register
def _(finding: Judgement) -> bytes:
    return _message(
        "judgement",
        place=finding.place,
        played=_value_to_json(finding.played),
        best=_value_to_json(finding.best),
        reasons=reasons_to_json({0: finding.reason}),
        values=[_value_to_json(value) for value in finding.values],
    )


def finding_from_bytes(data: bytes) -> ReviewFinding | None:
    """The finding in such a message, None where there will be no more; raises ``FormatError``, also for a failure."""
    form = _opened(data)
    kind = field(form, "kind", str)
    if kind == _DONE:
        return None
    if kind == _FAILED:
        raise FormatError(field(form, "why", str)[:_MOST_WORDS])
    read = _READERS.get(kind)
    if read is None:
        raise FormatError(f"kind: expected one of {', '.join(_READERS)}, got {brief(kind)}")
    return read(form)


def _outline(form: Json) -> Outline:
    return Outline(number(form, "moves", 0, _MOST_MOVES), number(form, "decisions", 0, _MOST_MOVES))


def _outlook(form: Json) -> Outlook:
    return Outlook(_place(form), _chances(form, "leg"), _chances(form, "match"))


def _luck(form: Json) -> Luck:
    return Luck(_points(form, "drawn"), _points(form, "attacks"))


def _judgement(form: Json) -> Judgement:
    values = field(form, "values", list)
    if len(values) > _MOST_VALUES:
        raise FormatError(f"values: expected {_MOST_VALUES} at most, got {len(values)}")
    best = _value(field(form, "best", dict))
    return Judgement(
        _place(form),
        _value(field(form, "played", dict)),
        best,
        _reason(field(form, "reasons", list), best.move),
        tuple(_value(value) for value in values),
    )


_READERS: Final[dict[str, Callable[[Json], ReviewFinding]]] = {
    "outline": _outline,
    "outlook": _outlook,
    "luck": _luck,
    "judgement": _judgement,
}


def _place(form: Json) -> int:
    return number(form, "place", 0, _MOST_MOVES)


def _value_to_json(value: MoveValue) -> Json:
    return {"move": value.move.text, "points": value.points, "chance": value.chance}


def _value(form: object) -> MoveValue:
    return MoveValue(_move(field(form, "move", str)), _points(form, "points"), _chance(field(form, "chance", float)))


def _move(text: str) -> Move:
    try:
        return move(text)
    except KeyError:
        raise FormatError(f"move: expected one of the moves there are, got {brief(text)}") from None


def _reason(data: list[object], best: Move) -> BotReason:
    reason = reasons_from_json(data, (best,)).get(0)
    if reason is None:
        raise FormatError("reasons: expected one")
    return reason


def _points(form: object, name: str) -> float:
    points = field(form, name, float)
    if not isfinite(points) or abs(points) > _MOST_POINTS:
        raise FormatError(f"{name}: expected points, got {brief(points)}")
    return points


def _chances(form: Json, name: str) -> tuple[float, ...]:
    return tuple(_chance(chance) for chance in field(form, name, list))


def _chance(chance: object) -> float:
    if type(chance) is not float or not 0.0 <= chance <= 1.0:
        raise FormatError(f"expected a chance from 0.0 to 1.0, got {brief(chance)}")
    return chance


def _message(kind: str, **fields: object) -> bytes:
    return json.dumps({"format": _FORMAT, "version": _VERSION, "kind": kind, **fields}, allow_nan=False).encode()


def _opened(data: bytes) -> Json:
    return opened(data, _FORMAT, _VERSION)


def serve(questions: Connection, findings: Connection) -> None:
    """Answer one question, finding by finding; ends as soon as nobody reads them."""
    begin_as_child()
    with suppress(EOFError, OSError):
        try:
            question = question_from_bytes(questions.recv_bytes(MOST_BYTES))
            for finding in review(question.record, question.context, question.seat):
                findings.send_bytes(finding_to_bytes(finding))
            findings.send_bytes(_message(_DONE))
        except (FormatError, EngineError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            findings.send_bytes(_message(_FAILED, why=repr(error)[:_MOST_WORDS]))


class LegReview(ChildProcess):
    """A leg under review: ``is_done`` says that all has come.

    This and ``fault`` are to be believed once ``poll`` has nothing more.
    """

    def __init__(self, question: ReviewQuestion, *, worker: Worker = serve) -> None:
        super().__init__("review", worker)
        self.is_done = False
        self._question = question
        self._findings: SimpleQueue[ReviewFinding] = SimpleQueue()
        self.start()

    def poll(self) -> Sequence[ReviewFinding]:
        """What was found since the last call; never waits."""
        found: list[ReviewFinding] = []
        with suppress(Empty):
            while True:
                found.append(self._findings.get_nowait())
        return found

    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        to_ask.send_bytes(question_to_bytes(self._question))
        while (finding := finding_from_bytes(to_read.recv_bytes(MOST_BYTES))) is not None:
            self._findings.put(finding)
        self.is_done = True

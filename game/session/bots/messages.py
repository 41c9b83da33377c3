"""What passes between the game and its bots' process: JSON messages of a version, each checked where it arrives.

The process says once that it is ready; then an answer follows each question. A question is a request of the bot
protocol (ai/protocol.py) with the bot's description and the seed, and has a number which its answer repeats. A question
that cannot be read is refused in words. Whether a move is legal is not looked at here (standin.py).
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Final

from ai.bot import BotSpec
from ai.protocol import ProtocolError, request_for, request_of
from game.engine.errors import brief
from game.engine.moves import Move, move
from game.engine.observation import Observation
from game.session.bots.fallback import failure
from game.session.bots.question import Answer, Question
from game.session.reasons import BotReason
from game.session.storage.json_codec import FormError, Json, field, opened, optional, reasons_from_json, reasons_to_json

MOST_BYTES: Final = 64 * 1024
"""No message is longer: the longest question of six seats late in a leg has some 4 KB."""
LONGEST_MS: Final = 10_000.0
"""The ceiling of a question without one: nobody waits longer for a move."""

_FORMAT: Final = "milestone-rally bots"
_VERSION: Final = 1
_HELLO, _QUESTION, _ANSWER, _REFUSAL = "hello", "question", "answer", "refusal"
_MOST_TEXT: Final = 500


def hello_to_bytes() -> bytes:
    """The process's word that it is ready."""
    return _message(_HELLO)


def check_hello(data: bytes) -> None:
    """Raises ``FormError`` unless the process is ready and speaks this version."""
    _opened(data, _HELLO)


def question_to_bytes(number: int, question: Question) -> bytes:
    """The message that asks a question; without a ceiling it gets the longest there is."""
    request = request_for(question.observation, ceiling_ms(question))
    return _message(_QUESTION, number=number, seed=question.seed, spec=asdict(question.spec), request=request)


def question_from_bytes(data: bytes) -> tuple[int, Question]:
    """The question in such a message, and its number; raises ``FormError``."""
    form = _opened(data, _QUESTION)
    try:
        request = request_of(field(form, "request", dict))
    except ProtocolError as error:
        raise FormError(f"request: {error}") from None
    spec = _spec(field(form, "spec", dict))
    return field(form, "number", int), Question(spec, request.observation, field(form, "seed", str), request.time_ms)


def answer_to_bytes(number: int, question: Question, answer: Answer) -> bytes:
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


def answer_from_bytes(data: bytes, number: int, question: Question) -> Answer | None:
    """The answer in such a message, None if it comes late, to an earlier question.

    Raises ``FormError`` for anything else, a refusal included.
    """
    form = _opened(data, _ANSWER)
    answered = field(form, "number", int)
    if answered < number:
        return None
    if answered > number:
        raise FormError(f"number: expected {number}, got {brief(answered)}")
    chosen, error = _move(field(form, "move", str)), optional(form, "error", str)
    reason = _reason(field(form, "reasons", list), chosen, question.observation)
    problem = None if error is None else failure(question, error[:_MOST_TEXT])
    return Answer(chosen, reason, field(form, "was_cut", bool), problem)


def refusal_to_bytes(why: str) -> bytes:
    """The message that refuses a question which cannot be read."""
    return _message(_REFUSAL, why=why[:_MOST_TEXT])


def ceiling_ms(question: Question) -> float:
    """How long the bot may think about it."""
    return LONGEST_MS if question.time_ms is None else question.time_ms


def _message(kind: str, **fields: object) -> bytes:
    return json.dumps({"format": _FORMAT, "version": _VERSION, "kind": kind, **fields}, allow_nan=False).encode()


def _opened(data: bytes, kind: str) -> Json:
    if len(data) > MOST_BYTES:
        raise FormError(f"expected {MOST_BYTES} bytes at most, got {len(data)}")
    form = opened(data, _FORMAT, _VERSION)
    got = field(form, "kind", str)
    if got == _REFUSAL != kind:
        raise FormError(f"the question was refused: {field(form, 'why', str)[:_MOST_TEXT]}")
    if got != kind:
        raise FormError(f"kind: expected {kind}, got {brief(got)}")
    return form


def _spec(data: Json) -> BotSpec:
    spared = field(data, "spared", list)
    if any(type(side) is not int for side in spared):
        raise FormError(f"spared: expected numbers of sides, got {brief(spared)}")
    words = {name: field(data, name, str) for name in ("level", "style", "temper", "manner")}
    return BotSpec(**words, spared=tuple(spared), effort=field(data, "effort", float))


def _move(text: str) -> Move:
    try:
        return move(text)
    except KeyError:
        raise FormError(f"move: expected one of the moves there are, got {brief(text)}") from None


def _reason(data: object, chosen: Move, observation: Observation) -> BotReason | None:
    """The reason for that move, in a list like that of the match file; None if there is none."""
    place = len(observation.moves)
    return reasons_from_json(data, (*(None for _ in range(place)), chosen)).get(place)

"""The gates: whatever comes from disk, pipe or a stranger, with what must hold for any bytes, and files to begin with.

``check`` raises if a gate lets through what cannot be written and read again, or ends in another way than by refusing.
"""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from ai.comparison import MoveValue
from ai.protocol import ProtocolError, parse_request, request_for
from ai.review import Judgement, Luck, PositionChances, ReviewSize
from ai.spec import BotSpec
from game.engine.errors import EngineError
from game.engine.moves import move
from game.engine.record import Record
from game.engine.record import replay as play
from game.features.matches.exchange import read_match_file
from game.features.replay.model import review
from game.features.replay.model.review import ReviewQuestion
from game.features.report.model import MATCH, TEXT, match_in_report
from game.files.forms import FormatError
from game.match.bots import process
from game.match.bots.decisions import BotAnswer, BotQuestion
from game.match.comparisons import Comparison, ComparisonKind
from game.match.match_file import SavedMatch
from game.settings.settings_file import SettingsFile
from tests import gate
from tests.played_legs import played_match

LONGEST_REFUSAL = 600
RECORDS = Path(__file__).parents[1] / "records"
_STRAY: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1,
    10**30,
    0.5,
    1e308,
    "",
    "\ud800",
    "go",
    "0 go",
    "x" * 300,
    [],
    {},
    [[]],
    [0] * 30,
)


@dataclass(frozen=True)
class Gate:
    """``read`` raises what is in ``refusals`` for what is none; ``seeds`` are right."""

    read: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    refusals: tuple[type[Exception], ...] = (FormatError,)


def _match(data: bytes) -> None:
    saved = SavedMatch.from_bytes(data)
    assert SavedMatch.from_bytes(saved.to_bytes()) == saved


def _settings(data: bytes) -> None:
    read = SettingsFile.from_bytes(data)
    assert SettingsFile.from_bytes(read.to_bytes()) == replace(read, unreadable=())


def _record(data: bytes) -> None:
    record = Record.from_text(data)
    assert Record.from_text(json.dumps(record.to_json())) == record
    play(record)


def _report(data: bytes) -> None:
    SavedMatch.from_bytes(match_in_report(data))


def _import(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        saved = read_match_file(Path(file.name))
    assert SavedMatch.from_bytes(saved.to_bytes()) == saved


def _question(data: bytes) -> None:
    number, question = process.question_from_bytes(data)
    assert process.question_from_bytes(process.question_to_bytes(number, question)) == (number, question)


def _answer(data: bytes) -> None:
    process.answer_from_bytes(data, 1, _asked())


def _review(data: bytes) -> None:
    review.question_from_bytes(data)


def _finding(data: bytes) -> None:
    finding = review.finding_from_bytes(data, 3)
    assert finding is None or review.finding_from_bytes(review.finding_to_bytes(finding), 3) == finding


def _request(data: bytes) -> None:
    parse_request(data)


@cache
def _asked() -> BotQuestion:
    saved = played_match()
    leg = play(replace(saved.records[1], moves=saved.records[1].moves[:24]))
    assert leg.seat is not None
    context = gate_context(saved)
    return BotQuestion(BotSpec(), leg.observe(leg.seat, context), "seed", 500.0)


def gate_context(saved: SavedMatch) -> Any:
    """What the match was before its second leg."""
    from game.engine.match import Match  # noqa: PLC0415 - for this alone

    match = Match(saved.setup, saved.first_dealer)
    match.add_finished_leg(play(saved.records[0]))
    return match.context


@cache
def _matches() -> list[bytes]:
    forms = (gate.match(name) for name in gate.MATCHES if name != "as many legs as can be")
    return [gate.as_bytes(gate.with_reasons(form, Random(1))) for form in forms]


def _records() -> list[bytes]:
    cases = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(RECORDS.glob("*.json")))
    return [json.dumps(case["record"]).encode() for case in cases if case["expected"]["ok"]]


def _reports() -> list[bytes]:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(TEXT, "a report")
        archive.writestr(MATCH, _matches()[0])
    return [file.getvalue()]


def _reviewed() -> list[bytes]:
    saved = played_match()
    return [review.question_to_bytes(ReviewQuestion(saved.records[1], gate_context(saved), 0))]


def _findings() -> list[bytes]:
    laid, kept = MoveValue(move("0 km_25"), -31.5, 0.25), MoveValue(move("0 km_50"), 4.0, 0.5)
    told = Comparison(ComparisonKind.MORE_KM, numbers=(50,))
    judgement = Judgement(7, laid, kept, told, (kept, laid))
    found = (ReviewSize(60, 25), PositionChances(3, (0.5, 0.25), (0.75, 0.25)), Luck(-3.5, 12.0), judgement)
    return [review.finding_to_bytes(finding) for finding in found]


GATES: dict[str, Gate] = {
    "match": Gate(_match, _matches),
    "settings": Gate(_settings, lambda: [gate.as_bytes(gate.settings())]),
    "record": Gate(_record, _records, (EngineError,)),
    "report": Gate(_report, _reports),
    "import": Gate(_import, lambda: [*_records()[:3], *_matches()[:2]], (FormatError, OSError)),
    "question": Gate(_question, lambda: [process.question_to_bytes(1, _asked())]),
    "answer": Gate(_answer, lambda: [process.answer_to_bytes(1, _asked(), BotAnswer(_asked().observation.legal[0]))]),
    "review": Gate(_review, _reviewed),
    "finding": Gate(_finding, _findings),
    "request": Gate(_request, lambda: [json.dumps(_asked_request()).encode()], (ProtocolError,)),
}
NAMES = tuple(GATES)


def _asked_request() -> Any:
    return request_for(_asked().observation, 1000)


def check(name: str, data: bytes) -> bool:
    """Whether a gate lets these bytes through. Raises ``AssertionError``, or whatever is no refusal of that gate's."""
    asked = GATES[name]
    try:
        asked.read(data)
    except asked.refusals as error:
        refusal = str(error)
    else:
        return True
    assert len(refusal) < LONGEST_REFUSAL, "what it says stays short, whatever is in the file"
    return False


def mutated(data: bytes, lots: Random) -> bytes:
    """The same with one thing changed: a value of its JSON, or where that is none a byte."""
    try:
        form = json.loads(data)
        places = list(_places(form))
    except (ValueError, RecursionError):
        places = []
    if not places or lots.random() < 0.2:
        wrong = bytearray(data or b"{")
        wrong[lots.randrange(len(wrong))] = lots.randrange(256)
        return bytes(wrong)
    at, step = lots.choice(places)
    match lots.choice(("put", "put", "remove", "double", "swap")):
        case "remove":
            del at[step]
        case "double" if isinstance(at, list):
            at.insert(step, at[step])
        case "swap":
            other, there = lots.choice(places)
            at[step] = other[there] if not _holds(other[there], at) else None
        case _:
            at[step] = lots.choice(_STRAY)
    return json.dumps(form).encode()


def _holds(value: Any, part: Any) -> bool:
    """Whether a value has that part in it: put there it would be in itself."""
    if value is part:
        return True
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(_holds(one, part) for one in inner)


def _places(form: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in a form, as what it stands in and where; of a long list only some."""
    if not isinstance(form, dict | list):
        return
    steps = list(form) if isinstance(form, dict) else [*range(len(form))][:: 1 + len(form) // 8]
    for step in steps:
        yield form, step
        if isinstance(form[step], dict | list):
            yield from _places(form[step])

"""The review of a leg in a process of its own, and what passes between it and the game."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection

import pytest

from game.engine.cards import card
from game.engine.moves import move
from game.engine.record import Record
from game.engine.setup import MatchContext
from game.features.replay.model import review
from game.features.replay.model.review import (
    Judgement,
    LegReview,
    Luck,
    MoveValue,
    PositionChances,
    ReviewQuestion,
    ReviewSize,
)
from game.files.forms import FormatError
from game.match.comparisons import Comparison, ComparisonKind
from tests.cases import each
from tests.played_legs import SHORTEST, played_match

PATIENCE_S = 90


def _question() -> ReviewQuestion:
    return ReviewQuestion(played_match(seats=2, legs=1, seed=SHORTEST).records[0], MatchContext(1, (0, 0), 5000), 0)


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def _gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def _judgement() -> Judgement:
    laid, kept = MoveValue(move("0 km_25"), -31.5, 0.25), MoveValue(move("0 - stop"), 4.0, 0.5)
    told = Comparison(ComparisonKind.KEEP_SAFETY, cards=(card("extra_tank"),), numbers=(300,))
    tank = replace(laid, move=move("0 extra_tank"))
    return Judgement(7, tank, kept, told, (kept, tank))


FINDINGS = [ReviewSize(60, 25), PositionChances(3, (0.5, 0.25), (0.75, 0.25)), Luck(-3.5, 12.0), _judgement()]


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: type(finding).__name__)
def test_finding_is_read_as_it_was_written(finding: review.ReviewFinding) -> None:
    assert review.finding_from_bytes(review.finding_to_bytes(finding), 2) == finding


def test_question_is_read_as_it_was_written() -> None:
    assert review.question_from_bytes(review.question_to_bytes(_question())) == _question()


@each(
    ("finding", "change", "says"),
    [
        (FINDINGS[0], {"moves": 10**9}, "moves"),
        (FINDINGS[0], {"kind": "gossip"}, "gossip"),
        (FINDINGS[1], {"leg": [0.5, 1.5]}, "leg"),
        (FINDINGS[1], {"place": True}, "place"),
        (FINDINGS[2], {"drawn": 1e300}, "drawn"),
        (FINDINGS[3], {"comparison": None}, "comparison"),
        (FINDINGS[3], {"comparison": {"kind": "keep_safety"}}, "cards are wrong"),
        (FINDINGS[3], {"comparison": {"kind": "whom_ahead", "side": 1, "other": 0}}, "none for these moves"),
        (FINDINGS[3], {"comparison": {"kind": "limit_leader", "side": 2}}, "none for these moves"),
        (FINDINGS[3], {"comparison": {"kind": "bonus", "numbers": [-5]}}, "numbers are wrong"),
        (FINDINGS[3], {"comparison": {"kind": "bonus", "numbers": [5], "side": 1}}, "sides are wrong"),
        (FINDINGS[3], {"comparison": {"kind": "only"}}, "another move"),
        (FINDINGS[3], {"played": {"move": "0 tank", "points": 0.0, "chance": 0.5}}, "move"),
        (FINDINGS[3], {"values": [0] * 300}, "values"),
    ],
)
def test_malformed_finding_is_refused(finding: review.ReviewFinding, change: dict[str, object], says: str) -> None:
    form = {**json.loads(review.finding_to_bytes(finding)), **change}
    with pytest.raises(FormatError, match=says):
        review.finding_from_bytes(json.dumps(form).encode(), 2)


@pytest.mark.parametrize(
    ("change", "says"),
    [({"seat": 2}, "seat"), ({"record": {}}, "record"), ({"kind": "luck"}, "kind")],
)
def test_malformed_question_is_refused(change: dict[str, object], says: str) -> None:
    form = {**json.loads(review.question_to_bytes(_question())), **change}
    with pytest.raises(FormatError, match=says):
        review.question_from_bytes(json.dumps(form).encode())


def test_match_with_wrong_totals_is_refused() -> None:
    form = json.loads(review.question_to_bytes(_question()))
    form["context"]["totals"] = [0, 10**9]
    with pytest.raises(FormatError, match="totals"):
        review.question_from_bytes(json.dumps(form).encode())


def test_review_comes_whole_and_its_process_ends() -> None:
    looking = LegReview(_question())
    found: list[review.ReviewFinding] = []
    pids: set[int | None] = set()

    def is_over() -> bool:
        pids.add(looking.pid)
        found.extend(looking.poll())
        return looking.is_done

    _until(is_over)
    found.extend(looking.poll())
    outline = found[0]
    assert isinstance(outline, ReviewSize)
    assert sum(isinstance(finding, Judgement) for finding in found) == outline.decisions > 0
    assert sum(isinstance(finding, PositionChances) for finding in found) == outline.moves + 1
    assert sum(isinstance(finding, Luck) for finding in found) == 1
    assert looking.fault is None
    _until(lambda: all(_gone(pid) for pid in pids if pid is not None))


def test_review_that_is_closed_ends_its_process_at_once() -> None:
    looking = LegReview(_question())
    _until(lambda: bool(looking.poll()))
    pid = looking.pid
    assert pid is not None
    looking.close()
    _until(lambda: _gone(pid))
    _until(lambda: looking.fault is not None)
    assert not looking.is_done


def test_process_that_was_killed_is_told() -> None:
    looking = LegReview(_question())
    _until(lambda: bool(looking.poll()))
    assert looking.pid is not None
    os.kill(looking.pid, signal.SIGKILL)
    _until(lambda: looking.fault is not None)


def _talks_nonsense(questions: Connection, findings: Connection) -> None:
    questions.recv_bytes()
    findings.send_bytes(b"[]")


def test_worker_that_answers_nonsense_is_told() -> None:
    looking = LegReview(_question(), worker=_talks_nonsense)
    _until(lambda: looking.fault is not None)
    assert not looking.poll()


def test_record_that_cannot_be_played_is_told() -> None:
    whole = _question()
    record = whole.record
    broken = Record(record.rules, record.options, record.seating, record.seats, record.dealer, record.deck, ("0 tank",))
    looking = LegReview(ReviewQuestion(broken, whole.context, 0))
    _until(lambda: looking.fault is not None)
    assert "tank" in str(looking.fault)

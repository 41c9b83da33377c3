"""A sample of what ``python -m tests.kills`` does three hundred times, and that it sees what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.career.career import Career
from game.files.single_instance import SingleInstance
from tests.findings import Findings
from tests.kills import (
    BEGINS,
    DONE,
    FAILED,
    GONE,
    NOTED,
    SENT,
    Visitor,
    broken_files,
    faults_of,
    kill_often,
    less,
    pack_visitor,
    records,
    start_again,
    uncounted,
    unkept,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def test_killed_game_loses_at_most_the_move_being_saved(tmp_path: Path) -> None:
    findings = Findings()
    kill_often(tmp_path, 3, 5, findings)
    assert findings.faults == []
    assert findings.counts["kills"] == 3
    assert findings.counts["moves told to be on disk"] > 3


@pytest.fixture(scope="module")
def zoe(tmp_path_factory: pytest.TempPathFactory) -> Career:
    return pack_visitor(tmp_path_factory.mktemp("zoe"))


def test_kill_check_reports_what_a_file_of_record_has_no_more(zoe: Career) -> None:
    had = records(zoe.files.folder)
    assert sorted(had) == [("achievements", "zoe"), ("ledger", "zoe"), ("puzzles", "zoe")]
    assert less(had, had) == []
    assert len(less(had, {})) == 3


def test_kill_check_reports_an_answer_that_is_lost(tmp_path: Path) -> None:
    assert unkept(tmp_path, [(BEGINS, "solve")]) == []
    assert len(unkept(tmp_path, [(NOTED, "answer .1.5")])) == 1


def test_kill_check_reports_legs_that_count_no_more_or_twice(zoe: Career) -> None:
    reader = zoe.reader()
    played = reader.matches()
    assert uncounted(reader) == []
    reader._found = played[1:]
    assert len(uncounted(reader)) == 1
    reader._found = [*played, played[0]]
    assert len(uncounted(reader)) == 1


def test_kill_check_reports_a_visitor_of_whom_something_is_missing(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path)
    reader = visitor.career.reader()
    assert visitor.missing(reader) == []
    reader._found = []
    assert visitor.missing(reader) == []
    visitor.has_come = True
    assert len(visitor.missing(reader)) == 1


SAID = [(SENT, "one b"), (DONE, "one b"), (SENT, "one c")]
BEFORE = {"one": "a"}


@pytest.mark.parametrize("after", ["b", "c"])
def test_kill_check_accepts_the_last_saved_move_and_the_one_on_its_way(after: str) -> None:
    assert faults_of(SAID, BEFORE, {"one": after}) == []


@pytest.mark.parametrize(
    ("said", "after", "fault"),
    [
        (SAID, "a", "neither"),
        (SAID, GONE, "neither"),
        ([(SENT, "one b")], "c", "neither"),
        ([(SENT, f"one {state}") for state in "bcde"], "e", "4 states"),
        ([(SENT, "one b"), (FAILED, "one b")], "a", "failed"),
        ([("locked", "")], "a", "locked"),
    ],
)
def test_kill_check_reports_a_lost_move(said: list[tuple[str, str]], after: str, fault: str) -> None:
    found = faults_of(said, BEFORE, {} if after is GONE else {"one": after})
    assert len(found) == 1
    assert fault in found[0]


def test_kill_check_reports_changes_to_any_other_match() -> None:
    before = {**BEFORE, "two": "x"}
    assert faults_of(SAID, before, {"one": "b", "two": "x"}) == []
    for after in ({"one": "b"}, {"one": "b", "two": "y"}, {"one": "b", "two": "x", "three": "z"}):
        assert len(faults_of(SAID, before, after)) == 1


def test_kill_check_reports_broken_files_and_leftovers(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "kept.json").write_bytes(b"half")
    (tmp_path / "settings.json").write_bytes(b"{")
    (tmp_path / "matches" / ".kept.json.1.tmp").write_bytes(b"")
    (tmp_path / ".stranger").write_bytes(b"")
    assert len(broken_files(tmp_path)) == 2
    findings = Findings()
    assert start_again(tmp_path, findings) == ["left after the next start: .stranger"]
    assert findings.counts["drafts swept"] == 2  # one is none of ours, and stays
    other = SingleInstance(tmp_path)
    assert other.claim()
    assert start_again(tmp_path, findings) == ["the lock is not free"]
    other.close()

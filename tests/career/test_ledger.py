"""The ledger: with it and the match files the roadbook is the same whenever it is made again."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.career.career import FILE_NAME, Career
from game.career.ledger import FILE_NAME as LEDGER
from game.career.ledger import LedgerEntry, entries_from_bytes, entries_to_bytes, read_entries
from game.career.reader import CareerReader, LegFilter
from game.features.statistics.model import read_statistics
from game.files.problems import ProblemCode
from game.files.writer import PendingWrite
from game.settings.user_files import UserFiles
from tests.careers import milestones_of, roadbook_of
from tests.damage import damaged
from tests.features.roadbook.roadbook_stage import kept
from tests.waiting import until

FOLDER = Path(__file__).parents[1] / "kept_files"
KEPT = FOLDER / "match_3_two_legs.json"
"""Of matches a (luck; seen at 1000, saved at 2000) and b (zoe's, reset), with c (luck), e and t gone, and d too,
which was reset."""


@pytest.fixture
def files(tmp_path: Path) -> Iterator[UserFiles]:
    files = UserFiles(tmp_path)
    files.matches.mkdir(parents=True)
    yield files
    files.close()


def put(files: UserFiles, id: str, person: str = "", **fields: object) -> None:
    form = json.loads(KEPT.read_bytes()) | fields
    if person:
        profile = {"id": person, "name": "", "symbol": "moon", "colour": "blue", "car": "plain"}
        form["players"] = [{**form["players"][0], "profile": profile}, *form["players"][1:]]
    files.match_path(id).write_text(json.dumps(form))


def refreshed(files: UserFiles) -> Career:
    book = roadbook_of(files)
    assert book.refresh().wait(20)
    return book


def done(ticket: PendingWrite | None) -> None:
    assert ticket is not None
    until(lambda: ticket.is_done)
    assert ticket.error is None


def shown(files: UserFiles) -> list[object]:
    """All that the pages of list, statistics and milestones show, of everybody and of each person."""
    with CareerReader(files.folder / FILE_NAME) as reader:
        people = [LegFilter(person=person) for person in (None, "first", "zoe", "carl")]
        filters = [*people, LegFilter("dujardin"), LegFilter("winning_moves")]
        return [
            reader.summaries(),
            reader.unreadable(),
            reader.figures(),
            *(read_statistics(reader, only) for only in filters),
            *(milestones_of(reader, only.person) for only in people),
        ]


def eventful(files: UserFiles) -> Career:
    """A roadbook after everything that no match file tells: moments, luck, resets, and matches that are gone."""
    for id, saved in kept().items():
        files.match_path(id).write_bytes(saved.to_bytes())
    put(files, "twice", saved=1000)
    put(files, "zoes", "zoe", saved=1100)
    put(files, "zoes_gone", "zoe", saved=1200)
    put(files, "carls_gone", "carl", saved=1300)
    put(files, "carls_broken", "carl", saved=1400)
    book = refreshed(files)
    put(files, "twice", saved=2000)
    for id in ("zoes_gone", "carls_gone", "d"):
        files.match_path(id).unlink()
    files.match_path("carls_broken").write_text("{")
    refreshed(files)
    for id, points in (("twice", 7.5), ("carls_gone", -3.25), ("c", 40.0)):
        done(book.record_luck(id, 1, points))
    done(book.reset_statistics("zoe"))
    return book


def delete(path: Path) -> None:
    path.unlink()


def step_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"begun_s":', b'"begun_z":', 1))


@pytest.mark.parametrize("harm", [delete, step_version, damage])
def test_roadbook_made_again_shows_the_same_as_before(files: UserFiles, harm: Callable[[Path], None]) -> None:
    book = eventful(files)
    before = shown(files)
    harm(book.path)
    refreshed(files)
    assert shown(files) == before
    told = [problem.code for problem in files.pop_problems()]
    assert told == ([] if harm is delete else [ProblemCode.CAREER_QUARANTINED])


def test_reset_survives_the_loss_of_the_roadbook(files: UserFiles) -> None:
    put(files, "a")
    book = refreshed(files)
    done(book.reset_statistics("first"))
    book.path.unlink()
    refreshed(files)
    with CareerReader(book.path) as reader:
        assert reader.legs() == []
        assert [match.id for match in reader.summaries()] == ["a"]


def test_match_with_no_time_keeps_that_of_its_deleted_file(files: UserFiles) -> None:
    files.match_path("a").write_bytes(replace(kept()["c"], saved_s=0).to_bytes())
    os.utime(files.match_path("a"), (5000, 5000))
    refreshed(files)
    before = shown(files)[2:]
    files.match_path("a").unlink()
    book = refreshed(files)
    with CareerReader(book.path) as reader:
        assert milestones_of(reader)["first_match"].reached_s == 5000
        assert reader.summaries() == []
    assert shown(files)[3:] == before[1:]


def test_match_deleted_while_the_roadbook_was_missing_still_counts(files: UserFiles) -> None:
    put(files, "a", saved=1000)
    book = refreshed(files)
    put(files, "a", saved=2000)
    book.path.unlink()
    done(files.delete_match("a"))
    for _ in range(2):
        refreshed(files)
        with CareerReader(book.path) as reader:
            assert (reader.summaries(), [leg.saved_s for leg in reader.legs()]) == ([], [1000])
    done(book.reset_statistics("first"))
    refreshed(files)
    with CareerReader(book.path) as reader:
        assert reader.legs() == []


def test_match_that_comes_back_counts_once(files: UserFiles) -> None:
    put(files, "a")
    refreshed(files)
    data = files.match_path("a").read_bytes()
    for _ in range(2):
        files.match_path("a").unlink()
        book = refreshed(files)
        files.match_path("a").write_bytes(data)
        refreshed(files)
    with CareerReader(book.path) as reader:
        assert len(reader.legs()) == 1


# -- the file --------------------------------------------------------------------------------------------------------


def test_damaged_ledger_line_costs_its_own_match_only(files: UserFiles) -> None:
    """The damaged file is kept aside unchanged."""
    eventful(files)
    path = files.folder / LEDGER
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b"carls_gone" in line)
    lines[at] = lines[at].replace(b"carls_gone", b"carls_gine", 1)
    path.write_bytes(b"".join(lines))
    before = read_entries(path)
    refreshed(files)
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.LEDGER_QUARANTINED
    assert Path(problem.values["path"]).read_bytes() == b"".join(lines)
    assert read_entries(path) == before
    assert "carls_gone" not in before
    assert before["carls_broken"].gone is not None
    refreshed(files)
    assert files.pop_problems() == []


def test_lost_ledger_is_filled_again_with_all_legs_for_a_reset(files: UserFiles) -> None:
    book = eventful(files)
    (files.folder / LEDGER).unlink()
    refreshed(files)
    for person in ("first", "zoe", "carl"):
        done(book.reset_statistics(person))
    with CareerReader(book.path) as reader:
        assert reader.legs() == []
    assert book.refresh().wait(20)
    assert book.refresh().done == 0


@pytest.mark.parametrize("content", [b"", b"no ledger at all", b"\xff" * 5000, b"00000000 {}\n"])
def test_file_that_is_no_ledger_is_set_aside(files: UserFiles, content: bytes) -> None:
    put(files, "a")
    path = files.folder / LEDGER
    path.write_bytes(content)
    book = refreshed(files)
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.LEDGER_QUARANTINED
    assert Path(problem.values["path"]).read_bytes() == content
    with CareerReader(book.path) as reader:
        assert len(reader.legs()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_pipe_in_place_of_the_ledger_is_set_aside_at_once(files: UserFiles) -> None:
    put(files, "a")
    os.mkfifo(files.folder / LEDGER)
    book = refreshed(files)
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.LEDGER_QUARANTINED]
    with CareerReader(book.path) as reader:
        assert len(reader.legs()) == 1


def line(form: object) -> bytes:
    data = json.dumps(form).encode()
    return b"%08x %b\n" % (zlib.crc32(data), data)


def test_ledger_of_a_later_version_is_left_unchanged(files: UserFiles) -> None:
    put(files, "a")
    book = refreshed(files)
    path = files.folder / LEDGER
    data = line({"format": "milestone-rally-ledger", "version": 2, "entries": 1}) + line({"anything": 1})
    path.write_bytes(data)
    ticket = book.reset_statistics("first")
    until(lambda: ticket is None or ticket.is_done)
    assert ticket is not None
    assert ticket.error is not None
    refreshed(files)
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.CAREER_FAILED]
    assert path.read_bytes() == data
    assert not list(files.folder.glob("*.broken-*"))


@pytest.mark.parametrize(
    "form",
    [
        {"match": 1},
        {"match": "a", "forgotten": -1},
        {"match": "a", "forgotten": 10**6},
        {"match": "a", "ended_s": [-1]},
        {"match": "a", "ended_s": [1], "ended_offsets_s": [90000]},
        {"match": "a", "ended_s": [1], "ended_offsets_s": [0, 0]},
        {"match": "a", "luck": {"x": 1.0}},
        {"match": "a", "luck": {"1": 1e300}},
        {"match": "a", "gone": {}},
    ],
)
def test_ledger_entry_with_impossible_values_is_refused(form: object) -> None:
    entries, wrong = entries_from_bytes(entries_to_bytes([LedgerEntry("b")]) + line(form))
    assert list(entries) == ["b"]
    assert wrong is not None


def test_damaged_ledger_never_yields_false_entries(files: UserFiles) -> None:
    eventful(files)
    data, rng = (files.folder / LEDGER).read_bytes(), Random(1)
    cuts = [("cut", data[:end]) for end in range(len(data)) if data[:end].endswith(b"\n")]
    for kind, form in (*cuts, *(damaged(data, rng) for _ in range(300))):
        whole, (entries, wrong) = entries_from_bytes(data)[0], entries_from_bytes(form)
        assert all(whole[id] == entry for id, entry in entries.items()), kind
        assert wrong is not None or form == data, kind

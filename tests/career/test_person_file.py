"""The files of record: what damage, another version, a limit or a refusing disk costs, and what none of them costs."""

from __future__ import annotations

import errno
import json
import os
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.career import person_file
from game.career.achievements import ACHIEVEMENT_FILES, Achievements, DailyDealResult, LaterPlay
from game.career.career import Career
from game.career.ledger import LEDGER_FILES, Ledger, LedgerEntry
from game.career.match_stats import match_stats
from game.career.person_file import VERSION, PersonFile
from game.features.puzzles.model import PUZZLES, PuzzleBook
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.settings.user_files import ReadOnlyFiles, UserFiles
from tests.careers import done, roadbook_of
from tests.cases import each
from tests.damage import damaged
from tests.played_legs import played_match
from tests.waiting import until

MONDAY, TUESDAY, LEVELS = "2026-11-02", "2026-11-03", (300, -300, 1200, 4600)
DIGEST = match_stats(replace(played_match(), id="kept"))


@dataclass(frozen=True)
class Kind:
    """A kind of file with some content of several lines, and what a change adds to it."""

    file: PersonFile[Any]
    content: Any
    more: Any


KINDS = [
    Kind(
        LEDGER_FILES,
        Ledger(
            {
                "a": LedgerEntry((1000, 1100), 1, {1: 7.5}, ended_offsets_s=(3600, None)),
                "b": LedgerEntry((2000,), ended_offsets_s=(None,)),
                DIGEST.summary.id: LedgerEntry.of(DIGEST, is_gone=True),
            }
        ),
        Ledger({"c": LedgerEntry((3000,))}),
    ),
    Kind(
        ACHIEVEMENT_FILES,
        Achievements(
            {
                MONDAY: DailyDealResult("m", 1000, 4600, again=LaterPlay(50, "n"), begun_offset_s=-36000),
                TUESDAY: DailyDealResult("n", 2000, -300, has_help=True),
            },
            {"port_sablon": (0, 2), "les_tilleuls": ()},
            {MONDAY: LEVELS},
            ("first_stone",),
        ),
        Achievements(stages={"les_tilleuls": (1,)}),
    ),
    Kind(PUZZLES, PuzzleBook().with_answer(".1.2", solved=True), PuzzleBook().with_answer(".1.3", solved=True)),
]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.file.name)
def kind(request: pytest.FixtureRequest) -> Kind:
    return request.param


@pytest.fixture
def career(tmp_path: Path) -> Iterator[Career]:
    files = UserFiles(tmp_path)
    yield roadbook_of(files)
    files.close()


def put(career: Career, kind: Kind, data: bytes | None = None) -> Path:
    """Put a file of the first profile into the folder, with the kind's content or other data."""
    path = kind.file.path(career.files.folder, "first")
    path.write_bytes(kind.file.to_bytes(kind.content) if data is None else data)
    return path


def read(career: Career, kind: Kind) -> Any:
    return career.files.read(kind.file, "first")


def change(career: Career, kind: Kind) -> Exception | None:
    """Add something to the file of the first profile; the error, if it failed."""
    ticket = career.files.change_later(kind.file, "first", lambda before: before | kind.more)
    assert ticket is not None
    until(lambda: ticket.is_done)
    return ticket.error


def told(career: Career) -> list[ProblemCode]:
    """The problems found so far, after what is queued is written."""
    done(career.library.writer.run(career.files.folder, lambda: None))
    return [problem.code for problem in career.library.pop_problems()]


def line(form: object) -> bytes:
    data = json.dumps(form).encode()
    return b"%08x %b\n" % (zlib.crc32(data), data)


def test_file_of_record_reads_as_written(career: Career, kind: Kind) -> None:
    assert read(career, kind) == kind.file.form()
    assert change(career, kind) is None
    assert career.files.read_all(kind.file) == {"first": kind.more}
    assert told(career) == []


# -- damage ------------------------------------------------------------------------------------------------------------


def test_damaged_line_costs_that_line_and_a_copy_is_kept(career: Career, kind: Kind) -> None:
    parts = list(kind.content.parts())
    whole = kind.file.to_bytes(kind.content).splitlines(keepends=True)
    for n in range(len(whole)):
        wrong = [*whole[:n], whole[n].replace(b":", b";", 1), *whole[n + 1 :]]
        path = put(career, kind, b"".join(wrong))
        left = kind.file.form.joined(part for at, part in enumerate(parts, 1) if at != n)
        assert read(career, kind) == left
        done(career.library.writer.run(path, lambda: None))
        (problem,) = career.library.pop_problems()
        assert problem.code is kind.file.damage_code
        assert Path(problem.values["path"]).read_bytes() == b"".join(wrong)
        assert kind.file.from_bytes(path.read_bytes()) == (left, None)
        assert (read(career, kind), told(career)) == (left, [])


@pytest.mark.parametrize("content", [b"", b"nothing of ours", b"\xff" * 5000, b"00000000 {}\n"], ids=len)
def test_file_of_anything_else_is_set_aside(career: Career, kind: Kind, content: bytes) -> None:
    path = put(career, kind, content)
    assert change(career, kind) is None
    assert path.with_name(f"{path.stem}.broken-1.jsonl").read_bytes() == content
    assert (read(career, kind), told(career)) == (kind.more, [kind.file.damage_code])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_pipe_in_place_of_a_file_of_record_is_set_aside_at_once(career: Career, kind: Kind) -> None:
    os.mkfifo(kind.file.path(career.files.folder, "first"))
    assert read(career, kind) == kind.file.form()
    assert change(career, kind) is None
    assert (read(career, kind), told(career)) == (kind.more, [kind.file.damage_code])


def test_damaged_file_never_yields_false_content(kind: Kind) -> None:
    data, rng = kind.file.to_bytes(kind.content), Random(1)
    cuts = [("cut", data[:end]) for end, byte in enumerate(data, 1) if byte == 10]
    for what, form in (*cuts, *(damaged(data, rng) for _ in range(300))):
        found, wrong = kind.file.from_bytes(form)
        assert kind.content | found == kind.content, what
        assert wrong is not None or form == data, what


WRONG: list[tuple[PersonFile[Any], object]] = [
    *((LEDGER_FILES, {"matches": matches}) for matches in ({"../m": {}}, {"A": {}}, {"con": {}}, ["a"])),  # type: ignore[var-annotated]
    *(  # type: ignore[var-annotated]
        (LEDGER_FILES, {"matches": {"x": entry}})
        for entry in (
            {"forgotten": -1}, {"forgotten": 10**6}, {"ended_s": [-1]}, {"ended_s": [1] * 201},
            {"ended_s": [1], "ended_offsets_s": [90000]}, {"ended_s": [1], "ended_offsets_s": [0, 0]},
            {"luck": {"x": 1.0}}, {"luck": {"0": 1.0}}, {"luck": {"1": 1e300}}, {"gone": {}},
            {"gone": msgspec.json.decode(msgspec.json.encode(DIGEST))},
        )
    ),
    *(
        (ACHIEVEMENT_FILES, form)
        for form in (
            {"days": {"2026-02-30": {"match": "m", "begun_s": 1, "points": 0}}},
            {"days": {"today": {"match": "m", "begun_s": 1, "points": 0}}},
            {"days": {TUESDAY: {"match": "m", "begun_s": -1, "points": 0}}},
            {"days": {TUESDAY: {"match": "m", "begun_s": 1, "points": 46000000}}},
            {"days": {TUESDAY: {"match": "m", "begun_s": 1, "points": 0, "begun_offset_s": -90000}}},
            {"days": {TUESDAY: {"match": "m", "begun_s": 1, "points": 0, "begun_offset_s": 0.5}}},
            {"stages": {"Port Sablon": [0]}},
            {"stages": {"port_sablon": [limits.MAX_GOALS]}},
            {"levels": {TUESDAY: [0, 0, 0]}},
            {"levels": {TUESDAY: [0, 0, 0, 0, 0]}},
            {"milestones": ["x" * 41]},
        )
    ),
    (PUZZLES, {"answers": {".1.2": {"nth": 0}}}),
    (PUZZLES, {"kept": [{}]}),
]  # fmt: skip


@each(("file", "form"), WRONG)
def test_line_with_impossible_values_is_left_out(file: PersonFile[Any], form: object) -> None:
    content = next(kind.content for kind in KINDS if kind.file is file)
    found, wrong = file.from_bytes(file.to_bytes(content) + line(form))
    assert (found, type(wrong)) == (content, FormatError)


# -- another version, limits, ids --------------------------------------------------------------------------------------


def test_newer_file_is_left_as_it_is_and_told(career: Career, kind: Kind) -> None:
    newer = line({"format": f"milestone-rally-{kind.file.name}", "version": VERSION + 1, "lines": 1}) + line([1])
    path = put(career, kind, newer)
    assert read(career, kind) == kind.file.form()
    assert isinstance(change(career, kind), NewerFormatError)
    assert career.refresh().wait(20)
    assert (path.read_bytes(), set(told(career))) == (newer, {ProblemCode.RECORDS_NEWER})
    assert [one.name for one in path.parent.glob("*.jsonl")] == [path.name]


def test_content_beyond_the_size_limit_is_refused_and_the_old_file_stays(
    career: Career, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(career, kind)
    before = path.read_bytes()
    monkeypatch.setattr(kind.file, "max_bytes", len(before))
    assert isinstance(change(career, kind), FormatError)
    assert (path.read_bytes(), told(career)) == (before, [ProblemCode.RECORDS_FAILED])


def test_content_that_could_not_be_read_again_is_refused_and_the_old_file_stays(career: Career) -> None:
    path = put(career, KINDS[0])
    before = path.read_bytes()
    for match, number, points in (("a", 1, 1e9), ("a", 0, 1.0), ("../a", 1, 1.0)):
        ticket = career.record_luck("first", match, number, points)
        assert ticket is not None
        until(lambda ticket=ticket: ticket.is_done)  # type: ignore[misc]
        assert isinstance(ticket.error, FormatError)
    assert (path.read_bytes(), set(told(career))) == (before, {ProblemCode.RECORDS_FAILED})


@pytest.mark.parametrize("person", ["", "..", "A", "a.b", "x" * 17, "a\n", "/../../outside"])
def test_id_that_is_no_profiles_names_no_file(career: Career, kind: Kind, person: str) -> None:
    with pytest.raises(ValueError, match="id"):
        career.files.change_later(kind.file, person, lambda before: before)
    for name in ("A", "a.b", "first.broken-1", "x" * 17):
        (career.files.folder / f"{kind.file.name}-{name}.jsonl").write_bytes(b"")
    assert career.files.read_all(kind.file) == {}


def test_full_achievements_are_within_their_size_limit() -> None:
    most = -limits.MAX_POINTS
    again = LaterPlay(most, "n" * 64)
    result = DailyDealResult("m" * 64, limits.MAX_TIME_S, most, True, again, -limits.MAX_UTC_OFFSET_S)
    day = Achievements({MONDAY: result}, levels={MONDAY: (most,) * limits.MAX_LEVELS})
    assert 80 * 366 * len(ACHIEVEMENT_FILES.to_bytes(day)) < limits.MAX_ACHIEVEMENTS_BYTES


# -- the disk ----------------------------------------------------------------------------------------------------------


def test_write_refused_by_the_disk_is_told_with_its_reason(
    career: Career, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(career, kind)
    before = path.read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(person_file, "write_atomically", refuse)
    assert getattr(change(career, kind), "errno", None) == errno.ENOSPC
    assert (path.read_bytes(), told(career)) == (before, [ProblemCode.RECORDS_FAILED])


def test_file_that_the_disk_refuses_for_now_is_not_damaged(
    career: Career, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(career, kind)

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(person_file, "read_with_retry", refuse)
        with pytest.raises(OSError, match="Input/output"):
            career.files.read_all(kind.file)
    assert told(career) == []
    assert (read(career, kind), list(path.parent.glob("*.broken-*"))) == (kind.content, [])


def test_second_copy_changes_no_file_of_record(tmp_path: Path, kind: Kind) -> None:
    guest = ReadOnlyFiles(tmp_path)
    career = roadbook_of(guest)
    path = put(career, kind, b"damaged")
    assert read(career, kind) == kind.file.form()
    assert career.files.change_later(kind.file, "first", lambda before: before | kind.more) is None
    assert (path.read_bytes(), [one.name for one in tmp_path.iterdir()]) == (b"damaged", [path.name])
    guest.close()

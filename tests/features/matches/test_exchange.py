"""Matches as files: exported, found, taken in through the gate, copied."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.engine.record import Record
from game.features.lesson.model import lesson_match
from game.features.matches.exchange import (
    find_importable_files,
    practice_copy,
    read_match_file,
    start_export,
)
from game.features.matches.import_job import MatchImporter
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.match.match_file import VERSION, MatchKind, SavedMatch
from game.settings.user_files import ReadOnlyFiles, UserFiles
from tests.match.harness import files_in
from tests.played_legs import played_match

SAVED = SavedMatch.from_bytes(played_match(legs=2).to_bytes())
RECORD = Path(__file__).parents[2] / "records" / "chain.json"


@pytest.fixture
def files(tmp_path: Path) -> Iterator[UserFiles]:
    files, _ = files_in(tmp_path)
    yield files
    files.close()


def put(folder: Path, content: bytes | str, name: str = "file.json") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def record() -> dict[str, object]:
    form = json.loads(RECORD.read_text(encoding="utf-8"))["record"]
    assert isinstance(form, dict)
    return form


def test_exported_match_is_the_same_when_imported(files: UserFiles) -> None:
    saved = SAVED
    files.save_match("a", saved.to_bytes())
    export = start_export(files, "a")
    assert export.is_done
    assert export.path is not None
    assert read_match_file(export.path) == replace(saved, is_imported=True)


def later(saved: SavedMatch) -> SavedMatch:
    """The same match under another name, with a move less in its last leg."""
    *before, last = saved.legs
    cut = replace(last.record, moves=last.record.moves[:-1])
    told = replace(last, record=cut, reasons={}, hurried=frozenset(), taken_back=())
    return SavedMatch.from_bytes(replace(saved, name="Later", legs=(*before, told)).to_bytes())


def test_match_is_recognized_wherever_it_was_left(files: UserFiles) -> None:
    saved = SAVED
    files.save_match("other", lesson_match(1).to_bytes())
    assert MatchImporter(files).find(saved) is None
    files.save_match("a", saved.to_bytes())
    for again in (saved, replace(saved, is_imported=True), later(saved)):
        assert MatchImporter(files).find(again) == replace(saved, id="a")
    for another in (practice_copy(saved, "Copy"), replace(saved, seed=saved.seed + 1), replace(saved, begun_s=5)):
        assert MatchImporter(files).find(another) is None
    files.delete_match("a")
    assert MatchImporter(files).find(saved) is None


def test_record_imported_again_is_the_same_match(files: UserFiles, tmp_path: Path) -> None:
    first = read_match_file(put(tmp_path, json.dumps(record()), "one.json"))
    files.save_match("a", first.to_bytes())
    assert MatchImporter(files).find(read_match_file(put(tmp_path, json.dumps(record()), "two.json"))) == replace(
        first, id="a"
    )


def test_export_never_overwrites_a_file(files: UserFiles) -> None:
    files.save_match("a", lesson_match(1).to_bytes())
    first = start_export(files, "a").path
    files.save_match("a", lesson_match(2).to_bytes())
    second = start_export(files, "a").path
    assert first is not None
    assert second is not None
    assert first != second
    assert [len(read_match_file(path).records[-1].moves) for path in (first, second)] == [1, 2]


def test_export_that_fails_says_why(files: UserFiles) -> None:
    files.save_match("a", lesson_match(1).to_bytes())
    (files.folder / "exports").write_text("in the way")
    export = start_export(files, "a")
    assert (export.is_done, export.path) == (True, None)
    assert export.error_text


def test_broken_file_is_exported_as_it_is(files: UserFiles) -> None:
    files.matches.mkdir()
    files.file_path("a.broken-1").write_bytes(b"{")
    export = start_export(files, "a.broken-1")
    assert export.path is not None
    assert export.path.read_bytes() == b"{"


def test_guest_exports_into_the_folder_for_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "shelf"))
    guest = ReadOnlyFiles(tmp_path / "user")
    guest.save_match("a", lesson_match(1).to_bytes())
    export = start_export(guest, "a")
    guest.close()
    assert export.path is not None
    assert export.path.parent == tmp_path / "shelf"


def test_record_is_imported_as_a_practice_match(tmp_path: Path) -> None:
    form = record()
    saved = read_match_file(put(tmp_path, json.dumps(form), "My leg.json"))
    assert (saved.kind, saved.name, saved.setup.legs, saved.is_over) == (MatchKind.PRACTICE, "My leg", 1, False)
    assert saved.records == (Record.from_json(form),)
    assert saved.viewer == 0


@pytest.mark.parametrize(
    "change",
    [
        {"moves": ["0 km_200"]},
        {"moves": [None]},
        {"seats": 7},
        {"deck": ["go"]},
        {"rules": "bridge"},
    ],
    ids=str,
)
def test_record_that_cannot_be_played_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    with pytest.raises(FormatError):
        read_match_file(put(tmp_path, json.dumps(record() | change)))


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", "[" * 100_000, '{"format": "milestone-rally-settings"}'], ids=len
)
def test_import_refuses_what_is_no_match(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError):
        read_match_file(put(tmp_path, content))


def test_import_refuses_a_match_of_a_newer_version_as_such(tmp_path: Path) -> None:
    form = json.loads(lesson_match(1).to_bytes()) | {"version": VERSION + 1}
    with pytest.raises(NewerFormatError):
        read_match_file(put(tmp_path, json.dumps(form)))


@pytest.mark.parametrize("kind", ["missing", "folder", "large", "pipe"])
def test_import_never_reads_folders_pipes_or_oversized_files(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file.json"
    if kind == "folder":
        path.mkdir()
    elif kind == "large":
        path.write_bytes(b" " * (limits.MATCH_BYTES + 1))
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("the system has no named pipes")
        os.mkfifo(path)
    with pytest.raises(OSError, match=r"."):
        read_match_file(path)


def test_copy_is_for_practice_under_a_name_that_a_file_may_hold() -> None:
    saved = SAVED
    copied = practice_copy(saved, "x" * 100)
    assert (copied.kind, copied.id, copied.records) == (MatchKind.PRACTICE, "", saved.records)
    assert SavedMatch.from_bytes(copied.to_bytes()).name == "x" * limits.NAME_CHARACTERS


def test_import_offers_only_files_that_look_like_matches_latest_first(tmp_path: Path) -> None:
    for at_s, (name, content) in enumerate(
        [
            ("old.json", lesson_match(1).to_bytes()),
            ("leg.json", json.dumps(record()).encode()),
            ("other.json", b'{"format": "another"}'),
            ("match.txt", lesson_match(1).to_bytes()),
            ("new.Json", lesson_match(2).to_bytes()),
        ],
        1_000,
    ):
        os.utime(put(tmp_path, content, name), (at_s, at_s))
    found = find_importable_files([tmp_path, tmp_path / "missing"])
    assert [(file.path.name, file.changed_s) for file in found] == [
        ("new.Json", 1_004),
        ("leg.json", 1_001),
        ("old.json", 1_000),
    ]

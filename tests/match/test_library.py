"""The kept matches: which there are, what was played last, what becomes of one that is deleted."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from game.features.lesson.model import lesson_match
from game.files import limits
from game.files.forms import FormatError
from game.match.match_file import SavedMatch
from game.settings.user_files import ReadOnlyFiles
from tests.match.harness import files_in


def keep(folder: Path, id: str, saved: SavedMatch, at_s: int) -> None:
    files, _ = files_in(folder)
    files.save_match(id, saved.to_bytes())
    os.utime(files.match_path(id), (at_s, at_s))


def over(moves: int = 200) -> SavedMatch:
    saved = lesson_match(moves)
    return replace(SavedMatch.from_bytes(saved.to_bytes()), winner=0)


def test_match_changed_last_comes_first(tmp_path: Path) -> None:
    for at_s, id in enumerate("bca", 1_000):
        keep(tmp_path, id, lesson_match(at_s - 1_000), at_s)
    (tmp_path / "matches" / "notes.txt").write_text("none of ours")
    (tmp_path / "matches" / "a.broken-1.json").write_text("{")
    files, _ = files_in(tmp_path)
    assert files.match_ids() == ["a", "c", "b"]
    found = files.latest_match()
    assert found is not None
    assert (found.id, len(found.records[-1].moves)) == ("a", 2)


def test_match_saved_by_this_run_counts_before_it_is_on_disk(tmp_path: Path) -> None:
    keep(tmp_path, "old", lesson_match(1), 1_000)
    files, writer = files_in(tmp_path)
    writer.is_withholding = True
    files.save_match("new", lesson_match(2).to_bytes())
    assert files.match_ids() == ["new", "old"]
    found = files.load_match("new")
    assert found is not None
    assert len(found.records[-1].moves) == 2
    assert not files.match_path("new").exists()


def test_finished_match_is_kept_but_not_offered_to_continue(tmp_path: Path) -> None:
    keep(tmp_path, "running", lesson_match(3), 1_000)
    keep(tmp_path, "over", over(), 2_000)
    files, _ = files_in(tmp_path)
    assert files.match_ids() == ["over", "running"]
    assert files.load_match("over") is not None
    found = files.latest_match()
    assert found is not None
    assert found.id == "running"


def test_deleted_match_can_be_restored(tmp_path: Path) -> None:
    keep(tmp_path, "kept", lesson_match(3), 1_000)
    files, _ = files_in(tmp_path)
    before = files.match_path("kept").read_bytes()
    files.delete_match("kept")
    assert files.match_ids() == []
    assert files.load_match("kept") is None
    files.restore_match("kept")
    assert files.match_path("kept").read_bytes() == before


def test_match_ids_are_unique_and_names_of_files_on_every_system(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    ids = {files.new_id() for _ in range(50)}
    assert len(ids) == 50
    assert all(files.match_path(id).parent == files.matches for id in ids)
    for wrong in ("", "..", "a/b", "a.b", "ä", "x" * 65, "a\0", "a\n", "A", "con", "lpt1"):
        with pytest.raises(ValueError, match="id"):
            files.match_path(wrong)


def test_match_stays_if_what_comes_before_its_deletion_fails(tmp_path: Path) -> None:
    keep(tmp_path, "kept", lesson_match(3), 1_000)
    files, _ = files_in(tmp_path)

    def refuse() -> None:
        raise FormatError("the ledger is of a later version")

    ticket = files.delete_match("kept", refuse)
    assert ticket is not None
    assert isinstance(ticket.error, FormatError)
    assert (files.match_ids(), files.deleted_files()) == (["kept"], [])


def test_match_beyond_its_limits_does_not_replace_the_one_on_disk(tmp_path: Path) -> None:
    keep(tmp_path, "kept", lesson_match(3), 1_000)
    files, _ = files_in(tmp_path)
    before = files.match_path("kept").read_bytes()
    large = replace(lesson_match(3), name="x" * (limits.NAME_CHARACTERS + 1))
    for data in (large.to_bytes(), before + b" " * limits.MATCH_BYTES):
        ticket = files.save_match("kept", data)
        assert ticket is not None
        assert isinstance(ticket.error, FormatError)
        assert files.match_path("kept").read_bytes() == before
    assert files.save_error is not None


def test_second_copy_knows_its_own_matches_only_and_writes_none(tmp_path: Path) -> None:
    keep(tmp_path, "theirs", lesson_match(3), 1_000)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    guest = ReadOnlyFiles(tmp_path, writer=files_in(tmp_path)[1])
    assert guest.latest_match() is None
    assert guest.save_match("mine", lesson_match(2).to_bytes()) is None
    assert guest.delete_match("theirs") is None
    found = guest.latest_match()
    assert found is not None
    assert found.id == "mine"
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before

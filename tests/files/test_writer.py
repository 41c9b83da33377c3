"""What the writer's thread does about drafts, about what lies in a file's place, and about its own failures."""

from __future__ import annotations

import logging
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game import TITLE
from game.features.lesson.model import lesson_match
from game.files import writer as writing
from game.files.problems import ProblemCode
from game.files.writer import (
    PendingWrite,
    Writer,
    check_replaceable,
    remove_file,
    remove_stale_drafts,
    write_atomically,
)
from game.match.library import Autosave, MatchLibrary
from game.settings.user_files import UserFiles
from tests.match.harness import files_in

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and modes are those of POSIX")
MINE = f".file.{os.getpid()}.tmp"


def link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


def folder(path: Path) -> None:
    path.mkdir()


def pipe(path: Path) -> None:
    os.mkfifo(path)


@posix
@pytest.mark.parametrize("make", [link, folder, pipe])
def test_writer_refuses_to_write_or_remove_what_is_no_regular_file(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    elsewhere, path = tmp_path / "elsewhere", tmp_path / "file"
    elsewhere.write_bytes(b"another's")
    make(path)
    kind = stat.S_IFMT(path.lstat().st_mode)
    writer = Writer()
    tickets = [writer.submit(path, b"new"), writer.remove(path)]
    assert writer.close()
    assert [type(ticket.error) for ticket in tickets] == [FileExistsError] * 2
    assert all(ticket.error_text.startswith("it is ") for ticket in tickets)
    assert stat.S_IFMT(path.lstat().st_mode) == kind
    assert elsewhere.read_bytes() == b"another's"
    assert sorted(tmp_path.iterdir()) == [elsewhere, path]


@posix
def test_device_is_not_replaced() -> None:
    with pytest.raises(FileExistsError, match="device"):
        check_replaceable(Path("/dev/null"))


@posix
@pytest.mark.parametrize("target", ["elsewhere", "nowhere"])
def test_link_in_place_of_the_draft_is_not_written_through(tmp_path: Path, target: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"another's")
    (tmp_path / MINE).symlink_to(tmp_path / target)
    write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert elsewhere.read_bytes() == b"another's"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "file"]


def test_draft_left_by_a_process_of_the_same_number_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / MINE).write_bytes(b"half")
    write_atomically(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@posix
def test_written_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    write_atomically(tmp_path / "file", b"hands")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


def test_match_file_that_became_a_link_is_reported_and_kept(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    path = files.match_path("kept")
    path.parent.mkdir()
    path.symlink_to(tmp_path / "elsewhere")
    autosave = Autosave(files, "kept")
    autosave.save(lesson_match())
    assert autosave.is_settled
    assert not autosave.is_kept
    problems = autosave.pop_problems()
    assert [(p.code, p.values["error"]) for p in problems] == [(ProblemCode.SAVE_FAILED, "it is a link")]
    assert path.is_symlink()
    assert not (tmp_path / "elsewhere").exists()


# -- the folder --------------------------------------------------------------------------------------------------------


@posix
def test_folder_is_flushed_after_the_rename_and_after_the_removal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[tuple[bool, bool]] = []
    path = tmp_path / "file"

    def fsync(descriptor: int) -> None:
        flushed.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), path.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomically(path, b"new")
    remove_file(path)
    assert flushed == [(False, False), (True, True), (True, False)]


@posix
def test_folder_that_cannot_be_flushed_is_no_failure_but_a_broken_disk_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(number: int) -> Callable[[int], None]:
        def fsync(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(number, os.strerror(number))

        return fsync

    monkeypatch.setattr(os, "fsync", refusing(22))
    write_atomically(tmp_path / "file", b"new")
    monkeypatch.setattr(os, "fsync", refusing(5))
    with pytest.raises(OSError, match="Input/output"):
        write_atomically(tmp_path / "file", b"newer")


# -- drafts of the dead ------------------------------------------------------------------------------------------------


def test_sweep_removes_the_drafts_of_a_killed_game_and_nothing_else(tmp_path: Path) -> None:
    ours = [".settings.json.99999.tmp", ".milestone-rally-report-AB-123-20261122-120000.zip.7.tmp"]
    our_matches = [".20261122-120000-abcde.json.123.tmp"]
    others = ["settings.broken-1.json", ".settings.json.tmp", ".notes.txt.123.tmp", "x.settings.json.1.tmp", ".tmp"]
    other_matches = ["kept.json", "kept.broken-1.json", ".kept.json.tmp"]
    (tmp_path / "matches").mkdir()
    for name in (*ours, *others):
        (tmp_path / name).write_bytes(b"")
    for name in (*our_matches, *other_matches):
        (tmp_path / "matches" / name).write_bytes(b"")
    (tmp_path / ".settings.json.5.tmp").mkdir()
    files, _ = files_in(tmp_path)
    files.clean_up()
    assert {path.name for path in tmp_path.iterdir()} == {*others, ".settings.json.5.tmp", "matches"}
    assert {path.name for path in (tmp_path / "matches").iterdir()} == {*other_matches}


def test_sweep_removes_the_drafts_of_exports_and_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the player's own folders, where other programs keep drafts too."""
    documents, pictures = tmp_path / "Documents", tmp_path / "Pictures"
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: documents)
    monkeypatch.setattr("platformdirs.user_pictures_path", lambda: pictures)
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "state")
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: tmp_path / "config")
    ours = {
        documents / TITLE: "milestone-rally-profile-anna-20261122-2.zip milestone-rally-20261122-120000-abcde.json",
        pictures: "milestone-rally_2026-11-22_BDW-HBQ-QZB.png milestone-rally_2026-11-22-2.png",
    }
    others = {
        ".holiday.png.12.tmp",
        ".milestone-rally.png.tmp",
        "milestone-rally_1.png",
        ".milestone-rally-x.odt.3.tmp",
    }
    for folder, names in ours.items():
        folder.mkdir(parents=True)
        for name in (*(f".{name}.4711.tmp" for name in names.split()), *others):
            (folder / name).write_bytes(b"")
    files = UserFiles()
    files.clean_up()
    assert files.close()
    for folder in ours:
        assert {path.name for path in folder.iterdir()} == others


def test_sweep_of_a_missing_folder_does_nothing(tmp_path: Path) -> None:
    remove_stale_drafts(tmp_path / "nowhere", "file")
    UserFiles(tmp_path / "nowhere").clean_up()
    assert list(tmp_path.iterdir()) == []


# -- whatever fails ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [MemoryError(), ValueError("embedded null byte"), KeyError("bug")])
def test_writer_reports_any_failure_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    whole = writing.write_atomically

    def fail_once(path: Path, data: bytes) -> None:
        monkeypatch.setattr(writing, "write_atomically", whole)
        raise error

    monkeypatch.setattr(writing, "write_atomically", fail_once)
    writer = Writer()
    with caplog.at_level(logging.ERROR, logger="game"):
        failed, done = writer.submit(tmp_path / "match.json", b"1"), writer.submit(tmp_path / "match.json", b"2")
        assert writer.close()
    assert (failed.is_done, failed.error) == (True, error)
    assert failed.error_text in (str(error), type(error).__name__)
    assert (done.error, done.error_text) == (None, "")
    assert (tmp_path / "match.json").read_bytes() == b"2"
    assert "writing match.json" in caplog.text


def test_writer_reports_an_impossible_path(tmp_path: Path) -> None:
    writer = Writer()
    ticket = writer.submit(tmp_path / "with\0null", b"")
    assert writer.close()
    assert isinstance(ticket.error, ValueError)


def test_match_too_large_for_the_memory_is_reported_once(tmp_path: Path) -> None:
    class Failing:
        def submit(self, path: Path, data: bytes) -> PendingWrite:
            ticket = PendingWrite(path)
            ticket.finish(MemoryError())
            return ticket

    autosave = Autosave(MatchLibrary(tmp_path, Failing()))  # type: ignore[arg-type]
    for _ in range(2):
        autosave.save(lesson_match())
        assert autosave.is_settled
    assert [(p.code, p.values["error"]) for p in autosave.pop_problems()] == [(ProblemCode.SAVE_FAILED, "MemoryError")]

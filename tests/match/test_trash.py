"""Deleted matches: fetched back for thirty days, emptied by hand, and never anybody else's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.features.lesson.model import lesson_match
from game.match.trash import DAY_S, DAYS, TRASH_FOLDER, Trash
from game.settings.user_files import ReadOnlyFiles, UserFiles
from tests.match.harness import files_in

TODAY_S = 1_800_000_000
MATCH = lesson_match(3).to_bytes()


def deleted(folder: Path, *names: str) -> Path:
    """The folder of deleted matches, with files of these names."""
    place = folder / "matches" / TRASH_FOLDER
    place.mkdir(parents=True, exist_ok=True)
    for name in names:
        (place / name).write_bytes(MATCH)
    return place


def names(place: Path) -> set[str]:
    return {path.name for path in place.iterdir()}


def kept(folder: Path, id: str) -> UserFiles:
    files, _ = files_in(folder)
    files.save_match(id, MATCH)
    return files


def test_deleted_match_stays_for_thirty_days_and_goes_at_the_next_start(tmp_path: Path) -> None:
    kept(tmp_path, "one").delete_match("one")
    files, _ = files_in(tmp_path)
    (file,) = files.deleted_files()
    assert file.id == "one"
    for days, is_there in ((0, True), (DAYS - 1, True), (DAYS, False)):
        files.purge_trash(file.deleted_s + days * DAY_S)
        assert bool(files.deleted_files()) is is_there


def test_restoring_after_a_restart_takes_the_last_deleted_match_of_that_id(tmp_path: Path) -> None:
    place = deleted(tmp_path, "one.deleted-100.json", "other.deleted-300.json")
    (place / "one.deleted-200.json").write_bytes(b"the last one")
    files, _ = files_in(tmp_path)
    ticket = files.restore_match("one")
    assert ticket is not None
    assert ticket.error is None
    assert files.match_path("one").read_bytes() == b"the last one"
    assert [file.path.name for file in files.deleted_files()] == ["other.deleted-300.json", "one.deleted-100.json"]


def test_restoring_a_match_overwrites_nothing(tmp_path: Path) -> None:
    files = kept(tmp_path, "one")
    deleted(tmp_path, "one.deleted-100.json")
    ticket = files.restore_match("one")
    assert ticket is not None
    assert isinstance(ticket.error, FileExistsError)
    assert len(files.deleted_files()) == 1
    missing = files.restore_match("two")
    assert missing is not None
    assert isinstance(missing.error, FileNotFoundError)


def test_emptying_the_trash_removes_all_deleted_matches_and_nothing_else(tmp_path: Path) -> None:
    place = deleted(tmp_path, "a.deleted-1.json", "b.broken-2.deleted-1.json", "c.deleted-x.json", "notes.txt")
    files, _ = files_in(tmp_path)
    assert files.empty_trash() is not None
    assert names(place) == {"c.deleted-x.json", "notes.txt"}
    assert files.deleted_files() == []


def test_deleted_file_with_a_future_date_gets_that_of_today(tmp_path: Path) -> None:
    place = deleted(tmp_path, "undated.json", f"later.deleted-{TODAY_S + 2 * DAY_S}.json")
    Trash(place).purge(TODAY_S)
    assert names(place) == {"undated.json", f"later.deleted-{TODAY_S}.json"}


def test_sweep_removes_only_files_with_names_of_ours(tmp_path: Path) -> None:
    place = deleted(tmp_path, "notes.deleted-.json", "a b.deleted-1.json", "photo.jpg", "mine.deleted-1.json")
    (place / "folder.deleted-1.json").mkdir()
    (tmp_path / "target").write_bytes(b"somebody's")
    (place / "link.deleted-1.json").symlink_to(tmp_path / "target")
    Trash(place).purge(TODAY_S)
    assert names(place) == {
        *("notes.deleted-.json", "a b.deleted-1.json", "photo.jpg"),
        *("folder.deleted-1.json", "link.deleted-1.json"),
    }
    assert (tmp_path / "target").read_bytes() == b"somebody's"


@pytest.mark.parametrize("what", ["sweep", "empty", "delete", "restore"])
def test_link_in_place_of_the_trash_is_never_followed(tmp_path: Path, what: str) -> None:
    files = kept(tmp_path, "one")
    photos = tmp_path / "photos"
    photos.mkdir()
    theirs = {"holiday.jpg", "two.json", "three.deleted-1.json"}
    for name in theirs:
        (photos / name).write_bytes(b"mine")
    (tmp_path / "matches" / TRASH_FOLDER).symlink_to(photos)
    {
        "sweep": files.clean_up,
        "empty": files.empty_trash,
        "delete": lambda: files.delete_match("one"),
        "restore": lambda: files.restore_match("three"),
    }[what]()
    assert names(photos) == theirs
    assert files.match_path("one").read_bytes() == MATCH
    assert files.match_ids() == ["one"]
    assert files.deleted_files() == []


def test_second_copy_sees_no_matches_deleted_by_the_first(tmp_path: Path) -> None:
    place = deleted(tmp_path, "one.deleted-1.json")
    guest = ReadOnlyFiles(tmp_path)
    assert guest.deleted_files() == []
    assert guest.empty_trash() is None
    assert names(place) == {"one.deleted-1.json"}
    guest.close()

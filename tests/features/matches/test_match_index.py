"""The list of kept matches: from the roadbook, from the files where that cannot be used, and for a guest."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.career.career import Career
from game.career.match_stats import summary_of
from game.career.query import CareerQuery
from game.features.lesson.model import lesson_match
from game.features.matches.match_index import MatchIndex, MatchListing
from game.files.problems import ProblemCode
from game.match.library import MatchLibrary
from game.match.match_file import SavedMatch
from game.settings.user_files import ReadOnlyFiles, UserFiles
from tests.waiting import until

KEPT = Path(__file__).parents[2] / "kept_files" / "match_3_two_legs.json"
PATIENCE_S = 20


@pytest.fixture
def files(tmp_path: Path) -> Iterator[UserFiles]:
    files = UserFiles(tmp_path)
    files.matches.mkdir()
    yield files
    files.close()


def listed(index: MatchIndex) -> MatchListing:
    """Read the list to its end."""
    index.start_read()
    end, found = time.monotonic() + PATIENCE_S, MatchListing()
    while not found.complete:
        assert time.monotonic() < end
        found = index.poll() or found
        time.sleep(0.002)
    return found


def index_of(files: MatchLibrary, folder: Path) -> MatchIndex:
    return MatchIndex(files, Career(files, folder))


def ids(found: MatchListing) -> set[str]:
    return {match.id for match in found.matches}


def test_index_lists_matches_and_broken_files(files: UserFiles) -> None:
    saved = files.save_match("new", lesson_match(2).to_bytes())
    files.match_path("kept").write_bytes(KEPT.read_bytes())
    files.match_path("odd").write_text("{}")
    files.file_path("old.broken-2").write_text("{")
    assert saved is not None
    until(lambda: saved.is_done)
    found = listed(index_of(files, files.folder))
    assert ids(found) == {"new", "kept"}
    assert found.broken == ("odd", "old.broken-2")


def test_index_drops_a_deleted_match_at_once_and_lists_it_as_deleted(files: UserFiles) -> None:
    files.match_path("kept").write_bytes(KEPT.read_bytes())
    files.file_path("old.broken-1").write_text("{")
    index = index_of(files, files.folder)
    for id in ("kept", "old.broken-1"):
        files.delete_match(id)
    found = listed(index)
    assert found == MatchListing(deleted=found.deleted, complete=True)
    told = {one.file.id: one.match and one.match.id for one in found.deleted}
    assert told == {"kept": "kept", "old.broken-1": None}
    for id in ("kept", "old.broken-1"):
        ticket = files.restore_match(id)
    until(lambda: ticket is None or ticket.is_done)
    found = listed(index)
    assert (ids(found), found.broken) == ({"kept"}, ("old.broken-1",))
    assert found.deleted == ()


def test_index_lists_the_files_where_the_roadbook_cannot_be_used(files: UserFiles, tmp_path: Path) -> None:
    files.match_path("kept").write_bytes(KEPT.read_bytes())
    (tmp_path / "blocked").write_text("a file where the folder should be")
    index = index_of(files, tmp_path / "blocked")
    assert ids(listed(index)) == {"kept"}
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.CAREER_FAILED]


def test_guest_sees_only_its_own_matches(files: UserFiles, tmp_path: Path) -> None:
    files.match_path("kept").write_bytes(KEPT.read_bytes())
    files.file_path("old.broken-1").write_text("{")
    guest = ReadOnlyFiles(tmp_path)
    index = index_of(guest, tmp_path)
    guest.save_match("mine", lesson_match(3).to_bytes())
    assert listed(index) == MatchListing((summary_of(guest.load_match("mine") or lesson_match(0)),), complete=True)
    guest.delete_match("mine")
    assert listed(index).matches == ()
    guest.restore_match("mine")
    assert ids(listed(index)) == {"mine"}
    guest.close()


def test_summary_of_a_match_is_that_of_the_roadbook(files: UserFiles) -> None:
    files.match_path("kept").write_bytes(KEPT.read_bytes())
    (told,) = listed(index_of(files, files.folder)).matches
    saved = files.load_match("kept")
    assert isinstance(saved, SavedMatch)
    assert replace(summary_of(saved), saved_s=told.saved_s) == told  # a file without a moment has that of the file


def test_list_is_complete_and_logged_after_an_internal_error(
    files: UserFiles, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_index: MatchIndex) -> None:
        raise KeyError("ours")

    index = index_of(files, files.folder)
    monkeypatch.setattr(MatchIndex, "_read", fails)
    assert listed(index) == MatchListing(complete=True)
    assert "the list of matches" in caplog.text


def test_figures_are_complete_and_logged_after_an_internal_error(
    files: UserFiles, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_roadbook: Career) -> None:
        raise KeyError("ours")

    watch: CareerQuery[int] = CareerQuery(Career(files, files.folder))
    monkeypatch.setattr(Career, "refresh", fails)
    watch.start_query(lambda _: 1)
    end, found = time.monotonic() + PATIENCE_S, None
    while found is None:
        assert time.monotonic() < end
        found = watch.poll()
    assert (found.value, found.complete) == (None, True)
    assert [str(record.exc_info and record.exc_info[1]) for record in caplog.records] == ["'ours'"]

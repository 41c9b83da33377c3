"""The career: made from the kept match files, brought up to date, made anew when its cache is wrong."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game.career import cache, career
from game.career.career import Career
from game.career.match_stats import MatchStats, match_stats
from game.career.reader import CareerReader, LegFilter
from game.engine.rules import Seating
from game.engine.setup import Options
from game.engine.untrusted_input import read_regular_file
from game.features.statistics.model import read_statistics
from game.files import limits
from game.files.problems import ProblemCode
from game.match.match_file import SavedMatch
from game.settings.user_files import ReadOnlyFiles, UserFiles
from tests.careers import KEPT, all_figures, done, milestones_of, put, refreshed, roadbook_of
from tests.played_legs import played_match


@pytest.fixture
def files(tmp_path: Path) -> Iterator[UserFiles]:
    files = UserFiles(tmp_path)
    files.matches.mkdir(parents=True)
    yield files
    files.close()


def taken_in(files: UserFiles) -> int:
    """How many files a refresh takes in."""
    refresh = roadbook_of(files).refresh()
    assert refresh.wait(20)
    assert refresh.problem is None
    return refresh.done


def told(files: UserFiles) -> list[ProblemCode]:
    return [problem.code for problem in files.pop_problems()]


def listed(book: Career) -> list[str]:
    return sorted(match.id for match in book.reader().summaries())


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_list_shows_all_kept_matches_as_in_their_files(files: UserFiles) -> None:
    put(files, "a", name="Sunday")
    put(files, "b")
    saved = SavedMatch.from_bytes(KEPT.read_bytes())
    by_id = {match.id: match for match in refreshed(files).reader().summaries()}
    assert set(by_id) == {"a", "b"}
    sunday = by_id["a"]
    assert (sunday.name, sunday.rules, sunday.players) == ("Sunday", saved.setup.rules, saved.players)
    assert (sunday.totals, sunday.leg_number, sunday.is_over) == (saved.totals, saved.leg_number, saved.is_over)
    assert len(sunday.km) == len(saved.totals)


def test_refresh_knows_a_match_that_a_slow_disk_has_yet_to_take(files: UserFiles) -> None:
    disk_is_free = threading.Event()
    files.writer.run(files.folder, lambda: assert_set(disk_is_free))
    files.save_match("left", KEPT.read_bytes())
    refresh = roadbook_of(files).refresh()
    assert not refresh.wait(0.2)
    disk_is_free.set()
    assert refresh.wait(20)
    assert listed(roadbook_of(files)) == ["left"]


def assert_set(event: threading.Event) -> None:
    assert event.wait(20)


def test_refresh_reads_changed_files_only(files: UserFiles) -> None:
    put(files, "a")
    put(files, "b")
    put(files, "imported", imported=True)
    files.match_path("no_match").write_text("{")
    assert [taken_in(files), taken_in(files)] == [4, 0]
    put(files, "b", name="Renamed")
    assert taken_in(files) == 1


def test_leg_keeps_the_time_at_which_it_was_first_seen(files: UserFiles) -> None:
    put(files, "a", saved=1000)
    refreshed(files)
    put(files, "a", saved=2000)
    reader = refreshed(files).reader()
    assert [leg.saved_s for leg in reader.legs()] == [1000]
    assert [match.saved_s for match in reader.summaries()] == [2000]


def test_legs_are_filtered_by_rule_set_and_seating(files: UserFiles) -> None:
    put(files, "a")
    reader = refreshed(files).reader()
    assert len(reader.legs()) == len(reader.legs(LegFilter("winning_moves", Seating.SOLO))) == 1
    assert reader.legs(LegFilter(seating=Seating.TEAMS)) == reader.legs(LegFilter("dujardin")) == []


def test_file_that_is_no_match_is_listed_as_unreadable_until_replaced(files: UserFiles) -> None:
    files.match_path("a").write_text("{")
    reader = refreshed(files).reader()
    assert (reader.unreadable(), reader.summaries()) == (["a"], [])
    put(files, "a")
    book = refreshed(files)
    assert (book.reader().unreadable(), listed(book)) == ([], ["a"])


def test_legs_with_take_backs_are_counted_apart(files: UserFiles) -> None:
    form = json.loads(KEPT.read_bytes())
    form["legs"][0]["taken_back"] = [1]
    put(files, "a", legs=form["legs"])
    reader = refreshed(files).reader()
    assert (reader.legs(), read_statistics(reader, LegFilter()).legs_not_own) == ([], 1)
    assert not any(progress.count for progress in milestones_of(reader).values())


def test_legs_by_house_rules_count_and_are_told(files: UserFiles) -> None:
    put(files, "a")
    saved = played_match(options=Options(rolling_start=True))
    files.match_path("b").write_bytes(replace(saved, id="b").to_bytes())
    reader = refreshed(files).reader()
    told = read_statistics(reader, LegFilter())
    assert (told.legs, told.legs_by_house_rules) == (len(reader.legs()), 2)
    assert told.legs > 2
    assert {match.id: match.house_rules for match in reader.summaries()} == {"a": (), "b": ("rolling_start",)}


def test_reset_clears_all_figures_and_keeps_the_matches(files: UserFiles) -> None:
    put(files, "a")
    put(files, "b")
    book = refreshed(files)
    done(book.delete_match("b"))
    done(book.reset_statistics("first"))
    put(files, "a", name="Played on")
    reader = refreshed(files).reader()
    assert [match.name for match in reader.summaries()] == ["Played on"]
    assert (reader.legs(), read_statistics(reader, LegFilter()).hit_counts) == ([], ())
    assert not any(progress.count for progress in milestones_of(reader).values())


def test_persons_have_figures_of_their_own_and_reset_them_alone(files: UserFiles) -> None:
    put(files, "a")
    for id in ("b", "c"):
        put(files, id, "zoe")
    book = refreshed(files)

    def legs() -> dict[str, int]:
        return {person: len(book.reader().legs(LegFilter(person=person))) for person in ("first", "zoe", "nobody")}

    assert legs() == {"first": 1, "zoe": 2, "nobody": 0}
    assert sum(pair.laid for pair in read_statistics(book.reader(), LegFilter(person="zoe")).hit_counts) > 0
    done(book.reset_statistics("zoe"))
    put(files, "b", "zoe", name="Again")
    refreshed(files)
    assert legs() == {"first": 1, "zoe": 0, "nobody": 0}


def test_luck_found_by_a_review_stays_with_its_leg(files: UserFiles) -> None:
    put(files, "one")
    book = refreshed(files)
    done(book.record_luck("first", "one", 1, -40.5))
    done(book.record_luck("first", "one", 9, 3.0))
    for _ in range(2):
        assert [leg.luck for leg in refreshed(files).reader().legs()] == [-40.5]
        put(files, "one", name="Again")


def test_query_gives_what_the_cache_has_and_then_all(files: UserFiles) -> None:
    put(files, "a")
    book = refreshed(files)
    put(files, "b")
    first, *_, last = book.updates(lambda reader: len(reader.summaries()))
    assert (first.value, first.complete) == (1, False)
    assert (last.value, last.done, last.total, last.complete) == (2, 1, 1, True)


def test_refresh_takes_in_what_a_cancelled_one_left(files: UserFiles) -> None:
    for n in range(60):
        put(files, f"m{n:02}")
    first = roadbook_of(files).refresh()
    first.cancel()
    assert first.wait(20)
    assert first.done < 60
    assert taken_in(files) >= 60 - first.done
    assert len(listed(roadbook_of(files))) == 60


def test_second_copy_of_the_game_writes_nothing(files: UserFiles, tmp_path: Path) -> None:
    put(files, "a")
    guest = ReadOnlyFiles(tmp_path)
    book = roadbook_of(guest)
    assert book.refresh().wait(20)
    assert (book.reset_statistics("first"), book.delete_match("a"), book.read(listed_ids)) == (None, None, None)
    assert [path.name for path in tmp_path.iterdir()] == ["matches"]
    guest.close()


def listed_ids(reader: CareerReader) -> list[str]:
    return [match.id for match in reader.summaries()]


# -- a mistake is not damage -------------------------------------------------------------------------------------------


def contents(files: UserFiles) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in files.folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("error", [KeyError("ours"), ZeroDivisionError(), FileNotFoundError("an asset"), ValueError()])
def test_bug_in_a_read_changes_no_file(files: UserFiles, error: Exception) -> None:
    put(files, "a")
    book = refreshed(files)
    done(book.record_luck("first", "a", 1, 7.5))
    before = contents(files)

    def fails(reader: CareerReader) -> None:
        assert all_figures(reader)
        raise error

    for _ in range(3):
        assert book.read(fails) is None
        *_, last = book.updates(fails)
        assert (last.value, last.complete) == (None, True)
    assert (contents(files), told(files), listed(book)) == (before, [], ["a"])


def test_match_file_that_hits_a_bug_does_not_keep_others_out(files: UserFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    put(files, "a")
    put(files, "b")
    before, made = contents(files), match_stats

    def fails(saved: SavedMatch) -> MatchStats:
        if saved.id == "a":
            raise ZeroDivisionError
        return made(saved)

    monkeypatch.setattr(career, "match_stats", fails)
    book = refreshed(files)
    assert (listed(book), book.reader().unreadable(), told(files)) == (["b"], ["a"], [])
    assert before.items() <= contents(files).items()


@pytest.mark.parametrize("at_s", [10_413_792_000, -3_000_000_000, 17_000_000_000])
def test_match_file_of_any_date_is_taken_in(files: UserFiles, at_s: int) -> None:
    put(files, "a")
    put(files, "b")
    os.utime(files.match_path("a"), (at_s, at_s))
    assert [taken_in(files), taken_in(files)] == [2, 0]
    assert listed(roadbook_of(files)) == ["a", "b"]
    assert all(0 <= match.saved_s <= limits.MAX_TIME_S for match in roadbook_of(files).reader().summaries())


def refusing(read: Callable[[Path, int], bytes], error: OSError) -> Callable[[Path, int], bytes]:
    """A reader of files that refuses match a."""

    def refuse(path: Path, most_bytes: int) -> bytes:
        if path.stem == "a":
            raise error
        return read(path, most_bytes)

    return refuse


@pytest.mark.parametrize(
    ("error", "problems"),
    [(OSError(errno.EIO, "refused"), [ProblemCode.CAREER_FAILED]), (FileNotFoundError(errno.ENOENT, "gone"), [])],
    ids=["refused", "gone"],
)
def test_match_file_that_cannot_be_read_for_now_is_not_broken(
    files: UserFiles, monkeypatch: pytest.MonkeyPatch, error: OSError, problems: list[ProblemCode]
) -> None:
    put(files, "a")
    put(files, "b")
    with monkeypatch.context() as patched:
        patched.setattr(career, "read_regular_file", refusing(read_regular_file, error))
        book = refreshed(files)
    assert (listed(book), book.reader().unreadable(), told(files)) == (["b"], [], problems)
    assert taken_in(files) == 1
    assert listed(book) == ["a", "b"]


# -- the cache ---------------------------------------------------------------------------------------------------------


def test_wrong_cache_is_deleted_once_a_run(
    files: UserFiles, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If it is still wrong, the fault is another: it is told, and the file stays."""
    put(files, "a")
    book = refreshed(files)
    before = contents(files)

    def refuse(form: bytes) -> MatchStats:
        raise UnicodeDecodeError("utf-8", form, 0, 1, "wrong")

    with monkeypatch.context() as patched:
        patched.setattr(cache, "decode", refuse)
        for _ in range(2):
            assert book.read(CareerReader.matches) is None
            assert book.refresh().wait(20)
    lines = [record for record in caplog.records if "is made anew" in record.message]
    assert [(line.levelname, line.exc_info) for line in lines] == [("WARNING", None)]
    assert set(told(files)) == {ProblemCode.CAREER_FAILED}
    assert (contents(files).keys(), listed(book)) == (before.keys(), ["a"])


@pytest.mark.parametrize("name", ["", "-journal", "-wal", "-shm"])
@pytest.mark.parametrize("make", ["pipe", "folder", "link"])
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_anything_else_in_place_of_the_cache_is_told_and_left_alone(files: UserFiles, name: str, make: str) -> None:
    put(files, "a")
    book = refreshed(files)
    place, target = book.cache.path.with_name(f"{book.cache.path.name}{name}"), files.folder / "target"
    place.unlink(missing_ok=True)
    target.write_bytes(b"another's")
    {"pipe": os.mkfifo, "folder": os.mkdir, "link": lambda path: path.symlink_to(target)}[make](place)
    before = place.lstat()
    assert book.read(listed_ids) is None
    assert book.refresh().wait(20)
    assert (told(files), place.lstat(), target.read_bytes()) == ([ProblemCode.CAREER_FAILED], before, b"another's")


def test_locked_cache_is_waited_for_while_matches_and_records_are_written(
    files: UserFiles, caplog: pytest.LogCaptureFixture
) -> None:
    put(files, "a")
    book = refreshed(files)
    put(files, "new")
    with closing(sqlite3.connect(book.cache.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        refresh = book.refresh()
        done(book.record_luck("first", "a", 1, 3.5))
        for _ in range(20):
            done(files.save_match("running", KEPT.read_bytes()))
        assert not refresh.is_done
        other.rollback()
    assert refresh.wait(20)
    assert (refresh.problem, caplog.records) == (None, [])
    assert refreshed(files).reader().legs()[0].luck == 3.5
    assert listed(book) == ["a", "new", "running"]


@pytest.mark.parametrize("mode", ["EXCLUSIVE", "IMMEDIATE"])
def test_cache_locked_for_long_is_no_damage(files: UserFiles, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    put(files, "a")
    book = refreshed(files)
    before = book.cache.path.read_bytes()
    put(files, "new")
    monkeypatch.setattr(cache, "BUSY_S", 0.05)
    with closing(sqlite3.connect(book.cache.path)) as other:
        other.execute(f"BEGIN {mode}")
        assert book.read(listed_ids) == (None if mode == "EXCLUSIVE" else ["a"])
        assert book.refresh().wait(20)
        other.rollback()
    assert (told(files), book.cache.path.read_bytes()) == ([ProblemCode.CAREER_FAILED], before)
    assert (taken_in(files), listed(book)) == (1, ["a", "new"])


CODES = {
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_IOERR | 2 << 8: errno.EIO,  # a short read
}


@pytest.mark.parametrize(("code", "number"), CODES.items())
def test_cache_that_the_disk_refuses_is_no_damage(
    files: UserFiles, monkeypatch: pytest.MonkeyPatch, code: int, number: int
) -> None:
    put(files, "a")
    book = refreshed(files)
    before = book.cache.path.read_bytes()

    def refuse(*_: object, **__: object) -> sqlite3.Connection:
        error = sqlite3.OperationalError("refused")
        error.sqlite_errorcode = code
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", refuse)
        assert book.read(listed_ids) is None
        assert book.refresh().wait(20)
    (problem,) = files.pop_problems()
    assert (problem.code, problem.values["error"]) == (ProblemCode.CAREER_FAILED, os.strerror(number))
    assert (book.cache.path.read_bytes(), listed(book)) == (before, ["a"])

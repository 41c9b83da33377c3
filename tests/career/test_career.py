"""The roadbook: made from the kept match files, brought up to date, made anew when it is broken."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
import zlib
from contextlib import closing
from functools import reduce
from itertools import product
from operator import add
from pathlib import Path

import pytest

from game.career import career as roadbook
from game.career import ledger
from game.career.cache import VERSION
from game.career.career import FILE_NAME, Career
from game.career.reader import CareerReader, LegFilter
from game.engine.attacks import count_recorded_attacks
from game.engine.rules import Seating
from game.files import limits
from game.files.problems import ProblemCode
from game.files.writer import PendingWrite
from game.match.match_file import SavedMatch
from game.settings.user_files import ReadOnlyFiles, UserFiles
from tests.careers import milestones_of
from tests.features.roadbook.roadbook_stage import kept
from tests.waiting import until

KEPT = Path(__file__).parents[1] / "kept_files" / "match_3_two_legs.json"


@pytest.fixture
def files(tmp_path):
    files = UserFiles(tmp_path)
    files.matches.mkdir(parents=True)
    yield files
    files.close()


def put(files: UserFiles, id: str, **fields: object) -> None:
    files.match_path(id).write_text(json.dumps(json.loads(KEPT.read_bytes()) | fields))


def refreshed(files: UserFiles) -> tuple[Career, int]:
    """The roadbook brought up to date, and how many files were taken in."""
    book = Career(files, files.folder / FILE_NAME)
    refresh = book.refresh()
    assert refresh.wait(20)
    assert files.pop_problems() == []
    return book, refresh.done


def done(ticket: PendingWrite | None) -> None:
    """Wait for a job that does not fail."""
    assert ticket is not None
    until(lambda: ticket.is_done)
    assert ticket.error is None


def test_roadbook_list_shows_all_kept_matches_as_in_their_files(files):
    put(files, "a", name="Sunday")
    put(files, "b")
    book, _ = refreshed(files)
    saved = SavedMatch.from_bytes(KEPT.read_bytes())
    with CareerReader(book.path) as reader:
        by_id = {match.id: match for match in reader.summaries()}
    assert set(by_id) == {"a", "b"}
    sunday = by_id["a"]
    assert (sunday.name, sunday.rules, sunday.players) == ("Sunday", saved.setup.rules, saved.players)
    assert (sunday.totals, sunday.leg_number, sunday.is_over) == (saved.totals, saved.leg_number, saved.is_over)
    assert len(sunday.km) == len(saved.totals)


def test_refresh_reads_changed_files_only(files):
    put(files, "a")
    put(files, "b")
    assert refreshed(files)[1] == 2
    assert refreshed(files)[1] == 0
    put(files, "b", name="Renamed")
    assert refreshed(files)[1] == 1


def test_leg_keeps_the_time_at_which_it_was_first_seen(files):
    put(files, "a", saved=1000)
    refreshed(files)
    put(files, "a", saved=2000)
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        assert [leg.saved_s for leg in reader.legs()] == [1000]
        assert [match.saved_s for match in reader.summaries()] == [2000]


def test_legs_are_filtered_by_rule_set_and_seating(files):
    put(files, "a")
    rules = SavedMatch.from_bytes(KEPT.read_bytes()).setup.rules
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        assert len(reader.legs()) == 1
        assert len(reader.legs(LegFilter(rules, Seating.SOLO))) == 1
        assert reader.legs(LegFilter(seating=Seating.TEAMS)) == []
        assert reader.legs(LegFilter("mille_miglia" if rules != "mille_miglia" else "dujardin")) == []


def test_deleted_match_leaves_the_list_but_still_counts(files):
    put(files, "a")
    refreshed(files)
    files.match_path("a").unlink()
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        assert reader.summaries() == []
        assert len(reader.legs()) == 1
    put(files, "a")
    refreshed(files)
    with CareerReader(book.path) as reader:
        assert [match.id for match in reader.summaries()] == ["a"]
        assert len(reader.legs()) == 1


def test_file_that_is_no_match_is_listed_as_unreadable_until_replaced(files):
    files.match_path("a").write_text("{")
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        assert [broken.id for broken in reader.unreadable()] == ["a"]
        assert reader.summaries() == []
    put(files, "a")
    refreshed(files)
    with CareerReader(book.path) as reader:
        assert reader.unreadable() == []


def test_hits_between_players_are_counted_with_legs_and_hazards(files):
    put(files, "a")
    put(files, "b")
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        pairs = {(pair.by, pair.on): pair for pair in reader.hit_counts()}
        (leg, _) = reader.legs()
    assert {pair.legs for pair in pairs.values()} == {2}
    assert len(pairs) == leg.sides * (leg.sides - 1)
    assert sum(pair.laid for pair in pairs.values()) > 0


def test_hit_on_a_team_counts_for_each_of_its_drivers(files):
    saved = kept()["d"]
    files.match_path("d").write_bytes(saved.to_bytes())
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        landed = {(pair.by, pair.on): pair.landed for pair in reader.hit_counts()}
    hits = reduce(add, (count_recorded_attacks(leg.record) for leg in saved.legs))
    own, other = (hits.laid[by][1 - by] - hits.parried[by][1 - by] for by in (0, 1))
    _, left, partner, right = (player.driver or "" for player in saved.players)
    assert own > 0 < other
    assert landed == {
        **dict.fromkeys(product(("", partner), (left, right)), own),
        **dict.fromkeys(product((left, right), ("", partner)), other),
    }


def test_legs_with_take_backs_are_counted_apart(files):
    form = json.loads(KEPT.read_bytes())
    form["legs"][0]["taken_back"] = [1]
    put(files, "a", version=2, legs=form["legs"])
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        assert reader.legs() == []
        assert reader.helped_leg_count() == 1
        assert not any(progress.count for progress in milestones_of(reader).values())


def test_reset_clears_all_figures_and_keeps_the_matches(files):
    put(files, "a")
    put(files, "b")
    refreshed(files)
    files.match_path("b").unlink()
    book, _ = refreshed(files)
    done(book.reset_statistics("first"))
    put(files, "a", name="Played on")
    refreshed(files)
    with CareerReader(book.path) as reader:
        assert [match.name for match in reader.summaries()] == ["Played on"]
        assert reader.legs() == []
        assert reader.hit_counts() == []
        assert not any(progress.count for progress in milestones_of(reader).values())


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_broken_roadbook_is_set_aside_and_made_anew(files, content):
    put(files, "a")
    path = files.folder / FILE_NAME
    path.write_bytes(content)
    refresh = Career(files, path).refresh()
    assert refresh.wait(20)
    (problem,) = files.pop_problems()
    assert problem.code is ProblemCode.CAREER_QUARANTINED
    assert Path(problem.values["path"]).read_bytes() == content
    with CareerReader(path) as reader:
        assert len(reader.summaries()) == 1


def test_roadbook_of_an_earlier_version_is_silently_made_anew(files):
    put(files, "a")
    book, _ = refreshed(files)
    with closing(sqlite3.connect(book.path)) as db:
        db.executescript(f"DROP TABLE kept; CREATE TABLE older (id); PRAGMA user_version = {VERSION - 1}")
    assert Career(files, book.path).read(CareerReader.legs) is None
    refreshed(files)
    assert files.pop_problems() == []
    with CareerReader(book.path) as reader:
        assert len(reader.summaries()) == 1


def test_roadbook_of_a_later_version_is_set_aside_and_made_anew(files):
    put(files, "a")
    book, _ = refreshed(files)
    db = sqlite3.connect(book.path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    refresh = Career(files, book.path).refresh()
    assert refresh.wait(20)
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.CAREER_QUARANTINED]
    with CareerReader(book.path) as reader:
        assert len(reader.summaries()) == 1


def test_roadbook_of_version_5_is_silently_made_anew(files):
    """Its table was the same; what it saw as no match, as a later version's stages, is looked at again."""
    put(files, "a")
    book, _ = refreshed(files)
    with closing(sqlite3.connect(book.path)) as db, db:
        db.execute("UPDATE kept SET digest = NULL, legs = NULL, why = 'x'")
        for row in db.execute("SELECT id, mtime_ns, size, legs, digest, why FROM kept").fetchall():
            db.execute("UPDATE kept SET checksum = ?", (zlib.crc32(repr(row).encode()),))
        db.execute("PRAGMA user_version = 5")
    assert Career(files, book.path).refresh().wait(20)
    assert files.pop_problems() == []
    with CareerReader(book.path) as reader:
        assert len(reader.summaries()) == 1


def test_luck_noted_before_the_roadbook_exists_is_no_fault(files):
    """A review that ends before anything was taken in, as the game is closed."""
    book = Career(files, files.folder / FILE_NAME)
    done(book.record_luck("a", 1, 7.5))
    assert not book.path.exists()


@pytest.mark.parametrize("name", ["", "-journal", "-wal", "-shm"])
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_pipe_in_place_of_the_roadbook_is_set_aside_at_once(files, name):
    put(files, "a")
    book, _ = refreshed(files)
    place = book.path.with_name(book.path.name + name)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    again = Career(files, book.path)
    assert again.read(CareerReader.summaries) is None
    assert again.refresh().wait(20)
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.CAREER_QUARANTINED]
    assert not place.is_fifo()
    with CareerReader(book.path) as reader:
        assert len(reader.summaries()) == 1


def test_folder_in_place_of_the_roadbook_is_set_aside(files):
    put(files, "a")
    path = files.folder / FILE_NAME
    path.mkdir()
    refresh = Career(files, path).refresh()
    assert refresh.wait(20)
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.CAREER_QUARANTINED]
    with CareerReader(path) as reader:
        assert len(reader.summaries()) == 1


def test_refresh_takes_in_what_a_cancelled_one_left(files):
    for n in range(60):
        put(files, f"m{n:02}")
    book = Career(files, files.folder / FILE_NAME)
    first = book.refresh()
    first.cancel()
    assert first.wait(20)
    assert first.done < 60
    _, done = refreshed(files)
    assert done >= 60 - first.done
    with CareerReader(book.path) as reader:
        assert len(reader.summaries()) == 60


def test_second_copy_of_the_game_writes_no_roadbook(files, tmp_path):
    put(files, "a")
    guest = ReadOnlyFiles(tmp_path)
    book = Career(guest, tmp_path / FILE_NAME)
    assert book.refresh().wait(20)
    assert book.reset_statistics("first") is None
    assert not book.path.exists()
    guest.close()


# -- busy is not broken ---------------------------------------------------------------------------------------------


def known_to_it_alone(files: UserFiles) -> Career:
    """A roadbook with a reset, and the legs of a match that is gone."""
    put(files, "a")
    put_of(files, "b", "zoe")
    put_of(files, "c", "carl")
    refreshed(files)
    files.match_path("c").unlink()
    book, _ = refreshed(files)
    done(book.reset_statistics("zoe"))
    return book


def legs_of(book: Career) -> dict[str, int]:
    with CareerReader(book.path) as reader:
        return {person: len(reader.legs(LegFilter(person=person))) for person in ("first", "zoe", "carl")}


def test_locked_roadbook_is_waited_for_while_matches_are_saved(files):
    book = known_to_it_alone(files)
    put(files, "new")
    with closing(sqlite3.connect(book.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        refresh = book.refresh()
        done(book.record_luck("a", 1, 3.5))
        done(book.reset_statistics("carl"))
        for n in range(20):
            done(files.save_match("running", json.dumps({"n": n}).encode()))
        assert not refresh.is_done
        other.rollback()
    assert refresh.wait(20)
    assert files.pop_problems() == []
    assert legs_of(book) == {"first": 2, "zoe": 0, "carl": 0}


def test_waiting_roadbook_write_is_no_fault_in_the_log(files, caplog):
    book = known_to_it_alone(files)
    put(files, "new")
    with closing(sqlite3.connect(book.path)) as other:
        other.execute("BEGIN IMMEDIATE")  # it can be read meanwhile
        refresh = book.refresh()
        assert not refresh.wait(0.3)
        other.rollback()
    assert refresh.wait(20)
    assert caplog.records == []


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL]
)
@pytest.mark.parametrize("times", [2, 10**9])
def test_system_errors_never_set_the_roadbook_aside(files, monkeypatch, code, times):
    book = known_to_it_alone(files)
    put(files, "new")
    real, left = sqlite3.connect, [times]

    def refuse(*arguments, **options):
        left[0] -= 1
        if left[0] < 0:
            return real(*arguments, **options)
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = code
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", refuse)
        patched.setattr(roadbook, "BUSY_S", 0.3)
        patched.setattr(roadbook, "_REFUSED_S", 0.3)
        refresh = book.refresh()
        assert refresh.wait(20)
    told = [problem.code for problem in files.pop_problems()]
    assert told == ([] if times == 2 else [ProblemCode.CAREER_FAILED])
    assert (refresh.problem is None) == (times == 2)
    assert not list(files.folder.glob("roadbook.broken-*"))
    refreshed(files)
    assert legs_of(book) == {"first": 2, "zoe": 0, "carl": 1}


def test_reset_refused_by_the_disk_reports_the_reason(files, monkeypatch):
    book = known_to_it_alone(files)

    def refuses(path, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(ledger, "write_atomically", refuses)
    ticket = book.reset_statistics("first")
    assert ticket is not None
    until(lambda: ticket.is_done)
    assert ticket.error_text == os.strerror(errno.ENOSPC)
    assert legs_of(book) == {"first": 1, "zoe": 0, "carl": 1}


# -- one file keeps no other out ------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_s", [10_413_792_000, -3_000_000_000, 17_000_000_000])
def test_match_file_of_any_date_is_taken_in(files, at_s):
    put(files, "a")
    put(files, "b")
    os.utime(files.match_path("a"), (at_s, at_s))
    book, _ = refreshed(files)
    assert refreshed(files)[1] == 0
    with CareerReader(book.path) as reader:
        assert {match.id for match in reader.summaries()} == {"a", "b"}
        assert all(0 <= match.saved_s <= limits.MAX_TIME_S for match in reader.summaries())


def test_match_file_that_hits_a_bug_of_ours_does_not_keep_others_out(files, monkeypatch):
    put(files, "a")
    put(files, "b")
    made = roadbook.match_stats

    def fails(saved):
        if saved.id == "a":
            raise ZeroDivisionError
        return made(saved)

    monkeypatch.setattr(roadbook, "match_stats", fails)
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        assert [match.id for match in reader.summaries()] == ["b"]
        assert [(file.id, file.why) for file in reader.unreadable()] == [("a", "ZeroDivisionError: ")]


def test_match_file_that_the_disk_refuses_for_now_is_not_broken(files, monkeypatch):
    put(files, "a")
    put(files, "b")
    read = roadbook.read_regular_file

    def refuses(path, most_bytes):
        if path.stem == "a":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return read(path, most_bytes)

    with monkeypatch.context() as patched:
        patched.setattr(roadbook, "read_regular_file", refuses)
        book = Career(files, files.folder / FILE_NAME)
        assert book.refresh().wait(20)
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.CAREER_FAILED]
    with CareerReader(book.path) as reader:
        assert [match.id for match in reader.summaries()] == ["b"]
        assert reader.unreadable() == []
    assert refreshed(files)[1] == 1
    with CareerReader(book.path) as reader:
        assert {match.id for match in reader.summaries()} == {"a", "b"}


def test_match_file_that_vanishes_during_a_refresh_is_not_broken(files, monkeypatch):
    """As it was when it was seen first: a match that is deleted and fetched back keeps its time."""
    put(files, "a")
    path, aside = files.match_path("a"), files.folder / "aside"
    read = roadbook.read_regular_file

    def goes(path, most_bytes):
        path.rename(aside)
        return read(path, most_bytes)

    with monkeypatch.context() as patched:
        patched.setattr(roadbook, "read_regular_file", goes)
        refreshed(files)
    aside.rename(path)
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        assert reader.unreadable() == []
        assert [match.id for match in reader.summaries()] == ["a"]


def test_roadbook_is_made_anew_once_after_a_bug_in_the_reader(files):
    put(files, "a")
    book, _ = refreshed(files)

    def fails(reader):
        raise KeyError("ours")

    for times in range(3):
        assert book.read(fails) is None
        assert book.refresh().wait(20)
        assert len(files.pop_problems()) == (times == 0)
    assert book.read(CareerReader.summaries)


def put_of(files: UserFiles, id: str, person: str) -> None:
    """A kept match that the profile of that id has played."""
    players = json.loads(KEPT.read_bytes())["players"]
    profile = {"id": person, "name": "", "symbol": "moon", "colour": "blue", "car": "plain"}
    put(files, id, players=[{**players[0], "profile": profile}, *players[1:]])


def test_persons_have_figures_of_their_own_and_reset_them_alone(files):
    put(files, "a")
    put_of(files, "b", "zoe")
    put_of(files, "c", "zoe")
    book, _ = refreshed(files)
    with CareerReader(book.path) as reader:
        own, zoes = (reader.legs(LegFilter(person=person)) for person in ("first", "zoe"))
        assert (len(own), len(zoes)) == (1, 2)
        assert sum(pair.laid for pair in reader.hit_counts(LegFilter(person="zoe"))) > 0
        assert reader.hit_counts(LegFilter(person="nobody")) == []
    ticket = book.reset_statistics("zoe")
    until(lambda: ticket.is_done)
    with CareerReader(book.path) as reader:
        assert len(reader.legs(LegFilter(person="first"))) == 1
        assert reader.hit_counts(LegFilter(person="zoe")) == []
    put_of(files, "b", "zoe")
    refreshed(files)
    with CareerReader(book.path) as reader:
        assert reader.legs(LegFilter(person="zoe")) == []


def test_luck_found_by_a_review_stays_with_its_leg(files):
    put(files, "one")
    roadbook, _read = refreshed(files)
    ticket = roadbook.record_luck("one", 1, -40.5)
    assert ticket is not None
    last = roadbook.record_luck("one", 9, 3.0)
    until(lambda: last is None or last.is_done)
    with CareerReader(roadbook.path) as reader:
        assert next(leg.luck for leg in reader.legs()) == -40.5
    put(files, "one", name="Again")
    refreshed(files)
    with CareerReader(roadbook.path) as reader:
        assert next(leg.luck for leg in reader.legs()) == -40.5


@pytest.mark.parametrize("content", [None, b"", b"no roadbook"])
def test_luck_with_no_roadbook_to_keep_it_does_no_harm(files, content):
    roadbook = Career(files, files.folder / FILE_NAME)
    if content is not None:
        roadbook.path.write_bytes(content)
    ticket = roadbook.record_luck("one", 1, 5.0)
    until(lambda: ticket is None or ticket.is_done)
    assert roadbook.path.exists() == (content is not None)

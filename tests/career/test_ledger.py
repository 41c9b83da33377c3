"""The ledger: with it and the match files everything is as before whenever the cache is made again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.career.career import Career
from game.career.ledger import LEDGER_FILES, Ledger, LedgerEntry
from game.career.match_stats import match_stats
from game.career.reader import LegFilter
from game.features.statistics.model import read_statistics
from game.settings.user_files import UserFiles
from tests.careers import all_figures, done, milestones_of, put, refreshed, roadbook_of
from tests.features.roadbook.roadbook_stage import kept
from tests.played_legs import played_match


@pytest.fixture
def files(tmp_path: Path) -> Iterator[UserFiles]:
    files = UserFiles(tmp_path)
    files.matches.mkdir(parents=True)
    yield files
    files.close()


def shown(files: UserFiles) -> list[object]:
    """All that the pages of list, statistics and milestones show, of everybody and of each person."""
    reader, people = roadbook_of(files).reader(), ("first", "zoe", "carl")
    filters = [*(LegFilter(person=person) for person in people), LegFilter("dujardin"), LegFilter("winning_moves")]
    own = [milestones_of(reader, person) for person in people]
    return [*all_figures(reader), *(read_statistics(reader, only) for only in filters), *own]


def eventful(files: UserFiles) -> Career:
    """A career after everything that no match file tells: moments, luck, resets, and matches that are gone."""
    for id, saved in kept().items():
        files.match_path(id).write_bytes(saved.to_bytes())
    put(files, "twice", saved=1000)
    put(files, "zoes", "zoe", saved=1100)
    put(files, "zoes_gone", "zoe", saved=1200)
    put(files, "carls_gone", "carl", saved=1300)
    put(files, "carls_broken", "carl", saved=1400)
    refreshed(files)
    put(files, "twice", saved=2000)
    for id in ("zoes_gone", "carls_gone", "d"):
        files.match_path(id).unlink()
    files.match_path("carls_broken").write_text("{")
    book = refreshed(files)
    for person, id, points in (("first", "twice", 7.5), ("carl", "carls_gone", -3.25), ("first", "c", 40.0)):
        done(book.record_luck(person, id, 1, points))
    done(book.reset_statistics("zoe"))
    return book


def overwrite(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)


def change_with(statement: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(statement)

    return change


HARMS = {
    "deleted": Path.unlink,
    "emptied": lambda path: path.write_bytes(b""),
    "overwritten": overwrite,
    "of another version": change_with("PRAGMA user_version = 99"),
    "without its table": change_with("DROP TABLE kept"),
    "with another table": change_with("ALTER TABLE kept RENAME COLUMN digest TO form"),
    "with a wrong digest": change_with("UPDATE kept SET digest = '{}' WHERE id = 'a'"),
    "with no UTF-8": change_with("UPDATE kept SET digest = replace(digest, 'Sunday', x'ff')"),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_cache_made_again_shows_the_same_as_before_and_nothing_is_told(
    files: UserFiles, harm: Callable[[Path], object]
) -> None:
    book = eventful(files)
    before = shown(files)
    harm(book.cache.path)
    roadbook_of(files).read(lambda reader: reader.matches())
    refreshed(files)
    assert shown(files) == before
    assert files.pop_problems() == []
    assert not list(files.folder.glob("*.broken-*"))


def test_match_with_no_time_keeps_that_of_its_removed_file(files: UserFiles) -> None:
    files.match_path("a").write_bytes(replace(kept()["c"], saved_s=0).to_bytes())
    os.utime(files.match_path("a"), (5000, 5000))
    before = refreshed(files).reader().legs()
    files.match_path("a").unlink()
    reader = refreshed(files).reader()
    assert milestones_of(reader)["first_match"].reached_s == 5000
    assert (reader.summaries(), reader.legs()) == ([], before)


def test_match_deleted_while_there_is_no_cache_still_counts_until_a_reset(files: UserFiles) -> None:
    put(files, "a", saved=1000)
    book = refreshed(files)
    put(files, "a", saved=2000)
    book.cache.path.unlink()
    done(book.delete_match("a"))
    for _ in range(2):
        reader = refreshed(files).reader()
        assert (reader.summaries(), [leg.saved_s for leg in reader.legs()]) == ([], [1000])
    done(book.reset_statistics("first"))
    assert refreshed(files).reader().legs() == []


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_text("{")], ids=["removed", "damaged"])
def test_match_whose_file_goes_and_comes_back_counts_once_all_the_time(
    files: UserFiles, harm: Callable[[Path], object]
) -> None:
    put(files, "a")
    data = files.match_path("a").read_bytes()
    before = refreshed(files).reader().legs()
    assert len(before) == 1
    for _ in range(2):
        harm(files.match_path("a"))
        assert refreshed(files).reader().legs() == before
        files.match_path("a").write_bytes(data)
        assert refreshed(files).reader().legs() == before


def test_match_deleted_and_restored_counts_once(files: UserFiles) -> None:
    put(files, "a")
    book = refreshed(files)
    before = book.reader().legs()
    for _ in range(2):
        done(book.delete_match("a"))
        assert book.reader().legs() == refreshed(files).reader().legs() == before
        done(files.restore_match("a"))
        assert book.reader().legs() == refreshed(files).reader().legs() == before


def test_lost_ledger_is_filled_again_with_all_legs_for_a_reset(files: UserFiles) -> None:
    book = eventful(files)
    for person in ("first", "zoe", "carl"):
        LEDGER_FILES.path(files.folder, person).unlink()
    refreshed(files)
    for person in ("first", "zoe", "carl"):
        done(book.reset_statistics(person))
    assert book.reader().legs() == []
    assert book.refresh().wait(20)
    assert book.refresh().total == 0


def test_quarantined_file_that_holds_a_match_is_deleted_and_counts_for_nobody(files: UserFiles) -> None:
    files.file_path("a.broken-1").write_bytes(kept()["c"].to_bytes())
    book = refreshed(files)
    done(book.delete_match("a.broken-1"))
    assert refreshed(files).reader().legs() == []
    assert ([one.id for one in files.deleted_files()], files.pop_problems()) == (["a.broken-1"], [])


# -- two ledgers -------------------------------------------------------------------------------------------------------

DIGESTS = [match_stats(replace(played_match(legs=legs), id="m")) for legs in (1, 2)]
ENTRIES = st.builds(
    lambda ended, forgotten, luck, gone: LedgerEntry(
        tuple(ended), min(forgotten, len(ended)), luck, gone, (None,) * len(ended)
    ),
    st.lists(st.integers(0, 9), max_size=3),
    st.integers(0, 3),
    st.dictionaries(st.integers(1, 3), st.sampled_from([-1.5, 2.0])),
    st.sampled_from([None, *DIGESTS]),
)
LEDGERS = st.builds(Ledger, st.dictionaries(st.sampled_from("m"), ENTRIES))


@given(LEDGERS, LEDGERS, LEDGERS)
def test_joined_ledgers_keep_first_times_all_luck_every_reset_and_the_longest_digest(
    a: Ledger, b: Ledger, c: Ledger
) -> None:
    assert a | a == a
    assert (a | b) | c == a | (b | c)
    found, one, other = ((a | b).matches.get("m"), *(ledger.matches.get("m") for ledger in (a, b)))
    if one is None or other is None or found is None:
        assert found == (one or other)
        return
    assert found.ended_s == one.ended_s + other.ended_s[len(one.ended_s) :]
    assert found.forgotten == max(one.forgotten, other.forgotten)
    assert found.luck == other.luck | one.luck
    assert found.gone == max((one.gone, other.gone), key=lambda gone: 0 if gone is None else len(gone.legs))


def test_ledger_after_a_reset_joined_with_an_earlier_one_stays_reset(files: UserFiles) -> None:
    put(files, "a")
    book = refreshed(files)
    done(book.delete_match("a"))
    earlier = book.files.read(LEDGER_FILES, "first")
    assert earlier.matches["a"].gone is not None
    done(book.reset_statistics("first"))
    done(book.files.change_later(LEDGER_FILES, "first", lambda before: before | earlier))
    assert refreshed(files).reader().legs() == []

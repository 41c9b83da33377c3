"""What a person has earned stays: when matches are deleted, statistics reset, the roadbook lost, files damaged."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.career.collection import (
    COLLECTIONS,
    Collection,
    Day,
)
from game.career.digest import digest_of
from game.career.refresh import Roadbook
from game.features.tour.drives import goals_of
from game.files import limits
from game.files.forms import FormatError
from game.files.problems import ProblemCode
from game.match.match_file import MatchKind, Saved
from game.settings.user_files import UserFiles
from tests.career.test_ledger import done, refreshed
from tests.careers import roadbook_of
from tests.damage import damaged
from tests.features.roadbook.roadbook_stage import kept

MONDAY = "2026-11-02"
TUESDAY = "2026-11-03"
NAME = "collection-first.json"
LEVELS = (300, -300, 1200, 4600)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[UserFiles]:
    files = UserFiles(tmp_path)
    files.matches.mkdir(parents=True)
    yield files
    files.close()


def drive(day: str, begun_s: int) -> Saved:
    return replace(kept()["e"], day=date.fromisoformat(day), begun_s=begun_s)


def put(files: UserFiles, id: str, saved: Saved) -> None:
    files.match_path(id).write_bytes(saved.to_bytes())


def shown(files: UserFiles) -> dict[str, Collection]:
    found = roadbook_of(files).read(lambda reader: reader.collections())
    assert found is not None
    return found


def test_the_first_drive_of_a_day_counts_and_what_is_known_of_it_stays(files: UserFiles) -> None:
    put(files, "later", drive(MONDAY, 2000))
    refreshed(files)
    put(files, "first", drive(MONDAY, 1000))
    book = refreshed(files)
    assert shown(files)["first"].days[MONDAY].match == "first"
    done(book.collect("first", lambda before: before | Collection(levels={MONDAY: LEVELS})))
    done(book.collect("first", lambda before: before | Collection(levels={MONDAY: (0, 0, 0, 0)})))
    first = shown(files)["first"].days[MONDAY]
    put(files, "again", drive(MONDAY, 3000))
    refreshed(files)
    found = shown(files)["first"]
    assert (found.days, found.levels) == ({MONDAY: first}, {MONDAY: LEVELS})
    assert first.again == first.points


DRIVES = st.builds(
    Day, st.sampled_from("abc"), st.integers(0, 3), st.integers(-300, 4600), st.booleans(),
    st.none() | st.integers(-300, 4600), st.none() | st.just(3600),
)  # fmt: skip


@given(DRIVES, DRIVES, DRIVES)
def test_in_whatever_order_drives_are_found_the_first_counts_and_the_best_other_stays(a: Day, b: Day, c: Day) -> None:
    a, b, c = (of_its_match(drive) for drive in (a, b, c))
    assert a | a == a
    assert (a | b) | c == (c | a) | b
    assert (a | b).begun_s == min(a.begun_s, b.begun_s)
    if a.match == b.match:
        assert (a | b).begun_offset_s == (a.begun_offset_s or b.begun_offset_s)


def of_its_match(drive: Day) -> Day:
    """A drive of one match begins at one moment and, as far as that is known, place; and has its points and help."""
    n = "abc".index(drive.match)
    return Day(drive.match, 2 - n, 100 * n, n == 1, drive.again, drive.begun_offset_s)


def delete_all(book: Roadbook) -> None:
    for id in book.library.match_ids():
        book.library.match_path(id).unlink()
    done(book.reset("first"))


def lose_the_roadbook(book: Roadbook) -> None:
    book.path.unlink()


@pytest.mark.parametrize("harm", [delete_all, lose_the_roadbook])
def test_nothing_earned_is_lost_nor_counted_twice(files: UserFiles, harm: Callable[[Roadbook], None]) -> None:
    put(files, "first", drive(MONDAY, 1000))
    put(files, "second", drive(TUESDAY, 2000))
    book = refreshed(files)
    before = shown(files)
    assert set(before["first"].days) == {MONDAY, TUESDAY}
    assert "first_stone" in before["first"].milestones
    harm(book)
    refreshed(files)
    assert shown(files) == before == COLLECTIONS.read(files.folder)


@pytest.mark.parametrize("lost", ["file", "content"])
def test_what_is_lost_is_made_again_of_the_matches(files: UserFiles, lost: str) -> None:
    put(files, "first", drive(MONDAY, 1000))
    refreshed(files)
    before, path = shown(files), files.folder / NAME
    if lost == "file":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes().replace(b"1000", b"1001"))
    refreshed(files)
    assert shown(files) == before == COLLECTIONS.read(files.folder)
    problems = [problem.code for problem in files.take_problems()]
    assert problems == ([] if lost == "file" else [ProblemCode.COLLECTION_SET_ASIDE])


def test_the_best_of_all_drives_of_a_stage_counts_star_by_star_and_stars_never_go(files: UserFiles) -> None:
    of_one = Collection(stages={"port_sablon": (0,), "les_tilleuls": ()})
    of_another = Collection(stages={"port_sablon": (2,)})
    assert (of_one | of_another).stages == {"port_sablon": (0, 2), "les_tilleuls": ()}
    put(files, "driven", replace(kept()["c"], stage="port_sablon", kind=MatchKind.STAGE))
    put(files, "left", replace(kept()["a"], stage="les_tilleuls", kind=MatchKind.STAGE))
    book = refreshed(files)
    stars = shown(files)["first"].stages
    assert stars == {"port_sablon": goals_of(digest_of(kept_match(files, "driven")))} != {"port_sablon": ()}
    delete_all(book)
    assert shown(files)["first"].stages == stars


def kept_match(files: UserFiles, id: str) -> Saved:
    return Saved.from_bytes(files.match_bytes(id))


def test_help_is_remembered_and_strangers_and_shared_tables_earn_nothing(files: UserFiles) -> None:
    helped = drive(MONDAY, 1000)
    put(files, "helped", replace(helped, legs=(replace(helped.legs[0], taken_back=(1,)),)))
    put(files, "open", replace(drive(TUESDAY, 1000), open_cards=True))
    put(files, "imported", replace(drive("2026-11-04", 1000), is_imported=True))
    refreshed(files)
    assert set(shown(files)) == {"first"}
    days = shown(files)["first"].days
    assert {day: drive.has_help for day, drive in days.items()} == {MONDAY: True}


def test_a_later_version_s_file_stays_as_it_is(files: UserFiles) -> None:
    form = json.dumps({"version": 2, "format": "milestone-rally-collection"}).encode()
    data = b"%08x %b\n" % (zlib.crc32(form), form)
    (files.folder / NAME).write_bytes(data)
    put(files, "first", drive(MONDAY, 1000))
    refreshed(files)
    assert (files.folder / NAME).read_bytes() == data
    assert [problem.code for problem in files.take_problems()] == [ProblemCode.ROADBOOK_FAILED]
    assert MONDAY in shown(files)["first"].days


FULL = Collection(
    {MONDAY: Day("m", 1000, 4600, again=50, begun_offset_s=-36000), TUESDAY: Day("n", 2000, -300, has_help=True)},
    {"port_sablon": (0, 2)},
    levels={MONDAY: LEVELS},
    milestones=("first_stone",),
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[300,", "["),
        ("[300,", "[300,300,"),
        ("1200", "12000000"),
        ("[0,2]", "[0,3]"),
        ('"port_sablon"', '"Port Sablon"'),
        (MONDAY, "2026-02-30"),
        (MONDAY, "today"),
        ("4600", "46000000"),
        ("1000", "-1"),
        ("-36000", "-90000"),
        ("-36000", "0.5"),
        ('"version":1', '"version":0.5'),
    ],
)
def test_what_cannot_be_is_no_collection(before: str, after: str) -> None:
    form = COLLECTIONS.to_bytes(FULL)[9:-1].decode()
    assert before in form
    data = form.replace(before, after).encode()
    with pytest.raises(FormatError):
        COLLECTIONS.from_bytes(b"%08x %b\n" % (zlib.crc32(data), data))


def test_whatever_is_damaged_nothing_is_read_that_was_not_written() -> None:
    lots, data = Random(5), COLLECTIONS.to_bytes(FULL)
    assert COLLECTIONS.from_bytes(data) == FULL
    for _ in range(300):
        harmed = damaged(data, lots)[1]
        try:
            found = COLLECTIONS.from_bytes(harmed)
        except FormatError:
            continue
        assert found == FULL


def test_a_full_file_is_within_its_limit() -> None:
    most = -limits.POINTS
    drive = Day("m" * 64, limits.TIME_S, most, True, most, -limits.OFFSET_S)
    day = len(COLLECTIONS.to_bytes(Collection({MONDAY: drive}, levels={MONDAY: (most,) * limits.LEVELS})))
    assert 80 * 366 * day < limits.COLLECTION_BYTES

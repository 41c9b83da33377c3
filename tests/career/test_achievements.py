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

from game.career.achievements import (
    ACHIEVEMENT_FILES,
    Achievements,
    DailyDealResult,
    LaterPlay,
)
from game.career.career import Career
from game.career.match_stats import match_stats
from game.features.tour.stage_results import goals_of_match
from game.files import limits
from game.files.forms import FormatError
from game.files.problems import ProblemCode
from game.match.match_file import MatchKind, SavedMatch
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


def drive(day: str, begun_s: int) -> SavedMatch:
    return replace(kept()["e"], day=date.fromisoformat(day), begun_s=begun_s)


def put(files: UserFiles, id: str, saved: SavedMatch) -> None:
    files.match_path(id).write_bytes(saved.to_bytes())


def shown(files: UserFiles) -> dict[str, Achievements]:
    found = roadbook_of(files).read(lambda reader: reader.achievements())
    assert found is not None
    return found


def test_collection_keeps_the_drive_of_a_day_that_it_counted_first_and_its_levels(files: UserFiles) -> None:
    put(files, "counted", drive(MONDAY, 2000))
    refreshed(files)
    put(files, "earlier", drive(MONDAY, 1000))
    book = refreshed(files)
    done(book.record_achievement("first", lambda before: before | Achievements(levels={MONDAY: LEVELS})))
    done(book.record_achievement("first", lambda before: before | Achievements(levels={MONDAY: (0, 0, 0, 0)})))
    first = shown(files)["first"].days[MONDAY]
    assert (first.match, first.again) == ("counted", LaterPlay(first.points, "earlier"))
    put(files, "again", drive(MONDAY, 3000))
    book.path.unlink()
    refreshed(files)
    found = shown(files)["first"]
    assert (found.days[MONDAY].match, found.levels) == ("counted", {MONDAY: LEVELS})


def test_collection_found_at_once_counts_the_drive_of_a_day_that_ended_first(files: UserFiles) -> None:
    put(files, "begun_first", replace(drive(MONDAY, 1000), saved_s=4000))
    put(files, "ended_first", replace(drive(MONDAY, 2000), saved_s=3000))
    refreshed(files)
    assert shown(files)["first"].days[MONDAY].match == "ended_first"


def test_finished_match_is_in_the_collection_before_any_refresh(files: UserFiles) -> None:
    put(files, "day", drive(MONDAY, 1000))
    book, saved = roadbook_of(files), replace(kept_match(files, "day"), id="day")
    done(book.record_match(saved))
    kept = ACHIEVEMENT_FILES.read_all(files.folder)
    assert kept["first"].days[MONDAY].match == "day"
    refreshed(files)
    assert ACHIEVEMENT_FILES.read_all(files.folder) == kept
    assert book.record_match(replace(saved, is_imported=True)) is None


DRIVES = st.builds(
    lambda match, again: DailyDealResult(match, 0, 100 * "abcd".index(match), again=again),
    st.sampled_from("abcd"),
    st.none() | st.sampled_from([LaterPlay(100 * n, match) for n, match in enumerate("abcd")]),
)  # fmt: skip


@given(DRIVES, DRIVES, DRIVES)
def test_drive_counted_first_stays_and_is_never_its_own_later_drive(
    a: DailyDealResult, b: DailyDealResult, c: DailyDealResult
) -> None:
    assert (a | b | c).match == a.match
    assert a | b | c == a | c | b == a | b | c | b
    assert (a | b).again is None or a.match not in (a | b).again


def delete_all(book: Career) -> None:
    for id in book.library.match_ids():
        book.library.match_path(id).unlink()
    done(book.reset_statistics("first"))


def lose_the_roadbook(book: Career) -> None:
    book.path.unlink()


@pytest.mark.parametrize("harm", [delete_all, lose_the_roadbook])
def test_collection_loses_nothing_earned_and_counts_nothing_twice(
    files: UserFiles, harm: Callable[[Career], None]
) -> None:
    put(files, "first", drive(MONDAY, 1000))
    put(files, "second", drive(TUESDAY, 2000))
    book = refreshed(files)
    before = shown(files)
    assert set(before["first"].days) == {MONDAY, TUESDAY}
    assert "first_stone" in before["first"].milestones
    harm(book)
    refreshed(files)
    assert shown(files) == before == ACHIEVEMENT_FILES.read_all(files.folder)


@pytest.mark.parametrize("lost", ["file", "content"])
def test_collection_is_restored_from_the_matches(files: UserFiles, lost: str) -> None:
    put(files, "first", drive(MONDAY, 1000))
    refreshed(files)
    before, path = shown(files), files.folder / NAME
    if lost == "file":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes().replace(b"1000", b"1001"))
    refreshed(files)
    assert shown(files) == before == ACHIEVEMENT_FILES.read_all(files.folder)
    problems = [problem.code for problem in files.pop_problems()]
    assert problems == ([] if lost == "file" else [ProblemCode.ACHIEVEMENTS_QUARANTINED])


def test_collection_keeps_the_best_result_of_a_stage_star_by_star(files: UserFiles) -> None:
    of_one = Achievements(stages={"port_sablon": (0,), "les_tilleuls": ()})
    of_another = Achievements(stages={"port_sablon": (2,)})
    assert (of_one | of_another).stages == {"port_sablon": (0, 2), "les_tilleuls": ()}
    put(files, "driven", replace(kept()["c"], stage="port_sablon", kind=MatchKind.STAGE))
    put(files, "left", replace(kept()["a"], stage="les_tilleuls", kind=MatchKind.STAGE))
    book = refreshed(files)
    stars = shown(files)["first"].stages
    assert stars == {"port_sablon": goals_of_match(match_stats(kept_match(files, "driven")))} != {"port_sablon": ()}
    delete_all(book)
    assert shown(files)["first"].stages == stars


def kept_match(files: UserFiles, id: str) -> SavedMatch:
    return SavedMatch.from_bytes(files.match_bytes(id))


def test_collection_notes_help_and_ignores_open_or_imported_matches(files: UserFiles) -> None:
    helped = drive(MONDAY, 1000)
    put(files, "helped", replace(helped, legs=(replace(helped.legs[0], taken_back=(1,)),)))
    put(files, "open", replace(drive(TUESDAY, 1000), open_cards=True))
    put(files, "imported", replace(drive("2026-11-04", 1000), is_imported=True))
    refreshed(files)
    assert set(shown(files)) == {"first"}
    days = shown(files)["first"].days
    assert {day: drive.has_help for day, drive in days.items()} == {MONDAY: True}


def test_collection_file_of_a_later_version_is_left_unchanged(files: UserFiles) -> None:
    form = json.dumps({"version": 2, "format": "milestone-rally-collection"}).encode()
    data = b"%08x %b\n" % (zlib.crc32(form), form)
    (files.folder / NAME).write_bytes(data)
    put(files, "first", drive(MONDAY, 1000))
    refreshed(files)
    assert (files.folder / NAME).read_bytes() == data
    assert [problem.code for problem in files.pop_problems()] == [ProblemCode.CAREER_FAILED]
    assert MONDAY in shown(files)["first"].days


FULL = Achievements(
    {
        MONDAY: DailyDealResult("m", 1000, 4600, again=LaterPlay(50, "n"), begun_offset_s=-36000),
        TUESDAY: DailyDealResult("n", 2000, -300, has_help=True),
    },
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
        ("[0,2]", f"[0,{limits.MAX_GOALS}]"),
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
def test_collection_file_with_impossible_values_is_refused(before: str, after: str) -> None:
    form = ACHIEVEMENT_FILES.to_bytes(FULL)[9:-1].decode()
    assert before in form
    data = form.replace(before, after).encode()
    with pytest.raises(FormatError):
        ACHIEVEMENT_FILES.from_bytes(b"%08x %b\n" % (zlib.crc32(data), data))


def test_damaged_collection_file_never_yields_false_data() -> None:
    lots, data = Random(5), ACHIEVEMENT_FILES.to_bytes(FULL)
    assert ACHIEVEMENT_FILES.from_bytes(data) == FULL
    for _ in range(300):
        harmed = damaged(data, lots)[1]
        try:
            found = ACHIEVEMENT_FILES.from_bytes(harmed)
        except FormatError:
            continue
        assert found == FULL


def test_full_collection_file_is_within_its_size_limit() -> None:
    most = -limits.MAX_POINTS
    drive = DailyDealResult(
        "m" * 64, limits.MAX_TIME_S, most, True, LaterPlay(most, "n" * 64), -limits.MAX_UTC_OFFSET_S
    )
    day = len(ACHIEVEMENT_FILES.to_bytes(Achievements({MONDAY: drive}, levels={MONDAY: (most,) * limits.MAX_LEVELS})))
    assert 80 * 366 * day < limits.MAX_ACHIEVEMENTS_BYTES

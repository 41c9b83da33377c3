"""What a person has earned stays: when matches are deleted, statistics reset, the cache lost, files damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path

import pytest

from game.career.achievements import ACHIEVEMENT_FILES, Achievements, DailyDealResult, LaterPlay
from game.career.career import Career
from game.career.match_stats import match_stats
from game.features.tour.stage_results import goals_of_match
from game.files.problems import ProblemCode
from game.match.match_file import MatchKind, SavedMatch
from game.settings.user_files import UserFiles
from tests.careers import done, refreshed, roadbook_of
from tests.features.roadbook.roadbook_stage import kept

MONDAY = "2026-11-02"
TUESDAY = "2026-11-03"
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
    book.cache.path.unlink()
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
    done(book.record_earned(saved))
    kept = book.files.read_all(ACHIEVEMENT_FILES)
    assert kept["first"].days[MONDAY].match == "day"
    refreshed(files)
    assert book.files.read_all(ACHIEVEMENT_FILES) == kept
    assert book.record_earned(replace(saved, is_imported=True)) is None


def test_drive_counted_first_stays_and_is_never_its_own_later_drive() -> None:
    later = [LaterPlay(100 * n, match) for n, match in enumerate("abc")]
    drives = [DailyDealResult(match, 0, points, again=again) for points, match in later for again in (None, *later)]
    for a, b, c in product(drives, repeat=3):
        together = a | b | c
        assert together.match == a.match
        assert together == a | c | b == together | b
        assert together.again is None or together.again.match != a.match


def delete_all(book: Career) -> None:
    for id in book.library.match_ids():
        done(book.delete_match(id))
    done(book.reset_statistics("first"))


def lose_the_cache(book: Career) -> None:
    book.cache.path.unlink()


@pytest.mark.parametrize("harm", [delete_all, lose_the_cache])
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
    assert shown(files) == before == book.files.read_all(ACHIEVEMENT_FILES)


@pytest.mark.parametrize("content", [None, b"damaged"])
def test_collection_is_restored_from_the_matches(files: UserFiles, content: bytes | None) -> None:
    put(files, "first", drive(MONDAY, 1000))
    book = refreshed(files)
    before, path = shown(files), ACHIEVEMENT_FILES.path(files.folder, "first")
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    refreshed(files)
    assert shown(files) == before == book.files.read_all(ACHIEVEMENT_FILES)
    problems = [problem.code for problem in files.pop_problems()]
    assert problems == ([] if content is None else [ProblemCode.ACHIEVEMENTS_QUARANTINED])


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


def running(saved: SavedMatch) -> SavedMatch:
    """The match as it was during its last leg."""
    last = saved.legs[-1]
    cut = replace(last, record=replace(last.record, moves=last.record.moves[:9]))
    return replace(saved, legs=(*saved.legs[:-1], cut))


@pytest.mark.parametrize("is_cached", [True, False])
def test_match_deleted_while_the_cache_shows_it_as_running_earns_all_the_same(
    files: UserFiles, is_cached: bool
) -> None:
    stage = replace(kept()["c"], stage="port_sablon", kind=MatchKind.STAGE)
    races = {"day": drive(MONDAY, 1000), "stage": stage}
    for id, saved in races.items():
        put(files, id, running(saved))
    book = refreshed(files)
    for id, saved in races.items():
        put(files, id, saved)
        done(book.delete_match(id))
    if not is_cached:
        book.cache.path.unlink()
    found = refreshed(files).reader()
    earned = found.achievements()["first"]
    assert (set(earned.days), earned.stages) == ({MONDAY}, {"port_sablon": goals_of_match(match_stats(stage))})
    assert len(found.legs()) == sum(len(saved.legs) for saved in races.values())
    assert book.files.read_all(ACHIEVEMENT_FILES) == {"first": earned}

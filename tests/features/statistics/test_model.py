"""The figures of the statistics, from legs and from a roadbook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from game.career.career import FILE_NAME, Career
from game.career.match_stats import LegStats
from game.career.reader import CareerReader, LegFilter
from game.engine.record import replay
from game.engine.rules import load_rules
from game.features.statistics.model import MIXED, SHOWN_LEGS, LevelRecord, read_statistics, statistics_of
from game.settings.user_files import UserFiles
from tests.careers import own_of
from tests.features.roadbook.roadbook_stage import fill_season, season

PLAIN = LegStats(
    **asdict(own_of(points=300, km=300)),
    match="a",
    sides=4,
    rivals=frozenset({"steady"}),
    luck=None,
    saved_s=1000,
)


def test_statistics_of_no_legs_are_empty() -> None:
    told = statistics_of([])
    assert (told.legs, told.won, told.best_points, told.streak, told.km) == (0, 0, 0, 0, 0)
    assert (told.since_s, told.luck, told.sides, told.points) == (None, None, None, ())
    assert all(record.legs == 0 and record.share == 0 for record in told.levels)


def test_legs_are_counted_by_the_rivals_level_and_mixed_tables_apart() -> None:
    mixed = replace(PLAIN, rivals=frozenset({"steady", "master"}))
    told = statistics_of([PLAIN, replace(PLAIN, won=True), replace(mixed, won=True)])
    assert [record for record in told.levels if record.legs] == [LevelRecord("steady", 1, 2), LevelRecord(MIXED, 1, 1)]
    assert [record.level for record in statistics_of([PLAIN]).levels] == ["beginner", "steady", "skilled", "master"]


def test_equal_share_depends_on_how_many_sides_drove() -> None:
    assert (statistics_of([PLAIN]).equal_share, statistics_of([PLAIN]).sides) == (0.25, 4)
    both = statistics_of([PLAIN, replace(PLAIN, sides=2)])
    assert (both.equal_share, both.sides) == (0.375, None)


def test_streaks_are_rows_of_legs_won() -> None:
    won, lost = replace(PLAIN, won=True), PLAIN
    told = statistics_of([won, won, won, lost, won])
    assert (told.won, told.streak, told.running_streak) == (4, 3, 1)
    assert statistics_of([won, lost]).running_streak == 0


def test_mean_covers_ten_legs_and_begins_with_the_fifth() -> None:
    told = statistics_of([replace(PLAIN, points=100 * n) for n in range(12)])
    assert told.means[:4] == (None,) * 4
    assert told.means[4] == 200
    assert told.means[11] == 650


def test_legs_shown_one_by_one_are_only_the_last() -> None:
    told = statistics_of([replace(PLAIN, points=n) for n in range(SHOWN_LEGS + 20)])
    assert told.points == tuple(range(20, SHOWN_LEGS + 20))
    assert told.means[0] == sum(range(11, 21)) / 10
    assert len(told.means) == SHOWN_LEGS


def test_safeties_extensions_shut_outs_and_luck_are_added_up() -> None:
    rich = replace(
        PLAIN,
        safeties=("driving_ace", "extra_tank"),
        coups_fourres=("extra_tank",),
        won=True,
        has_extended=True,
        luck=100.0,
    )
    told = statistics_of([rich, replace(rich, luck=None, won=False, shut_outs=2), replace(PLAIN, luck=-50)])
    assert told.laid == Counter({"driving_ace": 2, "extra_tank": 2})
    assert told.coups_fourres == Counter({"extra_tank": 2})
    assert (told.won_extensions, told.lost_extensions, told.shut_outs, told.luck) == (1, 1, 2, 25)


@pytest.fixture(scope="module")
def season_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The roadbook of a season."""
    files = UserFiles(tmp_path_factory.mktemp("season"))
    fill_season(files)
    book = Career(files, files.folder / FILE_NAME)
    assert book.refresh().wait(60)
    yield book.path
    files.close()


def test_season_is_read_with_its_take_backs_apart(season_path: Path) -> None:
    with CareerReader(season_path) as reader:
        told = read_statistics(reader, LegFilter())
    legs = sum(len(saved.legs) for saved in season().values())
    assert (told.legs, told.legs_not_own) == (legs - 1, 1)
    assert told.matches_over == 19
    assert 0 < told.won_matches < 19
    assert {(pair.by, pair.on) for pair in told.hit_counts} >= {("", "carla"), ("carla", "")}


def test_shut_outs_counted_are_those_that_score_sheets_pay_for(season_path: Path) -> None:
    paid = 0
    for saved in season().values():
        worth = load_rules(saved.setup.rules).points.shut_out
        for leg in saved.legs:
            scores = replay(leg.record).scores
            assert scores is not None
            paid += 0 if leg.taken_back else scores[saved.viewer].shut_out // worth
    with CareerReader(season_path) as reader:
        assert read_statistics(reader, LegFilter()).shut_outs == paid > 0


def test_filter_applies_to_all_of_the_statistics(season_path: Path) -> None:
    with CareerReader(season_path) as reader:
        whole, part = (read_statistics(reader, LegFilter(rules)) for rules in (None, "dujardin"))
        none = read_statistics(reader, LegFilter("piatnik"))
    assert 0 < part.legs < whole.legs
    assert 0 < part.matches_over < whole.matches_over
    assert part.sides == 3
    assert (none.legs, none.matches_over, none.hit_counts) == (0, 0, ())

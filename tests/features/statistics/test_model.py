"""The figures of the statistics, from legs and from a roadbook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import add

import pytest
from msgspec.structs import asdict, replace

from game.career.match_stats import LegStats, match_stats
from game.career.reader import CareerReader, LegFilter, PlayedMatch
from game.engine.attacks import count_recorded_attacks
from game.engine.record import replay
from game.engine.rules import load_rules
from game.features.statistics.model import MIXED, SHOWN_LEGS, LevelRecord, hit_counts, read_statistics, statistics_of
from game.settings.user_files import UserFiles
from tests.careers import own_of, refreshed
from tests.features.roadbook.roadbook_stage import fill_season, kept, season

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
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CareerReader]:
    """A reader of the career of a season."""
    files = UserFiles(tmp_path_factory.mktemp("season"))
    fill_season(files)
    yield refreshed(files).reader()
    files.close()


def test_season_is_read_with_its_take_backs_apart(reader: CareerReader) -> None:
    told = read_statistics(reader, LegFilter())
    legs = sum(len(saved.legs) for saved in season().values())
    assert (told.legs, told.legs_not_own) == (legs - 1, 1)
    assert told.matches_over == 19
    assert 0 < told.won_matches < 19
    assert {(pair.by, pair.on) for pair in told.hit_counts} >= {("", "carla"), ("carla", "")}


def test_shut_outs_counted_are_those_that_score_sheets_pay_for(reader: CareerReader) -> None:
    paid = 0
    for saved in season().values():
        worth = load_rules(saved.setup.rules).points.shut_out
        for leg in saved.legs:
            scores = replay(leg.record).scores
            assert scores is not None
            paid += 0 if leg.taken_back else scores[saved.viewer].shut_out // worth
    assert read_statistics(reader, LegFilter()).shut_outs == paid > 0


def test_filter_applies_to_all_of_the_statistics(reader: CareerReader) -> None:
    whole, part = (read_statistics(reader, LegFilter(rules)) for rules in (None, "dujardin"))
    none = read_statistics(reader, LegFilter("piatnik"))
    assert 0 < part.legs < whole.legs
    assert 0 < part.matches_over < whole.matches_over
    assert part.sides == 3
    assert (none.legs, none.matches_over, none.hit_counts) == (0, 0, ())


def test_hits_between_players_are_counted_with_legs_and_hazards() -> None:
    twice = [PlayedMatch(match_stats(kept()["c"]))] * 2
    once, both = hit_counts(twice[:1]), hit_counts(twice)
    assert {(pair.by, pair.on): pair.legs for pair in once} == {("", "carla"): 3, ("carla", ""): 3}
    assert all(pair.laid > 0 for pair in once)
    assert [(pair.legs, pair.laid) for pair in both] == [(2 * pair.legs, 2 * pair.laid) for pair in once]


def test_hit_on_a_team_counts_for_each_of_its_drivers() -> None:
    saved = kept()["d"]
    landed = {(pair.by, pair.on): pair.landed for pair in hit_counts([PlayedMatch(match_stats(saved))])}
    hits = reduce(add, (count_recorded_attacks(leg.record) for leg in saved.legs))
    own, other = (hits.laid[by][1 - by] - hits.parried[by][1 - by] for by in (0, 1))
    _, left, partner, right = (player.driver or "" for player in saved.players)
    assert own > 0 < other
    assert landed == {
        **dict.fromkeys(product(("", partner), (left, right)), own),
        **dict.fromkeys(product((left, right), ("", partner)), other),
    }

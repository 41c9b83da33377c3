"""The calendar of the deals of the day: medals, rallies, days in a row, and any day that a clock may show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from game.career.achievements import Achievements, DailyDealResult
from game.career.ledger import LedgerEntry
from game.career.match_stats import MatchStats, match_stats
from game.career.reader import PlayedMatch, add_earned
from game.features.calendar.model.deal_calendar import (
    FIRST_DAY,
    TROPHY_POINTS,
    DealCalendar,
    Medal,
    MedalMiss,
    add_months,
    daily_deal_achievements,
    weeks_of,
)
from game.features.calendar.model.played_deals import played_deals
from game.features.calendar.words import day_result_line
from game.files.wall_clock import utc_offset_s
from game.match.match_file import SavedMatch
from tests.features.roadbook.roadbook_stage import kept

TODAY = date(2027, 3, 10)
LEVELS = (100, 300, 200, 400)
ONE = timedelta(days=1)


def begun(day: date, hour: int = 12) -> int:
    return max(0, int(datetime(day.year, day.month, day.day, hour).timestamp()))


def drive(day: date, points: int = 250, *, late: int = 0, has_help: bool = False) -> DailyDealResult:
    begun_s = begun(day + late * ONE)
    return DailyDealResult(day.isoformat(), begun_s, points, has_help, begun_offset_s=utc_offset_s(begun_s))


def calendar(drives: dict[date, DailyDealResult], today: date = TODAY, *, counted: bool = True) -> DealCalendar:
    days = {day.isoformat(): one for day, one in drives.items()}
    return DealCalendar(Achievements(days, levels=dict.fromkeys(days, LEVELS) if counted else {}), today)


def driven(days: Iterable[date]) -> dict[date, DailyDealResult]:
    return {day: drive(day) for day in days}


@pytest.mark.parametrize(
    ("points", "medal"),
    [
        (500, Medal.GOLD), (401, Medal.GOLD), (400, Medal.SILVER), (350, Medal.SILVER), (300, Medal.BRONZE),
        (200, Medal.FINISHED), (100, Medal.FINISHED), (-50, Medal.FINISHED),
    ],
)  # fmt: skip
def test_medal_depends_on_how_many_levels_made_fewer_points(points: int, medal: Medal) -> None:
    assert calendar({TODAY: drive(TODAY, points)}).medal(TODAY) is medal


@pytest.mark.parametrize(
    ("points", "missed"),
    [
        (401, None), (400, MedalMiss(Medal.GOLD, 3, 0)), (301, MedalMiss(Medal.GOLD, 3, 99)),
        (300, MedalMiss(Medal.SILVER, 1, 0)), (100, MedalMiss(Medal.BRONZE, 2, 100)), (99, None),
    ],
)  # fmt: skip
def test_medal_missed_by_a_hundred_points_or_fewer_is_the_next_one(points: int, missed: MedalMiss | None) -> None:
    assert calendar({TODAY: drive(TODAY, points)}).missed_medal(TODAY) == missed
    assert calendar({TODAY: drive(TODAY, points, has_help=True)}).missed_medal(TODAY) is None
    assert calendar({TODAY: drive(TODAY, points)}, counted=False).missed_medal(TODAY) is None


def test_medal_missed_narrowly_is_told_with_its_number() -> None:
    told = [day_result_line(calendar({TODAY: drive(TODAY, points)}), TODAY) for points in (350, 300, 50, 500)]
    assert told == [
        "50 points behind Master: so close to gold", "Tied with Steady: so close to silver",
        "How good your cards were", "How good your cards were",
    ]  # fmt: skip


def test_medal_needs_a_drive_without_help_and_a_comparison() -> None:
    assert calendar({TODAY: drive(TODAY, 500, has_help=True)}).medal(TODAY) is Medal.FINISHED
    assert calendar({TODAY: drive(TODAY, 500)}, counted=False).medal(TODAY) is None
    assert calendar({}).medal(TODAY) is None
    gold, helped = drive(TODAY, 500), drive(TODAY - ONE, 500, has_help=True)
    assert (
        calendar({TODAY: gold, TODAY - ONE: helped}).medal_count,
        calendar({TODAY: drive(TODAY, 0)}).medal_count,
    ) == (1, 0)


@dataclass(frozen=True)
class Play:
    """A play of one day by a clock that may be wrong, and what came after its end.

    The end is recorded at once unless the program was killed; then the roadbook may be refreshed, and after that the
    statistics reset.
    """

    id: str
    begun_s: int
    ended_s: int
    points: int
    has_help: bool
    is_recorded: bool
    is_refreshed: bool
    is_reset: bool

    @property
    def match(self) -> PlayedMatch:
        digest = digest_of_today()
        totals = (self.points, *digest.summary.totals[1:])
        summary = replace(digest.summary, id=self.id, begun_s=self.begun_s, totals=totals, take_backs=self.has_help)
        entry = LedgerEntry(ended_s=(self.ended_s,), forgotten=int(self.is_reset))
        legs = tuple(structs.replace(leg, match=self.id, points=self.points) for leg in digest.legs)
        return PlayedMatch(replace(digest, summary=summary, legs=legs), entry)


@cache
def digest_of_today() -> MatchStats:
    return match_stats(SavedMatch.from_bytes(replace(kept()["e"], day=TODAY).to_bytes()))


CLOCKS, FLAGS = st.integers(0, 3), st.booleans()
PLAYS = st.lists(
    st.builds(Play, st.sampled_from("abcde"), CLOCKS, CLOCKS, st.integers(0, 500), FLAGS, FLAGS, FLAGS, FLAGS),
    max_size=5,
    unique_by=lambda play: play.id,
)


@given(PLAYS, st.randoms(use_true_random=False))
def test_day_keeps_the_result_that_was_counted_first(plays: list[Play], lots: Random) -> None:
    """Whatever the clock says, and in whatever order plays end and are found, a medal is neither lost nor won twice."""
    now, counted, known, medal = Achievements(levels={TODAY.isoformat(): LEVELS}), None, set[Play](), None
    for n, play in enumerate(plays):
        if play.is_recorded:
            now, counted, known = add_earned(now, SOURCES, [play.match]), counted or play, known | {play}
        if play.is_refreshed:
            ended = lots.sample(plays[: n + 1], n + 1)
            now, known = add_earned(now, SOURCES, [one.match for one in ended]), {*ended}
            counted = counted or min(ended, key=lambda one: (one.ended_s, one.id))
        shown = DealCalendar(now, TODAY)
        result = shown.result(TODAY)
        assert (result and (result.match, result.points)) == (counted and (counted.id, counted.points))
        again = [(one.points, one.id) for one in known if one != counted]
        assert (result and result.again) == max(again, default=None)
        assert medal in (None, shown.medal(TODAY))
        medal = shown.medal(TODAY)


SOURCES = [daily_deal_achievements]


def test_rally_counts_the_best_five_days_and_none_below_zero() -> None:
    monday = date(2027, 3, 1)
    points = [100, 2000, -300, 900, 1100, 50, 1500]
    week = {monday + n * ONE: drive(monday + n * ONE, each) for n, each in enumerate(points)}
    rally = calendar(week).rally(date(2027, 3, 4))
    assert (rally.days[0], rally.days[-1], rally.days_played) == (monday, date(2027, 3, 7), 7)
    assert rally.points == 5600
    assert calendar({monday: drive(monday, -300)}).rally(monday).points == 0


@pytest.mark.parametrize("trophy", TROPHY_POINTS)
def test_trophy_of_a_week_is_won_from_exactly_its_points_on(trophy: Medal) -> None:
    points = TROPHY_POINTS[trophy]
    assert calendar({TODAY: drive(TODAY, points)}).rally(TODAY).trophy is trophy
    assert calendar({TODAY: drive(TODAY, points - 1)}).rally(TODAY).trophy is not trophy
    assert calendar({}).rally(TODAY).trophy is None


def test_streak_counts_days_driven_on_time_and_waits_for_todays_deal() -> None:
    ago = [TODAY - n * ONE for n in range(6)]
    assert calendar(driven(ago[:3])).day_streak == 3
    assert calendar(driven(ago[1:3])).day_streak == 2
    assert calendar(driven(ago[2:])).day_streak == 0
    late = {**driven(ago[:4]), ago[2]: drive(ago[2], late=1)}
    assert (calendar(late).day_streak, calendar(late).days_played) == (2, 4)


@pytest.mark.parametrize("today", [date(2027, 3, 28), date(2027, 10, 31), date(2027, 1, 1), date(2028, 2, 29)])
def test_streak_survives_summer_time_year_ends_and_leap_days(today: date) -> None:
    days = [today - n * ONE for n in range(8)]
    moments = {day: begun(day, 23 if n % 2 else 0) for n, day in enumerate(days)}
    drives = {day: DailyDealResult("m", at_s, 100, begun_offset_s=utc_offset_s(at_s)) for day, at_s in moments.items()}
    assert calendar(drives, today).day_streak == 8


@pytest.mark.parametrize(
    ("hours", "is_in_row"),
    [(-15, False), (-13, True), (0, True), (23, True), (37, True), (39, False)],
)
def test_streak_counts_a_drive_of_unknown_zone_if_its_day_fits_any_zone(hours: int, is_in_row: bool) -> None:
    midnight_s = int(datetime(TODAY.year, TODAY.month, TODAY.day, tzinfo=UTC).timestamp())
    drives = {TODAY: DailyDealResult("m", midnight_s + hours * 3600, 100), TODAY - ONE: drive(TODAY - ONE)}
    assert calendar(drives).day_streak == 1 + is_in_row


def test_streak_begun_in_a_time_zone_further_east_goes_on() -> None:
    days = [TODAY + ONE - n * ONE for n in range(3)]
    assert calendar(driven(days)).day_streak == 3
    assert calendar(driven(days), TODAY + ONE).day_streak == 3
    assert calendar(driven(days), TODAY + 3 * ONE).day_streak == 0


def test_day_is_open_from_the_first_day_on_until_it_is_driven() -> None:
    shown = calendar(driven([TODAY, TODAY - ONE]))
    assert not shown.is_open(TODAY)
    assert not shown.is_open(TODAY + ONE)
    assert shown.is_open(FIRST_DAY)
    assert not shown.is_open(FIRST_DAY - ONE)
    assert shown.next_open == TODAY - 2 * ONE
    every = [FIRST_DAY + n * ONE for n in range(400)]
    assert calendar(driven(every), every[-1]).next_open is None


def test_clock_before_the_first_day_has_a_day_of_its_own() -> None:
    early = date(2020, 1, 1)
    shown = calendar({}, early)
    assert shown.is_open(early)
    assert shown.next_open == early
    assert shown.months == (early, early)
    assert calendar(driven([early]), early).next_open is None


@given(st.dates(), st.sets(st.integers(0, 40)))
def test_calendar_can_be_shown_whatever_day_the_clock_shows(today: date, ago: set[int]) -> None:
    days = [date.fromordinal(max(1, today.toordinal() - n)) for n in ago]
    shown = calendar({day: DailyDealResult("m", 0, 100) for day in days}, today)
    first, last = shown.months
    assert first <= last <= shown.today
    assert shown.next_open is None or shown.is_open(shown.next_open)
    assert shown.days_played == len(set(days))
    assert shown.day_streak <= shown.days_played
    assert shown.rally(shown.today).days[0].weekday() == 0
    assert shown.rally(last).days_played <= 7


@given(st.dates().map(lambda day: day.replace(day=1)))
def test_month_has_whole_weeks_from_monday_with_each_day_once(month: date) -> None:
    weeks = weeks_of(month)
    assert {len(week) for week in weeks} == {7}
    assert all(any(week) for week in weeks)
    days = [day for week in weeks for day in week if day]
    assert days[0] == month
    assert [day.day for day in days] == list(range(1, len(days) + 1))
    assert all(day is None or day.weekday() == n for week in weeks for n, day in enumerate(week))


@given(st.dates(date(1, 2, 1), date(9998, 12, 31)), st.integers(0, 11))
def test_months_follow_each_other_over_the_ends_of_years(day: date, steps: int) -> None:
    month = day.replace(day=1)
    later = add_months(month, steps)
    assert (later - month).days in range(28 * steps, 31 * steps + 1)
    assert add_months(later, -steps) == month


def test_winner_of_a_deal_is_first_whatever_the_points() -> None:
    digest = digest_of_today()
    points = digest.legs[0].points
    summary = replace(digest.summary, day=None, deal="BDW-HBQ-QZB", totals=(points, points + 100, 0, 0), winner=0)
    (deal,) = played_deals([PlayedMatch(replace(digest, summary=summary))])
    assert (deal.points, deal.rank) == (points, 1)

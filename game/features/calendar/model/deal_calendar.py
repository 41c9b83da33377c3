"""The calendar of the deals of the day: medals, weekly rallies, and days played in a row.

A medal depends on how many of the four bot levels the person beat in the same seat. A missed day costs nothing and can
be played at any time; medals and points are never lost.
"""

from __future__ import annotations

from calendar import monthcalendar
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from game.career.achievements import Achievements, DailyDealResult
from game.career.reader import PlayedMatch
from game.files.wall_clock import is_on_day
from game.phrases import N_, NamedChoice

FIRST_DAY = date(2026, 11, 22)
"""The first day with a deal of the day."""
LAST_DAY = date(9999, 12, 26)
"""The last Sunday that ``date`` can hold."""
WEEK = 7
_AHEAD = 2
"""A date elsewhere on earth is at most this many days ahead of the local date."""
COUNTED_DAYS = 5
"""Only the best five days of a week count for its rally."""


class Medal(NamedChoice):
    """The award for a day's deal. ``FINISHED`` means that the deal was played to its end but won no medal."""

    GOLD = "gold", N_("gold")
    SILVER = "silver", N_("silver")
    BRONZE = "bronze", N_("bronze")
    # Translators: a day’s deal was played to its end without a medal: gold, silver, bronze, finished
    FINISHED = "driven", N_("finished")


_BY_BEATEN = {4: Medal.GOLD, 3: Medal.SILVER, 2: Medal.BRONZE}
TROPHY_POINTS = {Medal.GOLD: 5500, Medal.SILVER: 4000, Medal.BRONZE: 2500}
"""The points needed in a week for each trophy."""


_NARROW_POINTS = 100
"""A medal is missed narrowly if the person was at most so many points behind the bot that stood before it."""


@dataclass(frozen=True, slots=True)
class MedalMiss:
    """A medal that was missed narrowly, with the index of the level that was not beaten and the points behind it."""

    medal: Medal
    level: int
    points: int


@dataclass(frozen=True, slots=True)
class Rally:
    """A week of deals of the day, from Monday to Sunday.

    ``days`` are the dates, ``days_played`` is how many of them were played, and ``points`` is the sum of the best days.
    """

    days: tuple[date, ...]
    days_played: int
    points: int

    @property
    def trophy(self) -> Medal | None:
        """The best trophy that the points are enough for, or None."""
        return next((trophy for trophy, points in TROPHY_POINTS.items() if self.points >= points), None)


def _medal(achievements: Achievements, day: str) -> Medal | None:
    drive, levels = achievements.days.get(day), achievements.levels.get(day, ())
    if drive is None or not (levels or drive.has_help):
        return None
    beaten = 0 if drive.has_help else sum(points < drive.points for points in levels)
    return _BY_BEATEN.get(beaten, Medal.FINISHED)


def medals_of(achievements: Achievements) -> list[Medal]:
    """Return the awards of all finished days, in no particular order; days that are not decided yet are left out."""
    return [medal for day in achievements.days if (medal := _medal(achievements, day))]


class DealCalendar:
    """One person's results in the deals of the day, as seen on the day ``today``.

    ``under_way`` are the days of which a match can be continued.
    """

    def __init__(self, earned: Achievements | None, today: date, under_way: Collection[date] = ()) -> None:
        self.achievements = earned or Achievements()
        self.today = min(today, LAST_DAY)
        self.under_way = under_way

    # -- one day ------------------------------------------------------------------------------------------------------

    def result(self, day: date) -> DailyDealResult | None:
        """Return the person's result of that day, or None if the day is not played."""
        return self.achievements.days.get(day.isoformat())

    def level_points(self, day: date) -> tuple[int, ...]:
        """Return the points that each bot level scored in the person's seat, the weakest first; empty if not known."""
        return self.achievements.levels.get(day.isoformat(), ())

    def medal(self, day: date) -> Medal | None:
        """Return the award of that day, or None if the day is not played or the bots' points are not known yet."""
        return _medal(self.achievements, day.isoformat())

    def missed_medal(self, day: date) -> MedalMiss | None:
        """Return the next better medal of that day if it was missed narrowly and without help."""
        drive, levels = self.result(day), self.level_points(day)
        if drive is None or drive.has_help or not levels:
            return None
        weakest_first = sorted(range(len(levels)), key=lambda level: levels[level])
        for needed, medal in sorted(_BY_BEATEN.items()):
            level = weakest_first[needed - 1]
            if levels[level] >= drive.points:
                behind = levels[level] - drive.points
                return MedalMiss(medal, level, behind) if behind <= _NARROW_POINTS else None
        return None

    def is_open(self, day: date) -> bool:
        """Return whether the deal of that day can be played and has not been played yet."""
        return self.result(day) is None and (day == self.today or FIRST_DAY <= day <= self.today)

    @property
    def next_open(self) -> date | None:
        """The latest day that is still to be played, or None if all days are played."""
        day = self.today
        while not self.is_open(day):
            if day <= FIRST_DAY:
                return None
            day -= timedelta(days=1)
        return day

    # -- several ------------------------------------------------------------------------------------------------------

    @property
    def months(self) -> tuple[date, date]:
        """The first and the last month that can be shown, each given as its first day."""
        return min(FIRST_DAY, self.today).replace(day=1), self.today.replace(day=1)

    def rally(self, day: date) -> Rally:
        """Return the rally of the week that contains ``day``."""
        monday = day.toordinal() - day.weekday()
        days = tuple(map(date.fromordinal, range(monday, min(monday + WEEK, LAST_DAY.toordinal() + 1))))
        points = sorted((drive.points for one in days if (drive := self.result(one))), reverse=True)
        return Rally(days, len(points), sum(max(0, each) for each in points[:COUNTED_DAYS]))

    @property
    def days_played(self) -> int:
        return len(self.achievements.days)

    @property
    def medal_count(self) -> int:
        """How many medals the person has; days finished without a medal are not counted."""
        return sum(medal is not Medal.FINISHED for medal in medals_of(self.achievements))

    @property
    def day_streak(self) -> int:
        """How many days in a row the person began the deal on its own day, counted back from today or yesterday.

        The last of these days may be up to ``_AHEAD`` days after today if the person has traveled west.
        """
        today = self.today.toordinal()
        last = next(filter(self._is_punctual, range(today + _AHEAD, today - 2, -1)), today)
        count = 0
        while self._is_punctual(last - count):
            count += 1
        return count

    def _is_punctual(self, ordinal: int) -> bool:
        """Return whether the deal of a day, given as in ``date.fromordinal``, was begun on that very day."""
        day = date.fromordinal(max(1, ordinal))
        drive = self.result(day) if ordinal > 0 else None
        return drive is not None and is_on_day(day, drive.begun_s, drive.begun_offset_s)


def weeks_of(month: date) -> list[list[date | None]]:
    """Return the weeks of a month, each from Monday to Sunday; None stands for a day of another month."""
    weeks = monthcalendar(month.year, month.month)
    return [[month.replace(day=day) if day else None for day in week] for week in weeks]


def add_months(month: date, step: int) -> date:
    """Return the first day of the month that is ``step`` months after ``month``; ``step`` may be negative."""
    count = 12 * month.year + month.month - 1 + step
    return date(count // 12, count % 12 + 1, 1)


def level_points_adder(day: date, points: tuple[int, ...]) -> Callable[[Achievements], Achievements]:
    """Return a function that adds the bot levels' points of a day to a person's achievements."""
    return lambda before: before | Achievements(levels={day.isoformat(): points})


def unfinished_days(matches: Iterable[PlayedMatch]) -> dict[date, str]:
    """Return the ids of one person's kept matches by day: the unfinished match of that day's deal begun last."""
    unfinished = (match.digest.summary for match in matches if match.is_unfinished)
    return {match.day: match.id for match in unfinished if match.day}


def daily_deal_achievements(matches: Iterable[PlayedMatch]) -> Iterator[Achievements]:
    """Yield the results in deals of the day of one person's matches, in the order in which they were finished."""
    for match in sorted(matches, key=lambda match: (match.last_ended_s, match.digest.summary.id)):
        digest, summary = match.digest, match.digest.summary
        if summary.day is not None and digest.counts_for_person and summary.is_over:
            points, has_help = digest.deal_points, not digest.is_unassisted
            offset_s = summary.begun_offset_s
            result = DailyDealResult(summary.id, summary.begun_s, points, has_help, begun_offset_s=offset_s)
            yield Achievements({summary.day.isoformat(): result})

"""The calendar of the deals of the day: medals, the rally of a week, days in a row.

A medal is how many of the four levels made fewer points of the same seat. A day that was missed counts nothing and can
be driven at any time; nothing that is counted here ever becomes less.
"""

from __future__ import annotations

from calendar import monthcalendar
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from game.career.collection import Collection, Day
from game.career.reader import PlayedMatch
from game.files.wall_clock import is_on_day

FIRST_DAY = date(2026, 11, 22)
"""Since then there is a deal of the day."""
LAST_DAY = date(9999, 12, 26)
"""The last Sunday there is."""
WEEK = 7
_AHEAD = 2
"""So many days further dates may be elsewhere on earth."""
COUNTED = 5
"""So many days of a week count, those with the most points."""


class Medal(StrEnum):
    """What a drive has earned; one that was ``DRIVEN`` to its end is worth a stone."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"
    DRIVEN = "driven"


_BY_BEATEN = {4: Medal.GOLD, 3: Medal.SILVER, 2: Medal.BRONZE}
TROPHIES = {Medal.GOLD: 5500, Medal.SILVER: 4000, Medal.BRONZE: 2500}
"""The points of a week from which on it has a trophy."""


@dataclass(frozen=True, slots=True)
class Rally:
    """A week from Monday to Sunday: its ``days``, how many of them were driven, and the points that count."""

    days: tuple[date, ...]
    driven: int
    points: int

    @property
    def trophy(self) -> Medal | None:
        """The best one that the points are enough for."""
        return next((trophy for trophy, points in TROPHIES.items() if self.points >= points), None)


def _medal(earned: Collection, day: str) -> Medal | None:
    drive, levels = earned.days.get(day), earned.levels.get(day, ())
    if drive is None or not (levels or drive.has_help):
        return None
    beaten = 0 if drive.has_help else sum(points < drive.points for points in levels)
    return _BY_BEATEN.get(beaten, Medal.DRIVEN)


def medals_of(earned: Collection) -> list[Medal]:
    """What somebody has earned on all days, as far as it is known."""
    return [medal for day in earned.days if (medal := _medal(earned, day))]


class Calendar:
    """All days of one person, as they are on the day ``today``."""

    def __init__(self, earned: Collection | None, today: date) -> None:
        self.earned = earned or Collection()
        self.today = min(today, LAST_DAY)

    # -- one day ------------------------------------------------------------------------------------------------------

    def drive(self, day: date) -> Day | None:
        """The drive of that day that counts, None if there is none yet."""
        return self.earned.days.get(day.isoformat())

    def levels(self, day: date) -> tuple[int, ...]:
        """What the levels made of that day's seat, the weakest first; empty as long as that is not known."""
        return self.earned.levels.get(day.isoformat(), ())

    def medal(self, day: date) -> Medal | None:
        """What the drive of that day has earned, None without one, or as long as it is not known."""
        return _medal(self.earned, day.isoformat())

    def is_open(self, day: date) -> bool:
        """Whether its deal waits to be driven."""
        return self.drive(day) is None and (day == self.today or FIRST_DAY <= day <= self.today)

    @property
    def next_open(self) -> date | None:
        """The latest day that waits, None if none does."""
        day = self.today
        while not self.is_open(day):
            if day <= FIRST_DAY:
                return None
            day -= timedelta(days=1)
        return day

    # -- several ------------------------------------------------------------------------------------------------------

    @property
    def months(self) -> tuple[date, date]:
        """The first and the last month that can be looked at, by their first days."""
        return min(FIRST_DAY, self.today).replace(day=1), self.today.replace(day=1)

    def rally(self, day: date) -> Rally:
        """The week in which that day is."""
        monday = day.toordinal() - day.weekday()
        days = tuple(map(date.fromordinal, range(monday, min(monday + WEEK, LAST_DAY.toordinal() + 1))))
        points = sorted((drive.points for one in days if (drive := self.drive(one))), reverse=True)
        return Rally(days, len(points), sum(max(0, each) for each in points[:COUNTED]))

    @property
    def in_all(self) -> int:
        """How many days were driven at any time."""
        return len(self.earned.days)

    @property
    def medals(self) -> int:
        """How many medals were earned at any time."""
        return sum(medal is not Medal.DRIVEN for medal in medals_of(self.earned))

    @property
    def in_a_row(self) -> int:
        """On how many days in a row the deal was driven on its own day, up to today or yesterday; or up to a day that
        has begun further east, for whoever comes from there.
        """
        today = self.today.toordinal()
        last = next(filter(self._is_punctual, range(today + _AHEAD, today - 2, -1)), today)
        count = 0
        while self._is_punctual(last - count):
            count += 1
        return count

    def _is_punctual(self, ordinal: int) -> bool:
        """Whether the deal of that day was begun on its day."""
        day = date.fromordinal(max(1, ordinal))
        drive = self.drive(day) if ordinal > 0 else None
        return drive is not None and is_on_day(day, drive.begun_s, drive.begun_offset_s)


def weeks_of(month: date) -> list[list[date | None]]:
    """The days of a month in rows from Monday to Sunday; None where another month's lie."""
    weeks = monthcalendar(month.year, month.month)
    return [[month.replace(day=day) if day else None for day in week] for week in weeks]


def month_beside(month: date, step: int) -> date:
    """The first day of the month that many months later."""
    count = 12 * month.year + month.month - 1 + step
    return date(count // 12, count % 12 + 1, 1)


def with_levels(day: date, points: tuple[int, ...]) -> Callable[[Collection], Collection]:
    """What a collection becomes once it is known what the levels made of a day."""
    return lambda before: before | Collection(levels={day.isoformat(): points})


def days_driven(matches: Iterable[PlayedMatch]) -> Collection:
    """What somebody's matches add to what was achieved: the drives of deals of the day."""
    found = Collection()
    for digest in (match.digest for match in matches):
        match = digest.summary
        if match.day is not None and digest.is_own and match.is_over:
            points, has_help = match.totals[match.side], not digest.is_clean
            drive = Day(match.id, match.begun_s, points, has_help, begun_offset_s=match.begun_offset_s)
            found |= Collection({match.day.isoformat(): drive})
    return found

"""The day on which something was done is the one that it was there and then, wherever it is looked at later."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import permutations
from pathlib import Path

import pytest

from game.career.career import Career
from game.career.match_stats import LegStats, summary_of
from game.features.calendar.model.deal_calendar import DealCalendar
from game.features.statistics.model import statistics_of
from game.files.wall_clock import now_s
from game.match.deals import deal_of_the_day
from game.match.match_file import SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.match.session import match_of_deal
from game.settings.user_files import UserFiles
from game.words.matches import day_in_short, last_played_text, match_title
from tests.careers import milestones_of, refreshed, roadbook_of
from tests.features.roadbook.roadbook_stage import kept
from tests.zones import clock_at, in_zone, needs_zones

HONOLULU, BERLIN, TOKYO = "HST10", "CET-1CEST,M3.5.0,M10.5.0/3", "JST-9"
ZONES = (
    HONOLULU, "EST5EDT,M3.2.0,M11.1.0", "UTC0", BERLIN, TOKYO, "NZST-12NZDT,M9.5.0,M4.1.0/3",
)  # fmt: skip
LAST = date(2026, 11, 29)
DAYS = [LAST - timedelta(days=n) for n in range(8)]

pytestmark = needs_zones


def driven(day: date, at: time) -> SavedMatch:
    """The deal of that day, begun at that local time and driven to its end within the quarter of an hour."""
    begun = datetime.combine(day, at)
    deal = deal_of_the_day(day)
    with clock_at(begun):
        start = match_of_deal(DEFAULT_PLAN.with_deal(deal), deal, day)
    with clock_at(begun + timedelta(minutes=15)):
        race = replace(kept()["e"], day=day, kind=start.kind).with_save_time(now_s())
    return replace(race, begun_s=start.begun_s, begun_offset_s=start.begun_offset_s)


def put(files: UserFiles, matches: dict[str, SavedMatch]) -> Career:
    """These matches, on disk and read from it."""
    files.matches.mkdir(parents=True, exist_ok=True)
    for id, saved in matches.items():
        files.match_path(id).write_bytes(saved.to_bytes())
    return refreshed(files)


@pytest.mark.parametrize("at", [time(0, 10), time(23, 30)], ids=["after-midnight", "before-midnight"])
@pytest.mark.parametrize("home", ZONES)
def test_row_of_days_is_equally_long_in_every_time_zone(home: str, at: time, tmp_path: Path) -> None:
    with in_zone(home):
        matches = {day.isoformat(): driven(day, at) for day in DAYS}
    assert rows_of(matches, tmp_path) == dict.fromkeys(ZONES, len(DAYS))


@pytest.mark.parametrize("home", ZONES)
def test_day_driven_after_its_midnight_is_in_no_row_anywhere(home: str, tmp_path: Path) -> None:
    with in_zone(home):
        matches = {day.isoformat(): driven(day, time(12)) for day in DAYS}
        late = driven(DAYS[2] + timedelta(days=1), time(0, 10))
    matches[DAYS[2].isoformat()] = replace(late, day=DAYS[2])
    assert rows_of(matches, tmp_path) == dict.fromkeys(ZONES, 2)


def rows_of(matches: dict[str, SavedMatch], folder: Path) -> dict[str, int]:
    """How many days in a row these matches are, wherever that is looked at."""
    files, rows = UserFiles(folder), {}
    put(files, matches)
    for zone in ZONES:
        with in_zone(zone):
            found = roadbook_of(files).read(lambda reader: reader.achievements())
            assert found is not None
            rows[zone] = DealCalendar(found["first"], LAST).day_streak
    files.close()
    return rows


@pytest.mark.parametrize(("home", "away"), [*permutations((HONOLULU, BERLIN, TOKYO), 2)])
def test_day_is_shown_alike_in_every_time_zone(home: str, away: str, tmp_path: Path) -> None:
    files, day = UserFiles(tmp_path), date(2026, 11, 25)
    with in_zone(home):
        race = replace(driven(day, time(23, 30)), name="")
        book = put(files, {"late": race, "early": driven(day, time(0, 10))})
        here = told(book, race)
    with in_zone(away):
        assert told(book, race) == here
    files.close()
    assert here["title"] == "Daily race, November 25"
    assert here["when"] == "Today, 11:45\N{NARROW NO-BREAK SPACE}PM"
    assert set(here["days"]) == {"Nov 25"}


def test_leg_keeps_the_day_on_which_it_ended(tmp_path: Path) -> None:
    """The match may be renamed in another time zone later."""
    files = UserFiles(tmp_path)
    with in_zone(BERLIN):
        race = driven(date(2026, 11, 25), time(23, 30))
        before = legs_of(put(files, {"race": race}))
    with in_zone(TOKYO), clock_at(datetime(2026, 11, 28, 12)):
        after = legs_of(put(files, {"race": replace(race, name="Advent").with_save_time(now_s())}))
    files.close()
    assert after == before
    assert {day_in_short(leg.saved_s, leg.saved_offset_s) for leg in after} == {"Nov 25"}


def legs_of(book: Career) -> list[LegStats]:
    """The legs that count."""
    legs = book.read(lambda reader: reader.legs())
    assert legs
    return legs


def told(book: Career, race: SavedMatch) -> dict[str, str | list[str]]:
    """All that is said of days: in the name of a race, in the list, and of what was reached, met and counted."""
    found = book.read(lambda reader: (reader.legs(), milestones_of(reader, "first"), reader.head_to_head()["first"]))
    assert found is not None
    legs, milestones, met = found
    statistics = statistics_of(legs)
    days = [day_in_short(statistics.since_s or 0, statistics.since_offset_s)]
    days += [day_in_short(m.reached_s, m.reached_offset_s) for m in milestones.values() if m.reached_s]
    days += [day_in_short(one.last_s, one.last_offset_s) for one in met.values() if one.last_s]
    summary = summary_of(race)
    return {"title": match_title(summary), "when": last_played_text(summary, date(2026, 11, 25)), "days": days}

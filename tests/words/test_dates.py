"""Every day that a file or clock may tell can be said, in every language and time zone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime
from itertools import product
from typing import Any

import pytest

from game.career.match_stats import summary_of
from game.features.milestones.model import MILESTONES, MilestoneProgress
from game.features.milestones.words import milestone_progress_line
from game.files import limits, wall_clock
from game.files.wall_clock import local_moment, now_s
from game.i18n import (
    LANGUAGES,
    day_and_month,
    month_and_year,
    set_language,
    weekday_and_day,
    weekday_in_short,
)
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.words.matches import day_in_short, last_played_text, match_title
from tests.cases import each
from tests.fixed_decks import ScriptedBots
from tests.played_legs import played_match
from tests.zones import in_zone, needs_zones

ZONES = ("UTC", "XXX-24:59:59", "XXX+24:59:59", "Pacific/Kiritimati")
MOMENTS = (0, 1, limits.MAX_TIME_S - 1, limits.MAX_TIME_S)
BEYOND = (-1, -(10**9), -(10**15), limits.MAX_TIME_S + 1, 2**40, 2**63, 10**30)
"""What a file's date or a database of an earlier version may have; the gate lets none of it in."""
TODAY = (date(1970, 1, 2), date(2026, 11, 25), date(9999, 12, 31))
OFFSETS = (None, 0, limits.MAX_UTC_OFFSET_S, -limits.MAX_UTC_OFFSET_S)


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest) -> Iterator[None]:
    """The time zone of this machine."""
    with in_zone(request.param):
        yield


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    """The language that is spoken."""
    set_language(request.param)
    yield
    set_language("en")


@needs_zones
@pytest.mark.usefixtures("zone", "language")
@each("moment_s", [*MOMENTS, *BEYOND])
def test_moments_all_have_words(moment_s: int) -> None:
    for kind, offset_s in product(MatchKind, OFFSETS):
        begun: dict[str, Any] = {"begun_s": moment_s, "begun_offset_s": offset_s}
        saved: dict[str, Any] = {"saved_s": moment_s, "saved_offset_s": offset_s}
        kept = replace(summary_of(played_match()), kind=kind, **begun, **saved)
        assert match_title(kept)
        assert all(last_played_text(kept, today) or not moment_s for today in TODAY)
        assert day_in_short(moment_s, offset_s)
    assert milestone_progress_line(MilestoneProgress(MILESTONES[0], 1, moment_s)) or not moment_s, "an unknown day"


@pytest.mark.usefixtures("language")
@each("day", [date.min, date(1970, 1, 1), date(9999, 12, 31)])
@each("said", [month_and_year, weekday_in_short, weekday_and_day, day_and_month])
def test_calendar_days_all_have_words(day: date, said: Callable[[date], str]) -> None:
    assert said(day)


def test_local_time_is_utc_where_the_system_knows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Windows(datetime):
        @classmethod
        def fromtimestamp(cls, *_moment: object) -> Windows:
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(wall_clock, "datetime", Windows)
    assert local_moment(limits.MAX_TIME_S).date() == date(9999, 1, 1)


@needs_zones
@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("clock_s", [-(10.0**9), -0.5, 0.0, 315_000_000.0, 4_354_819_200.0, 2.0**40, 1e18])
def test_match_begun_under_any_clock_is_never_damaged(clock_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: clock_s)
    assert 0 <= now_s() <= limits.MAX_TIME_S
    session = Session.new(DEFAULT_PLAN, seed=1, bots=ScriptedBots())
    saved = session.saved
    assert SavedMatch.from_bytes(saved.to_bytes()) == saved
    assert local_moment(saved.begun_s, saved.begun_offset_s) == local_moment(saved.begun_s)

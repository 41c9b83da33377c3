"""The wall clock, which may show anything: a battery is empty, somebody set it, a file came from another machine.

Whatever it shows, what is kept of it passes the gate, and is a day that can be shown. A moment is kept with how far
local time was from UTC then: its day is the one it was there and then, wherever it is looked at later.
"""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta

from game.files.limits import TIME_S

_EPOCH = datetime(1970, 1, 1)
_FARTHEST = timedelta(hours=14)  # from UTC, as far as local times are anywhere on earth


def present_s() -> int:
    """The moment, in whole seconds since 1970, UTC, the nearest that may be kept."""
    return kept_s(time.time())


def kept_s(moment_s: float) -> int:
    """The nearest whole second that may be kept and shown."""
    return min(TIME_S, max(0, int(moment_s)))


def local_moment(moment_s: float, offset_s: int | None = None) -> datetime:
    """A moment in seconds since 1970 by the local time that is so far from UTC; by that of this machine if none is
    given, and in UTC where the system knows no local time of it.
    """
    kept = kept_s(moment_s)
    if offset_s is not None:
        return _EPOCH + timedelta(seconds=kept + offset_s)
    try:
        return datetime.fromtimestamp(kept)
    except (OSError, OverflowError, ValueError):  # Windows knows none after the year 3000
        return _EPOCH + timedelta(seconds=kept)


def utc_offset_s(moment_s: float) -> int:
    """How far this machine's local time is from UTC at that moment, in seconds."""
    kept = kept_s(moment_s)
    return round((local_moment(kept) - _EPOCH).total_seconds()) - kept


def is_on_day(day: date, moment_s: float, offset_s: int | None) -> bool:
    """Whether a moment was on that day by the local time so far from UTC; by that of any place if that is unknown."""
    if offset_s is not None:
        return local_moment(moment_s, offset_s).date() == day
    utc = local_moment(moment_s, 0)
    return (utc - _FARTHEST).date() <= day <= (utc + _FARTHEST).date()

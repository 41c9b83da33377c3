"""Times of the wall clock, which may be wrong: an empty battery, a changed setting, a file from another machine.

All times are clamped to a range that can be stored and displayed. A time is stored with its UTC offset, so its local
date stays the same wherever it is shown later.
"""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta

from game.files.limits import MAX_TIME_S

_EPOCH = datetime(1970, 1, 1)
_FARTHEST = timedelta(hours=14)  # the largest UTC offset on earth


def now_s() -> int:
    """Return the current time in whole seconds since 1970 UTC, clamped to the storable range."""
    return clamped_s(time.time())


def clamped_s(moment_s: float) -> int:
    """Return a time (seconds since 1970) as whole seconds, clamped to the range that can be stored and displayed."""
    return min(MAX_TIME_S, max(0, int(moment_s)))


def local_moment(moment_s: float, offset_s: int | None = None) -> datetime:
    """Return a time (seconds since 1970) as local time; ``offset_s`` is the UTC offset in seconds.

    Without an offset it is the local time of this machine, or UTC if the system has no local time for that moment.
    """
    kept = clamped_s(moment_s)
    if offset_s is not None:
        return _EPOCH + timedelta(seconds=kept + offset_s)
    try:
        return datetime.fromtimestamp(kept)
    except (OSError, OverflowError, ValueError):  # Windows has none after the year 3000
        return _EPOCH + timedelta(seconds=kept)


def utc_offset_s(moment_s: float) -> int:
    """Return the UTC offset, in seconds, of this machine's local time at a moment (seconds since 1970)."""
    kept = clamped_s(moment_s)
    return round((local_moment(kept) - _EPOCH).total_seconds()) - kept


def is_on_day(day: date, moment_s: float, offset_s: int | None) -> bool:
    """Return whether a time (seconds since 1970) fell on that date at the UTC offset ``offset_s`` (seconds).

    With an unknown offset (None), return whether the time fell on that date in any time zone.
    """
    if offset_s is not None:
        return local_moment(moment_s, offset_s).date() == day
    utc = local_moment(moment_s, 0)
    return (utc - _FARTHEST).date() <= day <= (utc + _FARTHEST).date()

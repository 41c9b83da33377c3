"""The wall clock, which may show anything: a battery is empty, somebody set it, a file came from another machine.

Whatever it shows, what is kept of it passes the gate, and is a day that can be shown.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from game.session.storage.limits import TIME_S


def present_s() -> int:
    """The moment, in whole seconds since 1970, UTC, the nearest that may be kept."""
    return kept_s(time.time())


def kept_s(moment_s: float) -> int:
    """The nearest whole second that may be kept and shown."""
    return min(TIME_S, max(0, int(moment_s)))


def local_moment(moment_s: float) -> datetime:
    """A moment in seconds since 1970 as it is here, or in UTC where the system knows no local time of it."""
    kept = kept_s(moment_s)
    try:
        return datetime.fromtimestamp(kept)
    except (OSError, OverflowError, ValueError):  # Windows knows none after the year 3000
        return datetime(1970, 1, 1) + timedelta(seconds=kept)

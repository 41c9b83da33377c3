"""The time zone and the clock of this machine, for tests of what the days of moments are."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final
from unittest import mock

import pytest

needs_zones: Final = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone is the system's")


@contextmanager
def in_zone(zone: str) -> Iterator[None]:
    """This machine in a time zone, by its name or in POSIX's form, which needs no database of zones."""
    with mock.patch.dict(os.environ, {"TZ": zone}):
        time.tzset()
        yield
    time.tzset()


@contextmanager
def clock_at(local: datetime) -> Iterator[None]:
    """This machine's clock standing at that local time."""
    with mock.patch.object(time, "time", return_value=local.timestamp()):
        yield

"""How much is tried: a part of it whenever the tests run, all of it by ``python build/check.py --nightly``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

NIGHTLY = bool(os.environ.get("MILESTONE_RALLY_NIGHTLY"))

at_night: Final = pytest.mark.skipif(not NIGHTLY, reason="at night only")
"""For what takes seconds and hardly any change breaks."""

Case = TypeVar("Case")


def examples(count: int) -> int:
    """So many at night, a quarter of them by day."""
    return count if NIGHTLY else max(1, count // 4)


def some(cases: Sequence[Case], every: int = 4) -> Sequence[Case]:
    """All of them at night, by day the first and every so many after it."""
    return cases if NIGHTLY else cases[::every]

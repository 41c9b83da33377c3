"""What tests wait for: as long as a busy machine needs, and not for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 120.0
"""After so many seconds a test takes what it waits for as hung; no verdict else hangs on a clock."""


def until(condition: Callable[[], bool], what: str = "the condition") -> None:
    """Wait until the condition holds; fail if it never does."""
    give_up_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < give_up_s, f"waited in vain for {what}"
        time.sleep(0.001)

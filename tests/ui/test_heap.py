from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from pygame import Surface

from game.ui import heap


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system decides")
def test_dropped_pictures_leave_the_process_even_under_one_that_is_kept() -> None:
    heap.keep_free_of_holes()
    Surface((1920, 1080))
    before = resident_bytes()
    pictures = [Surface((300, 420)) for _ in range(100)]
    kept = pictures[-1]
    assert resident_bytes() - before > 40e6
    del pictures
    assert kept.get_width() == 300
    assert resident_bytes() - before < 5e6

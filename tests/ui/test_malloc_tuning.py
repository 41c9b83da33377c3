from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os
from pathlib import Path
from pygame import Surface
from game.ui.window import tune_malloc

def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

tune_malloc()
Surface((1920, 1080))
before = resident_bytes()
pictures = [Surface((300, 420)) for _ in range(100)]
kept = pictures[-1]
full = resident_bytes()
del pictures
print(full - before, resident_bytes() - before, kept.get_width())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system decides")
def test_memory_of_dropped_pictures_leaves_the_process() -> None:
    """In a process of its own, whose heap nothing else has used."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    full, left, _width = map(int, done.stdout.splitlines()[-1].split())
    assert full > 40e6
    assert left < 5e6

"""Somebody plays and cannot leave the window alone: full screen and other sizes at every moment of the race.

MILESTONE_RALLY_RESTLESS_S says for how many seconds; the default keeps the journey short.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from .conftest import Program, screen
from .test_evening import reach_the_hand, saved_moves

pytestmark = pytest.mark.journey

SCREEN = (1280, 1400)
SECONDS = float(os.environ.get("MILESTONE_RALLY_RESTLESS_S", "10"))


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen that is tall: much lies where a smaller window has nothing."""
    with screen(SCREEN) as name:
        yield name


def change(program: Program, rng: Random) -> None:
    """Switch full screen, or drag the edge."""
    if rng.random() < 0.6:
        program.key("F11")
        return
    for _ in range(rng.randrange(1, 6)):
        program.resize(rng.randrange(960, SCREEN[0] + 1), rng.randrange(540, SCREEN[1] + 1))


def discard(program: Program) -> None:
    """Discard the first card if it is the own turn, whatever is asked is answered by Return."""
    if program.tree().get("scene") == "table":
        program.key("1")
        program.key("d")
    else:
        program.key("Return")


def test_a_window_that_changes_all_the_time_does_not_end_the_race(play: Callable[..., Program], tmp_path: Path) -> None:
    rng, changes = Random(1), 0
    program = play("--seed", "7")
    program.click(program.control("Play a match"))
    reach_the_hand(program)
    end_s = time.monotonic() + SECONDS
    while time.monotonic() < end_s and program.is_running:
        with contextlib.suppress(subprocess.CalledProcessError):  # there is no window any more
            discard(program)
            for _ in range(3):
                change(program, rng)
                changes += 1
                time.sleep(rng.choice((0.05, 0.2, 0.5)))
        assert program.tree().get("scene") != "error"
    assert program.is_running, program.close()
    reach_the_hand(program)
    print(f"{changes} changes, moves: {saved_moves(tmp_path)}")
    assert len([move for move in saved_moves(tmp_path) if move.startswith("0 ")]) > 1
    assert not (tmp_path / "milestone-rally.log").exists()
    assert program.close() == ""

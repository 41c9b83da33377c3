"""Somebody plays and cannot leave anything alone: full screen, sizes, languages, buttons, cards, at every moment.

MILESTONE_RALLY_RANDOM_INPUT_S says for how many seconds; the default keeps the journey short.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from .conftest import Program, screen
from .test_evening import reach_the_hand, saved_moves

pytestmark = pytest.mark.journey

SCREEN = (1280, 1400)
SECONDS = float(os.environ.get("MILESTONE_RALLY_RANDOM_INPUT_S", "6"))


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen that is tall: much lies where a smaller window has nothing."""
    with screen(SCREEN) as name:
        yield name


QUITS = {"quit"}
"""The controls that are left alone."""
OPENED = {"menu", "language", "settings", "rules", "confirm", "discards", "notice"}
"""The screens that Escape closes."""


def change(program: Program, rng: Random) -> None:
    """Switch full screen, or drag the edge, also to less than there is room for."""
    if rng.random() < 0.5:
        program.key("F11")
        return
    width, height = (960, 540) if rng.random() < 0.8 else (300, 200)
    for _ in range(rng.randrange(1, 6)):
        program.resize(rng.randrange(width, SCREEN[0] + 1), rng.randrange(height, SCREEN[1] + 1))


def meddle(program: Program, rng: Random) -> None:
    """Press a control or a key that has nothing to do with the race, or drag something somewhere."""
    controls = [control for control in program.controls() if control["id"] not in QUITS]
    dice = rng.random()
    if dice < 0.4 or not controls:
        program.key(rng.choice(("F2", "F1", "m", "h", "v", "Escape", "Tab", "Right", "BackSpace")))
    elif dice < 0.7:
        program.click(rng.choice(controls))
    else:
        program.drag(rng.choice(controls), rng.choice(controls))


def go_on(program: Program) -> None:
    """Come back to the race by one step, or take a turn: discard the first card."""
    scene = program.tree().get("scene")
    if scene == "table":
        program.key("1")
        program.key("d")
    elif scene == "title":
        found = [control for control in program.controls() if control["id"] in {"continue", "race"}]
        program.click(found[0])
    else:
        program.key("Escape" if scene in OPENED else "Return")


def come_back(program: Program) -> None:
    """Come back to the race, in a window that has room for it."""
    program.resize(*SCREEN)

    def is_there() -> bool:
        tree = program.tree()
        if tree.get("scene") == "table" and any(control["role"] == "card" for control in tree["controls"]):
            return True
        go_on(program)
        time.sleep(0.5)
        return False

    program.wait("the race", is_there)


def has_moved_twice(program: Program, folder: Path) -> bool:
    """Whether the person has made two moves; on a busy machine the time is over before, and one more follows."""
    if len([move for move in saved_moves(folder) if move.startswith("0 ")]) > 1:
        return True
    go_on(program)
    time.sleep(0.5)
    return False


def test_race_survives_random_input_to_the_window(play: Callable[..., Program], tmp_path: Path) -> None:
    rng, counts, log = Random(1), Counter[str](), tmp_path / "milestone-rally.log"
    program = play("--seed", "7")
    program.click(program.control("Race"))
    reach_the_hand(program)
    end_s = time.monotonic() + SECONDS
    while time.monotonic() < end_s and program.is_running:
        with contextlib.suppress(subprocess.CalledProcessError):  # there is no window any more
            go_on(program)
            for act in rng.choices((change, meddle), (2, 1), k=3):
                act(program, rng)
                counts[act.__name__] += 1
                time.sleep(rng.choice((0.05, 0.2, 0.5)))
        counts[f"seen {program.tree().get('scene')}"] += 1
        assert program.tree().get("scene") != "error"
    assert program.is_running, program.close()
    come_back(program)
    print(f"{dict(counts)}, moves: {saved_moves(tmp_path)}")
    program.wait("a second own move", lambda: has_moved_twice(program, tmp_path))
    assert " ERROR " not in (log.read_text(encoding="utf-8") if log.exists() else "")
    assert program.close() == ""

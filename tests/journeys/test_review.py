"""A leg under review by mouse: from a kept match to its look back, a costly decision, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.played_legs import SHORTEST, played_match

from .conftest import Program

pytestmark = pytest.mark.journey


def look_back(play: Callable[..., Program], folder: Path) -> Program:
    """A match of one very short leg is taken in, and that leg looked back at."""
    file = folder / "from a friend.json"
    file.write_bytes(replace(played_match(seats=2, legs=1, seed=SHORTEST), name="Friend").to_bytes())
    program = play(str(file))
    program.scene("roadbook")
    program.control("Imported: Friend")
    program.click(program.control("Look back"))
    program.scene("replay")
    return program


def test_costly_decision_of_a_kept_leg_is_asked_and_its_answer_shown(
    play: Callable[..., Program], tmp_path: Path
) -> None:
    program = look_back(play, tmp_path)
    program.click(program.control("Next pin"))
    program.scene("pin")
    program.control("What would you play?")
    program.click(program.control("Show me"))
    program.control("This was better")
    program.key("Escape")
    program.scene("replay")
    program.click(program.control("Roadbook"))
    program.scene("roadbook")
    assert program.close() == ""


def test_review_left_before_its_end_leaves_no_process_behind(play: Callable[..., Program], tmp_path: Path) -> None:
    program = look_back(play, tmp_path)
    program.key("Escape")
    program.scene("roadbook")
    assert program.close() == ""

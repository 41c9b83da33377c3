"""A leg under review by mouse: from a kept match to its replay, its review, a place on the table, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.played_legs import SHORTEST, played_match

from .conftest import Program

pytestmark = pytest.mark.journey


def begin_review(play: Callable[..., Program], folder: Path) -> Program:
    """A match of one very short leg is taken in, and that leg about to be reviewed."""
    file = folder / "from a friend.json"
    file.write_bytes(replace(played_match(seats=2, legs=1, seed=SHORTEST), name="Friend").to_bytes())
    program = play(str(file))
    program.scene("roadbook")
    program.control("Imported: Friend")
    program.click(program.control("Look back"))
    program.scene("replay")
    program.click(program.control("Review"))
    return program


def test_kept_leg_is_reviewed_and_its_costliest_decision_seen_on_the_table(
    play: Callable[..., Program], tmp_path: Path
) -> None:
    program = begin_review(play, tmp_path)
    program.scene("review")
    program.control("The three costliest decisions")
    values = {control["id"]: control["value"] for control in program.controls()}
    assert "Better" in values["decision.0"]
    assert values["chances"].startswith("Turn ")

    program.click(program.control("Leg"))
    program.wait("the chances of the leg", lambda: chosen(program) == "Leg")
    dearest = next(control for control in program.controls() if control["id"] == "decision.0")
    program.click(dearest)
    program.scene("replay")
    turn = next(control for control in program.controls() if control["id"] == "turn")
    assert turn["name"].startswith(f"Before {dearest['name'].replace('Turn', 'turn')} of")
    program.click(program.control("Review"))
    program.scene("review")
    program.click(program.control("Replay"))
    program.scene("replay")
    program.click(program.control("Roadbook"))
    program.scene("roadbook")
    assert program.close() == ""


def chosen(program: Program) -> str | None:
    """What the chances are shown of."""
    return next((c["value"] for c in program.controls() if c["id"] == "chances_of"), None)


def test_review_left_before_its_end_leaves_no_process_behind(play: Callable[..., Program], tmp_path: Path) -> None:
    program = begin_review(play, tmp_path)
    program.key("Escape")
    program.scene("replay")
    assert program.close() == ""

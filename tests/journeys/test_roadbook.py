"""A match file that is given at the start: named by the real keyboard, and its leg looked back at by a real process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.played_legs import SHORTEST, played_match

from .conftest import Program

pytestmark = pytest.mark.journey


def test_match_file_given_at_the_start_is_named_and_its_costly_decision_shown(
    play: Callable[..., Program], tmp_path: Path
) -> None:
    file = tmp_path / "from a friend.json"
    file.write_bytes(replace(played_match(seats=2, legs=1, seed=SHORTEST), name="Friend").to_bytes())
    program = play(str(file))
    program.scene("roadbook")
    program.control("Imported: Friend")
    program.click(program.control("Name…"))
    program.control("Name", "textbox")
    program.key("s")
    program.click(program.control("Save name"))
    program.control("Friends")

    program.click(program.control("Look back"))
    program.scene("replay")
    program.click(program.control("Next pin"))
    program.scene("pin")
    program.click(program.control("Show me"))
    program.control("This was better")
    program.key("Escape")
    program.scene("replay")
    program.click(program.control("Roadbook"))
    program.click(program.control("Drivers", "tab"))
    program.click(program.control("New race…"))
    program.scene("setup")
    assert program.close() == "", "and no process is left that would keep its standard error open"

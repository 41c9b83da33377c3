"""Taking moves back, looking at a leg again, deals by their number and settings that are kept, with the real mouse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Program
from .test_evening import drag_a_card, reach_the_hand, saved_moves

pytestmark = [pytest.mark.journey, pytest.mark.usefixtures("quick")]

CODE = "BDW-HBQ-QZB"


def own_moves(folder: Path) -> list[str]:
    """What the person has played in the running leg."""
    return [move for move in saved_moves(folder) if move.startswith("0 ")]


def kept(folder: Path) -> list[dict[str, object]]:
    """The matches on disk."""
    return [json.loads(path.read_bytes()) for path in (folder / "matches").glob("*.json")]


def test_move_is_taken_back_and_made_again(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play("--seed", "7")
    program.click(program.control("Race"))
    hand = [card["name"] for card in reach_the_hand(program)]
    drag_a_card(program)
    reach_the_hand(program)
    (made,) = own_moves(tmp_path)
    program.click(program.control("Take back your last move"))
    program.wait("the move to be gone", lambda: own_moves(tmp_path) == [])
    program.wait("the hand from before", lambda: [card["name"] for card in reach_the_hand(program)] == hand)
    program.click(program.control("Redo"))
    program.wait("the move again", lambda: own_moves(tmp_path) == [made])
    assert program.close() == ""


def enabled(program: Program, id: str) -> dict[str, object] | None:
    """The control of that id, once it can be pressed."""
    return next((c for c in program.controls() if c["id"] == id and c["enabled"]), None)


def test_running_match_is_replayed_move_by_move(play: Callable[..., Program]) -> None:
    program = play("--seed", "7")
    program.click(program.control("Race"))
    drag_a_card(program)
    reach_the_hand(program)
    program.click(program.control("Menu"))
    program.click(program.control("Back to main menu"))
    program.click(program.control("Roadbook"))
    program.scene("roadbook")
    program.click(program.control("Look back"))
    program.scene("replay")
    program.click(program.wait("the button", lambda: enabled(program, "first")))
    program.control("The deal")
    program.click(program.wait("the button", lambda: enabled(program, "on_one")))
    program.wait("the first turn", lambda: any(c["name"].startswith("Turn 1 of ") for c in program.controls()))
    program.click(program.wait("the button", lambda: enabled(program, "back_one")))
    program.control("The deal")
    program.key("Escape")
    program.scene("roadbook")
    assert program.close() == ""


def test_deal_is_typed_in_and_begun(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play()
    program.click(program.wait("the sign", lambda: enabled(program, "deals")))
    program.scene("calendar")
    program.click(program.wait("the way to other deals", lambda: enabled(program, "code")))
    program.scene("deal")
    program.click(program.wait("the fields", lambda: enabled(program, "code")))
    for letter in CODE.replace("-", "").lower():
        program.key(letter)
    program.click(program.wait("the red button", lambda: enabled(program, "play")))
    program.scene("table")
    reach_the_hand(program)
    (match,) = program.wait("the match on disk", lambda: kept(tmp_path))
    assert match["kind"] == "deal"
    assert program.close() == ""


def test_changed_setting_is_kept(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play()
    program.click(program.control("Settings"))
    program.scene("settings")
    program.click(program.control("Picture and sound"))
    box = program.wait("a switch", lambda: next((c for c in program.controls() if c["id"] == "reduced_motion"), None))
    program.click(box)
    changed = program.wait("the other state", lambda: state_of(program) != box["value"] and state_of(program))
    program.close()
    program = play()
    program.click(program.control("Settings"))
    program.scene("settings")
    program.click(program.control("Picture and sound"))
    program.wait("the state that was left", lambda: state_of(program) == changed)
    assert program.close() == ""


def state_of(program: Program) -> object:
    """Whether less motion is chosen."""
    return next((c["value"] for c in program.controls() if c["id"] == "reduced_motion"), None)

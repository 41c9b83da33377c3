"""Kept matches by mouse: named, copied, exported, deleted and fetched back, taken in, gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.played_legs import played_match

from .conftest import Program

pytestmark = [pytest.mark.journey, pytest.mark.usefixtures("quick")]


def names(folder: Path) -> list[str]:
    """What the kept matches are called."""
    return sorted(json.loads(path.read_bytes())["name"] for path in (folder / "matches").glob("*.json"))


def begin_and_leave(program: Program) -> None:
    """Begin a match, and go back to the title."""
    program.scene("title")
    program.click(program.control("Race"))
    program.scene("table")
    program.click(program.control("Menu"))
    program.click(program.control("Back to main menu"))
    program.scene("title")


def test_match_is_named_copied_exported_deleted_and_fetched_back(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play("--seed", "7")
    begin_and_leave(program)
    program.click(program.control("Roadbook"))
    program.scene("roadbook")
    program.click(program.control("Name…"))
    program.control("Name", "textbox")
    for letter in ("S", "u", "n"):
        program.key(letter)
    program.click(program.control("Save name"))
    program.wait("the name", lambda: names(tmp_path) == ["Sun"])
    program.wait("the name in the panel", lambda: any(c["name"] == "Sun" for c in program.controls()))

    program.click(program.control("Copy"))
    program.wait("the copy", lambda: names(tmp_path) == ["Copy of Sun", "Sun"])
    program.wait("the copy in the panel", lambda: any(c["name"] == "Copy of Sun" for c in program.controls()))

    program.click(program.control("Delete"))
    program.control("Deleted: Copy of Sun")
    program.wait("the copy to be gone", lambda: names(tmp_path) == ["Sun"])
    program.click(program.control("Undo"))
    program.control("Restored: Copy of Sun")
    program.wait("the copy", lambda: names(tmp_path) == ["Copy of Sun", "Sun"])

    program.click(program.control("Export…"))
    program.scene("notice")
    program.click(program.control("All right"))
    (exported,) = (tmp_path / "exports").glob("*.json")
    assert json.loads(exported.read_bytes())["name"] == "Copy of Sun"

    program.click(program.control("Import…"))
    program.scene("import")
    program.click(program.control("Import"))
    program.control("Already here: Copy of Sun")
    assert names(tmp_path) == ["Copy of Sun", "Sun"]

    program.click(program.control("Continue"))
    program.scene("table")
    assert program.close() == ""


def test_match_file_on_the_command_line_is_taken_in_once(play: Callable[..., Program], tmp_path: Path) -> None:
    first = play("--seed", "7")
    begin_and_leave(first)
    first.close()
    (kept,) = (tmp_path / "matches").glob("*.json")
    file = tmp_path / "from a friend.json"
    file.write_bytes(replace(played_match(), name="Friend").to_bytes())
    program = play(str(file), str(kept))
    program.scene("roadbook")
    program.wait("the friend's match", lambda: names(tmp_path) == ["", "Friend"])
    program.click(program.control("Close"))
    program.scene("title")
    program.click(program.control("Continue"))
    program.control("Hugo won leg 2")


def test_file_that_is_no_match_is_refused_in_a_sentence(play: Callable[..., Program], tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    file.write_text("Dear all")
    program = play(str(file))
    program.scene("notice")
    program.control("“letter.json” contains neither a race nor a profile.")
    program.click(program.control("All right"))
    program.scene("title")
    assert names(tmp_path) == []

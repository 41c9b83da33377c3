"""Who plays, by mouse: a name, a colour, a car, and a second driver, who is there again at the next start."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Program

pytestmark = [pytest.mark.journey, pytest.mark.usefixtures("quick")]


def kept(folder: Path) -> list[dict[str, Any]]:
    """The persons in the settings’ file."""
    path = folder / "settings.json"
    return [*json.loads(path.read_bytes())["people"].values()] if path.exists() else []


def row(program: Program, name: str) -> dict[str, Any]:
    """The row of the list with that name, whatever else it tells."""
    return program.wait(name, lambda: next((c for c in program.controls() if c["name"].split(" · ")[0] == name), None))


def open_profiles(program: Program) -> None:
    """Open the profiles by the licence in the Roadbook."""
    program.click(next(control for control in program.controls() if control["id"] == "roadbook"))
    program.scene("roadbook")
    program.click(program.control("Drivers", "tab"))
    program.click(program.control("Driver’s license", "button"))
    program.scene("profiles")


def test_profiles_of_two_drivers_are_there_at_the_next_start(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play()
    program.scene("title")
    open_profiles(program)
    for letter in ("A", "d", "a"):
        program.key(letter)
    program.click(program.control("Blue"))
    program.click(program.control("New profile"))
    row(program, "No name yet")
    for letter in ("B", "o"):
        program.key(letter)
    row(program, "Bo")
    program.click(program.control("Close"))
    program.scene("roadbook")
    program.click(program.control("Close"))
    program.scene("title")
    program.control("Bo’s Roadbook")
    program.wait("both to be kept", lambda: [p["name"] for p in kept(tmp_path)] == ["Ada", "Bo"])
    assert kept(tmp_path)[0]["livery"]["paint"] == "blue"
    program.click(program.control("Race"))
    program.scene("table")
    (match,) = (tmp_path / "matches").glob("*.json")
    assert any(player.get("profile", {}).get("name") == "Bo" for player in json.loads(match.read_bytes())["players"])
    assert program.close() == ""

    again = play()
    again.scene("title")
    open_profiles(again)
    again.click(row(again, "Ada"))
    again.click(again.control("Close"))
    again.scene("roadbook")
    again.control("Ada’s Roadbook")

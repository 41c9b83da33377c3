"""Statistics and milestones by mouse: looked at, filtered, walked through and begun anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.people.profiles import Profile
from game.settings.settings import Person, Settings
from game.settings.user_files import UserFiles
from tests.features.roadbook.roadbook_stage import fill_season

from .conftest import Program

pytestmark = pytest.mark.journey


def note(program: Program) -> str:
    return str(next((c["name"] for c in program.controls() if c["id"] == "note"), ""))


def test_statistics_of_a_season_are_filtered_and_reset(play: Callable[..., Program], tmp_path: Path) -> None:
    files = UserFiles(tmp_path)
    files.save_settings(Settings(people=(Person("tester"),)))
    fill_season(files, Profile("tester"))
    files.close()
    program = play()
    program.scene("title")
    program.click(program.control("Roadbook"))
    program.scene("roadbook")
    program.click(program.control("Drivers", "tab"))
    program.wait("the figures", lambda: note(program).startswith("80 legs"))
    program.click(program.control("In teams", "radio"))
    program.wait("no legs", lambda: note(program) == "No leg of this kind yet")
    program.click(program.control("All", "radio"))
    program.wait("all legs", lambda: note(program).startswith("80 legs"))

    program.click(program.control("Collection", "tab"))
    program.wait("the milestones", lambda: note(program).startswith("Last: "))
    (team,) = [c for c in program.controls() if c["id"] == "milestones.team"]
    program.click(team)
    said = "Good company. Win a race in a team. Not reached yet."
    program.wait("the foot", lambda: any(c["id"] == "chosen" and c["name"] == said for c in program.controls()))

    program.click(program.control("Drivers", "tab"))
    program.wait("the figures", lambda: note(program).startswith("80 legs"))
    program.click(program.control("Reset the statistics"))
    program.scene("confirm")
    program.click(program.control("Reset"))
    program.scene("roadbook")
    program.click(program.control("New race…"))
    program.scene("setup")
    assert program.close() == ""
    assert len(list((tmp_path / "matches").glob("*.json"))) == 20

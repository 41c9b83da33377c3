"""A package that is replaced while its program runs, as a package manager does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from . import conftest
from .conftest import PATIENCE_S, PROGRAM, Program
from .test_evening import saved_moves

pytestmark = [
    pytest.mark.journey,
    pytest.mark.usefixtures("quick"),
    pytest.mark.skipif(
        "MILESTONE_RALLY_PROGRAM" not in os.environ or len(PROGRAM) > 1,
        reason="a checkout is not updated as a whole; this is for packages",
    ),
]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program in a folder of its own, which is what ``play`` starts."""
    installed = Path(shutil.which(PROGRAM[0]) or PROGRAM[0]).resolve()
    folder = tmp_path / "installed"
    shutil.copytree(installed.parent, folder, symlinks=True)
    monkeypatch.setattr(conftest, "PROGRAM", [str(folder / installed.name)])
    return folder / installed.name


def update(program: Path) -> None:
    """Put a program in its place in which nothing lies where it lay."""
    shutil.copy("/bin/true", program.with_suffix(".new"))
    os.replace(program.with_suffix(".new"), program)


def test_screen_removed_by_an_update_asks_for_a_restart(program: Path, play: Callable[..., Program]) -> None:
    game = play()
    game.control("Roadbook")
    update(program)
    game.click(game.control("Roadbook"))
    game.scene("restart")
    game.click(game.control("Quit"))
    assert game._process.wait(PATIENCE_S) == 0
    assert game.close() == ""


def test_race_goes_on_after_an_update_until_another_screen_is_opened(
    program: Path, play: Callable[..., Program], tmp_path: Path
) -> None:
    game = play("--seed", "7")
    game.click(game.control("Race"))
    game.scene("table")
    update(program)
    moves = len(saved_moves(tmp_path))
    for key in ("1", "d"):
        game.key(key)
    game.wait("a rival's move", lambda: len(saved_moves(tmp_path)) > moves + 1)
    game.key("F1")
    game.scene("restart")
    message = next(control["name"] for control in game.controls() if control["id"] == "message")
    assert message.endswith("Your race is safe and will continue next time.")
    assert game.close() == ""

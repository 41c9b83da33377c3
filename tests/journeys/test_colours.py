"""The game on screens that have more colours than most, or less."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .conftest import PATIENCE_S, PROGRAM, ROOT, SCREEN, Program, screen

pytestmark = pytest.mark.journey


@pytest.fixture
def display(request: pytest.FixtureRequest) -> Iterator[str]:
    """A virtual screen with so many bits of colour."""
    with screen(SCREEN, request.param) as name:
        yield name


@pytest.mark.parametrize("display", [16, 30], indirect=True)
def test_game_opens_with_each_colour_depth(play: Callable[..., Program]) -> None:
    program = play()
    program.scene("title")
    program.resize(1000, 600)
    program.wait("the other size", lambda: program.tree()["size"] == [1000, 600])
    program.click(program.control("Race"))
    program.scene("table")
    assert program.close() == ""


@pytest.mark.parametrize("display", [8], indirect=True)
def test_unsupported_colour_depth_is_not_reported_as_a_missing_display(display: str, tmp_path: Path) -> None:
    wanted = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy", "LC_ALL": "C"}
    ended = subprocess.run(
        [*PROGRAM, "--user-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, **wanted},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "milestone-rally: no window can be opened (Unknown window pixel format)\n"

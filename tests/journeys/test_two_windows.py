"""The game started twice: the second window leads to the first, which comes to the front of what covers it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .conftest import PATIENCE_S, PROGRAM, ROOT, Program

pytestmark = pytest.mark.journey


class Window:
    """A further window of the game."""

    def __init__(self, beside: Program, user_dir: Path, tree: Path) -> None:
        self._tree = tree
        self._environment = beside._environment
        command = [*PROGRAM, "--user-dir", str(user_dir), "--ui-tree", str(tree)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self._environment)
        wait(self._tree.exists)
        self.id = self.xdotool("search", "--sync", "--onlyvisible", "--pid", str(self.process.pid)).split()[-1]

    @property
    def scene(self) -> str:
        return json.loads(self._tree.read_text(encoding="utf-8"))["scene"]

    def xdotool(self, *arguments: str) -> str:
        command = ["xdotool", *arguments]
        return subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=True, timeout=PATIENCE_S
        ).stdout

    def in_front(self) -> str:
        """The window in the middle of the screen."""
        self.xdotool("mousemove", "640", "360")
        told = self.xdotool("getmouselocation", "--shell").split()
        return next(line.removeprefix("WINDOW=") for line in told if line.startswith("WINDOW="))


def wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.03)


@pytest.fixture
def opened() -> Iterator[list[Window]]:
    """Windows that are closed at the end, if they are still open."""
    windows: list[Window] = []
    yield windows
    for window in windows:
        window.process.kill()
        window.process.wait()


def test_second_start_brings_the_first_window_to_the_front(
    play: Callable[..., Program], opened: list[Window], tmp_path: Path
) -> None:
    first = play()
    first.scene("title")
    opened.append(another := Window(first, tmp_path / "another", tmp_path / "another.json"))
    wait(lambda: another.in_front() == another.id != first._window)
    opened.append(second := Window(first, tmp_path, tmp_path / "second.json"))
    assert second.scene == "already_open"
    second.xdotool("windowfocus", second.id)
    second.xdotool("key", "Return")
    assert second.process.wait(PATIENCE_S) == 0
    wait(lambda: another.in_front() == first._window)
    assert first.is_running

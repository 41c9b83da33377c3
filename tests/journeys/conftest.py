"""The real program in a real window on a virtual screen, driven by a real mouse and keyboard (xdotool).

Controls are found by their accessible names in the file that ``--ui-tree`` writes, never by pixels. Where Xvfb or
xdotool is missing the journeys are skipped; with MILESTONE_RALLY_JOURNEYS=required (the packages' checks) that is a
failure, and with MILESTONE_RALLY_JOURNEYS=packages (CI) only packages are played.
MILESTONE_RALLY_PROGRAM names another program to drive than the source, such as the folder bundle's.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from game.settings.settings import AnimationSpeed, BotPace, Settings
from game.settings.settings_file import SettingsFile

ROOT = Path(__file__).parents[2]
SCREEN = (1280, 720)
PATIENCE_S = 40
PROGRAM = shlex.split(os.environ.get("MILESTONE_RALLY_PROGRAM", "")) or [sys.executable, "-m", "game"]
Control = dict[str, Any]


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A virtual screen of our own; its name, as DISPLAY wants it."""
    with screen(SCREEN) as name:
        yield name


@contextmanager
def screen(pixels: tuple[int, int], colour_bits: int = 24) -> Iterator[str]:
    """A virtual screen of that size while it is needed; its name."""
    if os.environ.get("MILESTONE_RALLY_JOURNEYS") == "packages":
        pytest.skip("the checks of the packages take this journey")
    missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    if missing:
        notice = f"no journey: {' and '.join(missing)} not installed (Debian: apt-get install xvfb xdotool)"
        if os.environ.get("MILESTONE_RALLY_JOURNEYS") == "required":
            pytest.fail(notice)
        pytest.skip(notice)
    reading, writing = os.pipe()
    size = f"{pixels[0]}x{pixels[1]}x{colour_bits}"
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as number:
        name = ":" + number.readline().strip()
    yield name
    server.terminate()
    server.wait()


class Program:
    """One run of the game and the person in front of it."""

    def __init__(self, display: str, folder: Path, *options: str, locale: str) -> None:
        self.folder = folder
        self._tree = folder / "tree.json"
        self._tree.unlink(missing_ok=True)
        self._settled: dict[str, Any] = {}
        self._environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "LC_ALL": locale,
            "LANGUAGE": "",
        }
        command = [*PROGRAM, "--user-dir", str(folder), "--ui-tree", str(self._tree), *options]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stderr=subprocess.PIPE, text=True)
        self._window = self._xdotool("search", "--sync", "--onlyvisible", "--class", "milestone-rally").split()[0]

    def _xdotool(self, *arguments: str) -> str:
        command = ["xdotool", *arguments]
        result = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=True, timeout=PATIENCE_S
        )
        return result.stdout

    def tree(self) -> dict[str, Any]:
        """What is on the screen since it settled last; empty before that."""
        tree = json.loads(self._tree.read_text(encoding="utf-8")) if self._tree.exists() else {}
        if tree.get("settled"):
            self._settled = tree
        return self._settled

    def controls(self) -> list[Control]:
        return self.tree().get("controls", [])

    def wait(self, what: str, found: Callable[[], Any]) -> Any:
        """Wait until ``found()`` gives something true, and return that."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if self._process.poll() is not None:
                pytest.fail(f"the game ended while waiting for {what}: {self._process.stderr.read()}")  # type: ignore[union-attr]
            if result := found():
                return result
            time.sleep(0.03)
        pytest.fail(f"no {what}; on the screen: {[c['name'] for c in self.controls()]}")

    def control(self, name: str, role: str | None = None) -> Control:
        """The control of that accessible name, waited for."""

        def found() -> Control | None:
            fits = (c for c in self.controls() if c["name"] == name and role in (None, c["role"]))
            return next(fits, None)

        return self.wait(f"control {name!r}", found)

    def scene(self, name: str) -> None:
        """Wait until that scene is the one on top."""
        self.wait(f"scene {name!r}", lambda: self.tree().get("scene") == name)

    def _point(self, control: Control) -> tuple[str, str]:
        x, y, width, height = control["rect"]
        return str(round(x + width / 2)), str(round(y + height / 2))

    def _move_to(self, point: tuple[str, str]) -> None:
        self._xdotool("mousemove", "--window", self._window, *point)

    def click(self, control: Control) -> None:
        self._move_to(self._point(control))
        self._xdotool("mousedown", "1")
        self._xdotool("mouseup", "1")

    def drag(self, source: Control, target: Control) -> None:
        """Press on one, move there in twenty small steps, let go on the other."""
        (x0, y0), (x1, y1) = ((int(a), int(b)) for a, b in (self._point(source), self._point(target)))
        self._move_to((str(x0), str(y0)))
        self._xdotool("mousedown", "1")
        for step in range(1, 21):
            self._move_to((str(x0 + (x1 - x0) * step // 20), str(y0 + (y1 - y0) * step // 20)))
        self._xdotool("mouseup", "1")

    def key(self, name: str) -> None:
        self._xdotool("windowfocus", self._window)
        self._xdotool("key", name)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, as dragging its edge does."""
        self._xdotool("windowsize", self._window, str(width), str(height))

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def close(self) -> str:
        """End the program as the system does, and return what it said on standard error."""
        if self._process.poll() is None:
            self._process.terminate()
        _, said = self._process.communicate(timeout=PATIENCE_S)
        return said


@pytest.fixture
def quick(tmp_path: Path) -> None:
    """Nobody waits for cards that fly."""
    settings = Settings().with_values(speed=AnimationSpeed.OFF, pace=BotPace.QUICK, knows_game=True)
    (tmp_path / "settings.json").write_bytes(SettingsFile(settings).to_bytes())


@pytest.fixture
def play(display: str, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts the program with these options, any number of times in the same user folder."""
    programs: list[Program] = []

    def start(*options: str, locale: str = "en_US.UTF-8") -> Program:
        programs.append(Program(display, tmp_path, *options, locale=locale))
        return programs[-1]

    yield start
    for program in programs:
        program.close()

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pygame
import pytest
from pygame import Rect

from game.files.limits import SMALLEST_WINDOW
from game.ui import window
from game.ui.window import opening_size
from tests.cases import each
from tests.waiting import PATIENCE_S
from tests.window import open_window

SCREENS = ((3840, 2160), (2560, 1440), (1920, 1080), (1366, 768), (1280, 720), (3440, 1440), (1080, 1920), (1600, 1200))


def test_window_docstring_examples_are_true() -> None:
    result = doctest.testmod(window)
    assert (result.failed, result.attempted > 0) == (0, True)


@each("screen", SCREENS)
def test_first_window_takes_two_thirds_of_the_screen_height(screen: tuple[int, int]) -> None:
    wide, high = opening_size(screen, SMALLEST_WINDOW)
    assert high == max(SMALLEST_WINDOW[1], round(screen[1] * 2 / 3))
    assert SMALLEST_WINDOW[0] <= wide <= 0.9 * screen[0]


@each("screen", [*SCREENS, (1024, 600), (800, 480), (640, 1136)])
@each("saved", [None, (960, 540), (3840, 2160), (5000, 700)])
def test_window_never_opens_larger_than_the_screen(screen: tuple[int, int], saved: tuple[int, int] | None) -> None:
    wide, high = opening_size(screen, SMALLEST_WINDOW, saved)
    assert wide <= screen[0]
    assert high <= screen[1]


def test_saved_window_size_that_fits_stays() -> None:
    assert opening_size((1920, 1080), SMALLEST_WINDOW, (1400, 800)) == (1400, 800)


def test_window_shows_only_areas_inside_it(tmp_path: Path) -> None:
    shown: list[list[Rect]] = []
    with open_window(tmp_path) as driver:
        driver.app.window._present_areas = lambda areas: not shown.append([*areas])
        w, h = driver.app.window.size
        driver.app.window.present([Rect(w + 5, 10, 20, 20), Rect(w - 10, h - 10, 50, 50), Rect(10, 10, 5, 5)])
    assert shown[0] == [Rect(w - 10, h - 10, 10, 10), Rect(10, 10, 5, 5)]


def test_window_uses_all_physical_pixels(tmp_path: Path) -> None:
    with mock.patch.object(pygame, "Window", wraps=pygame.Window) as opened, open_window(tmp_path):
        assert opened.call_args.kwargs["allow_high_dpi"]


@pytest.fixture
def wayland() -> Iterator[dict[str, str]]:
    """What a program needs to open its window on a Wayland screen at 200 %."""
    if shutil.which("weston") is None:
        pytest.skip("no Wayland: weston is not installed (Debian: apt-get install weston)")
    folder = Path(tempfile.mkdtemp())  # the path of a socket has to be short
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "WAYLAND_DISPLAY": "screen", "LC_ALL": "C.UTF-8"}
    command = ["weston", "--backend=headless-backend.so", "--scale=2", "--socket=screen", "--idle-time=0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as compositor:
        end_s = time.monotonic() + PATIENCE_S
        while not (folder / "screen").exists():
            assert compositor.poll() is None, "weston ended"
            assert time.monotonic() < end_s, "weston does not start"
            time.sleep(0.03)
        yield {**environment, "SDL_VIDEODRIVER": "wayland", "SDL_AUDIODRIVER": "dummy"}
        compositor.terminate()
    shutil.rmtree(folder)


OPEN_ON_WAYLAND = """
import pygame
from game.app import WINDOW
from game.ui.window import GameWindow
opened = GameWindow(WINDOW, size=(960, 540))
opened.present()
press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 50), button=1)
print(pygame.display.get_driver(), opened.size_in_points, opened.size, opened.in_pixels(press).pos)
opened.close()
"""


def test_wayland_window_is_sharp_at_200_percent(wayland: dict[str, str]) -> None:
    command = [sys.executable, "-c", OPEN_ON_WAYLAND]
    told = subprocess.run(command, env=wayland, capture_output=True, text=True, timeout=60, check=True).stdout
    assert told.splitlines()[-1] == "wayland (960, 540) (1920, 1080) (200, 100)"

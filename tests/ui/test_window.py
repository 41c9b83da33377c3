from __future__ import annotations

import doctest
from pathlib import Path

from pygame import Rect

from game.session.storage.limits import SMALLEST_WINDOW
from game.ui import window
from game.ui.window import opening_size
from tests.cases import each
from tests.window import open_window

SCREENS = ((3840, 2160), (2560, 1440), (1920, 1080), (1366, 768), (1280, 720), (3440, 1440), (1080, 1920), (1600, 1200))


def test_the_examples_in_the_docstrings_are_true() -> None:
    result = doctest.testmod(window)
    assert (result.failed, result.attempted > 0) == (0, True)


@each("screen", SCREENS)
def test_the_first_window_takes_about_two_thirds_of_the_screen_s_height(screen: tuple[int, int]) -> None:
    wide, high = opening_size(screen, SMALLEST_WINDOW)
    assert high == max(SMALLEST_WINDOW[1], round(screen[1] * 2 / 3))
    assert SMALLEST_WINDOW[0] <= wide <= 0.9 * screen[0]


@each("screen", [*SCREENS, (1024, 600), (800, 480), (640, 1136)])
@each("saved", [None, (960, 540), (3840, 2160), (5000, 700)])
def test_no_window_opens_larger_than_the_screen(screen: tuple[int, int], saved: tuple[int, int] | None) -> None:
    wide, high = opening_size(screen, SMALLEST_WINDOW, saved)
    assert wide <= screen[0]
    assert high <= screen[1]


def test_a_saved_size_that_fits_stays() -> None:
    assert opening_size((1920, 1080), SMALLEST_WINDOW, (1400, 800)) == (1400, 800)


def test_only_what_lies_in_the_window_is_shown(tmp_path: Path) -> None:
    shown: list[list[Rect]] = []
    with open_window(tmp_path) as driver:
        driver.app.window._present_areas = lambda areas: not shown.append([*areas])
        w, h = driver.app.window.size
        driver.app.window.present([Rect(w + 5, 10, 20, 20), Rect(w - 10, h - 10, 50, 50), Rect(10, 10, 5, 5)])
    assert shown[0] == [Rect(w - 10, h - 10, 10, 10), Rect(10, 10, 5, 5)]

"""The title's landscape lives while somebody may look, and what is drawn of it anew is what all of it would show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.features.title.landscape import Landscape, Sprite
from game.features.title.scene import TitleScene
from game.scenes import background, host
from game.scenes.host import Power
from game.ui.drawing import looks
from game.ui.layout.tree_form import TreeForm
from tests.fit import look, watching
from tests.recording_output import RecordingOutput
from tests.window import Driver, at_rest, open_window

ROUNDED, SPECKS = 4, 400
"""By so much a colour may differ, of 255, and so many may differ by more, of the millions there are."""


@pytest.fixture
def title(tmp_path: Path) -> Iterator[Driver]:
    with open_window(tmp_path, lives=True) as driver:
        driver.settle()
        yield driver


def moves(driver: Driver, seconds: float = 2.0) -> bool:
    before = driver.app.presenter.frames_presented
    driver.wait(seconds)
    return driver.app.presenter.frames_presented > before


def life(driver: Driver) -> tuple[Landscape, float]:
    """The landscape of the title, and for how many seconds it has lived."""
    living = driver.top(TitleScene)._life
    assert living._living is not None
    return living._living, living._lived_s


def send_rival(driver: Driver, ago_s: float) -> None:
    landscape, lived_s = life(driver)
    landscape._starts_s = lived_s - ago_s


@pytest.mark.parametrize("scenery", ["day", "coast", "snow", "autumn", "night"])
@pytest.mark.parametrize("size", [(960, 540), (1080, 1350)])
def test_partial_redraw_equals_a_full_one(size: tuple[int, int], scenery: str, tmp_path: Path) -> None:
    with open_window(tmp_path, size=size, lives=True) as driver:
        looks.switch_looks(replace(looks.LOOKS, scenery=scenery))
        driver.top(TreeForm).lay_out()
        driver.settle()
        driver.top(TitleScene)._life._lived_s = 0.0  # however long the pictures took to draw
        driver.wait(1.0)
        send_rival(driver, 2.0)
        for _ in range(3):
            driver.wait(2.0)
            partly = np.frombuffer(driver.pixels(), np.uint8)
            driver.app.scene.mark_overdrawn()
            driver.app.scene.dirty = True
            driver.app.presenter.present_if_changed()
            off = np.abs(np.frombuffer(driver.pixels(), np.uint8).astype(np.int16) - partly) > ROUNDED
            assert np.count_nonzero(off) <= SPECKS, "but for edges of letters, which are blended in two steps"
    looks.switch_looks(looks.Looks())


@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("size", [(960, 540), (1920, 1080), (1080, 1350)])
def test_sky_never_moves_behind_the_name(size: tuple[int, int], text_size: int, tmp_path: Path) -> None:
    with watching() as watch, open_window(tmp_path, size=size, lives=True) as driver:
        watch.clear()
        look(driver, text_size)
        name = [line.place for line in watch.lines if line.words in ("MILESTONE", "RALLY")]
        living, _ = life(driver)
        for now_s in range(600):
            for sprite in (*living._clouds(now_s), *living._birds(now_s)):
                seen = sprite.picture.get_bounding_rect().move(sprite.top_left)
                assert seen.collidelist(name) < 0, f"after {now_s} s at {seen}"


def test_landscape_is_still_with_a_rival_parked_under_reduced_motion(tmp_path: Path) -> None:
    with open_window(at_rest(tmp_path), lives=True) as driver:
        driver.settle()
        assert not moves(driver, 60.0)


def lose_focus(driver: Driver) -> None:
    driver.post(pygame.WINDOWFOCUSLOST)


def be_left_alone(driver: Driver) -> None:
    driver.clock.now_s += 301


def run_low(driver: Driver) -> None:
    driver.app.power_meter.power = Power(is_battery=True, percent=19)


@pytest.mark.parametrize("stop", [lose_focus, be_left_alone, run_low])
def test_landscape_rests_where_nobody_looks_and_where_power_is_short(
    title: Driver, stop: Callable[[Driver], None]
) -> None:
    assert moves(title)
    stop(title)
    title.pump(4)
    assert not moves(title)


def passing(driver: Driver) -> list[Sprite]:
    landscape, lived_s = life(driver)
    return [*landscape._passing(lived_s)]


def test_rival_never_stops_behind_the_milestone(title: Driver) -> None:
    send_rival(title, 6.5)
    title.pump(2)
    assert passing(title)
    lose_focus(title)
    title.pump(4)
    assert not passing(title)


@pytest.mark.parametrize(("size", "is_there"), [((1080, 1350), True), ((960, 1600), False)])
def test_milestone_is_only_where_the_car_stands_clear_of_it(
    size: tuple[int, int], is_there: bool, tmp_path: Path
) -> None:
    with open_window(tmp_path, size=size, lives=True) as driver:
        driver.settle()
        living, _ = life(driver)
        assert (living._has_stone, living._car is not None) == (is_there, True)
        assert background.stone_box(size).colliderect(background.car_box(size)) != is_there


def test_landscape_is_woken_by_a_key(title: Driver) -> None:
    be_left_alone(title)
    title.pump(4)
    assert not moves(title)
    title.key(pygame.K_TAB)
    assert moves(title)


def test_battery_is_asked_in_a_thread(title: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "_power", lambda: Power(is_battery=True, percent=5))
    title.wait(61.0)
    title.until(lambda: not moves(title, 0.5), "the battery's answer")


def test_press_is_taken_while_a_rival_drives_by(title: Driver) -> None:
    send_rival(title, 1.0)
    title.pump(2)
    title.press("one_screen")
    assert title.scene == "one_screen"


def test_rival_driving_by_is_followed_by_another(title: Driver) -> None:
    living, _ = life(title)
    send_rival(title, 6.9)
    title.wait(1.0)
    wait_s = living._starts_s - life(title)[1]
    assert 20 < wait_s < 46


@pytest.mark.parametrize("reduced_motion", [False, True])
def test_car_sounds_its_horn_and_rocks_where_it_is_pressed(tmp_path: Path, reduced_motion: bool) -> None:
    heard = RecordingOutput()
    folder = at_rest(tmp_path) if reduced_motion else tmp_path
    with open_window(folder, lives=True, output=heard) as driver:
        driver.app.save_settings(driver.app.settings.with_values(captions=True))
        driver.settle()
        car, before = background.car_box(driver.app.size), driver.nodes()
        living, _ = life(driver)
        driver.click(car.topleft)
        assert "horn" not in heard.names, "there is none of it in the corner"
        driver.click(car.center)
        assert heard.names.count("horn") == 1
        assert driver.control("sound_caption").name == "Horn"
        heights = set()
        for _ in range(30):
            driver.pump()
            heights.add(next(iter(living._waiting(life(driver)[1]))).top_left[1])
        assert (max(heights) - min(heights) > 6) is not reduced_motion
        assert driver.nodes()[:-1] == before, "it is no control"

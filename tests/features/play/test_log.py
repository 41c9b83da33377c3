"""The log scrolled by wheel, bar, button and keys."""

from __future__ import annotations

import pygame
import pytest

from game.features.play.scene import TableScene
from game.table.log import newest_button_place, scroll_track
from game.ui.accessibility_tree import accessible_text
from tests.features.play.table_driver import choose, fresh_picture, table
from tests.scenes.stages import STAGES
from tests.window import Driver, middle


def test_table_log_explains_attacks_alone(driver: Driver) -> None:
    STAGES["extension"](driver)
    assert not any("kept for later" in line for line in driver.log_lines())


@pytest.fixture
def scene(driver: Driver) -> TableScene:
    """A table in the middle of a leg, with more lines than fit."""
    scene = table(driver)
    for _round in range(8):
        discard_first(driver)
    assert len(scene.stage.view.log) > 30
    return scene


def discard_first(driver: Driver) -> None:
    driver.key(pygame.K_1)
    driver.key(pygame.K_d)
    if driver.scene == "confirm":
        driver.press("discard")
    while not driver.app.is_settled:
        driver.key(pygame.K_F5)


def turn(driver: Driver, notches: int) -> None:
    driver.post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False, precise_x=0.0, precise_y=float(notches))


def test_log_scrolls_in_every_way(driver: Driver, scene: TableScene) -> None:
    newest = driver.log_lines()
    assert newest[-1] == scene.stage.view.log[-1].full_text

    driver.point(middle(driver.control("log")))
    turn(driver, 1)
    assert driver.log_lines()[-1] == scene.stage.view.log[-4].full_text
    driver.point((10, 10))
    turn(driver, 1)
    assert driver.log_lines()[-1] == scene.stage.view.log[-4].full_text, "the pointer is elsewhere"

    driver.click(tuple(map(round, newest_button_place(scene.picture.places.layout).center)))  # type: ignore[arg-type]
    assert driver.log_lines() == newest

    bar = scroll_track(scene.picture.places.layout)
    driver.drag((round(bar.center[0]), round(bar.bottom) - 2), (round(bar.center[0]), round(bar.y)))
    assert driver.log_lines()[0] == scene.stage.view.log[0].full_text

    assert driver.focused == "log"
    driver.key(pygame.K_END)
    assert driver.log_lines() == newest
    driver.key(pygame.K_PAGEUP)
    assert driver.log_lines()[-1] == newest[0] or newest[0] in driver.log_lines()[-2:]
    driver.key(pygame.K_PAGEDOWN)
    driver.key(pygame.K_PAGEDOWN)
    assert driver.log_lines() == newest
    driver.key(pygame.K_HOME)
    assert driver.log_lines()[0] == scene.stage.view.log[0].full_text
    for size in ((1080, 1350), (960, 540)):
        driver.resize(size)
        assert driver.control("log").value == driver.log_lines()[-1]

    # new lines leave a log alone that was scrolled back …
    driver.key(pygame.K_HOME)
    before = driver.log_lines()
    driver.key(pygame.K_ESCAPE)
    discard_first(driver)
    assert driver.log_lines() == before
    # … and are followed at the bottom
    driver.point(middle(driver.control("log")))
    turn(driver, -100)
    discard_first(driver)
    assert driver.log_lines()[-1] == scene.stage.view.log[-1].full_text
    choose(driver, scene.match.observation.hand[0].id)
    driver.key(pygame.K_ESCAPE)
    driver.post(pygame.WINDOWLEAVE)
    assert driver.pixels() == fresh_picture(driver)


def test_wheel_ends_no_animation(driver: Driver) -> None:
    """pygame reports the wheel as a button press too."""
    scene = table(driver)
    choose(driver, "stop")
    driver.key(pygame.K_d)
    assert scene.is_moving()
    driver.post(pygame.MOUSEBUTTONDOWN, pos=(640, 300), button=4)
    assert scene.animation.is_moving


def test_log_leaves_no_line_empty_above_in_larger_text(driver: Driver, scene: TableScene) -> None:
    driver.app.save_settings(driver.app.settings.with_values(text_size=200))
    for size in ((1280, 720), (960, 540)):
        driver.resize(size)
        driver.settle()
        for _notch in range(4):
            nodes = driver.below("log/")
            layout = scene.picture.places.layout
            assert 0 <= nodes[0].rect[1] - scroll_track(layout).y < 24 * layout.text_scale, "room for no line of words"
            assert [accessible_text(line.text) for line in scene.stage.view.log][int(nodes[0].id[4:]) - 1] == nodes[
                0
            ].name
            driver.point(middle(driver.control("log")))
            turn(driver, 1)
        turn(driver, -100)

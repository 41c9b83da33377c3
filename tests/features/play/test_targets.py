"""Everything that is pressed can be hit by a finger: at the base size at least 44 pixels in either direction."""

from __future__ import annotations

import pygame

from game.ui.boxes.box import HIT_PX
from tests.scenes.stages import STAGES
from tests.targets import owner
from tests.window import Driver


def test_press_beside_a_small_control_counts_for_the_nearest_one(driver: Driver) -> None:
    driver.settle()
    sound, beside = (pygame.Rect(driver.control(id).rect) for id in ("sound", "settings"))
    assert owner(driver, (sound.right, sound.centery)) == "sound"
    assert owner(driver, (beside.x - 1, sound.centery)) == "settings"
    assert owner(driver, (driver.app.size[0] - HIT_PX, sound.centery)) is None
    driver.click((sound.right, sound.centery))
    assert driver.app.settings.machine.muted


def test_scroll_bar_takes_a_press_beside_it(driver: Driver) -> None:
    STAGES["about_licences"](driver)
    bar = pygame.Rect(driver.control("licences.scroll").rect)
    driver.click((bar.x - 12, bar.bottom - 4))
    assert driver.control("licences.scroll").value == "100"

"""Nothing flashes more than three times a second, in the liveliest moments there are (WCAG 2.3.1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from game.settings.settings import AnimationSpeed, ColorTheme, ScanSpeed
from tests.flashes import FRAMES_A_SECOND, MOST, FlashMeter
from tests.scenes.stages import STAGES, last_question
from tests.window import Driver, open_window

Moment = Callable[[Driver], None]


def attack(driver: Driver) -> None:
    """A hazard flies to a rival, whose car skids; the others answer."""
    STAGES["chosen"](driver)
    driver.key(pygame.K_RETURN)
    if driver.app.is_settled:
        driver.key(pygame.K_RETURN)


def coup_fourre(driver: Driver) -> None:
    """The table grows dark, the safety is laid across, points rise."""
    STAGES["coup_fourre"](driver)
    driver.press("yes")


def victory(driver: Driver) -> None:
    """The result of a match, with its flags."""
    last_question(driver)
    driver.press("no")


def scores(driver: Driver) -> None:
    """The leg's points are counted."""
    STAGES["extension"](driver)
    driver.press("no")


def toasts(driver: Driver) -> None:
    """One toast after the other."""
    STAGES["table"](driver)
    for key in (pygame.K_F4, pygame.K_m, pygame.K_F4):
        driver.key(key)


def scanning(driver: Driver) -> None:
    """Everything is offered to one switch, as fast as it can be set."""
    STAGES["table"](driver)
    driver.app.save_settings(driver.app.settings.with_values(scan=ScanSpeed.FAST))


def lit_targets(driver: Driver) -> None:
    """A card is chosen, and its piles pulse."""
    STAGES["chosen"](driver)


MOMENTS: tuple[Moment, ...] = (attack, coup_fourre, victory, scores, toasts, scanning, lit_targets)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_screen_never_flashes_more_than_three_times_a_second(tmp_path: Path, moment: Moment) -> None:
    colours = [*ColorTheme][MOMENTS.index(moment) % len(ColorTheme)]
    with open_window(tmp_path, size=(960, 540)) as driver:
        driver.app.save_settings(driver.app.settings.with_values(theme=colours, speed=AnimationSpeed.FAST))
        moment(driver)
        meter = FlashMeter()
        for _ in range(4 * FRAMES_A_SECOND):
            driver.pump()
            meter.see(driver.app.window.surface)
    assert meter.worst <= MOST
    assert meter.changes, "nothing moved"


def frames(hertz: float, size: tuple[int, int]) -> FlashMeter:
    """What is measured of a square of that size that is white and black so often a second."""
    meter, picture = FlashMeter(), Surface((960, 540))
    for frame in range(2 * FRAMES_A_SECOND):
        picture.fill("white" if int(2 * hertz * frame / FRAMES_A_SECOND) % 2 else "black", (0, 0, *size))
        meter.see(picture)
    return meter


def test_flash_meter_counts_flashes_that_are_large_enough() -> None:
    assert frames(10, (960, 540)).worst > MOST
    assert frames(5, (320, 180)).worst > MOST
    assert 0 < frames(2, (960, 540)).worst <= MOST
    assert frames(10, (100, 100)).worst == 0, "too small to count"

"""The logbook on the score sheet: every line of the leg, and why the bots did what they did."""

from __future__ import annotations

import pygame

from game.scenes.logbook import LogbookScene
from tests.scenes.stages import STAGES
from tests.window import Driver

WHY = "kept for later: Puncture-Proof"


def lines(driver: Driver) -> list[str]:
    """The lines that are seen, from above."""
    return [node.name for node in driver.nodes() if node.id.startswith("log/")]


def test_once_the_leg_is_over_the_reasons_of_every_move_are_told(driver: Driver) -> None:
    STAGES["logbook"](driver)
    seen = lines(driver)
    driver.key(pygame.K_HOME)
    told = {*seen, *lines(driver)}
    discards = [line for line in told if line.startswith("Carla discards")]
    assert discards
    assert all(WHY in line for line in discards)
    assert not any(WHY in line for line in told if line.startswith("You"))


def test_the_table_explains_attacks_alone(driver: Driver) -> None:
    STAGES["extension"](driver)
    assert not any("kept for later" in line for line in lines(driver))


def test_it_is_scrolled_by_wheel_and_keys(driver: Driver) -> None:
    STAGES["logbook"](driver)
    driver.resize((960, 540))
    newest = lines(driver)
    driver.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False, precise_x=0.0, precise_y=1.0)
    assert lines(driver) != newest
    driver.key(pygame.K_HOME)
    first = lines(driver)
    assert first[0] == "Carla deals"
    driver.app.set_language("de")
    driver.settle()
    assert lines(driver)[0] == "Carla gibt", "another language does not scroll it"
    driver.key(pygame.K_END)
    driver.app.set_language("en")
    driver.settle()
    assert lines(driver) == newest


def test_escape_and_its_button_lead_back_to_the_score(driver: Driver) -> None:
    STAGES["logbook"](driver)
    assert isinstance(driver.app.scene, LogbookScene)
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "leg_score"
    driver.press("logbook")
    driver.press("done")
    assert driver.scene == "leg_score"
    driver.press("go_on")
    assert driver.scene == "table"

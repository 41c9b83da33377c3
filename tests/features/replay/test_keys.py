"""The keys of the replay: in the key table, changed there, apart from the table's, and on a controller."""

from __future__ import annotations

import pygame
import pytest

from game.features.replay.scene import ReplayScene
from game.settings.bindings import Action
from tests.scenes.stages import STAGES
from tests.scenes.test_controller import press
from tests.window import Driver

START = 25


def place(driver: Driver) -> int:
    return driver.top(ReplayScene).playback.place


def give(driver: Driver, action: str, key: int) -> None:
    """Give an action of the replay a key, in the key table."""
    driver.key(pygame.K_F3)
    driver.press("where.replay")
    driver.press(f"keyboard.{action}")
    driver.key(key)
    driver.key(pygame.K_ESCAPE)
    driver.settle()


def test_changed_key_replaces_the_default_one_in_the_replay(driver: Driver) -> None:
    STAGES["replay"](driver)
    give(driver, "to_deal", pygame.K_j)
    driver.key(pygame.K_HOME)
    assert place(driver) == START
    driver.key(pygame.K_j)
    driver.settle()
    assert place(driver) == 0


def test_own_key_is_added_to_the_arrows(driver: Driver) -> None:
    STAGES["replay"](driver)
    give(driver, "turn_on", pygame.K_j)
    for key in (pygame.K_j, pygame.K_RIGHT):
        driver.key(key)
        driver.settle()
    assert place(driver) == START + 2


def test_key_may_do_one_thing_at_the_table_and_another_in_the_replay(driver: Driver) -> None:
    STAGES["replay"](driver)
    give(driver, "to_last", pygame.K_d)
    assert driver.app.settings.person.keys.actions("d") == (Action.DISCARD, Action.TO_LAST)
    assert not driver.app.settings.person.keys.conflicts()
    driver.key(pygame.K_d)
    driver.settle()
    assert place(driver) > START


def test_key_in_use_everywhere_moves_to_the_replay_and_the_page_says_so(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.key(pygame.K_F3)
    driver.press("where.replay")
    driver.press("keyboard.open_all")
    driver.key(pygame.K_m)
    assert "Sound on or off" in driver.control("foot").name
    assert driver.app.settings.person.keys.own(Action.SOUND) == ""


@pytest.mark.parametrize(
    ("button", "there"),
    [
        (pygame.CONTROLLER_BUTTON_DPAD_RIGHT, START + 1),
        (pygame.CONTROLLER_BUTTON_DPAD_LEFT, START - 1),
        (pygame.CONTROLLER_BUTTON_LEFTSTICK, 0),
    ],
)
def test_controller_walks_through_the_replay(driver: Driver, button: int, there: int) -> None:
    STAGES["replay"](driver)
    press(driver, button)
    driver.settle()
    assert place(driver) == there


def test_controller_plays_the_replay_and_lays_hands_open(driver: Driver) -> None:
    STAGES["replay"](driver)
    scene = driver.top(ReplayScene)
    press(driver, pygame.CONTROLLER_BUTTON_X)
    assert scene.playback.seat is None
    press(driver, pygame.CONTROLLER_BUTTON_Y)
    assert scene.playback.is_playing


def test_tooltips_name_the_current_keys(driver: Driver) -> None:
    STAGES["replay"](driver)
    assert driver.control("last").description == "Key: End"
    assert driver.control("back_one").description == "Key: Left arrow. Up arrow: the same car’s previous turn"
    give(driver, "to_last", pygame.K_j)
    assert driver.control("last").description == "Key: J"


def test_pins_are_asked_by_keys_forward_and_backward(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.key(pygame.K_p)
    assert driver.scene == "pin"
    assert driver.control("asked").name == "Turn 26"
    driver.key(pygame.K_p)
    assert driver.control("asked").name == "Turn 30"
    driver.key(pygame.K_p, pygame.KMOD_SHIFT)
    assert driver.control("asked").name == "Turn 26"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "replay"

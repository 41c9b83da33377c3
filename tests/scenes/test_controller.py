"""A controller does what the keyboard does: a leg by its buttons alone, its names, its coming and going."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.settings.bindings import DELIVERED_BUTTONS, Action
from game.settings.settings import AnimationSpeed, Settings
from game.ui.controllers import ControllerKind, Controllers, kind_from_name
from game.words.keys import button_icon
from tests.features.play.test_by_keys import Hands, play_through
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

SOUTH, EAST, WEST, NORTH = range(4)
NEXT, RIGHT = pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, pygame.CONTROLLER_BUTTON_DPAD_RIGHT
DOWN = pygame.CONTROLLER_BUTTON_DPAD_DOWN


@dataclass
class FakeController:
    """What the library gives for a controller that is connected."""

    id: int
    name: str
    is_closed: bool = False

    def quit(self) -> None:
        self.is_closed = True


def press(driver: Driver, button: int, id: int = 0) -> None:
    driver.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=id)
    driver.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=id)


def connect(driver: Driver, name: str, id: int = 0) -> FakeController:
    fake = FakeController(id, name)
    driver.app.event_dispatcher.controllers = Controllers(lambda _index: fake)
    driver.post(pygame.CONTROLLERDEVICEADDED, device_index=0)
    return fake


def test_controller_alone_suffices_from_the_first_start_to_the_score(tmp_path: Path) -> None:
    def by(button: int) -> Callable[[], None]:
        return lambda: press(driver, button)

    with open_window(tmp_path) as driver:
        driver.settle()
        driver.app.save_settings(Settings().with_values(language="en", speed=AnimationSpeed.OFF))
        connect(driver, "Xbox Wireless Controller")
        hands = Hands(driver, press=by(SOUTH), right=by(RIGHT), next=by(NEXT), discard=by(NORTH))
        hands.go("race")
        assert driver.scene == "table"
        play_through(driver, hands, {"result"})


@pytest.mark.parametrize(
    ("name", "kind", "called"),
    [
        ("Xbox Series X Controller", ControllerKind.XBOX, "X"),
        ("DualSense Wireless Controller", ControllerKind.PLAYSTATION, "Square"),
        ("Nintendo Switch Pro Controller", ControllerKind.NINTENDO, "Y"),
        ("8BitDo", ControllerKind.GENERIC, "left"),
    ],
)
def test_tooltip_names_the_button_of_each_kind_of_controller(
    driver: Driver, name: str, kind: ControllerKind, called: str
) -> None:
    assert kind_from_name(name) is kind
    STAGES["table"](driver)
    connect(driver, name)
    press(driver, pygame.CONTROLLER_BUTTON_LEFTSHOULDER)
    driver.point("Hint")
    driver.wait(1)
    assert driver.control("tip").name.endswith(f"Button: {called}")
    driver.key(pygame.K_F5)
    driver.point("Rules")
    driver.point("Hint")
    driver.wait(1)
    assert driver.control("tip").name.endswith("Key: H")


def test_controller_may_be_removed_at_any_moment(driver: Driver) -> None:
    STAGES["table"](driver)
    fake = connect(driver, "Xbox")
    press(driver, WEST)
    driver.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert fake.is_closed
    driver.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    driver.settle()
    driver.point("Rules")
    driver.wait(1)
    assert driver.control("tip").name.endswith("Key: F1")


def test_controller_press_keeps_the_screen_on_for_a_while(driver: Driver) -> None:
    """A controller that is only connected does not."""
    driver.pump()
    assert pygame.display.get_allow_screensaver()
    connect(driver, "8BitDo")
    driver.wait(1)
    assert pygame.display.get_allow_screensaver()
    press(driver, RIGHT)
    driver.pump()
    assert not pygame.display.get_allow_screensaver()
    driver.clock.now_s += 200
    press(driver, RIGHT)
    driver.pump()
    driver.clock.now_s += 200
    driver.pump()
    assert not pygame.display.get_allow_screensaver()
    driver.clock.now_s += 200
    driver.pump()
    assert pygame.display.get_allow_screensaver()


def test_controller_that_cannot_be_opened_is_ignored(driver: Driver) -> None:
    def refuse(index: int) -> object:
        raise pygame.error("Invalid index")

    driver.app.event_dispatcher.controllers = Controllers(refuse)
    driver.post(pygame.CONTROLLERDEVICEADDED, device_index=0)
    press(driver, SOUTH, id=7)
    assert driver.scene in {"table", "title", "lesson"}


def test_controller_stick_moves_the_focus_once_per_push(driver: Driver) -> None:
    driver.settle()
    seen = [driver.focused]
    for value in (9000, 25000, 32000, 22000, 25000, 3000, 30000):
        driver.post(pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_LEFTY, value=value, instance_id=0)
        seen.append(driver.focused)
    changes = [one != other for one, other in pairwise(seen)]
    assert changes == [False, True, False, False, False, False, True]


def push_right_stick(driver: Driver, value: int) -> None:
    for at in (value, 0):
        driver.post(pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_RIGHTY, value=at, instance_id=0)
    driver.settle()


def test_right_stick_hands_over_to_a_bot_and_takes_back(driver: Driver) -> None:
    STAGES["table"](driver)
    connect(driver, "Xbox")
    push_right_stick(driver, -30000)
    assert driver.scene == "table"
    push_right_stick(driver, 30000)
    assert driver.scene == "confirm"
    press(driver, NEXT)
    while driver.focused != "yes":
        press(driver, NEXT)
    press(driver, SOUTH)
    session = driver.session
    assert session.seat_control.is_autopilot_on
    push_right_stick(driver, 30000)
    assert not session.seat_control.is_autopilot_on


def test_controller_button_is_named_in_tooltip_and_key_table(driver: Driver) -> None:
    STAGES["table"](driver)
    connect(driver, "DualSense")
    press(driver, NEXT)
    driver.point("Hint")
    driver.wait(1)
    assert driver.control("tip").name.endswith("Button: Square")
    driver.key(pygame.K_F5)
    driver.point("Rules")
    driver.point("Hint")
    driver.wait(1)
    assert driver.control("tip").name.endswith("Key: H")
    driver.key(pygame.K_F3)
    driver.settle()
    assert driver.control("controller.delegate").value == "R stick down"
    assert button_icon("stick_r_down") == "pad_stick"


def test_right_stick_direction_can_be_bound_to_another_action(driver: Driver) -> None:
    driver.key(pygame.K_F3)
    driver.settle()
    driver.press("controller.hint")
    push_right_stick(driver, -30000)
    assert driver.app.settings.person.buttons.own(Action.HINT) == "stick_r_up"


def test_controller_buttons_can_be_rebound_by_the_controller_alone(driver: Driver) -> None:
    driver.key(pygame.K_F3)
    driver.settle()
    for _ in range(40):
        press(driver, NEXT)
        if driver.focused == "controller.hint":
            break
    driver.wait(0.6)
    press(driver, SOUTH)
    assert driver.control("controller.hint").value == "press one"
    press(driver, NORTH)
    now = driver.app.settings.person.buttons
    assert (now.own(Action.HINT), now.own(Action.DISCARD)) == ("north", "west")
    driver.wait(0.6)
    press(driver, SOUTH)
    press(driver, DOWN)
    assert driver.app.settings.person.buttons == now
    driver.click("Defaults")
    driver.press("reset")
    assert driver.app.settings.person.buttons == DELIVERED_BUTTONS

"""A key that is held: a step is done again and again, and what decides once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.settings.bindings import Action
from game.ui.layout.tree_form import TreeForm
from tests.cases import each
from tests.features.play.table_driver import choose, on_the_table, table
from tests.scenes.stages import STAGES, open_profiles
from tests.scenes.test_controller import connect
from tests.window import Driver, open_window

LONG_S = 1.2
CROSS, SOUTH = pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A


def hold(driver: Driver, key: int, mod: int = 0) -> None:
    driver.look()
    driver.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")


def let_go(driver: Driver, key: int) -> None:
    driver.post(pygame.KEYUP, key=key, mod=0)


def moves(driver: Driver, seen: Callable[[], object], frames: int = 72) -> int:
    """How often what is seen changes in so many frames."""
    changes, was = 0, seen()
    for _ in range(frames):
        driver.pump()
        changes, was = changes + (seen() != was), seen()
    return changes


@each(("key", "mod"), [(pygame.K_TAB, 0), (pygame.K_TAB, pygame.KMOD_LSHIFT)])
def test_focus_keeps_moving_while_its_key_is_held(driver: Driver, key: int, mod: int) -> None:
    driver.app.go_home()
    STAGES["picture"](driver)
    hold(driver, key, mod)
    assert moves(driver, lambda: driver.focused) >= 3
    let_go(driver, key)
    assert moves(driver, lambda: driver.focused) == 0


def test_chosen_card_keeps_changing_while_an_arrow_is_held(driver: Driver) -> None:
    scene = table(driver)
    hold(driver, pygame.K_RIGHT)
    assert moves(driver, lambda: scene.hand.selected) >= 5
    let_go(driver, pygame.K_RIGHT)
    hold(driver, pygame.K_LEFT)
    assert moves(driver, lambda: scene.hand.selected) >= 5


def test_backspace_keeps_erasing_while_it_is_held(driver: Driver) -> None:
    open_profiles(driver)
    driver.write("Wolfgang Maria")
    hold(driver, pygame.K_BACKSPACE)
    assert driver.control("name").value == "Wolfgang Mari"
    driver.wait(LONG_S)
    left = driver.control("name").value
    assert left is not None
    assert len(left) < 8
    driver.wait(2)
    assert driver.control("name").value == ""
    assert driver.scene == "profiles"


def test_page_down_keeps_scrolling_while_it_is_held(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        driver.app.save_settings(driver.app.settings.with_values(text_size=200))
        driver.app.show_rules()
        driver.settle()
        hold(driver, pygame.K_PAGEDOWN)
        assert moves(driver, lambda: driver.top(TreeForm).view_state.offsets) >= 2


@each("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_d, pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_1])
def test_deciding_key_acts_once_however_long_it_is_held(driver: Driver, key: int) -> None:
    scene = table(driver, "1 - km_50", "2 - km_50", "3 - km_50")
    choose(driver, "km_25")
    hold(driver, key)
    done = len(on_the_table(driver))
    before = scene.hand.selected
    driver.wait(4)
    assert len(on_the_table(driver)) <= max(1, done)
    assert scene.hand.selected in (before, None)


@each("key", [pygame.K_ESCAPE, pygame.K_F1, pygame.K_F3, pygame.K_F4, pygame.K_F11, pygame.K_m])
def test_shortcut_key_acts_once_however_long_it_is_held(driver: Driver, key: int) -> None:
    STAGES["table"](driver)
    hold(driver, key)
    driver.look()

    def seen() -> object:
        settings = driver.app.settings
        return driver.scene, settings.person.speed, settings.machine.muted, driver.app.window.is_fullscreen

    driver.wait(0.3)
    assert moves(driver, seen, 120) == 0


def test_held_key_stops_with_its_screen_and_with_the_window_focus(driver: Driver) -> None:
    driver.settle()
    hold(driver, pygame.K_TAB)
    driver.wait(0.6)
    driver.app.show_settings()
    driver.settle()
    assert moves(driver, lambda: driver.focused) == 0
    let_go(driver, pygame.K_TAB)
    hold(driver, pygame.K_TAB)
    driver.wait(0.6)
    driver.post(pygame.WINDOWFOCUSLOST)
    assert moves(driver, lambda: driver.focused) == 0


def test_held_key_stops_once_it_means_something_else(driver: Driver) -> None:
    """Backspace erases in a field, and takes a key away from an action in the key table."""
    open_profiles(driver)
    driver.write("Wolfgang Maria")
    hold(driver, pygame.K_BACKSPACE)
    driver.wait(0.6)
    driver.app.scene.focus_control("new")
    driver.wait(LONG_S)
    assert driver.control("name").value
    driver.app.scene.focus_control("name")
    assert moves(driver, lambda: driver.control("name").value) == 0


def test_held_arrow_ends_no_animation(driver: Driver) -> None:
    scene = table(driver, "1 - km_50", "2 - km_50", "3 - km_50")
    choose(driver, "km_25")
    driver.key(pygame.K_RETURN)
    hold(driver, pygame.K_RIGHT)
    driver.until(lambda: scene.animation.is_moving, "the rivals")
    shown_s = driver.clock.now_s
    driver.until(lambda: not scene.animation.is_moving and driver.app.is_settled, "the own turn")
    assert driver.clock.now_s - shown_s > 1.5, "they are seen"


def test_key_repeat_depends_on_the_action_and_not_on_the_key(driver: Driver) -> None:
    settings = driver.app.settings
    keys = settings.person.keys.with_input(Action.NEXT, "j").with_input(Action.SOUND, "page_down")
    driver.app.save_settings(settings.with_values(keys=keys))
    STAGES["picture"](driver)
    hold(driver, pygame.K_j)
    assert moves(driver, lambda: driver.focused) >= 3
    hold(driver, pygame.K_PAGEDOWN)
    assert moves(driver, lambda: driver.app.settings.machine.muted) == 0


# -- controllers ------------------------------------------------------------------------------------------------------


def test_controller_cross_repeats_while_it_is_held(driver: Driver) -> None:
    scene = table(driver)
    connect(driver, "Xbox")
    driver.post(pygame.CONTROLLERBUTTONDOWN, button=CROSS, instance_id=0)
    assert moves(driver, lambda: scene.hand.selected) >= 3
    driver.post(pygame.CONTROLLERBUTTONUP, button=CROSS, instance_id=0)
    assert moves(driver, lambda: scene.hand.selected) == 0


def test_controller_stick_repeats_until_it_is_let_go(driver: Driver) -> None:
    scene = table(driver)
    connect(driver, "Xbox")
    stick = {"axis": pygame.CONTROLLER_AXIS_LEFTX, "instance_id": 0}
    driver.post(pygame.CONTROLLERAXISMOTION, value=30000, **stick)
    driver.post(pygame.CONTROLLERAXISMOTION, value=28000, **stick)
    assert moves(driver, lambda: scene.hand.selected) >= 3
    driver.post(pygame.CONTROLLERAXISMOTION, value=2000, **stick)
    assert moves(driver, lambda: scene.hand.selected) == 0


def test_controller_that_is_removed_holds_nothing(driver: Driver) -> None:
    scene = table(driver)
    connect(driver, "Xbox")
    driver.post(pygame.CONTROLLERBUTTONDOWN, button=CROSS, instance_id=0)
    driver.post(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert moves(driver, lambda: scene.hand.selected) == 0


def test_controller_button_that_presses_acts_once_while_it_is_held(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        STAGES["picture"](driver)
        connect(driver, "Xbox")
        driver.app.scene.focus_control("reduced_motion")
        driver.post(pygame.CONTROLLERBUTTONDOWN, button=SOUTH, instance_id=0)
        assert moves(driver, lambda: driver.app.settings.person.reduced_motion) == 0

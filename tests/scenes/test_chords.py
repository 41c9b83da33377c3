"""Keys pressed with Ctrl, Alt or the system's key held: what is bound so is done, and nothing else is a key."""

from __future__ import annotations

import pygame

from game.settings.bindings import Action
from tests.cases import each
from tests.features.play.table_driver import choose, on_the_table, table
from tests.scenes.stages import open_profiles
from tests.window import Driver

CTRL, ALT, META, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA, pygame.KMOD_LSHIFT
ALTGR = pygame.KMOD_RALT
HELD = [CTRL, ALT, META, CTRL | ALT, ALT | SHIFT, META | SHIFT]
PRESSES = [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE]
STEPS = [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_PAGEDOWN]
DIGITS = [pygame.K_1, pygame.K_2, pygame.K_KP_1]


def unbound(keys: list[int], mods: list[int]) -> list[tuple[int, int]]:
    bound = {(key, mod) for key in (pygame.K_RETURN, pygame.K_KP_ENTER) for mod in (ALT,)}
    return [(key, mod) for key in keys for mod in mods if (key, mod) not in bound]


def test_unknown_chord_does_nothing_to_the_hand(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_100")
    seen = scene.hand.selected, scene.hand.cursor_id, driver.focused, on_the_table(driver)
    for key, mod in unbound([*PRESSES, *STEPS, *DIGITS, pygame.K_d, pygame.K_BACKSPACE, pygame.K_ESCAPE], HELD):
        driver.key(key, mod)
        now = scene.hand.selected, scene.hand.cursor_id, driver.focused, on_the_table(driver)
        assert (driver.scene, now) == ("table", seen), (pygame.key.name(key), mod)
    assert not scene.animation.is_moving


def test_unknown_chord_opens_nothing_and_keeps_the_focus(driver: Driver) -> None:
    driver.settle()
    focused = driver.focused
    for key, mod in unbound([*PRESSES, *STEPS, pygame.K_ESCAPE, pygame.K_F1, pygame.K_m, pygame.K_SLASH], HELD):
        driver.key(key, mod)
        assert (driver.scene, driver.focused) == ("title", focused), (pygame.key.name(key), mod)
    assert not driver.app.settings.machine.muted


@each("key", [pygame.K_LALT, pygame.K_LCTRL, pygame.K_LMETA])
def test_modifier_key_alone_ends_no_animation(driver: Driver, key: int) -> None:
    scene = table(driver)
    choose(driver, "km_100")
    driver.key(pygame.K_RETURN)
    running = scene.animation.current
    assert running is not None
    driver.key(key, {pygame.K_LALT: ALT, pygame.K_LCTRL: CTRL, pygame.K_LMETA: META}[key])
    assert scene.animation.current is running
    driver.key(pygame.K_F5)
    assert scene.animation.current is not running


@each("key", [pygame.K_F11, pygame.K_RETURN, pygame.K_KP_ENTER])
def test_alt_enter_toggles_full_screen_as_f11_does(driver: Driver, key: int) -> None:
    table(driver)
    choose(driver, "km_100")
    for is_full in (True, False):
        driver.key(key, 0 if key == pygame.K_F11 else ALT)
        assert driver.app.window.is_fullscreen is is_full
    assert on_the_table(driver) == []


def test_alt_enter_toggles_full_screen_and_keeps_a_name_being_typed(driver: Driver) -> None:
    open_profiles(driver)
    driver.write("Zo")
    driver.key(pygame.K_RETURN, ALT)
    assert driver.app.window.is_fullscreen
    assert driver.focused == "name"
    for mod in (CTRL, META, ALT | SHIFT):
        driver.key(pygame.K_RETURN, mod)
        driver.key(pygame.K_TAB, mod)
    assert driver.focused == "name"
    assert driver.control("name").value == "Zo"


def test_text_field_takes_altgr_letters_and_ignores_unknown_chords(driver: Driver) -> None:
    open_profiles(driver)
    for letter, mod in (("Ł", ALTGR | SHIFT), ("ó", ALTGR), ("ź", CTRL | ALTGR)):  # the last: as Windows tells AltGr
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_l, mod=mod, unicode=letter))
        driver.post(pygame.TEXTINPUT, text=letter)
    assert driver.control("name").value == "Łóź"
    for key in (pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_LEFT, pygame.K_HOME, pygame.K_SPACE, pygame.K_z):
        for mod in (CTRL, ALT, META):
            driver.key(key, mod)
    driver.post(pygame.TEXTINPUT, text="a")
    assert driver.control("name").value == "Łóźa"
    assert driver.focused == "name"
    driver.key(pygame.K_LEFT, SHIFT)
    driver.key(pygame.K_BACKSPACE, SHIFT)
    assert driver.control("name").value == "Łóa"


def test_chord_bound_by_the_player_does_only_its_action(driver: Driver) -> None:
    settings = driver.app.settings
    keys = settings.person.keys.with_input(Action.SPEED, "ctrl+left").with_input(Action.HINT, "alt+enter")
    driver.app.save_settings(settings.with_values(keys=keys))
    driver.settle()
    focused, speed = driver.focused, driver.app.settings.person.speed
    driver.key(pygame.K_LEFT, CTRL)
    assert driver.focused == focused
    assert driver.app.settings.person.speed is not speed
    driver.key(pygame.K_RETURN, ALT)
    assert (driver.scene, driver.app.window.is_fullscreen) == ("title", False), "the player has given it away"

"""The key table: shows what asks for what, changes it, tells conflicts, and puts everything back."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.settings.bindings import DELIVERED_KEYS, Action
from game.settings.settings import Settings
from game.settings.settings_file import SettingsFile
from tests.persons import person_in
from tests.scenes.stages import STAGES
from tests.scenes.test_controller import EAST, SOUTH, connect, press
from tests.window import Driver, open_window


def cap(driver: Driver, action: str) -> str | None:
    """What stands on the cap of an action of the open page."""
    return driver.control(f"keyboard.{action}").value


def said(driver: Driver) -> str:
    return driver.control("foot").name


def give(driver: Driver, action: str, key: int, mod: int = 0) -> None:
    driver.press(f"keyboard.{action}")
    driver.key(key, mod)
    driver.settle()


def pixels(picture: pygame.Surface, place: pygame.Rect) -> bytes:
    return pygame.image.tobytes(picture.subsurface(place), "RGB")


def go_to(driver: Driver, id: str) -> None:
    """Tab round until the focus is there."""
    for _ in range(40):
        if driver.focused == id:
            return
        driver.key(pygame.K_TAB)
    raise AssertionError(f"no way to {id}, only to {driver.focused}")


@pytest.mark.parametrize("key", [(pygame.K_F3, 0), (pygame.K_SLASH, pygame.KMOD_SHIFT)])
def test_key_table_opens_and_closes_by_its_keys(driver: Driver, key: tuple[int, int]) -> None:
    for scene in ("settings", "title"):
        driver.key(*key)
        driver.settle()
        assert driver.scene == scene


def test_key_table_is_reached_by_its_key_from_another_settings_page(driver: Driver) -> None:
    STAGES["picture"](driver)
    driver.key(pygame.K_F3)
    assert (driver.scene, driver.focused) == ("settings", "where.table")
    driver.key(pygame.K_F3)
    assert driver.scene == "title"


def test_changed_key_acts_at_once_and_is_remembered(driver: Driver) -> None:
    STAGES["table"](driver)
    driver.key(pygame.K_F3)
    give(driver, "look_through", pygame.K_k)
    assert cap(driver, "look_through") == "K"
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_v)
    assert driver.scene == "table"
    driver.key(pygame.K_k)
    assert driver.scene == "discards"
    driver.key(pygame.K_k)
    assert driver.scene == "table"
    path = driver.app.files.folder / "settings.json"
    driver.until(lambda: path.exists() and person_in(path)["keys"] == {"look_through": "k"}, "the file")


def test_key_taken_from_another_action_is_told_at_both(driver: Driver) -> None:
    driver.key(pygame.K_F3)
    give(driver, "look_through", pygame.K_h)
    assert (cap(driver, "hint"), cap(driver, "look_through")) == ("none", "H")
    assert said(driver) == "H was “Hint” before. The newer one wins; the other has no key now."
    driver.click("Defaults")
    driver.press("reset")
    assert driver.app.settings.person.keys == DELIVERED_KEYS
    assert cap(driver, "hint") == "H"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_UP, pygame.K_TAB, pygame.K_3])
def test_fixed_key_cannot_be_given_to_another_action(driver: Driver, key: int) -> None:
    driver.key(pygame.K_F3)
    give(driver, "hint", key)
    assert cap(driver, "hint") == "H"
    assert said(driver).endswith("can’t be changed: choose another one.")


def test_key_conflict_is_marked_at_the_keys_alone(driver: Driver) -> None:
    STAGES["table"](driver)
    driver.key(pygame.K_F3)
    driver.settle()
    ids = [f"{device}.{action}" for device in ("keyboard", "controller") for action in ("log", "hint")]
    places = {id: pygame.Rect(driver.control(id).rect) for id in ids}
    before = driver.picture()
    give(driver, "log", pygame.K_h)
    driver.point((5, 5))
    after = driver.picture()
    changed = {id for id, place in places.items()
               if pixels(before, place) != pixels(after, place)}  # fmt: skip
    assert changed == {"keyboard.log", "keyboard.hint"}


def test_escape_and_the_mouse_leave_a_key_as_it_was(driver: Driver) -> None:
    driver.key(pygame.K_F3)
    give(driver, "hint", pygame.K_ESCAPE)
    assert (driver.scene, cap(driver, "hint")) == ("settings", "H")
    driver.press("keyboard.hint")
    assert cap(driver, "hint") == "press one"
    driver.press("keyboard.log")
    driver.key(pygame.K_g)
    assert (cap(driver, "hint"), cap(driver, "log")) == ("H", "G")


def test_key_that_works_everywhere_can_be_given_while_a_cap_waits(driver: Driver) -> None:
    driver.key(pygame.K_F3)
    give(driver, "hint", pygame.K_F2)
    assert cap(driver, "hint") == "F2"
    assert driver.app.settings.person.keys.own(Action.LANGUAGE) == ""
    driver.key(pygame.K_F2)
    assert said(driver).startswith("F2 was")


def test_key_table_is_operated_by_keys_alone(driver: Driver) -> None:
    driver.key(pygame.K_F3)
    driver.settle()
    assert driver.focused == "where.table"
    driver.key(pygame.K_RIGHT)
    assert driver.focused == "where.everywhere"
    go_to(driver, "keyboard.sound")
    driver.key(pygame.K_RETURN)
    driver.wait(0.6)
    driver.key(pygame.K_b)
    assert cap(driver, "sound") == "B"
    driver.key(pygame.K_DELETE)
    assert cap(driver, "sound") == "none"
    driver.key(pygame.K_m)
    assert not driver.app.settings.machine.muted


def test_own_key_moves_the_focus_as_the_fixed_one_does(driver: Driver) -> None:
    driver.key(pygame.K_F3)
    driver.press("where.focus")
    give(driver, "down", pygame.K_j)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_TAB)
    before = driver.focused
    driver.key(pygame.K_j)
    by_own = driver.focused
    assert driver.app.scene.focus_control(before or "")
    driver.key(pygame.K_DOWN)
    assert by_own == driver.focused != before


def test_tooltips_name_the_key_that_was_chosen(tmp_path: Path) -> None:
    keys = DELIVERED_KEYS.with_input(Action.HINT, "ctrl+k")
    settings = Settings().with_values(language="de", keys=keys)
    (tmp_path / "settings.json").write_bytes(SettingsFile(settings).to_bytes())
    with open_window(tmp_path, language=None) as driver:
        STAGES["table"](driver)
        driver.point("Tipp")
        driver.wait(1)
        assert driver.control("tip").name.endswith("Taste: Strg+K")


@pytest.mark.parametrize(("button", "needed"), [(SOUTH, "south"), (EAST, "east")])
def test_controller_never_loses_the_button_that_presses_or_goes_back(driver: Driver, button: int, needed: str) -> None:
    connect(driver, "Pad")
    driver.key(pygame.K_F3)
    driver.settle()
    before = driver.app.settings.person.buttons
    driver.press("controller.move_left")
    press(driver, button)
    driver.settle()
    assert driver.app.settings.person.buttons == before
    assert said(driver).endswith("can’t be changed: choose another one.")

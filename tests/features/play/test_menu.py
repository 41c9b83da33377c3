from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.features.play.menu import ButtonListScene, MenuEntry, PauseMenuScene
from game.ui.drawing import text
from game.ways import Ways
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window


@pytest.fixture
def menu(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """The menu, over the title with a match running."""
    monkeypatch.setattr(Ways, "show_table", lambda _ways: None)
    driver.click("Race")
    driver.app.push(PauseMenuScene(driver.app))
    driver.pump()
    return driver


def test_menu_lets_only_its_own_controls_be_used(menu: Driver) -> None:
    first = ["Continue", "Rules", "Settings", "Back to main menu", "More"]
    assert buttons(menu) == first
    menu.press("more")
    assert buttons(menu) == [*first, "Close", "Language: English", "Report a problem", "About", "Quit game"]


def test_menu_names_the_house_rules_of_the_match(menu: Driver) -> None:
    said = menu.control("note").name
    assert said == "Saved after every move. House rules: Rolling start · Eight cards."


def buttons(driver: Driver) -> list[str]:
    return [node.name for node in driver.of_role("button")]


@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
def test_escape_closes_one_plate_at_a_time(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size) as driver:
        STAGES["menu_more"](driver)
        assert driver.focused == "delegate"
        assert driver.shows("continue") is (size[0] >= 1100)
        driver.key(pygame.K_ESCAPE)
        assert (driver.scene, driver.focused) == ("menu", "more")
        driver.key(pygame.K_ESCAPE)
        assert driver.scene == "table"


@pytest.mark.parametrize("way", ["click", "escape", "enter"])
def test_continue_button_goes_back_to_the_match(menu: Driver, way: str) -> None:
    match way:
        case "click":
            menu.click("Continue")
        case "escape":
            menu.key(pygame.K_ESCAPE)
        case "enter":
            menu.key(pygame.K_RETURN)
    assert menu.scene == "title"
    assert menu.app.session


def test_language_changes_below_the_menu_too(menu: Driver) -> None:
    menu.press("more")
    menu.press("language")
    menu.click("Magyar")
    assert menu.scene == "menu"
    assert menu.control("language").name == "Nyelv: Magyar"
    menu.key(pygame.K_ESCAPE)
    menu.key(pygame.K_ESCAPE)
    assert menu.control("language").name == "Magyar"


def test_menu_saves_the_match_on_leaving_and_the_title_offers_it(menu: Driver) -> None:
    menu.click("Back to main menu")
    assert menu.app.session is None
    assert menu.scene == "title"
    assert menu.focused == "continue"


def test_quit_button_ends_the_program(menu: Driver) -> None:
    menu.press("more")
    menu.click("Quit game")
    assert not menu.app.is_running


def test_scene_below_the_menu_is_seen_darker(menu: Driver) -> None:
    menu.look()
    shown = menu.picture()
    menu.key(pygame.K_ESCAPE)
    bright = menu.picture()
    corner = (5, 5)
    assert sum(shown.get_at(corner)[:3]) < sum(bright.get_at(corner)[:3])


class _Long(ButtonListScene):
    """A menu with more entries than a small window has room for at their full height."""

    name = "long"

    def title(self) -> str:
        return "Long"

    def note(self) -> str:
        return "A note"

    def entries(self) -> list[MenuEntry]:
        return [MenuEntry(str(n), f"Entry {n}", None, lambda: None) for n in range(8)]


def test_menu_draws_its_buttons_closer_if_it_is_long(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        driver.app.push(_Long(driver.app))
        driver.pump()
        rects = [pygame.Rect(node.rect) for node in driver.of_role("button")]
        assert all(pygame.Rect(0, 0, 960, 540).contains(node.rect) for node in driver.nodes())
        assert all(rect.h >= 32 and rect.collidelistall(rects) == [i] for i, rect in enumerate(rects))
        assert text.overflows == []

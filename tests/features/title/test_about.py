"""The About screen: opened from title and menu, its version copied, every licence read to its end."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest import mock

import pygame
import pytest
from pygame import Rect

import game
from game.features.title.about import AboutScene
from game.i18n import LANGUAGES
from game.system.licences import ShippedPart, licence_in_short, licence_text, shipped_parts, whole_licence
from game.ui.drawing import text
from game.ui.layout import Label
from game.ui.layout.tree_form import TreeForm
from tests.fit import Size, boxes, look, rooms
from tests.monkey.episode import sketching
from tests.nightly import at_night
from tests.scenes.stages import about, menu_more
from tests.window import Driver, middle, open_window


def licences(driver: Driver) -> AboutScene:
    """Open the screen at the licences."""
    about(driver)
    driver.press("page.licences")
    return driver.top(AboutScene)


def wheel(driver: Driver, over: str, notches: int) -> None:
    driver.point(middle(driver.control(over)))
    driver.post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)


def percent(driver: Driver, area: str) -> int:
    return int(driver.control(f"{area}.scroll").value or 0)


def rows(driver: Driver) -> list[str]:
    return [node.id.removeprefix("licences.") for node in driver.of_role("listitem")]


def shown(driver: Driver) -> list[str]:
    return (driver.control("text").value or "").split("\n")


# -- in and out -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["close", "escape"])
def test_about_opens_from_the_title_and_goes_back(driver: Driver, way: str) -> None:
    driver.click("About")
    assert (driver.scene, driver.focused) == ("about", "page.credits")
    if way == "close":
        driver.press("close")
    else:
        driver.key(pygame.K_ESCAPE)
    assert (driver.scene, driver.focused) == ("title", "about")


def test_about_opens_from_the_menu_and_goes_back(driver: Driver) -> None:
    menu_more(driver)
    driver.press("about")
    assert driver.scene == "about"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"


def test_about_tells_the_version_and_who_made_the_game(driver: Driver) -> None:
    about(driver)
    assert driver.control("name").name == f"Milestone Rally · Version {game.__version__}"
    assert driver.control("credit.0").name == "Concept and rules research: the Milestone Rally founders"
    assert driver.control("credit.4").name.startswith(f"Text in {len(LANGUAGES)} languages: ")


def test_credits_stand_below_the_work_in_larger_text(tmp_path: Path) -> None:
    """Beside it they would be a column of single words."""
    with sketching(), open_window(tmp_path, size=(960, 540), language="hu") as driver:
        about(driver)
        look(driver, 200)
        (first,) = (box for box in boxes(driver.top(TreeForm).root) if box.id == "credit.0")
        what, by = (box for box in boxes(first) if isinstance(box, Label))
        assert by.rect.top >= what.rect.bottom
        assert by.rect.h < 2.5 * by.px


# -- the version ----------------------------------------------------------------------------------------------------


def test_copy_puts_the_version_on_the_clipboard_and_says_so(driver: Driver) -> None:
    about(driver)
    pygame.scrap.put_text("something else")
    driver.click("Copy version")
    assert pygame.scrap.get_text() == f"Milestone Rally {game.__version__}"
    assert driver.control("copy").name == "Copied"


def test_clipboard_failure_is_told_and_copy_may_be_tried_again(driver: Driver) -> None:
    about(driver)
    with mock.patch.object(pygame.scrap, "put_text", side_effect=pygame.error("busy")):
        driver.press("copy")
    assert driver.control("copy").name == "Not copied"
    driver.press("copy")
    assert driver.control("copy").name == "Copied"


# -- the pages and the rows -----------------------------------------------------------------------------------------


def test_tabs_turn_by_key_and_by_mouse(driver: Driver) -> None:
    about(driver)
    driver.key(pygame.K_RIGHT)
    assert driver.control("page").value == "Licenses"
    assert rows(driver)[0] == "milestone-rally"
    driver.click("Credits")
    assert rows(driver) == []
    assert driver.control("note").name.startswith("A free card game")


def test_row_is_chosen_by_the_mouse(driver: Driver) -> None:
    licences(driver)
    driver.press("licences.overpass")
    assert driver.control("licences").value == "Overpass"
    assert driver.control("text").name == "License text: Overpass"
    assert "Copyright 2021 The Overpass Project Authors" in shown(driver)


def test_rows_are_all_reached_by_keys_and_come_into_view(driver: Driver) -> None:
    scene = licences(driver)
    driver.key(pygame.K_TAB)
    for part in scene.parts:
        assert driver.control(f"licences.{part.id}").value == "on"
        assert driver.control("text").name == f"License text: {part.name}"
        driver.key(pygame.K_DOWN)
    driver.key(pygame.K_UP)  # below the last row, Down went on to the text
    driver.key(pygame.K_HOME)
    assert driver.control("licences").value == "Milestone Rally"
    driver.key(pygame.K_END)
    assert driver.control("licences").value == scene.parts[-1].name


def test_list_scrolls_by_wheel_bar_and_dragging_and_chooses_nothing(driver: Driver) -> None:
    scene = licences(driver)
    wheel(driver, "licences", -2)
    assert rows(driver)[0] == scene.parts[2].id
    bar = Rect(driver.control("licences.scroll").rect)
    driver.drag((bar.centerx, bar.y + 4), (bar.centerx, bar.bottom + 40))
    assert percent(driver, "licences") == 100
    assert rows(driver)[-1] == scene.parts[-1].id
    area = Rect(driver.control("licences").rect)
    driver.drag((area.x + 40, area.y + 20), (area.x + 40, area.bottom - 10))
    assert percent(driver, "licences") < 100
    assert driver.control("licences").value == "Milestone Rally"


def test_next_row_is_read_from_its_beginning(driver: Driver) -> None:
    licences(driver)
    driver.press("licences.barlow")
    driver.key(pygame.K_PAGEDOWN)
    assert percent(driver, "text") > 0
    driver.key(pygame.K_DOWN)
    assert percent(driver, "text") == 0


# -- reading --------------------------------------------------------------------------------------------------------


def test_text_scrolls_by_wheel_keys_bar_and_dragging(driver: Driver) -> None:
    licences(driver)
    driver.press("licences.barlow")
    wheel(driver, "text", -1)
    assert percent(driver, "text") > 0
    driver.click(middle(driver.control("text")))
    assert driver.focused == "text"
    for key, at_end in (
        (pygame.K_END, True),
        (pygame.K_PAGEUP, False),
        (pygame.K_PAGEDOWN, True),
        (pygame.K_UP, False),
    ):
        driver.key(key)
        assert (percent(driver, "text") == 100) is at_end
    driver.key(pygame.K_HOME)
    first = shown(driver)
    driver.key(pygame.K_RETURN)
    assert shown(driver)[0] == first[-1], "the last line that was seen stays in sight"
    bar = Rect(driver.control("text.scroll").rect)
    driver.drag((bar.centerx, bar.y + bar.h // 2), (bar.centerx, bar.bottom + 40))
    assert percent(driver, "text") == 100
    area = Rect(driver.control("text").rect)
    driver.drag((area.x + 40, area.bottom - 8), (area.x + 40, area.y + 20))
    assert percent(driver, "text") == 100
    driver.drag((area.x + 40, area.y + 20), (area.x + 40, area.bottom - 8))
    assert percent(driver, "text") < 100


def test_page_down_and_enter_read_on_while_the_focus_is_on_the_list(driver: Driver) -> None:
    licences(driver)
    driver.press("licences.barlow")
    driver.key(pygame.K_PAGEDOWN)
    was = percent(driver, "text")
    driver.key(pygame.K_RETURN)
    assert percent(driver, "text") > was > 0
    assert driver.focused == "licences"


def test_arrows_lead_out_of_the_text_where_it_ends(driver: Driver) -> None:
    licences(driver)
    driver.click(middle(driver.control("text")))
    driver.key(pygame.K_UP)
    assert driver.focused == "licences"
    driver.click(middle(driver.control("text")))
    driver.key(pygame.K_END)
    driver.key(pygame.K_DOWN)
    assert driver.focused == "report"
    driver.key(pygame.K_TAB)
    assert driver.focused == "close"


@at_night
def test_licences_can_all_be_read_word_for_word_to_their_end(tmp_path: Path) -> None:
    seen: set[str] = set()  # a text that several parts are under is paged through once
    with open_window(tmp_path, size=(1080, 1350)) as driver:  # large pages, of which there are few
        scene = licences(driver)
        driver.key(pygame.K_TAB)
        for part in scene.parts:
            assert driver.control("licences").value == part.name
            assert part.notice.startswith(shown(driver)[0])
            if not seen.issuperset(part.texts):
                said = [" ".join(licence_text(name).split()) for name in part.texts]
                read = " ".join(" ".join(_read(driver)).split())
                assert all(words in read for words in (part.notice, part.licence, *said)), part.id
            seen.update(part.texts)
            driver.key(pygame.K_DOWN)
        assert seen == {name for part in shipped_parts() if "linux" in part.ships for name in part.texts}
        assert text.overflows == []


def _read(driver: Driver) -> list[str]:
    """Page through the text that is open, from its beginning to where it goes no further."""
    lines = shown(driver)
    while True:
        before = shown(driver)
        driver.key(pygame.K_PAGEDOWN)
        after = shown(driver)
        if after == before:
            return lines
        # the last page overlaps more than one line: find where it goes on
        kept = next(n for n in range(len(after), 0, -1) if lines[-n:] == after[:n])
        lines += after[kept:]


def test_page_row_and_place_stay_when_language_and_size_change(driver: Driver) -> None:
    licences(driver)
    driver.press("licences.overpass")
    driver.key(pygame.K_PAGEDOWN)
    first = shown(driver)[0]
    driver.key(pygame.K_F2)
    assert driver.control("text").name == "Lizenztext: Overpass"
    assert driver.control("licences.overpass").name == "Overpass · Schrift der Titel und Zahlen · OFL-1.1"
    assert shown(driver)[0] == first, "a licence stays in its own language"
    driver.resize((960, 540))
    assert driver.control("text").name == "Lizenztext: Overpass"
    assert percent(driver, "text") > 0


# -- words and places -----------------------------------------------------------------------------------------------


def _part(licence: str) -> ShippedPart:
    return ShippedPart("id", "Name", licence, (), "Whose", "what", (), frozenset({"linux"}))


@pytest.mark.parametrize(
    ("licence", "short"),
    [
        ("MIT", "MIT"),
        ("Zlib AND MIT", "Zlib, …"),
        ("GPL-2.0-or-later WITH Bootloader-exception", "GPL-2.0-or-later, …"),
        ("LicenseRef-Own", "Own"),
    ],
)
def test_row_shows_the_first_licence_and_the_text_all_of_them(licence: str, short: str) -> None:
    assert licence_in_short(_part(licence)) == short
    assert licence in whole_licence(_part(licence))


@pytest.mark.parametrize(("platform", "system"), [("linux", "linux"), ("win32", "windows"), ("darwin", "macos")])
def test_list_has_what_the_packages_of_this_system_contain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, system: str
) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        monkeypatch.setattr(sys, "platform", platform)
        scene = AboutScene(driver.app)
        monkeypatch.undo()
        assert [part.id for part in scene.parts] == [part.id for part in shipped_parts() if system in part.ships]
        driver.app.push(scene)
        driver.press("page.licences")
        driver.key(pygame.K_TAB)
        for _ in scene.parts:
            driver.key(pygame.K_DOWN)
        assert text.overflows == []


@pytest.mark.parametrize(("size", "code"), rooms((1080, 1350)))
def test_rows_all_fit_in_every_language(tmp_path: Path, size: Size, code: str) -> None:
    with open_window(tmp_path, size=size, language=code) as driver:
        for _ in range(len(licences(driver).parts) // 4):
            wheel(driver, "licences", -4)
        assert percent(driver, "licences") == 100
        assert text.overflows == []

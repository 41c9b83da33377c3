"""Reporting a problem from the menu and from the title: what is said before, what is saved, where it lies."""

from __future__ import annotations

import io
import threading
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.features.replay.command import replay_file
from game.features.report.model import MATCH, SCREENSHOT, SETTINGS, TEXT
from game.people.profiles import Profile
from game.settings.settings_file import SettingsFile
from tests.features.play.table_driver import table
from tests.features.play.test_handover import sit_down
from tests.reports import parts_of
from tests.scenes.stages import STAGES
from tests.window import Driver


def said(driver: Driver) -> str:
    return driver.control("message").name


def save(driver: Driver) -> Path:
    """Save the report; where it lies."""
    driver.press("save")
    driver.until(lambda: "report-" in said(driver), "the report")
    return Path(said(driver).removeprefix("Saved to "))


def test_report_screen_tells_what_a_report_holds_saves_it_and_tells_its_path(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_profile(Profile("anna0", "Annika")))
    scene = table(driver)
    driver.press("menu")
    driver.press("more")
    driver.click("Report a problem")
    assert (driver.scene, driver.focused) == ("report", "back")
    assert said(driver).startswith("A report contains the race with everybody’s cards, the settings, a screenshot, ")
    assert list(driver.app.files.folder.glob("*.zip")) == [], "nothing is saved before somebody says so"
    path = save(driver)
    assert (path.parent, driver.focused) == (driver.app.files.folder, "ok")
    assert replay_file(path)[1]["moves"] == len(scene.session.saved.records[-1].moves)
    found = parts_of(path)
    told = SettingsFile.from_bytes(found[SETTINGS]).settings
    settings = driver.app.settings
    assert (told.machine.plan, told.person.theme) == (settings.machine.plan, settings.person.theme)
    assert not [word for word in ("anna0", "Annika") if word in found[SETTINGS].decode()]
    assert "scenes: table, menu" in found[TEXT].decode()
    driver.settle()
    driver.key(pygame.K_RETURN)
    assert driver.scene == "menu"


def test_picture_in_a_report_is_the_table_without_the_menu(driver: Driver) -> None:
    table(driver)
    driver.click((2, 2))  # from now on the ring of the focus is not seen
    before = driver.picture()
    driver.press("menu")
    driver.press("more")
    driver.press("report")
    found = parts_of(save(driver))
    picture = pygame.image.load(io.BytesIO(found[SCREENSHOT]))
    assert picture.get_size() == before.get_size()
    across, down = picture.get_size()
    places = [(x, y) for x in range(0, across, 8) for y in range(0, down, 8)]
    differ = [place for place in places if picture.get_at(place)[:3] != before.get_at(place)[:3]]
    assert len(differ) < 0.005 * len(places), "but for the ring of what has the focus"
    while driver.scene != "table":
        driver.settle()
        driver.key(pygame.K_ESCAPE)
    driver.click((2, 2))
    driver.settle()
    after = driver.picture()
    assert [p for p in places if after.get_at(p)[:3] != before.get_at(p)[:3]] == [], "the table draws on as before"


def test_report_from_the_title_holds_no_match(driver: Driver) -> None:
    driver.press("about")
    driver.click("Report a problem")
    assert "cards" not in said(driver)
    found = parts_of(save(driver))
    assert MATCH not in found
    assert "scenes: title, about" in found[TEXT].decode()
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "about"


def test_report_screen_left_by_back_saves_nothing(driver: Driver) -> None:
    STAGES["report"](driver)
    driver.key(pygame.K_RETURN)
    assert driver.scene == "menu"
    driver.wait(0.2)
    assert list(driver.app.files.folder.glob("*.zip")) == []


def test_report_is_saved_by_keyboard_alone(driver: Driver) -> None:
    STAGES["report"](driver)
    driver.key(pygame.K_RIGHT)
    assert driver.focused == "save"
    driver.key(pygame.K_RETURN)
    driver.until(lambda: "report-" in said(driver), "the report")
    driver.settle()
    driver.key(pygame.K_RETURN)
    assert driver.scene == "menu"


def test_report_that_cannot_be_saved_says_so_and_may_be_tried_again(driver: Driver) -> None:
    STAGES["report"](driver)
    with mock.patch("game.files.writer.write_atomically", side_effect=OSError(28, "No space left on device")):
        driver.press("save")
        driver.until(lambda: "no space left" in said(driver), "the failure")
    driver.settle()
    assert save(driver).exists()


@pytest.mark.real_threads
def test_report_cannot_be_saved_again_while_it_is_being_saved(driver: Driver) -> None:
    go_on = threading.Event()

    def slow(_surface: pygame.Surface) -> bytes:
        go_on.wait(10)
        return b""

    with mock.patch("game.recovery.png", slow):
        STAGES["report"](driver)
        driver.press("save")
        driver.wait(0.1)
        assert [node.id for node in driver.of_role("button")] == ["back"]
        go_on.set()
        driver.until(lambda: "report-" in said(driver), "the report")


@pytest.mark.real_threads
@pytest.mark.parametrize("stage", ["report", "error"])
def test_picture_is_made_by_the_writers_thread(driver: Driver, stage: str) -> None:
    threads: list[str] = []

    def noting(_surface: pygame.Surface) -> bytes:
        threads.append(threading.current_thread().name)
        return b""

    with mock.patch("game.recovery.png", noting):
        STAGES[stage](driver)
        driver.press("save" if stage == "report" else "report")
        words = "message" if stage == "report" else "explanation"
        driver.until(lambda: "report-" in driver.control(words).name, "the report")
    assert threads == ["writer"]


@pytest.mark.parametrize("is_error", [False, True])
def test_report_of_a_match_of_several_persons_shows_no_hand(driver: Driver, *, is_error: bool) -> None:
    session = sit_down(driver)
    driver.press("here")
    driver.settle()
    assert session.observation.hand
    if is_error:
        saving = driver.app.recovery.report_saving(driver.app.recovery.report(ValueError()), driver.picture())
        saving.start()
        driver.until(saving.poll, "the report")
        words = saving.status_words()
        path = Path(words.removeprefix("Saved to "))
    else:
        driver.press("menu")
        driver.press("more")
        driver.press("report")
        assert "no screenshot" in said(driver)
        path = save(driver)
    assert SCREENSHOT not in parts_of(path)

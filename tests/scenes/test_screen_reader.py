"""The system's screen reader: what it is told of the screen and of what happens, and what it may ask for."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.scenes.dialogs import DialogButton, confirm
from game.ui.screen_reader.systems import Bridge, Handlers
from tests.recording_reader import RecordingReader, listen_in
from tests.recording_voice import RecordingVoice, hear, listen, switch_on
from tests.scenes.stages import STAGES
from tests.scenes.table_driver import table
from tests.window import Driver, open_window


@pytest.fixture
def voice() -> RecordingVoice:
    return RecordingVoice()


@pytest.fixture
def driver(tmp_path: Path, voice: RecordingVoice) -> Iterator[Driver]:
    """The program at its first start."""
    with open_window(tmp_path / "user", voice=voice) as running:
        yield running


# -- the tree ---------------------------------------------------------------------------------------------------------


def test_who_does_not_listen_is_told_nothing(driver: Driver) -> None:
    reader = listen_in(driver)
    reader.handlers.gone()
    before = reader.updates
    driver.key(pygame.K_TAB)
    assert reader.updates == before
    reader.handlers.come()
    driver.key(pygame.K_TAB)
    assert reader.updates > before


def test_a_screen_at_rest_is_told_once_and_of_a_change_only_what_changed(driver: Driver) -> None:
    reader = listen_in(driver)
    before, title = reader.updates, dict(reader.nodes)
    driver.wait(1)
    assert reader.updates == before
    driver.key(pygame.K_TAB)
    driver.settle()
    assert reader.updates == before + 1
    assert reader.focused == "I know the game"
    assert sum(reader.nodes[number] is not node for number, node in title.items()) == 2, "the ids stay, one focus went"


def test_it_speaks_the_language_of_the_game(driver: Driver) -> None:
    reader = listen_in(driver)
    assert reader.nodes[1].language == "en"
    driver.key(pygame.K_F2)
    driver.settle()
    assert reader.nodes[1].language == driver.app.settings.language != "en"
    assert reader.focused != "First lesson, Learn by playing, in five minutes"


# -- what is said -----------------------------------------------------------------------------------------------------


def test_what_happens_is_said_politely_and_what_asks_at_once_and_nothing_twice(driver: Driver) -> None:
    reader = listen_in(driver)
    assert reader.take_said() == [("POLITE", "Milestone Rally.")]
    table(driver, "1 - km_50")
    driver.settle()
    assert [urgency for urgency, _said in reader.take_said()] == ["POLITE"]
    driver.key(pygame.K_m)
    driver.settle()
    assert reader.take_said() == [("POLITE", "Sound off.")]
    driver.key(pygame.K_RIGHT)
    driver.settle()
    assert reader.take_said() == [], "the reader says by itself what has the focus"
    driver.key(pygame.K_s)
    driver.settle()
    assert reader.take_said()[0][1].startswith("You:"), "the voice's keys answer"
    driver.app.push(confirm(driver.app, lambda: "Sure?", lambda: "Think.", DialogButton("yes", lambda: "Yes", str)))
    driver.settle()
    assert reader.take_said() == [("ASSERTIVE", "Sure? Think.")]


def test_the_games_own_voice_gives_way_unless_f8_says_otherwise(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    reader = listen_in(driver)
    assert listen(driver, voice) == ["Your screen reader reads the game now. F8 turns speech on again."]
    driver.key(pygame.K_m)
    driver.settle()
    assert listen(driver, voice) == []
    assert ("POLITE", "Sound off.") in reader.take_said()
    assert hear(driver, voice, pygame.K_F8).startswith("Speech on.")
    driver.key(pygame.K_m)
    driver.settle()
    assert listen(driver, voice)[-1] == "Sound on."
    assert reader.take_said() == [], "not by both"
    driver.key(pygame.K_F8)
    driver.settle()
    assert reader.take_said()[0][1].startswith("Speech off.")


def test_the_first_start_does_not_offer_the_voice_to_who_has_a_reader(driver: Driver, voice: RecordingVoice) -> None:
    listen_in(driver)
    driver.key(pygame.K_INSERT)
    assert not driver.app.settings.speech


# -- what it asks for -------------------------------------------------------------------------------------------------


def test_it_focuses_and_presses_what_is_on_the_screen(driver: Driver) -> None:
    reader = listen_in(driver)
    reader.ask(driver, "FOCUS", "Settings")
    assert reader.focused == "Settings"
    reader.ask(driver, "CLICK", "Settings")
    assert driver.scene == "settings"


def test_it_presses_what_is_scrolled_out_of_sight(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        reader = listen_in(driver)
        reader.ask(driver, "CLICK", "Settings")
        hidden = next(node for node in driver.nodes() if node.role == "switch" and not node.rect[3])
        reader.ask(driver, "CLICK", hidden.name)
        assert driver.control(hidden.id).value != hidden.value
        assert driver.control(hidden.id).rect[3], "it came into view"


def test_it_sets_a_slider_and_a_field(driver: Driver) -> None:
    reader = listen_in(driver)
    STAGES["picture"](driver)
    driver.settle()
    slider = next(node for node in driver.nodes() if node.role == "slider")
    reader.ask(driver, "DECREMENT", slider.name)
    assert driver.control(slider.id).value != slider.value


def test_what_is_not_there_any_more_is_left_alone(driver: Driver) -> None:
    reader = listen_in(driver)
    number = reader.find("Settings")
    reader.ask(driver, "CLICK", "Settings")
    reader.nodes[number] = reader.nodes[reader.find("Defaults")]
    before = reader.updates
    reader.ask(driver, "CLICK", "Defaults")
    assert driver.scene == "settings"
    assert reader.updates >= before


# -- what may go wrong ------------------------------------------------------------------------------------------------


def test_where_it_cannot_be_opened_the_log_says_so_and_the_game_is_played(
    driver: Driver, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_title: str, _handlers: Handlers) -> Bridge:
        raise OSError("no bus")

    with caplog.at_level(logging.WARNING):
        driver.app.reader.open("", broken)
    assert [record.getMessage() for record in caplog.records] == ["no screen reader: OSError: no bus"]
    driver.click("Settings")
    assert driver.scene == "settings"


def test_where_it_breaks_down_the_log_says_so_once(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    class Panic(BaseException):
        """As AccessKit's."""

    class Broken(RecordingReader):
        def update(self, make: object) -> None:
            raise Panic("unreachable")

    def opened(_title: str, handlers: Handlers) -> Bridge:
        handlers.come()
        return Broken(handlers)

    with caplog.at_level(logging.WARNING):
        driver.app.reader.open("", opened)
        driver.click("Settings")
        driver.settle()
    assert [record.getMessage() for record in caplog.records] == ["no screen reader: Panic: unreachable"]
    assert driver.scene == "settings"

"""The system's screen reader: what it is told of the screen and of what happens, and what it may ask for."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import pygame
import pytest

from game.scenes.dialogs import DialogButton, confirmation_dialog
from game.ui.accessibility_tree import Node
from game.ui.screen_reader.systems import Bridge, Handlers
from game.ui.screen_reader.tree import ROOT
from game.ui.speech.wording import spoken
from tests.features.play.table_driver import table
from tests.features.play.test_handover import sit_down as sit_round
from tests.features.play.test_handover import take_part
from tests.recording_reader import RecordingReader, listen_in
from tests.recording_voice import RecordingVoice, hear, listen, switch_on
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window


@pytest.fixture
def voice() -> RecordingVoice:
    return RecordingVoice()


# -- the tree ---------------------------------------------------------------------------------------------------------


def test_screen_reader_that_has_left_is_told_nothing(driver: Driver) -> None:
    reader = listen_in(driver)
    reader.handlers.on_deactivated()
    before = reader.updates
    driver.key(pygame.K_TAB)
    assert reader.updates == before
    reader.handlers.on_activated()
    driver.key(pygame.K_TAB)
    assert reader.updates > before


def test_screen_reader_is_told_only_what_changed(driver: Driver) -> None:
    reader = listen_in(driver)
    before, title = reader.updates, dict(reader.nodes)
    driver.wait(1)
    assert reader.updates == before
    driver.key(pygame.K_TAB)
    driver.settle()
    assert reader.updates == before + 1
    assert reader.focused == "I know the game"
    assert sum(reader.nodes[number] is not node for number, node in title.items()) == 2, "the ids stay, one focus went"


def test_screen_reader_is_told_the_language_of_the_game(driver: Driver) -> None:
    reader = listen_in(driver)
    assert reader.nodes[1].language == "en"
    driver.key(pygame.K_F2)
    driver.settle()
    assert reader.nodes[1].language == driver.app.settings.person.language != "en"
    assert reader.focused != "First lesson, Learn by playing, in five minutes"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_screen_reader_gets_side_name_and_shortcut_only_once(tmp_path: Path, language: str) -> None:
    """The pile leaves its side's name to the group, the button its key to the shortcut."""
    with open_window(tmp_path, language=language) as driver:
        table(driver, "1 - km_50")
        reader = listen_in(driver)
        side, pile, hint = (driver.control(id) for id in ("display/1", "battle/1", "hint"))
        assert (side.name in pile.name, hint.description.endswith(" H")) == (True, True), "the voice says all of it"
        [group] = (node for node in reader.nodes.values() if node.label == side.name and "GROUP" in str(node.role))
        assert not [name for name in map(reader.name, group.children) if f", {side.name}" in name]
        told = reader.nodes[reader.find(spoken(hint.name))]
        assert (told.keyboard_shortcut, told.description) == ("H", spoken(hint.description).rpartition(". ")[0] + ".")


# -- what is said -----------------------------------------------------------------------------------------------------


def test_screen_reader_announcements_are_polite_and_never_repeated(driver: Driver) -> None:
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
    driver.app.push(
        confirmation_dialog(
            driver.app, lambda: "Sure?", lambda: "Think.", DialogButton("yes", lambda: "Yes", lambda: None)
        )
    )
    driver.settle()
    assert reader.take_said() == [("ASSERTIVE", "Sure? Think.")]


def test_game_voice_gives_way_to_a_screen_reader_until_f8(driver: Driver, voice: RecordingVoice) -> None:
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


def test_game_voice_goes_on_beside_a_listener_that_does_not_read(driver: Driver, voice: RecordingVoice) -> None:
    switch_on(driver, voice)
    listen_in(driver, speaks=False)
    driver.key(pygame.K_m)
    driver.settle()
    assert listen(driver, voice) == ["Sound off."]


def test_first_start_offers_no_voice_beside_a_screen_reader(driver: Driver, voice: RecordingVoice) -> None:
    listen_in(driver)
    driver.key(pygame.K_INSERT)
    assert not driver.app.settings.person.speech


# -- what is nobody's business ----------------------------------------------------------------------------------------


def test_screen_reader_is_told_nothing_of_a_covered_hand(driver: Driver) -> None:
    session = sit_round(driver)
    reader = listen_in(driver)
    driver.press("here")
    driver.settle()
    driver.key(pygame.K_c)
    driver.settle()
    hand = [node.name for node in driver.of_role("card")]
    assert len(hand) >= 6
    assert any(spoken(hand[0]) in said for _urgency, said in reader.take_said())
    while driver.scene != "handover":
        take_part(driver, session, Random(1))
        driver.settle()
    assert not [name for name in reader.names for card in hand if spoken(card) in name]


def test_screen_reader_does_not_announce_private_words_unasked(driver: Driver) -> None:
    reader = listen_in(driver)
    private = confirmation_dialog(
        driver.app, lambda: "Yours?", lambda: "You hold it.", DialogButton("yes", lambda: "Yes", lambda: None)
    )
    private.is_private = True
    driver.app.push(private)
    driver.settle()
    assert reader.focus == ROOT, "what has the focus would be said"
    assert not [said for _urgency, said in reader.take_said() if "hold" in said]
    driver.key(pygame.K_TAB)
    driver.settle()
    assert reader.focused == driver.control(driver.focused or "").name
    driver.key(pygame.K_F7)
    driver.settle()
    assert "You hold it." in reader.take_said()[-1][1]


# -- what it asks for -------------------------------------------------------------------------------------------------


def test_screen_reader_focuses_and_presses_controls_on_the_screen(driver: Driver) -> None:
    reader = listen_in(driver)
    reader.ask(driver, "FOCUS", "Settings")
    assert reader.focused == "Settings"
    reader.ask(driver, "CLICK", "Settings")
    assert driver.scene == "settings"


def test_screen_reader_presses_a_control_scrolled_out_of_sight(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        reader = listen_in(driver)
        reader.ask(driver, "CLICK", "Settings")
        hidden = next(node for node in driver.of_role("switch") if not node.rect[3])
        reader.ask(driver, "CLICK", hidden.name)
        assert driver.control(hidden.id).value != hidden.value
        assert driver.control(hidden.id).rect[3], "it came into view"


def naming(driver: Driver) -> tuple[RecordingReader, Node]:
    """A reader that listens, and the field in which something is named."""
    STAGES["naming"](driver)
    return listen_in(driver), driver.of_role("textbox")[0]


def test_screen_reader_sets_a_text_field(driver: Driver) -> None:
    reader, field = naming(driver)
    reader.ask(driver, "SET_VALUE", field.name, "Zoé")
    assert driver.control(field.id).value == "Zoé"


def test_screen_reader_knows_and_moves_the_caret_of_a_text_field(driver: Driver) -> None:
    reader, field = naming(driver)
    reader.ask(driver, "SET_VALUE", field.name, "Zoé du Lac")
    driver.key(pygame.K_LEFT)
    driver.settle()

    def caret() -> int:
        selection = reader.nodes[reader.find(field.name)].text_selection
        assert selection.anchor.node == selection.focus.node == run
        assert selection.anchor.character_index == selection.focus.character_index
        return int(selection.focus.character_index)

    [run] = reader.nodes[reader.find(field.name)].children
    told = reader.nodes[run]
    assert (told.value, caret()) == ("Zoé du Lac", 9)
    assert [*told.character_lengths] == [1, 1, 2, 1, 1, 1, 1, 1, 1, 1], "in bytes"
    assert [*told.word_lengths] == [4, 3, 3]
    reader.ask(driver, "SET_TEXT_SELECTION", field.name, 2)
    assert caret() == 2
    driver.write("x")
    driver.settle()
    assert (reader.nodes[run].value, caret()) == ("Zoxé du Lac", 3)


def test_screen_reader_scrolls_a_page(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        STAGES["picture"](driver)
        reader = listen_in(driver)
        before = driver.nodes()
        page = next(node for node in before if node.role == "scroll")
        reader.ask(driver, "SCROLL_DOWN", page.name)
        assert driver.nodes() != before


def test_screen_reader_sets_a_slider(driver: Driver) -> None:
    reader = listen_in(driver)
    STAGES["picture"](driver)
    driver.settle()
    slider = driver.of_role("slider")[0]
    reader.ask(driver, "DECREMENT", slider.name)
    assert driver.control(slider.id).value != slider.value
    assert slider.range is not None
    reader.ask(driver, "SET_VALUE", slider.name, slider.range[2])
    assert driver.control(slider.id).value == slider.value


def test_screen_reader_request_for_a_vanished_control_is_ignored(driver: Driver) -> None:
    reader = listen_in(driver)
    number = reader.find("Settings")
    reader.ask(driver, "CLICK", "Settings")
    reader.nodes[number] = reader.nodes[reader.find("Defaults")]
    before = reader.updates
    reader.ask(driver, "CLICK", "Defaults")
    assert driver.scene == "settings"
    assert reader.updates >= before


# -- what may go wrong ------------------------------------------------------------------------------------------------


def test_screen_reader_bridge_that_fails_to_open_is_logged(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    """The game is played all the same."""

    def broken(_title: str, _handlers: Handlers) -> Bridge:
        raise OSError("no bus")

    with caplog.at_level(logging.WARNING):
        driver.app.reader.open("", broken)
    assert [record.getMessage() for record in caplog.records] == ["no screen reader: OSError: no bus"]
    driver.click("Settings")
    assert driver.scene == "settings"


def test_screen_reader_bridge_that_breaks_down_is_logged_once(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    class Panic(BaseException):
        """As AccessKit's."""

    class Broken(RecordingReader):
        def update(self, make: object) -> None:
            raise Panic("unreachable")

    def opened(_title: str, handlers: Handlers) -> Bridge:
        handlers.on_activated()
        return Broken(handlers)

    with caplog.at_level(logging.WARNING):
        driver.app.reader.open("", opened)
        driver.click("Settings")
        driver.settle()
    assert [record.getMessage() for record in caplog.records] == ["no screen reader: Panic: unreachable"]
    assert driver.scene == "settings"


def test_screen_reader_chooses_the_option_it_presses_where_that_is_out_of_sight(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        reader = listen_in(driver)
        reader.ask(driver, "CLICK", "Settings")
        hidden = [node for node in driver.of_role("radio") if not node.rect[3] and node.value != "on"]
        for node in (hidden[0], hidden[-1]):
            reader.ask(driver, "CLICK", node.name)
            driver.settle()
            assert driver.control(node.id).value == "on", node

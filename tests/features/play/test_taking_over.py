"""Persons at one screen of whom some let bots drive, through the window: button, key, menu, and the plate's menu."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest import mock

import pygame
import pytest

from game.features.play.handover import KEY_DELAY_S
from game.features.play.scene import TableScene
from game.match.match_file import SavedMatch
from game.match.session import Session
from game.people.players import HUMAN, bot
from game.ui.drawing import text
from tests.features.play.test_handover import ZOE, cards_seen, sit_down, take_part
from tests.fit import misplaced, rooms
from tests.fixed_decks import ScriptedBots
from tests.recording_voice import RecordingVoice, hear, switch_on
from tests.scenes.test_controller import NEXT, SOUTH, connect, press
from tests.window import Driver, open_window

ANNA = 0


def delegate(driver: Driver) -> None:
    driver.key(pygame.K_g)
    if driver.scene == "who_takes_over":
        driver.press("delegate")
    assert driver.scene == "confirm"
    driver.press("yes")
    driver.pump()


def until(driver: Driver, session: Session, seat: int) -> None:
    """Go round the screen to that person's turn."""
    rng = Random(1)
    for _ in range(300):
        driver.settle()
        if driver.scene == "table" and session.viewer == seat and session.is_waiting_for_viewer:
            return
        take_part(driver, session, rng)
    raise AssertionError(f"no turn of {seat}")


def away(driver: Driver) -> Session:
    """The first of two persons lets a bot drive, the second has the turn."""
    session = sit_down(driver, (HUMAN, bot("carla"), ZOE, bot("hugo")))
    until(driver, session, ANNA)
    delegate(driver)
    until(driver, session, 2)
    return session


def by_button(driver: Driver) -> None:
    driver.click("Take over as Player 1")


def by_key(driver: Driver) -> None:
    driver.key(pygame.K_g)


def by_tab(driver: Driver) -> None:
    while driver.focused != "take_over_as":
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)


def by_menu(driver: Driver) -> None:
    driver.press("menu")
    driver.press("more")
    driver.click("Take over as Player 1")


def by_controller(driver: Driver) -> None:
    connect(driver, "Xbox")
    for _ in range(30):
        press(driver, NEXT)
        if driver.focused == "take_over_as":
            break
    press(driver, SOUTH)


@pytest.mark.parametrize("way", [by_button, by_key, by_tab, by_menu, by_controller])
def test_person_who_delegated_gets_the_screen_at_the_next_turn(driver: Driver, way: Callable[[Driver], None]) -> None:
    session = away(driver)
    own = cards_seen(driver)
    way(driver)
    driver.settle()
    assert driver.scene == "who_takes_over"
    driver.press("seat0")
    driver.settle()
    assert (driver.scene, session.viewer, cards_seen(driver)) == ("table", 2, own)
    assert not driver.shows("take_over_as")
    rng = Random(1)
    while session.viewer == 2:
        if (
            driver.scene == "handover"
            and session.hot_seat.handover is not None
            and session.hot_seat.handover.seat == ANNA
        ):
            assert cards_seen(driver) == []
            assert driver.control("title").name == "Pass to Player 1"
        take_part(driver, session, rng)
        driver.settle()
    until(driver, session, ANNA)
    assert len(cards_seen(driver)) >= 6
    assert session.seat_control.autopilot_seats == frozenset()


def test_escape_leaves_the_seat_to_the_bot(driver: Driver) -> None:
    session = away(driver)
    by_key(driver)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert (driver.scene, session.seat_control.autopilot_seats) == ("table", {ANNA})


def test_person_at_the_screen_may_delegate_too_and_each_is_offered_by_name(driver: Driver) -> None:
    session = away(driver)
    delegate(driver)
    assert session.seat_control.autopilot_seats == {ANNA, 2}
    driver.key(pygame.K_g)
    driver.settle()
    assert [driver.control(f"seat{seat}").name for seat in (0, 2)] == ["Player 1", "Zoé"]
    assert not driver.shows("delegate")
    driver.press("seat2")
    until(driver, session, 2)
    assert session.seat_control.autopilot_seats == {ANNA}


def test_handover_menu_offers_taking_over_and_the_screen_asks_the_next_person(driver: Driver) -> None:
    """A match is killed while a seat is delegated; goes on with its plate, and there the person is back at once."""
    session = away(driver)
    saved = SavedMatch.from_bytes(session.saved.to_bytes())
    app = driver.app
    app.start_session(Session(saved, files=app.files, clock=app.clock, bots=ScriptedBots()))
    app.show_table()
    driver.wait(KEY_DELAY_S)
    driver.settle()
    again = app.session
    assert again is not None
    assert again.seat_control.autopilot_seats == {ANNA}
    assert driver.scene == "handover"
    driver.press("menu")
    driver.press("more")
    driver.press("take_over_as")
    driver.settle()
    driver.press("seat0")
    driver.wait(KEY_DELAY_S)
    driver.settle()
    assert again.seat_control.autopilot_seats == frozenset()
    assert driver.scene == "handover"
    assert (
        driver.control("here").name
        == f"I’m {'Zoé' if again.hot_seat.handover and again.hot_seat.handover.seat == 2 else 'Player 1'}"
    )


def test_person_who_just_delegated_comes_back_by_the_menu_of_the_next_handover(driver: Driver) -> None:
    session = sit_down(driver, (HUMAN, bot("carla"), ZOE, bot("hugo")))
    until(driver, session, ANNA)
    delegate(driver)
    driver.settle()
    assert driver.scene == "handover"
    assert session.viewer == ANNA
    driver.press("menu")
    driver.press("more")
    driver.click("Take over as Player 1")
    with mock.patch.object(TableScene, "__init__", side_effect=AssertionError("Anna's cards, before Zoé's turn")):
        driver.press("seat0")
        driver.settle()
    assert session.seat_control.autopilot_seats == frozenset()
    assert driver.control("title").name == "Pass to Zoé"
    until(driver, session, ANNA)


def test_speech_tells_the_question_who_takes_over_and_the_names(tmp_path: Path) -> None:
    voice = RecordingVoice()
    with open_window(tmp_path, voice=voice) as driver:
        away(driver)
        switch_on(driver, voice)
        assert "Who takes over?" in hear(driver, voice, pygame.K_g)
        assert "Player 1" in hear(driver, voice, pygame.K_F7)


@pytest.mark.parametrize(("size", "language"), rooms((1280, 720), (1080, 1350)))
def test_take_over_button_is_there_and_has_room_while_others_drive(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    """The sweep cannot ask it: nothing rests meanwhile."""
    with open_window(tmp_path, size=size, language=language) as driver:
        session = away(driver)
        driver.key(pygame.K_RETURN)
        session.play(session.observation.legal[-1])
        driver.pump(2)
        assert not session.is_waiting_for_viewer
        assert driver.scene == "table"
        driver.control("take_over_as")
        assert misplaced(driver) == []
        assert text.overflows == []

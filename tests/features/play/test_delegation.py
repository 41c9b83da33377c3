"""Letting a bot finish the leg at the table, by key and menu; and the best card marked without being asked."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.features.play.scene import TableScene
from game.people.players import Aggression
from game.settings.settings import AnimationSpeed, BotPace
from game.ui.drawing import text
from tests.features.play.table_driver import DRAWS, HANDS, ROLLING, held, lit, on_the_table
from tests.fit import misplaced
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.recording_voice import RecordingVoice, listen, switch_on
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window


def table(driver: Driver, advice: str = "", *, is_thinking: bool = False) -> ScriptedBots:
    bots = ScriptedBots(advice=advice)
    bots.is_thinking = is_thinking
    sit_down(driver, saved_match(HANDS, DRAWS, ROLLING), bots)
    driver.settle()
    return bots


def delegate(driver: Driver, way: str = "key") -> None:
    if way == "key":
        driver.key(pygame.K_g)
    else:
        driver.press("menu")
        driver.press("more")
        driver.press("delegate")
    driver.settle()
    assert driver.scene == "confirm"
    driver.press("yes")
    driver.pump()


@pytest.mark.parametrize("way", ["key", "menu"])
def test_bot_plays_on_for_the_person_and_the_leg_ends_by_itself(driver: Driver, way: str) -> None:
    table(driver)
    delegate(driver, way)
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF, pace=BotPace.QUICK))
    driver.until(lambda: driver.scene == "result", "the score of the leg")
    assert driver.session.seat_control.autopilot_used == {0}
    assert driver.control("who_drove").name == "A bot drove for you"


def test_result_that_says_you_win_says_that_a_bot_drove(driver: Driver) -> None:
    setup = saved_match(HANDS, DRAWS, ROLLING, target_score=None, legs=1)
    sit_down(driver, setup, ScriptedBots(advice="0 km_100"))
    delegate(driver)
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF, pace=BotPace.QUICK))
    driver.until(lambda: driver.scene == "result", "the result of the race")
    driver.settle()
    told = {node.id: node.name for node in driver.nodes()}
    assert told["who_drove"] == "A bot drove for you"
    driver.app.go_home()
    driver.settle()
    driver.press("roadbook")
    driver.settle()
    assert "a bot drove" in driver.control("match_about").name


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350)])
@pytest.mark.parametrize("way", ["button", "key"])
def test_cards_cannot_be_played_until_the_person_takes_over_from_the_bot(
    tmp_path: Path, size: tuple[int, int], way: str
) -> None:
    with open_window(tmp_path, size=size) as driver:
        bots = table(driver, is_thinking=True)
        delegate(driver, "key")
        scene = driver.top(TableScene)
        assert scene.stage.view.turn.head == "A bot drives for you"
        assert {"take_over"} == driver.ids() & {"delegate", "take_over"}
        driver.pump(30)
        assert misplaced(driver) == []
        assert text.overflows == []
        driver.key(pygame.K_1)
        driver.key(pygame.K_RETURN)
        assert on_the_table(driver) == []
        bots.is_thinking = False
        driver.press("take_over") if way == "button" else driver.key(pygame.K_g)
        driver.settle()
        assert "take_over" not in driver.ids()
        assert driver.session.is_waiting_for_viewer
        driver.key(pygame.K_d)
        driver.settle()


def test_escape_leaves_the_seat_undelegated(driver: Driver) -> None:
    STAGES["delegating"](driver)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "table"
    assert not driver.session.seat_control.is_autopilot_on


# -- assist and easy start --------------------------------------------------------------------------------------------


def test_assist_marks_the_best_card_in_every_turn_unasked(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(assist=True))
    bots = table(driver, "0 km_100")
    driver.settle()
    assert held(driver, "km_100").focused
    assert lit(driver) == {"distance/0"}
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert on_the_table(driver) == ["0 km_100"]
    assert bots.hints == 2


@pytest.mark.parametrize(
    ("advice", "card", "pile", "told"),
    [
        ("0 km_100", "km_100", "distance/0", "Hint: the 100"),
        ("0 stop > 2", "stop", "battle/2", "Hint: Stop against Hugo"),
        ("0 - repairs", "repairs", "discard", "Hint: discarding Repairs"),
    ],
)
def test_assist_tells_where_the_card_goes_in_words_and_by_speech(
    tmp_path: Path, advice: str, card: str, pile: str, told: str
) -> None:
    voice = RecordingVoice()
    with open_window(tmp_path, voice=voice) as driver:
        switch_on(driver, voice)
        driver.app.save_settings(driver.app.settings.with_values(assist=True))
        table(driver, advice)
        driver.settle()
        driver.pump(3)
        assert held(driver, card).focused
        assert lit(driver) == {pile}
        assert driver.control(pile).focused
        assert driver.control("turn").name == told
        assert told.replace("km", "kilometers") in " ".join(listen(driver, voice))


def test_assist_keeps_a_card_that_the_player_chose_meanwhile(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(assist=True))
    table(driver, "0 km_100")
    driver.settle()
    driver.key(pygame.K_1)
    driver.pump(30)
    assert not held(driver, "km_100").focused


def test_hint_is_never_asked_for_without_assist(driver: Driver) -> None:
    assert table(driver, "0 km_100").hints == 0


def test_easy_start_sets_all_three_settings_and_puts_them_back(driver: Driver) -> None:
    STAGES["settings"](driver)
    driver.press("easy_start")
    driver.settle()
    settings = driver.app.settings
    assert (settings.person.assist, settings.person.pace, settings.is_easy_start) == (True, BotPace.SLOW, True)
    assert settings.last_match_plan("en").aggression is Aggression.GENTLE
    driver.press("easy_start")
    driver.settle()
    settings = driver.app.settings
    assert (settings.person.assist, settings.person.pace, settings.is_easy_start) == (False, BotPace.ADAPTIVE, False)
    assert settings.last_match_plan("en").aggression is Aggression.SPORTING

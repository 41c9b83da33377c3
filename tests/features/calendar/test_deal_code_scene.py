"""Deals by their number through the window: the fields, and what others made of a seat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from random import Random

import pygame
import pytest

from game.engine.setup import HOUSE_RULES
from game.features.calendar import deal_code_scene as deal_scenes
from game.features.calendar.deal_code_scene import DealCodeScene
from game.features.calendar.model import level_runs as comparisons
from game.features.replay.scene import ReplayScene
from game.features.result.scene import ResultScene
from game.match import session as sessions
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion, stand_in_for
from game.match.deals import Deal, PlayedDeal, code_letters
from game.match.plan import DEFAULT_PLAN
from game.settings.settings import AnimationSpeed
from tests.features.play.test_whole_leg import MOST_MOVES, take_a_turn
from tests.fixed_decks import ScriptedBots
from tests.recording_reader import listen_in
from tests.window import Driver, hurry

CODE = "BDW-HBQ-QZB"
PLAYED = (
    PlayedDeal("BFG-QWX-NYD", date(2026, 11, 21), 1450, 2, 4),
    PlayedDeal(CODE, date(2026, 11, 22), 2300, 1, 4),
)


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rivals that take no time."""
    monkeypatch.setattr(sessions, "WorkerBots", ScriptedBots)
    monkeypatch.setattr(comparisons, "WorkerBots", ScriptedBots)


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What lies in the clipboard."""
    held = [""]
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held[0])
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: held.__setitem__(0, text))
    return lambda text: held.__setitem__(0, text)


def opened(driver: Driver, played: tuple[PlayedDeal, ...] = ()) -> None:
    driver.app.push(DealCodeScene(driver.app, driver.app.start_deal, lambda: played))
    driver.settle()
    assert driver.focused == "code"


def type_in(driver: Driver, text: str) -> None:
    for letter in text.lower():
        driver.key(ord(letter))


def dealt(driver: Driver) -> Deal | None:
    return driver.session.deal


def played_to_the_end(driver: Driver) -> None:
    """Take turns by lot until the leg is over, at once: what moves is looked at elsewhere."""
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF))
    lots = Random(3)
    for _ in range(MOST_MOVES):
        hurry(driver)
        if driver.scene == "result":
            break
        take_a_turn(driver, lots)
    assert driver.scene == "result"
    driver.settle()


def test_calendar_opens_the_deal_dialog_without_a_list(driver: Driver) -> None:
    driver.press("deals")
    driver.settle()
    driver.key(pygame.K_n)
    driver.settle()
    assert driver.scene == "deal"
    assert not driver.control("play").enabled
    assert driver.control("told").name == "Nine letters"
    assert "friend" in driver.control("no_list").name
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "calendar"


def test_deal_code_by_house_rules_says_so(driver: Driver) -> None:
    setup = DEFAULT_PLAN.with_legs(1).with_house_rules(HOUSE_RULES).setup
    opened(driver)
    type_in(driver, code_letters(Deal.of(setup, 1, 4711).code).lower())
    assert driver.control("told").name == ("Winning Moves 2006 · 4 drivers, solo · Rolling start · Eight cards")
    driver.press("play")
    assert driver.session.setup.options.house_rules == HOUSE_RULES


def test_deal_code_is_typed_and_played_by_keyboard_alone(driver: Driver) -> None:
    opened(driver)
    type_in(driver, "bdwhb")
    assert driver.control("code").value == "BDWHB"
    assert driver.control("told").name == "4 more letters"
    type_in(driver, "qqzb")
    assert driver.control("told").name == "Winning Moves 2006 · 4 drivers, solo"
    assert driver.focused == "play"
    driver.key(pygame.K_RETURN)
    assert driver.scene == "table"
    assert dealt(driver) == Deal.from_code(CODE)


def test_code_field_takes_letters_that_are_commands_elsewhere(driver: Driver) -> None:
    opened(driver)
    type_in(driver, "maeiou")
    assert driver.control("code").value == "M"
    assert not driver.app.settings.machine.muted
    driver.key(pygame.K_BACKSPACE)
    assert driver.control("code").value == ""
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_m)
    assert driver.app.settings.machine.muted


@pytest.mark.parametrize(
    ("typed", "key", "said"),
    [
        ("bt", ord("e"), "No code contains “E”"),
        ("", ord("7"), "No code contains “7”"),
        ("bt", ord("ő"), "No code contains “Ő”"),
        ("bdwhbqqzc", ord("b"), "A code has nine letters"),
    ],
)
def test_code_field_tells_why_it_refuses_a_letter(driver: Driver, typed: str, key: int, said: str) -> None:
    opened(driver)
    type_in(driver, typed)
    driver.key(key)
    assert driver.control("code").value == typed.upper()
    assert driver.control("told").name == said
    driver.key(pygame.K_BACKSPACE)
    if typed:
        assert driver.control("told").name != said


def test_code_field_ignores_key_chords(driver: Driver) -> None:
    opened(driver)
    type_in(driver, "bt")
    for mod in (pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA):
        for key in (pygame.K_c, pygame.K_BACKSPACE):
            driver.key(key, mod)
    assert driver.control("code").value == "BT"
    driver.key(pygame.K_c, pygame.KMOD_LSHIFT)
    assert driver.control("code").value == "BTC"


@pytest.mark.parametrize("way", ["mouse", "screen reader"])
def test_code_field_with_a_whole_code_only_takes_the_focus_when_pressed(driver: Driver, way: str) -> None:
    opened(driver)
    type_in(driver, code_letters(CODE))
    assert driver.focused == "play"
    if way == "mouse":
        driver.press("code")
    else:
        reader = listen_in(driver)
        reader.ask(driver, "CLICK", driver.control("code").name)
    assert (driver.scene, driver.focused) == ("deal", "code")
    driver.key(pygame.K_RETURN)
    assert driver.scene == "table"


def test_typo_in_a_code_is_told_and_cannot_be_played(driver: Driver) -> None:
    opened(driver)
    type_in(driver, "bdwhbqqzc")
    assert driver.control("told").name == "There’s a typo in this code"
    assert not driver.control("play").enabled
    driver.key(pygame.K_RETURN)
    assert driver.scene == "deal"
    driver.key(pygame.K_BACKSPACE)
    type_in(driver, "b")
    assert driver.control("play").enabled


@pytest.mark.parametrize(
    ("held", "typed"), [(f"  {CODE.lower()}\n", "BDWHBQQZB"), ("hello", ""), ("", ""), ("BDW-HBQ-QZB-B" * 99, "")]
)
def test_clipboard_is_pasted_only_if_it_holds_a_code(
    driver: Driver, clipboard: Callable[[str], None], held: str, typed: str
) -> None:
    opened(driver)
    clipboard(held)
    driver.key(pygame.K_v, pygame.KMOD_CTRL)
    assert driver.control("code").value == typed
    if not typed:
        assert driver.control("told").name == "There is no code to paste"
        driver.press("paste")
        assert driver.control("code").value == ""


def test_deal_drawn_by_lot_fits_the_players_own_table(driver: Driver) -> None:
    opened(driver)
    driver.press("draw")
    drawn = Deal.from_code(str(driver.control("code").value))
    table = driver.app.settings.match_plan("en").setup
    assert (drawn.rules, drawn.seats, drawn.seating) == (table.rules, table.seats, table.seating)
    driver.press("draw")
    assert Deal.from_code(str(driver.control("code").value)) != drawn


def test_deal_played_before_fills_the_code_field(driver: Driver) -> None:
    opened(driver, PLAYED)
    assert driver.control("played.BFG-QWX-NYD").name == "BFG-QWX-NYD · Nov 21 · 1,450 · 2 / 4"
    driver.press(f"played.{CODE}")
    assert driver.control("code").value == code_letters(CODE)
    driver.key(pygame.K_UP)
    assert driver.control("code").value == "BFGQWXNYD"


def test_deal_dialog_speaks_every_language(driver: Driver) -> None:
    opened(driver, PLAYED)
    driver.app.set_language("de")
    driver.settle()
    assert driver.control("title").name == "Code eingeben"
    assert driver.control("played.BFG-QWX-NYD").name == "BFG-QWX-NYD · 21. Nov. · 1.450 · 2 / 4"


def test_deal_is_compared_with_the_levels_and_played_again(driver: Driver, clipboard: Callable[[str], None]) -> None:
    clipboard("")
    opened(driver)
    type_in(driver, code_letters(CODE))
    driver.press("play")
    played_to_the_end(driver)
    driver.press("tabs.bots")
    driver.settle()
    assert driver.control("rank").name.startswith("Your place: ")
    assert len(driver.below("drive.")) == 5
    assert driver.control("code").name == f"Code: {CODE}"
    driver.press("copy")
    assert driver.control("copy").name == "Copied"
    assert deal_scenes._clipboard() == CODE
    before = driver.app.session
    driver.press("once_more")
    assert driver.scene == "table"
    assert driver.app.session is not before
    assert dealt(driver) == Deal.from_code(CODE)


def test_comparison_opens_each_drive_in_the_replay(driver: Driver) -> None:
    opened(driver)
    type_in(driver, code_letters(CODE))
    driver.press("play")
    played_to_the_end(driver)
    driver.press("tabs.bots")
    driver.settle()
    result = driver.top(ResultScene)
    assert result.comparison is not None
    assert result.comparison.comparison is not None
    for drive in result.comparison.comparison.runs:
        driver.press(f"drive.{drive.level or 'own'}")
        driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the leg")
        replayed = driver.top(ReplayScene)
        assert replayed.leg.record == drive.record
        assert replayed.leg.observation_at(replayed.leg.length, 0).sides[0].km == drive.km
        driver.settle()
        driver.key(pygame.K_ESCAPE)
        assert driver.app.scene is result


def test_drive_that_fails_is_told_and_can_be_left(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(question: BotQuestion) -> BotAnswer:
        return stand_in_for(question, "broken")

    opened(driver)
    type_in(driver, code_letters(CODE))
    driver.press("play")
    played_to_the_end(driver)
    monkeypatch.setattr(comparisons, "WorkerBots", lambda: InlineBots(failing))
    driver.press("tabs.bots")
    driver.settle()
    assert driver.control("rank").name == "The rest couldn’t be calculated"
    assert driver.control("drive.master").name.endswith("still to come")
    assert driver.control("drive.master").role == "text"
    driver.press("tabs.points")
    assert driver.control("points.total")


def test_comparison_stops_the_running_drives_when_left(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    class Slow(InlineBots):
        def poll(self) -> BotAnswer | None:
            return None

        def close(self) -> None:
            closed.append(True)

    opened(driver)
    type_in(driver, code_letters(CODE))
    driver.press("play")
    played_to_the_end(driver)
    monkeypatch.setattr(comparisons, "WorkerBots", Slow)
    driver.press("tabs.bots")
    driver.pump(10)
    assert driver.control("rank").name == "4 runs to go"
    driver.key(pygame.K_ESCAPE)
    assert (driver.scene, closed) == ("title", [True])

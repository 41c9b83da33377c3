"""A match by house rules keeps them wherever it leads, and its table says what they change."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pygame
import pytest

from ai.review import review
from game.engine.observation import Observation
from game.engine.setup import HOUSE_RULES, Options
from game.features.play.scene import TableScene
from game.features.puzzles.model import find_puzzles
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import Judgement
from game.features.replay.pin_scene import PinScene
from game.i18n import LANGUAGES
from game.match.match_file import SavedMatch
from tests.features.replay.review_stage import QUICK, ScriptedReview, look_back
from tests.played_legs import played_match
from tests.scenes.stages import STAGES, TIP_S
from tests.window import Driver, middle, open_window

REFUSED = {
    "en": "You’re already rolling.",
    "de": "Du fährst schon.",
    "fr": "Tu roules déjà.",
    "it": "Sei già in marcia.",
    "hu": "Már haladsz.",
}


@cache
def match_of_two_legs() -> SavedMatch:
    return replace(played_match(options=Options(rolling_start=True, eight_cards=True)), id="m", begun_s=1_700_000_000)


@cache
def judgements() -> tuple[Judgement, ...]:
    leg = LegReplay(match_of_two_legs(), 1)
    found = review(leg.record, leg.context, leg.viewer, budget=QUICK)
    return tuple(one for one in found if isinstance(one, Judgement))


def seen(driver: Driver) -> Observation:
    return driver.session.observation


# -- where they are kept ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["once_more", "go_on"])
def test_house_rules_are_those_of_the_next_race(driver: Driver, way: str) -> None:
    STAGES["result_by_house_rules"](driver)
    driver.press(way)
    assert seen(driver).options.house_rules == HOUSE_RULES


def test_house_rules_hold_in_the_next_leg(driver: Driver) -> None:
    driver.app.resume_match(match_of_two_legs())
    driver.settle()
    assert driver.app.session is not None
    driver.app.show_score()
    driver.settle()
    driver.press("go_on")
    driver.settle()
    assert (seen(driver).leg, seen(driver).options.house_rules) == (3, HOUSE_RULES)


def test_house_rules_hold_in_a_match_driven_on_from_the_look_back(driver: Driver) -> None:
    look_back(driver, match_of_two_legs(), 1, place=12)
    driver.press("play_on")
    driver.settle()
    assert seen(driver).options.house_rules == HOUSE_RULES


def test_house_rules_hold_where_a_pin_asks(driver: Driver) -> None:
    look_back(driver, match_of_two_legs(), 1, review=ScriptedReview(judgements()))
    driver.key(pygame.K_p)
    driver.settle()
    scene = driver.top(PinScene)
    assert scene.attempt.seen.options.house_rules == HOUSE_RULES


def test_house_rules_hold_in_a_puzzle() -> None:
    puzzles = find_puzzles(LegReplay(match_of_two_legs(), 1), judgements())
    assert {puzzle.observation().options.house_rules for puzzle in puzzles} == {HOUSE_RULES}


# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_go_on_a_green_empty_pile_is_refused_since_one_rolls_already(driver: Driver, code: str) -> None:
    driver.app.set_language(code)
    STAGES["green_light"](driver)
    assert driver.control("turn").value == REFUSED[code]


def test_green_empty_pile_is_told_as_rolling(driver: Driver) -> None:
    STAGES["nine_cards"](driver)
    for side in range(4):
        battle = driver.control(f"battle/{side}")
        assert "green light" in battle.description, battle


def test_hand_of_nine_is_chosen_by_the_keys_1_to_9(driver: Driver) -> None:
    STAGES["nine_cards"](driver)
    scene = driver.top(TableScene)
    for index in range(9):
        driver.key(pygame.K_1 + index)
        assert scene.hand.selected == index


def test_hand_of_nine_is_told_card_by_card(driver: Driver) -> None:
    STAGES["nine_cards"](driver)
    assert [node.place for node in driver.below("card/")] == [(n, 9) for n in range(1, 10)]


@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1280, 720), (1080, 1350)], ids="{0[0]}x{0[1]}".format)
def test_every_card_of_nine_can_be_pointed_at_and_dragged(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size) as driver:
        STAGES["green_light"](driver)
        scene = driver.top(TableScene)
        for index in range(9):
            driver.point(middle(driver.control(f"card/{index}")))
            assert scene.hand.hovered_card == index
        before = scene.hand.cards
        driver.drag(middle(driver.control("card/8")), middle(driver.control("card/0")))
        driver.settle()
        assert scene.hand.cards[0] is before[8]


def test_chip_in_the_top_bar_names_the_house_rules_and_tells_them_when_pressed(driver: Driver) -> None:
    STAGES["nine_cards"](driver)
    chip = driver.control("chip")
    assert chip.name == "Rolling start · Eight cards"
    driver.click(middle(chip))
    assert driver.control("tip").name.startswith("Rolling start · Eight cards: Everyone starts on green.")


def test_chip_without_room_is_told_at_the_leg(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540), language="de") as driver:
        STAGES["green_light"](driver)
        leg = driver.control("leg")
        assert leg.name.endswith("Fliegender Start · Acht Karten")
        driver.point(middle(leg))
        driver.wait(TIP_S)
        assert driver.control("tip").name.startswith("Fliegender Start · Acht Karten: ")

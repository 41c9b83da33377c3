"""The rules can be looked up from everywhere by F1, open at what is on the screen, and fit every window."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest

from game.engine.cards import card
from game.engine.rules import RULE_SETS, Seating
from game.engine.setup import MatchSetup
from game.features.play.scene import TableScene
from game.features.result.scene import ResultScene
from game.features.rulebook.scene import RulesScene
from game.features.rulebook.text import SECTIONS
from game.features.setup.one_screen import OneScreenScene
from game.i18n import LANGUAGES
from game.ui.drawing import text
from tests.features.play.table_driver import table
from tests.features.play.test_prompts import ask_coup_fourre, ask_extension
from tests.features.result.result_scenes import ended as how_it_ended
from tests.features.result.result_scenes import exits, standings
from tests.fit import strays
from tests.fixed_decks import saved_match, sit_down
from tests.monkey.episode import sketching
from tests.nightly import some
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window

SIZES = [(960, 540), (1280, 720), (1920, 1080), (2560, 1080), (1080, 1350), (3840, 2160)]


def rules(driver: Driver) -> RulesScene:
    return driver.top(RulesScene)


def opened(driver: Driver) -> str:
    """Press F1 and tell the page that is open."""
    driver.key(pygame.K_F1)
    return rules(driver).topic


# -- from everywhere ---------------------------------------------------------------------------------------------------


def test_f1_opens_the_rules_on_the_title_and_closes_them_again(driver: Driver) -> None:
    assert opened(driver) == "goal"
    assert driver.control("contents").value == "Goal of the game"
    driver.key(pygame.K_F1)
    assert driver.scene == "title"


@pytest.mark.parametrize("id", ["language", "settings"])
def test_f1_opens_the_rules_above_what_the_title_opens(driver: Driver, id: str) -> None:
    driver.press(id)
    below = driver.scene
    assert opened(driver) == "goal"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == below


def test_title_button_opens_the_rules_too(driver: Driver) -> None:
    driver.press("rules")
    assert driver.scene == "rules"


def test_setup_screen_opens_the_rules_chosen_there(driver: Driver) -> None:
    driver.press("race.setup")
    driver.press("rules")
    driver.press("rules.mille_miglia")
    assert opened(driver) == "differences"
    assert rules(driver).played.id == "mille_miglia"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "setup"
    assert driver.control("rules").value == "Mille Miglia"


def test_table_opens_the_rules_at_the_chosen_card(driver: Driver) -> None:
    scene = table(driver)
    driver.click("Stop")
    hand, observation = scene.hand.selected, scene.match.observation
    assert opened(driver) == "stop"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "table"
    assert (scene.hand.selected, scene.match.observation) == (hand, observation)


def test_table_opens_the_rules_at_the_card_pointed_at(driver: Driver) -> None:
    table(driver)
    driver.point("Accident")
    assert opened(driver) == "accident"


def test_table_opens_the_rules_at_the_top_card_of_the_pile_pointed_at(driver: Driver) -> None:
    table(driver)
    driver.point(middle(driver.control("battle/1")))
    assert opened(driver) == "go"
    driver.key(pygame.K_F1)
    driver.point(middle(driver.control("draw")))
    assert opened(driver) == "goal"


def test_button_of_the_top_bar_opens_the_rules(driver: Driver) -> None:
    table(driver)
    driver.click("Rules")
    assert rules(driver).topic == "goal"


@pytest.mark.parametrize(("ask", "topic"), [(ask_coup_fourre, "coup_fourre"), (ask_extension, "end")])
def test_prompt_opens_the_rules_at_its_own_section_and_stays(driver: Driver, ask: object, topic: str) -> None:
    assert callable(ask)
    ask(driver)
    asked, focused = driver.scene, driver.focused
    assert focused is not None
    assert opened(driver) == topic
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == asked
    assert driver.focused == focused


def test_menu_opens_the_rules_and_is_there_afterwards(driver: Driver) -> None:
    table(driver)
    driver.click("Menu")
    driver.press("rules")
    assert driver.scene == "rules"
    driver.key(pygame.K_F1)
    assert driver.scene == "menu"


def test_result_of_a_leg_opens_the_rules_at_the_tips(driver: Driver) -> None:
    sit_down(driver, saved_match(["km_200 " * 4, "km_25 " * 6], "km_25", [], target_score=5000))
    driver.top(TableScene)
    show_score_of(driver)
    assert opened(driver) == "tips"
    assert driver.control("contents").value == "Tips"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "result"
    driver.key(pygame.K_ESCAPE)
    driver.press("rules")
    assert rules(driver).topic == "tips"


@pytest.mark.parametrize(("winner", "topic"), [(0, "scoring"), (1, "tips")])
def test_end_of_a_lost_match_opens_the_rules_at_the_tips(driver: Driver, winner: int, topic: str) -> None:
    table(driver)
    ended = replace(standings(), match_winner=winner)
    driver.app.push(ResultScene(driver.app, how_it_ended(ended), exits(lambda: None, lambda: None), celebrates=True))
    driver.settle()
    assert opened(driver) == topic
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "result"


def show_score_of(driver: Driver) -> None:
    ask_extension(driver)
    driver.press("no")
    driver.settle()
    assert driver.scene == "result"


def test_animation_of_the_table_is_not_lost_below_the_rules(driver: Driver) -> None:
    scene = table(driver)
    driver.click("25 km")
    driver.key(pygame.K_RETURN)
    assert scene.is_moving()
    driver.key(pygame.K_F1)
    driver.wait(5)
    assert driver.scene == "rules"
    driver.key(pygame.K_F1)
    driver.settle()
    assert driver.scene == "table"
    moves = scene.match.observation.moves
    assert "0 km_25" in [move.text for move in moves]
    assert moves[-1].seat == 3


def test_carried_card_goes_back_to_the_hand_when_the_rules_open(driver: Driver) -> None:
    scene = table(driver)
    start = middle(driver.find("Stop"))
    driver.point(start)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    driver.post(pygame.MOUSEMOTION, pos=(start[0], start[1] - 200), rel=(0, -200), buttons=(1, 0, 0))
    assert scene.hand.carried_index is not None
    assert opened(driver) == "stop"
    driver.post(pygame.MOUSEBUTTONUP, pos=(start[0], start[1] - 200), button=1)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert scene.hand.held_card is None
    assert card("stop") in scene.match.observation.hand


# -- reading ---------------------------------------------------------------------------------------------------


def test_arrows_open_one_section_after_the_other(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    for section in SECTIONS[1:]:
        driver.key(pygame.K_DOWN)
        assert rules(driver).topic == section
    driver.key(pygame.K_DOWN)
    assert rules(driver).topic == SECTIONS[-1]
    driver.key(pygame.K_UP)
    assert rules(driver).topic == SECTIONS[-2]


def test_contents_open_by_mouse(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    driver.click("Points")
    assert rules(driver).topic == "scoring"


def test_card_link_leads_to_its_page_and_from_there_to_others(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    driver.click("The cards")
    driver.click("50 km")
    assert rules(driver).topic == "km_50"
    driver.click("Next card")
    assert rules(driver).topic == "km_75"
    driver.click("Speed Limit")
    assert rules(driver).topic == "speed_limit"
    driver.click("All cards")
    assert rules(driver).topic == "cards"


def test_card_link_is_reached_by_keyboard_and_comes_into_view(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    driver.click("The cards")
    while driver.focused != "link-0.km_25":
        driver.key(pygame.K_TAB)
    for _ in range(18):
        driver.key(pygame.K_TAB)
    assert driver.focused == "link-18.driving_ace"
    assert rules(driver).reading.rect.contains(driver.control("link-18.driving_ace").rect)
    driver.key(pygame.K_RETURN)
    assert rules(driver).topic == "driving_ace"


def scrolled(driver: Driver) -> int:
    return int(driver.control("reading.scroll").value or 0)


def test_long_page_scrolls_by_keys_wheel_and_bar(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    driver.click("The cards")
    assert scrolled(driver) == 0
    driver.key(pygame.K_END)
    assert scrolled(driver) == 100
    driver.key(pygame.K_PAGEUP)
    assert scrolled(driver) < 100
    driver.key(pygame.K_PAGEDOWN)
    assert scrolled(driver) == 100
    driver.key(pygame.K_HOME)
    assert scrolled(driver) == 0
    driver.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    assert scrolled(driver) > 0
    bar = rules(driver).reading.bar
    driver.drag((bar.centerx, bar.y + 20), (bar.centerx, bar.bottom + 40))
    assert scrolled(driver) == 100
    driver.click((bar.centerx, bar.y + 2))
    assert scrolled(driver) == 0


def test_enter_reads_on_to_the_end_and_into_the_next_section(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    driver.click("Attack and defense")
    for _ in range(9):
        driver.key(pygame.K_RETURN)
        if rules(driver).topic != "attack":
            break
    assert rules(driver).topic == "coup_fourre"


def test_page_stays_open_when_language_and_size_change(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    driver.click("Points")
    driver.key(pygame.K_F2)
    assert rules(driver).topic == "scoring"
    driver.resize((960, 540))
    assert rules(driver).topic == "scoring"


# -- fit ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_rule_pages_fit_every_window_in_every_language(tmp_path: Path, size: tuple[int, int]) -> None:
    """The smallest in every language and rule set, others in a long language, large ones by one rule set."""
    languages = LANGUAGES if size == SIZES[0] else ("hu",)
    rule_sets = RULE_SETS if max(size) < 1400 else RULE_SETS[:1]
    canvas = pygame.Surface((8, 8))  # what is drawn is of no interest, only what would not fit
    with sketching(), open_window(tmp_path, size=size) as driver:
        driver.key(pygame.K_F1)
        for language, rules_id in some([*product(languages, rule_sets)], 3):
            driver.app.set_language(language)
            scene = RulesScene(driver.app, MatchSetup.from_booklet(rules_id, Seating.SOLO, 3))
            driver.app.replace(scene)
            for topic in (*SECTIONS, "end_of_limit", "speed_limit", "puncture_proof", "km_200"):
                scene.open(topic)
                with scene.text_size_context():
                    scene.root.paint(canvas)
                    scene.controls.draw(canvas, scene.text_scale)
                assert text.overflows == [], (language, rules_id, topic)
                assert not list(strays(scene.root)), (language, rules_id, topic)


def test_rules_are_those_of_the_race_that_pass_and_play_sets_up(driver: Driver) -> None:
    STAGES["one_screen"](driver)
    plan = driver.top(OneScreenScene).plan
    alone = driver.app.settings.last_match_plan("en")
    other = replace(alone, setup=replace(alone.setup, rules="dujardin"))
    driver.app.save_settings(driver.app.settings.with_last_match_plan(other))
    driver.key(pygame.K_F1)
    driver.settle()
    assert rules(driver).played.rules.id == plan.setup.rules != "dujardin"

"""Two presses in the same place never do two things, through the real window (docs/decisions/021)."""

from __future__ import annotations

import pygame
import pytest

from game.engine.cards import card
from game.engine.moves import MoveKind
from game.features.lesson.scene import LessonScene
from game.features.play.scene import TableScene
from game.match.session import Session
from game.settings.settings import AnimationSpeed, BotPace
from tests.features.play.table_driver import at, choose, held, on_the_table, seen, table
from tests.features.play.test_prompts import arrived, attacked
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.scenes.stages import STAGES
from tests.window import Driver, middle

APART_S = 0.12
"""Between the presses of a double click."""


def twice(driver: Driver, pos: tuple[int, int], *, times: int = 2) -> None:
    """Press there again and again, as fast as a double click."""
    driver.point(pos)
    for _ in range(times):
        driver.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        driver.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        driver.wait(APART_S)


def enter_twice(driver: Driver) -> None:
    for _ in range(2):
        driver.key(pygame.K_RETURN)
        driver.wait(APART_S)


def at_once(driver: Driver) -> None:
    """Let nothing move and nobody wait: what follows is there in the next frame."""
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF, pace=BotPace.QUICK))


def stopped(driver: Driver) -> TableScene:
    hands = ["end_of_limit gasoline spare_tire repairs gasoline km_100", "go", "go", "go"]
    scene = sit_down(driver, saved_match(hands, "km_25 km_25 km_25 km_25 km_50"))
    assert isinstance(scene, TableScene)
    return scene


# -- at the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [2, 3])
def test_double_click_on_the_discard_pile_only_discards(driver: Driver, times: int) -> None:
    at_once(driver)
    table(driver)
    choose(driver, "repairs")
    twice(driver, at(driver, "discard"), times=times)
    driver.settle()
    assert (driver.scene, on_the_table(driver)) == ("table", ["0 - repairs"])


def test_discards_open_by_a_click_right_after_a_discard(driver: Driver) -> None:
    at_once(driver)
    table(driver)
    choose(driver, "repairs")
    driver.click(at(driver, "discard"))
    driver.settle()
    driver.click(at(driver, "discard"))
    assert driver.scene == "discards"


def test_click_that_ends_an_animation_opens_no_discards(driver: Driver) -> None:
    table(driver)
    choose(driver, "repairs")
    driver.key(pygame.K_d)
    driver.until(driver.app.scene.is_moving, "the card on its way")
    driver.click(at(driver, "discard"))
    assert driver.scene == "table"
    driver.settle()
    assert driver.scene == "table"


@pytest.mark.parametrize("how", ["pile", "enter"])
def test_double_press_discards_only_one_card(driver: Driver, how: str) -> None:
    """The second press must not reach the next turn."""
    at_once(driver)
    stopped(driver)
    choose(driver, "repairs")
    twice(driver, at(driver, "discard")) if how == "pile" else enter_twice(driver)
    driver.settle()
    thrown = [move for move in seen(driver).moves if move.seat == 0]
    assert len(thrown) == 1
    assert driver.scene == "table"


def test_double_enter_with_no_card_chosen_only_chooses_one(driver: Driver) -> None:
    at_once(driver)
    stopped(driver)
    enter_twice(driver)
    driver.settle()
    assert [move for move in seen(driver).moves if move.seat == 0] == []


def test_enter_that_ends_an_animation_discards_nothing_else(driver: Driver) -> None:
    scene = stopped(driver)
    choose(driver, "repairs")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: scene.session.is_waiting_for_viewer and bool(scene.animation.current), "the own draw")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert len([move for move in seen(driver).moves if move.seat == 0]) == 1


def test_double_click_lays_a_card(driver: Driver) -> None:
    table(driver)
    twice(driver, middle(held(driver, "km_100")))
    driver.settle()
    assert on_the_table(driver) == ["0 km_100"]


def last_rival(driver: Driver) -> TableScene:
    """Seat 0 has played; seat 3, the last before it is asked again, is shown to play."""
    scene = table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.until(lambda: seen(driver).to_move == 3 and scene.is_moving(), "the last driver's deed")
    return scene


def test_double_click_begun_in_a_rival_turn_only_chooses_the_card(driver: Driver) -> None:
    """The first click ends what moves, and so the second would lay the card before the one drawn was seen."""
    scene = last_rival(driver)
    twice(driver, middle(held(driver, "km_100")), times=3)
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]
    assert scene.hand.selected == seen(driver).hand.index(card("km_100"))
    driver.click(middle(held(driver, "km_100")))
    driver.settle()
    assert on_the_table(driver) == ["0 km_25", "0 km_100"]


@pytest.mark.parametrize("how", ["click", "right", "enter", "pile"])
def test_press_that_ends_a_rival_turn_does_not_lay_the_chosen_card(driver: Driver, how: str) -> None:
    scene = last_rival(driver)
    scene.hand.choose(seen(driver).hand.index(card("km_100")))
    place = at(driver, "distance/0") if how == "pile" else middle(held(driver, "km_100"))
    if how == "enter":
        driver.key(pygame.K_RETURN)
    else:
        driver.post(pygame.MOUSEBUTTONDOWN, pos=place, button=3 if how == "right" else 1)
        driver.post(pygame.MOUSEBUTTONUP, pos=place, button=3 if how == "right" else 1)
    assert seen(driver).to_move == 0
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]
    assert scene.hand.selected == seen(driver).hand.index(card("km_100"))


def test_press_held_into_the_own_turn_only_chooses_the_card(driver: Driver) -> None:
    scene = table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.until(lambda: seen(driver).to_move == 1, "the next driver's turn")
    scene.hand.choose(seen(driver).hand.index(card("km_100")))
    place = middle(held(driver, "km_100"))
    driver.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    driver.until(lambda: bool(scene.match.observation.legal), "the own turn")
    driver.post(pygame.MOUSEBUTTONUP, pos=middle(held(driver, "km_100")), button=1)
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]


def test_click_in_the_own_turn_lays_a_card_chosen_before_it(driver: Driver) -> None:
    last_rival(driver)
    driver.click(middle(held(driver, "km_100")))
    driver.settle()
    driver.click(middle(held(driver, "km_100")))
    driver.settle()
    assert on_the_table(driver) == ["0 km_25", "0 km_100"]


def test_quick_clicks_on_a_card_lay_only_that_card(driver: Driver) -> None:
    at_once(driver)
    table(driver)
    twice(driver, middle(held(driver, "km_100")), times=4)
    driver.settle()
    assert on_the_table(driver) == ["0 km_100"]


def test_double_click_on_the_menu_button_only_opens_the_menu(driver: Driver) -> None:
    table(driver)
    twice(driver, middle(driver.control("menu")))
    assert driver.scene == "menu"


# -- prompts that appear -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["yes", "no", "look"])
def test_double_click_does_not_answer_a_prompt_that_appears_under_it(driver: Driver, answer: str) -> None:
    at_once(driver)
    sit_down(driver, arrived())
    driver.click("25 km")
    place = answer_place(driver, answer)
    driver.key(pygame.K_RETURN)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    driver.post(pygame.MOUSEBUTTONUP, pos=place, button=1)
    driver.settle()
    assert driver.scene == "extension"
    assert seen(driver).legal


def answer_place(driver: Driver, answer: str) -> tuple[int, int]:
    """Where an answer of the extension's prompt will stand."""
    app = driver.app
    scene = app.scene
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "extension"
    place = middle(driver.control(answer))
    app.go_home()
    driver.pump()
    app.close_session()
    sit_down(driver, arrived())
    driver.click("25 km")
    assert app.scene is not scene
    return place


def test_coup_fourre_prompt_ignores_an_enter_as_it_appears(driver: Driver) -> None:
    saved, attack = attacked()
    app = driver.app
    app.start_session(Session(saved, files=app.files, clock=app.clock, bots=ScriptedBots([attack])))
    app.show_table()
    driver.until(lambda: driver.scene == "coup_fourre", "the prompt")
    driver.key(pygame.K_RETURN)
    assert driver.scene == "coup_fourre"
    driver.settle()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert MoveKind.COUP_FOURRE in [move.kind for move in seen(driver).moves]


def test_double_enter_on_the_last_card_leaves_the_extension_unanswered(driver: Driver) -> None:
    at_once(driver)
    sit_down(driver, arrived())
    driver.click("25 km")
    enter_twice(driver)
    driver.settle()
    assert seen(driver).target == 700
    assert driver.scene in {"extension", "table"}


def test_double_enter_on_the_hint_of_a_prompt_does_not_say_yes(driver: Driver) -> None:
    STAGES["coup_fourre"](driver)
    while driver.focused != "hint":
        driver.key(pygame.K_TAB)
    enter_twice(driver)
    driver.settle()
    assert driver.scene == "coup_fourre"


# -- elsewhere ---------------------------------------------------------------------------------------------------------


def test_double_click_on_next_leg_only_deals(driver: Driver) -> None:
    """It does nothing at the new table."""
    STAGES["leg_score"](driver)
    twice(driver, middle(driver.control("go_on")))
    assert driver.scene == "table"
    driver.settle()
    assert driver.scene == "table"


def test_double_click_on_a_result_that_still_comes_only_shows_it(driver: Driver) -> None:
    sit_down(driver, arrived())
    driver.click("25 km")
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.press("no")
    driver.until(lambda: driver.scene == "result", "the score")
    driver.wait(0.1)
    assert driver.app.scene.is_moving()
    twice(driver, middle(driver.control("go_on")))
    driver.settle()
    assert driver.scene == "result"
    driver.press("go_on")
    assert driver.scene == "table"


@pytest.mark.parametrize("entry", ["rules", "settings", "language", "leave", "continue"])
def test_double_click_in_the_menu_presses_one_control(driver: Driver, entry: str) -> None:
    STAGES["menu_more"](driver)
    language = driver.app.settings.person.language
    settings = driver.app.settings
    twice(driver, middle(driver.control(entry)))
    expected = {"leave": "title", "continue": "table"}
    assert driver.scene == expected.get(entry, entry)
    assert driver.app.settings == settings
    assert driver.app.settings.person.language == language


@pytest.mark.parametrize("sign", ["race", "race.setup", "rules", "settings", "language"])
def test_double_click_on_the_title_presses_one_control(driver: Driver, sign: str) -> None:
    driver.settle()
    settings = driver.app.settings
    twice(driver, middle(driver.control(sign)))
    assert driver.scene == {"race": "table", "race.setup": "setup"}.get(sign, sign)
    assert (
        driver.app.settings.with_values(plan=settings.machine.plan) == settings
    )  # the match that was begun is remembered


@pytest.mark.parametrize("sign", ["race.setup", "settings", "race"])
def test_double_enter_on_the_title_presses_one_control(driver: Driver, sign: str) -> None:
    driver.settle()
    while driver.focused != sign:
        driver.key(pygame.K_TAB)
    enter_twice(driver)
    assert driver.scene == {"race": "table", "race.setup": "setup"}.get(sign, sign)


def test_double_click_on_a_dropdown_opens_its_list_and_chooses_nothing(driver: Driver) -> None:
    STAGES["setup"](driver)
    plan = driver.app.settings.machine.plan
    before = driver.control("rules").value
    twice(driver, middle(driver.control("rules")))
    assert driver.of_role("option")
    driver.key(pygame.K_ESCAPE)
    assert driver.control("rules").value == before
    assert driver.app.settings.machine.plan == plan


def test_double_enter_reads_one_note_of_the_lesson(driver: Driver) -> None:
    STAGES["lesson"](driver)
    scene = driver.top(LessonScene)
    told = [scene.coach_view()]
    enter_twice(driver)
    told.append(scene.coach_view())
    driver.wait(0.6)
    driver.key(pygame.K_RETURN)
    driver.pump(2)
    told.append(scene.coach_view())
    heads = [said.head for said in told if said is not None]
    assert heads[:2] == ["Welcome!", "The goal"]
    assert heads[2] not in heads[:2], "a press later on is one of its own"


def test_double_enter_dismisses_only_one_of_two_notices(driver: Driver) -> None:
    STAGES["notice"](driver)
    STAGES["notice"](driver)
    enter_twice(driver)
    assert driver.scene == "notice"


def test_double_enter_on_the_discard_warning_discards_nothing(driver: Driver) -> None:
    STAGES["discarding"](driver)
    enter_twice(driver)
    driver.settle()
    assert driver.scene == "table"
    assert on_the_table(driver) == []


# -- whoever is quick --------------------------------------------------------------------------------------------------


def test_quick_presses_on_different_controls_are_never_held_back(driver: Driver) -> None:
    """Menu, settings, done, rules, close, go on: a frame or two for each, far faster than any hand."""
    table(driver)
    for id, scene in (
        ("menu", "menu"), ("settings", "settings"), ("close", "menu"), ("rules", "rules"), ("close", "menu"),
        ("continue", "table"),
    ):  # fmt: skip
        driver.press(id)
        assert driver.scene == scene
    choose(driver, "stop")
    driver.click(at(driver, "battle/2"))
    driver.settle()
    assert on_the_table(driver) == ["0 stop > 2"]

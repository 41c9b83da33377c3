"""A question that is put aside to look at the table, and taken up again."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine.moves import MoveKind
from game.features.play.scene import TableScene
from game.settings.settings import AnimationSpeed
from game.table.turn_plate import turn_places
from game.ui.drawing.layers import outer_rect
from tests.features.lesson.lesson_driver import at_task
from tests.features.play.table_driver import seen
from tests.features.play.test_prompts import ask_coup_fourre, ask_extension
from tests.fit import rooms
from tests.scenes.stages import coup_fourre_aside
from tests.window import Driver, middle, open_window

ASK = {"coup_fourre": ask_coup_fourre, "extension": ask_extension}
both = pytest.mark.parametrize("asked", ASK)


def table_of(driver: Driver) -> TableScene:
    scene = driver.app.visible_scenes[0]
    assert isinstance(scene, TableScene)
    return scene


def put_aside(driver: Driver, asked: str) -> TableScene:
    ASK[asked](driver)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "table"
    return table_of(driver)


@both
@pytest.mark.parametrize("way", ["escape", "click"])
def test_prompt_is_put_aside_and_the_turn_plate_says_so(driver: Driver, asked: str, way: str) -> None:
    ASK[asked](driver)
    title = driver.control("title").name
    moves = seen(driver).moves
    driver.key(pygame.K_ESCAPE) if way == "escape" else driver.click("Look at the table")
    driver.settle()
    assert driver.scene == "table"
    view = table_of(driver).stage.view
    assert (view.turn.head, view.turn.tone) == (title, "asked")
    assert view.turn.body == "Take your time; the game waits for you."
    assert driver.find("Answer now", "button").focused
    assert seen(driver).moves == moves


@both
@pytest.mark.parametrize("way", ["enter", "escape", "click", "enter elsewhere"])
def test_prompt_comes_back_by_its_button_and_by_keys(driver: Driver, asked: str, way: str) -> None:
    put_aside(driver, asked)
    match way:
        case "enter":
            driver.key(pygame.K_RETURN)
        case "escape":
            driver.key(pygame.K_ESCAPE)
        case "click":
            driver.click("Answer now")
        case _:
            driver.key(pygame.K_1)
            driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == asked
    assert driver.focused == ("yes" if asked == "coup_fourre" else "look")


@both
def test_cards_cannot_be_played_while_a_prompt_is_aside(driver: Driver, asked: str) -> None:
    scene = put_aside(driver, asked)
    moves, hand = seen(driver).moves, seen(driver).hand
    for index in range(len(hand)):
        driver.click(middle(driver.control(f"card/{index}")))
        driver.click(middle(driver.control(f"card/{index}")))
        driver.click(middle(driver.control("safeties/0")))
        driver.key(pygame.K_1 + index)
        driver.key(pygame.K_d)
        driver.drag(middle(driver.control(f"card/{index}")), middle(driver.control("safeties/0")))
        driver.settle()
        driver.drag(middle(driver.control(f"card/{index}")), middle(driver.control("discard")))
        driver.settle()
    assert (seen(driver).moves, driver.scene) == (moves, "table")
    assert sorted(card.id for card in seen(driver).hand) == sorted(card.id for card in hand)
    assert scene.stage.view.targets == frozenset()
    assert scene.stage.view.turn.tone == "asked"


@both
def test_prompt_is_answered_as_ever_after_coming_back(driver: Driver, asked: str) -> None:
    put_aside(driver, asked)
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.press("yes")
    driver.settle()
    kind = MoveKind.COUP_FOURRE if asked == "coup_fourre" else MoveKind.EXTEND
    assert kind in [move.kind for move in seen(driver).moves if move.seat == 0]
    assert not driver.shows("question")
    assert table_of(driver).stage.view.turn.tone == "calm"


@both
def test_rules_open_at_the_topic_of_the_prompt_put_aside(driver: Driver, asked: str) -> None:
    scene = put_aside(driver, asked)
    assert scene.rules_topic() == ("end" if asked == "extension" else "coup_fourre")
    driver.key(pygame.K_1)
    assert scene.rules_topic() == seen(driver).hand[0].id


@both
def test_prompt_stays_aside_in_other_languages_and_sizes(driver: Driver, asked: str) -> None:
    put_aside(driver, asked)
    driver.app.set_language("de")
    driver.settle()
    assert driver.find("Zurück zur Frage", "button").focused
    driver.resize((960, 540))
    driver.settle()
    assert driver.find("Zurück zur Frage", "button").focused
    assert table_of(driver).stage.view.turn.tone == "asked"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == asked


@both
@pytest.mark.parametrize("size", [(960, 540), (1080, 1350)])
def test_prompt_on_its_way_aside_is_there_at_once_when_the_window_is_resized(
    driver: Driver, asked: str, size: tuple[int, int]
) -> None:
    ASK[asked](driver)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene.is_moving()
    driver.resize(size)
    driver.settle()
    assert driver.scene == "table"
    assert driver.find("Answer now").focused


@both
def test_match_left_with_the_prompt_aside_asks_again(driver: Driver, asked: str) -> None:
    put_aside(driver, asked)
    driver.press("menu")
    driver.settle()
    driver.press("leave")
    driver.settle()
    driver.press("continue")
    driver.until(lambda: driver.app.is_settled and driver.scene == asked, "the prompt")


def test_menu_and_discards_can_be_looked_at_while_a_prompt_is_aside(driver: Driver) -> None:
    put_aside(driver, "extension")
    driver.key(pygame.K_v)
    assert driver.scene == "discards"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "table"
    driver.settle()
    assert driver.find("Answer now")
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "extension"


def test_hint_request_goes_back_to_the_prompt_put_aside(driver: Driver) -> None:
    put_aside(driver, "extension")
    driver.key(pygame.K_h)
    driver.settle()
    assert driver.scene == "extension"
    assert [node.name for node in driver.nodes() if node.name.startswith("Hint:")]
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    driver.press("hint")
    driver.settle()
    assert [node.name for node in driver.nodes() if node.name.startswith("Hint:")], "it is still there"


def test_extension_is_never_called_by_the_enter_meant_for_the_last_card(driver: Driver) -> None:
    ask_extension(driver)
    for _ in range(3):
        driver.key(pygame.K_RETURN)
    driver.settle()
    assert seen(driver).moves[-1].kind is not MoveKind.EXTEND
    assert seen(driver).target == 700
    assert driver.scene in {"table", "extension"}


def test_cards_can_be_reordered_while_a_prompt_is_aside(driver: Driver) -> None:
    scene = put_aside(driver, "coup_fourre")
    before = scene.hand.cards
    driver.drag(middle(driver.control("card/0")), middle(driver.control("card/3")))
    driver.settle()
    assert scene.hand.cards != before
    assert sorted(card.id for card in scene.hand.cards) == sorted(card.id for card in before)


# -- on its way --------------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("key", [None, pygame.K_F2], ids=["", "language"])
def test_rules_opened_while_a_prompt_is_on_its_way_aside_stay_open(driver: Driver, asked: str, key: int | None) -> None:
    ASK[asked](driver)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene.is_moving()
    driver.key(pygame.K_F1)
    if key is not None:
        driver.key(key)
    driver.wait(1.0)
    assert driver.scene == "rules"
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "table"
    assert driver.shows("question")


def test_prompt_plate_shrinks_into_the_turn_plate_and_comes_back(driver: Driver) -> None:
    ask_extension(driver)
    scene = table_of(driver)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene.is_moving()
    nook = outer_rect(turn_places(scene.picture.places.layout, scene.stage.view.turn).plate)
    prompt = driver.app.scene
    assert prompt._shrinking.target == nook  # type: ignore[attr-defined]
    gone = [prompt.timeline.eased_progress("way")]  # type: ignore[attr-defined]
    for _ in range(2):
        driver.wait(0.14)
        gone.append(prompt.timeline.eased_progress("way"))  # type: ignore[attr-defined]
    assert 0 <= gone[0] < gone[1] < gone[2] == 1
    assert driver.scene == "table"
    driver.settle()
    driver.key(pygame.K_RETURN)
    assert driver.app.scene.is_moving()
    driver.wait(0.24)
    assert (driver.scene, driver.app.scene.is_moving()) == ("extension", False)


def test_prompt_is_aside_at_once_without_motion(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF))
    ask_extension(driver)
    driver.key(pygame.K_ESCAPE)
    driver.pump(2)
    assert driver.scene == "table"


def test_press_during_the_way_of_a_prompt_only_ends_it(driver: Driver) -> None:
    ask_extension(driver)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "table"
    driver.settle()
    assert driver.scene == "table"


# -- in the lesson -----------------------------------------------------------------------------------------------------


def test_coup_fourre_of_the_lesson_can_be_put_aside_and_laid_after_all(driver: Driver) -> None:
    at_task(driver, "nearly_there")
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "coup_fourre"
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "lesson"
    assert driver.find("Answer now").focused
    driver.click(middle(driver.control("card/0")))
    driver.click(middle(driver.control("discard")))
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "coup_fourre"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "lesson"
    assert seen(driver).sides[0].coups_fourres


# -- room --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "language"), rooms((1280, 720), (1080, 1350)))
def test_button_of_a_prompt_put_aside_stands_clear_of_plate_and_pile(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    with open_window(tmp_path, size=size, language=language) as driver:
        coup_fourre_aside(driver)
        scene = table_of(driver)
        button = pygame.Rect(driver.control("question").rect)
        plate = outer_rect(turn_places(scene.picture.places.layout, scene.stage.view.turn).plate)
        assert not button.colliderect(plate)
        assert button.bottom <= size[1] - 8
        assert not button.colliderect(driver.control("discard").rect)

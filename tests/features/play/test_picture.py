"""The picture of the table is that of what lies there, however it came to that."""

from __future__ import annotations

import time

import pygame
import pytest

from game.engine.rules import Seating
from game.features.play.scene import TableScene
from game.files.problems import Problem, ProblemCode
from game.settings.settings import AnimationSpeed
from tests.features.play.table_driver import (
    at,
    fresh_picture,
    held,
    on_the_table,
    seen,
    table,
)
from tests.fixed_decks import saved_match, sit_down
from tests.nightly import some
from tests.window import Driver, middle

# -- the picture -------------------------------------------------------------------------------------------------------


EVERY_TEMPO = [
    (AnimationSpeed.NORMAL, False, 0),
    (AnimationSpeed.NORMAL, False, 7),
    (AnimationSpeed.NORMAL, False, 1),
    (AnimationSpeed.SLOW, False, 0),
    (AnimationSpeed.FAST, False, 5),
    (AnimationSpeed.OFF, False, 0),
    (AnimationSpeed.NORMAL, True, 0),
    (AnimationSpeed.FAST, True, 7),
]


@pytest.mark.parametrize(("speed", "is_reduced", "skip_every"), some(EVERY_TEMPO, 2))
def test_picture_after_any_steps_equals_a_table_drawn_afresh(
    driver: Driver, speed: AnimationSpeed, is_reduced: bool, skip_every: int
) -> None:
    driver.app.save_settings(driver.app.settings.with_values(speed=speed, reduced_motion=is_reduced))
    hands = ["go accident stop driving_ace km_100 km_25", "go puncture_proof", "go flat_tire", "go"]
    scene = table(driver, "1 km_50", "2 flat_tire > 1", "1 ! puncture_proof", "3 - go", hands=hands)
    for card_id, target in (("accident", "battle/1"), ("km_25", "distance/0"), ("driving_ace", "safeties/0")):
        driver.drag(middle(held(driver, card_id)), at(driver, target))
        frames = 0
        while not driver.app.is_settled:
            frames += 1
            driver.pump()
            if skip_every and frames % skip_every == 0:
                driver.key(pygame.K_F5)
            time.sleep(0.0005)  # the writer's turn
        assert driver.app.scene is scene
        driver.post(pygame.WINDOWLEAVE)
        assert driver.pixels() == fresh_picture(driver), card_id


# -- whatever is shown anew --------------------------------------------------------------------------------------------


def test_resumed_leg_shows_the_same_picture(driver: Driver) -> None:
    driver.click("Race")
    driver.settle()
    for _ in range(2):
        driver.key(pygame.K_RIGHT)
        driver.key(pygame.K_d)
        if driver.scene == "confirm":
            driver.key(pygame.K_ESCAPE)
            driver.key(pygame.K_RIGHT)
            driver.key(pygame.K_d)
        driver.settle()
    driver.post(pygame.WINDOWLEAVE)
    shown, played = driver.pixels(), len(seen(driver).moves)
    assert played > 2
    driver.app.go_home()
    driver.pump()
    driver.press("continue")
    driver.post(pygame.WINDOWLEAVE)
    driver.settle()
    driver.key(pygame.K_F5)  # the mouse took the ring of the focus away
    driver.settle()
    assert len(seen(driver).moves) == played
    assert driver.pixels() == shown


def test_language_change_redraws_the_table_below_the_menu_at_once(driver: Driver) -> None:
    table(driver)
    driver.click("Menu")
    driver.click("More")
    driver.press("language")
    driver.settle()
    driver.click("Deutsch")
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    driver.post(pygame.WINDOWLEAVE)
    driver.settle()
    assert driver.find("Blechschaden").role == "card"
    assert driver.find("Menü").role == "button"
    assert driver.pixels() == fresh_picture(driver)


def test_table_is_laid_out_anew_in_a_new_size(driver: Driver) -> None:
    table(driver)
    driver.resize((1080, 1350))
    driver.settle()
    assert driver.pixels() == fresh_picture(driver)
    driver.drag(middle(held(driver, "stop")), at(driver, "battle/2"))
    driver.settle()
    assert on_the_table(driver) == ["0 stop > 2"]


def test_partners_share_one_display(driver: Driver) -> None:
    hands = ["go km_25", "go stop", "km_50", "go"]
    saved = saved_match(hands, seating=Seating.TEAMS, rules="dujardin")
    sit_down(driver, saved)
    names = [node.name for node in driver.below("battle/")]
    assert names == ["Battle pile, You + Hugo", "Battle pile, Carla + Irma"]
    assert {node.id for node in driver.of_role("card")} == {f"card/{i}" for i in range(7)}


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def test_problem_is_shown_above_the_table(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table(driver)
    problems = [Problem(ProblemCode.SAVE_FAILED, {"path": "/x", "error": "No space left on device"})]
    monkeypatch.setattr(scene.session, "pop_problems", lambda: [problems.pop()] if problems else [])
    driver.pump(2)
    assert driver.scene == "notice"
    driver.settle()
    driver.key(pygame.K_RETURN)
    assert driver.scene == "table"


def test_match_pauses_under_an_open_menu(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"
    driver.wait(3.0)
    assert driver.app.is_settled
    below = driver.app.visible_scenes[0]
    assert isinstance(below, TableScene)
    assert [move.text for move in below.animation.observation.moves[4:]] == ["0 km_25"]
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert len(seen(driver).moves) > 5

"""The language is switched at any moment, everywhere, and what is shown is what a start in that language shows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pygame
import pytest

from game.features.play.scene import TableScene
from game.i18n import menu_order
from game.settings.settings import LOUDEST
from tests.nightly import some
from tests.scenes.stages import STAGES, coup_fourre, extension, table
from tests.window import Driver, at_rest, middle, open_window

SIZE = (960, 540)  # small, and so quick to draw; every size is laid out by the same code


def test_language_chosen_by_key_is_kept(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.key(pygame.K_F2)
        chosen = driver.app.settings.person.language
        assert chosen == menu_order()[1]
    with open_window(tmp_path, language=None) as driver:
        assert driver.app.settings.person.language == chosen


# -- in the middle of something ---------------------------------------------------------------------------------------


def carrying(driver: Driver) -> None:
    """A card is carried above the pile it goes to, and its label says what would happen."""
    table(driver)
    assert at_table(driver).animation.observation.hand[0].id == "km_25"
    card, pile = (middle(driver.control(id)) for id in ("card/0", "distance/0"))
    driver.post(pygame.MOUSEBUTTONDOWN, pos=card, button=1)
    driver.post(pygame.MOUSEMOTION, pos=pile, rel=(1, 1), buttons=(1, 0, 0))
    assert at_table(driver).hand.carried_index == 0


def flying(driver: Driver) -> None:
    """A card is on its way to its pile."""
    table(driver)
    driver.key(pygame.K_1)
    driver.key(pygame.K_RETURN)
    driver.pump(3)
    assert at_table(driver).is_moving()


def counting(driver: Driver) -> None:
    """The points of a leg are being counted."""
    extension(driver)
    driver.press("no")
    driver.until(lambda: driver.scene == "result", "the score")
    driver.pump(20)
    assert not driver.app.is_settled


def telling(driver: Driver) -> None:
    """A word in passing is shown."""
    table(driver)
    driver.key(pygame.K_m)


def at_table(driver: Driver) -> TableScene:
    return driver.top(TableScene)


MOMENTS = carrying, flying, counting, telling
OTHERS = [code for code in menu_order() if code != "en"]


@pytest.mark.parametrize(("moment", "code"), some([*product(MOMENTS, OTHERS)], len(OTHERS) + 1))
def test_language_switch_shows_the_same_as_a_start_in_that_language(
    tmp_path: Path, moment: Callable[[Driver], None], code: str
) -> None:
    shown = []
    for start in ("en", code):
        folder = tmp_path / start
        with open_window(at_rest(folder, start) if moment is carrying else folder, size=SIZE, language=start) as driver:
            moment(driver)
            if start != code:
                driver.app.set_language(code)
            driver.settle()
            shown.append(driver.pixels())
    assert shown[0] == shown[1]


def test_carried_card_can_be_laid_after_a_language_switch(driver: Driver) -> None:
    carrying(driver)
    scene, pile = at_table(driver), middle(driver.control("distance/0"))
    driver.key(pygame.K_F2)
    assert scene.hand.carried_index == 0
    driver.post(pygame.MOUSEBUTTONUP, pos=pile, button=1)
    driver.settle()
    assert scene.animation.observation.sides[0].km == 25


def test_flying_card_arrives_after_a_language_switch(driver: Driver) -> None:
    flying(driver)
    driver.key(pygame.K_F2)
    assert driver.control("menu").name == "Menü"
    driver.settle()
    assert at_table(driver).animation.observation.sides[0].km == 25


def test_held_slider_follows_the_mouse_after_a_language_switch(driver: Driver) -> None:
    STAGES["speech"](driver)
    knob = driver.of_role("slider")[0]
    x, y = middle(knob)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
    driver.key(pygame.K_F2)
    driver.post(pygame.MOUSEMOTION, pos=(knob.rect[0] + knob.rect[2] - 1, y), rel=(1, 1), buttons=(1, 0, 0))
    assert driver.control(knob.id).value == str(LOUDEST)


def test_question_answered_after_a_language_switch_is_the_one_asked(driver: Driver) -> None:
    coup_fourre(driver)
    driver.key(pygame.K_F2)
    assert driver.scene == "coup_fourre"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert [card.id for card in at_table(driver).animation.observation.sides[0].coups_fourres] == ["right_of_way"]

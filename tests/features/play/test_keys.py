"""The table played with the keyboard, and what its turn plate says."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.features.play.scene import TableScene
from game.table.geometry.places import CARD_RATIO
from tests.features.play.table_driver import (
    at,
    choose,
    held,
    lit,
    on_the_table,
    said,
    seen,
    table,
)
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window

# -- the keyboard ------------------------------------------------------------------------------------------------------


def test_arrows_and_numbers_choose_a_card(driver: Driver) -> None:
    table(driver)
    driver.key(pygame.K_RIGHT)
    assert driver.focused == held(driver, "repairs").id, "the card just drawn comes first"
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_LEFT)
    assert driver.focused == held(driver, "driving_ace").id
    driver.key(pygame.K_1)
    assert driver.focused == "card/0"
    driver.key(pygame.K_LEFT)
    assert driver.focused == "card/6"
    driver.key(pygame.K_KP_3)
    assert driver.focused == "card/2"
    driver.key(pygame.K_9)
    assert driver.focused == "card/2"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_enter_lays_the_chosen_card(driver: Driver, key: int) -> None:
    table(driver)
    choose(driver, "km_25")
    driver.key(key)
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]


@pytest.mark.parametrize(
    ("keys", "victim"), [((), 1), ((pygame.K_RIGHT,), 2), ((pygame.K_LEFT,), 3), ((pygame.K_TAB,) * 2, 3)]
)
def test_arrows_choose_one_of_several_victims(driver: Driver, keys: tuple[int, ...], victim: int) -> None:
    table(driver)
    choose(driver, "accident")
    driver.key(pygame.K_RETURN)
    assert driver.control("battle/1").focused
    for key in keys:
        driver.key(key)
    assert driver.control(f"battle/{victim}").focused
    assert lit(driver) == {"battle/1", "battle/2", "battle/3"}
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert on_the_table(driver) == [f"0 accident > {victim}"]


def test_escape_undoes_one_choice_at_a_time_and_then_opens_the_menu(driver: Driver) -> None:
    table(driver)
    choose(driver, "accident")
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_ESCAPE)
    assert not driver.control("battle/1").focused
    assert driver.focused == held(driver, "accident").id
    driver.key(pygame.K_ESCAPE)
    scene = driver.top(TableScene)
    assert scene.hand.selected is None
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "table"


@pytest.mark.parametrize("key", [pygame.K_d, pygame.K_DELETE, pygame.K_BACKSPACE])
def test_discard_key_discards_the_chosen_card(driver: Driver, key: int) -> None:
    table(driver)
    driver.key(key)
    choose(driver, "repairs")
    driver.key(key)
    driver.settle()
    assert on_the_table(driver) == ["0 - repairs"]


def test_enter_on_a_card_that_cannot_be_laid_says_why(driver: Driver) -> None:
    table(driver)
    choose(driver, "repairs")
    driver.key(pygame.K_RETURN)
    assert said(driver) == "There is nothing to fix with this card."
    assert on_the_table(driver) == []


def test_tab_goes_from_the_hand_to_the_controls_and_back(driver: Driver) -> None:
    table(driver)
    driver.key(pygame.K_TAB)
    assert driver.focused == held(driver, "repairs").id
    for id in ("menu", "hint", "rules", "sound", "log"):
        driver.key(pygame.K_TAB)
        assert driver.control(id).focused
    driver.key(pygame.K_TAB)
    assert driver.focused == held(driver, "repairs").id
    for id in ("log", "sound", "rules", "hint", "menu"):
        driver.key(pygame.K_TAB, pygame.KMOD_SHIFT)
        assert driver.control(id).focused
    driver.key(pygame.K_RETURN)
    assert driver.scene == "menu"


def test_mouse_opens_the_menu_too(driver: Driver) -> None:
    table(driver)
    driver.click("Menu")
    assert driver.scene == "menu"


# -- what is said ------------------------------------------------------------------------------------------------------


def test_card_pointed_at_tells_why_it_cannot_be_laid(driver: Driver) -> None:
    table(driver)
    driver.point("Repairs")
    assert said(driver) == "There is nothing to fix with this card."
    driver.point("Stop")
    assert said(driver) == "Play a card or discard one."
    driver.point("Repairs")
    driver.post(pygame.WINDOWLEAVE)
    assert said(driver) == "Play a card or discard one."


def test_turn_plate_names_the_card_pointed_at_where_the_hand_is_too_small(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        scene = table(driver)
        driver.point("Stop")
        assert scene.stage.view.turn.head == "Stop"
        driver.point(at(driver, "draw"))
        assert scene.stage.view.turn.head == "Your turn"


def test_hazard_that_can_hit_nobody_says_so(driver: Driver) -> None:
    hands = ["go stop", "km_25", "km_25", "km_25"]
    table(driver, hands=hands, moves=["0 go", "1 - km_25", "2 - km_25", "3 - km_25"])
    driver.point("Stop")
    assert said(driver) == "Nobody to hit right now: Stop."


def test_card_played_out_of_turn_is_refused_in_words(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.key(pygame.K_F5)
    assert seen(driver).to_move == 1
    driver.drag(middle(held(driver, "km_100")), at(driver, "distance/0"), steps=1)
    assert said(driver) == "It’s not your turn."


def test_focus_ring_lies_as_its_tilted_card_does(driver: Driver) -> None:
    """The fan tilts its cards: after the keys' page the ring stands at one where it lies."""
    STAGES["table"](driver)
    driver.key(pygame.K_F3)
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    table = driver.top(TableScene)
    focus = table.cursor.ring_id
    assert focus is not None
    spots = table.hand.resting_fan()
    x, y, angle = spots.spots[int(focus.removeprefix("card/"))]
    assert abs(angle) > 1
    ringed = pygame.surfarray.array3d(driver.picture()).astype(int)
    driver.click((5, driver.app.size[1] - 5))  # who takes the mouse sees no ring
    driver.settle()
    changed = np.argwhere(np.abs(ringed - pygame.surfarray.array3d(driver.picture())).sum(axis=2) > 90) - (x, y)
    turn = math.radians(angle)
    along = np.abs(changed[:, 0] * math.cos(turn) - changed[:, 1] * math.sin(turn)) - spots.card_width / 2
    down = np.abs(changed[:, 0] * math.sin(turn) + changed[:, 1] * math.cos(turn)) - spots.card_width * CARD_RATIO / 2
    beyond = np.maximum(along, down)  # how far from the card's edge
    assert len(beyond) > 1000
    assert beyond.min() > -6
    assert beyond.max() < 12

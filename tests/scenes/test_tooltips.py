"""Tooltips through the window: by pointer and by keyboard."""

from __future__ import annotations

import pygame

from tests.features.play.table_driver import at, choose, held, table
from tests.window import Driver, middle


def test_card_tooltip_tells_its_use_and_why_it_cannot_be_played(driver: Driver) -> None:
    table(driver)
    driver.point("Repairs")
    assert driver.told("tip") is None
    driver.wait(0.7)
    said = driver.told("tip")
    assert said is not None
    assert said.startswith("Repairs: Fixes: Accident.")
    assert said.endswith("There is nothing to fix with this card.")
    driver.point("Stop")
    assert driver.told("tip") is None
    driver.wait(0.7)
    assert driver.told("tip") == "Stop: Stops an opponent. Fix: Go."


def test_piles_displays_cars_and_buttons_have_tooltips(driver: Driver) -> None:
    scene = table(driver)
    places, safety = scene.picture.places, scene.match.observation.hand[-2]
    for spot, words in (
        (at(driver, "draw"), "Everybody draws a card here"),
        (at(driver, "battle/1"), "Battle pile, Carla: Rolling"),
        (at(driver, "speed/2"), "No limit"),
        (
            tuple(map(round, places.displays[1].header.center)),
            "Carla: Would rather attack than drive. Rolling",
        ),
        (tuple(map(round, places.safety(3, safety).center)), "Driving Ace: Protects for the rest"),
        (middle(driver.find("Hint")), "Hint: What the strongest driver would do"),
    ):
        driver.point((spot[0], spot[1]))
        driver.wait(0.7)
        assert words in (driver.told("tip") or ""), words


def test_tooltip_comes_with_the_focus_and_ends_with_a_key(driver: Driver) -> None:
    table(driver)
    choose(driver, "speed_limit")
    driver.wait(1.0)
    assert (driver.told("tip") or "").startswith("Speed Limit: Holds an opponent to 50 km per card")
    driver.key(pygame.K_RETURN)
    assert driver.told("tip") is None
    driver.wait(1.0)
    assert (driver.told("tip") or "").startswith("Speed pile, Carla")
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert driver.told("tip") is None


def test_tooltip_ends_with_a_press_and_never_shows_for_a_carried_card(driver: Driver) -> None:
    table(driver)
    place = middle(held(driver, "stop"))
    driver.point(place)
    driver.wait(0.7)
    assert driver.told("tip") is not None
    driver.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    assert driver.told("tip") is None
    driver.post(pygame.MOUSEMOTION, pos=at(driver, "battle/2"), rel=(1, 1), buttons=(1, 0, 0))
    driver.wait(1.0)
    assert driver.told("tip") is None

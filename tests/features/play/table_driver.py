"""At the table of a match whose cards are known: what tests of it ask and do."""

from __future__ import annotations

from unittest import mock

import pygame

from game.app import App
from game.engine.cards import card
from game.engine.observation import Observation
from game.features.play.scene import TableScene
from game.ui.accessibility_tree import Node
from tests.fixed_decks import saved_match, sit_down
from tests.window import Driver, middle

ROLLING = ["0 go", "1 go", "2 go", "3 go"]
HANDS = ["go accident stop driving_ace km_100 km_25", "go km_50", "go", "go"]
DRAWS = "speed_limit km_50 km_50 km_50 repairs"


def table(driver: Driver, *script: str, hands: list[str] | None = None, moves: list[str] | None = None) -> TableScene:
    """Seat 0's turn, everybody rolling; hand: km_25, km_100, stop, speed_limit, accident, repairs, driving_ace."""
    saved = saved_match(hands or HANDS, DRAWS, ROLLING if moves is None else moves)
    scene = sit_down(driver, saved, script)
    assert isinstance(scene, TableScene)
    return scene


def seen(driver: Driver) -> Observation:
    """What the table shows, whatever lies over it."""
    scene = driver.app.visible_scenes[0]
    assert isinstance(scene, TableScene)
    return scene.animation.observation


def held(driver: Driver, card_id: str) -> Node:
    """The node of a card of the hand."""
    return driver.control(f"card/{seen(driver).hand.index(card(card_id))}")


def choose(driver: Driver, card_id: str) -> None:
    """Press the number key of a card."""
    driver.key(pygame.K_1 + seen(driver).hand.index(card(card_id)))


def at(driver: Driver, id: str) -> tuple[int, int]:
    return middle(driver.control(id))


def on_the_table(driver: Driver) -> list[str]:
    return [move.text for move in seen(driver).moves[len(ROLLING) :] if move.seat == 0]


def said(driver: Driver) -> str:
    """What the turn plate says below its heading."""
    return driver.top(TableScene).stage.view.turn.body


def lit(driver: Driver) -> set[str]:
    return {node.id for node in driver.of_role("pile") if node.enabled}


def press(driver: Driver, pos: tuple[int, int], button: int = 1) -> None:
    driver.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)


def release(driver: Driver, pos: tuple[int, int], button: int = 1) -> None:
    driver.post(pygame.MOUSEBUTTONUP, pos=pos, button=button)


def carry(driver: Driver, pos: tuple[int, int]) -> None:
    driver.post(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))


def fresh_picture(driver: Driver) -> bytes:
    """The table as one that has only just been opened draws it."""
    scene = TableScene(driver.app)
    scene.enter(driver.app)
    surface = pygame.Surface(driver.app.size)
    with mock.patch.object(App, "scene", scene):  # the ring of the focus is drawn on the topmost alone
        scene.render(surface, driver.app.now_s)
        while scene.picture.is_behind:
            scene.render(surface, driver.app.now_s)
    return pygame.image.tobytes(surface, "RGB")

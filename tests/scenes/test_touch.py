"""What a card does under the mouse: it leans, piles draw it and say what they would do with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.scenes.table.scene import TableScene
from game.table.painting.target_glow import landing
from game.ui.accessibility_tree import node_rect
from game.ui.drawing import text
from tests.fit import rooms
from tests.scenes.table_driver import at, carry, choose, held, on_the_table, press, release, table
from tests.window import Driver, middle, open_window


def labels(driver: Driver) -> dict[str, str]:
    return {node.id.partition("/")[2]: node.name for node in driver.nodes() if node.id.startswith("label/")}


def take(driver: Driver, card_id: str, to: tuple[int, int]) -> None:
    """Press on a card and carry it there at once."""
    press(driver, middle(held(driver, card_id)))
    carry(driver, to)


def carried(scene: TableScene) -> tuple[float, float, float]:
    assert scene.hand.hold is not None
    pose = scene.hand.carried_pose(scene.hand.hold)
    return pose.x, pose.y, pose.angle


def test_lit_piles_say_what_will_happen(driver: Driver) -> None:
    table(driver)
    assert labels(driver) == {}
    choose(driver, "accident")
    assert labels(driver) == {
        "battle/1": "a crash for Carla",
        "battle/2": "a crash for Hugo",
        "battle/3": "a crash for Irma",
        "discard": "discard",
    }
    choose(driver, "speed_limit")
    assert labels(driver)["speed/2"] == "limits Hugo to 50"
    choose(driver, "km_25")
    assert labels(driver) == {"distance/0": "+25 km", "discard": "discard"}
    choose(driver, "driving_ace")
    assert labels(driver)["safeties/0"] == "+100 points"
    driver.key(pygame.K_ESCAPE)
    assert labels(driver) == {}


@pytest.mark.parametrize(("size", "language"), rooms((1280, 720), (1080, 1350)))
def test_the_labels_stay_in_the_window_and_apart(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    with open_window(tmp_path, size=size, language=language) as driver:
        table(driver)
        window = pygame.Rect(0, 0, *size)
        for card_id in ("accident", "speed_limit", "km_100", "driving_ace"):
            choose(driver, card_id)
            boxes = [pygame.Rect(n.rect) for n in driver.nodes() if n.id.startswith("label/")]
            assert all(window.contains(box) for box in boxes)
            assert all(not a.colliderect(b) for i, a in enumerate(boxes) for b in boxes[:i])
        assert text.overflows == []


def test_a_card_that_is_carried_fast_leans_and_stands_straight_when_it_rests(driver: Driver) -> None:
    scene = table(driver)
    take(driver, "stop", (500, 330))
    for x in range(520, 760, 40):
        carry(driver, (x, 330))
    assert carried(scene)[2] < -1
    driver.wait(1.0)
    assert carried(scene)[2] == 0
    assert not scene.is_moving()


def test_with_reduced_motion_nothing_leans(driver: Driver) -> None:
    driver.app.save_settings(replace(driver.app.settings, reduced_motion=True))
    scene = table(driver)
    take(driver, "stop", (500, 330))
    for x in range(520, 760, 40):
        carry(driver, (x, 330))
        assert carried(scene)[2] == 0


def test_a_target_draws_the_card_and_another_pile_does_not(driver: Driver) -> None:
    scene = table(driver)
    take(driver, "accident", (640, 320))
    driver.wait(0.5)
    assert scene.hand.meant is None
    target = at(driver, "battle/2")
    assert scene.hand.hold is not None
    grip = scene.hand.hold.grip
    carry(driver, (target[0] + 25, target[1]))
    driver.wait(0.5)
    assert scene.hand.meant == "battle/2"
    assert abs(carried(scene)[0] - target[0]) < abs(25 - grip[0])
    other = at(driver, "battle/0")
    carry(driver, other)
    driver.wait(0.5)
    assert scene.hand.meant is None
    assert carried(scene)[0] == other[0] - grip[0]


def test_a_card_let_go_near_a_target_is_played(driver: Driver) -> None:
    scene = table(driver)
    own = landing(scene.picture.places, scene.observation.hand[0], "discard")
    x, y, w, h = node_rect(own)
    beside = (x + w // 2, y + h + 12)
    assert scene.hit(beside) is None
    take(driver, "repairs", (640, 320))
    carry(driver, beside)
    release(driver, beside)
    driver.settle()
    assert on_the_table(driver) == ["0 - repairs"]


def test_the_only_remedy_that_is_needed_is_not_thrown_away_unasked(driver: Driver) -> None:
    hands = ["go km_25 km_50 km_75 km_75 km_100", "go accident", "go", "go"]
    table(driver, hands=hands, moves=["0 go", "1 accident > 0", "2 go", "3 go"])
    press(driver, middle(held(driver, "repairs")), button=3)
    driver.settle()
    assert driver.scene == "confirm"
    assert "what you need now" in driver.control("message").name
    driver.key(pygame.K_ESCAPE)
    assert on_the_table(driver) == []

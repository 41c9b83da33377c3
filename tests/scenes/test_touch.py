"""A finger does what the mouse does, whether or not the system makes a mouse of it, and without drag or hover."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.settings.settings import AnimationSpeed, Settings
from game.settings.settings_file import SettingsFile
from game.ui.accessibility_tree import Node
from tests.nightly import some
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window


class Finger:
    """One finger on the screen; ``is_doubled`` where the system makes a mouse of it, as it may."""

    def __init__(self, driver: Driver, *, is_doubled: bool = False, id: int = 1) -> None:
        self.driver, self.is_doubled, self.id = driver, is_doubled, id

    def _post(self, type: int, pos: tuple[int, int]) -> None:
        doubles: dict[int, tuple[int, dict[str, object]]] = {
            pygame.FINGERDOWN: (pygame.MOUSEBUTTONDOWN, {"button": 1}),
            pygame.FINGERMOTION: (pygame.MOUSEMOTION, {"rel": (1, 1), "buttons": (1, 0, 0)}),
            pygame.FINGERUP: (pygame.MOUSEBUTTONUP, {"button": 1}),
        }
        if self.is_doubled:
            mouse, more = doubles[type]
            pygame.event.post(pygame.event.Event(mouse, pos=pos, touch=True, **more))  # type: ignore[arg-type]
        w, h = self.driver.app.window.size
        at = {"x": pos[0] / w, "y": pos[1] / h, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
        self.driver.post(type, touch_id=1, finger_id=self.id, **at)

    def down(self, at: Node | tuple[int, int]) -> None:
        self._post(pygame.FINGERDOWN, middle(at) if isinstance(at, Node) else at)

    def move(self, at: Node | tuple[int, int]) -> None:
        self._post(pygame.FINGERMOTION, middle(at) if isinstance(at, Node) else at)

    def up(self, at: Node | tuple[int, int]) -> None:
        self._post(pygame.FINGERUP, middle(at) if isinstance(at, Node) else at)

    def tap(self, at: Node | str) -> None:
        node = self.driver.control(at) if isinstance(at, str) else at
        self.driver.wait(0.6)
        self.down(node)
        self.up(node)
        self.driver.pump()
        self.driver.until(lambda: self.driver.app.is_settled or self.driver.scene == "result", "rest")


def play_one(driver: Driver, finger: Finger) -> None:
    """Do one thing at the table or about a question, by taps."""
    if driver.scene != "table":
        finger.tap({"coup_fourre": "yes", "extension": "no", "confirm": "discard"}[driver.scene])
        return
    cards = [node for node in driver.of_role("card") if node.id.startswith("card/")]
    playable = [node for node in cards if node.enabled]
    finger.tap((playable or cards)[0])
    if driver.scene != "table" or len(driver.below("card/")) < len(cards):
        return
    piles = [node for node in driver.of_role("pile") if node.enabled and node.id != "discard"]
    finger.tap(piles[0] if playable and piles else "discard")


@pytest.mark.parametrize("is_doubled", some([True, False]))
def test_finger_alone_suffices_from_the_first_start_to_the_score(tmp_path: Path, *, is_doubled: bool) -> None:
    wanted = Settings().with_values(language="en", speed=AnimationSpeed.OFF)
    (tmp_path / "settings.json").write_bytes(SettingsFile(wanted).to_bytes())
    with open_window(tmp_path) as driver:
        finger = Finger(driver, is_doubled=is_doubled)
        driver.settle()
        finger.tap("race")
        for _ in range(200):
            driver.until(lambda: driver.app.is_settled or driver.scene == "result", "somebody's turn")
            if driver.scene == "result":
                break
            play_one(driver, finger)
        assert driver.scene == "result"
        driver.settle()
        finger.tap("rows")
        assert driver.control("sheet.total")


@pytest.mark.parametrize("is_doubled", [False, True])
def test_tap_is_one_press(driver: Driver, *, is_doubled: bool) -> None:
    finger = Finger(driver, is_doubled=is_doubled)
    driver.settle()
    finger.tap("sound")
    assert driver.app.settings.machine.muted
    finger.tap("sound")
    assert not driver.app.settings.machine.muted


def test_held_finger_shows_a_tooltip_and_presses_on_release(driver: Driver) -> None:
    STAGES["table"](driver)
    finger, hint = Finger(driver), driver.control("hint")
    finger.down(hint)
    driver.wait(3)
    assert driver.control("tip").name.startswith("Hint:")
    assert driver.scene == "table"
    finger.up(hint)
    driver.pump()
    assert not driver.shows("tip")
    driver.until(lambda: any("hint" in id for id in driver.ids()), "the hint")


@pytest.mark.parametrize("spot", ["draw", "discard", "header/1", "card/2", "battle/0"])
def test_held_finger_shows_the_same_tooltip_as_the_mouse(driver: Driver, spot: str) -> None:
    STAGES["table"](driver)
    driver.point(middle(driver.control(spot)))
    driver.wait(1)
    told = driver.control("tip").name
    driver.point((640, 718))
    driver.wait(1)
    Finger(driver).down(driver.control(spot))
    driver.wait(1)
    assert driver.control("tip").name == told


def test_finger_that_slides_off_presses_nothing(driver: Driver) -> None:
    driver.settle()
    finger, sound = Finger(driver), driver.control("sound")
    finger.down(sound)
    finger.move((640, 300))
    finger.up((640, 300))
    assert not driver.app.settings.machine.muted


def test_second_finger_is_ignored(driver: Driver) -> None:
    driver.settle()
    Finger(driver).down((1260, 20))
    Finger(driver, id=2).tap("sound")
    assert not driver.app.settings.machine.muted
    Finger(driver).up((1260, 20))
    Finger(driver).tap("sound")
    assert driver.app.settings.machine.muted


def test_trackpad_finger_is_ignored(driver: Driver) -> None:
    driver.settle()
    x, y = middle(driver.control("sound"))
    w, h = driver.app.window.size
    at = {"touch_id": 1, "finger_id": 1, "x": x / w, "y": y / h, "dx": 0.0, "dy": 0.0, "pressure": 1.0, "window": None}
    driver.post(pygame.FINGERDOWN, **at)
    driver.post(pygame.FINGERUP, **at)
    assert not driver.app.settings.machine.muted


def test_finger_drags_a_card(driver: Driver) -> None:
    STAGES["table"](driver)
    finger = Finger(driver)
    cards = driver.below("card/")
    finger.down(cards[0])
    for at in (middle(cards[1]), middle(cards[2]), middle(cards[3])):
        finger.move(at)
    finger.up(cards[3])
    driver.settle()
    after = [node.name for node in driver.below("card/")]
    assert after != [card.name for card in cards]
    assert sorted(after) == sorted(card.name for card in cards)

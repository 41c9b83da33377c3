"""A whole match from the first start to its end by keys alone; the mouse is never touched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.settings.settings import AnimationSpeed
from tests.window import Driver, open_window


def walk_to(driver: Driver, step: Callable[[], None], id: str) -> None:
    """Move the focus on until it is there."""
    for _ in range(60):
        if driver.focused == id:
            return
        step()
    raise AssertionError(f"no way to {id} in {driver.scene}, the focus is on {driver.focused}")


class Hands:
    """Somebody who sees the focus and has a few inputs; told what each of them does."""

    def __init__(self, driver: Driver, *, press: Callable[[], None], right: Callable[[], None],
                 next: Callable[[], None], discard: Callable[[], None]) -> None:  # fmt: skip
        self.driver, self.press, self.right, self.next, self.discard = driver, press, right, next, discard

    def go(self, id: str) -> None:
        """Go to a control and press it."""
        walk_to(self.driver, self.next, id)
        self.driver.wait(0.6)
        self.press()
        self.rest()

    def rest(self) -> None:
        """Wait until somebody is asked, or another screen has come to rest."""
        self.driver.pump()
        self.driver.until(lambda: self.driver.app.is_settled, "rest")

    def play_on(self) -> None:
        """Do one thing at the table or about a question: lay the first card that can be laid, else discard one."""
        driver = self.driver
        if driver.scene != "table":
            driver.wait(0.6)
            answers = {"coup_fourre": "yes", "extension": "no", "confirm": "discard"}
            self.go(answers[driver.scene])
            return
        cards = driver.of_role("card")
        playable = [node for node in cards if node.enabled]
        walk_to(driver, self.right, (playable or cards)[0].id)
        driver.wait(0.6)
        if not any(node.id == driver.focused and node.focused for node in cards) or not playable:
            self.discard()
        else:
            self.press()
            driver.wait(0.6)
            aimed = [node for node in driver.of_role("pile") if node.focused]
            if aimed:
                self.press()
        self.rest()


def key_hands(driver: Driver) -> Hands:
    """Hands at the keyboard."""

    def presses(key: int) -> Callable[[], None]:
        return lambda: driver.key(key)

    return Hands(driver, press=presses(pygame.K_RETURN), right=presses(pygame.K_RIGHT), next=presses(pygame.K_TAB),
                 discard=presses(pygame.K_d))  # fmt: skip


def play_through(driver: Driver, hands: Hands, ends: set[str]) -> None:
    """Play until a screen comes that ends it."""
    for _ in range(300):
        driver.until(lambda: driver.app.is_settled or driver.scene in ends, "somebody's turn")
        if driver.scene in ends:
            return
        hands.play_on()
    raise AssertionError("the leg does not end")


def test_match_is_played_from_the_first_start_to_its_end_by_keys_alone(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.settle()
        assert driver.focused is not None
        ringed = [w for w in driver.controls.widgets if w.has_ring]
        assert [w.id for w in ringed] == [driver.focused]
        hands = key_hands(driver)
        for _ in range(2):
            driver.key(pygame.K_F4)  # the cards move fast, then not at all
        assert driver.app.settings.person.speed is AnimationSpeed.OFF
        hands.go("race")
        assert driver.scene == "table"
        play_through(driver, hands, {"result"})
        hands.go("to_title")
        assert driver.scene == "title"

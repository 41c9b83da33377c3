"""Size, full screen and language may change at any moment of a match: nothing made for one layout outlives it.

MILESTONE_RALLY_CHANGES says how many changes each seating gets; the default keeps the test short.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from game.engine.match import MatchSetup
from game.engine.observation import Seating
from game.scenes.table import TableScene
from game.session.settings import Speed
from game.ui.i18n import LANGUAGES
from tests.scenes.test_whole_leg import sit_down, take_a_turn
from tests.window import Driver, open_window

CHANGES = int(os.environ.get("MILESTONE_RALLY_CHANGES", "430"))
SIZES = ((960, 540), (980, 560), (1000, 700), (1100, 540), (1000, 1100), (960, 915), (1280, 720))
SEATINGS = (
    *(("winning_moves", seats, Seating.SOLO) for seats in (2, 3, 4)),
    ("dujardin", 4, Seating.TEAMS),
    ("mille_miglia", 5, Seating.SOLO),
    ("mille_miglia", 6, Seating.SOLO),
    ("piatnik", 6, Seating.TEAMS),
)
FULLSCREEN, MANY_SIZES, SPEED, LANGUAGE, SIZE = 0.1, 0.2, 0.25, 0.35, 1.0


class Restless:
    """Somebody who plays a match by key, and changes the window whenever the dice say so."""

    def __init__(self, driver: Driver, rng: Random, setup: MatchSetup) -> None:
        self.driver, self.rng, self.setup = driver, rng, setup
        self.changes = 0
        self.scenes: set[str] = set()
        sit_down(driver, rng.randrange(1000), setup)

    def go_on(self) -> None:
        """Do something with the window, then let the match go on for a moment."""
        self.change()
        self.scenes.add(self.driver.scene)
        self.pass_time()
        self.play()

    def change(self) -> None:
        app, rng, dice = self.driver.app, self.rng, self.rng.random()
        self.changes += 1
        if dice < FULLSCREEN:
            self.driver.key(pygame.K_F11)
        elif dice < MANY_SIZES:
            for _ in range(3):
                self.changes += 1
                app.window.resize((rng.randrange(960, 1300), rng.randrange(540, 900)))
                self.driver.pump(rng.randrange(1, 3))
        elif dice < SPEED:
            still, speed = rng.random() < 0.3, rng.choice(list(Speed))
            app.save_settings(replace(app.settings, reduced_motion=still, speed=speed))
        elif dice < LANGUAGE:
            app.set_language(rng.choice(LANGUAGES))
        else:
            app.window.resize(rng.choice(SIZES))

    def pass_time(self) -> None:
        """Frames that come evenly or late; the window's rest ends among them or does not."""
        for _ in range(self.rng.randrange(1, 6)):
            self.driver.clock.now_s += self.rng.choice((0.0, 0.03, 0.08, 0.2))
            self.driver.pump()
        time.sleep(0.0005)  # the writer's turn

    def play(self) -> None:
        driver = self.driver
        if driver.scene == "match_end":
            sit_down(driver, self.rng.randrange(1000), self.setup)
        elif driver.scene in {"leg_score", "confirm"}:
            driver.key(pygame.K_RETURN)
        elif driver.app.is_settled and driver.scene in {"table", "coup_fourre", "extension"}:
            take_a_turn(driver, self.rng)
        elif driver.scene == "table" and self.rng.random() < 0.1:
            driver.key(pygame.K_F5)  # ends what moves


@pytest.mark.parametrize(("rules", "seats", "seating"), SEATINGS)
def test_the_window_may_change_at_any_moment_of_a_match(
    tmp_path: Path, rules: str, seats: int, seating: Seating
) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        restless = Restless(driver, Random(seats), MatchSetup.by_the_book(rules, seating, seats))
        while restless.changes < CHANGES:
            restless.go_on()
        print(restless.changes, restless.scenes)
        assert isinstance(driver.app.visible[0], TableScene) or restless.scenes

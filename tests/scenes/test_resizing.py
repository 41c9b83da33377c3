"""Size, full screen and language may change at any moment of a match: nothing made for one layout outlives it.

MILESTONE_RALLY_CHANGES says how many changes each seating gets; the default keeps the test short.
"""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType
from unittest import mock

import pygame
import pytest
from pygame import Rect, Surface

from game.app import App
from game.engine.match import MatchSetup
from game.engine.observation import Seating
from game.scenes.error import ErrorScene
from game.scenes.table import TableScene
from game.session.session import Session
from game.session.settings import Speed
from game.table.acts import Act
from game.table.box import Box
from game.table.carry import Sway
from game.table.drag import Hold
from game.table.effects import Effect
from game.table.flight import Flight, Pose
from game.table.layout import TableLayout
from game.table.performance import Performance
from game.table.picture import TablePicture
from game.ui import art
from game.ui.control import Widget
from game.ui.i18n import LANGUAGES
from game.ui.layers import Layer
from game.ui.scene import Scene
from tests.midway import midway
from tests.scenes.at_table import carry, choose, fresh_picture, held, on_the_table, picture, press, table
from tests.scenes.stages import STAGES
from tests.scenes.test_whole_leg import sit_down, take_a_turn
from tests.session.driving import QuickBots
from tests.table.playing import by_chance
from tests.window import Driver, hurry, middle, open_window

PLACED = (
    Box,
    Pose,
    Hold,
    Sway,
    Rect,
    Surface,
    Layer,
    TableLayout,
    TablePicture,
    Performance,
    Act,
    Flight,
    Effect,
    Widget,
)
"""What has a place or a size on the screen."""
BEYOND = (type, ModuleType, App, Session)
"""What is not searched: it leads to the whole program."""

CHANGES = int(os.environ.get("MILESTONE_RALLY_CHANGES", "160"))
SIZES = ((960, 540), (980, 560), (1000, 700), (1100, 540), (1000, 1100), (960, 915), (1280, 720))
SEATINGS = (
    *(("winning_moves", seats, Seating.SOLO) for seats in (2, 3, 4)),
    ("dujardin", 4, Seating.TEAMS),
    ("mille_miglia", 5, Seating.SOLO),
    ("mille_miglia", 6, Seating.SOLO),
    ("piatnik", 6, Seating.TEAMS),
)
FULLSCREEN, DRAGGED, SPEED, LANGUAGE, WATCHED = 0.15, 0.3, 0.34, 0.4, 0.42
HURRIES, LEAVES, NEW, MOVES = 0.15, 0.1, 0.2, 0.25


class Restless:
    """Somebody who plays a match by mouse and key, and changes the window whenever the dice say so."""

    def __init__(self, driver: Driver, rng: Random, setup: MatchSetup) -> None:
        self.driver, self.rng, self.setup = driver, rng, setup
        self.changes = 0
        self.take_a_seat()

    def take_a_seat(self) -> None:
        """Join a new match before its deal, or another right before something happens."""
        if self.rng.random() < NEW:
            sit_down(self.driver, self.rng.randrange(1000), self.setup)
            return
        app, saved = self.driver.app, self.rng.choice(midway(self.setup))
        app.start_session(Session.resume(saved, files=app.files, clock=app.clock, bots=QuickBots(by_chance)))
        app.show_table()

    def go_on(self) -> None:
        """Do something with the window, then let the match go on for a moment."""
        if self.rng.random() < LEAVES:
            self.take_a_seat()
        self.change()
        if self.rng.random() < MOVES:  # whatever speed was chosen, it is not for long
            self.choose(speed=Speed.NORMAL, reduced_motion=False)
        self.pass_time()
        self.play()

    def change(self) -> None:
        app, rng, dice = self.driver.app, self.rng, self.rng.random()
        self.changes += 1
        if dice < FULLSCREEN:
            self.driver.key(pygame.K_F11)
        elif dice < DRAGGED:
            self.drag_the_edge()
        elif dice < SPEED:
            still, speed = rng.random() < 0.2, rng.choice((*Speed, Speed.SLOW, Speed.NORMAL))
            self.choose(speed=speed, reduced_motion=still)
        elif dice < LANGUAGE:
            app.set_language(rng.choice(LANGUAGES))
        elif dice < WATCHED and not app.window.is_fullscreen:
            assert outlived(self.driver, (960 + self.changes % 50, 540 + self.changes % 60)) == []
        else:
            app.window.resize(rng.choice(SIZES))

    def choose(self, *, speed: Speed, reduced_motion: bool) -> None:
        app = self.driver.app
        app.save_settings(replace(app.settings, reduced_motion=reduced_motion, speed=speed))

    def drag_the_edge(self) -> None:
        """Many sizes in a row, one a frame."""
        w, h = self.driver.app.window.size
        for _ in range(20):
            self.changes += 1
            w, h = w + self.rng.randrange(-9, 8), h + self.rng.randrange(-9, 8)
            self.driver.app.window.resize((max(960, w), max(540, h)))
            self.driver.pump()

    def pass_time(self) -> None:
        """Frames that come evenly or late; the window's rest ends among them or does not."""
        for _ in range(self.rng.randrange(2, 6)):
            self.driver.clock.now_s += self.rng.choice((0.0, 0.05, 0.1, 0.2))
            self.driver.pump()
        time.sleep(0.0005)  # the writer's turn

    def play(self) -> None:
        driver = self.driver
        if driver.scene == "match_end":
            self.take_a_seat()
        elif driver.scene == "leg_score":
            driver.key(pygame.K_RETURN)
        elif driver.app.is_settled and driver.scene in {"table", "coup_fourre", "extension"}:
            take_a_turn(driver, self.rng)
        elif driver.scene == "table" and self.rng.random() < HURRIES:
            driver.key(pygame.K_F5)  # ends what moves


@pytest.fixture
def relaid(monkeypatch: pytest.MonkeyPatch) -> Counter[bool]:
    """How often a table was laid out for another size while something moved on it, and while nothing did."""
    counts, resize = Counter[bool](), TableScene.resize

    def counting(table: TableScene, size: tuple[int, int]) -> None:
        counts[table.is_moving()] += 1
        resize(table, size)

    monkeypatch.setattr(TableScene, "resize", counting)
    return counts


def plain_picture(_data: bytes, size: tuple[int, int]) -> Surface:
    """A picture of one colour: to rasterise all of them for every size is half of the work."""
    drawn = Surface(size, pygame.SRCALPHA)
    drawn.fill((120, 160, 120))
    return drawn


@pytest.mark.parametrize(("rules", "seats", "seating"), SEATINGS)
def test_the_window_may_change_at_any_moment_of_a_match(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    relaid: Counter[bool],
    rules: str,
    seats: int,
    seating: Seating,
) -> None:
    monkeypatch.setattr(art, "_drawn", plain_picture)
    with open_window(tmp_path, size=(960, 540)) as driver:
        restless = Restless(driver, Random(seats), MatchSetup.by_the_book(rules, seating, seats))
        while restless.changes < CHANGES:
            restless.go_on()
        assert relaid[True] > CHANGES / 80  # so often something was moving
        driver.wait(0.5)  # the size comes to rest
        hurry(driver)
        if driver.scene == "table":
            driver.app.save_settings(replace(driver.app.settings, reduced_motion=True))  # else a lit pile breathes
            driver.post(pygame.WINDOWLEAVE)
            assert picture(driver) == fresh_picture(driver)


def placed(scenes: list[Scene]) -> dict[int, object]:
    """Everything with a place or a size that these scenes hold, however indirectly, by its identity."""
    seen: dict[int, object] = {}
    waiting: list[object] = list(scenes)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, BEYOND):
            continue
        seen[id(thing)] = thing
        if isinstance(thing, FunctionType):  # its globals are nobody's
            waiting += [*(thing.__closure__ or ()), *(thing.__defaults__ or ())]
        else:
            waiting += gc.get_referents(thing)
    return {key: thing for key, thing in seen.items() if isinstance(thing, PLACED)}


def outlived(driver: Driver, size: tuple[int, int]) -> list[object]:
    """What of the scenes on the screen is still there after the window got another size."""
    scenes = driver.app._stack
    before = placed(scenes)
    assert before
    driver.resize(size)
    after = placed(scenes)
    kept = [driver.app.window.surface]  # the same object at every size
    kept += [scene._ground for scene in scenes if isinstance(scene, ErrorScene)]  # a picture of before, shown scaled
    return [thing for key, thing in before.items() if key in after and not any(thing is one for one in kept)]


@pytest.mark.parametrize("stage", STAGES)
def test_nothing_made_for_one_layout_outlives_it(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    assert outlived(driver, (1000, 640)) == []


def test_a_carried_card_is_back_in_the_hand_after_the_window_changed(driver: Driver) -> None:
    scene = table(driver)
    press(driver, middle(held(driver, "km_100")))
    carry(driver, (500, 300))
    carry(driver, (560, 320))
    assert scene.input.carried is not None
    assert outlived(driver, (1000, 640)) == []
    assert scene.input.carried is None
    driver.post(pygame.MOUSEBUTTONUP, pos=(500, 300), button=1)
    driver.settle()
    assert on_the_table(driver) == []


def test_a_move_that_waits_for_the_disk_is_made_in_the_new_layout(driver: Driver) -> None:
    scene = table(driver)
    with mock.patch.object(Session, "waiting_for_viewer", False):
        driver.drag(middle(held(driver, "km_100")), middle(driver.control("distance/0")))
        assert scene.wish is not None
        assert outlived(driver, (1000, 640)) == []
        assert scene.wish is not None
    driver.settle()
    assert on_the_table(driver) == ["0 km_100"]


def test_the_window_may_change_at_any_moment_of_the_round_after_a_discard(tmp_path: Path) -> None:
    """As full screen was switched in the report of the crash: what had begun was copied from the smaller window."""
    with open_window(tmp_path, size=(1080, 1350)) as driver:
        for moment_s in (0.05, 0.3, 0.6, 0.9, 1.2, 1.5, 1.75, 1.8, 1.85, 1.9, 1.95):
            table(driver, "1 km_50")
            choose(driver, "km_25")
            driver.key(pygame.K_d)
            driver.wait(moment_s)
            assert outlived(driver, (960, 540)) == []
            driver.settle()
            assert picture(driver) == fresh_picture(driver)
            driver.resize((1080, 1350))

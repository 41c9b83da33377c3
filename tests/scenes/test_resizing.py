"""Size, full screen and language may change at any moment of a match: nothing made for one layout outlives it.

Windows that change at random moments are the business of the restless monkey (tests/monkey).
"""

from __future__ import annotations

import gc
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from unittest import mock

import pygame
import pytest
from pygame import Rect, Surface

from game.app import App
from game.features.report.error import ErrorScene
from game.match.session import Session
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.animation.animation_step import AnimationStep, Effect, Flight, Pose
from game.table.animation.hand_moves import HeldCard, Sway
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import TableLayout
from game.table.painting import card_faces, ground
from game.table.painting.picture import TablePicture
from game.ui.boxes.box import Widget
from game.ui.drawing import art
from game.ui.drawing.layers import Layer
from game.ui.drawing.screenshot import png
from game.ui.scene import Scene
from tests.features.play.table_driver import carry, choose, fresh_picture, held, on_the_table, press, table
from tests.window import Driver, middle, open_window

PLACED = (
    FloatRect,
    Pose,
    HeldCard,
    Sway,
    Rect,
    Surface,
    Layer,
    TableLayout,
    TablePicture,
    AnimationRenderer,
    AnimationStep,
    Flight,
    Effect,
    Widget,
)
"""What has a place or a size on the screen."""
BEYOND = (type, ModuleType, App, Session)
"""What is not searched: it leads to the whole program."""


def placed(scenes: list[Scene]) -> dict[int, object]:
    """Everything with a place or a size that these scenes hold, however indirectly, by its identity."""
    seen: dict[int, object] = {}
    waiting: list[object] = list(scenes)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, BEYOND):
            continue
        if isinstance(thing, partial) and thing.func is png:  # a picture of before, to be saved in a report
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
    art.clear_cache()  # else a picture that is of one size in both layouts comes from a cache again
    card_faces.forget()
    driver.resize(size)
    after = placed(scenes)
    kept = [driver.app.window.surface]  # the same object at every size
    # A picture of before, shown scaled.
    kept += [scene._ground for scene in scenes if isinstance(scene, ErrorScene) and scene._ground is not None]
    return [thing for key, thing in before.items() if key in after and not any(thing is one for one in kept)]


def test_carried_card_returns_to_the_hand_after_a_resize(driver: Driver) -> None:
    scene = table(driver)
    press(driver, middle(held(driver, "km_100")))
    carry(driver, (500, 300))
    carry(driver, (560, 320))
    assert scene.hand.carried_index is not None
    assert outlived(driver, (1000, 640)) == []
    assert scene.hand.carried_index is None
    driver.post(pygame.MOUSEBUTTONUP, pos=(500, 300), button=1)
    driver.settle()
    assert on_the_table(driver) == []


def test_move_waiting_for_the_disk_is_made_in_the_new_layout(driver: Driver) -> None:
    scene = table(driver)
    with mock.patch.object(Session, "is_waiting_for_viewer", False):
        driver.drag(middle(held(driver, "km_100")), middle(driver.control("distance/0")))
        assert scene.match.pending_move is not None
        assert outlived(driver, (1000, 640)) == []
        assert scene.match.pending_move is not None
    driver.settle()
    assert on_the_table(driver) == ["0 km_100"]


def test_window_may_be_resized_at_any_moment_after_a_discard(tmp_path: Path) -> None:
    """As full screen was switched in the report of the crash: what had begun was copied from the smaller window."""
    with open_window(tmp_path, size=(1080, 1350)) as driver:
        for moment_s in (0.05, 0.3, 0.6, 0.9, 1.2, 1.5, 1.75, 1.8, 1.85, 1.9, 1.95):
            table(driver, "1 km_50")
            choose(driver, "km_25")
            driver.key(pygame.K_d)
            driver.wait(moment_s)
            assert outlived(driver, (960, 540)) == []
            driver.settle()
            assert driver.pixels() == fresh_picture(driver)
            driver.resize((1080, 1350))


def test_resized_screen_is_shown_undistorted_until_laid_out_anew(tmp_path: Path) -> None:
    """A full screen of another shape than the window: the old picture is scaled alike in both directions."""
    with open_window(tmp_path / "user", size=(1080, 1350)) as driver:
        driver.settle()
        before = driver.picture()
        driver.app.window.resize((1920, 1080))
        driver.pump(2)
        shown = driver.picture()
        assert shown.get_size() == (1920, 1080)
        middle = Rect(528, 0, 864, 1080)
        assert pixels(shown.subsurface(middle)) == pixels(pygame.transform.smoothscale(before, middle.size))
        for x in (0, middle.right + 1):
            side = shown.subsurface((x, 0, 527, 1080))
            assert len({tuple(side.get_at((at, y))) for at in (0, 300, 526) for y in range(0, 1080, 60)}) == 1


def test_layout_frame_has_the_ground_ready_and_draws_no_card_ahead(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, ahead = (1000, 640), list[object]()
    table(driver)
    art.clear_cache()
    driver.app.window.resize(size)
    driver.pump()
    art.PRELOADER._worker.submit(int).result()
    driver.pump()
    assert driver.app.size != size
    assert ground.is_ready(size)
    monkeypatch.setattr(card_faces, "preload_rotation", lambda *card, **_how: ahead.append(card))
    while driver.app.size != size:
        ahead.clear()
        driver.pump()
    assert not ahead
    driver.until(lambda: bool(ahead), "the cards of the hand")


def pixels(picture: Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGB")

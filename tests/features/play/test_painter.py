"""Only what moved is drawn again, and yet the screen always shows what a picture drawn afresh would."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest
from pygame import Rect, Surface

from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.play.painter import TablePainter
from game.features.play.scene import TableScene
from game.ui.drawing import art
from game.ui.drawing.layers import DirtyRects
from tests.features.play.test_whole_leg import sit_down, take_a_turn
from tests.window import Driver, open_window

MOVES = 14
EVERY = 4  # what was drawn wrongly stays so until something moves there again


def drawn_afresh(scene: TableScene, now_s: float, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """All of the present frame; what waits to be painted on the picture at rest goes on waiting."""
    surface = Surface(scene.app.size)
    art.PRELOADER.forget_all()  # what began to be turned in this frame is to be seen in the next
    with monkeypatch.context() as patch:
        patch.setattr(scene, "painter", TablePainter(scene.hand, scene.cursor, scene.tooltips))
        patch.setattr(scene.picture, "update", lambda _view: [])
        scene.render(surface, now_s)
    return pygame.image.tobytes(surface, "RGB")


def check_frames(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let time pass until the table waits for somebody, comparing some of the frames; how many were shown."""
    app, checked = driver.app, 0
    while not app.is_settled:
        presented = app.presenter.frames_presented
        driver.pump()
        scene = app.scene
        if app.presenter.frames_presented > presented and isinstance(scene, TableScene):
            checked += 1
            if checked % EVERY == 0:
                shown = pygame.image.tobytes(app.window.surface, "RGB")
                assert shown == drawn_afresh(scene, app.now_s, monkeypatch), list(scene.animation.effects)
    return checked


def test_frames_of_a_leg_equal_a_picture_drawn_afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        sit_down(driver, 5, MatchSetup.from_booklet("winning_moves", Seating.SOLO, 4))
        rng, checked = Random(5), 0
        for _ in range(MOVES):
            checked += check_frames(driver, monkeypatch)
            if driver.scene == "result":
                break
            take_a_turn(driver, rng)
        assert checked > 300


def test_surface_never_seen_is_drawn_as_a_whole() -> None:
    dirty_rects, surface = DirtyRects(), Surface((100, 60))
    assert dirty_rects.areas_to_redraw(surface, "key") == [Rect(0, 0, 100, 60)]
    assert dirty_rects.areas_to_redraw(Surface((100, 60)), "key") == [Rect(0, 0, 100, 60)]


def test_dirty_rects_cover_only_what_moved() -> None:
    dirty_rects, surface = DirtyRects(), Surface((100, 60))
    dirty_rects.areas_to_redraw(surface, "key")
    dirty_rects.record_drawn([Rect(-5, 0, 20, 20), Rect(50, 30, 10, 10), Rect(0, 0, 0, 0)])
    assert dirty_rects.areas_to_redraw(surface, "key") == [Rect(0, 0, 15, 20), Rect(50, 30, 10, 10)]
    assert dirty_rects.areas_to_redraw(surface, "key") == []


def test_surface_is_drawn_whole_under_another_key_or_after_a_loss() -> None:
    dirty_rects, surface = DirtyRects(), Surface((100, 60))
    dirty_rects.areas_to_redraw(surface, "key")
    assert dirty_rects.areas_to_redraw(surface, "another") == [surface.get_rect()]
    dirty_rects.invalidate()
    dirty_rects.record_drawn([Rect(0, 0, 5, 5)])
    assert dirty_rects.areas_to_redraw(surface, "another") == [surface.get_rect()]

"""What is drawn ahead in slices: each begins where the last one ended, and nothing half drawn is kept."""

from __future__ import annotations

import pytest
from pygame import Surface

from game.ui.drawing import art, incremental, svg, text
from game.ui.drawing.incremental import SLICE_S, IncrementalRender, draw_slice
from game.ui.drawing.theme import INK
from tests.window import FakeClock

WORDS = ("one", "two", "three")


@pytest.fixture(autouse=True)
def empty_caches() -> None:
    art.SurfaceCache.clear_all()
    art.PRELOADER.forget_all()


def disc(r: float) -> Surface:
    return art.svg(svg.circle(r, r, r, INK), 2 * r, 2 * r)


def test_slice_without_time_draws_one_thing_more_each_time() -> None:
    drawn: list[str] = []

    def draw() -> None:
        drawn.clear()
        for word in WORDS:
            text.render(word, "B5", 20)
            drawn.append(word)

    for done in range(1, len(WORDS)):
        assert not draw_slice(draw, lambda: True)
        assert len(drawn) == done
    assert draw_slice(draw, lambda: True)
    assert (*drawn,) == WORDS


def test_composed_picture_is_not_kept_before_all_its_parts_are_there() -> None:
    def draw() -> None:
        disc(3)
        art.cached("both", both)

    def both() -> Surface:
        disc(4)
        return disc(5)

    assert not draw_slice(draw, lambda: True)
    assert not draw_slice(draw, lambda: True)
    assert "both" not in art._cache
    draw()
    assert "both" in art._cache


def test_uninterrupted_drawing_ends_in_one_slice() -> None:
    def draw() -> None:
        with incremental.without_budget():
            for r in range(3, 9):
                disc(r)

    assert draw_slice(draw, lambda: True)
    assert not incremental.is_drawing_slice()


def test_large_picture_is_left_to_the_background_and_a_small_one_is_not() -> None:
    def draw() -> None:
        art.picture("parts/table_day", 320, 200)

    assert not draw_slice(draw, lambda: False)
    art.PRELOADER._worker.submit(int).result()
    assert draw_slice(draw, lambda: False)
    assert draw_slice(lambda: art.picture("parts/table_day", 32, 20), lambda: False)


def test_picture_wanted_soon_is_waited_for() -> None:
    assert not draw_slice(lambda: art.preloaded_picture("parts/table_day", 320, 200), lambda: False)
    art.PRELOADER._worker.submit(int).result()
    assert draw_slice(lambda: art.preloaded_picture("parts/table_day", 320, 200), lambda: False)


def test_preparation_surface_stays_empty_and_keeps_its_clip() -> None:
    seen: list[object] = []

    def render(surface: Surface) -> None:
        seen.append(surface.get_clip().size)
        surface.set_clip((10, 10, 200, 200))
        seen.append(surface.get_clip().topleft)
        surface.fill("white")
        surface.blit(disc(9), (20, 20))
        seen.append(any(surface.get_buffer().raw))

    clock = FakeClock()
    preparation = IncrementalRender(clock)
    assert preparation.draw_slice((100, 60), render)
    assert seen == [(100, 60), (10, 10), False]


def test_frame_that_had_much_to_do_leaves_drawing_to_the_next() -> None:
    clock, drawn = FakeClock(), list[Surface]()
    preparation = IncrementalRender(clock)
    clock.now_s += 2 * SLICE_S
    assert not preparation.draw_slice((100, 60), drawn.append)
    assert not drawn
    assert preparation.draw_slice((100, 60), drawn.append)
    assert drawn


def test_preparation_ends_after_a_limited_number_of_frames() -> None:
    preparation, frames = IncrementalRender(FakeClock()), 1
    while not preparation.draw_slice((100, 60), lambda _surface: incremental.record_missing()):
        frames += 1
    assert frames < 200

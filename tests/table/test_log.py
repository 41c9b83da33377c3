from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest
from pygame import Surface

from game.table.geometry.box import FloatRect
from game.table.geometry.layout import TableLayout, compute_layout
from game.table.log import (
    line_places,
    log_view,
    lowest_line_after_scroll,
    lowest_line_below_first,
    newest_button_place,
    paint_lines,
)
from game.table.view import LogLine
from game.ui.drawing import livery, text
from game.words.names import Names

LINES = tuple(
    LogLine(i % 4, f"Line {i} of a log that tells what was laid, and on whom", "why" * (i % 3)) for i in range(90)
)
SIZES = [(960, 540), (1280, 720), (1920, 1080), (1080, 1350), (3840, 2160)]


@pytest.fixture(params=SIZES)
def layout(request: pytest.FixtureRequest) -> TableLayout:
    return compute_layout(4, request.param)


def test_newest_log_lines_are_seen_whole_and_inside_the_panel(layout: TableLayout) -> None:
    seen = log_view(layout, LINES, None)
    assert seen.lines
    assert seen.lines[-1] is LINES[-1]
    places = [place for _line, place in line_places(layout, seen)]
    assert all(layout.log.y < place.y and place.bottom <= layout.log.bottom for place in places)
    assert all(above.bottom <= below.y + 1 for below, above in itertools.pairwise(places))


def test_log_line_in_larger_text_keeps_its_sign_while_its_start_is_seen(layout: TableLayout) -> None:
    begun: list[float] = []

    def noting(_surface: Surface, words: str, _x: float, y: float, *_type: Any, **_how: Any) -> None:
        if words.startswith("Line"):
            begun.append(y)

    names, (x, y, w, h) = Names((None, "carla", "hugo", "irma"), ((0,), (1,), (2,), (3,)), 0), layout.log
    text.set_text_size_factor(2)
    try:
        with mock.patch.object(text, "draw", noting), mock.patch.object(livery, "draw_badge") as sign:
            for missing in range(0, 24, 2):
                low = replace(layout, log=FloatRect(x, y, w, h - missing))
                paint_lines(Surface((10, 10)), low, log_view(low, LINES, None), names)
    finally:
        text.set_text_size_factor(1)
    assert begun == [call.args[3] for call in sign.call_args_list]


def test_log_scrolling_ends_at_the_first_and_at_the_newest_line(layout: TableLayout) -> None:
    end = lowest_line_after_scroll(layout, LINES, None, -1000)
    top = log_view(layout, LINES, end)
    assert top.first == 0
    assert top.newer > 0
    assert all(place.bottom <= newest_button_place(layout).y for _line, place in line_places(layout, top))
    assert lowest_line_after_scroll(layout, LINES, end, 1000) is None
    assert lowest_line_after_scroll(layout, LINES, None, 1) is None


def test_log_lines_can_all_be_seen(layout: TableLayout) -> None:
    end, seen = lowest_line_after_scroll(layout, LINES, None, -1000), set[str]()
    while True:
        seen.update(line.text for line in log_view(layout, LINES, end).lines)
        if end is None:
            break
        end = lowest_line_after_scroll(layout, LINES, end, 1)
    assert len(seen) == len(LINES)


@pytest.mark.parametrize("first", [0, 1, 7])
def test_log_scrolled_to_a_line_shows_it_on_top(layout: TableLayout, first: int) -> None:
    assert log_view(layout, LINES, lowest_line_below_first(layout, LINES, first)).first == first


def test_log_scrolled_past_the_last_lines_shows_the_newest(layout: TableLayout) -> None:
    assert lowest_line_below_first(layout, LINES, len(LINES) - 1) is None


def test_log_that_fits_is_not_scrolled(layout: TableLayout) -> None:
    assert lowest_line_after_scroll(layout, LINES[:2], None, -1) is None

"""The chart of lines and the matrix: what they show, and how a cell is chosen."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.people.looks import Paint, Symbol
from game.people.profiles import Livery
from game.ui.drawing.theme import THEME
from game.ui.layout import ChartCurve, LineChart, MatrixCell, Scale, Spacer, grid_values, matrix
from game.ui.layout.choice import Choice

PLACE = Rect(30, 20, 700, 300)


def chart(*values: list[float | None], larger: float = 1, run_apart: bool = False) -> LineChart:
    wearing = [Livery(symbol, paint) for symbol, paint in zip(Symbol, Paint, strict=True)]
    curves = [ChartCurve(line, worn, f"Side {n}") for n, (line, worn) in enumerate(zip(values, wearing, strict=False))]
    known = [value for line in values for value in line if value is not None]
    return LineChart(Scale(1, larger), PLACE, curves, grid_values([0, *known]), first_step=1, run_apart=run_apart)


@pytest.mark.parametrize("larger", [1, 2])
def test_chart_lies_wholly_in_its_place(larger: float) -> None:
    shown = chart([0, 700, 4200], [-100, 300, 350], larger=larger)
    assert PLACE.contains(shown.plot)
    for step, value in ((0, -100), (2, 4200)):
        assert shown.plot.inflate(2, 2).collidepoint(shown.x(step), shown.y(value))
    assert [shown.step_at(shown.x(step) + 3) for step in range(3)] == [0, 1, 2]


def test_chart_lines_that_run_apart_never_lie_on_each_other() -> None:
    lines = chart([0, 500, 900], [0, 500, 800], run_apart=True)._lines
    assert lines[0][0] == lines[1][0], "they start together"
    assert all(abs(one[1] - other[1]) > 1 for one, other in list(zip(*lines, strict=True))[1:])
    one, other = chart([0, 500], [0, 500])._lines
    assert one == other


def test_chart_curve_may_begin_later() -> None:
    shown = chart([None, None, 5, 7])
    assert [x for x, _y in shown._lines[0]] == [shown.x(2), shown.x(3)]


def test_chart_point_label_keeps_clear_of_dots_and_curves() -> None:
    lines = chart([0, 0, 0, 0, 0, 900])
    right, left = ((2, 800), (3, 800)), ((2, 800), (1, 800))
    places = [lines.rect_beside_value(2, 800, (200, 16), 8, dots) for dots in (left, right, (*left, *right))]
    x, y = lines.x(2), lines.y(800)
    assert places[0].left > x > places[1].right
    assert [place.centery for place in places[:2]] == [round(y)] * 2
    assert places[2].bottom < y, "above, where both sides are taken"
    assert lines.rect_beside_value(5, 900, (200, 16), 8, ()).right < lines.x(5), (
        "right of the plot stands the curve's end"
    )


def shown(chosen: str = "", size: tuple[int, int] = (300, 260)) -> Choice:
    figures = [[MatrixCell(str(3 * row + n), n / 3, f"{row} on {n}") for n in range(3)] for row in range(3)]
    figures[1][1] = MatrixCell("–")
    rows = [(Spacer((20, 20)), line) for line in figures]
    heads = [Spacer((20, 20)) for _ in range(4)]
    box = matrix(Scale(1), "hits", "Hits", heads, rows, chosen, list[str]().append, tint=THEME.red, idle="All")
    box.place(Rect((0, 0), size))
    return box


def test_matrix_keys_skip_empty_cells_and_leave_at_the_edges() -> None:
    cells = shown()
    assert (cells.value, cells.handle_key(pygame.K_UP)) == ("All", False)
    said = []
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT):
        assert cells.handle_key(key)
        said.append(cells.value)
    assert said == ["0 on 0", "0 on 1", "2 on 1", "2 on 0"]
    assert not cells.handle_key(pygame.K_LEFT)


def test_matrix_reports_the_cell_under_the_mouse_once() -> None:
    told: list[str] = []
    cells = shown()
    cells._on_point = told.append
    for pos in (cells.cells[0].box.rect.center, cells.cells[0].box.rect.topleft, None):
        cells.hover_at(pos)
    assert told == ["0.0", ""]


def test_matrix_press_chooses_a_cell_and_in_low_rows_the_next_below() -> None:
    high, low = shown(), shown(size=(300, 110))
    for cells, expected in ((high, ["0.0", "0.0"]), (low, ["0.0", "1.0"])):
        chosen = []
        for _press in range(2):
            cells.press_at(cells.cells[0].box.rect.center)
            chosen.append(cells.chosen)
        assert chosen == expected

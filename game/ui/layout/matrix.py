"""A matrix of numbers: one row per player who acts, one column per target, each number on a tinted cell."""

# ruff: noqa: PLR0913, PLR0917 - a control is described by many things

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Color

from game.ui.boxes.box import HIT_PX, Box
from game.ui.boxes.canvas import Icon
from game.ui.boxes.containers import Panel, Row, Spacer, Table
from game.ui.boxes.label import Label, SharedSize
from game.ui.boxes.type_scale import ROLES, Role, Scale
from game.ui.drawing.text import LINE_HEIGHT
from game.ui.drawing.theme import THEME
from game.ui.layout.choice import Cell, Choice

_LEAST, _MOST = 0.1, 0.62
"""The share of the tint in cells with the lowest and the highest number."""


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The content of a cell: its number as text, its ``share`` of the highest number (0 … 1), and a sentence about it.

    A cell whose ``description`` is empty cannot be chosen. ``icon`` is drawn after the number.
    """

    words: str
    share: float = 0.0
    description: str = ""
    icon: str = ""


def matrix(
    scale: Scale, id: str, name: str, heads: Sequence[Box], rows: Sequence[tuple[Box, Sequence[MatrixCell | Box]]],
    chosen: str, on_choose: Callable[[str], None], *, tint: Color, ink: Color | None = None, role: Role = ROLES.body,
    on_point: Callable[[str], None] | None = None, idle: str = "", gap: int = 3,
) -> Choice:  # fmt: skip
    """Return a matrix; ``heads`` are the column headers, the first of them above the headers of the ``rows``.

    A box in place of a cell, such as a sum, gets its preferred width. Cell ids are "row.column". The cell with the
    highest number is fully tinted, its number drawn in ``ink``. Beside a number is half a gap at most.
    """
    cells: list[Cell] = []
    alike, px = SharedSize(), round(scale.px(role))
    room = max(1, round((HIT_PX - px * LINE_HEIGHT) / 2)) if scale.growth > 1 else 1

    def cell(row: int, column: int, figure: MatrixCell | Box) -> Box:
        if isinstance(figure, Box):
            return figure
        is_highest = figure.share >= 1
        fill = THEME.surface2 if not figure.description else tint if is_highest else _tinted(tint, figure.share)
        color = ink if is_highest else THEME.text if figure.description else THEME.faint
        number = Label(scale, figure.words, role, color, one_line=True, anchor="c", shared_size=alike)
        icon = Icon(figure.icon, round(0.75 * px), THEME.text) if figure.icon else None
        words = Row(Spacer(), number, icon, Spacer(), gap=px // 4) if icon else number
        rim = None if not figure.description else THEME.text if is_highest and ink is None else THEME.edge
        rim_px, pad = max(1.0, 1.4 * scale.default_text_scale), (min(gap // 2, px // 5), room, room)
        box = Panel(words, pad, fill=fill, rim=rim, rim_px=rim_px, radius=scale.text_px(8), grow=1)
        if figure.description:
            cells.append(Cell(f"{row}.{column}", box, figure.description, figure.words))
        return box

    body = [(head, *(cell(n, at, one) for at, one in enumerate(figures))) for n, (head, figures) in enumerate(rows)]
    table = Table(heads, *body, gap=(gap, gap))
    return Choice(id, name, table, cells, chosen, on_choose, on_point=on_point, idle=idle, grow=1)


def _tinted(tint: Color, share: float) -> Color:
    return THEME.surface.lerp(tint, _LEAST + (_MOST - _LEAST) * share if share else 0)

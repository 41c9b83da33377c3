"""A control that consists of boxes, one of which the player chooses with the arrow keys or the mouse."""

# ruff: noqa: PLR0913 - a control is described by many things

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, accessible_text
from game.ui.boxes.box import HIT_PX, Box, Widget, hit_rect
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.widgets.focus_group import ARROWS

_PARTS = {"grid": "cell", "radiogroup": "radio", "tablist": "tab"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A box that can be chosen: its id, its box, its full description, and its state or number."""

    id: str
    box: Box
    description: str
    state: str | None = None


class Choice(Widget):
    """The boxes of ``cells``, arranged in ``child``; the control draws only the focus ring and the mark of a cell.

    ``role`` is "grid", whose cells are only looked at; "radiogroup", where a press chooses the next cell; or "tablist",
    where a press calls ``on_press``. ``idle`` is the value while no cell is chosen. If the cells of a grid are too
    small for a finger, a second press at the same position moves on to the next cell below. With ``on_press_cell`` a
    press on a cell of a grid acts: it is called with the id of the cell.
    """

    def __init__(
        self, id: str, name: str, child: Box, cells: Sequence[Cell], chosen: str, on_choose: Callable[[str], None], *,
        on_point: Callable[[str], None] | None = None, idle: str = "", role: str = "grid",
        on_press: Callable[[], None] | None = None, on_press_cell: Callable[[str], None] | None = None, grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(id, name, on_press=on_press, children=(child,), grow=grow)
        self.role, self.has_click_sound = role, role != "grid" or on_press_cell is not None
        self._on_take = on_press_cell
        self.cells = tuple(cells)
        self.chosen = chosen
        self.on_choose = on_choose
        self._on_point, self._idle = on_point, idle
        self._pressed = self._pointed = -1

    @property
    def _at(self) -> int:
        return next((n for n, cell in enumerate(self.cells) if cell.id == self.chosen), -1)

    @property
    def focus_rect(self) -> Rect:
        return self.cells[self._at].box.rect if self._at >= 0 else self.rect

    @property
    def value(self) -> str | None:
        return accessible_text(self.cells[self._at].description if self._at >= 0 else self._idle) or None

    def is_pointed(self, id: str) -> bool:
        """Return whether the mouse points at that cell."""
        return self._pointed >= 0 and self.cells[self._pointed].id == id

    def press(self) -> None:
        if self.role == "radiogroup":
            self.choose((self._at + 1) % len(self.cells))
        if self._on_take is not None and self._at >= 0:
            self._on_take(self.chosen)
        super().press()

    def choose(self, at: int) -> None:
        """Choose a cell and call ``on_choose``."""
        self.chosen = self.cells[at].id
        self.on_choose(self.chosen)

    def handle_key(self, key: int) -> bool:
        # At an edge the key moves the focus on, except in a column of tabs, which ends there.
        if key not in ARROWS or not self.cells:
            return False
        here, (dx, dy) = self.focus_rect, ARROWS[key]
        if self._at < 0:
            if dx + dy > 0:
                self.choose(0)
            return dx + dy > 0
        ahead: list[tuple[int, int]] = []
        for n, cell in enumerate(self.cells):
            x, y = cell.box.rect.x - here.x, cell.box.rect.y - here.y
            along, aside = (x * dx, y) if dx else (y * dy, x)
            if along > 0 and not aside:
                ahead.append((along, n))
        if ahead:
            self.choose(min(ahead)[1])
        is_column = self.role == "tablist" and len({cell.box.rect.x for cell in self.cells}) == 1
        return bool(ahead) or (is_column and dy != 0)

    @property
    def scan_parts(self) -> int:
        return 0 if self.role == "radiogroup" else len(self.cells)

    @property
    def scan_chosen(self) -> int | None:
        return self._at if self._at >= 0 else None

    def scan_offer(self, index: int | None) -> None:
        if index is not None:
            self.choose(index)

    @property
    def scan_rows(self) -> Sequence[int]:
        heights = [cell.box.rect.y for cell in self.cells]
        rows = [len(list(row)) for _y, row in groupby(heights)]
        return rows if len(rows) == len(set(heights)) < len(heights) else ()

    def parts_rect(self, first: int, end: int) -> Rect | None:
        rects = [cell.box.rect for cell in self.cells[first:end]]
        return rects[0].unionall(rects[1:]) if rects else None

    @property
    def min_part_size(self) -> tuple[int, int]:
        sizes = [cell.box.rect.size for cell in self.cells] or [self.rect.size]
        return min(wide for wide, _high in sizes), min(high for _wide, high in sizes)

    def scan_select(self, index: int) -> int | None:  # noqa: ARG002 - it is chosen already
        self.press()
        return None

    def _cell_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the cell that a press at this point means, or -1 if none."""
        near = [
            (_distance(rect, pos), n)
            for n, rect in enumerate(c.box.rect for c in self.cells)
            if hit_rect(rect).collidepoint(pos)
        ]
        return min(near)[1] if near else -1

    def press_at(self, pos: tuple[int, int]) -> None:
        was, self._pressed = self._pressed, self._cell_at(pos)
        if self._pressed < 0:
            return
        place = self.cells[self._pressed].box.rect
        column = [n for n, cell in enumerate(self.cells) if cell.box.rect.x == place.x]
        if self.role == "grid" and place.h < HIT_PX and self._pressed == was and self._at in column:
            self.choose(column[(column.index(self._at) + 1) % len(column)])
        else:
            self.choose(self._pressed)
        if self._on_take is not None:
            self._on_take(self.chosen)

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        was, self._pointed = self._pointed, -1 if pos is None else self._cell_at(pos)
        super().hover_at(pos)
        if was != self._pointed and self._on_point is not None:
            self._on_point(self.cells[self._pointed].id if self._pointed >= 0 else "")
        return was != self._pointed and (self._on_point is not None or self.role != "grid")

    def draw(self, surface: Surface, text_scale: float) -> None:
        if self.has_ring:
            draw.focus_ring(surface, self.focus_rect, 0.11 * self.focus_rect.h, max(0.7, text_scale))
        elif self.focused and self.role == "grid" and self._at >= 0:
            draw.rounded_rect(
                surface, self.focus_rect, 0.11 * self.focus_rect.h, None, THEME.text, max(2, 3 * text_scale)
            )

    def nodes(self) -> list[Node]:
        (whole,), is_grid, nodes = super().nodes(), self.role == "grid", []
        left, top = ({cell.box.rect[side] for cell in self.cells} for side in range(2))
        columns, rows = sorted(left), sorted(top)
        for n, cell in enumerate(self.cells):
            x, y, w, h = cell.box.rect
            id, part = f"{self.id}.{cell.id}", _PARTS[self.role]
            node = Node(id, accessible_text(cell.description), part, (x, y, w, h), value=cell.state, group=self.id)
            if is_grid:
                nodes.append(replace(node, cell=(rows.index(y), columns.index(x))))
                continue
            is_on, place = cell.id == self.chosen, (n + 1, len(self.cells))
            state = "on" if is_on else "off"
            nodes.append(replace(node, focused=self.focused and is_on, value=state, place=place))
        return [replace(whole, focused=self.focused and is_grid), *nodes]


def _distance(rect: Rect, pos: tuple[int, int]) -> float:
    """Return the distance from a point to a rectangle."""
    x, y = pos
    return math.hypot(max(rect.x - x, 0, x - rect.right + 1), max(rect.y - y, 0, y - rect.bottom + 1))

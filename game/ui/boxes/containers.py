"""Boxes that contain others: in a column, a row, a flow, a grid or a table, with padding or a panel around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Color, Rect, Surface

from game.ui.boxes.box import Box, SizeRange, highest
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME

Paint = Callable[[Surface, Rect], None]


def _shared(room: int, sides: Sequence[SizeRange], grows: Sequence[float]) -> list[int]:
    """Distribute a length among parts: each gets its preferred length, and unused space is shared by ``grows``.

    If the length is too short, each part gives up an equal share of what it has above its minimum; if even the minimums
    are too long, an equal share of its minimum.
    """
    room = max(0, room)
    wished, left = [wish for _, wish in sides], room - sum(wish for _, wish in sides)
    if left >= 0:
        weights = grows
    elif room >= sum(least for least, _ in sides):
        weights = [wish - least for least, wish in sides]
    else:
        wished = [least for least, _ in sides]
        weights, left = [float(least) for least in wished], room - sum(wished)
    total = sum(weights) if left else 0
    if not total:
        return wished
    ends, done, given = [], 0.0, 0
    for wish, weight in zip(wished, weights, strict=True):
        done += weight
        upto = round(left * done / total)
        ends.append(wish + upto - given)
        given = upto
    return ends


def _spans(
    start: int, room: int, sides: Sequence[SizeRange], grows: Sequence[float], gap: int
) -> list[tuple[int, int]]:
    """Return start and length of each part, one after the other; if the minimums hardly fit, the gaps shrink."""
    between = max(0, len(sides) - 1)
    if between and sum(least for least, _ in sides) + gap * between > room:
        gap = min(gap, room // between)
    spans = []
    for long in _shared(room - gap * between, sides, grows):
        spans.append((start, long))
        start += long + gap
    return spans


class _LinearBox(Box):
    """Boxes one after the other, with a gap between them."""

    def __init__(
        self, *children: Box | None, gap: int = 0, grow: float = 0, share: float = 0, id: str = "", label: str = ""
    ) -> None:
        super().__init__(*filter(None, children), grow=grow, share=share, id=id, label=label)
        self.gap = gap

    def _along(self, sides: Sequence[SizeRange]) -> SizeRange:
        """Add up the lengths of all boxes and the gaps."""
        least = wish = self.gap * max(0, len(self.children) - 1)
        for one, other in sides:
            least += one
            wish += other
        return least, wish

    def _spans(self, start: int, room: int, sides: Sequence[SizeRange]) -> list[tuple[int, int]]:
        return _spans(start, room, sides, [child.grow for child in self.children], self.gap)


class Column(_LinearBox):
    """Boxes one below the other, as wide as the column."""

    def measure_height(self, width: int) -> SizeRange:
        return self._along([child.height_range(width) for child in self.children])

    def place(self, rect: Rect) -> None:
        self.rect = rect
        sides = [child.height_range(rect.w) for child in self.children]
        for child, (y, high) in zip(self.children, self._spans(rect.y, rect.h, sides), strict=True):
            child.place(Rect(rect.x, y, rect.w, high))


class Row(_LinearBox):
    """Boxes side by side: at their preferred height and centered vertically if ``middle``, else as high as the row."""

    def __init__(
        self, *children: Box | None, gap: int = 0, grow: float = 0, share: float = 0, id: str = "", label: str = "",
        middle: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(*children, gap=gap, grow=grow, share=share, id=id, label=label)
        self.middle = middle
        self._columns_at: dict[int, list[tuple[int, int]]] = {}

    def measure_width(self) -> SizeRange:
        return self._along([child.width_range() for child in self.children])

    def _columns(self, width: int) -> list[tuple[int, int]]:
        """Return the left edge and the width of each child, cached."""
        if width not in self._columns_at:
            sides = []
            for child in self.children:
                least, wish = child.width_range()
                sides.append((least, max(least, round(child.share * width)) if child.share else wish))
            self._columns_at[width] = self._spans(0, width, sides)
        return self._columns_at[width]

    def measure_height(self, width: int) -> SizeRange:
        return highest(
            child.height_range(wide) for child, (_x, wide) in zip(self.children, self._columns(width), strict=True)
        )

    def place(self, rect: Rect) -> None:
        self.rect = rect
        for child, (x, wide) in zip(self.children, self._columns(rect.w), strict=True):
            high = min(rect.h, child.height_range(wide)[1]) if self.middle else rect.h
            child.place(Rect(rect.x + x, rect.y + (rect.h - high) // 2, wide, high))


class Flow(Row):
    """Boxes in a row, or in a column if the row is too narrow for their preferred widths.

    ``from_right`` places them from the right end, the first one rightmost, like the answers to a question. With
    ``is_tight`` the row is kept as long as the minimum widths fit. A ``Spacer`` takes space only in a row.
    """

    def __init__(
        self, *children: Box | None, gap: int = 0, grow: float = 0, from_right: bool = False, is_tight: bool = False,
        middle: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(*children, gap=gap, grow=grow, middle=middle)
        self._from_right, self._is_tight = from_right, is_tight

    def measure_width(self) -> SizeRange:
        return max(child.width_range()[0] for child in self.children), super().measure_width()[1]

    def _column(self, width: int) -> Column | None:
        least, wish = super().measure_width()
        if (least if self._is_tight else wish) <= width:
            return None
        return Column(*(child for child in self.children if not isinstance(child, Spacer)), gap=self.gap)

    def measure_height(self, width: int) -> SizeRange:
        column = self._column(width)
        return super().measure_height(width) if column is None else column.measure_height(width)

    def place(self, rect: Rect) -> None:
        column = self._column(rect.w)
        if column is not None:
            column.place(rect)
        elif self._from_right:
            row = Row(*reversed(self.children), gap=self.gap, middle=False)
            wide = rect.w if any(child.grow for child in self.children) else row.width_range()[1]
            row.place(Rect(rect.right - wide, rect.y, wide, rect.h))
        else:
            super().place(rect)
        self.rect = rect


class Grid(Box):
    """Boxes in columns of equal width and rows of equal height.

    ``across`` lists numbers of columns to try, usually ending with 1: the first that fits is used, or else the last.
    ``bundle_size`` consecutive boxes are placed below each other, like the columns of a table; if these do not fit side
    by side, they continue further down.
    """

    def __init__(
        self, *children: Box, across: Sequence[int], gap: SizeRange, bundle_size: int = 1, grow: float = 0
    ) -> None:
        super().__init__(*children, grow=grow)
        self.across = across
        self.gap = gap
        self.together = bundle_size

    def measure_width(self) -> SizeRange:
        (few, most), gap = (min(self.across), max(self.across)), self.gap[0]
        least, wish = super().measure_width()
        return few * (least + gap) - gap, most * (wish + gap) - gap

    def _columns(self, width: int) -> tuple[int, int]:
        """Return the number of columns, and the width of a column with its gap."""
        least = super().measure_width()[0]
        for count in self.across:
            step = (width + self.gap[0]) // count
            if step - self.gap[0] >= least:
                break
        return count, step

    def _rows(self, width: int) -> list[list[Box]]:
        count, _step = self._columns(width)
        band = count * self.together
        rows = []
        for first in range(0, len(self.children), band):
            for n in range(self.together):
                rows.append(list(self.children[first + n : first + band : self.together]))
        return rows

    def _sides(self, width: int) -> tuple[list[list[Box]], list[SizeRange]]:
        _count, step = self._columns(width)
        rows = self._rows(width)
        heights = [[box.height_range(step - self.gap[0]) for box in row] for row in rows]
        return rows, [highest(row) for row in heights]

    def measure_height(self, width: int) -> SizeRange:
        rows, sides = self._sides(width)
        gaps = self.gap[1] * (len(rows) - 1)
        return sum(least for least, _ in sides) + gaps, sum(wish for _, wish in sides) + gaps

    def place(self, rect: Rect) -> None:
        self.rect = rect
        _count, step = self._columns(rect.w)
        rows, sides = self._sides(rect.w)
        grows = [max(box.grow for box in row) for row in rows]
        for row, (y, high) in zip(rows, _spans(rect.y, rect.h, sides, grows, self.gap[1]), strict=True):
            for n, box in enumerate(row):
                box.place(Rect(rect.x + n * step, y, step - self.gap[0], high))

    def paint(self, surface: Surface) -> None:
        seen = surface.get_clip().inflate(2 * self.gap[0], 2 * self.gap[1])
        for child in self.children:
            if child.rect.colliderect(seen):
                child.paint(surface)


class Table(Box):
    """Rows of boxes in columns. A column is as wide as its widest box; those that grow share unused width equally.

    Unused height goes to all rows. Between the rows are lines ``ruled`` pixels thick.
    """

    def __init__(self, *rows: Sequence[Box], gap: SizeRange, ruled: int = 0, grow: float = 0) -> None:
        super().__init__(*(box for row in rows for box in row), grow=grow)
        self.rows = rows
        self.gap = gap
        self._ruled = ruled

    def _sides(self) -> tuple[list[SizeRange], list[float]]:
        """Return the width range of each column, and its ``grow``."""
        columns = list(zip(*self.rows, strict=True))
        grows = [max(box.grow for box in column) for column in columns]
        sides = [highest(box.width_range() for box in column) for column in columns]
        widest = highest(side for side, grow in zip(sides, grows, strict=True) if grow)
        return [widest if grow else side for side, grow in zip(sides, grows, strict=True)], grows

    def measure_width(self) -> SizeRange:
        sides, _grows = self._sides()
        gaps = self.gap[0] * (len(sides) - 1)
        return sum(least for least, _ in sides) + gaps, sum(wish for _, wish in sides) + gaps

    def _across(self, left: int, width: int) -> list[tuple[int, int]]:
        sides, grows = self._sides()
        return _spans(left, width, sides, grows, self.gap[0])

    def _down(self, across: Sequence[tuple[int, int]]) -> list[SizeRange]:
        return [
            highest(box.height_range(wide) for box, (_x, wide) in zip(row, across, strict=True)) for row in self.rows
        ]

    def measure_height(self, width: int) -> SizeRange:
        sides, gaps = self._down(self._across(0, width)), self.gap[1] * (len(self.rows) - 1)
        return sum(least for least, _ in sides) + gaps, sum(wish for _, wish in sides) + gaps

    def place(self, rect: Rect) -> None:
        self.rect = rect
        across = self._across(rect.x, rect.w)
        down = _spans(rect.y, rect.h, self._down(across), [1] * len(self.rows), self.gap[1])
        for row, (y, high) in zip(self.rows, down, strict=True):
            for box, (x, wide) in zip(row, across, strict=True):
                box.place(Rect(x, y, wide, high))

    def paint(self, surface: Surface) -> None:
        for row in self.rows[1:] if self._ruled else ():
            surface.fill(THEME.edge, (self.rect.x, row[0].rect.y - self.gap[1] // 2, self.rect.w, self._ruled))
        super().paint(surface)


class Padding(Box):
    """A box with space around its child, in pixels: left and right, above, below; or one number for all."""

    def __init__(
        self, child: Box, pad: tuple[int, int, int] | int, *, grow: float = 0, share: float = 0, id: str = "",
        label: str = "",
    ) -> None:  # fmt: skip
        super().__init__(child, grow=grow, share=share, id=id, label=label)
        self.pad = (pad, pad, pad) if isinstance(pad, int) else pad

    def measure_width(self) -> SizeRange:
        least, wish = super().measure_width()
        return least + 2 * self.pad[0], wish + 2 * self.pad[0]

    def measure_height(self, width: int) -> SizeRange:
        least, wish = super().measure_height(max(0, width - 2 * self.pad[0]))
        return least + sum(self.pad[1:]), wish + sum(self.pad[1:])

    def place(self, rect: Rect) -> None:
        side, (above, below) = min(self.pad[0], rect.w // 2), self.pad[1:]
        if above + below > rect.h:
            above = below = rect.h // 2
        super().place(Rect(rect.x + side, rect.y + above, rect.w - 2 * side, rect.h - above - below))
        self.rect = rect


class Center(Box):
    """A box centered horizontally, at its preferred height and at most ``wide`` pixels (or its minimum) wide.

    At least ``margin`` pixels stay free around it; ``down`` is the share of the unused height above it.
    """

    def __init__(self, child: Box, wide: int, margin: int, *, down: float = 0.5) -> None:
        super().__init__(child)
        self._wide, self._margin, self._down = wide, margin, down

    def _inner(self, width: int) -> int:
        return min(max(0, width - 2 * self._margin), max(self._wide, self.children[0].width_range()[0]))

    def measure_width(self) -> SizeRange:
        least, wish = super().measure_width()
        return least + 2 * self._margin, max(wish, self._wide) + 2 * self._margin

    def measure_height(self, width: int) -> SizeRange:
        least, wish = self.children[0].height_range(self._inner(width))
        return least + 2 * self._margin, wish + 2 * self._margin

    def place(self, rect: Rect) -> None:
        margin = min(self._margin, rect.w // 2, rect.h // 2)
        room = rect.inflate(-2 * margin, -2 * margin)
        wide = min(room.w, self._inner(rect.w))
        high = min(room.h, self.children[0].height_range(wide)[1])
        left, top = room.x + (room.w - wide) // 2, room.y + round((room.h - high) * self._down)
        super().place(Rect(left, top, wide, high))
        self.rect = rect


class Absolute(Box):
    """A box at a fixed rectangle of the window, whatever rectangle its parent gives it."""

    def __init__(self, child: Box, place: Rect) -> None:
        super().__init__(child)
        self._place = place

    def has_room(self, size: tuple[int, int]) -> bool:  # noqa: ARG002 - as every box
        return self.children[0].has_room(self._place.size)

    def place(self, rect: Rect) -> None:
        self.rect = rect
        self.children[0].place(self._place)


class Panel(Padding):
    """A box with padding on a rounded background, or on what ``ground`` draws."""

    def __init__(  # noqa: PLR0913 - a box is described by many things
        self, child: Box, pad: tuple[int, int, int] | int, *, fill: Color | None = None, rim: Color | None = None,
        rim_px: float = 0, radius: float = 0, ground: Paint | None = None, grow: float = 0, share: float = 0,
        id: str = "", label: str = "",
    ) -> None:  # fmt: skip
        super().__init__(child, pad, grow=grow, share=share, id=id, label=label)
        self._ground = ground or (lambda surface, rect: draw.rounded_rect(surface, rect, radius, fill, rim, rim_px))

    def paint(self, surface: Surface) -> None:
        self._ground(surface, self.rect)
        super().paint(surface)


class Spacer(Box):
    """An empty box that takes up space."""

    def __init__(self, size: SizeRange = (0, 0), *, grow: float = 1) -> None:
        super().__init__(wide=size[0], high=size[1], grow=grow)


class Divider(Spacer):
    """A thin line: horizontal in a column, vertical in a row without ``middle``."""

    def __init__(self, thick: int) -> None:
        super().__init__((thick, thick), grow=0)

    def paint(self, surface: Surface) -> None:
        surface.fill(THEME.edge, self.rect)

"""A scrolled list of rows made of boxes, one of them chosen; only visible rows are built."""

# ruff: noqa: PLR0913, PLR0917 - a control is described by many things

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import pygame
from pygame import Color, Rect, Surface

from game.i18n import Words, say
from game.i18n.punctuation import join_with_dots
from game.ui.accessibility_tree import Node, accessible_text, clipped_rect
from game.ui.boxes.box import Box, SizeRange
from game.ui.boxes.containers import Column, Row, Spacer
from game.ui.boxes.label import Label
from game.ui.boxes.type_scale import ROLES, Role, Scale
from game.ui.drawing import draw
from game.ui.drawing.text import Anchor
from game.ui.drawing.theme import THEME
from game.ui.widgets.areas import ScrollArea
from game.ui.widgets.scroll_offset import ScrollOffset

_PAGE = 5
"""How many rows the page keys move."""
_WIDEST = 1 << 15
_MEASURED = 4
"""How many rows are measured to find the height of all rows."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """A row: its name, its full description, and a function that builds its box for a width in pixels.

    An item without an id is a heading. All rows have the same height, and so have all headings.
    """

    id: str
    name: Words
    description: Words
    make: Callable[[int], Box]


class Listing(ScrollArea):
    """A list: Up, Down, Page Up, Page Down, Home, End and the mouse choose a row; Enter calls ``on_press`` for it.

    It is at least ``min_rows`` rows high, and preferably ``max_rows``; 0 means all rows. If there is space, rows grow
    up to ``stretch`` times their height. ``slide`` returns, for the id of a row, by how many row heights it is drawn
    lower, for animation.
    """

    role = "list"
    is_read = False

    def __init__(
        self, scale: Scale, id: str, name: str, items: Sequence[ListItem], chosen: str,
        on_choose: Callable[[str], None], on_press: Callable[[], None] = lambda: None, *, scroll: ScrollOffset,
        min_rows: int = 3, max_rows: int = 0, stretch: float = 1, slide: Callable[[str], float] = lambda _id: 0,
        grow: float = 1,
    ) -> None:  # fmt: skip
        super().__init__(id, name, scroll, text_scale=scale.text_scale, on_press=on_press, grow=grow)
        self.items, self.chosen = tuple(items), chosen
        self.rows = [at for at, item in enumerate(self.items) if item.id]
        self.enabled = bool(self.rows)
        self.on_choose, self._slide = on_choose, slide
        self._least, self._most, self._stretch = min_rows, max_rows, stretch if min_rows else 1
        self._pointed = -1
        self._made: dict[tuple[int, int], Box] = {}
        self.pad, self._gap, self._k = (
            (scale.space_px(16), scale.space_px(9)),
            scale.space_px(9),
            max(0.7, scale.default_text_scale),
        )
        self._beside = self.bar.w + scale.space_px(14)
        self._wide, self._edge, self._tops = 0, 0, [0]

    def measure_height(self, width: int) -> SizeRange:
        self._fit(width, _WIDEST)
        wish = self._height(self._most)
        return min(wish, self._height(self._least)), wish

    def place(self, rect: Rect) -> None:
        super().place(rect)
        self._fit(*rect.size)
        content = self._tops[-1] + 2 * self._edge
        is_as_before = self.scroll.content == content
        self.scroll.set_heights(rect.h, content)
        if not is_as_before:
            self.scroll_into_view(self.chosen)
        self.notch = self._high(self.rows[0]) if self.rows else 1

    def _fit(self, width: int, height: int) -> None:
        """Find the width of the rows and the top of every item, and at last the bottom of the last one."""
        self._wide, self._edge = width - self._beside, draw.ring_margin(self._k)
        heads = [at for at, item in enumerate(self.items) if not item.id]
        head, row = (self._highest(sample[:_MEASURED]) for sample in (heads, self.rows))
        row += 2 * self.pad[1]
        self._tops = [0, *accumulate(self._gap + (row if item.id else head) for item in self.items)]
        if self._tops[-1] <= height:
            self._wide, self._edge, more = width, 0, min(self._stretch, height / max(1, self._tops[-1]))
            self._tops = [round(max(1, more) * top) for top in self._tops]

    def _highest(self, sample: Sequence[int]) -> int:
        inner = self._wide - 2 * self.pad[0]
        return max((self._box(at).height_range(inner)[1] for at in sample), default=0)

    def _box(self, at: int) -> Box:
        key = at, self._wide
        if key not in self._made:
            self._made[key] = self.items[at].make(self._wide - 2 * self.pad[0])
        return self._made[key]

    # -- places -------------------------------------------------------------------------------------------------------

    @property
    def focus_rect(self) -> Rect:
        if self._at < 0:
            return self.rect
        return self.row_rect(self._first(self._at)).union(self.row_rect(self._at)).clip(self.rect)

    def _first(self, at: int) -> int:
        """Return the item to show along with a row: the heading above the first row of a group, else the row itself."""
        return at - 1 if at and not self.items[at - 1].id else at

    def _high(self, at: int) -> int:
        return self._tops[at + 1] - self._tops[at]

    def _height(self, count: int) -> int:
        """Return the height in pixels of the first ``count`` rows with their headings; 0 means all rows."""
        if not 0 < count < len(self.rows):
            return self._tops[-1]
        return self._tops[self.rows[count - 1] + 1] + 2 * draw.ring_margin(self._k)

    def row_rect(self, at: int) -> Rect:
        """Return the rectangle of the item with this index, even if it is scrolled out of sight."""
        top = self.rect.y + self._edge + self._tops[at] - self.scroll.offset
        return Rect(self.rect.x, top + self._gap // 2, self._wide, self._high(at) - self._gap)

    def _shown(self) -> list[int]:
        top = self.scroll.offset - self._edge
        first = max(0, bisect_right(self._tops, top) - 1)
        return list(range(first, bisect_left(self._tops, top + self.rect.h, hi=len(self.items))))

    def _row_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the row at a point, or -1 if there is none."""
        found = (at for at in self._shown() if self.items[at].id and self.row_rect(at).collidepoint(pos))
        return next(found, -1) if self.rect.collidepoint(pos) else -1

    @property
    def _at(self) -> int:
        return next((at for at in self.rows if self.items[at].id == self.chosen), -1)

    @property
    def value(self) -> str | None:
        return accessible_text(say(self.items[self._at].name)) if self._at >= 0 else None

    # -- input --------------------------------------------------------------------------------------------------------

    def scroll_into_view(self, id: str) -> None:
        """Scroll a row into view, with its heading if it is the first of a group."""
        at = next((at for at in self.rows if self.items[at].id == id), None)
        if at is not None:
            self.scroll.scroll_into_view(self._tops[self._first(at)], self._tops[at + 1] + 2 * self._edge)

    def choose(self, at: int) -> None:
        """Choose a row, scroll it into view and call ``on_choose``."""
        self.chosen = self.items[at].id
        self.scroll_into_view(self.chosen)
        self.on_choose(self.chosen)

    @property
    def scan_parts(self) -> int:
        return len(self.rows)

    @property
    def scan_chosen(self) -> int | None:
        return self.rows.index(self._at) if self._at >= 0 else None

    def scan_offer(self, index: int | None) -> None:
        if index is not None:
            self.choose(self.rows[index])

    def press_at(self, pos: tuple[int, int]) -> None:
        at = self._row_at(pos)
        if at >= 0 and not self._was_dragged:
            self.choose(at)

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        was, self._pointed = self._pointed, -1 if pos is None else self._row_at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def handle_key(self, key: int) -> bool:
        here, last = self.scan_chosen, len(self.rows) - 1
        page = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}.get(key, 0)
        ends = {pygame.K_HOME: 0, pygame.K_END: last}
        if here is None:
            to = 0 if key == pygame.K_DOWN else ends.get(key, -1)
        elif page:
            to = min(last, max(0, here + _PAGE * page))
        else:
            to = ends.get(key, here + {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(key, -len(self.rows)))
        if not 0 <= to <= last:
            return False
        self.choose(self.rows[to])
        return True

    # -- picture ------------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, text_scale: float) -> None:  # noqa: ARG002 - as every control
        clip, margin = surface.get_clip(), 2 * draw.ring_margin(self._k)
        surface.set_clip(self.rect.inflate(margin, 0 if self._edge else margin).clip(clip))
        seen = surface.get_clip().inflate(margin, margin)
        for at in self._shown():
            item, place = self.items[at], self.row_rect(at)
            place.y += round(self._slide(item.id) * self._high(at))
            if not place.colliderect(seen):
                continue
            if item.id:
                self._draw_ground(surface, at, place)
            box = self._box(at)
            box.place(place.inflate(-2 * self.pad[0], -2 * self.pad[1] if item.id else 0))
            box.paint(surface)
        surface.set_clip(clip)
        self.draw_bar(surface)
        if self.has_ring and self._at < 0:
            draw.focus_ring(surface, self.rect, 12 * self._k, self._k)

    def _draw_ground(self, surface: Surface, at: int, place: Rect) -> None:
        is_chosen, k = self.items[at].id == self.chosen, self._k
        radius = 12 * k
        fill = THEME.mark if is_chosen or at == self._pointed else THEME.row
        rim, px = (THEME.gold_d, max(2.0, 3 * k)) if is_chosen else (THEME.edge, max(1.0, 1.6 * k))
        draw.rounded_rect(surface, place, radius, fill, rim, px)
        if is_chosen and self.has_ring:
            draw.focus_ring(surface, place, radius, k)

    def nodes(self) -> list[Node]:
        rows = []
        for at in self._shown():
            item, place = self.items[at], self.row_rect(at)
            if item.id and self.rect.collidepoint(place.center):
                state, seen = "on" if item.id == self.chosen else "off", clipped_rect(place, self.rect)
                rows.append(
                    Node(
                        f"{self.id}.{item.id}",
                        accessible_text(say(item.description)),
                        "listitem",
                        seen,
                        value=state,
                        group=self.id,
                        place=(self.rows.index(at) + 1, len(self.rows)),
                    )
                )
        return [*super().nodes(), *rows, *self.bar_nodes()]


@dataclass(frozen=True, slots=True)
class ListLine:
    """The texts of a list row: name, details, and up to two texts at its right end. A heading has no id."""

    id: str
    name: str
    about: str = ""
    end: str = ""
    last: str = ""

    @property
    def description(self) -> str:
        """The whole row as one text."""
        return join_with_dots(filter(None, (self.name, self.about, self.end, self.last)))


def list_items(scale: Scale, rows: Sequence[ListLine]) -> list[ListItem]:
    """Return the rows as list items: in columns, or on two or three lines if the columns do not fit."""
    columns = ("name", "about", "end", "last")
    widest = {of: max((getattr(line, of) for line in rows), key=len, default="") for of in columns}

    def label(line: ListLine, of: str, role: Role, ink: Color = THEME.text2, anchor: Anchor = "l") -> Label | None:
        others = (widest[of],)
        words = getattr(line, of)
        return Label(scale, words, role, ink, anchor=anchor, one_line=True, alternatives=others) if widest[of] else None

    def make(line: ListLine, wide: int) -> Box:
        name = label(line, "name", ROLES.name if line.id else ROLES.heading, THEME.text)
        end = label(line, "end", ROLES.body, THEME.text if line.id else THEME.text2, "r")
        room = Spacer((0, scale.text_px(44) if line.id else 0))
        ends = room, end, label(line, "last", ROLES.body, anchor="r")
        about = label(line, "about", ROLES.body) if line.id else None
        flat = Row(name, about, *ends, gap=scale.space_px(24))
        double = Row(Column(name, about), *ends, gap=scale.space_px(24))
        last = Label(scale, join_with_dots(filter(None, (line.end, line.last))), ROLES.body, THEME.text2, one_line=True)
        return next((way for way in (flat, double) if way.width_range()[0] <= wide), Column(name, about, last))

    def said(line: ListLine) -> str:
        return line.description

    return [ListItem(line.id, partial(str, line.name), partial(said, line), partial(make, line)) for line in rows]

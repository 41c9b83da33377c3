"""Tabs side by side at the header of a panel, one of them open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pygame
from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, accessible_text
from game.ui.boxes.box import SizeRange, Widget
from game.ui.boxes.type_scale import ROLES, Scale
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.switches import Option

_PAD, _LEAST_PAD = 1.1, 0.25  # of the height: a tab's padding, and its minimum


def tab_rows(titles: Sequence[Option], px: float, high: float, width: float) -> list[list[Option]]:
    """Return the titles of each row: one row if they fit at this text size, else several with equally wide columns."""
    for count in range(1, len(titles) + 1):
        most = -(-len(titles) // count)
        rows = [list(titles[first : first + most]) for first in range(0, len(titles), most)]
        words = [text.width(title, "O7", px) + _LEAST_PAD * high for _key, title in titles]
        if (sum(words) if count == 1 else most * max(words)) + (most - 1) * _gap(high) <= width:
            break
    return rows


def _gap(high: float) -> int:
    return max(3, round(0.09 * high))


class TabBar(Widget):
    """Tabs as wide as their titles at the right end of a panel's header, on its line; Left and Right open the next one.

    If they do not fit side by side, they are buttons in equal rows above that line, which only an open tab interrupts.
    """

    role = "tablist"

    def __init__(
        self, scale: Scale, id: str, name: str, titles: Sequence[Option], open: str, on_open: Callable[[str], None]
    ) -> None:
        self._px, self._min_px = scale.px(ROLES.name), scale.min_px(ROLES.name)
        self._high = high = round(self._px + 1.45 * self._min_px)
        words = [text.width(title, "O7", self._px) for _key, title in titles]
        super().__init__(id, name, wide=sum(round(wide + _PAD * high) + _gap(high) for wide in words))
        self.titles = tuple(titles)
        self.open = open
        self.on_open = on_open
        self._line_px = draw.header_line_px(scale.default_text_scale)
        self._stands = True
        self._tabs: list[Rect] = []

    def measure_height(self, width: int) -> SizeRange:
        rows = len(tab_rows(self.titles, self._px, self._high, width))
        return (self._high if rows == 1 else rows * self._high + self._line_px,) * 2

    def place(self, rect: Rect) -> None:
        rows = tab_rows(self.titles, self._px, self._high, rect.w)
        self._stands = len(rows) == 1
        self._tabs = [*self._in_row(rows[0], rect)] if self._stands else [*self._in_rows(rows, rect)]
        super().place(self._tabs[0].unionall(self._tabs[1:]))

    def _in_rows(self, rows: Sequence[Sequence[Option]], rect: Rect) -> Iterator[Rect]:
        """Yield the rectangles of tabs in several rows, all tabs of one width."""
        gap, top = _gap(self._high), rect.bottom - self._line_px - round(len(rows) * self._high)
        step = (rect.w + gap) // len(rows[0])
        for n, row in enumerate(rows):
            for column in range(len(row)):
                y = top + round(n * self._high)
                yield Rect(rect.x + column * step, y, step - gap, round(self._high) - gap)

    def _in_row(self, row: Sequence[Option], rect: Rect) -> Iterator[Rect]:
        """Yield the rectangles of tabs in a single row that ends at the right edge."""
        words, gap = [text.width(title, "O7", self._px) for _key, title in row], _gap(self._high)
        room = rect.w - gap * (len(row) - 1)
        pad = min(_PAD * self._high, max(_LEAST_PAD * self._high, (room - sum(words)) / len(row)))
        share = min(1.0, room / (sum(words) + pad * len(row)))
        widths = [int((wide + pad) * share) for wide in words]
        left = rect.right - sum(widths) - gap * (len(row) - 1)
        for wide in widths:
            yield Rect(left, rect.bottom - round(self._high), wide, round(self._high))
            left += wide + gap

    @property
    def value(self) -> str | None:
        return next((accessible_text(title) for key, title in self.titles if key == self.open), None)

    def tab(self, index: int) -> Rect:
        """Return the rectangle of the tab with this index."""
        return self._tabs[index]

    @property
    def scan_parts(self) -> int:
        return len(self.titles)

    @property
    def scan_chosen(self) -> int | None:
        return [key for key, _title in self.titles].index(self.open)

    def scan_offer(self, index: int | None) -> None:
        if index is not None:
            self.on_open(self.titles[index][0])

    def press_at(self, pos: tuple[int, int]) -> None:
        at = next((i for i in range(len(self.titles)) if self.tab(i).collidepoint(pos)), None)
        if at is not None:
            self.on_open(self.titles[at][0])

    def handle_key(self, key: int) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        return step is not None and self.turn(step, around=False)

    def turn(self, step: int, *, around: bool) -> bool:
        """Open the tab ``step`` positions on, with ``around`` also past the ends; return False if there is none."""
        keys = [key for key, _title in self.titles]
        at = keys.index(self.open) + step
        if around:
            at %= len(keys)
        if not 0 <= at < len(keys):
            return False
        self.on_open(keys[at])
        return True

    def draw(self, surface: Surface, text_scale: float) -> None:
        radius = 0.22 * self._high
        for i, (key, title) in enumerate(self.titles):
            place, is_open = self.tab(i), key == self.open
            clip = surface.get_clip()
            below, seen = place.copy(), place.copy()
            if self._stands:
                below.h += round(2 * radius)
                seen.h -= 0 if is_open else self._line_px
            surface.set_clip(seen.clip(clip))
            fill, rim = (THEME.surface, THEME.gold) if is_open else (THEME.navy_l, None)
            draw.rounded_rect(surface, below, radius, fill, rim, max(2, round(4 * text_scale)))
            surface.set_clip(clip)
            ink = THEME.text if is_open else THEME.on_navy
            room = place.w - _LEAST_PAD * place.h
            text.draw(
                surface, title, place.centerx, place.centery, "O7", self._px, ink,
                anchor="c", max_width=room, min_px=self._min_px,
            )  # fmt: skip
            if is_open and self.has_ring:
                draw.focus_ring(surface, place.inflate(-8, -8), radius, max(0.7, text_scale))

    def nodes(self) -> list[Node]:
        tabs = []
        for i, (key, title) in enumerate(self.titles):
            place, is_open = self.tab(i), key == self.open
            rect, state = (place.x, place.y, place.w, place.h), "on" if is_open else "off"
            tabs.append(
                Node(
                    f"{self.id}.{key}", accessible_text(title), "tab", rect, self.enabled, self.focused and is_open,
                    state,
                    group=self.id, place=(i + 1, len(self.titles)),
                )
            )  # fmt: skip
        return [replace(super().nodes()[0], focused=False), *tabs]

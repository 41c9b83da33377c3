"""A column of titles of which one is open: the contents of something to read."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import pygame
from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, plain
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.switches import Option
from game.ui.widgets.widget import MIN_TARGET_PX, Widget

_ROW_PX = 60  # at 1080p
_ICON_EM = 1.9  # what a picture takes, with the gap behind it


def _px(t: float) -> float:
    return max(text.MIN_NAME_PX, 22 * t)


class TableOfContents(Widget):
    """Titles one below the other, one of them open; Up and Down open the next, Enter reads on.

    ``icons`` are pictures before the titles, by their keys.
    """

    role = "tablist"

    def __init__(
        self,
        id: str,
        name: str,
        rect: Rect,
        titles: Sequence[Option],
        *,
        open: str,
        on_open: Callable[[str], None],
        on_press: Callable[[], None],
        icons: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(id, name, rect, on_press=on_press)
        self.icons = icons
        self.titles = tuple(titles)
        self.open = open
        self.on_open = on_open
        self._pointed: int | None = None

    @property
    def value(self) -> str | None:
        """The title of what is open."""
        return next((plain(title) for key, title in self.titles if key == self.open), None)

    def row(self, index: int) -> Rect:
        """The place of one title."""
        n = len(self.titles)
        top, bottom = (round(self.rect.h * i / n) for i in (index, index + 1))
        return Rect(self.rect.x, self.rect.y + top, self.rect.w, bottom - top)

    @staticmethod
    def height(rows: int, t: float, room: int) -> int:
        """How high a column of so many titles is, in a place that has so much room."""
        return min(room, rows * max(MIN_TARGET_PX, round(_ROW_PX * t)))

    @staticmethod
    def natural_width(titles: Iterable[str], t: float, *, icons: bool) -> float:
        """How wide a column of these titles is that need not be wrapped, with icons or without."""
        px = _px(t)
        return max(text.width(title, "O7", px) for title in titles) + 26 * t + 2 + (_ICON_EM * px if icons else 0)

    def _at(self, pos: tuple[int, int]) -> int:
        return min(len(self.titles) - 1, max(0, (pos[1] - self.rect.y) * len(self.titles) // self.rect.h))

    @property
    def scan_parts(self) -> int:
        """The titles."""
        return len(self.titles)

    def scan_to(self, index: int | None) -> None:
        """Open the title."""
        if index is not None:
            self.on_open(self.titles[index][0])

    @property
    def scan_chosen(self) -> int:
        """The open one: to take it is to read on."""
        return [key for key, _title in self.titles].index(self.open)

    def press_at(self, pos: tuple[int, int]) -> None:
        """Open the title at the mouse, even the one that is open: its first page."""
        self.on_open(self.titles[self._at(pos)][0])

    def point_at(self, pos: tuple[int, int] | None) -> bool:
        """Note which title the mouse points at."""
        was, self._pointed = self._pointed, None if pos is None else self._at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def key(self, key: int) -> bool:
        """Up and Down open the title before and after; at either end there is nothing more."""
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(key)
        if step is None:
            return False
        keys = [key for key, _title in self.titles]
        self.on_open(keys[min(len(keys) - 1, max(0, keys.index(self.open) + step))])
        return True

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the titles, the open one on blue."""
        for i, (key, title) in enumerate(self.titles):
            row = self.row(i).inflate(0, -max(2, round(5 * t)))
            is_open = key == self.open
            if is_open or i == self._pointed:
                draw.rounded(surface, row, 0.22 * row.h, THEME.blue if is_open else THEME.row)
            face, ink = ("O7", THEME.white) if is_open else ("O6", THEME.text)
            if key in self.icons:
                size = 0.8 * _ICON_EM * _px(t)
                place = (row.x + round(14 * t) + size / 2, row.centery)
                art.blit_icon(surface, self.icons[key], place, size, ink)
            left = row.x + round(14 * t) + (_ICON_EM * _px(t) if self.icons else 0)
            self._draw_title(surface, title, (left, row), face, t)
            if is_open and self.has_ring:
                draw.focus_ring(surface, row, 0.22 * row.h, max(0.7, t))

    def _draw_title(self, surface: Surface, title: str, place: tuple[float, Rect], face: str, t: float) -> None:
        """In one line, or in two where it is long and the row high enough."""
        ink = THEME.white if face == "O7" else THEME.text
        px, (left, row) = _px(t), place
        room = row.right - round(10 * t) - left
        lines = text.wrap(title, face, px, room)
        if len(lines) == 1 or row.h < 2.3 * text.MIN_TEXT_PX:
            text.draw(surface, title, left, row.centery, face, px, ink, max_width=room, min_px=text.MIN_TEXT_PX)
            return
        px = min(px, row.h / 2.3)
        lines = text.wrap(title, face, px, room)
        for i, line in enumerate(lines):
            y = row.centery + (i - (len(lines) - 1) / 2) * 1.12 * px
            text.draw(surface, line, left, y, face, px, ink, max_width=room, min_px=text.MIN_TEXT_PX)

    def nodes(self) -> list[Node]:
        """The column, and each title as a tab; the focus is told at the open one."""
        tabs = []
        for i, (key, title) in enumerate(self.titles):
            row = self.row(i)
            is_open = key == self.open
            rect = (row.x, row.y, row.w, row.h)
            state = "on" if is_open else "off"
            tabs.append(
                Node(f"{self.id}.{key}", plain(title), "tab", rect, self.enabled, self.focused and is_open, state)
            )
        return [replace(super().nodes()[0], focused=False), *tabs]

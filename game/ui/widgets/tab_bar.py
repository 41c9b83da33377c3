"""Tabs side by side on the head of a plate, one of them open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, plain
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.switches import Option
from game.ui.widgets.widget import Widget

_SQUEEZED: Final = 0.76
"""The share of its size that a title keeps where it has no room, before the tabs stand in another row."""


class Tabs:
    """How titles are shared out: in ``rows``, as few as have room in ``width`` if they are squeezed a little."""

    def __init__(self, titles: Sequence[Option], width: int, high: int, px: float, least_px: float) -> None:
        small = max(min(px, least_px), _SQUEEZED * px)
        self._wide = [round(text.width(title, "O7", px) + 1.1 * high) for _key, title in titles]
        self._least = [round(text.width(title, "O7", small) + 0.6 * high) for _key, title in titles]
        self._gap = max(3, round(0.09 * high))
        self.rows = [list(range(len(titles)))]
        while len(self.rows) < len(titles) and max(self._across(row, self._least) for row in self.rows) > width:
            count = len(self.rows) + 1
            ends = [round(len(titles) * row / count) for row in range(count + 1)]
            self.rows = [list(range(*pair)) for pair in pairwise(ends)]

    def _across(self, row: Sequence[int], widths: Sequence[int]) -> int:
        return sum(widths[i] for i in row) + self._gap * (len(row) - 1)

    @property
    def width(self) -> int:
        """How wide they like to be."""
        return max(self._across(row, self._wide) for row in self.rows)

    def places(self, rect: Rect) -> list[Rect]:
        """Where each stands, the rows at the right end."""
        high, places = rect.h // len(self.rows), list[Rect]()
        for n, row in enumerate(self.rows):
            least, wish = self._across(row, self._least), self._across(row, self._wide)
            across = min(rect.w, wish)
            share, left = min(1.0, (across - least) / max(1, wish - least)), rect.right - across
            for i in row:
                wide = round(self._least[i] + share * (self._wide[i] - self._least[i]))
                places.append(Rect(left, rect.bottom - (len(self.rows) - n) * high, wide, high))
                left += wide + self._gap
        return places


class TabBar(Widget):
    """The tabs stand on the lower edge of ``rect``, at its right end, in rows if there are many; Left and Right open
    the next one.
    """

    role = "tablist"

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self,
        id: str,
        name: str,
        rect: Rect,
        titles: Sequence[Option],
        *,
        open: str,
        on_open: Callable[[str], None],
        px: float | None = None,
        least_px: float | None = None,
        high: int | None = None,
    ) -> None:
        """``px`` is the size of the letters if that does not go by the height, ``least_px`` the least they become, and
        ``high`` how high a row is if there may be several.
        """
        self.titles = tuple(titles)
        self.open = open
        self.on_open = on_open
        self._px = px or max(text.MIN_NAME_PX, 0.4 * rect.h)
        self._least_px = least_px
        tabs = Tabs(titles, rect.w, high or rect.h, self._px, least_px or text.MIN_NAME_PX)
        self._places = tabs.places(rect)
        self._lowest = tabs.rows[-1]
        super().__init__(id, name, self._places[0].unionall(self._places[1:]))
        self._left, self._top = self.rect.topleft

    @property
    def value(self) -> str | None:
        """The title of what is open."""
        return next((plain(title) for key, title in self.titles if key == self.open), None)

    def tab(self, index: int) -> Rect:
        """The place of one tab."""
        return self._places[index].move(self.rect.x - self._left, self.rect.y - self._top)

    @property
    def scan_parts(self) -> int:
        """The titles."""
        return len(self.titles)

    @property
    def scan_chosen(self) -> int | None:
        """The open one."""
        return [key for key, _title in self.titles].index(self.open)

    def scan_to(self, index: int | None) -> None:
        """Open the title."""
        if index is not None:
            self.on_open(self.titles[index][0])

    def press_at(self, pos: tuple[int, int]) -> None:
        """Open the tab at the mouse."""
        at = next((i for i in range(len(self.titles)) if self.tab(i).collidepoint(pos)), None)
        if at is not None:
            self.on_open(self.titles[at][0])

    def key(self, key: int) -> bool:
        """Left and Right open the tab before and after; at either end the key is somebody else's."""
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        return step is not None and self.turn(step, around=False)

    def turn(self, step: int, *, around: bool) -> bool:
        """Open the tab so many places on, at the end from the beginning if ``around``; False if there is none."""
        keys = [key for key, _title in self.titles]
        at = keys.index(self.open) + step
        if around:
            at %= len(keys)
        if not 0 <= at < len(keys):
            return False
        self.on_open(keys[at])
        return True

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the tabs, the open one of paper and edged with gold, without an edge where it meets the page."""
        radius = 0.22 * self._places[0].h
        for i, (key, title) in enumerate(self.titles):
            place, is_open = self.tab(i), key == self.open
            clip = surface.get_clip()
            surface.set_clip(place.clip(clip))
            below = Rect(place.x, place.y, place.w, place.h + round(2 * radius) * (i in self._lowest))
            fill, rim = (THEME.surface, THEME.gold) if is_open else (THEME.navy_l, None)
            draw.rounded(surface, below, radius, fill, rim, max(2, round(4 * t)))
            surface.set_clip(clip)
            ink = THEME.text if is_open else THEME.on_navy
            room = place.w - 0.5 * place.h
            text.draw(
                surface, title, place.centerx, place.centery, "O7", self._px, ink,
                anchor="c", max_width=room, min_px=self._least_px,
            )  # fmt: skip
            if is_open and self.has_ring:
                draw.focus_ring(surface, place.inflate(-8, -8), radius, max(0.7, t))

    def nodes(self) -> list[Node]:
        """The row, and each title as a tab; the focus is told at the open one."""
        tabs = []
        for i, (key, title) in enumerate(self.titles):
            place, is_open = self.tab(i), key == self.open
            rect, state = (place.x, place.y, place.w, place.h), "on" if is_open else "off"
            tabs.append(
                Node(f"{self.id}.{key}", plain(title), "tab", rect, self.enabled, self.focused and is_open, state)
            )
        return [replace(super().nodes()[0], focused=False), *tabs]

"""Tabs side by side on the head of a plate, one of them open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame
from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, plain
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.switches import Option
from game.ui.widgets.widget import Widget

_PAD, _LEAST_PAD = 1.1, 0.25  # of the height: what a tab has beside its title, and where there is hardly any room


class TabBar(Widget):
    """The tabs stand on the lower edge of ``rect``, at its right end; Left and Right open the next one."""

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
    ) -> None:
        """``px`` is the size of the letters if that does not go by the height, ``least_px`` the least they become."""
        self.titles = tuple(titles)
        self.open = open
        self.on_open = on_open
        self._px = px or max(text.MIN_NAME_PX, 0.4 * rect.h)
        self._least_px = least_px
        self._gap = max(3, round(0.09 * rect.h))
        words = [text.width(title, "O7", self._px) for _key, title in self.titles]
        room = rect.w - self._gap * (len(words) - 1) - sum(words)
        pad = min(_PAD * rect.h, max(_LEAST_PAD * rect.h, room / max(1, len(words))))
        widths = [round(wide + pad) for wide in words]
        across = min(rect.w, sum(widths) + self._gap * (len(widths) - 1))
        super().__init__(id, name, Rect(rect.right - across, rect.y, across, rect.h))
        share = across / max(1, sum(widths) + self._gap * (len(widths) - 1))
        self._widths = [round(width * share) for width in widths]

    @property
    def value(self) -> str | None:
        """The title of what is open."""
        return next((plain(title) for key, title in self.titles if key == self.open), None)

    def tab(self, index: int) -> Rect:
        """The place of one tab."""
        left = self.rect.x + sum(self._widths[:index]) + index * self._gap
        return Rect(left, self.rect.y, self._widths[index], self.rect.h)

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
        radius = 0.22 * self.rect.h
        for i, (key, title) in enumerate(self.titles):
            place, is_open = self.tab(i), key == self.open
            clip = surface.get_clip()
            surface.set_clip(place.clip(clip))
            below = Rect(place.x, place.y, place.w, place.h + round(2 * radius))
            fill, rim = (THEME.surface, THEME.gold) if is_open else (THEME.navy_l, None)
            draw.rounded(surface, below, radius, fill, rim, max(2, round(4 * t)))
            surface.set_clip(clip)
            ink = THEME.text if is_open else THEME.on_navy
            room = place.w - _LEAST_PAD * place.h
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

"""The key caps of the key table."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.ui.accessibility_tree import accessible_text
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget

_PICTURE = 0.14  # of the place's width at most: the words have priority
CLEARING = (pygame.K_DELETE, pygame.K_BACKSPACE)


class KeyCap(Widget):
    """A key cap; after a press it waits for the key to be assigned.

    ``shown`` is its text, ``icon`` a picture before the text. Delete removes the key (``on_clear``).
    """

    def __init__(
        self, id: str, name: str, place: Rect, *, shown: str, icon: str | None = None, is_empty: bool,
        warns: bool, waits: bool, t: float, on_press: Callable[[], None], on_clear: Callable[[], None],
    ) -> None:  # fmt: skip
        self._px = max(text.MIN_TEXT_PX, 24 * t)
        self._shown, self._icon = shown, icon
        high = min(place.h - max(2, round(4 * t)), round(2.2 * self._px))
        self._picture = min(1.4 * self._px, _PICTURE * place.w) if icon else 0.0
        wide = text.width(shown, "O7", self._px) + 1.2 * self._picture + 1.3 * self._px
        rect = Rect(place.x, place.y, round(min(place.w - (high if warns else 0), max(1.25 * high, wide))), high)
        rect.centery = place.centery
        super().__init__(id, name, rect, on_press=on_press)
        self._is_empty, self._warns, self._waits = is_empty, warns, waits
        self._on_clear = on_clear

    @staticmethod
    def natural_size(shown: str, t: float, *, icon: bool, warns: bool) -> tuple[int, int]:
        """Return the width and height that a cap needs, with the warning mark if it warns."""
        px = max(text.MIN_TEXT_PX, 24 * t)
        high = round(2.2 * px)
        wide = text.width(shown, "O7", px) + (1.2 * 1.4 * px if icon else 0) + 1.3 * px
        return round(max(1.25 * high, wide)) + (high if warns else 0), high

    @property
    def value(self) -> str | None:
        return accessible_text(self._shown)

    def handle_key(self, key: int) -> bool:
        if key in CLEARING and not self._is_empty:
            self._on_clear()
            return True
        return False

    def draw(self, surface: Surface, text_scale: float) -> None:
        k, radius = max(0.7, text_scale), 0.2 * self.rect.h
        edge = THEME.warn if self._warns else THEME.text
        fill = THEME.glow if self._waits else THEME.surface2 if self._is_empty else THEME.raised
        ink = THEME.ink if self._waits else THEME.text
        top = Rect(self.rect)
        if not self._is_empty and not self._waits:
            draw.rounded_rect(surface, self.rect, radius, edge if self._warns else THEME.edge)
            top.h -= max(2, round(4 * text_scale))
        draw.rounded_rect(surface, top, radius, fill, edge, max(1.5, 2 * k))
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, k)
        room = top.w - 0.7 * self._px - 1.2 * self._picture
        px = self._px if not self._is_empty else max(text.MIN_CAPTION_PX, 0.8 * self._px)
        words, px = text.fit(self._shown, "O7", px, room, text.MIN_CAPTION_PX)
        across = text.width(words, "O7", px) + 1.2 * self._picture
        left = top.centerx - across / 2
        if self._icon:
            art.blit_icon(surface, self._icon, (left + self._picture / 2, top.centery), self._picture, ink)
            left += 1.2 * self._picture
        text.draw(surface, words, left, top.centery, "O7", px, ink)
        if self._warns:
            at = self.rect.right + 0.55 * self.rect.h, self.rect.centery
            art.blit_icon(surface, "warning", at, 0.7 * self.rect.h, THEME.warn)

"""The choice of colours: a tile each, with a small table in them."""

from __future__ import annotations

from typing import Final

from pygame import Color, Rect, Surface

from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import DAY, PAINTS, THEME, THEMES, Theme
from game.ui.widgets import Segmented

_GREENS: Final = DAY.greens[0]
_NIGHT: Final = Color("#16262F")


class ThemeTiles(Segmented):
    """Tiles side by side, of which exactly one is chosen, as in a row of fields."""

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the tiles, and the ring round the chosen one."""
        for index, (name, label) in enumerate(self.options):
            self._draw_tile(surface, index, (name, label), t)
        if self.has_ring:
            draw.focus_ring(surface, self._tile(self._index, t), 12 * t, max(0.7, t))

    def _tile(self, index: int, t: float) -> Rect:
        return self.part(index).inflate(-round(14 * t), -round(10 * t))

    def _draw_tile(self, surface: Surface, index: int, option: tuple[str, str], t: float) -> None:
        tile, is_on = self._tile(index, t), index == self._index
        rim, thick = (THEME.gold_d, max(2, 3 * t)) if is_on else (THEME.edge, max(1, 1.6 * t))
        fill = THEME.mark if is_on or index == self._pointed else THEME.row
        draw.rounded(surface, tile, 12 * t, fill, rim, thick)
        px = max(text.MIN_NAME_PX, 22 * t)
        band = Rect(tile.x, tile.bottom - round(2 * px), tile.w, round(2 * px))
        picture = Rect(tile.x, tile.y, tile.w, band.y - tile.y).inflate(-round(16 * t), -round(12 * t))
        draw_table(surface, picture, THEMES[option[0]])
        tick = 0.9 * px if is_on else 0.0
        words, px = text.fit(option[1], "O6", px, tile.w - 12 * t - 1.3 * tick, text.MIN_TEXT_PX)
        left = tile.centerx - (text.width(words, "O6", px) + 1.3 * tick) / 2
        if is_on:
            art.blit_icon(surface, "check", (left + tick / 2, band.centery), tick, THEME.text)
        text.draw(surface, words, left + 1.3 * tick, band.centery, "O6", px)


def draw_table(surface: Surface, place: Rect, theme: Theme) -> None:
    """A table in those colours, with nothing on it that can be read: bar, road, displays, log and hand."""
    ground = theme.navy if theme.table is None else _NIGHT if theme is THEMES["night"] else _GREENS
    draw.rounded(surface, place, 6, ground)

    def box(x: float, y: float, w: float, h: float, fill: Color) -> Rect:
        rect = Rect(
            place.x + round(x * place.w), place.y + round(y * place.h), round(w * place.w), max(2, round(h * place.h))
        )
        surface.fill(fill, rect)
        return rect

    box(0.02, 0.03, 0.96, 0.09, theme.navy)
    box(0.02, 0.12, 0.96, 0.16, theme.road)
    paints = list(PAINTS.values())
    for i in range(3):
        box(0.04 + 0.32 * i, 0.33, 0.28, 0.22, theme.surface)
        box(0.04 + 0.32 * i, 0.33, 0.02, 0.22, paints[i][0])
        box(0.09 + 0.32 * i, 0.39, 0.14, 0.04, theme.text)
    box(0.2, 0.6, 0.54, 0.14, theme.gold)
    box(0.21, 0.62, 0.52, 0.1, theme.surface)
    log = box(0.78, 0.6, 0.18, 0.36, theme.surface)
    for i in range(3):
        surface.fill(theme.text, (log.x + 3, log.y + round((0.2 + 0.25 * i) * log.h), log.w - 6, max(1, log.h // 14)))
    for i, fill in enumerate((theme.cream, theme.red, theme.blue, theme.gold, theme.cream)):
        box(0.2 + 0.11 * i, 0.8, 0.09, 0.17, fill)

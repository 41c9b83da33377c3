"""The picture of a theme."""

from __future__ import annotations

from pygame import Color, Rect, Surface

from game.settings.settings import ColorTheme
from game.ui.drawing import draw
from game.ui.drawing.theme import DAY, PAINTS, THEMES

_GREENS = DAY.greens[0]
_NIGHT = Color("#16262F")


def paint_theme(colours: ColorTheme, surface: Surface, place: Rect) -> None:
    """Draw a small table in a theme, without any text: bar, road, displays, log and hand."""
    theme = THEMES[colours]
    ground = theme.navy if theme.table is None else _NIGHT if theme is THEMES["night"] else _GREENS
    draw.rounded_rect(surface, place, 6, ground)

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

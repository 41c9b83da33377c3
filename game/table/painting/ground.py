"""The background of the table: a painted road map that fills the window and is centered in it.

On a stage of the tour the map has the colors of the stage's region.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from game.ui.drawing import art, svg
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME

_NAME = "map"
_WIDE, _HIGH = 1920, 1080
_DAY = "B3C58F A7BA85 C8D3A4 BFCB97 CDD2A0 D6D9AB C0CD9B CFD9AE F0E4BC D9A48C B9B98A BBD8D8 A9CDD0"
_REGIONS = {
    "coast": "A9BC86 9CB07A D9D3A6 CDCB9A DED9B0 E6DDB4 C3C894 DDD7AA EFE6C4 D8A88C C9AE7C 9CCBD6 8BBFCC",
    "autumn": "B98A4E A87A42 D3BE86 C9B078 DAC68E E0CE98 C4A86C D9C58C F0E4BC C98A6C B9936A A5C3C0 93B5B2",
    "snow": "B4C7C6 A3B9BA DCE5E6 D0DCDE E4ECEC ECF1F0 C4D3D5 E2EAEA F6F4EA C9A79C B9B3A4 B5D3DE A3C6D3",
    "night": "223740 1B2E37 2C4450 294049 314A56 354F5A 263C46 304853 7C7257 8A5F50 5E6A66 1C3947 173240",
}
"""The colors of the map by region, in the order of those by day: trees, ground and fields, roads, houses and water."""


def _map_size(size: tuple[int, int]) -> tuple[float, float]:
    scale = max(size[0] / _WIDE, size[1] / _HIGH)
    return _WIDE * scale, _HIGH * scale


def _drawn(table: str, size: tuple[int, int]) -> tuple[str, float, float]:
    """Return the SVG of the map in pixels, and its width and height."""
    return _drawing(table, LOOKS.region, THEME.region_light, size), *_map_size(size)


@lru_cache(maxsize=4)
def _drawing(table: str, region: str | None, light: float, size: tuple[int, int]) -> str:
    scale = math.ceil(1e4 * _map_size(size)[0] / _WIDE) / 1e4  # rounded up to fill the window
    drawn = art.fragment(table) if region is None else _colored(art.fragment("parts/table_day"), region, light)
    return svg.group(f"scale({scale:.4f})", drawn)


def _colored(drawn: str, region: str, light: float) -> str:
    """Return the map by day in the colors of a region, each of them times ``light``."""
    for was, color in zip(_DAY.split(), _REGIONS[region].split(), strict=True):
        red, green, blue = (round(light * part) for part in bytes.fromhex(color))
        drawn = drawn.replace(f'"#{was}"', f'"#{red:02x}{green:02x}{blue:02x}"')  # small letters: not replaced again
    return drawn


def preload_map(size: tuple[int, int]) -> None:
    """Start to draw the map for that window size in another thread: this takes 50 ms at 1080p, 300 ms at 4K."""
    if THEME.table is not None:
        art.preload_svg(_NAME, *_drawn(THEME.table, size), opaque=True)


def is_ready(size: tuple[int, int]) -> bool:
    """Return whether the map for that window size has been drawn; if not, start to draw it in another thread."""
    return THEME.table is None or art.preloaded_svg(*_drawn(THEME.table, size), opaque=True) is not None


def _picture(table: str, size: tuple[int, int]) -> Surface:
    return art.svg(*_drawn(table, size), opaque=True)


def paint(surface: Surface) -> None:
    """Paint the map, or only the navy color in a theme without a map."""
    if THEME.table is None:
        surface.fill(THEME.navy)
        return
    w, h = surface.get_size()
    drawn = _picture(THEME.table, (w, h))
    surface.blit(drawn, ((w - drawn.get_width()) // 2, (h - drawn.get_height()) // 2))


def paint_beside(surface: Surface, size: tuple[int, int], place: Rect) -> None:
    """Paint the map of a table of that size, mirrored at its right or its lower edge, in ``place`` beyond that edge."""
    if THEME.table is None:
        surface.fill(THEME.navy, place)
        return
    table, across = THEME.table, place.x >= size[0]

    def make() -> Surface:
        drawn = _picture(table, size)
        corner = (size[0] - place.w, place.y) if across else (place.x, size[1] - place.h)
        seen = Rect(corner, place.size)
        part = Surface(place.size)
        part.blit(drawn, (0, 0), seen.move((drawn.get_width() - size[0]) // 2, (drawn.get_height() - size[1]) // 2))
        return pygame.transform.flip(part, across, not across)

    surface.blit(art.cached(("mirrored map", *_drawn(table, size), tuple(place)), make), place)

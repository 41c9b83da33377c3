"""The background of the table: a painted road map that fills the window and is centered in it."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.drawing import art
from game.ui.drawing.theme import THEME


def _map_size(size: tuple[int, int]) -> tuple[float, float]:
    scale = max(size[0] / 1920, size[1] / 1080)
    return 1920 * scale, 1080 * scale


def preload_map(size: tuple[int, int]) -> None:
    """Start to draw the map for that window size in another thread: this takes 50 ms at 1080p, 300 ms at 4K."""
    if THEME.table is not None:
        art.preload(THEME.table, *_map_size(size), opaque=True)


def is_ready(size: tuple[int, int]) -> bool:
    """Return whether the map for that window size has been drawn; if not, start to draw it in another thread."""
    return THEME.table is None or art.preloaded_picture(THEME.table, *_map_size(size), opaque=True) is not None


def paint(surface: Surface) -> None:
    """Paint the map, or only the navy color in a theme without a map."""
    if THEME.table is None:
        surface.fill(THEME.navy)
        return
    w, h = surface.get_size()
    drawn = art.picture(THEME.table, *_map_size((w, h)), opaque=True)
    surface.blit(drawn, ((w - drawn.get_width()) // 2, (h - drawn.get_height()) // 2))


def paint_beside(surface: Surface, size: tuple[int, int], place: Rect) -> None:
    """Paint the map of a table of that size, mirrored at its right or its lower edge, in ``place`` beyond that edge."""
    if THEME.table is None:
        surface.fill(THEME.navy, place)
        return
    name, across = THEME.table, place.x >= size[0]

    def make() -> Surface:
        drawn = art.picture(name, *_map_size(size), opaque=True)
        corner = (size[0] - place.w, place.y) if across else (place.x, size[1] - place.h)
        seen = Rect(corner, place.size)
        part = Surface(place.size)
        part.blit(drawn, (0, 0), seen.move((drawn.get_width() - size[0]) // 2, (drawn.get_height() - size[1]) // 2))
        return pygame.transform.flip(part, across, not across)

    surface.blit(art.cached(("mirrored map", name, size, tuple(place)), make), place)

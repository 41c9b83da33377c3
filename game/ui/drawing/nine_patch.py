"""Nine-patches: large rounded panels, frames and glows drawn from their corners and stretched edges.

Drawing the glow of a whole player display at once would take 5 ms at 1080p and a tenth of the cache. The edges
between two corners must be straight and uniform, as in anything made of rounded rectangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.ui.drawing import art

_WORTH_PX = 40_000  # smaller shapes are drawn whole: one blit is less work than nine

Make = Callable[[int, int], str]
"""Returns the SVG fragment of a shape for a picture of the given width and height."""


Piece = tuple[Surface, tuple[int, int], Rect | None]
"""A surface, its offset in the picture, and the part of the surface to blit (None for all)."""


def blit(surface: Surface, at: tuple[float, float], size: tuple[float, float], corner: float, make: Make) -> None:
    """Blit a shape at a point; ``make`` returns its SVG for a given size, ``size`` is that of its whole picture.

    ``corner`` is the distance from the edges of the picture within which the shape may be curved.
    """
    place = round(at[0]), round(at[1])
    wide, high = round(size[0]), round(size[1])
    cut = math.ceil(corner)
    if _is_whole(wide, high, cut):
        surface.blit(art.svg(make(wide, high), wide, high), place)
        return
    side = 2 * cut + 1
    fragment = make(side, side)
    inside = art.svg(fragment, side, side).get_at((cut, cut))
    middle = Rect(cut, cut, wide - 2 * cut, high - 2 * cut)
    if inside.a == 255:
        surface.fill(inside, middle.move(place))
    elif inside.a:
        surface.blit(_stretched(fragment, side, (cut, cut, 1, 1), middle.size), middle.move(place))
    blit_pieces(surface, place, _round_about(fragment, wide, high, cut))


def outline_pieces(size: tuple[int, int], corner: float, make: Make) -> list[Piece]:
    """Return the pieces of a shape with an empty inside, such as a glow, to be stored and blitted repeatedly."""
    cut = math.ceil(corner)
    if _is_whole(*size, cut):
        return [(art.svg(make(*size), *size), (0, 0), None)]
    return _round_about(make(2 * cut + 1, 2 * cut + 1), *size, cut)


def blit_pieces(surface: Surface, at: tuple[int, int], pieces: list[Piece], alpha: int | None = None) -> None:
    """Blit pieces, with an opacity ``alpha`` of 0 … 255. Surfaces are shared, so each caller who uses alpha sets it."""
    for piece, (x, y), part in pieces:
        if alpha is not None:
            piece.set_alpha(alpha)
        surface.blit(piece, (at[0] + x, at[1] + y), part)


def _is_whole(wide: int, high: int, cut: int) -> bool:
    return wide * high < _WORTH_PX or min(wide, high) < 2 * cut + 2


def _round_about(fragment: str, wide: int, high: int, cut: int) -> list[Piece]:
    """Return the four corners and the four edges between them."""
    side, end = 2 * cut + 1, cut + 1
    small = art.svg(fragment, side, side)
    right, bottom = wide - cut, high - cut
    across, down = wide - 2 * cut, high - 2 * cut
    return [
        (small, (0, 0), Rect(0, 0, cut, cut)),
        (small, (right, 0), Rect(end, 0, cut, cut)),
        (small, (0, bottom), Rect(0, end, cut, cut)),
        (small, (right, bottom), Rect(end, end, cut, cut)),
        (_stretched(fragment, side, (cut, 0, 1, cut), (across, cut)), (cut, 0), None),
        (_stretched(fragment, side, (cut, end, 1, cut), (across, cut)), (cut, bottom), None),
        (_stretched(fragment, side, (0, cut, cut, 1), (cut, down)), (0, cut), None),
        (_stretched(fragment, side, (end, cut, cut, 1), (cut, down)), (right, cut), None),
    ]


def _stretched(fragment: str, side: int, part: tuple[int, int, int, int], size: tuple[int, int]) -> Surface:
    """Return a part of a shape's small picture, one pixel wide or high, stretched to ``size``."""

    def draw() -> Surface:
        return pygame.transform.scale(art.svg(fragment, side, side).subsurface(part), size)

    return art.cached((fragment, part, size), draw)

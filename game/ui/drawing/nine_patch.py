"""Large rounded plates, frames and lights from their corners: what lies between is one row of pixels, stretched.

Drawn as a whole a display's light would take 5 ms at 1080p and a tenth of the window's memory. An edge between two
corners must be straight and alike all along, which holds for everything made of rounded rectangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.ui.drawing import art

_WORTH_PX = 40_000  # smaller things are drawn as a whole: one blit is less work than nine

Make = Callable[[int, int], str]
"""The shape as an SVG fragment for a picture of so many pixels."""


Piece = tuple[Surface, tuple[int, int], Rect | None]
"""A surface, where it lies from the picture's corner, and which part of it is meant."""


def blit(surface: Surface, at: tuple[float, float], size: tuple[float, float], corner: float, make: Make) -> None:
    """Blit the shape that ``make`` makes for a picture of this size to a point.

    ``corner`` is how far from the edges of the picture everything is straight, on all four sides.
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


def frame(size: tuple[int, int], corner: float, make: Make) -> list[Piece]:
    """The pieces of a shape with nothing inside, to be kept and blitted again and again."""
    cut = math.ceil(corner)
    if _is_whole(*size, cut):
        return [(art.svg(make(*size), *size), (0, 0), None)]
    return _round_about(make(2 * cut + 1, 2 * cut + 1), *size, cut)


def blit_pieces(surface: Surface, at: tuple[int, int], pieces: list[Piece], alpha: int | None = None) -> None:
    """Blit pieces, thinned to 0 … 255; of pictures that are shared whoever blits them sets how thin they are."""
    for piece, (x, y), part in pieces:
        if alpha is not None:
            piece.set_alpha(alpha)
        surface.blit(piece, (at[0] + x, at[1] + y), part)


def _is_whole(wide: int, high: int, cut: int) -> bool:
    return wide * high < _WORTH_PX or min(wide, high) < 2 * cut + 2


def _round_about(fragment: str, wide: int, high: int, cut: int) -> list[Piece]:
    """The four corners and the four edges between them."""
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
    """A part of the small picture of a shape, one pixel wide or high, as large as needed."""

    def draw() -> Surface:
        return pygame.transform.scale(art.svg(fragment, side, side).subsurface(part), size)

    return art.kept((fragment, part, size), draw)

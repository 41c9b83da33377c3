"""Large rounded plates, frames and lights from their corners: what lies between is one row of pixels, stretched.

Drawn as a whole a display's light would take 5 ms at 1080p and a tenth of the window's memory. An edge between two
corners must be straight and alike all along, which holds for everything made of rounded rectangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui import art

_WORTH_PX: Final = 40_000  # smaller things are drawn as a whole: one blit is less work than nine

Make = Callable[[int, int], str]
"""The shape as an SVG fragment for a picture of so many pixels."""


def blit(
    surface: Surface,
    at: tuple[float, float],
    size: tuple[float, float],
    corner: float,
    make: Make,
    *,
    alpha: int | None = None,
) -> None:
    """Blit the shape that ``make`` makes for a picture of this size to a point.

    ``corner`` is how far from the edges of the picture everything is straight, on all four sides; ``alpha`` 0 … 255
    thins all of it.
    """
    w, h, cut = round(size[0]), round(size[1]), math.ceil(corner)
    x, y = round(at[0]), round(at[1])
    if w * h < _WORTH_PX or min(w, h) < 2 * cut + 2:
        whole = art.svg(make(w, h), w, h)
        if alpha is not None:
            whole.set_alpha(alpha)  # of the shared picture: whoever blits it sets it
        surface.blit(whole, (x, y))
        return
    side = 2 * cut + 1
    fragment = make(side, side)
    small = art.svg(fragment, side, side)
    long, high = w - 2 * cut, h - 2 * cut
    far_x, far_y, end = x + w - cut, y + h - cut, cut + 1
    pieces: list[tuple[Surface, tuple[int, int], Rect | None]] = [
        (small, (x, y), Rect(0, 0, cut, cut)),
        (small, (far_x, y), Rect(end, 0, cut, cut)),
        (small, (x, far_y), Rect(0, end, cut, cut)),
        (small, (far_x, far_y), Rect(end, end, cut, cut)),
        *(
            (_stretched(fragment, side, part, length), place, None)
            for part, length, place in (
                ((cut, 0, 1, cut), (long, cut), (x + cut, y)),
                ((cut, end, 1, cut), (long, cut), (x + cut, far_y)),
                ((0, cut, cut, 1), (cut, high), (x, y + cut)),
                ((end, cut, cut, 1), (cut, high), (far_x, y + cut)),
            )
        ),
    ]
    inside = small.get_at((cut, cut))
    if inside.a == 255 and alpha is None:
        surface.fill(inside, (x + cut, y + cut, long, high))
    elif inside.a:
        pieces.append((_stretched(fragment, side, (cut, cut, 1, 1), (long, high)), (x + cut, y + cut), None))
    for piece, place, part in pieces:
        if alpha is not None:
            piece.set_alpha(alpha)
        surface.blit(piece, place, part)


def _stretched(fragment: str, side: int, part: tuple[int, int, int, int], size: tuple[int, int]) -> Surface:
    """A part of the small picture of a shape, one pixel wide or high, as large as needed."""

    def draw() -> Surface:
        return pygame.transform.scale(art.svg(fragment, side, side).subsurface(part), size)

    return art.kept((fragment, part, size), draw)

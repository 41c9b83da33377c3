"""Parts of every strip of road: its dashes, and the cars on it."""

from __future__ import annotations

from pygame import Color, Rect, Surface

from game.ui.drawing.livery import CAR_SIZE

CAR_RATIO = CAR_SIZE[0] / CAR_SIZE[1]
"""A car's width to its height."""


def car_place(high: float, widest: float = float("inf")) -> Rect:
    """Return a rectangle for a car of that height, limited to a width, to be moved into position."""
    wide = min(widest, high * CAR_RATIO)
    return Rect(0, 0, round(wide), round(wide / CAR_RATIO))


def dashes(surface: Surface, left: float, right: float, y: int, size: tuple[int, int], ink: Color) -> None:
    """Draw a dashed line from ``left`` until before ``right``: dashes of that size, with gaps as long."""
    dash, thick = size
    for x in range(round(left), round(right), 2 * dash):
        surface.fill(ink, (x, y, dash, thick))

"""What every strip of road is drawn of: its dashes, and the cars on it."""

from __future__ import annotations

from pygame import Color, Rect, Surface

from game.ui.drawing.livery import CAR_SIZE

CAR_RATIO = CAR_SIZE[0] / CAR_SIZE[1]
"""A car's width to its height."""


def car_place(high: float, widest: float = float("inf")) -> Rect:
    """The place of a car so high, or as wide as it may be, to be moved to where it stands."""
    wide = min(widest, high * CAR_RATIO)
    return Rect(0, 0, round(wide), round(wide / CAR_RATIO))


def dashes(surface: Surface, left: float, right: float, y: int, size: tuple[int, int], ink: Color) -> None:
    """The broken line along a road from ``left`` until before ``right``: dashes of that size, as far apart."""
    dash, thick = size
    for x in range(round(left), round(right), 2 * dash):
        surface.fill(ink, (x, y, dash, thick))

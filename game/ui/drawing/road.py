"""What every drawing of a road shares: its dashed line, and the size of a car on it."""

from __future__ import annotations

from pygame import Color, Rect, Surface

from game.ui.drawing.livery import CAR_SIZE

CAR_RATIO = CAR_SIZE[0] / CAR_SIZE[1]
"""A car's width divided by its height."""


def car_place(high: float, widest: float = float("inf")) -> Rect:
    """Return a rectangle of a car's proportions at (0, 0): ``high`` pixels high, but at most ``widest`` pixels wide."""
    wide = min(widest, high * CAR_RATIO)
    return Rect(0, 0, round(wide), round(wide / CAR_RATIO))


def dashes(surface: Surface, left: float, right: float, y: int, size: tuple[int, int], ink: Color) -> None:
    """Draw a dashed line from ``left`` to ``right``; ``size`` is a dash's length and thickness, gaps are as long."""
    dash, thick = size
    for x in range(round(left), round(right), 2 * dash):
        surface.fill(ink, (x, y, dash, thick))

"""The plate that fills a screen of fields or pages: geometry in pixels."""

from __future__ import annotations

from pygame import Rect

from game.ui.scene import unit


def screen_plate(size: tuple[int, int], widest: float | None = None) -> tuple[Rect, Rect]:
    """The plate of a window and its head; in a wide window it is at most ``widest`` times as wide as high.

    A small window has no poster to spare: the plate comes close to its edges.
    """
    w, h = size
    u = unit(size)
    mx = round(max(12, 120 * u - 90 * max(0, 1 - u)))
    my = round(max(8, 60 * u - 44 * max(0, 1 - u)))
    plate = Rect(mx, my, w - 2 * mx, h - 2 * my)
    if widest is not None:
        plate.w = min(plate.w, round(widest * plate.h))
        plate.center = w // 2, h // 2
    return plate, Rect(plate.x, plate.y, plate.w, round(max(46, 106 * u)))

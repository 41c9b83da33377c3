"""The travel poster behind title and setup."""

from __future__ import annotations

from typing import Final

from pygame import Surface

from game.ui import art, svg
from game.ui.scene import is_tall
from game.ui.theme import THEME

_W, _H = 1920, 1080
_HEART_X: Final = 1210  # of the picture, road, sun and car: what a narrow window shows the middle of
_CAR: Final = "translate(1060 824) scale(.98) rotate(-4.5 200 160) translate(-14 -4)"
_CLOUD_MOVES: Final = (
    ("translate(1010 150)", "translate(1500 330)"),
    ("translate(1043.8 160.4)", "translate(1533.8 340.4)"),
)
"""In a tall window the lettering would stand on that cloud."""
_STONE_X: Final = 1770
_STONE_SHADOW: Final = (20.0, -12.0, (124.0, 15.0))


def poster(size: tuple[int, int], *, with_car: bool) -> Surface:
    """The poster filling a window of this size, with the car and the milestone at the road or without them."""
    w, h = size
    scale = max(w / _W, h / _H)
    x = min(0.0, max(w - _W * scale, w / 2 - _HEART_X * scale)) if w < _W * scale else 0.0
    y = (h - _H * scale) / 2 if w >= _W * scale else 0.0
    seen_right = (w - x) / scale
    scenery = art.fragment("parts/poster")
    if is_tall(size):
        for near, far in _CLOUD_MOVES:
            scenery = scenery.replace(near, far)
    parts = [scenery]
    if with_car:
        stone_x = min(_STONE_X, seen_right - 115)
        along = "translate(-80 24)" if is_tall(size) else "translate(0 0)"  # clear of the stone
        parts += [svg.group(along, svg.group(_CAR, art.fragment("parts/car_star"))), _stone(stone_x)]
    return art.svg(svg.group(f"translate({x:.1f} {y:.1f}) scale({scale:.4f})", *parts), w, h)


def _stone(x: float) -> str:
    shade = svg.ellipse(*_STONE_SHADOW, THEME.greens[-1], opacity=0.55)
    return svg.group(
        f"translate({x:.1f} 1052) scale(1.05)",
        shade,
        svg.group("translate(-128 -250)", art.fragment("parts/milestone")),
    )

"""The winner's portrait in a laurel, and the light round it."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from pygame import Surface

from game.scenes.portraits import draw_people, people_width
from game.ui.drawing import art, svg
from game.ui.drawing.theme import THEME
from game.words.names import Names

_W, _H = 200.0, 212.0  # of the picture; its wreath is round (100, 100)
_INSIDE: Final = 118.0
_TEAM: Final = 0.74  # of a portrait's size where two share the wreath
_RAYS: Final = 14
_RAY_OPACITY: Final = 0.5


def laurel_size(width: float) -> tuple[int, int]:
    """Width and height of a laurel so wide, in pixels."""
    return round(width), round(width * _H / _W)


def laurelled(names: Names, side: int, width: float) -> Surface:
    """The side's portraits in a laurel so many pixels wide, on nothing."""
    picture = art.drawn("parts/laurel", *laurel_size(width))
    scale = width / _W
    d = _INSIDE * scale * (_TEAM if len(names.sides[side]) > 1 else 1)
    center = 100 * scale, (100 if people_width(names, side, d) <= d else 96) * scale
    draw_people(picture, names, side, center, d)
    return picture


def rays(radius: float) -> Surface:
    """Rays of light round a middle, a picture of twice the radius in each direction."""
    inner, half = 0.42 * radius, 0.32 * pi / _RAYS
    wedges = []
    for ray in range(_RAYS):
        turn = 2 * pi * (ray + 0.5) / _RAYS
        corners = [(inner, turn - half), (inner, turn + half), (radius, turn + half), (radius, turn - half)]
        points = [(radius + r * cos(a), radius + r * sin(a)) for r, a in corners]
        wedges.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return art.svg(svg.path("".join(wedges), THEME.gold_l, opacity=_RAY_OPACITY), 2 * radius, 2 * radius)

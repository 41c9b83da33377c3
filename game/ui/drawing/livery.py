"""The colours and shapes of a side: its badge and its car.

Each symbol is drawn once, on a badge of one colour, and each car body once, in red; all other combinations are
derived from these pictures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from pygame import Color, Rect, Surface

from game.ui.drawing import art, svg
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import PAINTS, THEME, hexcode, shade

CAR_SIZE = (432, 184)
"""The size of a car drawing, in its own units."""
CAR_RISE = 44
"""How far luggage on the roof may rise above the car's drawing, in the drawing's units."""

_PLAIN = "plain"
_PLATE = re.compile("((?:<circle[^>]*/>){3})(.*)")
_COLOR = re.compile("#[0-9A-Fa-f]{6}")
_SHADES = (("#C43C26", 1.0), ("#942D1C", 0.76), ("#DE9387", 1.45))
"""The reds of a body, and the lightness of each relative to the first."""
_ON_DOOR = "translate(220 96) scale(.8163) translate(-50 -50)"


@dataclass(frozen=True, slots=True)
class _Body:
    """A car body: how much shorter its nose is than on the others, its scale in a lane (which limits the height), and
    the trims it can carry, each with how much higher it sits than on the first body. A raised pennant lies behind the
    body.
    """

    trims: Mapping[str, int]
    nose_gap: int = 0
    lane_scale: float = 1.0


_BODIES = {
    "saloon": _Body({"stripe": 0, "luggage": 0, "pennant": 0}),
    "bubble": _Body({}, nose_gap=46, lane_scale=0.84),
    "estate": _Body({"luggage": 9, "pennant": 32}, lane_scale=0.94),
    "van": _Body({"pennant": 42}, lane_scale=0.84),
    "roadster": _Body({"pennant": 0}),
    "coupe": _Body({"pennant": 0}),
    "racer": _Body({}),
}


class SideLivery(Protocol):
    """How a side looks: its symbol, its colour, and the body and trim of its car."""

    @property
    def symbol(self) -> str:
        """The ``…`` of a picture ``parts/side_….svg``."""
        ...

    @property
    def paint(self) -> str:
        """A key of ``theme.PAINTS``."""
        ...

    @property
    def trim(self) -> str:
        """``plain``, or the ``…`` of a picture ``parts/car_trim_….svg``; not drawn on a body that cannot carry it."""
        ...

    @property
    def body(self) -> str:
        """The ``…`` of a picture ``parts/body_….svg``."""
        ...


def color(livery: SideLivery) -> Color:
    """Return the colour of the side."""
    return PAINTS[livery.paint].color


def symbol_color(livery: SideLivery) -> Color:
    """Return the colour in which a symbol is readable on the side's colour."""
    return THEME.ink if PAINTS[livery.paint].has_ink_symbol else THEME.white


def draw_badge(surface: Surface, livery: SideLivery, x: float, y: float, r: float) -> None:
    """Draw the round badge with the side's symbol, centered at (x, y) with radius ``r``."""
    surface.blit(_badge(livery, 2 * r), (round(x - r), round(y - r)))


def _badge(livery: SideLivery, d: float) -> Surface:
    if PAINTS[livery.paint].symbol == livery.symbol:
        return art.picture(f"parts/side_{livery.symbol}", d, d)
    ground, _symbol = _badge_parts(PAINTS[livery.paint].symbol)
    return art.svg(svg.group(f"scale({d / 100:.4f})", ground, _symbol_in(livery.symbol, symbol_color(livery))), d, d)


def _badge_parts(symbol: str) -> tuple[str, str]:
    """Return the SVG of a badge in two parts: its background, and its symbol."""
    found = _PLATE.fullmatch(art.fragment(f"parts/side_{symbol}"))
    assert found is not None, symbol  # a test checks every drawing against the pattern
    return found[1], found[2]


def _symbol_in(symbol: str, color: Color) -> str:
    return _COLOR.sub(hexcode(color), _badge_parts(symbol)[1])


def can_carry(body: str, trim: str) -> bool:
    """Return whether this trim can be mounted on the body; ``plain`` always can."""
    return trim == _PLAIN or trim in _BODIES[body].trims


def _drawn_body(livery: SideLivery) -> str:
    return "saloon" if LOOKS.are_cars_alike else livery.body


def lane_scale(livery: SideLivery) -> float:
    """Return the scale at which the car is drawn in its lane, beside other cars."""
    return _BODIES[_drawn_body(livery)].lane_scale


def nose_x(livery: SideLivery) -> int:
    """Return the x of the car's front end, in the units of ``CAR_SIZE``."""
    return 418 - _BODIES[_drawn_body(livery)].nose_gap


def car_svg(livery: SideLivery) -> str:
    """Return the car as an SVG fragment in the units of ``CAR_SIZE``; its trim may rise ``CAR_RISE`` above it."""
    return _car_svg(_drawn_body(livery), livery.symbol, livery.paint, livery.trim)


@lru_cache(maxsize=64)
def _car_svg(body: str, symbol: str, paint: str, trim: str) -> str:
    color = PAINTS[paint].color
    drawn = art.fragment(f"parts/body_{body}")
    for red, factor in _SHADES:
        drawn = drawn.replace(red, hexcode(shade(color, factor)))
    drawn += svg.group(_ON_DOOR, _symbol_in(symbol, THEME.ink if PAINTS[paint].has_ink_symbol else color))
    if not _carries(body, trim):
        return drawn
    raised = _BODIES[body].trims[trim]
    carried = svg.group(f"translate(0 {-raised})", art.fragment(f"parts/car_trim_{trim}"))
    return carried + drawn if raised and trim == "pennant" else drawn + carried


def _carries(body: str, trim: str) -> bool:
    return trim != _PLAIN and can_carry(body, trim)


def car_picture(livery: SideLivery, w: float) -> tuple[Surface, int]:
    """Return the car's picture, ``w`` pixels wide, and how many rows of pixels at its top are there for raised trim."""
    k = w / CAR_SIZE[0]
    above = round(k * CAR_RISE) if _carries(_drawn_body(livery), livery.trim) else 0
    moved = svg.group(f"translate(0 {above}) scale({k:.4f})", car_svg(livery))
    return art.svg(moved, w, k * CAR_SIZE[1] + above), above


def draw_car(surface: Surface, livery: SideLivery, place: Rect) -> None:
    """Draw the car as wide as ``place``, with its wheels at the bottom of that rectangle."""
    picture, _above = car_picture(livery, place.w)
    surface.blit(picture, (place.x, place.bottom - picture.get_height()))

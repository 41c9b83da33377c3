"""What a side is known by, drawn: the plate with its symbol, and its car.

Six symbols and six colours are drawn, one in the other; any other pair is put together of two of these drawings.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from pygame import Color, Rect, Surface

from game.ui.drawing import art, svg
from game.ui.drawing.theme import PAINTS, THEME, hexcode

CAR_SIZE: Final = (432, 184)
"""Of the drawing of a car, in its own units."""
CAR_RISE: Final = 30
"""How far above it the luggage on its roof may reach."""

_OWN_SYMBOLS: Final = dict(zip(PAINTS, ("star", "moon", "diamond", "cross", "ring", "bars"), strict=True))
_PLATE: Final = re.compile("((?:<circle[^>]*/>){3})(.*)")
_CAR: Final = re.compile('(.*<circle[^>]* r="30"[^>]*/>)(.*)</g>')
_COLOR: Final = re.compile("#[0-9A-Fa-f]{6}")


class Livery(Protocol):
    """What a side is known by: a symbol and a colour of those that are drawn, and the trim of its car."""

    @property
    def symbol(self) -> str:
        """One of ``parts/side_….svg``."""
        ...

    @property
    def paint(self) -> str:
        """One of ``theme.PAINTS``."""
        ...

    @property
    def trim(self) -> str:
        """``plain``, or one of ``parts/car_trim_….svg``."""
        ...


def color(livery: Livery) -> Color:
    """The colour of the side."""
    return PAINTS[livery.paint][0]


def ink(livery: Livery) -> Color:
    """What can be read on that colour."""
    return THEME.ink if PAINTS[livery.paint][1] else THEME.white


def draw_plate(surface: Surface, livery: Livery, x: float, y: float, r: float) -> None:
    """Draw the round plate with the side's symbol, its middle at (x, y)."""
    surface.blit(_plate(livery, 2 * r), (round(x - r), round(y - r)))


def _plate(livery: Livery, d: float) -> Surface:
    if _OWN_SYMBOLS[livery.paint] == livery.symbol:
        return art.picture(f"parts/side_{livery.symbol}", d, d)
    ground = _parts(_PLATE, f"parts/side_{_OWN_SYMBOLS[livery.paint]}")[0]
    symbol = _parts(_PLATE, f"parts/side_{livery.symbol}")[1]
    return art.svg(svg.group(f"scale({d / 100:.4f})", ground, _in(ink(livery), symbol)), d, d)


def car_svg(livery: Livery) -> str:
    """The car as a fragment, in the units of ``CAR_SIZE``; its trim may reach ``CAR_RISE`` above it."""
    body = art.fragment(f"parts/car_{_OWN_SYMBOLS[livery.paint]}")
    if _OWN_SYMBOLS[livery.paint] != livery.symbol:
        body, _own = _parts(_CAR, f"parts/car_{_OWN_SYMBOLS[livery.paint]}")
        symbol = _parts(_CAR, f"parts/car_{livery.symbol}")[1]
        body += _in(THEME.ink if PAINTS[livery.paint][1] else color(livery), symbol) + "</g>"
    return body if livery.trim == "plain" else body + art.fragment(f"parts/car_trim_{livery.trim}")


def car(livery: Livery, w: float) -> tuple[Surface, int]:
    """The car so many pixels wide, and by how many its picture begins above the drawing, for what is on the roof."""
    k = w / CAR_SIZE[0]
    if livery.trim == "plain" and _OWN_SYMBOLS[livery.paint] == livery.symbol:
        return art.picture(f"parts/car_{livery.symbol}", w, k * CAR_SIZE[1]), 0
    above = 0 if livery.trim == "plain" else round(k * CAR_RISE)
    moved = svg.group(f"translate(0 {above}) scale({k:.4f})", car_svg(livery))
    return art.svg(moved, w, k * CAR_SIZE[1] + above), above


def draw_car(surface: Surface, livery: Livery, place: Rect) -> None:
    """Draw the car as wide as a place, its wheels at the foot of it."""
    picture, _above = car(livery, place.w)
    surface.blit(picture, (place.x, place.bottom - picture.get_height()))


def _parts(pattern: re.Pattern[str], name: str) -> tuple[str, str]:
    """A drawing without its symbol, and the symbol."""
    found = pattern.fullmatch(art.fragment(name))
    assert found is not None, name  # a test holds every drawing against the pattern
    return found[1], found[2]


def _in(color: Color, symbol: str) -> str:
    return _COLOR.sub(hexcode(color), symbol)

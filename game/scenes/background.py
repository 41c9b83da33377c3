"""The travel poster behind the title, setup and result screens, and its car, milestone and finish tape.

The poster is drawn in units of its own, 1920 × 1080, and scaled to fill the window. A "scenery" is a landscape that
the player can choose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from pygame import Rect, Surface

from game.people.profiles import Livery
from game.ui.drawing import art, livery, svg
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME, on_change
from game.ui.scene import is_tall

_NAME = "background"
WIDE, HIGH = 1920, 1080
"""The width and height of the poster in its own units."""
_HEART_X = 1210  # the center of road, sun and car, which a narrow window centers on
_CAR_AT = (1060.0, 824.0)
_CAR = "scale(.98) rotate(-4.5 200 160) translate(-14 -4)"
_CAR_BOX = (20.0, 40.0, 460.0, 240.0)  # how far left of and above that the picture begins, its width and height
_LAMP_Y = 104
_CLIMB = 0.11  # the slope of the road, up to the right, where the car drives
_TO_STONE = 536.0  # from the car to the stone at the end of its drive
_START_X = 190.0  # the car's start on the road below the picture
_BEND_X = 680.0  # the bend of the road, as a place of the car
_CLOUDS = ((1010, 150, 1.3), (1600, 170, 1.3), (1120, 372, 0.9))  # x, y and scale
_TALL_CLOUDS = ((1500, 330, 1.3), *_CLOUDS[1:])  # the lettering would cover the first
LAYERS = ("sky", "far", "mid", "near")
"""The layers of a scenery, from back to front."""
_SEA = "coast"
_BOAT = re.compile(r'<g transform="translate\((\d+) (\d+)\)(?: scale\(([.\d]+)\))?">(.*?)</g>')
"""Finds a sailing boat in the SVG of the sea layer: its position and scale, then its drawing."""
BOAT_BOX = (62, 120, 146, 146)
"""How far a boat's picture begins to the left of the boat's position and above it, and the picture's width and height.

All four are in poster units, before the boat's scale is applied.
"""
_WINDOW_X, _WINDOW_Y, _WINDOW_H = 560, 120, 900
"""The part of a scenery that a small picture shows: its upper left corner, and its smallest height."""
_WINDOW_FOOT = 760
"""How far down a scenery is seen at least, though its picture be too flat for all of it."""
_LINE = 0.014  # the thickness of road lines, of such a window's height
CLOUD_FOOT = (60, 100)
"""The x and y of a cloud's foot in its drawing."""
_STONE_X = 1770
_STONE_FOOT, _STONE_H, _STONE_SCALE = 1052, 250, 1.05
_STONE_HALF = 95  # half of its width
_POST_X = -205.0  # from the stone's center to the post that holds the finish tape
_POST = (806.0, 996.0)  # its top and foot
_TAPE = (-205.0, 822.0, -84.0, 850.0, 17.0)  # from the post to the stone, and its width
_TAPE_STRIPES = 7
_STONE_SHADOW = (20.0, -12.0, (124.0, 15.0))


@dataclass(frozen=True, slots=True)
class PosterView:
    """The part of the poster that a window shows.

    ``scale`` is pixels per poster unit, ``x`` and ``y`` are the poster's upper left corner in window pixels, and
    ``seen_right`` is the right end of the visible part in poster units.
    """

    scale: float
    x: float
    y: float
    seen_right: float
    is_tall: bool

    @classmethod
    def of(cls, size: tuple[int, int]) -> PosterView:
        """Return the view of a window of this size."""
        w, h = size
        scale = ceil(1e4 * max(w / WIDE, h / HIGH)) / 1e4  # rounded up to the digits of the SVG
        x = min(0.0, max(w - WIDE * scale, w / 2 - _HEART_X * scale)) if w < WIDE * scale else 0.0
        y = 0.9 * (h - HIGH * scale)  # a wide window cuts off more of the sky than of the road
        return cls(scale, x, y, (w - x) / scale, is_tall(size))

    @property
    def stone_x(self) -> float:
        """The x of the milestone's middle in poster units."""
        return min(_STONE_X, self.seen_right - 115)

    @property
    def clouds(self) -> Sequence[tuple[int, int, float]]:
        """The foot (x, y) of each cloud in poster units, and the cloud's scale; empty if the sky is dark."""
        return () if LOOKS.is_dark else _TALL_CLOUDS if self.is_tall else _CLOUDS

    def drawn(self, drawing: str, wide: float, high: float) -> Surface:
        """Return an SVG drawing as a picture, scaled for the window; ``wide`` and ``high`` are in poster units."""
        return art.svg(svg.group(f"scale({self.scale:.4f})", drawing), wide * self.scale, high * self.scale)

    def placed_in_window(self, *parts: str) -> str:
        """Return an SVG of drawings in poster units, scaled and moved to where the window shows them."""
        return svg.group(f"translate({self.x:.3f} {self.y:.3f}) scale({self.scale:.4f})", *parts)

    @property
    def car(self) -> tuple[float, float]:
        """The position of the car in poster units; in a tall window it is farther left, clear of the milestone."""
        x, y = _CAR_AT
        return (x - 80, y + 24) if self.is_tall else (x, y)

    def box(self, x: float, y: float, w: float, h: float) -> Rect:
        """Return in window pixels a rectangle that is given in poster units."""
        left, top = self.place(x, y)
        return Rect(round(left), round(top), round(w * self.scale), round(h * self.scale))

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return in window pixels a point that is given in poster units."""
        return self.x + x * self.scale, self.y + y * self.scale


def picture(
    size: tuple[int, int], *, car: Livery | None = None, with_stone: bool = False, with_moving: bool = True
) -> Surface:
    """Return the background for a window of this size, optionally with a side's car and the milestone.

    Without ``with_moving`` clouds and boats are left out, because the caller draws them moving.
    """
    return art.svg(_drawing(size, car=car, with_stone=with_stone, with_moving=with_moving), *size)


def preload(size: tuple[int, int], *, with_stone: bool = False, with_moving: bool = True) -> None:
    """Start to draw the poster in another thread: this takes 100 ms at 1080p, 400 ms at 4K."""
    art.preload_svg(_NAME, _drawing(size, with_stone=with_stone, with_moving=with_moving), *size)


def cancel_preload() -> None:
    """Cancel the drawing that ``preload`` began."""
    art.cancel_preload(_NAME)


def _drawing(
    size: tuple[int, int], *, car: Livery | None = None, with_stone: bool = False, with_moving: bool = True
) -> str:
    view, scenery = PosterView.of(size), LOOKS.seen_scenery
    far = art.fragment(f"scenery/{scenery}_{LAYERS[1]}")
    clouds = (
        svg.group(f"translate({x} {y}) scale({larger}) translate({-CLOUD_FOOT[0]} {-CLOUD_FOOT[1]})", cloud())
        for x, y, larger in (view.clouds if with_moving else ())
    )
    parts = [
        art.fragment(f"scenery/{scenery}_{LAYERS[0]}"),
        *clouds,
        far if with_moving or scenery != _SEA else _BOAT.sub("", far),
        *(art.fragment(f"scenery/{scenery}_{layer}") for layer in LAYERS[2:]),
        svg.rect((0, 0, WIDE, HIGH), 0, THEME.dusk[0], opacity=THEME.dusk[1]),
    ]
    if car:
        x, y = view.car
        parts.append(svg.group(f"translate({x} {y})", _standing(car)))
    if with_stone:
        parts.append(_stone(view.stone_x, with_shade=True))
    return view.placed_in_window(*parts)


def cloud() -> str:
    """Return a cloud as an SVG fragment; its foot is at ``CLOUD_FOOT``."""
    return art.fragment("scenery/cloud")


def boats() -> list[tuple[int, int, float, str]]:
    """Return the boats of the current scenery: for each its x and y in poster units, its scale, and its SVG."""
    found = _BOAT.findall(art.fragment(f"scenery/{_SEA}_{LAYERS[1]}")) if LOOKS.seen_scenery == _SEA else ()
    return [(int(x), int(y), float(larger or 1), drawn) for x, y, larger, drawn in found]


def _standing(worn: Livery) -> str:
    return svg.group(_CAR, livery.car_svg(worn))


def car_picture(size: tuple[int, int], worn: Livery) -> Surface:
    """Return a picture of only a side's car beside the road; draw it at ``car_box``."""
    left, above, width, height = _CAR_BOX
    return PosterView.of(size).drawn(svg.group(f"translate({left} {above})", _standing(worn)), width, height)


def stone_picture(size: tuple[int, int]) -> Surface:
    """Return a picture of only the milestone, to be drawn at ``stone_box`` over anything that passes behind it."""
    view, high = PosterView.of(size), _STONE_SCALE * _STONE_H
    moved = f"translate({_STONE_HALF - view.stone_x:.3f} {high - _STONE_FOOT:.3f})"
    return view.drawn(svg.group(moved, _stone(view.stone_x)), 2 * _STONE_HALF, high)


def preloaded_background(size: tuple[int, int]) -> Surface | None:
    """Return the poster without car and milestone, or None until another thread has drawn it."""
    return art.preloaded_svg(_drawing(size), *size)


def preloaded_scenery(size: tuple[int, int], scenery: str, *, road: float = 0) -> Surface | None:
    """Return what ``scenery_picture`` returns, or None until another thread has drawn it."""
    return art.preloaded_svg(_scenery_svg(size, scenery, road), *size)


def scenery_picture(size: tuple[int, int], scenery: str, *, road: float = 0) -> Surface:
    """Return a picture of a scenery, drawn now; ``road`` is the height of a road below it as a share of the picture."""
    return art.svg(_scenery_svg(size, scenery, road), *size)


@lru_cache(maxsize=16)
def _scenery_svg(size: tuple[int, int], scenery: str, road: float) -> str:
    (w, h), line = size, max(2, round(_LINE * size[1]))
    scale, top = max(w / WIDE, h / _WINDOW_H), h * (1 - road)
    left, lift = max(w - WIDE * scale, -_WINDOW_X * scale), min(-_WINDOW_Y * scale, top - _WINDOW_FOOT * scale)
    moved = f"translate({left:.2f} {lift:.2f}) scale({scale:.4f})"
    parts = [svg.group(moved, *(art.fragment(f"scenery/{scenery}_{layer}") for layer in LAYERS))]
    if road:
        parts += [svg.rect((0, top, w, h - top + 1), 0, THEME.road), svg.rect((0, top, w, line), 0, THEME.paper)]
        parts += [svg.rect((w * x / 100, (top + h) / 2, 0.1 * w, line), 2, THEME.paper) for x in range(6, 100, 20)]
    return "".join(parts)


on_change(_scenery_svg.cache_clear)


def stone_box(size: tuple[int, int]) -> Rect:
    """Return the place of the milestone in a window of this size, in pixels."""
    view = PosterView.of(size)
    high, half = _STONE_SCALE * _STONE_H, _STONE_HALF
    return view.box(view.stone_x - half, _STONE_FOOT - high, 2 * half, high)


def car_box(size: tuple[int, int]) -> Rect:
    """Return the place of the car in a window of this size, in pixels."""
    view = PosterView.of(size)
    x, y = view.car
    left, above, width, height = _CAR_BOX
    return view.box(x - left, y - above, width, height)


@dataclass(frozen=True, slots=True)
class CarArrival:
    """A car's drive along the poster's road to the milestone.

    ``picture`` is the car. Its upper left corner follows a quadratic Bézier curve from ``start`` to ``end`` with the
    control point ``bend``, all in window pixels.
    """

    picture: Surface
    start: tuple[float, float]
    bend: tuple[float, float]
    end: tuple[float, float]

    def car_rect(self, driven: float) -> Rect:
        """Return the rectangle of the car in the window; ``driven`` is the share of the way done, 0 … 1."""
        left = 1 - driven
        x, y = (
            left * left * a + 2 * left * driven * b + driven * driven * c
            for a, b, c in zip(self.start, self.bend, self.end, strict=True)
        )
        return self.picture.get_rect(topleft=(round(x), round(y)))


def lamps_picture(size: tuple[int, int], worn: Livery) -> Surface:
    """Return a picture of only the light of the car's headlamps; draw it at ``car_box``."""
    left, above, width, height = _CAR_BOX
    light = svg.circle(livery.nose_x(worn) - 12, _LAMP_Y, 24, THEME.gold_l, opacity=0.6)
    return PosterView.of(size).drawn(svg.group(f"translate({left} {above})", svg.group(_CAR, light)), width, height)


def car_arrival(size: tuple[int, int], worn: Livery) -> CarArrival:
    """Return the drive of a side's car to the milestone; it starts below the window, where the road enters."""
    view = PosterView.of(size)
    left, above, *_size = _CAR_BOX
    down = 24 if view.is_tall else 0  # like the standing car
    end_x = view.stone_x - _TO_STONE
    end_y = _CAR_AT[1] - _CLIMB * (end_x - _CAR_AT[0])
    bend_y = end_y + _CLIMB * (end_x - _BEND_X)
    start, bend, end = (
        view.place(x - left, y + down - above) for x, y in ((_START_X, HIGH + above), (_BEND_X, bend_y), (end_x, end_y))
    )
    return CarArrival(car_picture(size, worn), start, bend, end)


def tape_picture(size: tuple[int, int], *, is_torn: bool) -> tuple[Surface, tuple[int, int]]:
    """Return a picture of the finish tape between a post and the milestone, and its upper left corner in pixels."""
    view = PosterView.of(size)
    down = 24 if view.is_tall else 0
    x, y = view.stone_x + _POST_X - 20, _POST[0] - 10
    wide, high = 160.0, _POST[1] - _POST[0] + 20
    drawn = svg.group(f"translate({-x:.1f} {-y:.1f})", _post(view.stone_x), _tape(view.stone_x, is_torn=is_torn))
    left, top = view.place(x, y + down)
    return view.drawn(drawn, wide, high), (round(left), round(top))


def _post(stone_x: float) -> str:
    x, (top, foot) = stone_x + _POST_X, _POST
    shade = svg.ellipse(x + 6, foot - 3, (16, 5), THEME.greens[-1], opacity=0.55)
    light = svg.rect((x - 5, top, 10, foot - top), 4, THEME.post[0])
    return shade + light + svg.rect((x, top, 5, foot - top), 3, THEME.post[1])


def _tape(stone_x: float, *, is_torn: bool) -> str:
    """Return the SVG of a striped tape; if torn, one half hangs from the post and the other from the milestone."""
    left, left_y, right, right_y, broad = _TAPE
    a, b = (stone_x + left, left_y), (stone_x + right, right_y)
    if not is_torn:
        return _stripes(a, b, broad, _TAPE_STRIPES)
    hangs = _stripes(a, (a[0] + 26, a[1] + 74), 0.9 * broad, 4)
    return hangs + _stripes(b, (b[0] - 16, b[1] + 58), 0.9 * broad, 3)


def _stripes(a: svg.Point, b: svg.Point, broad: float, count: int) -> str:
    parts = []
    for n in range(count):
        (x0, y0), (x1, y1) = ((a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count) for k in (n, n + 1))
        along = abs(b[0] - a[0]) > abs(b[1] - a[1])
        dx, dy = (0.0, broad) if along else (broad, 0.0)
        data = f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}L{x1 + dx:.1f} {y1 + dy:.1f}L{x0 + dx:.1f} {y0 + dy:.1f}Z"
        parts.append(svg.path(data, THEME.white if n % 2 else THEME.red))
    return "".join(parts)


def _stone(x: float, *, with_shade: bool = False) -> str:
    shade = svg.ellipse(*_STONE_SHADOW, THEME.greens[-1], opacity=0.55)
    return svg.group(
        f"translate({x:.1f} {_STONE_FOOT}) scale({_STONE_SCALE})",
        shade if with_shade else "",
        svg.group(f"translate(-128 {-_STONE_H})", art.fragment("parts/milestone")),
    )

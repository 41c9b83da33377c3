"""The painting of the road (art.md §4): a landscape with stones every 100 km, and a lane and a car for each side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Surface

from game.i18n import _, capital, number
from game.people.profiles import Livery
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.geometry.road import Road
from game.table.view import TableView, car_id
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.layers import outer_rect
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME, on_change
from game.words.vocabulary import term

_CAR_W = 404  # tail to nose in the 432 × 184 picture; the nose is at 418, the ground below the wheels at 172
_LAND = (1920, 72)
"""The width and height of a landscape picture in its own units."""
_NAMES_FROM_LANE_PX = 12
_MOST_OF_LANE = 1.1
"""The size of the largest letters of a name, in lane heights; capital letters still fit the lane."""
_CHEQUERS = 3
_FOG = 0.72


@dataclass(frozen=True, slots=True)
class RoadView:
    """Everything that the picture of the road without cars depends on.

    ``sides``, ``names`` and ``liveries`` (the looks of the sides) are by lane. ``target`` is the distance of the leg in
    km, ``fog_words`` are the two lines of text in the fog, None without any.
    """

    sides: tuple[int, ...]
    names: tuple[str, ...]
    liveries: tuple[Livery, ...]
    target: int
    fog_words: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class CarsView:
    """Everything that the picture of the cars depends on.

    ``km`` and ``liveries`` (the looks of the sides) are by side. ``hidden`` are the sides whose car is not drawn,
    ``leaders`` the leading sides, ``target`` is the distance of the leg in km.
    """

    km: tuple[int, ...]
    hidden: frozenset[int]
    leaders: frozenset[int]
    liveries: tuple[Livery, ...]
    target: int


def road_view(view: TableView, places: Places) -> RoadView:
    """Return the data of the road without cars; the fog has words only if the leg can be extended."""
    o = view.observation
    sides = tuple(sorted(range(len(o.sides)), key=places.lanes.__getitem__))
    words = None
    if o.target < places.road.longest_km and o.options.extension:
        words = (capital(term("extension", o.rules)), _("to {km} km", km=number(places.road.longest_km)))
    names = view.names
    liveries = tuple(names.livery(side) for side in sides)
    return RoadView(sides, tuple(names.side(side) for side in sides), liveries, o.target, words)


def cars_view(view: TableView) -> CarsView:
    """Return the data of the cars on the road."""
    o = view.observation
    hidden = frozenset(side for side in range(len(o.sides)) if car_id(side) in view.hidden)
    km = tuple(side.km for side in o.sides)
    liveries = tuple(view.names.livery(side) for side in range(len(km)))
    return CarsView(km, hidden, leaders(km) if view.leaders is None else view.leaders, liveries, o.target)


def leaders(km: Sequence[float]) -> frozenset[int]:
    """Return the sides with the most km, given the km by side; empty while nobody has any."""
    return frozenset(side for side, driven in enumerate(km) if 0 < driven == max(km))


def is_ready(road: Road) -> bool:
    """Return whether the landscape has been rasterized; if not, start to do so in another thread."""
    return art.preloaded_svg(*_scenery_drawn(road)) is not None


def paint_road(surface: Surface, places: Places, what: RoadView) -> None:
    """Paint the road without cars: landscape, lanes, goal, stones and the sides' names."""
    paint_long_road(surface, places, what, places.road.scale_for_target(what.target))


def paint_long_road(surface: Surface, places: Places, what: RoadView, extension: float) -> None:
    """Paint the road without cars while the leg is extended; goal and fog move to the right.

    ``extension`` is 0 for the short scale of the road, 1 for the long one, or in between.
    """
    road, strip = places.road, places.road.strip
    goal_km = road.goal_km(extension)
    surface.blit(art.svg(*_scenery_drawn(road)), (strip.x, strip.y))
    goal_x = road.x_on_scale(goal_km, extension)
    _paint_goal(surface, road, goal_x, 1 - extension)
    _paint_stones(surface, road, goal_km, extension)
    if what.fog_words and extension < 1:
        _paint_fog_words(surface, places, what.fog_words, goal_x)
    _paint_names(surface, places, what)


def preload_scenery(places: Places) -> Iterator[None]:
    """Draw the landscape in another thread if it is not cached; each ``next`` checks whether it is ready."""
    while not is_ready(places.road):
        yield


def _scenery_drawn(road: Road) -> tuple[str, float, float]:
    return _scenery(road, LOOKS.seen_scenery), road.strip.w, road.strip.h


@lru_cache(maxsize=4)
def _scenery(road: Road, name: str) -> str:
    """Return the SVG of everything on the road that does not depend on the scale, relative to the road's corner."""
    w, h, u = road.strip.w, road.strip.h, road.strip.w / 1920
    top, bottom = road.top - road.strip.y, road.top - road.strip.y + road.height
    edge = max(2, 3 * u)
    parts = [
        svg.rect((0, 0, w, h), 0, THEME.navy if THEME.is_plain else THEME.verge),  # nothing below shows through
        "" if THEME.is_plain else _landscape(road, name, top, edge),
        svg.rect((0, top, w, road.height), 0, THEME.road),
        svg.rect((0, top, w, edge), 0, THEME.paper),
        svg.rect((0, bottom - edge, w, edge), 0, THEME.paper),
        _lane_marks(road, top, u),
        svg.rect((road.start - 2, top, max(2, 4 * u), road.height), 0, THEME.paper),
        svg.rect((0, 0, w, h), 0, THEME.dusk[0], opacity=THEME.dusk[1]),
    ]
    return "".join(parts)


on_change(_scenery.cache_clear)


def _landscape(road: Road, name: str, top: float, edge: float) -> str:
    """Return the SVG of the landscape above the lanes, and of the roadside below them."""
    w, h = road.strip.w, road.strip.h
    scale = math.ceil(1e4 * max(w / _LAND[0], top / _LAND[1])) / 1e4  # rounded up to fill the strip
    moved = f"translate(0 {top - _LAND[1] * scale:.2f}) scale({scale:.4f})"
    land = svg.group(moved, art.fragment(f"scenery/{name}_strip"))
    return land + svg.rect((0, h - edge, w, edge), 0, THEME.verge_d)


def _lane_marks(road: Road, top: float, unit: float) -> str:
    dash, gap, thick = 26 * unit, 22 * unit, max(1.2, 2.2 * unit)
    data = ""
    for lane in range(1, road.lane_count):
        y, x = top + lane * road.lane_height, 0.0
        while x < road.strip.w:
            data += f"M{x:.1f} {y - thick / 2:.1f}h{dash:.1f}v{thick:.1f}h{-dash:.1f}z"
            x += dash + gap
    return svg.path(data, THEME.line) if data else ""


def _goal_width(road: Road) -> float:
    return max(3, road.lane_height / 4) * _CHEQUERS


def _paint_goal(surface: Surface, road: Road, x: float, fog: float) -> None:
    """Paint the checkered finish line at ``x`` and the fog behind it; ``fog`` is the fog's strength, 0 … 1."""
    wide = _goal_width(road)
    surface.blit(art.svg(_chequers(road), wide, road.height), (round(x), round(road.top)))
    if fog > 0:
        strip = road.strip
        w = strip.w - road.short_end - wide
        bank = art.svg(svg.rect((0, 0, w, strip.h), 0, THEME.fog, opacity=_FOG), w, strip.h)
        bank.set_alpha(round(255 * fog))  # on a shared picture: set before every blit
        surface.blit(bank, (round(x + wide), strip.y))


@lru_cache(maxsize=4)
def _chequers(road: Road) -> str:
    size = max(3, road.lane_height / 4)
    parts = [svg.rect((0, 0, size * _CHEQUERS, road.height), 0, THEME.paper)]
    y, row = 0.0, 0
    while y < road.height - 0.5:
        for column in range(row % 2, _CHEQUERS, 2):
            parts.append(svg.rect((column * size, y, size, min(size, road.height - y)), 0, THEME.ink))
        y, row = y + size, row + 1
    return "".join(parts)


def _paint_stones(surface: Surface, road: Road, goal_km: float, extension: float) -> None:
    size = road.stone
    k = size / 100
    foot = road.top - road.strip.h * 0.015
    px = max(11, size * 0.335)

    def stone_width(km: int) -> float:
        return max(72 * k, text.width(str(km), "O8", px) + 8 * k)

    last = int(goal_km)
    stones = list(range(0, last + 1, 100))
    if last % 100 and extension in {0, 1}:  # a moving goal has no stone between the others
        if road.x_on_scale(last, extension) - road.x_on_scale(stones[-1], extension) < stone_width(last):
            stones.pop()
        stones.append(last)
    for km in stones:
        x, wide = road.x_on_scale(km, extension), stone_width(km)
        shape = svg.group(f"scale({wide / 72:.4f} {k:.4f})", stone(is_goal=km == goal_km))
        surface.blit(art.svg(shape, wide, 94 * k), (round(x - wide / 2), round(foot - 94 * k)))
        text.draw(surface, str(km), x, foot - size * 0.26, "O8", px, THEME.ink, anchor="c")


def stone(*, is_goal: bool) -> str:
    """Return the SVG of a kilometer stone, 72 wide and 94 high; the stone at the goal has a red cap."""
    cap = THEME.red if is_goal else THEME.gold
    return (
        svg.path("M0 94V36A36 36 0 0 1 72 36V94Z", THEME.white)
        + svg.path("M0 40V36A36 36 0 0 1 72 36V40Z", cap)
        + svg.path("M48 94V2A36 36 0 0 1 72 36V94Z", THEME.ink, opacity=0.14)
    )


def _paint_fog_words(surface: Surface, places: Places, words: tuple[str, str], goal_x: float) -> None:
    """Paint the words in the fog behind the goal; they move along with the goal."""
    road, t, ink = places.road, places.layout.text_scale, THEME.fog_ink
    left = road.short_end + _goal_width(road)
    room = road.strip.w - left - 8
    x, y = (left + road.strip.w) / 2 + goal_x - road.short_end, road.top + road.height / 2
    text.draw(surface, words[0], x, y - 10 * t, "B6", max(12, 18 * t), ink, anchor="c", max_width=room, min_px=11)
    text.draw(surface, words[1], x, y + 12 * t, "B5", max(11, 15 * t), ink, anchor="c", max_width=room)


def _paint_names(surface: Surface, places: Places, what: RoadView) -> None:
    """Paint each side's symbol and name at the left end of its lane, or only the symbols if not all names fit."""
    road, u = places.road, places.layout.unit
    middle, left, right = max(12, 22 * u) + 2, max(24, 44 * u) + 4, road.label_right - 4 * u
    room = right - left - 4
    longest = max(what.names, key=lambda name: text.width(name, "B6", 11))
    is_named = road.lane_height >= _NAMES_FROM_LANE_PX and text.width(longest, "B6", 11) <= room
    if is_named:
        delivered = max(
            11, min(road.lane_height * 0.58, 18 * text.default_scale(u) * min(1.0, text.text_size_factor()))
        )
        wished = min(delivered * max(1.0, text.text_size_factor()), _MOST_OF_LANE * road.lane_height)
        _words, px = text.fit_line(longest, "B6", max(11, wished), room, 11)  # one size for all
    else:
        right = 2 * middle
    edge = max(2, round(3 * u))
    surface.fill(THEME.road, (0, round(road.top) + edge, round(right), round(road.height) - 2 * edge))  # hides lines
    for lane, (worn, name) in enumerate(zip(what.liveries, what.names, strict=True)):
        top = road.top + lane * road.lane_height
        surface.fill(THEME.lane_label, (0, round(top + 1), round(right), round(road.lane_height - 2)))
        y = top + road.lane_height / 2
        r = min(road.lane_height * (0.42 if road.lane_height >= _NAMES_FROM_LANE_PX else 0.5), 16 * max(u, 0.7))
        livery.draw_badge(surface, worn, middle, y, r)
        if is_named:
            text.draw(surface, name, left, y, "B6", px, THEME.paper)


def car_area(places: Places, side: int, left: float, right: float) -> FloatRect:
    """Return the area on which a side's car, km label and dust may be painted.

    ``left`` and ``right`` are the leftmost and rightmost x of the car's nose.
    """
    road, t = places.road, places.layout.text_scale
    wide, wheels, px = road.car_width, road.wheels_y(places.lanes[side]), _km_px(places)
    plate = 8 * t + text.width(_("{km} km", km=number(8888)), "O8", px) + 14 * t + 1.1 * px + 2
    high = 0.6 * wide  # including a load on the roof
    return FloatRect(
        left - 1.5 * wide - plate, wheels - high, right - left + 1.6 * wide + 2 * plate, high + 0.1 * wide + px
    )


def cars_parts(places: Places, what: CarsView) -> Iterator[tuple[FloatRect, object]]:
    """Yield the area of each car with its km label, and the data on which its picture depends."""
    for side, km in enumerate(what.km):
        x = places.road.x_of_km(km, what.target)
        look = km, side in what.hidden, side in what.leaders, what.liveries[side], what.target
        yield car_area(places, side, x, x), look


def paint_cars(surface: Surface, places: Places, what: CarsView) -> None:
    """Paint every car with a label for its km; the label of a leading side is gold and has a flag."""
    clip, spots = surface.get_clip(), dict[int, float]()
    for side in sorted(range(len(what.km)), key=places.lanes.__getitem__):
        x = places.road.x_of_km(what.km[side], what.target)
        if side not in what.hidden and clip.colliderect(outer_rect(car_area(places, side, x, x))):
            spots[side] = x
    for side, x in spots.items():
        paint_car(surface, places, side, what.liveries[side], x)
    for side, x in spots.items():
        paint_km(surface, places, side, x, what.km[side], leads=side in what.leaders, target=what.target)


def paint_car(surface: Surface, places: Places, side: int, worn: Livery, x: float, *, dip: float = 0.0) -> None:
    """Paint a side's car with its nose at ``x``.

    ``worn`` is the look of the side, ``dip`` how many degrees the car leans forward when it brakes.
    """
    k = places.road.car_width / _CAR_W * livery.lane_scale(worn)
    car, above = livery.car_picture(worn, 432 * k)
    left, top = x - livery.nose_x(worn) * k, places.road.wheels_y(places.lanes[side]) - 172 * k - above
    if dip:
        turned = pygame.transform.rotozoom(car, -dip, 1)
        left -= (turned.get_width() - car.get_width()) / 2
        top -= (turned.get_height() - car.get_height()) / 2
        car = turned
    surface.blit(car, (round(left), round(top)))


def _km_px(places: Places) -> float:
    """Return the letter size of the cars' km labels in pixels."""
    share = min(0.62 * max(1.0, text.text_size_factor()), 0.85)
    return max(11, min(places.road.lane_height * share, 21 * places.layout.text_scale))


def plate_height(road: Road, px: float) -> int:
    """Return the height of a car's km label for a letter size in pixels; the label never exceeds its lane."""
    return math.floor(min(max(px + 1, min(road.lane_height * 0.86, px * 1.5)), road.lane_height))


def paint_km(  # noqa: PLR0913 - what, where and how
    surface: Surface, places: Places, side: int, x: float, km: float, *, leads: bool, target: int
) -> None:
    """Paint the km label of a side's car, whose nose is at ``x``.

    The label is in front of the car or, near the fog or the end of the road, behind it. ``leads`` marks a leading side,
    ``target`` is the distance of the leg in km.
    """
    road, t, px = places.road, places.layout.text_scale, _km_px(places)
    words = _("{km} km", km=number(round(km)))
    flag = px * 1.1 if leads else 0.0
    w, h = text.width(words, "O8", px) + 14 * t + flag, plate_height(road, px)
    left = x + 8 * t
    if left + w > (road.strip.w - 4 if road.scale_for_target(target) else road.short_end):
        left = x - road.car_width - 8 * t - w
    top = round(road.wheels_y(places.lanes[side]) - road.lane_height * 0.42 - h / 2)
    middle = top + (h - 1) / 2  # the middle of the capitals, on whole pixels like the plate
    draw.rounded_rect(surface, (left, top, w, h), h * 0.3, THEME.gold if leads else THEME.paper)
    if leads:
        art.blit_icon(surface, "flag", (left + px * 0.85, middle), min(px, h), THEME.ink)
    text.draw(surface, words, left + flag + 7 * t, middle, "O8", px, THEME.ink)

"""What happens on the road strip: cars that drive, brake and cross the line, and the road that is drawn in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pygame import Rect, Surface

from game.table.animation.effects import Cross, Drive, Skid, Slide
from game.table.geometry.places import LONG_KM, SHORT_KM, Places
from game.table.painting import road_strip
from game.table.view import TableView
from game.ui.drawing import art, svg
from game.ui.drawing.theme import THEME
from game.ui.timeline import inout, out

_DIPS_DEGREES: Final = 5.0
_PUFFS: Final = ((0.0, 0.30, 0.42), (0.12, 0.24, 0.30), (0.24, 0.18, 0.20))
"""When each cloud of dust begins, how large it grows, and how far behind the wheel, of the car's width."""
_PUFF_STEPS: Final = 10  # in which a cloud grows and thins, each drawn once
_ROLLS_OUT: Final = 14  # u, how far the others roll on when the race is over


def draw_drive(surface: Surface, places: Places, drive: Drive, km: float, *, leads: bool) -> None:
    """A car on its way, with the plate of its km."""
    x = places.road.x(km, drive.target)
    road_strip.paint_car(surface, places, drive.side, x)
    road_strip.paint_km(surface, places, drive.side, x, km, leads=leads, target=drive.target)


def draw_skid(surface: Surface, places: Places, skid: Skid, elapsed_s: float, cars: road_strip.CarsShown) -> None:
    """A car that brakes hard: it dips its nose, and dust rises behind its wheels."""
    p = skid.progress(elapsed_s)
    x = places.road.x(skid.km, skid.target)
    road_strip.paint_car(
        surface, places, skid.side, x, dip=_DIPS_DEGREES * math.sin(math.pi * min(1.0, 2 * p)) * (1 - p)
    )
    road_strip.paint_km(surface, places, skid.side, x, skid.km, leads=skid.side in cars.leaders, target=skid.target)
    for begins, size, behind in _PUFFS:
        grown = (p - begins) / (1 - begins)
        if grown > 0:
            _draw_puff(surface, places, skid.side, x, (grown, size, behind))


def prewarm(places: Places) -> Iterator[None]:
    """Draw the dust in advance."""
    for _begins, size, _behind in _PUFFS:
        for step in range(_PUFF_STEPS):
            _puff(places, size, step / _PUFF_STEPS)
            yield


def _puff(places: Places, size: float, step: float) -> Surface:
    px = size * places.road.car_width
    return art.svg(_cloud(px, step), px, px)


def _draw_puff(surface: Surface, places: Places, side: int, nose: float, puff: tuple[float, float, float]) -> None:
    grown, size, behind = puff
    wide = places.road.car_width
    step = min(_PUFF_STEPS - 1, int(grown * _PUFF_STEPS)) / _PUFF_STEPS
    cloud = _puff(places, size, step)
    x = nose - wide * (0.75 + behind * out(grown))
    y = places.road.wheels(places.lanes[side]) - size * wide * (0.30 + 0.35 * out(grown))
    surface.blit(cloud, (round(x - size * wide / 2), round(y - size * wide / 2)))


def _cloud(size: float, step: float) -> str:
    r = size * (0.16 + 0.16 * step)
    parts = ((0.34, 0.58, 1.0), (0.62, 0.60, 0.9), (0.48, 0.42, 0.85))
    opacity = round(0.75 * (1 - step), 2)
    return "".join(svg.circle(size * x, size * y, r * share, THEME.paper2, opacity=opacity) for x, y, share in parts)


def draw_cross(surface: Surface, places: Places, cross: Cross, elapsed_s: float) -> None:
    """The winner's car drives over the line, the others roll on a little and stop."""
    p = cross.progress(elapsed_s)
    road, u = places.road, places.layout.u
    best = road_strip.leaders(cross.km)
    spots = {}
    for side in sorted(range(len(cross.km)), key=places.lanes.__getitem__):
        x = road.x(cross.km[side], cross.target)
        if side == cross.winner:
            x += inout(p) * max(0.0, min(road.car_width * 1.3, road.strip.w - 6 - x))
        elif cross.km[side]:
            x += _ROLLS_OUT * u * math.sin(math.pi * out(p))
        spots[side] = x
    for side, x in spots.items():
        road_strip.paint_car(surface, places, side, x)
    for side, x in spots.items():
        road_strip.paint_km(surface, places, side, x, cross.km[side], leads=side in best, target=cross.target)


def draw_slide(surface: Surface, places: Places, slide: Slide, elapsed_s: float, view: TableView) -> None:
    """The whole strip while its scale changes: the goal moves on, the fog with it, cars and stones to the left."""
    p = inout(slide.progress(elapsed_s))
    before = replace(view, observation=replace(view.observation, target=SHORT_KM))
    road, cars = road_strip.road_shown(before, places), road_strip.cars_shown(view)
    area = places.layout.strip
    surface.set_clip(Rect(*(round(part) for part in area)))
    road_strip.paint_long_road(surface, places, road, p)
    for side in _in_lanes(places, cars):
        road_strip.paint_car(surface, places, side, places.road.scaled(cars.km[side], p))
    for side in _in_lanes(places, cars):
        x = places.road.scaled(cars.km[side], p)
        road_strip.paint_km(surface, places, side, x, cars.km[side], leads=side in cars.leaders, target=LONG_KM)
    surface.set_clip(None)


def _in_lanes(places: Places, cars: road_strip.CarsShown) -> Iterator[int]:
    yield from sorted(range(len(cars.km)), key=places.lanes.__getitem__)

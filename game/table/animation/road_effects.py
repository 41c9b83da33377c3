"""Effects on the road during an animation step: cars that drive, brake and finish, and a changing road scale."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from pygame import Rect, Surface

from game.table.animation.animation_step import Effect, EffectLayer, covering_rect
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.painting import road_strip
from game.table.painting.header import km_box, paint_km
from game.table.view import TableView, car_id, km_id
from game.ui.animation import Easing, ease_out_cubic, smoothstep
from game.ui.drawing import art, svg
from game.ui.drawing.theme import THEME

_DIPS_DEGREES = 5.0
_PUFFS = ((0.0, 0.30, 0.42), (0.12, 0.24, 0.30), (0.24, 0.18, 0.20))
"""For each dust cloud: its start as a share of the effect's time, its largest size, and how far it drifts backwards.

Size and distance are in car widths.
"""
_PUFF_STEPS = 10  # the number of sizes of a growing cloud, each drawn once
_ROLLS_OUT = 14  # u; how far the others roll when the race is over


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadEffect(Effect):
    """An effect that is drawn on the road."""

    layer: ClassVar[EffectLayer] = EffectLayer.ROAD

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        return (covering_rect(places.layout.strip),)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarDrive(RoadEffect):
    """A side's car drives from ``start_km`` to ``end_km`` while the number of km counts up.

    ``target`` is the distance of the leg in km, which sets the scale of the road.
    """

    side: int
    start_km: float
    end_km: float
    target: int
    easing: Easing = smoothstep

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset({car_id(self.side), km_id(self.side)})

    def km(self, elapsed_s: float) -> float:
        """Return the km at which the car is at this moment."""
        return self.start_km + (self.end_km - self.start_km) * self.eased_progress(elapsed_s)

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        ends = sorted(places.road.x_of_km(km, self.target) for km in (self.start_km, self.end_km))
        counts = [km_box(places.displays[self.side], round(km), self.target) for km in (self.start_km, self.end_km)]
        left = max(counts, key=lambda box: box.w)
        wider = left.h  # digits differ in width
        km = FloatRect(left.x - wider, left.y, left.w + wider, left.h)
        return covering_rect(road_strip.car_area(places, self.side, ends[0], ends[1])), covering_rect(km)

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        km = self.km(elapsed_s)
        x = places.road.x_of_km(km, self.target)
        road_strip.paint_car(surface, places, self.side, view.names.livery(self.side), x)
        leads = self.side in (view.leaders or ())
        road_strip.paint_km(surface, places, self.side, x, km, leads=leads, target=self.target)
        paint_km(surface, places.displays[self.side], round(km), self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skid(RoadEffect):
    """A car that is stopped at ``km`` dips its nose and leaves a puff of dust."""

    side: int
    km: int
    target: int

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset({car_id(self.side)})

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        x = places.road.x_of_km(self.km, self.target)
        return (covering_rect(road_strip.car_area(places, self.side, x, x)),)

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        cars = road_strip.cars_view(view)
        p = self.progress(elapsed_s)
        x = places.road.x_of_km(self.km, self.target)
        dip = _DIPS_DEGREES * math.sin(math.pi * min(1.0, 2 * p)) * (1 - p)
        road_strip.paint_car(surface, places, self.side, cars.liveries[self.side], x, dip=dip)
        road_strip.paint_km(surface, places, self.side, x, self.km, leads=self.side in cars.leaders, target=self.target)
        for begins, size, behind in _PUFFS:
            grown = (p - begins) / (1 - begins)
            if grown > 0:
                _draw_puff(surface, places, self.side, x, (grown, size, behind))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadRescale(RoadEffect):
    """The road changes to the scale of an extended leg: the fog lifts, and cars and stones move to new places."""

    layer: ClassVar[EffectLayer] = EffectLayer.FADE

    def is_seen(self, elapsed_s: float) -> bool:
        return elapsed_s < self.end_s

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        p = smoothstep(self.progress(elapsed_s))
        distance_km, longest_km = places.road.distance_km, places.road.longest_km
        before = replace(view, observation=replace(view.observation, target=distance_km))
        road, cars = road_strip.road_view(before, places), road_strip.cars_view(view)
        area = places.layout.strip
        surface.set_clip(Rect(*(round(part) for part in area)))
        road_strip.paint_long_road(surface, places, road, p)
        for side in _in_lanes(places, cars):
            road_strip.paint_car(surface, places, side, cars.liveries[side], places.road.x_on_scale(cars.km[side], p))
        for side in _in_lanes(places, cars):
            x = places.road.x_on_scale(cars.km[side], p)
            road_strip.paint_km(surface, places, side, x, cars.km[side], leads=side in cars.leaders, target=longest_km)
        surface.set_clip(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishCrossing(RoadEffect):
    """The winner's car crosses the finish line, and the other cars roll on a little; ``km`` is by side."""

    winner: int
    km: tuple[int, ...]
    target: int

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset(car_id(side) for side in range(len(self.km)))

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        p = self.progress(elapsed_s)
        road, u = places.road, places.layout.unit
        best = road_strip.leaders(self.km)
        spots = {}
        for side in sorted(range(len(self.km)), key=places.lanes.__getitem__):
            x = road.x_of_km(self.km[side], self.target)
            if side == self.winner:
                x += smoothstep(p) * max(0.0, min(road.car_width * 1.3, road.strip.w - 6 - x))
            elif self.km[side]:
                x += _ROLLS_OUT * u * math.sin(math.pi * ease_out_cubic(p))
            spots[side] = x
        for side, x in spots.items():
            road_strip.paint_car(surface, places, side, view.names.livery(side), x)
        for side, x in spots.items():
            road_strip.paint_km(surface, places, side, x, self.km[side], leads=side in best, target=self.target)


def _puff(places: Places, size: float, step: float) -> Surface:
    px = size * places.road.car_width
    return art.svg(_cloud(px, step), px, px)


def _draw_puff(surface: Surface, places: Places, side: int, nose: float, puff: tuple[float, float, float]) -> None:
    grown, size, behind = puff
    wide = places.road.car_width
    step = min(_PUFF_STEPS - 1, int(grown * _PUFF_STEPS)) / _PUFF_STEPS
    cloud = _puff(places, size, step)
    x = nose - wide * (0.75 + behind * ease_out_cubic(grown))
    y = places.road.wheels_y(places.lanes[side]) - size * wide * (0.30 + 0.35 * ease_out_cubic(grown))
    surface.blit(cloud, (round(x - size * wide / 2), round(y - size * wide / 2)))


def _cloud(size: float, step: float) -> str:
    r = size * (0.16 + 0.16 * step)
    parts = ((0.34, 0.58, 1.0), (0.62, 0.60, 0.9), (0.48, 0.42, 0.85))
    opacity = round(0.75 * (1 - step), 2)
    return "".join(svg.circle(size * x, size * y, r * share, THEME.paper2, opacity=opacity) for x, y, share in parts)


def _in_lanes(places: Places, cars: road_strip.CarsView) -> Iterator[int]:
    yield from sorted(range(len(cars.km)), key=places.lanes.__getitem__)


def preload(places: Places) -> Iterator[None]:
    """Draw the pictures of dust clouds into the cache, one per ``next``, before they are needed."""
    for _begins, size, _behind in _PUFFS:
        for step in range(_PUFF_STEPS):
            _puff(places, size, step / _PUFF_STEPS)
            yield

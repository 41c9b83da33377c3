"""The road beside the displays: its lanes, and where on it a distance lies. Pure geometry."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.geometry.box import Box
from game.table.geometry.layout import TableLayout
from game.ui.drawing import text

_SHORT_END, _LONG_END = 0.862, 0.955  # where on the strip the goals of the two scales lie
_ROAD_ENDS = 0.955  # of the strip: below lies the verge
_STONE_FOOT = 0.015  # of the strip, above the road
_MOST_FOR_NAMES = 1.5  # of the room that the sides' names have as delivered
_LANE_PX = 12
"""So high a lane holds the smallest km there are on a plate with some air; the sky gives way for it."""
_MOST_FOR_LANES = 1.4
"""How much higher than that a lane becomes for larger text."""
_LOWEST_STONE_PX = 22
"""So large a stone holds the smallest km: in larger text stones give way to the lanes."""


@dataclass(frozen=True, slots=True)
class Road:
    """The road strip: its lanes, and the scales from km to x.

    The short scale shows the distance of a leg and a stretch of fog, where it may be extended; the long one all of the
    longest distance.
    """

    strip: Box
    lanes: int
    top: float
    height: float
    start: float
    car_width: float
    stone: float
    """The measure of the stones beside the road, in pixels: one is 0.94 of it high."""
    distance_km: int
    longest_km: int

    @property
    def lane(self) -> float:
        """The height of one lane."""
        return self.height / self.lanes

    @property
    def label_right(self) -> float:
        """Where the plates with the sides' names end: a car at 0 km stands between them and the start."""
        return self.start - self.car_width

    @property
    def short_end(self) -> float:
        """Where the goal of the short scale lies, and the fog begins."""
        return self.scaled(self.distance_km, 0.0)

    def extension(self, target: int) -> float:
        """The scale of a leg of that distance: 0 is the short one, 1 the long one."""
        return float(target >= self.longest_km)

    def x(self, km: float, target: int) -> float:
        """Where that distance lies in a leg to ``target``."""
        return self.scaled(km, self.extension(target))

    def goal_km(self, extension: float) -> float:
        """The goal's distance on a road that is on its way from the short scale, 0, to the long one, 1."""
        return self.distance_km + (self.longest_km - self.distance_km) * extension

    def scaled(self, km: float, extension: float) -> float:
        """Where that distance lies on such a road."""
        end = self.strip.w * (_SHORT_END + (_LONG_END - _SHORT_END) * extension)
        return self.start + (end - self.start) * km / self.goal_km(extension)

    def wheels(self, lane: int) -> float:
        """The y of the road under the wheels of a lane's car."""
        return self.top + (lane + 0.9) * self.lane


def lay_road(layout: TableLayout, lanes: int, distances_km: tuple[int, int]) -> Road:
    """The road of a table with so many lanes; ``distances_km`` as in ``places``."""
    strip = layout.strip
    larger, room = max(1.0, text.wished()), strip.h * (_ROAD_ENDS - _STONE_FOOT) - 2
    stone = max(32, 0.235 * strip.h)
    most = room - 0.94 * (stone if larger == 1 else _LOWEST_STONE_PX)
    height = max(strip.h * 0.57, min(lanes * _LANE_PX * min(_MOST_FOR_LANES, larger), most))
    stone = min(stone, (room - height) / 0.94)
    car_width = min(height / lanes * 3.1, 140 * max(layout.u, 0.55))
    names = 0.075 * min(_MOST_FOR_NAMES, larger)
    start = names * strip.w + car_width
    return Road(strip, lanes, strip.y + strip.h * _ROAD_ENDS - height, height, start, car_width, stone, *distances_km)

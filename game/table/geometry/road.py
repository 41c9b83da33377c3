"""The geometry of the road above the displays: its lanes, and the x of each distance. Nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.geometry.box import FloatRect
from game.table.geometry.layout import TableLayout
from game.ui.drawing import text

_SHORT_END, _LONG_END = 0.862, 0.955  # where on the strip the goals of the short and the long scale lie
_ROAD_ENDS = 0.955  # of the strip: the verge lies below
_STONE_FOOT = 0.015  # of the strip, above the road
_MOST_FOR_NAMES = 1.5  # times the room of the sides' names in normal text
_LANE_PX = 12
"""The lane height that holds the smallest label with a car's km; for it, less of the sky is shown."""
_MOST_FOR_LANES = 1.4
"""The greatest lane height in larger text, as a multiple of ``_LANE_PX``."""
_LOWEST_STONE_PX = 22
"""The size of the smallest stone that holds its number; in larger text, stones may shrink to it."""


@dataclass(frozen=True, slots=True)
class Road:
    """The road with a lane for each side, and its scales, which convert km to window x.

    The short scale shows the distance of a leg, with fog behind the goal if the leg can be extended. The long scale
    shows the longest distance, to which a leg is extended. ``start`` is the x of 0 km.
    """

    strip: FloatRect
    lane_count: int
    top: float
    height: float
    start: float
    car_width: float
    stone: float
    """The size of the kilometer stones in pixels; a stone is 0.94 times as high."""
    distance_km: int
    longest_km: int

    @property
    def lane_height(self) -> float:
        """The height of one lane in pixels."""
        return self.height / self.lane_count

    @property
    def label_right(self) -> float:
        """The right end of the sides' names; a car at 0 km stands between its name and the start."""
        return self.start - self.car_width

    @property
    def short_end(self) -> float:
        """The x of the goal on the short scale, where the fog begins."""
        return self.x_on_scale(self.distance_km, 0.0)

    def scale_for_target(self, target: int) -> float:
        """Return which scale a leg of ``target`` km uses: 0 is the short scale, 1 the long one."""
        return float(target >= self.longest_km)

    def x_of_km(self, km: float, target: int) -> float:
        """Return the x of a distance in a leg of ``target`` km."""
        return self.x_on_scale(km, self.scale_for_target(target))

    def goal_km(self, extension: float) -> float:
        """Return the km of the goal; ``extension`` is between 0 and 1 while the short scale changes to the long
        one.
        """
        return self.distance_km + (self.longest_km - self.distance_km) * extension

    def x_on_scale(self, km: float, extension: float) -> float:
        """Return the x of a distance; ``extension`` is 0 on the short scale, 1 on the long one, or in between."""
        end = self.strip.w * (_SHORT_END + (_LONG_END - _SHORT_END) * extension)
        return self.start + (end - self.start) * km / self.goal_km(extension)

    def wheels_y(self, lane: int) -> float:
        """Return the y of the ground under the wheels of the car in a lane."""
        return self.top + (lane + 0.9) * self.lane_height


def lay_road(layout: TableLayout, lanes: int, distances_km: tuple[int, int]) -> Road:
    """Return the road of a table with that many lanes.

    ``distances_km`` are the distance of a leg, and the longest distance it can have after an extension.
    """
    strip = layout.strip
    larger, room = max(1.0, text.text_size_factor()), strip.h * (_ROAD_ENDS - _STONE_FOOT) - 2
    stone = max(32, 0.235 * strip.h)
    most = room - 0.94 * (stone if larger == 1 else _LOWEST_STONE_PX)
    height = max(strip.h * 0.57, min(lanes * _LANE_PX * min(_MOST_FOR_LANES, larger), most))
    stone = min(stone, (room - height) / 0.94)
    car_width = min(height / lanes * 3.1, 140 * max(layout.unit, 0.55))
    names = 0.075 * min(_MOST_FOR_NAMES, larger)
    start = names * strip.w + car_width
    return Road(strip, lanes, strip.y + strip.h * _ROAD_ENDS - height, height, start, car_width, stone, *distances_km)

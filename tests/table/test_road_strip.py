"""The road follows the distances of the rules: what is painted at the goal, before and after an extension."""

from __future__ import annotations

import pytest
from pygame import Rect, Surface, mask

from game.people.profiles import assign_liveries
from game.table.geometry.places import Places, place_table
from game.table.painting.road_strip import CarsView, RoadView, paint_cars, paint_road
from game.ui.drawing.theme import THEME
from tests.cases import each

SIZES = ((1280, 720), (960, 540), (1080, 1350))
DISTANCES_KM = ((700, 1000), (600, 800), (625, 850), (300, 975), (1000, 1000), (425, 425))
LEGS = [(distances, target) for distances in DISTANCES_KM for target in dict.fromkeys(distances)]
every_leg = each(("distances", "target"), LEGS)


def road(seen: Places, target: int) -> Surface:
    surface = Surface(seen.layout.size)
    paint_road(surface, seen, RoadView((0, 1), ("You", "Leo"), assign_liveries([None, None]), target, None))
    return surface


def goal_stone(seen: Places, surface: Surface) -> Rect:
    """The red cap beside the road, in the light and in the shade: only the goal's stone has one."""
    strip = seen.layout.strip
    above = surface.subsurface(Rect(0, round(strip.y), round(strip.w), round(seen.road.top - strip.y)))
    (cap,) = mask.from_threshold(above, THEME.red, (40, 40, 40, 255)).get_bounding_rects()
    return cap


def changed(before: Surface, after: Surface) -> Rect:
    """All that differs."""
    same = mask.from_threshold(after, (0, 0, 0), (1, 1, 1, 255), before)
    same.invert()
    first, *others = same.get_bounding_rects()
    return first.unionall(others)


@every_leg
@pytest.mark.parametrize("size", SIZES)
def test_car_at_the_full_distance_stands_at_the_goal_stone(
    size: tuple[int, int], distances: tuple[int, int], target: int
) -> None:
    seen = place_table(size, ((0,), (1,)), 0, distances)
    empty = road(seen, target)
    for km in (0, 25, target // 2, target - 25, target):
        driven = empty.copy()
        paint_cars(driven, seen, CarsView((km, 0), frozenset({1}), frozenset(), assign_liveries([None, None]), target))
        painted = changed(empty, driven)
        assert Rect(seen.layout.strip).contains(painted), km
    assert painted.right == pytest.approx(goal_stone(seen, empty).centerx, abs=seen.road.car_width / 20)

"""A car in a landscape: for the licence and the garage."""

from __future__ import annotations

from pygame import Rect, Surface

from game.people.profiles import Livery
from game.ui.drawing import livery
from game.ui.drawing.road import car_place

_CAR_W = 0.62  # of the scene's width
_CAR_FOOT = 0.92  # of its height; the shadow ends there
ROAD = 0.2
"""The height of the road below the landscape, of the scene's height."""


def paint_car_scene(surface: Surface, scene: Rect, worn: Livery, land: Surface, driven: float = 1) -> None:
    """Paint a car that drives from the left to the middle of its ``land`` picture; ``driven`` is the share done."""
    surface.blit(land, scene)
    place = car_place(0.8 * scene.h, _CAR_W * scene.w)
    start = scene.x - place.w
    left = start + (scene.centerx - place.w / 2 - start) * driven
    place.bottomleft = round(left), round(scene.y + _CAR_FOOT * scene.h)
    clip = surface.get_clip()
    surface.set_clip(scene.clip(clip))
    livery.draw_car(surface, worn, place)
    surface.set_clip(clip)

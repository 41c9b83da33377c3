"""A picture of a car that drives through a landscape, for the licence and the garage."""

from __future__ import annotations

from pygame import Rect, Surface

from game.people.profiles import Livery
from game.ui.drawing import livery
from game.ui.drawing.road import car_place

_CAR_W = 0.62  # of the scene's width
_CAR_FOOT = 0.92  # of its height; the shadow ends there
ROAD = 0.2
"""The height of the road below the landscape, as a share of the scene's height."""


def paint_car_scene(surface: Surface, scene: Rect, worn: Livery, land: Surface, driven: float = 1) -> None:
    """Paint the landscape picture ``land``, and on it a car that drives from the left edge to the middle.

    ``scene`` is the rectangle to paint, ``worn`` the look of the car, ``driven`` the share of the way done, 0 … 1.
    """
    surface.blit(land, scene)
    place = car_place(0.8 * scene.h, _CAR_W * scene.w)
    start = scene.x - place.w
    left = start + (scene.centerx - place.w / 2 - start) * driven
    place.bottomleft = round(left), round(scene.y + _CAR_FOOT * scene.h)
    clip = surface.get_clip()
    surface.set_clip(scene.clip(clip))
    livery.draw_car(surface, worn, place)
    surface.set_clip(clip)

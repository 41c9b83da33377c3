"""The moving parts of the title's landscape, such as clouds, birds, cars, and snow or leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import cos, dist, pi, sin, tau
from random import Random

import pygame
from pygame import Rect, Surface

from game.people.drivers import DRIVERS
from game.people.players import bot, liveries_by_side
from game.people.profiles import Livery
from game.scenes import background
from game.ui.drawing import art, livery, svg
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME

_CLOUD_SPEEDS = (6, 9, 7)
"""In units of the background picture per second; the other lengths in this module are in these units too."""
_DRIFT = 150
"""Half the distance that a cloud drifts to the right; a larger one would reach the game's name."""
_CLOUD = (200, 120)
_BIRDS, _BIRDS_Y, _BIRDS_EVERY_S, _BIRDS_FOR_S = (190, 70), 190, 40.0, 10.0
_BIRDS_X, _BIRDS_RISE = 920, 300
"""How far the birds fly to the left and up: they leave the window at the top before they reach the game's name."""
_BOATS_HZ, _BOATS_BY = 0.2, 2.0
_IDLES_HZ, _IDLES_BY = 1.1, 2.0
_ROCKS_S, _ROCKS_HZ, _ROCKS_BY = 0.6, 5.0, 12.0
_RIVAL_S, _PARKED_S = 7.0, 2.6
_RIVAL_EVERY_S = (25.0, 45.0)
_RIVAL_GROWS = (0.12, 0.30)
_LAMPS_S = (4.2, 4.5)
"""When the parked car flashes its lamps, in seconds after a rival starts to drive by."""
_ROAD = ((1326, 650), (1298, 690), (1258, 724), (1290, 766), (1400, 784), (1530, 796), (1660, 814), (1790, 862))
"""Points on the middle of the road, from the hills to the milestone."""
_FALLING = {"snow": (40, 70.0, 7.0), "autumn": (12, 46.0, 13.0)}
"""The flakes or leaves that fall in a season: their number, their speed, and the size of the largest."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture and its upper left corner in the window, in px."""

    picture: Surface
    top_left: tuple[int, int]

    @property
    def rect(self) -> Rect:
        return self.picture.get_rect(topleft=self.top_left)


class Landscape:
    """The moving parts of the landscape in a window of a size in px.

    ``car`` is the livery of the parked car, None to leave the car out; ``has_stone`` is whether the milestone is there.
    ``seed`` decides which rivals drive by and when; None makes this random. With ``is_still`` nothing moves and a rival
    stands on the road.
    """

    def __init__(
        self, size: tuple[int, int], car: Livery | None, seed: int | None, *, has_stone: bool, is_still: bool
    ) -> None:
        self._size, self._view = size, background.PosterView.of(size)
        self._car = car
        self._has_stone = has_stone
        self._is_still = is_still
        self._lots = Random(0 if is_still else seed)
        self._starts_s = -_PARKED_S if is_still else self._lots.uniform(*_RIVAL_EVERY_S)
        self._rival = self._drawn_rival()
        self._honked_s = -_ROCKS_S

    def rock_car(self, pos: tuple[int, int], now_s: float) -> bool:
        """Make the parked car rock for a moment; return False if the car is not at ``pos``, in px of the window."""
        box = background.car_box(self._size)
        if self._car is None or not box.collidepoint(pos):
            return False
        if not background.car_picture(self._size, self._car).get_at((pos[0] - box.x, pos[1] - box.y)).a:
            return False
        self._honked_s = now_s
        return True

    def sprites(self, now_s: float) -> list[Sprite]:
        """Return the sprites, the farthest first, at the time ``now_s`` of the animation's own clock."""
        at_s = 0.0 if self._is_still else now_s
        return [
            *self._clouds(at_s),
            *self._boats(at_s),
            *self._birds(at_s),
            *self._passing(at_s),
            *self._waiting(at_s),
            *self._falling(at_s),
        ]

    def _sprite(self, picture: Surface, x: float, y: float) -> Sprite:
        left, top = self._view.place(x, y)
        return Sprite(picture, (round(left), round(top)))

    # -- the sky ------------------------------------------------------------------------------------------------------

    def _clouds(self, now_s: float) -> Iterator[Sprite]:
        for (x, y, larger), speed in zip(self._view.clouds, _CLOUD_SPEEDS, strict=False):
            wide, high = (larger * side for side in _CLOUD)
            picture = self._view.drawn(svg.group(f"scale({larger})", background.cloud()), wide, high)
            left, top = x - larger * background.CLOUD_FOOT[0], y - larger * background.CLOUD_FOOT[1]
            left += _DRIFT * (1 - cos(speed * now_s / _DRIFT))
            yield self._sprite(_dimmed(f"cloud {larger}", picture), left, top)

    def _birds(self, now_s: float) -> Iterator[Sprite]:
        """Yield a flock of birds now and then, but never in a tall window, where the game's name fills the sky."""
        way = (now_s % _BIRDS_EVERY_S) / _BIRDS_FOR_S
        if way <= 1 and not (self._is_still or LOOKS.is_dark or self._view.is_tall):
            x = background.WIDE - way * _BIRDS_X
            picture = self._view.drawn(art.fragment("scenery/birds"), *_BIRDS)
            yield self._sprite(_dimmed("birds", picture), x, _BIRDS_Y + 40 * sin(pi * way) - _BIRDS_RISE * way**2)

    def _boats(self, now_s: float) -> Iterator[Sprite]:
        """Yield the boats, which rise and fall with the sea."""
        left, above, *size = background.BOAT_BOX
        for n, (x, y, larger, drawn) in enumerate(background.boats()):
            moved = svg.group(f"scale({larger}) translate({left} {above})", drawn)
            picture = self._view.drawn(moved, *(larger * side for side in size))
            falls = 0.0 if self._is_still else _BOATS_BY * sin(tau * _BOATS_HZ * now_s + n)
            yield self._sprite(_dimmed(f"boat {n}", picture), x - larger * left, y - larger * above + falls)

    # -- the road -----------------------------------------------------------------------------------------------------

    def _drawn_rival(self) -> Surface:
        """Return a picture of some driver's car at its largest size, in another color than the parked car."""
        drivers = tuple(bot(driver) for driver in DRIVERS)
        known_by = liveries_by_side(drivers, tuple((seat,) for seat in range(len(drivers))))
        worn = self._lots.choice([one for one in known_by if self._car is None or one.paint is not self._car.paint])
        grown = _RIVAL_GROWS[1]
        wide, high = (grown * side for side in livery.CAR_SIZE)
        return self._view.drawn(svg.group(f"scale({grown})", livery.car_svg(worn)), wide, high)

    def _passing(self, now_s: float) -> Iterator[Sprite]:
        """Yield a rival that drives by, and over it the milestone, which hides it at the end."""
        driven_s = now_s - self._starts_s
        if driven_s > _RIVAL_S:
            self._starts_s, self._rival = now_s + self._lots.uniform(*_RIVAL_EVERY_S), self._drawn_rival()
        if not (self._has_stone and 0 <= driven_s <= _RIVAL_S):
            return
        way = driven_s / _RIVAL_S
        (x, y), is_leftward = _along(way)
        grown = _RIVAL_GROWS[0] + way * (_RIVAL_GROWS[1] - _RIVAL_GROWS[0])
        picture = pygame.transform.smoothscale_by(self._rival, grown / _RIVAL_GROWS[1])
        picture = pygame.transform.flip(picture, is_leftward, False)
        wide, high = (grown * side for side in livery.CAR_SIZE)
        yield self._sprite(picture, x - wide / 2, y - high)
        yield Sprite(background.stone_picture(self._size), background.stone_box(self._size).topleft)

    def _waiting(self, now_s: float) -> Iterator[Sprite]:
        """Yield the parked car, which trembles, rocks after a press, and sometimes flashes its lamps."""
        if self._car is None:
            return
        box = background.car_box(self._size)
        rocks = max(0.0, 1 - (now_s - self._honked_s) / _ROCKS_S) * _ROCKS_BY * sin(tau * _ROCKS_HZ * now_s)
        idles = _IDLES_BY * sin(tau * _IDLES_HZ * now_s)
        raised = 0 if self._is_still else round(self._view.scale * (idles + rocks))
        yield Sprite(background.car_picture(self._size, self._car), (box.x, box.y - raised))
        if not self._is_still and _LAMPS_S[0] <= now_s - self._starts_s <= _LAMPS_S[1]:
            yield Sprite(background.lamps_picture(self._size, self._car), (box.x, box.y - raised))

    # -- the season ---------------------------------------------------------------------------------------------------

    def _falling(self, now_s: float) -> Iterator[Sprite]:
        count, speed, large = _FALLING.get(LOOKS.seen_scenery, (0, 0.0, 0.0))
        for n in range(0 if self._is_still else count):
            size = large * (0.5 + 0.5 * (n % 4) / 3)
            sways = 40 * sin(0.7 * now_s + n)
            x = (n * 619 + 12 * now_s) % background.WIDE + sways
            y = (n * 347 + speed * (0.7 + 0.1 * (n % 7)) * now_s) % (background.HIGH + 40) - 20
            yield self._sprite(self._flake(size), x, y)

    def _flake(self, size: float) -> Surface:
        if LOOKS.seen_scenery == "snow":
            drawing = svg.circle(size / 2, size / 2, size / 2, THEME.white)
        else:
            drawing = svg.ellipse(size / 2, size / 2, (size / 2, size / 4), THEME.gold_d)
        return self._view.drawn(drawing, size, size)


def _along(way: float) -> tuple[tuple[float, float], bool]:
    """Return the point at the fraction ``way`` (0 … 1) of the road, and whether the road goes left there."""
    parts = list(pairwise(_ROAD))
    left = way * sum(dist(a, b) for a, b in parts)
    for a, b in parts:
        long = dist(a, b)
        if left <= long:
            k = left / long
            return (a[0] + k * (b[0] - a[0]), a[1] + k * (b[1] - a[1])), b[0] < a[0]
        left -= long
    return _ROAD[-1], False


def _dimmed(name: str, picture: Surface) -> Surface:
    """Return the picture, dimmed if the theme is dark; ``name`` is its cache key."""
    key = "at dusk", name, picture.get_size()
    return art.cached(key, partial(_at_dusk, picture)) if THEME.dusk[1] else picture


def _at_dusk(picture: Surface) -> Surface:
    dimmed, left = picture.copy(), round(255 * (1 - THEME.dusk[1]))
    dimmed.fill((left, left, left, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return dimmed

"""Animate the title's landscape while a player may be watching, and redraw only the areas that have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

import pygame
from pygame import Rect, Surface

from game.features.title.landscape import Landscape, Sprite
from game.scenes import background
from game.scenes.host import Host

_EVERY_S = 0.03
_LONGEST_S = 0.1  # longest step of the animation, so that after a pause it continues from where it was
_ASLEEP_S = 300.0  # after the last key or move of the mouse
_LOW_POWER = 20  # per cent
_ROUND = 0.5
"""The fraction of the car's box that its rounded shape leaves empty, both edges together."""


class LandscapeAnimation:
    """The animated landscape of the title; it moves only while it ``is_awake``.

    Set ``is_redraw_needed`` when the controls in front of the landscape have changed. ``changed_areas`` are the areas
    that differ from the previous picture, or None if the whole picture may differ.
    """

    def __init__(self, app: Host) -> None:
        self.is_redraw_needed, self.is_awake = True, False
        self._app = app
        self._living: Landscape | None = None
        self._seen: tuple[object, ...] = ()
        self._lived_s = 0.0
        self._gone_on_s = self._woken_s = app.now_s
        self._sprites: list[Sprite] = []
        self._shown: list[Sprite] = []
        self.changed_areas: list[Rect] | None = None
        self._surface: Surface | None = None
        self._front: Surface | None = None

    def drop_pictures(self) -> None:
        """Discard all pictures, because the window's size, the theme or the season may have changed."""
        self._living, self._surface, self._front, self._seen = None, None, None, ()
        self._sprites, self._shown = [], []

    def wake(self, now_s: float) -> None:
        """Restart the five minutes without input after which the animation stops."""
        self._woken_s = now_s

    def rock_car(self, pos: tuple[int, int]) -> bool:
        """Make the parked car rock; return False if the car is not at ``pos``, in px of the window."""
        return self._living is not None and self._living.rock_car(pos, self._lived_s)

    def advance(self, now_s: float) -> bool:
        """Advance the animation to the time ``now_s``; return whether anything has moved."""
        passed_s = now_s - self._gone_on_s
        if self._living is None or passed_s < _EVERY_S:
            return False
        was_awake, self._gone_on_s, self.is_awake = self.is_awake, now_s, self._may_move(now_s)
        if not self.is_awake:
            self._seen = () if was_awake else self._seen  # a new landscape: a rival would stop behind the milestone
            return was_awake
        self._lived_s += min(passed_s, _LONGEST_S)
        self._sprites = self._living.sprites(self._lived_s)
        return self._sprites != self._shown

    def _may_move(self, now_s: float) -> bool:
        """Return whether the animation may move.

        It may not with reduced motion, without the window's focus, after minutes without input, or on low battery.
        """
        app = self._app
        if app.settings.person.reduced_motion or not app.has_focus or now_s - self._woken_s > _ASLEEP_S:
            return False
        return app.power_meter.power.percent >= _LOW_POWER

    # -- picture ------------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, signs: Sequence[Rect], draw_front: Callable[[Surface], None]) -> None:
        """Draw the landscape, then call ``draw_front`` to draw what is in front of it.

        The parked car and the milestone are left out if one of the ``signs`` would cover a part, or it the other.
        """
        app, size = self._app, self._app.size
        box = background.car_box(size)
        body = box.inflate(*(-_ROUND * side for side in box.size))
        car = app.settings.profile.livery if body.collidelist(signs) < 0 else None
        has_stone = background.stone_box(size).collidelist([*signs, *([box] if car else [])]) < 0
        ground = background.picture(size, with_stone=has_stone, with_moving=False)
        seen = size, car, has_stone, app.settings.person.reduced_motion, ground
        if seen != self._seen:
            living = Landscape(size, car, app.seed, has_stone=has_stone, is_still=app.settings.person.reduced_motion)
            self._sprites = living.sprites(self._lived_s)
            self._living, self._seen, self.is_redraw_needed = living, seen, True  # only after all is drawn
        if self.is_redraw_needed or surface is not self._surface:
            self._draw_whole(surface, ground, draw_front)
        else:
            self._draw_moved(surface, ground, draw_front)
        self._surface, self._shown, self.is_redraw_needed = surface, self._sprites, False

    def _draw_whole(self, surface: Surface, ground: Surface, draw_front: Callable[[Surface], None]) -> None:
        self._front = self.changed_areas = None
        surface.blit(ground, (0, 0))
        for sprite in self._sprites:
            surface.blit(sprite.picture, sprite.top_left)
        draw_front(surface)

    def _draw_moved(self, surface: Surface, ground: Surface, draw_front: Callable[[Surface], None]) -> None:
        if self._front is None:
            self._front = Surface(surface.get_size(), pygame.SRCALPHA)
            draw_front(self._front)
        self.changed_areas = list(self._moved())
        for area in self.changed_areas:
            surface.set_clip(area)
            surface.blit(ground, area, area)
            for sprite in self._sprites:
                if sprite.rect.colliderect(area):
                    surface.blit(sprite.picture, sprite.top_left)
            surface.blit(self._front, area, area)
        surface.set_clip(None)

    def _moved(self) -> Iterator[Rect]:
        """Yield the old and the new area of each sprite that has moved, as one area if the two overlap."""
        whole = Rect((0, 0), self._app.size)
        for old, new in zip_longest(self._shown, self._sprites):
            if old == new:
                continue
            rects = [sprite.rect.clip(whole) for sprite in (old, new) if sprite is not None]
            if len(rects) == 2 and rects[0].colliderect(rects[1]):
                rects = [rects[0].union(rects[1])]
            yield from filter(None, rects)

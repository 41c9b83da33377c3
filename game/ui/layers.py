"""A cached picture of all that rests, made of named regions; only what changed is painted again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

Paint = Callable[[Surface], None]


@dataclass(slots=True)
class _Region:
    rect: Rect
    key: object
    paint: Paint


class Layer:
    """A surface as large as the window, described anew every time it is drawn.

    Usage, whenever the scene renders::

        layer.region("table", whole, size, paint_table)
        layer.region("own", own_rect, own_key, paint_own)      # painted over the table
        layer.draw(surface)

    ``paint(surface)`` gets the layer's whole surface with the clip set, so it draws in window coordinates. ``rect``
    must hold everything it paints, shadows and glows too; ``key`` (anything comparable) everything that it depends on.
    Regions are painted in the order declared. Where a key or a rect changed, a region is new, or one was not declared
    again, the area is cleared and every region that touches it is painted there, those below as well as those above.
    """

    def __init__(self, size: tuple[int, int], *, alpha: bool = False) -> None:
        self._surface = Surface(size, pygame.SRCALPHA) if alpha else Surface(size)
        self._now: dict[str, _Region] = {}
        self._drawn: dict[str, _Region] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._surface.get_size()

    def region(self, name: str, rect: Rect | tuple[float, float, float, float], key: object, paint: Paint) -> None:
        """Declare a region of the next picture; a name may be declared once between two draws."""
        self._now[name] = _Region(_outer(rect).clip(self._surface.get_rect()), key, paint)

    def draw(self, surface: Surface) -> list[Rect]:
        """Bring the layer up to date, blit it to the upper left of the surface, and return what was painted again."""
        damage = self.refresh()
        self.blit(surface)
        return damage

    def blit(self, surface: Surface) -> None:
        """Blit the layer as it is to the upper left of the surface."""
        surface.blit(self._surface, (0, 0))

    def copy(self, area: Rect) -> Surface:
        """A copy of a part of the layer as it is."""
        return self._surface.subsurface(area.clip(self._surface.get_rect())).copy()

    def refresh(self) -> list[Rect]:
        """Bring the layer up to date and return the areas that were painted again."""
        damage = merged([rect for rect in self._damage() if rect])
        for area in damage:
            self._repaint(area)
        self._drawn, self._now = self._now, {}
        return damage

    def _damage(self) -> list[Rect]:
        areas = [old.rect for name, old in self._drawn.items() if name not in self._now]
        for name, new in self._now.items():
            old = self._drawn.get(name)
            if old is None:
                areas.append(new.rect)
            elif old.key != new.key or old.rect != new.rect:
                areas += [old.rect, new.rect]
        return areas

    def _repaint(self, area: Rect) -> None:
        self._surface.set_clip(area)
        self._surface.fill((0, 0, 0, 0))
        for region in self._now.values():
            part = region.rect.clip(area)
            if part:
                self._surface.set_clip(part)
                region.paint(self._surface)
        self._surface.set_clip(None)


def _outer(rect: Rect | tuple[float, float, float, float]) -> Rect:
    """The whole pixels that a rectangle of fractions touches."""
    x, y, w, h = rect
    left, top = int(x // 1), int(y // 1)
    return Rect(left, top, int(-(-(x + w) // 1)) - left, int(-(-(y + h) // 1)) - top)


def merged(areas: list[Rect]) -> list[Rect]:
    """The areas with those joined that mostly overlap.

    Those that only touch stay apart: what both hold is painted twice, which costs less than what lies between them.
    """
    apart: list[Rect] = []
    for area in areas:
        joined = area.copy()
        while (hit := next((i for i, other in enumerate(apart) if _is_worth_joining(joined, other)), None)) is not None:
            joined.union_ip(apart.pop(hit))
        apart.append(joined)
    return apart


def _is_worth_joining(a: Rect, b: Rect) -> bool:
    return a.union(b).w * a.union(b).h <= a.w * a.h + b.w * b.h

"""Layers cache the parts of a picture that do not move; ``DirtyRects`` tracks where moving things must be erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pygame import FRect, Rect, Surface

Paint = Callable[[Surface], None]
Parts = Callable[[], Iterable[tuple[tuple[float, float, float, float], object]]]
"""Returns the pieces of a region, which may overlap: the rectangle of each, and a key of everything it depends on."""


_WHOLE_KEY = object()
_DEFERRED_SHARE = 0.1
"""The share of the layer repainted per frame for changes that may wait; at least one region, if nothing is urgent."""


@dataclass(slots=True)
class _Region:
    rect: Rect
    key: object
    at_once: object
    paint: Paint
    solid: bool
    parts: Parts | None

    def is_like(self, other: _Region) -> bool:
        return self.key == other.key and self.rect == other.rect

    def differing(self, other: _Region) -> list[Rect]:
        """Return the areas that differ from another version of the region."""
        if self.rect != other.rect or self.parts is None or other.parts is None:
            return [self.rect, other.rect]
        pieces = zip(self.parts(), other.parts(), strict=True)
        changed = (box for one, another in pieces if one != another for box in (one[0], another[0]))
        return merge_rects([rect for box in changed if (rect := outer_rect(box).clip(self.rect))])


class Layer:
    """A cached surface as large as the window; its regions are declared anew for every frame.

    Usage, whenever the scene renders::

        layer.region("table", whole, size, paint_table)
        layer.region("own", own_rect, own_key, paint_own)      # painted over the table
        layer.refresh()
        layer.blit(surface)

    ``paint(surface)`` gets the layer's whole surface with the clip set, so it draws in window coordinates. ``rect``
    must contain everything painted, shadows and glows too; ``key`` (anything comparable) everything the painting
    depends on. Regions are painted in the order declared. Where a key or a rect changed, a region is new, or one was
    not declared again, the area is cleared and all regions that touch it are repainted there, below and above. Of a
    region with ``parts``, which together cover its whole key, only changed parts are repainted.

    Changes that need not show in the next frame may be deferred, so that a frame with many changes is not late:
    ``urgent_key`` is the part of the key that may not be deferred, None if all may; by default nothing may. A deferred
    region stays as it was, and ``has_deferred_drawing`` is True until it has been declared and painted in a later
    refresh.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        self._surface = Surface(size)
        self._declared: dict[str, _Region] = {}
        self._last_declared: dict[str, _Region] = {}
        self._painted: dict[str, _Region] = {}
        self._deferred: list[str] = []
        self._is_painted = False

    @property
    def size(self) -> tuple[int, int]:
        return self._surface.get_size()

    @property
    def is_painted(self) -> bool:
        """Whether everything declared was painted at least once."""
        return self._is_painted

    @property
    def has_deferred_drawing(self) -> bool:
        """Whether a declared change has not been painted yet."""
        return bool(self._deferred)

    def declare_region(  # noqa: PLR0913 - where, how and when
        self,
        name: str,
        rect: Rect | tuple[float, float, float, float],
        key: object,
        paint: Paint,
        *,
        urgent_key: object = _WHOLE_KEY,
        is_opaque: bool = False,
        parts: Parts | None = None,
    ) -> None:
        """Declare a region of the next picture; each name may be declared once between two refreshes.

        An ``is_opaque`` region paints every pixel of its rect, so nothing below is painted there.
        """
        urgent = key if urgent_key is _WHOLE_KEY else urgent_key
        self._declared[name] = _Region(
            outer_rect(rect).clip(self._surface.get_rect()), key, urgent, paint, is_opaque, parts
        )

    def blit(self, surface: Surface) -> None:
        """Blit the layer as it is to the upper left corner of the surface."""
        surface.blit(self._surface, (0, 0))

    def copy(self, area: Rect) -> Surface:
        """Return a copy of an area of the layer, without what lies outside the layer."""
        seen = area.clip(self._surface.get_rect())
        return self._surface.subsurface(seen).copy() if seen else Surface((0, 0))

    def preload(self, is_time_up: Callable[[], bool]) -> None:
        """Paint declared regions for the first time, the lowest first, at least one, until time is up.

        A layer that is not yet visible is painted over several frames this way: declare its regions and preload until
        ``is_painted``. Changes made meanwhile are painted by the next refresh.
        """
        missing = [name for name in self._declared if name not in self._painted]
        for place, name in enumerate(missing):
            if place and is_time_up():
                break
            region = self._painted[name] = self._declared[name]
            self._surface.set_clip(region.rect)
            region.paint(self._surface)
        self._surface.set_clip(None)
        self._is_painted = self._declared.keys() <= self._painted.keys()
        self._declared = {}

    def preload_changes(self, surface: Surface) -> None:
        """Draw everything that the next refresh would paint, but on another surface, to fill the picture caches."""
        regions, self._declared = self._declared, {}
        for name, region in regions.items():
            if name not in self._painted or not self._painted[name].is_like(region):
                region.paint(surface)

    def refresh(self) -> list[Rect]:
        """Repaint all urgent changes and some of the others; return the repainted areas."""
        self._last_declared = dict(self._declared)
        damage = merge_rects([rect for rect in self._damage() if rect])
        for area in damage:
            self._repaint(area)
        self._painted, self._declared = self._declared, {}
        self._is_painted = True
        return damage

    def paint_deferred(self) -> list[Rect]:
        """Paint some of the deferred changes of the last refresh; return the repainted areas."""
        self._declared = self._last_declared
        return self.refresh()

    def _damage(self) -> list[Rect]:
        areas = [old.rect for name, old in self._painted.items() if name not in self._declared]
        patient = dict[str, list[Rect]]()
        for name, new in self._declared.items():
            old = self._painted.get(name)
            if old is None:
                areas.append(new.rect)
            elif old is not new and not old.is_like(new):
                if old.at_once == new.at_once:
                    patient[name] = new.differing(old)
                else:
                    areas += new.differing(old)
        return areas + self._defer(patient, merge_rects(areas))

    def _defer(self, patient: dict[str, list[Rect]], urgent: list[Rect]) -> list[Rect]:
        """Choose which of the ``patient`` changes are painted now, those deferred longest first; return their areas.

        The others keep their old picture. Areas inside ``urgent`` ones cost nothing.
        """
        w, h = self.size
        left_px = 0.0 if urgent else _DEFERRED_SHARE * w * h
        is_first, chosen, waiting = not urgent, list[Rect](), list[str]()
        in_turn = [name for name in self._deferred if name in patient]
        for name in in_turn + [name for name in patient if name not in in_turn]:
            own = [rect for rect in patient[name] if not any(area.contains(rect) for area in (*urgent, *chosen))]
            px = sum(rect.w * rect.h for rect in own)
            if is_first or not own or px <= left_px:
                is_first = is_first and not own
                left_px -= px
                chosen += own
            else:
                waiting.append(name)
                self._declared[name] = self._painted[name]
        self._deferred = waiting
        return chosen

    def _repaint(self, area: Rect) -> None:
        regions = [(part, region) for region in self._declared.values() if (part := region.rect.clip(area))]
        lowest = max((i for i, (part, region) in enumerate(regions) if region.solid and part == area), default=None)
        self._surface.set_clip(area)
        if lowest is None:
            self._surface.fill((0, 0, 0, 0))
        regions = regions[lowest or 0 :]
        for part, region in regions:
            self._surface.set_clip(part)
            region.paint(self._surface)
        self._surface.set_clip(None)


def outer_rect(rect: Rect | FRect | tuple[float, float, float, float]) -> Rect:
    """Return the smallest rectangle of whole pixels around a rectangle with fractions."""
    x, y, w, h = rect
    left, top = int(x // 1), int(y // 1)
    return Rect(left, top, int(-(-(x + w) // 1)) - left, int(-(-(y + h) // 1)) - top)


def merge_rects(areas: list[Rect]) -> list[Rect]:
    """Return the areas with those joined that mostly overlap.

    Areas that only touch stay separate: painting their overlap twice costs less than painting the gap between them.
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


class DirtyRects:
    """The rectangles of a surface where something was drawn over the background.

    Usage, whenever the scene renders::

        for area in dirty_rects.areas_to_redraw(surface, key, changed):
            surface.set_clip(area)
            draw_background(surface)
        surface.set_clip(None)
        dirty_rects.add(draw_moving_things(surface))      # the rectangles it drew in; or dirty_rects.invalidate()

    ``changed`` lists areas where the background changed; another ``key`` (anything comparable) means all of it.
    Everything drawn over the background must be added, or the rectangles invalidated; else it stays on screen.
    """

    def __init__(self) -> None:
        self._surface: Surface | None = None
        self._key: object = None
        self._rects: list[Rect] | None = None
        self._areas: list[Rect] = []

    def areas_to_redraw(self, surface: Surface, key: object, changed: Iterable[Rect] = ()) -> list[Rect]:
        """Return where to redraw the background: everywhere, unless this surface already shows it for this ``key``."""
        is_known = self._rects is not None and surface is self._surface and key == self._key
        whole = surface.get_rect()
        areas = [whole]
        if is_known:
            rects = (rect.clip(whole) for rect in (*(self._rects or ()), *changed))
            areas = merge_rects([rect for rect in rects if rect])
        self._surface, self._key, self._rects, self._areas = surface, key, [], areas
        return areas

    def record_drawn(self, rects: Iterable[Rect]) -> None:
        """Record rectangles in which something was drawn over the background."""
        if self._rects is not None:
            self._rects += rects

    def invalidate(self) -> None:
        """Record that something was drawn anywhere, so that the whole background is redrawn next time."""
        self._rects = None

    @property
    def changed(self) -> list[Rect] | None:
        """The areas of the surface that the last drawing may have changed; None if unknown."""
        return None if self._rects is None else merge_rects([*self._areas, *(rect for rect in self._rects if rect)])

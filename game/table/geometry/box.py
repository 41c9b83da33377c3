"""A rectangle in window pixels as a plain tuple, with the few questions the table asks of one."""

from __future__ import annotations

from typing import NamedTuple, Self


class Box(NamedTuple):
    """A rectangle: left, top, width and height in pixels."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def between(cls, left: float, top: float, right: float, bottom: float) -> Self:
        """The rectangle of whole pixels nearest to these edges, so that neighbours stay neighbours."""
        return cls(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    @classmethod
    def around(cls, x: float, y: float, w: float, h: float) -> Self:
        """The rectangle of whole pixels of this size round a point."""
        return cls.between(x - w / 2, y - h / 2, x + w / 2, y + h / 2)

    @classmethod
    def hull(cls, a: Box, b: Box) -> Self:
        """The smallest rectangle that holds two others."""
        x, y = min(a.x, b.x), min(a.y, b.y)
        return cls(x, y, max(a.right, b.right) - x, max(a.bottom, b.bottom) - y)

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def center(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, pos: tuple[float, float]) -> bool:
        """Whether a point lies inside."""
        return self.x <= pos[0] < self.right and self.y <= pos[1] < self.bottom

    def grown(self, by: float) -> Box:
        """The rectangle with every edge moved outwards; inwards by a negative number."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: float, dy: float) -> Box:
        """The same rectangle elsewhere."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def overlaps(self, other: Box) -> bool:
        """Whether the two share an area."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

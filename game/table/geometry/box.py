"""A rectangle in window pixels with fractions, as a plain tuple, with the few queries that the table needs."""

from __future__ import annotations

from typing import NamedTuple, Self


class FloatRect(NamedTuple):
    """A rectangle: left, top, width and height in pixels."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def between(cls, left: float, top: float, right: float, bottom: float) -> Self:
        """Return the rectangle with these edges rounded to whole pixels, so that neighbors still touch."""
        return cls(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    @classmethod
    def around(cls, x: float, y: float, w: float, h: float) -> Self:
        """Return the rectangle of size ``w`` × ``h`` centered on a point, with its edges rounded to whole pixels."""
        return cls.between(x - w / 2, y - h / 2, x + w / 2, y + h / 2)

    @classmethod
    def hull(cls, a: FloatRect, b: FloatRect) -> Self:
        """Return the smallest rectangle that contains the two rectangles."""
        x, y = min(a.x, b.x), min(a.y, b.y)
        return cls(x, y, max(a.right, b.right) - x, max(a.bottom, b.bottom) - y)

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, pos: tuple[float, float]) -> bool:
        return self.x <= pos[0] < self.right and self.y <= pos[1] < self.bottom

    def grown(self, by: float) -> FloatRect:
        """Return the rectangle with every edge moved outwards by that many pixels, or inwards if negative."""
        return FloatRect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: float, dy: float) -> FloatRect:
        return FloatRect(self.x + dx, self.y + dy, self.w, self.h)

    def overlaps(self, other: FloatRect) -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

"""SVG fragments as text, limited to what nanosvg draws: no text, no masks, no group opacity.

Coordinates are pixels of the picture made by ``art.svg``. A stroke or fill is a ``Color`` or None.
"""

# ruff: noqa: PLR0913 - drawing takes what, where and how

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from pygame import Color

from game.ui.drawing.theme import hexcode

Point = tuple[float, float]


@lru_cache(maxsize=4096)  # the same coordinates recur in every frame, as cache keys
def number(value: float) -> str:
    """Format a coordinate with at most one decimal, so that equal shapes share a cache entry."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _paint(fill: Color | None, stroke: Color | None, width: float, opacity: float | None) -> str:
    text = f' fill="{hexcode(fill) if fill else "none"}"'
    if stroke:
        text += (
            f' stroke="{hexcode(stroke)}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"'
        )
    if opacity is not None:
        text += f' fill-opacity="{opacity:g}" stroke-opacity="{opacity:g}"'
    return text


def rect(
    box: tuple[float, float, float, float],
    radius: float = 0,
    fill: Color | None = None,
    *,
    stroke: Color | None = None,
    width: float = 0,
    opacity: float | None = None,
) -> str:
    """Return the SVG of a rectangle ``(x, y, w, h)`` with rounded corners."""
    x, y, w, h = map(number, box)
    return (
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{number(radius)}"{_paint(fill, stroke, width, opacity)}/>'
    )


def circle(
    x: float,
    y: float,
    radius: float,
    fill: Color | None = None,
    *,
    stroke: Color | None = None,
    width: float = 0,
    opacity: float | None = None,
) -> str:
    """Return the SVG of a circle centered at (x, y)."""
    paint = _paint(fill, stroke, width, opacity)
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{paint}/>'


def ellipse(x: float, y: float, radii: Point, fill: Color, *, opacity: float | None = None) -> str:
    """Return the SVG of an ellipse centered at (x, y), with its horizontal and vertical radius."""
    paint = _paint(fill, None, 0, opacity)
    return f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(radii[0])}" ry="{number(radii[1])}"{paint}/>'


def path(
    data: str,
    fill: Color | None = None,
    *,
    stroke: Color | None = None,
    width: float = 0,
    opacity: float | None = None,
    transform: str = "",
) -> str:
    """Return the SVG of a path; ``data`` is its ``d`` attribute."""
    moved = f' transform="{transform}"' if transform else ""
    return f'<path d="{data}"{_paint(fill, stroke, width, opacity)}{moved}/>'


def group(transform: str, *parts: str) -> str:
    """Return SVG fragments as a group with a common transform."""
    return f'<g transform="{transform}">{"".join(parts)}</g>'


def _corner(before: Point, here: Point, after: Point, radius: float) -> tuple[Point, Point]:
    """Return the points on the two edges where a rounded corner begins and ends."""
    (px, py), (x, y), (nx, ny) = before, here, after
    first, second = math.hypot(px - x, py - y), math.hypot(nx - x, ny - y)
    a, b = min(radius, first / 2) / first, min(radius, second / 2) / second
    return (x + (px - x) * a, y + (py - y) * a), (x + (nx - x) * b, y + (ny - y) * b)


def rounded_polygon_data(points: Sequence[Point], radius: float) -> str:
    """Return the path data of a closed polygon with rounded corners."""
    steps = []
    for i, (x, y) in enumerate(points):
        begin, end = _corner(points[i - 1], (x, y), points[(i + 1) % len(points)], radius)
        steps.append(
            f"{'L' if i else 'M'}{number(begin[0])} {number(begin[1])}"
            f"Q{number(x)} {number(y)} {number(end[0])} {number(end[1])}"
        )
    return "".join(steps) + "Z"

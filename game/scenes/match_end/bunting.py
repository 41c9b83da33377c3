"""Three garlands of bunting across the sky."""

from __future__ import annotations

from typing import Final

from pygame import Color, Surface

from game.ui.drawing import art, svg
from game.ui.drawing.theme import SIDES, THEME, shade

_GARLANDS: Final = 3
_COLORS: Final = (0, 1, 2, 3, 4)  # of the sides; the last one's is too dark for a feast
_APART: Final = 84.0  # from one pennant to the next, in u
_TOP, _SAG = 14.0, 62.0
_PENNANT: Final = (50.0, 62.0)
HEIGHT: Final = _TOP + _SAG + _PENNANT[1]
"""In u."""


def bunting(width: int, u: float) -> Surface:
    """The garlands as a picture as wide as the window."""
    return art.svg(_drawing(width, u), width, HEIGHT * u)


def _drawing(width: int, u: float) -> str:
    span = width / _GARLANDS
    each = max(3, round(span / (_APART * u)))
    parts: list[str] = []
    for garland in range(_GARLANDS):
        left = garland * span
        for n in range(each):
            part = (n + 0.5) / each
            color = SIDES[_COLORS[(garland * each + n) % len(_COLORS)]][1]
            parts.append(_pennant(left + part * span, _wire_y(part) * u, u, color))
        bend = (_TOP + 2 * _SAG) * u
        wire = f"M{left:.1f} {_TOP * u:.1f}Q{left + span / 2:.1f} {bend:.1f} {left + span:.1f} {_TOP * u:.1f}"
        parts.append(svg.path(wire, stroke=THEME.ink, width=max(1.5, 3 * u)))
    return "".join(parts)


def _wire_y(part: float) -> float:
    """How low the wire hangs, so far along."""
    return _TOP + 4 * _SAG * part * (1 - part)


def _pennant(x: float, y: float, u: float, color: Color) -> str:
    half, high = _PENNANT[0] / 2 * u, _PENNANT[1] * u
    whole = f"M{x - half:.1f} {y:.1f}H{x + half:.1f}L{x:.1f} {y + high:.1f}Z"
    right = f"M{x:.1f} {y:.1f}H{x + half:.1f}L{x:.1f} {y + high:.1f}Z"
    return svg.path(whole, color) + svg.path(right, shade(color, 0.75))

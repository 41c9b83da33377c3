"""How well a colour can be read on another, as the Web Content Accessibility Guidelines reckon it."""

from __future__ import annotations

from pygame import Color

READABLE = 4.5
"""The least for text of any size, their level AA."""
READABLE_LARGE = 3.0
"""The least for text of 24 px, or of 18.6 px in bold letters."""


def luminance(color: Color) -> float:
    """How light a colour is, from 0 for black to 1 for white."""
    parts = [v / 255 for v in (color.r, color.g, color.b)]
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Color, b: Color) -> float:
    """1 for equal colours … 21 for black on white."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)

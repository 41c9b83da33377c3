"""What sets a pile apart: a target's frame and arrow, the frame of the pile just played, the ring of the focus."""

from __future__ import annotations

from typing import Final

from pygame import Surface

from game.table.geometry.box import Box
from game.ui.drawing import art, draw, svg
from game.ui.drawing.theme import THEME

REACH: Final = 18
"""How far, in u, a target's glow reaches beyond its panel."""


def draw_target(surface: Surface, place: Box, u: float, *, arrow_at: tuple[float, float] | None = None) -> None:
    """The frame of a pile that would take the card, and the roundel with an arrow down into it."""
    draw.rounded(surface, place.grown(3), place.w * 0.05 + 4, None, THEME.glow, 5 * u + 1)
    x, y = arrow_at or (place.center[0], place.y + place.h * 0.30)
    r = max(11, 19 * u)
    margin = 2 * r
    down = svg.group(f"rotate(90 {r:.1f} {r:.1f})", _arrow(r))
    signs = svg.circle(r, r, r, THEME.ink) + svg.circle(r, r, r * 0.9, THEME.glow) + down
    surface.blit(art.svg(signs, margin, margin), (round(x - r), round(y - r)))


def _arrow(r: float) -> str:
    """An arrow to the right in the middle of a roundel of radius r."""
    half = r * 0.37
    shaft = f"M{r - 1.4 * half:.1f} {r:.1f}H{r + 1.3 * half:.1f}"
    head = f"M{r + 0.3 * half:.1f} {r - half:.1f}L{r + 1.3 * half:.1f} {r:.1f}L{r + 0.3 * half:.1f} {r + half:.1f}"
    return svg.path(shaft + head, stroke=THEME.ink, width=0.21 * r)


def draw_last(surface: Surface, place: Box, u: float) -> None:
    """The frame behind the pile that was just played; draw it before the pile."""
    reach = 4 * u + 1
    draw.rounded(surface, place.grown(reach), 10 * u + 2, THEME.mark, THEME.gold_d, 2.4 * u + 0.8)


def draw_focus(surface: Surface, place: Box, u: float, t: float) -> None:
    """The ring round the pile the keyboard points at."""
    draw.focus_ring(surface, place.grown(1), 8 * u + 2, t)

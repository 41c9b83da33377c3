"""A small plate that says why what is pointed at cannot be chosen."""

from __future__ import annotations

from pygame import Rect, Surface

from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME


def draw_reason(surface: Surface, words: str, anchor: Rect, bounds: Rect, t: float) -> None:
    """Draw the plate below what it is about, inside ``bounds``; ``t`` is the text factor."""
    px, pad = max(text.MIN_TEXT_PX, 20 * t), round(12 * max(t, 0.7))
    plate = Rect(0, 0, text.width(words, "B6", px) + 2 * pad, round(1.5 * px) + pad)
    plate.midtop = anchor.centerx, anchor.bottom + round(6 * t)
    plate.clamp_ip(bounds.inflate(-16, -16))
    rim = max(1, round(2 * t))
    draw.plate(surface, plate, 10 * t + 2, THEME.white, rim=THEME.ink, rim_width=rim, shadow_px=5 * t)
    text.draw(surface, words, plate.x + pad, plate.centery, "B6", px, THEME.text, max_width=plate.w - 2 * pad)

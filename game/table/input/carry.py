"""How a carried card lies in the air: under the pointer, leaning back from its speed, drawn towards a pile. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from game.table.geometry.box import Box
from game.table.input.drag import Hold, Point

MOST_DEGREES: Final = 8.0
_DEGREES: Final = 1.1
"""How far a card leans at a speed of one width of itself a second."""
_LAZY_S: Final = 0.07
"""After this time a card leans by two thirds of what its speed asks for."""
_STILL_DEGREES: Final = 0.25
_PULL: Final = 0.6
"""How far a card goes towards a pile right above it, as a share of the way."""
REACH: Final = 0.55
"""From how far a pile draws a card, in widths of the card."""


@dataclass(frozen=True, slots=True)
class Sway:
    """How far a card leans: ``degrees`` counter-clockwise when its pointer was at ``x`` at that moment."""

    x: float
    at_s: float
    degrees: float = 0.0

    def after(self, x: float, now_s: float, width: float) -> Sway:
        """The same a moment later; ``width`` is the card's, by which its speed is measured."""
        passed_s = now_s - self.at_s
        if passed_s <= 0:
            return self
        speed = (x - self.x) / width / passed_s
        wanted = max(-MOST_DEGREES, min(MOST_DEGREES, -_DEGREES * speed))
        degrees = wanted + (self.degrees - wanted) * math.exp(-passed_s / _LAZY_S)
        return Sway(x, now_s, 0.0 if not wanted and abs(degrees) < _STILL_DEGREES else degrees)


def middle(hold: Hold, degrees: float = 0.0) -> Point:
    """Where the middle of a carried card is that leans so far, turned about the point where it was taken."""
    turn, (x, y) = math.radians(degrees), hold.grip
    across, down = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    return hold.pointer[0] - across, hold.pointer[1] - down


def distance_to(box: Box, pos: Point) -> float:
    """How far a point is from a box, 0 inside it."""
    dx = max(box.x - pos[0], 0.0, pos[0] - box.right)
    dy = max(box.y - pos[1], 0.0, pos[1] - box.bottom)
    return math.hypot(dx, dy)


def pulled(at: Point, pointer: Point, pile: Box, width: float) -> Point:
    """Where a card's middle goes that a pile draws: not at all from afar, most of the way with the pointer on it."""
    share = _PULL * max(0.0, 1 - distance_to(pile, pointer) / (REACH * width))
    x, y = pile.center
    return at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share

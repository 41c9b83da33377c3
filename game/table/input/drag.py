"""A card under the mouse: pressed, then clicked or lifted and carried. Pure; it knows no rules and draws nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

LIFT_PX: Final = 6.0
"""So far the pointer may tremble while a card is clicked, at text factor 1."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Hold:
    """A card of the hand held by the mouse.

    ``index`` is its place in the hand, ``grip`` where the pointer took it, from its middle. ``lifted`` once it was
    moved: then it follows the pointer, before that it lies where it was.
    """

    index: int
    grip: Point
    pressed_at: Point
    pointer: Point
    lifted: bool = False

    @property
    def middle(self) -> Point:
        """Where the middle of the carried card is."""
        return self.pointer[0] - self.grip[0], self.pointer[1] - self.grip[1]

    def moved(self, pos: Point, *, slack: float = LIFT_PX) -> Hold:
        """The pointer is elsewhere now; ``slack`` is how far it may go before the card is lifted."""
        away = math.dist(pos, self.pressed_at)
        return Hold(self.index, self.grip, self.pressed_at, pos, self.lifted or away > slack)

    def at_index(self, index: int) -> Hold:
        """The same card after the hand was sorted anew."""
        return Hold(index, self.grip, self.pressed_at, self.pointer, self.lifted)


def grab(index: int, middle: Point, pos: Point) -> Hold:
    """Take hold of a card whose middle is there by a press at ``pos``."""
    return Hold(index, (pos[0] - middle[0], pos[1] - middle[1]), pos, pos)

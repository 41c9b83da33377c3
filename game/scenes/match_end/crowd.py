"""The crowd along the lower edge, seen from behind: low where the car stops, cheering six at a time."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random
from typing import Final

from pygame import SRCALPHA, Rect, Surface

from game.ui.drawing import art

_LOOKS: Final = 9
_W, _H = 150.0, 240.0  # of a picture, in u; the head is _ABOVE below its top
_ABOVE: Final = 72.0
_SEEN, _SEEN_LOW = 118.0, 62.0  # how much of somebody is seen above the window's edge, from the top of the head
_APART: Final = (92.0, 112.0)
_UNEVEN: Final = 12.0
CHEERING: Final = 6
HEADROOM: Final = _SEEN_LOW
"""What is to be left free along the window's edge, in u, for those who keep low."""


@dataclass(frozen=True, slots=True)
class _Fan:
    """Somebody in the crowd: which picture, where its corner is in pixels, and whether it keeps low."""

    look: int
    x: int
    y: int
    is_low: bool


class Crowd:
    """The people in a window of this size; they keep low where the car stands, right of ``low_from``.

    They do so below the ``plate`` too, if it leaves them no room: it would take off their heads.
    """

    def __init__(self, size: tuple[int, int], u: float, low_from: float, plate: Rect) -> None:
        self._u = u
        self._size = round(_W * u), round(_H * u)
        is_tight = plate.bottom > size[1] - (_SEEN - _UNEVEN) * u
        below = plate.inflate(_W * u, 0)
        self._low = (below.x, below.right) if is_tight else (0, 0), (low_from, inf)
        self._fans = self._gathered(size)
        self.top = min(fan.y for fan in self._fans)
        self.height = size[1] - self.top
        self._width = size[0]
        self._orders = Random(6)
        self._cheering = [self._six() for _ in range(8)]

    def _gathered(self, size: tuple[int, int]) -> tuple[_Fan, ...]:
        lots, u, fans = Random(1000), self._u, list[_Fan]()  # the same people every time: decoration, not chance
        middle = 20 * u
        while middle < size[0] + _APART[0] * u / 2:
            look = lots.choice([n for n in range(1, _LOOKS + 1) if n not in [fan.look for fan in fans[-3:]]])
            is_low = any(left < middle < right for left, right in self._low)
            seen = (_SEEN_LOW if is_low else _SEEN) + lots.uniform(-_UNEVEN, _UNEVEN)
            y = size[1] - (seen + _ABOVE) * u
            fans.append(_Fan(look, round(middle - _W * u / 2), round(y), is_low))
            middle += lots.uniform(*_APART) * u
        return tuple(fans)

    def _six(self) -> tuple[_Fan, ...]:
        free = [fan for fan in self._fans if not fan.is_low] or list(self._fans)
        chosen = self._orders.sample(free, min(CHEERING, len(free)))
        return tuple(sorted(chosen, key=lambda fan: fan.x))

    def picture(self) -> Surface:
        """Everybody, arms down, as wide as the window; its top is at ``top`` once they have risen."""
        strip = Surface((self._width, self.height), SRCALPHA)
        for fan in self._fans:
            strip.blit(art.picture(f"parts/fan_{fan.look}", *self._size), (fan.x, fan.y - self.top))
        return art.converted(strip)

    def paint_cheering(self, surface: Surface, turn: int) -> list[Rect]:
        """Draw those who throw their arms up in that turn above those who stand there; the places drawn on."""
        return [
            surface.blit(art.picture(f"parts/fan_{fan.look}_cheers", *self._size), (fan.x, fan.y))
            for fan in self._cheering[turn % len(self._cheering)]
        ]

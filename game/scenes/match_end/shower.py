"""The shower of paper flags: 24 of them, none faster than 300 px a second (art.md §7), turned from a cache."""

from __future__ import annotations

from dataclasses import dataclass
from math import sin, tau
from random import Random
from typing import Final

import pygame
from pygame import Color, Surface

from game.ui.drawing import art, svg
from game.ui.drawing.theme import SIDES, shade

FLAGS: Final = 24
FASTEST: Final = 290.0
_COLORS: Final = 5  # of the sides; the sixth's is too dark for a feast
_TURN: Final = 15  # degrees between two pictures of a flag
_SWAY_S, _SWAY_DEGREES = 1.8, 50.0
_POP_S: Final = 0.15  # until a flag thrown into the air is seen whole
_GOING: Final = 0.12  # of the whole time, in which they fade in the end


@dataclass(frozen=True, slots=True)
class _Flag:
    """Where a flag begins as fractions of the window, when, how fast in u a second, its size, turn and colour."""

    x: float
    y: float
    delay_s: float
    speed: float
    size: float
    angle: float
    color: int


def _flags() -> tuple[_Flag, ...]:
    lots = Random(24)  # the same shower every time: it is decoration, not chance
    return tuple(
        _Flag(
            x=(i + lots.random()) / FLAGS,
            y=lots.uniform(-0.12, 0.55),
            delay_s=0.7 * lots.random(),
            speed=lots.uniform(200, 280),
            size=lots.choice((1.0, 1.35)),
            angle=lots.uniform(0, 360),
            color=i % _COLORS,
        )
        for i in range(FLAGS)
    )


class Shower:
    """The flags over a window of this size; they fall for ``lasts_s`` true seconds."""

    def __init__(self, size: tuple[int, int], u: float, lasts_s: float) -> None:
        self._size = size
        self._u = max(0.5, u)
        self.lasts_s = lasts_s
        self.flags = _flags()
        self._turned: dict[tuple[int, float, int], Surface] = {}

    def speed(self, flag: _Flag) -> float:
        """How many pixels a second it falls."""
        return min(FASTEST, flag.speed * self._u)

    def place(self, flag: _Flag, fallen_s: float) -> tuple[float, float]:
        """Where its middle is, so long after it began."""
        sway = sin(tau * (fallen_s / _SWAY_S + flag.x))
        return flag.x * self._size[0] + 22 * self._u * sway, flag.y * self._size[1] + self.speed(flag) * fallen_s

    def paint(self, surface: Surface, progress: float) -> None:
        """Draw those that fall, ``progress`` 0 … 1 of the whole time."""
        leaving = min(1.0, (1 - progress) / _GOING)
        for flag in self.flags:
            fallen_s = progress * self.lasts_s - flag.delay_s
            if fallen_s < 0:
                continue
            picture = self._picture(flag, fallen_s)
            picture.set_alpha(round(255 * min(leaving, fallen_s / _POP_S, 1.0)))
            surface.blit(picture, picture.get_rect(center=self.place(flag, fallen_s)))

    def _picture(self, flag: _Flag, fallen_s: float) -> Surface:
        swing = _SWAY_DEGREES * sin(tau * (fallen_s / _SWAY_S + flag.x + 0.25))
        angle = round((flag.angle + swing) / _TURN) * _TURN % 360
        key = flag.color, flag.size, angle
        if key not in self._turned:
            drawn = _paper(SIDES[flag.color][1], flag.size * self._u)
            self._turned[key] = pygame.transform.rotate(drawn, angle)
        return self._turned[key]


def _paper(color: Color, u: float) -> Surface:
    """A paper flag with a fold and a notched end."""
    front = svg.path(f"M{2 * u:.1f} {7 * u:.1f}L{20 * u:.1f} {2 * u:.1f}V{19 * u:.1f}L{2 * u:.1f} {24 * u:.1f}Z", color)
    points = ((20, 5), (42, 11), (35, 18), (42, 27), (20, 21))
    data = "M" + "L".join(f"{x * u:.1f} {y * u:.1f}" for x, y in points) + "Z"
    return art.svg(svg.path(data, shade(color, 0.75)) + front, 44 * u, 29 * u)

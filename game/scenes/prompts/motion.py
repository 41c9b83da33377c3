"""A prompt's plate on its way: it shrinks into the turn plate when it is put aside, and grows out of it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.table.animation.timing import Timing
from game.ui.timeline import inout

_ASIDE_S, _BACK_S, _FADE_S = 0.26, 0.22, 0.16
_LEAST: Final = 8  # px: what is smaller is not drawn any more


@dataclass(frozen=True, slots=True, eq=False)
class Shrinking:
    """A picture that goes from its place to another one, or back with ``is_back``; it only fades if nothing travels."""

    picture: Surface
    place: Rect
    nook: Rect
    began_s: float
    timing: Timing
    is_back: bool

    @property
    def end_s(self) -> float:
        """When it has arrived."""
        if self.timing.is_reduced:
            return self.began_s + _FADE_S
        return self.began_s + (_BACK_S if self.is_back else _ASIDE_S) * self.timing.speed

    def size(self, now_s: float) -> float:
        """How much of the picture is there: 1 at its place, 0 at the other."""
        part = min(1.0, (now_s - self.began_s) / max(1e-6, self.end_s - self.began_s))
        gone = inout(max(0.0, part))
        return gone if self.is_back else 1 - gone

    def draw(self, surface: Surface, now_s: float) -> None:
        """Draw it where it is at this moment."""
        size = self.size(now_s)
        if self.timing.is_reduced:
            picture = pygame.transform.smoothscale(self.picture, self.place.size)
            picture.set_alpha(round(255 * size))
            surface.blit(picture, self.place)
            return
        place = _between(self.nook, self.place, size)
        if min(place.size) >= _LEAST:
            surface.blit(pygame.transform.smoothscale(self.picture, place.size), place)


def _between(a: Rect, b: Rect, part: float) -> Rect:
    x, y, w, h = (round(one + (other - one) * part) for one, other in zip(tuple(a), tuple(b), strict=True))
    return Rect(x, y, w, h)

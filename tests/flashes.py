"""General flashes in a row of frames, as the Web Content Accessibility Guidelines 2.2 define them (2.3.1).

A flash is a pair of opposing changes in relative luminance of a tenth or more of the greatest, where the darker of the
two is below 0.80. There may be three in any second, or more where they take no more than a quarter of any tenth-degree
field of view, for which the guidelines take 341 × 256 of 1024 × 768 pixels: a third of the window in each direction.
"""

from __future__ import annotations

from collections import deque

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

FRAMES_A_SECOND = 60
MOST = 3
"""Flashes in a second that are allowed."""
_CHANGE, _DARKER = 0.1, 0.8
_CELLS = (48, 27)
_FIELD = (16, 9)
_SHARE = 0.25
_WEIGHTS = (0.2126, 0.7152, 0.0722)

Floats = NDArray[np.float64]


def luminance(picture: Surface) -> Floats:
    """The relative luminance of the picture's cells, 0 to 1."""
    value = pygame.surfarray.array3d(pygame.transform.smoothscale(picture, _CELLS)).astype(np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    light: Floats = linear @ np.array(_WEIGHTS)
    return light


class FlashMeter:
    """Sees frame after frame; ``worst`` is the most flashes in a second seen in any field so far."""

    def __init__(self) -> None:
        self.worst = 0
        self.frames = 0
        self.changes = 0
        """How often any cell became so much lighter or darker: none in scenes where nothing happens."""
        self._extreme: Floats | None = None
        self._direction = np.zeros(_CELLS)
        self._turns: deque[NDArray[np.bool_]] = deque(maxlen=FRAMES_A_SECOND)

    def see(self, picture: Surface) -> None:
        """Take the next frame."""
        light = luminance(picture)
        self.frames += 1
        if self._extreme is None:
            self._extreme = light
        change = light - self._extreme
        is_dark = np.minimum(light, self._extreme) < _DARKER
        turned = (np.abs(change) >= _CHANGE) & is_dark & (np.sign(change) != self._direction)
        self._direction = np.where(turned, np.sign(change), self._direction)
        onward = np.sign(change) == self._direction  # the same way still: the extreme goes along
        self._extreme = np.where(turned | onward, light, self._extreme)
        self.changes += int(np.count_nonzero(turned))
        self._turns.append(turned)
        self.worst = max(self.worst, self._in_this_second())

    def _in_this_second(self) -> int:
        """The most flashes that a quarter of some field has had in the second that ends now."""
        flashes = np.sum(self._turns, axis=0) // 2
        for many in range(int(flashes.max()), 0, -1):
            if _covers(flashes >= many):
                return many
        return 0


def _covers(cells: NDArray[np.bool_]) -> bool:
    """Whether more than a quarter of some field is of these cells."""
    wide, high = _FIELD
    summed = np.pad(np.cumsum(np.cumsum(cells, axis=0), axis=1), ((1, 0), (1, 0)))
    fields = summed[wide:, high:] - summed[:-wide, high:] - summed[wide:, :-high] + summed[:-wide, :-high]
    return bool(fields.max() > _SHARE * wide * high)

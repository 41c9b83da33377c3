"""Pictures as they look to whoever sees some colours not at all, and whether two differ in more than their hue.

The matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, “A Physiologically-based Model for
Simulation of Color Vision Deficiency”, IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, table 1,
at severity 1.0; they are for linear RGB.
"""

from __future__ import annotations

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

Floats = NDArray[np.float64]

VISIONS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_LUMINANCE = (0.2126, 0.7152, 0.0722)

SEEN = 12.0
"""How far apart in lightness (CIE L*, 0 to 100) two spots are seen to differ at a glance."""
CELLS = 24
"""How many cells a picture is divided into across: small signs are told apart by their coarse shape."""


def lightness(picture: Surface, vision: str) -> Floats:
    """The lightness (L*) of a picture's cells, column by column, as seen so; what is clear shows mid grey."""
    ground = Surface(picture.get_size())
    ground.fill((128, 128, 128))
    ground.blit(picture, (0, 0))
    wide, high = ground.get_size()
    small = pygame.transform.smoothscale(ground, (CELLS, max(1, round(CELLS * high / wide))))
    value = pygame.surfarray.array3d(small).astype(np.float64) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(VISIONS[vision]).T, 0, 1)
    light: Floats = seen @ np.array(_LUMINANCE)
    return np.where(light > 0.008856, 116 * np.cbrt(light) - 16, 903.3 * light)


def apart(one: Surface, other: Surface, vision: str) -> float:
    """In how much of two pictures of one size they are seen to differ in lightness, and so in shape: 0 … 1.

    Hue counts for nothing.
    """
    return float(np.mean(np.abs(lightness(one, vision) - lightness(other, vision)) >= SEEN))

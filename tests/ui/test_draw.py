from __future__ import annotations

import pytest
from pygame import Color, Surface

from game.ui.drawing import draw
from tests.cases import each

COLORS = [Color(255, 255, 255), Color(0, 0, 0), Color(200, 30, 120)]


@each("under", COLORS)
@each("over", COLORS)
@each("alpha", [0.0, 0.2, 0.45, 1.0])
def test_veil_mixes_its_colour_with_what_lies_under_it(under: Color, over: Color, alpha: float) -> None:
    surface = Surface((4, 4))
    surface.fill(under)
    draw.veil(surface, over, alpha)
    mixed = surface.get_at((2, 2))
    assert mixed[:3] == pytest.approx([a + (b - a) * alpha for a, b in zip(under[:3], over[:3], strict=True)], abs=1.5)

"""A toast: a small plate at the top of the window, above every scene, that goes away by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pygame import Surface

from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.scene import text_factor, unit

STAYS_S: Final = 1.4
_TOP: Final = 0.075  # of the height: below the bar of the table
_ROOM: Final = 0.9  # of the width


@dataclass(frozen=True, slots=True)
class Toast:
    """An icon and a few words, shown until that moment; ``words`` is asked when drawn."""

    icon: str
    words: Callable[[], str]
    until_s: float

    def draw(self, surface: Surface) -> None:
        """Draw the plate in the middle of the top."""
        w, h = surface.get_size()
        t = text_factor(unit((w, h)))
        px = max(text.MIN_NAME_PX, 26 * t)
        high, icon = 2.2 * px, 1.3 * px
        words, px = text.fit(self.words(), "O7", px, _ROOM * w - 3 * icon, text.MIN_NAME_PX)
        wide = text.width(words, "O7", px) + icon + 2.2 * px
        x, y = (w - wide) / 2, _TOP * h
        draw.plate(surface, (x, y, wide, high), 0.28 * high, THEME.navy, rim=THEME.gold, rim_width=max(2, 3 * t))
        art.blit_icon(surface, self.icon, (x + 0.8 * px + icon / 2, y + high / 2), icon, THEME.gold)
        text.draw(surface, words, x + 1.3 * px + icon, y + high / 2, "O7", px, THEME.white)

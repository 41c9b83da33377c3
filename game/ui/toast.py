"""A toast: a small panel at the top of the window, above every scene, that disappears by itself."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pygame import Rect, Surface

from game.i18n import Words, say
from game.ui import layout as ui
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.scene import layout_unit

STAYS_S = 1.4
_TOP = 0.075  # of the height: below the bar of the table


@dataclass(frozen=True, slots=True)
class Toast:
    """An icon and a few words, shown until ``until_s``; ``words`` is said anew for each drawing."""

    icon: str
    words: Words
    until_s: float

    def draw(self, surface: Surface, preferred_area: Rect | None = None) -> None:
        """Draw the panel at the top center of ``preferred_area`` if it fits there, or else of the window.

        The panel is as wide as its words; in ``preferred_area`` it may take at most half the height.
        """
        (w, h), u = surface.get_size(), layout_unit(surface.get_size())
        s = ui.Scale(u, text.text_size_factor())
        px, rim = round(s.px(ui.ROLES.name)), s.text_px(3, 2)

        def ground(on: Surface, rect: Rect) -> None:
            draw.panel(on, rect, 0.28 * min(rect.h, 2.2 * px), THEME.navy, rim=THEME.gold, rim_width=rim)

        words = ui.Label(s, say(self.words), ui.ROLES.name, THEME.white)
        told = ui.Row(ui.Icon(self.icon, round(1.3 * px), THEME.gold), words, gap=px // 2)
        plate = ui.Panel(told, (px, px // 2, px // 2), ground=ground)
        place = ui.Center(plate, plate.width_range()[1], s.text_px(16), down=0)
        if preferred_area is None or not place.has_room((preferred_area.w, preferred_area.h // 2)):
            preferred_area = Rect(0, round(_TOP * h) - s.text_px(16), w, h)
        with text.limit_scale(math.inf, u):
            place.place(preferred_area)
            place.paint(surface)

"""The plate at the title's upper right that says who plays, and leads to all who do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pygame import Rect, Surface

from game.scenes.title.signs import plate_growth
from game.session.profiles import Figures, Profile
from game.ui.accessibility_tree import plain
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget
from game.words.profiles import figures_line, own_name

_HIGH, _WIDE, _MARGIN, _TOP = 92, 352, 57, 46
_LEAST_HIGH: Final = 44


class ProfilePlate(Widget):
    """Symbol, name, and what the person has done, as far as anybody has counted."""

    def __init__(
        self,
        bounds: Rect,
        u: float,
        profile: Profile,
        figures: Figures | None,
        on_press: Callable[[], None],
        larger: float = 1,
    ) -> None:
        plain = max(_LEAST_HIGH, round(_HIGH * u))
        height = max(_LEAST_HIGH, round(plain * plate_growth(larger)))
        self._profile = profile
        self._second = figures_line(figures) if figures is not None else ""
        self._px = max(text.MIN_NAME_PX, 0.3 * plain * larger)
        self._small = max(text.MIN_TEXT_PX, 0.22 * plain * larger)
        name = own_name(profile)
        words = max(text.width(name, "O8", self._px), text.width(self._second, "B5", self._small))
        width = max(round(_WIDE * u), round(words + 1.7 * height))
        rect = Rect(bounds.right - round(_MARGIN * u) - width, round(_TOP * u), width, height)
        super().__init__("profile", name, rect, on_press=on_press)

    @property
    def value(self) -> str | None:
        """What the person has done."""
        return plain(self._second) if self._second else None

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the plate in its state."""
        k, h = max(0.7, t), self.rect.h
        sunk = self.pressed and self.hovered
        rect = self.rect.move(0, round(2 * k)) if sunk else self.rect
        fill = THEME.blue if self.hovered else THEME.navy
        draw.enamel(surface, rect, 0.2 * h, fill, line=THEME.white, k=k, shadow_px=0 if sunk else 4 * k)
        if self.has_ring:
            draw.focus_ring(surface, rect, 0.2 * h, k)
        livery.draw_plate(surface, self._profile.livery, rect.x + 0.52 * h, rect.centery, 0.33 * h)
        left = rect.x + round(h)
        room = rect.right - round(0.55 * h) - left
        y = rect.y + (0.36 * h if self._second else 0.5 * h)
        text.draw(surface, self.name, left, y, "O8", self._px, THEME.white, max_width=room)
        text.draw(surface, self._second, left, rect.y + 0.68 * h, "B5", self._small, THEME.white, max_width=room)
        art.blit_icon(surface, "arrow", (rect.right - 0.34 * h, rect.centery), 0.3 * h, THEME.gold)

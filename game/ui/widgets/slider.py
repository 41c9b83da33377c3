"""A row with a label and a slider in whole steps."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.i18n import number
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.control import Widget

_TRACK_X = 0.44  # of the row's width: what lies left of it is the label's


class Slider(Widget):
    """A value from 0 to ``highest``: drag the knob or press beside it.

    Left and Right step, Home and End go to the ends.
    ``is_dull`` draws it without colour, as a volume while all is muted; it can be set all the same.
    """

    role = "slider"
    clicks = False

    def __init__(
        self,
        id: str,
        name: str,
        rect: Rect,
        *,
        at: int,
        highest: int,
        on_change: Callable[[int], None],
        is_dull: bool = False,
    ) -> None:
        super().__init__(id, name, rect)
        self.at = at
        self.highest = highest
        self.on_change = on_change
        self.is_dull = is_dull
        self._radius = round(min(0.28 * rect.h, 0.035 * rect.w + 4))
        self._number_px = max(text.MIN_NAME_PX, 0.32 * rect.h)
        room = text.width(number(highest), "O7", self._number_px) + 2.2 * self._radius
        left = rect.x + round(_TRACK_X * rect.w) + self._radius
        self.track = Rect(left, rect.centery, round(rect.right - room) - left, 1)
        """Where the knob's middle travels."""

    @property
    def value(self) -> str | None:
        """The step, as a number."""
        return str(self.at)

    def set(self, at: int) -> bool:
        """Go to a step, or the nearest there is, and tell it; True if that is another one."""
        at = min(self.highest, max(0, at))
        if at == self.at:
            return False
        self.at = at
        self.on_change(at)
        return True

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:
        """Follow the mouse; a press on the label alone moves nothing."""
        if is_first and pos[0] < self.track.x - self._radius:
            self.pressed = False
            return False
        return self.set(round((pos[0] - self.track.x) / self.track.w * self.highest))

    def key(self, key: int) -> bool:
        """Step, or go to either end."""
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_HOME: -self.highest, pygame.K_END: self.highest}
        if key not in steps:
            return False
        self.set(self.at + steps[key])
        return True

    def draw(self, surface: Surface, t: float) -> None:
        """Draw label, track, knob and number."""
        rect, track, r = self.rect, self.track, self._radius
        if self.hovered:
            draw.rounded(surface, rect, rect.h * 0.2, THEME.row)
        px, room = max(text.MIN_NAME_PX, 25 * t), track.x - r - 22 * t - rect.x
        text.draw(surface, self.name, rect.x + 8 * t, rect.centery, "B6", px, max_width=room, min_px=12)
        x = track.x + track.w * self.at / self.highest
        thick = max(4, round(0.5 * r))
        groove = Rect(track.x - r, 0, track.w + 2 * r, thick)
        groove.centery = rect.centery
        draw.rounded(surface, groove, thick / 2, THEME.surface2, THEME.faint, max(1, 1.6 * t))
        fill = THEME.faint if self.is_dull else THEME.blue
        draw.rounded(surface, (groove.x, groove.y, x - groove.x, thick), thick / 2, fill)
        self._draw_knob(surface, x, t)
        said = number(self.at)
        text.draw(surface, said, rect.right - 8 * t, rect.centery, "O7", self._number_px, anchor="r")
        if self.has_ring:
            draw.focus_ring(surface, rect, rect.h * 0.2, max(0.7, t))

    def _draw_knob(self, surface: Surface, x: float, t: float) -> None:
        r, y = self._radius, self.rect.centery
        knob = (x - r, y - r, 2 * r, 2 * r)
        rim = THEME.off if self.is_dull else THEME.blue
        draw.shadow(surface, knob, r, 2 * t)
        draw.rounded(surface, knob, r, THEME.white, rim, max(2, 0.2 * r))

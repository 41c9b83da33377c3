"""How far something long is scrolled, and the bar beside it that says so."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.drawing import draw
from game.ui.drawing.theme import THEME

_THUMB_FROM = 1.6  # a bar's grip is never shorter than this many times its width


@dataclass(slots=True)
class Scroll:
    """A view onto something long: its height and that of the whole, and how much of that lies above the view.

    All in pixels, or in lines where it is scrolled by whole lines.
    """

    view: int = 0
    content: int = 0
    offset: int = 0

    @property
    def most(self) -> int:
        """How far it can be scrolled."""
        return max(0, self.content - self.view)

    @property
    def is_needed(self) -> bool:
        """Whether there is more than the view shows."""
        return self.most > 0

    def fit(self, view: int, content: int) -> None:
        """Take over new heights; what stood at the top stays in sight."""
        share = self.offset / self.content if self.content else 0
        self.view, self.content = view, content
        self.to(round(share * content))

    def to(self, offset: float) -> bool:
        """Scroll to a place, as far as there is anything; True if it changed."""
        was, self.offset = self.offset, round(min(self.most, max(0, offset)))
        return was != self.offset

    def by(self, step_px: float) -> bool:
        """Scroll on, or back; True if it changed."""
        return self.to(self.offset + step_px)

    def show(self, top_px: float, bottom_px: float) -> bool:
        """Scroll as little as needed to bring a span of the content into view; True if it changed."""
        if top_px < self.offset:
            return self.to(top_px)
        return self.to(max(self.offset, bottom_px - self.view))

    # -- the bar ------------------------------------------------------------------------------------------------------

    def grip(self, trough: Rect) -> Rect:
        """The part of a bar's trough that stands for the view."""
        height = max(round(_THUMB_FROM * trough.w), round(trough.h * self.view / max(1, self.content)))
        height = min(height, trough.h)
        top = trough.y + round((trough.h - height) * self.offset / max(1, self.most))
        return Rect(trough.x, top, trough.w, height)

    def hold(self, trough: Rect, y: float) -> float:
        """Hold the grip at this height, which brings it there if it is not; how far below its upper end that is."""
        grip = self.grip(trough)
        if not grip.y <= y < grip.bottom:
            self.drag(trough, y - grip.h / 2)
            grip = self.grip(trough)
        return y - grip.y

    def drag(self, trough: Rect, grip_top: float) -> bool:
        """Scroll so that the grip's upper end lies there; True if it changed."""
        room = trough.h - self.grip(trough).h
        return self.to(self.most * (grip_top - trough.y) / room) if room else False

    def paint_bar(self, surface: Surface, trough: Rect, *, held: bool) -> None:
        """Draw trough and grip."""
        draw.rounded(surface, trough, trough.w / 2, THEME.surface2)
        draw.rounded(surface, self.grip(trough), trough.w / 2, THEME.accent if held else THEME.faint)

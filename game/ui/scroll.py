"""How far something long is scrolled, and the bar beside it that says so."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui import draw
from game.ui.theme import THEME

_THUMB_FROM = 1.6  # a bar's grip is never shorter than this many times its width


@dataclass(slots=True)
class Scroll:
    """A view of ``view_px`` onto something ``content_px`` high, ``offset_px`` of which lie above it."""

    view_px: int = 0
    content_px: int = 0
    offset_px: int = 0

    @property
    def most_px(self) -> int:
        """How far it can be scrolled."""
        return max(0, self.content_px - self.view_px)

    @property
    def is_needed(self) -> bool:
        """Whether there is more than the view shows."""
        return self.most_px > 0

    def fit(self, view_px: int, content_px: int) -> None:
        """Take over new heights; what stood at the top stays in sight."""
        share = self.offset_px / self.content_px if self.content_px else 0
        self.view_px, self.content_px = view_px, content_px
        self.to(round(share * content_px))

    def to(self, offset_px: float) -> bool:
        """Scroll to a place, as far as there is anything; True if it changed."""
        was, self.offset_px = self.offset_px, round(min(self.most_px, max(0, offset_px)))
        return was != self.offset_px

    def by(self, step_px: float) -> bool:
        """Scroll on, or back; True if it changed."""
        return self.to(self.offset_px + step_px)

    def show(self, top_px: float, bottom_px: float) -> bool:
        """Scroll as little as needed to bring a span of the content into view; True if it changed."""
        if top_px < self.offset_px:
            return self.to(top_px)
        return self.to(max(self.offset_px, bottom_px - self.view_px))

    # -- the bar ------------------------------------------------------------------------------------------------------

    def grip(self, trough: Rect) -> Rect:
        """The part of a bar's trough that stands for the view."""
        height = max(round(_THUMB_FROM * trough.w), round(trough.h * self.view_px / max(1, self.content_px)))
        height = min(height, trough.h)
        top = trough.y + round((trough.h - height) * self.offset_px / max(1, self.most_px))
        return Rect(trough.x, top, trough.w, height)

    def drag(self, trough: Rect, grip_top: float) -> bool:
        """Scroll so that the grip's upper end lies there; True if it changed."""
        room = trough.h - self.grip(trough).h
        return self.to(self.most_px * (grip_top - trough.y) / room) if room else False

    def paint_bar(self, surface: Surface, trough: Rect, *, held: bool) -> None:
        """Draw trough and grip."""
        draw.rounded(surface, trough, trough.w / 2, THEME.paper2)
        draw.rounded(surface, self.grip(trough), trough.w / 2, THEME.blue if held else THEME.faint)

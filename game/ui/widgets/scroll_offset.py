"""A scroll offset, and how its scroll bar is drawn and dragged."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.drawing import draw
from game.ui.drawing.theme import THEME

_THUMB_FROM = 1.6  # the grip's minimum length, times its width


@dataclass(slots=True)
class ScrollOffset:
    """The position in long content: the heights of view and content, and how much of the content is above the view.

    All are in pixels, or in lines if scrolling moves whole lines.
    """

    view: int = 0
    content: int = 0
    offset: int = 0

    @property
    def max_offset(self) -> int:
        """The offset at the end of the content."""
        return max(0, self.content - self.view)

    @property
    def is_needed(self) -> bool:
        """Whether the content is higher than the view."""
        return self.max_offset > 0

    def set_heights(self, view: int, content: int) -> None:
        """Set new heights; the content at the top of the view stays there as far as possible."""
        share = self.offset / self.content if self.content else 0
        self.view, self.content = view, content
        self.scroll_to(round(share * content))

    def scroll_to(self, offset: float) -> bool:
        """Scroll to an offset, or to the nearest possible one; return True if the offset changed."""
        was, self.offset = self.offset, round(min(self.max_offset, max(0, offset)))
        return was != self.offset

    def scroll_by(self, step_px: float) -> bool:
        """Scroll by a distance, down if positive; return True if the offset changed."""
        return self.scroll_to(self.offset + step_px)

    def scroll_into_view(self, top_px: float, bottom_px: float) -> bool:
        """Scroll as little as needed to show this part of the content; return True if the offset changed."""
        if top_px < self.offset:
            return self.scroll_to(top_px)
        return self.scroll_to(max(self.offset, bottom_px - self.view))

    # -- the bar ------------------------------------------------------------------------------------------------------

    def thumb(self, trough: Rect) -> Rect:
        """Return the rectangle of the thumb, the part of a scroll bar to drag, in the bar's rectangle ``trough``."""
        height = max(round(_THUMB_FROM * trough.w), round(trough.h * self.view / max(1, self.content)))
        height = min(height, trough.h)
        top = trough.y + round((trough.h - height) * self.offset / max(1, self.max_offset))
        return Rect(trough.x, top, trough.w, height)

    def grab_thumb(self, trough: Rect, y: float) -> float:
        """Grab the thumb at ``y``, moving it there if needed; return the distance of ``y`` from its top."""
        grip = self.thumb(trough)
        if not grip.y <= y < grip.bottom:
            self.drag_thumb(trough, y - grip.h / 2)
            grip = self.thumb(trough)
        return y - grip.y

    def drag_thumb(self, trough: Rect, grip_top: float) -> bool:
        """Scroll so that the top of the thumb is at ``grip_top``; return True if the offset changed."""
        room = trough.h - self.thumb(trough).h
        return self.scroll_to(self.max_offset * (grip_top - trough.y) / room) if room else False

    def paint_bar(self, surface: Surface, trough: Rect, *, held: bool) -> None:
        draw.rounded_rect(surface, trough, trough.w / 2, THEME.surface2)
        draw.rounded_rect(surface, self.thumb(trough), trough.w / 2, THEME.accent if held else THEME.faint)

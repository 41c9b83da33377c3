"""Captions of sounds: a small panel at the top of the window that briefly names a sound."""

from __future__ import annotations

from pygame import Rect, Surface

from game.i18n import Words, say
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.scene import is_tall, layout_unit, text_scale_for

_STAYS_S = 2.4
_ACROSS = 0.6  # of the width: on the table, between the bar's text and the scores
_DOWN, _DOWN_TALL = 0.026, 0.021  # of the height: in the middle of that bar
_ROOM = 0.4  # of the width
_EDGE_PX = 3
_ICON = "sound"


class SoundCaptions:
    """The caption of the last sound. Frequent minor sounds do not replace the caption of an important one."""

    def __init__(self) -> None:
        self._words: Words | None = None
        self._until_s = 0.0
        self._is_incidental = False

    @property
    def is_shown(self) -> bool:
        return self._words is not None

    def show(self, words: Words, now_s: float, *, is_incidental: bool) -> bool:
        """Show a caption for a moment, said anew for each drawing. Return False if the old caption stays."""
        is_busy = self._words is not None and not self._is_incidental and now_s < self._until_s
        if is_incidental and is_busy:
            return False
        self._words, self._until_s, self._is_incidental = words, now_s + _STAYS_S, is_incidental
        return True

    def update(self, now_s: float) -> bool:
        """Hide the caption when its time is over; return True if this call hid it."""
        if self._words is None or now_s < self._until_s:
            return False
        self._words = None
        return True

    def clear(self) -> None:
        """Hide the caption."""
        self._words = None

    def draw(self, surface: Surface) -> None:
        """Draw the caption, if there is one."""
        if self._words is None:
            return
        rect, words, px = self._laid_out(surface.get_size(), say(self._words))
        draw.panel(surface, (*rect.topleft, *rect.size), 0.3 * rect.h, THEME.surface, rim=THEME.edge, rim_width=1)
        art.blit_icon(surface, _ICON, (rect.x + 1.1 * px, rect.centery), 1.2 * px, THEME.text2)
        text.draw(surface, words, rect.x + 2 * px, rect.centery, "B6", px, THEME.text)

    def nodes(self, size: tuple[int, int]) -> list[Node]:
        """Return the caption's accessibility nodes."""
        if self._words is None:
            return []
        rect, words, _px = self._laid_out(size, say(self._words))
        return [Node("sound_caption", accessible_text(words), "text", node_rect((rect.x, rect.y, rect.w, rect.h)))]

    @staticmethod
    def _laid_out(size: tuple[int, int], words: str) -> tuple[Rect, str, float]:
        """Return the panel's rectangle, the words cut to fit, and the letter size in pixels."""
        w, h = size
        wished_px = max(text.MIN_TEXT_PX, 19 * text_scale_for(layout_unit(size)))
        words, px = text.fit_line(words, "B6", wished_px, _ROOM * w - 3 * wished_px, text.MIN_TEXT_PX)
        rect = Rect(0, 0, round(text.width(words, "B6", px) + 2.7 * px), round(1.7 * px))
        rect.center = round(_ACROSS * w), max(20, round((_DOWN_TALL if is_tall(size) else _DOWN) * h))
        rect.top = max(_EDGE_PX, rect.top)
        return rect, words, px

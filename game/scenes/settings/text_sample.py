"""A sample of text as large as it is set: the head of a display and a line of the log, as the table has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import Pile, card
from game.engine.events import Attacked, Event
from game.session.setup import DEFAULT_SETUP
from game.table.painting.header import Chip, ChipKind, chip_size, draw_chips
from game.ui.drawing import draw, livery, text
from game.ui.drawing.theme import THEME
from game.words import Names, immune_chip, limit_chip, log_line

_NAME_PX, _LOG_PX = 24, 16.5
"""As on the table, at t = 1."""
_HEAD: Final = 0.44
"""How much of the sample's height the display's head takes."""
_NAMES: Final = Names((None, "carla"), ((0,), (1,)), 0)
_OWN, _RIVAL = 0, 1
_PLAYED: Final[Event] = Attacked(_RIVAL, _OWN, card("speed_limit"), Pile.SPEED)


@dataclass(frozen=True, slots=True)
class TextSample:
    """The sample in its place, told in the control tree as the ``words`` of its line of the log."""

    rect: Rect
    t: float
    id: str = "text_sample"

    @property
    def words(self) -> str:
        """The line of the log."""
        return log_line(_PLAYED, _NAMES, DEFAULT_SETUP.rules) or ""

    def paint(self, surface: Surface) -> None:
        """Draw a panel with both."""
        draw.rounded(surface, self.rect, 10 * self.t, THEME.raised, THEME.edge, max(1, 1.6 * self.t))
        head = Rect(self.rect.x, self.rect.y, self.rect.w, round(_HEAD * self.rect.h))
        self._paint_head(surface, head)
        self._paint_line(surface, Rect(head.x, head.bottom, head.w, self.rect.bottom - head.bottom))

    def _paint_head(self, surface: Surface, place: Rect) -> None:
        t, y = self.t, place.centery
        px = max(text.MIN_NAME_PX, _NAME_PX * t)
        draw.rounded(surface, (place.x, place.y + 3 * t, 7 * t, place.h - 3 * t), 3 * t, THEME.red)
        r = 0.62 * px
        livery.draw_plate(surface, _NAMES.livery(_OWN), place.x + 18 * t + r, y, r)
        left = place.x + 26 * t + 2 * r
        left += text.draw(surface, _NAMES.side(_OWN), left, y, "O7", px, max_width=0.4 * place.w) + 14 * t
        chips = (
            Chip(ChipKind.LIMITED, limit_chip()),
            Chip(ChipKind.IMMUNE, immune_chip(card("driving_ace"), DEFAULT_SETUP.rules)),
        )
        draw_chips(surface, chips, (left, y), place.right - 10 * t - left, chip_size(t))

    def _paint_line(self, surface: Surface, place: Rect) -> None:
        t, px = self.t, max(text.MIN_TEXT_PX, _LOG_PX * self.t)
        r = 0.58 * px
        left = place.x + 18 * t
        livery.draw_plate(surface, _NAMES.livery(_RIVAL), left + r, place.y + 0.64 * px, r)
        left += 2 * r + 8 * t
        where = (left, place.y, place.right - 10 * t - left, place.h)
        text.paragraph(surface, self.words, where, "B5", px, THEME.text)

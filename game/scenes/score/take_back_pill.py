"""The pill that marks a match in which moves were taken back, on its score sheet and with its result."""

from __future__ import annotations

from pygame import Surface

from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.words.score import take_backs_line

_HIGH = 1.9  # of the size of the letters
_LEAST_PX = 11
_ENDS = 1.7  # of the pill's height, beside the words


def take_backs_width(take_backs: int, px: float) -> float:
    """How wide the pill is with letters of that size."""
    return text.width(take_backs_line(take_backs), "B6", px) + _ENDS * _HIGH * px


def paint_take_backs(surface: Surface, take_backs: int, left: float, y: float, px: float, room: float) -> None:
    """Draw the pill with its left end and middle there, within so much room; nothing for a match without."""
    if not take_backs:
        return
    high = _HIGH * px
    said, px = text.fit(take_backs_line(take_backs), "B6", px, room - _ENDS * high, _LEAST_PX)
    wide = text.width(said, "B6", px) + _ENDS * high
    draw.rounded(surface, (left, y - high / 2, wide, high), high / 2, THEME.row, THEME.faint, max(1.0, 0.08 * px))
    draw.roundel(surface, "undo", left + high / 2, y, 0.4 * high)
    text.draw(surface, said, left + 1.1 * high, y, "B6", px, THEME.text)

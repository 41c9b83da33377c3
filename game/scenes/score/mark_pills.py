"""The pills that mark how a match was played, on its score sheet and with its result: moves taken back, bots at the
wheel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Surface

from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.words.score import take_backs_line

HIGH: Final = 1.9  # of the size of the letters
APART: Final = 0.4  # of that size, from one pill to the next below it
_LEAST_PX = 11
_ENDS = 1.7  # of the pill's height, beside the words


@dataclass(frozen=True, slots=True)
class Mark:
    """What is marked: its id in the control tree, its icon, and its words."""

    id: str
    icon: str
    words: str


def take_back_marks(take_backs: int) -> list[Mark]:
    """That moves were taken back, if any were."""
    return [Mark("take_backs", "undo", take_backs_line(take_backs))] if take_backs else []


def pill_width(mark: Mark, px: float) -> float:
    """How wide a pill is with letters of that size."""
    return text.width(mark.words, "B6", px) + _ENDS * HIGH * px


def pills_height(marks: Sequence[Mark], px: float) -> float:
    """How high the pills are, one below the other."""
    return max(0.0, len(marks) * (HIGH + APART) - APART) * px


def paint_pills(surface: Surface, marks: Sequence[Mark], left: float, y: float, px: float, room: float) -> None:
    """Draw the pills one below the other, their left end and the middle of them all there, within so much room."""
    top = y - pills_height(marks, px) / 2
    for n, mark in enumerate(marks):
        _paint_pill(surface, mark, left, top + (n * (HIGH + APART) + HIGH / 2) * px, px, room)


def _paint_pill(surface: Surface, mark: Mark, left: float, y: float, px: float, room: float) -> None:
    high = HIGH * px
    said, px = text.fit(mark.words, "B6", px, room - _ENDS * high, _LEAST_PX)
    wide = text.width(said, "B6", px) + _ENDS * high
    draw.rounded(surface, (left, y - high / 2, wide, high), high / 2, THEME.row, THEME.faint, max(1.0, 0.08 * px))
    draw.roundel(surface, mark.icon, left + high / 2, y, 0.4 * high)
    text.draw(surface, said, left + 1.1 * high, y, "B6", px, THEME.text)

"""Where everything lies on the setup screen, for any window from 960 × 540 on: pure geometry in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.ui.scene import is_tall, text_factor, unit

_ROOMY_FROM_T: Final = 0.73
"""A window with a smaller text factor has no height to spare above the first fields."""

_ABOUT_H: Final = 205
"""The height, in t, that the words about the rules need with what the rules change."""


@dataclass(frozen=True, slots=True)
class SeatsPart:
    """Who drives: heading, choice of seating, a row for each seat."""

    heading: Rect
    seating: Rect
    rows: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class RulesPart:
    """By which rules: heading, choice of rule set, words about it, three rows of options, and the two buttons."""

    heading: Rect
    choice: Rect
    about: Rect
    options: tuple[Rect, Rect, Rect]
    back: Rect
    start: Rect


@dataclass(frozen=True, slots=True)
class SetupLayout:
    """The plate with its head, and the two parts on it."""

    plate: Rect
    head: Rect
    seats: SeatsPart
    rules: RulesPart
    footnote: Rect | None
    """None where there is no room for it."""


def setup_layout(size: tuple[int, int], seats: int) -> SetupLayout:
    """Lay the screen out for a window and a number of seats."""
    w, h = size
    u = unit(size)
    t = text_factor(u)
    # A small window has no poster to spare: the plate comes close to its edges.
    mx = round(max(12, 120 * u - 90 * max(0, 1 - u)))
    my = round(max(8, 60 * u - 44 * max(0, 1 - u)))
    plate = Rect(mx, my, w - 2 * mx, h - 2 * my)
    head = Rect(plate.x, plate.y, plate.w, round(max(46, 106 * u)))
    pad = round(max(16, 50 * u))
    inner = Rect(plate.x + pad, head.bottom + round(18 * t), plate.w - 2 * pad, 0)
    inner.h = plate.bottom - round(max(14, 34 * u)) - inner.y
    footnote = None
    if u >= 0.6:
        foot = round(40 * t)
        inner.h -= foot
        footnote = Rect(inner.x, inner.bottom + round(8 * t), inner.w, foot - round(8 * t))
    if is_tall(size):
        return _tall(inner, (plate, head, footnote), t, seats)
    right = Rect(0, inner.y, round(max(340, 0.386 * inner.w)), inner.h)
    right.right = inner.right
    left = Rect(inner.x, inner.y, right.x - inner.x - round(max(18, 50 * u)), inner.h)
    return SetupLayout(plate, head, _seats(left, t, seats), _rules(right, t), footnote)


def _tall(inner: Rect, frame: tuple[Rect, Rect, Rect | None], t: float, seats: int) -> SetupLayout:
    plate, head, footnote = frame
    rules_h = round(min(0.54 * inner.h, 610 * t))
    upper = Rect(inner.x, inner.y, inner.w, inner.h - rules_h - round(14 * t))
    lower = Rect(inner.x, inner.bottom - rules_h, inner.w, rules_h)
    return SetupLayout(plate, head, _seats(upper, t, seats), _rules(lower, t), footnote)


def _heading_h(t: float) -> int:
    return round((45 if t >= _ROOMY_FROM_T else 40) * t)


def _seats(column: Rect, t: float, seats: int) -> SeatsPart:
    heading = Rect(column.x, column.y, column.w, _heading_h(t))
    seating = Rect(column.x, heading.bottom, column.w, max(34, round(60 * t)))
    gap = round(12 * t)
    top = seating.bottom + round(18 * t)
    height = min(round((150 if seats > 3 else 200) * t), (column.bottom - top + gap) // seats - gap)
    rows = tuple(Rect(column.x, top + i * (height + gap), column.w, height) for i in range(seats))
    return SeatsPart(heading, seating, rows)


def _rules(column: Rect, t: float) -> RulesPart:
    heading = Rect(column.x, column.y, column.w, _heading_h(t))
    rules = Rect(column.x, heading.bottom, column.w, max(34, round(60 * t)))
    start_h, back_h = max(44, round(88 * t)), max(36, round(66 * t))
    back_w = round(0.34 * column.w)
    start = Rect(column.x + back_w + round(22 * t), 0, 0, start_h)
    start.w, start.bottom = column.right - start.x, column.bottom
    back = Rect(column.x, start.centery - back_h // 2, back_w, back_h)
    about_top = rules.bottom + round(10 * t)
    options_bottom, gap = start.y - round(16 * t), round(8 * t)
    # The rows give way to the words about the rules, but not below the height of their fields.
    row = max(40, round(62 * t), min(round(78 * t), (options_bottom - gap - about_top - round(_ABOUT_H * t)) // 3))
    options_top = options_bottom - 3 * row
    options = tuple(Rect(column.x, options_top + i * row, column.w, row) for i in range(3))
    about = Rect(column.x, about_top, column.w, options_top - gap - about_top)
    return RulesPart(heading, rules, about, (options[0], options[1], options[2]), back, start)

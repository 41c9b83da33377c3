"""Where everything lies on the setup screen, for any window from 960 × 540 on: pure geometry in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.scenes.dialogs import screen_plate
from game.ui.scene import is_tall, text_factor, unit
from game.ui.widgets.widget import MIN_TARGET_PX

_LEFT, _RIGHT = 0.60, 0.375  # of the plate's inner width
_FACES: Final = 0.118  # of the left part's width, for side bar and portrait
_SHARES: Final = (0.27, 0.295, 0.435)
"""How driver, level and aim share the room beside the portrait: the names are short, the aims long."""

_ROW_H: Final = 136
_BUTTONS_GAP: Final = 14


@dataclass(frozen=True, slots=True)
class Columns:
    """What stands below each other in the band and in all rows: the portraits' middle and room, and three fields."""

    portrait_x: int
    portrait_w: int
    fields: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    """Left edge and width of driver, level and aim."""

    def field(self, column: int, y: int, height: int) -> Rect:
        """A field of that column."""
        left, width = self.fields[column]
        return Rect(left, y, width, height)


@dataclass(frozen=True, slots=True)
class Band:
    """What is set for all bots at once: two fields below captions, unless there is one bot only, and the manner."""

    rect: Rect
    captions: tuple[Rect, Rect] | None
    level: Rect
    aim: Rect
    manner: Rect


@dataclass(frozen=True, slots=True)
class SeatsPart:
    """Who drives: heading, how many, each alone or not, the band for all bots, a row for each seat."""

    heading: Rect
    count: Rect
    seating: Rect
    columns: Columns
    band: Band
    rows: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class RulesPart:
    """By which rules: heading, choice of rule set, words about it, four rows of options, and the two buttons."""

    heading: Rect
    choice: Rect
    about: Rect
    options: tuple[Rect, Rect, Rect, Rect]
    back: Rect
    start: Rect


@dataclass(frozen=True, slots=True)
class SetupLayout:
    """The plate with its head, and the two parts on it."""

    plate: Rect
    head: Rect
    seats: SeatsPart
    rules: RulesPart


def setup_layout(size: tuple[int, int], seats: int, bots: int) -> SetupLayout:
    """Lay the screen out for a window and a number of seats, so many of them bots."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size)
    pad = round(max(16, 50 * u))
    inner = Rect(plate.x + pad, head.bottom + round(16 * t), plate.w - 2 * pad, 0)
    inner.h = plate.bottom - round(max(12, 34 * u)) - inner.y
    if is_tall(size):
        rules_h = round(min(0.54 * inner.h, 640 * t))
        upper = Rect(inner.x, inner.y, inner.w, inner.h - rules_h - round(18 * t))
        lower = Rect(inner.x, inner.bottom - rules_h, inner.w, rules_h)
        return SetupLayout(plate, head, _seats(upper, t, seats, bots), _rules(lower, t))
    left = Rect(inner.x, inner.y, round(_LEFT * inner.w), inner.h)
    right = Rect(0, inner.y, round(_RIGHT * inner.w), inner.h)
    right.right = inner.right
    return SetupLayout(plate, head, _seats(left, t, seats, bots), _rules(right, t))


def _heading_h(t: float) -> int:
    return round(42 * t)


def _field_h(t: float) -> int:
    return max(MIN_TARGET_PX, round(60 * t))


def _seats(part: Rect, t: float, seats: int, bots: int) -> SeatsPart:
    heading = Rect(part.x, part.y, part.w, _heading_h(t))
    gap = round(14 * t)
    half = (part.w - gap) // 2
    count = Rect(part.x, heading.bottom, half, _field_h(t))
    seating = Rect(part.right - half, count.y, half, count.h)
    columns = _columns(part, t)
    band = _band(Rect(part.x, count.bottom + gap, part.w, 0), columns, t, is_one_bot=bots < 2)
    gap = round(8 * t)
    top = band.rect.bottom + gap
    height = min(round(_ROW_H * t), (part.bottom - top + gap) // seats - gap)
    rows = tuple(Rect(part.x, top + i * (height + gap), part.w, height) for i in range(seats))
    return SeatsPart(heading, count, seating, columns, band, rows)


def _columns(part: Rect, t: float) -> Columns:
    bar, gap = round(max(6, 12 * t)), round(max(6, 11 * t))
    left, right = part.x + round(_FACES * part.w), part.right - round(max(8, 13 * t))
    room = right - left - 2 * gap
    widths = [round(room * share) for share in _SHARES]
    second, third = left + widths[0] + gap, left + widths[0] + widths[1] + 2 * gap
    portrait_w = left - part.x - bar - 2 * round(6 * t)
    middle = (part.x + bar + left) // 2
    return Columns(middle, portrait_w, ((left, widths[0]), (second, widths[1]), (third, right - third)))


def _band(rect: Rect, columns: Columns, t: float, *, is_one_bot: bool) -> Band:
    pad, field, gap, caption = round(11 * t), max(MIN_TARGET_PX, round(55 * t)), round(10 * t), max(15, round(25 * t))
    y = rect.y + pad
    captions = None
    level, aim = columns.field(1, y + caption, field), columns.field(2, y + caption, field)
    if not is_one_bot:
        captions = columns.field(1, y, caption), columns.field(2, y, caption)
        y = level.bottom + gap
    manner = Rect(level.x, y, aim.right - level.x, field)
    return Band(Rect(rect.x, rect.y, rect.w, manner.bottom + pad - rect.y), captions, level, aim, manner)


def _rules(part: Rect, t: float) -> RulesPart:
    heading = Rect(part.x, part.y, part.w, _heading_h(t))
    rules = Rect(part.x, heading.bottom, part.w, _field_h(t))
    start_h, back_h = max(44, round(86 * t)), max(36, round(66 * t))
    back_w = round(0.34 * part.w)
    start = Rect(part.x + back_w + round(22 * t), 0, 0, start_h)
    start.w, start.bottom = part.right - start.x, part.bottom
    back = Rect(part.x, start.centery - back_h // 2, back_w, back_h)
    row = max(40, round(65 * t - 40 * max(0, 0.85 - t)))
    top = start.y - round(_BUTTONS_GAP * t) - 4 * row
    options = tuple(Rect(part.x, top + i * row, part.w, row) for i in range(4))
    about_top = rules.bottom + round(10 * t)
    about = Rect(part.x, about_top, part.w, top - round(8 * t) - about_top)
    return RulesPart(heading, rules, about, (options[0], options[1], options[2], options[3]), back, start)

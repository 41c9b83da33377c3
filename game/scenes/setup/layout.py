"""Where everything lies on the setup screen, for any window from 960 × 540 on: pure geometry in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.scenes.dialogs import screen_plate
from game.ui.drawing import text
from game.ui.scene import is_tall, text_factor, unit
from game.ui.widgets.widget import HIT_PX, MIN_TARGET_PX

_LEFT, _RIGHT = 0.60, 0.375  # of the plate's inner width
_FACES: Final = 0.118  # of the left part's width, for side bar and portrait
_SHARES: Final = (0.27, 0.295, 0.435)
"""How driver, level and aim share the room beside the portrait: the names are short, the aims long."""

_BAND_SHARES: Final = (0.165, 0.175, 0.22, 0.44)
"""How words, level, aim and manner share the band's row on a page of its own."""

_ON_ONE_PAGE: Final = (1.35, 1.15)
"""How large text may be in layout units for all to be on one page, in a wide window and a tall."""
_HARDLY: Final = 1e-6
_PAGE_K: Final = 1.4
"""Fields on pages grow so far in layout units; their letters go on growing."""
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
    captions: tuple[Rect, ...]
    """None of them where there is one bot only; the third is the manner's, where that stands beside the others."""
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
    """By which rules: heading, choice of rule set, words about it, four rows of options, and the two buttons.

    What compares them has its place in the heading, or ``compare``.
    """

    heading: Rect
    choice: Rect
    compare: Rect | None
    about: Rect
    options: tuple[Rect, Rect, Rect, Rect]
    back: Rect
    start: Rect


@dataclass(frozen=True, slots=True)
class SetupLayout:
    """The plate with its head, and the two parts on it: beside or below each other, or if there are ``tabs`` each on a
    page of its own.
    """

    plate: Rect
    head: Rect
    seats: SeatsPart
    rules: RulesPart
    tabs: Rect | None = None


def setup_layout(size: tuple[int, int], seats: int, bots: int) -> SetupLayout:
    """Lay the screen out for a window and a number of seats, so many of them bots."""
    u = unit(size)
    t = text_factor(u)
    if is_paged(size):
        return _paged(size, seats, bots)
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


def is_paged(size: tuple[int, int]) -> bool:
    """Whether text is so large that the two parts are pages: beside each other they would leave it no room."""
    u = unit(size)
    return text_factor(u) > max(text.delivered(u), _ON_ONE_PAGE[is_tall(size)] * u) + _HARDLY


def _paged(size: tuple[int, int], seats: int, bots: int) -> SetupLayout:
    """Each part on the whole of a plate that fills the window, the buttons below both."""
    u, (w, h) = unit(size), size
    t = text_factor(u)
    k = min(t, _PAGE_K * u)
    edge = round(max(8, 20 * u))
    plate = Rect(edge, edge, w - 2 * edge, h - 2 * edge)
    head = Rect(plate.x, plate.y, plate.w, round(max(50, 106 * u)))
    tabs = Rect(0, 0, round(0.7 * head.w), round(0.76 * head.h))
    tabs.bottomright = head.right - round(36 * u), head.bottom
    pad = round(max(14, 40 * u))
    inner = Rect(plate.x + pad, head.bottom + round(22 * u), plate.w - 2 * pad, 0)
    back, start = _answers(Rect(inner.x, 0, inner.w, plate.bottom - round(max(10, 24 * u))), k)
    inner.h = start.y - round(20 * u) - inner.y
    columns = _columns(inner, k)
    gap = round(12 * k)
    count, seating = _halves(Rect(inner.x, inner.y, inner.w, max(HIT_PX, round(60 * k))), gap)
    room = Rect(inner.x, count.bottom + gap, inner.w, 0)
    if is_tall(size):
        band = _band(room, columns, k, t, is_one_bot=bots < 2)
    else:
        band = _flat_band(room, columns, k, t, is_one_bot=bots < 2)
    nowhere = Rect(inner.x, inner.y, 0, 0)
    part = SeatsPart(nowhere, count, seating, columns, band, _seat_rows(inner, band.rect.bottom, k, seats, _ROW_H * t))
    rules = _rules_page(inner, k, t, back, start, is_tall=is_tall(size))
    return SetupLayout(plate, head, part, rules, tabs)


def _halves(row: Rect, gap: int) -> tuple[Rect, Rect]:
    half = (row.w - gap) // 2
    return Rect(row.x, row.y, half, row.h), Rect(row.right - half, row.y, half, row.h)


def _answers(part: Rect, k: float) -> tuple[Rect, Rect]:
    """The two buttons at the lower right corner."""
    height = max(HIT_PX, round(60 * k))
    start = Rect(0, part.bottom - height, round(max(0.34 * part.w, 5 * height)), height)
    start.right = part.right
    back = Rect(0, start.y, round(max(0.2 * part.w, 3 * height)), height)
    back.right = start.x - round(22 * k)
    return back, start


def _flat_band(rect: Rect, columns: Columns, k: float, t: float, *, is_one_bot: bool) -> Band:
    """The band in one row, which takes a wide page."""
    pad, field, gap = round(10 * k), max(HIT_PX, round(52 * k)), round(12 * k)
    left, right = columns.fields[0][0], columns.fields[2][0] + columns.fields[2][1]
    caption = 0 if is_one_bot else round(max(15, 24 * t))
    y = rect.y + pad + caption
    at, widths = float(left), [share * (right - left) for share in _BAND_SHARES]
    places = []
    for width in widths:
        places.append(Rect(round(at), y, round(width) - gap, field))
        at += width
    _label, level, aim, manner = places
    manner.w = right - manner.x
    if is_one_bot:
        manner = Rect(level.x, y, right - level.x, field)
    captions = () if is_one_bot else tuple(place.move(0, -caption) for place in (level, aim, manner))
    for place in captions:
        place.h = caption
    return Band(Rect(rect.x, rect.y, rect.w, manner.bottom + pad - rect.y), captions, level, aim, manner)


def _seat_rows(part: Rect, below: int, t: float, seats: int, highest: float) -> tuple[Rect, ...]:
    gap = round(8 * t)
    top = below + gap
    height = min(round(highest), (part.bottom - top + gap) // seats - gap)
    return tuple(Rect(part.x, top + i * (height + gap), part.w, height) for i in range(seats))


def _rules_page(part: Rect, k: float, t: float, back: Rect, start: Rect, *, is_tall: bool) -> RulesPart:
    gap = round(14 * k)
    first, second = Rect(part), Rect(part)
    row = max(HIT_PX, round(66 * t))
    if is_tall:
        second.h = 4 * row
        second.bottom = part.bottom
        first.h = second.y - gap - first.y
    else:
        first, second = _halves(part, 3 * gap)
        row = min(row, second.h // 4)
    choice = Rect(first.x, first.y, round(0.56 * first.w), max(HIT_PX, round(60 * k)))
    compare = Rect(choice.right + gap, choice.y, first.right - choice.right - gap, choice.h)
    about = Rect(first.x, choice.bottom + gap, first.w, first.bottom - choice.bottom - gap)
    options = tuple(Rect(second.x, second.y + i * row, second.w, row) for i in range(4))
    places = (options[0], options[1], options[2], options[3])
    return RulesPart(Rect(first.x, first.y, 0, 0), choice, compare, about, places, back, start)


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
    band = _band(Rect(part.x, count.bottom + gap, part.w, 0), columns, t, t, is_one_bot=bots < 2)
    rows = _seat_rows(part, band.rect.bottom, t, seats, _ROW_H * t)
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


def _band(rect: Rect, columns: Columns, k: float, t: float, *, is_one_bot: bool) -> Band:
    """The band in two rows; ``k`` is the factor of its measures, ``t`` that of the captions."""
    pad, field, gap, caption = round(11 * k), max(MIN_TARGET_PX, round(55 * k)), round(10 * k), max(15, round(25 * t))
    y = rect.y + pad
    captions: tuple[Rect, ...] = ()
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
    return RulesPart(heading, rules, None, about, (options[0], options[1], options[2], options[3]), back, start)

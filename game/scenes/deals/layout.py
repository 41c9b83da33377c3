"""Where the parts of the deals' dialog lie: today's deal beside the one by its number, or above it in a tall window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.session.deals import CODE_LETTERS, GROUP
from game.ui.drawing import text
from game.ui.scene import is_tall, text_factor, unit
from game.ui.widgets import MIN_TARGET_PX, CodeField
from game.ui.widgets.buttons import label_px

_SMALL_PX: Final = 700
"""Below this height the dialog takes nearly the whole window."""
_EDGE_PX: Final = 8
_ACROSS, _HIGH = 0.74, 0.84
_LEFT: Final = 0.36
_UPPER, _UPPER_GROWN = 0.42, 0.455  # of the page, for today's deal in a tall window
_LEAF_LEAST: Final = 155
_CONTROLS_GROW: Final = 0.4  # of what the words grow
_LABEL_SHARE: Final = 0.62  # of a button's height, the size of its letters at most
_HARDLY: Final = 1e-6
_FIELD: Final = 0.17  # of the page: fields are no higher


@dataclass(frozen=True, slots=True)
class TodayPlaces:
    """The parts of today's deal, from the top down; ``leaf`` is the calendar's, and faces are ornament."""

    box: Rect
    heading: Rect
    leaf: Rect
    said: Rect
    line_y: int
    people: Rect
    has_faces: bool
    play: Rect


@dataclass(frozen=True, slots=True)
class DealLayout:
    """The plate with its head and the cross in it; today's deal; and the parts of a deal by its number."""

    plate: Rect
    head: Rect
    close: Rect
    today: TodayPlaces
    heading: Rect
    code: Rect
    tools: Rect
    line_y: int
    table_head: Rect
    rows: Rect
    back: Rect
    play: Rect


def deal_layout(size: tuple[int, int]) -> DealLayout:
    """Lay the dialog out for a window."""
    u, (w, h) = unit(size), size
    t = text_factor(u)
    plate = Rect(0, 0, round(_ACROSS * w), round(_HIGH * h))
    k = _controls(u)
    if t > text.delivered(u) + _HARDLY:
        plate.size = w - 2 * _EDGE_PX, h - 2 * _EDGE_PX
    elif h < _SMALL_PX or is_tall(size):
        plate.size = w - 2 * _EDGE_PX, h - 2 * _EDGE_PX if h < _SMALL_PX else round(0.92 * h)
    plate.center = w // 2, h // 2
    head = Rect(plate.x, plate.y, plate.w, round(max(50, 100 * u)))
    side = round(max(MIN_TARGET_PX, 54 * u))
    close = Rect(0, 0, side, side)
    close.midright = head.right - round(max(14, 30 * u)), head.centery - 2
    pad = round(max(18, 44 * u))
    top = head.bottom + round(max(12, 30 * u))
    page = Rect(plate.x + pad, top, plate.w - 2 * pad, plate.bottom - round(max(10, 26 * u)) - top)
    gap = round(max(14, 33 * u))
    if is_tall(size):
        first = Rect(page.x, page.y, page.w, round((_UPPER if k == t else _UPPER_GROWN) * page.h))
        second = Rect(page.x, first.bottom + gap, page.w, page.bottom - first.bottom - gap)
    else:
        first = Rect(page.x, page.y, round(_LEFT * page.w), page.h)
        second = Rect(first.right + gap, page.y, page.right - first.right - gap, page.h)
    return _by_number(plate, head, close, _today(first, u, k), second, t, k)


def _controls(u: float) -> float:
    """The factor of controls and gaps: they grow less than the words."""
    t, least = text_factor(u), text.delivered(u)
    return t if t <= least else least + _CONTROLS_GROW * (t - least)


def label_size(rect: Rect, u: float, high: float) -> float:
    """The size of the letters on a button that is so high at t = 1."""
    least, t = text.delivered(u), text_factor(u)
    return min(label_px(max(MIN_TARGET_PX, high * least)) * t / least, _LABEL_SHARE * rect.h)


def _today(box: Rect, u: float, k: float) -> TodayPlaces:
    t, t0 = text_factor(u), text.delivered(u)
    pad, gap = round(26 * k), round(14 * k)
    inner = box.inflate(-2 * pad, 0)
    heading = Rect(inner.x, box.y + round(12 * k), inner.w, round(48 * t))
    height = max(38, round(74 * k))
    play = Rect(inner.x, box.bottom - round(24 * k) - height, inner.w, height)
    said_h = round(66 * t)
    room = play.y - 4 * gap - said_h - heading.bottom
    people_h = round(62 * k + 50 * t)
    has_faces = room - people_h >= _LEAF_LEAST * t0
    people = Rect(inner.x, 0, inner.w, people_h if has_faces else round(52 * t))
    people.bottom = play.y - gap
    said = Rect(inner.x, 0, inner.w, said_h)
    said.bottom = people.y - 2 * gap
    leaf = Rect(0, heading.bottom + gap // 2, 0, said.y - gap - heading.bottom)
    leaf.w = min(inner.w, round(max(leaf.h * 1.06, _LEAF_LEAST * t0)))
    leaf.centerx = inner.centerx
    return TodayPlaces(box, heading, leaf, said, said.bottom + gap, people, has_faces, play)


def _by_number(  # noqa: PLR0913, PLR0917 - the parts, and the factors of words and controls
    plate: Rect, head: Rect, close: Rect, today: TodayPlaces, area: Rect, t: float, k: float
) -> DealLayout:
    gap, px = round(18 * k), round(44 * t)
    heading = Rect(area.x, area.y, area.w, px)
    code = Rect(area.x, heading.bottom + round(10 * k), area.w, 0)
    code.h = min(CodeField.height(area.w, CODE_LETTERS, GROUP), round(_FIELD * plate.h))
    tools = Rect(area.x, code.bottom + gap, area.w, max(MIN_TARGET_PX, round(56 * k)))
    height = max(38, round(74 * k))
    back = Rect(area.x, area.bottom - height, round(0.24 * area.w), height)
    play = Rect(back.right + 2 * gap, back.y, area.right - back.right - 2 * gap, height)
    line_y = tools.bottom + gap
    table_head = Rect(area.x, line_y + gap // 2, area.w, px)
    rows = Rect(area.x, table_head.bottom, area.w, back.y - gap - table_head.bottom)
    return DealLayout(plate, head, close, today, heading, code, tools, line_y, table_head, rows, back, play)

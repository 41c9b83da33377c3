"""Where the parts of the key map lie: pages at the left, the rows of the open one at the right, a line at the foot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.scenes.dialogs import screen_plate
from game.ui.scene import is_tall, text_factor, unit

_WIDEST: Final = 1.8  # of the plate's height
_LEFT: Final = 0.23  # of the plate's width
_ROW: Final = 76  # at most, at t = 1
_TALL_ROW: Final = 104
_LEAST_ROW: Final = 34
_SHARES: Final = (1, 0.94, 0.88, 0.82, 0.76, 0.7)
"""Of the size of text that is wished for: a small window has no room for large letters in many rows."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A row: what the action is called, what always asks for it, and a place for each device."""

    whole: Rect
    name: Rect
    also: Rect
    inputs: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class KeyMapLayout:
    """The places in window pixels."""

    t: float
    plate: Rect
    head: Rect
    pages: tuple[Rect, ...]
    done: Rect
    line: Rect
    """The hairline between pages and rows."""
    heading: Rect
    reset: Rect
    columns: Rect
    """The headings of the columns."""
    rows: tuple[KeyRow, ...]
    foot: Rect


def key_map_layout(size: tuple[int, int], pages: int, rows: int, devices: int) -> KeyMapLayout:
    """Lay out so many pages, rows of the open one, and devices, with text as large as the rows leave room for it."""
    wished = text_factor(unit(size))
    for share in _SHARES:
        laid = _laid_out(size, share * wished, pages, rows, devices)
        if not laid.rows or laid.rows[-1].whole.bottom <= laid.foot.y:
            break
    return laid


def _laid_out(size: tuple[int, int], t: float, pages: int, rows: int, devices: int) -> KeyMapLayout:
    u = unit(size)
    plate, head = screen_plate(size, _WIDEST)
    pad = round(max(16, 50 * u))
    inner = Rect(plate.x + pad, head.bottom + round(20 * t), plate.w - 2 * pad, 0)
    inner.h = plate.bottom - round(max(12, 34 * u)) - inner.y
    left = Rect(inner.x, inner.y, round(_LEFT * plate.w), inner.h)
    gap = round(10 * t)
    done = Rect(left.x, 0, left.w, max(44, round(76 * t)))
    done.bottom = inner.bottom
    page_h = min(max(44, round(70 * t)), (done.y - left.y) // pages - gap)
    right = Rect(left.right + round(0.7 * pad), inner.y, 0, inner.h)
    right.w = inner.right - right.x
    reset = Rect(0, right.y, round(0.34 * right.w), max(40, round(56 * t)))
    reset.right = right.right
    heading = Rect(right.x, right.y, reset.x - right.x - pad // 2, reset.h)
    columns = Rect(right.x, reset.bottom + round(4 * t), right.w, max(16, round(28 * t)))
    foot = Rect(right.x, 0, right.w, max(44, round(64 * t)))
    foot.bottom = inner.bottom
    room = Rect(right.x, columns.bottom + round(4 * t), right.w, foot.y - columns.bottom - round(12 * t))
    step = min(round((_TALL_ROW if is_tall(size) else _ROW) * t), max(_LEAST_ROW, room.h // max(1, rows)))
    places = [Rect(room.x, room.y + i * step, room.w, step - max(2, round(5 * t))) for i in range(rows)]
    placed = tuple(_row(place, devices, t, tall=is_tall(size)) for place in places)
    return KeyMapLayout(
        t,
        plate,
        head,
        tuple(Rect(left.x, left.y + i * (page_h + gap), left.w, page_h) for i in range(pages)),
        done,
        Rect(left.right + round(0.35 * pad), inner.y, max(1, round(2 * t)), inner.h),
        heading,
        reset,
        columns,
        placed,
        foot,
    )


def _row(whole: Rect, devices: int, t: float, *, tall: bool) -> KeyRow:
    pad = round(12 * t)
    width = round((0.32 if tall else 0.24) * whole.w)
    first = whole.right - devices * width
    inputs = tuple(Rect(first + i * width, whole.y, width - pad, whole.h) for i in range(devices))
    inner = Rect(whole.x + pad, whole.y, first - whole.x - 2 * pad, whole.h)
    if tall:  # one below the other
        half = inner.h // 2
        return KeyRow(
            whole, Rect(inner.x, inner.y, inner.w, half), Rect(inner.x, inner.y + half, inner.w, half), inputs
        )
    name = Rect(inner.x, inner.y, round(0.68 * inner.w), inner.h)
    return KeyRow(whole, name, Rect(name.right + pad, inner.y, inner.right - name.right - pad, inner.h), inputs)

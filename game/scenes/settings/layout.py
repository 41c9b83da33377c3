"""Where the parts of the settings lie: categories at the left, the entries of the open one at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.scenes.dialogs import screen_plate
from game.ui.scene import text_factor, unit
from game.ui.widgets import MIN_TARGET_PX

_WIDEST: Final = 1.8  # of the plate's height
_LEFT: Final = (0.205, 0.34)  # of the inner width, at least and at most
_CATEGORY: Final = 78  # at t = 1, with its gap
_TIGHT, _WIDE = 0.74, 1.15  # of t: how far rows are pressed together before the page scrolls, and drawn apart


@dataclass(frozen=True, slots=True)
class SettingsLayout:
    """The places in window pixels."""

    plate: Rect
    head: Rect
    categories: Rect
    line: Rect
    """The hairline between categories and page."""
    page: Rect
    bar: Rect
    """The trough beside the page, for when there is more than it shows."""
    reset: Rect
    done: Rect
    k: float
    """How many pixels a unit of an entry's height is."""


def settings_layout(size: tuple[int, int], categories: int, widest_px: float, needed: int) -> SettingsLayout:
    """Lay out so many categories, the widest with its icon ``widest_px`` wide, and a page of that height at t = 1."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size, _WIDEST)
    pad, gap = round(max(16, 50 * u)), round(10 * t)
    inner = Rect(plate.x + pad, head.bottom + round(20 * t), plate.w - 2 * pad, 0)
    inner.h = plate.bottom - round(max(12, 34 * u)) - inner.y
    across = round(min(_LEFT[1] * inner.w, max(_LEFT[0] * inner.w, widest_px)))
    done = Rect(inner.x, 0, across, max(44, round(76 * t)))
    done.bottom = inner.bottom
    reset = Rect(inner.x, 0, across, max(MIN_TARGET_PX, round(56 * t)))
    reset.bottom = done.y - gap
    room = reset.y - gap - inner.y
    listed = Rect(inner.x, inner.y, across, min(room, categories * round(_CATEGORY * t)))
    line = Rect(inner.x + across + round(0.35 * pad), inner.y, max(1, round(2 * t)), inner.h)
    page = Rect(line.right + round(0.35 * pad), inner.y, 0, inner.h)
    page.w = inner.right - page.x
    k = max(_TIGHT * t, min(_WIDE * t, page.h / needed))
    bar = Rect(0, page.y, max(8, round(0.3 * pad)), page.h)
    bar.right = inner.right + round(0.5 * pad)
    if k * needed > page.h - 20:  # controls reach a little beyond their rows
        page.w -= max(0, page.right + round(10 * t) - bar.x)
    return SettingsLayout(plate, head, listed, line, page, bar, reset, done, k)


def visible(heights: Sequence[int], first: int, room: int) -> tuple[int, int]:
    """Which of the entries of these heights are shown if ``first`` is to be: all, or as many whole ones as fit.

    The end is that of a slice; the first is an earlier one if there would be room left below the last.
    """
    if sum(heights) <= room:
        return 0, len(heights)
    latest = next(i for i in range(len(heights)) if sum(heights[i:]) <= room or i == len(heights) - 1)
    first = min(first, latest)
    end = first + 1
    while end < len(heights) and sum(heights[first : end + 1]) <= room:
        end += 1
    return first, end

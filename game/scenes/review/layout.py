"""Where the parts of a review lie: pure geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.scenes.review.findings import SHOWN
from game.ui.scene import is_tall, text_factor, unit

_DECISIONS, _TALL_DECISIONS = 0.515, 0.45  # of the page's height
_CHART: Final = 0.62  # of its width
_TALL_LUCK: Final = 0.40  # of what a tall page has below its decisions


@dataclass(frozen=True, slots=True)
class ReviewLayout:
    """The parts in window pixels; ``decisions`` are the places of the cards, the dearest first."""

    u: float
    t: float
    plate: Rect
    head: Rect
    heading: Rect
    decisions: tuple[Rect, ...]
    chart: Rect
    luck: Rect
    buttons: Rect
    is_tall: bool

    @property
    def all_decisions(self) -> Rect:
        """The place of all cards together."""
        return self.decisions[0].unionall(self.decisions[1:])


def lay_out(size: tuple[int, int]) -> ReviewLayout:
    """The screen in a window of that size."""
    (w, h), u, tall = size, unit(size), is_tall(size)
    t = text_factor(u)
    mx, my = (round(max(8, part * u - 60 * max(0.0, 1 - u))) for part in (48, 36))
    plate = Rect(mx, my, w - 2 * mx, h - 2 * my)
    head = Rect(plate.x, plate.y, plate.w, round(max(46, 96 * u)))
    inset, gap = round(max(16, 36 * u)), round(max(8, 24 * u))
    page = Rect(plate.x + inset, head.bottom, plate.w - 2 * inset, plate.bottom - round(max(8, 24 * u)) - head.bottom)
    heading = Rect(page.x, page.y + round(8 * u), page.w, round(max(28, 66 * u)))
    high = round((_TALL_DECISIONS if tall else _DECISIONS) * page.h)
    decisions = Rect(page.x, heading.bottom, page.w, high)
    below = Rect(page.x, decisions.bottom + gap, page.w, page.bottom - decisions.bottom - gap)
    chart, right = _halves(below, gap, tall=tall)
    buttons = Rect(right.x, 0, right.w, round(max(36, 70 * u)))
    buttons.bottom = right.bottom
    luck = Rect(right.x, right.y, right.w, buttons.y - round(max(8, 20 * u)) - right.y)
    return ReviewLayout(u, t, plate, head, heading, _cards(decisions, gap, tall=tall), chart, luck, buttons, tall)


def _cards(place: Rect, gap: int, *, tall: bool) -> tuple[Rect, ...]:
    """The cards side by side, in a tall window one below the other."""
    if tall:
        gap //= 2
        high = (place.h + gap) // SHOWN - gap
        return tuple(Rect(place.x, place.y + i * (high + gap), place.w, high) for i in range(SHOWN))
    wide = (place.w + gap) // SHOWN - gap
    return tuple(Rect(place.x + i * (wide + gap), place.y, wide, place.h) for i in range(SHOWN))


def _halves(below: Rect, gap: int, *, tall: bool) -> tuple[Rect, Rect]:
    """The place of the chart, and that of luck and buttons."""
    if tall:
        high = round((1 - _TALL_LUCK) * (below.h - gap))
        chart = Rect(below.x, below.y, below.w, high)
        return chart, Rect(below.x, chart.bottom + gap, below.w, below.bottom - chart.bottom - gap)
    chart = Rect(below.x, below.y, round(_CHART * below.w), below.h)
    return chart, Rect(chart.right + gap, below.y, below.right - chart.right - gap, below.h)

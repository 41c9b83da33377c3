"""Where everything lies on the rules screen, for any window from 960 × 540 on: pure geometry in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.ui.scene import is_tall, text_factor, unit

_WIDEST = 1.78
"""A window wider than so many times its height keeps the plate in its middle."""


@dataclass(frozen=True, slots=True)
class RulesLayout:
    """The plate with its head, the contents on the left, and the page on the right.

    ``title`` is the line above the page, ``view`` the part of the page that is seen, ``bar`` the trough of its scroll
    bar and ``grip`` what can be held of it.
    """

    plate: Rect
    head: Rect
    close: Rect
    contents: Rect
    title: Rect
    view: Rect
    bar: Rect
    grip: Rect


def rules_layout(size: tuple[int, int]) -> RulesLayout:
    """Lay the screen out for a window."""
    w, h = size
    u = unit(size)
    t = text_factor(u)
    margin = round(max(8, 44 * u - 30 * max(0, 1 - u)))
    across = min(w, round(_WIDEST * h)) - 2 * margin
    plate = Rect((w - across) // 2, margin, across, h - 2 * margin)
    head = Rect(plate.x, plate.y, plate.w, round(max(46, 84 * u)))
    pad = round(max(14, 40 * u))
    side = max(32, round(0.62 * head.h))
    close = Rect(head.right - pad - side, head.centery - side // 2 - 1, side, side)
    top, bottom = head.bottom + round(max(10, 26 * u)), plate.bottom - round(max(12, 28 * u))
    column = round((0.25 if is_tall(size) else 0.215) * plate.w)
    contents = Rect(plate.x + pad, top, column, bottom - top)
    bar_w = max(8, round(12 * t))
    left, right = contents.right + round(max(16, 40 * u)), plate.right - pad
    title = Rect(left, top, right - left, max(34, round(56 * t)))
    view = Rect(left, title.bottom + round(8 * t), right - left - bar_w - round(14 * t), 0)
    view.h = bottom - view.y
    bar = Rect(right - bar_w, view.y, bar_w, view.h)
    return RulesLayout(plate, head, close, contents, title, view, bar, bar.inflate(max(0, 32 - bar_w), 0))

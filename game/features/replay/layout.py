"""The layout of the replay screen: the table, the panel beside it, and the bar below both. Pure geometry."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.table.geometry.box import FloatRect
from game.table.geometry.layout import TableLayout
from game.ui.boxes.box import HIT_PX
from game.ui.layout import ROLES, role_growth
from game.ui.scene import is_tall, layout_unit, text_scale_for

_BAR, _LOW_BAR = 0.29, 0.265  # of the height, with the curve of chances
_BARE_BAR, _LOW_BARE_BAR, _TALL_BARE_BAR = 0.205, 0.235, 0.16  # without
_LOW_PX = 700
_PANEL, _LOW_PANEL, _TALL_PANEL = 0.235, 0.18, 0.17  # of the width; of the height, below the table of a tall window
_LARGE = 1.3
"""Text larger than so many times its default size needs the log's place too; then the log is in the panel."""
_LARGE_PANEL, _LOW_LARGE_PANEL = 0.3, 0.23  # of the width
_CURVE = 0.62  # of the height of curve and timeline together
_LANE_PX = 20
_ENDS, _LEAST_ENDS_PX = 150.0, 84  # u: the column of chances at the right
_CONTROL = 56.0  # u
_TOUCHED = 66.0  # u, at most the size that a finger needs
_SMALLEST_CONTROL_PX = 34
_FOLLOWS = 0.5  # of the growth of words, for the controls they stand on
_FOOT = 26.0  # u
_SMALLEST_FOOT_PX = 15


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """Where the parts of the screen are, in px.

    ``table`` is the size of the table in the upper left corner, which ``has_log`` or leaves the log to the panel.
    ``panel`` is the rectangle beside or below the table, ``bar`` that of everything below both. ``paper`` is the
    timeline's rectangle, ``foot`` the height of the line of numbers in it. ``curve`` is the rectangle of the chances
    above the timeline, ``ends`` that of their values at the right of both; without chances both are empty. In a low
    window ``foot`` is 0, and ``paper`` is a lane at the foot of the curve. ``row`` is the rectangle of the controls,
    which stand in two rows if the window ``is_tall``. ``button`` is the height of a control, ``control`` that without
    the factor ``text_growth`` by which the player's settings enlarge text. ``u`` is the layout unit, ``t`` the text
    scale.
    """

    u: float
    t: float
    table: tuple[int, int]
    has_log: bool
    panel: Rect
    bar: Rect
    curve: Rect
    paper: Rect
    ends: Rect
    foot: int
    row: Rect
    button: int
    control: int
    is_tall: bool
    text_growth: float

    @property
    def gap(self) -> int:
        """The gap between two controls, in px."""
        return max(5, round(12 * self.u))


def replay_layout(size: tuple[int, int], *, has_chances: bool) -> ReplayLayout:
    """Return the layout of the replay screen for a window of that size in px, with or without the chances' curve."""
    w, h = size
    u = layout_unit(size)
    tall, larger = is_tall(size), role_growth(ROLES.button)
    is_low = h < _LOW_PX and not tall
    side, pad = max(10, round(20 * u)), max(6, round(12 * u))
    delivered = max(_SMALLEST_CONTROL_PX, round(_CONTROL * u), min(HIT_PX, round(_TOUCHED * u)))
    least_foot, n_rows = max(_SMALLEST_FOOT_PX, round(_FOOT * u)), 2 if tall else 1
    control, foot = round(delivered * (1 + _FOLLOWS * (larger - 1))), round(least_foot * larger)
    bare = _TALL_BARE_BAR if tall else _LOW_BARE_BAR if is_low else _BARE_BAR
    high = round(((_LOW_BAR if is_low else _BAR) if has_chances else bare) * h)
    high += n_rows * (control - delivered) + foot - least_foot
    bar = Rect(0, h - high, w, high)
    gap = max(5, round(12 * u))
    rows_h = n_rows * control + (n_rows - 1) * gap
    row = Rect(side, bar.bottom - pad - rows_h, w - 2 * side, rows_h)
    paper = Rect(side, bar.y + pad, w - 2 * side, row.y - bar.y - 2 * pad)
    curve = ends = Rect(0, 0, 0, 0)
    if has_chances:
        paper.w -= round(max(_LEAST_ENDS_PX, _ENDS * u) * larger)
        ends = Rect(paper.right, paper.y, bar.right - side - paper.right, paper.h)
        if is_low:
            curve, foot = paper.copy(), 0
            paper = Rect(paper.x, paper.bottom - _LANE_PX, paper.w, _LANE_PX)
        else:
            curve = Rect(paper.x, paper.y, paper.w, round(_CURVE * (paper.h - pad // 2)))
            paper = Rect(paper.x, curve.bottom + pad // 2, paper.w, paper.bottom - curve.bottom - pad // 2)
    has_log = tall or larger <= _LARGE
    if tall:
        table = w, bar.y - round(_TALL_PANEL * h)
        panel = Rect(side, table[1] + pad // 2, w - 2 * side, bar.y - table[1] - 2 * pad)
    else:
        shares = (_PANEL, _LOW_PANEL) if has_log else (_LARGE_PANEL, _LOW_LARGE_PANEL)
        table = w - round(shares[is_low] * w), bar.y
        panel = Rect(table[0] + pad, pad, w - table[0] - side - pad, bar.y - 3 * pad)
    return ReplayLayout(
        u, text_scale_for(u), table, has_log, panel, bar, curve, paper, ends, foot, row, control, delivered, tall,
        larger,
    )  # fmt: skip


def tray_boxes(layout: TableLayout, seats: int) -> tuple[FloatRect, ...]:
    """Return the boxes in which all hands are shown at the bottom of the table, where else the viewer's hand is.

    The first box is the viewer's; the others follow in the order of the seats.
    """
    left, right = layout.turn.x, layout.turn.right if layout.tall else layout.hand.right
    top, bottom = layout.turn.y, layout.size[1] - max(8, 20 * layout.unit)
    gap = max(6.0, 12 * layout.unit)
    columns = seats if seats <= 4 else -(-seats // 2)
    rows = -(-seats // columns)
    wide, high = (right - left + gap) / columns - gap, (bottom - top + gap) / rows - gap
    boxes = []
    for i in range(seats):
        row, column = divmod(i, columns)
        x, y = left + column * (wide + gap), top + row * (high + gap)
        boxes.append(FloatRect.between(x, y, x + wide, y + high))
    return tuple(boxes)

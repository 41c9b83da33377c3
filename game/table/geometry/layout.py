"""The regions of the table, for 2 to 6 sides and every window size (art.md §4); nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.table.geometry.box import FloatRect
from game.ui.drawing import text
from game.ui.scene import is_tall, layout_unit, text_scale_for

Size = tuple[int, int]

_GOALS, _LEAST_TURN = 132, 96
"""The height of the goals' panel at text scale 1, and the least that it leaves to the turn plate; in pixels."""
FULL_HAND = 7
"""The most cards in a hand by the booklets (rules.md D5)."""
NAMED_FROM_PX = 96
"""The smallest width in pixels of a card with a name; on a narrower card the name could not be read."""
_NAMED_FROM_STEP = 0.75
"""The smallest step from card to card, in card widths, that leaves the names of a hand uncovered."""
_WIDEST = 2.1
"""In a window wider than this many times its height, the table fills only the middle."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The regions of a table in window pixels.

    ``unit`` is the layout unit, 1 at 1920 × 1080; ``text_scale`` the scale of text and controls. ``top`` is the top
    bar, ``strip`` the road, ``own`` the viewer's display, ``turn`` the turn plate. ``opponents`` are the displays of
    the other sides, in the order in which they follow the viewer's side. ``full_hand`` is the most cards that lie in
    ``hand``. ``coach`` is the coach's panel, None without a coach; ``goals`` the panel with a stage's goals, None
    without goals or if it does not fit. ``log`` is empty on a table without a log. ``tall`` says that the window is
    higher than wide.
    """

    size: Size
    unit: float
    text_scale: float
    gap: float
    margin: float
    tall: bool
    top: FloatRect
    strip: FloatRect
    piles: FloatRect
    own: FloatRect
    log: FloatRect
    turn: FloatRect
    hand: FloatRect
    opponents: tuple[FloatRect, ...]
    full_hand: int = FULL_HAND
    coach: FloatRect | None = None
    goals: FloatRect | None = None


@dataclass(frozen=True, slots=True)
class Fan:
    """Where the cards of a hand lie; all are ``card_width`` pixels wide, whatever their number.

    Each of the ``spots`` is a card's center (x, y) and its angle in degrees, counter-clockwise. If the hand
    ``is_named``, the names on its cards can be read, however many there are and whichever is raised.
    """

    card_width: float
    spots: tuple[tuple[float, float, float], ...]
    is_named: bool


@dataclass(frozen=True, slots=True)
class _LayoutBasis:
    """The measures that the landscape layout and the tall layout share."""

    n_sides: int
    w: int
    h: int
    unit: float
    text_scale: float
    gap: float
    margin: float
    tall: bool
    columns: int
    rows: int


_BESIDE_COACH, _BESIDE_LARGER = 0.41, 0.34
"""The share of the row's width that the opponent's display takes beside the coach: in normal and in larger text."""


def _layout_basis(n_sides: int, size: Size) -> _LayoutBasis:
    w, h = size
    u = layout_unit(size)
    tall = is_tall(size)
    opponents = n_sides - 1
    columns = opponents
    if opponents > 3 and (w < 1600 or tall):
        columns = -(-opponents // 2)  # two rows, as even as possible
    return _LayoutBasis(
        n_sides=n_sides,
        w=w,
        h=h,
        unit=u,
        text_scale=text_scale_for(u),
        gap=max(6, 14 * u),
        margin=max(8, 20 * u, (w - _WIDEST * h) / 2),
        tall=tall,
        columns=columns,
        rows=-(-opponents // columns),
    )


class OptionalRegion(StrEnum):
    """An optional region of a table."""

    NOTHING = ""
    COACH = "coach"
    """The coach's panel, on a table for two sides, beside the display of the only opponent."""
    GOALS = "goals"
    """The panel with a stage's goals above the turn plate, where there is room for both and text isn't enlarged."""
    NO_LOG = "no_log"
    """No log: in a wide window, the viewer's display and the hand take its place too."""


def compute_layout(
    n_sides: int, size: Size, *, extra: OptionalRegion = OptionalRegion.NOTHING, full_hand: int = FULL_HAND
) -> TableLayout:
    """Return the regions of a table with that many sides, the viewer's included, in a window of this size.

    ``full_hand`` is the most cards in a hand.
    """
    coached = extra is OptionalRegion.COACH
    f = _layout_basis(n_sides, size)
    top = 0.042 * f.h if f.tall else max(40, 0.052 * f.h)
    strip = (0.140 if f.tall else 0.164) * f.h + max(0, n_sides - 4) * 0.012 * f.h
    y = top + strip + f.gap
    opponents, below = _opponents(f, y)
    coach, opponents = _beside_coach(f, *opponents) if coached else (None, opponents)
    regions = _tall(f, below) if f.tall else _landscape(f, below, has_log=extra is not OptionalRegion.NO_LOG)
    if extra is OptionalRegion.GOALS and not f.tall and f.text_scale <= text.default_scale(f.unit):
        turn, high = regions["turn"], _GOALS * f.text_scale
        if turn.h - high - f.gap >= _LEAST_TURN:
            regions["goals"] = FloatRect(turn.x, turn.y, turn.w, high)
            regions["turn"] = FloatRect.between(turn.x, turn.y + high + f.gap, turn.right, turn.bottom)
    if n_sides == 2 and not (coached or f.tall):
        opponents, flanks = _facing(f, y, regions)
        regions |= flanks
    return TableLayout(
        size=size,
        unit=f.unit,
        text_scale=f.text_scale,
        gap=f.gap,
        margin=f.margin,
        tall=f.tall,
        top=FloatRect.between(0, 0, f.w, top),
        strip=FloatRect.between(0, top, f.w, top + strip),
        opponents=opponents,
        full_hand=full_hand,
        coach=coach,
        **regions,
    )


def _opponents(f: _LayoutBasis, y: float) -> tuple[tuple[FloatRect, ...], float]:
    """Return the opponents' displays in rows that begin at ``y``, and the y of the region below them."""
    if f.tall:
        height = (0.205 if f.rows == 1 else 0.150) * f.h
    else:
        height = ((0.208 if f.columns <= 3 else 0.235) if f.rows == 1 else 0.148) * f.h
    panels = []
    for i in range(f.n_sides - 1):
        row, column = divmod(i, f.columns)
        in_row = min(f.columns, f.n_sides - 1 - row * f.columns)
        width = (f.w - 2 * f.margin - (in_row - 1) * f.gap) / in_row
        x = f.margin + column * (width + f.gap)
        top = y + row * (height + f.gap)
        panels.append(FloatRect.between(x, top, x + width, top + height))
    return tuple(panels), y + f.rows * (height + f.gap)


def _beside_coach(f: _LayoutBasis, opponent: FloatRect) -> tuple[FloatRect, tuple[FloatRect, ...]]:
    """Return the coach's panel, and the display of the only opponent beside it."""
    right = f.w - f.margin
    left = right - (_BESIDE_COACH if text.text_size_factor() <= 1 else _BESIDE_LARGER) * (right - f.margin)
    coach = FloatRect.between(f.margin, opponent.y, left - f.gap, opponent.bottom)
    return coach, (FloatRect.between(left, opponent.y, right, opponent.bottom),)


def _landscape(f: _LayoutBasis, y: float, *, has_log: bool) -> dict[str, FloatRect]:
    column = 0.168 * min(f.w, _WIDEST * f.h)
    edge = f.w - f.margin
    left, right = f.margin + column + f.gap, edge - column - f.gap if has_log else edge
    own = y + (0.226 if f.rows == 1 else 0.170) * f.h
    bottom = f.h - max(8, 20 * f.unit)
    return {
        "piles": FloatRect.between(f.margin, y, f.margin + column, own),
        "own": FloatRect.between(left, y, right, own),
        "log": FloatRect.between(right + f.gap if has_log else edge, y, edge, bottom),
        "turn": FloatRect.between(f.margin, own + f.gap, f.margin + column, bottom),
        "hand": FloatRect.between(left, own + f.gap, right, f.h),
    }


def _facing(
    f: _LayoutBasis, y: float, regions: dict[str, FloatRect]
) -> tuple[tuple[FloatRect, ...], dict[str, FloatRect]]:
    """Return the display of the only opponent, as wide as the viewer's, and the piles and the log beside them."""
    own, piles, log = regions["own"], regions["piles"], regions["log"]
    rival = FloatRect.between(own.x, y, own.right, own.y - f.gap)
    between = (rival.y + own.bottom - piles.h) / 2
    flanks = {
        "piles": FloatRect.between(piles.x, between, piles.right, between + piles.h),
        "log": FloatRect.between(log.x, y, log.right, log.bottom),
    }
    return (rival,), flanks


def _tall(f: _LayoutBasis, y: float) -> dict[str, FloatRect]:
    middle = y + (0.150 if f.rows == 1 else 0.112) * f.h
    own = middle + f.gap + (0.175 if f.rows == 1 else 0.140) * f.h
    turn = own + f.gap + max(40, 0.036 * f.h)
    left, right, piles = f.margin, f.w - f.margin, f.margin + 0.36 * f.w
    return {
        "piles": FloatRect.between(left, y, piles, middle),
        "log": FloatRect.between(piles + f.gap, y, right, middle),
        "own": FloatRect.between(left, middle + f.gap, right, own),
        "turn": FloatRect.between(left, own + f.gap, right, turn),
        "hand": FloatRect.between(0, turn + f.gap * 0.5, f.w, f.h),
    }


RAISED_BY = 0.17
"""How far the chosen card of the hand is raised, in card widths."""
RAISED_SCALE = 1.04
_PUSH, _CLEAR = 0.22, (1 + RAISED_SCALE) / 2


def _spread(n: int, room: float, *, is_pushed: bool) -> tuple[float, float]:
    """Return how far cards move aside for a raised one, and the step from card to card, both in card widths.

    ``room`` is the width of the hand's region, also in card widths.
    """
    push = _PUSH if is_pushed else 0.0
    step = min(0.90, (room - 1.10 - push) / max(1, n - 1))
    if is_pushed and n > 2 and step + push < _CLEAR:  # else the raised card would hide its neighbor
        step = (room - 1.10 - _CLEAR) / (n - 2)
        push = _CLEAR - step
    return push, step


def fan(n: int, layout: TableLayout, raised: int | None = None) -> Fan:
    """Return where ``n`` cards lie in the hand's region of a layout.

    The card at the index ``raised`` stands straight and higher, and the others move aside for it.
    """
    hand = layout.hand
    width = min(hand.h * 0.57, hand.w * 0.24)
    push, step = _spread(n, hand.w / width, is_pushed=raised is not None and raised < n - 1)
    spots = []
    for i in range(n):
        k = i - (n - 1) / 2
        aside = push * width * (0.5 if raised is not None and i > raised else -0.5)
        x = hand.x + hand.w / 2 + k * step * width + aside
        y = hand.y + hand.h * 0.09 + width * 0.7 + k * k * width * 0.009
        spots.append((x, y - RAISED_BY * width, 0.0) if i == raised else (x, y, -k * 1.4))
    _push, least_step = _spread(layout.full_hand, hand.w / width, is_pushed=True)
    return Fan(width, tuple(spots), width >= NAMED_FROM_PX and least_step >= _NAMED_FROM_STEP)

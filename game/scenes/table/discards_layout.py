"""Where everything stands when the discard pile is looked through: pure geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.table.geometry.places import CARD_RATIO
from game.ui.scene import text_factor, unit

_STEPS: Final = (1.06, 0.8, 0.62, 0.5, 0.4, 0.3)
"""From card to card in a row, in widths; the first at which all have room."""
_WIDEST, _NARROWEST = 116, 40
_KIND_STEP: Final = 92
_LEAST_KIND: Final = 8
"""In pixels; reached only in a window smaller than the least, where the kinds then overlap."""


@dataclass(frozen=True, slots=True)
class DiscardsLayout:
    """The plate in window pixels: head, the kinds with their counts, the cards from the newest on, foot, button."""

    t: float
    plate: Rect
    head: Rect
    kinds: tuple[Rect, ...]
    line: Rect
    """The hairline between kinds and cards."""
    cards: tuple[Rect, ...]
    foot: Rect
    done: Rect


def discards_layout(size: tuple[int, int], kinds: int, cards: int) -> DiscardsLayout:
    """Lay out so many kinds in a row and so many cards in rows below it, as large as they may be."""
    w, h = size
    t = text_factor(unit(size))
    pad = round(28 * t)
    needed = max(kinds * _KIND_STEP * t, cards * _STEPS[0] * _WIDEST * t) + 2 * pad
    plate = Rect(0, 0, min(w - 24, round(1500 * t), round(max(900 * t, needed))), min(h - 24, round(960 * t)))
    plate.center = w // 2, h // 2
    head = Rect(plate.x, plate.y, plate.w, round(84 * t))
    button = max(40, round(58 * t))
    foot = Rect(plate.x + pad, plate.bottom - pad // 2 - button, plate.w - 2 * pad, button)
    done = Rect(foot.right - round(260 * t), foot.y, round(260 * t), button)
    inner = Rect(foot.x, head.bottom + round(0.7 * pad), foot.w, foot.y - head.bottom - round(1.3 * pad))
    row = _kinds(inner, kinds, t)
    line = Rect(
        inner.x, row[0].bottom + round(40 * t) + 4 if row else inner.y, inner.w, max(1, round(2 * t)) if row else 0
    )
    top = line.bottom + (round(14 * t) if row else 4)
    below = Rect(inner.x, top, inner.w, inner.bottom - top)
    placed = _cards(below, cards, t)
    spare = max(0, inner.bottom - (placed[-1].bottom if placed else top))
    down = spare // 2  # the plate is as high as its cards need
    return DiscardsLayout(
        t,
        plate.inflate(0, -2 * down),
        head.move(0, down),
        tuple(place.move(0, down) for place in row),
        line.move(0, down),
        tuple(place.move(0, down) for place in placed),
        foot.move(0, -down),
        done.move(0, -down),
    )


def _kinds(inner: Rect, count: int, t: float) -> tuple[Rect, ...]:
    """One row of small cards, with room for a number below each."""
    if not count:
        return ()
    step = min(inner.w / count, _KIND_STEP * t)
    width = max(_LEAST_KIND, min(round(64 * t), int(step) - 4))
    return tuple(Rect(round(inner.x + i * step), inner.y, width, round(width * CARD_RATIO)) for i in range(count))


def _cards(room: Rect, count: int, t: float) -> tuple[Rect, ...]:
    """Rows of cards that overlap if they must, each showing its corner."""
    for step in _STEPS:
        for width in range(max(_NARROWEST, round(_WIDEST * t)), _NARROWEST - 1, -4):
            placed = _rows(room, count, width, step)
            if placed is not None:
                return placed
    return _crowded(room, count)


def _crowded(room: Rect, count: int) -> tuple[Rect, ...]:
    """Rows of the narrowest cards in a window smaller than the least: the cards of a row share it as they must."""
    height = round(_NARROWEST * CARD_RATIO)
    rows = max(1, room.h // (height + 4))
    in_row = -(-count // rows)
    across = max(0, room.w - _NARROWEST) / max(1, in_row - 1)
    return tuple(
        Rect(round(room.x + (i % in_row) * across), room.y + (i // in_row) * (height + 4), _NARROWEST, height)
        for i in range(count)
    )


def _rows(room: Rect, count: int, width: int, step: float) -> tuple[Rect, ...] | None:
    height, across = round(width * CARD_RATIO), width * step
    in_row = max(1, int((room.w - width) / across) + 1)
    down = height + max(4, round(0.06 * height))
    if -(-count // in_row) * down > room.h + down - height:
        return None
    return tuple(
        Rect(round(room.x + (i % in_row) * across), room.y + (i // in_row) * down, width, height) for i in range(count)
    )

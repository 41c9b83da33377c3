"""Where everything lies on the About screen, for any window from 960 × 540 on: pure geometry in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.scenes.screen_plate import screen_plate
from game.ui.scene import is_tall, text_factor, unit

_WIDEST: Final = 1.8  # of the plate's height
_LIST: Final = 0.52  # of the page: the list of licences, above the text


@dataclass(frozen=True, slots=True)
class AboutLayout:
    """The plate with its head; the game with the stone, its name and version; tabs and the page below them.

    ``rows`` and ``reading`` share the page between the list of licences and the text of one.
    """

    plate: Rect
    head: Rect
    game: Rect
    stone: Rect
    words: Rect
    copy: Rect
    tabs: Rect
    page: Rect
    rows: Rect
    reading: Rect
    done: Rect
    is_tall: bool


def about_layout(size: tuple[int, int]) -> AboutLayout:
    """Lay the screen out for a window: the game beside the page, or above it in a tall window."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size, _WIDEST)
    pad = round(max(16, 50 * u))
    top, bottom = head.bottom + round(max(12, 26 * u)), plate.bottom - round(max(12, 30 * u))
    inner = Rect(plate.x + pad, top, plate.w - 2 * pad, bottom - top)
    done = Rect(0, 0, round(278 * t), round(74 * t))
    done.bottomright = inner.bottomright
    if is_tall(size):
        game = Rect(inner.x, inner.y, inner.w, round(270 * t))
        right = Rect(inner.x, game.bottom + round(22 * t), inner.w, 0)
    else:
        game = Rect(inner.x, inner.y, round(0.3 * inner.w), inner.h)
        left = game.right + round(max(20, 45 * u))
        right = Rect(left, inner.y, inner.right - left, 0)
    tabs = Rect(right.x, right.y, right.w, max(38, round(58 * t)))
    page = Rect(right.x, tabs.bottom + round(16 * t), right.w, 0)
    page.h = done.y - round(18 * t) - page.y
    rows = Rect(page.x, page.y, page.w, round(_LIST * page.h))
    reading = Rect(page.x, rows.bottom + round(12 * t), page.w, 0)
    reading.h = page.bottom - reading.y
    stone, words, copy = _beside(game, t) if is_tall(size) else _below(game, t)
    return AboutLayout(plate, head, game, stone, words, copy, tabs, page, rows, reading, done, is_tall(size))


def _below(game: Rect, t: float) -> tuple[Rect, Rect, Rect]:
    """The stone, the words below it, and the button at the foot."""
    pad = round(20 * t)
    side = round(min(0.8 * game.w, 0.46 * game.h))
    stone = Rect(game.centerx - side // 2, game.y + pad, side, side)
    copy = Rect(game.x + pad, 0, game.w - 2 * pad, max(40, round(60 * t)))
    copy.bottom = game.bottom - pad
    words = Rect(copy.x, stone.bottom + round(8 * t), copy.w, 0)
    words.h = copy.y - pad - words.y
    return stone, words, copy


def _beside(game: Rect, t: float) -> tuple[Rect, Rect, Rect]:
    """The stone, the words right of it, and the button below them."""
    pad = round(20 * t)
    side = game.h - 2 * pad
    stone = Rect(game.x + pad, game.y + pad, side, side)
    copy = Rect(stone.right + pad, 0, round(330 * t), max(40, round(60 * t)))
    copy.bottom = game.bottom - round(1.3 * pad)
    words = Rect(copy.x, game.y + pad, game.right - pad - copy.x, 0)
    words.h = copy.y - pad // 2 - words.y
    return stone, words, copy

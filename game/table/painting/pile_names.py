"""The names below the piles, and where they are painted: for the two common piles, and for those of a side."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.i18n import _r
from game.table.geometry.box import FloatRect
from game.table.geometry.places import STONES, DisplayPlaces, Places
from game.ui.drawing import text


@dataclass(frozen=True, slots=True)
class PileName:
    """The name below a pile: its words, letter size ``px``, and place, including its background if it has one."""

    words: str
    px: float
    box: FloatRect


_CAPTION_PX = 17
_DISPLAY_PX = 14.5
_LINE = 1.45
"""The height of the background of a name, in letter sizes."""
_GAP = "   "
"""The smallest gap between names side by side, as text."""


def pile_names(places: Places, rules_id: str) -> list[PileName]:
    """Return the names of draw pile and discard pile in one letter size, or an empty list if they do not fit."""
    named = (places.draw_pile, _r(rules_id, "Draw")), (places.discard_pile, _r(rules_id, "Discard"))
    larger, px = text.text_size_factor(), _CAPTION_PX * text.default_scale(places.layout.unit)
    most = max(text.MIN_TEXT_PX, px) * larger if larger > 1 else max(text.MIN_TEXT_PX, px * larger)
    for size in (most, *range(math.ceil(most) - 1, text.MIN_CAPTION_PX - 1, -1)):
        captions = [_caption(places, pile, words, size) for pile, words in named]
        if _have_room(places, *captions):
            return captions
    return []


def _have_room(places: Places, drawn: PileName, discarded: PileName) -> bool:
    layout, area = places.layout, places.layout.piles
    apart = drawn.box.right + 4 <= discarded.box.x
    inside = drawn.box.x >= area.x - 0.6 * layout.margin and discarded.box.right <= area.right + 0.6 * layout.gap
    return apart and inside and drawn.box.y >= places.draw_pile.bottom


def _caption(places: Places, pile: FloatRect, words: str, px: float) -> PileName:
    layout = places.layout
    width = text.width(words, "B6", px) + min(18 * layout.text_scale, 0.9 * px)
    top = min(pile.bottom + 6 * layout.unit + 3, layout.piles.bottom + layout.gap - 2 - _LINE * px)
    return PileName(words, px, FloatRect(pile.center[0] - width / 2, top, width, _LINE * px))


def display_names(places: DisplayPlaces, rules_id: str) -> list[PileName]:
    """Return the names of battle pile, speed pile and safeties in one letter size.

    The list is empty if the display has no space for captions. Each name is below its pile; larger names that would
    touch each other are moved apart.
    """
    if places.caption_y is None:
        return []
    margin = (places.battle.x - places.panel.x - places.bar) / 2
    left, right = places.battle.x - margin, places.safeties_area.right + margin
    first, last = places.stones[STONES[0]].x, places.stones[STONES[-1]].right
    names = battle, speed, safeties = _r(rules_id, "Battle"), _r(rules_id, "Speed"), _r(rules_id, "Safety")
    px = max(text.MIN_CAPTION_PX, _DISPLAY_PX * places.text_scale)
    for words, room in ((f"{battle}{_GAP}{speed}", first - left), (safeties, right - last)):
        _, px = text.fit_line(words, "B5", px, room)
    gap, (one, two, three) = text.width(_GAP, "B5", px), (text.width(words, "B5", px) for words in names)
    start, then = places.battle.center[0] - one / 2, places.speed.center[0] - two / 2
    start = max(left, start - max(0.0, start + one + gap - then) / 2)
    then = min(max(then, start + one + gap), first - two)
    start = min(start, then - gap - one)
    end = min(places.safeties_area.center[0] - three / 2, right - three)
    high = 1.15 * px
    spans = (start, one), (then, two), (end, three)
    top = places.caption_y - high / 2
    return [PileName(words, px, FloatRect(x, top, w, high)) for words, (x, w) in zip(names, spans, strict=True)]

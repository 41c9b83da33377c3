"""The names below the two piles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from game.i18n import _r
from game.table.geometry.box import Box
from game.table.geometry.places import Places
from game.ui.drawing import text


@dataclass(frozen=True, slots=True)
class PileName:
    """A pile's name on its plate; ``px`` is the size of the letters."""

    words: str
    px: float
    box: Box


_CAPTION_PX: Final = 17
_LINE: Final = 1.45
"""How high a name's plate is, of the size of the letters."""


def pile_names(places: Places, rules_id: str) -> list[PileName]:
    """The names of the piles in letters of one size; none where there is too little room for them."""
    named = (places.draw_pile, _r(rules_id, "Draw")), (places.discard_pile, _r(rules_id, "Discard"))
    larger, px = text.wished(), _CAPTION_PX * text.delivered(places.layout.u)
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


def _caption(places: Places, pile: Box, words: str, px: float) -> PileName:
    layout = places.layout
    width = text.width(words, "B6", px) + min(18 * layout.t, 0.9 * px)
    top = min(pile.bottom + 6 * layout.u + 3, layout.piles.bottom + layout.gap - 2 - _LINE * px)
    return PileName(words, px, Box(pile.center[0] - width / 2, top, width, _LINE * px))

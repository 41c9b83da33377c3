"""The names below the two piles, and how much of these they lie over."""

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
    """A pile's name on its plate, in lines; ``px`` is the size of the letters."""

    lines: list[str]
    px: float
    box: Box


_CAPTION_PX: Final = 17
LINE: Final = 1.15
"""How far apart its lines are, of the size of the letters."""
_OVER_PILE: Final = 0.13
"""How much of a pile's foot a name in two lines may lie over."""


def pile_names(places: Places, rules_id: str) -> list[PileName]:
    """The names of the piles in letters of one size; none where there is too little room for them.

    In larger text a name of two words takes two lines where there is no room for it beside the other.
    """
    named = (places.draw_pile, _r(rules_id, "Draw")), (places.discard_pile, _r(rules_id, "Discard"))
    larger, px = text.wished(), _CAPTION_PX * text.delivered(places.layout.u)
    most = max(text.MIN_TEXT_PX, px) * larger if larger > 1 else max(text.MIN_TEXT_PX, px * larger)
    for size in (most, *range(math.ceil(most) - 1, text.MIN_CAPTION_PX - 1, -1)):
        for is_broken in (False, True)[: 2 if larger > 1 else 1]:
            captions = [_caption(places, pile, words, size, is_broken=is_broken) for pile, words in named]
            if _have_room(places, *captions):
                return captions
    return []


def _have_room(places: Places, drawn: PileName, discarded: PileName) -> bool:
    layout, area = places.layout, places.layout.piles
    apart = drawn.box.right + 4 <= discarded.box.x
    inside = drawn.box.x >= area.x - 0.6 * layout.margin and discarded.box.right <= area.right + 0.6 * layout.gap
    highest = min(drawn.box.y, discarded.box.y)
    return apart and inside and highest >= places.draw_pile.bottom - _OVER_PILE * places.draw_pile.h


def _caption(places: Places, pile: Box, words: str, px: float, *, is_broken: bool) -> PileName:
    layout = places.layout
    lines = text.wrap(words, "B6", px, text.widest_word(words, "B6", px) if is_broken else math.inf)
    width = max(text.width(line, "B6", px) for line in lines) + min(18 * layout.t, 0.9 * px)
    height = (LINE * len(lines) + 0.3) * px
    top = min(pile.bottom + 6 * layout.u + 3, layout.piles.bottom + layout.gap - 2 - height)
    return PileName(lines, px, Box(pile.center[0] - width / 2, top, width, height))

"""How many turns of driving a hand is from the distance: exact arithmetic, no look at anybody else's cards.

Distances are counted in units of 25 km. Results are kept, since a leg asks for the same few thousand again and again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Final

UNITS: Final = (1, 2, 3, 4, 8)
"""The units of 25 km of each distance card, in the order of ``cards.DISTANCES``."""
_LAST: Final = 4
"""The place of the 200 among them."""
_DECK: Final = (10, 10, 10, 12, 4)
_CARDS: Final = 106
_OVERLAP: Final = 0.9
"""Turns of waiting for cards that a turn spent driving saves: cards are drawn in it too."""
_SHORTEST: Final = 1.2
"""Turns that any way takes at least for which cards are still missing."""

Held = tuple[int, int, int, int, int]
"""How many of each distance card."""


@cache
def turns_from_draws(units: int) -> float:
    """Mean turns until that many units are laid from single draws alone, each laid if that brings the end nearer.

    >>> turns_from_draws(0)
    0.0
    """
    if not units:
        return 0.0
    chances, later = 0.0, 0.0
    ways = sorted((turns_from_draws(units - u), n) for u, n in zip(UNITS, _DECK, strict=True) if u <= units)
    best = float("inf")
    for turns, count in ways:
        if turns >= best:
            break
        chances += count / _CARDS
        later += turns * count / _CARDS
        best = (1.0 + later) / chances
    return best


@lru_cache(maxsize=1 << 17)
def turns(units: int, held: Held, may_lay_200s: int) -> float:
    """About how many turns of driving are left with these cards; what they don't reach is drawn.

    ``may_lay_200s`` is how many 200s the side may still lay in this leg.

    >>> turns(5, (1, 0, 0, 1, 0), 2)
    2.0
    """
    best = turns_from_draws(units)
    most = [min(count, units // unit) for count, unit in zip(held, UNITS, strict=True)]
    most[_LAST] = min(most[_LAST], may_lay_200s)
    for laid in product(*(range(count + 1) for count in most)):
        rest = units - sum(count * unit for count, unit in zip(laid, UNITS, strict=True))
        if rest < 0:
            continue
        cards = sum(laid)
        if rest:
            waiting = turns_from_draws(rest) - _OVERLAP * cards
            best = min(best, cards + max(_SHORTEST, waiting))
        else:
            best = min(best, float(cards))
    return best

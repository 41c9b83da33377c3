"""The chance to win the match, from the totals that a leg is likely to leave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, sqrt
from typing import Final

from game.engine.observation import Observation

GAIN: Final = 1350.0
"""Points that the best of the sides makes in a leg."""
_LEG_SPREAD: Final = 650.0
"""How many points of difference, with one leg still to be played, make the match e : 1."""
_REST_SPREAD: Final = 160.0
"""The same when the leg under way is the last: what this evaluation can't foresee of it."""


_LEAD: Final = 2e-5
"""Of the match for a point: less than a tenth of what a point is worth in an open match."""
_STEP: Final = 25
"""Points between two entries of a table of spreads."""
_HIGHEST_EXPONENT: Final = 50.0


class MatchEquity:
    """Chances to win the match of that observation; ``totals`` are what the sides had before this leg."""

    def __init__(self, o: Observation) -> None:
        self._target = o.target_score
        self._legs_left = None if o.legs is None else max(0, o.legs - o.leg)
        self.totals = o.totals or (0,) * len(o.sides)
        self._side = o.side
        self._spreads = _spreads(self._target, self._legs_left)

    @property
    def a_point(self) -> float:
        """About how much of the match one point is worth as things stand, ``lead`` included."""
        chance = self.chance(self.totals, self._side)
        return chance * (1.0 - chance) / self._spread(max(self.totals)) + _LEAD

    def lead(self, totals: Sequence[float], side: int) -> float:
        """A little for each point ahead of the best of the others, so that it still counts when all is decided."""
        best = max([total for other, total in enumerate(totals) if other != side])
        return _LEAD * (totals[side] - best)

    def is_over(self, totals: Sequence[float]) -> bool:
        """Whether a leg over with these totals ends the match; a tie apart."""
        return max(totals) >= self._target if self._target is not None else not self._legs_left

    def final(self, totals: Sequence[float], side: int) -> float:
        """The chance of that side when the leg is over with these totals."""
        best = max(totals)
        if not self.is_over(totals):
            return self.chance(totals, side)
        if totals[side] < best:
            return 0.0
        return 1.0 / list(totals).count(best)

    def chance(self, totals: Sequence[float], side: int) -> float:
        """The chance of that side, from what the leg under way is expected to leave."""
        spread = self._spread(max(totals))
        own = totals[side]
        most = _HIGHEST_EXPONENT
        return 1.0 / sum([exp(max(-most, min(most, (total - own) / spread))) for total in totals])

    def duel(self, own: float, other: float) -> float:
        """The same for two sides."""
        exponent = (other - own) / self._spread(own if own > other else other)
        if exponent > _HIGHEST_EXPONENT:
            return 0.0
        return 1.0 / (1.0 + exp(exponent)) if exponent > -_HIGHEST_EXPONENT else 1.0

    def _spread(self, best: float) -> float:
        spreads = self._spreads
        place = int(best) // _STEP
        return spreads[place] if 0 <= place < len(spreads) else spreads[-1 if place > 0 else 0]


@cache
def _spreads(target: int | None, legs_left: int | None) -> tuple[float, ...]:
    """By the best total, in steps: how many points of difference make the match e : 1."""
    if target is None:
        return (_spread_of(float(legs_left or 0)),)
    return tuple(_spread_of(max(0.0, target - place * _STEP) / GAIN) for place in range(target // _STEP + 2))


def _spread_of(legs: float) -> float:
    return sqrt(_REST_SPREAD * _REST_SPREAD + _LEG_SPREAD * _LEG_SPREAD * legs)

"""The chance to win the match, from the totals that a leg is likely to leave."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from game.engine.observation import Observation

_GAIN: Final = 900.0
"""Points that the best of the sides makes in a leg."""
_LEG_SPREAD: Final = 480.0
"""How many points of difference, with one leg still to be played, make the match e : 1."""
_REST_SPREAD: Final = 130.0
"""The same when the leg under way is the last: what this evaluation can't foresee of it."""


class Equity:
    """Chances to win the match of that observation; ``totals`` are what the leg is expected to leave, by side."""

    def __init__(self, o: Observation) -> None:
        self._target = o.target_score
        self._legs_left = None if o.legs is None else o.legs - o.leg
        self.totals = o.totals or (0,) * len(o.sides)

    @property
    def a_point(self) -> float:
        """About how much of the match one point is worth as things stand."""
        return 0.25 / self._spread(max(self.totals))

    def final(self, totals: Sequence[float], side: int) -> float:
        """The chance of that side when the leg is over with these totals."""
        best = max(totals)
        over = best >= self._target if self._target is not None else not self._legs_left
        if not over:
            return self.chance(totals, side)
        if totals[side] < best:
            return 0.0
        return 1.0 / list(totals).count(best)

    def chance(self, totals: Sequence[float], side: int) -> float:
        """The chance of that side."""
        spread = self._spread(max(totals))
        own = totals[side]
        return 1.0 / sum([exp(max(-50.0, min(50.0, (total - own) / spread))) for total in totals])

    def _spread(self, best: float) -> float:
        if self._target is not None:
            legs = max(0.0, self._target - best) / _GAIN
        else:
            legs = float(max(0, self._legs_left or 0))
        return sqrt(_REST_SPREAD * _REST_SPREAD + _LEG_SPREAD * _LEG_SPREAD * legs)

"""The chance of winning the match, computed from the sides' actual or expected total points after a leg.

The points of future legs vary, more with two sides than with four. How much is stated by spreads, which were fitted on
whole matches of ``priority`` bots (docs/lab/062).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erf, exp, sqrt
from typing import Final

from game.engine.observation import Observation
from game.engine.rules import Score
from game.engine.setup import is_decided_by_leg

GAIN: Final = 1350.0
"""Points that the best side typically makes in a leg."""
_LEG_SPREAD: Final = 900.0
"""A spread: a lead of this many points makes the odds of winning e : 1. This one is for each further leg to play."""
_LAST_SPREADS: Final = {2: 1000.0, 3: 930.0}
"""The spread for the last leg, by the number of sides."""
_LAST_SPREAD: Final = 650.0
"""The spread for the last leg with more sides."""
_REST_SPREAD: Final = 400.0
"""The spread for the error of the points expected of the current leg."""
_UNSURE: Final = 150.0
"""Error, in points, of the best expected total, which decides whether the match ends with this leg."""


_LEAD: Final = 1e-5
"""Chance of winning added per point of lead: less than a tenth of a point's value in an open match."""
_DECIDES: Final = 100_000
"""Points added for winning a leg that decides the match: more than any side can make in a leg."""
_STEP: Final = 25
"""Points between two successive items of a table of spreads."""
_HIGHEST_EXPONENT: Final = 50.0


class MatchEquity:
    """Computes the sides' chances of winning the match; ``totals`` are their scores before the current leg.

    ``leg_bonus`` must be added to the points of the leg's winner before computing chances: it is 0, or a large number
    if the leg decides the match (rules.md D23).
    """

    def __init__(self, o: Observation) -> None:
        self.leg_bonus = _DECIDES if is_decided_by_leg(o.rules, o.legs) else 0
        self._target = o.target_score
        self._legs_left = None if o.legs is None else max(0, o.legs - o.leg)
        self.totals = o.totals or (0,) * len(o.sides)
        self._side = o.side
        self._expected, self._after = _spreads(self._target, self._legs_left, len(self.totals))

    @property
    def chance_per_point(self) -> float:
        """By how much one point now raises the own side's chance of winning the match, including ``lead_bonus``."""
        chance = self.chance(self.totals, self._side)
        return chance * (1.0 - chance) / _at(self._expected, max(self.totals)) + _LEAD

    def lead_bonus(self, totals: Sequence[float], side: int) -> float:
        """Return a small bonus per point ahead of the best other side: so points count even if the match is decided."""
        best = max([total for other, total in enumerate(totals) if other != side])
        return _LEAD * (totals[side] - best)

    def is_over(self, totals: Sequence[float]) -> bool:
        """Return whether the match ends if the current leg ends with these totals, ignoring ties."""
        return max(totals) >= self._target if self._target is not None else not self._legs_left

    def chance_with_lead_after_leg(self, scores: Sequence[Score], winner: int | None, side: int) -> float:
        """Return the side's chance of winning the match after a leg with these scores, plus ``lead_bonus``."""
        totals = [before + score.total for before, score in zip(self.totals, scores, strict=True)]
        lead = self.lead_bonus(totals, side)
        return self.chance_after_leg(self.with_leg_bonus(totals, winner), side) + lead

    def with_leg_bonus(self, totals: Sequence[float], winner: int | None) -> list[float]:
        """Return the totals with ``leg_bonus`` added to that of the leg's winner; ``winner`` is None if nobody won."""
        return [total + self.leg_bonus if side == winner else total for side, total in enumerate(totals)]

    def chance_after_leg(self, totals: Sequence[float], side: int) -> float:
        """Return the side's chance of winning the match if the current leg has ended with these totals."""
        best = max(totals)
        if not self.is_over(totals):
            return _share(totals, side, _at(self._after, best))
        if totals[side] < best:
            return 0.0
        return 1.0 / list(totals).count(best)

    def chance(self, totals: Sequence[float], side: int) -> float:
        """Return the side's chance of winning the match, given the totals expected at the end of the current leg."""
        return _share(totals, side, _at(self._expected, max(totals)))

    def duel(self, own: float, other: float) -> float:
        """Return ``chance`` for two sides with these expected totals: the chance of the side with the total ``own``."""
        exponent = (other - own) / _at(self._expected, own if own > other else other)
        if exponent > _HIGHEST_EXPONENT:
            return 0.0
        return 1.0 / (1.0 + exp(exponent)) if exponent > -_HIGHEST_EXPONENT else 1.0


def _share(totals: Sequence[float], side: int, spread: float) -> float:
    own, most = totals[side], _HIGHEST_EXPONENT
    return 1.0 / sum([exp(max(-most, min(most, (total - own) / spread))) for total in totals])


def _at(spreads: Sequence[float], best: float) -> float:
    place = int(best) // _STEP
    return spreads[place] if 0 <= place < len(spreads) else spreads[-1 if place > 0 else 0]


@cache
def _spreads(target: int | None, legs_left: int | None, sides: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return two tables of spreads: how many points of lead make the odds of winning the match e : 1.

    The first is for expected totals after the current leg, the second for actual ones. Both are indexed by the best
    side's total, in steps of ``_STEP`` points.
    """
    last = _LAST_SPREADS.get(sides, _LAST_SPREAD)
    if target is None:
        legs = float(legs_left or 0)
        after = sqrt(last * last + _LEG_SPREAD * _LEG_SPREAD * max(0.0, legs - 1.0))
        return (sqrt(after * after + _REST_SPREAD * _REST_SPREAD) if legs else _REST_SPREAD,), (after,)
    expected, afters = [], []
    for best in range(0, int(target + 4.0 * _UNSURE) + _STEP, _STEP):
        more = max(0.0, target - best) / GAIN
        after = sqrt(last * last + _LEG_SPREAD * _LEG_SPREAD * more)
        is_over = 0.5 + 0.5 * erf((best - target) / (sqrt(2.0) * _UNSURE))
        goes_on = sqrt(after * after + _REST_SPREAD * _REST_SPREAD)
        expected.append(1.0 / (is_over / _REST_SPREAD + (1.0 - is_over) / goes_on))
        afters.append(after)
    return tuple(expected), tuple(afters)

"""Tempers: which of the sides that a bot may hit it goes for, once it has made up its mind to attack.

*Leader* goes for the side that has driven furthest in this leg; where the match may well end with the leg, for the
one likeliest to win the match. *Even* goes for the side that has been attacked least in this leg, by whomever.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from ai.evaluation.match_equity import GAIN
from game.engine.attacks import attacks
from game.engine.observation import Observation

LEADER: Final = "leader"
EVEN: Final = "even"
TEMPERS: Final[tuple[str, ...]] = (LEADER, EVEN)

CLEARLY_BETTER: Final = 60.0
"""Points by which another attack has to be ahead of the best one on the leader: a turn lost and a little more.

A smaller lead is within what the search is off by (search.py), and not worth a temper that nobody recognizes.
"""


def aims(
    o: Observation, temper: str, sides: Collection[int], expected: Callable[[], Sequence[float]]
) -> frozenset[int]:
    """Those of ``sides`` that temper goes for, all alike; ``expected`` are the points each side should end with."""
    if temper == EVEN:
        counts = attacks_on(o)
        fewest = min(counts[side] for side in sides)
        return frozenset(side for side in sides if counts[side] == fewest)
    standing = expected() if may_be_last(o) else [side.km for side in o.sides]
    best = max(standing[side] for side in sides)
    return frozenset(side for side in sides if standing[side] == best)


def attacks_on(o: Observation) -> tuple[int, ...]:
    """How often each side was attacked in this leg, by anybody; those parried count too."""
    counts = [0] * len(o.sides)
    for attack in attacks(o.moves):
        counts[attack.side] += 1
    return tuple(counts)


def may_be_last(o: Observation) -> bool:
    """Whether the match may well end with this leg: it is the last one, or a good leg makes up the target score."""
    if o.legs is not None:
        return o.leg >= o.legs
    return o.target_score is not None and max(o.totals, default=0) + GAIN >= o.target_score

"""Calibrates the chances that a bot reports; choices of moves do not use this.

The evaluation knows which of two moves is better, but is overconfident about the end of a match, the more extreme its
chance the more so. The numbers are fitted on some matches and checked on others (docs/lab/062); ``python -m ai
calibration`` measures them.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

_SLOPE_OF_MORE: Final = 0.92
"""Slope of the log odds, relative to an even match, near the middle with more than two sides; with two it is 1."""
_BEND: Final = 0.02
"""How fast the slope falls with the distance from the middle."""
_MOST: Final = 12.0
"""Largest log odds that are distinguished."""


def calibrated(chance: float, sides: int) -> float:
    """Return the real frequency of winning the match where the evaluation gives ``chance``; increases with it.

    ``sides`` is the number of sides.

    >>> [round(calibrated(chance, 2), 2) for chance in (0.0, 0.05, 0.5, 0.95, 1.0)]
    [0.0, 0.06, 0.5, 0.94, 1.0]
    """
    even = -log(sides - 1.0)
    beyond = _log_odds(chance) - even
    slope = 1.0 if sides == 2 else _SLOPE_OF_MORE
    odds = even + slope * beyond / (1.0 + _BEND * abs(beyond))
    return 1.0 / (1.0 + exp(-odds))


def _log_odds(chance: float) -> float:
    if not 0.0 < chance < 1.0:
        return _MOST if chance > 0.0 else -_MOST
    return max(-_MOST, min(_MOST, log(chance / (1.0 - chance))))

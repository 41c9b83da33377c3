"""The chances that a bot states, corrected to what comes true: a map in one place, which no choice of a move goes by.

The evaluation knows which of two moves is better, but is a little too sure of how a match ends, the more so the surer
it is. The numbers are fitted on some matches and checked on others (docs/lab/062); ``python -m ai calibration``
measures them.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

_SLOPE_OF_MORE: Final = 0.92
"""How much of the log odds, beyond those of an even match of so many sides, is believed near the middle with more than
two sides, where with two all is,"""
_BEND: Final = 0.02
"""and how much less of it the further they lie from there."""
_MOST: Final = 12.0
"""Log odds beyond which one chance is as good as another."""


def calibrated(chance: float, sides: int) -> float:
    """The chance to win the match that comes true where the evaluation states this one; rises with it.

    ``sides`` is how many there are.

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

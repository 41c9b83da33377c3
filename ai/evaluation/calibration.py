"""The chances that a bot states, corrected to what comes true: a map in one place, which no choice of a move goes by.

The evaluation knows which of two moves is better, but is too sure of how a match ends, the more so the surer it is. The
numbers are fitted on some matches and checked on others (docs/decisions/045-review-screen.md); ``python -m ai
calibration`` measures them.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

_SLOPE_OF_TWO: Final = 0.67
_SLOPE_OF_MORE: Final = 0.57
"""How much of the log odds, beyond those of an even match of so many sides, is believed near the middle,"""
_BEND: Final = 0.07
"""and how much less of it the further they lie from there."""
_OWN: Final = 0.03
"""Log odds by which the evaluation thinks too little of the side that it looks from."""
_MOST: Final = 12.0
"""Log odds beyond which one chance is as good as another."""


def calibrated(chance: float, sides: int, *, is_own: bool = True) -> float:
    """The chance to win the match that comes true where the evaluation states this one; rises with it.

    ``sides`` is how many there are; ``is_own`` whether it is that of the side that looks.

    >>> [round(calibrated(chance, 2), 2) for chance in (0.0, 0.05, 0.5, 0.95, 1.0)]
    [0.01, 0.17, 0.51, 0.84, 0.99]
    """
    even = -log(sides - 1.0)
    beyond = _log_odds(chance) - even
    slope = _SLOPE_OF_TWO if sides == 2 else _SLOPE_OF_MORE
    odds = even + slope * beyond / (1.0 + _BEND * abs(beyond)) + (_OWN if is_own else 0.0)
    return 1.0 / (1.0 + exp(-odds))


def _log_odds(chance: float) -> float:
    if not 0.0 < chance < 1.0:
        return _MOST if chance > 0.0 else -_MOST
    return max(-_MOST, min(_MOST, log(chance / (1.0 - chance))))

"""The learned evaluation: a network with one hidden layer, whose inputs are the rows of features.py.

For one seat and one rival, the network estimates four numbers for the rest of a leg: the points that the own side and
the rival will still make, and their chances of winning the leg. It is read from ``ai/data`` and computed in plain
Python, so that every machine gets the same result to the last bit. Hot code: the sums that each group of rows adds to
the hidden units are cached.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from math import exp
from operator import mul
from typing import Final, NamedTuple

from ai.evaluation.features import ROWS
from ai.learned_data import read_learned

POINTS: Final = 500.0
"""How many points a network output of 1 stands for."""
_MOST_SUMS: Final = 30_000
"""Maximum number of cached sums, about 40 MB: as many as four bots of the top level need in two legs."""


class RivalForecast(NamedTuple):
    """The network's estimate of a leg against one rival: points still to come, and each one's chance to win the leg."""

    own_points: float
    rival_points: float
    own_wins: float
    rival_wins: float


class ValueNetwork:
    """A neural network with one hidden layer; each input is a row of features.py, which is on or off.

    ``rows`` has the weights from each row to the hidden units, ``bias`` the hidden units' biases. Each of the four
    ``outputs`` is the weights from the hidden units and a bias.
    """

    def __init__(
        self, rows: Sequence[Sequence[float]], bias: Sequence[float], outputs: Sequence[tuple[Sequence[float], float]]
    ) -> None:
        if len(rows) != ROWS:
            raise ValueError(f"net: expected {ROWS} rows, got {len(rows)}")
        if any(len(weights) != len(bias) for weights in (*rows, *(weights for weights, _ in outputs))):
            raise ValueError(f"net: expected {len(bias)} weights in each row and output, as it has biases")
        self._rows = [tuple(row) for row in rows]
        self._bias = tuple(bias)
        self._outputs = [(tuple(weights), offset) for weights, offset in outputs]
        self.cached_sums: dict[object, list[float]] = {}
        """Cache of the results of ``sums``; callers choose the keys."""

    def sums(self, numbers: Sequence[int], onto: Sequence[float] | None = None) -> list[float]:
        """Return, for each hidden unit, the sum of the weights of these rows, plus that unit's number in ``onto``."""
        rows = self._rows
        added: list[Sequence[float]] = [rows[n] for n in numbers]
        return [sum(column) for column in zip(*(added if onto is None else [onto, *added]), strict=True)]

    def cache_sums(self, key: object, numbers: Sequence[int]) -> list[float]:
        """Compute the ``sums`` of a group of rows, store them in ``cached_sums`` under that key, and return them."""
        kept = self.cached_sums
        if len(kept) >= _MOST_SUMS:
            kept.clear()
        result = kept[key] = self.sums(numbers)
        return result

    def forecast(
        self, own: Sequence[float], hand: Sequence[float], rival: Sequence[float], rest: Sequence[float]
    ) -> RivalForecast:
        """Return the network's forecast, given the ``sums`` of the four groups of rows."""
        hidden = [
            x if (x := a + b + c + d + e) > 0.0 else 0.0
            for a, b, c, d, e in zip(own, hand, rival, rest, self._bias, strict=True)
        ]
        (w0, b0), (w1, b1), (w2, b2), (w3, b3) = self._outputs
        return RivalForecast(
            (sum(map(mul, hidden, w0)) + b0) * POINTS,
            (sum(map(mul, hidden, w1)) + b1) * POINTS,
            _chance(sum(map(mul, hidden, w2)) + b2),
            _chance(sum(map(mul, hidden, w3)) + b3),
        )


def _chance(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -60.0 else 0.0


@cache
def load_network(name: str) -> ValueNetwork:
    """Load the network of that name from ``ai/data``. Raises ``LearnedDataError`` if it is missing or damaged."""
    return read_learned(name, "the net", read_network)


def read_network(text: str) -> ValueNetwork:
    """Parse a network's weights from JSON text and return the network."""
    data = json.loads(text)
    return ValueNetwork(data["rows"], data["bias"], [(weights, offset) for weights, offset in data["outputs"]])


def blank_network() -> ValueNetwork:
    """Return a network with one hidden unit and all weights 0, for code that needs no real forecast."""
    return ValueNetwork([(0.0,)] * ROWS, (0.0,), [((0.0,), 0.0)] * 4)

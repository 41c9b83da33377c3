"""The learned evaluation: a network with one hidden layer over the rows of features.py, read from ``ai/data``.

For one seat and one rival it estimates four numbers for the rest of a leg: the points that the own side and the rival
will still make, and their chances to win the leg. Plain Python, so that every machine computes the same to the last
bit. Hot code: the hidden sums of each group of rows are cached.
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
"""Points per unit of an output."""
_MOST_SUMS: Final = 30_000
"""About 40 MB: as many as four of the best drivers need in two legs."""


class RivalForecast(NamedTuple):
    """The network's estimate of a leg against one rival: points still to come, and the chances to win the leg."""

    own_points: float
    rival_points: float
    own_wins: float
    rival_wins: float


class ValueNetwork:
    """A neural network with one hidden layer; its inputs are rows that a position has or has not.

    ``rows`` has each row's weights for the hidden units, ``bias`` those units' biases; four ``outputs`` have weights
    and a bias.
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
        """Cache of hidden sums; the keys are the callers'."""

    def sums(self, numbers: Sequence[int], onto: Sequence[float] | None = None) -> list[float]:
        """Return the sums of a group of rows for each hidden unit, added to ``onto``."""
        rows = self._rows
        added: list[Sequence[float]] = [rows[n] for n in numbers]
        return [sum(column) for column in zip(*(added if onto is None else [onto, *added]), strict=True)]

    def cache_sums(self, key: object, numbers: Sequence[int]) -> list[float]:
        """Compute the sums of a group and cache them under that key."""
        kept = self.cached_sums
        if len(kept) >= _MOST_SUMS:
            kept.clear()
        result = kept[key] = self.sums(numbers)
        return result

    def forecast(
        self, own: Sequence[float], hand: Sequence[float], rival: Sequence[float], rest: Sequence[float]
    ) -> RivalForecast:
        """Return the network's output for the sums of the four groups."""
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
    """Load the network of that name from ``ai/data``; raises ``LearnedDataError`` if it is missing or damaged."""
    return read_learned(name, "the net", read_network)


def read_network(text: str) -> ValueNetwork:
    """Parse a network from JSON text."""
    data = json.loads(text)
    return ValueNetwork(data["rows"], data["bias"], [(weights, offset) for weights, offset in data["outputs"]])


def blank_network() -> ValueNetwork:
    """Return an untrained network."""
    return ValueNetwork([(0.0,)] * ROWS, (0.0,), [((0.0,), 0.0)] * 4)

"""Fit the policy's table to comparisons of moves: ridge regression by conjugate gradients. Needs numpy.

A row of ``policy_features`` is a kind of move in a context of several numbers, and most contexts are rare. So besides
its own points a row has those of each of its numbers alone, which it shares with its neighbors; at the end both are
added, and the table has one number per row.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.lab.tune.comparisons import SPREAD
from ai.search.policy_features import BLOCKS, POLICY_ROWS
from ai.search.policy_table import TENTHS

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

PENALTY: Final = 0.1
"""The cost of a point away from zero, in units of a comparison without noise."""
_STEPS: Final = 30
_MOST_POINTS: Final = 300.0
_MOST_LISTED: Final = 400.0
_CLOSE: Final = 40.0
"""A move this many points behind the policy's own has half the weight: it is not chosen in any case."""


@dataclass(slots=True)
class Comparisons:
    """The arrays of ``comparisons.compare``; ``decision`` numbers are distinct over all archives."""

    decision: Ints
    move: Ints
    usual: Ints
    listed: Floats
    points: Floats
    noise: Floats

    @classmethod
    def read(cls, archives: Iterable[bytes]) -> Comparisons:
        """Read all comparisons of the archives."""
        loaded = [np.load(io.BytesIO(data)) for data in archives]
        shift, decisions = 0, []
        for archive in loaded:
            decisions.append(archive["decision"] + shift)
            shift = int(decisions[-1].max(initial=-1)) + 1
        listed, points, noise = (
            np.concatenate([a[name] for a in loaded]).astype(np.float64) for name in ("listed", "points", "noise")
        )
        move, usual = (np.concatenate([a[name] for a in loaded]) for name in ("move", "usual"))
        return cls(np.concatenate(decisions), move, usual, listed, points, noise)

    def __len__(self) -> int:
        return len(self.points)

    def part(self, mask: NDArray[np.bool_]) -> Comparisons:
        return Comparisons(
            self.decision[mask],
            self.move[mask],
            self.usual[mask],
            self.listed[mask],
            self.points[mask],
            self.noise[mask],
        )


@dataclass(slots=True)
class FittedPolicy:
    """The fitted table of a ``PolicyTable``."""

    of_list: float
    points: Floats

    def text(self) -> str:
        points = [round(TENTHS * value) for value in self.points.tolist()]
        return json.dumps({"of_list": round(self.of_list, 4), "points": points}, separators=(",", ":"))

    def advantages(self, comparisons: Comparisons) -> Floats:
        """Return by comparison the predicted advantage of the move in points."""
        points = np.append(self.points, 0.0)
        listed = np.clip(comparisons.listed, -_MOST_LISTED, _MOST_LISTED)
        learned: Floats = points[comparisons.move].sum(1) - points[comparisons.usual].sum(1)
        return learned + self.of_list * listed

    def gain(self, comparisons: Comparisons, caution: float) -> tuple[float, float]:
        """Return the gain in points per decision over the previous policy, and its standard error."""
        advantages = self.advantages(comparisons)
        count = int(comparisons.decision.max(initial=-1)) + 1
        best, brought = np.full(count, caution), np.zeros(count)
        for decision, advantage, points in zip(comparisons.decision, advantages, comparisons.points, strict=True):
            if advantage > best[decision]:
                best[decision], brought[decision] = advantage, points
        there = np.unique(comparisons.decision)
        brought = brought[there]
        return float(brought.mean()), float(brought.std() / len(brought) ** 0.5)


def fit_policy(comparisons: Comparisons, penalty: float = PENALTY) -> FittedPolicy:
    """Return the table that predicts the comparisons best; fitted twice, so that close moves count more."""
    shared, count = _shared()
    move, usual = _expanded(comparisons.move, shared, count), _expanded(comparisons.usual, shared, count)
    points = np.clip(comparisons.points, -_MOST_POINTS, _MOST_POINTS)
    listed = np.clip(comparisons.listed, -_MOST_LISTED, _MOST_LISTED)
    weights = 1.0 / (comparisons.noise + SPREAD**2)
    problem = _Ridge(move, usual, listed, count)
    solution = problem.solve(points, weights, penalty)
    behind = np.minimum(problem.forward(solution), 0.0) / _CLOSE
    solution = problem.solve(points, weights / (1.0 + behind**2), penalty)
    own = np.append(solution[:POLICY_ROWS], solution[POLICY_ROWS:count])
    table = own[:POLICY_ROWS] + np.append(own, 0.0)[shared[:POLICY_ROWS]].sum(1)
    return FittedPolicy(float(solution[-1]), table)


class _Ridge:
    """A linear model: points = rows of the move − rows of the usual one + a factor × ``listed``."""

    def __init__(self, move: Ints, usual: Ints, listed: Floats, count: int) -> None:
        self._move, self._usual, self._listed, self._count = move, usual, listed, count

    def forward(self, x: Floats) -> Floats:
        """Return the predicted points for the numbers ``x``, the factor of ``listed`` last; an empty slot counts 0."""
        numbers = np.append(x[:-1], 0.0)
        foreseen: Floats = numbers[self._move].sum(1) - numbers[self._usual].sum(1) + x[-1] * self._listed
        return foreseen

    def backward(self, y: Floats) -> Floats:
        """Apply the transpose of ``forward``."""
        width = self._move.shape[1]
        repeated = np.repeat(y, width)
        sums = np.bincount(self._move.ravel(), repeated, self._count + 1)
        sums -= np.bincount(self._usual.ravel(), repeated, self._count + 1)
        return np.append(sums[: self._count], self._listed @ y)

    def solve(self, points: Floats, weights: Floats, penalty: float) -> Floats:
        """Solve by conjugate gradients, with the diagonal as preconditioner."""
        width = self._move.shape[1]
        heavy = np.repeat(weights, width)
        diagonal = np.bincount(self._move.ravel(), heavy, self._count + 1)
        diagonal += np.bincount(self._usual.ravel(), heavy, self._count + 1)
        penalties = np.append(np.full(self._count, penalty), 1e-6)
        scale = 1.0 / (penalties + np.append(diagonal[: self._count], weights @ self._listed**2))
        x = np.zeros(self._count + 1)
        rest = self.backward(weights * points)
        step = scaled = scale * rest
        size = float(rest @ scaled)
        for _ in range(_STEPS):
            if size <= 0.0:
                break
            image = self.backward(weights * self.forward(step)) + penalties * step
            length = size / float(step @ image)
            x += length * step
            rest = rest - length * image
            scaled = scale * rest
            size, before = float(rest @ scaled), size
            step = scaled + size / before * step
        return x


_SHARED_AT_MOST: Final = 5


def _shared() -> tuple[Ints, int]:
    """Return by row (and the empty slot) the indices of its shared numbers, and the count of all numbers."""
    shared = np.full((POLICY_ROWS + 1, _SHARED_AT_MOST), -1, np.int32)
    known: dict[tuple[int, ...], int] = {}
    for block, (first, kinds, sizes) in enumerate(BLOCKS):
        for code in range(int(np.prod(sizes))):
            parts = np.unravel_index(code, sizes)
            for place in range(len(kinds)):
                keys: list[tuple[int, ...]] = []
                if len(sizes) > 1:
                    keys += [(block, place, n, int(part)) for n, part in enumerate(parts)]
                if not block:
                    keys.append((place,))
                for n, key in enumerate(keys):
                    number = known.setdefault(key, POLICY_ROWS + len(known))
                    shared[first + code * len(kinds) + place, n] = number
    count = POLICY_ROWS + len(known)
    shared[shared < 0] = count
    return shared, count


def _expanded(rows: Ints, shared: Ints, count: int) -> Ints:
    """Return rows with their shared numbers; an empty slot is ``count``."""
    own = np.where(rows == POLICY_ROWS, count, rows)
    whole = np.concatenate([own, shared[rows].reshape(len(rows), -1)], axis=1)
    used = (whole != count).any(axis=0)
    return np.ascontiguousarray(whole[:, used], dtype=np.int32)

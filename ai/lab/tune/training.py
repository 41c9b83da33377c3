"""Train a net on samples of self-play: one hidden layer, Adam, mini-batches. Needs numpy, which the game does not."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.evaluation.features import ROWS
from ai.evaluation.value_network import POINTS

Floats = NDArray[np.float32]

BATCH: Final = 512
_LARGE: Final = 8192
_DIGITS: Final = 4
"""Decimals of a weight."""


@dataclass(slots=True)
class Samples:
    """Positions in the order of play: the arrays of ``selfplay.play``."""

    rows: NDArray[np.uint16]
    made: Floats
    ends: Floats
    last: NDArray[np.bool_]

    @classmethod
    def read(cls, archives: Iterable[bytes]) -> Samples:
        """Read all samples of archives of selfplay.py."""
        loaded = [np.load(io.BytesIO(data)) for data in archives]
        rows, made, ends, last = (
            np.concatenate([a[name] for a in loaded]) for name in ("rows", "made", "ends", "last")
        )
        return cls(rows, made.astype(np.float32), ends.astype(np.float32), last)

    def targets(self, foreseen: Floats | None, trace: float) -> Floats:
        """Return the targets: samples × 4, points still to come in units of ``POINTS``, and the leg won.

        They are λ-returns with ``trace`` as λ: mixed from the leg's end and the net's predictions (samples × 4, in the
        same form) at all later positions of that seat. Without predictions they are the end alone.
        """
        made = self.made / np.float32(POINTS)
        ends = self.ends.copy()
        ends[:, :2] /= np.float32(POINTS)
        if foreseen is None:
            whole = ends
        else:
            seen = foreseen.copy()
            seen[:, :2] += made
            whole = _traced(ends, seen, self.last, np.float32(trace))
        whole[:, :2] -= made
        return whole


def _traced(ends: Floats, seen: Floats, last: NDArray[np.bool_], trace: np.float32) -> Floats:
    """Return the λ-returns of all sequences at once, from their last samples backward."""
    count = len(last)
    left = np.zeros(count, np.int32)  # the number of samples of the same sequence that follow
    places = np.flatnonzero(last)
    starts = np.concatenate([[0], places[:-1] + 1])
    for_each = np.repeat(places, places - starts + 1)
    left[:] = for_each - np.arange(count)
    whole = ends.copy()
    for distance in range(1, int(left.max(initial=0)) + 1):
        here = np.flatnonzero(left == distance)
        whole[here] = (1 - trace) * seen[here + 1] + trace * whole[here + 1]
    return whole


class Trainer:
    """A net in training. ``hidden`` units; random numbers from ``seed``."""

    def __init__(self, hidden: int, seed: int) -> None:
        rng = self._rng = np.random.default_rng(seed)
        scale = 0.15
        self.weights: list[Floats] = [
            (rng.standard_normal((ROWS + 1, hidden)) * scale).astype(np.float32),
            np.zeros(hidden, np.float32) + np.float32(0.1),
            (rng.standard_normal((hidden, 4)) * (1.0 / hidden**0.5)).astype(np.float32),
            np.zeros(4, np.float32),
        ]
        self.weights[0][ROWS] = 0.0
        self._moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self._steps = 0

    @classmethod
    def of(cls, text: str, seed: int) -> Trainer:
        """Continue with a net from its JSON text."""
        data = json.loads(text)
        trainer = cls(len(data["bias"]), seed)
        trainer.weights[0][:ROWS] = np.asarray(data["rows"], np.float32)
        trainer.weights[1][:] = np.asarray(data["bias"], np.float32)
        trainer.weights[2][:] = np.asarray([weights for weights, _ in data["outputs"]], np.float32).T
        trainer.weights[3][:] = np.asarray([offset for _, offset in data["outputs"]], np.float32)
        return trainer

    def fit(self, rows: NDArray[np.uint16], targets: Floats, epochs: int, rate: float) -> None:
        """Train for ``epochs`` on the samples, with the learning rate falling to a tenth."""
        count = len(rows)
        batch = min(BATCH, count)
        steps = epochs * (count // batch)
        step = 0
        for _ in range(epochs):
            order = self._rng.permutation(count)
            for start in range(0, count - batch + 1, batch):
                chosen = order[start : start + batch]
                self._step(rows[chosen], targets[chosen], rate * 0.1 ** (step / max(1, steps)))
                step += 1

    def predict(self, rows: NDArray[np.uint16]) -> Floats:
        """Return the net's predictions: samples × 4, in the form of ``Samples.targets``."""
        parts = [self._forward(rows[start : start + _LARGE])[2] for start in range(0, len(rows), _LARGE)]
        out = np.concatenate(parts)
        out[:, 2:] = 1.0 / (1.0 + np.exp(-out[:, 2:]))
        return out

    def errors(self, samples: Samples) -> tuple[float, float]:
        """Return the net's error at the ends of legs: points (root mean square), and chances (log loss)."""
        targets = samples.targets(None, 1.0)
        out = self.predict(samples.rows)
        points = float(np.sqrt(np.mean((out[:, :2] - targets[:, :2]) ** 2))) * POINTS
        chances = np.clip(out[:, 2:], 1e-6, 1 - 1e-6)
        won = targets[:, 2:]
        return points, float(-np.mean(won * np.log(chances) + (1 - won) * np.log(1 - chances)))

    def text(self) -> str:
        rows, bias, outputs, offsets = self.weights
        data = {
            "rows": _rounded(rows[:ROWS]),
            "bias": _rounded(bias),
            "outputs": [[_rounded(outputs[:, j]), round(float(offsets[j]), _DIGITS)] for j in range(4)],
        }
        return json.dumps(data, separators=(",", ":"))

    def _forward(self, rows: NDArray[np.uint16]) -> tuple[Floats, Floats, Floats]:
        inputs = np.zeros((len(rows), ROWS + 1), np.float32)
        inputs[np.arange(len(rows))[:, None], rows] = 1.0
        inputs[:, ROWS] = 0.0
        weights, bias, outputs, offsets = self.weights
        hidden = np.maximum(inputs @ weights + bias, 0.0)
        return inputs, hidden, hidden @ outputs + offsets

    def _step(self, rows: NDArray[np.uint16], targets: Floats, rate: float) -> None:
        inputs, hidden, out = self._forward(rows)
        error = out - targets
        chances = 1.0 / (1.0 + np.exp(-out[:, 2:]))
        error[:, 2:] = (chances - targets[:, 2:]) * 0.5
        error /= len(rows)
        back = (error @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
        self._steps += 1
        correct = (1.0 - 0.999**self._steps) ** 0.5 / (1.0 - 0.9**self._steps)
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self._moments, strict=True):
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.001 * (gradient * gradient - square)
            weight[...] -= rate * correct * mean / (np.sqrt(square) + 1e-8)


def _rounded(values: Floats) -> list[object]:
    return np.round(values.astype(np.float64), _DIGITS).tolist()  # type: ignore[no-any-return]

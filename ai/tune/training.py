"""Fitting a net to samples of self-play: one hidden layer, Adam, mini-batches. Needs numpy, which the game does not."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.features import ROWS
from ai.net import POINTS

Floats = NDArray[np.float32]

BATCH: Final = 1024
_DIGITS: Final = 4
"""Decimals kept of a weight."""


@dataclass(slots=True)
class Samples:
    """``rows``: samples × places, row numbers; ``targets``: samples × 4."""

    rows: NDArray[np.uint16]
    targets: Floats

    @classmethod
    def read(cls, archives: Iterable[bytes]) -> Samples:
        """All samples of those archives of selfplay.py."""
        loaded = [np.load(io.BytesIO(data)) for data in archives]
        return cls(np.concatenate([a["rows"] for a in loaded]), np.concatenate([a["targets"] for a in loaded]))


class Trainer:
    """A net while it learns. ``hidden`` units; random numbers from ``seed``."""

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
        """Go on with a net from its JSON text."""
        data = json.loads(text)
        trainer = cls(len(data["bias"]), seed)
        trainer.weights[0][:ROWS] = np.asarray(data["rows"], np.float32)
        trainer.weights[1][:] = np.asarray(data["bias"], np.float32)
        trainer.weights[2][:] = np.asarray([weights for weights, _ in data["outputs"]], np.float32).T
        trainer.weights[3][:] = np.asarray([offset for _, offset in data["outputs"]], np.float32)
        return trainer

    def fit(self, samples: Samples, epochs: int, rate: float) -> float:
        """Go through the samples that many times, the rate falling to a tenth; the last epoch's mean loss."""
        count = len(samples.rows)
        steps = epochs * (count // BATCH)
        loss = 0.0
        step = 0
        for _ in range(epochs):
            order = self._rng.permutation(count)
            losses = []
            for start in range(0, count - BATCH + 1, BATCH):
                chosen = order[start : start + BATCH]
                now = rate * 0.1 ** (step / max(1, steps))
                losses.append(self._step(samples.rows[chosen], samples.targets[chosen], now))
                step += 1
            loss = float(np.mean(losses)) if losses else 0.0
        return loss

    def loss(self, samples: Samples) -> tuple[float, float]:
        """How far the net is off on samples it has not learned from: points (root mean square), win log loss."""
        squares = []
        logs = []
        for start in range(0, len(samples.rows), BATCH):
            rows, targets = samples.rows[start : start + BATCH], samples.targets[start : start + BATCH]
            _, _, out = self._forward(rows)
            squares.append(np.mean((out[:, :2] - targets[:, :2]) ** 2))
            logs.append(np.mean(np.logaddexp(0.0, out[:, 2:]) - out[:, 2:] * targets[:, 2:]))
        return float(np.sqrt(np.mean(squares))) * POINTS, float(np.mean(logs))

    def text(self) -> str:
        """The net as JSON text."""
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

    def _step(self, rows: NDArray[np.uint16], targets: Floats, rate: float) -> float:
        inputs, hidden, out = self._forward(rows)
        error = out - targets
        chances = 1.0 / (1.0 + np.exp(-out[:, 2:]))
        error[:, 2:] = (chances - targets[:, 2:]) * 0.5
        loss = float(np.mean(error[:, :2] ** 2))
        error /= len(rows)
        back = (error @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
        self._steps += 1
        correct = (1.0 - 0.999**self._steps) ** 0.5 / (1.0 - 0.9**self._steps)
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self._moments, strict=True):
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.001 * (gradient * gradient - square)
            weight[...] -= rate * correct * mean / (np.sqrt(square) + 1e-8)
        return loss


def _rounded(values: Floats) -> list[object]:
    return np.round(values.astype(np.float64), _DIGITS).tolist()  # type: ignore[no-any-return]

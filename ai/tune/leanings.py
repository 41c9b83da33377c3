"""Leanings of habit learned from the ends of legs in which every side leans a little at random.

Each side of each leg adds its own random ±``STEP`` to every leaning. Over very many legs the correlation of what a side
leaned to with how it fared tells, for all leanings at once, which way each should go: regression on random
perturbations. Plain sums, so that jobs can be played anywhere and added up. Needs numpy, which the game does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.habits import CODES, CONTEXTS, habit
from ai.tune.tables import Table, deal

STEP: Final = 15.0
"""Points that a side leans more or less to each move in each context."""
SIZE: Final = CONTEXTS * CODES

Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Trial:
    """Some legs on these tables in turn, all sides leaning to ``leanings`` give or take ``STEP``, from that seed."""

    tables: tuple[Table, ...]
    leanings: tuple[float, ...]
    seed: str
    legs: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the sides of all legs: how many, the signs of their steps times the points they were ahead, and the
    squares of those points."""

    sides: int
    signed: Doubles
    squares: float

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.sides + other.sides, self.signed + other.signed, self.squares + other.squares)


def play(trial: Trial) -> Tally:
    """Play the legs and add up."""
    base = np.asarray(trial.leanings)
    signed, squares, count = np.zeros(SIZE), 0.0, 0
    signs_of = np.random.default_rng([ord(c) for c in trial.seed])
    for number in range(trial.legs):
        leg = deal(trial.tables[number % len(trial.tables)], Random(f"{trial.seed}/{number}"))
        sides = len(leg.states)
        signs = signs_of.integers(0, 2, (sides, SIZE)) * 2 - 1
        leaning = (base + signs * STEP).tolist()
        while not leg.is_over:
            leg.apply(habit(leg, leaning))
        assert leg.scores is not None
        totals = np.array([score.total for score in leg.scores], np.float64)
        ahead = (totals * sides - totals.sum()) / (sides - 1)
        signed += ahead @ signs
        squares += float(ahead @ ahead)
        count += sides
    return Tally(count, signed, squares)


def slopes(tally: Tally) -> tuple[Doubles, float]:
    """What each leaning brings, in points a leg for one ``STEP`` more, and the standard error of each."""
    return tally.signed / tally.sides, (tally.squares / tally.sides) ** 0.5 / tally.sides**0.5


def stepped(leanings: tuple[float, ...], tally: Tally, length: float) -> tuple[float, ...]:
    """New leanings: each goes the way of its slope, by how much of the slope is more than chance (shrinkage).

    ``length`` is the step in points for each point of slope.
    """
    slope, error = slopes(tally)
    signal = max(0.0, float(np.mean(slope**2)) - error**2)
    kept = slope * slope / (slope * slope + error**2) if signal else np.zeros_like(slope)
    step = slope * kept * length
    return tuple(float(value) for value in np.round(np.asarray(leanings) + step, 1))

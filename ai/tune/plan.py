"""What is learned: which net is for which tables, and how a run goes from round to round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ai.tune.selfplay import Table


def _tables(text: str) -> tuple[Table, ...]:
    """Tables as lines of ``rules seats seating``."""
    parts = [line.split() for line in text.strip().splitlines()]
    return tuple(Table(rules, int(seats), seating) for rules, seats, seating in parts)


TABLES: Final = {
    "duel": _tables(
        """
        winning_moves 2 solo
        dujardin 2 solo
        piatnik 2 solo
        winning_moves 2 solo
        dujardin 2 solo
        mille_miglia 2 solo
        """
    ),
    "solo": _tables(
        """
        winning_moves 4 solo
        dujardin 4 solo
        mille_miglia 4 solo
        winning_moves 4 solo
        winning_moves 3 solo
        piatnik 4 solo
        dujardin 4 solo
        mille_miglia 3 solo
        winning_moves 4 solo
        dujardin 3 solo
        mille_miglia 5 solo
        piatnik 3 solo
        winning_moves 4 solo
        mille_miglia 6 solo
        """
    ),
    "teams": _tables(
        """
        winning_moves 4 teams
        dujardin 4 teams
        piatnik 4 teams
        winning_moves 6 teams
        dujardin 4 teams
        winning_moves 4 teams
        dujardin 6 teams
        piatnik 6 teams
        """
    ),
}
"""By net the tables it is learned on, in turn; one that stands more often counts more."""


@dataclass(frozen=True, slots=True)
class Course:
    """A run: ``rounds`` of playing and learning, ``legs`` each, in jobs of ``legs_a_job``.

    In the first round all play by habit. In each round the samples are learned ``passes`` times, ``epochs`` over: at
    first from the ends of the legs, or with what the net before foresaw, then with what it has come to foresee itself,
    ``trace`` being λ. ``noise`` is in points (selfplay.Job); ``rate`` is the learning rate.
    """

    rounds: int = 1
    legs: int = 80000
    legs_a_job: int = 500
    passes: int = 4
    epochs: int = 3
    hidden: int = 32
    noise: float = 12.0
    trace: float = 0.75
    rate: float = 0.002
    check_legs: int = 400

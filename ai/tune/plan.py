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
    """A run: ``rounds`` of ``legs`` each (the first, played by habit, of ``first_legs``), in jobs of ``legs_a_job``.

    ``kept_rounds`` back are learned from, ``epochs`` times over. ``strays`` is the share of moves made at random,
    ``noise`` is in points (selfplay.Job). ``rate`` is the first round's learning rate, ``last_rate`` the last's.
    """

    rounds: int = 12
    first_legs: int = 40000
    legs: int = 5000
    legs_a_job: int = 250
    kept_rounds: int = 4
    epochs: int = 3
    hidden: int = 32
    noise: float = 15.0
    strays: float = 0.03
    first_strays: float = 0.12
    trace: float = 0.7
    rate: float = 0.003
    last_rate: float = 0.0008
    check_legs: int = 600

    def legs_of(self, number: int) -> int:
        """The legs of that round, from 0."""
        return self.legs if number else self.first_legs

    def rate_of(self, number: int) -> float:
        """The learning rate of that round, from 0."""
        share = number / max(1, self.rounds - 1)
        return float(self.rate * (self.last_rate / self.rate) ** share)

"""What the matches say of each player, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ai.arena.course import Course
from ai.arena.outcome import Fault, SequenceOutcome, Times
from ai.arena.settings import ArenaSettings
from game.engine.rules import sides_of

Z_95: Final = 1.959964
"""How many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's figures over all matches. ``seat`` is the one it was given, rotation 0."""

    seat: int
    name: str
    matches: int
    won: int
    won_ci95: tuple[float, float]
    mean_score: float
    legs: int
    legs_won: int
    median_ms: float | None
    p99_ms: float | None
    faults: int
    cut_off: int

    def to_json(self) -> dict[str, Any]:
        """The object of rules.md §9, and ``cut_off``, the decisions that were cut off by their time."""
        return {
            "seat": self.seat,
            "name": self.name,
            "matches": self.matches,
            "won": self.won,
            "won_ci95": [round(bound, 4) for bound in self.won_ci95],
            "mean_score": round(self.mean_score, 1),
            "legs": self.legs,
            "legs_won": self.legs_won,
            "decision_ms": {"median": _rounded(self.median_ms), "p99": _rounded(self.p99_ms)},
            "faults": self.faults,
            "cut_off": self.cut_off,
        }


def standings(settings: ArenaSettings, sequences: Sequence[SequenceOutcome]) -> list[Standing]:
    """Every player's figures, in the order the players were given."""
    return [_standing(player, name, sequences) for player, name in enumerate(settings.names)]


def course(settings: ArenaSettings, sequences: Iterable[SequenceOutcome]) -> Course:
    """How all finished legs went."""
    setup = settings.setup
    total = Course.none(setup.seats, len(sides_of(setup.seats, setup.seating)))
    for sequence in sequences:
        for match in sequence.matches:
            total += match.course
    return total


def faults(sequences: Iterable[SequenceOutcome]) -> list[Fault]:
    """All faults, in the order of the sequences."""
    return [match.fault for sequence in sequences for match in sequence.matches if match.fault is not None]


def interval_95(means: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the share of matches won, from the share won in each sequence; never outside 0 … 1.

    It is Wilson's interval for as many independent matches as would scatter like these means. With one match a
    sequence that is their number, and the interval Wilson's own; a mirrored sequence counts for more, since luck
    cancels out in it. The scatter is the means' sum of squares and, so that it can't vanish by accident, one more
    square as large as a single match has.

    >>> [round(bound, 3) for bound in interval_95([1.0] * 63 + [0.0] * 37)]
    [0.532, 0.718]
    >>> interval_95([])
    (0.0, 1.0)
    """
    count = len(means)
    if not count:
        return 0.0, 1.0
    share = math.fsum(means) / count
    single = share * (1 - share)
    scatter = (math.fsum((mean - share) ** 2 for mean in means) + single) / (count + 1)
    # Where all was won or all lost nothing scatters: each sequence then counts as one match, the careful reading.
    matches = count * single / scatter if scatter > 0 else float(count)
    return _wilson(share, matches)


def _wilson(share: float, count: float) -> tuple[float, float]:
    square = Z_95**2 / count
    middle = (share + square / 2) / (1 + square)
    reach = Z_95 * math.sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    # Rounding may carry a bound past a share that nothing was lost or won at.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def _standing(player: int, name: str, sequences: Sequence[SequenceOutcome]) -> Standing:
    times = Times()
    won = score = legs = legs_won = cut_off = stopped = count = 0
    means = []
    for sequence in sequences:
        won_before = won
        for match in sequence.matches:
            part = match.parts[player]
            won += part.has_won
            score += part.score
            legs += match.legs
            legs_won += part.legs_won
            cut_off += part.cut_off
            stopped += match.fault is not None and match.fault.player == player
            times.include(part.times)
        count += len(sequence.matches)
        means.append((won - won_before) / len(sequence.matches))
    return Standing(
        seat=player,
        name=name,
        matches=count,
        won=won,
        won_ci95=interval_95(means),
        mean_score=score / count if count else 0.0,
        legs=legs,
        legs_won=legs_won,
        median_ms=times.quantile_ms(0.5),
        p99_ms=times.quantile_ms(0.99),
        faults=stopped,
        cut_off=cut_off,
    )


def _rounded(duration_ms: float | None) -> float | None:
    """Three digits, which is what the classes of ``Times`` and a clock are good for."""
    return None if duration_ms is None else float(f"{duration_ms:.3g}")

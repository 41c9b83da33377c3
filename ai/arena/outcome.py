"""What came of the matches of one sequence: small, and the same as JSON, so that it can be kept and sent."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Self

from ai.arena.course import Course

_STEP: Final = math.log(1.02)
_SHORTEST_MS: Final = 1e-4
"""Below what a clock shows; it has to be more than nothing for the logarithm."""


class Times:
    """How long decisions took, counted in classes 2 % wide: a million of them in some hundred numbers."""

    __slots__ = ("_counts",)

    def __init__(self, counts: Iterable[tuple[int, int]] = ()) -> None:
        self._counts: Counter[int] = Counter(dict(counts))

    def add(self, duration_ms: float) -> None:
        """Count one decision."""
        self._counts[round(math.log(max(duration_ms, _SHORTEST_MS)) / _STEP)] += 1

    def include(self, other: Times) -> None:
        """Count all of the other's decisions too."""
        self._counts.update(other._counts)

    def quantile_ms(self, share: float) -> float | None:
        """The duration that ``share`` of the decisions did not exceed, to 1 %; None if there was no decision."""
        wanted = max(1, math.ceil(share * self._counts.total()))
        seen = 0
        for step, count in sorted(self._counts.items()):
            seen += count
            if seen >= wanted:
                return math.exp(step * _STEP)
        return None

    def to_json(self) -> list[list[int]]:
        """The classes and their counts."""
        return [[step, count] for step, count in sorted(self._counts.items())]


@dataclass(frozen=True, slots=True)
class Part:
    """What one match was to one player: ``score`` is its side's total, ``legs_won`` its side's too."""

    seat: int
    has_won: bool
    score: int
    legs_won: int
    cut_off: int
    times: Times

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {
            "seat": self.seat,
            "won": self.has_won,
            "score": self.score,
            "legs_won": self.legs_won,
            "cut_off": self.cut_off,
            "times": self.times.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The part written that way."""
        times = Times((step, count) for step, count in data["times"])
        return cls(data["seat"], data["won"], data["score"], data["legs_won"], data["cut_off"], times)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a match was stopped: what the player did, and the request (rules.md §9) it did it at."""

    player: int
    name: str
    sequence: int
    rotation: int
    leg: int
    reason: str
    request: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {field: getattr(self, field) for field in self.__slots__}


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """One match, played to its end or stopped by a fault; ``legs`` counts the finished ones, ``parts`` is by player.

    ``course`` is how the finished legs went. A stopped match is won by nobody.
    """

    legs: int
    parts: tuple[Part, ...]
    course: Course
    fault: Fault | None = None

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {
            "legs": self.legs,
            "parts": [part.to_json() for part in self.parts],
            "course": self.course.to_json(),
            "fault": None if self.fault is None else self.fault.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The outcome written that way."""
        fault = None if data["fault"] is None else Fault(**data["fault"])
        return cls(data["legs"], tuple(map(Part.from_json, data["parts"])), Course.from_json(data["course"]), fault)


@dataclass(frozen=True, slots=True)
class SequenceOutcome:
    """All matches of one sequence of decks, by rotation."""

    sequence: int
    matches: tuple[MatchOutcome, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {"sequence": self.sequence, "matches": [match.to_json() for match in self.matches]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The outcome written that way."""
        return cls(data["sequence"], tuple(map(MatchOutcome.from_json, data["matches"])))

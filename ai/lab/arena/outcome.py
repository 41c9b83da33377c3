"""What an arena plays, and what came of it: small, and the same as JSON, so that it can be kept and sent.

How the legs went is counted, so that what several workers or several runs found adds up to the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add
from typing import Any, Final, Self

from ai.bots.absurd import ABSURD
from game.engine.attacks import attacks
from game.engine.cards import SAFETIES
from game.engine.match import LegResult
from game.engine.moves import Move, MoveKind, move
from game.engine.rules import sides_of
from game.engine.setup import MatchSetup

FOREIGN: Final = "exec:"
"""What a seat's name begins with if a program of its own plays it; its command follows."""


@dataclass(frozen=True, slots=True)
class ArenaSettings:
    """Who plays what. ``names`` has one player for each seat, in order; ``time_ms`` is what a decision may take.

    A sequence is a match's decks and its first dealer. If ``is_mirrored``, each is played once for each rotation of
    the players: player p sits in seat p + rotation, so partners stay partners in every rotation.
    """

    names: tuple[str, ...]
    setup: MatchSetup
    seed: int
    is_mirrored: bool
    time_ms: int

    @property
    def rotations(self) -> range:
        """The rotations each sequence is played with."""
        return range(len(self.names) if self.is_mirrored else 1)

    def seat_of(self, player: int, rotation: int) -> int:
        """Where that player sits.

        >>> from game.engine.observation import Seating
        >>> setup = MatchSetup.by_the_book("winning_moves", Seating.SOLO, 3)
        >>> settings = ArenaSettings(("master", "random", "random"), setup, 1, True, 1000)
        >>> [settings.seat_of(2, rotation) for rotation in settings.rotations]
        [2, 0, 1]
        """
        return (player + rotation) % len(self.names)

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value: what two runs must agree in to be one."""
        return {
            "seats": list(self.names),
            "rules": self.setup.rules,
            "seating": self.setup.seating.value,
            "extension": self.setup.options.extension,
            "no_100_bonus": self.setup.options.no_100_bonus,
            "target_score": self.setup.target_score,
            "legs": self.setup.legs,
            "seed": self.seed,
            "mirror": self.is_mirrored,
            "time_ms": self.time_ms,
        }


_PLAYS = (MoveKind.LAY, MoveKind.DISCARD)


@dataclass(frozen=True, slots=True)
class LegStatistics:
    """What was counted in finished legs. Rows are by player; a table's columns are the players' sides.

    Player p belongs to side p modulo the number of sides, in every rotation. ``decided`` counts legs with a winner,
    ``turns`` those that ended, ``discards`` those of them that a discard ended, ``stranded`` the legs in which the
    player's side ended at 0 km. ``attacks`` has every hazard that a player laid on a side, ``parried`` those of them
    that a coup fourré answered.
    """

    legs: int
    decided: int
    turns: tuple[int, ...]
    discards: tuple[int, ...]
    stranded: tuple[int, ...]
    attacks: tuple[tuple[int, ...], ...]
    parried: tuple[tuple[int, ...], ...]

    @classmethod
    def none(cls, players: int, sides: int) -> Self:
        """No leg yet."""
        row, table = (0,) * players, ((0,) * sides,) * players
        return cls(0, 0, row, row, row, table, table)

    @classmethod
    def of(cls, result: LegResult, player_in: Sequence[int]) -> Self:
        """That of one finished leg; ``player_in`` has the player of each seat."""
        record = result.record
        made = [move(text) for text in record.moves if text is not None]
        sides = sides_of(record.seats, record.seating)
        column = [player_in[seats[0]] % len(sides) for seats in sides]
        stranded = [0] * record.seats
        for seats, score in zip(sides, result.scores, strict=True):
            for seat in seats:
                stranded[player_in[seat]] = int(not score.km)
        every = attacks(made)
        laid = _attack_table(((a.seat, a.side) for a in every), player_in, column)
        parried = _attack_table(((a.seat, a.side) for a in every if a.is_parried), player_in, column)
        ends = list(_turn_ends(made))
        return cls(
            legs=1,
            decided=int(result.winner is not None),
            turns=_row(ends, player_in),
            discards=_row([end for end in ends if end.kind is MoveKind.DISCARD], player_in),
            stranded=tuple(stranded),
            attacks=laid,
            parried=parried,
        )

    def __add__(self, other: LegStatistics) -> LegStatistics:
        return LegStatistics(
            self.legs + other.legs,
            self.decided + other.decided,
            _sum(self.turns, other.turns),
            _sum(self.discards, other.discards),
            _sum(self.stranded, other.stranded),
            tuple(map(_sum, self.attacks, other.attacks)),
            tuple(map(_sum, self.parried, other.parried)),
        )

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {
            "legs": self.legs,
            "decided": self.decided,
            "turns": list(self.turns),
            "discards": list(self.discards),
            "stranded": list(self.stranded),
            "attacks": [list(row) for row in self.attacks],
            "parried": [list(row) for row in self.parried],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The statistics written that way."""
        rows = (tuple(data[name]) for name in ("turns", "discards", "stranded"))
        tables = (tuple(map(tuple, data[name])) for name in ("attacks", "parried"))
        return cls(data["legs"], data["decided"], *rows, *tables)


def _turn_ends(made: Sequence[Move]) -> Iterator[Move]:
    """The moves that ended a turn: of the cards laid all but a safety that its seat played on after."""
    acts = [m for m in made if m.kind in (*_PLAYS, MoveKind.COUP_FOURRE)]
    for act, then in pairwise((*acts, None)):
        if act is None or act.kind not in _PLAYS:
            continue
        played_on = then is not None and then.seat == act.seat and then.kind in _PLAYS and act.card in SAFETIES
        if not (played_on and act.kind is MoveKind.LAY):
            yield act


def _row(moves: Iterable[Move], player_in: Sequence[int]) -> tuple[int, ...]:
    counts = [0] * len(player_in)
    for made in moves:
        counts[player_in[made.seat]] += 1
    return tuple(counts)


def _attack_table(
    pairs: Iterable[tuple[int, int]], player_in: Sequence[int], column: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    counts = [[0] * len(column) for _ in player_in]
    for seat, side in pairs:
        counts[player_in[seat]][column[side]] += 1
    return tuple(map(tuple, counts))


def _sum(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, one, other))


_STEP: Final = math.log(1.02)
_SHORTEST_MS: Final = 1e-4
"""Below what a clock shows; it has to be more than nothing for the logarithm."""


class DecisionTimes:
    """How long decisions took, counted in classes 2 % wide: a million of them in some hundred numbers."""

    __slots__ = ("_counts",)

    def __init__(self, counts: Iterable[tuple[int, int]] = ()) -> None:
        self._counts: Counter[int] = Counter(dict(counts))

    def add(self, duration_ms: float) -> None:
        """Count one decision."""
        self._counts[round(math.log(max(duration_ms, _SHORTEST_MS)) / _STEP)] += 1

    def include(self, other: DecisionTimes) -> None:
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
class PlayerOutcome:
    """What one match was to one player: ``score`` is its side's total, ``legs_won`` its side's too.

    ``absurd`` counts its absurd moves in the order of ``ABSURD``.
    """

    seat: int
    has_won: bool
    score: int
    legs_won: int
    cut_off: int
    times: DecisionTimes
    absurd: tuple[int, ...] = (0,) * len(ABSURD)

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {
            "seat": self.seat,
            "won": self.has_won,
            "score": self.score,
            "legs_won": self.legs_won,
            "cut_off": self.cut_off,
            "times": self.times.to_json(),
            "absurd": list(self.absurd),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The part written that way."""
        times = DecisionTimes((step, count) for step, count in data["times"])
        absurd = tuple(data["absurd"])
        return cls(data["seat"], data["won"], data["score"], data["legs_won"], data["cut_off"], times, absurd)


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

    ``statistics`` is how the finished legs went. A stopped match is won by nobody.
    """

    legs: int
    parts: tuple[PlayerOutcome, ...]
    statistics: LegStatistics
    fault: Fault | None = None

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {
            "legs": self.legs,
            "parts": [part.to_json() for part in self.parts],
            "course": self.statistics.to_json(),
            "fault": None if self.fault is None else self.fault.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The outcome written that way."""
        fault = None if data["fault"] is None else Fault(**data["fault"])
        return cls(
            data["legs"],
            tuple(map(PlayerOutcome.from_json, data["parts"])),
            LegStatistics.from_json(data["course"]),
            fault,
        )


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

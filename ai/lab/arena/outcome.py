"""The settings and results of an arena, small and equal to their JSON form, so that they can be saved and sent.

Statistics of legs are counts, so that the results of several workers or runs can be added.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from operator import add
from typing import Any, Final, Self

from ai.bots.blunders import BLUNDERS
from game.engine.attacks import list_attacks
from game.engine.cards import SAFETIES
from game.engine.match import LegResult
from game.engine.moves import Move, MoveKind, move
from game.engine.rules import sides_of
from game.engine.setup import MatchSetup

FOREIGN: Final = "exec:"
"""The prefix of a seat played by a foreign program; its command follows."""


@dataclass(frozen=True, slots=True)
class ArenaSettings:
    """The players and the match. ``names`` has one player per seat, in order; ``time_ms`` is the limit of a decision.

    A sequence is a match's decks and first dealer. If ``is_mirrored``, each sequence is played once for each rotation
    of the players: player p sits in seat p + rotation, so partners stay partners.
    """

    names: tuple[str, ...]
    setup: MatchSetup
    seed: int
    is_mirrored: bool
    time_ms: int

    @property
    def rotations(self) -> range:
        return range(len(self.names) if self.is_mirrored else 1)

    def seat_of(self, player: int, rotation: int) -> int:
        """Return the seat of a player.

        >>> from game.engine.observation import Seating
        >>> setup = MatchSetup.from_booklet("winning_moves", Seating.SOLO, 3)
        >>> settings = ArenaSettings(("master", "random", "random"), setup, 1, True, 1000)
        >>> [settings.seat_of(2, rotation) for rotation in settings.rotations]
        [2, 0, 1]
        """
        return (player + rotation) % len(self.names)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON value; a run can be resumed only with equal ones."""
        return {
            "seats": list(self.names),
            "rules": self.setup.rules,
            "seating": self.setup.seating.value,
            **asdict(self.setup.options),
            "target_score": self.setup.target_score,
            "legs": self.setup.legs,
            "seed": self.seed,
            "mirror": self.is_mirrored,
            "time_ms": self.time_ms,
        }


_PLAYS = (MoveKind.LAY, MoveKind.DISCARD)


@dataclass(frozen=True, slots=True)
class LegStatistics:
    """Counts of finished legs. Rows are by player, the columns of a table by the players' sides.

    Player p belongs to side p modulo the number of sides, in every rotation. ``decided`` counts legs with a winner,
    ``turns`` finished turns, ``discards`` turns that a discard ended, ``stranded`` legs in which the player's side
    ended at 0 km. ``attacks`` has the hazards that a player played on a side, ``parried`` those answered by a coup
    fourré.
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
        """Return the statistics of no legs."""
        row, table = (0,) * players, ((0,) * sides,) * players
        return cls(0, 0, row, row, row, table, table)

    @classmethod
    def of(cls, result: LegResult, player_in: Sequence[int]) -> Self:
        """Return the statistics of one finished leg; ``player_in`` has the player of each seat."""
        record = result.record
        made = [move(text) for text in record.moves if text is not None]
        sides = sides_of(record.seats, record.seating)
        column = [player_in[seats[0]] % len(sides) for seats in sides]
        stranded = [0] * record.seats
        for seats, score in zip(sides, result.scores, strict=True):
            for seat in seats:
                stranded[player_in[seat]] = int(not score.km)
        every = list_attacks(made)
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
        rows = (tuple(data[name]) for name in ("turns", "discards", "stranded"))
        tables = (tuple(map(tuple, data[name])) for name in ("attacks", "parried"))
        return cls(data["legs"], data["decided"], *rows, *tables)


def _turn_ends(made: Sequence[Move]) -> Iterator[Move]:
    """Yield the moves that ended a turn: all cards played but a safety that gave another play."""
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
"""Less than a clock shows, but above 0 because of the logarithm."""


class DecisionTimes:
    """A histogram of decision times in classes 2 % wide: some hundred numbers for a million decisions."""

    __slots__ = ("_counts",)

    def __init__(self, counts: Iterable[tuple[int, int]] = ()) -> None:
        self._counts: Counter[int] = Counter(dict(counts))

    def add(self, duration_ms: float) -> None:
        self._counts[round(math.log(max(duration_ms, _SHORTEST_MS)) / _STEP)] += 1

    def include(self, other: DecisionTimes) -> None:
        """Add the other's counts."""
        self._counts.update(other._counts)

    def quantile_ms(self, share: float) -> float | None:
        """Return the duration that ``share`` of the decisions did not exceed, to 1 %; None without decisions."""
        wanted = max(1, math.ceil(share * self._counts.total()))
        seen = 0
        for step, count in sorted(self._counts.items()):
            seen += count
            if seen >= wanted:
                return math.exp(step * _STEP)
        return None

    def to_json(self) -> list[list[int]]:
        return [[step, count] for step, count in sorted(self._counts.items())]


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """A player's part in one match: ``score`` and ``legs_won`` are those of its side.

    ``absurd`` counts its absurd moves in the order of ``BLUNDERS``.
    """

    seat: int
    has_won: bool
    score: int
    legs_won: int
    cut_off: int
    times: DecisionTimes
    absurd: tuple[int, ...] = (0,) * len(BLUNDERS)

    def to_json(self) -> dict[str, Any]:
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
        times = DecisionTimes((step, count) for step, count in data["times"])
        absurd = tuple(data["absurd"])
        return cls(data["seat"], data["won"], data["score"], data["legs_won"], data["cut_off"], times, absurd)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a match was stopped: the player's fault, and the request (rules.md §9) that the player failed to answer."""

    player: int
    name: str
    sequence: int
    rotation: int
    leg: int
    reason: str
    request: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {field: getattr(self, field) for field in self.__slots__}


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """One match, finished or stopped by a fault; ``legs`` counts the finished legs, ``parts`` is by player.

    ``statistics`` are those of the finished legs. A stopped match has no winner.
    """

    legs: int
    parts: tuple[PlayerOutcome, ...]
    statistics: LegStatistics
    fault: Fault | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "legs": self.legs,
            "parts": [part.to_json() for part in self.parts],
            "course": self.statistics.to_json(),
            "fault": None if self.fault is None else self.fault.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
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
        return {"sequence": self.sequence, "matches": [match.to_json() for match in self.matches]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(data["sequence"], tuple(map(MatchOutcome.from_json, data["matches"])))

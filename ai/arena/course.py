"""How the legs of matches went: winners, turns, discards, sides that never drove off, and who attacked whom.

All of it is counted, so that what several workers or several runs found adds up to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add
from typing import Any, Self

from game.engine.attacks import attacks
from game.engine.cards import SAFETIES
from game.engine.match import LegResult
from game.engine.moves import Move, MoveKind, move
from game.engine.rules import sides_of

_PLAYS = (MoveKind.LAY, MoveKind.DISCARD)


@dataclass(frozen=True, slots=True)
class Course:
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
        laid = _table(((a.seat, a.side) for a in every), player_in, column)
        parried = _table(((a.seat, a.side) for a in every if a.is_parried), player_in, column)
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

    def __add__(self, other: Course) -> Course:
        return Course(
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
        """The course written that way."""
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


def _table(
    pairs: Iterable[tuple[int, int]], player_in: Sequence[int], column: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    counts = [[0] * len(column) for _ in player_in]
    for seat, side in pairs:
        counts[player_in[seat]][column[side]] += 1
    return tuple(map(tuple, counts))


def _sum(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, one, other))

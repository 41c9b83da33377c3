"""Who attacked whom in a leg, counted from its moves, and which attacks a coup fourré answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from game.engine.cards import Card
from game.engine.moves import Move, MoveKind, move
from game.engine.record import Record
from game.engine.rules import sides_of


@dataclass(frozen=True, slots=True)
class Attack:
    """A hazard that ``seat`` laid on ``side``; ``is_parried`` is true if a coup fourré answered it at once."""

    seat: int
    side: int
    card: Card
    is_parried: bool


@dataclass(frozen=True, slots=True)
class AttackTable:
    """How often each side attacked each other side.

    ``laid`` counts all hazards, ``parried`` those answered by a coup fourré; both are indexed by the attacking side,
    then by the attacked side. Add the tables of several legs of a match with ``+``.
    """

    laid: tuple[tuple[int, ...], ...]
    parried: tuple[tuple[int, ...], ...]

    @classmethod
    def create_empty(cls, sides: int) -> AttackTable:
        """Return the table of no attacks at all, for that number of sides.

        >>> AttackTable.create_empty(2).laid
        ((0, 0), (0, 0))
        """
        empty = ((0,) * sides,) * sides
        return cls(empty, empty)

    def __add__(self, other: AttackTable) -> AttackTable:
        return AttackTable(_sum(self.laid, other.laid), _sum(self.parried, other.parried))

    @property
    def total(self) -> int:
        """Number of hazards that all sides laid, including the parried ones."""
        return sum(map(sum, self.laid))

    def laid_by(self, side: int) -> int:
        return sum(self.laid[side])

    def suffered_by(self, side: int) -> int:
        """Return how many hazards other sides laid on this side, including the parried ones."""
        return sum(row[side] for row in self.laid)

    def parried_by(self, side: int) -> int:
        """Return how many hazards laid on this side were answered by a coup fourré."""
        return sum(row[side] for row in self.parried)


def list_attacks(moves: Iterable[Move]) -> tuple[Attack, ...]:
    """Return every attack in the order of ``moves``, which are all moves of a leg or those that one seat knows.

    A coup fourré is always the move right after the attack (rules.md §4.4), so it does not matter whether ``moves``
    contains declined ones.

    >>> [(a.seat, a.side, a.is_parried) for a in list_attacks(map(move, ("0 stop > 1", "1 ! right_of_way", "1 - go")))]
    [(0, 1, True)]
    """
    return tuple(
        Attack(made.seat, made.side, made.card, answer is not None and answer.kind is MoveKind.COUP_FOURRE)
        for made, answer in pairwise(chain[Move | None](moves, (None,)))
        if made is not None and made.side is not None and made.card is not None
    )


def count_attacks(moves: Iterable[Move], sides: Sequence[Sequence[int]]) -> AttackTable:
    """Count the attacks in the moves of one leg; ``sides`` lists the seats of each side (see ``sides_of``).

    >>> count_attacks([move("3 stop > 0"), move("0 - go")], ((0, 2), (1, 3))).laid
    ((0, 0), (1, 0))
    """
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    laid = [[0] * len(sides) for _ in sides]
    parried = [[0] * len(sides) for _ in sides]
    for attack in list_attacks(moves):
        by = side_of[attack.seat]
        laid[by][attack.side] += 1
        parried[by][attack.side] += attack.is_parried
    return AttackTable(tuple(map(tuple, laid)), tuple(map(tuple, parried)))


def count_recorded_attacks(record: Record) -> AttackTable:
    """Count the attacks in a recorded leg. The moves must be legal; this is not checked."""
    return count_attacks(
        (move(text) for text in record.moves if text is not None), sides_of(record.seats, record.seating)
    )


def _sum(one: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(a + b for a, b in zip(*rows, strict=True)) for rows in zip(one, other, strict=True))

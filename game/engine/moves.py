"""The moves, that is all decisions that a seat can make, in one finite table (rules.md §8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.engine.cards import CARDS, SAFETIES, Card, Family

MAX_SEATS: Final = 6


class MoveKind(StrEnum):
    """The kinds of move; each value but ``lay`` is the mark of that kind in ``Move.text``."""

    LAY = "lay"
    DISCARD = "-"
    COUP_FOURRE = "!"
    DECLINE = "."
    EXTEND = "+"
    STAY = "="


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One decision of one seat. Each move exists once, as an item of ``MOVES``, so moves compare by identity.

    ``card`` is None for declining, extending and staying; ``side`` is the attacked side for a hazard, otherwise None.
    ``text`` is the notation of the game record, such as ``"1 speed_limit > 0"``; ``index`` is the index in ``MOVES``.
    """

    index: int
    seat: int
    kind: MoveKind
    card: Card | None
    side: int | None
    text: str

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return move, (self.text,)

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


def _forms(seat: int) -> list[tuple[MoveKind, Card | None, int | None, str]]:
    forms: list[tuple[MoveKind, Card | None, int | None, str]] = []
    for c in CARDS:
        if c.family is Family.HAZARD:
            forms += [(MoveKind.LAY, c, side, f"{seat} {c.id} > {side}") for side in range(MAX_SEATS)]
        else:
            forms.append((MoveKind.LAY, c, None, f"{seat} {c.id}"))
    forms += [(MoveKind.DISCARD, c, None, f"{seat} - {c.id}") for c in CARDS]
    forms += [(MoveKind.COUP_FOURRE, c, None, f"{seat} ! {c.id}") for c in SAFETIES]
    forms += [(k, None, None, f"{seat} {k.value}") for k in (MoveKind.DECLINE, MoveKind.EXTEND, MoveKind.STAY)]
    return forms


MOVES: Final[tuple[Move, ...]] = tuple(
    Move(index, seat, *form) for index, (seat, form) in enumerate((s, f) for s in range(MAX_SEATS) for f in _forms(s))
)
"""All moves of up to six seats and sides, legal or not."""

MOVE_BY_TEXT: Final[dict[str, Move]] = {m.text: m for m in MOVES}


def move(text: str) -> Move:
    """Return the move whose ``text`` is exactly this. Raises ``KeyError`` if there is none.

    >>> move("0 stop > 1").side
    1
    """
    return MOVE_BY_TEXT[text]

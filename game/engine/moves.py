"""Every decision a seat can take, as one finite table of moves (rules.md §8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.engine.cards import CARDS, SAFETIES, Card, Family

MAX_SEATS: Final = 6


class MoveKind(StrEnum):
    """What a move does; the value is the mark of its text form."""

    LAY = "lay"
    DISCARD = "-"
    COUP_FOURRE = "!"
    DECLINE = "."
    EXTEND = "+"
    STAY = "="


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One decision of one seat. Moves are made once, in ``MOVES``, and compare by identity.

    ``card`` is None for declining, extending and staying; ``side`` is the side attacked, for hazards laid, else None.
    ``text`` is the form of the game record, ``"1 speed_limit > 0"``; ``index`` the place in ``MOVES``.
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
"""All moves of up to six seats and sides; whether one is legal only a leg can tell."""

MOVE_BY_TEXT: Final[dict[str, Move]] = {m.text: m for m in MOVES}


def move(text: str) -> Move:
    """The move of that text.

    >>> move("0 stop > 1").side
    1

    Raises ``KeyError`` if no move has exactly this text.
    """
    return MOVE_BY_TEXT[text]

"""What one seat knows: the only thing a bot or the interface ever gets to see (rules.md §9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from game.engine.cards import Card
from game.engine.moves import Move, MoveKind
from game.engine.rules import Score, Seating
from game.engine.setup import Options


class Phase(StrEnum):
    """Which kind of decision a leg waits for."""

    TURN = "turn"
    COUP_FOURRE = "coup_fourre"
    EXTENSION = "extension"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SideView:
    """One side's display. Card tuples are in the order laid, top or latest last; ``km`` is their sum."""

    seats: tuple[int, ...]
    km: int
    battle: tuple[Card, ...]
    speed: tuple[Card, ...]
    distance: tuple[Card, ...]
    safeties: tuple[Card, ...]
    coups_fourres: tuple[Card, ...]
    rolling: bool
    limited: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """All that the player in ``seat`` may know at this moment, and nothing else.

    ``to_move`` is the seat whose decision it is. While another seat is asked about a coup fourré the observation
    shows the attacker's turn still under way (phase ``turn``, ``to_move`` the attacker, nothing legal): that
    somebody was asked would betray the safety in a hand. ``hand`` is sorted by id; ``drawn`` is what this turn's
    latest draw brought, if the turn is this seat's; ``moves`` is every move of the leg this seat may know;
    ``legal`` is empty unless the decision is this seat's. ``leg`` counts from 1; ``totals`` are the sides' scores
    before this leg; one of ``target_score`` and ``legs`` is None. ``winner`` and ``scores`` are None until the leg
    is over.
    """

    seat: int
    phase: Phase
    to_move: int | None
    rules: str
    options: Options
    seating: Seating
    seats: int
    dealer: int
    leg: int
    totals: tuple[int, ...]
    target_score: int | None
    legs: int | None
    target: int
    draw_pile: int
    discard_pile: tuple[Card, ...]
    hand: tuple[Card, ...]
    drawn: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    sides: tuple[SideView, ...]
    moves: tuple[Move, ...]
    legal: tuple[Move, ...]
    winner: int | None = None
    scores: tuple[Score, ...] | None = None

    @property
    def side(self) -> int:
        """The side of the seat that looks."""
        return self.side_of(self.seat)

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return next(number for number, side in enumerate(self.sides) if seat in side.seats)

    @property
    def must_discard(self) -> bool:
        """Whether the seat has to throw a card away, as it can lay none."""
        return bool(self.legal) and all(legal.kind is MoveKind.DISCARD for legal in self.legal)

    @property
    def foregone(self) -> Move | None:
        """The answer to an extension that needs no asking: the win, where its seat can see that it drives no further.

        That is with nothing left to draw and no distance in the hand. A partner may hold some, so a team is asked.
        """
        is_asked = self.phase is Phase.EXTENSION and not self.draw_pile and len(self.sides[self.side].seats) == 1
        if not is_asked or any(held.km for held in self.hand):
            return None
        return next((answer for answer in self.legal if answer.kind is MoveKind.STAY), None)


def known_to_all(o: Observation) -> Observation:
    """The same table with what everybody knows and no more: no hand, and no refusal to answer an attack.

    It must be no seat's that is asked for a coup fourré at this moment.
    """
    moves = tuple(move for move in o.moves if move.kind is not MoveKind.DECLINE)
    return replace(o, hand=(), drawn=(), legal=(), moves=moves)

"""What one seat knows: the only view of a leg that bots and the interface get (rules.md §9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from game.engine.cards import Card
from game.engine.moves import Move, MoveKind
from game.engine.rules import Score, Seating
from game.engine.setup import Options


class Phase(StrEnum):
    """The kinds of decision that a leg can wait for."""

    TURN = "turn"
    COUP_FOURRE = "coup_fourre"
    EXTENSION = "extension"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SideView:
    """One side's display. The cards of each pile are in the order laid, so the top card is last.

    ``km`` is the total distance; ``coups_fourres`` are those of the ``safeties`` that were laid as a coup fourré.
    """

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

    ``to_move`` is the seat that decides. While another seat is asked for a coup fourré, the observation shows the
    attacker's turn as still running (phase ``turn``, ``to_move`` the attacker, nothing legal): knowing that a seat is
    asked would reveal the safety in its hand. ``hand`` is sorted by card id; ``drawn`` are the cards drawn last in this
    turn, empty in other seats' turns. ``moves`` are all moves of the leg that this seat may know; ``legal`` are the
    legal moves, none unless this seat decides. ``target`` is the leg's distance in km; ``draw_pile`` is a number of
    cards. ``leg`` is the number of the leg, from 1; ``totals`` are the sides' scores before this leg; either
    ``target_score`` or ``legs`` is None. ``winner`` and ``scores`` are None until the leg is over.
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
        """The side of the observing seat."""
        return self.side_of(self.seat)

    def side_of(self, seat: int) -> int:
        return next(number for number, side in enumerate(self.sides) if seat in side.seats)

    @property
    def must_discard(self) -> bool:
        """Whether every legal move is a discard."""
        return bool(self.legal) and all(legal.kind is MoveKind.DISCARD for legal in self.legal)

    @property
    def forced_answer(self) -> Move | None:
        """The move ``stay`` if the seat need not be asked about an extension, as it could not use it; otherwise None.

        That is so if the draw pile is empty and the seat has no distance card. A member of a team is always asked, as
        the partner may hold a distance card.
        """
        is_asked = self.phase is Phase.EXTENSION and not self.draw_pile and len(self.sides[self.side].seats) == 1
        if not is_asked or any(held.km for held in self.hand):
            return None
        return next((answer for answer in self.legal if answer.kind is MoveKind.STAY), None)


def public_observation(o: Observation) -> Observation:
    """Return the observation without what only its seat knows: the hand, the cards drawn, declined coups fourrés.

    The observation must not be from a moment when its seat is asked for a coup fourré.
    """
    moves = tuple(move for move in o.moves if move.kind is not MoveKind.DECLINE)
    return replace(o, hand=(), drawn=(), legal=(), moves=moves)

"""The public moves of a leg, with the state of all sides before and after each."""

from __future__ import annotations

from dataclasses import dataclass

from game.career.facts import NEAR_KM
from game.engine.cards import FASTEST_KM, Card
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.engine.piles import Display, TablePiles
from game.engine.rules import load_rules
from game.engine.tables import LIMITED, is_rolling, start_state_of


@dataclass(frozen=True, slots=True)
class SideStanding:
    """One side's distance, and whether it is rolling or limited."""

    km: int
    rolling: bool
    limited: bool


@dataclass(frozen=True, slots=True)
class PublicMove:
    """A public move of ``seat``, which belongs to ``side``; ``number`` counts the leg's public moves from 1.

    ``before`` and ``after`` describe all sides before and after the move; ``target`` is the leg's distance in km after
    it. ``ends_turn`` is true if the move ends the seat's turn, ``is_parried`` if a coup fourré answered the move.
    """

    number: int
    seat: int
    side: int
    made: Move
    before: tuple[SideStanding, ...]
    after: tuple[SideStanding, ...]
    target: int
    ends_turn: bool
    is_parried: bool

    @property
    def card(self) -> Card | None:
        """The card played or discarded, None if the move has no card."""
        return self.made.card

    @property
    def victim(self) -> int | None:
        """The side hit by this attack, or None if the move was no attack or a coup fourré answered it."""
        return None if self.is_parried else self.made.side

    @property
    def stops_a_side(self) -> bool:
        """Whether the move stopped a side: it laid a hazard, no speed limit, and no coup fourré answered it."""
        return self.victim is not None and self.card is not None and self.card.id != "speed_limit"

    @property
    def lays_200(self) -> bool:
        """Whether the move laid a 200."""
        return self.made.kind is MoveKind.LAY and self.card is not None and self.card.km == FASTEST_KM

    @property
    def enters_last_stretch(self) -> bool:
        """Whether this move brought its side within ``NEAR_KM`` of the leg's distance."""
        return self.is_on_last_stretch(self.side) and self.target - self.before[self.side].km > NEAR_KM

    @property
    def enters_last_stretch_first(self) -> bool:
        """Whether this move brought its side within ``NEAR_KM`` of the leg's distance, and no other side is there."""
        return self.enters_last_stretch and sum(map(self.is_on_last_stretch, range(len(self.after)))) == 1

    def is_on_last_stretch(self, side: int) -> bool:
        """Return whether a side has at most ``NEAR_KM`` to go after this move."""
        return self.target - self.after[side].km <= NEAR_KM

    def was_leading(self, side: int) -> bool:
        """Return whether the side had more km than every other side before this move."""
        others = (standing.km for number, standing in enumerate(self.before) if number != side)
        return self.before[side].km > max(others)


def settled_moves(o: Observation) -> tuple[Move, ...]:
    """Return the leg's public moves, but not a final attack that may still be answered by a coup fourré.

    A result computed from these moves cannot reveal that a seat was asked for a coup fourré (rules.md §9).
    """
    moves = tuple(made for made in o.moves if made.kind is not MoveKind.DECLINE)
    if moves and moves[-1].side is not None:
        is_open = o.phase is Phase.COUP_FOURRE or (o.phase is Phase.TURN and o.to_move == moves[-1].seat)
        return moves[:-1] if is_open else moves
    return moves


def public_moves(o: Observation) -> tuple[PublicMove, ...]:
    """Return the leg's public moves so far, each with the sides' state before and after it.

    A final attack that may still be answered by a coup fourré is left out.
    """
    moves = settled_moves(o)
    side_of = [o.side_of(seat) for seat in range(o.seats)]
    rules = load_rules(o.rules)
    start = start_state_of(rules, o.options)
    table = TablePiles([Display(start_state=start) for _ in o.sides], [])
    target, longest = rules.distances_km(o.seats, o.seating)
    now = tuple(_standing(display) for display in table.displays)
    played = []
    for number, made in enumerate(moves, 1):
        before, side = now, side_of[made.seat]
        table.apply_move(made, side)
        touched = side if made.side is None else made.side
        now = tuple(_standing(table.displays[i]) if i == touched else standing for i, standing in enumerate(now))
        target = longest if made.kind is MoveKind.EXTEND else target
        following = moves[number] if number < len(moves) else None
        is_parried = following is not None and following.kind is MoveKind.COUP_FOURRE
        ends = _ends_turn(made, following, o)
        played.append(PublicMove(number, made.seat, side, made, before, now, target, ends, is_parried))
    return tuple(played)


def _standing(display: Display) -> SideStanding:
    state = display.state
    return SideStanding(sum(card.km for card in display.distance), is_rolling(state), bool(state & LIMITED))


def _ends_turn(made: Move, following: Move | None, o: Observation) -> bool:
    if made.kind not in {MoveKind.LAY, MoveKind.DISCARD}:
        return False
    if following is None:
        return o.to_move != made.seat
    return following.seat != made.seat

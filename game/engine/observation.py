"""What one seat knows: the only thing a bot or the interface ever gets to see (rules.md §9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from game.engine.cards import Card
from game.engine.moves import Move


class Seating(StrEnum):
    """Each for himself, or teams of two."""

    SOLO = "solo"
    TEAMS = "teams"


class Phase(StrEnum):
    """Which kind of decision a leg waits for."""

    TURN = "turn"
    COUP_FOURRE = "coup_fourre"
    EXTENSION = "extension"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a match that change the rules of a leg; one that the rule set lacks does nothing."""

    extension: bool = True
    no_100_bonus: bool = False


DEFAULT_OPTIONS: Final = Options()
"""What a booklet's match is played with."""


@dataclass(frozen=True, slots=True)
class MatchContext:
    """What a leg does not know of its match: its number from 1, the totals before it, and how the match ends.

    One of ``target_score`` and ``legs`` is None.
    """

    leg: int = 1
    totals: tuple[int, ...] = ()
    target_score: int | None = None
    legs: int | None = None


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
class Score:
    """One side's points of a leg, item by item (rules.md §5); ``left_in_hand`` is 0 or negative."""

    km: int = 0
    safeties: int = 0
    all_four: int = 0
    coups_fourres: int = 0
    leg_won: int = 0
    delayed_action: int = 0
    safe_trip: int = 0
    extension: int = 0
    shut_out: int = 0
    no_100: int = 0
    left_in_hand: int = 0

    @property
    def total(self) -> int:
        """The sum of all items."""
        return sum(getattr(self, item) for item in SCORE_ITEMS)


SCORE_ITEMS: tuple[str, ...] = tuple(Score.__dataclass_fields__)
"""The items in the order of the score sheet."""


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
        return next(i for i, s in enumerate(self.sides) if self.seat in s.seats)


def after_attack(observation: Observation, move: Move) -> Observation:
    """What the same player knows the moment the hazard of ``move`` has landed, from public facts only.

    It is what anyone sees who is not asked for a coup fourré, whether somebody else is asked or not: the attacker's
    turn still under way, nothing legal. So a pause that shows it betrays nothing (rules.md §9).
    """
    hazard = move.card
    assert hazard is not None
    sides = tuple(_hit(view, hazard) if side == move.side else view for side, view in enumerate(observation.sides))
    hand = list(observation.hand)
    if observation.seat == move.seat:
        hand.remove(hazard)
    sizes = (size - (seat == move.seat) for seat, size in enumerate(observation.hand_sizes))
    return replace(
        observation,
        phase=Phase.TURN,
        to_move=move.seat,
        hand=tuple(hand),
        hand_sizes=tuple(sizes),
        sides=sides,
        moves=(*observation.moves, move),
        legal=(),
    )


def _hit(view: SideView, hazard: Card) -> SideView:
    if hazard.id == "speed_limit":
        return replace(view, speed=(*view.speed, hazard), limited=True)
    return replace(view, battle=(*view.battle, hazard), rolling=False)

"""What happened, one small fact each, in the order it happened: what choreography and log are made from.

What a move does is decided in tables.py and leg.py. All else that speaks of it goes by these events: ``move_events``
makes them, with everything in; ``redact`` makes of each what one seat may see, ``after_event`` what that seat then
knows (knowledge.py), and ``lay_out`` the piles (piles.py), of which a leg keeps only the numbers that its rules need.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from game.engine.cards import Card, Family, Pile
from game.engine.moves import Move, MoveKind
from game.engine.rules import Score
from game.engine.tables import hazards_cleared


@dataclass(frozen=True, slots=True)
class Dealt:
    """The leg was dealt: ``hands`` by seat, sorted by id; None for a card that the one who looks may not see."""

    dealer: int
    hands: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat's turn began; ``won`` tells that a coup fourré won it."""

    seat: int
    won: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew these cards, None for a card unseen; ``draw_pile`` is what is left."""

    seat: int
    cards: tuple[Card | None, ...]
    draw_pile: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid a card on its own side's pile in its turn."""

    seat: int
    side: int
    card: Card
    pile: Pile


@dataclass(frozen=True, slots=True)
class Attacked:
    """A seat laid a hazard on another side's pile."""

    seat: int
    side: int
    card: Card
    pile: Pile


@dataclass(frozen=True, slots=True)
class CoupFourreAsked:
    """The seat may answer the hazard just laid. Only that seat ever learns that it was asked."""

    seat: int


@dataclass(frozen=True, slots=True)
class CoupFourreDeclined:
    """The seat let the coup fourré go. Only that seat ever learns it."""

    seat: int


@dataclass(frozen=True, slots=True)
class CoupFourrePlayed:
    """The seat laid the safety at once against ``hazard``, out of turn; the hazard's way out is a ``Cleared``."""

    seat: int
    side: int
    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class Cleared:
    """A safety sent a hazard from the top of a side's pile to the discard pile."""

    side: int
    card: Card
    pile: Pile


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded a card from its hand."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class ExtensionAsked:
    """The seat brought its side to exactly the distance and says whether the leg is extended."""

    seat: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The seat extended the leg to ``target`` km."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class ExtensionDeclined:
    """The seat took the win instead."""

    seat: int


@dataclass(frozen=True, slots=True)
class LegEnded:
    """The leg is over; ``winner`` is a side or None, ``scores`` by side."""

    winner: int | None
    scores: tuple[Score, ...]


Event = (
    Dealt
    | TurnBegan
    | Drew
    | Laid
    | Attacked
    | CoupFourreAsked
    | CoupFourreDeclined
    | CoupFourrePlayed
    | Cleared
    | Discarded
    | ExtensionAsked
    | Extended
    | ExtensionDeclined
    | LegEnded
)


@cache
def event_of(made: Move, own_side: int, *, hazard: Card | None = None, target: int = 0) -> Event:
    """The one event that a move is told by, of a seat of that side; what a safety clears comes besides.

    A coup fourré names the ``hazard`` that it answers, if it is known, and an extension the new ``target`` in km. There
    are few different ones, and an observation is made of some fifty: so each is made once.
    """
    seat, card = made.seat, made.card
    match made.kind:
        case MoveKind.DECLINE:
            return CoupFourreDeclined(seat)
        case MoveKind.EXTEND:
            return Extended(seat, target)
        case MoveKind.STAY:
            return ExtensionDeclined(seat)
    assert card is not None
    match made.kind:
        case MoveKind.DISCARD:
            return Discarded(seat, card)
        case MoveKind.COUP_FOURRE:
            return CoupFourrePlayed(seat, own_side, card, hazard or card)
    if made.side is not None:
        return Attacked(seat, made.side, card, card.pile)
    return Laid(seat, own_side, card, card.pile)


def clearings(side: int, card: Card, state: int) -> list[Event]:
    """What a card laid by its side clears from a display in that state (tables.py), the battle pile's hazard first."""
    if card.family is not Family.SAFETY:
        return []
    return [Cleared(side, hazard, hazard.pile) for hazard in hazards_cleared(state, card)]

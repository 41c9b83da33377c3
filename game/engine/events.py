"""What happened, one small fact each, in the order it happened: what choreography and log are made from.

``leg.apply(move, events)`` appends them with everything in; ``redact`` makes of each what one seat may see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from game.engine.cards import Card
from game.engine.observation import Score


class Pile(StrEnum):
    """Where a card lies on a side's display."""

    BATTLE = "battle"
    SPEED = "speed"
    DISTANCE = "distance"
    SAFETIES = "safeties"


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
    """The seat brought its side to exactly 700 and says whether the leg is extended."""

    seat: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The seat extended the leg to ``target`` km."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class ExtensionDeclined:
    """The seat took the win at 700."""

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


def redact(event: Event, seat: int) -> Event | None:
    """What the player in ``seat`` may see of an event, or None if it is none of their business (rules.md §9, D12)."""
    match event:
        case Dealt(_, hands):
            return replace(event, hands=tuple(h if s == seat else (None,) * len(h) for s, h in enumerate(hands)))
        case Drew(drawer, cards) if drawer != seat:
            return replace(event, cards=(None,) * len(cards))
        case CoupFourreAsked(asked) | CoupFourreDeclined(asked) if asked != seat:
            return None
    return event

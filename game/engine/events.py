"""Events: the small facts that animations and the log are made from, in the order in which they happened.

tables.py and leg.py decide what a move does. All other code that describes a move uses these events. ``move_events``
makes them with nothing hidden. In knowledge.py, ``redact`` returns what one seat may see of an event, and
``after_event`` what that seat knows afterwards. ``piles_after`` (piles.py) builds the piles from events, because a leg
stores only the numbers that its rules need.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from game.engine.cards import Card, Pile
from game.engine.moves import Move, MoveKind
from game.engine.rules import Score


@dataclass(frozen=True, slots=True)
class Dealt:
    """The leg was dealt. ``hands`` are by seat, sorted by card id; None stands for a card hidden from the viewer."""

    dealer: int
    hands: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat's turn began; ``won`` is true if the seat won this turn by playing a coup fourré."""

    seat: int
    won: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew cards; None stands for a hidden card. ``draw_pile`` is the number of cards left to draw."""

    seat: int
    cards: tuple[Card | None, ...]
    draw_pile: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid a card on its own side's display in its turn."""

    seat: int
    side: int
    card: Card
    pile: Pile


@dataclass(frozen=True, slots=True)
class Attacked:
    """A seat laid a hazard on another side's display."""

    seat: int
    side: int
    card: Card
    pile: Pile


@dataclass(frozen=True, slots=True)
class CoupFourreAsked:
    """The seat is asked whether it answers the hazard just laid with a coup fourré. Only that seat sees this event."""

    seat: int


@dataclass(frozen=True, slots=True)
class CoupFourreDeclined:
    """The seat declined to play a coup fourré. Only that seat sees this event."""

    seat: int


@dataclass(frozen=True, slots=True)
class CoupFourrePlayed:
    """The seat laid a safety out of turn against ``hazard``; a ``Cleared`` event follows for the hazard."""

    seat: int
    side: int
    card: Card
    hazard: Card


@dataclass(frozen=True, slots=True)
class Cleared:
    """A safety moved a hazard from the top of a side's pile to the discard pile."""

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
    """The seat's side has reached exactly the leg's distance; the seat is asked whether to extend the leg."""

    seat: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The seat extended the leg to ``target`` km."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class ExtensionDeclined:
    """The seat was asked whether to extend the leg and did not, so its side won the leg."""

    seat: int


@dataclass(frozen=True, slots=True)
class LegEnded:
    """The leg is over; ``winner`` is the winning side, or None if no side won; ``scores`` are by side."""

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
    """Return the main event of a move by a seat of ``own_side``; hazards that a safety clears are separate events.

    ``hazard`` is the hazard that a coup fourré answers, if known; ``target`` is the new distance of an extension in km.
    The result is cached: there are few different events, and one observation is built from about fifty.
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

"""What happened, one small fact each, in the order it happened: what choreography and log are made from.

What a move does is decided in tables.py and leg.py. All else that speaks of it goes by these events: ``leg.apply(move,
events)`` appends them with everything in, ``redact`` makes of each what one seat may see, ``after_event`` what that
seat then knows, and ``lay_out`` the piles, of which a leg keeps only the numbers that its rules need.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from game.engine.cards import Card, Family, Pile
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import Score
from game.engine.tables import LIMITED, hazards_cleared, is_rolling, state_of

if TYPE_CHECKING:
    from game.engine.leg import Leg


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


def deal_events(leg: Leg) -> list[Event]:
    """The deal and the first turn's draw, of a leg with no move made; nothing hidden."""
    drawn = list(leg.drawn)
    hands: list[tuple[Card, ...]] = []
    for seat in range(leg.seats):
        hand = list(leg.hand(seat))
        for card in drawn if seat == leg.seat else ():
            hand.remove(card)
        hands.append(tuple(hand))
    return [Dealt(leg.dealer, tuple(hands)), *_turn(leg, drawn, won=False)]


def move_events(before: Leg, made: Move, after: Leg) -> list[Event]:
    """What the move did, and what followed from it until the next decision; nothing hidden.

    It is told from the leg before and after, so that playing without events costs nothing.
    """
    side, attack = before.table.side_of[made.seat], before.attack
    events = [event_of(made, side, hazard=attack and attack.card, target=after.target)]
    if made.card is not None and made.kind is not MoveKind.DISCARD:
        events += _clearings(side, made.card, before.state(side))
    drawn = list(after.deck[len(after.deck) - before.draw_pile : len(after.deck) - after.draw_pile])
    if after.phase is Phase.OVER:
        assert after.scores is not None
        events.append(LegEnded(after.winner, after.scores))
    elif after.phase is Phase.COUP_FOURRE:
        assert after.seat is not None
        events.append(CoupFourreAsked(after.seat))
    elif after.phase is Phase.EXTENSION:
        events.append(ExtensionAsked(made.seat))
    elif before.plays_on_with(made) and after.seat == made.seat:
        events += _draw(after, drawn)
    else:
        won = made.kind is MoveKind.COUP_FOURRE and after.seat == made.seat
        events += _turn(after, drawn, won=won)
    return events


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


def _clearings(side: int, card: Card, state: int) -> list[Event]:
    """What a card sends away from a display in that state (tables.py), the battle pile's hazard first."""
    if card.family is not Family.SAFETY:
        return []
    return [Cleared(side, hazard, hazard.pile) for hazard in hazards_cleared(state, card)]


def _turn(leg: Leg, drawn: list[Card], *, won: bool) -> list[Event]:
    assert leg.seat is not None
    return [TurnBegan(leg.seat, won), *_draw(leg, drawn)]


def _draw(leg: Leg, drawn: list[Card]) -> list[Event]:
    assert leg.seat is not None
    return [Drew(leg.seat, tuple(drawn), leg.draw_pile)] if drawn else []


@dataclass(slots=True)
class Display:
    """One side's piles while they are built up; top or latest last."""

    battle: list[Card] = field(default_factory=list)
    speed: list[Card] = field(default_factory=list)
    distance: list[Card] = field(default_factory=list)
    safeties: list[Card] = field(default_factory=list)
    coups_fourres: list[Card] = field(default_factory=list)

    @classmethod
    def of(cls, view: SideView) -> Display:
        """The piles that a view shows."""
        piles = view.battle, view.speed, view.distance, view.safeties, view.coups_fourres
        return cls(*map(list, piles))

    @property
    def state(self) -> int:
        """Its traffic state (tables.py)."""
        return state_of(self.battle, self.speed, self.safeties)

    def pile(self, pile: Pile) -> list[Card]:
        """The cards of one pile."""
        cards: list[Card] = getattr(self, pile)
        return cards

    def view(self, seats: tuple[int, ...]) -> SideView:
        """What everyone sees of it; ``seats`` are those of its side."""
        state = self.state
        return SideView(
            seats=seats,
            km=sum(card.km for card in self.distance),
            battle=tuple(self.battle),
            speed=tuple(self.speed),
            distance=tuple(self.distance),
            safeties=tuple(self.safeties),
            coups_fourres=tuple(self.coups_fourres),
            rolling=is_rolling(state),
            limited=bool(state & LIMITED),
        )


@dataclass(slots=True)
class Layout:
    """Every side's display and the discard pile."""

    displays: list[Display]
    discard_pile: list[Card]

    def take(self, event: Event) -> None:
        """Put the card of an event where it goes."""
        match event:
            case Discarded():  # half of all
                self.discard_pile.append(event.card)
            case Laid() | Attacked():
                self.displays[event.side].pile(event.pile).append(event.card)
            case CoupFourrePlayed(side=side, card=card):
                self.displays[side].safeties.append(card)
                self.displays[side].coups_fourres.append(card)
            case Cleared(side=side, card=card):
                self.discard_pile.append(self.displays[side].pile(card.pile).pop())

    def play(self, made: Move, side: int) -> None:
        """Put the card of a side's move where it goes, and what it clears onto the discard pile."""
        card = made.card
        if card is None:
            return
        is_safety = card.family is Family.SAFETY and made.kind is not MoveKind.DISCARD
        clearings = _clearings(side, card, self.displays[side].state) if is_safety else []
        for event in (event_of(made, side), *clearings):
            self.take(event)


@dataclass(frozen=True, slots=True)
class Start:
    """What lay on the table before the first move to be read: nothing, for a leg that was dealt.

    ``moves`` is how many moves had been made by then.
    """

    sides: tuple[SideView, ...] = ()
    discard_pile: tuple[Card, ...] = ()
    moves: int = 0


def lay_out(start: Start, moves: Sequence[Move], side_of: Sequence[int]) -> Layout:
    """The table after those moves; ``side_of`` is the side of each seat."""
    displays = [Display.of(view) for view in start.sides] or [Display() for _ in range(max(side_of) + 1)]
    table = Layout(displays, list(start.discard_pile))
    for made in moves[start.moves :]:
        table.play(made, side_of[made.seat])
    return table


def after_event(o: Observation, event: Event) -> Observation:
    """What the same player knows once that event, as ``redact`` lets them see it, has happened; nothing legal yet.

    Of an attack it is what anyone sees who is not asked for a coup fourré, whether somebody else is asked or not: the
    attacker's turn still under way. So a pause that shows it betrays nothing (rules.md §9).
    """
    o = replace(_with_card_moved(o, event), legal=())
    match event:
        case Dealt(_, hands):
            sizes = tuple(map(len, hands))
            hand = _sorted(card for card in hands[o.seat] if card is not None)
            return replace(o, hand=hand, hand_sizes=sizes, draw_pile=o.draw_pile - sum(sizes))
        case TurnBegan(seat):
            return replace(o, phase=Phase.TURN, to_move=seat, drawn=())
        case Drew(seat, cards, draw_pile):
            seen = tuple(card for card in cards if card is not None)
            sizes = tuple(size + len(cards) * (other == seat) for other, size in enumerate(o.hand_sizes))
            return replace(o, hand=_sorted((*o.hand, *seen)), drawn=seen, hand_sizes=sizes, draw_pile=draw_pile)
        case CoupFourreAsked(seat):
            return replace(o, phase=Phase.COUP_FOURRE, to_move=seat, drawn=())
        case ExtensionAsked(seat):
            return replace(o, phase=Phase.EXTENSION, to_move=seat)
        case Extended(_, target):
            return replace(o, target=target)
        case LegEnded(winner, scores):
            return replace(o, phase=Phase.OVER, to_move=None, drawn=(), winner=winner, scores=scores)
    return o


def _with_card_moved(o: Observation, event: Event) -> Observation:
    """The same with the event's card gone from its hand to its pile, and its move among those made."""
    layout = Layout([Display.of(view) for view in o.sides], list(o.discard_pile))
    layout.take(event)
    sides = tuple(display.view(view.seats) for display, view in zip(layout.displays, o.sides, strict=True))
    o = replace(o, sides=sides, discard_pile=tuple(layout.discard_pile))
    made = _move_of(event)
    if made is None:
        return o
    hand, sizes = list(o.hand), list(o.hand_sizes)
    if made.card is not None:
        sizes[made.seat] -= 1
        if made.seat == o.seat:
            hand.remove(made.card)
    return replace(o, moves=(*o.moves, made), hand=tuple(hand), hand_sizes=tuple(sizes))


def _move_of(event: Event) -> Move | None:
    """The move that an event tells, None if it is none."""
    match event:
        case Laid(seat, _, card):
            return move(f"{seat} {card.id}")
        case Attacked(seat, side, card):
            return move(f"{seat} {card.id} > {side}")
        case CoupFourrePlayed(seat, _, card):
            return move(f"{seat} {MoveKind.COUP_FOURRE} {card.id}")
        case Discarded(seat, card):
            return move(f"{seat} {MoveKind.DISCARD} {card.id}")
        case CoupFourreDeclined(seat):
            return move(f"{seat} {MoveKind.DECLINE}")
        case Extended(seat):
            return move(f"{seat} {MoveKind.EXTEND}")
        case ExtensionDeclined(seat):
            return move(f"{seat} {MoveKind.STAY}")
    return None


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: card.id))

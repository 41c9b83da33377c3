"""The piles on the table, card by card, built from events and moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.engine import events
from game.engine.cards import Card, Family, Pile
from game.engine.moves import Move, MoveKind
from game.engine.observation import SideView
from game.engine.tables import LIMITED, hazards_cleared, is_rolling, state_of


@dataclass(slots=True)
class Display:
    """One side's piles, to be changed as events happen; the top or latest card of each is last.

    ``start_state`` is the traffic state of a display without cards (``CompiledRules``).
    """

    battle: list[Card] = field(default_factory=list)
    speed: list[Card] = field(default_factory=list)
    distance: list[Card] = field(default_factory=list)
    safeties: list[Card] = field(default_factory=list)
    coups_fourres: list[Card] = field(default_factory=list)
    start_state: int = field(kw_only=True)

    @classmethod
    def of(cls, view: SideView, start_state: int) -> Display:
        piles = view.battle, view.speed, view.distance, view.safeties, view.coups_fourres
        return cls(*map(list, piles), start_state=start_state)

    @property
    def state(self) -> int:
        """The display's traffic state as one int (tables.py)."""
        return state_of(self.battle, self.speed, self.safeties, self.start_state)

    def pile(self, pile: Pile) -> list[Card]:
        cards: list[Card] = getattr(self, pile)
        return cards

    def view(self, seats: tuple[int, ...]) -> SideView:
        """Return an immutable view of the display; ``seats`` are the seats of its side."""
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


def cleared_events(side: int, safety: Card, display: Display) -> list[events.Event]:
    """Return a ``Cleared`` event for each hazard card that a safety removes when laid, the battle pile's first.

    ``display`` is that of the side before the safety is laid. A limit that an empty pile counts as is no card.
    """
    removed = hazards_cleared(display.state, safety)
    return [events.Cleared(side, hazard, hazard.pile) for hazard in removed if display.pile(hazard.pile)]


@dataclass(slots=True)
class TablePiles:
    """Every side's display and the discard pile."""

    displays: list[Display]
    discard_pile: list[Card]

    def apply_event(self, event: events.Event) -> None:
        """Move the card that the event tells of to its new pile."""
        match event:
            case events.Discarded():  # half of all events
                self.discard_pile.append(event.card)
            case events.Laid() | events.Attacked():
                self.displays[event.side].pile(event.pile).append(event.card)
            case events.CoupFourrePlayed(side=side, card=card):
                self.displays[side].safeties.append(card)
                self.displays[side].coups_fourres.append(card)
            case events.Cleared(side=side, card=card):
                self.discard_pile.append(self.displays[side].pile(card.pile).pop())

    def apply_move(self, made: Move, side: int) -> None:
        """Put the card that a seat of ``side`` plays on its pile, and hazards that it clears on the discard pile."""
        card = made.card
        if card is None:
            return
        is_safety = card.family is Family.SAFETY and made.kind is not MoveKind.DISCARD
        cleared = cleared_events(side, card, self.displays[side]) if is_safety else []
        for event in (events.event_of(made, side), *cleared):
            self.apply_event(event)


@dataclass(frozen=True, slots=True)
class StartingPiles:
    """The piles on the table from which a leg's moves are replayed; empty for a leg replayed from the deal.

    ``moves`` is the number of moves that had already been made when the piles looked like this.
    """

    sides: tuple[SideView, ...] = ()
    discard_pile: tuple[Card, ...] = ()
    moves: int = 0


def piles_after(start: StartingPiles, moves: Sequence[Move], side_of: Sequence[int], start_state: int) -> TablePiles:
    """Return all piles after ``moves``, replayed from ``start``.

    ``side_of`` is the side of each seat, ``start_state`` the state of a display without cards.
    """
    displays = [Display.of(view, start_state) for view in start.sides]
    displays = displays or [Display(start_state=start_state) for _ in range(max(side_of) + 1)]
    table = TablePiles(displays, list(start.discard_pile))
    for made in moves[start.moves :]:
        table.apply_move(made, side_of[made.seat])
    return table

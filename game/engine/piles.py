"""What lies where on the table, read off the moves: a leg keeps only the numbers its rules need (leg.py)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.engine.cards import HAZARDS, SAFETY_AGAINST, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import SideView

_SPEED_CARDS = ("speed_limit", "end_of_limit")


@dataclass(slots=True)
class Display:
    """One side's piles while they are built up; top or latest last."""

    battle: list[Card] = field(default_factory=list)
    speed: list[Card] = field(default_factory=list)
    distance: list[Card] = field(default_factory=list)
    safeties: list[Card] = field(default_factory=list)
    coups_fourres: list[Card] = field(default_factory=list)


@dataclass(slots=True)
class Layout:
    """Every side's display and the discard pile."""

    displays: list[Display]
    discard_pile: list[Card]


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
    if start.sides:
        displays = [
            Display(list(s.battle), list(s.speed), list(s.distance), list(s.safeties), list(s.coups_fourres))
            for s in start.sides
        ]
    else:
        displays = [Display() for _ in range(max(side_of) + 1)]
    table = Layout(displays, list(start.discard_pile))
    for move in moves[start.moves :]:
        _put(table, move, side_of[move.seat])
    return table


def _put(table: Layout, move: Move, own_side: int) -> None:
    card = move.card
    if card is None:
        return
    if move.kind is MoveKind.DISCARD:
        table.discard_pile.append(card)
        return
    display = table.displays[own_side if move.side is None else move.side]
    if card.family is Family.SAFETY:
        display.safeties.append(card)
        if move.kind is MoveKind.COUP_FOURRE:
            display.coups_fourres.append(card)
        for pile in (display.battle, display.speed):
            if pile and pile[-1] in HAZARDS and SAFETY_AGAINST[pile[-1]] is card:
                table.discard_pile.append(pile.pop())
    elif card.family is Family.DISTANCE:
        display.distance.append(card)
    elif goes_on_speed_pile(card):
        display.speed.append(card)
    else:
        display.battle.append(card)


def goes_on_speed_pile(card: Card) -> bool:
    """Whether that hazard or remedy belongs on the speed pile."""
    return card.id in _SPEED_CARDS


def distance_km(cards: Iterable[Card]) -> int:
    """The sum of the distance cards, in km."""
    return sum(card.km for card in cards)

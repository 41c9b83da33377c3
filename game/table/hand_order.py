"""The order in which the viewer's hand lies: sorted by kind, or as drawn and as the player has put it. Pure.

The engine knows no order of a hand; this one is the interface's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from game.engine.cards import Card
from game.engine.observation import Observation
from game.settings.settings import HandOrder

Thing = TypeVar("Thing")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by kind: kilometres from low to high, hazards, remedies, safeties."""
    return tuple(sorted(cards, key=lambda card: card.index))


def kept(held: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as they were held before; what is new comes last."""
    left, stay = list(cards), []
    for card in held:
        if card in left:
            left.remove(card)
            stay.append(card)
    return (*stay, *in_order(left))


def moved(things: Sequence[Thing], start: int, end: int) -> tuple[Thing, ...]:
    """The same with one of them taken out at ``start`` and put in so that it lies at ``end``."""
    others = [*things[:start], *things[start + 1 :]]
    return (*others[:end], things[start], *others[end:])


def place_of(hand: Sequence[Card], card: Card, meant: int | None) -> int:
    """Where a card lies in a hand: at the place that is meant, if it is that card, else the first of its kind."""
    return meant if meant is not None and list(hand[meant : meant + 1]) == [card] else list(hand).index(card)


def arranged(observation: Observation, order: HandOrder, held: Iterable[Card] | None = None) -> Observation:
    """The same with the hand as it is shown; ``held`` is how it lay before, None if nobody has seen it yet."""
    hand = observation.hand
    if order is HandOrder.SORTED:
        return replace(observation, hand=in_order(hand))
    return replace(observation, hand=kept(_dealt(observation) if held is None else held, hand))


def _dealt(observation: Observation) -> tuple[Card, ...]:
    """The hand before the latest draw, sorted."""
    cards = list(observation.hand)
    for card in observation.drawn:
        if card in cards:
            cards.remove(card)
    return in_order(cards)

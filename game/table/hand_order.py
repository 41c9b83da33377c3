"""The order of the cards in the viewer's hand: sorted by kind, or in the order in which they were drawn and moved.

The engine keeps no order within a hand; only the interface does. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from game.engine.cards import Card
from game.engine.observation import Observation
from game.settings.settings import HandOrder

ItemT = TypeVar("ItemT")


def sorted_by_kind(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards sorted by kind: distances from low to high, hazards, remedies, safeties."""
    return tuple(sorted(cards, key=lambda card: card.index))


def in_held_order(held: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return ``cards`` in the order of ``held``, the hand as it was before; new cards come last, sorted by kind."""
    left, stay = list(cards), []
    for card in held:
        if card in left:
            left.remove(card)
            stay.append(card)
    return (*stay, *sorted_by_kind(left))


def with_item_moved(things: Sequence[ItemT], start: int, end: int) -> tuple[ItemT, ...]:
    """Return the sequence with the item at ``start`` moved to ``end``."""
    others = [*things[:start], *things[start + 1 :]]
    return (*others[:end], things[start], *others[end:])


def index_in_hand(hand: Sequence[Card], card: Card, meant: int | None) -> int:
    """Return the index of a card in a hand.

    If the hand has the card several times, that is the index ``meant`` if the card is there, else the first.
    """
    return meant if meant is not None and list(hand[meant : meant + 1]) == [card] else list(hand).index(card)


def with_hand_order(observation: Observation, order: HandOrder, held: Iterable[Card] | None = None) -> Observation:
    """Return the observation with the hand in the order in which it is displayed.

    ``held`` is the hand in its previous order, None for a new hand.
    """
    hand = observation.hand
    if order is HandOrder.SORTED:
        return replace(observation, hand=sorted_by_kind(hand))
    return replace(observation, hand=in_held_order(_dealt(observation) if held is None else held, hand))


def _dealt(observation: Observation) -> tuple[Card, ...]:
    cards = list(observation.hand)
    for card in observation.drawn:
        if card in cards:
            cards.remove(card)
    return sorted_by_kind(cards)

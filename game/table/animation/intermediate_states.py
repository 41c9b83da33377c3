"""The table after each single event of a session step, for the picture only.

A session step has several events at once (a card played, the next turn, a card drawn), which are shown one by one. The
states in between follow from the observations before and after the step and from public facts of the events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from game.engine.cards import Card
from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Extended,
    ExtensionDeclined,
    Laid,
    LegEnded,
    TurnBegan,
)
from game.engine.observation import Observation, Phase, SideView
from game.table.hand_order import in_held_order, index_in_hand

_BARE = {"km": 0, "battle": (), "speed": (), "distance": (), "safeties": (), "coups_fourres": (), "rolling": False}


def intermediate_states(
    before: Observation, events: tuple[Event, ...], after: Observation, gone_index: int | None = None
) -> list[Observation]:
    """Return the table before the first event and after each one; the last is ``after`` itself.

    Only the last one has legal moves. ``gone_index`` is the index of the card that leaves the viewer's hand, which
    matters if the hand holds several equal cards.
    """
    if not events:
        return [after]
    now = _undealt(after, events) if isinstance(events[0], Dealt) else replace(before, legal=())
    shown = [now]
    for event in events:
        now = _after(now, event, after, gone_index)
        shown.append(now)
    shown[-1] = after
    return shown


def transitions(
    before: Observation, events: tuple[Event, ...], after: Observation, gone_index: int | None = None
) -> list[tuple[Event, Observation, Observation]]:
    """Return each event with the table before it and after it; see ``intermediate_states``."""
    around = pairwise(intermediate_states(before, events, after, gone_index))
    return [(event, now, then) for event, (now, then) in zip(events, around, strict=True)]


def _undealt(after: Observation, events: Iterable[Event]) -> Observation:
    """Return the leg before the deal: an empty table and the whole deck in the draw pile."""
    cards = sum(len(hand) for event in events if isinstance(event, Dealt) for hand in event.hands)
    drawn = sum(len(event.cards) for event in events if isinstance(event, Drew))
    return replace(
        after,
        phase=Phase.TURN,
        to_move=None,
        draw_pile=after.draw_pile + cards + drawn,
        discard_pile=(),
        hand=(),
        drawn=(),
        hand_sizes=(0,) * after.seats,
        sides=tuple(_bare(side) for side in after.sides),
        moves=(),
        legal=(),
        winner=None,
        scores=None,
    )


def _bare(side: SideView) -> SideView:
    return replace(side, **_BARE, limited=False)  # type: ignore[arg-type]


def _after(now: Observation, event: Event, after: Observation, gone: int | None) -> Observation:
    """Return the table after one event, given the table ``now`` before it and the table ``after`` the whole step.

    A step has at most one player's action, so from then on the displays are as after the step.
    """
    match event:
        case Dealt():
            return _dealt(now, event, after)
        case TurnBegan(seat=seat):
            return replace(now, phase=Phase.TURN, to_move=seat)
        case Drew():
            return _drew(now, event, after)
        case Laid(seat=seat, card=card) | Attacked(seat=seat, card=card) | CoupFourrePlayed(seat=seat, card=card):
            return replace(_without(now, seat, card, gone), sides=after.sides, moves=after.moves)
        case Cleared(card=card):
            return replace(now, discard_pile=(*now.discard_pile, card))
        case Discarded(seat=seat, card=card):
            left = _without(now, seat, card, gone)
            return replace(left, discard_pile=(*now.discard_pile, card), moves=after.moves)
        case Extended(target=target):
            return replace(now, target=target, moves=after.moves)
        case CoupFourreDeclined() | ExtensionDeclined():
            return replace(now, moves=after.moves)
        case LegEnded():
            return replace(now, phase=Phase.OVER, to_move=None, winner=after.winner, moves=after.moves)
    return now


def _dealt(now: Observation, event: Dealt, after: Observation) -> Observation:
    hand = in_held_order(after.hand, (card for card in event.hands[now.seat] if card is not None))
    sizes = tuple(len(cards) for cards in event.hands)
    return replace(now, hand=hand, hand_sizes=sizes, draw_pile=now.draw_pile - sum(sizes))


def _drew(now: Observation, event: Drew, after: Observation) -> Observation:
    sizes = tuple(size + len(event.cards) * (seat == event.seat) for seat, size in enumerate(now.hand_sizes))
    hand = now.hand
    if event.seat == now.seat:
        hand = in_held_order(after.hand, (*hand, *(card for card in event.cards if card)))
    return replace(now, hand=hand, hand_sizes=sizes, draw_pile=event.draw_pile)


def _without(now: Observation, seat: int, card: Card, gone: int | None) -> Observation:
    """Return the observation with one card fewer in a seat's hand; ``gone`` is the card's index in the viewer's."""
    sizes = tuple(size - (other == seat) for other, size in enumerate(now.hand_sizes))
    if seat != now.seat:
        return replace(now, hand_sizes=sizes)
    hand = list(now.hand)
    del hand[index_in_hand(hand, card, gone)]
    return replace(now, hand=tuple(hand), hand_sizes=sizes)

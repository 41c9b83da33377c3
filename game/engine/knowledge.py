"""What one seat knows: how it sees an event, and what its observation is after the event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from game.engine import events
from game.engine.cards import Card
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase
from game.engine.piles import Display, TablePiles
from game.engine.rules import load_rules
from game.engine.tables import start_state_of


def redact(event: events.Event, seat: int) -> events.Event | None:
    """Return the event as the player in ``seat`` sees it, or None if the player must not see it (rules.md §9, D12)."""
    match event:
        case events.Dealt(_, hands):
            return replace(event, hands=tuple(h if s == seat else (None,) * len(h) for s, h in enumerate(hands)))
        case events.Drew(drawer, cards) if drawer != seat:
            return replace(event, cards=(None,) * len(cards))
        case events.CoupFourreAsked(asked) | events.CoupFourreDeclined(asked) if asked != seat:
            return None
    return event


def after_event(o: Observation, event: events.Event) -> Observation:
    """Return the player's next observation, after an event as returned by ``redact``; its legal moves are left empty.

    After an attack, the result shows the attacker's turn as still running, whether or not some seat is asked for a coup
    fourré: everybody but that seat sees the same. So showing it during a pause reveals nothing (rules.md §9).
    """
    o = replace(_with_card_moved(o, event), legal=())
    match event:
        case events.Dealt(_, hands):
            sizes = tuple(map(len, hands))
            hand = _sorted(card for card in hands[o.seat] if card is not None)
            return replace(o, hand=hand, hand_sizes=sizes, draw_pile=o.draw_pile - sum(sizes))
        case events.TurnBegan(seat):
            return replace(o, phase=Phase.TURN, to_move=seat, drawn=())
        case events.Drew(seat, cards, draw_pile):
            seen = tuple(card for card in cards if card is not None)
            sizes = tuple(size + len(cards) * (other == seat) for other, size in enumerate(o.hand_sizes))
            return replace(o, hand=_sorted((*o.hand, *seen)), drawn=seen, hand_sizes=sizes, draw_pile=draw_pile)
        case events.CoupFourreAsked(seat):
            return replace(o, phase=Phase.COUP_FOURRE, to_move=seat, drawn=())
        case events.ExtensionAsked(seat):
            return replace(o, phase=Phase.EXTENSION, to_move=seat)
        case events.Extended(_, target):
            return replace(o, target=target)
        case events.LegEnded(winner, scores):
            return replace(o, phase=Phase.OVER, to_move=None, drawn=(), winner=winner, scores=scores)
    return o


def _with_card_moved(o: Observation, event: events.Event) -> Observation:
    """Return the observation with the event's card moved from the hand to its pile and the event's move appended."""
    start = start_state_of(load_rules(o.rules), o.options)
    layout = TablePiles([Display.of(view, start) for view in o.sides], list(o.discard_pile))
    layout.apply_event(event)
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


def _move_of(event: events.Event) -> Move | None:
    """Return the move that an event describes, or None if it describes none."""
    match event:
        case events.Laid(seat, _, card):
            return move(f"{seat} {card.id}")
        case events.Attacked(seat, side, card):
            return move(f"{seat} {card.id} > {side}")
        case events.CoupFourrePlayed(seat, _, card):
            return move(f"{seat} {MoveKind.COUP_FOURRE} {card.id}")
        case events.Discarded(seat, card):
            return move(f"{seat} {MoveKind.DISCARD} {card.id}")
        case events.CoupFourreDeclined(seat):
            return move(f"{seat} {MoveKind.DECLINE}")
        case events.Extended(seat):
            return move(f"{seat} {MoveKind.EXTEND}")
        case events.ExtensionDeclined(seat):
            return move(f"{seat} {MoveKind.STAY}")
    return None


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: card.id))

"""Makes the events of a deal and of a move by comparing positions; legs played without events lose no time."""

from __future__ import annotations

from game.engine.cards import SAFETIES, Card
from game.engine.events import (
    CoupFourreAsked,
    Dealt,
    Drew,
    Event,
    ExtensionAsked,
    LegEnded,
    TurnBegan,
    event_of,
)
from game.engine.moves import Move, MoveKind
from game.engine.observation import Phase
from game.engine.piles import cleared_events
from game.engine.position import Position


def deal_events(leg: Position) -> list[Event]:
    """Return the events of the deal and of the first draw, with nothing hidden; ``leg`` must be just dealt."""
    drawn = list(leg.drawn)
    hands: list[tuple[Card, ...]] = []
    for seat in range(leg.seats):
        hand = list(leg.hand(seat))
        for card in drawn if seat == leg.seat else ():
            hand.remove(card)
        hands.append(tuple(hand))
    return [Dealt(leg.dealer, tuple(hands)), *_turn(leg, drawn, won=False)]


def move_events(before: Position, made: Move, after: Position) -> list[Event]:
    """Return the events of a move and of its consequences up to the next decision, with nothing hidden.

    ``before`` and ``after`` are the positions before and after the move.
    """
    side, attack = before.compiled_rules.side_of[made.seat], before.pending_attack
    events = [event_of(made, side, hazard=attack and attack.card, target=after.target)]
    if made.card in SAFETIES and made.kind is not MoveKind.DISCARD:
        events += cleared_events(side, made.card, before.piles().displays[side])
    drawn = list(after.deck[len(after.deck) - before.draw_pile : len(after.deck) - after.draw_pile])
    if after.phase is Phase.OVER:
        assert after.scores is not None
        events.append(LegEnded(after.winner, after.scores))
    elif after.phase is Phase.COUP_FOURRE:
        assert after.seat is not None
        events.append(CoupFourreAsked(after.seat))
    elif after.phase is Phase.EXTENSION:
        events.append(ExtensionAsked(made.seat))
    elif before.gives_extra_play(made) and after.seat == made.seat:
        events += _draw(after, drawn)
    else:
        won = made.kind is MoveKind.COUP_FOURRE and after.seat == made.seat
        events += _turn(after, drawn, won=won)
    return events


def _turn(leg: Position, drawn: list[Card], *, won: bool) -> list[Event]:
    assert leg.seat is not None
    return [TurnBegan(leg.seat, won), *_draw(leg, drawn)]


def _draw(leg: Position, drawn: list[Card]) -> list[Event]:
    assert leg.seat is not None
    return [Drew(leg.seat, tuple(drawn), leg.draw_pile)] if drawn else []

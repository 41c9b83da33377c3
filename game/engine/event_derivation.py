"""Events told from a leg before and after a move, nothing hidden: so that playing without them costs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.cards import Card, Family
from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourreAsked,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Extended,
    ExtensionAsked,
    ExtensionDeclined,
    Laid,
    LegEnded,
    Pile,
    TurnBegan,
)
from game.engine.moves import Move, MoveKind
from game.engine.observation import Phase
from game.engine.piles import goes_on_speed_pile
from game.engine.tables import hazards_cleared

if TYPE_CHECKING:
    from game.engine.leg import Leg


def of_the_deal(leg: Leg) -> list[Event]:
    """The deal and the first turn's draw, of a leg with no move made."""
    dealt = leg.copy()
    drawn = list(leg.drawn)
    hands: list[tuple[Card, ...]] = []
    for seat in range(leg.seats):
        hand = list(dealt.hand(seat))
        for card in drawn if seat == leg.seat else ():
            hand.remove(card)
        hands.append(tuple(hand))
    return [Dealt(leg.dealer, tuple(hands)), *_turn(leg, drawn, won=False)]


def of_a_move(before: Leg, move: Move, after: Leg) -> list[Event]:
    """What the move did, and what followed from it until the next decision."""
    events = _deed(before, move, after)
    drawn = list(after.deck[len(after.deck) - before.draw_pile : len(after.deck) - after.draw_pile])
    if after.phase is Phase.OVER:
        assert after.scores is not None
        events.append(LegEnded(after.winner, after.scores))
    elif after.phase is Phase.COUP_FOURRE:
        assert after.seat is not None
        events.append(CoupFourreAsked(after.seat))
    elif after.phase is Phase.EXTENSION:
        events.append(ExtensionAsked(move.seat))
    elif before.plays_on_with(move) and after.seat == move.seat:
        events += _draw(after, drawn)
    else:
        won = move.kind is MoveKind.COUP_FOURRE and after.seat == move.seat
        events += _turn(after, drawn, won=won)
    return events


def _deed(before: Leg, move: Move, after: Leg) -> list[Event]:
    seat, card = move.seat, move.card
    match move.kind:
        case MoveKind.DECLINE:
            return [CoupFourreDeclined(seat)]
        case MoveKind.EXTEND:
            return [Extended(seat, after.target)]
        case MoveKind.STAY:
            return [ExtensionDeclined(seat)]
    assert card is not None
    side = before.table.side_of[seat]
    if move.kind is MoveKind.DISCARD:
        return [Discarded(seat, card)]
    if move.side is not None:
        return [Attacked(seat, move.side, card, _pile(card))]
    events: list[Event] = []
    if move.kind is MoveKind.COUP_FOURRE:
        attack = before.attack
        assert attack is not None
        assert attack.card is not None
        events.append(CoupFourrePlayed(seat, side, card, attack.card))
    else:
        events.append(Laid(seat, side, card, _pile(card)))
    if card.family is Family.SAFETY:
        events += [Cleared(side, hazard, _pile(hazard)) for hazard in hazards_cleared(before.state(side), card)]
    return events


def _turn(leg: Leg, drawn: list[Card], *, won: bool) -> list[Event]:
    assert leg.seat is not None
    return [TurnBegan(leg.seat, won), *_draw(leg, drawn)]


def _draw(leg: Leg, drawn: list[Card]) -> list[Event]:
    assert leg.seat is not None
    return [Drew(leg.seat, tuple(drawn), leg.draw_pile)] if drawn else []


def _pile(card: Card) -> Pile:
    if card.family is Family.DISTANCE:
        return Pile.DISTANCE
    if card.family is Family.SAFETY:
        return Pile.SAFETIES
    return Pile.SPEED if goes_on_speed_pile(card) else Pile.BATTLE

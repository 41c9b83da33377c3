"""Twins: running matches that differ only in what is hidden from those who look, for tests that nothing betrays it.

The cards that nobody has seen are exchanged among the hands and the draw pile, and whoever could answer a hazard then,
or could not any more, refuses: the moves that all know stay the same. So whatever differs on a screen, in its control
tree, in what is said or written was made of something hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from game.engine.cards import Card
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase, public_observation
from game.engine.record import Record, deal_record, replay
from game.engine.setup import MatchContext
from game.match.match_file import SavedMatch

_SWAPS = 100
"""How many pairs of cards are tried: of most, one was seen."""


def twin(saved: SavedMatch, rng: Random, *, seat: int | None = None) -> SavedMatch:
    """The same match with other cards in its running leg, as far as nobody knows them, or the one in ``seat``."""
    *before, last = saved.legs
    match = Match(saved.setup, saved.first_dealer)
    for leg in before:
        match.add_finished_leg(replay(leg.record))
    record = last.record
    told = [move(text) for text in record.moves if text is not None]
    public = [made for made in told if made.kind is not MoveKind.DECLINE or made.seat == seat]
    seen = _seen(record, public, match.context, seat)
    assert seen is not None
    sight, found = seen[0], record
    for _ in range(_SWAPS):
        one, other = rng.sample(range(len(record.deck)), 2)
        if found.deck[one] is found.deck[other]:
            continue
        tried = replace(found, deck=_swapped(found.deck, one, other))
        now = _seen(tried, public, match.context, seat)
        if now is not None and now[0] == sight:
            found = replace(tried, moves=now[1])
    return replace(saved, legs=(*before, replace(last, record=found)))


def hidden(saved: SavedMatch) -> tuple[tuple[Card, ...], ...]:
    """The hands in the running leg, by seat."""
    leg = replay(saved.records[-1])
    return tuple(leg.hand(seat) for seat in range(leg.seats))


def _swapped(deck: Sequence[Card], one: int, other: int) -> tuple[Card, ...]:
    cards = list(deck)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def _seen(
    record: Record, public: Sequence[Move], context: MatchContext, seat: int | None
) -> tuple[list[Observation], tuple[str, ...]] | None:
    """What was to be seen after each move, and all moves with the refusals; None if they can't be played like that."""
    leg, sight, moves = deal_record(record), list[Observation](), list[str]()
    for made in public:
        if leg.phase is Phase.COUP_FOURRE and made not in leg.legal_moves() and leg.seat != seat:
            moves.append(f"{leg.seat} {MoveKind.DECLINE}")
            leg.apply(move(moves[-1]))
        if made not in leg.legal_moves():
            return None
        sight.append(_sight(leg, context, seat))
        leg.apply(made)
        moves.append(made.text)
    if leg.phase is Phase.COUP_FOURRE and leg.seat == seat:
        return None
    if not public or public[-1].side is None:  # else what came of the attack is not told yet
        sight.append(_sight(leg, context, seat))
    return sight, tuple(moves)


def _sight(leg: Leg, context: MatchContext, seat: int | None) -> Observation:
    return public_observation(leg.observe(0, context)) if seat is None else leg.observe(seat, context)

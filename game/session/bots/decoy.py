"""A question asked for show: it takes as long as a real one, so no pause tells whether a coup fourré was asked."""

from __future__ import annotations

from dataclasses import replace

from game.engine.cards import SAFETY_AGAINST, Card
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase


def decoy(observation: Observation, attack: Move) -> Observation:
    """What the seat would see if it held the safety against ``attack`` and were asked for it."""
    assert attack.card is not None
    seat, safety = observation.seat, SAFETY_AGAINST[attack.card]
    hand = _with_safety(observation.hand, safety)
    return replace(
        observation,
        phase=Phase.COUP_FOURRE,
        to_move=seat,
        hand=hand,
        drawn=(),
        hand_sizes=tuple(len(hand) if s == seat else size for s, size in enumerate(observation.hand_sizes)),
        legal=(move(f"{seat} {MoveKind.COUP_FOURRE} {safety.id}"), move(f"{seat} {MoveKind.DECLINE}")),
    )


def _with_safety(hand: tuple[Card, ...], safety: Card) -> tuple[Card, ...]:
    return tuple(sorted((safety, *hand[1:]), key=lambda c: c.id))

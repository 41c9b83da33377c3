"""The piles that a card of the hand can be put on, according to the legal moves, and why not on others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.cards import Card, Family
from game.engine.errors import Refusal
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation
from game.i18n import _
from game.table.view import DISCARD, DRAW, pile_id
from game.words.names import Names
from game.words.refusals import refusal_text
from game.words.vocabulary import card_name

WhyNot = Callable[[Move], Refusal | None]

_NOT_NOW = frozenset({Refusal.WRONG_SEAT, Refusal.WRONG_PHASE, Refusal.LEG_OVER})
"""Reasons that hold for every card at that moment, so that the message does not name the card."""


def destination_pile(move: Move, own_side: int) -> str:
    """Return the id of the pile that a move puts its card on; ``own_side`` is the side of the seat that moves."""
    assert move.card is not None
    if move.kind is MoveKind.DISCARD:
        return DISCARD
    return pile_id(move.card.pile, own_side if move.side is None else move.side)


def last_pile(observation: Observation) -> str | None:
    """Return the id of the pile on which the latest card was put, or None if no card has been played or discarded."""
    played = next((move for move in reversed(observation.moves) if move.card is not None), None)
    return None if played is None else destination_pile(played, observation.side_of(played.seat))


def accepting_piles(observation: Observation, card: Card) -> dict[str, Move]:
    """Return the legal moves of a card by the id of the pile they put it on; the discard pile may be among them."""
    side = observation.side
    return {destination_pile(legal, side): legal for legal in observation.legal if legal.card is card}


def playable_piles(observation: Observation, card: Card) -> dict[str, Move]:
    """Return the legal moves that play a card, without discarding it, by the id of the pile they put it on.

    They are in the order of the sides, from the viewer's side on.
    """
    sides = len(observation.sides)
    found = {pile: legal for pile, legal in accepting_piles(observation, card).items() if pile != DISCARD}
    return dict(sorted(found.items(), key=lambda item: (side_of(item[0]) - observation.side) % sides))


def side_of(pile: str) -> int:
    """Return the side to which a pile belongs; ``pile`` is the id of a pile on a display (``battle/2``)."""
    return int(pile.partition("/")[2])


def discard_move(observation: Observation, card: Card) -> Move:
    """Return the move, legal or not, with which the viewer discards the card."""
    return move(f"{observation.seat} {MoveKind.DISCARD} {card.id}")


def intended_move(observation: Observation, card: Card, pile: str) -> Move | None:
    """Return the move, legal or not, that a player means by putting a card on a pile or a display.

    Return None if that can mean no move. ``pile`` is the id of the pile or display.
    """
    if pile == DRAW:
        return None
    if pile == DISCARD:
        return discard_move(observation, card)
    side = side_of(pile)
    if card.family is Family.HAZARD:
        return move(f"{observation.seat} {card.id} > {side}")
    return _play_move(observation, card) if side == observation.side else None


def _play_move(observation: Observation, card: Card) -> Move:
    at = f" > {observation.side}" if card.family is Family.HAZARD else ""
    return move(f"{observation.seat} {card.id}{at}")


def refusal(observation: Observation, names: Names, why_not: WhyNot, card: Card, pile: str | None) -> str:
    """Return a sentence why a card cannot be put on a pile, or empty if it can.

    ``pile`` is the pile's id; None is a place on the table without a pile.
    """
    meant = intended_move(observation, card, pile) if pile is not None else None
    if meant is not None:
        reason = why_not(meant)
        return refusal_text(reason, meant, observation, names) if reason else ""
    is_anywhere = card.family is Family.HAZARD or pile in {None, DRAW}
    if is_anywhere and (why := why_unplayable(observation, names, why_not, card)):
        return why
    laying = _play_move(observation, card)
    reason = why_not(laying)
    return refusal_text(reason if reason in _NOT_NOW else Refusal.BAD_TARGET, laying, observation, names)


def why_unplayable(observation: Observation, names: Names, why_not: WhyNot, card: Card) -> str:
    """Return a sentence why the card cannot be played anywhere, or empty if it can."""
    if card.family is not Family.HAZARD:
        laying = _play_move(observation, card)
        reason = why_not(laying)
        return refusal_text(reason, laying, observation, names) if reason else ""
    rivals = [side for side in range(len(observation.sides)) if side != observation.side]
    attacks = [move(f"{observation.seat} {card.id} > {side}") for side in rivals]
    return _why_no_attack(observation, names, card, [(attack, why_not(attack)) for attack in attacks])


def _why_no_attack(
    observation: Observation, names: Names, card: Card, attacks: Sequence[tuple[Move, Refusal | None]]
) -> str:
    attack, reason = attacks[0]
    if any(reason is None for _attack, reason in attacks):
        return ""
    if reason and (reason in _NOT_NOW or len(attacks) == 1):
        return refusal_text(reason, attack, observation, names)
    return _("Nobody to hit right now: {card}.", card=card_name(card, observation.rules))

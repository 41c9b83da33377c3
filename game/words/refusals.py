"""Sentences that tell the player why a card cannot be played (rules.md §8)."""

from __future__ import annotations

from game.engine.cards import GO, RIGHT_OF_WAY, SAFETY_AGAINST, SPEED_LIMIT, Card, Family
from game.engine.endgame import helping_cards
from game.engine.errors import Refusal
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, SideView
from game.i18n import _, number
from game.words.names import Names
from game.words.vocabulary import card_name


def refusal_text(reason: Refusal, move: Move, view: Observation, names: Names) -> str:
    """Return a sentence that tells the player who sees ``view`` why the move is refused and what is missing."""
    if move.card is None:
        return _about_the_moment(reason)
    if reason is Refusal.NOT_IN_HAND:
        return _("Not in your hand: {card}.", card=card_name(move.card, view.rules))
    if reason is Refusal.WRONG_SAFETY:
        return _wrong_safety(view)
    if move.kind is MoveKind.LAY:
        if move.card.family is Family.HAZARD:
            return _about_a_hazard(reason, move, view, names)
        if reason is Refusal.BAD_TARGET:
            return _("Play this card in front of you.")
        if move.card.family is Family.REMEDY and reason is Refusal.NOT_NEEDED:
            return _not_needed(move.card, view)
        if move.card.family is Family.DISTANCE:
            return _about_a_distance(reason, view)
    return _about_the_moment(reason)


def _about_the_moment(reason: Refusal) -> str:
    if reason is Refusal.LEG_OVER:
        return _("The race is over.")
    if reason is Refusal.WRONG_SEAT:
        return _("It’s not your turn.")
    if reason is Refusal.WRONG_PHASE:
        return _("Answer the question first.")
    return _("Not possible right now.")


def _wrong_safety(view: Observation) -> str:
    attack = view.moves[-1].card if view.moves else None
    if attack not in SAFETY_AGAINST:
        return _about_the_moment(Refusal.WRONG_SAFETY)
    safety = SAFETY_AGAINST[attack]
    return _(
        "Only one card answers {hazard}: {card}.",
        hazard=card_name(attack, view.rules),
        card=card_name(safety, view.rules),
    )


def _about_a_hazard(reason: Refusal, move: Move, view: Observation, names: Names) -> str:
    hazard = move.card
    if hazard is None or move.side is None or not 0 <= move.side < len(view.sides) or reason is Refusal.BAD_TARGET:
        return _("Play this card on an opponent.")
    side, name, rules_id = view.sides[move.side], names.side(move.side), view.rules
    if reason is Refusal.IMMUNE:
        safety = card_name(SAFETY_AGAINST[hazard], rules_id)
        return _("{side} can’t be hit: {card} is on the table.", side=name, card=safety)
    if reason is Refusal.ALREADY_LIMITED:
        return _("{side} already has {card}.", side=name, card=card_name(hazard, rules_id))
    if reason is Refusal.CANNOT_LAND:
        return _cannot_land(side, name, rules_id)
    return _about_the_moment(reason)


def _cannot_land(side: SideView, name: str, rules_id: str) -> str:
    top = side.battle[-1] if side.battle else None
    if top is not None and top.family is Family.HAZARD:
        return _("{side} is already stopped: {card}.", side=name, card=card_name(top, rules_id))
    return _("{side} isn’t rolling yet: {card} is missing.", side=name, card=card_name(GO, rules_id))


def _not_needed(remedy: Card, view: Observation) -> str:
    own = view.sides[view.side]
    if remedy.id == "go":
        if RIGHT_OF_WAY in own.safeties:
            return _("You don’t need it: {card} is on the table.", card=card_name(RIGHT_OF_WAY, view.rules))
        if own.rolling:
            return _("You’re already rolling.")
        return _("First you need: {card}.", card=card_name(helping_cards(own)[0], view.rules))
    if remedy.id == "end_of_limit":
        return _("There is no limit to end.")
    return _("There is nothing to fix with this card.")


def _about_a_distance(reason: Refusal, view: Observation) -> str:
    own = view.sides[view.side]
    if reason is Refusal.NOT_ROLLING:
        return _("You’re not rolling: {card} is missing.", card=card_name(helping_cards(own)[0], view.rules))
    if reason is Refusal.LIMITED:
        limit = card_name(SPEED_LIMIT, view.rules)
        return _("{card}: only {slow} or {fast} km at a time.", card=limit, slow=25, fast=50)
    if reason is Refusal.THIRD_200:
        return _("You’ve already played two {km} km cards.", km=200)
    if reason is Refusal.TOO_FAR:
        return _("Too far: {km} km to go.", km=number(view.target - own.km))
    return _about_the_moment(reason)

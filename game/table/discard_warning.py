"""Which discards the player must confirm: a safety, and a remedy that is the last one.

A remedy is the last one if the hand holds no other of its kind, no safety that the side has played makes it useless,
and either the side needs it now, or all others of its kind lie open while the hazard that it cures may still come.
"""

from __future__ import annotations

from enum import StrEnum

from game.engine.cards import END_OF_LIMIT, GO, HAZARDS, REMEDY_FOR, SAFETY_AGAINST, SPEED_LIMIT, Card, Family
from game.engine.endgame import helping_cards, unseen_cards
from game.engine.observation import Observation
from game.i18n import _, _r
from game.words.score import safety_points
from game.words.vocabulary import card_name

_HAZARD_OF = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


class DiscardWarning(StrEnum):
    """Why the player must confirm a discard."""

    SAFETY = "safety"
    NEEDED_NOW = "needed_now"
    LAST_OF_ALL = "last_of_all"


def discard_warning(observation: Observation, held: Card) -> DiscardWarning | None:
    """Return why the player must confirm the discard of this card, or None if no question is needed."""
    if held.family is Family.SAFETY:
        return DiscardWarning.SAFETY
    if held.family is not Family.REMEDY or observation.hand.count(held) > 1:
        return None
    if SAFETY_AGAINST[_HAZARD_OF[held]] in observation.sides[observation.side].safeties:
        return None
    if _is_needed(observation, held):
        return DiscardWarning.NEEDED_NOW
    return DiscardWarning.LAST_OF_ALL if _is_last(observation, held) else None


def _is_needed(observation: Observation, remedy: Card) -> bool:
    own = observation.sides[observation.side]
    if remedy is END_OF_LIMIT:
        return own.limited
    return not own.rolling and helping_cards(own)[0] is remedy


def _is_last(observation: Observation, remedy: Card) -> bool:
    """Return whether no other remedy of this kind can be drawn, although its hazard may still come.

    The hazard of ``go`` is any that stops a car.
    """
    unseen = unseen_cards(observation)
    may_come = [hazard for hazard in HAZARDS if unseen[hazard]]
    if remedy is not GO:
        return not unseen[remedy] and _HAZARD_OF[remedy] in may_come
    return not unseen[remedy] and any(hazard is not SPEED_LIMIT for hazard in may_come)


def discard_loss_text(observation: Observation, held: Card) -> str:
    """Return a sentence for the question before a discard: what the player would lose with that card."""
    rules_id = observation.rules
    name = card_name(held, rules_id)
    match discard_warning(observation, held):
        case DiscardWarning.SAFETY:
            return _r(
                rules_id,
                "{card}: played, it’s worth {points} points and protects you for the rest of the leg. Discarded, "
                "it’s gone.",
                card=name,
                points=safety_points(observation.sides[observation.side], rules_id),
            )
        case DiscardWarning.NEEDED_NOW:
            return _("{card}: you need it now, and it’s your only one.", card=name)
    return _r(rules_id, "{card}: the last one of the leg; the rest have been played.", card=name)

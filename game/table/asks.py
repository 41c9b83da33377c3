"""What the turn plate says: whose turn it is, and what is asked or refused, in words."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.cards import Card
from game.engine.observation import Observation, Phase
from game.i18n import _, capital, card_name, term
from game.session.session import Hint
from game.table.targets import WhyNot, lay_targets, targets, why_unplayable
from game.table.view import LogLine, Tone, must_discard
from game.words import Names, advice, because_sentence


@dataclass(frozen=True, slots=True)
class Plate:
    """The words of the turn plate, and before the heading of a question its sign."""

    head: str
    body: str
    tone: Tone = "calm"
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the turn plate speaks about: ``card`` is the card of the hand chosen or pointed at, ``log`` what was told.

    ``refused`` is the reason why the latest wish was not granted, ``advice`` the hint that was asked for. With
    ``names_card`` the heading is that card's name, for hands too small to show it. ``ready`` is the card that Enter
    discards when none can be laid. ``aside`` is the question that was put aside, which nothing else is said above.
    """

    observation: Observation
    names: Names
    log: tuple[LogLine, ...]
    card: Card | None = None
    is_chosen: bool = False
    refused: str = ""
    advice: Plate | None = None
    names_card: bool = False
    ready: Card | None = None
    aside: Plate | None = None


def plate(moment: Moment, why_not: WhyNot) -> Plate:
    """The words for this moment."""
    if moment.aside is not None:
        return moment.aside
    if moment.advice is not None and not moment.refused:
        return moment.advice
    head = _head(moment)
    if moment.card is not None and moment.names_card:
        head = card_name(moment.card, moment.observation.rules)
    if moment.refused:
        return Plate(head, moment.refused, "refused")
    if must_discard(moment.observation) and moment.card in (None, moment.ready):
        return Plate(_head(moment), _discarding(moment))
    if moment.card is not None and _is_asked(moment.observation):
        said = _about(moment, moment.card, why_not)
        if said:
            return Plate(head, said)
    return Plate(head, _body(moment))


def advice_plate(hint: Hint | None, names: Names, rules_id: str) -> Plate:
    """The words of a hint; None is one that is still being thought about."""
    if hint is None:
        return Plate(_("Hint"), _("One moment …"), "advice")
    why = because_sentence(hint.reason, rules_id) if hint.reason else ""
    return Plate(advice(hint.move, names, rules_id), why, "advice")


def aside_plate(title: str, sign: str) -> Plate:
    """The words about a question that waits while the player looks at the table."""
    return Plate(title, _("Look around; nothing goes on without you."), "asked", sign)


def _head(moment: Moment) -> str:
    o, names = moment.observation, moment.names
    if o.phase is Phase.OVER:
        return _("The race is over")
    if o.to_move is None:
        return _("The cards are dealt")
    if o.to_move != o.seat:
        return _("{name} is playing", name=names.seat(o.to_move))
    if o.phase is Phase.COUP_FOURRE:
        return capital(term("coup_fourre", o.rules))
    if o.phase is Phase.EXTENSION:
        return capital(term("extension", o.rules))
    return _("Nothing can be laid") if must_discard(o) else _("Your turn")


def _discarding(moment: Moment) -> str:
    """What to do when nothing can be laid."""
    if moment.ready is None:
        return _("Choose a card to discard.")
    name = card_name(moment.ready, moment.observation.rules)
    return _("Choose a card to discard; Enter discards {card}.", card=name)


def _is_asked(o: Observation) -> bool:
    return o.phase is Phase.TURN and bool(o.legal)


def _about(moment: Moment, card: Card, why_not: WhyNot) -> str:
    """What can be done with a card, or why nothing."""
    o = moment.observation
    name = card_name(card, o.rules)
    laying = lay_targets(o, card)
    if not laying:
        return why_unplayable(o, moment.names, why_not, card)
    if not moment.is_chosen:
        return ""
    if len(laying) > 1:
        # Translators: the chosen card is a hazard that several drivers can be hit with; in French mind the space.
        return _("{card}: who gets it?", card=name)
    if moment.names_card:
        return _("Lay it on the lit pile.")  # the heading says already which
    return _("Lay it on the lit pile: {card}.", card=name)


def _body(moment: Moment) -> str:
    o = moment.observation
    if _is_asked(o):
        can_discard = any(targets(o, card) for card in o.hand)
        return _("Lay a card, or discard one.") if can_discard else _("Lay a card.")
    return moment.log[-1].said if moment.log else ""

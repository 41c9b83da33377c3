"""The log: one line for each thing that happened and that the one who looks may know."""

from __future__ import annotations

from game.engine.cards import Card
from game.engine.events import (
    Attacked,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Event,
    Extended,
    ExtensionAsked,
    ExtensionDeclined,
    Laid,
    LegEnded,
    TurnBegan,
)
from game.i18n import _, _r, capital, card_name, number, term
from game.words.names import Names
from game.words.points import points


def log_line(event: Event, names: Names, rules_id: str) -> str | None:
    """The line of the log for an event, or None if the log leaves it out (draws, what a card cleared away)."""
    match event:
        case Dealt(dealer=seat):
            return _("You deal") if seat == names.viewer else _("{name} deals", name=names.seat(seat))
        case TurnBegan(seat=seat, won=True):
            you = seat == names.viewer
            return _("It is your turn at once") if you else _("{name} goes on at once", name=names.seat(seat))
        case Laid(seat=seat, card=card):
            return _laid(seat, card_name(card, rules_id), names)
        case Attacked(seat=seat, side=side, card=card):
            return _attacked(seat, side, card_name(card, rules_id), names)
        case CoupFourrePlayed(seat=seat, card=card):
            return _coup_fourre(seat, card, names, rules_id)
        case CoupFourreDeclined():
            return _r(rules_id, "You let the coup fourré go")
        case Discarded(seat=seat, card=card):
            return _discarded(seat, card_name(card, rules_id), names)
        case ExtensionAsked() | Extended() | ExtensionDeclined():
            return _extension(event, names)
        case LegEnded(winner=winner, scores=scores):
            return win_line(winner, 0 if winner is None else scores[winner].km, names)
    return None


def hurried_line(seat: int, names: Names) -> str:
    """The line of the log that a bot's time was too short, on a machine that is too slow for its level."""
    return _("{name} ran out of time to think", name=names.seat(seat))


def win_line(winner: int | None, km: int, names: Names) -> str:
    """Who won a leg, and with how many km."""
    if winner is None:
        return _("Nobody wins")
    partner = names.partner(winner)
    if names.is_viewers(winner):
        if partner is None:
            return _("You win with {km} km", km=number(km))
        return _("You and {partner} win with {km} km", partner=partner, km=number(km))
    if len(names.sides[winner]) == 1:
        return _("{name} wins with {km} km", name=names.side(winner), km=number(km))
    return _("{team} win with {km} km", team=names.side(winner), km=number(km))


def _laid(seat: int, card: str, names: Names) -> str:
    if seat == names.viewer:
        return _("You lay {card}", card=card)
    return _("{name} lays {card}", name=names.seat(seat), card=card)


def _discarded(seat: int, card: str, names: Names) -> str:
    if seat == names.viewer:
        return _("You discard {card}", card=card)
    return _("{name} discards {card}", name=names.seat(seat), card=card)


def _attacked(seat: int, side: int, card: str, names: Names) -> str:
    if seat == names.viewer:
        return _("You play {card} on {target}", card=card, target=names.side(side))
    name = names.seat(seat)
    if not names.is_viewers(side):
        return _("{name} plays {card} on {target}", name=name, card=card, target=names.side(side))
    partner = names.partner(side)
    if partner is None:
        return _("{name} plays {card} on you", name=name, card=card)
    return _("{name} plays {card} on you and {partner}", name=name, card=card, partner=partner)


def _coup_fourre(seat: int, card: Card, names: Names, rules_id: str) -> str:
    values = {
        "coup_fourre": capital(term("coup_fourre", rules_id)),
        "card": card_name(card, rules_id),
        "points": points("coups_fourres", rules_id),
    }
    if seat == names.viewer:
        return _("{coup_fourre}! You lay {card}: +{points}", **values)
    return _("{coup_fourre}! {name} lays {card}: +{points}", name=names.seat(seat), **values)


def _extension(event: ExtensionAsked | Extended | ExtensionDeclined, names: Names) -> str:
    you, name = event.seat == names.viewer, names.seat(event.seat)
    match event:
        case ExtensionAsked():
            return _("You reach the finish") if you else _("{name} reaches the finish", name=name)
        case Extended(target=km):
            far = number(km)
            return _("You extend to {km} km", km=far) if you else _("{name} extends to {km} km", name=name, km=far)
    return _("You do not extend") if you else _("{name} does not extend", name=name)

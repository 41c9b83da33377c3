"""The log's lines about events, and the texts of the table that shows which side attacked which."""

from __future__ import annotations

from game.engine import events
from game.engine.attacks import AttackTable
from game.engine.cards import Card
from game.i18n import _, _n, _r, _rn, capital, number
from game.i18n.punctuation import join_with_semicolons
from game.words.names import Names
from game.words.score import item_points
from game.words.vocabulary import card_name, term


def log_line(event: events.Event, names: Names, rules_id: str) -> str | None:
    """Return the log line about an event, or None if the log omits it (such as drawn or cleared cards)."""
    match event:
        case events.Dealt(dealer=seat):
            return _("You deal") if seat == names.viewer else _("{name} deals", name=names.seat(seat))
        case events.TurnBegan(seat=seat, won=True):
            you = seat == names.viewer
            return _("You get another turn") if you else _("{name} gets another turn", name=names.seat(seat))
        case events.Laid(seat=seat, card=card):
            return _laid(seat, card_name(card, rules_id), names)
        case events.Attacked(seat=seat, side=side, card=card):
            return _attacked(seat, side, card_name(card, rules_id), names)
        case events.CoupFourrePlayed(seat=seat, card=card):
            return _coup_fourre(seat, card, names, rules_id)
        case events.CoupFourreDeclined():
            return _r(rules_id, "You pass up the coup fourré")
        case events.Discarded(seat=seat, card=card):
            return _discarded(seat, card_name(card, rules_id), names)
        case events.ExtensionAsked() | events.Extended() | events.ExtensionDeclined():
            return _extension(event, names, rules_id)
        case events.LegEnded(winner=winner, scores=scores):
            return win_line(winner, 0 if winner is None else scores[winner].km, names)
    return None


def timeout_line(seat: int, names: Names) -> str:
    """Return the log line for a bot that did not answer in time, so that the game made a simple move for it."""
    return _("{name} ran out of time", name=names.seat(seat))


def take_back_line(times: int, seat: int, names: Names) -> str:
    """Return the log line that says how many moves the person in a seat took back."""
    if seat == names.viewer:
        return _("You take back your last move") if times == 1 else _("You take back {n} moves", n=number(times))
    if times == 1:
        return _("{name} takes back the last move", name=names.seat(seat))
    return _("{name} takes back {n} moves", name=names.seat(seat), n=number(times))


def win_line(winner: int | None, km: int, names: Names) -> str:
    """Return the line that says who won a leg, and with how many km; ``winner`` is a side, or None for nobody."""
    if winner is None:
        return _("Nobody reached the finish")
    partner = names.partner(winner)
    if names.is_viewers_side(winner):
        if partner is None:
            return _("You won with {km} km", km=number(km))
        return _("You and {partner} won with {km} km", partner=partner, km=number(km))
    if len(names.sides[winner]) == 1:
        return _("{name} won with {km} km", name=names.side(winner), km=number(km))
    return _("{team} won with {km} km", team=names.side(winner), km=number(km))


def _laid(seat: int, card: str, names: Names) -> str:
    if seat == names.viewer:
        return _("You play {card}", card=card)
    return _("{name} plays {card}", name=names.seat(seat), card=card)


def _discarded(seat: int, card: str, names: Names) -> str:
    if seat == names.viewer:
        return _("You discard {card}", card=card)
    return _("{name} discards {card}", name=names.seat(seat), card=card)


def _attacked(seat: int, side: int, card: str, names: Names) -> str:
    if seat == names.viewer:
        return _("You play {card} on {target}", card=card, target=names.side(side))
    name = names.seat(seat)
    if not names.is_viewers_side(side):
        return _("{name} plays {card} on {target}", name=name, card=card, target=names.side(side))
    partner = names.partner(side)
    if partner is None:
        return _("{name} plays {card} on you", name=name, card=card)
    return _("{name} plays {card} on you and {partner}", name=name, card=card, partner=partner)


def _coup_fourre(seat: int, card: Card, names: Names, rules_id: str) -> str:
    values = {
        "coup_fourre": capital(term("coup_fourre", rules_id)),
        "card": card_name(card, rules_id),
        "points": item_points("coups_fourres", rules_id),
    }
    if seat == names.viewer:
        return _("{coup_fourre}! You play {card}: +{points}", **values)
    return _("{coup_fourre}! {name} plays {card}: +{points}", name=names.seat(seat), **values)


def _extension(
    event: events.ExtensionAsked | events.Extended | events.ExtensionDeclined, names: Names, rules_id: str
) -> str:
    you, name = event.seat == names.viewer, names.seat(event.seat)
    match event:
        case events.ExtensionAsked():
            return _("You reach the finish") if you else _("{name} reaches the finish", name=name)
        case events.Extended(target=km):
            far = number(km)
            return (
                _r(rules_id, "You extend to {km} km", km=far)
                if you
                else _r(rules_id, "{name} extends to {km} km", name=name, km=far)
            )
    return _r(rules_id, "You don’t extend") if you else _r(rules_id, "{name} doesn’t extend", name=name)


# -- attacks ---------------------------------------------------------------------------------------------------------


def cell_line(by: int, on: int, hits: AttackTable, names: Names, rules_id: str) -> str:
    """Describe one cell of the table of attacks: “Carla hit you 5 times; 2 parried by a coup fourré”.

    ``by`` is the attacking side, ``on`` the attacked side.
    """
    laid, parried = hits.laid[by][on], hits.parried[by][on]
    said = _hits_line(by, on, laid, names) if laid else _peace_line(by, on, names)
    return join_with_semicolons((said, parried_line(parried, rules_id))) if parried else said


def attacks_made_line(side: int, hits: AttackTable, names: Names) -> str:
    """Return a line with the number of hazards that a side laid on all others: “Carla – dealt: 5”."""
    return _("{name} – dealt: {n}", name=names.side(side), n=hits.laid_by(side))


def attacks_suffered_line(side: int, hits: AttackTable, names: Names) -> str:
    """Return a line with the number of hazards that others laid on a side: “Carla – taken: 5”."""
    return _("{name} – taken: {n}", name=names.side(side), n=hits.suffered_by(side))


def total_attacks_line(hits: AttackTable) -> str:
    """Return a line with the number of hazards that all sides laid: “Hits in all: 12”."""
    return _("Hits in all: {n}", n=hits.total)


def parried_line(parried: int, rules_id: str) -> str:
    """Return a line with the number of hazards answered by a coup fourré: “2 parried by a coup fourré”."""
    return _rn(rules_id, "{n} parried by a coup fourré", "{n} parried by a coup fourré", parried)


def bolt_legend(rules_id: str) -> str:
    """Return the legend of the bolt symbol in the table of attacks."""
    return _r(rules_id, "parried by a coup fourré")


def _hits_line(by: int, on: int, n: int, names: Names) -> str:
    name, target, partner = names.side(by), names.side(on), names.partner(by) or names.partner(on)
    if names.is_viewers_side(by) and partner:
        return _n(
            "You and {partner} hit {target} once", "You and {partner} hit {target} {n} times", n,
            partner=partner, target=target,
        )  # fmt: skip
    if names.is_viewers_side(by):
        return _n("You hit {target} once", "You hit {target} {n} times", n, target=target)
    if names.is_viewers_side(on) and partner:
        return _n(
            "{name} hit you and {partner} once", "{name} hit you and {partner} {n} times", n,
            name=name, partner=partner,
        )  # fmt: skip
    if names.is_viewers_side(on):
        return _n("{name} hit you once", "{name} hit you {n} times", n, name=name)
    return _n("{name} hit {target} once", "{name} hit {target} {n} times", n, name=name, target=target)


def _peace_line(by: int, on: int, names: Names) -> str:
    name, target, partner = names.side(by), names.side(on), names.partner(by) or names.partner(on)
    if names.is_viewers_side(by) and partner:
        return _("You and {partner} never hit {target}", partner=partner, target=target)
    if names.is_viewers_side(by):
        return _("You never hit {target}", target=target)
    if names.is_viewers_side(on) and partner:
        return _("{name} never hit you and {partner}", name=name, partner=partner)
    if names.is_viewers_side(on):
        return _("{name} never hit you", name=name)
    return _("{name} never hit {target}", name=name, target=target)

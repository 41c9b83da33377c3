"""What the cards and the places of the table are for, in one sentence each; every number is the rule set's own."""

from __future__ import annotations

from game.engine.cards import REMEDY_FOR, SAFETY_AGAINST, Card, Family, card
from game.engine.observation import SideView
from game.i18n import _, _r, card_name, number
from game.words.effects import SLOW_KM
from game.words.points import points
from game.words.state import missing

_HAZARD_OF = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


def about_card(what: Card, rules_id: str) -> str:
    """What a card does when it is played."""
    match what.family:
        case Family.DISTANCE:
            return _about_distance(what)
        case Family.HAZARD:
            return _about_hazard(what, rules_id)
        case Family.REMEDY:
            return _about_remedy(what, rules_id)
    return _(
        "Keeps this away for good: {hazards}. {points} points, and {more} more if it answers an attack at once.",
        hazards=_hazards(what, rules_id),
        points=number(points("safeties", rules_id)),
        more=number(points("coups_fourres", rules_id)),
    )


def _about_distance(what: Card) -> str:
    km = number(what.km)
    if what.km <= SLOW_KM:
        return _("Takes you {km} km on while you are rolling, under a limit too.", km=km)
    if what.km == 200:
        return _("Takes you {km} km on while you are rolling without a limit; two of these at most in a leg.", km=km)
    return _("Takes you {km} km on while you are rolling without a limit.", km=km)


def _about_hazard(what: Card, rules_id: str) -> str:
    remedy = card_name(REMEDY_FOR[what], rules_id)
    if what is card("speed_limit"):
        return _("An opponent may lay {km} km at most a card, until this ends it: {remedy}.", km=SLOW_KM, remedy=remedy)
    if what is card("stop"):
        return _("Stops an opponent, until this comes: {remedy}.", remedy=remedy)
    go = card_name(card("go"), rules_id)
    return _("Stops an opponent, until these come: {remedy}, then {go}.", remedy=remedy, go=go)


def _about_remedy(what: Card, rules_id: str) -> str:
    hazard = card_name(_HAZARD_OF[what], rules_id)
    if what is card("go"):
        return _("Gets you rolling: at the start, after a repair, and after this: {hazard}.", hazard=hazard)
    if what is card("end_of_limit"):
        return _("Puts an end to this: {hazard}.", hazard=hazard)
    go = card_name(card("go"), rules_id)
    return _("Puts this right: {hazard}. To roll again you then need this: {go}.", hazard=hazard, go=go)


def _hazards(safety: Card, rules_id: str) -> str:
    return ", ".join(card_name(hazard, rules_id) for hazard, answer in SAFETY_AGAINST.items() if answer is safety)


def about_battle(side: SideView, rules_id: str) -> str:
    """Whether a side rolls, or what stopped it and what it needs."""
    if side.rolling:
        return _("Rolling: kilometres may be laid.")
    top = side.battle[-1] if side.battle else None
    need = card_name(missing(side), rules_id)
    if top is not None and top.family is Family.HAZARD:
        return _("Stopped: {hazard}. Needed next: {remedy}.", hazard=card_name(top, rules_id), remedy=need)
    return _("Not rolling. Needed next: {remedy}.", remedy=need)


def about_speed(side: SideView, rules_id: str) -> str:
    """Whether a side is limited."""
    if not side.limited:
        return _("No limit: any kilometres may be laid.")
    remedy = card_name(card("end_of_limit"), rules_id)
    return _("At most {km} km a card, until this comes: {remedy}.", km=SLOW_KM, remedy=remedy)


def about_distance(side: SideView, target: int) -> str:
    """How far a side has come."""
    return _("{km} km so far, {left} km to go.", km=number(side.km), left=number(target - side.km))


def about_safety(safety: Card, side: SideView, rules_id: str) -> str:
    """Whether a safety lies on a side's display, and what that means."""
    if safety not in side.safeties:
        return about_card(safety, rules_id)
    said = _("On the table: this can no longer happen here: {hazards}.", hazards=_hazards(safety, rules_id))
    if safety in side.coups_fourres:
        said += " " + _r(rules_id, "It was laid as a coup fourré.")
    return said

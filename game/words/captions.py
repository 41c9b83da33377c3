"""The short texts on the table: state labels, the effects of a card, and tooltips.

A chip is a small label that shows the state of a side. All numbers come from the rule set.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.cards import END_OF_LIMIT, GO, REMEDY_FOR, SAFETY_AGAINST, SPEED_LIMIT, STOP, Card, Family
from game.engine.endgame import helping_cards, may_roll, unseen_cards
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, SideView
from game.i18n import _, _p, _r, number, say
from game.i18n.punctuation import join_with_commas
from game.phrases import N_, Phrase
from game.words.names import Names
from game.words.score import item_points, safety_points
from game.words.vocabulary import card_name

SLOW_KM = 50
"""The longest distance card that a limited side may lay."""


# -- chips: the state of a side's display ----------------------------------------------------------------------------


def state_chip(side: SideView, rules_id: str) -> str:
    """Return the text of the label that says whether a side is rolling.

    If it is not, the text is the hazard on top of its battle pile, or the card that it needs.
    """
    if side.rolling:
        return _("Rolling")
    top = side.battle[-1] if side.battle else None
    if top is not None and top.family is Family.HAZARD:
        return card_name(top, rules_id)
    return _("Waiting for {card}", card=card_name(GO, rules_id))


def limit_chip() -> str:
    """Return the text of the label that a side has while its speed is limited."""
    return _("Limit {km}", km=SLOW_KM)


def immune_chip(safety: Card, rules_id: str) -> str:
    """Return the text of the small label that shows which safety protects a side."""
    return {
        "right_of_way": card_name(safety, rules_id),
        "extra_tank": _r(rules_id, "Tank"),
        "puncture_proof": _r(rules_id, "Tires"),
        "driving_ace": _r(rules_id, "Ace"),
    }[safety.id]


def turn_chip() -> str:
    """Return the text of the label of the side whose turn it is."""
    return _p("chip", "Turn")


def km_to_go_text(side: SideView, target: int) -> str:
    """Return the distance that a side still has to go: “325 km to go”."""
    return _("{km} km to go", km=number(target - side.km))


# -- effects: “stops Nina”, “+100 km”, “discard” --------------------------------------------------------------------


def move_effect_label(move: Move, view: Observation, names: Names) -> str:
    """Return what the move does, as a label on the pile that gets its card: “stops Nina”, “+100 km”, “discard”."""
    card = move.card
    assert card is not None
    if move.kind is MoveKind.DISCARD:
        # Translators: the label on the discard pile while a card is chosen: what dropping it there does
        return _("discard")
    if move.side is not None:
        return _ATTACKS[card.id](names.side(move.side))
    return _own(card, view)


def _own(card: Card, view: Observation) -> str:
    if card.family is Family.DISTANCE:
        return _("+{km} km", km=number(card.km))
    if card.family is Family.SAFETY:
        return _("+{points} points", points=number(safety_points(view.sides[view.side], view.rules)))
    return say(_REMEDIES[card.id])


_ATTACKS: dict[str, Callable[[str], str]] = {
    # Translators: labels on a pile while a hazard is chosen. The name may be the subject instead: “Nina has to stop”.
    "stop": lambda name: _("stops {name}", name=name),
    "speed_limit": lambda name: _("limits {name} to {km}", name=name, km=SLOW_KM),
    "out_of_gas": lambda name: _("no more fuel for {name}", name=name),
    "flat_tire": lambda name: _("a flat tire for {name}", name=name),
    "accident": lambda name: _("a crash for {name}", name=name),
}

_REMEDIES: dict[str, Phrase] = {
    # Translators: labels on the player's own pile while a remedy is chosen: what laying it there does
    "go": N_("off you go"),
    "gasoline": N_("fills the tank"),
    "spare_tire": N_("changes the tire"),
    "repairs": N_("repairs the car"),
    "end_of_limit": N_("ends the limit"),
}


# -- tooltips: the purpose of cards and piles ------------------------------------------------------------------------


_HAZARD_OF = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


def card_tooltip(what: Card, rules_id: str, side: SideView | None = None, *, rolling_start: bool = False) -> str:
    """Return a tooltip text that says what a card does when it is played, by the ``side`` if one is given.

    ``rolling_start`` is the house rule.
    """
    match what.family:
        case Family.DISTANCE:
            return _about_distance(what, rules_id)
        case Family.HAZARD:
            return _about_hazard(what, rules_id)
        case Family.REMEDY:
            return _about_remedy(what, rules_id, rolling_start=rolling_start)
    return _r(
        rules_id,
        "Protects for the rest of the leg from: {hazards}. {points} points, and {more} more if it answers an attack at "
        "once.",
        hazards=_hazards(what, rules_id),
        points=number(item_points("safeties", rules_id) if side is None else safety_points(side, rules_id)),
        more=number(item_points("coups_fourres", rules_id)),
    )


def _about_distance(what: Card, rules_id: str) -> str:
    km = number(what.km)
    if what.km <= SLOW_KM:
        return _("Moves you {km} km ahead while you’re rolling, even under a limit.", km=km)
    if what.km == 200:
        return _r(
            rules_id,
            "Moves you {km} km ahead while you’re rolling without a limit; at most two of these per leg.",
            km=km,
        )
    return _("Moves you {km} km ahead while you’re rolling without a limit.", km=km)


def _about_hazard(what: Card, rules_id: str) -> str:
    remedy = card_name(REMEDY_FOR[what], rules_id)
    if what is SPEED_LIMIT:
        return _r(rules_id, "Holds an opponent to {km} km per card. Fix: {remedy}.", km=SLOW_KM, remedy=remedy)
    if what is STOP:
        return _r(rules_id, "Stops an opponent. Fix: {remedy}.", remedy=remedy)
    go = card_name(GO, rules_id)
    return _r(rules_id, "Stops an opponent. Fix: {remedy}, then {go}.", remedy=remedy, go=go)


def _about_remedy(what: Card, rules_id: str, *, rolling_start: bool) -> str:
    hazard = card_name(_HAZARD_OF[what], rules_id)
    if what is GO and rolling_start:
        return _r(rules_id, "Gets you rolling after a fix and after {hazard}.", hazard=hazard)
    if what is GO:
        return _r(rules_id, "Gets you rolling at the start, after a fix and after {hazard}.", hazard=hazard)
    if what is END_OF_LIMIT:
        return _("Fixes: {hazard}.", hazard=hazard)
    go = card_name(GO, rules_id)
    return _("Fixes: {hazard}. To roll again, you then need: {go}.", hazard=hazard, go=go)


def _hazards(safety: Card, rules_id: str) -> str:
    return join_with_commas(
        card_name(hazard, rules_id) for hazard, answer in SAFETY_AGAINST.items() if answer is safety
    )


def battle_pile_tooltip(side: SideView, rules_id: str) -> str:
    """Return the tooltip text of a battle pile: the side is rolling, or what stopped it and which card it needs."""
    if side.rolling and not side.battle:
        return _("No card, but a green light: kilometers can be played.")
    if side.rolling:
        return _("Rolling: kilometers can be played.")
    top = side.battle[-1] if side.battle else None
    need = card_name(helping_cards(side)[0], rules_id)
    if top is not None and top.family is Family.HAZARD:
        return _("Stopped: {hazard}. Needed next: {remedy}.", hazard=card_name(top, rules_id), remedy=need)
    return _("Not rolling. Needed next: {remedy}.", remedy=need)


def way_out(o: Observation) -> str:
    """Return a sentence about what gets the seat's side rolling: the cards that help, and how many are unseen of each.

    Return "" if the side rolls, or if all of these cards that are left are in the seat's hand.
    """
    side = o.sides[o.side]
    if side.rolling:
        return ""
    if not may_roll(o):
        return _("No card is left that could get you rolling.")
    unseen = unseen_cards(o)
    hidden = [
        # Translators: how many of a card are hidden, with no-break spaces: “8 × Go”
        _("{n}\u00a0×\u00a0{card}", n=number(unseen[help]), card=card_name(help, o.rules))
        for help in helping_cards(side)
        if unseen[help]
    ]
    # Translators: which cards get a stopped car going; they are in other hands or in the draw pile.
    return _("Useful, unseen: {cards}.", cards=join_with_commas(hidden)) if hidden else ""


def speed_pile_tooltip(side: SideView, rules_id: str) -> str:
    """Return the tooltip text of a speed pile: whether the side's speed is limited, and what ends the limit."""
    if not side.limited:
        return _("No limit: any distance can be played.")
    remedy = card_name(END_OF_LIMIT, rules_id)
    if not side.speed:
        return _r(rules_id, "No card, but a limit: at most {km} km per card. Fix: {remedy}.", km=SLOW_KM, remedy=remedy)
    return _r(rules_id, "At most {km} km per card. Fix: {remedy}.", km=SLOW_KM, remedy=remedy)


def distance_pile_tooltip(side: SideView, target: int) -> str:
    """Return the tooltip text of a side's distance cards: the km it has covered and the km it still has to go."""
    return _("{km} km so far, {left} km to go.", km=number(side.km), left=number(target - side.km))


def safety_tooltip(safety: Card, side: SideView, rules_id: str) -> str:
    """Return the tooltip text of a safety: what it protects from, and whether it lies on the side's display."""
    if safety not in side.safeties:
        return card_tooltip(safety, rules_id, side)
    said = _("On the table. Protects from: {hazards}.", hazards=_hazards(safety, rules_id))
    if safety in side.coups_fourres:
        said += " " + _r(rules_id, "It was played as a coup fourré.")
    return said

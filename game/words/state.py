"""What a side's display says in words: the chips and what is missing."""

from __future__ import annotations

from game.engine.cards import REMEDY_FOR, Card, Family, card
from game.engine.observation import SideView
from game.i18n import _, _p, card_name, number


def missing(side: SideView) -> Card:
    """The card that a side which does not roll needs next: the remedy of the hazard on top, else ``go``."""
    top = side.battle[-1] if side.battle else None
    return REMEDY_FOR[top] if top is not None and top.family is Family.HAZARD else card("go")


def state_chip(side: SideView, rules_id: str) -> str:
    """The word of the chip rolling or stopped: what stopped the side, or what it waits for."""
    if side.rolling:
        return _("Rolling")
    top = side.battle[-1] if side.battle else None
    if top is not None and top.family is Family.HAZARD:
        return card_name(top, rules_id)
    return _("Waits for {card}", card=card_name(card("go"), rules_id))


def limit_chip() -> str:
    """The word of the chip of a limited side."""
    return _("Limit {km}", km=50)


def immune_chip(safety: Card) -> str:
    """The shortest word for what a safety on the table makes immune against."""
    return {
        "right_of_way": _p("immune chip", "Priority"),
        "extra_tank": _p("immune chip", "Fuel"),
        "puncture_proof": _p("immune chip", "Tires"),
        "driving_ace": _p("immune chip", "Ace"),
    }[safety.id]


def turn_chip() -> str:
    """The word of the chip of the side whose turn it is."""
    return _p("chip", "Turn")


def to_go(side: SideView, target: int) -> str:
    """How far the own side still has to go: “325 km to go”."""
    return _("{km} km to go", km=number(target - side.km))

"""Tooltips: what lies under the pointer or has the focus, its name, what it does, and why it can't be played now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.engine.cards import SAFETIES, Card, card
from game.engine.events import Pile
from game.i18n import _, _n, card_name
from game.table.geometry.box import Box
from game.table.geometry.layout import RAISED_SCALE
from game.table.geometry.places import CARD_RATIO, Places
from game.table.painting import hand
from game.table.painting.picture import pile_name
from game.table.targets import WhyNot, why_unplayable
from game.table.view import DISCARD, DRAW, TableView, car_id, card_id, must_discard, pile_id
from game.words import (
    about_battle,
    about_card,
    about_distance,
    about_safety,
    about_speed,
    driver_style,
)

_HEADER: Final = "header"


@dataclass(frozen=True, slots=True)
class Tooltip:
    """What a tooltip says: the name, what it does, and if it can't be played the reason."""

    title: str
    body: str
    why: str = ""


def spots(places: Places, view: TableView) -> Iterator[tuple[str, Box]]:
    """Everything on the table that has a tooltip, the hand apart, by id; the first that holds a point is meant."""
    for side in range(len(places.sides)):
        for safety in SAFETIES:
            yield pile_id(safety.id, side), places.safety(side, safety)
    for pile in places.pile_ids:
        yield pile, places.place(pile)
    for side, where in enumerate(places.displays):
        header = where.header if where.chips is None else Box.hull(where.header, where.chips)
        yield pile_id(_HEADER, side), header
        x, y = places.car(side, view.observation.sides[side].km, view.observation.target)
        width, height = places.road.car_width, places.road.lane
        yield car_id(side), Box(x - width, y - height, width, height)


def spot_at(places: Places, view: TableView, pos: tuple[float, float]) -> str | None:
    """The id of what lies at a point."""
    index = hand.card_at(hand.hand_fan(places, view), hand.raised(view), pos)
    if index is not None and card_id(index) not in view.hidden:
        return card_id(index)
    return next((spot for spot, box in spots(places, view) if box.contains(pos)), None)


def anchor(places: Places, view: TableView, spot: str) -> Box | None:
    """What a tooltip must not cover; None if there is no such thing any more."""
    name, __, index = spot.partition("/")
    if name != "card":
        return next((box for found, box in spots(places, view) if found == spot), None)
    fan = hand.hand_fan(places, view)
    if int(index) >= len(fan.spots):
        return None
    x, y, _angle = fan.spots[int(index)]
    width = fan.card_width * (RAISED_SCALE if hand.raised(view) == int(index) else 1.0) + 10
    return Box.around(x, y, width, width * CARD_RATIO)


def tooltip_of(view: TableView, spot: str, why_not: WhyNot) -> Tooltip:
    """The words of a tooltip."""
    o, (name, __, index) = view.observation, spot.partition("/")
    if spot == DRAW:
        return Tooltip(pile_name(view, spot), _about_draw_pile(view))
    if spot == DISCARD:
        about = _about_discarding(view) if must_discard(o) else _about_discards(len(o.discard_pile))
        return Tooltip(pile_name(view, spot), about)
    if name == "card":
        return _card_tip(view, int(index), why_not)
    side = o.sides[int(index)]
    match name:
        case Pile.BATTLE:
            return Tooltip(pile_name(view, spot), about_battle(side, o.rules))
        case Pile.SPEED:
            return Tooltip(pile_name(view, spot), about_speed(side, o.rules))
        case Pile.DISTANCE | "car":
            return Tooltip(view.names.side(int(index)), about_distance(side, o.target))
        case Pile.SAFETIES:
            laid = _listed(side.safeties, o.rules)
            return Tooltip(pile_name(view, spot), laid or _("Nothing lies here yet."))
        case "header":
            return Tooltip(view.names.side(int(index)), _about_side(view, int(index)))
    safety = card(name)
    return Tooltip(card_name(safety, o.rules), about_safety(safety, side, o.rules))


def _card_tip(view: TableView, index: int, why_not: WhyNot) -> Tooltip:
    held, o = view.observation.hand[index], view.observation
    why = "" if view.is_playable(index) else why_unplayable(o, view.names, why_not, held)
    return Tooltip(card_name(held, o.rules), about_card(held, o.rules), why)


def _about_draw_pile(view: TableView) -> str:
    if view.observation.draw_pile:
        return _("Everybody draws a card here at the beginning of a turn.")
    return _("Nothing is left to draw; the leg goes on from the hands.")


def _about_discards(count: int) -> str:
    if not count:
        return _("Nothing has been discarded yet.")
    return _n("{n} card lies here. Press to look at it.", "{n} cards lie here. Press to look through them.", count)


def _about_discarding(view: TableView) -> str:
    if view.lit_card is None:
        return _("Nothing can be laid: a card is discarded here.")
    name = card_name(view.lit_card, view.observation.rules)
    return _("Press to discard {card}. V looks through the pile.", card=name)


def _about_side(view: TableView, index: int) -> str:
    """Who plays here and how, and in which state the side is: what its chips tell, in words."""
    o, side = view.observation, view.observation.sides[index]
    drivers = [view.players[seat].driver for seat in side.seats]
    said = [driver_style(driver) for driver in drivers if driver] if len(drivers) == 1 else []
    said.append(about_battle(side, o.rules))
    if side.limited:
        said.append(about_speed(side, o.rules))
    if side.safeties:
        said.append(_("Safe by: {cards}.", cards=_listed(side.safeties, o.rules)))
    done = [line.text for line in view.log if line.side == index]
    if done:
        said.append(f"{done[-1]}.")
    return " ".join(said)


def _listed(cards: tuple[Card, ...], rules_id: str) -> str:
    return ", ".join(card_name(laid, rules_id) for laid in cards)


def button_tooltip(id: str, name: str) -> Tooltip | None:
    """The words about a control of the table, None about one that explains itself."""
    about = {
        "menu": _("Pauses the game: go on, settings, leave. Key: Esc"),
        "hint": _("What the strongest driver would do in your place, and why. Key: H"),
        "rules": _("Everything about this match, or about the card that is chosen. Key: F1"),
        "sound": _("Effects and the road together; the settings have a volume for each. Key: M"),
    }
    return Tooltip(name, about[id]) if id in about else None

"""The state of each side in words, for screen readers and tooltips: what headers, chips and the road show."""

from __future__ import annotations

from collections.abc import Iterator

from game.drivers.moods import Mood
from game.drivers.words import face_line
from game.engine.cards import Card
from game.i18n import _
from game.i18n.punctuation import join_with_commas, label_with_text
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.painting.header import portraits_box
from game.table.turn_plate import turn_places
from game.table.view import TableView, car_id, header_id
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.words.captions import battle_pile_tooltip, distance_pile_tooltip, speed_pile_tooltip, way_out
from game.words.names import driver_name
from game.words.vocabulary import card_name


def side_state(view: TableView, index: int) -> str:
    """Return sentences about a side's state: whether it drives, its speed limit and its safeties."""
    o, side = view.observation, view.observation.sides[index]
    said = [battle_state(view, index)]
    if side.limited:
        said.append(speed_pile_tooltip(side, o.rules))
    if side.safeties:
        said.append(_("Protected by: {cards}.", cards=cards_listed(side.safeties, o.rules)))
    return " ".join(said)


def battle_state(view: TableView, index: int) -> str:
    """Return sentences about a side's battle pile; for the viewer's own, also what would get it rolling."""
    o, side = view.observation, view.observation.sides[index]
    is_own = o.seat == view.viewer and o.seat in side.seats
    return " ".join(filter(None, (battle_pile_tooltip(side, o.rules), way_out(o) if is_own else "")))


def cards_listed(cards: tuple[Card, ...], rules_id: str) -> str:
    """Return the names of the cards, separated by commas."""
    return join_with_commas(card_name(laid, rules_id) for laid in cards)


def header_box(places: Places, side: int) -> FloatRect:
    """Return the place of the header of a side's display, including its chips."""
    where = places.displays[side]
    return where.header if where.chips is None else FloatRect.hull(where.header, where.chips)


def car_box(places: Places, view: TableView, side: int) -> FloatRect:
    """Return the place of a side's car on the road."""
    x, y = places.car(side, view.observation.sides[side].km, view.observation.target)
    width, height = places.road.car_width, places.road.lane_height
    return FloatRect(x - width, y - height, width, height)


def side_state_nodes(places: Places, view: TableView) -> Iterator[Node]:
    """Yield the accessible nodes of each side's state, drivers' moods and km.

    The viewer's side comes first, the others follow in the order of play.
    """
    o, count = view.observation, len(view.observation.sides)
    for side in ((view.own_side + i) % count for i in range(count)):
        name = view.names.side(side)
        yield _text(header_id(side), name, header_box(places, side), side_state(view, side))
        yield from _faces(places, view, side)
        yield _text(car_id(side), name, car_box(places, view, side), distance_pile_tooltip(o.sides[side], o.target))


def _faces(places: Places, view: TableView, side: int) -> Iterator[Node]:
    """Yield accessible nodes for the moods of a side's drivers, unless calm, and for the remark of one of them."""
    where, seats = places.displays[side], view.observation.sides[side].seats
    for seat in seats if view.moods else ():
        driver, mood = view.players[seat].driver, view.moods[seat]
        if driver is not None and mood is not Mood.CALM:
            yield _text(f"face/{seat}", face_line(driver_name(driver), mood), portraits_box(where, len(seats)), "")
    spoken = view.visible_remark
    if spoken is not None and spoken.seat in seats:
        driver = view.players[spoken.seat].driver
        assert driver is not None
        box = places.layout.log if spoken.in_log else where.header
        yield Node(
            "remark", accessible_text(label_with_text(driver_name(driver), spoken.text)), "status", node_rect(box)
        )


def turn_node(places: Places, view: TableView) -> Node:
    """Return the accessible node of the turn plate, the panel that says whose turn it is.

    The node is disabled while others play.
    """
    o, turn = view.observation, view.turn
    is_asked = turn.tone != "calm" or o.to_move == o.seat
    return _text("turn", turn.head, turn_places(places.layout, turn).plate, turn.body, is_asked=is_asked)


def _text(id: str, name: str, box: FloatRect, value: str, *, is_asked: bool = True) -> Node:
    return Node(
        id, accessible_text(name), "text", node_rect(box), enabled=is_asked, value=accessible_text(value) or None
    )

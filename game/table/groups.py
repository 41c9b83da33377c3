"""The table's accessible nodes, grouped for screen readers: top bar, each side's display, common piles, hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from game.i18n import _, capital
from game.i18n.punctuation import join_with_commas
from game.settings.bindings import Action, KeyContext
from game.table.geometry.places import Places
from game.table.goals import GOALS
from game.table.top_bar import CHIP
from game.table.turn_plate import TAKING_OVER
from game.table.view import DISCARD, DRAW, TableView, pile_id
from game.ui.accessibility_tree import Node, accessible_text, grouped, node_rect
from game.words.keys import input_name
from game.words.vocabulary import term

_BAR, _PILES, _HAND = "bar", "piles", "hand"


_KEYS = {
    "menu": Action.ESCAPE,
    "back": Action.ESCAPE,
    "hint": Action.HINT,
    "narrow": Action.HINT,
    "rules": Action.RULES,
    "sound": Action.SOUND,
    "take_back": Action.TAKE_BACK,
    "make_again": Action.REDO,
    "log": Action.LOG,
    DISCARD: Action.LOOK_THROUGH,
    "first": Action.TO_DEAL,
    "play": Action.PLAY,
    "last": Action.TO_LAST,
    **dict.fromkeys(TAKING_OVER, Action.DELEGATE),
}
"""The key action that does the same as pressing a control or pile, by the id of that control or pile."""


def group_nodes(
    nodes: Iterable[Node], places: Places, view: TableView, buttons: Collection[str], where: KeyContext
) -> list[Node]:
    """Return the table's nodes sorted into groups, each with its keyboard shortcut if ``where`` accepts that key.

    The order is: top bar, nodes without a group, displays in the order of play, common piles, hand. ``buttons`` are
    the ids of the top bar's buttons.
    """
    groups = _groups(places, view)
    inside = {group.id: list[Node]() for group in groups}
    for node in nodes:
        action = _KEYS.get(node.id)
        is_in_use = action is not None and action.where in {where, KeyContext.EVERYWHERE, KeyContext.FOCUS}
        named = replace(node, shortcut=input_name(action)) if action is not None and is_in_use else node
        inside[_group_of(node.id, places, view, buttons)].append(named)
    found: list[Node] = []
    for group in groups:
        if group.id and inside[group.id]:
            found.append(group)
        found += grouped(inside[group.id], group.id)
    return found


def _groups(places: Places, view: TableView) -> list[Node]:
    """Return the nodes of all groups in order; the one without an id stands for nodes that have no group."""
    o, count, layout = view.observation, len(view.observation.sides), places.layout
    common = join_with_commas([term("draw_pile", o.rules), term("discard_pile", o.rules)])
    holder = _("Your hand") if o.seat == view.viewer else view.names.seat(o.seat)
    # Translators: the bar at the upper edge of the table with its buttons, said by a screen reader
    named = [(_BAR, _("Top bar"), layout.top), ("", "", layout.top)]
    for side in ((view.own_side + n) % count for n in range(count)):
        named.append((pile_id("display", side), view.names.side(side), places.display(side)))
    named += [(_PILES, capital(common), layout.piles), (_HAND, holder, layout.hand)]
    return [Node(id, accessible_text(name), "group", node_rect(box)) for id, name, box in named]


def _group_of(id: str, places: Places, view: TableView, buttons: Collection[str]) -> str:
    kind, __, number = id.partition("/")
    if kind in {"leg", CHIP, "points", *buttons} or (kind == GOALS and places.layout.goals is None):
        return _BAR
    if kind == "face":
        return pile_id("display", view.observation.side_of(int(number)))
    group = {"card": _HAND, DRAW: _PILES, DISCARD: _PILES}.get(kind, "")
    return group if group or kind in {"log", "tray", "mark"} or not number else pile_id("display", int(number))

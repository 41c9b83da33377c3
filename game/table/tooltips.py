"""Tooltips of the table: the name and effect of what lies under the pointer or has the focus.

A card's tooltip also says why the card can't be played now. A "spot" is the id of anything that has a tooltip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pygame import FRect, Rect, Surface

from game.drivers.words import score_against
from game.engine.cards import SAFETIES, Pile, card
from game.engine.endgame import ends_with_this_turn
from game.i18n import _, _n, say
from game.i18n.punctuation import with_full_stop
from game.people.drivers import CHARACTERS
from game.settings.bindings import Action
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import RAISED_SCALE
from game.table.geometry.places import CARD_RATIO, Places
from game.table.goals import GOALS, goals_description
from game.table.painting import hand
from game.table.painting.picture import pile_name
from game.table.standing import battle_state, car_box, cards_listed, header_box, side_state
from game.table.targets import WhyNot, why_unplayable
from game.table.top_bar import CHIP, button_about, chip_place, goals_place, no_hints_text
from game.table.turn_plate import FINISH, TAKING_OVER
from game.table.view import DISCARD, DRAW, TableView, car_id, card_id, header_id, pile_id
from game.ui.accessibility_tree import Node
from game.ui.tooltip import (
    FOCUS_DELAY_S,
    POINTER_DELAY_S,
    Tooltip,
    TooltipTiming,
    described_node,
    draw_tooltip,
    tooltip_box,
    tooltip_node,
)
from game.ui.widgets.focus_group import FocusGroup
from game.words.captions import (
    card_tooltip,
    distance_pile_tooltip,
    safety_tooltip,
    speed_pile_tooltip,
)
from game.words.keys import key_line
from game.words.vocabulary import card_name

PRESSED = frozenset({GOALS, CHIP})
"""The ids of what shows its tooltip at once when it is pressed."""


def tooltip_spots(places: Places, view: TableView) -> Iterator[tuple[str, FloatRect]]:
    """Yield the id and place of everything on the table that has a tooltip, except the cards of the hand.

    Where places overlap, the first one counts.
    """
    for side in range(len(places.sides)):
        for safety in SAFETIES:
            yield pile_id(safety.id, side), places.safety(side, safety)
    for pile in places.pile_ids:
        yield pile, places.place(pile)
    for spot, place in ((GOALS, goals_place(places, view)), (CHIP, chip_place(places, view))):
        if place is not None:
            yield spot, place
    for side in range(len(places.sides)):
        yield header_id(side), header_box(places, side)
        yield car_id(side), car_box(places, view, side)


def spot_at(places: Places, view: TableView, pos: tuple[float, float]) -> str | None:
    """Return the id of what has a tooltip at a point, or None."""
    index = hand.card_at(hand.hand_fan(places, view), hand.raised_index(view), pos)
    if index is not None and card_id(index) not in view.hidden:
        return card_id(index)
    return next((spot for spot, box in tooltip_spots(places, view) if box.contains(pos)), None)


def uncovered_place(places: Places, view: TableView, spot: str) -> FloatRect | None:
    """Return the place of the thing with the id ``spot``, which its tooltip must not cover, or None if it is gone."""
    name, __, index = spot.partition("/")
    if name != "card":
        return next((box for found, box in tooltip_spots(places, view) if found == spot), None)
    fan = hand.hand_fan(places, view)
    if int(index) >= len(fan.spots):
        return None
    x, y, _angle = fan.spots[int(index)]
    width = fan.card_width * (RAISED_SCALE if hand.raised_index(view) == int(index) else 1.0) + 10
    return FloatRect.around(x, y, width, width * CARD_RATIO)


def tooltip_of(view: TableView, spot: str, why_not: WhyNot) -> Tooltip:
    """Return the tooltip for the thing with the id ``spot``; ``why_not`` returns why a move is not possible now."""
    o, (name, __, index) = view.observation, spot.partition("/")
    if spot == GOALS:
        return Tooltip(_("Three stars"), with_full_stop(goals_description(view.goals)))
    if spot == CHIP and view.chip is not None:
        return Tooltip(view.chip.words, view.chip.about)
    if spot == DRAW:
        return Tooltip(pile_name(view, spot), _about_draw_pile(view))
    if spot == DISCARD:
        about = _about_discarding(view) if o.must_discard else _about_discards(len(o.discard_pile))
        return Tooltip(pile_name(view, spot), about)
    if name == "card":
        return _card_tip(view, int(index), why_not)
    side = o.sides[int(index)]
    match name:
        case Pile.BATTLE:
            return Tooltip(pile_name(view, spot), battle_state(view, int(index)))
        case Pile.SPEED:
            return Tooltip(pile_name(view, spot), speed_pile_tooltip(side, o.rules))
        case Pile.DISTANCE | "car":
            return Tooltip(view.names.side(int(index)), distance_pile_tooltip(side, o.target))
        case Pile.SAFETIES:
            laid = cards_listed(side.safeties, o.rules)
            return Tooltip(pile_name(view, spot), laid or _("No card here yet."))
        case "header":
            return Tooltip(view.names.side(int(index)), _about_side(view, int(index)))
    safety = card(name)
    return Tooltip(card_name(safety, o.rules), safety_tooltip(safety, side, o.rules))


def _card_tip(view: TableView, index: int, why_not: WhyNot) -> Tooltip:
    held, o = view.observation.hand[index], view.observation
    why = "" if view.is_playable(index) else why_unplayable(o, view.names, why_not, held)
    about = card_tooltip(held, o.rules, o.sides[o.side], rolling_start=o.options.rolling_start)
    return Tooltip(card_name(held, o.rules), about, why)


def _about_draw_pile(view: TableView) -> str:
    if view.observation.draw_pile:
        return _("Everybody draws a card here at the start of their turn.")
    if ends_with_this_turn(view.observation):
        return _("Nothing is left to draw; this turn is the last.")
    return _("Nothing is left to draw; the leg goes on with the cards in hand.")


def _about_discards(count: int) -> str:
    if not count:
        return _("Nothing has been discarded yet.")
    return _n("{n} card lies here. Press to look at it.", "{n} cards lie here. Press to look through them.", count)


def _about_discarding(view: TableView) -> str:
    if view.lit_card is None:
        return _("Nothing can be played: discard a card here.")
    name = card_name(view.lit_card, view.observation.rules)
    return " ".join((_("Press to discard {card}.", card=name), key_line(Action.LOOK_THROUGH))).rstrip()


def _about_side(view: TableView, index: int) -> str:
    """Return sentences about a side: its driver's style and score, its state, and its last move."""
    driver = view.names.lone_driver(index)
    said = [say(CHARACTERS[driver].style)] if driver else []
    if score := score_against(driver, view.head_to_head):
        said.append(with_full_stop(score))
    said.append(side_state(view, index))
    done = [line.text for line in view.log if line.side == index]
    if done:
        said.append(with_full_stop(done[-1]))
    return " ".join(said)


def button_tooltip(id: str, name: str, *, enabled: bool = True) -> Tooltip | None:
    """Return the tooltip of a button of the table, or None if the button needs no explanation."""
    about = key_line(Action.DELEGATE) if id in TAKING_OVER else button_about(id)
    if id == FINISH:
        about = _("Skips ahead: discards are made for you, and you’re asked as soon as you can play.")
    return Tooltip(name, about, "" if enabled or id != "hint" else no_hints_text()) if about else None


class Tooltips:
    """Shows and hides the tooltip of a table; at most one is visible.

    ``why_not`` returns why a move is not possible now. ``about`` returns the explanation of a control that only this
    table has, or None for other controls.
    """

    def __init__(
        self, controls: FocusGroup, why_not: WhyNot, about: Callable[[str], str | None] = lambda _id: None
    ) -> None:
        self._controls = controls
        self._why_not = why_not
        self._about = about
        self._timing = TooltipTiming()

    @property
    def is_shown(self) -> bool:
        return self._timing.shown_id is not None

    def handle_pointer_motion(self, pos: tuple[int, int], places: Places, view: TableView, now_s: float) -> bool:
        """Handle a movement of the pointer to ``pos``; return whether a tooltip vanished."""
        was_shown, widget = self._timing.shown_id, self._controls.widget_at(pos)
        self._timing.report_target(
            widget.id if widget is not None else spot_at(places, view, pos), now_s + POINTER_DELAY_S
        )
        return self._timing.shown_id != was_shown

    def press(self, pos: tuple[int, int], places: Places, view: TableView) -> bool:
        """Handle a mouse press at ``pos``: show a tooltip in ``PRESSED`` at once, or hide any other tooltip.

        Return whether the picture changes.
        """
        spot = spot_at(places, view, pos) if self._controls.widget_at(pos) is None else None
        return self.show(spot) if spot in PRESSED else self.hide_until_moved()

    def show(self, spot: str) -> bool:
        """Show the tooltip of the thing with that id at once; always return True, because the picture changes."""
        self._timing.show(spot)
        return True

    def handle_focus(self, spot: str | None, now_s: float) -> bool:
        """Handle a key press after which the thing with that id has the focus; return whether a tooltip vanished."""
        has_vanished = self.hide()
        self._timing.report_target(spot, now_s + FOCUS_DELAY_S)
        return has_vanished

    def hide_until_moved(self) -> bool:
        """Hide the tooltip until the pointer or the focus moves elsewhere; return whether a tooltip vanished."""
        was_shown = self._timing.shown_id
        self._timing.hide()
        return was_shown is not None

    def hide(self) -> bool:
        """Hide the tooltip because the pointer left the window or the table changed; return whether one vanished."""
        was_shown = self._timing.shown_id
        self._timing.reset()
        return was_shown is not None

    def update(self, now_s: float) -> bool:
        """Advance to this time in seconds; return whether a tooltip appeared."""
        return self._timing.update(now_s)

    def _about_control(self, id: str, name: str, *, enabled: bool) -> Tooltip | None:
        about = self._about(id)
        return Tooltip(name, about) if about else button_tooltip(id, name, enabled=enabled)

    def _shown(self, places: Places, view: TableView, avoid: Iterable[FloatRect]) -> tuple[Tooltip, FRect] | None:
        spot = self._timing.shown_id
        if spot is None:
            return None
        widget = next((widget for widget in self._controls.widgets if widget.id == spot), None)
        where = uncovered_place(places, view, spot) if widget is None else FloatRect(*widget.rect)
        if where is None:  # the button has gone meanwhile
            return None
        if widget is None:
            tip: Tooltip | None = tooltip_of(view, spot, self._why_not)
        else:
            tip = self._about_control(widget.id, widget.name, enabled=widget.enabled)
        if tip is None:
            return None
        return tip, tooltip_box(tip, where, places.layout.size, places.layout.text_scale, avoid)

    def draw(self, surface: Surface, places: Places, view: TableView, avoid: Iterable[FloatRect]) -> Iterator[Rect]:
        """Draw the tooltip, if one is visible, and yield its place; it covers places in ``avoid`` only if it must."""
        shown = self._shown(places, view, avoid)
        if shown is not None:
            yield draw_tooltip(surface, *shown, places.layout.text_scale)

    def with_tooltip_words(self, nodes: Iterable[Node], places: Places, view: TableView) -> list[Node]:
        """Return the accessible nodes, each with the words of its tooltip added, if it has one."""
        named = {widget.id: widget.name for widget in self._controls.widgets}
        known = {spot for spot, _box in tooltip_spots(places, view)}

        def about(node: Node) -> Tooltip | None:
            if node.id in named:
                return self._about_control(node.id, named[node.id], enabled=node.enabled)
            is_card = node.role == "card" and node.id.startswith("card/")
            return tooltip_of(view, node.id, self._why_not) if is_card or node.id in known else None

        return [described_node(node, about(node)) for node in nodes]

    def nodes(self, places: Places, view: TableView, avoid: Iterable[FloatRect]) -> list[Node]:
        shown = self._shown(places, view, avoid)
        return [tooltip_node(*shown)] if shown is not None else []

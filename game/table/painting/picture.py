"""The picture of the table, kept in a cached layer of regions that are painted again only where the view changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from pygame import Rect, Surface

from game.engine.cards import Card, Pile
from game.engine.observation import Observation
from game.engine.rules import load_rules, sides_of
from game.engine.setup import MatchSetup
from game.i18n import _, _n, capital, language
from game.i18n.punctuation import join_with_commas
from game.table import coach, goals, log, top_bar, turn_plate
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import Fan, OptionalRegion, fan
from game.table.geometry.places import Places, place_table
from game.table.painting import (
    card_faces,
    display,
    ground,
    hand,
    piles,
    road_strip,
    target_glow,
)
from game.table.painting.card_faces import RotationBudget
from game.table.painting.target_glow import HighlightFrames
from game.table.top_bar import TABLE_BUTTONS, BarButton, BarView
from game.table.view import DISCARD, DRAW, TableView, card_id, pile_id
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import art, text
from game.ui.drawing.layers import Layer, Paint
from game.words.vocabulary import card_name, term


class TablePicture:
    """The picture of one match's table in a window of one size; another size or other sides need a new one.

    ``match`` is its setup, or an observation of one of its legs; ``viewer`` is the seat that looks. ``extra`` is an
    optional region, ``buttons`` are those of the top bar. Call ``update`` whenever the view may have changed: it paints
    the changes on a cached layer. ``render`` copies that layer, the table at rest, to a surface; ``draw_hand`` draws
    the viewer's cards over it, so that raising or dragging a card repaints nothing.
    """

    def __init__(
        self,
        size: tuple[int, int],
        match: MatchSetup | Observation,
        viewer: int,
        *,
        extra: OptionalRegion = OptionalRegion.NOTHING,
        buttons: Sequence[BarButton] = TABLE_BUTTONS,
    ) -> None:
        self._buttons = buttons
        rules, sides = load_rules(match.rules), sides_of(match.seats, match.seating)
        distances_km, full_hand = rules.distances_km(match.seats, match.seating), match.options.full_hand(rules)
        self.places: Places = place_table(size, sides, viewer, distances_km, extra=extra, full_hand=full_hand)
        held = fan(0, self.places.layout)
        self.hand_width, self.hand_form = held.card_width, card_faces.hand_form(held)
        widths = {self.places.draw_pile.w, *(where.battle.w for where in self.places.displays)}
        self.pile_widths = tuple(sorted(widths))  # the widths of cards on the table
        self._layer = Layer(size)
        self.budget = RotationBudget()
        self._seen: tuple[TableView, str] | None = None
        self._hand: tuple[TableView, str, hand.Blits] | None = None

    def free(self) -> None:
        """Free the memory of a table that is no longer shown."""
        self._layer, self._seen, self._hand = Layer((1, 1)), None, None

    def update(self, view: TableView) -> list[Rect]:
        """Update the table at rest, and return the areas painted again; the same view again costs nothing.

        After large changes only cards, cars and numbers are painted, and the rest in the next calls: see ``is_behind``.
        """
        self.budget.renew()
        art.store_preloaded_surfaces()
        is_known = self._seen is not None and self._seen[0] is view and self._seen[1] == language()
        if is_known:
            return self._layer.paint_deferred() if self._layer.has_deferred_drawing else []
        self._seen = view, language()
        self._declare(view)
        return self._layer.refresh()

    def prepare(self, view: TableView, is_time_up: Callable[[], bool]) -> None:
        """Paint as much of a new table at rest as time allows; the table may be shown once it ``is_painted``.

        ``is_time_up`` returns True when this call should end.
        """
        self._declare(view)
        self._layer.preload(is_time_up)

    def draw_pending(self, view: TableView, surface: Surface) -> None:
        """Draw on another surface everything that ``update`` would paint again for this view."""
        self._declare(view)
        self._layer.preload_changes(surface)

    def _declare(self, view: TableView) -> None:
        w, h = self.places.layout.size
        self._region("map", FloatRect(0, 0, w, h), None, ground.paint, solid=True)
        self._declare_road(view)
        self._declare_displays(view)
        self._declare_rest(view)

    @property
    def is_painted(self) -> bool:
        """Whether every part of the table at rest has been painted at least once."""
        return self._layer.is_painted

    @property
    def is_behind(self) -> bool:
        """Whether some changes of the latest view have not been painted yet."""
        return self._layer.has_deferred_drawing or self.budget.has_postponed

    def _region(  # noqa: PLR0913 - where, how and when
        self,
        name: str,
        box: FloatRect,
        key: object,
        paint: Paint,
        *,
        at_once: object = None,
        solid: bool = False,
        parts: Callable[[], Iterable[tuple[FloatRect, object]]] | None = None,
    ) -> None:
        code = language()
        pieces = parts and (lambda: [(where, (look, code)) for where, look in parts()])
        self._layer.declare_region(
            name, box, (key, code), paint, urgent_key=(at_once, code), is_opaque=solid, parts=pieces
        )

    def _declare_road(self, view: TableView) -> None:
        where = self.places
        road, cars = road_strip.road_view(view, where), road_strip.cars_view(view)
        self._region(
            "road", where.layout.strip, road, lambda s: road_strip.paint_road(s, where, road), at_once=road, solid=True
        )
        self._region(
            "cars",
            where.layout.strip,
            cars,
            lambda s: road_strip.paint_cars(s, where, cars),
            at_once=cars,
            parts=lambda: road_strip.cars_parts(where, cars),
        )
        bar = self._bar_view(view)
        self._region("bar", where.layout.top, bar, lambda s: top_bar.paint_bar(s, where.layout, bar, self._buttons))

    def _declare_displays(self, view: TableView) -> None:
        seen = [(where, display.display_view(view, side)) for side, where in enumerate(self.places.displays)]
        for where, what in seen:
            reach = display.surround_reach_px(where, what)
            paint = display.surround_painter(where, what)
            self._region(f"around/{what.side}", where.panel.grown(reach), (reach, what.active, what.focused), paint)
        for where, what in seen:
            inside, paint = display.panel_extent(where, what), display.display_painter(where, what)
            parts = partial(display.parts, where, what)
            self._region(f"display/{what.side}", inside, what, paint, at_once=what.urgent_key, parts=parts)

    def _declare_rest(self, view: TableView) -> None:
        where, layout, names = self.places, self.places.layout, view.names
        common, asked = piles.piles_view(view), view.turn
        extent = piles.extent(where, common)
        self._region(
            "piles",
            extent,
            common,
            lambda s: piles.paint_piles(s, where, common),
            at_once=common.urgent_key,
            parts=lambda: piles.parts(where, common),
        )
        paper = display.with_shadow(layout.log, layout.unit)
        if view.log_replacement is not None:
            self._region("log", paper, view.log_replacement, view.log_replacement.paint)
        elif layout.log.w:
            lines = log.log_view(layout, view.log, view.log_end)
            self._region("log", paper, (lines, names.liveries), lambda s: log.paint_log(s, layout, lines, names))
        self._region("turn", turn_plate.extent(layout), asked, lambda s: turn_plate.paint_turn(s, layout, asked))
        sheet, shown = layout.goals, view.goals
        if sheet is not None and shown:
            around = goals.goals_extent(layout, sheet)
            self._region("goals", around, shown, lambda s: goals.paint_goals(s, layout, sheet, shown))
        if layout.coach is not None:
            said = view.coach
            self._region("coach", coach.coach_extent(layout), said, lambda s: coach.paint_coach(s, layout, said))

    def render(self, surface: Surface) -> None:
        """Copy the table at rest, as last updated and without the hand, to a surface."""
        self._layer.blit(surface)

    def hand_spots(self, view: TableView) -> Fan:
        return hand.hand_fan(self.places, view)

    def hand_slot_at(self, view: TableView, pos: tuple[float, float], x: float) -> int | None:
        """Return the index in the hand for a card dragged to ``x``, or None if the pointer is not over the hand.

        ``pos`` is the position of the pointer.
        """
        return hand.nearest_hand_slot(self.places, view, x) if self.places.layout.hand.contains(pos) else None

    def glow_extents(self, targets: frozenset[str]) -> Iterator[Rect]:
        """Yield every rectangle that ``draw_glow`` may paint on for these targets."""
        lit = [self.places.display(side) for side in _sides(targets)]
        for place in (*lit, *((self.places.discard_pile,) if DISCARD in targets else ())):
            yield target_glow.extent(place, self.places.layout.unit)

    def draw_glow(self, surface: Surface, view: TableView, strength: float) -> None:
        """Draw the glow of all targets within the clip area of the surface.

        ``strength`` is from 0 (dimmest) to 1 (brightest).
        """
        if not view.targets:
            return
        clip = surface.get_clip()
        for side in _sides(view.targets):
            if clip.colliderect(target_glow.extent(self.places.display(side), self.places.layout.unit)):
                self._glow_display(surface, side, view, strength)
        if DISCARD in view.targets:
            self._glow_discards(surface, view.observation.rules, strength)

    def _glow_display(self, surface: Surface, side: int, view: TableView, strength: float) -> None:
        where, u = self.places.displays[side], self.places.layout.unit
        target_glow.draw_glow_round(surface, where.panel, display.radius(u), u, strength)
        lit = [pile for pile in Pile if pile_id(pile, side) in view.targets]
        display.draw_targets(surface, where, lit, view.lit_card)

    def _glow_discards(self, surface: Surface, rules_id: str, strength: float) -> None:
        """Draw the glow of the discard pile, but not over the pile names, which may lie on it in larger text."""
        place, u = self.places.discard_pile, self.places.layout.unit
        target_glow.draw_glow_round(surface, place, place.w * piles.CORNER, u, strength)
        target_glow.draw_target(surface, place, u)
        if text.text_size_factor() > 1:
            clip = surface.get_clip()
            surface.set_clip(clip.clip(target_glow.extent(place, u)))
            piles.paint_names(surface, self.places, rules_id)
            surface.set_clip(clip)

    def coach_frames(self, view: TableView) -> tuple[HighlightFrames, ...]:
        """Return the frames and arrows at the places that the coach points at, for ``draw_coach_frames``."""
        return coach.pointer_frames(self.places, view)

    def pointer_extents(self, frames: tuple[HighlightFrames, ...]) -> Iterator[Rect]:
        return coach.pointer_extents(frames, self.places.layout.unit)

    def draw_coach_frames(self, surface: Surface, frames: tuple[HighlightFrames, ...]) -> None:
        coach.draw_pointers(surface, frames, self.places.layout.unit)

    def hand_extent(self, view: TableView) -> Rect:
        """Return the rectangle that ``draw_hand`` may paint on."""
        return hand.extent(self.places, len(view.observation.hand))

    def hand_key(self, view: TableView) -> object:
        """Return everything that ``draw_hand`` depends on, to detect changes."""
        return hand.hand_key(view), self.budget.postponed_frames, language()

    def draw_hand(self, surface: Surface, view: TableView) -> None:
        """Draw the viewer's hand; its pictures are cached for the view once all cards have been rotated."""
        known, self._hand = self._hand, None
        if known is None or known[0] is not view or known[1] != language():
            known = view, language(), hand.resting_cards(self.places, view, self.budget)
        if not self.budget.has_postponed:
            self._hand = known
        hand.draw_hand(surface, self.places, view, known[2])

    def copy_area(self, box: Rect) -> Surface:
        """Return a copy of a part of the table at rest, as last updated."""
        return self._layer.copy(box)

    def preload(self, view: TableView) -> Iterator[None]:
        """Draw glows and faces that this table needs into the caches, one per ``next``, in idle time.

        They are needed for any view; the cards of this view's hand come first.
        """
        for side, where in enumerate(self.places.displays):
            yield from display.preload(where, display.display_view(view, side))
        yield from piles.preload(self.places)
        yield from hand.preload(self.places)
        nowhere, every = Surface((1, 1)), replace(view, targets=frozenset(self.places.pile_ids), lit_card=None)
        for side in range(len(self.places.sides)):
            self._glow_display(nowhere, side, every, 1.0)
            yield
        self._glow_discards(nowhere, view.observation.rules, 1.0)
        yield
        held, o = fan(0, self.places.layout), view.observation
        yield from card_faces.preload(self.pile_widths, held, o.rules, o.hand)

    def preload_hand(self, view: TableView) -> Iterator[None]:
        """Start to draw the cards of this hand into the cache, bright and dimmed, one per ``next``.

        Then draw the road's landscape if it is no longer cached.
        """
        yield from hand.preload_cards(self.places, view)
        yield from road_strip.preload_scenery(self.places)

    def preload_raised(self, view: TableView) -> Iterator[None]:
        yield from hand.preload_raised(self.places, view)

    def thing_at(self, view: TableView, pos: tuple[float, float]) -> int | str | None:
        """Return what lies at a point: the index of a card in the hand, the id of a pile or of a display, or None."""
        index = hand.card_at(self.hand_spots(view), hand.raised_index(view), pos)
        if index is not None and card_id(index) not in view.hidden:
            return index
        for pile in self.places.pile_ids:
            if self.places.place(pile).contains(pos):
                return pile
        sides = range(len(self.places.sides))
        return next((pile_id("display", side) for side in sides if self.places.display(side).contains(pos)), None)

    def _bar_view(self, view: TableView) -> BarView:
        return top_bar.bar_view(view, self.places.lanes, has_paper=self.places.layout.goals is not None)

    def bar_nodes(self, view: TableView) -> Iterator[Node]:
        return top_bar.bar_nodes(self.places.layout, self._bar_view(view), self._buttons)

    def nodes(self, view: TableView) -> list[Node]:
        """Return the accessible nodes of the hand's cards, the piles, and the panel with a stage's goals."""
        cards = [i for i in range(len(view.observation.hand)) if card_id(i) not in view.hidden]
        things = [self._card_node(view, i, (n + 1, len(cards))) for n, i in enumerate(cards)]
        things += [self._pile_node(view, p) for p in self.places.pile_ids]
        paper = self.places.layout.goals
        if paper is not None and view.goals:
            things.append(
                Node(goals.GOALS, accessible_text(goals.goals_description(view.goals)), "text", node_rect(paper))
            )
        return things

    def _card_node(self, view: TableView, index: int, place: tuple[int, int]) -> Node:
        card = view.observation.hand[index]
        up = hand.raised_index(view)
        return Node(
            card_id(index),
            accessible_text(card_name(card, view.observation.rules)),
            "card",
            node_rect(hand.visible_part(self.hand_spots(view), index, up)),
            enabled=view.is_playable(index),
            focused=up == index,
            value=str(card.family),
            place=place,
        )

    def _pile_node(self, view: TableView, pile: str) -> Node:
        return Node(
            pile,
            accessible_text(pile_name(view, pile)),
            "pile",
            node_rect(self.places.place(pile)),
            enabled=pile in view.targets,
            focused=view.focused_pile == pile,
            value=_pile_value(view, pile),
        )


def _sides(targets: Iterable[str]) -> list[int]:
    """Return the sides whose display or one of whose piles is among the targets."""
    return sorted({int(pile.partition("/")[2]) for pile in targets if pile != DISCARD})


def pile_name(view: TableView, pile: str) -> str:
    """Return the name of a pile given its id, with the name of its side, or the number of cards on the draw pile."""
    o = view.observation
    if pile == DRAW:
        words = capital(term("draw_pile", o.rules))
        return _n("{pile}, {n} card", "{pile}, {n} cards", o.draw_pile, pile=words)
    if pile == DISCARD:
        return capital(term("discard_pile", o.rules))
    name, __, side = pile.partition("/")
    words = {
        Pile.BATTLE: capital(term("battle_pile", o.rules)),
        Pile.SPEED: capital(term("speed_pile", o.rules)),
        Pile.DISTANCE: _("Distance"),
        Pile.SAFETIES: capital(term("safeties", o.rules)),
    }[Pile(name)]
    return _("{pile}, {side}", pile=words, side=view.names.side(int(side)))


def _pile_value(view: TableView, pile: str) -> str | None:
    """Return the accessible value of a pile: its top card, number of cards, km or safeties, or None if empty."""
    o = view.observation
    if pile == DRAW:
        return str(o.draw_pile)
    if pile == DISCARD:
        return _names(o.discard_pile[-1:], o.rules)
    name, __, number = pile.partition("/")
    side = o.sides[int(number)]
    match Pile(name):
        case Pile.BATTLE:
            return _names(side.battle[-1:], o.rules)
        case Pile.SPEED:
            return _names(side.speed[-1:], o.rules)
        case Pile.DISTANCE:
            return str(side.km)
    return _names(side.safeties, o.rules)


def _names(cards: tuple[Card, ...], rules_id: str) -> str | None:
    return join_with_commas(accessible_text(card_name(card, rules_id)) for card in cards) or None

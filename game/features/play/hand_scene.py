"""The base of every table from which cards can be played, in a match or a puzzle.

It has input by mouse, keyboard and single switch, and drawing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.features.play.hand import TableHand
from game.features.play.keys import KeyboardCursor, TableKeys
from game.features.play.painter import TablePainter
from game.features.play.stage import TableStage
from game.features.play.table_state import TableState
from game.scenes.host import Host
from game.settings.bindings import Action, KeyContext
from game.table.painting.target_glow import label_nodes
from game.table.standing import turn_node
from game.table.targets import playable_piles
from game.table.tooltips import PRESSED, Tooltips
from game.table.view import DISCARD
from game.ui.accessibility_tree import Node
from game.ui.key_repeat import is_repeated
from game.ui.keys import Commands
from game.ui.press_filter import is_press
from game.ui.scene import Scene
from game.ui.widgets.focus_group import PRESS_KEYS


class TableScanner:
    """Lets a player with a single switch use the table: it offers every possible card, pile and control in turn."""

    def __init__(self, hand: TableHand[TableState], cursor: KeyboardCursor, tooltips: Tooltips) -> None:
        self._hand = hand
        self._stage = hand.stage
        self._cursor = cursor
        self._tooltips = tooltips

    def offer_next(self) -> None:
        hand = self._hand
        self._stage.invalidate()
        if hand.is_discarding:
            later = [card for card in self._hand.discardable() if card > (hand.selected or 0)]
            if later:
                hand.offer_discard(later[0])
                return
        elif hand.aimed_pile and not hand.is_suggesting:
            hand.aim_next(1)
            return
        stops, here = self._stops(), self._here()
        at = stops.index(here) + 1 if here in stops else 0
        if stops:
            self._offer(stops[at % len(stops)])
        self._tooltips.handle_focus(self._cursor.focused_id, self._stage.app.now_s)

    def _stops(self) -> list[Hashable]:
        """Return keys for all cards, piles and controls that are offered, in order."""
        o, is_coached = self._hand.state.observation, self._stage.is_coached
        cards: list[Hashable] = [i for i, card in enumerate(o.hand) if playable_piles(o, card)]
        if o.must_discard:
            cards = list(self._hand.discardable())
        elif self._hand.discardable() and not is_coached:
            cards.append(DISCARD)
        controls = [w.id for w in self._stage.controls.widgets if w.enabled and w.role != "log"]
        return [*cards, *((control, "control") for control in controls)]

    def _here(self) -> Hashable:
        if self._stage.controls.focused is not None:
            return self._stage.controls.focused.id, "control"
        if self._hand.is_discarding:
            return DISCARD
        return self._hand.cursor_id or self._hand.selected

    def _offer(self, stop: Hashable) -> None:
        self._cursor.hide()
        self._hand.clear_selection()
        self._stage.controls.focus(None)
        if isinstance(stop, int):
            self._hand.choose(stop)
        elif isinstance(stop, tuple):
            self._stage.controls.focus(stop[0], ring=True)
        else:
            self._hand.cursor_id = DISCARD


_RIGHT_BUTTON = 3


class PlayableTableScene(Scene[Host]):
    """A table from which cards can be played; a subclass lays out ``stage``, calls ``set_hand`` and sets ``keys``."""

    hand: TableHand[TableState]
    keys: TableKeys

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.stage = TableStage(self)
        self.controls = self.stage.controls

    def set_hand(self, hand: TableHand[TableState]) -> None:
        """Set the hand, and create what needs it: tooltips, keyboard cursor, single-switch input and painter."""
        self.hand = hand
        self.animation = hand.state.animation
        self.tooltips = Tooltips(self.controls, hand.state.refusal_for, self.describe_control)
        self.cursor = KeyboardCursor(hand)
        self.scanning = TableScanner(hand, self.cursor, self.tooltips)
        self.painter = TablePainter(hand, self.cursor, self.tooltips)

    def describe_control(self, id: str) -> str | None:  # noqa: ARG002 - for subclasses
        """Return the tooltip's text for a control that only this kind of table has, or None for any other control."""
        return None

    def finish_animations(self) -> None:
        """Finish all animations at once; every press does so."""
        self.animation.skip(self.app.now_s)
        self.hand.moves.finish_all()
        self.stage.invalidate()

    def leave(self) -> None:
        self.stage.picture.free()

    def rules_topic(self) -> str | None:
        hand = self.hand
        taken = hand.carried_index if hand.carried_index is not None else hand.selected
        pointed = taken if taken is not None else hand.hovered_card
        pile = hand.aimed_pile or hand.hovered_pile
        top = self.stage.view.top_card(pile) if pile is not None else None
        looked_at = hand.state.observation.hand[pointed] if pointed is not None else top
        return looked_at.id if looked_at is not None else None

    def update_visuals(self, now_s: float) -> None:
        """Update glow, tooltips and moving cards to this time; while nothing moves, preload pictures."""
        if self.hand.update(now_s):
            self.stage.invalidate()
        self.dirty = self.tooltips.update(now_s) or self.dirty
        is_lit, is_still = bool(self.stage.view.targets), not self.animation.timing.has_motion
        is_pulsing = self.stage.pulse.update(now_s, is_lit=is_lit, is_still=is_still)
        self.dirty = is_pulsing or self.stage.picture.is_behind or self.dirty
        if not self.is_moving():
            self.stage.preloader.draw_next(is_moving=False)

    # -- input --------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button > _RIGHT_BUTTON:
            return False  # pygame reports wheel turns as button presses too
        if is_repeated(event) and self.animation.is_moving:
            return False  # key repeats do not end animations, only a new press does
        hand = self.hand
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            seen = self.press_target(event)
            if event.type == pygame.MOUSEBUTTONDOWN:
                hand.record_press_turn()
            self.finish_animations()
            hand.state.refusal = ""
            if event.type == pygame.MOUSEBUTTONDOWN:
                hand.cursor_id = None
            if is_press(event) and (now := self.press_target(event)) != seen and not hand.hits_card(event, now):
                return True  # ending the animations changed what the press would do
        elif event.type == pygame.MOUSEBUTTONUP and hand.insert_index is not None:
            place = hand.insert_index
            self.finish_animations()  # the step that runs would take back the new order of the hand
            hand.update_cards()
            if hand.held_card is not None:
                hand.insert_index = place  # a card that was drawn comes last
        if event.type == pygame.MOUSEMOTION:
            self.stage.pointer = event.pos
        if event.type == pygame.MOUSEWHEEL:
            return self.scroll_log(event)
        was_carried = hand.carried_index, hand.insert_index
        used = self.handle_key(event) if event.type == pygame.KEYDOWN else hand.handle(event)
        self.dirty = self._update_tooltip(event) or used or self.dirty
        is_only_carried = hand.carried_index is not None and (hand.carried_index, hand.insert_index) == was_carried
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) or (used and not is_only_carried):
            self.stage.invalidate()
        return used

    def commands(self) -> Commands:
        return {Action.LOG: self.keys.go_to_log, Action.DISPLAYS: self.cursor.toggle}

    def handle_command(self, event: Event) -> bool:
        """Handle a key of a command or of the cursor, which work whatever is selected; return True if it was used."""
        return super().handle(event) or self.cursor.handle(event)

    def handle_key(self, event: Event) -> bool:
        """Handle the press of a key on the table; return True if it was used."""
        return self.handle_command(event) or self.keys.handle(event)

    def scroll_log(self, event: Event) -> bool:
        """Scroll the log by a turn of the mouse wheel if the mouse is over it; return True if it moved."""
        log = self.stage.log
        return log.contains(self.stage.pointer) and log.turn(event.y)

    def offer_next_control(self) -> None:
        self.scanning.offer_next()

    def focus_control(self, id: str) -> bool:
        self.finish_animations()
        return self.cursor.move_to(id)

    def _update_tooltip(self, event: Event) -> bool:
        """Show or hide a tooltip after a mouse or key event; return True if the picture changes."""
        if event.type == pygame.MOUSEMOTION and self.hand.held_card is None:
            return self.tooltips.handle_pointer_motion(
                event.pos, self.stage.picture.places, self.stage.view, self.app.now_s
            )
        if event.type == pygame.KEYDOWN:
            if event.key in PRESS_KEYS and self.hand.cursor_id in PRESSED:
                return self.tooltips.show(self.hand.cursor_id)
            return self.tooltips.handle_focus(self.cursor.focused_id, self.app.now_s)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self.tooltips.press(event.pos, self.stage.picture.places, self.stage.view)
        if event.type == pygame.MOUSEMOTION:
            return self.tooltips.hide_until_moved()
        return event.type == pygame.WINDOWLEAVE and self.tooltips.hide()

    def press_target(self, event: Event) -> Hashable:
        return self.hand.press_target(event)

    def pressable_ids(self) -> Iterable[Hashable]:
        return self.controls.pressable_ids()

    # -- picture ------------------------------------------------------------------------------------------------------

    def preload(self) -> bool:
        return self.stage.prepaint_slice()

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        had_little_to_do = self.painter.draw(surface)
        if had_little_to_do and self.is_moving():
            self.stage.preloader.draw_next(is_moving=True)

    @property
    def changed_areas(self) -> list[Rect] | None:
        return self.painter.changed

    @property
    def is_preloading(self) -> bool:
        return not self.stage.preloader.is_done

    def mark_overdrawn(self) -> None:
        self.painter.mark_all_dirty()

    def is_moving(self) -> bool:
        return self.hand.is_moving

    def nodes(self) -> list[Node]:
        places, focus, is_off = self.stage.picture.places, self.hand.cursor_id, self.controls.focused is not None
        piles = [
            replace(
                node,
                focused=not is_off and (node.focused or node.id == focus),
                shortcut=str(int(node.id.rpartition("/")[2]) + 1) if node.role == "card" else "",
            )
            for node in self.stage.nodes()
        ]
        things = [*self.controls.nodes(), *piles, *self.cursor.nodes({node.id for node in piles})]
        return [
            turn_node(places, self.stage.view),
            *self.stage.grouped_nodes(
                self.tooltips.with_tooltip_words(things, places, self.stage.view), KeyContext.TABLE
            ),
            *label_nodes(self.stage.labels),
            *self.tooltips.nodes(places, self.stage.view, self.stage.label_boxes),
        ]

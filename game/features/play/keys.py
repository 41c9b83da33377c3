"""Keyboard control of the table: selecting and playing cards, and moving a cursor over the piles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.features.play.hand import TableHand
from game.features.play.table_state import TableState
from game.settings.bindings import Action
from game.table.geometry.box import FloatRect
from game.table.painting.hand import draw_focus
from game.table.targets import playable_piles
from game.table.tooltips import tooltip_of, tooltip_spots, uncovered_place
from game.table.view import DISCARD, card_id, header_id, is_car
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import draw
from game.ui.drawing.layers import outer_rect
from game.ui.keys import Commands, run_command
from game.ui.widgets.focus_group import ARROWS, PRESS_KEYS, distance_towards

_LEFT, _RIGHT = pygame.K_LEFT, pygame.K_RIGHT
_RADIUS, _REACH_PX = 8, 12


class KeyboardCursor:
    """Moves the keyboard cursor over what is on the table besides hand and controls, such as piles and names.

    ``cursor_id`` of the hand is the id of what the cursor is on, or None while the cursor is hidden.
    """

    def __init__(self, hand: TableHand[TableState]) -> None:
        self._hand = hand
        self._stage = hand.stage

    def toggle(self) -> None:
        """Show the cursor, on the viewer's own display, or hide it if it is shown."""
        if self._hand.cursor_id is not None:
            self.hide()
            return
        self._hand.clear_selection()
        self._stage.controls.focus(None)
        self._hand.cursor_id = header_id(self._hand.state.observation.side)

    def hide(self) -> None:
        """Hide the cursor: keys then control the hand again."""
        self._hand.cursor_id = None

    def move_to(self, id: str) -> bool:
        """Select the card, focus the control or put the cursor on the pile of that id; return False without one."""
        hand, controls = self._hand, self._stage.controls
        kind, __, index = id.partition("/")
        self._stage.invalidate()
        if kind == "card" and index.isdecimal() and int(index) < len(hand.state.observation.hand):
            hand.cursor_id = None
            controls.focus(None)
            hand.choose(int(index))
        elif controls.focus_control(id):
            hand.cursor_id = None
        elif any(id == spot for spot, __ in tooltip_spots(self._stage.picture.places, self._stage.view)):
            hand.clear_selection()
            controls.focus(None)
            hand.cursor_id = id
        else:
            return False
        return True

    def handle(self, event: Event) -> bool:
        """Handle a key while the cursor is shown; return True if it was used.

        Arrows move the cursor, from the lowest pile down into the hand; Escape and Tab also lead back to the hand.
        """
        if self._hand.cursor_id is None:
            return False
        if event.key in ARROWS:
            self._go(ARROWS[event.key])
        elif event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self.hide()
        elif event.key in PRESS_KEYS:
            is_scanned = bool(self._stage.app.settings.person.scan.step_s)
            if self._hand.cursor_id == DISCARD and not (is_scanned and self._hand.begin_discarding()):
                self._hand.state.commands.show_discards()
        else:
            return False
        return True

    def _go(self, direction: tuple[int, int]) -> None:
        places, view = self._stage.picture.places, self._stage.view
        here = uncovered_place(places, view, self._hand.cursor_id) if self._hand.cursor_id is not None else None
        if here is None:
            self.hide()
            return
        others = [
            (spot, box)
            for spot, box in tooltip_spots(places, view)
            if spot != self._hand.cursor_id and not is_car(spot)
        ]
        ahead = [(far, spot) for spot, box in others
                 if (far := distance_towards(outer_rect(here), outer_rect(box), direction)) is not None]  # fmt: skip
        if ahead:
            self._hand.cursor_id = min(ahead)[1]
        elif direction == (0, 1):
            self.hide()

    @property
    def focused_id(self) -> str | None:
        """The id of what the keyboard is at: the cursor's, the focused control, the aimed pile or the selected card."""
        hand, focused = self._hand, self._stage.controls.focused
        if hand.cursor_id is not None or focused is not None:
            return hand.cursor_id or (focused.id if focused is not None else None)
        return hand.aimed_pile or (card_id(hand.selected) if hand.selected is not None else None)

    @property
    def ring_id(self) -> str | None:
        """The id of what has the focus ring: what the cursor is on, or the card that the keyboard would select first.

        That card has a ring only while nothing is selected; screen readers do not report it as focused.
        """
        hand = self._hand
        if self._hand.cursor_id is not None or not self._stage.is_on_top or self._stage.is_coached:
            return self._hand.cursor_id
        if self._hand.is_moving or self._hand.state.has_pending_move:
            return None
        is_chosen = self._stage.controls.focused is not None or hand.selected is not None or hand.held_card is not None
        if is_chosen or not self._stage.app.shows_focus or not self._hand.state.observation.hand:
            return None
        return card_id(hand.keyboard_start_index)

    def nodes(self, known_ids: Collection[str]) -> list[Node]:
        """Return the accessibility node of what the cursor is on, in a list.

        The list is empty if the id is in ``known_ids``: then the tree has a node of that id already.
        """
        place = self._place()
        if self._hand.cursor_id is None or self._hand.cursor_id in known_ids or place is None:
            return []
        tip = tooltip_of(self._stage.view, self._hand.cursor_id, self._hand.state.refusal_for)
        return [
            Node(
                self._hand.cursor_id,
                accessible_text(tip.title),
                "text",
                node_rect(place),
                focused=True,
                value=accessible_text(tip.body),
            )
        ]

    def draw(self, surface: Surface) -> Iterator[Rect]:
        """Draw the focus ring, if there is one, and yield the drawn area."""
        place, t = self._place(), self._stage.text_factor
        name, __, index = (self.ring_id or "").partition("/")
        if name == "card":
            yield draw_focus(surface, self._stage.picture.places, self._stage.view, int(index))
        elif place is not None:
            draw.focus_ring(surface, outer_rect(place), _RADIUS * t, t)
            yield outer_rect(place).inflate(2 * _REACH_PX, 2 * _REACH_PX)

    def _place(self) -> FloatRect | None:
        spot = self.ring_id
        return uncovered_place(self._stage.picture.places, self._stage.view, spot) if spot is not None else None


class TableKeys:
    """Handles the keys of the hand and of the table's controls.

    ``reopen_question`` reopens a question that was put aside, and returns False if there is none.
    """

    def __init__(
        self,
        hand: TableHand[TableState],
        cursor: KeyboardCursor,
        reopen_question: Callable[[], bool],
        open_menu: Callable[[], None],
    ) -> None:
        self._hand = hand
        self._controls = hand.stage.controls
        self._cursor = cursor
        self._reopen_question = reopen_question
        self._open_menu = open_menu
        self._commands: Commands = {
            Action.MOVE_LEFT: partial(self._shift, -1),
            Action.MOVE_RIGHT: partial(self._shift, 1),
            Action.DISCARD: self._discard_selected,
        }

    def handle(self, event: Event) -> bool:
        """Handle the press of a key on the table; return True if it was used."""
        key, controls = event.key, self._controls
        if key == pygame.K_UP and not controls.focused and (not self._hand.aimed_pile or self._hand.is_suggesting):
            self._cursor.toggle()
            return True
        if key == pygame.K_TAB and (not self._hand.aimed_pile or self._hand.is_suggesting):
            return self._tab(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if controls.focused and (controls.focused.handle_key(key) or key in PRESS_KEYS):
            return controls.handle(event) if key in PRESS_KEYS else True
        if key == pygame.K_ESCAPE:
            return self._escape()
        if self._hand.aimed_pile and not self._hand.is_suggesting and key in (_LEFT, _RIGHT, pygame.K_TAB):
            back = key == _LEFT or (key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
            return self._hand.aim_next(-1 if back else 1)
        if run_command(event, self._commands):
            return True
        if key in (_LEFT, _RIGHT):
            return self._step(1 if key == _RIGHT else -1)
        if key in PRESS_KEYS:
            return self._enter()
        return self._number(key)

    def go_to_log(self) -> None:
        """Move the focus to the log, so that the keyboard can read its lines one by one."""
        self._hand.cursor_id = None
        self._controls.focus("log", ring=True)

    def _tab(self, step: int) -> bool:
        """Move the focus to the next (``step`` 1) or previous (-1) stop: the hand or a control. Return True."""
        controls = self._controls
        focused = controls.focused.id if controls.focused else None
        stops = [None, *(widget.id for widget in controls.widgets if widget.enabled or widget.id == focused)]
        if focused is None and self._hand.selected is None and self._hand.state.observation.hand:
            self._hand.choose(self._hand.keyboard_start_index)
            return True
        stop = stops[(stops.index(focused) + step) % len(stops)]
        controls.focus(stop, ring=True)
        if stop is None and self._hand.selected is None and self._hand.state.observation.hand:
            self._hand.choose(self._hand.keyboard_start_index)
        return True

    def _escape(self) -> bool:
        if self._hand.held_card:
            self._hand.release_held_card()
        elif self._reopen_question():
            pass
        elif self._hand.is_suggesting:
            self._hand.clear_selection()
        elif self._hand.aimed_pile:
            self._hand.aimed_pile = None
        elif self._controls.focused:
            self._controls.focus(None)
        elif self._hand.selected is not None:
            self._hand.selected = None
        else:
            self._open_menu()
        return True

    def _step(self, by: int) -> bool:
        count = len(self._hand.state.observation.hand)
        if count:
            self._hand.choose(
                self._hand.keyboard_start_index if self._hand.selected is None else (self._hand.selected + by) % count
            )
        return True

    def _shift(self, by: int) -> None:
        """Move the selected card one place to the right (``by`` 1) or left (-1) within the hand."""
        if self._hand.selected is None:
            self._step(by)
        elif 0 <= (place := self._hand.selected + by) < len(self._hand.state.observation.hand):
            self._hand.reorder(self._hand.selected, place)

    def _number(self, key: int) -> bool:
        first = pygame.K_KP_1 if pygame.K_KP_1 <= key <= pygame.K_KP_9 else pygame.K_1
        index = key - first
        if not 0 <= index < min(9, len(self._hand.state.observation.hand)):
            return False
        self._hand.choose(index)
        return True

    def _enter(self) -> bool:
        o, index = self._hand.state.observation, self._hand.selected
        if self._reopen_question():
            return True
        if index is None:
            return self._step(0)
        piles = playable_piles(o, o.hand[index])
        if self._hand.aimed_pile in piles:
            self._hand.play_card(index, piles[self._hand.aimed_pile], self._hand.resting_pose(index))
        elif self._hand.aimed_pile == DISCARD or o.must_discard:
            self._hand.discard(index)
        elif len(piles) > 1:
            self._hand.aimed_pile = next(iter(piles))
        else:
            self._hand.play_if_single_target(index)
        return True

    def _discard_selected(self) -> None:
        if self._hand.selected is not None:
            self._hand.aimed_pile = None
            self._hand.discard(self._hand.selected)

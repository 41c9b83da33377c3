"""The base of every table from which cards can be played, in a match or a puzzle: input, scanning and drawing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.features.play.hand import TableHand
from game.features.play.keys import Looking, TableKeys
from game.features.play.match import TableMoment
from game.features.play.painter import TablePainter
from game.features.play.scanning import TableScan
from game.features.play.stage import TableStage
from game.scenes.host import Host
from game.settings.bindings import Where
from game.table.goals import GOALS
from game.table.painting.target_glow import label_nodes
from game.table.standing import turn_node
from game.table.tooltips import Tooltips
from game.ui.accessibility_tree import Node
from game.ui.key_repeat import is_repeated
from game.ui.presses import is_press
from game.ui.scene import Scene
from game.ui.widgets.widget import PRESS_KEYS

_RIGHT_BUTTON = 3


class HandScene(Scene[Host]):
    """A playable table; a subclass lays out ``stage``, calls ``play_from`` and sets ``keys``."""

    hand: TableHand[TableMoment]
    keys: TableKeys

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.stage = TableStage(self)
        self.controls = self.stage.controls

    def play_from(self, hand: TableHand[TableMoment]) -> None:
        """Set the hand and create what depends on it: tooltips, keyboard cursor, scanning and painter."""
        self.hand = hand
        self.animation = hand.match.animation
        self.tooltips = Tooltips(self.controls, hand.match.why_not, self.about_control)
        self.looking = Looking(hand)
        self.scanning = TableScan(hand, self.looking, self.tooltips)
        self.painter = TablePainter(hand, self.looking, self.tooltips)

    def about_control(self, id: str) -> str | None:  # noqa: ARG002 - for subclasses
        """Return what a control does that only this table has; None for any other control."""
        return None

    def hurry(self) -> None:
        """Finish all animations at once, because something was pressed."""
        self.animation.skip(self.app.now_s)
        self.hand.moves.arrive()
        self.stage.touch()

    def leave(self) -> None:
        self.stage.picture.let_go()

    def rules_topic(self) -> str | None:
        hand = self.hand
        taken = hand.carried if hand.carried is not None else hand.selected
        pointed = taken if taken is not None else hand.hovered
        pile = hand.aim or hand.pointed
        top = self.stage.view.top(pile) if pile is not None else None
        looked_at = hand.match.observation.hand[pointed] if pointed is not None else top
        return looked_at.id if looked_at is not None else None

    def go_on(self, now_s: float) -> None:
        """Update glow, tooltips and moving cards to this time in seconds; preload pictures while nothing moves."""
        if self.hand.update(now_s):
            self.stage.touch()
        self.dirty = self.tooltips.update(now_s) or self.dirty
        is_lit, is_still = bool(self.stage.view.targets), not self.animation.timing.travels
        is_pulsing = self.stage.pulse.update(now_s, is_lit=is_lit, is_still=is_still)
        self.dirty = is_pulsing or self.stage.picture.is_behind or self.dirty
        if not self.is_moving():
            self.stage.prewarmer.go_on(is_moving=False)

    # -- input --------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button > _RIGHT_BUTTON:
            return False  # pygame reports wheel turns as button presses too
        if is_repeated(event) and self.animation.is_moving:
            return False  # key repeats do not end animations, only a new press does
        hand = self.hand
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            seen = self.pressed_by(event)
            if event.type == pygame.MOUSEBUTTONDOWN:
                hand.begin_press()
            self.hurry()
            hand.match.refused = ""
            if event.type == pygame.MOUSEBUTTONDOWN:
                hand.spot = None
            if is_press(event) and (now := self.pressed_by(event)) != seen and not hand.may_only_choose(event, now):
                return True  # ending the animations changed what the press would do
        if event.type == pygame.MOUSEMOTION:
            self.stage.pointer = event.pos
        if event.type == pygame.MOUSEWHEEL:
            return self.turn_wheel(event)
        was_carried = hand.carried, hand.place
        used = self.take_key(event) if event.type == pygame.KEYDOWN else hand.handle(event)
        self.dirty = self._follow_tooltip(event) or used or self.dirty
        is_only_carried = hand.carried is not None and (hand.carried, hand.place) == was_carried
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) or (used and not is_only_carried):
            self.stage.touch()
        return used

    def take_key(self, event: Event) -> bool:
        """Handle a key; return True if it was used."""
        return self.keys.handle(event)

    def turn_wheel(self, event: Event) -> bool:
        """Scroll the log if the mouse is over it."""
        log = self.stage.log
        return log.contains(self.stage.pointer) and log.turn(event.y)

    def scan(self) -> None:
        self.scanning.go_on()

    def focus_on(self, id: str) -> bool:
        self.hurry()
        return self.looking.go_to(id)

    def _follow_tooltip(self, event: Event) -> bool:
        """Update the tooltip after a pointer or focus event; return True if the picture changes."""
        if event.type == pygame.MOUSEMOTION and self.hand.hold is None:
            return self.tooltips.point(event.pos, self.stage.picture.places, self.stage.view, self.app.now_s)
        if event.type == pygame.KEYDOWN:
            if event.key in PRESS_KEYS and self.hand.spot == GOALS:
                return self.tooltips.show(GOALS)
            return self.tooltips.focus(self.looking.focused_spot, self.app.now_s)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self.tooltips.press(event.pos, self.stage.picture.places, self.stage.view)
        if event.type == pygame.MOUSEMOTION:
            return self.tooltips.end()
        return event.type == pygame.WINDOWLEAVE and self.tooltips.forget()

    def pressed_by(self, event: Event) -> Hashable:
        return self.hand.pressed_by(event)

    def pressable(self) -> Iterable[Hashable]:
        return self.controls.pressable()

    # -- picture ------------------------------------------------------------------------------------------------------

    def prepare(self) -> bool:
        return self.stage.prepare()

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        had_little_to_do = self.painter.draw(surface)
        if had_little_to_do and self.is_moving():
            self.stage.prewarmer.go_on(is_moving=True)

    @property
    def changed(self) -> list[Rect] | None:
        return self.painter.changed

    @property
    def draws_ahead(self) -> bool:
        return not self.stage.prewarmer.is_done

    def overdrawn(self) -> None:
        self.painter.overdrawn()

    def is_moving(self) -> bool:
        return self.hand.is_moving

    def nodes(self) -> list[Node]:
        places, focus, is_off = self.stage.picture.places, self.hand.spot, self.controls.focused is not None
        piles = [
            replace(
                node,
                focused=not is_off and (node.focused or node.id == focus),
                shortcut=str(int(node.id.rpartition("/")[2]) + 1) if node.role == "card" else "",
            )
            for node in self.stage.nodes()
        ]
        things = [*self.controls.nodes(), *piles, *self.looking.nodes({node.id for node in piles})]
        return [
            turn_node(places, self.stage.view),
            *self.stage.in_groups(self.tooltips.describe(things, places, self.stage.view), Where.TABLE),
            *label_nodes(self.stage.labels),
            *self.tooltips.nodes(places, self.stage.view, self.stage.label_boxes),
        ]

"""Looking at the table by keys: the focus walks over headers and piles, and each is explained as for the mouse."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.scenes.table.hand import TableHand
from game.table.geometry.box import Box
from game.table.painting.hand import draw_focus
from game.table.tooltips import anchor, spots, tooltip_of
from game.table.view import DISCARD, card_id, header_id, is_car
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw
from game.ui.drawing.layers import outer
from game.ui.widgets.widget import ARROWS, PRESS_KEYS, distance_towards

_RADIUS, _REACH_PX = 8, 12


class Looking:
    """Moves the hand's ``spot``, the id of what is looked at: None while the focus is in the hand or at a control."""

    def __init__(self, hand: TableHand) -> None:
        self._hand = hand
        self._stage = hand.stage

    def begin(self) -> None:
        """Look at the viewer's own display first; where somebody looks already, stop that."""
        if self._hand.spot is not None:
            self.end()
            return
        self._hand.let_go()
        self._stage.controls.focus(None)
        self._hand.spot = header_id(self._hand.match.observation.side)

    def end(self) -> None:
        """Let the focus go back to the hand."""
        self._hand.spot = None

    def handle(self, event: Event) -> bool:
        """Arrows go to the next thing there, from the lowest back to the hand; Escape and Tab go back too."""
        if self._hand.spot is None:
            return False
        if event.key in ARROWS:
            self._go(ARROWS[event.key])
        elif event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self.end()
        elif event.key in PRESS_KEYS:
            is_scanned = bool(self._stage.app.settings.scan.step_s)
            if self._hand.spot == DISCARD and not (is_scanned and self._hand.begin_discarding()):
                self._hand.match.acts.look_through()
        else:
            return False
        return True

    def _go(self, direction: tuple[int, int]) -> None:
        places, view = self._stage.picture.places, self._stage.view
        here = anchor(places, view, self._hand.spot) if self._hand.spot is not None else None
        if here is None:
            self.end()
            return
        others = [(spot, box) for spot, box in spots(places, view) if spot != self._hand.spot and not is_car(spot)]
        ahead = [(far, spot) for spot, box in others
                 if (far := distance_towards(outer(here), outer(box), direction)) is not None]  # fmt: skip
        if ahead:
            self._hand.spot = min(ahead)[1]
        elif direction == (0, 1):
            self.end()

    @property
    def focused_spot(self) -> str | None:
        """The id of what the keyboard has chosen or points at."""
        hand, focused = self._hand, self._stage.controls.focused
        if hand.spot is not None or focused is not None:
            return hand.spot or (focused.id if focused is not None else None)
        return hand.aim or (card_id(hand.selected) if hand.selected is not None else None)

    @property
    def focus(self) -> str | None:
        """What has the ring: what is looked at, or where the keys would begin in the hand if nothing is chosen yet.

        Of that card the tree does not say that it has the focus: it is said when it is chosen.
        """
        hand = self._hand
        if self._hand.spot is not None or not self._stage.is_on_top or self._stage.is_coached:
            return self._hand.spot
        if self._hand.is_moving or self._hand.match.is_move_due:
            return None
        is_chosen = self._stage.controls.focused is not None or hand.selected is not None or hand.hold is not None
        if is_chosen or not self._stage.app.shows_focus or not self._hand.match.observation.hand:
            return None
        return card_id(hand.first)

    def nodes(self, known: Collection[str]) -> list[Node]:
        """What is looked at, if it is nothing that the tree tells in any case."""
        place = self._place()
        if self._hand.spot is None or self._hand.spot in known or place is None:
            return []
        tip = tooltip_of(self._stage.view, self._hand.spot, self._hand.match.why_not)
        return [Node(self._hand.spot, plain(tip.title), "text", node_rect(place), focused=True, value=plain(tip.body))]

    def draw(self, surface: Surface) -> Iterator[Rect]:
        """Draw the ring, and tell where."""
        place, t = self._place(), self._stage.text_factor
        name, __, index = (self.focus or "").partition("/")
        if name == "card":
            yield draw_focus(surface, self._stage.picture.places, self._stage.view, int(index))
        elif place is not None:
            draw.focus_ring(surface, outer(place), _RADIUS * t, t)
            yield outer(place).inflate(2 * _REACH_PX, 2 * _REACH_PX)

    def _place(self) -> Box | None:
        spot = self.focus
        return anchor(self._stage.picture.places, self._stage.view, spot) if spot is not None else None

"""Looking at the table by keys: the focus walks over headers and piles, and each is explained as for the mouse."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.table.geometry.box import Box
from game.table.tooltips import anchor, spots, tooltip_of
from game.table.view import DISCARD, card_id, header_id, is_car
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw
from game.ui.drawing.layers import outer
from game.ui.widgets.widget import ARROWS, PRESS_KEYS, distance_towards

if TYPE_CHECKING:
    from game.scenes.table.scene import TableScene

_RADIUS, _REACH_PX = 8, 12


class Looking:
    """``spot`` is the id of what is looked at, None while the focus is in the hand or at a control."""

    def __init__(self, table: TableScene) -> None:
        self._table = table
        self.spot: str | None = None

    def begin(self) -> None:
        """Look at the viewer's own display first; where somebody looks already, stop that."""
        if self.spot is not None:
            self.end()
            return
        self._table.hand.let_go()
        self._table.controls.focus(None)
        self.spot = header_id(self._table.observation.side)

    def end(self) -> None:
        """Let the focus go back to the hand."""
        self.spot = None

    def handle(self, event: Event) -> bool:
        """Arrows go to the next thing there, from the lowest back to the hand; Escape and Tab go back too."""
        if self.spot is None:
            return False
        if event.key in ARROWS:
            self._go(ARROWS[event.key])
        elif event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self.end()
        elif event.key in PRESS_KEYS:
            is_scanned = bool(self._table.app.settings.scan.step_s)
            if self.spot == DISCARD and not (is_scanned and self._table.scanning.begin_discarding()):
                self._table.look_through()
        else:
            return False
        return True

    def _go(self, direction: tuple[int, int]) -> None:
        table = self._table
        places, view = table.picture.places, table.view
        here = anchor(places, view, self.spot) if self.spot is not None else None
        if here is None:
            self.end()
            return
        others = [(spot, box) for spot, box in spots(places, view) if spot != self.spot and not is_car(spot)]
        ahead = [(far, spot) for spot, box in others
                 if (far := distance_towards(outer(here), outer(box), direction)) is not None]  # fmt: skip
        if ahead:
            self.spot = min(ahead)[1]
        elif direction == (0, 1):
            self.end()

    @property
    def focus(self) -> str | None:
        """What has the ring: what is looked at, or where the keys would begin in the hand if nothing is chosen yet.

        Of that card the tree does not say that it has the focus: it is said when it is chosen.
        """
        table = self._table
        hand = table.hand
        if self.spot is not None or not table.is_on_top or table.is_coached:
            return self.spot
        if table.is_moving() or table.is_move_due:
            return None
        is_chosen = table.controls.focused is not None or hand.selected is not None or hand.hold is not None
        if is_chosen or not table.app.shows_focus or not table.observation.hand:
            return None
        return card_id(hand.first)

    def nodes(self, known: Collection[str]) -> list[Node]:
        """What is looked at, if it is nothing that the tree tells in any case."""
        place = self._place()
        if self.spot is None or self.spot in known or place is None:
            return []
        tip = tooltip_of(self._table.view, self.spot, self._table.why_not)
        return [Node(self.spot, plain(tip.title), "text", node_rect(place), focused=True, value=plain(tip.body))]

    def draw(self, surface: Surface) -> Iterator[Rect]:
        """Draw the ring, and tell where."""
        place, t = self._place(), self._table.text_factor
        if place is not None:
            draw.focus_ring(surface, outer(place), _RADIUS * t, t)
            yield outer(place).inflate(2 * _REACH_PX, 2 * _REACH_PX)

    def _place(self) -> Box | None:
        spot = self.focus
        return anchor(self._table.picture.places, self._table.view, spot) if spot is not None else None

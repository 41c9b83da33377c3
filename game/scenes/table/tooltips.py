"""The tooltips of the table: which thing pointer or focus rest on, and its plate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.errors import Reason
from game.engine.moves import Move
from game.table.geometry.box import Box
from game.table.input.tooltip_timing import FOCUSED_S, POINTED_S, TooltipTiming
from game.table.painting.labels import Label
from game.table.painting.picture import TablePicture
from game.table.painting.tooltip_plate import draw_tooltip, node, tooltip_box
from game.table.tooltips import Tooltip, anchor, button_tooltip, spot_at, tooltip_of
from game.table.view import TableView
from game.ui.accessibility_tree import Node
from game.ui.widgets.focus import FocusGroup


class Explained(Protocol):
    """What the tooltips ask of the table."""

    controls: FocusGroup
    picture: TablePicture

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the lit piles."""
        ...

    @property
    def view(self) -> TableView:
        """The table as it is seen now."""
        ...

    @property
    def focused_spot(self) -> str | None:
        """The id of what the keyboard has chosen or points at."""
        ...

    @property
    def is_carrying(self) -> bool:
        """Whether the mouse holds a card."""
        ...

    def why_not(self, move: Move) -> Reason | None:
        """Why a move is not possible at the moment that is shown."""
        ...


class TableTips:
    """Comes up when pointer or focus have rested for a while; a press, a key, a carried card or leaving ends it."""

    def __init__(self, table: Explained) -> None:
        self._table = table
        self._timing = TooltipTiming()

    def follow(self, event: Event, now_s: float) -> bool:
        """Go where pointer or focus go; True if a tooltip vanished."""
        was_shown = self._timing.shown
        if event.type == pygame.MOUSEMOTION and not self._table.is_carrying:
            self._timing.rest_on(self._pointed(event.pos), now_s + POINTED_S)
        elif event.type == pygame.KEYDOWN:
            self._timing.forget()
            self._timing.rest_on(self._table.focused_spot, now_s + FOCUSED_S)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self._timing.end()
        elif event.type == pygame.WINDOWLEAVE:
            self._timing.forget()
        return self._timing.shown != was_shown

    def update(self, now_s: float) -> bool:
        """Go on to this moment; True if a tooltip has come up."""
        return self._timing.update(now_s)

    def forget(self) -> None:
        """Show nothing: what lies on the table has changed."""
        self._timing.forget()

    def _pointed(self, pos: tuple[int, int]) -> str | None:
        widget = self._table.controls.at(pos)
        return widget.id if widget is not None else spot_at(self._table.picture.places, self._table.view, pos)

    def _shown(self) -> tuple[Tooltip, Box] | None:
        """The tooltip and its place, if there is one."""
        spot, table = self._timing.shown, self._table
        if spot is None:
            return None
        widget = next((widget for widget in table.controls.widgets if widget.id == spot), None)
        where = anchor(table.picture.places, table.view, spot) if widget is None else Box(*widget.rect)
        tip = tooltip_of(table.view, spot, table.why_not) if widget is None else button_tooltip(widget.id, widget.name)
        if where is None or tip is None:
            return None
        layout = table.picture.places.layout
        return tip, tooltip_box(tip, where, layout.size, layout.t, (label.box for label in table.labels))

    def draw(self, surface: Surface) -> Iterator[Rect]:
        """Draw the tooltip, if there is one, and tell where."""
        shown = self._shown()
        if shown is not None:
            yield draw_tooltip(surface, *shown, self._table.picture.places.layout.t)

    def nodes(self) -> list[Node]:
        """The tooltip in the tree."""
        shown = self._shown()
        return [node(*shown)] if shown is not None else []

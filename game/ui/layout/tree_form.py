"""A form whose whole layout is one tree of boxes; see ``game.ui.layout``."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager

import pygame
from pygame import Surface
from pygame.event import Event

from game.i18n import language
from game.ui.accessibility_tree import Node
from game.ui.boxes.box import Box
from game.ui.boxes.type_scale import Scale
from game.ui.drawing import text
from game.ui.form import FormScene
from game.ui.layout.scrolling import Scroll, ScrollPosition
from game.ui.scene import HostT, layout_unit
from game.ui.widgets import Widget
from game.ui.widgets.areas import ScrollArea
from game.ui.widgets.scroll_offset import ScrollOffset as Offset


class ViewState:
    """What a screen keeps when its layout tree is rebuilt: scroll offsets, and which layout variant fitted."""

    def __init__(self, place_again: Callable[[], None]) -> None:
        self._scrolled: dict[str, Offset] = {}
        self._ways: dict[str, tuple[Hashable, object, int]] = {}
        self._place_again = place_again
        self._mouse = (0, 0)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The scroll offsets of all scrolled parts, in pixels."""
        return tuple(offset.offset for offset in self._scrolled.values())

    def position(self, id: str) -> ScrollPosition:
        """Return the position of the scrolled part with this id."""
        return ScrollPosition(id, self._scrolled.setdefault(id, Offset()), self._place_again)

    def first_that_fits(
        self, id: str, available_size: tuple[int, int], *ways: Callable[[], Box], content: object = None
    ) -> Box:
        """Return the first of several layout variants that fits into ``available_size`` (in pixels), or the last if
        none does.

        The search starts at the variant chosen last, if window, language and text size are the same: content changes
        little, so at most one other variant is built in vain; none if ``content`` is equal. The returned variant is
        always built last, so a scene may keep references to its parts.
        """
        key = (available_size, text.text_size_factor(), language())
        known, was, at = self._ways.get(id, (None, None, 0))
        if content is not None and (known, was) == (key, content):
            return ways[at]()
        at, last, made = at if known == key else 0, len(ways) - 1, list[Box]()

        def has_room(way: int) -> bool:
            made[:] = [ways[way]()]
            return made[0].has_room(available_size)

        if at > 0 and has_room(at - 1):
            at -= 1
            while at > 0 and has_room(at - 1):
                at -= 1
            made = [ways[at]()]
        else:
            while at < last and not has_room(at):
                at += 1
        self._ways[id] = key, content, at
        return made[0] if at < last else ways[last]()

    def handle(self, event: Event, widgets: Sequence[Widget]) -> bool:
        """Scroll the innermost area under the mouse by wheel, and an area for reading by the page keys.

        Return False if nothing is scrolled. Page keys work wherever the focus is.
        """
        areas = [widget for widget in reversed(widgets) if isinstance(widget, ScrollArea)]
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
        elif event.type == pygame.MOUSEWHEEL:
            below = [area for area in areas if area.contains(self._mouse)]
            return any(area.scroll_by_wheel(event.y) for area in below or areas)
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            read = [area for area in areas if area.is_read]
            return any(area.handle_key(event.key) for area in read) or bool(read)
        return False

    def scroll_into_view(self, widgets: Sequence[Widget], focused: Widget, beside: Box | None = None) -> None:
        """Scroll the focused control into view, and the box ``beside`` as far as both fit."""
        for pane in widgets:
            is_round_it = focused.clip is not None and focused is not pane and pane.rect.contains(focused.clip)
            if isinstance(pane, Scroll) and is_round_it:
                if beside is not None:
                    pane.scroll_into_view(beside.rect)
                pane.scroll_into_view(focused.focus_rect)


class TreeForm(FormScene[HostT]):
    """A form defined by its layout ``tree``, from which controls, picture, texts and Tab order are derived."""

    def __init__(self, app: HostT) -> None:
        super().__init__(app)
        self.view_state = ViewState(self.place_again)
        self.controls.on_focused = self._reveal_focused
        self.root = Box()
        self.scale = Scale(1.0)

    def tree(self) -> Box:
        """Return the layout of the whole screen for the present size, language and state."""
        raise NotImplementedError

    def part(self, id: str) -> Box:
        """Return the box with this id; raise ``KeyError`` if there is none."""
        boxes = [self.root]
        for box in boxes:
            if box.id == id:
                return box
            boxes += box.children
        raise KeyError(id)

    def scrolled(self, id: str) -> Scroll:
        """Return the scrolled part with this id; raise ``KeyError`` if there is none."""
        part = self.part(id)
        if not isinstance(part, Scroll):
            raise KeyError(id)
        return part

    def text_size_context(self) -> AbstractContextManager[None]:
        return text.limit_scale(math.inf, layout_unit(self.app.size))

    def build(self) -> list[Widget]:
        self.scale = Scale(self.unit, text.text_size_factor())
        self.root = self.tree()
        self.root.place(self.bounds)
        return list(self.root.widgets())

    def place_again(self) -> None:
        """Place the same layout tree again after scrolling, so that its controls move."""
        with self.text_size_context():
            self.root.place(self.bounds)
        self.dirty = True

    def handle(self, event: Event) -> bool:
        if not self.controls.popup and self.view_state.handle(event, self.controls.widgets):
            self.dirty = True
            return True
        used = super().handle(event)
        if event.type == pygame.KEYDOWN:
            self._reveal_focused()
        return used

    def offer_next_control(self) -> None:
        super().offer_next_control()
        self._reveal_focused()

    def focus_control(self, id: str) -> bool:
        is_given = super().focus_control(id)
        self._reveal_focused()
        return is_given

    def _lay_out_again(self) -> None:
        super()._lay_out_again()
        if self.controls.shows_ring:
            self._reveal_focused()

    def reveal_beside_focus(self, id: str) -> None:
        """Scroll the part with this id into view, together with the focused control."""
        if self.controls.focused is not None:
            self.view_state.scroll_into_view(self.controls.widgets, self.controls.focused, self.part(id))

    def _reveal_focused(self) -> None:
        if self.controls.focused is not None:
            self.view_state.scroll_into_view(self.controls.widgets, self.controls.focused)

    def paint(self, surface: Surface) -> None:
        self.root.paint(surface)

    def preload_widgets(self, surface: Surface) -> None:
        super().preload_widgets(surface)
        self.root.paint(surface)

    def nodes(self) -> list[Node]:
        return self.controls.nodes() if self.controls.popup else [*self.root.accessible_nodes(self.bounds)]

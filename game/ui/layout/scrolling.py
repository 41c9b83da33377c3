"""A box that scrolls its content if that is too high, with a scroll bar beside it."""

# ruff: noqa: PLR0913 - a box and how it scrolls

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.ui.accessibility_tree import Node, grouped
from game.ui.boxes.box import Box, SizeRange, Widget
from game.ui.boxes.type_scale import Scale
from game.ui.drawing import draw
from game.ui.widgets.areas import ScrollArea
from game.ui.widgets.scroll_offset import ScrollOffset as Offset

_PAGE = 0.85  # of the view, so that the last lines become the first
_LINE = 40  # a step, times the text scale


@dataclass(frozen=True, slots=True)
class ScrollPosition:
    """What is kept of a scrolled part when the screen is laid out again; ``on_scroll`` is called when it moves."""

    id: str
    offset: Offset
    on_scroll: Callable[[], None]


class Scroll(ScrollArea):
    """A box that shows a part of its ``child``, and scrolls, if the child is too high; only then it is a control.

    If the child fits, it gets its preferred height, or the box's height if ``fills``. Scrolled content is padded at the
    edges, so that focus rings are whole. For plain text whose lines are ``line`` pixels high only whole lines are
    shown.
    """

    role = "scroll"
    has_click_sound = False

    def __init__(
        self, scale: Scale, position: ScrollPosition, child: Box, *, min_height: int, fills: bool = False,
        grow: float = 1, line: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(position.id, _("Page"), position.offset, text_scale=scale.text_scale, grow=grow)
        self.children = (child,)
        self._on_scroll = position.on_scroll
        self._least, self._fills, self._line = min_height, fills, line
        self._line_px = round(_LINE * scale.text_scale)
        self._edge = draw.ring_margin(max(0.7, scale.text_scale))
        self._scrolls = False
        self._beside = max(8, round(10 * scale.text_scale)) + scale.space_px(12)

    # -- the bar, the keys and the mouse -------------------------------------------------------------------------------

    def is_background_at(self, pos: tuple[int, int]) -> bool:
        return not (self.scroll.is_needed and self.bar.collidepoint(pos))

    def _moved(self, has_moved: bool) -> bool:
        if has_moved:
            self._on_scroll()
        return has_moved

    def scroll_by_wheel(self, notches: float) -> bool:
        return self._moved(self.scroll.scroll_by(-notches * self._line_px))

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:
        before = self.scroll.offset
        used = super().hold_at(pos, is_first=is_first)
        self._moved(before != self.scroll.offset)
        return used

    def scroll_into_view(self, rect: Rect) -> bool:
        """Scroll until a rectangle, in window pixels, is visible; return True if the offset changed."""
        top = rect.y - self._edge - self.rect.y + self.scroll.offset
        return self._moved(self.scroll.scroll_into_view(top, min(top + rect.h + 2 * self._edge, top + self.rect.h)))

    def press(self) -> None:
        if not self._moved(self.scroll.scroll_by(_PAGE * self.scroll.view)):
            self._moved(self.scroll.scroll_to(0))

    def press_at(self, pos: tuple[int, int]) -> None: ...

    def handle_key(self, key: int) -> bool:
        ways = {pygame.K_DOWN: self._line_px, pygame.K_UP: -self._line_px}
        pages = {pygame.K_PAGEDOWN: _PAGE * self.scroll.view, pygame.K_PAGEUP: -_PAGE * self.scroll.view}
        if key in (pygame.K_HOME, pygame.K_END):
            return self._moved(self.scroll.scroll_to(0 if key == pygame.K_HOME else self.scroll.max_offset))
        step = (ways | pages).get(key)
        return step is not None and self._moved(self.scroll.scroll_by(step))

    def draw(self, surface: Surface, text_scale: float) -> None:
        self.draw_bar(surface)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, 10 * text_scale, max(0.7, text_scale))

    # -- places and picture --------------------------------------------------------------------------------------------

    def measure_height(self, width: int) -> SizeRange:
        least, wish = self.children[0].height_range(width)
        return min(self._least, least), wish

    def place(self, rect: Rect) -> None:
        self.rect, self.clip, child, place = rect, None, self.children[0], rect.copy()
        least, wish = child.height_range(rect.w)
        self._scrolls = least > rect.h
        if self._scrolls:
            place.w -= self._beside
            place.h = child.height_range(place.w)[1]
            if self._line:
                self.rect = rect = Rect(rect.x, rect.y, rect.w, round(rect.h // self._line * self._line))
        elif not self._fills:
            place.h = min(rect.h, wish)
        edge = self._edge if self._scrolls and not self._line else 0
        self.scroll.set_heights(rect.h, place.h + 2 * edge)
        offset = float(self.scroll.offset)
        if self._line:
            offset = round(offset / self._line) * self._line
        child.place(place.move(0, edge - round(offset)))
        if self._scrolls:
            for widget in child.widgets():
                widget.clip = rect if widget.clip is None else rect.clip(widget.clip)

    def paint(self, surface: Surface) -> None:
        if not self._scrolls:
            super().paint(surface)
            return
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        super().paint(surface)
        surface.set_clip(clip)

    def widgets(self) -> Iterator[Widget]:
        if self._scrolls:
            yield self
        yield from self.children[0].widgets()

    def accessible_nodes(self, visible: Rect) -> Iterator[Node]:
        inside = self.children[0].accessible_nodes(visible.clip(self.rect))
        if self._scrolls:
            yield from super().accessible_nodes(visible)
            inside = grouped(inside, self.id)
        yield from inside

    def nodes(self) -> list[Node]:
        return [*super().nodes(), *self.bar_nodes()]

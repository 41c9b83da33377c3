"""Areas for reading, and scrolled areas, which show a part of long content, such as a text."""

# ruff: noqa: PLR0913 - a control is described by many things

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.boxes.box import HIT_PX, Box, SizeRange, Widget
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.scroll_offset import ScrollOffset

_DRAG_PX = 8  # smaller movements are no drag


class Document(Widget):
    """A sheet of text that can get the keyboard focus; ``text`` is its whole text, ``radius`` that of its corners."""

    role = "document"
    has_click_sound = False
    is_scanned = False

    def __init__(self, id: str, name: str, text: str, child: Box, radius: float) -> None:
        super().__init__(id, name, children=(child,), grow=child.grow, share=child.share)
        self._text, self._radius = text, radius

    @property
    def value(self) -> str | None:
        return accessible_text(self._text) or None

    def draw(self, surface: Surface, text_scale: float) -> None:
        if self.has_ring:
            draw.focus_ring(surface, self.rect, self._radius, max(0.7, text_scale))


class ScrollArea(Widget):
    """Shows as many whole steps (pixels or lines) of its content as fit, and a scroll bar if there are more.

    The wheel (``scroll_by_wheel``), dragging the bar and dragging the content scroll it. ``scroll`` counts in steps and
    belongs to the scene, so that it is kept when the scene is laid out again.
    """

    notch = 1
    """How many steps a notch of the mouse wheel scrolls."""
    is_read = True
    """Whether the area is for reading, so that page keys scroll it wherever the focus is."""

    def __init__(
        self, id: str, name: str, scroll: ScrollOffset, *, text_scale: float,
        on_press: Callable[[], None] | None = None, high: SizeRange | int = 0, grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(id, name, on_press=on_press, high=high, grow=grow)
        self.scroll = scroll
        self.text_scale = text_scale
        self._held_at: float | None = None
        self._is_on_bar = False
        self._began: tuple[int, int] = (0, 0)
        self._was_dragged = False

    @property
    def view(self) -> Rect:
        """The rectangle in which the content is visible; here the whole area."""
        return self.rect

    @property
    def step_px(self) -> float:
        """The height of a scroll step in pixels; here 1."""
        return 1

    @property
    def bar(self) -> Rect:
        """The rectangle of the whole scroll bar."""
        width, view = max(8, round(10 * self.text_scale)), self.view
        return Rect(self.rect.right - width - self.inset, view.y, width, view.h)

    @property
    def inset(self) -> int:
        """The distance of the scroll bar from the right edge, in pixels."""
        return 0

    def scroll_by_wheel(self, notches: float) -> bool:
        """Scroll by notches of the mouse wheel, up if positive; return True if the picture changes."""
        return self.scroll.scroll_by(-notches * self.notch)

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:
        if is_first or self._held_at is None:
            reach = self.bar.inflate(max(0, HIT_PX - self.bar.w), 0)
            self._is_on_bar = self.scroll.is_needed and bool(reach.collidepoint(pos))
            self._held_at = self.scroll.grab_thumb(self.bar, pos[1]) if self._is_on_bar else pos[1]
            self._began, self._was_dragged = (pos[1], self.scroll.offset), self._is_on_bar
            return self._is_on_bar
        if self._is_on_bar:
            return self.scroll.drag_thumb(self.bar, pos[1] - self._held_at)
        y, offset = self._began
        self._was_dragged = self._was_dragged or abs(pos[1] - y) > _DRAG_PX
        return self._was_dragged and self.scroll.scroll_to(offset + (y - pos[1]) / self.step_px)

    def draw_bar(self, surface: Surface) -> None:
        """Draw the scroll bar, if it is needed."""
        if self.scroll.is_needed:
            self.scroll.paint_bar(surface, self.bar, held=self.pressed and self._is_on_bar)

    def bar_nodes(self) -> list[Node]:
        """Return the scroll bar's node with its position in per cent; none if no scroll bar is needed."""
        if not self.scroll.is_needed:
            return []
        percent, bar = round(100 * self.scroll.offset / self.scroll.max_offset), self.bar
        return [
            Node(
                f"{self.id}.scroll",
                _("Scroll bar"),
                "scrollbar",
                node_rect((*bar.topleft, *bar.size)),
                value=str(percent),
                group=self.id,
                range=(0, 100, percent),
            )
        ]


class TextArea(ScrollArea):
    """A long plain text below its heading; its own line breaks are kept, and lines that are too long are wrapped.

    Enter scrolls to the next page; Up, Down, Page Up, Page Down, Home and End scroll too.
    """

    role = "document"
    has_click_sound = False
    notch = 3

    def __init__(
        self, id: str, name: str, written: str, *, scroll: ScrollOffset, text_scale: float, high: SizeRange | int = 0,
        grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(id, name, scroll, text_scale=text_scale, high=high, grow=grow)
        self._px = max(13.0, 19 * text_scale)
        self._written = written
        self._lines: tuple[str, ...] = ()

    def place(self, rect: Rect) -> None:
        is_as_wide = rect.w == self.rect.w
        super().place(rect)
        view = self.view
        if not is_as_wide:
            self._lines = _lines(self._written, "B5", self._px, view.w)
        self.scroll.set_heights(max(1, int(view.h / self.step_px)), len(self._lines))

    @property
    def inset(self) -> int:
        return round(10 * self.text_scale)

    @property
    def _head_px(self) -> float:
        return max(text.MIN_NAME_PX, 21 * self.text_scale)

    @property
    def view(self) -> Rect:
        pad, head = round(16 * self.text_scale), round(2.1 * self._head_px)
        bar = max(8, round(10 * self.text_scale)) + self.inset + round(10 * self.text_scale)
        return Rect(
            self.rect.x + pad,
            self.rect.y + head,
            self.rect.w - pad - bar,
            self.rect.h - head - round(10 * self.text_scale),
        )

    @property
    def step_px(self) -> float:
        return self._px * text.LINE_HEIGHT

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines of text that are visible now."""
        return self._lines[self.scroll.offset : self.scroll.offset + self.scroll.view]

    @property
    def value(self) -> str | None:
        return accessible_text("\n".join(self.shown))

    def scroll_page(self, way: int = 1) -> bool:
        """Scroll to the next page, or the previous one for -1; one line stays visible. Return True if that scrolled."""
        return self.scroll.scroll_by(way * max(1, self.scroll.view - 1))

    def press(self) -> None:
        if not self.scroll_page():
            self.scroll.scroll_to(0)

    def press_at(self, pos: tuple[int, int]) -> None: ...

    def handle_key(self, key: int) -> bool:
        if key in (pygame.K_UP, pygame.K_DOWN):
            return self.scroll.scroll_by(1 if key == pygame.K_DOWN else -1)
        if key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self.scroll_page(1 if key == pygame.K_PAGEDOWN else -1)
        if key in (pygame.K_HOME, pygame.K_END):
            return self.scroll.scroll_to(0 if key == pygame.K_HOME else self.scroll.max_offset)
        return False

    def draw(self, surface: Surface, text_scale: float) -> None:
        radius = 12 * text_scale
        draw.rounded_rect(surface, self.rect, radius, THEME.surface2, THEME.edge, max(1, 1.6 * text_scale))
        view, px = self.view, self._head_px
        y = self.rect.y + 1.15 * px
        text.draw(surface, self.name, view.x, y, "O7", px, max_width=view.w, min_px=text.MIN_TEXT_PX)
        for i, line in enumerate(self.shown):
            text.draw(surface, line, view.x, view.y + (i + 0.5) * self.step_px, "B5", self._px, max_width=view.w)
        self.draw_bar(surface)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, max(0.7, text_scale))

    def nodes(self) -> list[Node]:
        return [*super().nodes(), *self.bar_nodes()]


def _lines(written: str, face: str, px: float, max_width: float) -> tuple[str, ...]:
    """Return the lines of a plain text with their indentation; lines that are too long are wrapped."""
    lines: list[str] = []
    for line in written.replace("\f", "").expandtabs(4).rstrip().splitlines():
        words = line.strip()
        kept = "\u00a0" * (len(line.rstrip()) - len(words)) + words  # non-breaking spaces
        if text.width(kept, face, px) <= max_width:  # measured whole first: the longest texts have five hundred lines
            lines.append(kept)
        else:
            lines += text.wrap(words, face, px, max_width)
    return tuple(lines)

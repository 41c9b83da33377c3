"""The log as a control: it is scrolled by wheel, by its bar, and by keys while it has the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.table.geometry.layout import TableLayout
from game.table.painting import log
from game.table.painting.display import radius
from game.table.view import LogLine
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw
from game.ui.widgets.widget import Widget

_WHEEL: Final = 3  # lines a notch
_BAR_REACH_PX: Final = 16  # the bar may be missed by so much


class LogPanel(Widget):
    """Lies over the painted log and knows how far it is scrolled.

    ``end`` is the lowest line shown, by its number from 1; None is the newest, whatever comes.
    """

    role = "log"
    clicks = False

    def __init__(
        self,
        layout: TableLayout,
        lines: Callable[[], tuple[LogLine, ...]],
        *,
        end: int | None,
        on_scroll: Callable[[], None],
    ) -> None:
        super().__init__("log", _("Logbook"), Rect(*map(round, layout.log)))
        self._layout = layout
        self._lines = lines
        self._on_scroll = on_scroll
        self._held_at: float | None = None
        self.end = end

    @property
    def _shown(self) -> log.LogShown:
        return log.log_shown(self._layout, self._lines(), self.end)

    @property
    def value(self) -> str | None:
        """The lowest line that is seen."""
        lines = self._shown.lines
        return plain(lines[-1].said) if lines else None

    def scroll(self, by: int) -> bool:
        """Go so many lines down, up if negative; True if that was possible."""
        return self._go_to(log.scrolled(self._layout, self._lines(), self.end, by))

    def _go_to(self, end: int | None) -> bool:
        if end == self.end:
            return False
        self.end = end
        self._on_scroll()
        return True

    def turn(self, notches: float) -> bool:
        """Follow the wheel, turned away from the hand if positive."""
        return self.scroll(-round(_WHEEL * notches) or (-1 if notches > 0 else 1))

    def key(self, key: int) -> bool:
        """Page up and down, Home and End, and the arrows up and down."""
        page = max(1, len(self._shown.lines) - 1)
        everything = len(self._lines())
        by = {
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_HOME: -everything,
            pygame.K_END: everything,
        }.get(key)
        if by is None:
            return False
        self.scroll(by)
        return True

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:
        """Drag the bar, or go where it is pressed."""
        trough, scroll = log.track(self._layout), log.scroll_of(self._shown)
        if is_first:
            is_on_bar = pos[0] >= trough.x - _BAR_REACH_PX and trough.y <= pos[1] < trough.bottom
            self._held_at = scroll.hold(trough, pos[1]) if is_on_bar and scroll.is_needed else None
        elif self._held_at is not None:
            scroll.drag(trough, pos[1] - self._held_at)
        if self._held_at is None or scroll.offset == self._shown.first:
            return False
        is_at_end = scroll.offset == scroll.most
        return self._go_to(None if is_at_end else log.scrolled_to(self._layout, self._lines(), scroll.offset))

    def press_at(self, pos: tuple[int, int]) -> None:
        """The button at the foot leads to the newest line."""
        if self._shown.newer and self._held_at is None and log.pill(self._layout).contains(pos):
            self._go_to(None)

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the ring; the log itself is painted with the table."""
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius(self._layout.u), t)

    def nodes(self) -> list[Node]:
        """The panel, and each line that is seen."""
        shown = self._shown
        lines = [
            Node(f"log/{shown.end - i}", plain(line.said), "text", node_rect(place))
            for i, (line, place) in enumerate(log.placed(self._layout, shown))
        ]
        return [*super().nodes(), *reversed(lines)]

"""The drives that are compared, as a list of which one is chosen to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget

_WAYS: Final = {pygame.K_UP: -1, pygame.K_DOWN: 1}


@dataclass(frozen=True, slots=True)
class DriveRow:
    """One drive: who drove, None for the person, and the drive in a sentence."""

    level: str | None
    name: str


class DriveList(Widget):
    """Rows of one height that fill ``rect``, one of them chosen: by Up, Down, Home and End, or by the mouse.

    The scene draws what stands in them. ``on_choose`` hears of another one, ``on_press`` of Enter.
    """

    role = "list"

    def __init__(
        self,
        name: str,
        rect: Rect,
        rows: Sequence[DriveRow],
        chosen: str | None,
        on_choose: Callable[[str | None], None],
        on_press: Callable[[], None],
    ) -> None:
        super().__init__("drive", name, rect, on_press=on_press)
        self.rows = tuple(rows)
        self._on_choose = on_choose
        self._index = next(i for i, row in enumerate(self.rows) if row.level == chosen)

    @property
    def value(self) -> str | None:
        """The drive that is chosen."""
        return plain(self.rows[self._index].name)

    def row(self, place: float) -> Rect:
        """Where a row is seen that has come to this place."""
        top, bottom = (self.rect.y + round((place + i) * self.rect.h / len(self.rows)) for i in (0, 1))
        return Rect(self.rect.x, top, self.rect.w, bottom - top)

    @property
    def scan_parts(self) -> int:
        """The rows."""
        return len(self.rows)

    @property
    def scan_chosen(self) -> int | None:
        """The row that is chosen."""
        return self._index

    def scan_to(self, index: int | None) -> None:
        """Choose the row."""
        if index is not None:
            self._choose(index)

    def press_at(self, pos: tuple[int, int]) -> None:
        """Choose the row at the mouse."""
        self._choose(min(len(self.rows) - 1, max(0, (pos[1] - self.rect.y) * len(self.rows) // self.rect.h)))

    def key(self, key: int) -> bool:
        """Choose another row; beyond either end the key is somebody else's."""
        last = len(self.rows) - 1
        at = {pygame.K_HOME: 0, pygame.K_END: last}.get(key, self._index + _WAYS.get(key, 0))
        if at == self._index or not 0 <= at <= last:
            return False
        self._choose(at)
        return True

    def _choose(self, index: int) -> None:
        self._index = index
        self._on_choose(self.rows[index].level)

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the frame of the row that is chosen, and round it the focus."""
        row = self.row(self._index).inflate(0, -round(6 * t))
        draw.rounded(surface, row, 12 * t, None, THEME.accent, max(2, 3 * t))
        if self.has_ring:
            draw.focus_ring(surface, row, 12 * t, max(0.7, t))

    def nodes(self) -> list[Node]:
        """The list, and the rows in it."""
        rows = []
        for i, row in enumerate(self.rows):
            place, state = self.row(i), "on" if i == self._index else "off"
            box = node_rect((place.x, place.y, place.w, place.h))
            rows.append(Node(f"drive.{row.level or 'own'}", plain(row.name), "listitem", box, value=state))
        return [*super().nodes(), *rows]

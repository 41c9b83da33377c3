"""A field that a line is typed into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.widget import PRESS_KEYS, Widget

_TYPED: Final = range(pygame.K_SPACE, pygame.K_DELETE)


class TextField(Widget):
    """One line of at most ``most`` characters; what is typed goes to its end, Backspace takes the last away.

    Enter does what ``on_press`` says. Letters come by ``insert``, from the system's text input.
    """

    role = "textbox"
    clicks = False

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self,
        id: str,
        name: str,
        rect: Rect,
        typed: str,
        *,
        most: int,
        on_change: Callable[[str], None],
        on_press: Callable[[], None],
    ) -> None:
        super().__init__(id, name, rect, on_press=on_press)
        self.typed = typed
        self._most = most
        self._on_change = on_change

    @property
    def value(self) -> str | None:
        """What is typed so far."""
        return self.typed

    def press_at(self, pos: tuple[int, int]) -> None:
        """Nothing but the focus: the mouse does not end what is typed."""

    def insert(self, written: str) -> None:
        """Type these characters, as far as there is room and they can be seen."""
        typed = self.typed + "".join(letter for letter in written if letter.isprintable())
        self._take(typed[: self._most])

    def takes(self, key: int) -> bool:
        """Whether that key types here."""
        return key in _TYPED or key == pygame.K_BACKSPACE

    def key(self, key: int) -> bool:
        """Take a letter away; letters themselves come as text."""
        if key == pygame.K_BACKSPACE:
            self._take(self.typed[:-1])
        return self.takes(key) and (key not in PRESS_KEYS or key == pygame.K_SPACE)

    def _take(self, typed: str) -> None:
        if typed != self.typed:
            self.typed = typed
            self._on_change(typed)

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the field with what is typed, its end if there is no room for all, and where typing goes on."""
        k, radius = max(0.7, t), 0.2 * self.rect.h
        draw.rounded(surface, self.rect, radius, THEME.white, THEME.faint, max(1.5, 2 * k))
        px = max(text.MIN_NAME_PX, 0.44 * self.rect.h)
        left, room = self.rect.x + 0.3 * self.rect.h, self.rect.w - 0.7 * self.rect.h
        shown = self.typed
        while shown and text.width(shown, "O7", px) > room:
            shown = shown[1:]
        used = text.draw(surface, shown, left, self.rect.centery, "O7", px)
        if self.focused:
            high = round(0.56 * self.rect.h)
            cursor = (round(left + used + 2), self.rect.centery - high // 2, max(2, round(2 * k)), high)
            surface.fill(THEME.ink, cursor)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, k)

"""A field for typing a code, with one box per letter."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.ui.boxes.box import SizeRange, Widget
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.focus_group import FIRST_KEYLESS
from game.ui.widgets.text_field import ERASE

_GAP = 0.1  # between two boxes, of a box's width
_HYPHEN = 0.16  # additional gap between two groups
_SHAPE = 1.2  # maximum height of a box, of its width


class CodeField(Widget):
    """A field of ``length`` letter boxes in groups, for characters of ``letters``; typing fills the first empty box.

    Backspace deletes the last letter. A wrong code gets red edges. Enter calls ``on_press``; the mouse only focuses.
    ``on_refused`` is called with a letter or digit that no code contains, or that is one too many.
    """

    role = "textbox"
    has_click_sound = False

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self,
        id: str,
        name: str,
        typed: str,
        *,
        letters: str,
        length: int,
        group: int,
        is_wrong: bool,
        on_change: Callable[[str], None],
        on_refused: Callable[[str], None],
        on_press: Callable[[], None],
        wide: SizeRange | int = 0,
        high: int = 0,
    ) -> None:
        super().__init__(id, name, on_press=on_press, wide=wide, high=high)
        self.typed = typed
        self._letters = letters
        self._length = length
        self._group = group
        self._is_wrong = is_wrong
        self._on_change = on_change
        self._on_refused = on_refused
        self._offered = ""

    @staticmethod
    def height(width: float, length: int, group: int) -> int:
        """Return the greatest height for a field of this width; ``group`` is the number of letters per group."""
        return round(_SHAPE * _across(width, length, group))

    @property
    def value(self) -> str | None:
        return self.typed

    def takes(self, key: int) -> bool:
        """Return whether this key types here; that includes letters that no code contains."""
        return key == pygame.K_BACKSPACE or (key < FIRST_KEYLESS and chr(key).isalnum())

    def handle_key(self, key: int) -> bool:
        if not self.takes(key):
            return False
        letter = "" if key == pygame.K_BACKSPACE else chr(key).upper()
        if letter and (letter not in self._letters or len(self.typed) == self._length):
            self._on_refused(letter)
            return True
        typed = self.typed + letter if letter else self.typed[:-1]
        if typed != self.typed:
            self.typed = typed
            self._on_change(typed)
        return True

    def press_at(self, pos: tuple[int, int]) -> None: ...

    @property
    def scan_parts(self) -> int:
        return len(self._letters) + 1

    def scan_offer(self, index: int | None) -> None:
        self._offered = "" if index is None else (*self._letters, ERASE)[index]

    def scan_select(self, index: int) -> int | None:
        self.handle_key(pygame.K_BACKSPACE if index == len(self._letters) else ord(self._letters[index].lower()))
        return 0 if len(self.typed) < self._length else None

    def places(self) -> list[Rect]:
        """Return the rectangles of the letter boxes."""
        across = _across(self.rect.w, self._length, self._group)
        places, x = [], float(self.rect.x)
        for at in range(self._length):
            if at and at % self._group == 0:
                x += _HYPHEN * across
            places.append(Rect(round(x), self.rect.y, round(across), self.rect.h))
            x += (1 + _GAP) * across
        return places

    def draw(self, surface: Surface, text_scale: float) -> None:
        places, k = self.places(), max(0.7, text_scale)
        radius = 0.12 * places[0].w
        edge = THEME.bad if self._is_wrong else THEME.faint
        for at, place in enumerate(places):
            is_filled = at < len(self.typed)
            draw.rounded_rect(surface, place, radius, THEME.raised if is_filled else THEME.row, edge, max(1.5, 2 * k))
            if is_filled:
                px = min(0.62 * place.h, 0.8 * place.w)
                text.draw(surface, self.typed[at], place.centerx, place.centery, "O9", px, anchor="c")
            if at and at % self._group == 0:
                self._draw_hyphen(surface, places[at - 1], place)
        if self.focused:
            self._draw_focus(surface, places, radius, k)

    def _draw_hyphen(self, surface: Surface, left: Rect, right: Rect) -> None:
        wide = 0.5 * (right.x - left.right)
        x, high = (left.right + right.x - wide) / 2, max(2, round(0.04 * left.h))
        surface.fill(THEME.text2, (round(x), left.centery - high // 2, max(3, round(wide)), high))

    def _draw_focus(self, surface: Surface, places: list[Rect], radius: float, k: float) -> None:
        at = min(len(self.typed), self._length - 1)
        place = places[at]
        if self._offered:
            px = min(0.62 * place.h, 0.8 * place.w)
            text.draw(surface, self._offered, place.centerx, place.centery, "O9", px, THEME.text2, anchor="c")
        elif len(self.typed) < self._length:
            high = round(0.42 * place.h)
            surface.fill(THEME.text, (place.centerx - 1, place.centery - high // 2, max(2, round(2 * k)), high))
        if self.shows_ring:
            draw.focus_ring(surface, place, radius, k)


def _across(width: float, length: int, group: int) -> float:
    """Return the width of one letter box if all boxes fill this width."""
    groups = -(-length // group)
    return width / (length + _GAP * (length - 1) + _HYPHEN * (groups - 1))

"""The control that chooses whose hand is visible: a field with a symbol for every seat, and one for all hands."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pygame import Rect, Surface

from game.i18n import _
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.widget import HIT_PX, Widget
from game.words.names import Names

ALL_HANDS = "all"
"""The key of the choice that all hands are visible; the key of a single seat is its number."""
_ICON = 0.5  # of the height: the check mark before the words


class HandsChoice(Widget):
    """A row of fields to choose whose hand is visible; Enter chooses the next field.

    ``seats`` are seats with their names, in the order of the fields. ``sides`` has the side of each seat: if sides are
    teams, a bot's field shows its portrait instead of the badge of its side. ``on_change`` gets the chosen key: the
    seat's number, or ``ALL_HANDS``. ``px`` is the size of the text.
    """

    role = "radiogroup"

    def __init__(
        self,
        corner: tuple[int, int],
        height: int,
        seats: Sequence[tuple[int, str]],
        chosen: str,
        *,
        sides: Sequence[int],
        names: Names,
        on_change: Callable[[str], None],
        px: float,
    ) -> None:
        self._keys = (*(str(seat) for seat, _name in seats), ALL_HANDS)
        self._names = (*(name for _seat, name in seats), _("All open"))
        self._sides = tuple(sides)
        self._who = names
        self._height, self._px = height, px
        self.chosen = chosen
        self._on_change = on_change
        self._pointed: int | None = None
        super().__init__("hands", _("Hands"), Rect(*corner, self._natural_width(), height))

    def _natural_width(self) -> int:
        words = text.width(self._names[-1], "O7", self._px) + (_ICON + 0.5) * self._height
        return (len(self._keys) - 1) * max(HIT_PX, self._height) + round(words)

    @property
    def value(self) -> str | None:
        return accessible_text(self._names[self._keys.index(self.chosen)])

    def field_rect(self, index: int) -> Rect:
        """Return the rectangle of the field with that index."""
        wide = max(HIT_PX, self._height)
        left = self.rect.x + index * wide
        last = index == len(self._keys) - 1
        return Rect(left, self.rect.y, self.rect.right - left if last else wide, self._height)

    def _at(self, pos: tuple[int, int]) -> int:
        return min(len(self._keys) - 1, max(0, (pos[0] - self.rect.x) // max(HIT_PX, self._height)))

    @property
    def pointed(self) -> tuple[str, Rect] | None:
        """The name and the rectangle of the seat that the mouse points at, or None."""
        if self._pointed is None or self._pointed == len(self._keys) - 1:
            return None
        return self._names[self._pointed], self.field_rect(self._pointed)

    def press(self) -> None:
        self._choose((self._keys.index(self.chosen) + 1) % len(self._keys))

    def press_at(self, pos: tuple[int, int]) -> None:
        self._choose(self._at(pos))

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        was, self._pointed = self._pointed, None if pos is None else self._at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def _choose(self, index: int) -> None:
        if self._keys[index] != self.chosen:
            self.chosen = self._keys[index]
            self._on_change(self.chosen)

    def draw(self, surface: Surface, text_scale: float) -> None:
        radius = self.rect.h * 0.2
        draw.rounded_rect(surface, self.rect, radius, THEME.surface2, THEME.faint, max(1, 2 * text_scale))
        for index, key in enumerate(self._keys):
            field, on = self.field_rect(index).inflate(-6, -6), key == self.chosen
            if on or index == self._pointed:
                draw.rounded_rect(surface, field, field.h * 0.19, THEME.blue if on else THEME.raised)
            if key == ALL_HANDS:
                self._draw_words(surface, field, on=on)
            else:
                self._draw_seat(surface, field, int(key), on=on)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, max(0.7, text_scale))

    def _draw_words(self, surface: Surface, field: Rect, *, on: bool) -> None:
        px, ink = self._px, THEME.white if on else THEME.text
        tick = _ICON * field.h if on else 0.0
        across = text.width(self._names[-1], "O7", px)
        left = field.centerx - (across + tick) / 2
        if on:
            art.blit_icon(surface, "check", (left + 0.4 * tick, field.centery), 0.8 * tick, ink)
        text.draw(surface, self._names[-1], left + tick, field.centery, "O7", px, ink)

    def _draw_seat(self, surface: Surface, field: Rect, seat: int, *, on: bool) -> None:
        driver, are_teams = self._who.drivers[seat], len(set(self._sides)) < len(self._sides)
        d = 0.72 * field.h
        if driver is not None and are_teams:
            surface.blit(art.portrait(driver, d), (round(field.centerx - d / 2), round(field.centery - d / 2)))
        else:
            livery.draw_badge(surface, self._who.livery(self._sides[seat]), field.centerx, field.centery, 0.42 * d + 1)
        if on:
            center = field.right - 0.19 * field.h, field.bottom - 0.19 * field.h
            art.blit_icon(surface, "check", center, 0.36 * field.h, THEME.white)

    def nodes(self) -> list[Node]:
        radios = []
        for index, (key, name) in enumerate(zip(self._keys, self._names, strict=True)):
            rect, on = self.field_rect(index), key == self.chosen
            place = node_rect((rect.x, rect.y, rect.w, rect.h))
            radios.append(
                Node(
                    f"hands.{key}", accessible_text(name), "radio", place, True, self.focused and on,
                    "on" if on else "off",
                    group=self.id, place=(index + 1, len(self._keys)),
                )
            )  # fmt: skip
        return [replace(super().nodes()[0], focused=False), *radios]

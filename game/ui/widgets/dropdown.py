"""A field that opens a list of options."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import pygame
from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.boxes.box import HIT_PX, MIN_TARGET_PX, Widget
from game.ui.boxes.type_scale import ROLES, Scale
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.focus_group import FocusGroup, PopupOpener
from game.ui.widgets.switches import Option, field_height, with_note

_ROW_SHARE = 0.6  # maximum text size, of a row's height


Picture = Callable[[str, float], Surface]
"""Returns a square picture for an option, by the option's key and the height in pixels."""
_PICTURE = 0.86  # of a row's height


class _OptionRow(Widget):
    """A row of an open list: its ``picture``, its name in a column ``name_px`` wide, and a ``note``."""

    role = "option"

    def __init__(
        self,
        id: str,
        name: str,
        rect: Rect,
        *,
        on_press: Callable[[], None],
        chosen: bool,
        note: str = "",
        name_px: float = 0,
        px: float,
        picture: Surface | None = None,
    ) -> None:
        super().__init__(id, name, rect, on_press=on_press)
        self.picture = picture
        self.px = px
        self.chosen = chosen
        self.note = note
        self.name_px = name_px

    @property
    def value(self) -> str | None:
        return "on" if self.chosen else "off"

    def nodes(self) -> list[Node]:
        return with_note(super().nodes(), self.note)

    def draw(self, surface: Surface, text_scale: float) -> None:
        lit = self.hovered or self.focused
        if lit:
            draw.rounded_rect(surface, self.rect, self.rect.h * 0.18, THEME.blue)
        ink = THEME.white if lit else THEME.text
        px, tick = self.px, 0.5 * self.rect.h
        if self.chosen:
            art.blit_icon(surface, "check", (self.rect.x + 0.62 * tick + 3 * text_scale, self.rect.centery), tick, ink)
        left = self.rect.x + 1.35 * tick + 4 * text_scale
        if self.picture is not None:
            surface.blit(self.picture, self.picture.get_rect(midleft=(left, self.rect.centery)))
            left += self.rect.h
        room = self.rect.right - 6 * text_scale - left
        if self.note:
            room = self.name_px + 1
            note_ink = THEME.white if lit else THEME.text2
            at, note_px = left + self.name_px + _note_gap(px), _note_px(px)
            note_room = self.rect.right - 6 * text_scale - at
            text.draw(surface, self.note, at, self.rect.centery, "B5", note_px, note_ink, max_width=note_room)
        text.draw(surface, self.name, left, self.rect.centery, "O6", px, ink, max_width=room, min_px=14)


class _OptionList(FocusGroup):
    """The open list of a dropdown, drawn as a paper panel."""

    def __init__(self, of: Dropdown, rows: Sequence[Widget]) -> None:
        super().__init__(rows, on_escape=of.close)
        self._of = of

    @property
    def _rect(self) -> Rect:
        return self.widgets[0].rect.unionall([w.rect for w in self.widgets])

    def nodes(self) -> list[Node]:
        (field,), every = self._of.nodes(), len(self.widgets)
        rows = [
            replace(node, group=field.id, place=(n + 1, every))
            for n, row in enumerate(self.widgets)
            for node in row.nodes()
        ]
        return [
            replace(field, role="list", rect=node_rect((*self._rect.topleft, *self._rect.size)), focused=False),
            *rows,
        ]

    def draw(self, surface: Surface, text_scale: float) -> None:
        pad = 2 * max(4, round(6 * text_scale))
        frame = self._rect.inflate(pad, pad)
        draw.panel(
            surface,
            frame,
            10 * text_scale + 2,
            THEME.raised,
            rim=THEME.text,
            rim_width=max(1, 2 * text_scale),
            shadow_px=6 * text_scale,
        )
        super().draw(surface, text_scale)


def field_px(height: float) -> float:
    """Return the text size for a field of this height."""
    return max(text.MIN_NAME_PX, min(0.42 * height, max(24, 0.36 * height)))


def _note_px(px: float) -> float:
    return max(text.MIN_TEXT_PX, 0.88 * px)


def _note_gap(px: float) -> float:
    return 0.9 * px


class Dropdown(PopupOpener):
    """A field that shows the chosen option and opens a list of all; Home and End choose the first and last."""

    role = "combobox"

    def __init__(
        self, scale: Scale, id: str, name: str, options: Sequence[Option], chosen: str,
        on_change: Callable[[str], None], *, bounds: Rect, enabled: bool = True,
        notes: Mapping[str, str] = MappingProxyType({}), unset: str = "", picture: Picture | None = None,
        px: float | None = None, size: tuple[int, int] | None = None, grow: float = 0, share: float = 0,
    ) -> None:  # fmt: skip
        """Create a field as wide as the widest label; its open list stays inside ``bounds``, the window.

        ``picture`` and ``notes`` add a picture and a remark to each option of the list. ``unset`` is shown while
        nothing is chosen. ``px`` and ``size`` replace the usual size of the text and of the field; the text of the list
        is as large as ``px``, but not smaller than fits its rows.
        """
        self.px = scale.px(ROLES.body) if px is None else px
        self.options = tuple(options)
        self.chosen = chosen
        self.unset = unset
        wide, high = size or self._natural_size(field_height(scale))
        super().__init__(id, name, enabled=enabled, wide=wide, high=high, grow=grow, share=share)
        self.on_change = on_change
        self.bounds = bounds
        self.notes = notes
        self.picture = picture

    def _natural_size(self, high: int) -> tuple[int, int]:
        widest = max(text.width(label, "O7", self.px) for _key, label in (*self.options, ("", self.unset)))
        return round(widest + 0.28 * high + 0.9 * high), high

    @property
    def value(self) -> str | None:
        return accessible_text(self.shown)

    @property
    def shown(self) -> str:
        """The name of the chosen option."""
        return next((label for key, label in self.options if key == self.chosen), self.unset)

    def press(self) -> None:
        rects = self._row_rects()
        px = self._row_px(rects[0].h)
        name_px = self._name_px(px)
        rows = [
            _OptionRow(
                f"{self.id}.{key}", label, rect, on_press=self._chooser(key), chosen=key == self.chosen,
                note=self.notes.get(key, ""), name_px=name_px, px=px,
                picture=self.picture(key, _PICTURE * rect.h) if self.picture else None,
            )
            for (key, label), rect in zip(self.options, rects, strict=True)
        ]  # fmt: skip
        self.popup = _OptionList(self, rows)
        keys = [key for key, _label in self.options]
        self.popup.focus(f"{self.id}.{self.chosen if self.chosen in keys else keys[0]}", ring=False)

    def close(self) -> None:
        """Close the open list without choosing."""
        self.popup = None

    def choose(self, key: str) -> None:
        """Choose an option and close the list; ``on_change`` is called if the option was not chosen before."""
        self.close()
        if key != self.chosen:
            self.chosen = key
            self.on_change(key)

    def _chooser(self, key: str) -> Callable[[], None]:
        return lambda: self.choose(key)

    def _row_rects(self) -> list[Rect]:
        """Return the rectangles of the open list's rows: below the field, or above it, or where they fit."""
        n = len(self.options)
        room = self.bounds.h - 16
        height = max(MIN_TARGET_PX, min(max(HIT_PX, round(0.9 * self.rect.h)), room // n))
        px = self._row_px(height)
        widest = self._name_px(px) + self._notes_px(px) + round(0.85 * height) + 14 + self._picture_px(height)
        width = min(max(self.rect.w, widest), self.bounds.w - 16)
        frame = Rect(self.rect.x, self.rect.bottom + 8, width, n * height)
        if frame.bottom > self.bounds.bottom - 8:
            frame.bottom = self.rect.y - 8
        if self.rect.centerx > self.bounds.centerx:  # grow toward the middle
            frame.right = min(frame.right, max(self.rect.right, self.bounds.x + 8 + width))
        frame.clamp_ip(self.bounds.inflate(-16, -16))
        return [Rect(frame.x, frame.y + i * height, frame.w, height) for i in range(n)]

    def _row_px(self, height: float) -> float:
        """Return the open list's text size; enlarged only if names and notes still fit side by side."""
        least = field_px(height)
        px = max(least, min(self.px, _ROW_SHARE * height))
        room = self.bounds.w - 30 - round(0.85 * height) - self._picture_px(height)
        while px > least and self._name_px(px) + self._notes_px(px) > room:
            px = max(least, px - 1)
        return px

    def _picture_px(self, height: float) -> int:
        return round(height) if self.picture else 0

    def _name_px(self, px: float) -> int:
        return max(text.width(label, "O6", px) for _key, label in self.options)

    def _notes_px(self, px: float) -> int:
        if not self.notes:
            return 0
        widest = max(text.width(note, "B5", _note_px(px)) for note in self.notes.values())
        return round(widest + _note_gap(px))

    def handle_key(self, key: int) -> bool:
        at = {pygame.K_HOME: 0, pygame.K_END: -1}.get(key)
        if at is None:
            return False
        self.choose(self.options[at][0])
        return True

    def draw(self, surface: Surface, text_scale: float) -> None:
        rect, radius = self.rect, self.rect.h * 0.2
        ink = THEME.text if self.enabled else THEME.off
        fill = THEME.raised if self.hovered and not self.pressed else THEME.surface2
        draw.rounded_rect(surface, rect, radius, fill, THEME.faint, max(1, 1.6 * text_scale))
        size = 0.34 * rect.h
        arrow = pygame.transform.rotate(art.icon("arrow", size, ink), -90)
        room = rect.w - 2.4 * size - 10 * text_scale
        if len(self.options) > 1:
            surface.blit(arrow, arrow.get_rect(center=(rect.right - size, rect.centery)))
        text.draw(
            surface, self.shown, rect.x + 0.28 * rect.h, rect.centery, "O7", self.px, ink,
            max_width=room, min_px=13,
        )  # fmt: skip
        if self.has_ring:
            draw.focus_ring(surface, rect, radius, max(0.7, text_scale))

"""Controls that set a value: a row of segments, a switch, a slider; and the reason why a segment is unavailable."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import pygame
from pygame import Rect, Surface

from game.i18n import number
from game.ui.accessibility_tree import Node, accessible_text
from game.ui.boxes.box import HIT_PX, Box, Widget
from game.ui.boxes.containers import Column, Flow, Panel, Row, Spacer
from game.ui.boxes.label import Label
from game.ui.boxes.type_scale import ROLES, Scale
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME

_TICK = 0.26  # maximum, of a segment's width

_LEAST_NAME = 8  # times the text size: the minimum width of a name beside its control
CONTROL_NAME = replace(ROLES.name, face="B6")
"""The text role of a control's name."""
Option = tuple[str, str]
"""A key and the label shown for it."""


def field_height(scale: Scale) -> int:
    """Return the height of a field with one line of text."""
    return round(max(38, scale.px(ROLES.body) + 1.6 * scale.min_px(ROLES.body)))


def named_control(scale: Scale, name: str, note: str, control: Box) -> Box:
    """Return a control with its name and a note beside it, or above it if space is short."""
    return Flow(_name_and_note(scale, name, note), control, gap=scale.text_px(20), is_tight=True)


def _name_and_note(scale: Scale, name: str, note: str) -> Box:
    about = Label(scale, note, ROLES.body, THEME.text2) if note else None
    room = Spacer((round(_LEAST_NAME * scale.px(ROLES.name)), 0), grow=0)
    return Column(Label(scale, name, CONTROL_NAME), about, room, grow=1)


def hover_panel(widget: Widget, child: Box, radius: float) -> Panel:
    """Return a panel around a control's content that is visible only while the control is hovered or pressed."""

    def ground(surface: Surface, rect: Rect) -> None:
        if widget.hovered or widget.pressed:
            draw.rounded_rect(surface, rect, radius, THEME.row)

    return Panel(child, 0, ground=ground)


class Segmented(Widget):
    """A row of segments, as wide as the widest label, of which one is chosen; Left and Right choose the next one.

    ``missing`` maps the keys of segments that cannot be chosen now to the reason why.
    """

    role = "radiogroup"

    def __init__(
        self, scale: Scale, id: str, name: str, options: Sequence[Option], chosen: str,
        on_change: Callable[[str], None], *, missing: Mapping[str, str] = MappingProxyType({}), grow: float = 0,
    ) -> None:  # fmt: skip
        self.px, self.min_px = scale.px(ROLES.body), scale.min_px(ROLES.body)
        high = field_height(scale)
        pad = max(9.0, 0.6 * self.px, 16 * scale.default_text_scale)  # left of the tick and right of the words
        tick = 0.5 * high + pad
        wide = len(options) * round(max(text.width(label, "O7", self.px) for _key, label in options) + tick)
        super().__init__(id, name, wide=wide, high=high, grow=grow)
        self.options = tuple(options)
        self.chosen = chosen
        self.on_change = on_change
        self.missing = missing
        self._pointed: int | None = None

    @property
    def value(self) -> str | None:
        return next((accessible_text(label) for key, label in self.options if key == self.chosen), None)

    @property
    def _index(self) -> int:
        return next((i for i, (key, _label) in enumerate(self.options) if key == self.chosen), 0)

    def part(self, index: int) -> Rect:
        """Return the rectangle of the segment with this index."""
        n = len(self.options)
        left, right = (round(self.rect.w * i / n) for i in (index, index + 1))
        return Rect(self.rect.x + left, self.rect.y, right - left, self.rect.h)

    def _part_rect(self, index: int) -> tuple[int, int, int, int]:
        part = self.part(index)
        return part.x, part.y, part.w, part.h

    def _at(self, pos: tuple[int, int]) -> int:
        return min(len(self.options) - 1, max(0, (pos[0] - self.rect.x) * len(self.options) // self.rect.w))

    @property
    def reason(self) -> tuple[str, Rect] | None:
        """Why the hovered segment cannot be chosen, and its rectangle, or None if it can be chosen."""
        if self._pointed is None:
            return None
        why = self.missing.get(self.options[self._pointed][0])
        return (why, self.part(self._pointed)) if why else None

    def _next(self, step: int) -> int | None:
        """Return the index of the nearest available segment in a direction, or None."""
        ahead = range(self._index + step, len(self.options) if step > 0 else -1, step)
        return next((i for i in ahead if self.options[i][0] not in self.missing), None)

    def choose(self, index: int) -> None:
        """Choose the segment with this index, if it is available, and call ``on_change`` if that is a change."""
        key = self.options[index][0]
        if key != self.chosen and key not in self.missing:
            self.chosen = key
            self.on_change(key)

    def press(self) -> None:
        following = self._next(1)
        first = next(i for i, (key, _label) in enumerate(self.options) if key not in self.missing)
        self.choose(first if following is None else following)

    def press_at(self, pos: tuple[int, int]) -> None:
        self._pointed = self._at(pos)
        self.choose(self._pointed)

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        was, self._pointed = self._pointed, None if pos is None else self._at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def handle_key(self, key: int) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        if not self.hovered:
            self._pointed = None
        if step is None:
            return False
        following, beside = self._next(step), self._index + step
        if following is not None:
            self.choose(following)
        elif 0 <= beside < len(self.options):
            self._pointed = beside
        return True

    def draw(self, surface: Surface, text_scale: float) -> None:
        radius = self.rect.h * 0.2
        draw.rounded_rect(surface, self.rect, radius, THEME.surface2, THEME.faint, max(1, 2 * text_scale))
        for i, (_key, label) in enumerate(self.options):
            self._draw_part(surface, i, label, text_scale)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, max(0.7, text_scale))

    def _draw_part(self, surface: Surface, index: int, label: str, t: float) -> None:
        part, inset = self.part(index), max(2, round(4 * t))
        on, is_missing = index == self._index, self.options[index][0] in self.missing
        field = part.inflate(-2 * inset, -2 * inset)
        if on:
            draw.rounded_rect(surface, field, field.h * 0.19, THEME.blue)
        elif index == self._pointed and not is_missing:
            draw.rounded_rect(surface, field, field.h * 0.19, THEME.raised)
        ink = THEME.white if on else THEME.off if is_missing else THEME.text
        px, tick = self.px, min(0.36 * part.h, _TICK * field.w) if on else 0
        label, px = text.fit_line(label, "O7" if on else "O6", px, field.w - 6 * t - 1.3 * tick, self.min_px)
        across = text.width(label, "O7" if on else "O6", px)
        left = part.centerx - (across + 1.3 * tick) / 2
        if on:
            art.blit_icon(surface, "check", (left + tick / 2, part.centery), tick, ink)
        text.draw(surface, label, left + 1.3 * tick, part.centery, "O7" if on else "O6", px, ink)

    def nodes(self) -> list[Node]:
        radios = [
            Node(
                f"{self.id}.{key}",
                accessible_text(label),
                "radio",
                self._part_rect(i),
                self.enabled and key not in self.missing,
                self.focused and key == self.chosen,
                "on" if key == self.chosen else "off",
                accessible_text(self.missing.get(key, "")),
                group=self.id,
                place=(i + 1, len(self.options)),
            )
            for i, (key, label) in enumerate(self.options)
        ]
        group = replace(super().nodes()[0], focused=False)
        return [group, *radios]


_SWITCH_EM, _SWITCH_WIDE = 1.9, 2.15
"""The height of a switch relative to its text size, and its width relative to its height."""


class Switch(Widget):
    """A row with a name and a switch that shows on or off as a word and a picture; ``words`` are those for on and off.

    ``note`` is a line below the name.
    """

    role = "switch"

    def __init__(
        self, scale: Scale, id: str, name: str, *, on: bool, words: tuple[str, str], on_change: Callable[[bool], None],
        enabled: bool = True, note: str = "",
    ) -> None:  # fmt: skip
        self._px = scale.px(ROLES.body)
        wide, high = self._size(words)
        room = Spacer((wide, max(HIT_PX, high)), grow=0)
        row = Row(_name_and_note(scale, name, note), room, gap=scale.text_px(20))
        super().__init__(id, name, enabled=enabled, children=(hover_panel(self, row, scale.text_px(12)),))
        self.note = note
        self.on = on
        self.words = words
        self.on_change = on_change

    @property
    def value(self) -> str | None:
        return "on" if self.on else "off"

    def nodes(self) -> list[Node]:
        return with_note(super().nodes(), self.note)

    def press(self) -> None:
        self.on = not self.on
        self.on_change(self.on)

    def _size(self, words: tuple[str, str]) -> tuple[int, int]:
        """Return the width and height that word and switch need."""
        high = round(_SWITCH_EM * self._px)
        widest = max(text.width(word, "B6", self._px) for word in words)
        return round(_SWITCH_WIDE * high + 0.5 * self._px) + widest, high

    def draw(self, surface: Surface, text_scale: float) -> None:
        rect, px = self.rect, self._px
        ink = THEME.text if self.enabled else THEME.off
        height = _SWITCH_EM * px
        switch = Rect(0, 0, round(_SWITCH_WIDE * height), round(height))
        switch.midright = rect.right, rect.centery
        word = self.words[0 if self.on else 1]
        text.draw(surface, word, switch.x - 0.5 * px, rect.centery, "B6", px, ink, anchor="r")
        self._draw_switch(surface, switch)
        if self.has_ring:
            draw.focus_ring(surface, rect, rect.h * 0.2, max(0.7, text_scale))

    def _draw_switch(self, surface: Surface, switch: Rect) -> None:
        ground = THEME.faint if not self.enabled else THEME.rolling if self.on else THEME.track_off
        draw.rounded_rect(surface, switch, switch.h / 2, ground)
        r = switch.h * 0.41
        x = switch.right - switch.h / 2 if self.on else switch.x + switch.h / 2
        knob = (x - r, switch.centery - r, 2 * r, 2 * r)
        draw.rounded_rect(surface, knob, r, THEME.white)
        art.blit_icon(surface, "check" if self.on else "close", (x, switch.centery), 1.1 * r, ground)


def with_note(nodes: list[Node], note: str | None) -> list[Node]:
    """Return the nodes with the note, if there is one, as their description."""
    return [replace(node, description=accessible_text(note)) for node in nodes] if note else nodes


class Slider(Widget):
    """A value from 0 to ``highest``, with its number at the right: drag the knob or press beside it.

    Left and Right change the value by 1, Home and End set the lowest and highest. ``is_dull`` draws it without colour,
    such as a volume while sound is muted; it still works. ``note`` is its description.
    """

    role = "slider"
    has_click_sound = False

    def __init__(
        self, scale: Scale, id: str, name: str, *, at: int, highest: int, on_change: Callable[[int], None],
        is_dull: bool = False, note: str = "",
    ) -> None:  # fmt: skip
        self._px = scale.px(ROLES.name)
        wide = round(10 * self._px)
        super().__init__(id, name, wide=(wide, 2 * wide), high=max(HIT_PX, round(2 * self._px)))
        self.note = note
        self.at = at
        self.highest = highest
        self.on_change = on_change
        self.is_dull = is_dull

    @property
    def _radius(self) -> int:
        return round(min(0.3 * self.rect.h, 0.06 * self.rect.w + 4))

    @property
    def track(self) -> Rect:
        """The line along which the middle of the knob moves."""
        left = self.rect.x + self._radius
        right = self.rect.right - text.width(number(self.highest), "O7", self._px) - round(2.2 * self._radius)
        return Rect(left, self.rect.centery, right - left, 1)

    @property
    def value(self) -> str | None:
        return str(self.at)

    @property
    def range(self) -> tuple[float, float, float]:
        return 0, self.highest, self.at

    def nodes(self) -> list[Node]:
        return with_note(super().nodes(), self.note)

    def set(self, at: int) -> bool:
        """Set the value within its limits and call ``on_change``; return True if it changed."""
        at = min(self.highest, max(0, at))
        if at == self.at:
            return False
        self.at = at
        self.on_change(at)
        return True

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:  # noqa: ARG002 - it goes where it is pressed
        return self.set(round((pos[0] - self.track.x) / self.track.w * self.highest))

    def press(self) -> None:
        self.set(self.at + 1 if self.at < self.highest else 0)

    def press_at(self, pos: tuple[int, int]) -> None: ...

    def handle_key(self, key: int) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_HOME: -self.highest, pygame.K_END: self.highest}
        if key not in steps:
            return False
        self.set(self.at + steps[key])
        return True

    def draw(self, surface: Surface, text_scale: float) -> None:
        rect, track, r = self.rect, self.track, self._radius
        x = track.x + track.w * self.at / self.highest
        thick = max(4, round(0.5 * r))
        groove = Rect(track.x - r, 0, track.w + 2 * r, thick)
        groove.centery = rect.centery
        draw.rounded_rect(surface, groove, thick / 2, THEME.surface2, THEME.faint, max(1, 1.6 * text_scale))
        fill = THEME.faint if self.is_dull else THEME.accent
        draw.rounded_rect(surface, (groove.x, groove.y, x - groove.x, thick), thick / 2, fill)
        self._draw_knob(surface, x, text_scale)
        said = number(self.at)
        text.draw(surface, said, rect.right, rect.centery, "O7", self._px, anchor="r")
        if self.has_ring:
            draw.focus_ring(surface, rect, rect.h * 0.2, max(0.7, text_scale))

    def _draw_knob(self, surface: Surface, x: float, t: float) -> None:
        r, y = self._radius, self.rect.centery
        knob = (x - r, y - r, 2 * r, 2 * r)
        rim = THEME.off if self.is_dull else THEME.accent
        draw.shadow(surface, knob, r, 2 * t)
        draw.rounded_rect(surface, knob, r, THEME.white, rim, max(2, 0.2 * r))


def draw_reason(surface: Surface, words: str, anchor: Rect, bounds: Rect, text_scale: float) -> None:
    """Draw a panel with these words, a reason, below ``anchor`` and inside ``bounds``."""
    px, pad = max(text.MIN_TEXT_PX, 20 * text_scale), round(12 * max(text_scale, 0.7))
    plate = Rect(0, 0, text.width(words, "B6", px) + 2 * pad, round(1.5 * px) + pad)
    plate.midtop = anchor.centerx, anchor.bottom + round(6 * text_scale)
    plate.clamp_ip(bounds.inflate(-16, -16))
    rim = max(1, round(2 * text_scale))
    draw.panel(
        surface, plate, 10 * text_scale + 2, THEME.raised, rim=THEME.text, rim_width=rim, shadow_px=5 * text_scale
    )
    text.draw(surface, words, plate.x + pad, plate.centery, "B6", px, THEME.text, max_width=plate.w - 2 * pad)

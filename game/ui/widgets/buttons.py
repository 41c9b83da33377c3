"""Buttons, direction signs and links (art.md §5)."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import pygame
from pygame import Color, Rect, Surface

from game.ui.accessibility_tree import accessible_text
from game.ui.boxes.box import HIT_PX, MIN_TARGET_PX, Box, SizeRange, Widget
from game.ui.boxes.type_scale import ROLES, Role, Scale
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.switches import field_height, hover_panel


class Link(Widget):
    """A box as a control; a press on it opens more about what it shows.

    With a ``radius``, that of its corners, it is highlighted while hovered or pressed.
    """

    role = "link"

    def __init__(
        self, id: str, name: str, child: Box, on_press: Callable[[], None], *, radius: float | None = None
    ) -> None:
        shown = child if radius is None else hover_panel(self, child, radius)
        super().__init__(id, name, on_press=on_press, children=(shown,))

    def draw(self, surface: Surface, text_scale: float) -> None:
        if self.hovered:
            draw.rounded_rect(surface, self.rect, 12 * text_scale, None, THEME.gold_d, max(2, 3 * text_scale))
        if self.has_ring:
            draw.focus_ring(
                surface,
                self.rect.inflate(-round(8 * text_scale), -round(8 * text_scale)),
                10 * text_scale,
                max(0.6, 0.7 * text_scale),
            )


@dataclass(frozen=True, slots=True)
class _ButtonColors:
    """The colours of a button by their names in the theme: normal, hovered, pressed, and for its text and icon."""

    fill: str
    hover: str
    down: str
    ink: str
    off: tuple[str, str] = ("surface2", "off")
    """Background and text colour of a disabled button."""


class ButtonStyle(Enum):
    """The colour styles of buttons."""

    BLUE = _ButtonColors("blue", "blue_l", "blue_d", "white")
    RED = _ButtonColors("red", "red_l", "red_d", "white")
    PAPER = _ButtonColors("surface2", "raised", "mark", "text")
    GOLD = _ButtonColors("gold", "gold_l", "gold_d", "ink")
    NAVY = _ButtonColors("navy_l", "blue", "navy", "white", ("navy", "navy_off"))

    def fill(self, widget: Widget) -> Color:
        """Return the background colour for the widget's present state."""
        colors: _ButtonColors = self.value
        if not widget.enabled:
            return THEME.named(colors.off[0])
        return THEME.named(colors.down if widget.pressed else colors.hover if widget.hovered else colors.fill)

    def ink(self, widget: Widget) -> Color:
        """Return the colour of line, icon and text for the widget's present state."""
        colors: _ButtonColors = self.value
        return THEME.named(colors.ink if widget.enabled else colors.off[1])


_BETWEEN = 0.6  # between two texts side by side on a sign, in sizes of the first


def label_px(height: float) -> float:
    """Return the text size for a button of this height: 0.46 of it, at least 14, growing more slowly above 34."""
    return max(text.MIN_NAME_PX, min(0.46 * height, max(34, 0.39 * height)))


class Button(Widget):
    """A button that looks like an enamel sign, with an icon, a label or both, as wide as these."""

    def __init__(
        self, scale: Scale, id: str, name: str, on_press: Callable[[], None] | None, *,
        style: ButtonStyle = ButtonStyle.BLUE, icon: str | None = None, role: Role = ROLES.button,
        px: float | None = None, size: tuple[int, int] | None = None, wide: int = 0, grow: float = 0,
        enabled: bool = True, is_low: bool = False, is_left: bool = False,
    ) -> None:  # fmt: skip
        """Create a button, at least ``wide`` pixels wide; with ``is_low`` it may lose height if space is short.

        ``px`` and ``size`` replace the size of text and button that follow from its role. The content is centered, or
        left-aligned if ``is_left``.
        """
        self.px = scale.px(role) if px is None else px
        self.min_px: float = scale.min_px(role) if px is None else text.MIN_NAME_PX
        across, high = (size[0], (size[1], size[1])) if size else self._natural_size(scale, name, icon, is_low=is_low)
        super().__init__(
            id, name, on_press=on_press, enabled=enabled, wide=(across, max(wide, across)), high=high, grow=grow
        )
        self.style = style
        self.icon = icon
        self.is_left = is_left

    def _natural_size(self, scale: Scale, name: str, icon: str | None, *, is_low: bool) -> tuple[int, SizeRange]:
        high = max(HIT_PX if scale.growth > 1 else MIN_TARGET_PX, round(self.px + 1.15 * self.min_px))
        lowest = min(high, max(MIN_TARGET_PX, round(self.px + 0.7 * self.min_px))) if is_low else high
        return self.natural_width(name, high, icon=bool(icon), px=self.px), (lowest, high)

    @staticmethod
    def natural_width(name: str, height: float, *, icon: bool = False, px: float | None = None) -> int:
        """Return the width that a button of this height needs for its label."""
        px = px or label_px(height)
        return round(text.width(name, "O7", px) + (1.6 * px if icon else 0) + 0.75 * height)

    def draw(self, surface: Surface, text_scale: float) -> None:
        k = max(0.7, text_scale)
        radius = self.rect.h * 0.24
        sunk = self.pressed and self.hovered
        rect = self.rect.move(0, round(2 * k)) if sunk else self.rect
        ink = self.style.ink(self)
        draw.road_sign(
            surface, rect, radius, self.style.fill(self), line=ink, line_scale=k, shadow_px=0 if sunk else 3 * k
        )
        if self.has_ring:
            draw.focus_ring(surface, rect, radius, k)
        self._draw_label(surface, rect, ink)

    def _draw_label(self, surface: Surface, rect: Rect, ink: Color) -> None:
        picture = 1.25 * self.px if self.icon else 0
        gap = 0.35 * self.px if self.icon else 0
        room = rect.w - 0.5 * rect.h - picture - gap
        if text.width(self.name, "O7", self.min_px) > room:
            room += 0.25 * rect.h
        label, px = text.fit_line(self.name, "O7", self.px, room, self.min_px)
        left = rect.x + 0.35 * rect.h
        if not self.is_left:
            left = rect.centerx - (picture + gap + text.width(label, "O7", px)) / 2
        if self.icon:
            art.blit_icon(surface, self.icon, (left + picture / 2, rect.centery), picture, ink)
        text.draw(surface, label, left + picture + gap, rect.centery, "O7", px, ink)


class IconButton(Button):
    """A square button that shows only an icon, mirrored if ``is_mirrored``; its name is for the screen reader."""

    def __init__(
        self, scale: Scale, id: str, name: str, on_press: Callable[[], None] | None, icon: str, *,
        style: ButtonStyle = ButtonStyle.PAPER, side: int | None = None, size: tuple[int, int] | None = None,
        enabled: bool = True, is_mirrored: bool = False,
    ) -> None:  # fmt: skip
        """Create a button; ``side`` is its size in pixels at the set text size; None makes it as high as a text field.

        ``size`` is one that does not follow the text size.
        """
        least = HIT_PX if scale.growth > 1 else MIN_TARGET_PX
        side = field_height(scale) if side is None else max(least, side)
        super().__init__(scale, id, name, on_press, style=style, icon=icon, size=size or (side, side), enabled=enabled)
        self.is_mirrored = is_mirrored

    def _draw_label(self, surface: Surface, rect: Rect, ink: Color) -> None:
        if self.icon:
            picture = art.icon(self.icon, 0.62 * rect.h, ink)
            if self.is_mirrored:
                picture = pygame.transform.flip(picture, True, False)
            surface.blit(picture, picture.get_rect(center=rect.center))


class DirectionSign(Widget):
    """A direction sign: an arrow with an icon, a label and a second line below it.

    The second line is drawn only if ``has_second``, but is always in the accessibility tree. Texts begin ``indent`` px
    from the left, the same on all signs of a signpost; the icon is drawn before them. A sign may be ``low`` px higher
    than its ``rect``, to have room for controls; then the second line is beside the first.
    """

    def __init__(
        self,
        id: str,
        name: str,
        *,
        icon: str,
        indent: int,
        on_press: Callable[[], None],
        style: ButtonStyle,
        px: float,
        second: str,
        second_px: float,
        has_second: bool,
        low: int = 0,
        wide: int,
        high: int,
    ) -> None:
        super().__init__(id, name, on_press=on_press, wide=wide, high=high)
        self.indent = indent
        self.style = style
        self.icon = icon
        self.px, self.second_px = px, second_px
        self.second, self.has_second = second, has_second
        self.low = low

    @staticmethod
    def natural_width(
        name: str, px: float, second: str, second_px: float, height: float, indent: int, *, low: int = 0
    ) -> int:
        """Return the width in pixels that a sign needs for its words."""
        wide, beside = text.width(name, "O8", px), text.width(second, "B5", second_px) if second else 0
        between = _BETWEEN * px if second else 0
        return round(indent + (wide + between + beside if low else max(wide, beside)) + 0.5 * (height + low))

    @property
    def face(self) -> Rect:
        """The whole sign."""
        return Rect(self.rect.topleft, (self.rect.w, self.rect.h + self.low))

    @property
    def value(self) -> str | None:
        return accessible_text(self.second) if self.second else None

    def contains(self, pos: tuple[int, int]) -> bool:
        return bool(self.face.collidepoint(pos)) and (self.clip is None or bool(self.clip.collidepoint(pos)))

    def is_background_at(self, pos: tuple[int, int]) -> bool:
        return not self.rect.collidepoint(pos)

    def draw(self, surface: Surface, text_scale: float) -> None:
        k = max(0.6, text_scale)
        step = round(4 * k) if self.hovered and not self.pressed and not self.low else 0
        rect = self.rect.move(step, 0)
        ink = self.style.ink(self)
        fill = THEME.surface if self.style is ButtonStyle.PAPER and not self.hovered else self.style.fill(self)
        draw.arrow_sign(surface, self.face.move(step, 0), fill, ink, line_scale=k, focused=self.has_ring)
        left: float = rect.x + self.indent
        art.blit_icon(surface, self.icon, (rect.x + 0.55 * self.indent, rect.centery), 0.95 * self.px, ink)
        room = rect.right - 0.38 * rect.h - left
        up, down = (0.56 * self.second_px, 0.54 * self.px) if self.has_second and not self.low else (0.0, 0.0)
        across = text.draw(surface, self.name, left, rect.centery - up, "O8", self.px, ink, max_width=room)
        if self.low:
            left, room = left + across + _BETWEEN * self.px, room - across - _BETWEEN * self.px
        if self.has_second:
            text.draw(surface, self.second, left, rect.centery + down, "B5", self.second_px, ink, max_width=room)

"""The signs of the title screen and their posts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.ui import layout as ui
from game.ui.animation import Timeline
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle, DirectionSign

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LARGE = replace(ui.ROLES.button, face="O8", size=40, min_px=19, uses_unit=True)
_SMALL = replace(_LARGE, size=32, min_px=16)
_SECOND = replace(ui.ROLES.small, size=25, min_px=14)
_ROUND, _ROUND_ALONE = 40, 26  # padding of a sign, above and below together
_INDENT = 2.4  # in text sizes
_DEEP, _APART = 2.0, 3
"""The height of words with controls below, in text sizes, and the gap between the two in px, which a finger needs."""
_WIDTHS = {ButtonStyle.GOLD: 650, ButtonStyle.BLUE: 585, ButtonStyle.PAPER: 415}
_POST = 76  # from the left edge of its signs
_FOOT = 42  # below the lowest sign


@dataclass(frozen=True, slots=True)
class SignEntry:
    """The content of a sign: its words (``second`` is a smaller second line) and its action.

    ``beside`` is a box next to the sign. With controls ``below`` its words, the second line is beside the first. The
    sign is wide enough for any of the second lines ``room_for``.
    """

    id: str
    name: str
    icon: str
    act: Callable[[], None]
    style: ButtonStyle
    second: str
    beside: ui.Box | None = None
    below: ui.Box | None = None
    room_for: Sequence[str] = ()


class SwingingSign(DirectionSign):
    """A sign that appears with an animation from its timeline: it turns around its post."""

    timeline = Timeline()
    is_turning = True
    """Whether the sign turns as it appears; otherwise it fades in, as with reduced motion."""

    @property
    def shown(self) -> float:
        """The progress of the animation, from 0 to 1; it exceeds 1 a little before the end."""
        return self.timeline.eased_progress(self.id)

    def draw(self, surface: Surface, text_scale: float) -> None:
        if self.shown == 1:
            super().draw(surface, text_scale)
        elif self.shown > 0:
            self._draw_coming(surface, text_scale)

    def _draw_coming(self, surface: Surface, t: float) -> None:
        room = round(0.2 * self.rect.h)
        place = self.face.inflate(2 * room, 2 * room)
        layer, rect = Surface(place.size, pygame.SRCALPHA), self.rect
        self.rect = rect.move(-place.x, -place.y)
        try:
            super().draw(layer, t)
        finally:
            self.rect = rect
        if not self.is_turning:
            layer.set_alpha(round(255 * self.shown))
            surface.blit(layer, place)
            return
        post, wide = room + self.indent, max(1, round(place.w * self.shown))
        turned = pygame.transform.smoothscale(layer, (wide, place.h))
        surface.blit(turned, (place.x + round(post * (1 - self.shown)), place.y))


def sign_rows(scale: ui.Scale, entries: Sequence[SignEntry], *, has_second: bool) -> ui.Box:
    """Return a column of signs; with ``has_second`` they show their second lines."""
    rows = [(_sign(scale, entry, has_second=has_second), entry.beside) for entry in entries]
    return ui.Column(*(ui.Flow(*row, gap=scale.space_px(24)) for row in rows), gap=scale.space_px(18))


def _sign(scale: ui.Scale, entry: SignEntry, *, has_second: bool) -> ui.Box:
    role: ui.Role = _SMALL if entry.style is ButtonStyle.PAPER else _LARGE
    px, second_px, second = scale.px(role), scale.px(_SECOND), entry.second if has_second else ""
    indent, below, pad = round(_INDENT * px), entry.below, scale.space_px(_ROUND) // 2
    words = 1.15 * (px + second_px) + scale.space_px(_ROUND) if second else 1.15 * px + scale.space_px(_ROUND_ALONE)
    high, low = max(HIT_PX if scale.growth > 1 else 0, round(words)), 0
    if below:
        high, low = round(_DEEP * px), _APART + below.height_range(below.width_range()[1])[1] + pad
    natural = max(
        DirectionSign.natural_width(entry.name, px, line, second_px, high, indent, low=low)
        for line in (second, *(entry.room_for if has_second else ()))
    )

    sign = SwingingSign(
        entry.id, entry.name, icon=entry.icon, indent=indent, on_press=entry.act, style=entry.style, px=px,
        second=entry.second, second_px=second_px, has_second=bool(second), low=low,
        wide=max(natural, round(_WIDTHS[entry.style] * scale.unit)), high=high,
    )  # fmt: skip
    if below is None:
        return sign
    return ui.Column(sign, ui.Padding(ui.Row(below, ui.Spacer()), (indent, _APART, pad)))


def paint_post(surface: Surface, signs: Sequence[Rect], u: float, ground: float) -> None:
    """Draw the post of signs at the areas ``signs``, from the top down; ``u`` is the length of a unit in px.

    The post ends below the lowest sign, or at the y ``ground`` if that is lower.
    """
    lit, dark = THEME.post
    x, top = signs[0].x + _POST * u, signs[0].y - 14 * u
    foot = max(signs[-1].bottom + _FOOT * u, ground)
    draw.rounded_rect(surface, (x - 26 * u, foot - 8 * u, 96 * u, 18 * u), 9 * u, THEME.shadow, opacity=0.25)
    draw.rounded_rect(surface, (x, top, 26 * u, foot - top), 0, lit)
    draw.rounded_rect(surface, (x + 13 * u, top, 13 * u, foot - top), 0, dark)
    draw.rounded_rect(surface, (x - 8 * u, top - 12 * u, 42 * u, 16 * u), 5 * u, THEME.red)

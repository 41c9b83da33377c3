"""The title's signposts: on the left one what is played, on the right one, row by row, what leads to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.scene import is_tall
from game.ui.timeline import Timeline, back, linear
from game.ui.widgets import Sign, Style

_HEIGHTS: Final = {Style.GOLD: 112, Style.BLUE: 100, Style.PAPER: 68}
_WIDTHS: Final = {Style.GOLD: 640, Style.BLUE: 555, Style.PAPER: 395}
_RIGHT_W: Final = 310
_MIN_H: Final = 34
_LEFT, _TOP, _GAP, _BETWEEN, _MARGIN, _INDENT = 120, 400, 16, 26, 40, 84
_POST: Final = 76  # from the left edge of its signs
_FOOT: Final = 42  # below the lowest sign, if that is on the ground
_TALL_GROUND: Final = 0.6  # of the height, where the poster's hills begin in a tall window

_STEP_S: Final = 0.06
_SWING_S: Final = 0.22
_FADE_S: Final = 0.12


@dataclass(frozen=True, slots=True)
class Entry:
    """What a sign says and does."""

    id: str
    name: str
    icon: str
    act: Callable[[], None]
    style: Style = Style.PAPER
    second: str | None = None


Row = tuple[Entry, Entry | None]


class SwingingSign(Sign):
    """A sign that comes in: ``shown`` goes from 0 to 1, and a little beyond, while it turns round its post."""

    shown = 1.0
    turns = True
    """Whether it turns; under reduced motion it fades in where it is."""

    def draw(self, surface: Surface, t: float) -> None:
        """Draw it as far as it has come."""
        if self.shown == 1:
            super().draw(surface, t)
        elif self.shown > 0:
            self._draw_coming(surface, t)

    def _draw_coming(self, surface: Surface, t: float) -> None:
        room = round(0.2 * self.rect.h)
        place = self.rect.inflate(2 * room, 2 * room)
        layer, rect = Surface(place.size, pygame.SRCALPHA), self.rect
        self.rect = rect.move(-place.x, -place.y)
        super().draw(layer, t)
        self.rect = rect
        if not self.turns:
            layer.set_alpha(round(255 * self.shown))
            surface.blit(layer, place)
            return
        post = place.x + room + round(_POST * rect.h / _HEIGHTS[Style.BLUE])
        wide = max(1, round(place.w * self.shown))
        left = post - round((post - place.x) * self.shown)
        surface.blit(pygame.transform.smoothscale(layer, (wide, place.h)), (left, place.y))


class Signpost:
    """The signs of ``rows`` in a window of these ``bounds``; ``u`` is the layout unit."""

    def __init__(self, rows: Sequence[Row], bounds: Rect, u: float) -> None:
        self._u = u
        self._ground = _TALL_GROUND * bounds.h if is_tall(bounds.size) else 0
        self._indent = round(_INDENT * max(u, 0.5))
        lefts, rights = [left for left, _right in rows], [right for _left, right in rows if right]
        right_w = max(self._width(entry, _RIGHT_W) for entry in rights)
        x, between = round(_LEFT * u), round(_BETWEEN * u)
        widest = bounds.w - round(_MARGIN * u) - x - between - right_w
        widths = [min(widest, self._width(entry, _WIDTHS[entry.style])) for entry in lefts]
        right_x = x + between + max(w for (_l, right), w in zip(rows, widths, strict=True) if right)
        self.signs: list[SwingingSign] = []
        self._posts: list[list[Rect]] = [[], []]
        y = round(_TOP * u)
        for (left, right), width in zip(rows, widths, strict=True):
            row = Rect(x, y, width, self._height(left))
            self._put(left, row, post=0)
            if right:
                place = Rect(right_x, 0, right_w, self._height(right))
                place.centery = row.centery
                self._put(right, place, post=1)
            y = row.bottom + round(_GAP * u)

    def _put(self, entry: Entry, rect: Rect, *, post: int) -> None:
        look = {"icon": entry.icon, "on_press": entry.act, "style": entry.style, "second": entry.second}
        self.signs.append(SwingingSign(entry.id, entry.name, rect, indent=self._indent, **look))  # type: ignore[arg-type]
        self._posts[post].append(rect)

    def _height(self, entry: Entry) -> int:
        return max(_MIN_H, round(_HEIGHTS[entry.style] * self._u))

    def _width(self, entry: Entry, least: float) -> int:
        natural = Sign.natural_width(entry.name, self._height(entry), self._indent, second=entry.second)
        return max(round(least * self._u), natural)

    @property
    def bottom(self) -> int:
        """Where the lowest sign ends."""
        return max(sign.rect.bottom for sign in self.signs)

    @property
    def right(self) -> int:
        """Where the longest sign ends."""
        return max(sign.rect.right for sign in self.signs)

    def come_in(self, timeline: Timeline, *, reduced: bool) -> None:
        """Let the signs swing in one after the other, or fade in together under reduced motion."""
        for i, sign in enumerate(self.signs):
            sign.shown, sign.turns = 0.0, not reduced
            if reduced:
                timeline.add(_shower(sign), _FADE_S, easing=linear)
            else:
                timeline.add(_shower(sign), _SWING_S, delay_s=i * _STEP_S, easing=back)

    def paint(self, surface: Surface) -> None:
        """Draw the posts that the signs hang on."""
        foot = max(self.bottom + _FOOT * self._u, self._ground)
        for signs in self._posts:
            self._paint_post(surface, signs[0].x + _POST * self._u, signs[0].y - 6 * self._u, foot)

    def _paint_post(self, surface: Surface, x: float, top: float, foot: float) -> None:
        u = self._u
        lit, dark = THEME.post
        draw.rounded(surface, (x - 26 * u, foot - 8 * u, 96 * u, 18 * u), 9 * u, THEME.shadow, opacity=0.25)
        draw.rounded(surface, (x, top, 26 * u, foot - top), 0, lit)
        draw.rounded(surface, (x + 13 * u, top, 13 * u, foot - top), 0, dark)
        draw.rounded(surface, (x - 8 * u, top - 12 * u, 42 * u, 16 * u), 5 * u, THEME.red)


def _shower(sign: SwingingSign) -> Callable[[float], None]:
    def show(p: float) -> None:
        sign.shown = p

    return show

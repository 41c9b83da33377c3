"""The title's signs on their two posts, in any size of text."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from game.scenes.host import Host
from game.scenes.menu import Entry
from game.ui.animation import Animation, Timeline, back, linear
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.scene import is_tall
from game.ui.widgets import Sign, Style

_SIGN_HEIGHTS: Final = {Style.GOLD: 112, Style.BLUE: 100, Style.PAPER: 68}
_SIGN_WIDTHS: Final = {Style.GOLD: 640, Style.BLUE: 555, Style.PAPER: 395}
_RIGHT_SIGN_W: Final = 310
_MIN_SIGN_H: Final = 34
LEFT: Final = 120
_GAP, _GROWN_GAP, _BETWEEN, _MARGIN, _INDENT = 16, 10, 26, 40, 84
_POST: Final = 76  # from the left edge of its signs
_FOOT, _GROWN_FOOT = 42, 14  # below the lowest sign, if that is on the ground
_TALL_GROUND: Final = 0.6  # of the height, where the background's hills begin in a tall window
_PLATE_GROWS: Final = 0.65  # of what the words on it grow: there is room round them

_STEP_S: Final = 0.06
_SWING_S: Final = 0.22
_FADING: Final = Animation(duration_s=0.12, easing=linear)

SignRow = tuple[Entry, Entry | None]
"""A sign of the left post, and beside it one of the right."""


def plate_growth(larger: float) -> float:
    """How much larger a plate is whose words are so much larger: it gives up room round them."""
    return larger if larger <= 1 else 1 + _PLATE_GROWS * (larger - 1)


def regrouped(rows: Sequence[SignRow]) -> list[SignRow]:
    """The same signs with nothing beside a large one, so that it can be as wide as the window."""
    large = [left for left, _right in rows if left.style is not Style.PAPER]
    beside = [right for left, right in rows if right and left.style is not Style.PAPER]
    pairs = zip(beside[::2], [*beside[1::2], None], strict=False)
    return [*((left, None) for left in large), *pairs, *(row for row in rows if row[0].style is Style.PAPER)]


class SwingingSign(Sign):
    """A sign that comes in by its timeline, turning round its post."""

    timeline = Timeline()
    turns = True
    """Whether it turns; under reduced motion it fades in where it is."""

    @property
    def shown(self) -> float:
        """How far it has come: from 0 to 1, and a little beyond."""
        return self.timeline.eased(self.id)

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
        post = place.x + room + round(_POST * rect.h / _SIGN_HEIGHTS[Style.BLUE])
        wide = max(1, round(place.w * self.shown))
        left = post - round((post - place.x) * self.shown)
        surface.blit(pygame.transform.smoothscale(layer, (wide, place.h)), (left, place.y))


class Signpost:
    """The signs of ``rows`` in a window of these ``bounds``, their words ``larger`` than as delivered, the first of
    them at ``top``; ``u`` is the layout unit.
    """

    def __init__(
        self, rows: Sequence[SignRow], bounds: Rect, u: float, *, top: float, larger: float = 1, left: float = LEFT
    ) -> None:
        self._u, self._larger = u, larger
        self._plate = plate_growth(larger)
        self._ground = _TALL_GROUND * bounds.h if is_tall(bounds.size) else 0
        self._indent = round(_INDENT * max(u, 0.5) * self._plate)
        lefts, rights = [left for left, _right in rows], [right for _left, right in rows if right]
        right_w = max(self._width(entry, _RIGHT_SIGN_W) for entry in rights)
        x, between = round(left * u), round(_BETWEEN * u)
        widest = [bounds.w - round(_MARGIN * u) - x - (between + right_w if right else 0) for _left, right in rows]
        if larger <= 1:
            widest = [min(widest)] * len(rows)
        wanted = [self._width(entry, _SIGN_WIDTHS[entry.style]) for entry in lefts]
        self.is_cut = any(wide > most for wide, most in zip(wanted, widest, strict=True))
        widths = [min(pair) for pair in zip(widest, wanted, strict=True)]
        right_x = x + between + max(w for (_l, right), w in zip(rows, widths, strict=True) if right)
        self.signs: list[SwingingSign] = []
        self._posts: list[list[Rect]] = [[], []]
        for y, (left_entry, right), width in zip(self._tops(lefts, round(top)), rows, widths, strict=True):
            row = Rect(x, y, width, self._height(left_entry))
            self._put(left_entry, row, post=0)
            if right:
                place = Rect(right_x, 0, right_w, self._height(right))
                place.centery = row.centery
                self._put(right, place, post=1)

    def _tops(self, entries: Sequence[Entry], top: int) -> Iterator[int]:
        gap = round((_GAP if self._larger <= 1 else _GROWN_GAP) * self._u)
        for entry in entries:
            yield top
            top += self._height(entry) + gap

    def _put(self, entry: Entry, rect: Rect, *, post: int) -> None:
        assert entry.icon is not None  # that of a menu may be
        sign = SwingingSign(
            entry.id, entry.name, rect, on_press=entry.act, style=entry.style, icon=entry.icon, indent=self._indent,
            second=entry.second, larger=self._larger / self._plate,
        )  # fmt: skip
        self.signs.append(sign)
        self._posts[post].append(rect)

    def _height(self, entry: Entry) -> int:
        return max(_MIN_SIGN_H, round(_SIGN_HEIGHTS[entry.style] * self._u * self._plate))

    def _width(self, entry: Entry, least: float) -> int:
        larger = self._larger / self._plate
        natural = Sign.natural_width(entry.name, self._height(entry), self._indent, second=entry.second, larger=larger)
        return max(round(least * self._u), natural)

    @property
    def bottom(self) -> int:
        """Where the lowest sign ends."""
        return max(sign.rect.bottom for sign in self.signs)

    @property
    def top(self) -> int:
        """Where the highest sign begins."""
        return min(sign.rect.top for sign in self.signs)

    @property
    def right(self) -> int:
        """Where the longest sign ends."""
        return max(sign.rect.right for sign in self.signs)

    def come_in(self, app: Host) -> Timeline:
        """Let the signs swing in one after the other, or fade in together under reduced motion."""
        turns, coming = not app.settings.reduced_motion, dict[Hashable, Animation]()
        for i, sign in enumerate(self.signs):
            swinging = Animation(start_s=i * _STEP_S, duration_s=_SWING_S, easing=back)
            coming[sign.id] = swinging if turns else _FADING
        timeline = Timeline(app.now_s, app.settings.speed.factor, coming)
        for sign in self.signs:
            sign.timeline, sign.turns = timeline, turns
        return timeline

    def paint(self, surface: Surface) -> None:
        """Draw the posts that the signs hang on."""
        below = _FOOT if self._larger <= 1 else _GROWN_FOOT
        foot = max(self.bottom + below * self._u, self._ground)
        for signs in self._posts:
            self._paint_post(surface, signs[0].x + _POST * self._u, signs[0].y - 6 * self._u, foot)

    def _paint_post(self, surface: Surface, x: float, top: float, foot: float) -> None:
        u = self._u
        lit, dark = THEME.post
        draw.rounded(surface, (x - 26 * u, foot - 8 * u, 96 * u, 18 * u), 9 * u, THEME.shadow, opacity=0.25)
        draw.rounded(surface, (x, top, 26 * u, foot - top), 0, lit)
        draw.rounded(surface, (x + 13 * u, top, 13 * u, foot - top), 0, dark)
        draw.rounded(surface, (x - 8 * u, top - 12 * u, 42 * u, 16 * u), 5 * u, THEME.red)

"""The parts of the winner's celebration: a crowd, bunting across the sky, points that count up, and paper flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, inf, pi, sin, tau
from random import Random

import pygame
from pygame import SRCALPHA, Color, Rect, Surface

from game.i18n import number
from game.scenes.portraits import draw_portraits, portraits_width
from game.ui.animation import ease_out_cubic
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.theme import PAINTS, THEME, shade
from game.words.names import Names

FANS = 9
"""The number of different pictures of a person in the crowd."""
_FAN_W, _FAN_H = 150.0, 240.0  # size of a picture in units; _ABOVE_HEAD of it is above the head
_ABOVE_HEAD = 72.0
_SEEN, _SEEN_LOW = 118.0, 40.0  # how far heads rise above the window's edge; _LOW for people who crouch
_FANS_APART = (92.0, 112.0)
_UNEVEN = 12.0
CHEERING = 6
CROWD_HEADROOM = _SEEN_LOW
"""The height, in units, to leave free at the lower edge of the window for people who crouch."""


@dataclass(frozen=True, slots=True)
class _Fan:
    """A person in the crowd: the picture's number, its upper left corner in px, and whether the person crouches."""

    look: int
    x: int
    y: int
    is_low: bool


class Crowd:
    """The people along the lower edge of a window; ``size`` is in px, ``u`` is the length of a unit in px.

    They crouch right of the x ``crouch_from_x``, because the winner's car stands there. They also crouch below the
    page ``panel_rect`` where it would hide their heads.
    """

    def __init__(self, size: tuple[int, int], u: float, crouch_from_x: float, panel_rect: Rect) -> None:
        self._u = u
        self._size = round(_FAN_W * u), round(_FAN_H * u)
        is_tight = panel_rect.bottom > size[1] - (_SEEN - _UNEVEN) * u
        below = panel_rect.inflate(_FAN_W * u, 0)
        self._low = (below.x, below.right) if is_tight else (0, 0), (crouch_from_x, inf)
        self._fans = self._gathered(size)
        self.top = min(fan.y for fan in self._fans)
        self.height = size[1] - self.top
        self._width = size[0]
        self._orders = Random(6)
        self._cheering = [self._choose_cheering() for _ in range(8)]

    def _gathered(self, size: tuple[int, int]) -> tuple[_Fan, ...]:
        lots, u, fans = Random(1000), self._u, list[_Fan]()  # a fixed seed: the same people every time
        middle = 20 * u
        while middle < size[0] + _FANS_APART[0] * u / 2:
            look = lots.choice([n for n in range(1, FANS + 1) if n not in [fan.look for fan in fans[-3:]]])
            is_low = any(left < middle < right for left, right in self._low)
            seen = (_SEEN_LOW if is_low else _SEEN) + lots.uniform(-_UNEVEN, _UNEVEN)
            y = size[1] - (seen + _ABOVE_HEAD) * u
            fans.append(_Fan(look, round(middle - _FAN_W * u / 2), round(y), is_low))
            middle += lots.uniform(*_FANS_APART) * u
        return tuple(fans)

    def _choose_cheering(self) -> tuple[_Fan, ...]:
        free = [fan for fan in self._fans if not fan.is_low] or list(self._fans)
        chosen = self._orders.sample(free, min(CHEERING, len(free)))
        return tuple(sorted(chosen, key=lambda fan: fan.x))

    def preload(self) -> None:
        for look in range(1, FANS + 1):
            art.preload(f"parts/fan_{look}", *self._size)

    def picture(self) -> Surface:
        """Return a picture, as wide as the window, of all people with their arms down; draw it at the y ``top``."""
        strip = Surface((self._width, self.height), SRCALPHA)
        for fan in self._fans:
            strip.blit(art.picture(f"parts/fan_{fan.look}", *self._size), (fan.x, fan.y - self.top))
        return art.converted(strip)

    def paint_cheering(self, surface: Surface, turn: int) -> list[Rect]:
        """Draw some people with raised arms over the crowd, others for each ``turn``; return the changed areas."""
        return [
            surface.blit(art.picture(f"parts/fan_{fan.look}_cheers", *self._size), (fan.x, fan.y))
            for fan in self._cheering[turn % len(self._cheering)]
        ]


_GARLANDS = 3
_COLORS = [paint.color for paint in PAINTS.values()]
_PENNANT_COLORS = (0, 1, 2, 3, 4)  # of the sides' colors; the last one is too dark
_PENNANTS_APART = 84.0  # from one pennant to the next, in units
_WIRE_TOP, _WIRE_SAG = 8.0, 28.0
_PENNANT = (44.0, 44.0)
_BUNTING_HEIGHT = _WIRE_TOP + _WIRE_SAG + _PENNANT[1]
"""The height of the bunting, in units."""


def bunting_picture(width: int, u: float) -> Surface:
    """Return a picture of garlands of pennants, ``width`` px wide; ``u`` is the length of a unit in px."""
    return art.svg(_bunting_drawing(width, u), width, _BUNTING_HEIGHT * u)


def _bunting_drawing(width: int, u: float) -> str:
    span = width / _GARLANDS
    each = max(3, round(span / (_PENNANTS_APART * u)))
    parts: list[str] = []
    for garland in range(_GARLANDS):
        left = garland * span
        for n in range(each):
            part = (n + 0.5) / each
            color = _COLORS[_PENNANT_COLORS[(garland * each + n) % len(_PENNANT_COLORS)]]
            parts.append(_pennant(left + part * span, _wire_y(part) * u, u, color))
        bend = (_WIRE_TOP + 2 * _WIRE_SAG) * u
        wire = f"M{left:.1f} {_WIRE_TOP * u:.1f}Q{left + span / 2:.1f} {bend:.1f} {left + span:.1f} {_WIRE_TOP * u:.1f}"
        parts.append(svg.path(wire, stroke=THEME.ink, width=max(1.5, 3 * u)))
    return "".join(parts)


def _wire_y(part: float) -> float:
    """Return the y of a garland's wire, in units, at the fraction ``part`` (0 … 1) of its length."""
    return _WIRE_TOP + 4 * _WIRE_SAG * part * (1 - part)


def _pennant(x: float, y: float, u: float, color: Color) -> str:
    half, high = _PENNANT[0] / 2 * u, _PENNANT[1] * u
    whole = f"M{x - half:.1f} {y:.1f}H{x + half:.1f}L{x:.1f} {y + high:.1f}Z"
    right = f"M{x:.1f} {y:.1f}H{x + half:.1f}L{x:.1f} {y + high:.1f}Z"
    return svg.path(whole, color) + svg.path(right, shade(color, 0.75))


_FAINTER_FIGURES = ((0.11, 0.34, 0.92), (0.055, 0.55, 0.5))
"""The faint trails of the counting number, the faintest first: how far each one lags behind (as a fraction of the
animation), its opacity, and its offset downward (in heights of the number)."""
_GAIN_LASTS = 0.4  # part of the animation for which the label with a leg's points is visible
_RISES = 1.7  # how far this label rises, times its height


class CountUp:
    """A number that counts up to ``total`` while labels with the points of each leg (``gains``) rise beside it.

    ``place`` is the middle of its left edge, ``px`` its text size, ``max_width`` its largest width in px.
    """

    def __init__(
        self, total: int, gains: Sequence[int], place: tuple[float, float], px: float, max_width: float
    ) -> None:
        self._total = total
        self._gains = [gain for gain in gains if gain > 0]
        self._x, self._y = place
        widest = _width(number(total), px)
        self._px = px if widest <= max_width else px * max_width / widest

    def _begins(self, n: int) -> float:
        return (1 - _GAIN_LASTS) * n / max(1, len(self._gains))

    def paint(self, surface: Surface, p: float) -> None:
        for behind, opacity, below in _FAINTER_FIGURES:
            late = round(self._total * ease_out_cubic(max(0.0, p - behind)))
            if late != self._total:
                self._paint_number(surface, late, self._y + below * self._px, opacity)
        self._paint_number(surface, round(self._total * ease_out_cubic(p)), self._y, 1.0)
        for n, gain in enumerate(self._gains):
            age = (p - self._begins(n)) / _GAIN_LASTS
            if 0 < age < 1:
                self._paint_gain(surface, gain, age)

    def _paint_number(self, surface: Surface, value: int, y: float, opacity: float) -> None:
        """Draw the number from cached digits: a cached picture of the whole number would be used for one frame only."""
        x = self._x
        for letter in number(value):
            picture = _figure(letter, self._px, opacity)
            across = _advance(letter, self._px)
            left = x + (across - text.width(letter, "O9", self._px)) / 2
            surface.blit(picture, (round(left), round(y - picture.get_height() / 2)))
            x += across

    def _paint_gain(self, surface: Surface, gain: int, age: float) -> None:
        picture = _gain_plate(gain, 0.36 * self._px)
        picture.set_alpha(round(255 * min(1.0, 6 * age, 3 * (1 - age))))
        wide = _width(number(self._total), self._px)
        x = self._x + wide - 0.5 * picture.get_width()
        y = self._y - 0.75 * self._px - _RISES * picture.get_height() * age
        surface.blit(picture, (round(x), round(y - picture.get_height() / 2)))


def _width(said: str, px: float) -> float:
    return sum(_advance(letter, px) for letter in said)


def _advance(letter: str, px: float) -> float:
    return text.width("0" if letter.isdigit() else letter, "O9", px)


def _figure(letter: str, px: float, opacity: float) -> Surface:
    """Return the picture of one digit with a hard shadow, or without a shadow if ``opacity`` is below 1."""

    def drawn() -> Surface:
        front = text.render(letter, "O9", px, THEME.lettering)
        if opacity < 1:
            faint = front.copy()
            faint.set_alpha(round(255 * opacity))
            return faint
        return poster_letters(letter, px)

    return art.cached(("rush", letter, round(px), opacity), drawn)


def poster_letters(said: str, px: float) -> Surface:
    """Return a picture of the text ``said`` in large paper letters with a hard shadow, as on a poster."""
    front = text.render(said, "O9", px, THEME.lettering)
    behind = text.render(said, "O9", px, THEME.lettering_shadow)
    offset = max(2, round(0.055 * px))
    picture = Surface((front.get_width() + offset, front.get_height() + offset)).convert_alpha()
    picture.fill((*THEME.lettering_shadow[:3], 0))
    picture.blit(behind, (offset, offset))
    picture.blit(front, (0, 0))
    return picture


def stack_pictures(upper: Surface, lower: Surface) -> Surface:
    """Return one picture made of two: ``lower`` stands below ``upper``, aligned left."""
    size = max(upper.get_width(), lower.get_width()), upper.get_height() + lower.get_height()
    picture = Surface(size).convert_alpha()
    picture.fill((*THEME.lettering_shadow[:3], 0))
    picture.blit(upper, (0, 0))
    picture.blit(lower, (0, upper.get_height()))
    return picture


def _gain_plate(gain: int, px: float) -> Surface:
    said = f"+{number(gain)}"

    def drawn() -> Surface:
        wide, high = text.width(said, "O8", px) + 1.4 * px, 1.9 * px
        picture = Surface((round(wide) + 8, round(high) + 8)).convert_alpha()
        picture.fill((0, 0, 0, 0))
        box = (0, 0, round(wide), round(high))
        draw.road_sign(
            picture, box, 0.3 * high, THEME.gold, line=THEME.gold_l, line_scale=max(0.6, px / 36), shadow_px=3
        )
        text.draw(picture, said, wide / 2, high / 2, "O8", px, THEME.ink, anchor="c")
        return picture

    return art.cached(("gain", said, round(px)), drawn)


FLAGS = 24
FASTEST = 290.0
_FLAG_COLORS = 5  # of the sides' colors; the sixth is too dark
_TURN_DEGREES = 15  # degrees between two pictures of a flag
_SWAY_S, _SWAY_DEGREES = 1.8, 50.0
_POP_S = 0.15  # until a flag is opaque
_FADING = 0.12  # the last part of the time, in which the flags fade


@dataclass(frozen=True, slots=True)
class _Flag:
    """A paper flag of the confetti.

    ``x`` and ``y`` are its start as fractions of the window's size, ``speed`` is in units per second, ``size`` a
    factor, ``angle`` in degrees, and ``color`` the number of one of the sides' colors.
    """

    x: float
    y: float
    delay_s: float
    speed: float
    size: float
    angle: float
    color: int


def _flags() -> tuple[_Flag, ...]:
    lots = Random(24)  # a fixed seed: the same flags every time
    return tuple(
        _Flag(
            x=(i + lots.random()) / FLAGS,
            y=lots.uniform(-0.12, 0.55),
            delay_s=0.7 * lots.random(),
            speed=lots.uniform(200, 280),
            size=lots.choice((1.0, 1.35)),
            angle=lots.uniform(0, 360),
            color=i % _FLAG_COLORS,
        )
        for i in range(FLAGS)
    )


class Confetti:
    """Paper flags that fall through a window for ``duration_s`` seconds; ``u`` is the length of a unit in px."""

    def __init__(self, size: tuple[int, int], u: float, lasts_s: float) -> None:
        self._size = size
        self._u = max(0.5, u)
        self.duration_s = lasts_s
        self.flags = _flags()
        self._turned: dict[tuple[int, float, int], Surface] = {}

    def speed(self, flag: _Flag) -> float:
        """Return the flag's speed in px per second."""
        return min(FASTEST, flag.speed * self._u)

    def flag_center(self, flag: _Flag, fallen_s: float) -> tuple[float, float]:
        """Return the flag's center in px, ``fallen_s`` seconds after it started to fall."""
        sway = sin(tau * (fallen_s / _SWAY_S + flag.x))
        return flag.x * self._size[0] + 22 * self._u * sway, flag.y * self._size[1] + self.speed(flag) * fallen_s

    def paint(self, surface: Surface, progress: float) -> None:
        """Draw the flags when the fraction ``progress`` (0 … 1) of their time is over."""
        leaving = min(1.0, (1 - progress) / _FADING)
        for flag in self.flags:
            fallen_s = progress * self.duration_s - flag.delay_s
            if fallen_s < 0:
                continue
            picture = self._picture(flag, fallen_s)
            picture.set_alpha(round(255 * min(leaving, fallen_s / _POP_S, 1.0)))
            surface.blit(picture, picture.get_rect(center=self.flag_center(flag, fallen_s)))

    def _picture(self, flag: _Flag, fallen_s: float) -> Surface:
        swing = _SWAY_DEGREES * sin(tau * (fallen_s / _SWAY_S + flag.x + 0.25))
        angle = round((flag.angle + swing) / _TURN_DEGREES) * _TURN_DEGREES % 360
        key = flag.color, flag.size, angle
        if key not in self._turned:
            drawn = _paper(_COLORS[flag.color], flag.size * self._u)
            self._turned[key] = pygame.transform.rotate(drawn, angle)
        return self._turned[key]


def _paper(color: Color, u: float) -> Surface:
    """Return the picture of a paper flag with a fold and a notched end; ``u`` is the length of a unit in px."""
    front = svg.path(f"M{2 * u:.1f} {7 * u:.1f}L{20 * u:.1f} {2 * u:.1f}V{19 * u:.1f}L{2 * u:.1f} {24 * u:.1f}Z", color)
    points = ((20, 5), (42, 11), (35, 18), (42, 27), (20, 21))
    data = "M" + "L".join(f"{x * u:.1f} {y * u:.1f}" for x, y in points) + "Z"
    return art.svg(svg.path(data, shade(color, 0.75)) + front, 44 * u, 29 * u)


_WREATH_W, _WREATH_H = 200.0, 212.0  # of the picture; its wreath has the center (100, 100)
_INSIDE_WREATH = 118.0
_TEAM_SCALE = 0.74  # of a portrait's size, where two portraits share the wreath
_RAYS = 14
_RAY_OPACITY = 0.5


def laurel_size(width: float) -> tuple[int, int]:
    """Return the width and height in px of a laurel wreath that is ``width`` px wide."""
    return round(width), round(width * _WREATH_H / _WREATH_W)


def laurel_portraits(names: Names, side: int, width: float) -> Surface:
    """Return a transparent picture, ``width`` px wide, of a side's portraits in a laurel wreath."""
    picture = art.uncached_picture("parts/laurel", *laurel_size(width))
    scale = width / _WREATH_W
    d = _INSIDE_WREATH * scale * (_TEAM_SCALE if len(names.sides[side]) > 1 else 1)
    center = 100 * scale, (100 if portraits_width(names, side, d) <= d else 96) * scale
    draw_portraits(picture, names, side, center, d)
    return picture


def light_rays(radius: float) -> Surface:
    """Return a square picture of rays of light around a center; ``radius`` is in px."""
    inner, half = 0.42 * radius, 0.32 * pi / _RAYS
    wedges = []
    for ray in range(_RAYS):
        turn = 2 * pi * (ray + 0.5) / _RAYS
        corners = [(inner, turn - half), (inner, turn + half), (radius, turn + half), (radius, turn - half)]
        points = [(radius + r * cos(a), radius + r * sin(a)) for r, a in corners]
        wedges.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return art.svg(svg.path("".join(wedges), THEME.gold_l, opacity=_RAY_OPACITY), 2 * radius, 2 * radius)

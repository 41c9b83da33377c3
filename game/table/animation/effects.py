"""What moves besides cards during an animation step: shakes, fades, points, the panel with the winner.

Each effect has its data, the area it may be drawn on, and its drawing. An effect may outlast its animation step: a car
still rolls while the next player draws a card. It is drawn over the table at rest, which meanwhile does not show the
things whose ids are ``hidden``.
"""

# ruff: noqa: ARG002 - an effect is drawn by what it needs of the table

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pygame
from pygame import Rect, Surface

from game.i18n import number
from game.table.animation.animation_step import Effect, EffectLayer, covering_rect
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.painting import piles, target_glow
from game.table.painting.display import paint_stack
from game.table.painting.target_glow import FramedPlace, Point
from game.table.view import TableView, pile_id
from game.ui.animation import ease_out_cubic, smoothstep
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.theme import THEME
from game.words.log import win_line

_SHAKES_PX = 4  # u
_FALLS_PX = 6  # u
_DIM = 0.5
_DIM_IN_S, _DIM_OUT_S = 0.24, 0.18
_RISE = 40  # u
_DRAWN = 0.22  # the share of its time in which the bolt grows
_WAVES_HZ = 1.2
_WAVE_DEGREES = 12
_STEPS = 12  # the number of sizes of a growing thing, each drawn once
_LAUREL_SIZE = 1.9  # of the width of its slot
_LEAVES = 7  # on either side of a laurel


@dataclass(frozen=True, slots=True, kw_only=True)
class StoneDrop(Effect):
    """A kilometer stone falls the last bit onto a stack, which then has ``stack`` stones.

    ``stone`` is the place of the lowest one; each stone lies ``step`` pixels above the one below it.
    """

    layer: ClassVar[EffectLayer] = EffectLayer.ROAD
    side: int
    km: int
    stone: FloatRect
    stack: int
    step: float

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset({pile_id("distance", self.side)})

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        x, y, w, h = self.stone
        higher = (self.stack - 1) * self.step + _FALLS_PX * places.layout.unit + 1
        return (covering_rect(FloatRect(x, y - higher, w, h + higher)),)

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        falls = _FALLS_PX * places.layout.unit * (1 - self.eased_progress(elapsed_s))
        paint_stack(surface, self.km, self.stone, self.stack, self.step, drop=falls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shake(Effect):
    """A panel of the table shakes once from side to side."""

    layer: ClassVar[EffectLayer] = EffectLayer.SHAKE
    panel: FloatRect

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        return (covering_rect(self.panel.grown(_SHAKES_PX * places.layout.unit + 1)),)

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        far = _SHAKES_PX * places.layout.unit
        p = self.progress(elapsed_s)
        aside = round(far * math.sin(2 * math.pi * p) * (1 - p))
        if not aside:
            return
        x, y, w, h = self.panel
        surface.set_clip(Rect(round(x - far), round(y), round(w + 2 * far), round(h)))
        surface.scroll(aside, 0)
        surface.set_clip(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPileCountdown(Effect):
    """The number on the draw pile counts down from ``before`` to ``after``, by one every ``step_s`` seconds."""

    layer: ClassVar[EffectLayer] = EffectLayer.ROAD
    before: int
    after: int
    step_s: float

    def number(self, elapsed_s: float) -> int:
        """Return the number of cards that the draw pile shows at this moment."""
        left = 1 + int((elapsed_s - self.start_s) / self.step_s)
        return max(self.after, self.before - max(0, left))

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        return (covering_rect(places.draw_pile),)

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        piles.paint_count(surface, places, self.number(elapsed_s))


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossFade(Effect):
    """The old picture of the table fades into the new one within ``boxes``; None means everything that changed.

    The animation renderer draws this effect, because it keeps the old picture.
    """

    layer: ClassVar[EffectLayer] = EffectLayer.FADE
    boxes: tuple[FloatRect, ...] | None = None

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        return None if self.boxes is None else tuple(covering_rect(box) for box in self.boxes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dim(Effect):
    """The table at rest becomes darker, and at the end bright again, both gradually."""

    layer: ClassVar[EffectLayer] = EffectLayer.DARK

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        p = min(1.0, elapsed_s / _DIM_IN_S, (self.end_s - elapsed_s) / _DIM_OUT_S)
        dark = _DIM * max(0.0, p)
        # Multiplying costs half of a veil; on light areas, nearly everywhere, it looks the same.
        kept = [round(255 * (1 - dark) + part * dark) for part in THEME.prompt_veil[:3]]
        surface.fill(kept, special_flags=pygame.BLEND_RGB_MULT)


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsPopup(Effect):
    """Points won, with a bolt; they rise from the point ``at`` of the table, or stay there if ``is_still``."""

    points: int
    at: Point
    is_still: bool = False

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        layout = places.layout
        p = 1.0 if self.is_still else self.progress(elapsed_s)
        u, t = layout.unit, layout.text_scale
        x, y = self.at[0], self.at[1] - _RISE * u * ease_out_cubic(p)
        r = max(18, 42 * u) * (1.0 if p >= _DRAWN else _step(ease_out_cubic(p / _DRAWN)))
        disc = svg.circle(r, r, r, THEME.red) + svg.circle(r, r, r * 0.86, stroke=THEME.paper, width=r * 0.07)
        words, px = f"+{number(self.points)}", max(22, 54 * t)
        wide, high = text.width(words, "O9", px) + 0.9 * px, 1.4 * px
        if p >= _DRAWN:
            plate = (x + 0.6 * r, y - high / 2, wide, high)
            draw.rounded_rect(surface, plate, 0.3 * high, THEME.red, THEME.paper, max(2, 3 * t))
            text.draw(surface, words, x + r + (wide - 0.4 * r) / 2, y, "O9", px, THEME.white, anchor="c")
        surface.blit(art.svg(disc, 2 * r, 2 * r), (round(x - r), round(y - r)))
        art.blit_icon(surface, "bolt", (x, y), 1.3 * r, THEME.gold_l)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFlagFlight(Effect):
    """The flag that marks whose turn it is moves from the point ``start`` to ``end``, between two displays."""

    start: Point
    end: Point

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        layout = places.layout
        p = smoothstep(self.progress(elapsed_s))
        (x0, y0), (x1, y1) = self.start, self.end
        swing = math.sin(math.pi * p)
        x, y = x0 + (x1 - x0) * p, y0 + (y1 - y0) * p - 0.12 * math.hypot(x1 - x0, y1 - y0) * swing
        r = max(14, 26 * layout.unit)
        disc = svg.circle(r, r, r, THEME.ink) + svg.circle(r, r, r * 0.9, THEME.gold)
        surface.blit(art.svg(disc, 2 * r, 2 * r), (round(x - r), round(y - r)))
        art.blit_icon(surface, "flag", (x, y), 1.2 * r, THEME.ink)


@dataclass(frozen=True, slots=True, kw_only=True)
class Laurel(Effect):
    """A laurel wreath opens round a safety just played, whose place is ``slot``."""

    layer: ClassVar[EffectLayer] = EffectLayer.ROAD
    slot: FloatRect

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:
        return (covering_rect(self.slot.grown(self.slot.w)),)

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        p = self.progress(elapsed_s)
        size = self.slot.w * _LAUREL_SIZE
        leaves = _laurel(size, _step(ease_out_cubic(p)))
        leaves.set_alpha(round(255 * min(1.0, 2 * (1 - p))))  # on a shared picture: set before every blit
        x, y = self.slot.center
        surface.blit(leaves, (round(x - leaves.get_width() / 2), round(y - leaves.get_height() / 2)))


@dataclass(frozen=True, slots=True, kw_only=True)
class WinPlate(Effect):
    """A panel that names the winning side of the leg, None for no winner; if ``is_still``, nothing on it moves."""

    winner: int | None
    is_still: bool = False

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        layout = places.layout
        k = layout.text_scale
        p = 1.0 if self.is_still else ease_out_cubic(min(1.0, elapsed_s / 0.3))
        km = 0 if self.winner is None else view.observation.sides[self.winner].km
        words = win_line(self.winner, km, view.names)
        w, h = surface.get_size()
        px = 48 * k
        room = w * 0.86 - 3.6 * px
        words, px = text.fit_line(words, "O9", px, room, 18)
        wide, high = text.width(words, "O9", px) + 3.6 * px, 2.6 * px
        plate = ((w - wide) / 2, h * 0.44 - high / 2 + (1 - p) * 30 * k, wide, high)
        draw.panel(surface, plate, 26 * k, THEME.navy, rim=THEME.gold, rim_width=max(2, 5 * k), shadow_px=12 * k)
        y = plate[1] + high / 2
        if self.winner is not None:
            waved_s = 0.0 if self.is_still else elapsed_s
            _draw_waving(surface, (plate[0] + 1.3 * px, y), 1.4 * px, waved_s)
        text.draw(surface, words, plate[0] + 2.4 * px, y, "O9", px, THEME.white)


@dataclass(frozen=True, slots=True, kw_only=True)
class HighlightEffect(Effect):
    """Frames round ``places`` that players should notice, and an arrow ``line`` from the attacker to the pile hit."""

    places: tuple[FramedPlace, ...]
    line: tuple[Point, Point] | None = None

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        target_glow.draw_frames(surface, self.places, self.line, places.layout.unit)


def _step(p: float) -> float:
    return max(1, round(p * _STEPS)) / _STEPS


def _laurel(size: float, opened: float) -> Surface:
    """Return a picture of a laurel wreath; ``opened`` is how far its leaves are spread, 0 … 1."""
    middle, r = size / 2, size * (0.30 + 0.12 * opened)
    parts = []
    for i in range(_LEAVES):
        along = 12 + (i + 0.5) / _LEAVES * 150 * opened  # degrees from straight below
        for turn in (along, -along):
            leaf = svg.ellipse(middle, middle + r, (size * 0.055, size * 0.022), THEME.gold_d)
            lit = svg.ellipse(middle, middle + r - size * 0.008, (size * 0.042, size * 0.011), THEME.gold_l)
            parts.append(svg.group(f"rotate({turn:.1f} {middle:.1f} {middle:.1f})", leaf, lit))
    return art.svg("".join(parts), size, size)


def _draw_waving(surface: Surface, center: tuple[float, float], size: float, elapsed_s: float) -> None:
    angle = _WAVE_DEGREES * math.sin(2 * math.pi * _WAVES_HZ * elapsed_s)
    flag = pygame.transform.rotozoom(art.icon("flag", size, THEME.gold), angle, 1)
    surface.blit(flag, flag.get_rect(center=(round(center[0]), round(center[1]))))


def preload(places: Places) -> Iterator[None]:
    """Draw the pictures of the laurel wreath into the cache, one per ``next``, before they are needed."""
    for size in sorted({slot.w for where in places.displays for slot in where.safeties.values()}):
        for step in range(1, _STEPS + 1):
            _laurel(size * _LAUREL_SIZE, step / _STEPS)
            yield

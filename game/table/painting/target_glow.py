"""Highlights of places on the table: targets, the latest play, the keyboard focus, and still frames.

A target is a pile that accepts the chosen card. It has a pulsing glow, which is drawn over the table without repainting
it, a frame, an arrow, and a label that says in a few words what the card would do there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from game.engine.cards import Card, Family, Pile
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.painting.pile_names import display_names, pile_names
from game.table.targets import accepting_piles, side_of
from game.table.view import DISCARD, TableView
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import art, draw, nine_patch, svg, text
from game.ui.drawing.layers import outer_rect
from game.ui.drawing.theme import THEME, on_change
from game.words.captions import move_effect_label

Point = tuple[float, float]

PULSES_HZ = 0.8
DIMMEST = 0.7
"""The opacity of a target's glow at its dimmest; it pulses between this and 1."""
_REACHES = draw.GLOW_STEPS[1:]
"""The steps of the light that pulses; the farthest step is left out, because it would lie on the neighbors."""
_OVER = 0.55  # the opacity of the added light at its brightest


_STEPS = 16
"""The number of brightness steps of the glow; more would not be noticed, and each step needs a new frame."""


def pulse(lit_s: float) -> float:
    """Return the brightness of a target's glow from 0 (dimmest) to 1 (brightest), ``lit_s`` seconds after its start."""
    return 0.5 + 0.5 * math.cos(2 * math.pi * PULSES_HZ * lit_s)


class GlowPulse:
    """The brightness of the targets' glow, brightest when it begins; ``strength`` is from 0 (dimmest) to 1."""

    def __init__(self) -> None:
        self.strength = 1.0
        self._since_s: float | None = None

    def update(self, now_s: float, *, is_lit: bool, is_still: bool) -> bool:
        """Advance to this time; return whether the brightness changed.

        ``is_lit`` says that there are targets. If ``is_still``, the brightness stays at its maximum.
        """
        was = self.strength
        if not is_lit or is_still:
            self._since_s, self.strength = None, 1.0
            return is_lit and was != self.strength
        if self._since_s is None:
            self._since_s = now_s
        self.strength = round(_STEPS * pulse(now_s - self._since_s)) / _STEPS
        return was != self.strength


def extent(place: FloatRect, unit: float) -> Rect:
    """Return the area on which ``draw_glow_round`` may draw the glow of a place."""
    return outer_rect(place).inflate(2 * _margin(unit) + 2, 2 * _margin(unit) + 2)


def _margin(unit: float) -> int:
    return round(draw.GLOW_STEPS[0][0] * unit) + 1


def draw_glow_round(surface: Surface, place: FloatRect, radius: float, unit: float, strength: float) -> None:
    """Draw the glow round a place with corners of that radius; ``strength`` is from 0 (dimmest) to 1 (brightest)."""
    margin = _margin(unit)
    at = round(place.x) - margin, round(place.y) - margin
    size = round(place.w) + 2 * margin, round(place.h) + 2 * margin
    for steps, alpha in ((draw.GLOW_STEPS, DIMMEST), (_REACHES, _OVER * strength)):
        nine_patch.blit_pieces(surface, at, _ring(size, radius, unit, steps), round(255 * alpha))


@lru_cache(maxsize=16)  # two for each side and the discard pile: drawn in every frame while it pulses
def _ring(
    size: tuple[int, int], radius: float, unit: float, steps: tuple[tuple[float, float], ...]
) -> list[nine_patch.Piece]:
    """Return the pieces of the glow outside a place of that size; each of ``steps`` has a reach and an opacity."""
    margin = _margin(unit)

    def make(wide: int, high: int) -> str:
        drawn = draw.GLOW_FRAME if THEME.is_plain else steps
        return "".join(_step(wide, high, margin, radius, reach * unit, opacity) for reach, opacity in drawn)

    return nine_patch.outline_pieces(size, radius + 2 * margin, make)


on_change(_ring.cache_clear)


def _step(wide: int, high: int, margin: int, radius: float, reach: float, opacity: float) -> str:
    """Return the SVG of one step of the glow: a line round the place that is ``reach`` pixels wide."""
    out = margin - reach / 2
    outline = out, out, wide - 2 * out, high - 2 * out
    return svg.rect(outline, radius + reach / 2, stroke=THEME.glow, width=reach, opacity=opacity)


@dataclass(frozen=True, slots=True)
class FramedPlace:
    """A place to be framed; the frame is rotated counter-clockwise by ``angle`` degrees."""

    place: FloatRect
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class HighlightFrames:
    """Frames round ``places`` that players should notice, and an arrow along ``line``, if given."""

    places: tuple[FramedPlace, ...]
    line: tuple[Point, Point] | None = None


def draw_frames(surface: Surface, places: Iterable[FramedPlace], line: tuple[Point, Point] | None, unit: float) -> None:
    """Draw frames round places, and an arrow along ``line`` if given, above everything that rests on the table."""
    for framed in places:
        _draw_framed(surface, framed, unit)
    if line is not None:
        _draw_line(surface, *line, unit)


def _draw_framed(surface: Surface, framed: FramedPlace, unit: float) -> None:
    place, thick = framed.place, 5 * unit + 1
    margin = round(thick) + 3
    w, h = round(place.w), round(place.h)
    radius = min(14 * unit + 4, 0.08 * w + 4)
    outer = (margin - thick / 2, margin - thick / 2, w + thick, h + thick)
    body = svg.rect(outer, radius + thick / 2, stroke=THEME.ink, width=thick + 3)
    body += svg.rect(outer, radius + thick / 2, stroke=THEME.glow, width=thick)
    drawn = art.svg(body, w + 2 * margin, h + 2 * margin)
    if framed.angle:
        drawn = pygame.transform.rotozoom(drawn, framed.angle, 1)
    x, y = place.center
    surface.blit(drawn, (round(x - drawn.get_width() / 2), round(y - drawn.get_height() / 2)))


def _draw_line(surface: Surface, a: tuple[float, float], b: tuple[float, float], unit: float) -> None:
    away = math.dist(a, b)
    if away < 1:
        return
    head = 26 * unit + 6
    margin = round(head)
    left, top = min(a[0], b[0]) - margin, min(a[1], b[1]) - margin
    ax, ay, bx, by = a[0] - left, a[1] - top, b[0] - left, b[1] - top
    dx, dy = (bx - ax) / away, (by - ay) / away
    number = svg.number
    shaft = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    corners = [
        (bx - dx * head * 0.8 - dy * head * 0.5 * turn, by - dy * head * 0.8 + dx * head * 0.5 * turn)
        for turn in (1, -1)
    ]
    tip = f"M{number(corners[0][0])} {number(corners[0][1])}L{number(bx)} {number(by)}"
    tip += f"L{number(corners[1][0])} {number(corners[1][1])}"
    body = svg.path(shaft + tip, stroke=THEME.ink, width=9 * unit + 4) + svg.path(
        shaft + tip, stroke=THEME.glow, width=6 * unit + 1
    )
    w, h = abs(b[0] - a[0]) + 2 * margin, abs(b[1] - a[1]) + 2 * margin
    surface.blit(art.svg(body, w, h), (round(left), round(top)))


def draw_target(
    surface: Surface, place: FloatRect, unit: float, *, arrow_at: tuple[float, float] | None = None
) -> None:
    """Draw the frame of a pile that accepts the chosen card, and a disc with an arrow that points down to it.

    ``arrow_at`` is the middle of the disc; by default it is in the upper part of the pile.
    """
    draw.rounded_rect(surface, place.grown(3), place.w * 0.05 + 4, None, THEME.glow, 5 * unit + 1)
    x, y = arrow_at or (place.center[0], place.y + place.h * 0.30)
    r = max(11, 19 * unit)
    margin = 2 * r
    down = svg.group(f"rotate(90 {r:.1f} {r:.1f})", _arrow(r))
    signs = svg.circle(r, r, r, THEME.ink) + svg.circle(r, r, r * 0.9, THEME.glow) + down
    surface.blit(art.svg(signs, margin, margin), (round(x - r), round(y - r)))


def _arrow(r: float) -> str:
    """Return the SVG of an arrow to the right, centered in a disc of radius ``r``."""
    half = r * 0.37
    shaft = f"M{r - 1.4 * half:.1f} {r:.1f}H{r + 1.3 * half:.1f}"
    head = f"M{r + 0.3 * half:.1f} {r - half:.1f}L{r + 1.3 * half:.1f} {r:.1f}L{r + 0.3 * half:.1f} {r + half:.1f}"
    return svg.path(shaft + head, stroke=THEME.ink, width=0.21 * r)


def draw_last_play(surface: Surface, place: FloatRect, unit: float) -> None:
    """Draw the frame that marks the pile just played on; draw the pile afterwards, over the frame."""
    reach = 4 * unit + 1
    draw.rounded_rect(surface, place.grown(reach), 10 * unit + 2, THEME.mark, THEME.gold_d, 2.4 * unit + 0.8)


def draw_focus(surface: Surface, place: FloatRect, unit: float, text_scale: float) -> None:
    """Draw the focus ring round the pile with the keyboard focus."""
    draw.focus_ring(surface, place.grown(1), 8 * unit + 2, text_scale)


_LABEL_ROOM = 8  # px between a label and the edges of its panel


@dataclass(frozen=True, slots=True)
class TargetLabel:
    """A label on a pile that says what the chosen card would do there.

    ``px`` is the letter size, ``box`` the place of the label; ``hidden`` are the pile names that the label would partly
    cover, which are hidden meanwhile.
    """

    pile: str
    words: str
    px: float
    box: FloatRect
    hidden: tuple[Rect, ...] = ()


def landing_place(places: Places, card: Card, pile: str) -> FloatRect:
    """Return where the card would lie if put on a pile: a column of stones, a safety's slot, or the whole pile."""
    if pile == DISCARD or card.family not in (Family.DISTANCE, Family.SAFETY):
        return places.place(pile)
    side = side_of(pile)
    if card.family is Family.SAFETY:
        return places.safety(side, card)
    stone, area = places.stone(side, card.km), places.pile(side, Pile.DISTANCE)
    return FloatRect(stone.x, area.y, stone.w, area.h)


def labels(places: Places, view: TableView, card: Card | None) -> tuple[TargetLabel, ...]:
    """Return the labels of the piles that accept ``card``, the card chosen or dragged; empty if it is None."""
    if card is None:
        return ()
    o = view.observation
    moves = accepting_piles(o, card)
    return tuple(
        _make_label(places, card, pile, move_effect_label(moves[pile], o, view.names), o.rules)
        for pile in sorted(view.targets)
        if pile in moves
    )


def _make_label(places: Places, card: Card, pile: str, words: str, rules_id: str) -> TargetLabel:
    """Return a label at the foot of a pile, within its display, or above the name of the discard pile."""
    t, where = places.layout.text_scale, landing_place(places, card, pile)
    panel = _panel(places, pile)
    px = max(text.MIN_TEXT_PX, 17 * t)
    words, px = text.fit_line(words, "B6", px, panel.w - 2 * _LABEL_ROOM - 1.2 * px, text.MIN_CAPTION_PX)
    width, height = text.width(words, "B6", px) + 1.2 * px, 1.5 * px
    left = min(max(where.center[0] - width / 2, panel.x + _LABEL_ROOM), panel.right - _LABEL_ROOM - width)
    feet = [where.bottom + 0.75 * height, panel.bottom - 2]
    if pile == DISCARD:
        feet = [where.bottom - 3, *(name.box.y - 3 for name in pile_names(places, rules_id))]
    bottom = min(feet)
    box = FloatRect.between(left, bottom - height, left + width, bottom)
    names = [] if pile == DISCARD else display_names(places.displays[side_of(pile)], rules_id)
    inside = outer_rect(panel.grown(-4 * places.layout.unit - 2))
    return TargetLabel(
        pile, words, px, box, tuple(outer_rect(n.box).clip(inside) for n in names if n.box.overlaps(box))
    )


def _panel(places: Places, pile: str) -> FloatRect:
    if pile != DISCARD:
        return places.display(side_of(pile))
    area = places.discard_pile
    right = min(area.right + area.w / 2, places.layout.own.x - 2) if not places.layout.tall else area.right + area.w / 2
    return FloatRect.between(places.draw_pile.x, area.y, right, area.bottom + 26 * places.layout.text_scale)


def draw_label(surface: Surface, label: TargetLabel, *, is_meant: bool) -> Rect:
    """Draw a label, and return the area drawn on; ``is_meant`` emphasizes the label of the pile aimed at."""
    fill = THEME.glow if is_meant else THEME.paper
    x, middle = label.box.center
    for name in label.hidden:
        surface.fill(THEME.surface, name)
    draw.rounded_rect(surface, label.box, 0.5 * label.px, fill, THEME.ink, 2)
    text.draw(surface, label.words, x, middle, "B6", label.px, THEME.ink, anchor="c")
    return outer_rect(label.box).inflate(2, 2).unionall(label.hidden)


def label_nodes(shown: tuple[TargetLabel, ...]) -> list[Node]:
    """Return an accessible node for each label; its id contains that of the pile."""
    return [Node(f"label/{label.pile}", accessible_text(label.words), "text", node_rect(label.box)) for label in shown]

"""What is shown above the cards: points that rise, the flag of the turn, who won the leg; and the dark below."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

import pygame
from pygame import Surface

from game.engine.observation import Observation
from game.i18n import number
from game.table.animation.effects import Dim, Flag, Gain, Laurel, Win
from game.table.geometry.box import Box
from game.table.geometry.layout import TableLayout
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.theme import THEME
from game.ui.timeline import inout, out
from game.words import Names, win_line

_DIM: Final = 0.5
_DIM_IN_S, _DIM_OUT_S = 0.24, 0.18
_RISE: Final = 40  # u
_DRAWN: Final = 0.22  # of its time until the bolt is there
_WAVES_HZ: Final = 1.2
_WAVE_DEGREES: Final = 12
_STEPS: Final = 12  # sizes in which what grows is drawn, each once
_LAUREL_SIZE: Final = 1.9  # of its slot
_LEAVES: Final = 7  # on either side of a laurel


def draw_dim(surface: Surface, dim: Dim, elapsed_s: float) -> None:
    """Darken what is drawn so far; gently in, gently out."""
    p = min(1.0, elapsed_s / _DIM_IN_S, (dim.end_s - elapsed_s) / _DIM_OUT_S)
    dark = _DIM * max(0.0, p)
    # Multiplied alone, which costs half of a veil; where it is light, and that is nearly everywhere, it looks the same.
    kept = [round(255 * (1 - dark) + part * dark) for part in THEME.prompt_veil[:3]]
    surface.fill(kept, special_flags=pygame.BLEND_RGB_MULT)


def draw_gain(surface: Surface, gain: Gain, elapsed_s: float, layout: TableLayout) -> None:
    """The bolt, and the points that rise from it."""
    p = 1.0 if gain.is_still else gain.progress(elapsed_s)
    u, t = layout.u, layout.t
    x, y = gain.at[0], gain.at[1] - _RISE * u * out(p)
    r = max(18, 42 * u) * (1.0 if p >= _DRAWN else _step(out(p / _DRAWN)))
    disc = svg.circle(r, r, r, THEME.red) + svg.circle(r, r, r * 0.86, stroke=THEME.paper, width=r * 0.07)
    words, px = f"+{number(gain.points)}", max(22, 54 * t)
    wide, high = text.width(words, "O9", px) + 0.9 * px, 1.4 * px
    if p >= _DRAWN:
        plate = (x + 0.6 * r, y - high / 2, wide, high)
        draw.rounded(surface, plate, 0.3 * high, THEME.red, THEME.paper, max(2, 3 * t))
        text.draw(surface, words, x + r + (wide - 0.4 * r) / 2, y, "O9", px, THEME.white, anchor="c")
    surface.blit(art.svg(disc, 2 * r, 2 * r), (round(x - r), round(y - r)))
    art.blit_icon(surface, "bolt", (x, y), 1.3 * r, THEME.gold_l)


def prewarm(slots: Iterable[Box]) -> Iterator[None]:
    """Draw the laurels of these slots in advance."""
    for size in sorted({slot.w for slot in slots}):
        for step in range(1, _STEPS + 1):
            _laurel(size * _LAUREL_SIZE, step / _STEPS)
            yield


def _step(p: float) -> float:
    return max(1, round(p * _STEPS)) / _STEPS


def draw_flag(surface: Surface, flag: Flag, elapsed_s: float, layout: TableLayout) -> None:
    """The flag of the turn on its way."""
    p = inout(flag.progress(elapsed_s))
    (x0, y0), (x1, y1) = flag.start, flag.end
    swing = math.sin(math.pi * p)
    x, y = x0 + (x1 - x0) * p, y0 + (y1 - y0) * p - 0.12 * math.hypot(x1 - x0, y1 - y0) * swing
    r = max(14, 26 * layout.u)
    disc = svg.circle(r, r, r, THEME.ink) + svg.circle(r, r, r * 0.9, THEME.gold)
    surface.blit(art.svg(disc, 2 * r, 2 * r), (round(x - r), round(y - r)))
    art.blit_icon(surface, "flag", (x, y), 1.2 * r, THEME.ink)


def draw_laurel(surface: Surface, laurel: Laurel, elapsed_s: float) -> None:
    """Leaves that open round a slot and fade."""
    p = laurel.progress(elapsed_s)
    size = laurel.slot.w * _LAUREL_SIZE
    leaves = _laurel(size, _step(out(p)))
    leaves.set_alpha(round(255 * min(1.0, 2 * (1 - p))))  # of the shared picture: whoever blits it sets it
    x, y = laurel.slot.center
    surface.blit(leaves, (round(x - leaves.get_width() / 2), round(y - leaves.get_height() / 2)))


def _laurel(size: float, opened: float) -> Surface:
    """Two branches from below, each leaf so far along as they have opened."""
    middle, r = size / 2, size * (0.30 + 0.12 * opened)
    parts = []
    for i in range(_LEAVES):
        along = 12 + (i + 0.5) / _LEAVES * 150 * opened  # degrees from straight below
        for turn in (along, -along):
            leaf = svg.ellipse(middle, middle + r, (size * 0.055, size * 0.022), THEME.gold_d)
            lit = svg.ellipse(middle, middle + r - size * 0.008, (size * 0.042, size * 0.011), THEME.gold_l)
            parts.append(svg.group(f"rotate({turn:.1f} {middle:.1f} {middle:.1f})", leaf, lit))
    return art.svg("".join(parts), size, size)


def draw_win(
    surface: Surface, win: Win, elapsed_s: float, observation: Observation, names: Names, layout: TableLayout
) -> None:
    """A plate in the middle: who won, under a waving flag; the draw's has none."""
    k = layout.t
    p = 1.0 if win.is_still else out(min(1.0, elapsed_s / 0.3))
    km = 0 if win.winner is None else observation.sides[win.winner].km
    words = win_line(win.winner, km, names)
    w, h = surface.get_size()
    px = 48 * k
    room = w * 0.86 - 3.6 * px
    words, px = text.fit(words, "O9", px, room, 18)
    wide, high = text.width(words, "O9", px) + 3.6 * px, 2.6 * px
    plate = ((w - wide) / 2, h * 0.44 - high / 2 + (1 - p) * 30 * k, wide, high)
    draw.plate(surface, plate, 26 * k, THEME.navy, rim=THEME.gold, rim_width=max(2, 5 * k), shadow_px=12 * k)
    y = plate[1] + high / 2
    if win.winner is not None:
        waved_s = 0.0 if win.is_still else elapsed_s
        _draw_waving(surface, (plate[0] + 1.3 * px, y), 1.4 * px, waved_s)
    text.draw(surface, words, plate[0] + 2.4 * px, y, "O9", px, THEME.white)


def _draw_waving(surface: Surface, center: tuple[float, float], size: float, elapsed_s: float) -> None:
    angle = _WAVE_DEGREES * math.sin(2 * math.pi * _WAVES_HZ * elapsed_s)
    flag = pygame.transform.rotozoom(art.icon("flag", size, THEME.gold), angle, 1)
    surface.blit(flag, flag.get_rect(center=(round(center[0]), round(center[1]))))

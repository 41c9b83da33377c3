"""What an act shows beside cards and cars: the dark before a coup fourré, points that rise, who won the leg."""

from __future__ import annotations

import math
from typing import Final

import pygame
from pygame import Surface

from game.engine.observation import Observation
from game.table.acts import Act, Gain, Win
from game.table.layout import TableLayout
from game.ui import art, draw, svg, text
from game.ui.i18n import number
from game.ui.theme import THEME
from game.ui.timeline import out
from game.ui.words import Names, win_line

_DIM: Final = 0.45
_DIM_IN_S, _DIM_OUT_S = 0.24, 0.18
_RISE: Final = 40  # u
_WAVES_HZ: Final = 1.2
_WAVE_DEGREES: Final = 12


def draw_dim(surface: Surface, act: Act, elapsed_s: float) -> None:
    """Darken what is drawn so far; gently in, gently out."""
    p = min(1.0, elapsed_s / _DIM_IN_S, max(0.0, act.duration_s - elapsed_s) / _DIM_OUT_S)
    draw.veil(surface, THEME.prompt_veil, _DIM * p)


def draw_gain(surface: Surface, gain: Gain, elapsed_s: float, layout: TableLayout) -> None:
    """The bolt, and the points that rise from it."""
    p = (elapsed_s - gain.start_s) / gain.duration_s
    if not 0 <= p < 1:
        return
    u, t = layout.u, layout.t
    x, y = gain.x, gain.y - _RISE * u * out(p)
    r = max(14, 30 * u)
    disc = svg.circle(r, r, r, THEME.red) + svg.circle(r, r, r * 0.86, stroke=THEME.paper, width=r * 0.07)
    surface.blit(art.svg(disc, 2 * r, 2 * r), (round(x - r), round(y - r)))
    art.blit_icon(surface, "bolt", (x, y), 1.2 * r, THEME.gold_l)
    words, px = f"+{number(gain.points)}", max(18, 40 * t)
    wide, high = text.width(words, "O9", px) + 0.7 * px, 1.4 * px
    plate = (x + 0.8 * r, y - high / 2, wide, high)
    draw.rounded(surface, plate, 0.3 * high, THEME.red, THEME.paper, max(2, 3 * t))
    text.draw(surface, words, plate[0] + wide / 2, y, "O9", px, THEME.white, anchor="c")


def draw_win(surface: Surface, win: Win, elapsed_s: float, observation: Observation, names: Names) -> None:
    """A plate in the middle: who won, under a waving flag; the draw's has none."""
    w, h = surface.get_size()
    u = min(w / 1920, h / 1080)
    k = max(u, 0.62 + 0.18 * u)
    p = out(min(1.0, elapsed_s / 0.3))
    km = 0 if win.winner is None else observation.sides[win.winner].km
    words = win_line(win.winner, km, names)
    px = 48 * k
    room = w * 0.86 - 3.6 * px
    words, px = text.fit(words, "O9", px, room, 18)
    wide, high = text.width(words, "O9", px) + 3.6 * px, 2.6 * px
    plate = ((w - wide) / 2, h * 0.44 - high / 2 + (1 - p) * 30 * k, wide, high)
    draw.plate(surface, plate, 26 * k, THEME.navy, rim=THEME.gold, rim_width=max(2, 5 * k), shadow_px=12 * k)
    y = plate[1] + high / 2
    if win.winner is not None:
        _draw_flag(surface, (plate[0] + 1.3 * px, y), 1.4 * px, elapsed_s)
    text.draw(surface, words, plate[0] + 2.4 * px, y, "O9", px, THEME.white)


def _draw_flag(surface: Surface, center: tuple[float, float], size: float, elapsed_s: float) -> None:
    angle = _WAVE_DEGREES * math.sin(2 * math.pi * _WAVES_HZ * elapsed_s)
    flag = pygame.transform.rotozoom(art.icon("flag", size, THEME.gold), angle, 1)
    surface.blit(flag, flag.get_rect(center=(round(center[0]), round(center[1]))))

"""A sample of the table's text in the chosen size: the head of a display and a line of the log."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pygame import Rect, Surface

from game.engine.cards import Pile, card
from game.engine.events import Attacked, Event
from game.match.plan import DEFAULT_SETUP
from game.table.painting.header import Chip, ChipKind, chip_size, chip_width, draw_chips
from game.ui import layout as ui
from game.ui.drawing import livery
from game.ui.drawing.theme import THEME
from game.words.captions import immune_chip, limit_chip
from game.words.log import log_line
from game.words.names import Names

_NAME, _LOG = replace(ui.ROLES.name, size=24), replace(ui.ROLES.body, size=16.5, min_px=12)
"""The text sizes of the table."""
_NAMES = Names((None, "carla"), ((0,), (1,)), 0)
_OWN, _RIVAL = 0, 1
_PLAYED: Event = Attacked(_RIVAL, _OWN, card("speed_limit"), Pile.SPEED)


def text_sample(scale: ui.Scale) -> ui.Box:
    """Return a panel with both; a screen reader reads the line of the log."""
    s, words = scale, log_line(_PLAYED, _NAMES, DEFAULT_SETUP.rules) or ""
    head = ui.Row(_plate(_OWN, 1.24 * s.px(_NAME)), ui.Label(s, _NAMES.side(_OWN), _NAME), _chips(s), gap=s.text_px(12))
    line = ui.Row(_plate(_RIVAL, 1.16 * s.px(_LOG)), ui.Label(s, words, _LOG, grow=1), gap=s.text_px(8))
    return ui.Panel(
        ui.Column(head, line, gap=s.text_px(6)), (s.text_px(18), s.text_px(10), s.text_px(10)), fill=THEME.raised,
        rim=THEME.edge,
        rim_px=s.text_px(1.6), radius=s.text_px(10), id="text_sample", label=words,
    )  # fmt: skip


def _plate(side: int, across: float) -> ui.Box:
    def paint(surface: Surface, rect: Rect) -> None:
        livery.draw_badge(surface, _NAMES.livery(side), *rect.center, rect.w / 2)

    return ui.Canvas(paint, round(across), round(across))


def _chips(scale: ui.Scale) -> ui.Box:
    chips = (
        Chip(ChipKind.LIMITED, limit_chip()),
        Chip(ChipKind.IMMUNE, immune_chip(card("driving_ace"), DEFAULT_SETUP.rules)),
    )
    size = chip_size(scale.text_scale)
    wide = round(sum(chip_width(chip, size) + size.gap for chip in chips))
    return ui.Canvas(partial(_paint_chips, chips, scale), (round(3 * size.height), wide), round(size.height))


def _paint_chips(chips: tuple[Chip, ...], scale: ui.Scale, surface: Surface, rect: Rect) -> None:
    draw_chips(surface, chips, (rect.x, rect.centery), rect.w, chip_size(scale.text_scale))

"""The top bar: leg, goal and the match's totals; the buttons in it, Menu, Hint, Rules and Sound, are the scene's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.i18n import _, _r, number
from game.table.geometry.layout import TableLayout
from game.table.view import TableView
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME

_WIDE_FROM: Final = 1500  # px at 1080p's text size


@dataclass(frozen=True, slots=True)
class BarShown:
    """What stands in the bar; ``totals`` are side and points, in the order of the lanes."""

    leg: int
    target: int
    totals: tuple[tuple[int, int], ...]
    rules: str


def bar_shown(view: TableView, lanes: tuple[int, ...]) -> BarShown:
    """The bar as the view has it."""
    o = view.observation
    totals = o.totals or (0,) * len(o.sides)
    order = sorted(range(len(o.sides)), key=lanes.__getitem__)
    return BarShown(o.leg, o.target, tuple((side, totals[side]) for side in order), o.rules)


def menu_rect(layout: TableLayout) -> Rect:
    """Where the Menu button stands, wide enough for its word."""
    return _button_rect(layout, layout.margin, _("Menu"))


def hint_rect(layout: TableLayout) -> Rect:
    """Where the Hint button stands, next to the menu's."""
    return _button_rect(layout, menu_rect(layout).right + 12 * layout.t, _("Hint"))


def rules_rect(layout: TableLayout) -> Rect:
    """Where the Rules button stands, next to the hint's; in a narrow bar it has no word."""
    return _button_rect(layout, hint_rect(layout).right + 12 * layout.t, _("Rules") if is_wide(layout) else None)


def is_wide(layout: TableLayout) -> bool:
    """Whether the bar has room for a word on every button."""
    return layout.size[0] >= _WIDE_FROM * layout.t


def sound_rect(layout: TableLayout) -> Rect:
    """Where the button that switches the sound stands, at the right end."""
    height = _button_height(layout)
    return Rect(round(layout.size[0] - layout.margin - height), _button_y(layout), round(height), round(height))


def _button_rect(layout: TableLayout, left: float, word: str | None) -> Rect:
    height = _button_height(layout)
    width = height if word is None else text.width(word, "O7", max(14, height * 0.46)) + height * 1.4
    return Rect(round(left), _button_y(layout), round(width), round(height))


def _button_height(layout: TableLayout) -> float:
    return max(32, layout.top.h * 0.68)


def _button_y(layout: TableLayout) -> int:
    return round((layout.top.h - _button_height(layout)) / 2 - 1)


def paint_bar(surface: Surface, layout: TableLayout, what: BarShown) -> None:
    """Paint the bar."""
    bar, t = layout.top, layout.t
    surface.fill(THEME.navy, bar)
    line = max(2, round(3 * t))
    surface.fill(THEME.gold, (bar.x, bar.bottom - line, bar.w, line))
    y = bar.h / 2 - 1
    x = rules_rect(layout).right + 20 * t
    left = _paint_totals(surface, layout, what.totals, y)
    leg = _r(what.rules, "Leg {n}", n=what.leg)
    px = max(text.MIN_NAME_PX, 23 * t)
    x += text.draw(surface, leg, x, y, "O8", px, THEME.white, max_width=left - x) + 16 * t
    goal = _("Target {km} km", km=number(what.target))
    if x + text.width(goal, "B5", text.MIN_CAPTION_PX) <= left:  # else the red stone on the road says it alone
        px = max(text.MIN_TEXT_PX, 19 * t)
        text.draw(surface, goal, x, y, "B5", px, THEME.on_navy, max_width=left - x, min_px=text.MIN_CAPTION_PX)


def _paint_totals(surface: Surface, layout: TableLayout, totals: tuple[tuple[int, int], ...], y: float) -> float:
    """Side symbols with the points before this leg, up to the sound's button; returns where they begin."""
    t = layout.t
    px = max(text.MIN_TEXT_PX, 18 * t)
    x = sound_rect(layout).left - 16 * t
    for side, points in reversed(totals):
        x -= text.draw(surface, number(points), x, y, "O7", px, THEME.white, anchor="r") + 5 * t + px * 0.66
        draw.side_plate(surface, side, x, y, px * 0.66)
        x -= px * 0.66 + 16 * t
    return x

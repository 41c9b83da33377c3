"""The chart of every side's chance of winning the leg or the match after each turn, with the costliest decisions."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import pygame
from pygame import Rect, Surface

from game.features.review.findings import SideChances
from game.i18n import _, number, percent
from game.i18n.punctuation import join_with_commas, label_with_text
from game.scenes.screen import panel
from game.ui import layout as ui
from game.ui.accessibility_tree import DataTable, Node, accessible_text
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget
from game.words.names import Names

_SIDE_LINES, _FRAME_LINES = 1.25, 1.5
"""The minimum height of the chart, in lines of text: for every side, and for everything around the curves."""
_LEAST_WIDE = 18  # the minimum width, in sizes of its text
_LIKED = 1.5  # the preferred size, in minimum sizes


class ChancesChart(Widget):
    """The chart of every side's chance of winning after each turn.

    Left and Right go from turn to turn; Enter or a press calls ``on_turn`` with the current turn. ``chances`` begin
    with the deal; they are empty while ``waits`` says that they are still computed. ``own`` is the viewer's side;
    ``poles`` are the turns of the costliest decisions, the costliest first, which the chart marks (``marked_turns``).
    ``place`` is the current turn, 0 for the deal, or None. ``grown`` returns how much of the curves is visible, from 0
    to 1.
    """

    role = "slider"

    def __init__(
        self, rect: Rect, scale: ui.Scale, names: Names, own: int, chances: Sequence[SideChances],
        poles: Sequence[int], *,
        place: int | None, waits: bool, grown: Callable[[], float], on_turn: Callable[[int], None],
    ) -> None:  # fmt: skip
        super().__init__("chances", _("Chance to win"), rect, enabled=bool(chances))
        self.place = place
        self.marked_turns = tuple(poles) if chances else ()
        self._scale, self._names, self._own = scale, names, own
        self._chances, self._waits = chances, waits
        self._grown, self._on_turn = grown, on_turn
        self._lines: ui.LineChart | None = None

    @property
    def lines(self) -> ui.LineChart:
        """The curves for the chart's current rectangle; the viewer's own curve is drawn above all others."""
        if self._lines is None or self._lines.place != self.rect:
            names = self._names
            sides = sorted(range(len(names.sides)), key=lambda side: side == self._own)
            curves = [
                ui.ChartCurve(
                    [chances[side] for chances in self._chances] or [None], names.livery(side), names.side(side)
                )
                for side in sides
            ]
            self._lines = ui.LineChart(self._scale, self.rect, curves, (0, 0.5, 1), format_value=_percent)
        return self._lines

    # -- what is told ---------------------------------------------------------------------------------------------

    @property
    def _shown_place(self) -> int:
        """The turn whose chances are shown beside the names: the current one, or the last one if there is none."""
        return len(self._chances) - 1 if self.place is None else self.place

    @property
    def value(self) -> str | None:
        if not self._chances:
            return _("Calculating…") if self._waits else None
        chances = self._chances[self._shown_place]
        said = join_with_commas(f"{self._names.side(side)} {_percent(chance)}" for side, chance in enumerate(chances))
        return accessible_text(label_with_text(_where(self._shown_place), said))

    @property
    def range(self) -> tuple[float, float, float] | None:
        return (0, len(self._chances) - 1, self._shown_place) if self._chances else None

    @cached_property
    def _numbers(self) -> DataTable:
        """A table for screen readers with every side's chance after each turn."""
        sides = map(self._names.side, range(len(self._names.sides)))
        rows = [(_where(turn), *map(_percent, chances)) for turn, chances in enumerate(self._chances)]
        return DataTable("chances.numbers", self.name, ["", *sides], rows)

    def nodes(self) -> list[Node]:
        (chart,) = super().nodes()
        return [chart, *self._numbers.nodes(chart.rect)] if self._chances else [chart]

    # -- input ----------------------------------------------------------------------------------------------------

    def handle_key(self, key: int) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key, 0)
        return bool(step) and self.move_by(step)

    def move_by(self, turns: int) -> bool:
        """Go that many turns on, or back if negative, up to either end; return False if there are no chances yet."""
        last = len(self._chances) - 1
        if last >= 0:
            self.place = min(last, max(0, self._shown_place + turns))
        return last >= 0

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        self.hovered = pos is not None
        was = self.place
        if pos is None or not self._chances:
            self.place = None
        else:
            self.place = self.lines.step_at(pos[0])
        return was != self.place

    @property
    def scan_parts(self) -> int:
        return len(self._chances)

    def scan_offer(self, index: int | None) -> None:
        if index is not None:
            self.place = index

    def scan_select(self, index: int) -> None:
        self._on_turn(index)

    def press(self) -> None:
        if self._chances:
            self._on_turn(self._shown_place)

    # -- picture --------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, text_scale: float) -> None:
        lines, grown = self.lines, self._grown()
        lines.paint_grid(surface)
        if self._chances:
            thick = max(1, round(2 * self._scale.unit))
            for place in self.marked_turns:
                surface.fill(THEME.emblem, (round(lines.x(place)), lines.plot.y, thick, lines.plot.h))
            lines.paint_curves(surface, grown)
            self._draw_marked_turns(surface, lines, grown)
            self._draw_place(surface, lines)
            if grown >= 1:
                lines.paint_ends(surface, self.place)
        elif self._waits:
            surface.blit(self._veil(lines.plot.size), lines.plot)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, 12 * self._scale.unit, max(0.7, text_scale))

    @staticmethod
    def _veil(size: tuple[int, int]) -> Surface:
        def make() -> Surface:
            veil = Surface(size)
            veil.fill(THEME.surface2)
            veil.set_alpha(178)
            return veil

        return art.cached(("chances veil", size), make)

    def _draw_marked_turns(self, surface: Surface, lines: ui.LineChart, grown: float) -> None:
        """Draw a dot on the viewer's curve for each of the costliest decisions, and its number above the chart."""
        plot, px = lines.plot, lines.small
        r = 0.75 * px
        ranks = sorted(range(len(self.marked_turns)), key=self.marked_turns.__getitem__)
        heads = ui.spread_labels(
            [lines.x(self.marked_turns[rank]) for rank in ranks], 2 * r, plot.x - r, plot.right + r
        )
        for rank, head in zip(ranks, heads, strict=True):
            place = self.marked_turns[rank]
            x, y = lines.x(place), lines.y(self._chances[place][self._own])
            if grown * plot.w >= x - plot.x:
                draw.rounded_rect(surface, (x - 0.5 * r, y - 0.5 * r, r, r), 0.5 * r, THEME.navy)
            draw.rounded_rect(surface, (head - r, plot.y - r, 2 * r, 2 * r), r, THEME.navy)
            text.draw(surface, number(rank + 1), head, plot.y, "O8", px, THEME.white, anchor="c")

    def _draw_place(self, surface: Surface, lines: ui.LineChart) -> None:
        """Draw a line at the current turn, with its number."""
        if self.place is None:
            return
        x, y, px, plot = lines.x(self.place), lines.foot_y, lines.small, lines.plot
        surface.fill(THEME.gold_d, (round(x) - 1, plot.y, max(2, round(3 * self._scale.unit)), plot.h))
        said = number(self.place)
        wide, high = text.width(said, "O8", px) + px, 1.5 * px
        draw.rounded_rect(surface, (x - wide / 2, y - high / 2, wide, high), 0.3 * high, THEME.ink)
        text.draw(surface, said, x, y, "O8", px, THEME.glow, anchor="c")


def chances_panel(
    scale: ui.Scale, make: Callable[[Rect], ChancesChart], sides: int, choice: ui.Box | None, *, share: float
) -> ui.Box:
    """Return a panel with the chart that ``make`` creates in a given rectangle.

    ``sides`` is the number of sides; ``choice`` is a control beside the heading, or None; ``share`` is the panel's part
    of the available width.
    """
    px = scale.px(ui.ROLES.body)
    wide, high = round(_LEAST_WIDE * px), round((_FRAME_LINES + _SIDE_LINES * sides) * px)
    chart = ui.Control(make, (wide, round(_LIKED * wide)), (high, round(_LIKED * high)))
    box = panel(scale, "chart", _("Chance to win"), chart, aside=choice)
    box.share = share
    return box


def _where(turn: int) -> str:
    return _("Turn {n}", n=turn) if turn else _("The deal")


def _percent(chance: float) -> str:
    return percent(round(100 * chance))

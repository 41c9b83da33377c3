"""The chart of every side's points after each leg (art.md §6), and the panel beside the score sheet that holds it."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.features.score.standings import Standings
from game.i18n import _, _r, number
from game.i18n.punctuation import join_with_commas, join_with_dashes
from game.ui import layout as ui
from game.ui.accessibility_tree import DataTable
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME


def chart_title(standings: Standings) -> str:
    """Return the heading of the chart, with the match's target score if there is one."""
    if standings.target_score is None:
        return _("The race so far")
    return _("The race to {points}", points=number(standings.target_score))


def chart_panel(scale: ui.Scale, icon: str, title: str, body: ui.Box) -> ui.Panel:
    """Return a panel for the place beside the score sheet, with an icon and a title above ``body``."""
    s, u = scale, scale.unit

    def ground(surface: Surface, rect: Rect) -> None:
        draw.panel(surface, rect, 24 * u, rim=THEME.gold, rim_width=max(2, 5 * u), shadow_px=12 * u)

    words = ui.Label(s, title, ui.ROLES.heading, grow=1, id="legs")
    head = ui.Row(ui.Icon(icon, round(s.px(ui.ROLES.heading)), THEME.emblem), words, gap=s.space_px(12))
    return ui.Panel(
        ui.Column(head, body, gap=s.space_px(12)),
        (s.space_px(28), s.space_px(24), s.space_px(20)),
        ground=ground,
        grow=1,
    )


class PointsChart(ui.Box):
    """A line chart of every side's total after each leg.

    ``grown`` returns which fraction (0 … 1) of the latest leg's lines is drawn; the sides' names appear at 1.
    """

    def __init__(self, standings: Standings, scale: ui.Scale, grown: Callable[[], float]) -> None:
        super().__init__(grow=1)
        self.standings, self._scale, self._grown = standings, scale, grown
        totals = [standings.running_totals(side) for side in reversed(standings.ranking)]
        names, sides = standings.names, reversed(standings.ranking)
        self._curves = [
            ui.ChartCurve(values, names.livery(side), names.side(side))
            for side, values in zip(sides, totals, strict=True)
        ]
        self._grid = ui.grid_values(
            [0, standings.target_score or 100, *(value for values in totals for value in values)]
        )

    def box(self) -> ui.Box:
        standings, title = self.standings, chart_title(self.standings)
        scored = [
            standings.names.side_with_points(side, standings.totals[side]) for side in range(standings.side_count)
        ]
        box = chart_panel(self._scale, "chart", title, self)
        box.id, box.label = "chart", join_with_dashes([title, join_with_commas(scored)])
        box.data_table = self._numbers(title)
        return box

    def _numbers(self, title: str) -> DataTable:
        standings, sides = self.standings, range(self.standings.side_count)
        totals = zip(*map(standings.running_totals, sides), strict=True)
        rows = [
            (_r(standings.rules_id, "Leg {n}", n=leg), *map(number, after)) for leg, after in enumerate(totals) if leg
        ]
        return DataTable("chart.numbers", title, ["", *map(standings.names.side, sides)], rows)

    def measure_height(self, width: int) -> tuple[int, int]:
        least = max(3.5, 1.25 * self.standings.side_count) * self._scale.px(ui.ROLES.body)
        return round(least), round(max(least, 0.5 * width))

    def place(self, rect: Rect) -> None:
        super().place(rect)
        goal = self.standings.target_score
        self.lines = ui.LineChart(self._scale, rect, self._curves, self._grid, goal=goal, run_apart=True)

    def paint(self, surface: Surface) -> None:
        grown = self._grown()
        self.lines.paint_grid(surface)
        self.lines.paint_curves(surface, grown, since=len(self.standings.legs) - 1)
        if grown == 1:
            self.lines.paint_ends(surface)

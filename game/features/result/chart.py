"""The chart on the result: every side's kilometers by turn, or its points after each leg of a match."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.features.result.match_result import MatchResult
from game.i18n import _, _r, number
from game.i18n.punctuation import join_with_commas, join_with_dashes
from game.ui import layout as ui
from game.ui.accessibility_tree import DataTable
from game.ui.drawing.theme import THEME

_TOLD_TURNS = 10
"""The table for screen readers has a row for every tenth turn, and one for the last."""


class ResultChart(ui.Box):
    """A line chart of kilometers by turn; from a match's second leg on, of the points by leg, with the goal in red."""

    def __init__(self, result: MatchResult, scale: ui.Scale) -> None:
        super().__init__(grow=1)
        standings = self._standings = result.standings
        self._result, self._scale = result, scale
        self._goal = None if result.is_first_leg else standings.target_score
        self._values = {side: self._values_of(side) for side in reversed(standings.ranking)}
        named = not result.is_first_leg
        self._curves = [
            ui.ChartCurve(values, standings.names.livery(side), standings.names.side(side) if named else "")
            for side, values in self._values.items()
        ]
        target = result.photo_finish.target
        every = [0, standings.target_score or 100, *(value for values in self._values.values() for value in values)]
        self._grid = [target * n // 4 for n in range(5)] if result.is_first_leg else ui.grid_values(every)

    def _values_of(self, side: int) -> Sequence[int]:
        if self._result.is_first_leg:
            return [km[side] for km in self._result.story.km]
        return self._standings.running_totals(side)

    def tile(self) -> ui.Box:
        """Return the chart with its title as a tile."""
        s, title = self._scale, self._title
        names, ends = self._standings.names, {side: values[-1] for side, values in self._values.items()}
        tile = ui.Panel(
            ui.Column(ui.Label(s, title, ui.ROLES.label, THEME.text2), self, gap=s.space_px(6)),
            (s.space_px(14), s.space_px(8), s.space_px(8)),
            fill=THEME.raised, rim=THEME.edge, rim_px=s.text_px(2), radius=s.space_px(14), grow=1, id="chart",
            label=join_with_dashes([title, join_with_commas(names.side_with_points(*end) for end in ends.items())]),
        )  # fmt: skip
        tile.data_table = self._numbers()
        return tile

    @property
    def _title(self) -> str:
        if self._result.is_first_leg:
            return _("Kilometers by turn")
        if self._goal is None:
            return _r(self._standings.rules_id, "Leg by leg")
        return _("The race to {points}", points=number(self._goal))

    def _numbers(self) -> DataTable:
        names, rules_id, last = self._standings.names, self._standings.rules_id, len(self._curves[0].values) - 1
        if self._result.is_first_leg:
            steps = [*range(_TOLD_TURNS, last, _TOLD_TURNS), last]
            heads = [_("Turn {n}", n=step) for step in steps]
        else:
            steps = [*range(1, last + 1)]
            heads = [_r(rules_id, "Leg {n}", n=step) for step in steps]
        rows = [
            (head, *(number(values[step]) for values in self._values.values()))
            for head, step in zip(heads, steps, strict=True)
        ]
        return DataTable("chart.numbers", self._title, ["", *map(names.side, self._values)], rows)

    def measure_width(self) -> tuple[int, int]:
        return self._scale.text_px(150), self._scale.text_px(420)

    def measure_height(self, width: int) -> tuple[int, int]:
        least = round(max(3.5, 1.25 * len(self._curves)) * self._scale.px(ui.ROLES.body))
        return least, max(least, round(0.5 * width))

    def place(self, rect: Rect) -> None:
        super().place(rect)
        is_of_legs = not self._result.is_first_leg
        self.lines = ui.LineChart(
            self._scale, rect, self._curves, self._grid, goal=self._goal, run_apart=is_of_legs,
        )  # fmt: skip

    def paint(self, surface: Surface) -> None:
        self.lines.paint_grid(surface)
        self.lines.paint_curves(surface)
        self.lines.paint_ends(surface)

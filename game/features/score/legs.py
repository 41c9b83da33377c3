"""The panel with the points of every leg so far, and the totals after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import starmap

from pygame import Rect, Surface

from game.features.score.chart import chart_panel
from game.features.score.sheet import AnimatedNumber
from game.features.score.standings import Standings
from game.i18n import _r, number
from game.i18n.punctuation import join_with_commas, join_with_dashes
from game.ui import layout as ui
from game.ui.drawing import draw, livery, text
from game.ui.drawing.theme import THEME

_POINTS, _TOTAL = 0.34, 0.78
"""The vertical positions of points and total in a row, as parts of its height."""


class LegsTable:
    """The points of every leg in a row each, the latest at the top.

    ``latest`` returns the points of each side in the latest leg, as far as the scene has counted them.
    """

    def __init__(self, standings: Standings, scale: ui.Scale, latest: Callable[[], Sequence[int]]) -> None:
        self.standings, self.scale, self._latest = standings, scale, latest
        self._high = round(1.3 * (scale.px(ui.ROLES.name) + scale.px(ui.ROLES.small)))

    @property
    def line_px(self) -> int:
        return self._high

    def box(self, within: Callable[[ui.Box], ui.Box]) -> ui.Box:
        """Return the panel; ``within`` wraps the rows, for example in a scroll area."""
        title = _r(self.standings.rules_id, "Legs so far")
        lines = [self._line(leg) for leg in reversed(range(len(self.standings.legs)))]
        symbols = ui.Row(self._number(""), *map(self._symbol, range(self.standings.side_count)))
        names, s = self.standings.names, self.scale
        heads = ["", *map(names.side, range(self.standings.side_count))]
        rows = {line.id: (number(leg + 1), *map(number, self._points(leg))) for leg, line in enumerate(lines[::-1])}
        pad = ui.AccessibleTable(
            ui.Column(symbols, within(ui.Column(*lines)), gap=s.space_px(6)), "pad", title, heads, rows
        )
        return chart_panel(s, "log", title, pad)

    def _number(self, said: str) -> ui.Box:
        """Return the number of a leg in a column as wide as the latest leg's number."""
        px = self.scale.px(ui.ROLES.name)
        wide = text.width(number(len(self.standings.legs)), "O7", px)
        return AnimatedNumber(lambda: said, ("O7", px, THEME.text), (wide, 0), wide / 2)

    def _symbol(self, side: int) -> ui.Box:
        worn, radius = self.standings.names.livery(side), self.scale.text_px(14, 8)
        return ui.Canvas(
            lambda surface, rect: livery.draw_badge(surface, worn, *rect.center, radius), 0, 2 * radius, grow=1
        )

    def _points(self, leg: int) -> list[int]:
        return [score.total for score in self.standings.legs[leg]]

    def _line(self, leg: int) -> ui.Box:
        points = self._points(leg)
        cells = [ui.Canvas(partial(self._paint_cell, leg, side), 0, self._high, grow=1) for side in range(len(points))]
        said = join_with_dashes(
            [number(leg + 1), join_with_commas(starmap(self.standings.names.side_with_points, enumerate(points)))]
        )
        return ui.Row(self._number(number(leg + 1)), *cells, id=f"leg.{leg + 1}", label=said)

    def _paint_cell(self, leg: int, side: int, surface: Surface, rect: Rect) -> None:
        standings, s = self.standings, self.scale
        points, total = standings.legs[leg][side].total, standings.running_totals(side)[leg + 1]
        missing = points - self._latest()[side] if leg == len(standings.legs) - 1 else 0
        if standings.leg_winners[leg] == side:
            draw.rounded_rect(surface, rect.inflate(-2, -2), 8 * s.unit, THEME.mark)
        surface.fill(THEME.edge, (rect.x, rect.bottom - 1, rect.w, 1))
        for value, face, role, ink, down in (
            (points, "B7", ui.ROLES.name, THEME.bad if points < missing else THEME.text, _POINTS),
            (total, "B5", ui.ROLES.small, THEME.text2, _TOTAL),
        ):
            said, y = number(value - missing), rect.y + down * rect.h
            text.draw(surface, said, rect.centerx, y, face, s.px(role), ink, anchor="c", max_width=rect.w)

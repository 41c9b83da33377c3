"""The table of points on the result: a column for each side, a row for each item that scores, and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pygame import Rect, Surface

from game.features.result.standings import Standings
from game.i18n import _, _n, _p, _r, number
from game.i18n.punctuation import join_with_commas, join_with_dashes, label_with_text, rank_text
from game.scenes.portraits import draw_portraits, portraits_width
from game.ui import layout as ui
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.words.score import item_name, score_item

_LEG = ui.Role("B6", 22, 13)
_FEW = 4
"""Up to this many sides have room for large totals."""


class ScoreTable:
    """The points of the last leg and of the match, in the order of the ranking.

    A folded table (``is_whole`` is false) has only the rows that brought a side something. ``corner`` is its upper left
    cell, or else its name. Without ``has_names`` only faces stand above the columns. The row of ``deciding_item`` is
    bold, on a ground of its own.
    """

    def __init__(
        self, standings: Standings, scale: ui.Scale, *, is_whole: bool, has_names: bool = True,
        corner: ui.Box | None = None, deciding_item: str = "",
    ) -> None:  # fmt: skip
        self._standings, self._scale, self._is_whole = standings, scale, is_whole
        self._has_names, self._corner, self._deciding_item = has_names, corner, deciding_item
        self._id = "sheet" if is_whole else "points"
        self._table = ui.Table(gap=(0, 0))
        self._told: dict[str, Sequence[str]] = {}

    def box(self) -> ui.Box:
        s, standings = self._scale, self._standings
        is_match = standings.leg_count != 1 or len(standings.legs) > 1  # a tie makes a race's second leg necessary
        rows = [self._heads(), *self._items(is_match=is_match)]
        total = _("Total") if is_match else _p("column", "Points")
        figure = ui.ROLES.figure if standings.side_count <= _FEW and not s.is_small else ui.ROLES.name
        rows.append(self._row("total", total, standings.totals, (figure, ui.ROLES.name)))
        self._table = ui.Table(*rows, gap=(s.space_px(18), s.space_px(8)), ruled=1)
        panel = ui.Panel(self._table, (s.space_px(14), s.space_px(4), s.space_px(6)), ground=self._paint_ground)
        names = [standings.names.side(side) for side in standings.ranking]
        return ui.AccessibleTable(panel, self._id, _p("column", "Points"), ["", *names], self._told)

    def _heads(self) -> list[ui.Box]:
        s = self._scale
        return [
            self._corner or ui.Label(s, _p("column", "Points"), ui.ROLES.small, THEME.text2),
            *(self._head(place, side) for place, side in enumerate(self._standings.ranking)),
        ]

    def _head(self, place: int, side: int) -> ui.Box:
        """Return the head of a side's column: its rank, its faces, and its name where there is room."""
        s, standings, names = self._scale, self._standings, self._standings.names
        d, rank = round(1.5 * s.px(ui.ROLES.name)), rank_text(place + 1)
        faces = ui.Canvas(partial(self._paint_faces, side, d), round(portraits_width(names, side, d)), d)
        parts = [ui.Row(ui.Spacer(), ui.Label(s, rank, ui.ROLES.name, one_line=True), faces, gap=s.space_px(6))]
        if self._has_names:
            parts.append(ui.Row(ui.Label(s, names.side(side), ui.ROLES.small, anchor="r", grow=1)))
        points = label_with_text(names.side(side), _n("{n} point", "{n} points", standings.totals[side]))
        id = f"rank.{place + 1}" if not self._is_whole else f"sheet.rank.{place + 1}"
        return ui.Column(*parts, gap=s.space_px(2), grow=1, id=id, label=f"{rank} {points}")

    def _items(self, *, is_match: bool) -> list[list[ui.Box]]:
        standings, rules_id = self._standings, self._standings.rules_id
        name = score_item if self._is_whole else item_name
        rows = []
        for item in standings.items:
            values = [getattr(score, item) for score in standings.scores]
            if self._is_whole or any(values):
                roles = (ui.ROLES.label, _LEG if item == self._deciding_item else ui.ROLES.body)
                rows.append(self._row(item, name(item, rules_id), values, roles))
        if not is_match:
            return rows
        leg = [score.total for score in standings.scores]
        rows.append(self._row("this_leg", _r(rules_id, "This leg"), leg, (ui.ROLES.label, _LEG)))
        if self._is_whole:
            for n, scores in enumerate(standings.legs[:-1], 1):
                points = [score.total for score in scores]
                rows.append(self._row(f"leg.{n}", _r(rules_id, "Leg {n}", n=n), points))
        elif len(standings.legs) > 1:
            rows.append(self._row("before", _r(rules_id, "Previous total"), standings.totals_before))
        return rows

    def _row(
        self, id: str, label: str, values: Sequence[int],
        roles: tuple[ui.Role, ui.Role] = (ui.ROLES.label, ui.ROLES.body),
    ) -> list[ui.Box]:  # fmt: skip
        """Return a row: its label, and the numbers of all sides; ``roles`` are those of numbers and label."""
        s, standings = self._scale, self._standings
        is_total = id == "total"
        color = THEME.white if is_total else THEME.text
        node, told = f"{self._id}.{id}", [values[side] for side in standings.ranking]
        is_deciding = id == self._deciding_item
        row = _("{row}, which decided it", row=label) if is_deciding else label
        self._told[node] = row, *map(number, told)
        said = (standings.names.side_with_points(side, values[side]) for side in standings.ranking)
        head = ui.Label(
            s, label, roles[1], color, one_line=standings.side_count <= _FEW and s.growth <= 1, id=node,
            label=join_with_dashes([row, join_with_commas(said)]),
        )  # fmt: skip

        def cell(value: int) -> ui.Box:
            shade = color if is_total or value > 0 else THEME.bad if value < 0 else THEME.off
            is_dash = not value and id in standings.items
            return ui.Label(s, "–" if is_dash else number(value), roles[0], shade, anchor="r", one_line=True, grow=1)

        return [head, *map(cell, told)]

    # -- picture ------------------------------------------------------------------------------------------------------

    def _paint_faces(self, side: int, d: int, surface: Surface, rect: Rect) -> None:
        draw_portraits(surface, self._standings.names, side, rect.center, d, self._standings.moods)

    def _paint_ground(self, surface: Surface, rect: Rect) -> None:
        """Draw the light ground of the own column and the deciding row, and the navy one of the totals."""
        s, rows = self._scale, self._table.rows
        last, gap, radius = rows[-1], self._table.gap, s.space_px(10)
        for place, side in enumerate(self._standings.ranking, 1):
            if self._standings.names.is_own(side):
                column = rows[0][place].rect.union(last[place].rect).inflate(gap[0], 0)
                draw.rounded_rect(surface, (column.x, rect.y, column.w, last[0].rect.y - rect.y), radius, THEME.mark)
        for row in rows:
            if row[0].id == f"{self._id}.{self._deciding_item}":
                line = row[0].rect.unionall([box.rect for box in row[1:]]).inflate(gap)
                draw.rounded_rect(surface, (rect.x, line.y, rect.w, line.h), radius / 2, THEME.mark)
        top = min(box.rect.y for box in last) - gap[1] // 2
        draw.rounded_rect(surface, (rect.x, top, rect.w, rect.bottom - top), radius, THEME.navy)

"""The score sheet: a row for each item that scores, a column for each side, and the totals below (art.md §6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import starmap

from pygame import Color, Rect, Surface

from game.features.score.mark_pills import mark_pills
from game.features.score.standings import Standings
from game.i18n import _, _r, number
from game.i18n.punctuation import join_with_commas, join_with_dashes
from game.scenes.portraits import draw_portraits, portraits_width
from game.ui import layout as ui
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.words.log import win_line
from game.words.score import score_item

ICONS = {
    "km": "flag",
    "safeties": "shield",
    "all_four": "shield",
    "coups_fourres": "bolt",
    "leg_won": "trophy",
    "delayed_action": "cards",
    "safe_trip": "check",
    "extension": "arrow",
    "shut_out": "octagon",
    "no_100": "check",
    "left_in_hand": "cards",
}

_SIZES = (
    (ui.ROLES.figure, ui.ROLES.lead),
    (ui.ROLES.name, ui.ROLES.lead),
    (ui.ROLES.name, ui.ROLES.body),
    (ui.ROLES.label, ui.ROLES.body),
)
"""The text roles of totals and items; the first pair that fits into the columns at the default text size is used."""
_RISE = 12  # how far below its final place a number appears, in units
_COLUMN = 170  # preferred width of a column, in units
_APART = 22  # preferred space between rows, px at text scale 1

ItemProgress = Callable[[int], float]
"""A function that returns how much (0 … 1) of the animation of the item with a given index is over."""


NumberStyle = tuple[str, float, Color]
"""The font face, text size in px, and color of a number."""


class AnimatedNumber(ui.Canvas):
    """A number that may change in each frame; ``said`` returns its current text.

    ``cell`` is the width of its cell and the largest space to the next row, in px. The number ends ``right`` px right
    of the middle of the cell. ``rise`` returns how far below its final place it is drawn now, in px.
    """

    def __init__(
        self, said: Callable[[], str], type: NumberStyle, cell: tuple[int, int], right: float,
        rise: Callable[[], float] = lambda: 0,
    ) -> None:  # fmt: skip
        wide, apart = cell
        high = round(text.LINE_HEIGHT * type[1])
        super().__init__(self._draw, wide, (high, high + apart))
        self._said, self._type, self._right, self._rise = said, type, right, rise

    def _draw(self, surface: Surface, rect: Rect) -> None:
        y = rect.centery + self._rise()
        text.draw(surface, self._said(), rect.centerx + self._right, y, *self._type, anchor="r")


class ScoreSheet:
    """The score sheet, ``wide`` px across.

    ``shown`` returns how far (0 … 1) an item's numbers have risen into their cells, ``counted`` how much of them is
    already added to the totals. Without ``one_line`` the names of items may wrap, and items in which nobody scored are
    left out.
    """

    def __init__(
        self,
        standings: Standings,
        scale: ui.Scale,
        wide: int,
        shown: ItemProgress,
        counted: ItemProgress,
        *,
        one_line: bool,
    ) -> None:
        self.standings, self.scale, self._one_line = standings, scale, one_line
        self._shown, self._counted = shown, counted
        self._side, self._inset = scale.space_px(40), scale.space_px(16)
        self._labels = [score_item(item, standings.rules_id) for item in standings.items]
        self._total, self._item, self.column = self._sizes(wide - 2 * self._side)
        self._cell = self.column, scale.text_px(_APART)
        self._right = text.width(self._widest_total, "O9", scale.px(self._total)) / 2
        self.remark: ui.Box | None = None
        """A driver's remark about the leg."""
        self._portraits: Sequence[ui.Box] = ()
        self._last: Sequence[ui.Box] = ()
        self._told: dict[str, Sequence[str]] = {}

    @property
    def columns(self) -> list[Rect]:
        """The area of each side's column, from its portraits to the last row."""
        pad = self.scale.space_px(12)
        return [
            first.rect.union(last.rect).inflate(-4 * self.scale.unit, pad)
            for first, last in zip(self._portraits, self._last, strict=True)
        ]

    @property
    def _widest_total(self) -> str:
        return max(map(number, self.standings.totals), key=len)

    def _sizes(self, room: int) -> tuple[ui.Role, ui.Role, int]:
        """Return the text roles of totals and items, and the width of a column in px, for a sheet ``room`` px wide.

        The totals are never smaller than at the default text size.
        """
        s, delivered = self.scale, ui.Scale(self.scale.unit)
        least = delivered.px(self._fitting(delivered, _SIZES, room)[0])
        total, item = self._fitting(s, [roles for roles in _SIZES if s.px(roles[0]) >= least] or _SIZES[:1], room)
        spare = (room - self._label(s, item)) // self.standings.side_count
        column = max(self._least_column(s, total), min(spare, round(_COLUMN * s.unit)))
        words = max(text.widest_word(words, "B5", s.px(item)) for words in self._labels)
        return total, item, min(column, (room - self._indent(s) - words) // self.standings.side_count)

    def _fitting(self, scale: ui.Scale, sizes: Sequence[tuple[ui.Role, ui.Role]], room: int) -> tuple[ui.Role, ui.Role]:
        """Return the first pair of text roles whose columns fit into ``room`` px, or the last pair if none fits."""
        for total, item in sizes:
            if self._label(scale, item) + self.standings.side_count * self._least_column(scale, total) <= room:
                break
        return total, item

    def _label(self, scale: ui.Scale, item: ui.Role) -> int:
        return self._indent(scale) + max(text.width(words, "B5", scale.px(item)) for words in self._labels)

    def _least_column(self, scale: ui.Scale, total: ui.Role) -> int:
        words = (text.widest_word(name, "O7", scale.px(ui.ROLES.label)) for name in self._names)
        numbers = text.width(self._widest_total, "O9", scale.px(total))
        return max(numbers, *words) + scale.space_px(18)

    @property
    def _names(self) -> list[str]:
        return [self.standings.names.side(side) for side in range(self.standings.side_count)]

    @staticmethod
    def _indent(scale: ui.Scale) -> int:
        return round(1.5 * scale.px(ui.ROLES.body))

    # -- parts ----------------------------------------------------------------------------------------------------

    def box(self, left: ui.Box, right: ui.Box | None, share: float) -> ui.Box:
        """Return the box of the sheet.

        ``left`` and ``right`` are boxes at the ends of its heading; ``share`` is the fraction of the width it takes.
        """
        s = self.scale
        title = ui.Label(s, self.title(), ui.ROLES.title, THEME.white, one_line=True, grow=1, id="title")
        won = ui.Label(s, self.win_words(), ui.ROLES.lead, THEME.gold_l, id="winner")
        head = ui.Panel(
            ui.Row(left, ui.Flow(title, won, gap=s.space_px(24), grow=1), right, gap=s.space_px(24)),
            (s.space_px(26), s.space_px(20), s.space_px(26)),
            ground=self._paint_head,
        )
        values = {item: [getattr(score, item) for score in self.standings.scores] for item in self.standings.items}
        told = ((n, item) for n, item in enumerate(self.standings.items) if self._one_line or any(values[item]))
        self._rows, self._totals = {n: self._row(n, item, values[item]) for n, item in told}, self._sums()
        rows = (
            ui.Padding(row, (self._side - self._inset, 0, 0), grow=1) for row in [*self._rows.values(), *self._totals]
        )
        body = ui.Column(self._faces(), *rows)
        below = ui.Panel(body, (0, s.space_px(8), s.space_px(20)), ground=self._paint_winner, grow=1)
        table = ui.AccessibleTable(below, "sheet", self.title(), ["", *self._names], self._told)
        return ui.Panel(ui.Column(head, table), 0, ground=self._paint_plate, share=share)

    def is_counting_in(self, view: Rect) -> bool:
        """Return whether any row in the area ``view`` is still animated."""
        lines = [row for n, row in self._rows.items() if min(self._shown(n), self._counted(n)) < 1]
        return bool(lines) and any(row.rect.colliderect(view) for row in [*lines, *self._totals])

    def title(self) -> str:
        return _r(self.standings.rules_id, "Score of leg {n}", n=number(len(self.standings.legs)))

    def win_words(self) -> str:
        winner = self.standings.winner
        km = 0 if winner is None else self.standings.scores[winner].km
        return win_line(winner, km, self.standings.names)

    def _faces(self) -> ui.Box:
        """Return the row with the leg's marks, the driver's remark, and the sides' portraits."""
        s, names = self.scale, self.standings.names
        d, wide = s.text_px(70), self.column - s.space_px(8)
        d = min(d, *(round(d * wide / portraits_width(names, side, d)) for side in range(self.standings.side_count)))
        self._portraits = [
            ui.Padding(
                ui.Column(
                    ui.Canvas(partial(self._paint_faces, side, d), self.column - s.space_px(8), d),
                    ui.Label(s, name, ui.ROLES.label, anchor="c"),
                    gap=s.space_px(4),
                ),
                (s.space_px(4), s.space_px(6), s.space_px(6)),
            )
            for side, name in enumerate(self._names)
        ]
        marks = ui.Padding(
            ui.Column(mark_pills(s, self.standings.marks_of_leg), self.remark, gap=s.space_px(8)),
            (0, 0, s.space_px(16)),
            grow=1,
        )
        return ui.Padding(ui.Row(marks, *self._portraits), (self._side, 0, 0))

    def _row(self, n: int, item: str, values: Sequence[int]) -> ui.Box:
        """Return the row of the item with index ``n``; it is highlighted while its points are added to the totals."""
        s, px = self.scale, self.scale.px(self._item)
        cells = [self._figure(n, value, px) for value in values]
        label = ui.Label(s, self._labels[n], self._item, one_line=self._one_line, grow=1)
        picture = ui.Padding(ui.Icon(ICONS[item], round(0.9 * s.px(ui.ROLES.body)), THEME.emblem), 0)
        words = ui.Row(picture, label, gap=self._indent(s) - picture.width_range()[0], grow=1)
        paint = partial(self._paint_row, n, any(values))
        says = self._spoken(f"row.{item}", self._labels[n], values)
        return ui.Panel(ui.Row(words, *cells), (self._inset, 0, 0), ground=paint, id=f"row.{item}", label=says)

    def _figure(self, n: int, value: int, px: float) -> AnimatedNumber:
        face, ink = ("O7", THEME.bad if value < 0 else THEME.text) if value else ("O4", THEME.off)
        said = number(value) if value else "–"
        return AnimatedNumber(
            lambda: said if self._shown(n) else "", (face, px, ink), self._cell, self._right,
            lambda: _RISE * self.scale.unit * (1 - self._shown(n)),
        )  # fmt: skip

    def _sums(self) -> list[ui.Box]:
        standings, px = self.standings, self.scale.px(self._item)
        rules_id, before, after = standings.rules_id, standings.totals_before, standings.totals
        leg = [score.total for score in standings.scores]
        figures = "O8", 1.1 * px, THEME.text
        plain, white = ("O6", px, THEME.text), ("O9", self.scale.px(self._total), THEME.white)
        has_before = self._one_line or any(before)
        rows: list[tuple[str, str, Sequence[int], Callable[[int], int], NumberStyle]] = [
            ("this_leg", _r(rules_id, "This leg"), leg, lambda side: self.leg_totals()[side], figures),
            *([("before", _r(rules_id, "Previous total"), before, before.__getitem__, plain)] if has_before else []),
            ("total", _("Total"), after, lambda side: before[side] + self.leg_totals()[side], white),
        ]
        return list(starmap(self._sum, rows))

    def _sum(self, id: str, label: str, values: Sequence[int], now: Callable[[int], int], type: NumberStyle) -> ui.Box:
        """Return a row of sums, final ``values`` by side; ``now`` returns a side's sum as far as it is counted.

        In the row of the total, the number of the leg's winner is golden.
        """
        is_total = id == "total"

        def cell(side: int) -> AnimatedNumber:
            ink = THEME.gold_l if is_total and side == self.standings.winner else type[2]
            return AnimatedNumber(lambda: number(now(side)), (*type[:2], ink), self._cell, self._right)

        cells = self._last = [cell(side) for side in range(self.standings.side_count)]
        words = ui.Label(self.scale, label, self._item if id == "before" else ui.ROLES.heading, type[2], grow=1)
        fill = THEME.navy if is_total else None
        says = self._spoken(f"row.{id}", label, values)
        return ui.Panel(
            ui.Row(words, *cells),
            (self._inset, 0, 0),
            fill=fill,
            radius=12 * self.scale.unit,
            id=f"row.{id}",
            label=says,
        )

    def leg_totals(self) -> list[int]:
        """Return each side's points of this leg, as far as the animation has counted them."""
        parts = [(item, self._counted(n)) for n, item in enumerate(self.standings.items)]
        return [sum(round(getattr(score, item) * done) for item, done in parts) for score in self.standings.scores]

    def _spoken(self, row: str, label: str, values: Sequence[int]) -> str:
        self._told[row] = label, *map(number, values)
        return join_with_dashes(
            [label, join_with_commas(starmap(self.standings.names.side_with_points, enumerate(values)))]
        )

    # -- picture --------------------------------------------------------------------------------------------------

    def _paint_plate(self, surface: Surface, rect: Rect) -> None:
        u = self.scale.unit
        draw.panel(surface, rect, 24 * u, rim=THEME.gold, rim_width=max(2, 5 * u), shadow_px=12 * u)

    def _paint_head(self, surface: Surface, rect: Rect) -> None:
        draw.panel_header(surface, rect, 24 * self.scale.unit, THEME.navy)
        line = max(2, round(6 * self.scale.unit))
        surface.fill(THEME.gold, (rect.x, rect.bottom - line, rect.w, line))

    def _paint_winner(self, surface: Surface, rect: Rect) -> None:  # noqa: ARG002 - as every ground
        if self.standings.winner is not None:
            draw.rounded_rect(surface, self.columns[self.standings.winner], 14 * self.scale.unit, THEME.mark)

    def _paint_faces(self, side: int, d: int, surface: Surface, rect: Rect) -> None:
        draw_portraits(surface, self.standings.names, side, rect.center, d, self.standings.moods)

    def _paint_row(self, n: int, is_counted: bool, surface: Surface, rect: Rect) -> None:
        u = self.scale.unit
        if is_counted and 0 < self._counted(n) < 1:
            draw.rounded_rect(surface, rect.inflate(0, -2), 10 * u, THEME.lit, opacity=0.38)
        surface.fill(THEME.edge, (rect.x, rect.bottom - 1, rect.w, max(1, round(1.5 * u))))

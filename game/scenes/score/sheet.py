"""The score sheet: items as rows, sides as columns, the totals below (art.md §6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Final, NamedTuple

from pygame import Color, Rect, Surface

from game.i18n import _, _r, number
from game.i18n.punctuation import chained, listed
from game.scenes.portraits import draw_portraits
from game.scenes.score.mark_pills import paint_pills, pills_height
from game.scenes.score.standings import Standings
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.log import win_line
from game.words.score import score_item

ICONS: Final = {
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

_THIS_LEG, _BEFORE, _TOTAL = 1.18, 1.18, 1.5  # heights of the rows below the items, in rows
_FOOT = 0.45
_OF_PORTRAITS, _ABOVE = 0.84, 0.07  # of the portraits' height: the pills beside them at most, and what is free above
_OF_ROW = 0.8  # of a row's height, for letters at most


class _NumberStyle(NamedTuple):
    """How a number is written."""

    face: str
    px: float
    color: Color


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row: its words, and its number for every side."""

    id: str
    label: str
    values: tuple[int, ...]
    rect: Rect


class Sheet:
    """The score sheet laid out in ``place``; ``u`` is the layout unit.

    It is drawn in two goes: what rests, and the items with their numbers.
    """

    def __init__(self, standings: Standings, place: Rect, u: float) -> None:
        self.standings = standings
        self.u = u
        self.corner = 0
        """How wide a button at the right of the head is, 0 if there is none."""
        self.head = Rect(place.x, place.y, place.w, max(44, round(104 * u)))
        self.row, self.px = self._row_and_letters(place)
        self.portraits = Rect(place.x, self.head.bottom, place.w, round(max(88, 140 * u)))
        rows = len(standings.items) + _THIS_LEG + _BEFORE + _TOTAL + _FOOT
        self.plate = Rect(place.x, place.y, place.w, round(self.portraits.bottom - place.y + rows * self.row))
        self.left = place.x + round(40 * u)
        self.items = self._items()
        self.sums = self._sums()
        self.columns = self._columns()
        self._total_px = self._widest_fit()
        self._half_number = text.width(self._widest_total(), "O9", self._total_px) / 2
        """Half the width of the widest total: all numbers end on one line, with the totals in the column's middle."""

    def _row_and_letters(self, place: Rect) -> tuple[float, float]:
        rows = len(self.standings.items) + _THIS_LEG + _BEFORE + _TOTAL + _FOOT
        room = place.h - self.head.h - max(88, 140 * self.u)
        px = text.sized(25 * self.u, 13.0)
        row = min(2.3 * px, room / rows)
        return row, min(px, _OF_ROW * row)

    def _items(self) -> list[ScoreRow]:
        standings, lines, y = self.standings, [], float(self.portraits.bottom)
        for item in standings.items:
            values = tuple(getattr(score, item) for score in standings.scores)
            lines.append(ScoreRow(item, score_item(item, standings.rules_id), values, self._row_rect(y, 1)))
            y += self.row
        return lines

    def _sums(self) -> list[ScoreRow]:
        standings, row = self.standings, self.row
        y = self.portraits.bottom + len(self.items) * row
        this_leg = tuple(score.total for score in standings.scores)
        return [
            ScoreRow("this_leg", _r(standings.rules_id, "This leg"), this_leg, self._row_rect(y, _THIS_LEG)),
            ScoreRow(
                "before",
                _r(standings.rules_id, "Previous total"),
                standings.before,
                self._row_rect(y + _THIS_LEG * row, _BEFORE),
            ),
            ScoreRow("total", _("Total"), standings.totals, self._row_rect(y + (_THIS_LEG + _BEFORE) * row, _TOTAL)),
        ]

    def _row_rect(self, y: float, rows: float) -> Rect:
        pad = round(24 * self.u)
        return Rect(self.plate.x + pad, round(y), self.plate.w - 2 * pad, round(y + rows * self.row) - round(y))

    def _columns(self) -> list[Rect]:
        """One strip a side, from the portraits to the foot."""
        sides = self.standings.sides
        labels = max(text.width(line.label, "B6", self.px) for line in self.items)
        right = self.plate.right - round(34 * self.u)
        room = right - self.left - min(0.46 * self.plate.w, 38 * self.u + labels + 14 * self.u)
        width = min((230 if 2 * sides == sum(map(len, self.standings.names.sides)) else 170) * self.u, room / sides)
        top, bottom = self.portraits.y + round(8 * self.u), self.sums[-1].rect.bottom + round(0.3 * self.row)
        return [
            Rect(round(right - (sides - i) * width), top, round(width - 4 * self.u), bottom - top) for i in range(sides)
        ]

    # -- what rests -----------------------------------------------------------------------------------------------

    def paint_rest(self, surface: Surface) -> None:
        """Draw all that does not change while the numbers appear."""
        u, winner = self.u, self.standings.winner
        draw.plate(surface, self.plate, 24 * u, rim=THEME.gold, rim_width=max(2, 5 * u), shadow_px=12 * u)
        if winner is not None:
            draw.rounded(surface, self.columns[winner], 14 * u, THEME.mark)
        self._paint_head(surface)
        self._paint_portraits(surface)
        self._paint_marks(surface)
        for line in self.items:
            surface.fill(THEME.edge, (line.rect.x, line.rect.bottom - 1, line.rect.w, max(1, round(1.5 * u))))
        for line in self.sums:
            self._paint_sum_label(surface, line)

    def _paint_head(self, surface: Surface) -> None:
        u, head = self.u, self.head
        draw.header(surface, head, 24 * u, THEME.navy)
        line = max(2, round(6 * u))
        surface.fill(THEME.gold, (head.x, head.bottom - line, head.w, line))
        middle = head.y + (head.h - line) / 2
        px = text.sized(40 * u, 18)
        left = head.x + max(26 * u + 40, 100 * u)  # what lies left of it is the scene's
        right = head.right - 36 * u - (self.corner + 12 * u if self.corner else 0)
        won = self.won()
        won_px = max(14, 27 * u)
        won_width = min(text.width(won, "B6", won_px), 0.5 * (right - left))
        room = right - left - won_width - 24 * u
        text.draw(surface, self.title(), left, middle, "O9", px, THEME.white, max_width=room, min_px=0.6 * px)
        text.draw(surface, won, right, middle, "B6", won_px, THEME.gold_l, anchor="r", max_width=won_width, min_px=12)

    def title(self) -> str:
        """The heading."""
        return _r(self.standings.rules_id, "Score of leg {n}", n=number(len(self.standings.legs)))

    def won(self) -> str:
        """Who won the leg."""
        winner = self.standings.winner
        km = 0 if winner is None else self.standings.scores[winner].km
        return win_line(winner, km, self.standings.names)

    def _paint_portraits(self, surface: Surface) -> None:
        names, px, least = self.standings.names, text.sized(24 * self.u, 13.0), text.MIN_CAPTION_PX
        room = self.columns[0].w - 4
        fits = all(text.width(names.side(side), "O7", least) <= room for side in range(len(self.columns)))
        face = "O7" if fits else "B7"  # a narrower one, for teams of long names
        for side, column in enumerate(self.columns):
            d = min(0.5 * self.portraits.h, column.w * (0.92 if len(names.sides[side]) == 1 else 0.5))
            middle = self.portraits.y + 0.42 * self.portraits.h
            draw_portraits(surface, names, side, (column.centerx, middle), d)
            y = self.portraits.bottom - 0.18 * self.portraits.h
            text.draw(surface, names.side(side), column.centerx, y, face, px, anchor="c", max_width=room, min_px=least)

    def _paint_marks(self, surface: Surface) -> None:
        marks, place = self.standings.marks_of_leg, self.portraits
        px = max(text.MIN_CAPTION_PX, min(0.84 * self.px, _OF_PORTRAITS * place.h / max(1.0, pills_height(marks, 1))))
        left, y = (
            self.plate.x + 30 * self.u,
            place.y + max(0.32 * place.h, pills_height(marks, px) / 2 + _ABOVE * place.h),
        )
        paint_pills(surface, marks, left, y, px, self.columns[0].x - left - 6 * self.u)

    def _paint_label(self, surface: Surface, line: ScoreRow, *, is_lit: bool) -> None:
        u, middle = self.u, line.rect.centery
        art.blit_icon(surface, ICONS[line.id], (self.left + 12 * u, middle), min(25 * u, 0.6 * self.row), THEME.emblem)
        left = self.left + 38 * u
        room = self.columns[0].x - left - 6 * u
        face = "B6" if is_lit else "B5"
        text.draw(surface, line.label, left, middle, face, self.px, max_width=room, min_px=11)

    def _paint_sum_label(self, surface: Surface, line: ScoreRow) -> None:
        face, px, color = "O8", 1.1 * self.px, THEME.text
        if line.id == "before":
            face, px = "B5", self.px
        if line.id == "total":
            draw.rounded(surface, line.rect, 12 * self.u, THEME.navy)
            color = THEME.white
        room = self.columns[0].x - self.left - 6 * self.u
        text.draw(surface, line.label, self.left, line.rect.centery, face, px, color, max_width=room, min_px=11)

    # -- what appears ---------------------------------------------------------------------------------------------

    def paint_numbers(self, surface: Surface, shown: Sequence[float], counted: Sequence[float]) -> None:
        """Draw the items and their numbers; the row that is being counted is lit.

        ``shown`` is for each item how far its numbers have risen into their cells, ``counted`` how far they have been
        added to the totals, both 0 … 1.
        """
        for line, p, q in zip(self.items, shown, counted, strict=True):
            is_lit = 0 < q < 1 and any(line.values)
            if is_lit:
                draw.rounded(surface, line.rect.inflate(0, -2), 10 * self.u, THEME.lit, opacity=0.38)
            self._paint_label(surface, line, is_lit=is_lit)
            if p > 0:
                self._paint_values(surface, line, rise=12 * self.u * (1 - p))
        leg, before = self.leg_totals(counted), self.sums[1].values
        self._paint_sum(surface, self.sums[0], leg, _NumberStyle("O8", 1.1 * self.px, THEME.text))
        self._paint_sum(surface, self.sums[1], before, _NumberStyle("O6", 0.95 * self.px, THEME.text))
        totals = [was + more for was, more in zip(before, leg, strict=True)]
        self._paint_sum(surface, self.sums[2], totals, _NumberStyle("O9", self._total_px, THEME.white))

    def leg_totals(self, counted: Sequence[float]) -> list[int]:
        """What each side has got in this leg once so much of every item is counted."""
        lines = list(zip(self.items, counted, strict=True))
        return [sum(round(line.values[side] * q) for line, q in lines) for side in range(self.standings.sides)]

    def _paint_values(self, surface: Surface, line: ScoreRow, *, rise: float) -> None:
        for side, value in enumerate(line.values):
            y = line.rect.centery + rise
            if value:
                style = _NumberStyle("O7", self.px, THEME.bad if value < 0 else THEME.text)
                self._paint_number(surface, side, y, number(value), style)
            else:
                self._paint_number(surface, side, y, "–", _NumberStyle("O4", self.px, THEME.off))

    def _paint_sum(self, surface: Surface, line: ScoreRow, values: Sequence[int], style: _NumberStyle) -> None:
        for side, value in enumerate(values):
            leads = line.id == "total" and side == self.standings.winner
            side_style = style._replace(color=THEME.gold_l) if leads else style
            self._paint_number(surface, side, line.rect.centery, number(value), side_style)

    def _paint_number(self, surface: Surface, side: int, y: float, said: str, style: _NumberStyle) -> None:
        column = self.columns[side]
        right = column.centerx + self._half_number
        text.draw(surface, said, right, y, *style, anchor="r", max_width=column.w - 4, min_px=11)

    def _widest_total(self) -> str:
        return max((number(total) for total in self.standings.totals), key=len)

    def _widest_fit(self) -> float:
        """The size of the totals, as large as the widest allows."""
        widest = self._widest_total()
        px = min(1.5 * self.px, 0.8 * self.sums[2].rect.h)
        while px > 12 and text.width(widest, "O9", px) > 0.8 * self.columns[0].w:
            px -= 1
        return px

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading, winner and every row as a sentence, for the control tree."""
        rows = [
            (f"row.{line.id}", chained([line.label, self._spoken(line.values)]), line.rect)
            for line in (*self.items, *self.sums)
        ]
        marked = [(mark.id, mark.words, self.portraits) for mark in self.standings.marks_of_leg]
        return [("title", self.title(), self.head), ("winner", self.won(), self.head), *marked, *rows]

    def _spoken(self, values: Sequence[int]) -> str:
        return listed(starmap(self.standings.names.scored, enumerate(values)))

"""The legs so far, like a scoring pad: a line for each leg with every side's points and running total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.i18n import _r, number
from game.scenes.score.standings import Standings
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME


@dataclass(frozen=True, slots=True)
class _Row:
    """One line: the legs ``first`` to ``last``, each side's points in them and its total after them."""

    first: int
    last: int
    points: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def label(self) -> str:
        """The leg, or the first and the last of several."""
        return number(self.last) if self.first == self.last else f"{number(self.first)}–{number(self.last)}"


class LegsPad:
    """The pad laid out in ``place``; ``u`` is the layout unit. Legs that find no line of their own share the first."""

    def __init__(self, standings: Standings, place: Rect, u: float) -> None:
        self.standings = standings
        self.place = place
        self.u = u
        self.px = max(12.0, 22 * u)
        self.small = max(11.0, 17 * u)
        self.head = Rect(place.x, place.y, place.w, round(max(40, 84 * u)))
        self.people = Rect(place.x, self.head.bottom, place.w, round(max(20, 38 * u)))
        room = place.bottom - 16 * u - self.people.bottom
        self.lines = max(1, int(room // (self.px + self.small + max(7, 12 * u))))
        self.line = room / self.lines
        self.rows = self._rows()
        self._leg = tuple(score.total for score in standings.scores)

    def _rows(self) -> list[_Row]:
        standings, legs = self.standings, len(self.standings.legs)
        courses = [standings.course(side) for side in range(standings.sides)]
        shared = legs - self.lines + 1 if legs > self.lines else 1
        spans = [(1, shared), *((leg, leg) for leg in range(shared + 1, legs + 1))]
        return [
            _Row(first, last, tuple(c[last] - c[first - 1] for c in courses), tuple(c[last] for c in courses))
            for first, last in spans
        ]

    def title(self) -> str:
        """The heading."""
        return _r(self.standings.rules_id, "Legs so far")

    # -- places ---------------------------------------------------------------------------------------------------

    def _rect(self, line: int) -> Rect:
        pad = round(24 * self.u)
        top = self.people.bottom + line * self.line
        return Rect(self.place.x + pad, round(top), self.place.w - 2 * pad, round(top + self.line) - round(top))

    def _column(self, side: int) -> Rect:
        """The strip of a side, from its symbol to the last line."""
        whole = self._rect(0)
        labels = max(text.width(row.label, "O7", self.px) for row in self.rows) + max(8, 14 * self.u)
        wide = (whole.w - labels) / self.standings.sides
        left = round(whole.x + labels + side * wide)
        return Rect(left, whole.y, round(whole.x + labels + (side + 1) * wide) - left, whole.h)

    # -- picture --------------------------------------------------------------------------------------------------

    def paint_rest(self, surface: Surface) -> None:
        """Draw the panel with all its lines, the written ones and the empty ones, but not the latest leg's numbers."""
        u, place = self.u, self.place
        draw.plate(surface, place, 24 * u, rim=THEME.gold, rim_width=max(2, 5 * u), shadow_px=12 * u)
        icon, y = max(16, 32 * u), self.head.y + max(22, 44 * u)
        art.blit_icon(surface, "log", (place.x + 30 * u + icon / 2, y), icon, THEME.navy)
        left = place.x + 42 * u + icon
        room = place.right - 20 * u - left
        text.draw(surface, self.title(), left, y, "O8", max(15, 28 * u), max_width=room, min_px=13)
        for side in range(self.standings.sides):
            draw.side_plate(surface, side, self._column(side).centerx, self.people.centery, 0.44 * self.people.h)
        for line in range(self.lines):
            rect = self._rect(line)
            surface.fill(THEME.line, (rect.x, rect.y, rect.w, max(1, round(1.5 * u))))
        for i, row in enumerate(self.rows):
            rect = self._rect(i)
            text.draw(surface, row.label, rect.x + 4 * u, rect.centery, "O7", self.px)
            if row.first == row.last:
                self._paint_winner(surface, i, row)
            if i < len(self.rows) - 1:
                self._paint_numbers(surface, i, row.points, row.totals)

    def _paint_winner(self, surface: Surface, line: int, row: _Row) -> None:
        winner = self.standings.leg_winners[row.last - 1]
        if winner is not None:
            rect, column = self._rect(line), self._column(winner)
            cell = Rect(column.x + 1, rect.y + 2, column.w - 2, rect.h - 3)
            draw.rounded(surface, cell, 8 * self.u, THEME.mark)

    def paint_numbers(self, surface: Surface, leg: Sequence[int]) -> None:
        """Draw the latest leg's numbers as far as they are counted."""
        latest = self.rows[-1]
        missing = [whole - more for whole, more in zip(self._leg, leg, strict=True)]
        points = [all_of_it - less for all_of_it, less in zip(latest.points, missing, strict=True)]
        totals = [all_of_it - less for all_of_it, less in zip(latest.totals, missing, strict=True)]
        self._paint_numbers(surface, len(self.rows) - 1, points, totals)

    def _paint_numbers(self, surface: Surface, line: int, points: Sequence[int], totals: Sequence[int]) -> None:
        rect = self._rect(line)
        upper = rect.y + 0.32 * rect.h
        lower = rect.y + 0.74 * rect.h
        for side, (more, total) in enumerate(zip(points, totals, strict=True)):
            column = self._column(side)
            room, color = column.w - 3, THEME.red_d if more < 0 else THEME.text
            text.draw(surface, number(more), column.centerx, upper, "B7", self.px, color,
                      anchor="c", max_width=room, min_px=11)  # fmt: skip
            text.draw(surface, number(total), column.centerx, lower, "B5", self.small, THEME.text2,
                      anchor="c", max_width=room, min_px=11)  # fmt: skip

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Every line in words, for the control tree."""
        names = self.standings.names
        told = [("legs", self.title(), self.head)]
        for i, row in enumerate(self.rows):
            said = ", ".join(f"{names.side(side)} {number(points)}" for side, points in enumerate(row.points))
            told.append((f"leg.{row.last}", f"{row.label}: {said}", self._rect(i)))
        return told

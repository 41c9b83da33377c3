"""The match so far: the race chart (art.md §6), and a pad with the points of every leg."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, starmap

from pygame import Rect, Surface

from game.i18n import _, _r, number
from game.i18n.punctuation import chained, listed
from game.scenes.score.standings import Standings
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.theme import THEME
from game.ui.layout.line_chart import spread


def chart_title(standings: Standings) -> str:
    """The heading: what the race goes to."""
    if standings.target_score is None:
        return _("The race so far")
    return _("The race to {points}", points=number(standings.target_score))


_OF_PLACE = 0.052  # of the chart's width, for the letters of larger text: its lines keep room beside the names


class Chart:
    """The chart laid out in ``place``; ``u`` is the layout unit.

    Every line ends in a dot at the last leg; a thin one leads on to its side's symbol and name, which keep clear of the
    others. Lines whose totals are nearly the same run side by side.
    """

    def __init__(self, standings: Standings, place: Rect, u: float) -> None:
        self.standings = standings
        self.place = place
        self.u = u
        self.px = max(min(text.sized(24 * u, 13.0), _OF_PLACE * place.w), min(13.0, text.sized(24 * u)))
        self.small = max(text.MIN_CAPTION_PX, 0.84 * self.px)
        self.radius = max(7.0, 13 * u)
        self.lowest, self.highest, self.step = _scale(standings)
        self.labels = [self._label(side) for side in range(standings.sides)]
        self.graph = self._graph()
        self.lines = self._lines()
        self._best_last = tuple(reversed(standings.ranking))

    def _label(self, side: int) -> str:
        return self.standings.names.scored(side, self.standings.totals[side])

    def _graph(self) -> Rect:
        u, place = self.u, self.place
        numbers = max(text.width(number(v), "B5", self.small) for v in (self.lowest, self.highest))
        left = place.x + round(30 * u) + numbers + round(12 * u)
        widest = max(text.width(label, "B6", self.px) for label in self.labels)
        names = min(widest, round(0.5 * place.w)) + round(self._end_px() + self.radius + 26 * u)
        top = place.y + round(max(46, 96 * u))
        bottom = place.bottom - round(self.radius + 1.5 * self.small + 16 * u)
        return Rect(left, top, place.right - names - left, bottom - top)

    def _end_px(self) -> float:
        """How far beyond the last leg the symbols at the names stand."""
        return 18 * self.u + self.radius

    def _y(self, total: float) -> float:
        return self.graph.bottom - self.graph.h * (total - self.lowest) / (self.highest - self.lowest)

    # -- the lines ------------------------------------------------------------------------------------------------

    def _lines(self) -> list[list[tuple[float, float]]]:
        """The points of every side: the start, each leg, and the symbol at its name."""
        standings, graph = self.standings, self.graph
        legs = len(standings.legs)
        totals = [standings.running_totals(side) for side in range(standings.sides)]
        lines = [[(float(graph.x), self._y(0))] for _side in totals]
        gap = (
            self._thick() + 2 if self._has_marks() else 0.5 * self._thick()
        )  # many legs would make steep zigzags of it
        for leg in range(1, legs + 1):
            heights = self._apart([each[leg] for each in totals], gap)
            for line, y in zip(lines, heights, strict=True):
                line.append((graph.x + graph.w * leg / legs, y))
        ends = self._apart([each[-1] for each in totals], max(1.2 * self.px, 2.1 * self.radius))
        for line, y in zip(lines, ends, strict=True):
            line.append((graph.right + self._end_px(), y))
        return lines

    def _apart(self, totals: Sequence[int], height: float) -> list[float]:
        """Where the totals stand on the graph, ``height`` apart at least, as they are ranked now."""
        ranks = {side: rank for rank, side in enumerate(self.standings.ranking)}
        best_first = sorted(range(len(totals)), key=lambda side: (-totals[side], ranks[side]))
        places = spread([self._y(totals[side]) for side in best_first], height, self.graph.y, self.graph.bottom)
        by_side = dict(zip(best_first, places, strict=True))
        return [by_side[side] for side in range(len(totals))]

    def _has_marks(self) -> bool:
        """Whether the legs lie so far apart that every one is marked."""
        return self.graph.w / len(self.standings.legs) >= 2.2 * self.radius

    def _thick(self) -> float:
        return max(2.5, 6 * self.u)

    # -- what rests -----------------------------------------------------------------------------------------------

    def paint_rest(self, surface: Surface) -> None:
        """Draw the panel with heading and grid."""
        u, place = self.u, self.place
        draw.plate(surface, place, 24 * u, rim=THEME.gold, rim_width=max(2, 5 * u), shadow_px=12 * u)
        icon = max(16, 32 * u)
        y = place.y + max(24, 47 * u)
        art.blit_icon(surface, "chart", (place.x + 30 * u + icon / 2, y), icon, THEME.emblem)
        px = text.sized(28 * u, 15)
        left = place.x + 42 * u + icon
        title = chart_title(self.standings)
        text.draw(surface, title, left, y, "O8", px, max_width=place.right - 20 * u - left, min_px=13)
        self._paint_grid(surface)

    def _paint_grid(self, surface: Surface) -> None:
        graph, u = self.graph, self.u
        goal = self.standings.target_score
        values = set(range(self.lowest, self.highest + 1, self.step))
        if goal is not None:
            values = {value for value in values if abs(self._y(value) - self._y(goal)) > 1.2 * self.small} | {goal}
        for value in sorted(values):
            y = round(self._y(value))
            color = THEME.warn if value == goal else THEME.text if value == 0 else THEME.edge
            thick = max(1, round((2 if color is THEME.edge else 3) * u))
            surface.fill(color, (graph.x, y - thick // 2, graph.w, thick))
            text.draw(surface, number(value), graph.x - 12 * u, y, "B5", self.small, THEME.text2, anchor="r")
        legs = len(self.standings.legs)
        every = 1 + int(legs * 1.6 * self.small // max(1, graph.w))
        for leg in range(legs, 0, -every):
            x, below = graph.x + graph.w * leg / legs, graph.bottom + self.radius + 0.6 * self.small + 2 * u
            text.draw(surface, number(leg), x, below, "B5", self.small, THEME.text2, anchor="c")

    # -- what grows -----------------------------------------------------------------------------------------------

    def paint_race(self, surface: Surface, grown: float) -> None:
        """Draw the lines and symbols, ``grown`` 0 … 1 of the latest leg, and once it is 1 the names."""
        before = self.lines[0][-3][0]
        x = before + grown * (self.lines[0][-1][0] - before)
        for side in self._best_last:
            self._paint_line(surface, side, x)
        if grown == 1:
            self._paint_names(surface)

    def _paint_line(self, surface: Surface, side: int, until_x: float) -> None:
        line, u, margin = self.lines[side], self.u, self._margin()
        worn = self.standings.names.livery(side)
        color = livery.color(worn)
        box = Rect(self.graph.x, self.graph.y, round(line[-1][0]) - self.graph.x, self.graph.h)
        box.inflate_ip(2 * margin, 2 * margin)
        points = [(x - box.x, y - box.y) for x, y in line]
        path, thick = _path(points[:-1]), self._thick()
        drawn = svg.path(_path(points[-2:]), stroke=color, width=max(1.2, 0.3 * thick))
        drawn += svg.path(path, stroke=THEME.casing or THEME.surface, width=thick + 5 * u)
        drawn += svg.path(path, stroke=color, width=thick)
        drawn += svg.circle(*points[-2], 1.15 * thick, color)
        surface.blit(art.svg(drawn, box.w, box.h), box.topleft, (0, 0, round(until_x) - box.x, box.h))
        if self._has_marks():
            for x, y in line[1:-2]:
                livery.draw_plate(surface, worn, x, y, self.radius)
        livery.draw_plate(surface, worn, until_x, _height_at(line, until_x), self.radius)

    def _margin(self) -> int:
        return round(10 * self.u) + 4

    def _paint_names(self, surface: Surface) -> None:
        for side, label in enumerate(self.labels):
            x, y = self.lines[side][-1]
            left = x + self.radius + 8 * self.u
            room = self.place.right - 14 * self.u - left
            text.draw(surface, label, left, y, "B6", self.px, max_width=room, min_px=11)

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading and standing, for the control tree."""
        return [("chart", chained([chart_title(self.standings), listed(self.labels)]), self.place)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in points)


def _height_at(line: Sequence[tuple[float, float]], x: float) -> float:
    """How high a line is at ``x``."""
    (x0, y0), (x1, y1) = next((a, b) for a, b in pairwise(line) if x <= b[0] or b is line[-1])
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def _scale(standings: Standings) -> tuple[int, int, int]:
    """The lowest and highest number of the axis and the step between its lines, five or six of them."""
    totals = [total for side in range(standings.sides) for total in standings.running_totals(side)]
    highest = max([standings.target_score or 0, *totals, 100])
    lowest = min([0, *totals])
    step = next(
        size * 10**power for power in range(2, 9) for size in (1, 2, 5) if highest - lowest <= 5 * size * 10**power
    )
    return lowest // step * step, -(-highest // step) * step, step


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
        self.px = text.sized(22 * u, 12.0)
        self.small = text.sized(17 * u, 11.0)
        self.head = Rect(place.x, place.y, place.w, round(max(40, 84 * u)))
        self.symbols = Rect(place.x, self.head.bottom, place.w, round(max(20, 38 * u)))
        room = place.bottom - 16 * u - self.symbols.bottom
        self.lines = max(1, int(room // (self.px + self.small + max(7, 12 * u))))
        self.line = room / self.lines
        self.rows = self._rows()
        self._leg = tuple(score.total for score in standings.scores)

    def _rows(self) -> list[_Row]:
        standings, legs = self.standings, len(self.standings.legs)
        totals = [standings.running_totals(side) for side in range(standings.sides)]
        shared = legs - self.lines + 1 if legs > self.lines else 1
        spans = [(1, shared), *((leg, leg) for leg in range(shared + 1, legs + 1))]
        return [
            _Row(first, last, tuple(c[last] - c[first - 1] for c in totals), tuple(c[last] for c in totals))
            for first, last in spans
        ]

    def title(self) -> str:
        """The heading."""
        return _r(self.standings.rules_id, "Legs so far")

    # -- places ---------------------------------------------------------------------------------------------------

    def _rect(self, line: int) -> Rect:
        pad = round(24 * self.u)
        top = self.symbols.bottom + line * self.line
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
        art.blit_icon(surface, "log", (place.x + 30 * u + icon / 2, y), icon, THEME.emblem)
        left = place.x + 42 * u + icon
        room = place.right - 20 * u - left
        text.draw(surface, self.title(), left, y, "O8", text.sized(28 * u, 15), max_width=room, min_px=13)
        for side in range(self.standings.sides):
            livery.draw_plate(
                surface,
                self.standings.names.livery(side),
                self._column(side).centerx,
                self.symbols.centery,
                0.44 * self.symbols.h,
            )
        for line in range(self.lines):
            rect = self._rect(line)
            surface.fill(THEME.edge, (rect.x, rect.y, rect.w, max(1, round(1.5 * u))))
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
            room, color = column.w - 3, THEME.bad if more < 0 else THEME.text
            text.draw(surface, number(more), column.centerx, upper, "B7", self.px, color,
                      anchor="c", max_width=room, min_px=11)  # fmt: skip
            text.draw(surface, number(total), column.centerx, lower, "B5", self.small, THEME.text2,
                      anchor="c", max_width=room, min_px=11)  # fmt: skip

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Every line in words, for the control tree."""
        names = self.standings.names
        told = [("legs", self.title(), self.head)]
        for i, row in enumerate(self.rows):
            said = listed(starmap(names.scored, enumerate(row.points)))
            told.append((f"leg.{row.last}", chained([row.label, said]), self._rect(i)))
        return told

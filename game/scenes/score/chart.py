"""The match so far: the race chart (art.md §6), and a pad with the points of every leg."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pygame import Rect, Surface

from game.i18n import _, number
from game.i18n.punctuation import chained, listed
from game.scenes.score.standings import Standings
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Column, Icon, Label, Plate, Row, Scale
from game.ui.layout.line_chart import spread


def chart_title(standings: Standings) -> str:
    """The heading: what the race goes to."""
    if standings.target_score is None:
        return _("The race so far")
    return _("The race to {points}", points=number(standings.target_score))


def panel(scale: Scale, icon: str, title: str, body: Box) -> Box:
    """A plate beside the sheet, with its heading."""
    s, u = scale, scale.u

    def ground(surface: Surface, rect: Rect) -> None:
        draw.plate(surface, rect, 24 * u, rim=THEME.gold, rim_width=max(2, 5 * u), shadow_px=12 * u)

    words = Label(s, title, ROLES.heading, grow=1, id="legs")
    head = Row(Icon(icon, round(s.px(ROLES.heading)), THEME.emblem), words, gap=s.gap(12))
    return Plate(Column(head, body, gap=s.gap(12)), (s.gap(28), s.gap(24), s.gap(20)), ground=ground, grow=1)


class Chart(Box):
    """The chart, ``grown`` 0 … 1 of the latest leg.

    Every line ends in a dot at the last leg; a thin one leads on to its side's symbol and name, which keep clear of the
    others. Lines whose totals are nearly the same run side by side.
    """

    def __init__(self, standings: Standings, scale: Scale, grown: Callable[[], float]) -> None:
        super().__init__(grow=1)
        self.standings = standings
        self.u = scale.u
        self.px, self.small = scale.px(ROLES.body), scale.px(ROLES.small)
        self.radius = max(7.0, 13 * self.u)
        self._grown = grown
        self.lowest, self.highest, self.step = _scale(standings)
        self.labels = [self._label(side) for side in range(standings.sides)]
        self._best_last = tuple(reversed(standings.ranking))

    def box(self, scale: Scale) -> Box:
        """The chart on its plate."""
        title = chart_title(self.standings)
        box = panel(scale, "chart", title, self)
        box.id, box.says = "chart", chained([title, listed(self.labels)])
        return box

    def measure(self, width: int) -> tuple[int, int]:
        """With room for all the names at the line ends."""
        least = max(3.5, 1.25 * self.standings.sides) * self.px
        return round(least), round(max(least, 0.5 * width))

    def place(self, rect: Rect) -> None:
        """Lay the lines out."""
        super().place(rect)
        self.graph = self._graph()
        self.lines = self._lines()

    def paint(self, surface: Surface) -> None:
        """Draw the grid, the lines, and once they are there the names."""
        self._paint_grid(surface)
        self.paint_race(surface, self._grown())

    def _label(self, side: int) -> str:
        return self.standings.names.scored(side, self.standings.totals[side])

    def _graph(self) -> Rect:
        u, place = self.u, self.rect
        numbers = max(text.width(number(v), "B5", self.small) for v in (self.lowest, self.highest))
        left = place.x + numbers + round(12 * u)
        widest = max(text.width(label, "B6", self.px) for label in self.labels)
        names = min(widest, round(0.5 * place.w)) + round(self._end_px() + self.radius + 10 * u)
        top = place.y + round(0.6 * self.px)
        bottom = place.bottom - round(max(self.radius + 1.2 * self.small, 0.6 * self.px))
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

    # -- picture --------------------------------------------------------------------------------------------------

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
            text.draw(surface, label, left, y, "B6", self.px, max_width=self.rect.right - left)


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

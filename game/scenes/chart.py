"""The race chart: every side's total after each leg, symbols at the points, names at the line ends (art.md §6)."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.scenes.standings import Standings
from game.ui import art, draw, svg, text
from game.ui.i18n import _, number
from game.ui.theme import SIDES, THEME


def chart_title(standings: Standings) -> str:
    """The heading: what the race goes to."""
    if standings.target_score is None:
        return _("The race so far")
    return _("The race to {points}", points=number(standings.target_score))


class Chart:
    """The chart laid out in ``place``; ``u`` is the layout unit."""

    def __init__(self, standings: Standings, place: Rect, u: float) -> None:
        self.standings = standings
        self.place = place
        self.u = u
        self.px = max(13.0, 24 * u)
        self.small = max(11.0, 20 * u)
        self.lowest, self.highest, self.step = _scale(standings)
        self.labels = [self._label(side) for side in range(standings.sides)]
        self.graph = self._graph()

    def _label(self, side: int) -> str:
        return f"{self.standings.names.side(side)} {number(self.standings.totals[side])}"

    def _graph(self) -> Rect:
        u, place = self.u, self.place
        numbers = max(text.width(number(v), "B5", self.small) for v in (self.lowest, self.highest))
        left = place.x + round(30 * u) + numbers + round(12 * u)
        widest = max(text.width(label, "B6", self.px) for label in self.labels)
        names = min(widest, round(0.5 * place.w)) + round(56 * u)
        top = place.y + round(96 * u)
        return Rect(left, top, place.right - names - left, place.bottom - round(54 * u) - top)

    def _y(self, total: float) -> float:
        return self.graph.bottom - self.graph.h * (total - self.lowest) / (self.highest - self.lowest)

    def _points(self, side: int) -> list[tuple[float, float]]:
        course = self.standings.course(side)
        step = self.graph.w / (len(course) - 1)
        return [(self.graph.x + i * step, self._y(total)) for i, total in enumerate(course)]

    def paint(self, surface: Surface) -> None:
        """Draw the panel with everything in it."""
        u, place = self.u, self.place
        draw.plate(surface, place, 24 * u, rim=THEME.gold, rim_width=max(2, 5 * u), shadow_px=12 * u)
        art.blit_icon(surface, "chart", (place.x + 46 * u, place.y + 46 * u), max(16, 32 * u), THEME.navy)
        px = max(15, 28 * u)
        left = place.x + 46 * u + max(14, 28 * u)
        title = chart_title(self.standings)
        text.draw(surface, title, left, place.y + 47 * u, "O8", px, max_width=place.right - 20 * u - left, min_px=13)
        self._paint_grid(surface)
        by_total = sorted(range(self.standings.sides), key=lambda side: self.standings.totals[side])
        for side in by_total:
            self._paint_line(surface, side)
        self._paint_names(surface, list(reversed(by_total)))

    def _paint_grid(self, surface: Surface) -> None:
        graph, u = self.graph, self.u
        goal = self.standings.target_score
        values = set(range(self.lowest, self.highest + 1, self.step))
        if goal is not None:
            values = {value for value in values if abs(self._y(value) - self._y(goal)) > 1.2 * self.small} | {goal}
        for value in sorted(values):
            y = round(self._y(value))
            color = THEME.red if value == goal else THEME.text if value == 0 else THEME.line
            thick = max(1, round((2 if color is THEME.line else 3) * u))
            surface.fill(color, (graph.x, y - thick // 2, graph.w, thick))
            text.draw(surface, number(value), graph.x - 12 * u, y, "B5", self.small, THEME.text2, anchor="r")
        legs = len(self.standings.legs)
        every = 1 + int(legs * 1.6 * self.small // max(1, graph.w))
        for leg in range(legs, 0, -every):
            x, below = graph.x + graph.w * leg / legs, graph.bottom + 0.5 * self.small + 12 * u
            text.draw(surface, number(leg), x, below, "B5", self.small, THEME.text2, anchor="c")

    def _paint_line(self, surface: Surface, side: int) -> None:
        points, u = self._points(side), self.u
        shape = "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in self._within(points))
        margin = self._margin()
        fragment = svg.path(shape, stroke=THEME.paper, width=11 * u) + svg.path(
            shape, stroke=SIDES[side][1], width=max(2.5, 6 * u)
        )
        box = self.graph.inflate(2 * margin, 2 * margin)
        surface.blit(art.svg(fragment, box.w, box.h), box.topleft)
        radius = max(6, 13 * u)
        apart = self.graph.w / max(1, len(points) - 1)
        marked = points[1:] if apart >= 2.2 * radius else points[-1:]
        for x, y in marked:
            draw.side_plate(surface, side, x, y, radius)

    def _margin(self) -> int:
        return round(10 * self.u) + 4

    def _within(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        margin = self._margin()
        return [(x - self.graph.x + margin, y - self.graph.y + margin) for x, y in points]

    def _paint_names(self, surface: Surface, best_first: Sequence[int]) -> None:
        u, graph = self.u, self.graph
        height = 1.2 * self.px
        wanted = [self._y(self.standings.totals[side]) for side in best_first]
        places = spread(wanted, height, graph.y, graph.bottom)
        radius, left = max(6, 13 * u), graph.right + 26 * u
        for side, y, end in zip(best_first, places, wanted, strict=True):
            if abs(y - end) > 0.5 * height:
                self._paint_leader(surface, side, (graph.right + radius, end), (left - 3 * u, y))
            room = self.place.right - 14 * u - left
            text.draw(surface, self.labels[side], left, y, "B6", self.px, max_width=room, min_px=11)

    def _paint_leader(self, surface: Surface, side: int, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A thin line from the symbol to a name that had to make way."""
        top = min(start[1], end[1])
        shape = (
            f"M2 {svg.number(start[1] - top + 2)}L{svg.number(end[0] - start[0] + 2)} {svg.number(end[1] - top + 2)}"
        )
        drawn = svg.path(shape, stroke=SIDES[side][1], width=max(1.2, 2 * self.u))
        size = end[0] - start[0] + 4, abs(end[1] - start[1]) + 4
        surface.blit(art.svg(drawn, *size), (round(start[0] - 2), round(top - 2)))

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading and standing, for the control tree."""
        return [("chart", f"{chart_title(self.standings)}: {', '.join(self.labels)}", self.place)]


def spread(wanted: Sequence[float], height: float, top: float, bottom: float) -> list[float]:
    """Middles of labels ``height`` apart at least, in the given order, each as near to where it is wanted as can be.

    ``wanted`` ascends; all lie between ``top`` and ``bottom`` if there is room for them at all.

    >>> spread([10, 12, 60], 10, 0, 100)
    [6.0, 16.0, 60.0]
    """
    blocks: list[tuple[float, int]] = []  # the middle of each run of touching labels, and how many they are
    for y in wanted:
        middle, count = _clamped(float(y), 1, height, (top, bottom)), 1
        while blocks and blocks[-1][0] + (blocks[-1][1] + count) * height / 2 > middle:
            above, more = blocks.pop()
            count += more
            middle = _clamped((above * more + middle * (count - more)) / count, count, height, (top, bottom))
        blocks.append((middle, count))
    return [middle + (i - (count - 1) / 2) * height for middle, count in blocks for i in range(count)]


def _clamped(middle: float, count: int, height: float, ends: tuple[float, float]) -> float:
    half = (count - 1) * height / 2
    return max(ends[0] + half, min(ends[1] - half, middle))


def _scale(standings: Standings) -> tuple[int, int, int]:
    """The lowest and highest number of the axis and the step between its lines, five or six of them."""
    totals = [total for side in range(standings.sides) for total in standings.course(side)]
    highest = max([standings.target_score or 0, *totals, 100])
    lowest = min([0, *totals])
    step = next(
        size * 10**power for power in range(2, 9) for size in (1, 2, 5) if highest - lowest <= 5 * size * 10**power
    )
    return lowest // step * step, -(-highest // step) * step, step

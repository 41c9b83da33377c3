"""A line chart: a grid, a curve for each side, and at the end of a curve its side's name and value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from game.i18n import number
from game.ui.boxes.type_scale import ROLES, Scale
from game.ui.drawing import art, livery, svg, text
from game.ui.drawing.livery import SideLivery
from game.ui.drawing.theme import THEME

_MOST_LINES = 5
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_ENDS = 0.5  # of the width: the most room for names and values at the ends


@dataclass(frozen=True, slots=True)
class ChartCurve:
    """A line of a chart: its value at every step (None where missing), and the livery and name of its side."""

    values: Sequence[float | None]
    livery: SideLivery
    name: str


class LineChart:
    """A line chart inside ``place``. Draw its grid, curves and ends in this order; ``x`` and ``y`` help to add marks.

    The last of the ``curves`` is drawn on top. ``grid`` holds the values of horizontal lines, ``goal`` one more;
    ``format_value`` formats a value. Steps are numbered from ``first_step``; ``axis_name`` is the name of the step
    axis. With ``run_apart`` the lines never hide each other, have badges at every step if there is space, and grow
    behind a badge while animated.
    """

    def __init__(  # noqa: PLR0913 - a chart is described by many things
        self, scale: Scale, place: Rect, curves: Sequence[ChartCurve], grid: Sequence[float], *,
        format_value: Callable[[float], str] = lambda value: number(round(value)), goal: float | None = None,
        first_step: int = 0,
        axis_name: str = "", run_apart: bool = False,
    ) -> None:  # fmt: skip
        self.place = place
        self.unit, self.px, self.small = scale.unit, scale.px(ROLES.body), scale.px(ROLES.small)
        self.least_px, self.large = scale.min_px(ROLES.body), scale.px(ROLES.name)
        self.curves, self._grid, self._says, self._goal = curves, sorted(grid), format_value, goal
        self._begins, self._called = first_step, axis_name
        self._last = max(len(curve.values) for curve in curves) - 1
        self.radius = max(7.0, 13 * scale.unit)
        self.thick = max(2.5, 5 * scale.unit)
        self.plot = self._plot(place)
        is_wide = run_apart and self.plot.w >= 2.2 * self.radius * max(1, self._last)
        self._rides, self._symbols, self._apart = run_apart, is_wide, (self.thick + 2 if is_wide else 0)
        self._lines = self._points()

    # -- places -------------------------------------------------------------------------------------------------------

    def _plot(self, place: Rect) -> Rect:
        numbers = max(text.width(self._says(value), "B5", self.small) for value in self._grid)
        left = place.x + numbers + round(0.6 * self.small)
        names = max((text.width(curve.name, "B6", self.px) for curve in self.curves), default=0)
        if self._is_alone:
            end = max(text.width(self.curves[0].name, "B5", self.small), text.width(self._widest, "O9", self.large))
        else:
            end = names + round(0.6 * self.px) + text.width(self._widest, "B6", self.px)
        self._end = min(round(_ENDS * place.w), end + 4)
        right = place.right - self._end - round(2 * self.radius + 24 * self.unit)
        top = place.y + round(max(self.radius, 0.6 * self.small))
        return Rect(left, top, max(1, right - left), max(1, place.bottom - round(1.6 * self.small) - top))

    @property
    def _is_alone(self) -> bool:
        """Whether there is a single curve, which has space for two text lines at its end."""
        return len(self.curves) == 1

    @property
    def _widest(self) -> str:
        return max(map(self._says, (self._grid[0], self._grid[-1])), key=len)

    def x(self, step: float) -> float:
        """Return the x in pixels of a step, counted from 0."""
        return self.plot.x + self.plot.w * (step / self._last if self._last else 0.5)

    def y(self, value: float) -> float:
        """Return the y in pixels of a value."""
        lowest, highest = self._grid[0], self._grid[-1]
        return self.plot.bottom - self.plot.h * (value - lowest) / (highest - lowest)

    def step_at(self, x: float) -> int:
        """Return the step nearest to an x in pixels."""
        return min(self._last, max(0, round((x - self.plot.x) / self.plot.w * self._last)))

    def rect_beside_value(
        self, step: int, value: float, size: tuple[float, float], away_px: float, dots: Iterable[tuple[int, float]]
    ) -> Rect:
        """Return a rectangle of this size near a value, on the side where text hides the fewest ``dots`` and points.

        ``away_px`` is its distance from the value. Right is preferred to left, left to above and below.
        """
        (wide, high), x, y = size, self.x(step), self.y(value)
        shifts = ((1, 0), (-1, 0), (0, -1), (0, 1))
        places = [Rect(0, 0, math.ceil(wide), math.ceil(high)) for _ in shifts]
        for place, (across, down) in zip(places, shifts, strict=True):
            place.center = round(x + across * (away_px + wide / 2)), round(y + down * (away_px + high / 2))
        points = [(self.x(n), self.y(other)) for n, other in dots if n != step]
        points += [point for line in self._lines for point in line]
        room = Rect(self.plot.x, self.place.y, self.plot.w, self.plot.bottom - self.place.y)

        def hidden(place: Rect) -> int:
            around = place.inflate(2 * away_px, away_px)
            return sum(map(around.collidepoint, points))

        return min((place for place in places if room.contains(place)), key=hidden, default=places[0])

    def _points(self) -> list[list[tuple[float, float]]]:
        """Return the points of every curve, in pixels."""
        lines: list[list[tuple[float, float]]] = [[] for _curve in self.curves]
        for step in range(self._last + 1):
            values = {n: curve.values[step] for n, curve in enumerate(self.curves) if step < len(curve.values)}
            apart = self._apart if step else 0.0  # all start together
            for n, y in self._spread({n: value for n, value in values.items() if value is not None}, apart):
                lines[n].append((self.x(step), y))
        return lines

    def _spread(self, values: dict[int, float], height: float) -> list[tuple[int, float]]:
        """Return each curve's y, at least ``height`` apart, highest value first; if equal, the later curve first."""
        order = sorted(values, key=lambda n: (-values[n], -n))
        wanted = [self.y(values[n]) for n in order]
        return list(zip(order, spread_labels(wanted, height, self.plot.y, self.plot.bottom), strict=True))

    # -- picture ------------------------------------------------------------------------------------------------------

    def paint_grid(self, surface: Surface) -> None:
        """Draw the horizontal lines with their values, and the numbers of the steps below."""
        plot, goal = self.plot, self._goal
        values = [v for v in self._grid if goal is None or abs(self.y(v) - self.y(goal)) > 1.2 * self.small]
        for value in values if goal is None else [*values, goal]:
            color = THEME.warn if value == goal else THEME.edge if value else THEME.text
            thick, y = max(1, round((2 if color is THEME.edge else 3) * self.unit)), round(self.y(value))
            surface.fill(color, (plot.x, y - thick // 2, plot.w, thick))
            left = plot.x - 0.6 * self.small
            text.draw(surface, self._says(value), left, y, "B5", self.small, THEME.text2, anchor="r")
        for step in self._numbered():
            said = number(self._begins + step)
            text.draw(surface, said, self.x(step), self.foot_y, "B5", self.small, THEME.text2, anchor="c")
        if self._called:
            left = plot.right + 1.2 * self.small
            text.draw(surface, self._called, left, self.foot_y, "B5", self.small, THEME.text2)

    @property
    def foot_y(self) -> float:
        """The y on which the step numbers are centered."""
        return self.plot.bottom + self.small

    def _numbered(self) -> list[int]:
        """Return the steps to number: the last, and round ones before it if there is space; never the start."""
        last, wide = self._begins + self._last, text.width(number(self._begins + self._last), "B5", self.small)
        room = self.plot.w / max(1, self._last)
        every = next((n for n in _STEPS if n * room >= wide + 1.4 * self.small), last)
        first = max(1, self._begins)
        rounds = [n for n in range(first, last) if n == first or n % every == 0]
        shown = [last] if last >= first else []
        for n in reversed(rounds):
            if shown[0] - n >= every:
                shown.insert(0, n)
        return [n - self._begins for n in shown]

    def paint_curves(self, surface: Surface, progress: float = 1.0, *, since: int = 0) -> None:
        """Draw the curves; of the part after step ``since`` draw only the share ``progress`` (0 … 1)."""
        start = self.x(since) if self._last else self.plot.x
        until, margin = start + progress * (self.plot.right - start), round(10 * self.unit) + 4
        box = self.plot.inflate(2 * margin, 2 * margin)
        for curve, line in zip(self.curves, self._lines, strict=True):
            if not line:
                continue
            data = "M" + "L".join(f"{svg.number(x - box.x)} {svg.number(y - box.y)}" for x, y in line)
            color, (x, y) = livery.color(curve.livery), line[-1]
            drawn = svg.path(data, stroke=THEME.casing or THEME.raised, width=self.thick + 4 * self.unit)
            drawn += svg.path(data, stroke=color, width=self.thick)
            drawn += svg.circle(x - box.x, y - box.y, 1.15 * self.thick, color)
            surface.blit(art.svg(drawn, *box.size), box, (0, 0, round(until) - box.x + (progress == 1) * margin, box.h))
            if self._symbols:
                for x, y in line[1:-1]:
                    if x <= until:
                        livery.draw_badge(surface, curve.livery, x, y, self.radius)
            if self._rides and progress < 1:
                livery.draw_badge(surface, curve.livery, until, _height_at(line, until), self.radius)

    def paint_ends(self, surface: Surface, step: int | None = None) -> None:
        """Draw badge, name and value of every curve at the right, as near as possible to its y at ``step``.

        None means the curve's end.
        """
        at = self._last if step is None else step
        values = {n: curve.values[at] for n, curve in enumerate(self.curves) if at < len(curve.values)}
        shown = {n: value for n, value in values.items() if value is not None}
        high = 2.2 * self.large if self._is_alone else max(2.1 * self.radius, 1.25 * self.px)
        high = min(high, (self.plot.h + 2 * self.radius) / max(1, len(shown)))
        left = self.plot.right + 16 * self.unit + self.radius
        for n, y in self._spread(shown, high):
            curve = self.curves[n]
            if step is None and not self._is_alone:
                color = livery.color(curve.livery)
                pygame.draw.aaline(surface, color, (self.plot.right, self._lines[n][-1][1]), (left, y))
            livery.draw_badge(surface, curve.livery, left, y, min(self.radius, 0.5 * high))
            self._paint_end(surface, curve.name, self._says(shown[n]), left + self.radius + 8 * self.unit, y)

    def _paint_end(self, surface: Surface, name: str, said: str, left: float, y: float) -> None:
        room = self.place.right - left
        if self._is_alone:
            low = min(y, self.plot.bottom - 1.2 * self.small)
            text.draw(surface, said, left, low - 0.3 * self.large, "O9", self.large)
            text.draw(surface, name, left, low + 0.6 * self.large, "B5", self.small, THEME.text2, max_width=room)
            return
        used = text.draw(surface, said, self.place.right, y, "B6", self.px, THEME.text2, anchor="r")
        text.draw(
            surface, name, left, y, "B6", self.px, max_width=room - used - 0.4 * self.px, min_px=text.MIN_CAPTION_PX
        )


def _height_at(line: Sequence[tuple[float, float]], x: float) -> float:
    """Return the y of a polyline at ``x``."""
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 <= x < x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return line[-1][1]


def grid_values(values: Sequence[float]) -> list[int]:
    """Return round values for a few grid lines that enclose all these values.

    >>> grid_values([0, 1700])
    [0, 500, 1000, 1500, 2000]
    """
    least, most = min(values), max(values)
    steps = (size * 10**power for power in range(9) for size in (1, 2, 5))
    step = next(step for step in steps if most - least <= _MOST_LINES * step)
    return list(range(int(least // step) * step, int(-(-most // step)) * step + 1, step))


def spread_labels(wanted: Sequence[float], height: float, top: float, bottom: float) -> list[float]:
    """Return the middles of labels so that they are at least ``height`` apart, each as near as possible to its wish.

    ``wanted`` ascends and its order is kept; all labels lie between ``top`` and ``bottom`` if they fit there at all.

    >>> spread_labels([10, 12, 60], 10, 0, 100)
    [6.0, 16.0, 60.0]
    """
    blocks: list[tuple[float, int]] = []  # middle and count of each run of touching labels
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

"""The panels of the statistics but for the matrix: a heading, something to look at, and the same as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import SAFETIES
from game.i18n import _, _n, decimal, number, percent
from game.i18n.punctuation import facts, sentence
from game.session.statistics import MIXED, LevelRecord, Statistics
from game.ui.accessibility_tree import plain
from game.ui.animation import inout
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.livery import Livery
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget
from game.words.settings import level_name

_CAR: Final = 432 / 184  # its width to its height
_CARD: Final = 5 / 7
_FEW: Final = 5
_GRIDS: Final = (100, 200, 250, 500, 1000, 2000, 2500, 5000)
_LINES: Final = 4


class Panel(Widget):
    """A white sheet with a heading; the keyboard reaches it, and what it shows is its value in words."""

    role = "document"
    clicks = False
    is_scanned = False
    head_end = 0
    """How much room at the end of the head something else needs."""

    def __init__(self, id: str, icon: str, name: str, rect: Rect, u: float, t: float) -> None:
        super().__init__(id, name, rect)
        self.u, self.t = u, t
        pad, head = max(11, round(24 * u)), max(32, round(66 * u))
        self.head = Rect(rect.x + pad, rect.y, rect.w - 2 * pad, head)
        self.inner = Rect(rect.x + pad, rect.y + head, rect.w - 2 * pad, rect.h - head - max(6, round(16 * u)))
        self.px, self.small = text.sized(23 * u, text.MIN_NAME_PX), text.sized(19 * u, text.MIN_TEXT_PX)
        self._icon = icon

    @property
    def sentences(self) -> Sequence[str]:
        """What there is to see, in words."""
        return ()

    @property
    def value(self) -> str | None:
        """What there is to see, as a whole."""
        return plain(" ".join(self.sentences)) or None

    def draw(self, surface: Surface, t: float) -> None:
        """Draw sheet, heading and content."""
        radius = 18 * self.u
        draw.rounded(surface, self.rect, radius, THEME.raised, THEME.edge, max(1.5, 2 * t))
        size, px = max(14, 28 * self.u), text.sized(27 * self.u, text.MIN_NAME_PX)
        y = self.head.centery
        art.blit_icon(surface, self._icon, (self.head.x + size / 2, y), size, THEME.emblem)
        left = self.head.x + 1.45 * size
        room = self.head.right - self.head_end - left
        text.draw(surface, self.name, left, y, "O8", px, max_width=room, min_px=12)
        self.paint(surface)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, max(0.7, t))

    def paint(self, surface: Surface) -> None:
        """Draw what is below the heading."""


class LegsWon(Panel):
    """A road for each level of the opponents, with the car at the share won; ``shares`` are those seen now."""

    def __init__(self, rect: Rect, u: float, t: float, told: Statistics, shares: Sequence[float], own: Livery) -> None:
        super().__init__("won", "trophy", _("Legs won, by opponents’ level"), rect, u, t)
        self.told = told
        self.own = own
        self.shares = shares
        self._in_all = f"{number(told.won)} / {number(told.legs)}"
        self.head_end = text.width(self._in_all, "B5", self.small) + round(0.5 * self.small)

    @property
    def sentences(self) -> list[str]:
        """How many were won in all, and against every level."""
        in_all = _("Legs won: {won} of {legs}.", won=self.told.won, legs=self.told.legs)
        return [
            in_all,
            *(
                _("{level}: {won} of {legs} won.", level=_level(record.level), won=record.won, legs=record.legs)
                for record in self.told.levels
                if record.legs
            ),
        ]

    def paint(self, surface: Surface) -> None:
        """Draw the roads, and the line of an equal share across them; how many in all were won stands in the head."""
        right, y = self.head.right, self.head.centery
        text.draw(surface, self._in_all, right, y, "B5", self.small, THEME.text2, anchor="r")
        inner, levels = self.inner, self.told.levels
        foot = round(1.5 * self.small)
        names = max(text.width(_level(record.level), "O6", self.small) for record in levels) + round(0.8 * self.small)
        tallies = max(text.width(_tally(record), "B5", self.small) for record in levels) + round(0.7 * self.small)
        shares = text.width(percent(100), "O9", self.px) + round(0.7 * self.px)
        road = Rect(inner.x + names, inner.y, inner.w - names - shares - tallies, inner.h - foot)
        step = road.h / len(levels)
        high = round(min(0.62 * step, max(16, 40 * self.u)))
        for n, (record, share) in enumerate(zip(levels, self.shares, strict=True)):
            y = round(road.y + (n + 0.5) * step)
            lane = Rect(road.x, y - high // 2, road.w, high)
            text.draw(surface, _level(record.level), inner.x, y, "O6", self.small)
            self._paint_road(surface, lane, share if record.legs else None)
            if record.legs:
                said = percent(round(100 * record.share))
                text.draw(surface, said, inner.right - tallies, y, "O9", self.px, anchor="r")
            text.draw(surface, _tally(record), inner.right, y, "B5", self.small, THEME.text2, anchor="r")
        if self.told.legs:
            self._paint_equal_share(surface, road)

    def _paint_road(self, surface: Surface, lane: Rect, share: float | None) -> None:
        """Draw how far the car has come; without a share nobody has set out."""
        draw.rounded(surface, lane, 0.2 * lane.h, THEME.surface2)
        if share is None:
            return
        car_h = 0.8 * lane.h
        car_w = _CAR * car_h
        driven = Rect(lane.x, lane.y, round(max(car_w, share * lane.w)), lane.h)
        draw.rounded(surface, driven, 0.2 * lane.h, THEME.road)
        dash = max(4, round(0.3 * lane.h))
        for x in range(lane.x + dash, round(driven.right - car_w), 2 * dash):
            surface.fill(THEME.gold_l, (x, lane.centery - 1, dash, max(1, lane.h // 18)))
        wide, high = round(car_w), round(car_h)
        livery.draw_car(surface, self.own, Rect(driven.right - wide, round(lane.centery - car_h / 2), wide, high))

    def _paint_equal_share(self, surface: Surface, road: Rect) -> None:
        share, sides = percent(round(100 * self.told.equal_share)), self.told.sides
        if sides is None:
            said = _("{percent}: equal chances", percent=share)
        else:
            said = _("{percent}: equal chances for all {n}", percent=share, n=sides)
        x, thick = round(road.x + self.told.equal_share * road.w), max(1, round(2 * self.u))
        y = self.inner.bottom - 0.5 * self.small
        surface.fill(THEME.warn, (x, road.y - round(4 * self.u), thick, road.h + round(8 * self.u)))
        wide = text.width(said, "B5", self.small)
        left = max(self.inner.x, min(x, self.inner.right - wide))
        text.draw(surface, said, left, y, "B5", self.small, THEME.bad, max_width=self.inner.w)


def _level(level: str) -> str:
    return _("Mixed") if level == MIXED else level_name(level)


def _tally(record: LevelRecord) -> str:
    return f"{number(record.won)} / {number(record.legs)}"


class PointsALeg(Panel):
    """A dot for each of the last legs and their running mean, of which ``grown`` (0 … 1) is seen now."""

    def __init__(self, rect: Rect, u: float, t: float, told: Statistics, grown: float, own: Livery) -> None:
        super().__init__("points", "chart", _("Points per leg"), rect, u, t)
        self.told = told
        self.own = own
        self.grown = grown
        self.lowest, self.highest, self.step = _scale(told.points)

    @property
    def _mean(self) -> float | None:
        return self.told.means[-1] if self.told.means else None

    @property
    def sentences(self) -> list[str]:
        """The mean and the best of the legs seen."""
        if self._mean is None:
            return [_("Too few legs for a line.")]
        said = _("Average of the last ten legs: {points} points.", points=round(self._mean))
        return [said, _("Best of those shown: {points}.", points=max(self.told.points))]

    def paint(self, surface: Surface) -> None:
        """Draw the grid, the dots, the line and its end."""
        if not self.told.points:
            return
        numbers = max(text.width(number(n), "B5", self.small) for n in (self.lowest, self.highest))
        end = max(text.width(_("ten-leg average"), "B5", self.small), text.width(number(self.highest), "O9", self.px))
        left, symbol = self.inner.x + numbers + round(0.7 * self.small), 1.1 * self.px
        right = self.inner.right - end - round(1.9 * symbol)
        top = self.inner.y + round(0.6 * self.small)
        self._graph = Rect(left, top, right - left, self.inner.bottom - round(1.5 * self.small) - top)
        self._paint_grid(surface)
        self._paint_dots(surface)
        self._paint_line(surface)
        if self.grown == 1 and self._mean is not None:
            self._paint_end(surface, self._mean, symbol)

    def _x(self, n: float) -> float:
        return self._graph.x + self._graph.w * (n + 0.5) / len(self.told.points)

    def _y(self, points: float) -> float:
        return self._graph.bottom - self._graph.h * (points - self.lowest) / (self.highest - self.lowest)

    def _paint_grid(self, surface: Surface) -> None:
        graph, told = self._graph, self.told
        for points in range(self.lowest, self.highest + 1, self.step):
            y, color = round(self._y(points)), THEME.text if points == 0 else THEME.edge
            surface.fill(color, (graph.x, y, graph.w, max(1, round(2 * self.u))))
            text.draw(surface, number(points), graph.x - 0.6 * self.small, y, "B5", self.small, THEME.text2, anchor="r")
        below, first, word = graph.bottom + 0.95 * self.small, told.legs - len(told.points), _("leg")
        every = 1 + int(len(told.points) * 4 * self.small // max(1, graph.w))
        for n in range(len(told.points) - 1, -1, -every):
            leg = number(first + n + 1)
            text.draw(surface, leg, self._x(n), below, "B5", self.small, THEME.text2, anchor="c")
        text.draw(surface, word, graph.right + 1.2 * self.small, below, "B5", self.small, THEME.text2)

    def _paint_dots(self, surface: Surface) -> None:
        best, r = self.told.points.index(max(self.told.points)), max(2.0, 5.5 * self.u)
        for n, points in enumerate(self.told.points):
            color, size = (THEME.gold_d, 1.5 * r) if n == best else (THEME.faint, r)
            dot = art.svg(svg.circle(size, size, size, color), 2 * size, 2 * size)
            surface.blit(dot, (round(self._x(n) - size), round(self._y(points) - size)))
        said, cup, y = number(max(self.told.points)), 1.1 * self.small, self._y(max(self.told.points))
        wide = cup + text.width(said, "O7", self.small) + 0.5 * self.small
        left = self._x(best) + 2.2 * r
        if left + wide > self._graph.right:
            left = self._x(best) - 2.2 * r - wide
        art.blit_icon(surface, "trophy", (left + cup / 2, y), cup, THEME.gold_d)
        text.draw(surface, said, left + cup + 0.4 * self.small, y, "O7", self.small)

    def _paint_line(self, surface: Surface) -> None:
        means = [(self._x(n), self._y(mean)) for n, mean in enumerate(self.told.means) if mean is not None]
        if len(means) < 2:
            if self._mean is None:
                x, y = self._graph.centerx, self._graph.y + 0.5 * self.small
                text.draw(surface, _("Too few legs for a line."), x, y, "B5", self.small, THEME.text2, anchor="c")
            return
        until = means[0][0] + inout(self.grown) * (means[-1][0] - means[0][0])
        seen = [means[0]]
        for (x0, y0), (x1, y1) in pairwise(means):
            if x0 >= until:
                break
            part = min(1.0, (until - x0) / (x1 - x0))
            seen.append((x0 + part * (x1 - x0), y0 + part * (y1 - y0)))
        box, thick = self._graph.inflate(20, 20), max(2.5, 5 * self.u)
        data = "M" + "L".join(f"{svg.number(x - box.x)} {svg.number(y - box.y)}" for x, y in seen)
        line = svg.path(data, stroke=THEME.casing or THEME.raised, width=thick + 4 * self.u)
        line += svg.path(data, stroke=livery.color(self.own), width=thick)
        surface.blit(art.svg(line, *box.size), box.topleft)

    def _paint_end(self, surface: Surface, mean: float, symbol: float) -> None:
        x, y, r = self._x(len(self.told.points) - 1), self._y(mean), max(3.0, 7 * self.u)
        surface.blit(art.svg(svg.circle(r, r, r, livery.color(self.own)), 2 * r, 2 * r), (round(x - r), round(y - r)))
        low, high = self.inner.y + 0.6 * self.px, self._graph.bottom - 1.6 * self.small
        middle = min(max(y, low), high)
        left = self._graph.right + 0.35 * symbol
        livery.draw_plate(surface, self.own, left + symbol / 2, middle, symbol / 2)
        left += 1.35 * symbol
        text.draw(surface, number(round(mean)), left, middle - 0.3 * self.px, "O9", self.px)
        text.draw(surface, _("ten-leg average"), left, middle + 0.65 * self.px, "B5", self.small, THEME.text2)


def _scale(points: Sequence[int]) -> tuple[int, int, int]:
    """The lowest and the highest line of the grid, and their distance."""
    least, most = min((0, *points)), max((500, *points))
    step = next((step for step in _GRIDS if (most - least) / step <= _LINES), _GRIDS[-1])
    return least // step * step, -(-most // step) * step, step


class BestSoFar(Panel):
    """Figures with what they count."""

    def __init__(self, rect: Rect, u: float, t: float, told: Statistics) -> None:
        super().__init__("best", "flag", _("Best so far"), rect, u, t)
        self.told = told

    def _rows(self) -> list[tuple[str, str]]:
        told = self.told
        extended = told.won_extensions + told.lost_extensions
        row = _("legs won in a row")
        if told.running_streak:
            row = _("won in a row, now {n}", n=told.running_streak)
        rows = [
            (number(told.best_points), _("points in a leg")),
            (number(told.streak), row),
            (number(told.km), _("km in all")),
            (f"{number(told.won_matches)} / {number(told.matches_over)}", _("matches won")),
            (number(told.shut_outs), _n("shut-out", "shut-outs", told.shut_outs)),
            (f"{number(told.won_extensions)} / {number(extended)}", _("own extensions won")),
        ]
        if told.luck is not None:
            rows.append((number(round(told.luck)), _("points from luck per leg")))
        return rows

    @property
    def sentences(self) -> list[str]:
        """Each figure with its words."""
        return [sentence(f"{figure} {words}") for figure, words in self._rows()]

    def paint(self, surface: Surface) -> None:
        """Draw the figures in a column that ends where the words begin."""
        rows, inner = self._rows(), self.inner
        step = inner.h / len(rows)
        px = min(text.sized(34 * self.u, 15.0), 0.62 * step)
        across = min(0.42 * inner.w, max(text.width(figure, "O9", px) for figure, _words in rows))
        for n, (figure, words) in enumerate(rows):
            y = inner.y + (n + 0.5) * step
            text.draw(surface, figure, inner.x + across, y, "O9", px, anchor="r", max_width=across, min_px=12)
            left = inner.x + across + 0.6 * self.small
            room = inner.right - left
            text.draw(
                surface, words, left, y, "B5", self.small, THEME.text2, max_width=room, min_px=text.MIN_CAPTION_PX
            )
            if n:
                surface.fill(THEME.edge, (inner.x, round(y - step / 2), inner.w, max(1, round(1.6 * self.u))))


class SafetiesLaid(Panel):
    """How often each safety was laid, and as coup fourré."""

    def __init__(self, rect: Rect, u: float, t: float, told: Statistics) -> None:
        super().__init__("safeties", "shield", _("Safeties"), rect, u, t)
        self.told = told

    @property
    def _foot(self) -> str:
        coups = self.told.coups_fourres.total()
        said = _n("{n} coup fourré", "{n} coups fourrés", coups)
        rate = decimal(10 * coups / self.told.legs) if self.told.legs else decimal(0)
        return facts([said, _("{n} per ten legs", n=rate)])

    @property
    def sentences(self) -> list[str]:
        """How many in all."""
        return [_("Played: {n}.", n=self.told.laid.total()), sentence(self._foot)]

    def paint(self, surface: Surface) -> None:
        """Draw the four safeties with their numbers, and the coups fourrés below a line."""
        inner, foot = self.inner, round(2.1 * self.small)
        step, line = inner.w / len(SAFETIES), max(1, round(1.6 * self.u))
        under = round(2.6 * self.px)
        high = min(inner.h - foot - under - round(8 * self.u), 150 * self.u + 8, 0.9 * step / _CARD)
        top = inner.y + (inner.h - foot - under - high) / 2
        for n, card in enumerate(SAFETIES):
            x = inner.x + (n + 0.5) * step
            plate = art.picture(f"parts/safety_{card.id}", _CARD * high, high)
            surface.blit(plate, (round(x - plate.get_width() / 2), round(top)))
            y = top + high + 0.8 * self.px
            text.draw(surface, number(self.told.laid[card.id]), x, y, "O9", self.px, anchor="c")
            self._paint_coups(surface, number(self.told.coups_fourres[card.id]), x, y + 1.2 * self.px)
        surface.fill(THEME.edge, (inner.x, inner.bottom - foot, inner.w, line))
        y = inner.bottom - 0.45 * foot
        text.draw(surface, self._foot, inner.centerx, y, "B5", self.small, anchor="c", max_width=inner.w, min_px=11)

    def _paint_coups(self, surface: Surface, figure: str, x: float, y: float) -> None:
        bolt = 0.95 * self.small
        across = text.width(figure, "O7", self.small) + 1.15 * bolt
        art.blit_icon(surface, "bolt", (x - across / 2 + bolt / 2, y), bolt, THEME.gold_d)
        text.draw(surface, figure, x - across / 2 + 1.15 * bolt, y, "O7", self.small)

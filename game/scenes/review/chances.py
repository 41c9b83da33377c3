"""The curve of every side's chance to win, leg or match, over the turns of the leg, with the dear decisions on it."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _, number, percent
from game.i18n.punctuation import labelled, listed
from game.scenes.review.findings import Chances
from game.ui.accessibility_tree import plain
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.theme import THEME
from game.ui.layout.line_chart import spread
from game.ui.widgets import Widget
from game.words import Names

_LINE: Final = 4.5  # u
_CASING: Final = 4.0  # u, beyond the line on either side together
_NUMBERED: Final = 20
"""At the foot every so many turns have their number, and the first and the last."""
_NAMES: Final = 0.3  # of the width, at most


class ChancesChart(Widget):
    """The chart, which Left and Right walk through turn by turn; Enter or a press tells ``on_turn`` where it is.

    ``panel`` is the plate that it lies on with its heading, ``own`` the viewer's side. ``show`` gives it the curves;
    until then it waits.
    """

    role = "slider"

    def __init__(
        self,
        rect: Rect,
        panel: Rect,
        names: Names,
        own: int,
        *,
        u: float,
        t: float,
        on_turn: Callable[[int], None],
    ) -> None:
        super().__init__("chances", _("Chance to win"), rect, enabled=False)
        self.grown = 1.0
        self.place: int | None = None
        self._panel = panel
        self._names = names
        self._own = own
        self._u, self._t = u, t
        self._on_turn = on_turn
        self._px = max(float(text.MIN_TEXT_PX), 20 * t)
        self._small = max(text.MIN_CAPTION_PX, 17 * t)
        self._r = max(7.0, 13 * u)
        self._chances: Sequence[Chances] = ()
        self._poles: tuple[int, ...] = ()
        self._veiled = True
        self._plot = self._plot_within(rect)

    def _plot_within(self, rect: Rect) -> Rect:
        u = self._u
        pad = round(max(10, 22 * u))
        left = rect.x + pad + text.width(percent(100), "B5", self._small) + round(8 * u)
        whole = max(text.width(self._names.side(side), "B6", self._px) for side in range(len(self._names.sides)))
        numbers = text.width(percent(100), "B6", self._px)
        self._labels = min(round(_NAMES * rect.w), whole + numbers + round(0.6 * self._px))
        right = rect.right - pad - self._labels - round(2 * self._r + 30 * u)
        top = rect.y + round(self._r + 4 * u)
        return Rect(left, top, right - left, rect.bottom - round(1.5 * self._small + 10 * u) - top)

    def show(self, chances: Sequence[Chances], poles: Sequence[int], *, waits: bool) -> None:
        """Show these curves, by turn from the deal on, and poles at the turns of the dear decisions, dearest first."""
        self._chances, self._poles, self._veiled = chances, tuple(poles), waits
        self.enabled = bool(chances)
        if self.place is not None and self.place >= len(chances):
            self.place = None

    # -- what is told ---------------------------------------------------------------------------------------------

    @property
    def _told(self) -> int:
        """The place whose chances stand at the names."""
        return len(self._chances) - 1 if self.place is None else self.place

    @property
    def value(self) -> str | None:
        """The turn, and every side's chance there."""
        if not self._chances:
            return _("Calculating…") if self._veiled else None
        chances = self._chances[self._told]
        said = listed(f"{self._names.side(side)} {_percent(chance)}" for side, chance in enumerate(chances))
        where = _("Turn {n}", n=self._told) if self._told else _("The deal")
        return plain(labelled(where, said))

    # -- input ----------------------------------------------------------------------------------------------------

    def key(self, key: int) -> bool:
        """Left and Right walk through the turns."""
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key, 0)
        return bool(step) and self.walk(step)

    def walk(self, turns: int) -> bool:
        """Tell of a turn so many later, or the last one there is; False as long as nothing is told."""
        last = len(self._chances) - 1
        if last >= 0:
            self.place = min(last, max(0, self._told + turns))
        return last >= 0

    def point_at(self, pos: tuple[int, int] | None) -> bool:
        """Tell of the turn at the mouse."""
        self.hovered = pos is not None
        was = self.place
        if pos is None or not self._chances:
            self.place = None
        else:
            share = (pos[0] - self._plot.x) / max(1, self._plot.w)
            self.place = min(len(self._chances) - 1, max(0, round(share * (len(self._chances) - 1))))
        return was != self.place

    @property
    def scan_parts(self) -> int:
        """The turns, and the deal before them."""
        return len(self._chances)

    def scan_to(self, index: int | None) -> None:
        """Tell of the turn."""
        if index is not None:
            self.place = index

    def scan_take(self, index: int) -> None:
        """Go to the turn."""
        self._on_turn(index)

    def press(self) -> None:
        """Go to the turn that is told."""
        if self._chances:
            self._on_turn(self._told)

    # -- picture --------------------------------------------------------------------------------------------------

    def _x(self, place: float) -> float:
        return self._plot.x + self._plot.w * place / max(1, len(self._chances) - 1)

    def _y(self, chance: float) -> float:
        return self._plot.bottom - self._plot.h * chance

    def draw(self, surface: Surface, t: float) -> None:
        """Draw grid, curves, poles, and the names at their ends."""
        self._draw_grid(surface)
        if self._chances:
            self._draw_poles(surface)
            self._draw_curves(surface)
            self._draw_place(surface)
            if self.grown >= 1:
                self._draw_names(surface)
        elif self._veiled:
            surface.blit(self._veil(), self._plot)
        if self.has_ring:
            draw.focus_ring(surface, self._panel, 16 * self._u + 2, max(0.7, t))

    def _veil(self) -> Surface:
        def make() -> Surface:
            veil = Surface(self._plot.size)
            veil.fill(THEME.surface2)
            veil.set_alpha(178)
            return veil

        return art.kept(("chances veil", self._plot.size), make)

    def _draw_grid(self, surface: Surface) -> None:
        plot, u = self._plot, self._u
        for hundredths in (0, 50, 100):
            y = round(self._y(hundredths / 100))
            color = THEME.text if not hundredths else THEME.edge
            surface.fill(color, (plot.x, y, plot.w, max(1, round(2 * u))))
            text.draw(surface, percent(hundredths), plot.x - 8 * u, y, "B5", self._small, THEME.text2, anchor="r")
        below = plot.bottom + 0.9 * self._small + 2 * u
        last = len(self._chances) - 1
        turns = [place for place in (1, *range(_NUMBERED, last, _NUMBERED)) if last - place > _NUMBERED // 3]
        for place in (*turns, last) if last > 0 else ():
            text.draw(surface, number(place), self._x(place), below, "B5", self._small, THEME.text2, anchor="c")

    def _order(self) -> list[int]:
        """The sides as they are drawn, the own one above all."""
        return sorted(range(len(self._names.sides)), key=lambda side: side == self._own)

    def _draw_curves(self, surface: Surface) -> None:
        margin = round(6 * self._u) + 2
        box = self._plot.inflate(2 * margin, 2 * margin)
        colors = [livery.color(self._names.livery(side)) for side in range(len(self._names.sides))]

        def make() -> Surface:
            shapes = []
            for side in self._order():
                points = [
                    (self._x(n) - box.x, self._y(chances[side]) - box.y) for n, chances in enumerate(self._chances)
                ]
                data = "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in points)
                line = max(2.0, _LINE * self._u)
                shapes.append(svg.path(data, stroke=THEME.casing or THEME.raised, width=line + _CASING * self._u))
                shapes.append(svg.path(data, stroke=colors[side], width=line))
            return art.svg("".join(shapes), box.w, box.h)

        key = ("chances", tuple(self._chances), tuple(map(tuple, colors)), self._own, box.size)
        surface.blit(art.kept(key, make), box.topleft, (0, 0, round(self.grown * box.w), box.h))

    def _draw_poles(self, surface: Surface) -> None:
        thick = max(1, round(2 * self._u))
        for place in self._poles:
            surface.fill(THEME.emblem, (round(self._x(place)), self._plot.y, thick, self._plot.h))

    def _draw_place(self, surface: Surface) -> None:
        """Draw the dots and numbers of the poles, and the line of the turn that is told."""
        for rank, place in sorted(enumerate(self._poles), reverse=True):
            x, r = self._x(place), self._r
            y = self._y(self._chances[place][self._own])
            if self.grown * self._plot.w >= x - self._plot.x:
                draw.rounded(surface, (x - 0.5 * r, y - 0.5 * r, r, r), 0.5 * r, THEME.navy)
            draw.rounded(surface, (x - r, self._plot.y - r, 2 * r, 2 * r), r, THEME.navy)
            text.draw(surface, number(rank + 1), x, self._plot.y, "O8", max(11.0, 1.1 * r), THEME.white, anchor="c")
        if self.place is None:
            return
        x = self._x(self.place)
        surface.fill(THEME.gold_d, (round(x) - 1, self._plot.y, max(2, round(3 * self._u)), self._plot.h))
        said = number(self.place)
        wide, high = text.width(said, "O8", self._small) + self._small, 1.5 * self._small
        y = self._plot.bottom + 0.9 * self._small + 2 * self._u
        draw.rounded(surface, (x - wide / 2, y - high / 2, wide, high), 0.3 * high, THEME.ink)
        text.draw(surface, said, x, y, "O8", self._small, THEME.glow, anchor="c")

    def _draw_names(self, surface: Surface) -> None:
        """Draw symbol, name and chance of every side at the right, as near as can be to where its curve is."""
        chances, u, r = self._chances[self._told], self._u, self._r
        order = sorted(range(len(chances)), key=lambda side: (-chances[side], side != self._own, side))
        gap = min(max(2.1 * r, 1.25 * self._px), (self._plot.h + 2 * r) / len(order))
        top, bottom = self._plot.y - 0.3 * r, self._plot.bottom + 0.3 * r
        heights = spread([self._y(chances[side]) for side in order], gap, top, bottom)
        left = self._plot.right + 18 * u + r
        right = left + r + 8 * u + self._labels
        for side, y in zip(order, heights, strict=True):
            worn = self._names.livery(side)
            if self.place is None:
                start = (self._plot.right, self._y(chances[side]))
                pygame.draw.aaline(surface, livery.color(worn), start, (left, y))
            livery.draw_plate(surface, worn, left, y, min(r, 0.5 * gap))
            said = _percent(chances[side])
            wide = text.draw(surface, said, right, y, "B6", self._px, THEME.text2, anchor="r")
            at = left + r + 6 * u
            room = right - wide - 0.4 * self._px - at
            text.draw(surface, self._names.side(side), at, y, "B6", self._px, max_width=room, min_px=11)


def _percent(chance: float) -> str:
    return percent(round(100 * chance))

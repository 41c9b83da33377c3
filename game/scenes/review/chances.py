"""The curve of every side's chance to win, leg or match, over the turns of the leg, with the dear decisions on it."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface

from game.i18n import _, number, percent
from game.i18n.punctuation import labelled, listed
from game.scenes.review.findings import Chances
from game.ui.accessibility_tree import plain
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.layout import Curve, LineChart, Scale
from game.ui.widgets import Widget
from game.words import Names


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
        self._u = u
        self._scale = Scale(u, t / text.delivered(u))
        self._on_turn = on_turn
        self._chances: Sequence[Chances] = ()
        self._poles: tuple[int, ...] = ()
        self._veiled = True
        self._lines = self._drawn()

    def _drawn(self) -> LineChart:
        """The curves, the own one above all."""
        names, pad = self._names, round(max(10, 22 * self._u))
        sides = sorted(range(len(names.sides)), key=lambda side: side == self._own)
        curves = [
            Curve([chances[side] for chances in self._chances] or [None], names.livery(side), names.side(side))
            for side in sides
        ]
        place = Rect(self.rect.x + pad, self.rect.y, self.rect.w - 2 * pad, self.rect.h - pad // 2)
        return LineChart(self._scale, place, curves, (0, 0.5, 1), says=_percent)

    def show(self, chances: Sequence[Chances], poles: Sequence[int], *, waits: bool) -> None:
        """Show these curves, by turn from the deal on, and poles at the turns of the dear decisions, dearest first."""
        is_new = chances != self._chances
        self._chances, self._poles, self._veiled = chances, tuple(poles), waits
        self.enabled = bool(chances)
        if self.place is not None and self.place >= len(chances):
            self.place = None
        if is_new:
            self._lines = self._drawn()

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
            self.place = self._lines.step_at(pos[0])
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

    def draw(self, surface: Surface, t: float) -> None:
        """Draw grid, curves, poles, and the names at their ends."""
        lines = self._lines
        lines.paint_grid(surface)
        if self._chances:
            thick = max(1, round(2 * self._u))
            for place in self._poles:
                surface.fill(THEME.emblem, (round(lines.x(place)), lines.plot.y, thick, lines.plot.h))
            lines.paint_curves(surface, self.grown)
            self._draw_place(surface)
            if self.grown >= 1:
                lines.paint_ends(surface, self.place)
        elif self._veiled:
            surface.blit(self._veil(), lines.plot)
        if self.has_ring:
            draw.focus_ring(surface, self._panel, 16 * self._u + 2, max(0.7, t))

    def _veil(self) -> Surface:
        def make() -> Surface:
            veil = Surface(self._lines.plot.size)
            veil.fill(THEME.surface2)
            veil.set_alpha(178)
            return veil

        return art.kept(("chances veil", self._lines.plot.size), make)

    def _draw_place(self, surface: Surface) -> None:
        """Draw the dots and numbers of the poles, and the line of the turn that is told."""
        lines, plot, small = self._lines, self._lines.plot, self._lines.small
        for rank, place in sorted(enumerate(self._poles), reverse=True):
            x, r = lines.x(place), lines.radius
            y = lines.y(self._chances[place][self._own])
            if self.grown * plot.w >= x - plot.x:
                draw.rounded(surface, (x - 0.5 * r, y - 0.5 * r, r, r), 0.5 * r, THEME.navy)
            draw.rounded(surface, (x - r, plot.y - r, 2 * r, 2 * r), r, THEME.navy)
            text.draw(surface, number(rank + 1), x, plot.y, "O8", max(11.0, 1.1 * r), THEME.white, anchor="c")
        if self.place is None:
            return
        x = lines.x(self.place)
        surface.fill(THEME.gold_d, (round(x) - 1, plot.y, max(2, round(3 * self._u)), plot.h))
        said, y = number(self.place), lines.foot_y
        wide, high = text.width(said, "O8", small) + small, 1.5 * small
        draw.rounded(surface, (x - wide / 2, y - high / 2, wide, high), 0.3 * high, THEME.ink)
        text.draw(surface, said, x, y, "O8", small, THEME.glow, anchor="c")


def _percent(chance: float) -> str:
    return percent(round(100 * chance))

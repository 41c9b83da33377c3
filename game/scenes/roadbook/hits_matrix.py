"""Who hits whom: a row for each who hits, a column for each who is hit, in hits a leg that both drove."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _, decimal
from game.scenes.roadbook.panels import Panel
from game.session.statistics import Statistics
from game.session.storage.roadbook_reader import MetPair
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.livery import Livery
from game.ui.drawing.theme import THEME
from game.ui.widgets.widget import ARROWS
from game.words.names import driver_name

PERSON: Final = ""
"""By what name the person goes in a pair."""
_TINT: Final = 0.62  # of the red, in a cell that is nearly the highest
_MOST, _MOST_TIGHT = 5, 4
_TIGHT_U: Final = 0.6


class HitsMatrix(Panel):
    """The person and the drivers met most; the arrow keys walk through the cells, each of which is a sentence.

    A cell may be lower than a finger is broad: pressed again where it was, a column goes on to its next cell.
    """

    role = "grid"
    is_scanned = True

    def __init__(
        self, rect: Rect, u: float, t: float, told: Statistics, *, own: Livery, chosen: tuple[int, int] | None
    ) -> None:
        super().__init__("hits", "octagon", _("Who hits whom, per leg"), rect, u, t)
        self.own = own
        self.names = _met_most(told.pairs, _MOST_TIGHT if u < _TIGHT_U else _MOST)
        self._rates = {(pair.by, pair.on): (pair.laid - pair.parried) / pair.legs for pair in told.pairs}
        self._pressed: tuple[int, int] | None = None
        self.chosen = chosen if chosen is not None and max(chosen) < len(self.names) else None
        foot = round(1.7 * self.small)
        count = max(2, len(self.names))
        self._face = round(min(max(20, 44 * u), 0.8 * (self.inner.h - foot) / (count + 1)))
        self._field = Rect(self.inner.x + round(1.75 * self._face), self.inner.y + round(1.2 * self._face), 0, 0)
        self._field.size = self.inner.right - self._field.x, self.inner.bottom - foot - self._field.y

    def cell(self, row: int, column: int) -> Rect:
        """The place of a cell."""
        count, gap = len(self.names), max(2, round(5 * self.u))
        left, right = (round(self._field.x + self._field.w * n / count) for n in (column, column + 1))
        top, bottom = (round(self._field.y + self._field.h * n / count) for n in (row, row + 1))
        return Rect(left, top, right - left - gap, bottom - top - gap)

    def rate(self, row: int, column: int) -> float | None:
        """How often one hit the other a leg, None for oneself and where the two never met."""
        return self._rates.get((self.names[row], self.names[column]))

    # -- words --------------------------------------------------------------------------------------------------------

    def said(self, row: int, column: int) -> str:
        """A cell as a sentence."""
        rate, by, on = self.rate(row, column), self.names[row], self.names[column]
        if rate is None:
            return "—"
        times = decimal(rate)
        if by == PERSON:
            return _("You hit {name}: {n} per leg.", name=driver_name(on), n=times)
        if on == PERSON:
            return _("{name} hits you: {n} per leg.", name=driver_name(by), n=times)
        return _("{by} hits {on}: {n} per leg.", by=driver_name(by), on=driver_name(on), n=times)

    @property
    def sentences(self) -> list[str]:
        """How it is read, and who hits the person most; or the cell that is chosen."""
        if self.chosen is not None and self.rate(*self.chosen) is not None:
            return [self.said(*self.chosen)]
        if len(self.names) < 2:
            return []
        return [_("Attackers in rows."), *self._worst()]

    def _worst(self) -> list[str]:
        own = self.names.index(PERSON)
        rates = [(rate, row) for row in range(len(self.names)) if (rate := self.rate(row, own))]
        if not rates:
            return []
        rate, row = max(rates)
        return [_("{name} hits you most: {n} per leg.", name=driver_name(self.names[row]), n=decimal(rate))]

    # -- input --------------------------------------------------------------------------------------------------------

    def key(self, key: int) -> bool:
        """Walk through the cells; at the edges the key is somebody else's."""
        if key not in ARROWS or len(self.names) < 2:
            return False
        if self.chosen is None:
            is_inward = key in (pygame.K_RIGHT, pygame.K_DOWN)
            self.chosen = (0, 0) if is_inward else None
            return is_inward
        across, down = ARROWS[key]
        row, column = self.chosen[0] + down, self.chosen[1] + across
        is_inside = row in range(len(self.names)) and column in range(len(self.names))
        self.chosen = (row, column) if is_inside else None
        return is_inside

    @property
    def _cells(self) -> list[tuple[int, int]]:
        """The cells that say something."""
        every = range(len(self.names))
        return [(row, column) for row in every for column in every if self.rate(row, column) is not None]

    @property
    def scan_parts(self) -> int:
        """The cells."""
        return len(self._cells)

    def scan_to(self, index: int | None) -> None:
        """Choose the cell."""
        if index is not None:
            self.chosen = self._cells[index]

    def press_at(self, pos: tuple[int, int]) -> None:
        """Choose the cell at the mouse, or the next below the one that a press there has chosen."""
        was, self._pressed = self._pressed, self._at(pos)
        column = [cell for cell in self._cells if self._pressed and cell[1] == self._pressed[1]]
        if self._pressed is not None and self._pressed == was and self.chosen in column:
            self.chosen = column[(column.index(self.chosen) + 1) % len(column)]
        else:
            self.chosen = self._pressed

    def _at(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The cell at that place, and the gap after it."""
        if not self._field.collidepoint(pos) or len(self.names) < 2:
            return None
        count, (x, y) = len(self.names), pos
        return (y - self._field.y) * count // self._field.h, (x - self._field.x) * count // self._field.w

    # -- picture ------------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw faces, cells and the sentence below."""
        count, half = len(self.names), self._face / 2
        if count < 2:
            return
        rates = [self.rate(row, column) or 0.0 for row in range(count) for column in range(count)]
        highest = max(rates)
        for n, name in enumerate(self.names):
            cell, size = self.cell(n, n), 0.45 * self._face
            self._draw_face(surface, name, (cell.centerx, self.inner.y + half), self._face)
            self._draw_face(surface, name, (self.inner.x + half, cell.centery), self._face)
            art.blit_icon(surface, "arrow", (self.inner.x + 1.35 * self._face, cell.centery), size, THEME.text2)
        for row in range(count):
            for column in range(count):
                self._paint_cell(surface, row, column, highest)
        y, said = self.inner.bottom - 0.5 * self.small, " ".join(self.sentences)
        text.draw(
            surface, said, self.inner.x, y, "B5", self.small, THEME.text2,
            max_width=self.inner.w, min_px=text.MIN_CAPTION_PX,
        )  # fmt: skip

    def _paint_cell(self, surface: Surface, row: int, column: int, highest: float) -> None:
        place, rate = self.cell(row, column), self.rate(row, column)
        radius, px = 0.16 * place.h, min(0.58 * place.h, text.sized(22 * self.u, 13.0))
        if rate is None:
            draw.rounded(surface, place, radius, THEME.surface2)
            text.draw(surface, "—" if row == column else "·", *place.center, "O6", px, THEME.faint, anchor="c")
        else:
            is_highest = 0 < rate == highest
            tint = THEME.red if is_highest else THEME.surface.lerp(THEME.red, _TINT * rate / highest if highest else 0)
            draw.rounded(surface, place, radius, tint, THEME.edge, max(1, 1.4 * self.t))
            ink = THEME.white if is_highest else THEME.text
            text.draw(surface, decimal(rate), *place.center, "O7", px, ink, anchor="c", max_width=place.w, min_px=11)
        if self.chosen == (row, column) and self.focused:
            draw.rounded(surface, place.inflate(4, 4), radius + 2, None, THEME.text, max(2, 3 * self.t))

    def _draw_face(self, surface: Surface, name: str, center: tuple[float, float], d: float) -> None:
        if name == PERSON:
            livery.draw_plate(surface, self.own, *center, d / 2)
        else:
            surface.blit(art.portrait(name, d), (round(center[0] - d / 2), round(center[1] - d / 2)))

    def nodes(self) -> list[Node]:
        """The matrix and its cells."""
        cells = []
        for row in range(len(self.names)):
            for column in range(len(self.names)):
                place = self.cell(row, column)
                if self.rate(row, column) is not None:
                    rect = node_rect((place.x, place.y, place.w, place.h))
                    cells.append(Node(f"hits.{row}.{column}", plain(self.said(row, column)), "cell", rect))
        return [*super().nodes(), *cells]


def _met_most(pairs: Sequence[MetPair], most: int) -> tuple[str, ...]:
    """The person and those met most, so many in all; ``pairs`` begins with them."""
    names = dict.fromkeys(name for pair in pairs if pair.legs for name in (pair.by, pair.on) if name != PERSON)
    return (PERSON, *tuple(names)[: most - 1])

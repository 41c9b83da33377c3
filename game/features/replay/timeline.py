"""The timeline of a leg: a row for each side, a column with a symbol for each turn, and a marker to drag.

Timeline and curve of chances share their axis, marker and veil.
"""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Color, Rect, Surface

from game.features.replay.model.leg_replay import ReplayTurn, TurnKind
from game.i18n import _, number
from game.ui.boxes.box import Widget
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.livery import SideLivery
from game.ui.drawing.theme import THEME

_NARROWEST_PX = 7
"""The minimum width of a turn's column: narrower ones cannot be told apart. If not all fit, the timeline scrolls."""
_WIDEST = 44.0  # u
_NUMBERED = 20
"""The number of turns from one number to the next in the line below the symbols."""


class TurnAxis:
    """The columns of a leg's turns from left to right, the first of them for the deal, in a window of ``width`` px.

    If not all columns fit, the axis scrolls so that the marker of the current turn is visible.
    """

    def __init__(self, left: int, width: int, turns: int, place: int, u: float) -> None:
        self.left = left
        self.width = width
        self.turns = turns
        self.column = min(max(_NARROWEST_PX, width / (turns + 1)), max(16.0, _WIDEST * u))
        self._hidden_px = max(0.0, self.picture_width - width)
        self.offset = min(self._hidden_px, max(0.0, (place + 0.5) * self.column - width / 2))

    @property
    def picture_width(self) -> int:
        """The width in px of all columns together, at least that of the window."""
        return max(self.width, round((self.turns + 1) * self.column) + 1)

    def x(self, place: float) -> float:
        """Return the x of the center of a turn's column in the window; 0 is the column of the deal."""
        return self.left + (place + 0.5) * self.column - self.offset

    def at(self, x: float) -> int:
        """Return the turn whose column is at an x in the window, 0 for the deal."""
        return min(self.turns, max(0, int((x - self.left + self.offset) / self.column)))

    def follow(self, head: float) -> None:
        """If not all columns fit, scroll so that the marker is in the middle third of the window."""
        third, at = self.width / 3, (head + 0.5) * self.column
        self.offset = min(self._hidden_px, max(0.0, min(at - third, max(at - 2 * third, self.offset))))

    def draw_veil(self, surface: Surface, head: float, top: int, height: int, alpha: int) -> None:
        """Draw a veil over all turns after the marker, down from ``top``."""
        right = self.left + self.width
        left = min(right, round(self.x(head) + self.column / 2))
        wide = min(right, round(self.x(self.turns) + self.column / 2)) - left
        if wide > 0:
            surface.blit(_veil((self.width, height), alpha), (left, top), (0, 0, wide, height))

    def draw_head(self, surface: Surface, head: float, top: int, height: int, t: float) -> Rect:
        """Draw the marker of the current turn, and return its rectangle."""
        k, wide = max(0.7, t), max(self.column, 12.0)
        box = Rect(round(self.x(head) - wide / 2), top - 2, round(wide), height + 4)
        draw.rounded_rect(surface, box.inflate(4 * k, 4 * k), 4 * k + 1, None, THEME.text, max(2, 2.4 * k))
        draw.rounded_rect(surface, box, 3 * k + 1, None, THEME.glow, max(2, 2.6 * k))
        return box


def _veil(size: tuple[int, int], alpha: int) -> Surface:
    def make() -> Surface:
        veil = Surface(size)
        veil.fill(THEME.surface2)
        veil.set_alpha(alpha)
        return veil

    return art.cached(("veil of turns", size, alpha), make)


DIM, HIDING = 128, 225
"""How opaque the veil over later turns is: usually, and while a decision is asked."""


class TurnTimeline(Widget):
    """The control that shows the turns of a leg and the current one, and goes to another turn.

    ``at`` is the current turn, 0 for the deal; ``head`` is where its marker is drawn while it moves there.
    ``axis`` has the columns; ``lanes`` are the sides in the order of their rows from the top, ``liveries`` the colors
    of each side; ``rounds`` is the number of turns in a round. The numbers of turns stand in a line of the height
    ``foot``, their text enlarged by the factor ``larger``; without that line ``foot`` is 0. ``u`` is the layout unit in
    px. ``on_seek`` gets the turn to which the marker was dragged. ``coming`` is a turn of which the timeline says, at
    the turn before it, that it comes next. ``hides_later`` covers the turns after the current one.
    """

    role = "slider"
    has_click_sound = False

    def __init__(
        self,
        rect: Rect,
        axis: TurnAxis,
        turns: Sequence[ReplayTurn],
        lanes: Sequence[int],
        place: int,
        *,
        liveries: Sequence[SideLivery],
        u: float,
        foot: int,
        larger: float,
        rounds: int,
        on_seek: Callable[[int], None],
        coming: int | None = None,
    ) -> None:
        super().__init__("timeline", _("Timeline"), rect)
        self.turns = tuple(turns)
        self.at = place
        self.head = float(place)
        self.coming = coming
        self.hides_later = False
        self.axis = axis
        self._lanes = tuple(lanes)
        self._liveries = tuple(liveries)
        self._u = u
        self._foot_h = foot
        self._larger = larger
        self._rounds = rounds
        self._on_seek = on_seek
        self._pointed: int | None = None
        self._lay_out()

    # -- layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        rect, foot, axis = self.rect, self._foot_h, self.axis
        top = rect.y + max(2, round(6 * self._u))
        bottom = rect.bottom - (foot or top - rect.y)
        self._plot = Rect(axis.left, top, axis.width, bottom - top)
        self._foot = Rect(axis.left, self._plot.bottom, axis.width, foot)
        self._lane = self._plot.h / len(self._lanes)

    def column(self, place: int) -> Rect:
        """Return the rectangle of a turn's column in the window; 0 is the column of the deal."""
        wide = self.axis.column
        return Rect(round(self.axis.x(place) - wide / 2), self._plot.y, round(wide), self._plot.h)

    def _at(self, pos: tuple[int, int]) -> int:
        return self.axis.at(pos[0])

    # -- input ----------------------------------------------------------------------------------------------------

    @property
    def value(self) -> str:
        return turn_words(self.at, len(self.turns), self.coming)

    @property
    def range(self) -> tuple[float, float, float]:
        return 0, len(self.turns), self.at

    @property
    def pointed(self) -> int | None:
        """The turn whose column the mouse points at, 0 for the deal, or None."""
        return self._pointed

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:  # noqa: ARG002 - as every control
        self._pointed = self._at(pos)
        if self._pointed != self.at:
            self._on_seek(self._pointed)
        return True

    @property
    def scan_parts(self) -> int:
        return len(self.turns) + 1

    @property
    def scan_chosen(self) -> int | None:
        return self.at

    def scan_offer(self, index: int | None) -> None:
        if index is not None:
            self._on_seek(index)

    def press_at(self, pos: tuple[int, int]) -> None: ...

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        was, self._pointed = self._pointed, None if pos is None else self._at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    # -- picture --------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, text_scale: float) -> None:
        self.axis.follow(self.head)
        radius = 12 * self._u + 2
        draw.panel(surface, self.rect, radius, THEME.surface, shadow_px=0)
        self.draw_marks(surface)
        self._draw_head(surface, text_scale)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, max(0.7, text_scale))

    def draw_marks(self, surface: Surface) -> None:
        """Draw the rows of all sides, without the marker."""
        for i, side in enumerate(self._lanes):
            if i % 2:
                band = Rect(self.rect.x, round(self._plot.y + i * self._lane), self.rect.w, round(self._lane))
                surface.fill(THEME.row, band)
            r = min(0.42 * self._lane, 13 * self._u + 2)
            x, y = (self.rect.x + self._plot.x) / 2, self._plot.y + (i + 0.5) * self._lane
            livery.draw_badge(surface, self._liveries[side], x, y, r)
        seen = Rect(self._plot.x, self.rect.y, self._plot.w, self.rect.h)
        surface.blit(self._picture(), seen, Rect(round(self.axis.offset), 0, seen.w, seen.h))
        alpha = HIDING if self.hides_later else DIM
        self.axis.draw_veil(surface, self.head, self._plot.y, self._plot.h + self.hides_later * self._foot_h, alpha)

    def _draw_head(self, surface: Surface, t: float) -> None:
        box, k = self.axis.draw_head(surface, self.head, self._plot.y, self._plot.h, t), max(0.7, t)
        if not self._foot_h:
            return
        said, px = number(round(self.head)), min(0.72 * self._foot.h, 20 * k)
        across = text.width(said, "O8", px) + 1.1 * px
        x = min(max(box.centerx, self._plot.x), self._plot.right)
        plate = Rect(0, 0, max(round(across), box.w), self._foot.h - 2)
        plate.midtop = round(x), self._foot.y
        draw.rounded_rect(surface, plate, 0.24 * plate.h, THEME.ink)
        text.draw(surface, said, plate.centerx, plate.centery, "O8", px, THEME.glow, anchor="c")

    def _picture(self) -> Surface:
        """Return the cached picture of all symbols and numbers, as wide as all columns together."""
        key = ("timeline", self.turns, self._lanes, self._liveries, self.rect.size, self._rounds, number(1000))
        return art.cached(key, self._paint)

    def _paint(self) -> Surface:
        wide = self.axis.picture_width
        picture = Surface((wide, self.rect.h), pygame.SRCALPHA)
        top = self._plot.y - self.rect.y
        marks = _TurnMarks(self.axis.column, self._lane, top, self._plot.h, self._lanes, self._liveries)
        shown = [(place, turn) for place, turn in enumerate(self.turns, 1) if turn.side in self._lanes]
        shapes = [marks.line(place) for place in range(1, len(self.turns) + 1, self._rounds)]
        shapes += [marks.shape(place, turn) for place, turn in shown]
        picture.blit(art.svg("".join(shapes), wide, self.rect.h), (0, 0))
        for place, turn in shown:
            marks.stamp(picture, place, turn)
        if self._foot_h:
            self._paint_foot(picture, marks)
        return picture

    def _paint_foot(self, picture: Surface, marks: _TurnMarks) -> None:
        y, high = self._foot.centery - self.rect.y, self._foot.h
        signs = [place for place, turn in enumerate(self.turns, 1) if turn.extends or turn.ends]
        px = max(text.MIN_CAPTION_PX * self._larger, 0.66 * high)
        taken = text.width(number(len(self.turns)), "B5", px) / 2 + 0.5 * high
        for place in (1, *range(_NUMBERED, len(self.turns) + 1, _NUMBERED)):
            if all(abs(place - sign) * self.axis.column > taken for sign in signs):
                text.draw(picture, number(place), marks.x(place), y, "B5", px, THEME.text2, anchor="c")
        for place in signs:
            icon = "flag" if self.turns[place - 1].ends else "arrow"
            art.blit_icon(picture, icon, (marks.x(place), y), 0.8 * high, THEME.text2)


def turn_words(place: int, turns: int, upcoming_turn: int | None = None) -> str:
    """Return the text about turn ``place`` of a leg with ``turns`` turns; 0 is the deal.

    Right before turn ``upcoming_turn`` the text names that turn instead.
    """
    if upcoming_turn is not None and place == upcoming_turn - 1:
        return _("Before turn {n} of {total}", n=upcoming_turn, total=turns)
    return _("Turn {n} of {total}", n=place, total=turns) if place else _("The deal")


class _TurnMarks:
    """Draws the symbols of turns on the timeline.

    ``column`` is the width of a turn's column, ``lane`` the height of a side's row, ``lanes`` are the sides in the
    order of their rows, of which the first begins at the y ``top``; ``height`` is that of all rows.
    """

    def __init__(
        self,
        column: float,
        lane: float,
        top: float,
        height: float,
        lanes: Sequence[int],
        liveries: Sequence[SideLivery],
    ) -> None:
        self.column = column
        self.lane = lane
        self.top = top
        self.height = height
        self._colors = [livery.color(worn) for worn in liveries]
        self._order = {side: i for i, side in enumerate(lanes)}

    def x(self, place: int) -> float:
        """Return the x of the center of a turn's column."""
        return (place + 0.5) * self.column

    def y(self, side: int) -> float:
        """Return the y of the center of a side's row."""
        return self.top + (self._order[side] + 0.5) * self.lane

    def line(self, place: int) -> str:
        """Return the SVG of the thin line before turn ``place``, the first of a round."""
        x = self.x(place) - self.column / 2
        return svg.rect((x, self.top, 1, self.height), 0, THEME.edge)

    def shape(self, place: int, turn: ReplayTurn) -> str:
        """Return the SVG of a turn's symbol."""
        x, y, color = self.x(place), self.y(turn.side), self._colors[turn.side]
        extension = self._extension(x) if turn.extends else ""
        match turn.kind:
            case TurnKind.DISTANCE:
                return extension + self._bar(x, y, turn.card.km, color)
            case TurnKind.REMEDY:
                return svg.circle(x, y, min(0.17 * self.lane, 0.42 * self.column), color)
            case TurnKind.DISCARD:
                wide, high = min(0.42 * self.column, 0.5 * self.lane), max(2.0, 0.09 * self.lane)
                return svg.rect((x - wide / 2, y - high / 2, wide, high), high / 2, color)
            case TurnKind.ATTACK:
                assert turn.victim is not None
                return self._attack(x, y, self.y(turn.victim) if turn.victim in self._order else y)
            case TurnKind.COUP_FOURRE:
                r = self._roundel
                return svg.circle(x, y, r, THEME.gold_d) + svg.circle(x, y, r - max(1.0, 0.1 * r), THEME.gold)
        return ""

    def stamp(self, picture: Surface, place: int, turn: ReplayTurn) -> None:
        """Draw the icon in a turn's symbol, if it has one."""
        center = self.x(place), self.y(turn.side)
        if turn.kind is TurnKind.SAFETY:
            art.blit_icon(picture, "shield", center, min(0.72 * self.lane, 1.5 * self.column), THEME.brass)
        elif turn.kind is TurnKind.COUP_FOURRE:
            art.blit_icon(picture, "bolt", center, 1.5 * self._roundel, THEME.text)

    @property
    def _roundel(self) -> float:
        return min(0.40 * self.lane, 0.8 * self.column)

    def _bar(self, x: float, y: float, km: int, color: Color) -> str:
        high = (0.30 + 0.55 * km / 200) * self.lane
        wide = max(3.0, min(0.5 * self.column, 0.5 * self.lane))
        return svg.rect((x - wide / 2, y - high / 2, wide, high), min(wide, high) * 0.35, color)

    def _attack(self, x: float, y: float, victim_y: float) -> str:
        """Return the SVG of an attack: a triangle in the attacker's row, and an arrow from it into the victim's row.

        The arrow is left out if both are the same: the victim has no row.
        """
        size = min(0.30 * self.lane, 0.55 * self.column)
        sign = svg.path(
            svg.rounded_polygon_data([(x, y - size), (x + size, y + 0.8 * size), (x - size, y + 0.8 * size)], 1),
            THEME.warn,
        )
        if victim_y == y:
            return sign
        tip = min(0.20 * self.lane, 0.36 * self.column)
        down = 1 if victim_y > y else -1
        end = victim_y - down * tip
        thick = max(1.4, 0.35 * tip)
        shaft = svg.rect((x - thick / 2, min(y, end), thick, abs(end - y)), 0, THEME.warn)
        head = svg.rounded_polygon_data([(x, victim_y + down * tip), (x + tip, end), (x - tip, end)], 0.5)
        return shaft + sign + svg.path(head, THEME.warn)

    def _extension(self, x: float) -> str:
        return svg.rect((x - 1, self.top, 2, self.height), 0, THEME.faint)

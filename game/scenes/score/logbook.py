"""The logbook of a leg that is over: every line with why each bot did what it did, and a table of who hit whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Color, Rect, Surface
from pygame.event import Event

from game.engine.attacks import Hits
from game.i18n import _, _r, number
from game.scenes.dialogs import overlay_plate
from game.scenes.host import Host
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.score.standings import Standings
from game.session.session import Session
from game.table import log
from game.table.geometry.box import Box
from game.table.geometry.layout import lay_out
from game.table.log import LogPanel, log_lines
from game.table.view import TableView
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, Segmented, Style, Widget
from game.ui.widgets.widget import ARROWS
from game.words.log import all_line, bolt_line, cell_line, laid_line, suffered_line
from game.words.names import Names

_LARGER: Final = 1.35  # than on the table, where it stands aside
_WIDE_T, _HIGH_T = 1340, 1000


class LogbookScene(FormScene[Host]):
    """The logbook over the screen it was opened from; Escape or its button closes it.

    Its ``page`` is the log of the leg, or the table of who hit whom, in the leg or in all the match so far.
    """

    text_limit = (1.5, 1.45)
    name = "logbook"
    first_focus = "done"
    opaque = False

    def __init__(self, app: Host, session: Session, standings: Standings, page: str = "log") -> None:
        super().__init__(app)
        self._session = session
        self._standings = standings
        self._end: int | None = None
        self._page = page
        self._scope = "match"
        self._cell: Cell | None = None
        self._table: HitsTable | None = None

    def escape(self) -> None:
        """Go back."""
        self.app.pop(self)

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        """The page on a plate in the middle of the window, the button at its foot."""
        t = self.t
        pad, height = round(28 * t), max(40, round(58 * t))
        self._plate = Rect(
            0, 0, min(self.bounds.w - 24, round(_WIDE_T * t)), min(self.bounds.h - 24, round(_HIGH_T * t))
        )
        self._plate.center = self.bounds.center
        self._head = Rect(self._plate.x, self._plate.y, self._plate.w, round(84 * t))
        self._foot = Rect(self._plate.x + pad, self._plate.bottom - pad // 2 - height, self._plate.w - 2 * pad, height)
        scope = self._scopes(
            Rect(self._foot.x, self._head.bottom + round(16 * t), self._foot.w, max(38, round(54 * t)))
        )
        top = (scope[0].rect.bottom if scope else self._head.bottom) + round(12 * t)
        place = Rect(self._foot.x, top, self._foot.w, self._foot.y - round(14 * t) - top)
        self._table = self._hits(place) if self._page == "hits" else None
        done = Rect(self._foot.right - round(260 * t), self._foot.y, round(260 * t), height)
        self._note = Rect(self._foot.x, self._foot.y, done.x - round(24 * t) - self._foot.x, height)
        page = self._table or self._lines_panel(place)
        button = Button("done", _("Done"), done, on_press=self.escape, style=Style.RED, icon="check")
        return [*scope, page, button]

    def _scopes(self, row: Rect) -> list[Widget]:
        """Of what the hits are, in a match of several legs."""
        if self._page != "hits" or len(self._standings.hits) == 1:
            return []
        rules_id = self._standings.rules_id
        scopes = [("leg", _r(rules_id, "This leg")), ("match", _r(rules_id, "Match"))]
        width = round(0.34 * row.w)
        place = Rect(row.right - width, row.y, width, row.h)
        return [Segmented("scope", _("Show"), place, scopes, self._scope, on_change=self._count)]

    def _count(self, scope: str) -> None:
        self._scope = scope
        self.lay_out()

    def _hits(self, place: Rect) -> HitsTable:
        standings = self._standings
        hits = standings.hits_of_match if self._scope == "match" else standings.hits[-1]
        shown = HitMatrix(hits, standings.names, standings.rules_id)
        return HitsTable(place, self.t, shown, self._cell, self._choose)

    def _choose(self, cell: Cell) -> None:
        self._cell, self.dirty = cell, True

    def _lines_panel(self, place: Rect) -> LogPanel:
        session, leg, t = self._session, self._session.observation, self.t
        names = TableView(leg, session.players, session.viewer).names
        self._lines = log_lines(leg, names, session.notes, explains_all=True)
        layout = lay_out(len(leg.sides), self.app.size)
        larger = _LARGER * layout.t
        left, right = self._plate.x + round(18 * t), self._plate.right - round(10 * t)
        lines = Box.between(left, place.y - log.HEAD * larger, right, self._foot.y)
        self._layout = replace(layout, t=larger, log=lines)
        self._log = LogPanel(self._layout, lambda: self._lines, end=self._end, on_scroll=self._scrolled)
        self._log.rect = self._log.rect.clip(place)  # without the panel's own head, where the tabs are
        return self._log

    def _scrolled(self) -> None:
        self._end, self.dirty = self._log.end, True

    # -- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """The wheel and the keys that scroll act on the log wherever pointer and focus are."""
        if self._page == "log":
            if event.type == pygame.MOUSEWHEEL:
                return self._log.turn(event.y)
            if event.type == pygame.KEYDOWN and self._log.key(event.key):
                return True
        return super().handle(event)

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """The heading, and what stands at the foot."""
        heading = ("title", self._title, self._head)
        return [heading, ("note", self._noted(self._table), self._note)] if self._table else [heading]

    @property
    def _title(self) -> str:
        return _("Who hits whom") if self._page == "hits" else _("Log")

    def _noted(self, table: HitsTable) -> str:
        """The sentence of a cell, or how to read the table."""
        return table.said or _("Attackers in rows.")

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate and page."""
        overlay_plate(surface, self._plate, self._head, self.t)
        head, size = self._head, 0.46 * self._head.h
        left = head.x + round(28 * self.t)
        art.blit_icon(
            surface, "octagon" if self._table else "log", (left + size / 2, head.centery - 2), size, THEME.gold
        )
        text.draw(surface, self._title, left + 1.5 * size, head.centery - 2, "O9", 38 * self.t, THEME.white)
        if self._table:
            self._paint_note(surface, self._table)
        else:
            shown = log.log_shown(self._layout, self._lines, self._log.end)
            log.paint_lines(surface, self._layout, shown, self._standings.names)

    def _paint_note(self, surface: Surface, table: HitsTable) -> None:
        px, place = max(text.MIN_NAME_PX, 22 * self.t), self._note
        x, y = float(place.x), place.centery
        if not table.said and table.shown.has_parried:
            art.blit_icon(surface, "bolt", (x + 0.5 * px, y), px)
            said = bolt_line(self._standings.rules_id)
            x += 1.3 * px
            x += text.draw(surface, said, x, y, "B5", px, THEME.text2, max_width=0.5 * place.w, min_px=12) + 1.3 * px
        face, ink = ("B6", THEME.text) if table.said else ("B5", THEME.text2)
        text.draw(surface, self._noted(table), x, y, face, px, ink, max_width=place.right - x, min_px=12)


_ROW_T, _HEAD_T, _SUM_T, _WIDEST_CELL_T = 90.0, 100.0, 78.0, 210.0
_GAP_T: Final = 6.0
_GROWN: Final = 1.3  # what few sides may have of the room for six

Cell = tuple[int, int]
"""The side that hits, and the one that is hit; one more than the last side is the sum of all."""


@dataclass(frozen=True, slots=True)
class HitMatrix:
    """What the table shows: the counts, whose they are, and the rule set whose words it speaks."""

    hits: Hits
    names: Names
    rules_id: str

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self.names.sides)

    def count(self, cell: Cell) -> int | None:
        """The number in a cell; None where a side would hit itself."""
        by, on = cell
        if by == on < self.sides:
            return None
        if by == on:
            return self.hits.total
        if by == self.sides:
            return self.hits.suffered_by(on)
        return self.hits.laid_by(by) if on == self.sides else self.hits.laid[by][on]

    def is_parried(self, cell: Cell) -> bool:
        """Whether some of the hits in a cell were parried."""
        by, on = cell
        return max(cell) < self.sides and self.hits.parried[by][on] > 0

    @property
    def has_parried(self) -> bool:
        """Whether anything was parried at all."""
        return any(map(any, self.hits.parried))

    @property
    def highest(self) -> int:
        """The highest number of hits of one side on another."""
        return max(map(max, self.hits.laid))

    def said(self, cell: Cell) -> str:
        """A cell in a sentence."""
        by, on = cell
        if by == on:
            return all_line(self.hits)
        if by == self.sides:
            return suffered_line(on, self.hits, self.names)
        if on == self.sides:
            return laid_line(by, self.hits, self.names)
        return cell_line(by, on, self.hits, self.names, self.rules_id)


class HitsTable(Widget):
    """The table in ``place``; ``chosen`` is the cell whose sentence is to be read, ``on_choose`` hears of a new one."""

    role = "grid"
    clicks = False

    def __init__(
        self, place: Rect, t: float, shown: HitMatrix, chosen: Cell | None, on_choose: Callable[[Cell], None]
    ) -> None:
        self.shown = shown
        self._on_choose = on_choose
        self._t = t
        self._pointed: Cell | None = None
        cells = list(self._cells())
        self.chosen = chosen if chosen in cells else cells[0]
        super().__init__("hits", _("Who hits whom"), self._lay_out(place))

    # -- layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self, place: Rect) -> Rect:
        t, sides, names = self._t, self.shown.sides, self.shown.names
        self.gap = max(2, round(_GAP_T * t))
        high = _HEAD_T + sides * _ROW_T + _SUM_T
        k = min(_GROWN, place.h / (high * t))
        self.head, self.row, self.sum = (round(part * k * t) for part in (_HEAD_T, _ROW_T, _SUM_T))
        self.d = min(0.8 * self.row, 84 * t)
        self.px = max(text.MIN_NAME_PX, min(26 * t, 0.26 * self.row if self.row > 60 else 0.42 * self.row))
        faces = max(portraits_width(names, side, self.d) for side in range(sides))
        widest = max(text.width(names.side(side), "O7", self.px) for side in range(sides))
        self._name_x = faces + 20 * t
        wanted = max(self._name_x + widest, self._word_px(self._words()[1], "O7") + 12 * t) + 18 * t
        self.first = round(min(wanted, 0.34 * place.w))
        self.last = round(max(96 * t, self._word_px(self._words()[0], "B6") + 20 * t))
        self.cell = min(
            (place.w - self.first - self.last) // sides, round(_WIDEST_CELL_T * t * (1.6 if sides < 4 else 1))
        )
        wide = self.first + sides * self.cell + self.last
        box = Rect(0, 0, wide, self.head + sides * self.row + self.sum)
        box.midtop = place.midtop
        box.y += round(0.4 * (place.h - box.h))
        return box

    @staticmethod
    def _words() -> tuple[str, str]:
        # Translators: heads of a table of who hit whom; below the first: how many hits a player laid on others,
        # beside the second: how many hits a player suffered from others
        return _("Dealt"), _("Taken")

    def _word_px(self, word: str, face: str) -> int:
        return text.width(word, face, self.px)

    def _cells(self) -> Iterator[Cell]:
        every = range(self.shown.sides + 1)
        return ((by, on) for by in every for on in every if self.shown.count((by, on)) is not None)

    def place_of(self, cell: Cell) -> Rect:
        """Where a cell lies."""
        by, on = cell
        sides = self.shown.sides
        x = self.rect.x + self.first + on * self.cell
        y = self.rect.y + self.head + by * self.row
        wide, high = self.last if on == sides else self.cell, self.sum if by == sides else self.row
        return Rect(x, y, wide, high)

    def _at(self, pos: tuple[int, int]) -> Cell | None:
        return next((cell for cell in self._cells() if self.place_of(cell).collidepoint(pos)), None)

    # -- choosing -------------------------------------------------------------------------------------------------

    @property
    def said(self) -> str | None:
        """The sentence of the cell that is pointed at, or else of the one the keyboard has come to."""
        cell = self._pointed or (self.chosen if self.focused else None)
        return self.shown.said(cell) if cell else None

    def _choose(self, cell: Cell) -> None:
        self.chosen = cell
        self._on_choose(cell)

    @property
    def scan_parts(self) -> int:
        """The cells."""
        return len(list(self._cells()))

    def scan_to(self, index: int | None) -> None:
        """Choose the cell."""
        if index is not None:
            self._choose(list(self._cells())[index])

    def press_at(self, pos: tuple[int, int]) -> None:
        """Choose the cell at the mouse."""
        self._choose(self._at(pos) or self.chosen)

    def point_at(self, pos: tuple[int, int] | None) -> bool:
        """Note which cell the mouse points at."""
        was, self._pointed = self._pointed, None if pos is None else self._at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def key(self, key: int) -> bool:
        """The arrows go to the next cell, over the empty ones; beyond the edge they leave the table."""
        if key not in ARROWS:
            return False
        (dx, dy), (by, on), sides = ARROWS[key], self.chosen, self.shown.sides
        for _step in range(2):
            by, on = by + dy, on + dx
            if not (0 <= by <= sides and 0 <= on <= sides):
                return False
            if self.shown.count((by, on)) is not None:
                self._choose((by, on))
                return True
        return False

    # -- picture --------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, t: float) -> None:
        """Draw heads, rows and sums, and the ring round the chosen cell."""
        for side in range(self.shown.sides):
            self._draw_head(surface, side)
            self._draw_row(surface, side)
            self._draw_own(surface, self._inner((side, side)))
        self._draw_captions(surface)
        self._draw_sums(surface)
        for cell in self._cells():
            self._draw_cell(surface, cell)
        if self.has_ring:
            draw.focus_ring(surface, self._inner(self.chosen), self._radius, max(0.7, t))

    @property
    def _radius(self) -> float:
        return 0.16 * self.row

    def _inner(self, cell: Cell) -> Rect:
        return self.place_of(cell).inflate(-self.gap, -self.gap)

    def _draw_head(self, surface: Surface, side: int) -> None:
        names, place = self.shown.names, self.place_of((0, side))
        d = min(self.d, 0.86 * self.head, 0.9 * self.cell / portraits_width(names, side, 1))
        draw_portraits(surface, names, side, (place.centerx, self.rect.y + 0.5 * self.head), d)

    def _draw_row(self, surface: Surface, side: int) -> None:
        row = self.place_of((side, 0))
        row.x, row.w = self.rect.x, self.rect.w
        draw.rounded(surface, row.inflate(0, -self.gap), self._radius, THEME.row)
        names, left = self.shown.names, row.x + 8 * self._t
        draw_portraits(surface, names, side, (left + portraits_width(names, side, self.d) / 2, row.centery), self.d)
        room = self.first - self._name_x - 6 * self._t
        text.draw(
            surface, names.side(side), row.x + self._name_x, row.centery, "O7", self.px, max_width=room, min_px=12
        )

    def _draw_own(self, surface: Surface, place: Rect) -> None:
        """A bar where a side would hit itself."""
        draw.rounded(surface, place, self._radius, THEME.surface2)
        bar = Rect(0, 0, round(0.26 * self.row), max(2, round(0.03 * self.row)))
        bar.center = place.center
        surface.fill(THEME.faint, bar)

    def _draw_captions(self, surface: Surface) -> None:
        px = max(text.MIN_TEXT_PX, 0.85 * self.px)
        x, y = self.rect.x, self.rect.y
        # Translators: in the corner of the table of who hit whom: over the names of those who hit …
        text.draw(surface, _("hits"), x + 6 * self._t, y + 0.78 * self.head, "B6", px, THEME.text2)
        # Translators: … and before the faces of those who are hit
        right = x + self.first - 10 * self._t
        text.draw(surface, _("is hit"), right, y + 0.3 * self.head, "B6", px, THEME.text2, anchor="r")
        right = self.rect.right - 10 * self._t
        text.draw(surface, self._words()[0], right, y + 0.5 * self.head, "B6", self.px, THEME.text2, anchor="r")

    def _draw_sums(self, surface: Surface) -> None:
        row = self.place_of((self.shown.sides, 0))
        row.x, row.w = self.rect.x, self.rect.w
        draw.rounded(surface, row.inflate(0, -self.gap), self._radius, THEME.navy)
        room = self.first - 20 * self._t
        said, left = self._words()[1], row.x + 14 * self._t
        text.draw(surface, said, left, row.centery, "O7", self.px, THEME.white, max_width=room, min_px=12)

    def _draw_cell(self, surface: Surface, cell: Cell) -> None:
        (by, on), sides, place = cell, self.shown.sides, self.place_of(cell)
        count, px = self.shown.count(cell) or 0, min(30 * self._t, 0.5 * self.row)
        px = max(text.MIN_NAME_PX + 1, px)
        if on == sides:
            ink = THEME.gold_l if by == sides else THEME.text
            text.draw(surface, number(count), place.right - 14 * self._t, place.centery, "O9", px, ink, anchor="r")
        elif by == sides:
            text.draw(surface, number(count), *place.center, "O9", px, THEME.gold_l, anchor="c")
        elif count:
            self._draw_count(surface, cell, count, px)
        else:
            text.draw(surface, number(0), *place.center, "O6", 0.85 * px, THEME.off, anchor="c")

    def _draw_count(self, surface: Surface, cell: Cell, count: int, px: float) -> None:
        place, is_highest = self._inner(cell), count == self.shown.highest
        rim = (THEME.text, max(2.0, 3 * self._t)) if is_highest else (None, 0.0)
        draw.rounded(surface, place, self._radius, _heat(count / self.shown.highest), *rim)
        bolt = 0.75 * px if self.shown.is_parried(cell) else 0.0
        text.draw(surface, number(count), place.centerx, place.centery, "O9", px, anchor="c")
        if bolt:
            across = text.width(number(count), "O9", px)
            art.blit_icon(surface, "bolt", (place.centerx + across / 2 + 0.85 * bolt, place.centery), bolt)

    def nodes(self) -> list[Node]:
        """The table, and each cell with its sentence as name and its number as value."""
        table = replace(super().nodes()[0], focused=False)  # the chosen cell has it
        cells = [
            Node(
                f"hits.{by}.{on}", plain(self.shown.said((by, on))), "cell", node_rect(_box(self.place_of((by, on)))),
                True, self.focused and (by, on) == self.chosen, str(self.shown.count((by, on))),
            )
            for by, on in self._cells()
        ]  # fmt: skip
        return [table, *cells]


def _box(rect: Rect) -> tuple[int, int, int, int]:
    return rect.x, rect.y, rect.w, rect.h


def _heat(part: float) -> Color:
    """From the paper's colour to gold."""
    return THEME.surface.lerp(THEME.heat, 0.18 + 0.82 * part)

"""The logbook of a leg that is over: every line with why each bot did what it did, and who hit whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _, _p, _r
from game.scenes.dialogs import paper_plate
from game.scenes.score.hits import Cell, HitsShown, HitsTable
from game.scenes.score.standings import Standings
from game.session.session import Session
from game.table import log
from game.table.geometry.box import Box
from game.table.geometry.layout import lay_out
from game.table.log import LogPanel, log_lines
from game.table.view import TableView
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import Host
from game.ui.widgets import Button, Segmented, Style, Widget
from game.words.hits import bolt_line

_VEIL: Final = 0.45
_LARGER: Final = 1.35  # than on the table, where it stands aside
_WIDE_T, _HIGH_T = 1340, 1000


class LogbookScene(FormScene):
    """The logbook over the screen it was opened from; Escape or its button closes it.

    It has two pages, the log of the leg and the table of who hit whom, in the leg or in all the match so far.
    """

    name = "logbook"
    first_focus = "page"
    opaque = False

    def __init__(self, app: Host, session: Session, standings: Standings) -> None:
        super().__init__(app)
        self._session = session
        self._standings = standings
        self._end: int | None = None
        self._page = "log"
        self._scope = "match"
        self._cell: Cell | None = None
        self._table: HitsTable | None = None

    def escape(self) -> None:
        """Go back."""
        self.app.pop(self)

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> Sequence[Widget]:
        """The page on a plate in the middle of the window, tabs above it and the button at its foot."""
        t = self.t
        pad, height = round(28 * t), max(40, round(58 * t))
        self._plate = Rect(
            0, 0, min(self.bounds.w - 24, round(_WIDE_T * t)), min(self.bounds.h - 24, round(_HIGH_T * t))
        )
        self._plate.center = self.bounds.center
        self._head = Rect(self._plate.x, self._plate.y, self._plate.w, round(84 * t))
        self._foot = Rect(self._plate.x + pad, self._plate.bottom - pad // 2 - height, self._plate.w - 2 * pad, height)
        tabs = self._tabs(Rect(self._foot.x, self._head.bottom + round(16 * t), self._foot.w, max(38, round(54 * t))))
        top = tabs[0].rect.bottom + round(12 * t)
        place = Rect(self._foot.x, top, self._foot.w, self._foot.y - round(14 * t) - top)
        lines = self._lines_panel(place)  # on the other page too, so that none of another size is left
        self._table = self._hits(place) if self._page == "hits" else None
        done = Rect(self._foot.right - round(260 * t), self._foot.y, round(260 * t), height)
        self._note = Rect(self._foot.x, self._foot.y, done.x - round(24 * t) - self._foot.x, height)
        page = self._table or lines
        button = Button("done", _("Done"), done, on_press=self.escape, style=Style.RED, icon="check")
        return [*tabs, page, button]

    def _tabs(self, row: Rect) -> list[Widget]:
        """What page is seen, and right of it, for the hits of a match of several legs, of what."""
        rules_id = self._standings.rules_id
        pages = [("log", _p("page of the logbook", "Log")), ("hits", _("Who hits whom"))]
        width = round(0.46 * row.w)
        tabs: list[Widget] = [
            Segmented("page", _("Logbook"), Rect(row.x, row.y, width, row.h), pages, self._page, on_change=self._turn)
        ]
        if self._page == "hits" and len(self._standings.hits) > 1:
            scopes = [("leg", _r(rules_id, "This leg")), ("match", _r(rules_id, "Match"))]
            width = round(0.34 * row.w)
            place = Rect(row.right - width, row.y, width, row.h)
            tabs.append(Segmented("scope", _("Counted"), place, scopes, self._scope, on_change=self._count))
        return tabs

    def _turn(self, page: str) -> None:
        self._page = page
        self.lay_out()

    def _count(self, scope: str) -> None:
        self._scope = scope
        self.lay_out()

    def _hits(self, place: Rect) -> HitsTable:
        standings = self._standings
        hits = standings.hits_of_match if self._scope == "match" else standings.hits[-1]
        shown = HitsShown(hits, standings.names, standings.rules_id)
        return HitsTable(place, self.t, shown, self._cell, self._choose)

    def _choose(self, cell: Cell) -> None:
        self._cell, self.dirty = cell, True

    def _lines_panel(self, place: Rect) -> LogPanel:
        session, leg, t = self._session, self._session.observation, self.t
        names = TableView(leg, session.players, session.viewer).names
        self._lines = log_lines(leg, names, session.reasons, hurried=session.hurried, explains_all=True)
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

    # -- course ---------------------------------------------------------------------------------------------------

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
        heading = ("title", _("Logbook"), self._head)
        return [heading, ("note", self._noted(self._table), self._note)] if self._table else [heading]

    def _noted(self, table: HitsTable) -> str:
        """The sentence of a cell, or how to read the table."""
        return table.said or _("Rows hit, columns are hit.")

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate and page."""
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        paper_plate(surface, self._plate, self._head, self.t)
        head, size = self._head, 0.46 * self._head.h
        left = head.x + round(28 * self.t)
        art.blit_icon(surface, "log", (left + size / 2, head.centery - 2), size, THEME.gold)
        text.draw(surface, _("Logbook"), left + 1.5 * size, head.centery - 2, "O9", 38 * self.t, THEME.white)
        if self._table:
            self._paint_note(surface, self._table)
        else:
            log.paint_lines(surface, self._layout, log.log_shown(self._layout, self._lines, self._log.end))

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

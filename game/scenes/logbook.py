"""The logbook of a leg that is over: every line, and why each bot did what it did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.scenes.dialogs import paper_plate
from game.session.session import Session
from game.table import log
from game.table.box import Box
from game.table.layout import lay_out
from game.table.log_panel import LogPanel
from game.table.story import log_lines
from game.table.view import TableView
from game.ui import art, draw, text
from game.ui.form import FormScene
from game.ui.i18n import _
from game.ui.scene import Host
from game.ui.theme import THEME
from game.ui.widgets import Button, Style, Widget

_VEIL: Final = 0.45
_LARGER: Final = 1.35  # than on the table, where it stands aside


class LogbookScene(FormScene):
    """The log over the screen it was opened from; Escape or its button closes it."""

    name = "logbook"
    first_focus = "done"
    opaque = False

    def __init__(self, app: Host, session: Session) -> None:
        super().__init__(app)
        self._session = session
        self._end: int | None = None

    def escape(self) -> None:
        """Go back."""
        self.app.pop(self)

    def build(self) -> Sequence[Widget]:
        """The lines on a plate in the middle of the window, and the button at its foot."""
        session, leg, t = self._session, self._session.observation, self.t
        names = TableView(leg, session.players, session.viewer).names
        self._lines = log_lines(leg, names, session.reasons, explains_all=True)
        pad, height = round(28 * t), max(40, round(58 * t))
        self._plate = Rect(0, 0, min(self.bounds.w - 24, round(900 * t)), min(self.bounds.h - 24, round(960 * t)))
        self._plate.center = self.bounds.center
        self._head = Rect(self._plate.x, self._plate.y, self._plate.w, round(84 * t))
        foot = Rect(self._plate.x + pad, self._plate.bottom - pad // 2 - height, self._plate.w - 2 * pad, height)
        done = Rect(foot.right - round(260 * t), foot.y, round(260 * t), height)
        layout = lay_out(len(leg.sides), self.app.size)
        larger = _LARGER * layout.t
        left, right = self._plate.x + round(18 * t), self._plate.right - round(10 * t)
        lines = Box.between(left, self._head.bottom - log.HEAD * larger, right, foot.y)
        self._layout = replace(layout, t=larger, log=lines)
        self._log = LogPanel(self._layout, lambda: self._lines, end=self._end, on_scroll=self._scrolled)
        return [self._log, Button("done", _("Done"), done, on_press=self.escape, style=Style.RED, icon="check")]

    def _scrolled(self) -> None:
        self._end, self.dirty = self._log.end, True

    def handle(self, event: Event) -> bool:
        """The wheel and the keys that scroll act wherever pointer and focus are."""
        if event.type == pygame.MOUSEWHEEL:
            return self._log.turn(event.y)
        if event.type == pygame.KEYDOWN and self._log.key(event.key):
            return True
        return super().handle(event)

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """The heading."""
        return [("title", _("Logbook"), self._head)]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate and lines."""
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        paper_plate(surface, self._plate, self._head, self.t)
        head, size = self._head, 0.46 * self._head.h
        left = head.x + round(28 * self.t)
        art.blit_icon(surface, "log", (left + size / 2, head.centery - 2), size, THEME.gold)
        text.draw(surface, _("Logbook"), left + 1.5 * size, head.centery - 2, "O9", 38 * self.t, THEME.white)
        log.paint_lines(surface, self._layout, log.log_shown(self._layout, self._lines, self._log.end))

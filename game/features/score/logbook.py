"""The log of a finished leg, with the reason of each bot's move and the milestones and stars that were reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.features.milestones.words import milestone_name
from game.features.tour.watch import GoalWatch
from game.features.tour.words import goal_views, star_line
from game.i18n import _
from game.i18n.punctuation import label_with_text
from game.match.session import Session
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.scenes.screen import corner_button
from game.table import log
from game.table.geometry.box import FloatRect as Place
from game.table.geometry.layout import compute_layout
from game.table.log import LogPanel, log_lines
from game.table.view import LogLine, TableView
from game.ui.layout import Box, Control
from game.words.names import Names

_LARGER = 1.35  # times the text size of the log on the game table, which has only a narrow place
_WIDE, _HIGH, _LEAST = 1340, 760, 300


class LogbookScene(PanelForm):
    """The dialog with the log of the leg; Escape or the corner button closes it."""

    name = "logbook"
    first_focus = "close"
    opaque = False

    def __init__(self, app: Host, session: Session) -> None:
        super().__init__(app)
        self._session = session
        self._goals = GoalWatch(session)
        self._end: int | None = None

    def escape(self) -> None:
        self.app.pop(self)

    def update(self, now_s: float) -> None:
        super().update(now_s)
        if self._goals.update() is not None:
            self.lay_out()

    def is_settled(self) -> bool:
        return super().is_settled() and not self._goals.is_busy

    def tree(self) -> Box:
        close = corner_button(self.scale, self.escape)
        return self.plate(_("Log"), [self._log_box], None, wide=_WIDE, icon="log", aside=close)

    def _log_box(self) -> Box:
        session, leg = self._session, self._session.observation
        names = TableView(leg, session.players, session.viewer).names
        lines = (*log_lines(leg, names, session.notes, explains_all=True), *self._earned())
        high = self.scale.text_px(_LEAST), self.scale.text_px(_HIGH)
        self._lines = _Lines(self.app.size, lines, names, self._end, self._scrolled, high)
        return self._lines

    def _earned(self) -> Iterator[LogLine]:
        """Yield lines for milestones and stars that were reached, and for items that the milestones unlocked."""
        for id in self.app.milestones_reached:
            yield LogLine(None, label_with_text(_("Milestone reached"), milestone_name(id)), icon="medal")
            if opened := self.app.unlocked_line(id):
                yield LogLine(None, opened, icon="garage")
        for goal in goal_views(self._session.stage, *self._goals.status):
            if goal.is_reached:
                yield LogLine(None, star_line(goal.words), icon="star")

    def _scrolled(self) -> None:
        self._end, self.dirty = self._lines.panel.end, True

    def handle(self, event: Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self._lines.panel.turn(event.y)
        if event.type == pygame.KEYDOWN and self._lines.panel.handle_key(event.key):
            return True
        return super().handle(event)


class _Lines(Control):
    """The log panel of the game table, larger and without its heading."""

    panel: LogPanel

    def __init__(
        self, size: tuple[int, int], lines: tuple[LogLine, ...], names: Names, end: int | None,
        on_scroll: Callable[[], None], high: tuple[int, int],
    ) -> None:  # fmt: skip
        super().__init__(self._panel, 0, high, grow=1)
        self._lines, self._names, self._end, self._on_scroll = lines, names, end, on_scroll
        self._table = compute_layout(2, size)

    def _panel(self, rect: Rect) -> LogPanel:
        larger = _LARGER * self._table.text_scale
        place = Place.between(rect.x, rect.y - log.HEAD * larger, rect.right, rect.bottom)
        self._layout = replace(self._table, text_scale=larger, log=place)
        self.panel = LogPanel(self._layout, lambda: self._lines, end=self._end, on_scroll=self._on_scroll)
        self.panel.rect = self.panel.rect.clip(rect)
        return self.panel

    def paint(self, surface: Surface) -> None:
        shown = log.log_view(self._layout, self._lines, self.panel.end)
        log.paint_lines(surface, self._layout, shown, self._names)

"""The Roadbook: one plate on the dimmed poster, with a tab for each of its pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.scenes import background
from game.scenes.dialogs import paint_head, paper_plate
from game.scenes.host import Host
from game.scenes.roadbook.page import Frame, Page, Tab
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import IconButton, Style, Widget
from game.ui.widgets.tab_bar import TabBar

_VEIL: Final = 0.55
_LOW: Final = 600
"""A window lower than this, in pixels, has no background to spare."""


class RoadbookScene(FormScene[Host]):
    """The plate with the pages of ``tabs``, the one of that id open first."""

    text_limit = (2.0, 1.35)
    name = "roadbook"

    def __init__(self, app: Host, tabs: Sequence[Tab], first: str = "matches") -> None:
        super().__init__(app)
        self._tabs = tuple(tabs)
        self._open = first
        self._pages: dict[str, Page] = {}
        self._plate = self._head = Rect(0, 0, 0, 0)

    @property
    def page(self) -> Page:
        """The page that is open."""
        if self._open not in self._pages:
            tab = next(tab for tab in self._tabs if tab.id == self._open)
            frame = Frame(self.app, self.lay_out, self.controls.focus)
            self._pages[self._open] = tab.make(frame)
        return self._pages[self._open]

    def enter(self, app: Host) -> None:
        """Lay out, and give the focus to what the open page wants to have it."""
        super().enter(app)
        if self.page.first_focus:
            self.controls.focus(self.page.first_focus)

    def leave(self) -> None:
        """Close the pages."""
        for page in self._pages.values():
            page.close()

    def escape(self) -> None:
        """End what the page is at, or go back."""
        if self.page.escape():
            self.lay_out()
        else:
            self.app.pop(self)

    def build(self) -> list[Widget]:
        """The tabs, the page from its upper left, and the button that closes."""
        w, h = self.bounds.size
        mx, my = (8, 8) if h < _LOW else (max(8, round(70 * self.u)), max(8, round(48 * self.u)))
        self._plate = Rect(mx, my, w - 2 * mx, h - 2 * my)
        self._head = Rect(self._plate.x, self._plate.y, self._plate.w, max(50, round(108 * self.u)))
        inset, side, high = round(36 * self.u), max(32, round(56 * self.u)), max(34, round(62 * self.u))
        close = Rect(0, 0, side, side)
        close.midright = self._head.right - round(30 * self.u), self._head.centery - round(3 * self.u)
        tabs = Rect(0, 0, round(0.62 * self._plate.w), high)
        tabs.bottomright = close.x - round(30 * self.u), self._head.bottom
        page = Rect(self._plate.x + inset, self._head.bottom + round(26 * self.u), self._plate.w - 2 * inset, 0)
        page.h = self._plate.bottom - max(10, round(28 * self.u)) - page.y
        titles = [(tab.id, tab.words()) for tab in self._tabs]
        return [
            TabBar("tabs", _("Page"), tabs, titles, open=self._open, on_open=self._turn),
            *self.page.build(page, self.u, self.t),
            IconButton("close", _("Close"), close, on_press=self._close, style=Style.NAVY, icon="close"),
        ]

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for the new size; a page that is not open has its place there too."""
        super().resize(size)
        opened = self._open
        for id in [id for id in self._pages if id != opened]:
            self._open = id
            self.build()
        self._open = opened

    def _close(self) -> None:
        self.app.pop(self)

    def _turn(self, id: str) -> None:
        if id != self._open:
            is_known = id in self._pages
            self._open = id
            self.lay_out()
            if is_known:
                self.page.resume()

    def take_in(self, files: Sequence[Path]) -> None:
        """Open the page of the first tab and have it take these files in."""
        self._turn(self._tabs[0].id)
        self.page.take_in(files)

    def resume(self) -> None:
        """Lay out again: what was done above may have changed what is shown here."""
        self.page.resume()
        super().resume()

    def handle(self, event: Event) -> bool:
        """Turn the tabs by Ctrl+Tab, or give the event to the page, then to the controls."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and event.mod & pygame.KMOD_CTRL:
            tabs = next(widget for widget in self.controls.widgets if isinstance(widget, TabBar))
            return tabs.turn(-1 if event.mod & pygame.KMOD_SHIFT else 1, around=True)
        if self.page.handle(event):
            self.dirty = True
            return True
        return super().handle(event)

    def update(self, now_s: float) -> None:
        """Let the open page follow what has come."""
        self.dirty = self.page.update(now_s) or self.dirty

    def is_settled(self) -> bool:
        """Whether nothing is about to change by itself."""
        return self.page.is_settled()

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading and page."""
        return [("title", _("Roadbook"), self._head), *self.page.texts()]

    def paint(self, surface: Surface) -> None:
        """Draw poster and veil, then the plate with its head, and the page."""
        surface.blit(background.picture(self.app.size), (0, 0))
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        paper_plate(surface, self._plate, self._head, self.t)
        head = Rect(self._head.x, self._head.y, round(0.38 * self._head.w), self._head.h - round(3 * self.u))
        paint_head(surface, head, self._plate.x + round(56 * self.u), "stone", _("Roadbook"))
        self.page.paint(surface)

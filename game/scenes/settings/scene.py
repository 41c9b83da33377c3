"""The screen of the settings: categories at the left, one page of entries. Each acts at once and is remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.scenes.dialogs import DialogButton, confirm, overlay_plate, paint_head
from game.scenes.host import Host
from game.scenes.settings.categories import CATEGORIES, Category
from game.scenes.settings.entries import Page, Written
from game.scenes.settings.layout import SettingsLayout, settings_layout, visible
from game.ui.drawing.theme import THEME
from game.ui.scene import text_factor, unit
from game.ui.widgets import Button, Style, Widget
from game.ui.widgets.scroll import Scroll
from game.ui.widgets.table_of_contents import TableOfContents

_PREVIOUS, _NEXT = -1, 1


class PageBar(Widget):
    """The bar beside a page that is longer than its place; Up and Down go on by an entry."""

    role = "scrollbar"
    clicks = False

    def __init__(self, rect: Rect, scroll: Scroll, on_scroll: Callable[[int], None]) -> None:
        super().__init__("page.bar", _("Scroll bar"), rect)
        self._scroll = scroll
        self._on_scroll = on_scroll

    @property
    def value(self) -> str | None:
        """How far it is, in per cent."""
        return str(round(100 * self._scroll.offset / self._scroll.most))

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:  # noqa: ARG002 - a press moves it at once
        """Go where the mouse is."""
        share = (pos[1] - self.rect.y) / self.rect.h
        self._on_scroll(min(self._scroll.most, max(0, round(share * (self._scroll.most + 1) - 0.5))))
        return True

    def press(self) -> None:
        """Go on by an entry, at the end to the beginning."""
        self._on_scroll(self._scroll.offset + 1 if self._scroll.offset < self._scroll.most else 0)

    def press_at(self, pos: tuple[int, int]) -> None:
        """Nothing more: the press has moved it already."""

    def key(self, key: int) -> bool:
        """Go on, or back."""
        step = {pygame.K_UP: _PREVIOUS, pygame.K_DOWN: _NEXT}.get(key, 0)
        there = self._scroll.offset + step
        if step and 0 <= there <= self._scroll.most:
            self._on_scroll(there)
            return True
        return False

    def draw(self, surface: Surface, t: float) -> None:  # noqa: ARG002 - as every control's
        """Draw trough and grip."""
        self._scroll.paint_bar(surface, self.rect, held=self.pressed or self.has_ring)


class SettingsScene(Page):
    """A plate over the title or the menu."""

    text_limit = (2.0, 1.45)
    name = "settings"
    first_focus = "categories"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._category = CATEGORIES[0]
        self._first = 0
        self._places: SettingsLayout
        self._lines: list[Written] = []
        self._entry_of: dict[str, int] = {}

    def escape(self) -> None:
        """Go back to where the settings were opened."""
        self.app.pop(self)

    def settings_changed(self) -> None:
        """Follow what keys switch that work everywhere."""
        if self.shown != self.app.settings:
            self.relabel()

    # -- the pages ------------------------------------------------------------------------------------------------

    def _open(self, id: str) -> None:
        self._category = next(category for category in CATEGORIES if category.id == id)
        self._first = 0
        self.lay_out()

    def _read_on(self) -> None:
        """Go into the page."""
        inside = [widget.id for widget in self.controls.widgets if widget.id in self._entry_of]
        if inside:
            self.controls.focus(inside[0], ring=True)

    def _ask_reset(self) -> None:
        yes = DialogButton("reset", lambda: _("Defaults"), self._reset, Style.RED)
        self.app.push(confirm(self.app, self._category.title, _reset_words, yes))

    def _reset(self) -> None:
        self.take(replace(self.app.settings, **self._category.changed(self.app.settings)))

    def _scroll_to(self, first: int) -> None:
        self._first = first
        grip, focused = self.controls.grip, self.controls.focused
        self.lay_out()
        self.controls.take_up(grip)
        if focused is not None and self.controls.focused is None:  # what had the focus is out of sight
            self.controls.focus("page.bar")

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """All controls, showing what is set."""
        category, self.shown = self._category, self.app.settings
        titles = [(known.id, known.title()) for known in CATEGORIES]
        icons = {known.id: known.icon for known in CATEGORIES}
        t = text_factor(unit(self.app.size))
        needed = sum(entry.height for entry in category.entries)
        widest = TableOfContents.natural_width([title for _id, title in titles], t, icons=True)
        self._places = places = settings_layout(self.app.size, len(CATEGORIES), widest, needed)
        contents = TableOfContents(
            "categories", _("Settings"), places.categories, titles, open=category.id, on_open=self._open,
            on_press=self._read_on, icons=icons,
        )  # fmt: skip
        reset = Button(
            "reset", _("Defaults"), places.reset, on_press=self._ask_reset, style=Style.PAPER,
            enabled=bool(category.changed(self.shown)),
        )  # fmt: skip
        done = Button("done", _("Done"), places.done, on_press=self.escape, style=Style.RED, icon="check")
        return [contents, *self._entries(category), reset, done]

    def _entries(self, category: Category) -> list[Widget]:
        """The controls of the page's entries, as many of them as there is room for, and the bar if that is not all."""
        places = self._places
        heights = [round(entry.height * places.k) for entry in category.entries]
        self._first, end = visible(heights, self._first, places.page.h)
        self._lines, self._entry_of, widgets = [], {}, []
        self._rows: list[Rect] = []
        y = places.page.y
        for at in range(self._first, end):
            entry, rect = category.entries[at], Rect(places.page.x, y, places.page.w, heights[at])
            self._rows.append(rect)
            self._lines += entry.lines(self, rect)
            widget = entry.widget(self, rect)
            if widget is not None:
                widgets.append(widget)
                self._entry_of[widget.id] = at
            y = rect.bottom
        if end - self._first < len(heights):
            most = visible(heights, len(heights), places.page.h)[0]
            scroll = Scroll(len(heights) - most, len(heights), self._first)
            widgets.append(PageBar(places.bar, scroll, self._scroll_to))
        self._end = end
        return widgets

    def handle(self, event: Event) -> bool:
        """Scroll by the wheel, and by the keys that go to an entry that is not in sight; else as any form."""
        if not self.controls.popup:
            if event.type == pygame.MOUSEWHEEL:
                self._scroll_to(max(0, self._first - event.y))
                return True
            if event.type == pygame.KEYDOWN and self._goes_on(event):
                return True
        return super().handle(event)

    def _goes_on(self, event: Event) -> bool:
        """Whether a key led from an entry to the next or the one before, which may have to be brought into sight."""
        step = _step(event)
        focused = self.controls.focused
        at = self._entry_of.get(focused.id) if focused is not None else None
        if step is None or at is None:
            return False
        ahead = self._ahead(at, step)
        if not ahead and (self._first > 0 if step < 0 else self._end < len(self._category.entries)):
            self._scroll_to(self._first + step)
            ahead = self._ahead(at, step)
        elif not ahead:
            return False
        if ahead:
            self.controls.focus(ahead[0], ring=True)
        return True

    def _ahead(self, at: int, step: int) -> list[str]:
        """The controls in sight after that entry, or before it, the nearest first."""
        ahead = [id for id, entry in self._entry_of.items() if (entry - at) * step > 0]
        return ahead[::step]

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The heading, and what is written on the page."""
        return [
            ("title", _("Settings"), self._places.head),
            *((line.id, line.words, line.rect) for line in self._lines if line.id),
        ]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate and all words that are no control's own."""
        places, t = self._places, self.t
        overlay_plate(surface, places.plate, places.head, t)
        paint_head(surface, places.head, places.categories.x, "gear", _("Settings"))
        surface.fill(THEME.edge, places.line)
        for row in self._rows:
            surface.fill(THEME.edge, (row.x, row.bottom - 1, row.w, max(1, round(1.5 * t))))
        for line in self._lines:
            line.paint(surface)


def _step(event: Event) -> int | None:
    """In which direction a key leads through the entries, None for neither."""
    if event.key == pygame.K_TAB:
        return _PREVIOUS if event.mod & pygame.KMOD_SHIFT else _NEXT
    return {pygame.K_UP: _PREVIOUS, pygame.K_DOWN: _NEXT}.get(event.key)


def _reset_words() -> str:
    return _("Everything on this page goes back to its default. The language stays.")

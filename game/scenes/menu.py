"""The menu over a running match, and the list of languages, which the title opens too."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from game.i18n import _, endonym, language, menu_order
from game.scenes.dialogs import PlateForm
from game.scenes.host import Host
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Column, Grid, Label, button
from game.ui.widgets import Style

_WIDE: Final = 520


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu, or a sign on the title; ``second`` is a line below its name, where there is room for one."""

    id: str
    name: str
    icon: str | None
    act: Callable[[], None]
    style: Style = Style.BLUE
    second: str | None = None


class ListScene(PlateForm):
    """A plate with a heading and a column of buttons, over the scene below."""

    opaque = False

    def title(self) -> str:
        """The heading."""
        raise NotImplementedError

    def note(self) -> str:
        """A line below the buttons, or nothing."""
        return ""

    def entries(self) -> Sequence[Entry]:
        """The buttons from the top down."""
        raise NotImplementedError

    def escape(self) -> None:
        """Close the menu."""
        self.app.pop(self)

    def tree(self) -> Box:
        """The buttons below each other, or in two or four columns where that is too high, and the note."""
        note = Label(self.scale, self.note(), ROLES.body, THEME.text2, id="note") if self.note() else None
        return self.plate(
            self.title(),
            [self._column, partial(self._columns, 2), partial(self._columns, 4), self._column],
            note,
            wide=_WIDE,
        )

    def _column(self) -> Box:
        return Column(*self._buttons(), gap=self.scale.gap(16))

    def _columns(self, count: int) -> Box:
        buttons, gap = self._buttons(), self.scale.gap(16)
        return Grid(*buttons, across=(count,), gap=(gap, gap), together=math.ceil(len(buttons) / count))

    def _buttons(self) -> list[Box]:
        return [
            button(self.scale, e.id, e.name, e.act, style=e.style, icon=e.icon, is_low=True) for e in self.entries()
        ]


class LanguageScene(ListScene):
    """The languages, each by its own name; choosing one switches at once and closes the list."""

    name = "language"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.first_focus = language()

    def title(self) -> str:
        """The heading."""
        return _("Language")

    def entries(self) -> list[Entry]:
        """The languages; the present one stands out and is ticked."""
        return [
            Entry(
                code,
                endonym(code),
                "check" if code == language() else None,
                self._chooser(code),
                Style.BLUE if code == language() else Style.PAPER,
            )
            for code in menu_order()
        ]

    def _chooser(self, code: str) -> Callable[[], None]:
        def choose() -> None:
            self.app.pop(self)
            self.app.set_language(code)

        return choose


class MenuScene(ListScene):
    """The menu of a running match, or of the lesson; ``note`` says that nothing is lost.

    ``more`` are entries of the scene below, which act when the menu is closed.
    """

    name = "menu"

    def __init__(
        self, app: Host, note: Callable[[], str] | None = None, *, more: Callable[[], Sequence[Entry]] = tuple
    ) -> None:
        super().__init__(app)
        self._saved = note or self._kept
        self._more = more

    @property
    def _is_lost(self) -> bool:
        """Whether the match is not on disk, and will be lost with this window."""
        session = self.app.session
        return session is not None and session.autosave.has_file and not session.autosave.is_kept

    def _kept(self) -> str:
        if self._is_lost:
            return _("Nothing is saved here: it’s lost when you quit.")
        return _("Saved after every move.")

    def title(self) -> str:
        """The heading."""
        return _("Menu")

    def note(self) -> str:
        """That nothing is lost, or that it is."""
        return self._saved()

    def entries(self) -> list[Entry]:
        """Go on, what the scene below has, rules, settings, language, about, report, leave, quit."""
        leave = _("Back to title") if self._is_lost else _("Save and quit to title")
        return [
            Entry("continue", _("Continue"), "play", self.escape, Style.RED),
            *map(self._closing, self._more()),
            Entry("rules", _("Rules"), "rules", self.app.show_rules),
            Entry("keys", _("Keys"), "keyboard", self.app.show_keys),
            Entry("settings", _("Settings"), "gear", self.app.show_settings),
            Entry("language", endonym(language()), "globe", lambda: self.app.push(LanguageScene(self.app))),
            Entry("about", _("About"), "info", self.app.show_about),
            Entry("report", _("Report a problem"), "warning", self.app.report_problem),
            Entry("leave", leave, "undo" if self._is_lost else "save", self.app.go_home, Style.PAPER),
            Entry("quit", _("Quit game"), "close", self.app.quit, Style.PAPER),
        ]

    def _closing(self, entry: Entry) -> Entry:
        """The same, with the menu closed before."""

        def act() -> None:
            self.app.pop(self)
            entry.act()

        return replace(entry, act=act)

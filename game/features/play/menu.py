"""The pause menu of a running match, and the list of languages, which the title screen opens too."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import starmap

from game.i18n import Words, _, language, menu_order, own_language_name, say
from game.i18n.punctuation import label_with_text, with_full_stop
from game.scenes.dialogs import PanelForm, paint_paper_plate
from game.scenes.host import Host
from game.scenes.screen import corner_button
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle
from game.words.house_rules import house_rules_line

_WIDE = 520
_TWO_PLATES_FROM_PX = 1100
"""In a narrower window, in px, the pause menu shows one panel at a time instead of two."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One button of a menu: its name, its icon and what it does."""

    id: str
    name: str
    icon: str | None
    act: Callable[[], None]
    style: ButtonStyle = ButtonStyle.BLUE


class ButtonListScene(PanelForm):
    """A dialog with a heading and a column of buttons, above the previous scene."""

    opaque = False
    icon: str | None = None
    has_close = False
    """Whether to show a close button; a list needs one if none of its entries closes it."""

    def title(self) -> str:
        raise NotImplementedError

    def note(self) -> str:
        """Return the line of text below the buttons, or "" for no line."""
        return ""

    def entries(self) -> Sequence[MenuEntry]:
        raise NotImplementedError

    def escape(self) -> None:
        self.app.pop(self)

    def tree(self) -> ui.Box:
        note = ui.Label(self.scale, self.note(), ui.ROLES.body, THEME.text2, id="note") if self.note() else None
        close = corner_button(self.scale, self.escape) if self.has_close else None
        return self.plate(
            self.title(), self.button_layouts(self.entries()), note, wide=_WIDE, icon=self.icon, aside=close
        )

    def button_layouts(self, entries: Sequence[MenuEntry], *, are_small: bool = False) -> list[Callable[[], ui.Box]]:
        """Return layouts of the buttons, of which the first that fits is used: one, two or four columns.

        If none fits, the last one, a single column, scrolls.
        """
        gap, role = self.scale.space_px(16), ui.ROLES.name if are_small else ui.ROLES.button

        def stand(count: int) -> ui.Box:
            buttons = [
                ui.Button(
                    self.scale, e.id, e.name, e.act, style=e.style, icon=e.icon, role=role, is_low=True,
                    is_left=are_small,
                )
                for e in entries
            ]  # fmt: skip
            return ui.Grid(*buttons, across=(count,), gap=(gap, gap), bundle_size=math.ceil(len(buttons) / count))

        return [partial(stand, count) for count in (1, 2, 4, 1)]


class LanguageScene(ButtonListScene):
    """The list of languages, each by its own name; choosing one changes the language and closes the list."""

    name = "language"
    icon = "globe"
    has_close = True

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.first_focus = language()

    def title(self) -> str:
        return _("Language")

    def entries(self) -> list[MenuEntry]:
        return [
            MenuEntry(
                code,
                own_language_name(code),
                "check" if code == language() else None,
                self._chooser(code),
                ButtonStyle.BLUE if code == language() else ButtonStyle.PAPER,
            )
            for code in menu_order()
        ]

    def _chooser(self, code: str) -> Callable[[], None]:
        def choose() -> None:
            self.app.pop(self)
            self.app.set_language(code)

        return choose


class PauseMenuScene(ButtonListScene):
    """The pause menu of a running match or of the lesson.

    ``note`` returns the line below the buttons, by default whether the match is saved. Entries that are rarely needed
    are in a second panel, beside the first one or in its place. The second panel begins with the entries that ``more``
    returns: those of the scene that opened the menu, which act after the menu has closed.
    """

    name = "menu"
    icon = "pause"

    def __init__(
        self, app: Host, note: Words | None = None, *, more: Callable[[], Sequence[MenuEntry]] = tuple
    ) -> None:
        super().__init__(app)
        self._saved: Words = note or self._kept
        self._more = more
        self._shows_more = False

    @property
    def _is_lost(self) -> bool:
        """Whether the match is not on disk and will be lost when the window closes."""
        session = self.app.session
        return session is not None and session.autosave.has_file and not session.autosave.is_kept

    def _kept(self) -> str:
        if self._is_lost:
            return _("Nothing is saved here: quitting loses it all.")
        return _("Saved after every move.")

    @property
    def _house_rules(self) -> str:
        """A sentence that names the house rules of the match, or "" if it has none."""
        session = self.app.session
        ours = house_rules_line(session.setup.options.house_rules) if session is not None else ""
        return with_full_stop(label_with_text(_("House rules"), ours)) if ours else ""

    def title(self) -> str:
        return _("Pause")

    def note(self) -> str:
        return " ".join(filter(None, (say(self._saved), self._house_rules)))

    def escape(self) -> None:
        if self._shows_more:
            self._toggle_second_plate()
        else:
            super().escape()

    def _toggle_second_plate(self) -> None:
        """Open or close the second panel, and move the focus into it or back."""
        self._shows_more = not self._shows_more
        self.lay_out()
        self.controls.focus(self._second_entries()[0].id if self._shows_more else "more")

    def entries(self) -> list[MenuEntry]:
        return [
            MenuEntry("continue", _("Continue"), "play", super().escape, ButtonStyle.RED),
            MenuEntry("rules", _("Rules"), "rules", self.app.show_rules),
            MenuEntry("settings", _("Settings"), "gear", self.app.show_settings),
            MenuEntry(
                "leave",
                _("Back to main menu"),
                "undo" if self._is_lost else "save",
                self.app.go_home,
                ButtonStyle.PAPER,
            ),
            MenuEntry("more", _("More"), "more", self._toggle_second_plate, ButtonStyle.PAPER),
        ]

    def _second_entries(self) -> list[MenuEntry]:
        """Return the entries of the second panel: those of the scene that opened the menu, then all others."""
        own = [
            ("language", label_with_text(_("Language"), own_language_name(language())), "globe", self._choose_language),
            ("report", _("Report a problem"), "warning", self.app.report_problem),
            ("about", _("About"), "info", self.app.show_about),
            ("quit", _("Quit game"), "close", self.app.quit),
        ]
        more = [*map(self._closing, self._more()), *starmap(MenuEntry, own)]
        return [replace(entry, style=ButtonStyle.PAPER) for entry in more]

    def _choose_language(self) -> None:
        self.app.push(LanguageScene(self.app))

    def _closing(self, entry: MenuEntry) -> MenuEntry:
        """Return the entry with an action that closes the menu first."""

        def act() -> None:
            self.app.pop(self)
            entry.act()

        return replace(entry, act=act)

    def tree(self) -> ui.Box:
        if not self._shows_more:
            return super().tree()
        ways = [self._both] if self.bounds.w >= _TWO_PLATES_FROM_PX else []
        return self.view_state.first_that_fits("plates", self.bounds.size, *ways, self._second_alone)

    def _both(self) -> ui.Box:
        s = self.scale
        note = ui.Label(s, self.note(), ui.ROLES.body, THEME.text2, id="note")
        close = corner_button(s, self._toggle_second_plate)
        as_high = ui.Spacer((0, close.height_range(0)[1]), grow=0)
        first = self.framed(
            self.title(), self.button_layouts(self.entries())[0](), note, icon=self.icon, aside=as_high, share=0.5
        )
        rest = self.button_layouts(self._second_entries(), are_small=True)[0]()
        second = self.framed(
            _("More"), rest, icon="more", aside=close, ground=paint_paper_plate, share=0.5, id="more.title"
        )
        both = ui.Row(first, second, gap=s.space_px(40), middle=False)
        return ui.Center(both, round(2 * _WIDE * s.text_scale) + both.gap, s.text_px(20))

    def _second_alone(self) -> ui.Box:
        close = corner_button(self.scale, self._toggle_second_plate)
        return self.plate(
            _("More"),
            self.button_layouts(self._second_entries(), are_small=True),
            None,
            wide=_WIDE,
            icon="more",
            aside=close,
        )

"""The menu over a running match, and the list of languages, which the title opens too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.i18n import _, endonym, language, menu_order
from game.scenes.dialogs import overlay_plate
from game.scenes.host import Host
from game.scenes.settings.scene import SettingsScene
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, Style, Widget


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu, or a sign on the title; ``second`` is a line below its name, where there is room for one."""

    id: str
    name: str
    icon: str | None
    act: Callable[[], None]
    style: Style = Style.BLUE
    second: str | None = None


class ListScene(FormScene[Host]):
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

    def build(self) -> list[Widget]:
        """Size the plate for its longest line."""
        t, entries = self.t, self.entries()
        height, gap, pad = max(40, round(66 * t)), round(16 * t), round(36 * t)
        head = round(88 * t)
        widest = max(Button.natural_width(entry.name, height, icon=True) for entry in entries)
        width = min(self.bounds.w - 2 * pad, max(round(520 * t), widest + 2 * pad))
        self._note_px = max(13.0, 23 * t)
        note = text.paragraph_height(self.note(), "B5", self._note_px, width - 2 * pad) if self.note() else 0
        foot = round(0.6 * pad) + note if note else 0
        room = self.bounds.h - 2 * gap - head - foot - 2 * pad
        step = min(height + gap, (room + gap) // len(entries))
        gap = min(gap, round(0.2 * step))
        height, column = step - gap, len(entries) * step - gap
        self._plate = Rect(0, 0, width, head + pad + column + foot + pad)
        self._plate.center = self.bounds.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        top, left = self._head.bottom + pad, self._plate.x + pad
        self._note = Rect(left, top + column + round(0.6 * pad), width - 2 * pad, note + 4)
        return [
            Button(e.id, e.name, Rect(left, top + i * (height + gap), width - 2 * pad, height),
                   on_press=e.act, style=e.style, icon=e.icon)
            for i, e in enumerate(entries)
        ]  # fmt: skip

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading and note."""
        note = [("note", self.note(), self._note)] if self.note() else []
        return [("title", self.title(), self._head), *note]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, heading and note."""
        overlay_plate(surface, self._plate, self._head, self.t)
        left, room = self._note.x, self._note.w
        px = 40 * self.t
        text.draw(surface, self.title(), left, self._head.centery, "O9", px, THEME.white, max_width=room, min_px=18)
        if self.note():
            rect = (self._note.x, self._note.y, self._note.w, self._note.h)
            text.paragraph(surface, self.note(), rect, "B5", self._note_px, THEME.text2)


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

    text_limit = (1.2, 2.0)
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
        return session is not None and session.is_to_be_kept and not session.is_kept

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
            Entry("settings", _("Settings"), "gear", lambda: self.app.push(SettingsScene(self.app))),
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

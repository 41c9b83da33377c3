"""The chosen match beside the list: its name, its rules and where it stands, with all that can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pygame import Rect, Surface

from game.i18n import _, number
from game.i18n.punctuation import facts
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.roadbook.match_list import Item
from game.session.storage.digest import MatchSummary
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, IconButton, Style, Widget
from game.ui.widgets.text_field import TextDraft, TextField
from game.words.matches import days_left, match_about, match_state, match_title, names_of

_Entry = tuple[str, str, str | None, Callable[[], None], Style]
"""A button: its id, name and icon, what it does, and its look."""


@dataclass(frozen=True, slots=True)
class PanelActions:
    """What the buttons do; None for what cannot be done here."""

    go_on: Callable[[], None]
    look_at: Callable[[], None] | None
    begin_name: Callable[[], None]
    end_name: Callable[[], None]
    copy: Callable[[], None]
    export: Callable[[], None]
    delete: Callable[[], None]
    restore: Callable[[], None]
    empty: Callable[[], None]


class MatchPanel:
    """The panel laid out in ``place`` for one row of the list; ``draft`` is the name that is being typed."""

    def __init__(
        self, item: Item, place: Rect, u: float, t: float, actions: PanelActions, draft: TextDraft | None = None
    ) -> None:
        self.item = item
        self.place = place
        self.u, self.t = u, t
        self._actions = actions
        self._draft = draft
        pad = max(12, round(28 * u))
        self._inner = place.inflate(-2 * pad, -2 * pad)
        bin_side = max(32, round(48 * u))
        self._bin = Rect(self._inner.right - bin_side, self._inner.y, bin_side, bin_side)
        self._name = Rect(self._inner.x, self._inner.y, self._bin.x - round(14 * u) - self._inner.x, bin_side)
        self._about_px = text.sized(19 * u, text.MIN_TEXT_PX)
        top = self._bin.bottom + round(8 * u)
        self._about = Rect(self._inner.x, top, self._inner.w, round(2 * self._about_px * text.LINE_HEIGHT) + 2)

    @property
    def match(self) -> MatchSummary | None:
        """The match, None for a file that cannot be read."""
        return self.item.match

    # -- controls -----------------------------------------------------------------------------------------------------

    def widgets(self) -> list[Widget]:
        """The bin, unless it was deleted, or the field of a name; then the red button, and the others in columns."""
        act = self._actions
        corner: list[Widget] = []
        if self._draft is not None:
            corner = [
                TextField(
                    "name_field", _("Name"), self._name, self._draft,
                    on_change=lambda _typed: None, on_press=act.end_name,
                ),
                IconButton("keep_name", _("Save name"), self._bin, on_press=act.end_name, icon="check"),
            ]  # fmt: skip
        elif not self.item.deleted:
            corner = [IconButton("delete", _("Delete"), self._bin, on_press=act.delete, style=Style.PAPER, icon="bin")]
        return [*corner, *self._buttons()]

    def _buttons(self) -> list[Widget]:
        entries = self._entries()
        high, gap = max(34, round(66 * self.u)), max(6, round(14 * self.u))
        rest = entries[1:] if self._has_red else entries
        widest = max(Button.natural_width(entry[1], high, icon=entry[2] is not None) for entry in rest)
        columns = len(rest) if len(rest) * (widest + gap) <= self._inner.w else 2
        rows = -(-len(rest) // columns)
        y = self._inner.bottom - rows * high - (rows - 1) * gap
        widgets: list[Widget] = []
        self._buttons_top = y
        if self._has_red:
            self._buttons_top = y - high - gap
            widgets.append(self._button(entries[0], Rect(self._inner.x, self._buttons_top, self._inner.w, high)))
        for row in range(rows):
            entries_of_row = rest[row * columns : (row + 1) * columns]
            widgets += self._row(entries_of_row, Rect(self._inner.x, y + row * (high + gap), self._inner.w, high), gap)
        return widgets

    def _row(self, entries: Sequence[_Entry], place: Rect, gap: int) -> list[Widget]:
        """Buttons of one width side by side, as wide as the place."""
        step = (place.w + gap) / len(entries)
        return [
            self._button(entry, Rect(place.x + round(n * step), place.y, round(step) - gap, place.h))
            for n, entry in enumerate(entries)
        ]

    @property
    def _has_red(self) -> bool:
        return self._entries()[0][4] is Style.RED

    def _entries(self) -> list[_Entry]:
        """The buttons; the first one is red if there is anything to go on with, to look at or to fetch back."""
        act, match = self._actions, self.match
        if self.item.deleted:
            return [
                ("restore", _("Restore"), "undo", act.restore, Style.RED),
                ("empty", _("Remove all now…"), None, act.empty, Style.PAPER),
            ]
        export = ("export", _("Export…"), None, act.export, Style.PAPER)
        if match is None:
            return [export]
        others = [
            ("name", _("Name…"), None, act.begin_name, Style.PAPER),
            ("copy", _("Copy"), None, act.copy, Style.PAPER),
            export,
        ]
        look = [] if act.look_at is None else [("look_at", _("View"), "replay", act.look_at)]
        if match.is_over:
            return [*((*entry, Style.RED) for entry in look), *others]
        red = ("go_on", _("Continue"), "flag", act.go_on, Style.RED)
        return [red, *((*entry, Style.BLUE) for entry in look), *others]

    @staticmethod
    def _button(entry: _Entry, rect: Rect) -> Button:
        id, name, icon, act, style = entry
        return Button(id, name, rect, on_press=act, style=style, icon=icon)

    # -- words --------------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        return match_title(self.match) if self.match else _("Can’t be read")

    def _words(self) -> str:
        if self.item.deleted:
            about = [match_about(self.match)] if self.match else []
            return facts([*about, days_left(self.item.deleted.gone_from_s, datetime.now())])
        if self.match is not None:
            return facts([match_about(self.match), match_state(self.match)])
        return _("This file contains no match that this version can read.")

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Name, rules and standing."""
        told = [("match", self._title(), self._name)] if self._draft is None else []
        told.append(("match_about", self._words(), self._about))
        match = self.match
        if match is not None:
            names = names_of(match)
            for (side, total), row in zip(enumerate(match.totals), self._rows(len(match.totals)), strict=True):
                told.append((f"side.{side}", names.scored(side, total), row))
        return told

    # -- picture ------------------------------------------------------------------------------------------------------

    def _rows(self, count: int) -> list[Rect]:
        """The places of the sides, between the rules and the buttons."""
        top, bottom = self._about.bottom + round(8 * self.u), self._buttons_top - round(12 * self.u)
        high = min(round(105 * self.u), (bottom - top) // count)
        return [Rect(self._inner.x, top + n * high, self._inner.w, high) for n in range(count)]

    def paint(self, surface: Surface) -> None:
        """Draw the panel, its words, and a line for each side."""
        u, k = self.u, max(0.7, self.t)
        draw.rounded(surface, self.place, 18 * u, THEME.raised, THEME.edge, max(1.5, 2 * k))
        if self._draft is None:
            px, y = text.sized(32 * u, 16.0), self._name.centery
            is_named = self.match is not None and bool(self.match.name)
            text.draw(
                surface, self._title(), self._name.x, y, "O8", px,
                max_width=self._name.w, min_px=13, may_be_cut=is_named,
            )  # fmt: skip
        about = (self._about.x, self._about.y, self._about.w, self._about.h)
        text.paragraph(surface, self._words(), about, "B5", self._about_px, THEME.text2)
        if self.match is None:
            side = min(self._inner.w, self._buttons_top - self._about.bottom) * 0.4
            middle = (self._inner.centerx, (self._about.bottom + self._buttons_top) / 2)
            art.blit_icon(surface, "octagon", middle, side, THEME.bad)
        else:
            self._paint_sides(surface, self.match)

    def _paint_sides(self, surface: Surface, match: MatchSummary) -> None:
        names, line = names_of(match), max(1, round(1.6 * self.t))
        for (side, total), row in zip(enumerate(match.totals), self._rows(len(match.totals)), strict=True):
            surface.fill(THEME.edge, (row.x, row.y, row.w, line))
            d = min(0.76 * row.h, 56 * self.u + 6)
            across = portraits_width(names, side, d)
            draw_portraits(surface, names, side, (row.x + across / 2, row.centery), d)
            px = text.sized(24 * self.u, text.MIN_NAME_PX)
            used = text.draw(surface, number(total), row.right, row.centery, "O9", 1.1 * px, anchor="r")
            left = row.x + across + 0.35 * d
            room = row.right - used - 0.4 * d - left
            text.draw(surface, names.side(side), left, row.centery, "O7", px, max_width=room, min_px=12)

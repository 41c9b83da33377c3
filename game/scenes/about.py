"""About the game: what it is, its version, who made it, and the licences of what others wrote."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

import game
from game.i18n import LANGUAGES, _, capital, part_purpose
from game.i18n.punctuation import facts, labelled
from game.licences import licence_in_short, shipped_parts, whole_licence
from game.scenes.dialogs import overlay_plate, screen_plate
from game.scenes.host import Host
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import is_tall, text_factor, unit
from game.ui.widgets import Button, Segmented, Style, Widget
from game.ui.widgets.areas import Row, RowList, ScrollArea, TextArea
from game.ui.widgets.scroll import Scroll

_WIDEST: Final = 1.8  # of the plate's height
_LIST: Final = 0.52  # of the page: the list of licences, above the text


@dataclass(frozen=True, slots=True)
class AboutLayout:
    """The plate with its head; the game with the stone, its name and version; tabs and page, two buttons below.

    ``rows`` and ``reading`` share the page between the list of licences and the text of one.
    """

    plate: Rect
    head: Rect
    game: Rect
    stone: Rect
    words: Rect
    copy: Rect
    tabs: Rect
    page: Rect
    rows: Rect
    reading: Rect
    report: Rect
    done: Rect
    is_tall: bool


def about_layout(size: tuple[int, int]) -> AboutLayout:
    """Lay the screen out for a window: the game beside the page, or above it in a tall window."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size, _WIDEST)
    pad = round(max(16, 50 * u))
    top, bottom = head.bottom + round(max(12, 26 * u)), plate.bottom - round(max(12, 30 * u))
    inner = Rect(plate.x + pad, top, plate.w - 2 * pad, bottom - top)
    done = Rect(0, 0, round(278 * t), round(74 * t))
    done.bottomright = inner.bottomright
    if is_tall(size):
        game = Rect(inner.x, inner.y, inner.w, round(270 * t))
        right = Rect(inner.x, game.bottom + round(22 * t), inner.w, 0)
    else:
        game = Rect(inner.x, inner.y, round(0.3 * inner.w), inner.h)
        left = game.right + round(max(20, 45 * u))
        right = Rect(left, inner.y, inner.right - left, 0)
    tabs = Rect(right.x, right.y, right.w, max(38, round(58 * t)))
    page = Rect(right.x, tabs.bottom + round(16 * t), right.w, 0)
    page.h = done.y - round(18 * t) - page.y
    rows = Rect(page.x, page.y, page.w, round(_LIST * page.h))
    reading = Rect(page.x, rows.bottom + round(12 * t), page.w, 0)
    reading.h = page.bottom - reading.y
    report = Rect(page.x, done.y, done.x - round(20 * t) - page.x, done.h)
    stone, words, copy = _beside(game, t) if is_tall(size) else _below(game, t)
    return AboutLayout(plate, head, game, stone, words, copy, tabs, page, rows, reading, report, done, is_tall(size))


def _below(game: Rect, t: float) -> tuple[Rect, Rect, Rect]:
    """The stone, the words below it, and the button at the foot."""
    pad = round(20 * t)
    side = round(min(0.8 * game.w, 0.46 * game.h))
    stone = Rect(game.centerx - side // 2, game.y + pad, side, side)
    copy = Rect(game.x + pad, 0, game.w - 2 * pad, max(40, round(60 * t)))
    copy.bottom = game.bottom - pad
    words = Rect(copy.x, stone.bottom + round(8 * t), copy.w, 0)
    words.h = copy.y - pad - words.y
    return stone, words, copy


def _beside(game: Rect, t: float) -> tuple[Rect, Rect, Rect]:
    """The stone, the words right of it, and the button below them."""
    pad = round(20 * t)
    side = game.h - 2 * pad
    stone = Rect(game.x + pad, game.y + pad, side, side)
    copy = Rect(stone.right + pad, 0, round(330 * t), max(40, round(60 * t)))
    copy.bottom = game.bottom - round(1.3 * pad)
    words = Rect(copy.x, game.y + pad, game.right - pad - copy.x, 0)
    words.h = copy.y - pad // 2 - words.y
    return stone, words, copy


_SYSTEMS: Final = {"win32": "windows", "darwin": "macos"}
"""How the index of licences calls the systems; what is none of these is like Linux."""


class AboutScene(FormScene[Host]):
    """A plate over the title or the menu, with two pages: the credits, and the licences of all that is shipped."""

    text_limit = (2.0, 1.8)
    name = "about"
    first_focus = "page"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.places: AboutLayout = about_layout(app.size)
        self._page = "credits"
        system = _SYSTEMS.get(sys.platform, "linux")
        self.parts = tuple(part for part in shipped_parts() if system in part.ships)
        self._chosen = self.parts[0]
        self._list, self._reading = Scroll(), Scroll()
        self._is_copied: bool | None = None

    def escape(self) -> None:
        """Go back to where it was opened."""
        self.app.pop(self)

    # -- controls -----------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The game's button, the tabs and their page, and the button at the foot."""
        self.places = about_layout(self.app.size)
        pages = [("credits", _("Credits")), ("licences", _("Licenses"))]
        tabs = Segmented("page", _("Page"), self.places.tabs, pages, self._page, on_change=self._turn)
        done = Button("done", _("Done"), self.places.done, on_press=self.escape, style=Style.RED, icon="check")
        areas: list[Widget] = [] if self._page == "credits" else [self._rows(), self._text()]
        return [self._copy_button(), tabs, *areas, self._report_button(), done]

    def _turn(self, page: str) -> None:
        self._page = page
        self.lay_out()

    def _copy_button(self) -> Button:
        """Says what became of it, once it was pressed."""
        name, icon = {
            None: (_("Copy version"), "copy"),
            True: (_("Copied"), "check"),
            False: (_("Not copied"), "warning"),
        }[self._is_copied]
        return Button("copy", name, self.places.copy, on_press=self._copy, style=Style.PAPER, icon=icon)

    def _report_button(self) -> Button:
        name, room = _("Report a problem"), self.places.report
        place = Rect(room.topleft, (min(room.w, Button.natural_width(name, room.h, icon=True)), room.h))
        return Button("report", name, place, on_press=self.app.report_problem, style=Style.PAPER, icon="warning")

    def _copy(self) -> None:
        try:
            pygame.scrap.put_text(f"{game.TITLE} {game.__version__}")
        except pygame.error:  # as when another program holds the clipboard
            self._is_copied = False
        else:
            self._is_copied = True
        self.lay_out()

    def _rows(self) -> RowList:
        rows = [
            Row(part.id, part.name, capital(part_purpose(part.what)), licence_in_short(part)) for part in self.parts
        ]
        return RowList(
            "licences", _("Licenses"), self.places.rows, rows, self._chosen.id,
            scroll=self._list, t=self.t, on_choose=self._choose, on_press=self._read_on,
        )  # fmt: skip

    def _text(self) -> TextArea:
        heading, written = _("License text: {name}", name=self._chosen.name), whole_licence(self._chosen)
        return TextArea("text", heading, self.places.reading, written, scroll=self._reading, t=self.t)

    def _choose(self, id: str) -> None:
        self._chosen = next(part for part in self.parts if part.id == id)
        self._reading = Scroll()
        self.lay_out()

    def _area(self, kind: type[ScrollArea]) -> ScrollArea | None:
        return next((widget for widget in self.controls.widgets if isinstance(widget, kind)), None)

    def _read_on(self) -> None:
        area = self._area(TextArea)
        if area:
            area.press()

    def handle(self, event: Event) -> bool:
        """Scroll what the mouse points at by the wheel, and the text by Page Up and Down wherever the focus is."""
        reading = self._area(TextArea)
        if reading and self._scrolls(event, reading):
            self.dirty = True
            return True
        return super().handle(event)

    def _scrolls(self, event: Event, reading: ScrollArea) -> bool:
        rows = self._area(RowList)
        match event.type:
            case pygame.MOUSEWHEEL:
                (rows if rows and rows.hovered else reading).turn(event.y)
            case pygame.KEYDOWN if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
                reading.key(event.key)
            case _:
                return False
        return True

    # -- picture ------------------------------------------------------------------------------------------------------

    def _credits(self) -> list[tuple[str, str, str]]:
        """Icon, what, and by whom."""
        founders, own = _("the Milestone Rally founders"), _("own work, made for this game")
        return [
            ("rules", _("Concept and rules research"), founders),
            ("code", _("Program and bots"), founders),
            ("star", _("Drawings"), own),
            ("music", _("Sounds"), own),
            ("speech", _("Words in {n} languages", n=len(LANGUAGES)), founders),
        ]

    def _note(self) -> str:
        return _("A free card game about racing for kilometers. It has no ties to any publisher and needs no internet.")

    def _version(self) -> str:
        return _("Version {version}", version=game.__version__)

    @property
    def _note_px(self) -> float:
        return max(13.0, 21 * self.t)

    def _credit_rows(self) -> tuple[list[Rect], Rect]:
        """The places of the credits, and below them that of the note."""
        page, t = self.places.page, self.t
        note = text.paragraph_height(self._note(), "B5", self._note_px, page.w - round(8 * t)) + round(4 * t)
        count = len(self._credits())
        step = min(round(86 * t), (page.h - note - round(8 * t)) // count)
        rows = [Rect(page.x, page.y + i * step, page.w, step - round(8 * t)) for i in range(count)]
        return rows, Rect(page.x + round(4 * t), rows[-1].bottom + round(14 * t), page.w - round(8 * t), note)

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading, name and version, and the credits if they are shown."""
        places = self.places
        said = [
            ("title", _("About Milestone Rally"), places.head),
            ("name", facts([game.TITLE, self._version()]), places.words),
        ]
        if self._page == "credits":
            rows, note = self._credit_rows()
            for i, ((_icon, what, by), row) in enumerate(zip(self._credits(), rows, strict=True)):
                said.append((f"credit.{i}", labelled(what, by), row))
            said.append(("note", self._note(), note))
        return said

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, head, the game, and the credits."""
        overlay_plate(surface, self.places.plate, self.places.head, self.t)
        self._paint_head(surface)
        self._paint_game(surface)
        if self._page == "credits":
            self._paint_credits(surface)

    def _paint_head(self, surface: Surface) -> None:
        head, left = self.places.head, self.places.game.x
        size, y = 0.4 * head.h, head.centery - 2
        art.blit_icon(surface, "info", (left + size / 2, y), size, THEME.gold)
        at = left + 1.5 * size
        room = self.places.done.right - at
        text.draw(surface, _("About Milestone Rally"), at, y, "O9", 0.42 * head.h, THEME.white, max_width=room)

    def _paint_game(self, surface: Surface) -> None:
        places, t = self.places, self.t
        draw.rounded(surface, places.game, 20 * t, THEME.row)
        surface.blit(art.picture("parts/milestone", *places.stone.size), places.stone.topleft)
        lines = [
            (game.TITLE, "O9", 38 * t, THEME.text),
            (self._version(), "O7", 27 * t, THEME.text),
            (_("The card game of the open road"), "B5", max(13.0, 22 * t), THEME.text2),
        ]
        words, anchor = places.words, partial(text.draw, surface, anchor="l" if places.is_tall else "c")
        x = words.x if places.is_tall else words.centerx
        y = words.y + max(0.0, (words.h - 128 * t) / 2) + 20 * t
        for said, face, px, ink in lines:
            anchor(said, x, y, face, px, ink, max_width=words.w, min_px=text.MIN_TEXT_PX)
            y += 44 * t

    def _paint_credits(self, surface: Surface) -> None:
        rows, note = self._credit_rows()
        for (icon, what, by), row in zip(self._credits(), rows, strict=True):
            self._paint_credit(surface, row, icon, what, by)
        rect = (note.x, note.y, note.w, note.h)
        text.paragraph(surface, self._note(), rect, "B5", self._note_px, THEME.text2)

    def _paint_credit(self, surface: Surface, row: Rect, icon: str, what: str, by: str) -> None:
        t, y = self.t, row.centery
        draw.rounded(surface, row, 0.18 * row.h, THEME.row)
        d = min(52 * t, row.h - 8 * t)
        left, right = row.x + 16 * t, row.right - 18 * t
        draw.rounded(surface, (left, y - d / 2, d, d), d / 2, THEME.navy)
        art.blit_icon(surface, icon, (left + d / 2, y), 0.52 * d, THEME.gold_l)
        at, px, small = left + d + 18 * t, max(text.MIN_NAME_PX, 25 * t), max(13.0, 22 * t)
        gap = 20 * t
        names = min(text.width(what, "O7", px), right - at - gap - text.width(by, "B5", text.MIN_TEXT_PX))
        text.draw(surface, what, at, y, "O7", px, max_width=names)
        room = right - at - names - gap
        text.draw(surface, by, right, y, "B5", small, THEME.text2, anchor="r", max_width=room, min_px=text.MIN_TEXT_PX)

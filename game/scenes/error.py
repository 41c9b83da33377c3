"""After an error in the program: a plate that says first what is safe, then what a report of it holds."""

# ruff: noqa: ARG002 - the arguments are those of every scene

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.scenes.dialogs import framed_plate
from game.scenes.host import Host
from game.scenes.report import ReportSaving
from game.session.report import Report
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, Style, Widget

_VEIL: Final = 0.62
_SIDE_BY_SIDE_FROM: Final = 1.15  # of the window's height: a narrower one has the picture above the words
_PICTURE: Final = (475, 217)
_TRUCK: Final = 1400 / 460


class Safe(Enum):
    """What became of what the player did before the error."""

    NOTHING = "nothing"
    """There was no match."""
    KEPT = "kept"
    OVER = "over"
    LESSON = "lesson"
    LOST = "lost"
    """The match is not on disk."""


@dataclass(frozen=True, slots=True)
class ErrorAnswers:
    """What the buttons do; without ``go_on`` it went wrong too often, and the program ends."""

    saving: ReportSaving
    quit: Callable[[], None]
    go_on: Callable[[], None] | None


def broken_file_words(name: str) -> str:
    """What is to be done about a file of the game that cannot be used."""
    return _("A file of the game is missing or damaged: {name}. Install the game again.", name=name)


class ErrorScene(FormScene[Host]):
    """The plate, above the picture that was on the screen last; ``look`` asks anew what is safe.

    It must not need anything that may have caused the error: no scene lies below it, and it holds no part of one.
    """

    text_limit = (1.6, 1.5)
    name = "error"

    def __init__(
        self, app: Host, report: Report, look: Callable[[], Safe], answers: ErrorAnswers, ground: Surface | None
    ) -> None:
        super().__init__(app)
        self._report = report
        self._look = look
        self._safe = look()
        self._answers = answers
        self._ground = ground

    def enter(self, app: Host) -> None:
        """Lay out; the ring shows at once what Enter does."""
        super().enter(app)
        self.controls.focus(self._main, ring=True)

    def leave(self) -> None:
        """Free the picture at once: it is as large as the window."""
        self._ground = None

    @property
    def _main(self) -> str:
        """The button that stands out."""
        if self._safe is Safe.LOST and not self._answers.saving.is_begun:
            return "report"
        return "quit" if self._answers.go_on is None else "go_on"

    def escape(self) -> None:
        """Go on if that is possible; never quit."""
        if self._answers.go_on is not None:
            self._answers.go_on()

    def update(self, now_s: float) -> None:
        """Follow what the disk says of the match and of the report."""
        safe, is_told = self._look(), self._answers.saving.follow()
        if is_told or safe is not self._safe:
            self._safe = safe
            self.lay_out()

    def _save_report(self) -> None:
        self._answers.saving.begin()
        self.lay_out()
        self.controls.focus(self._main, ring=self.controls.shows_ring)

    # -- words ----------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        return _("Something went wrong") if self._answers.go_on else _("It went wrong again")

    def _lead(self) -> str:
        match self._safe:
            case Safe.KEPT:
                return _("Your match is safe: it was saved after the last card.")
            case Safe.OVER:
                return _("The match is over, so nothing is lost.")
            case Safe.LESSON:
                return _("The lesson goes on where you were.")
            case Safe.LOST:
                return _("Your match could not be saved. If you quit now, it is lost.")
        return _("No match was running, so nothing is lost.")

    def _explanation(self) -> str:
        saving = self._answers.saving
        if saving.is_begun:
            return saving.words()
        about = saving.words()
        if self._report.broken_file is not None:
            return f"{broken_file_words(self._report.broken_file)} {about}"
        if self._answers.go_on is not None:
            return about
        ends = _("The game will close. You can start it again.")
        return f"{ends} {about}"

    def _mark(self) -> str:
        # Translators: by this the makers of the game find the error; the time is on a 24-hour clock
        return _("Error {code} · at {time}", code=self._report.code, time=f"{self._report.at:%H:%M}")

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading and words."""
        said = [("title", self._title(), self._head), ("lead", self._lead(), self._words)]
        return [*said, ("explanation", self._explanation(), self._words), ("mark", self._mark(), self._words)]

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Size the plate for its words: picture and words side by side or one above the other, buttons below."""
        t, window = self.t, self.bounds
        self._pad = round(40 * t)
        self._lead_px, self._body_px = max(16.0, 28 * t), max(text.MIN_TEXT_PX, 22.5 * t)
        self._mark_px = max(text.MIN_TEXT_PX, 20 * t)
        beside = window.w >= _SIDE_BY_SIDE_FROM * window.h
        width = min(window.w - round(40 * t), round((1164 if beside else 900) * t))
        inner, height = width - 2 * self._pad, max(44, round(76 * t))
        column = round(inner * 0.525) if beside else inner
        head, words = max(54, round(106 * t)), self._words_height(column)
        picture = self._picture_size(inner, beside=beside)
        body = max(words, picture[1]) if beside else words + picture[1] + round(0.7 * self._pad)
        rows = self._rows(inner, height)
        foot = len(rows) * height + (len(rows) - 1) * round(0.4 * self._pad)
        self._plate = Rect(0, 0, width, head + body + foot + round(2.6 * self._pad))
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        left, top = self._plate.x + self._pad, self._head.bottom + round(0.9 * self._pad)
        self._picture = Rect((left, top + ((body - picture[1]) // 2 if beside else 0)), picture)
        if not beside:
            self._picture.centerx = self._plate.centerx
        words_top = top + (body - words) // 2 if beside else self._picture.bottom + round(0.7 * self._pad)
        self._words = Rect(left + inner - column, words_top, column, words)
        return self._buttons(rows, Rect(left, top + body + round(0.8 * self._pad), inner, height))

    def _picture_size(self, inner: float, *, beside: bool) -> tuple[int, int]:
        across = min(inner * 0.425, _PICTURE[0] * self.t) if beside else min(inner, 0.9 * _PICTURE[0] * self.t)
        return round(across), round(across * _PICTURE[1] / _PICTURE[0])

    def _parts(self) -> tuple[tuple[str, str, float], ...]:
        """The words from the top down: face, what they say, and their size."""
        return (
            ("O7", self._lead(), self._lead_px),
            ("B5", self._explanation(), self._body_px),
            ("B6", self._mark(), self._mark_px),
        )

    def _words_height(self, column: float) -> int:
        gaps = 2 * round(14 * self.t)
        return sum(text.paragraph_height(said, face, px, column) for face, said, px in self._parts()) + gaps

    def _labels(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        """The buttons in reading order: id, name, icon, and what it does."""
        go_on, is_saved = self._answers.go_on, self._answers.saving.is_saved
        labels = [("go_on", _("Go on"), "play", go_on)] if go_on else []
        report = _("Report saved") if is_saved else _("Save a report")
        labels.append(("report", report, "check" if is_saved else "save", self._save_report))
        return [*labels, ("quit", _("Quit"), "close", self._answers.quit)]

    def _rows(self, inner: int, height: int) -> list[list[int]]:
        """Which buttons stand side by side: all, or each below the other if they are too wide."""
        widths = [Button.natural_width(name, height, icon=True) for _id, name, _icon, _act in self._labels()]
        fits = sum(widths) + (len(widths) - 1) * round(0.4 * self._pad) <= inner
        return [list(range(len(widths)))] if fits else [[i] for i in range(len(widths))]

    def _buttons(self, rows: list[list[int]], place: Rect) -> list[Widget]:
        labels, gap, buttons = self._labels(), round(0.4 * self._pad), list[Widget]()
        for row in rows:
            widths = [Button.natural_width(labels[i][1], place.h, icon=True) for i in row]
            spare = place.w - sum(widths) - gap * (len(row) - 1)
            shares = [0.5, *[0.5 / max(1, len(row) - 1)] * (len(row) - 1)] if len(row) > 1 else [1.0]
            x = place.x
            for i, width, share in zip(row, widths, shares, strict=True):
                across = round(width + share * spare) if i != row[-1] else place.right - x
                buttons.append(self._button(labels[i], Rect(x, place.y, across, place.h)))
                x += across + gap
            place = place.move(0, place.h + gap)
        return buttons

    def _button(self, label: tuple[str, str, str, Callable[[], None]], rect: Rect) -> Button:
        id, name, icon, act = label
        style = Style.RED if id == self._main else Style.PAPER
        enabled = id != "report" or self._answers.saving.may_begin
        return Button(id, name, rect, on_press=act, style=style, icon=icon, enabled=enabled)

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw what was there last below a veil, then the plate."""
        self.paint_ground(surface)
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        color = THEME.red_d if self._safe is Safe.LOST else THEME.navy
        framed_plate(surface, self._plate, self._head, self.t, color)
        self._paint_head(surface)
        draw.rounded(surface, self._picture, 18 * self.t, THEME.cream)
        across = 0.94 * self._picture.w
        truck = art.picture("parts/tow_truck", across, across / _TRUCK)
        surface.blit(truck, truck.get_rect(center=self._picture.center))
        self._paint_words(surface)

    def paint_ground(self, surface: Surface) -> None:
        """Draw what was on the screen last, without the plate."""
        if self._ground is None:
            surface.fill(THEME.navy)
        else:
            pygame.transform.scale(self._ground, surface.get_size(), surface)

    def _paint_head(self, surface: Surface) -> None:
        left, y, size = self._head.x + self._pad, self._head.centery, 0.52 * self._head.h
        art.blit_icon(surface, "warning", (left + size / 2, y), size, THEME.gold_l)
        left += round(1.35 * size)
        room, px = self._head.right - self._pad - left, 54 * self.t
        text.draw(surface, self._title(), left, y, "O9", px, THEME.white, max_width=room, min_px=18)

    def _paint_words(self, surface: Surface) -> None:
        x, y, w, _h = self._words
        for (face, said, px), color in zip(self._parts(), (THEME.text, THEME.text2, THEME.text2), strict=True):
            high = text.paragraph_height(said, face, px, w)
            text.paragraph(surface, said, (x, y, w, high + 2), face, px, color)
            y += high + round(14 * self.t)

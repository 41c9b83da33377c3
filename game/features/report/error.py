"""The dialog after an error in the program, and the dialog after the game was updated while it was running."""

# ruff: noqa: ARG002 - the arguments are those of every scene

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial

import pygame
from pygame import Rect, Surface

from game.features.report.model import Report
from game.features.report.scene import ReportSaving
from game.i18n import _
from game.phrases import N_
from game.scenes import background
from game.scenes.dialogs import DialogButton, DialogScene, PanelForm, paint_framed_plate
from game.scenes.host import Host
from game.ui import layout as ui
from game.ui.drawing import art, draw
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle

_VEIL = 0.62
_SIDE_BY_SIDE_FROM = 1.15  # of the window's height: a narrower one has the picture above the words
_PICTURE = (475, 217)
_TRUCK = 1400 / 460


class SaveStatus(Enum):
    """Whether the running match or lesson is safe after an error."""

    NOTHING = "nothing"
    """No match was running."""
    KEPT = "kept"
    """The match was saved."""
    OVER = "over"
    """The match was already over."""
    LESSON = "lesson"
    """A lesson was running; it continues where it was."""
    LOST = "lost"
    """The match could not be saved."""


@dataclass(frozen=True, slots=True)
class ErrorActions:
    """The actions of the buttons in the error dialog.

    ``go_on`` continues the game. It is None after too many errors: then the player can only quit.
    """

    saving: ReportSaving
    quit: Callable[[], None]
    go_on: Callable[[], None] | None


def broken_file_words(name: str) -> str:
    """Return the advice for a game file that is missing or damaged."""
    return _("A file of the game is missing or damaged: {name}. Install the game again.", name=name)


def match_saved_words(safe: SaveStatus) -> str:
    """Return a sentence that says whether the running match was saved, or an empty string if none was running."""
    match safe:
        case SaveStatus.KEPT:
            return _("Your race is safe and will continue next time.")
        case SaveStatus.LOST:
            return _("Your race could not be saved.")
    return ""


class RestartScene(DialogScene):
    """The dialog that asks the player to restart after an update; ``save_status`` says whether the running match was
    saved.
    """

    opaque = True

    def __init__(self, app: Host, save_status: SaveStatus) -> None:
        quits = DialogButton("quit", N_("Quit"), app.quit, ButtonStyle.RED)
        super().__init__(app, "restart", N_("The game was updated"), self._words, [quits])
        self._safe = save_status

    def _words(self) -> str:
        again = _("Quit and start it again to go on.")
        return f"{again} {match_saved_words(self._safe)}".rstrip()

    def _give(self, answer: DialogButton) -> None:
        answer.act()

    def paint(self, surface: Surface) -> None:
        surface.blit(background.picture(self.app.size), (0, 0))
        super().paint(surface)


class ErrorScene(PanelForm):
    """The dialog after an error, drawn over ``ground``, the last picture of the screen.

    ``read_save_status`` returns whether the match is safe by now. The dialog keeps no reference to any other scene,
    because that scene may have caused the error.
    """

    name = "error"

    def __init__(
        self,
        app: Host,
        report: Report,
        read_save_status: Callable[[], SaveStatus],
        answers: ErrorActions,
        ground: Surface | None,
    ) -> None:
        super().__init__(app)
        self._report = report
        self._read_save_status = read_save_status
        self._save_status = read_save_status()
        self._answers = answers
        self._ground = ground

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.controls.focus(self._main, ring=True)

    def leave(self) -> None:
        self._ground = None

    @property
    def _main(self) -> str:
        """The id of the button that is highlighted and focused first."""
        if self._save_status is SaveStatus.LOST and not self._answers.saving.is_begun:
            return "report"
        return "quit" if self._answers.go_on is None else "go_on"

    def escape(self) -> None:
        if self._answers.go_on is not None:
            self._answers.go_on()

    def update(self, now_s: float) -> None:
        safe, is_told = self._read_save_status(), self._answers.saving.poll()
        if is_told or safe is not self._save_status:
            self._save_status = safe
            self.lay_out()

    def _save_report(self) -> None:
        self._answers.saving.start()
        self.lay_out()
        self.controls.focus(self._main, ring=self.controls.shows_ring)

    # -- words ----------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        return _("Something went wrong") if self._answers.go_on else _("It went wrong again")

    def _lead(self) -> str:
        match self._save_status:
            case SaveStatus.KEPT:
                return _("Your race is safe: it was saved after the last card.")
            case SaveStatus.OVER:
                return _("The race is over, so nothing is lost.")
            case SaveStatus.LESSON:
                return _("The lesson picks up where you left off.")
            case SaveStatus.LOST:
                return _("Your race could not be saved. If you quit now, it is lost.")
        return _("No race was running, so nothing is lost.")

    def _explanation(self) -> str:
        saving = self._answers.saving
        if saving.is_begun:
            return saving.status_words()
        about = saving.status_words()
        if self._report.broken_file is not None:
            return f"{broken_file_words(self._report.broken_file)} {about}"
        if self._answers.go_on is not None:
            return about
        ends = _("The game will close. You can start it again.")
        return f"{ends} {about}"

    def _mark(self) -> str:
        # Translators: by this the makers of the game find the error; the time is on a 24-hour clock
        return _("Error {code} · at {time}", code=self._report.code, time=self._report.at.strftime("%H:%M"))

    # -- layout and picture ---------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        w, h = self.app.size
        first, *others = self._labels()
        foot = ui.Flow(
            self._button(*first, grow=0.5), *(self._button(*label, grow=0.5 / len(others)) for label in others),
            gap=self.scale.text_px(16),
        )  # fmt: skip
        is_wide = w >= _SIDE_BY_SIDE_FROM * h
        color = THEME.red_d if self._save_status is SaveStatus.LOST else THEME.navy
        return self.plate(
            self._title(), [self._beside if is_wide else self._above, self._words], foot, role=ui.ROLES.alert,
            wide=1164 if is_wide else 900, ground=partial(paint_framed_plate, color=color), icon="warning",
        )  # fmt: skip

    def _beside(self) -> ui.Box:
        return ui.Row(self._picture(), self._words(), gap=self.scale.text_px(40))

    def _above(self) -> ui.Box:
        return ui.Column(self._picture(), self._words(), gap=self.scale.text_px(28))

    def _picture(self) -> ui.Box:
        s = self.scale
        return ui.Canvas(_paint_truck, s.text_px(_PICTURE[0]), s.text_px(_PICTURE[1]))

    def _words(self) -> ui.Box:
        s = self.scale
        return ui.Column(
            ui.Label(s, self._lead(), ui.ROLES.name, id="lead"),
            ui.Label(s, self._explanation(), ui.ROLES.body, THEME.text2, id="explanation"),
            ui.Label(s, self._mark(), ui.ROLES.body, THEME.text2, id="mark"),
            gap=s.text_px(14), grow=1,
        )  # fmt: skip

    def _labels(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        """Return the id, name, icon and action of each button, in reading order."""
        go_on, is_saved = self._answers.go_on, self._answers.saving.is_saved
        labels = [("go_on", _("Go on"), "play", go_on)] if go_on else []
        report = _("Report saved") if is_saved else _("Save a report")
        labels.append(("report", report, "check" if is_saved else "save", self._save_report))
        return [*labels, ("quit", _("Quit"), "close", self._answers.quit)]

    def _button(self, id: str, name: str, icon: str, act: Callable[[], None], grow: float) -> ui.Box:
        style = ButtonStyle.RED if id == self._main else ButtonStyle.PAPER
        enabled = id != "report" or self._answers.saving.may_begin
        return ui.Button(self.scale, id, name, act, style=style, icon=icon, enabled=enabled, grow=grow)

    def preload(self) -> bool:
        return True

    def paint(self, surface: Surface) -> None:
        self.paint_ground(surface)
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        super().paint(surface)

    def paint_ground(self, surface: Surface) -> None:
        if self._ground is None:
            surface.fill(THEME.navy)
        else:
            pygame.transform.scale(self._ground, surface.get_size(), surface)


def _paint_truck(surface: Surface, place: Rect) -> None:
    field = Rect(0, 0, min(place.w, round(place.h * _PICTURE[0] / _PICTURE[1])), place.h)
    field.center = place.center
    draw.rounded_rect(surface, field, 0.08 * field.h, THEME.cream)
    across = 0.94 * field.w
    truck = art.picture("parts/tow_truck", across, across / _TRUCK)
    surface.blit(truck, truck.get_rect(center=field.center))

"""Recovery from an error in a frame: it is logged and shown, and the game continues from the last move on disk."""

from __future__ import annotations

import contextlib
import logging
import traceback
from datetime import datetime
from functools import partial

import pygame
from pygame import Surface

from game.engine.errors import RulesFileError
from game.features.report.error import ErrorActions, ErrorScene, SaveStatus, broken_file_words, match_saved_words
from game.features.report.model import ProgramState, Report, make_report
from game.features.report.scene import ReportSaving
from game.i18n import _, language
from game.scenes.host import Host
from game.system.logs import without_paths
from game.system.resources import AssetError
from game.ui.drawing.screenshot import png

CALM_S = 10.0
"""If another error comes within this time in seconds, continuing has failed."""
MOST_FAILURES = 2
"""How often in a row continuing may fail before the game ends."""

_log = logging.getLogger(__name__)


class ErrorRecovery:
    """Keeps the game alive after errors.

    ``handle_error`` shows an error screen; continuing from there rebuilds the scene from the match on disk. If that
    fails twice in a row, or the error screen itself fails, the game ends with the sentence ``exit_message``.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._failures = 0
        self._went_on_s: float | None = None
        self._plate: ErrorScene | None = None
        self.is_error_shown = False
        self.last_error: Exception | None = None
        self.exit_message: str | None = None
        self.has_error_screen_failed = False

    # -- an error -------------------------------------------------------------------------------------------------

    def handle_error(self, error: Exception) -> None:
        """Log the error and show the error screen; if that fails, end the game."""
        self.last_error = error
        _log.error("%s", without_paths(_traceback(error)))
        if self.is_error_shown:
            self._give_up()
            return
        is_again = self._went_on_s is not None and self._app.now_s - self._went_on_s < CALM_S
        self._failures = self._failures + 1 if is_again else 0
        try:
            self._show(error)
        except Exception as plates:
            _log.error("the plate: %s", without_paths(_traceback(plates)))
            self._give_up()

    def _show(self, error: Exception) -> None:
        app = self._app
        report, ground = self.report(error), self._ground()
        saving = self.report_saving(
            report, self._ground()
        )  # a second copy, because the error screen draws on the first
        app.abandon_scenes()
        self.is_error_shown = True
        if self._failures >= MOST_FAILURES:
            self.exit_message = self._sentence()
        go_on = None if self.exit_message else self._go_on
        answers = ErrorActions(saving, app.quit, go_on)
        self._plate = ErrorScene(app, report, self.kept_progress, answers, ground)
        app.push(self._plate)

    # -- reports --------------------------------------------------------------------------------------------------

    def report(self, error: Exception | None = None) -> Report:
        """Return a report of an error; without an error, of a problem that the player reports."""
        app = self._app
        names = [scene.name for scene in app.visible_scenes]
        now = ProgramState(
            datetime.now(),
            {"scenes": ", ".join(names), **self._surroundings()},
            tuple(app.recent_events),
            app.settings,
            app.files.folders,
        )
        return make_report(now, app.session, error, broken_file=None if error is None else _broken_file(error))

    def report_saving(self, report: Report, picture: Surface | None) -> ReportSaving:
        """Return the action that saves this report, with ``picture`` as its screenshot; nothing else may draw on that.

        For a running leg of several persons there is no screenshot: it might show the hand of one person to another.
        """
        files, session = self._app.files, self._app.session
        is_secret = session is not None and session.seat_control.is_hot_seat and not session.is_leg_over
        screenshot = None if picture is None or is_secret else partial(png, picture)
        pack = partial(report.to_zip_bytes, files.read_log, screenshot)
        save = partial(files.save_report, report.file_name, pack)
        return ReportSaving(save, has_match=report.match is not None, has_picture=not is_secret)

    def _surroundings(self) -> dict[str, object]:
        app = self._app
        return {
            "pygame": f"{pygame.version.ver}, SDL {pygame.version.SDL}",
            "video": pygame.display.get_driver(),
            "window": app.window.size,
            "full screen": app.window.is_fullscreen,
            "language": language(),
            "speed": app.settings.person.speed.value,
            "reduced motion": app.settings.person.reduced_motion,
        }

    def _ground(self) -> Surface | None:
        """Return a copy of the screen as background for the error screen, or None if it cannot be copied."""
        with contextlib.suppress(Exception):
            surface = self._app.window.surface
            surface.set_clip(None)  # an interrupted drawing may have left one
            return surface.copy()
        return None

    def kept_progress(self) -> SaveStatus:
        """Return how much of the player's progress would be kept if the game ended now."""
        session = self._app.session
        if session is None:
            return SaveStatus.NOTHING
        if not session.autosave.has_file and not session.autosave.id:
            return SaveStatus.LESSON  # a result that is shown again is not saved either, but has an id
        if session.is_played_out:
            return SaveStatus.OVER
        return SaveStatus.KEPT if session.autosave.is_kept else SaveStatus.LOST

    # -- after an error -------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Rebuild the scene: the table from the last move on disk, or else the title."""
        self._went_on_s = self._app.now_s
        self.is_error_shown = False
        if self._plate is not None:
            self._plate.paint_ground(self._app.window.surface)  # the background of another error screen, if needed
            self._plate = None
        self._app.abandon_scenes()
        self._app.record_event("going on")
        app, session = self._app, self._app.session
        if self.kept_progress() is SaveStatus.LESSON:
            app.start_lesson()
        elif session is not None and session.is_played_out:
            session.poll()
            app.show_score()
        elif session is not None and (saved := app.files.load_match(session.autosave.id)) is not None:
            app.resume_match(saved)
        else:
            app.go_home()

    def _give_up(self) -> None:
        """End the game, because even the error screen fails."""
        self.has_error_screen_failed = True
        with contextlib.suppress(Exception):
            self.exit_message = self._sentence()
        self.exit_message = self.exit_message or "Something went wrong again, so the game will close."
        self._app.is_running = False

    def _sentence(self) -> str:
        file = None if self.last_error is None else _broken_file(self.last_error)
        what = broken_file_words(file) if file else _("Something went wrong again, so the game will close.")
        return f"{what} {match_saved_words(self.kept_progress())}".rstrip()


def _broken_file(error: Exception) -> str | None:
    """Return the name of the damaged game file that caused an error, or None if there is none."""
    match error:
        case AssetError():
            return error.path.name
        case RulesFileError():
            return error.file
    return None


def _traceback(error: Exception) -> str:
    return "".join(traceback.format_exception(error))

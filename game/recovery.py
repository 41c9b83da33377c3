"""What becomes of the game after an error in a frame: it is logged, told, and gone on from the last move on disk."""

from __future__ import annotations

import contextlib
import logging
import traceback
from datetime import datetime
from functools import partial

import pygame
from pygame import Surface

from game.engine.errors import RulesFileError
from game.features.report.error import ErrorAnswers, ErrorScene, Safe, broken_file_words, kept_words
from game.features.report.model import Circumstances, Report, report_of
from game.features.report.report import ReportSaving
from game.i18n import _, language
from game.scenes.host import Host
from game.system.logs import without_paths
from game.system.resources import AssetError
from game.ui.drawing.screenshot import png

CALM_S = 10.0
"""Going on has failed if something goes wrong again within this time."""
MOST_FAILURES = 2
"""How often in a row going on may fail."""

_log = logging.getLogger(__name__)


class Recovery:
    """Keeps the game from vanishing.

    ``after`` an error in a frame it shows a plate; going on from there builds the scene anew, from the match on disk.
    If that fails twice in a row, or the plate itself fails, the game ends: ``ending`` is the sentence to say then.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._failures = 0
        self._went_on_s: float | None = None
        self._plate: ErrorScene | None = None
        self.is_shown = False
        self.last_error: Exception | None = None
        self.ending: str | None = None
        self.is_plate_broken = False

    # -- an error -------------------------------------------------------------------------------------------------

    def after(self, error: Exception) -> None:
        """Log the error and show the plate; without one, end the game."""
        self.last_error = error
        _log.error("%s", without_paths(_traceback(error)))
        if self.is_shown:
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
        saving = self.saving(report, self._ground())  # another picture, as this one is drawn on the screen meanwhile
        app.abandon_scenes()
        self.is_shown = True
        if self._failures >= MOST_FAILURES:
            self.ending = self._sentence()
        go_on = None if self.ending else self._go_on
        answers = ErrorAnswers(saving, app.quit, go_on)
        self._plate = ErrorScene(app, report, self.safe, answers, ground)
        app.push(self._plate)

    # -- reports --------------------------------------------------------------------------------------------------

    def report(self, error: Exception | None = None) -> Report:
        """The report of an error, or of what the player wants to tell."""
        app = self._app
        names = [scene.name for scene in app.visible]
        now = Circumstances(
            datetime.now(),
            {"scenes": ", ".join(names), **self._surroundings()},
            tuple(app.lately),
            app.settings,
            app.files.folders,
        )
        return report_of(now, app.session, error, broken_file=None if error is None else _broken_file(error))

    def saving(self, report: Report, picture: Surface | None) -> ReportSaving:
        """How this report is saved, with a picture of the screen if there is one; nobody else may draw on that.

        Of a running leg of several persons there is none: somebody's hand may be on it, and another one may look.
        """
        files, session = self._app.files, self._app.session
        is_secret = session is not None and session.deciders.is_shared and not session.is_leg_over
        screenshot = None if picture is None or is_secret else partial(png, picture)
        pack = partial(report.packed, files.read_log, screenshot)
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
            "speed": app.settings.speed.value,
            "reduced motion": app.settings.reduced_motion,
        }

    def _ground(self) -> Surface | None:
        """What was on the screen, as far as it can still be had."""
        with contextlib.suppress(Exception):
            surface = self._app.window.surface
            surface.set_clip(None)  # whoever was interrupted may have left it
            return surface.copy()
        return None

    def safe(self) -> Safe:
        """What becomes of what the player did, if the game ends now."""
        session = self._app.session
        if session is None:
            return Safe.NOTHING
        if not session.autosave.has_file:
            return Safe.LESSON
        if session.is_played_out:
            return Safe.OVER
        return Safe.KEPT if session.autosave.is_kept else Safe.LOST

    # -- and after it ---------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Build the scene anew: the table from the last move on disk, or else where everything begins."""
        self._went_on_s = self._app.now_s
        self.is_shown = False
        if self._plate is not None:
            self._plate.paint_ground(self._app.window.surface)  # the ground of another plate, should it come to that
            self._plate = None
        self._app.abandon_scenes()
        self._app.note("going on")
        app, session = self._app, self._app.session
        if self.safe() is Safe.LESSON:
            app.start_lesson()
        elif session is not None and session.is_played_out:
            session.poll()
            app.show_score()
        elif session is not None and (saved := app.files.load_match(session.autosave.id)) is not None:
            app.resume_match(saved)
        else:
            app.go_home()

    def _give_up(self) -> None:
        """End the game: not even the plate can be shown."""
        self.is_plate_broken = True
        with contextlib.suppress(Exception):
            self.ending = self._sentence()
        self.ending = self.ending or "Something went wrong again, so the game will close."
        self._app.is_running = False

    def _sentence(self) -> str:
        """What is said at the end, in words."""
        file = None if self.last_error is None else _broken_file(self.last_error)
        what = broken_file_words(file) if file else _("Something went wrong again, so the game will close.")
        return f"{what} {kept_words(self.safe())}".rstrip()


def _broken_file(error: Exception) -> str | None:
    """The name of the file of the game that is to blame for an error."""
    match error:
        case AssetError():
            return error.path.name
        case RulesFileError():
            return error.file
    return None


def _traceback(error: Exception) -> str:
    return "".join(traceback.format_exception(error))

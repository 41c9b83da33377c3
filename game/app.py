"""The main loop: window, clock, the stack of scenes, and the presentation of frames."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import pygame

from game import TITLE, i18n
from game.engine.errors import RulesFileError
from game.event_dispatcher import EventDispatcher
from game.features.milestones.toast import MilestoneAnnouncer
from game.features.report.error import RestartScene
from game.features.report.scene import ReportScene
from game.files.limits import SMALLEST_WINDOW
from game.files.problems import Problem, ProblemCode
from game.files.single_instance import SingleInstance
from game.files.writer import FileWriter, PendingWrite
from game.navigation import Navigation, load_ahead
from game.presenter import Presenter
from game.recovery import ErrorRecovery
from game.scenes import background
from game.scenes.dialogs import NoticeScene
from game.settings.user_files import NoHomeError, ReadOnlyFiles, UserFiles, state_folder
from game.system.interrupts import StopRequest
from game.system.logs import NAME, LogFile
from game.system.resources import AssetError, installation_id
from game.table.painting import ground
from game.ui.accessibility_tree import Node, in_dialog, tree_json
from game.ui.audio import AudioOutput, MixerOutput
from game.ui.drawing import art
from game.ui.drawing.incremental import SLICE_S
from game.ui.pacing import FramePacer
from game.ui.scene import Scene
from game.ui.screen_reader.reader import NEEDS_WINDOW
from game.ui.speech.speech import Voice
from game.ui.speech.system_voice import system_voice
from game.ui.window import GameWindow, NoWindowError, WindowSpec
from game.words.problems import no_voice_text, problem_text
from game.words.system_errors import (
    already_open_text,
    broken_file_text,
    no_home_text,
    no_window_text,
    unsaved_moves_text,
)

__all__ = [
    "AlreadyOpenError",
    "App",
    "BrokenGameError",
    "NoWindowError",
    "RunOptions",
    "run",
    "show_message_box",
]


WINDOW = WindowSpec(TITLE, NAME, "parts/milestone", SMALLEST_WINDOW)
_SCREENS_WITH_FIGURES = (
    "title",
    "profiles",
    "setup",
    "result",
    "calendar",
    "tour",
)  # these show statistics or achievements
_OVERLAY_SCENES = ("menu", "about")  # scenes above the one that a problem report is about
_NOT_ABOVE = ("progress", "notice", "import_again")  # dropped files wait until these are closed
_LAST_SAVE_S = 20.0  # how long closing waits for a pending save after the window has closed
_POSTPONABLE = (
    ProblemCode.CAREER_FAILED, ProblemCode.RECORDS_FAILED, ProblemCode.RECORDS_NEWER,
    ProblemCode.LEDGER_QUARANTINED, ProblemCode.ACHIEVEMENTS_QUARANTINED, ProblemCode.PUZZLES_QUARANTINED,
)  # fmt: skip
_log = logging.getLogger(__name__)
_UNSEEN_S = 0.001  # gives the drawing thread time
TREE_EVERY_S = 0.5  # the age limit of the control tree while the screen is at rest but not settled


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of the command line: ``seed`` fixes decks and bots, ``user_dir`` is the folder for all user files.

    ``ui_tree`` is the file to which the control tree is written whenever the screen settles, ``files`` are to be
    imported.
    """

    seed: int | None = None
    user_dir: Path | None = None
    ui_tree: Path | None = None
    files: tuple[Path, ...] = ()


def run(options: RunOptions) -> int:
    """Open the window, play until it is closed, and return the exit status of the process.

    A stop signal takes effect after the current frame. Raises ``NoWindowError``, ``AlreadyOpenError``, ``AssetError``,
    ``RulesFileError``, ``NoHomeError`` and ``BrokenGameError``, each with one clear sentence.
    """
    request = StopRequest()
    with request.recording():
        app = App(options, output=MixerOutput(), voice=system_voice())
        try:
            app.run(request)
        finally:
            app.close()
    if app.save_error is not None:
        words = unsaved_moves_text(app.save_error)
        if not request.was_received:  # after a stop signal nobody may be there to read it
            show_message_box(words)
        raise BrokenGameError(words)
    if app.recovery.exit_message is not None:
        if app.recovery.has_error_screen_failed:
            show_message_box(app.recovery.exit_message)
        raise BrokenGameError(app.recovery.exit_message)
    return request.exit_status


def failure_text(problem: Exception) -> str:
    """Return why the game cannot run here, in the player’s language.

    For an error of any other kind, return its own message.
    """
    match problem:
        case AlreadyOpenError(folder=folder):
            return already_open_text(folder)
        case NoWindowError(cause=cause):
            return no_window_text(cause)
        case AssetError():
            return broken_file_text(problem)
        case NoHomeError():  # there are no settings with a language yet
            i18n.set_language(i18n.system_language(None))
            return no_home_text()
    return str(problem)


def show_message_box(sentence: str, *, is_error: bool = True) -> None:
    """Show a message box of the system if possible: a windowed Windows program has no terminal."""
    with contextlib.suppress(pygame.error):
        pygame.display.message_box(TITLE, sentence, message_type="error" if is_error else "info")


class AlreadyOpenError(Exception):
    """Raised if another copy of the game owns the user's folder and no window can be opened to show that."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"the game is already open; its files are in {folder}")
        self.folder = folder


class BrokenGameError(Exception):
    """Raised if errors repeat, or the last moves could not be saved; the message is for the player."""


class App(Navigation):
    """The running program; scenes know it as their ``Host``.

    ``clock`` returns seconds and ``today`` the date; tests may replace both. ``size`` is the size in pixels with which
    the window opens. Without ``output`` there is no sound, without ``voice`` no reading aloud.
    """

    _untold: Sequence[Problem] = ()  # problems to show once no match is running
    _damage: AssetError | RulesFileError | None = None  # what is wrong with a data file of the game

    def __init__(
        self,
        options: RunOptions,
        *,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
        size: tuple[int, int] | None = None,
        output: AudioOutput | None = None,
        voice: Voice | None = None,
    ) -> None:
        self._options = options
        self._installed = installation_id()
        self.instance = SingleInstance(state_folder(options.user_dir))
        self._plays_unsaved = False
        self.instance.claim()
        self._open_files()
        super().__init__(clock, today, options.seed, output, voice)
        self.apply_read_settings()
        wanted = self.settings.machine
        try:
            before_seen = partial(self.reader.open, TITLE) if NEEDS_WINDOW else None
            self.window = GameWindow(
                WINDOW, size=size, saved=wanted.window_size, fullscreen=wanted.fullscreen, before_seen=before_seen
            )
        except NoWindowError:
            self.instance.close()
            if not self.instance.is_owner:
                raise AlreadyOpenError(self.instance.folder) from None
            raise
        self.milestones = MilestoneAnnouncer(self, self.watch_milestones)
        self.presenter = Presenter(self, self.milestones)
        self.event_dispatcher = EventDispatcher(self, self.presenter, list(options.files))
        art.fit_caches(self.size)
        self._tree_written, self._tree_s = "", self.now_s
        self._tree_due = True
        self._tree_ticket: PendingWrite | None = None
        self._told: set[ProblemCode] = set()
        self.recovery = ErrorRecovery(self)
        self.pacer = FramePacer()
        background.preload(self.size, with_stone=True, with_moving=False)  # the usual background of the title
        ground.preload_map(self.size)
        self.instance.watch()
        self.go_home()
        self.event_dispatcher.press_filter.record_targets(self.scene, self.now_s, by_itself=False)

    # -- other copies ---------------------------------------------------------------------------------------------

    def _open_files(self, writer: FileWriter | None = None) -> None:
        """Open the user's files, read-only if another copy owns them."""
        kind = UserFiles if self.instance.is_owner else ReadOnlyFiles
        self.files = kind(self._options.user_dir, writer=writer)
        self.log = LogFile(self.files.log_path)
        if self.instance.lock_error is not None:
            _log.warning("the folder of the user's files cannot be locked: %s", self.instance.lock_error)
        if self.instance.is_owner:
            self.files.clean_up()
        self.settings = self.files.load_settings()

    def _play_unsaved(self) -> None:
        """Play while the other copy of the game is open; nothing is saved."""
        self._plays_unsaved = True
        self.go_home()

    def _take_over(self) -> None:
        self.log.close()
        self._open_files(self.files.writer)
        self.apply_read_settings()
        self.go_home()

    # -- navigation with exceptions ------------------------------------------------------------------------------------

    def push(self, scene: Scene[Any]) -> None:
        # A scene's modules are loaded when it is first shown; after an update of the files they would not match.
        if installation_id() != self._installed:
            safe = self.recovery.kept_progress()
            self.abandon_scenes()
            self.close_session()
            scene = RestartScene(self, safe)
        super().push(scene)

    def abandon_scenes(self) -> None:
        super().abandon_scenes()
        self.presenter.reset()

    def go_home(self) -> None:
        if isinstance(self.files, ReadOnlyFiles) and not self._plays_unsaved:
            from game.features.title.already_open import AlreadyOpenScene  # noqa: PLC0415 - rarely shown

            self.close_session()
            self.go_to(AlreadyOpenScene(self, self.instance, self._play_unsaved, self._take_over))
        else:
            super().go_home()

    def show_rules(self, topic: str | None = None) -> None:
        if not self.recovery.is_error_shown:  # else the error screen must be answered first
            super().show_rules(topic)

    def show_keys(self) -> None:
        if not self.recovery.is_error_shown:
            super().show_keys()

    def report_problem(self) -> None:
        shown = list(takewhile(lambda scene: scene.name not in _OVERLAY_SCENES, self.visible_scenes))
        saving = self.recovery.report_saving(self.recovery.report(), self.presenter.render_scenes(shown))
        self.push(ReportScene(self, saving))

    # -- the loop -------------------------------------------------------------------------------------------------

    def run(self, request: StopRequest | None = None) -> None:
        """Run frames until the program closes or gets a stop signal.

        Raises ``AssetError`` or ``RulesFileError`` if a data file of the game is damaged.
        """
        self.show_first(request)
        self.event_dispatcher.controllers.start()
        self.loader = threading.Thread(target=self._load_ahead, name="import", daemon=True)
        self.loader.start()
        if not NEEDS_WINDOW:
            threading.Thread(target=self.reader.open, args=[TITLE], name="reader", daemon=True).start()
        while self.is_running and self._damage is None and not (request and request.was_received):
            self.run_frame_and_wait()
        if self._damage is not None:
            raise self._damage

    def _load_ahead(self) -> None:
        """Import the screens and load the game's data; runs in a thread. A damaged file ends the game."""
        try:
            load_ahead()
        except (AssetError, RulesFileError) as error:
            self._damage = error
        except Exception:  # no file to blame; the screen that needs it tries again
            _log.exception("the game's screens and data")

    def show_first(self, request: StopRequest | None = None) -> None:
        """Run frames until there is a first picture, without pauses between them: nothing is visible yet."""
        while not self.frame() and self.is_running and not (request and request.was_received):
            time.sleep(_UNSEEN_S)

    def run_frame_and_wait(self) -> None:
        """Run one frame and wait until the next is due; if nothing moves, until an event or a timeout."""
        began_s = time.perf_counter()
        moves = self.frame() and not self.scene.has_half_frame_rate
        self.wait_for_next_frame(time.perf_counter() - began_s, moves=moves)

    def wait_for_next_frame(self, took_s: float, *, moves: bool) -> None:
        """Wait until the next frame is due, after one that took ``took_s`` seconds.

        ``moves`` says that something on the screen moves. After a slice of drawing ahead it hardly waits.
        """
        if self.presenter.is_drawing_ahead and took_s >= SLICE_S / 2:
            time.sleep(_UNSEEN_S)
            return
        if moves or self.presenter.is_drawing_ahead or self.event_dispatcher.is_input_recent:
            self.pacer.record_frame(took_s)
        else:
            self.event_dispatcher.wait(min(self.pacer.pause_s(rests=self._rests), self.presenter.resize_wait_s))
        self.pacer.wait(spares_power=self.power_meter.power.is_battery, most_s=self.presenter.resize_wait_s)

    @property
    def _rests(self) -> bool:
        """Whether nothing on the screen will change before an event comes."""
        is_told = self.toast is not None or self.captions.is_shown or self.milestones.is_seen  # these end by themselves
        return (
            self.is_settled
            and not is_told
            and not any(scene.has_half_frame_rate or scene.is_preloading for scene in self.visible_scenes)
        )

    def frame(self) -> bool:
        """Run one frame: events, updates, picture if changed, control tree; return True if a picture was presented.

        ``ErrorRecovery`` handles all errors.
        """
        try:
            return self._frame()
        except Exception as error:
            self.recovery.handle_error(error)
            return True

    def _frame(self) -> bool:
        self.now_s = self.clock()
        self.event_dispatcher.dispatch_events()
        self.take_waiting_way()
        self.event_dispatcher.press_filter.record_targets(self.scene, self.now_s, by_itself=False)
        if self.instance.poll_window_request():
            self.window.come_forward(is_minimized=self.is_minimized)
        self.presenter.update_size()
        self._take_dropped()
        self._tell_of_files()
        if self.voicing.pop_failure():
            self.push(NoticeScene(self, partial(no_voice_text, sys.platform)))
        self.update_day()
        for scene in self.visible_scenes:
            with scene.text_size_context():  # pictures preloaded here are drawn in that size too
                scene.update(self.now_s)
        self.has_changed = self.milestones.update(self.now_s) or self.has_changed
        self.event_dispatcher.advance_scan()
        self.event_dispatcher.press_filter.record_targets(self.scene, self.now_s, by_itself=True)
        self.event_dispatcher.update_text_input()
        self.event_dispatcher.update_screen_saver()
        if self.toast is not None and self.now_s >= self.toast.until_s:
            self.toast = None
            self.has_changed = True
        self.update_music()
        self.has_changed = self.captions.update(self.now_s) or self.has_changed
        presented = self.presenter.present_if_changed()
        self._tree_due = presented or self._tree_due
        self.sound.update(self.now_s)  # after the first picture, which must not wait for an audio device
        self.power_meter.update(self.now_s)
        self._follow_figures()
        self._tell_tree()
        has_changed = presented or self.event_dispatcher.is_input_recent
        self.voicing.update(self.visible_scenes[::-1], self.now_s, has_changed=has_changed)
        self._tell_reader(has_changed=has_changed)
        return presented

    def _take_dropped(self) -> None:
        """Import the files that were dropped on the window or named on the command line, once the title is shown."""
        files = self.event_dispatcher.dropped_files
        if not files or self.session is not None or self.recovery.is_error_shown:
            return
        if self.scenes[-1].name == "title" and not any(scene.name in _NOT_ABOVE for scene in self.scenes):
            self.event_dispatcher.dropped_files = []
            self.import_files(files)

    def _tell_of_files(self) -> None:
        """Show problems with the user's files, one after the other and each kind only once.

        Problems of the career cache don't affect a match, so they wait for its end.
        """
        found = [*self._untold, *self.files.pop_problems()]
        self._untold = [problem for problem in found if problem.code in _POSTPONABLE and self.session is not None]
        told = [problem for problem in found if problem not in self._untold and problem.code not in self._told]
        self._told.update(problem.code for problem in told)
        for problem in reversed(told):
            self.push(NoticeScene(self, partial(problem_text, problem)))

    def _follow_figures(self) -> None:
        """Count the current profile's statistics if a screen shows them, and update the screens when done."""
        shown = [
            scene for scene in self.visible_scenes if scene.name in _SCREENS_WITH_FIGURES and not scene.is_moving()
        ]
        person, is_known = (
            self.settings.profile.id,
            self.profile_stats(self.settings.profile.id) is not None,
        )
        before = self.achievements(person)
        if self._profile_stats.update(is_shown=bool(shown)):
            if is_known:
                self.announce_achieved(before, self.achievements(person))
            for scene in shown:
                scene.rebuild_layout()
                scene.dirty = True

    # -- the control tree -----------------------------------------------------------------------------------------

    @property
    def is_settled(self) -> bool:
        """Whether the screen is at rest and will not change without an event."""
        is_busy = (
            self.is_way_waiting
            or self.presenter.old_picture
            or self.event_dispatcher.press_filter.holds_back(self.scene, self.now_s)
        )
        return not (is_busy or self.has_changed) and all(
            scene.is_settled() and not scene.dirty for scene in self.visible_scenes
        )

    def nodes(self) -> list[Node]:
        """Return the controls of the topmost scene that can be used, with captions and milestone messages."""
        nodes = self.scene.nodes() if self.scene.opaque else in_dialog(self.scene.nodes())
        return [*nodes, *self.captions.nodes(self.size), *self.milestones.nodes()]

    def _tell_tree(self) -> None:
        path, ticket = self._options.ui_tree, self._tree_ticket
        if ticket is not None and ticket.is_done and ticket.error is not None:  # a reader had the file open
            self._tree_ticket, self._tree_written, self._tree_due = None, "", True
        if path is None or not self._tree_due:
            return
        is_settled = self.is_settled
        is_late = self.now_s - self._tree_s >= TREE_EVERY_S and self.presenter.is_at_rest
        if not is_settled and not is_late:
            return
        self._tree_due, self._tree_s = not is_settled, self.now_s
        tree = tree_json(self.scene.name, i18n.language(), self.size, self.nodes(), is_settled=is_settled)
        if tree != self._tree_written:
            self._tree_written = tree
            self._tree_ticket = self.files.writer.submit(path, tree.encode())

    def _tell_reader(self, *, has_changed: bool) -> None:
        """Send the screen's controls to a screen reader, if one is connected."""
        reader, scene = self.reader, self.scene
        reader.update_window(has_focus=self.has_focus, place=lambda: self.window.desktop_rect)
        if reader.is_due(self.now_s, has_changed=has_changed, is_moving=scene.is_moving()):
            from game.ui.screen_reader.tree import ScreenSnapshot  # noqa: PLC0415 - only for a screen reader

            words = TITLE, i18n.language(), self.size
            reader.publish(ScreenSnapshot(scene, *words, self.nodes(), is_private=scene.is_private))

    # -- the end --------------------------------------------------------------------------------------------------

    @property
    def save_error(self) -> str | None:
        """The error text if the last moves are not on disk, else None."""
        return self.files.save_error

    def close(self) -> None:
        """Close match, files and window; afterwards the match is on disk, or ``save_error`` is set."""
        steps = (
            self.voicing.close,
            self.reader.close,
            self.sound.close,
            self._profile_stats.close,
            self.abandon_scenes,
            self.close_session,
            self.close_career,
            self.files.close,
            self.window.close,
            lambda: self.files.close(_LAST_SAVE_S),  # waits only after the window has closed
        )
        for step in steps:
            try:
                step()
            except Exception:
                _log.exception("at the end")
        self.log.close()
        self.instance.close()

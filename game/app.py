"""The one loop: window, clock, the stack of scenes, presenting a frame."""

from __future__ import annotations

import contextlib
import logging
import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game import TITLE, i18n
from game.i18n import _
from game.i18n.punctuation import labelled
from game.interrupts import StopRequest
from game.logs import NAME, LogFile
from game.recovery import Recovery
from game.resources import AssetError
from game.scenes.dialogs import NoticeScene
from game.scenes.host import Host
from game.scenes.inputs import meant, press_of
from game.scenes.milestone_toast import MilestoneTeller
from game.scenes.navigation import Navigation, import_screens
from game.scenes.report import ReportScene
from game.session.actions import Action
from game.session.problems import Problem, ProblemCode
from game.session.profile_figures import ProfileFigures
from game.session.profiles import Figures, drawn_id
from game.session.session import Session
from game.session.settings import LOUDEST, MUSIC_VOLUME, Settings, Speed
from game.session.storage.limits import SMALLEST_WINDOW
from game.session.storage.single_instance import SingleInstance
from game.session.storage.store import GuestFiles, NoHomeError, UserFiles, state_folder
from game.session.storage.writer import FileWriter, Ticket
from game.table.painting import ground
from game.table.sound_words import music_caption, sound_caption
from game.ui.accessibility_tree import Node, tree_text
from game.ui.audio import INCIDENTAL, AudioOutput, MixerOutput, Said, SoundName, Sounds
from game.ui.controllers import Controllers, Kind
from game.ui.drawing import art, text, theme
from game.ui.keys import asks
from game.ui.presses import Presses
from game.ui.scene import Scene
from game.ui.sound_captions import SoundCaptions
from game.ui.speech.self_voicing import SelfVoicing, switched
from game.ui.speech.speech import Voice
from game.ui.speech.system_voice import system_voice
from game.ui.toast import STAYS_S, Toast
from game.ui.touch import FINGER_EVENTS, Touch, is_made_of_touch
from game.ui.window import GameWindow, NoDisplayError, WindowSpec
from game.words import keys
from game.words.failures import already_open_text, broken_file_text, no_display_text, no_home_text, unkept_text
from game.words.problems import no_voice_text, problem_text
from game.words.settings import setting_name, speed_name

if TYPE_CHECKING:
    from game.session.storage.roadbook import Roadbook

__all__ = [
    "AlreadyOpenError",
    "App",
    "BrokenGameError",
    "NoDisplayError",
    "RunOptions",
    "run",
    "show_sentence",
]


WINDOW: Final = WindowSpec(TITLE, NAME, "parts/milestone", SMALLEST_WINDOW)
_MOVING_FPS, _IDLE_FPS = 60, 30
_AWAKE_S = 0.5  # after an input the loop stays quick, so that the next one is not late
_ASIDE = ("menu", "about")  # scenes that lie above what a problem is about
_LAST_SAVE_S: Final = 20.0  # for which the end waits for a save that the disk hasn't taken before the window closes
_CAN_WAIT = (ProblemCode.ROADBOOK_SET_ASIDE, ProblemCode.ROADBOOK_FAILED, ProblemCode.LEDGER_SET_ASIDE)
_log = logging.getLogger(__name__)
TREE_EVERY_S: Final = 0.5  # so old the control tree gets while the screen rests but has not settled
RESIZE_QUIET_S: Final = 0.15  # a resize by the mouse sends many sizes; pictures are made anew once it rests


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line says: ``seed`` fixes decks and bots, ``user_dir`` holds all user files, ``ui_tree`` is the
    file that tells the controls on the screen whenever it settles, ``files`` are matches to take in.
    """

    seed: int | None = None
    user_dir: Path | None = None
    ui_tree: Path | None = None
    files: tuple[Path, ...] = ()


def run(options: RunOptions) -> int:
    """Open the window, play until it is closed, and return the exit status.

    Asked from outside to end, it does so after the frame that it is in. Raises ``NoDisplayError``,
    ``AlreadyOpenError``, ``AssetError``, ``NoHomeError`` and ``BrokenGameError`` with one clear sentence.
    """
    request = StopRequest()
    with request.awaited():
        app = App(options, output=MixerOutput(), voice=system_voice())
        try:
            app.run(request)
        finally:
            app.close()
    if app.unkept is not None:
        words = unkept_text(app.unkept)
        if not request.is_made:  # else nobody is there to read it
            show_sentence(words)
        raise BrokenGameError(words)
    if app.recovery.ending is not None:
        if app.recovery.is_plate_broken:
            show_sentence(app.recovery.ending)
        raise BrokenGameError(app.recovery.ending)
    return request.exit_status


def failure_text(problem: Exception) -> str:
    """Why the game cannot run here, in the player’s language; of anything else its own message."""
    match problem:
        case AlreadyOpenError(folder=folder):
            return already_open_text(folder)
        case NoDisplayError(cause=cause):
            return no_display_text(cause)
        case AssetError():
            return broken_file_text(problem)
        case NoHomeError():  # before there are settings that name a language
            i18n.set_language(i18n.system_language(None))
            return no_home_text()
    return str(problem)


def show_sentence(sentence: str, *, is_error: bool = True) -> None:
    """Have the system say it, where it can: a windowed Windows program has no terminal."""
    with contextlib.suppress(pygame.error):
        pygame.display.message_box(TITLE, sentence, message_type="error" if is_error else "info")


class AlreadyOpenError(Exception):
    """Another copy of the game has the user's folder, and there is no display for a window that says so."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"the game is already open; its files are in {folder}")
        self.folder = folder


class BrokenGameError(Exception):
    """Something went wrong again and again, or the last moves were not kept; the message tells the player."""


class App(Navigation):
    """The running program; scenes know it as their ``Host``.

    ``clock`` gives seconds and may be replaced for tests; ``size`` is the window's first size in pixels. Without a
    ``output`` it is silent, without a ``voice`` it cannot read aloud.
    While it ``is_preparing``, the next scene is being drawn and the old one still seen.
    """

    shows_focus = True
    _kind: Kind | None = None  # of the controller that was used last, if no key was since
    _untold: Sequence[Problem] = ()  # what waits until no match runs
    _scan_s = 0.0  # when the next thing is offered to one switch

    def __init__(
        self,
        options: RunOptions,
        *,
        clock: Callable[[], float] = time.monotonic,
        size: tuple[int, int] | None = None,
        output: AudioOutput | None = None,
        voice: Voice | None = None,
    ) -> None:
        self._options = options
        self.clock = clock
        self.seed = options.seed
        self.instance = SingleInstance(state_folder(options.user_dir))
        self._plays_unsaved, self._music_volume = False, MUSIC_VOLUME
        self.instance.claim()
        self._open_files()
        self.session: Session | None = None
        self._controllers, self._touch = Controllers(), Touch()
        self.voicing = SelfVoicing(voice)
        self.sound = Sounds(output, random.Random(options.seed), self._caption_sound)
        self._captions = SoundCaptions()
        self._obey_settings()
        wanted = self.settings
        try:
            self.window = GameWindow(WINDOW, size=size, saved=wanted.window_size, fullscreen=wanted.fullscreen)
        except NoDisplayError:
            self.instance.close()
            if not self.instance.is_owner:
                raise AlreadyOpenError(self.instance.folder) from None
            raise
        self.size = self.window.layout_size
        art.fit_caches(self.size)
        self.now_s = clock()
        self.is_running = True
        self.frames_presented = 0
        self._stack: list[Scene[Host]] = []
        self._old_picture: Surface | None = None
        self.is_preparing = False
        self._resized_s = 0.0
        self._seen_size = self._shown_size = self.window.size
        self._input_s = -_AWAKE_S
        self._tree_written, self._tree_s = "", self.now_s
        self._tree_due = True
        self._scene_changed = True
        self._told: set[ProblemCode] = set()
        self._is_minimized = False
        self._toast: Toast | None = None
        self._milestones = MilestoneTeller(self)
        self._figures = ProfileFigures(lambda: self.roadbook)
        self._typing_place: Rect | None = None
        self.window.take_text(None)
        self._dropped = list(options.files)
        self._roadbook: Roadbook | None = None
        self._presses = Presses()
        self.recovery = Recovery(self)
        ground.prefetch(self.size)
        self.instance.watch()
        self.go_home()
        self._presses.watch(self.scene, self.now_s, by_itself=False)

    # -- other copies ---------------------------------------------------------------------------------------------

    def _open_files(self, writer: FileWriter | None = None) -> None:
        """Have the user's files, to read only if they are another copy's."""
        kind = UserFiles if self.instance.is_owner else GuestFiles
        self.files: UserFiles = kind(self._options.user_dir, writer=writer)
        self.writer = self.files.writer
        self.log = LogFile(self.files.log_path)
        if self.instance.lock_error is not None:
            _log.warning("the folder of the user's files cannot be locked: %s", self.instance.lock_error)
        if self.instance.is_owner:
            self.files.sweep()
        self.settings = self.files.load_settings().with_first_id(drawn_id())

    def _obey_settings(self) -> None:
        theme.use(self.settings.theme)
        text.use_size(self.settings.text_size / 100)
        self._name_inputs()
        i18n.set_language(i18n.system_language(self.settings.language))
        self._set_volumes()

    def _play_unsaved(self) -> None:
        """Play beside the other copy, and write nothing."""
        self._plays_unsaved = True
        self.go_home()

    def _take_over(self) -> None:
        """Go on as the only copy: the other one has been closed."""
        self.log.close()
        self._open_files(self.writer)
        self._obey_settings()
        self.go_home()

    # -- the stack ------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene[Host]:
        """The topmost scene, which gets the events."""
        return self._stack[-1]

    @property
    def scenes(self) -> list[Scene[Host]]:
        """All scenes that are open, the topmost first."""
        return self._stack[::-1]

    @property
    def visible(self) -> list[Scene[Host]]:
        """The scenes that are seen, the lowest first."""
        lowest = max((i for i, scene in enumerate(self._stack) if scene.opaque), default=0)
        return self._stack[lowest:]

    def push(self, scene: Scene[Host]) -> None:
        """Show a scene above the present one."""
        self.recovery.note(f"show {scene.name}")
        self._stack.append(scene)
        scene.enter(self)
        self._scene_changed = True

    def pop(self, scene: Scene[Host] | None = None) -> None:
        """Close the topmost scene (or this one and all above it) and show what lies below."""
        at = len(self._stack) - 1 if scene is None else self._stack.index(scene)
        if at == 0:
            raise ValueError("the lowest scene cannot be closed, only replaced")
        self._close_from(at)
        self.scene.resume()
        self._scene_changed = True

    def replace(self, scene: Scene[Host]) -> None:
        """Close the topmost scene and show this one in its place."""
        self._close_from(len(self._stack) - 1)
        self.push(scene)

    def go_to(self, scene: Scene[Host]) -> None:
        """Close every scene and show this one."""
        self._close_from(0)
        self.push(scene)

    def _close_from(self, at: int) -> None:
        while len(self._stack) > at:
            self._stack.pop().leave()

    def abandon_scenes(self) -> None:
        """Close every scene after an error, whatever it says, and be laid out for the window as it is now."""
        while self._stack:
            try:
                self._stack.pop().leave()
            except Exception:
                _log.exception("a scene could not be closed")
        self._toast = self._old_picture = None
        self._captions.clear()
        self.is_preparing = False
        self._shown_size, self.size = self.window.size, self.window.layout_size

    # -- the match ------------------------------------------------------------------------------------------------

    def start_session(self, session: Session) -> None:
        """Make this the running match; one that ran before is closed."""
        self.close_session()
        self.session = session

    def close_session(self) -> None:
        """Close the running match; it is saved and can be continued."""
        if self.session is not None:
            self.session.close()
            self.session = None

    def go_home(self) -> None:
        """Close the running match, which is saved, and show the title; first of all, who else has the files."""
        if isinstance(self.files, GuestFiles) and not self._plays_unsaved:
            from game.scenes.already_open import AlreadyOpenScene  # noqa: PLC0415 - rarely shown

            self.close_session()
            self.go_to(AlreadyOpenScene(self, self.instance, self._play_unsaved, self._take_over))
        else:
            super().go_home()

    def show_rules(self, topic: str | None = None) -> None:
        """Open the rules, at a section or card or else at what the player looks at; close them if they are open."""
        if not self.recovery.is_shown:  # else what went wrong is to be answered first
            super().show_rules(topic)

    def show_keys(self) -> None:
        """Show which key does what, and let that be changed; close it if it is open."""
        if not self.recovery.is_shown:
            super().show_keys()

    def report_problem(self) -> None:
        """Say what a report of a problem would hold, and save one if the player says so."""
        shown = list(takewhile(lambda scene: scene.name not in _ASIDE, self.visible))
        saving = self.recovery.saving(self.recovery.report(), self._picture_of(shown))
        self.push(ReportScene(self, saving))

    # -- the roadbook ---------------------------------------------------------------------------------------------

    @property
    def roadbook(self) -> Roadbook:
        """What is known of all kept matches and of the legs played in them."""
        from game.session.storage.roadbook import FILE_NAME, Roadbook  # noqa: PLC0415 - SQLite: not before the title

        if self._roadbook is None or self._roadbook.library is not self.files:
            self._roadbook = Roadbook(self.files, self.files.folder / FILE_NAME)
        return self._roadbook

    @property
    def milestones_reached(self) -> Sequence[str]:
        """The ids of the milestones reached in the running match, as far as they were told."""
        return self._milestones.reached

    def figures(self, person: str) -> Figures | None:
        """What that person has done in the matches kept; None as long as nobody has counted."""
        return self._figures.of(person)

    def _follow_figures(self) -> None:
        """Have counted what who plays has done where that is shown, and show it once it is there."""
        shown = [scene for scene in self.visible if scene.name in ("title", "profiles")]
        if self._figures.update(is_shown=bool(shown)):
            for scene in shown:
                scene.relabel()
                scene.dirty = True

    def _close_roadbook(self) -> None:
        if self._roadbook is not None:
            self._roadbook.close()

    def forget_statistics(self) -> Ticket | None:
        """Let nothing count any more that who plays has played so far, nor the lesson; None if it may not."""
        self.save_settings(self.settings.with_school(None))
        return self.roadbook.reset(self.settings.profile.person)

    # -- settings -------------------------------------------------------------------------------------------------

    def save_settings(self, settings: Settings) -> None:
        """Take over changed settings, tell every scene, and write them to disk."""
        if settings != self.settings:
            self.settings = settings
            code = i18n.system_language(settings.language)
            has_language = code != i18n.language()
            i18n.set_language(code)
            self._obey_looks()
            self._set_volumes()
            self._name_inputs()
            for scene in self._stack:
                scene.settings_changed()
            if has_language:
                self._relabel()
            self.files.save_settings(settings)

    def _obey_looks(self) -> None:
        """Draw all that is open in the colours and the size of text that are set, if these are others than before."""
        has_colours, has_size = theme.use(self.settings.theme), text.use_size(self.settings.text_size / 100)
        if has_colours or has_size:
            art.forget_all_ahead()
            ground.prefetch(self.size)
            for scene in self._stack:
                scene.resize(self.size)
            self._scene_changed = True

    def _set_volumes(self) -> None:
        wanted = self.settings
        self.sound.set_volumes(
            effects=wanted.effects_volume / LOUDEST,
            ambience=wanted.ambience_volume / LOUDEST,
            music=wanted.music_volume / LOUDEST,
            muted=wanted.muted,
        )
        self._music_volume = wanted.music_volume or self._music_volume
        loud, speed = wanted.speech_volume / LOUDEST, wanted.speech_speed
        self.voicing.set_up(on=wanted.speech, language=i18n.language(), speed=speed, volume=loud)

    def set_language(self, code: str) -> None:
        """Switch the language of every scene at once and remember it."""
        self.save_settings(replace(self.settings, language=code))

    def next_language(self) -> None:
        """Switch to the language after this one."""
        self.set_language(i18n.next_language())

    def _relabel(self) -> None:
        for scene in self._stack:
            scene.relabel()
        self._scene_changed = True

    @property
    def is_fullscreen(self) -> bool:
        """Whether the window fills the screen."""
        return self.window.is_fullscreen

    def toggle_fullscreen(self) -> None:
        """Switch between window and full screen, and remember it."""
        self.window.toggle_fullscreen()
        self.save_settings(replace(self.settings, fullscreen=self.window.is_fullscreen))
        self._relabel()

    def toggle_mute(self) -> None:
        """Silence the program or let it be heard again; remember it, and say it."""
        muted = not self.settings.muted
        self.save_settings(replace(self.settings, muted=muted))
        self._show_toast("mute" if muted else "sound", partial(_sound_words, muted=muted))
        self.sound.play("press")

    def toggle_speech(self) -> None:
        """Have everything read aloud, or nothing any more; remember it, and say it."""
        speaks = not self.settings.speech
        self.save_settings(replace(self.settings, speech=speaks))
        self._show_toast("speech", partial(switched, on=speaks), is_said=False)
        self.voicing.greet()

    def _show_toast(
        self, icon: str, words: Callable[[], str], stays_s: float = STAYS_S, *, is_said: bool = True
    ) -> None:
        self._toast = Toast(icon, words, self.now_s + stays_s)
        self._scene_changed = True
        if is_said:
            self.voicing.say(words())

    def toggle_music(self) -> None:
        """Switch the music off, or on as loud as it was, and with it the sound; remember it, and say it."""
        is_on = self.settings.muted or not self.settings.music_volume
        volume = self._music_volume if is_on else 0
        self.save_settings(replace(self.settings, music_volume=volume, muted=self.settings.muted and not is_on))
        self._show_toast("music" if is_on else "mute", partial(_music_words, is_on=is_on))

    def _follow_music(self) -> None:
        """Let the piece be heard that belongs to what is shown, and say what a new one tells."""
        piece = next((piece for scene in self.scenes if (piece := scene.music())), None)
        piece = piece or ("title" if self.session is None else "race")
        if piece != self.sound.music.wanted:
            self.sound.music.want(piece)
            self._caption(partial(music_caption, piece))

    def _caption_sound(self, sound: SoundName, said: Said | None) -> None:
        rules_id = self.settings.last_plan(i18n.language()).setup.rules
        self._caption(said or partial(sound_caption, sound, rules_id), is_incidental=sound in INCIDENTAL)

    def _caption(self, words: Said, *, is_incidental: bool = False) -> None:
        """Write what is heard on the screen, if that is wished and it tells anything."""
        if self.settings.captions and words() and self._captions.say(words, self.now_s, is_incidental=is_incidental):
            self._scene_changed = True

    def next_speed(self) -> None:
        """Let the cards move at the speed after this one, and say which that is."""
        speeds = list(Speed)
        speed = speeds[(speeds.index(self.settings.speed) + 1) % len(speeds)]
        self.save_settings(replace(self.settings, speed=speed))
        self._show_toast("skip", partial(_speed_words, speed))

    def tell(self, problems: Sequence[Problem]) -> None:
        """Show problems one after the other, above whatever is on the screen; each kind once while the program runs."""
        fresh = [problem for problem in problems if problem.code not in self._told]
        self._told.update(problem.code for problem in fresh)
        for problem in reversed(fresh):
            self.push(NoticeScene(self, partial(problem_text, problem)))

    def _tell_of_files(self) -> None:
        """Show what went wrong with the user's files; the roadbook's problems stop no match, and wait for its end."""
        found = [*self._untold, *self.files.take_problems()]
        self._untold = [problem for problem in found if problem.code in _CAN_WAIT and self.session is not None]
        self.tell([problem for problem in found if problem not in self._untold])

    # -- the loop -------------------------------------------------------------------------------------------------

    def quit(self) -> None:
        """Close the program after this frame."""
        self.is_running = False

    def run(self, request: StopRequest | None = None) -> None:
        """Play frames until the program is to close, or is asked to from outside."""
        ticker = pygame.time.Clock()
        self.frame()
        self._controllers.begin()
        threading.Thread(target=import_screens, name="import", daemon=True).start()
        while self.is_running and not (request and request.is_made):
            is_awake = self.frame() or self.is_preparing or self.now_s - self._input_s < _AWAKE_S
            ticker.tick(_MOVING_FPS if is_awake else _IDLE_FPS)

    def frame(self) -> bool:
        """Do one frame: events, time, picture if it changed, control tree; True if a picture was presented.

        Whatever goes wrong in it, the game does not vanish: see ``Recovery``.
        """
        try:
            return self._frame()
        except Exception as error:
            self.recovery.after(error)
            return True

    def _events(self) -> list[Event]:
        """What has come since the last frame."""
        try:
            return pygame.event.get()
        except SystemError:  # pygame's word for a dropped file whose name is no UTF-8; what came with it is lost
            self._show_toast("info", _nameless_file, 2 * STAYS_S)
            return []

    def _frame(self) -> bool:
        self.now_s = self.clock()
        for event in self._events():
            self._take(event)
        self._presses.watch(self.scene, self.now_s, by_itself=False)
        if self.instance.take_call():
            self.window.come_forward(is_minimized=self._is_minimized)
        self._follow_size()
        self._take_dropped()
        self._tell_of_files()
        if self.voicing.take_failure():
            self.push(NoticeScene(self, partial(no_voice_text, sys.platform)))
        for scene in self.visible:
            with scene.in_its_size():  # what it makes ahead is drawn there as well
                scene.update(self.now_s)
        self._scene_changed = self._milestones.update(self.now_s) or self._scene_changed
        self._scan()
        self._presses.watch(self.scene, self.now_s, by_itself=True)
        self._follow_typing()
        if self._toast is not None and self.now_s >= self._toast.until_s:
            self._toast = None
            self._scene_changed = True
        self._follow_music()
        self._scene_changed = self._captions.update(self.now_s) or self._scene_changed
        presented = self._present_if_changed()
        self.sound.update(self.now_s)  # after the first picture, which does not wait for a device
        self._follow_figures()
        self._tell_tree()
        has_changed = presented or self.now_s - self._input_s < _AWAKE_S
        self.voicing.follow(self.visible[::-1], self.now_s, has_changed=has_changed)
        return presented

    def _scan(self) -> None:
        """Offer the next thing to one switch, once the last was offered long enough; while anything moves, wait."""
        step_s = self.settings.scan.step_s
        if not step_s or not self._is_picture_current or not self.scene.is_settled():
            self._scan_s = self.now_s + step_s
        elif self.now_s >= self._scan_s:
            self._scan_s = self.now_s + step_s
            self.shows_focus = True
            self.scene.scan()

    def _take(self, event: Event) -> None:
        """Dispatch an event; of a finger, what the mouse would do in its place."""
        if event.type in FINGER_EVENTS:
            for made in self._touch.mouse_events(event, self.window.points):
                self._dispatch(made)
        elif not is_made_of_touch(event):
            self._dispatch(event)

    def _dispatch(self, event: Event) -> None:
        self._update_audio_focus(event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.shows_focus = event.type == pygame.KEYDOWN
            self._scan_s = self.now_s + self.settings.scan.step_s  # who has just pressed sees what it did
        is_spoken = self.voicing.take(event, self.visible[::-1])
        if is_spoken:
            pass
        elif event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.quit()
        elif event.type == pygame.DROPFILE:
            self._drop(Path(event.file))
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._scene_changed = True
        elif event.type in (pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED):
            self._follow_controllers(event)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERAXISMOTION):
            self._press_button(event)
        elif event.type == pygame.KEYDOWN and not self.scene.types(event.key):
            self._use_controller(None)
            self._ask(meant(event, self.settings.keys))
        else:
            self._hand_on(event)

    def _press_button(self, event: Event) -> None:
        """Do what a button of a controller stands for, as the key for it would."""
        button = self._controllers.pressed(event)
        if button is None:
            return
        self._use_controller(self._controllers.kind(event))
        if not self.scene.takes_button(button):
            press = press_of(button, self.settings.buttons)
            if press is not None and not self.voicing.take(press, self.visible[::-1]):
                self._ask(press)

    def _use_controller(self, kind: Kind | None) -> None:
        """Name the buttons of a controller in what is said of keys, from its first press to that of a key."""
        self.shows_focus, self._scan_s = True, self.now_s + self.settings.scan.step_s
        if kind is not self._kind:
            self._kind = kind
            self._name_inputs()
            for scene in self._stack:
                scene.dirty = True

    def _name_inputs(self) -> None:
        if self._kind is None:
            keys.follow(self.settings.keys)
        else:
            keys.follow(self.settings.buttons, self._kind)

    def _follow_controllers(self, event: Event) -> None:
        """Say that a controller came or went; without any, keys are named again."""
        is_one_more = self._controllers.follow(event)
        if is_one_more is None:
            return
        if not self._controllers.is_any:
            self._use_controller(None)
        self._show_toast("controller", partial(_controller_words, is_one_more=is_one_more))

    def _everywhere(self) -> dict[Action, Callable[[], None]]:
        """What the program does itself, whatever is shown."""
        return {
            Action.RULES: self.show_rules,
            Action.KEYS: self.show_keys,
            Action.LANGUAGE: self.next_language,
            Action.SPEED: self.next_speed,
            Action.FULLSCREEN: self.toggle_fullscreen,
            Action.SOUND: self.toggle_mute,
            Action.MUSIC: self.toggle_music,
            Action.SPEECH: self.toggle_speech,
        }

    def _ask(self, event: Event) -> None:
        """Do what a key asks for everywhere, else leave it to the scene."""
        if self.settings.scan.step_s and asks(event, Action.PRESS) and self.scene.take_offered():
            self.sound.play("press")
            return
        act = next((act for action, act in self._everywhere().items() if asks(event, action)), None)
        if act is not None:
            act()
        else:
            self._hand_on(event)

    def _hand_on(self, event: Event) -> None:
        if self._is_picture_current or event.type == pygame.WINDOWLEAVE:  # else nothing lies where it is seen
            if event.type in (pygame.KEYDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self._input_s = self.now_s
            event = self.window.in_pixels(event)
            if self._presses.takes(event, self.scene, self.now_s):
                self.scene.handle(event)

    def _follow_typing(self) -> None:
        """Have text made of the keys only where a field takes it: elsewhere an input method would be in the way."""
        place = self.scene.typing_place()
        if place != self._typing_place:
            self._typing_place = place
            self.window.take_text(place)

    def _drop(self, path: Path) -> None:
        """Take a file in that was dropped on the window, once no match is running."""
        self._dropped.append(path)
        if self.session is not None:
            self._show_toast("info", _file_waits, 2 * STAYS_S)

    def _take_dropped(self) -> None:
        if self._dropped and self.session is None and self._stack[0].name == "title" and not self.recovery.is_shown:
            files, self._dropped = self._dropped, []
            self.show_roadbook(files)

    def _update_audio_focus(self, event: Event) -> None:
        """Let the sounds follow what becomes of the window."""
        match event.type:
            case pygame.WINDOWFOCUSGAINED | pygame.WINDOWFOCUSLOST:
                self.sound.follow_window(has_focus=event.type == pygame.WINDOWFOCUSGAINED)
            case pygame.WINDOWSHOWN | pygame.WINDOWRESTORED | pygame.WINDOWHIDDEN | pygame.WINDOWMINIMIZED:
                self._is_minimized = event.type == pygame.WINDOWMINIMIZED
                self.sound.follow_window(is_seen=event.type in (pygame.WINDOWSHOWN, pygame.WINDOWRESTORED))

    def _follow_size(self) -> None:
        """Show the old picture scaled while the window's size changes, and lay out anew when it has come to rest."""
        size = self.window.size
        if size == self._shown_size and self._old_picture is None:
            return
        if self._old_picture is None or size != self._seen_size:
            self._old_picture = self._old_picture or self._picture()
            self._resized_s, self._seen_size = self.now_s, size
            ground.prefetch(self.window.layout_size)
            self._scene_changed = True
        elif self.now_s - self._resized_s >= RESIZE_QUIET_S:
            self._old_picture = None
            self._shown_size, self.size = size, self.window.layout_size
            self.recovery.note(f"laid out for {size[0]} x {size[1]}")
            art.fit_caches(self.size)
            for scene in self._stack:
                scene.resize(self.size)
            self._remember_size()
            self._scene_changed = True

    def _remember_size(self) -> None:
        self.save_settings(replace(self.settings, window_size=self.window.windowed_size or self.settings.window_size))

    def _picture(self) -> Surface:
        """The visible scenes as they were laid out last, on a surface of their own."""
        picture = Surface(self.size)
        self._render(picture)
        return picture

    def _picture_of(self, scenes: Sequence[Scene[Host]]) -> Surface:
        """Some of the scenes that are seen, whole, on a surface of their own."""
        picture = Surface(self.size)
        for scene in scenes:
            scene.overdrawn()
            scene.render(picture, self.now_s)
            scene.overdrawn()
        return picture

    def _render(self, surface: Surface) -> None:
        visible = self.visible
        for scene in visible:
            text.set_scene(scene.name)
            with scene.in_its_size():
                scene.render(surface, self.now_s)
        for scene in visible[:-1]:
            scene.overdrawn()
        if self._milestones.is_seen:
            self._milestones.draw(surface, self.now_s)
            self.scene.overdrawn()
        self._captions.draw(surface)
        if self._toast is not None:
            self._toast.draw(surface)
        if self._toast is not None or self._captions.is_shown:
            self.scene.overdrawn()

    @property
    def _is_picture_current(self) -> bool:
        """Whether what is on the screen are the present scenes, at their places."""
        return self._old_picture is None and not self.is_preparing

    def _present_if_changed(self) -> bool:
        visible = self.visible
        if not (self._scene_changed or any(scene.dirty or scene.is_moving() for scene in visible)):
            return False
        self.is_preparing = not self._old_picture and not all(map(_is_prepared, visible))
        if self.is_preparing:
            return False
        surface = self.window.surface
        if self._old_picture:
            _show_whole(self._old_picture, surface)
            self.scene.overdrawn()
        else:
            self._render(surface)
        for scene in visible:
            scene.dirty = False
        self._scene_changed = False
        self._tree_due = True
        self.frames_presented += 1
        self.window.present()
        return True

    # -- the control tree -----------------------------------------------------------------------------------------

    @property
    def is_settled(self) -> bool:
        """Whether the screen rests and nothing is about to change by itself."""
        is_busy = self._old_picture or self._scene_changed or self._presses.is_wary(self.scene, self.now_s)
        return not is_busy and all(scene.is_settled() and not scene.dirty for scene in self.visible)

    @property
    def _rests(self) -> bool:
        """Whether nothing moves on the screen, though something may come by itself."""
        return self._is_picture_current and not any(scene.is_moving() for scene in self.visible)

    def nodes(self) -> list[Node]:
        """The controls that can be used now, those of the topmost scene; and what is told in passing."""
        return [*self.scene.nodes(), *self._captions.nodes(self.size), *self._milestones.nodes()]

    def _tell_tree(self) -> None:
        path = self._options.ui_tree
        if path is None or not self._tree_due:
            return
        is_settled = self.is_settled
        is_late = self.now_s - self._tree_s >= TREE_EVERY_S and self._rests
        if not is_settled and not is_late:
            return
        self._tree_due, self._tree_s = not is_settled, self.now_s
        tree = tree_text(self.scene.name, i18n.language(), self.size, self.nodes(), is_settled=is_settled)
        if tree != self._tree_written:
            self._tree_written = tree
            self.writer.submit(path, tree.encode())

    @property
    def unkept(self) -> str | None:
        """Why the last moves are not on disk, in the system's words; None if they are."""
        return self.files.unkept

    # -- the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close match, files and window; the match is on disk afterwards, or ``unkept`` says why it is not."""
        steps = (
            self.voicing.close,
            self.sound.close,
            self._figures.close,
            self.abandon_scenes,
            self.close_session,
            self._close_roadbook,
            self.files.close,
            self.window.close,
            lambda: self.files.close(_LAST_SAVE_S),  # nobody has to look at a window meanwhile
        )
        for step in steps:
            try:
                step()
            except Exception:
                _log.exception("at the end")
        self.log.close()
        self.instance.close()


def _show_whole(picture: Surface, surface: Surface) -> None:
    """Draw a picture as large as it fits, undistorted and in the middle; a plain ground fills the rest."""
    place = picture.get_rect().fit(surface.get_rect())
    if place.size != surface.get_size():
        surface.fill(theme.THEME.navy)
    pygame.transform.smoothscale(picture, place.size, surface.subsurface(place))


def _sound_words(*, muted: bool) -> str:
    return _("Sound off") if muted else _("Sound on")


def _music_words(*, is_on: bool) -> str:
    return _("Music on") if is_on else _("Music off")


def _controller_words(*, is_one_more: bool) -> str:
    return _("Controller connected") if is_one_more else _("Controller disconnected")


def _speed_words(speed: Speed) -> str:
    return labelled(setting_name("speed"), speed_name(speed))


def _is_prepared(scene: Scene[Host]) -> bool:
    """Whether all of a scene is painted, after a part of what was missing was, in the size that it is drawn in."""
    with scene.in_its_size():
        return scene.prepare()


def _nameless_file() -> str:
    return _("The file’s name can’t be read. Rename it and drop it again.")


def _file_waits() -> str:
    return _("The file will be imported when you leave this match.")

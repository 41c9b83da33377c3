"""Drives the whole program without a display, by posted events and an injected clock; for all tests of scenes.

Usage::

    def test_play_shows_the_table(driver: Driver) -> None:      # the fixture stands in tests/scenes/conftest.py
        driver.click("Race")
        assert driver.scene == "table"

or, in a test of its own shape, ``with open_window(tmp_path, size=(960, 540), language="de") as driver: …``.

Controls are found by their accessible name (``find``), by their id (``control``, ``shows``, ``told``) or by what they
have in common (``of_role``, ``below``); ``top(TableScene)`` is the screen itself. ``click``, ``press``, ``drag`` and
``key`` post events and pump frames. Time stands still but for ``pump(frames)``, which adds 1/60 s each,
``wait(seconds)``, and ``settle()``, which takes long strides until nothing moves. What is read and written is so at the
end of each frame, and bots decide there, unless a test wants ``threads``: then ``until(condition)`` has real patience.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar
from unittest import mock

# Before pygame is imported anywhere: no window and no sound appear on the developer's screen.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from game.app import App, RunOptions
from game.career.profile_statistics import ProfileStatistics
from game.drivers import remarks
from game.features.milestones.toast import MilestoneAnnouncer
from game.features.title.landscape_animation import LandscapeAnimation
from game.files.writer import write_atomically
from game.match.bots import client
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.settings.settings import ColorTheme, Settings
from game.settings.settings_file import SettingsFile
from game.ui.accessibility_tree import Node
from game.ui.audio import AudioOutput
from game.ui.drawing import art, looks, text, theme
from game.ui.form import WidgetScene
from game.ui.layout.tree_form import TreeForm
from game.ui.speech.speech import Voice
from game.ui.widgets.focus_group import FocusGroup
from tests.frame_threads import FrameThreads
from tests.waiting import PATIENCE_S

SomeScene = TypeVar("SomeScene")

FRAME_S = 1 / 60
STRIDE_S = 0.1
LONG_WAIT = 60
"""In frames."""


class FakeClock:
    """A clock that moves only when it is told to; ``now_s`` in seconds."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Driver:
    """The program under test, and hands and eyes for it."""

    def __init__(self, app: App, clock: FakeClock, threads: FrameThreads | None = None) -> None:
        self.app = app
        self.clock = clock
        self._threads = threads
        self.may_fail = False
        """Whether errors in a frame are wanted: else they end the test, and not only the scene."""

    # -- time -----------------------------------------------------------------------------------------------------

    def pump(self, frames: int = 1) -> None:
        """Let frames pass, 1/60 s each."""
        for _ in range(frames):
            self.clock.now_s += FRAME_S
            self._frame()
            if not self.may_fail and self.app.recovery.last_error is not None:
                raise self.app.recovery.last_error

    def _frame(self) -> None:
        with self._threads.frame() if self._threads else contextlib.nullcontext():
            self.app.frame()

    def wait(self, seconds: float) -> None:
        """Let so much time pass, frame by frame."""
        self.pump(max(1, round(seconds / FRAME_S)))

    def settle(self, max_s: float = 30) -> None:
        """Let time pass until the screen rests; fails if it does not within ``max_s`` of the program's clock.

        What threads read may take longer than that where they get no turn.
        """
        end_s, give_up_s = self.clock.now_s + max_s, time.monotonic() + PATIENCE_S
        self.pump()
        while not self.app.is_settled:
            assert self.clock.now_s < end_s or time.monotonic() < give_up_s, f"{self.scene} does not settle"
            self.clock.now_s += STRIDE_S - FRAME_S  # nobody looks at what moves
            self.pump()
            self.give_turn()

    def give_turn(self, frames: int = 0) -> None:
        """Let threads and processes go on, where the program has any; a long wait may be for a review's."""
        if self._threads is None or art.PRELOADER.is_busy or frames > LONG_WAIT:
            time.sleep(0.0005)

    def until(self, condition: Callable[[], bool], what: str = "the condition") -> None:
        """Let frames pass until the condition holds; fails after twenty real seconds."""
        give_up_s = time.monotonic() + PATIENCE_S
        for frames in itertools.count():
            if condition():
                return
            assert time.monotonic() < give_up_s, f"waited in vain for {what} in {self.scene}"
            self.pump()
            self.give_turn(frames)

    # -- eyes -----------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> str:
        """The name of the topmost scene."""
        return self.app.scene.name

    def top(self, kind: type[SomeScene]) -> SomeScene:
        """The topmost scene, which is to be of this kind."""
        scene = self.app.scene
        assert isinstance(scene, kind)
        return scene

    @property
    def session(self) -> Session:
        """The match that is sat down to."""
        assert self.app.session is not None
        return self.app.session

    @property
    def controls(self) -> FocusGroup:
        """The topmost screen's, with what no node tells."""
        return self.top(WidgetScene).controls

    def nodes(self) -> list[Node]:
        """The controls that can be used now."""
        return self.app.nodes()

    def names(self) -> list[str]:
        """Their names, in reading order."""
        return [node.name for node in self.nodes()]

    def ids(self) -> set[str]:
        return {node.id for node in self.nodes()}

    def shows(self, id: str) -> bool:
        """Whether there is a control with this id."""
        return id in self.ids()

    def of_role(self, role: str) -> list[Node]:
        """The controls of this role, in reading order."""
        return [node for node in self.nodes() if node.role == role]

    def below(self, start: str) -> list[Node]:
        """The controls whose ids begin so, in reading order."""
        return [node for node in self.nodes() if node.id.startswith(start)]

    def told(self, id: str) -> str | None:
        """The name of the control with this id, if there is one."""
        return next((node.name for node in self.nodes() if node.id == id), None)

    def find(self, name: str, role: str | None = None) -> Node:
        """The first control with this name (and role); fails with all the names there are."""
        found = [node for node in self.nodes() if node.name == name and role in (None, node.role)]
        assert found, f"no control {name!r} in {self.scene}, only {self.names()}"
        return found[0]

    def control(self, id: str) -> Node:
        """The control with this id."""
        found = [node for node in self.nodes() if node.id == id]
        assert found, f"no control with id {id!r} in {self.scene}, only {[node.id for node in self.nodes()]}"
        return found[0]

    @property
    def focused(self) -> str | None:
        """The id of the control that has the focus; of a card and the pile that it is meant for, the card’s."""
        return next((node.id for node in reversed(self.nodes()) if node.focused), None)

    def picture(self) -> pygame.Surface:
        """A copy of what is on the screen."""
        return self.app.window.surface.copy()

    def pixels(self) -> bytes:
        """The same, to be compared as a whole."""
        return pygame.image.tobytes(self.app.window.surface, "RGB")

    def log_lines(self) -> list[str]:
        """The lines of a log that are seen, from above."""
        return [node.name for node in self.below("log/")]

    # -- hands ----------------------------------------------------------------------------------------------------

    def post(self, type: int, **values: object) -> None:
        """Post one event and let a frame pass."""
        pygame.event.post(pygame.event.Event(type, values))
        self.pump()

    def look(self) -> None:
        """Wait until what is there is seen."""
        seen = self.app.presenter
        while (
            seen.is_preparing
            or self.app.event_dispatcher.delayed_events
            or seen.shown_scene not in (None, self.app.scene)
        ):
            if seen.is_preparing:  # it may wait for a thread, which takes none of the program's time
                self._frame()
                time.sleep(0.0005)
            else:
                self.pump()

    def point(self, at: str | tuple[int, int]) -> None:
        """Move the mouse to a control (by name) or a point."""
        self.look()
        self.post(pygame.MOUSEMOTION, pos=self._place(at), rel=(0, 0), buttons=(0, 0, 0))

    def click(self, at: str | tuple[int, int]) -> None:
        """Press and release the mouse on a control (by name) or a point."""
        self.look()
        pos = self._place(at)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        self.look()

    def press(self, id: str) -> None:
        """Click on the control with this id, after scrolling to it where it is out of sight."""
        self.reveal(id)
        self.click(middle(self.control(id)))

    def reveal(self, id: str) -> None:
        """Scroll to the control with this id, or to the one it is a part of."""
        scene = self.app.scene
        if isinstance(scene, TreeForm) and not scene.controls.popup:
            for widget in scene.controls.widgets:
                if widget.clip is not None and (id == widget.id or id.startswith(f"{widget.id}.")):
                    scene.view_state.scroll_into_view(scene.controls.widgets, widget)

    def drag(self, start: str | tuple[int, int], end: str | tuple[int, int], *, steps: int = 8) -> None:
        """Press the mouse on one control or point, move it in small steps to another, and release it."""
        a, b = self._place(start), self._place(end)
        self.point(a)
        self.post(pygame.MOUSEBUTTONDOWN, pos=a, button=1)
        for step in range(1, steps + 1):
            pos = (a[0] + (b[0] - a[0]) * step // steps, a[1] + (b[1] - a[1]) * step // steps)
            self.post(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))
        self.post(pygame.MOUSEBUTTONUP, pos=b, button=1)

    def key(self, key: int, mod: int = 0) -> None:
        """Press and release a key."""
        self.look()
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.post(pygame.KEYUP, key=key, mod=mod)
        self.look()

    def write(self, typed: str) -> None:
        """Type a text into the field that has the focus, a letter in each frame."""
        self.look()
        for letter in typed:
            down = {"key": ord(letter.lower()), "mod": 0, "unicode": letter}
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, down))
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
            self.post(pygame.KEYUP, key=ord(letter.lower()), mod=0)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size and wait until the scene is laid out for it."""
        self.app.window.resize(size)
        for _ in range(3):
            self.clock.now_s += 0.1
            self.pump()
        self.look()
        self.look()
        assert self.app.size == self.app.window.layout_size
        assert self.app.window.size == size

    def _place(self, at: str | tuple[int, int]) -> tuple[int, int]:
        return middle(self.find(at)) if isinstance(at, str) else at


def middle(node: Node) -> tuple[int, int]:
    """The point in the middle of a control."""
    x, y, w, h = node.rect
    return x + w // 2, y + h // 2


def at_rest(folder: Path, code: str = "en", theme: ColorTheme = ColorTheme.DAY) -> Path:
    """A folder for the user's files whose settings let nothing breathe, so that pictures can be compared.

    A match was played already: only the first goes by the language.
    """
    rested = Settings().with_values(language=code, theme=theme, reduced_motion=True, plan=DEFAULT_PLAN)
    write_atomically(folder / "settings.json", SettingsFile(rested).to_bytes())
    return folder


@contextmanager
def open_window(
    user_dir: Path,
    *,
    size: tuple[int, int] | None = (1280, 720),
    language: str | None = "en",
    seed: int | None = 7,
    ui_tree: Path | None = None,
    output: AudioOutput | None = None,
    voice: Voice | None = None,
    counts: bool = False,
    lives: bool = False,
    threads: bool = False,
) -> Iterator[Driver]:
    """Start the program with its files in ``user_dir``, and close it afterwards; without ``output`` or
    ``voice`` it is silent.

    ``language`` is put into the settings first unless there are some already; None leaves them alone. The first profile
    has no id of its own then, so that matches without a profile count for it. Without a ``size`` the program chooses
    its own. Milestones and figures, which are counted in threads, are told only if a test
    says so, and only then drivers say something; the title's landscape rests unless it ``lives``. Readers and the
    writer have ``threads`` of their own, and bots their process, where these are what a test is about.
    """
    settings = user_dir / "settings.json"
    if language is not None and not settings.exists():
        write_atomically(settings, SettingsFile(Settings().with_values(language=language)).to_bytes())
    clock = FakeClock()
    text.overflows.clear()
    options = RunOptions(seed=seed, user_dir=user_dir, ui_tree=ui_tree)

    def tells_nothing(*_then: object, **_shown: object) -> bool:
        """No mock, which remembers every frame that calls it."""
        return False

    frame_threads = None if threads else FrameThreads()
    replaced = contextlib.ExitStack()
    if frame_threads is not None:
        replaced.enter_context(frame_threads.in_place())
    replaced.enter_context(mock.patch.multiple(client, SILENCE_S=PATIENCE_S, START_S=PATIENCE_S))
    if not lives:
        replaced.enter_context(mock.patch.object(LandscapeAnimation, "_may_move", tells_nothing))
    if not counts:
        for teller in (MilestoneAnnouncer, ProfileStatistics):
            replaced.enter_context(mock.patch.object(teller, "update", tells_nothing))
        replaced.enter_context(
            mock.patch.object(remarks, "REMARK_PROBABILITIES", dict.fromkeys(remarks.RemarkOccasion, 0.0))
        )
    try:
        with replaced:
            app = App(options, clock=clock, size=size, output=output, voice=voice)
            try:
                driver = Driver(app, clock, frame_threads)
                driver.pump()
                driver.look()
                yield driver
            finally:
                app.close()
    finally:
        theme.switch_theme(Settings().person.theme)
        text.set_text_size_factor(1)
        looks.switch_looks(looks.Looks())


def hurry(driver: Driver) -> None:
    """Skip what moves with a key that does nothing else, until table or lesson wait for somebody."""
    while not driver.app.is_settled:
        driver.clock.now_s += STRIDE_S - FRAME_S
        if driver.scene in {"table", "lesson"}:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode=""))
            driver.post(pygame.KEYUP, key=pygame.K_F5, mod=0)
        else:
            driver.pump()
        driver.give_turn()

"""One run of a monkey: the program on a user folder of its own, started again whenever it was quit."""

from __future__ import annotations

import os
import signal
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

from tests.window import FRAME_S, Driver, FakeClock, open_window  # isort: skip - before pygame: no window opens

import pygame
from pygame import Surface

from ai.review import review
from game.app import App
from game.features.play.scene import TableScene
from game.features.replay import scene as replay_scene
from game.features.replay.model.review import ReviewQuestion
from game.files.limits import SMALLEST_WINDOW
from game.match import session as sessions
from game.match.bots.client import WorkerBots
from game.match.session import Session
from game.settings import user_files as store
from game.ui.drawing import art, text
from tests.features.replay.review_stage import QUICK, ScriptedReview
from tests.monkey.doubles import PunctualBots, PunctualWriter

Action = list[Any]
"""What a monkey does: the name of a function of ``tests.monkey.actions`` and its arguments, as JSON has them."""

FIRST_SIZE = SMALLEST_WINDOW
LONGEST_WIDE = 4  # a window that is wider, to its height, has no room for anything
REAL_PAUSE_S = 0.002


def _reviewed_at_once(question: ReviewQuestion) -> ScriptedReview:
    """A true review of the leg with little work, and no process to wait for."""
    return ScriptedReview(tuple(review(question.record, question.context, question.seat, budget=QUICK)))


class Hands(Driver):
    """Hands and eyes that let the disk of the episode work in every frame, and no frame pass after the end."""

    def __init__(self, app: App, clock: FakeClock, writer: PunctualWriter | None) -> None:
        super().__init__(app, clock)
        self._writer = writer

    def pump(self, frames: int = 1) -> None:
        for _ in range(frames):
            if not self.app.is_running:
                return
            super().pump()
            if self._writer is None:
                time.sleep(REAL_PAUSE_S)  # the worker's and the writer's turn
            else:
                self._writer.frame()
            if not has_room(self.app):
                text.overflows.clear()


def has_room(app: App) -> bool:
    """Whether the window is one that the layouts are made for."""
    w, h = app.size
    return w >= SMALLEST_WINDOW[0] and h >= SMALLEST_WINDOW[1] and h / 2 <= w <= LONGEST_WIDE * h


class Episode:
    """The program in the hands of a monkey; ``actions`` are all it did, ``events`` how many events that made.

    Nothing but the actions decides what happens: time passes by frames, disk and bots answer after so many of them.
    With ``is_real`` the game's own writer and worker process do the work, and no run is like the other. Pictures that
    are not alike are saved in ``pictures``.
    """

    def __init__(self, folder: Path, *, is_real: bool = False, pictures: Path | None = None) -> None:
        self.folder = folder
        self.pictures = pictures
        self.is_real = is_real
        self.actions: list[Action] = []
        self.counts: Counter[str] = Counter()
        self.events = 0
        self.pointer = (0, 0)
        self.is_bursting = False
        self._writer: PunctualWriter | None = None
        self._stack = ExitStack()
        self._program = ExitStack()
        self.driver: Hands

    def __enter__(self) -> Episode:
        if not self.is_real:
            self._stack.enter_context(mock.patch.object(store, "Writer", self._new_writer))
            self._stack.enter_context(mock.patch.object(sessions, "WorkerBots", PunctualBots))
            self._stack.enter_context(mock.patch.object(replay_scene, "LegReview", _reviewed_at_once))
            self._stack.enter_context(mock.patch.object(os, "fsync"))  # a third of the time, and nobody pulls the plug
        self._stack.enter_context(_counting(self.counts))
        self._stack.push(self._program)
        try:
            self._open(FIRST_SIZE)
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def _new_writer(self) -> PunctualWriter:
        self._writer = PunctualWriter()
        return self._writer

    def _open(self, size: tuple[int, int] | None) -> None:
        opened = self._program.enter_context(open_window(self.folder, size=size, threads=True))
        opened.app.window._window.minimum_size = (1, 1)  # not every system keeps to the least size
        self.driver = Hands(opened.app, opened.clock, self._writer)

    # -- what actions do ----------------------------------------------------------------------------------------------

    @property
    def app(self) -> App:
        """The program that runs now."""
        return self.driver.app

    def again(self) -> None:
        """Quit, and start again on the same user folder."""
        self.counts["starts"] += 1
        self._program.close()
        self._open(None)

    def add(self, type: int, **values: object) -> None:
        """Post an event that comes in the same frame as the next one."""
        self.events += 1
        pygame.event.post(pygame.event.Event(type, values))

    def post(self, type: int, **values: object) -> None:
        """Post an event, and let a frame pass unless more events come in it."""
        self.add(type, **values)
        if not self.is_bursting:
            self.driver.pump()

    def skip(self) -> None:
        """Press a key that only ends what moves; no event worth counting."""
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode="", scancode=0))
        self.driver.pump()

    def pass_time(self, seconds: float) -> None:
        """Let the clock jump, in one frame."""
        self.driver.clock.now_s += seconds - FRAME_S
        self.driver.pump()

    def hold_writer(self, frames: int) -> None:
        """Let the disk be slow."""
        if self._writer is not None:
            self._writer.held = frames

    def trouble_worker(self, trouble: str) -> None:
        """Let the bots' worker be killed, be stopped, or make a mistake."""
        bots = self.app.session._requests.bots if self.app.session is not None else None
        if isinstance(bots, PunctualBots):
            bots.suffer(trouble)
        elif isinstance(bots, WorkerBots) and bots.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(bots.pid, signal.SIGSTOP if trouble == "stopped" else signal.SIGKILL)


def sketched(data: bytes, size: tuple[int, int]) -> Surface:
    """A picture in one colour of its own instead of a drawn one: to rasterise for every size is half of the work."""
    drawn = Surface(size, pygame.SRCALPHA)
    drawn.fill(zlib.crc32(data).to_bytes(4)[:3])
    return drawn


class AtOnce:
    """In place of the thread that draws ahead: what is seen when depends on no thread."""

    def submit(self, draw: Callable[..., Surface], *of: Any) -> Future[Surface]:
        """Draw it now."""
        done = Future[Surface]()
        done.set_result(draw(*of))
        return done


@contextmanager
def sketching() -> Iterator[None]:
    """Draw every picture at once, as a sketch; forget those that were drawn, and the sketches in the end."""
    art.SurfaceCache.clear_all()
    art.clear_cache()
    with mock.patch.object(art, "_rasterised", sketched), mock.patch.object(art.PRELOADER, "_worker", AtOnce()):
        yield
    art.clear_cache()


@contextmanager
def _counting(counts: Counter[str]) -> Iterator[None]:
    """Count the moves of the person, and how often the table was laid out while something moved on it."""
    play, resize = Session.play, TableScene.resize

    def playing(session: Session, move: Any) -> None:
        counts["moves"] += 1
        play(session, move)

    def resizing(table: TableScene, size: tuple[int, int]) -> None:
        counts["laid out in motion"] += table.is_moving()
        resize(table, size)

    with mock.patch.object(Session, "play", playing), mock.patch.object(TableScene, "resize", resizing):
        yield

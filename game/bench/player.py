"""A scripted player in the real window, and statistics on the durations of frames."""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Self

import pygame

from game.app import App, RunOptions
from game.features.play.scene import TableScene
from game.features.result.scene import ResultScene
from game.match.bots.client import BotClient
from game.match.plan import DEFAULT_PLAN, Plan
from game.match.session import Session
from game.navigation import load_ahead
from game.ui.accessibility_tree import Node
from game.ui.audio import MixerOutput


@dataclass(frozen=True, slots=True)
class Durations:
    """Statistics of some durations, in milliseconds."""

    median_ms: float
    p99_ms: float
    longest_ms: float

    @classmethod
    def of(cls, times_ms: Sequence[float]) -> Self:
        """Return the statistics of these durations; raises ``ValueError`` if there are none."""
        if not times_ms:
            raise ValueError("durations: expected at least one duration, got none")
        p99 = quantiles(times_ms, n=100, method="inclusive")[98] if len(times_ms) > 1 else times_ms[0]
        return cls(round(median(times_ms), 2), round(p99, 2), round(max(times_ms), 2))

    @property
    def text(self) -> str:
        return f"median {self.median_ms:.2f} ms, p99 {self.p99_ms:.2f} ms, longest {self.longest_ms:.2f} ms"


@dataclass(frozen=True, slots=True)
class Cost:
    """The durations of ``count`` frames or waits, by the clock and in processor time of the drawing thread."""

    count: int
    clock: Durations
    processor: Durations

    @property
    def text(self) -> str:
        return f"{self.clock.text} (processor: {self.processor.text})"


@dataclass(slots=True)
class Stopwatch:
    """Collects durations in milliseconds, by the clock and in processor time."""

    clock_ms: list[float] = field(default_factory=list)
    processor_ms: list[float] = field(default_factory=list)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Return a context manager that times the body of its ``with`` block."""
        began_s, began_cpu_s = time.perf_counter(), time.thread_time()
        yield
        self.add((time.perf_counter() - began_s) * 1000, (time.thread_time() - began_cpu_s) * 1000)

    def add(self, clock_ms: float, processor_ms: float) -> None:
        """Add a duration, in milliseconds, that was measured elsewhere."""
        self.clock_ms.append(clock_ms)
        self.processor_ms.append(processor_ms)

    @property
    def cost(self) -> Cost:
        return Cost(len(self.clock_ms), Durations.of(self.clock_ms), Durations.of(self.processor_ms))


DRAG_STEPS = 20
SEED = 1
PATIENCE_S = 240.0  # a leg at the normal pace takes about two minutes; this ends one that is stuck
MOVING_FPS = 60


class UnfinishedLegError(Exception):
    """Raised if the scripted player did not finish the leg, or did not reach an expected screen, in time."""


_YES = frozenset({"discard", "yes"})
"""The ids of the buttons that answer a prompt; its other buttons would postpone it."""


class ScriptedPlayer:
    """Plays with the mouse: drags the first playable card to the first pile that accepts it, else discards.

    ``after_frame`` advances the time; without it, and while a picture is prepared, frames are paced as in the program's
    own loop. ``frames`` are those that changed the picture or prepared the next, ``seven_card_frames`` those of them
    with seven moving cards, ``by_screen`` those of each screen. ``prompts_answered`` are the names of the prompt
    screens answered.
    """

    def __init__(self, app: App, after_frame: Callable[[], None] | None = None) -> None:
        self.app = app
        self.prompts_answered: list[str] = []
        self.reset_frames()
        self.before_frame: Callable[[], None] = lambda: None
        self._ticker = pygame.time.Clock()
        self._after_frame = after_frame or self._tick

    def reset_frames(self) -> None:
        self.frames, self.seven_card_frames = Stopwatch(), Stopwatch()
        self.by_screen: defaultdict[str, Stopwatch] = defaultdict(Stopwatch)

    def _tick(self) -> None:
        self._ticker.tick(MOVING_FPS)

    def frame(self) -> bool:
        """Run one frame; return whether it presented a picture.

        The frame is timed if it presented or prepared one.
        """
        self.before_frame()
        one = Stopwatch()
        with one.running():
            presented = self.app.frame()
        if presented or self.app.presenter.is_preparing:
            taken = one.clock_ms[0], one.processor_ms[0]
            self.frames.add(*taken)
            self.by_screen[self.app.scene.name].add(*taken)
            if cards_in_flight(self.app) >= 7:
                self.seven_card_frames.add(*taken)
        if self.app.presenter.is_drawing_ahead:
            self.app.wait_for_next_frame(one.clock_ms[0] / 1000, moves=False)
        else:
            self._after_frame()
        return presented

    def settle(self, until_s: float) -> bool:
        """Run frames until the screen is at rest, or until the time ``until_s`` of the monotonic clock.

        Return False if the time was up.
        """
        self.frame()
        while not self.app.is_settled and time.monotonic() < until_s:
            self.frame()
        return time.monotonic() < until_s

    def idle(self, duration_s: float) -> None:
        """Run the program's own loop without input for some seconds."""
        until_s = time.monotonic() + duration_s
        while time.monotonic() < until_s:
            self.app.run_frame_and_wait()

    def play_leg(self, most_s: float = PATIENCE_S) -> bool:
        """Play until the result of the leg is at rest; return False if that takes longer than ``most_s`` seconds."""
        until_s = time.monotonic() + most_s
        while self.settle(until_s):
            if self.app.scene.name == ResultScene.name:
                return True
            self.act()
        return False

    def play_turns(self, turns: int) -> None:
        """Make that many decisions, or fewer if the leg ends; after each, wait for the bots to move."""
        until_s = time.monotonic() + PATIENCE_S
        for _ in range(turns):
            if self.settle(until_s) and self.app.scene.name != ResultScene.name:
                self.act()
        self.settle(until_s)

    def press(self, id: str) -> None:
        """Press the button of that id, after answering dialogs above it, such as that of a reached milestone."""
        until_s = time.monotonic() + PATIENCE_S
        while not (found := [node for node in self.app.nodes() if node.id == id]):
            if not self.settle(until_s):
                raise UnfinishedLegError(f"bench: there is no button {id} on the screen {self.app.scene.name}")
            self._agree()
        self._click(found[0])

    def go_on(self) -> bool:
        """Go on to the next leg; return False if the match is over."""
        session = self.app.session
        if session is None or session.is_match_over:
            return False
        self._press(pygame.K_RETURN)
        self.settle(time.monotonic() + PATIENCE_S)
        return True

    def _post(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, values))
        self.frame()

    def _press(self, key: int) -> None:
        self._post(pygame.KEYDOWN, key=key, mod=0, unicode="\r" if key == pygame.K_RETURN else "")

    def _drag(self, start: Node, end: Node) -> None:
        (x0, y0), (x1, y1) = (pygame.Rect(node.rect).center for node in (start, end))
        self._post(pygame.MOUSEMOTION, pos=(x0, y0), rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=(x0, y0), button=1)
        for step in range(1, DRAG_STEPS + 1):
            at = (x0 + (x1 - x0) * step // DRAG_STEPS, y0 + (y1 - y0) * step // DRAG_STEPS)
            self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0))
        self._post(pygame.MOUSEBUTTONUP, pos=(x1, y1), button=1)

    def act(self) -> None:
        if self.app.scene.name != TableScene.name:
            self._agree()
            return
        cards = [n for n in self.app.nodes() if n.role == "card"]
        playable = [n for n in cards if n.enabled]
        chosen = (playable or cards)[0]
        self._press(pygame.K_1 + int(chosen.id.split("/")[1]))
        piles = [n for n in self.app.nodes() if n.role == "pile" and n.enabled]
        target = next((n for n in piles if n.id != "discard"), piles[0])
        self._press(pygame.K_ESCAPE)
        self._drag(next(n for n in self.app.nodes() if n.id == chosen.id), target)

    def _agree(self) -> None:
        """Answer a prompt with yes, or with the button that discards the cards."""
        buttons = [n for n in self.app.nodes() if n.role == "button" and n.enabled]
        yes = next((n for n in buttons if n.id in _YES), None)
        if yes is not None:
            self.prompts_answered.append(self.app.scene.name)
        on = next((n for n in buttons if n.id == "go_on"), buttons[0])
        self._click(yes or on)

    def _click(self, node: Node) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._post(kind, pos=pygame.Rect(node.rect).center, button=1)


def cards_in_flight(app: App) -> int:
    """Return how many cards are moving in the current frame."""
    table = app.visible_scenes[0]
    return len(list(table.animation.flights)) if isinstance(table, TableScene) else 0


FRAME_S = 1 / 10  # of the program's clock in a quick run
_PAUSE_S = 0.0005  # gives the writer's and the bots' threads time


class QuickClock:
    """A clock for quick runs, in seconds.

    It is advanced by a fixed time for every frame, and by the processor time of this thread.
    """

    def __init__(self) -> None:
        self._pushed_s = 0.0

    def __call__(self) -> float:
        return self._pushed_s + time.thread_time()

    def push(self) -> None:
        """Advance the clock by the time of one frame."""
        self._pushed_s += FRAME_S
        time.sleep(_PAUSE_S)


@contextmanager
def opened_window(size: tuple[int, int], *, is_quick: bool = False) -> Iterator[ScriptedPlayer]:
    """Open a window of that size in pixels and yield a scripted player in front of the title.

    The user folder is temporary, and all screens are imported as by ``App.run``. With ``is_quick`` time passes as fast
    as frames can be drawn.
    """
    clock = QuickClock()
    with tempfile.TemporaryDirectory() as folder:
        options = RunOptions(seed=SEED, user_dir=Path(folder))
        app = App(options, clock=clock if is_quick else time.monotonic, size=size, output=MixerOutput())
        try:
            player = ScriptedPlayer(app, clock.push if is_quick else None)
            player.frame()
            load_ahead()
            yield player
        finally:
            app.close()


@contextmanager
def playing(
    size: tuple[int, int],
    plan: Plan = DEFAULT_PLAN,
    *,
    seed: int = SEED,
    bots: BotClient | None = None,
    is_quick: bool = False,
) -> Iterator[ScriptedPlayer]:
    """Open a window of that size in pixels and yield a scripted player in front of a newly dealt table.

    The bots are those of a worker process unless others are given. Frames count only from the first settled table on;
    the first showing of each screen is measured separately.
    """
    with opened_window(size, is_quick=is_quick) as player:
        app = player.app
        app.start_session(Session.new(plan, seed=seed, files=app.files, clock=app.clock, bots=bots))
        app.show_table()
        until_s = time.monotonic() + PATIENCE_S
        while not player.frame() and time.monotonic() < until_s:
            pass
        player.reset_frames()
        player.settle(until_s)
        yield player

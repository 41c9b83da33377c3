"""``python -m game bench``: what the window costs, measured in the real window by a scripted player.

A leg is dealt and played at two sizes by dragging cards, at the normal pace; every frame that changes the picture is
timed from its events to its presentation, by the clock and by the processor time of the thread that draws: the latter
says what a frame costs where other programs run too. Idling is measured on the table while it waits for the player.
Then a part of a leg is played against the strongest bots while a second worker thinks without a pause, so that every
frame is one drawn while bots think. Nothing here passes or fails: the figures depend on the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final, Self

import pygame

from game.app import App, RunOptions
from game.scenes.score import LegScoreScene
from game.scenes.start import start_match
from game.session.bots import WorkerBots
from game.session.botworker import Question
from game.session.players import LEVELS, bot, bot_spec
from game.session.setup import DEFAULT_PLAN, with_levels
from game.ui.speaker import MixerSpeaker
from game.ui.tree import Node

SIZES: Final = ((1280, 720), (1920, 1080))
STARTS: Final = 5
IDLE_S: Final = 5.0
LEG_S: Final = 240.0  # a leg at the normal pace takes about two minutes; this ends one that got stuck
THINKING_SIZE: Final = (1920, 1080)
THINKING_S: Final = 45.0  # some three thousand frames
DRAG_STEPS: Final = 20
COMING_TO_REST_S: Final = 2.0  # faces for later are drawn in advance while nothing happens
_FPS, _IDLE_FPS = 60, 30  # as in App.run


class UnfinishedLegError(Exception):
    """The scripted player did not come to the score sheet in time."""


@dataclass(frozen=True, slots=True)
class Times:
    """How long frames took, in milliseconds."""

    median_ms: float
    p99_ms: float
    longest_ms: float

    @classmethod
    def of(cls, times_ms: list[float]) -> Self:
        """What there is to say about that many frames."""
        p99 = quantiles(times_ms, n=100)[98]
        return cls(round(median(times_ms), 2), round(p99, 2), round(max(times_ms), 2))

    @property
    def text(self) -> str:
        """The three figures in words."""
        return f"median {self.median_ms:.2f} ms, p99 {self.p99_ms:.2f} ms, longest {self.longest_ms:.2f} ms"


@dataclass(frozen=True, slots=True)
class Frames:
    """The frames of one leg at one size: by the clock, and of processor time; idling in percent of one core."""

    size: tuple[int, int]
    frames: int
    clock: Times
    processor: Times
    idle_cpu_percent: float


@dataclass(frozen=True, slots=True)
class ThinkingFrames:
    """The frames drawn while bots think, likewise; ``decisions`` is how many the second worker made."""

    size: tuple[int, int]
    frames: int
    clock: Times
    processor: Times
    decisions: int


class Thinker:
    """A worker that is asked the same question of the strongest bot again and again, so that it never rests."""

    def __init__(self, question: Question) -> None:
        self.decisions = 0
        self._question = question
        self._bots = WorkerBots()
        self._bots.ask(question)

    def keep_busy(self) -> None:
        """Ask anew if it has answered."""
        if self._bots.poll() is not None:
            self.decisions += 1
            self._bots.ask(self._question)

    def close(self) -> None:
        """End the worker."""
        self._bots.close()


class ScriptedPlayer:
    """Plays with the mouse: drags the first card that can be laid to the first pile that takes it, else discards."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.thinker: Thinker | None = None
        self.frame_ms: list[float] = []
        self.processor_ms: list[float] = []
        self._ticker = pygame.time.Clock()

    def frame(self) -> None:
        """Let the program do one frame and time it if it presented a picture."""
        if self.thinker is not None:
            self.thinker.keep_busy()
        began_s, began_cpu_s = time.perf_counter(), time.thread_time()
        presented = self._app.frame()
        if presented:
            self.frame_ms.append((time.perf_counter() - began_s) * 1000)
            self.processor_ms.append((time.thread_time() - began_cpu_s) * 1000)
        self._ticker.tick(_FPS)

    def settle(self, until_s: float) -> bool:
        """Let frames pass until the screen rests; False if it is later than ``until_s`` by then."""
        self.frame()
        while not self._app.is_settled and time.monotonic() < until_s:
            self.frame()
        return time.monotonic() < until_s

    def _post(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, values))
        self.frame()

    def _drag(self, start: Node, end: Node) -> None:
        (x0, y0), (x1, y1) = (pygame.Rect(node.rect).center for node in (start, end))
        self._post(pygame.MOUSEMOTION, pos=(x0, y0), rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=(x0, y0), button=1)
        for step in range(1, DRAG_STEPS + 1):
            at = (x0 + (x1 - x0) * step // DRAG_STEPS, y0 + (y1 - y0) * step // DRAG_STEPS)
            self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0))
        self._post(pygame.MOUSEBUTTONUP, pos=(x1, y1), button=1)

    def _act(self) -> None:
        if self._app.scene.name != "table":  # a prompt: yes has the focus
            self._post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
            return
        cards = [n for n in self._app.nodes() if n.role == "card"]
        playable = [n for n in cards if n.enabled]
        chosen = (playable or cards)[0]
        self._post(pygame.KEYDOWN, key=pygame.K_1 + int(chosen.id.split("/")[1]), mod=0, unicode="")
        piles = [n for n in self._app.nodes() if n.role == "pile" and n.enabled]
        target = next((n for n in piles if n.id != "discard"), piles[0])
        self._post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")
        self._drag(next(n for n in self._app.nodes() if n.id == chosen.id), target)

    def play_leg(self, most_s: float = LEG_S) -> None:
        """Play until the score sheet shows or the time is up."""
        until_s = time.monotonic() + most_s
        while self.settle(until_s) and self._app.scene.name != LegScoreScene.name:
            self._act()

    def idle_cpu_percent(self) -> float:
        """Let the program come to rest, idle on what it shows as its own loop does, and measure its processor time."""
        self._idle(COMING_TO_REST_S)
        began_s, began_cpu_s = time.monotonic(), time.process_time()
        self._idle(IDLE_S)
        return 100 * (time.process_time() - began_cpu_s) / (time.monotonic() - began_s)

    def _idle(self, duration_s: float) -> None:
        until_s = time.monotonic() + duration_s
        while time.monotonic() < until_s:
            self._app.frame()
            self._ticker.tick(_IDLE_FPS)


def measure_frames(size: tuple[int, int]) -> Frames:
    """Deal and play one leg at this window size. Raises ``UnfinishedLegError``."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(RunOptions(seed=1, user_dir=Path(folder)), size=size, speaker=MixerSpeaker())
        try:
            player = ScriptedPlayer(app)
            start_match(app, DEFAULT_PLAN)
            player.settle(time.monotonic() + LEG_S)
            idle = player.idle_cpu_percent()
            player.play_leg()
            if app.scene.name != LegScoreScene.name:
                raise UnfinishedLegError(f"bench: the leg had not ended after {LEG_S:.0f} s")
        finally:
            app.close()
    clock, processor = Times.of(player.frame_ms), Times.of(player.processor_ms)
    return Frames(size, len(player.frame_ms), clock, processor, round(idle, 2))


def measure_thinking() -> ThinkingFrames:
    """Play against the strongest bots while a second worker thinks all the time."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(RunOptions(seed=1, user_dir=Path(folder)), size=THINKING_SIZE, speaker=MixerSpeaker())
        player = ScriptedPlayer(app)
        try:
            start_match(app, with_levels(DEFAULT_PLAN, LEVELS[-1]))
            assert app.session is not None
            player.settle(time.monotonic() + LEG_S)
            strongest = bot_spec(bot("irma", level=LEVELS[-1]), None)
            player.thinker = Thinker(Question(strongest, app.session.observation, "bench"))
            _wait_for(player.thinker)
            player.frame_ms.clear()
            player.processor_ms.clear()
            player.thinker.decisions = 0
            player.play_leg(THINKING_S)
            decisions = player.thinker.decisions
        finally:
            if player.thinker is not None:
                player.thinker.close()
            app.close()
    clock, processor = Times.of(player.frame_ms), Times.of(player.processor_ms)
    return ThinkingFrames(THINKING_SIZE, len(player.frame_ms), clock, processor, decisions)


def _wait_for(thinker: Thinker) -> None:
    """Let the worker come up and make its first decision, which loads what all later ones use."""
    until_s = time.monotonic() + LEG_S
    while not thinker.decisions and time.monotonic() < until_s:
        thinker.keep_busy()
        time.sleep(0.01)


def first_frame() -> None:
    """Show the title and say when it was on the screen, by the clock that all processes share."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(RunOptions(user_dir=Path(folder)), size=SIZES[0], speaker=MixerSpeaker())
        app.frame()
        shown_s = time.monotonic()
        app.close()
    print(shown_s)


def measure_start() -> float:
    """Seconds from the start of the process to the first frame, the median of several."""
    module = [] if getattr(sys, "frozen", False) else ["-m", "game"]
    took_s = []
    for _ in range(STARTS):
        began_s = time.monotonic()
        said = subprocess.run(
            [sys.executable, *module, "bench", "--first-frame"], stdout=subprocess.PIPE, text=True, check=True
        )
        took_s.append(float(said.stdout.split()[-1]) - began_s)
    return round(median(took_s), 3)


def main(*, as_json: bool) -> int:
    """Measure and print everything; returns the exit status."""
    try:
        start_s = measure_start()
    except subprocess.CalledProcessError:
        return 1  # the child has said why
    legs = [measure_frames(size) for size in SIZES]
    thinking = measure_thinking()
    if as_json:
        figures = {"start_to_first_frame_s": start_s, "legs": [asdict(leg) for leg in legs]}
        print(json.dumps({**figures, "thinking": asdict(thinking)}))
        return 0
    print(f"process start to first frame: {start_s:.3f} s (median of {STARTS})")
    for leg in legs:
        print(
            f"{leg.size[0]}x{leg.size[1]}: {leg.frames} frames, {leg.clock.text} (processor: {leg.processor.text});"
            f" idle on the table {leg.idle_cpu_percent:.2f} % of a core"
        )
    print(
        f"{thinking.size[0]}x{thinking.size[1]} while bots think all the time: {thinking.frames} frames,"
        f" {thinking.clock.text} (processor: {thinking.processor.text};"
        f" {thinking.decisions} decisions of the strongest bot meanwhile)"
    )
    return 0

"""All measurements and their output.

They cover start-up and waiting times, the frames of a leg, of idling, of thinking bots and of first showings of
screens, and the memory after each leg of a match.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import pygame

from game import i18n
from game.app import App
from game.bench.legs import EVENTFUL_SEED, decide_simply, hard_question
from game.bench.player import PATIENCE_S, Cost, ScriptedPlayer, Stopwatch, UnfinishedLegError, playing
from game.bench.screens import ScreenShown, measure_screens
from game.features.play.scene import TableScene
from game.i18n import LANGUAGES
from game.match.bots.client import InlineBots, WorkerBots
from game.match.bots.decisions import BotQuestion
from game.match.plan import DEFAULT_PLAN
from game.people.players import LEVELS
from game.presenter import RESIZE_QUIET_S
from game.settings.settings import AnimationSpeed


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is measured: the number of starts, turns and switches, and the seconds of idling and thinking.

    ``taken_back`` is the number of turns played and taken back.
    """

    starts: int = 5
    rest_s: float = 10.0  # the game preloads pictures while idle, which must end before idling is measured
    idle_s: float = 10.0
    thinking_s: float = 45.0  # some three thousand frames
    taken_back: int = 6
    switches: int = 5
    is_quick: bool = False
    """Whether time runs as fast as frames can be drawn, and only one eventful leg is played."""


WHOLE = Extent()
QUICK = Extent(starts=1, rest_s=0.1, idle_s=0.2, thinking_s=0.5, taken_back=1, switches=1, is_quick=True)

FULL_HD = (1920, 1080)
SIZES = (FULL_HD, (3840, 2160))
SHRUNK_BY = 80  # px; the window grows in such steps up to the size measured


@dataclass(frozen=True, slots=True)
class Switches:
    """The time from a change of language or window size on the table to the next complete frame.

    ``size`` is the final size of the window.
    """

    size: tuple[int, int]
    language: Cost
    resize: Cost


def measure_start(starts: int) -> float:
    """Return the median of the seconds from process start to the first frame.

    An extra first start is not counted: it writes the compiled modules, whatever the environment says, as for a player
    who starts the game twice.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    took_s = []
    for _ in range(1 + starts):
        began_s = time.monotonic()
        said = subprocess.run(
            [sys.executable, "-m", "game.bench.first_frame"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env=environment,
        )
        took_s.append(float(said.stdout.split()[-1]) - began_s)
    return round(median(took_s[1:]), 3)


def measure_switches(size: tuple[int, int], switches: int) -> Switches:
    """Measure changes of language and of window size on a newly dealt table, each to one not shown before.

    ``size`` is the final window size in pixels, ``switches`` the number of changes of each kind.
    """
    with playing(size) as player:
        language = Stopwatch()
        for code in sorted(LANGUAGES, key=lambda code: code == i18n.language())[:switches]:  # the current one last
            with language.running():
                player.app.set_language(code)
                _look(player.app, lambda: not _is_busy(player.app))
            player.settle(time.monotonic() + PATIENCE_S)
    start = size[0] - 400, size[1] - 400
    with playing(start) as player:
        resize = Stopwatch()
        for step in reversed(range(switches)):
            _time_resize(player, (size[0] - step * SHRUNK_BY, size[1] - step * SHRUNK_BY), resize)
    return Switches(size, language.cost, resize.cost)


def _time_resize(player: ScriptedPlayer, size: tuple[int, int], watch: Stopwatch) -> None:
    """Resize the window and time until the first picture in the new layout.

    Clock time counts from the end of the quiet period after the resize, processor time from its beginning, because the
    picture is drawn in that period.
    """
    app = player.app
    app.window.resize(size)
    _look(app, lambda: app.window.size == size)
    seen_s, began_cpu_s = app.now_s, time.thread_time()
    _look(app, lambda: app.size == size and app.presenter.is_current)
    watch.add((time.monotonic() - seen_s - RESIZE_QUIET_S) * 1000, (time.thread_time() - began_cpu_s) * 1000)
    player.settle(time.monotonic() + PATIENCE_S)


def _look(app: App, is_seen: Callable[[], bool]) -> None:
    """Run frames, as in the program's own loop, until ``is_seen()`` returns True."""
    until_s, paced_s = time.monotonic() + PATIENCE_S, 0.0
    while paced_s < until_s:
        began_s = time.monotonic()
        moves = app.frame()
        if is_seen():
            return
        app.wait_for_next_frame((paced_s := time.monotonic()) - began_s, moves=moves)


@dataclass(frozen=True, slots=True)
class TakeBackTimes:
    """The time from a key press that takes a move back, or redoes it, to the settled table.

    Animation is off.
    """

    size: tuple[int, int]
    presses: Cost


def measure_take_backs(size: tuple[int, int], extent: Extent) -> TakeBackTimes:
    """Measure the presses that take back some moves and then redo them, one after the other."""
    with playing(size, is_quick=extent.is_quick) as player:
        player.app.save_settings(player.app.settings.with_values(speed=AnimationSpeed.OFF))
        player.play_turns(extent.taken_back)
        watch = Stopwatch()
        for mod in (pygame.KMOD_NONE, pygame.KMOD_SHIFT):
            for _ in range(extent.taken_back):
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_u, mod=mod, unicode="u"))
                with watch.running():
                    _look(player.app, lambda: not _is_busy(player.app))
                player.settle(time.monotonic() + PATIENCE_S)
        return TakeBackTimes(size, watch.cost)


def _is_busy(app: App) -> bool:
    table = app.visible_scenes[0]
    return app.presenter.is_preparing or (isinstance(table, TableScene) and table.is_busy)


@dataclass(frozen=True, slots=True)
class LegFrames:
    """The frames of one leg at one window size, and those of them in which seven cards move.

    ``idle_cpu_percent`` is the load of one core while idle before the leg. ``asked`` are the names of the prompt
    screens that appeared.
    """

    size: tuple[int, int]
    all_frames: Cost
    seven_cards: Cost
    idle_cpu_percent: float
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thinking:
    """The frames drawn while bots think in other processes.

    ``decisions`` is how many decisions the busy worker made meanwhile, ``worker_mb`` its memory then.
    """

    size: tuple[int, int]
    all_frames: Cost
    decisions: int
    worker_mb: float


class Thinker:
    """A worker process that is kept busy: it gets the same question to the strongest bot again and again."""

    def __init__(self, question: BotQuestion) -> None:
        self.decisions = 0
        self._question = question
        self._bots = WorkerBots()
        self._bots.ask(question)

    def keep_busy(self) -> None:
        if self._bots.poll() is not None:
            self.decisions += 1
            self._bots.ask(self._question)

    @property
    def resident_mb(self) -> float:
        return resident_mb(self._bots.pid or 0)

    def close(self) -> None:
        self._bots.close()


def measure_leg(player: ScriptedPlayer, extent: Extent) -> LegFrames:
    """Measure idling on the newly dealt table, then the frames of the whole leg. Raises ``UnfinishedLegError``."""
    player.idle(extent.rest_s)
    began_s, began_cpu_s = time.monotonic(), time.process_time()
    player.idle(extent.idle_s)
    idle = 100 * (time.process_time() - began_cpu_s) / (time.monotonic() - began_s)
    _play_leg(player)
    asked = tuple(player.prompts_answered)
    return LegFrames(player.app.size, player.frames.cost, player.seven_card_frames.cost, round(idle, 2), asked)


def _play_leg(player: ScriptedPlayer) -> None:
    if not player.play_leg():
        raise UnfinishedLegError(f"bench: a leg had not ended after {PATIENCE_S:.0f} s")


def measure_thinking(size: tuple[int, int], thinking_s: float) -> Thinking:
    """Measure frames while the player plays against the strongest bots and another worker thinks all the time.

    It takes ``thinking_s`` seconds, or less if the leg ends before.
    """
    with playing(size, DEFAULT_PLAN.with_level_for_all(LEVELS[-1])) as player:
        thinker = Thinker(hard_question())
        try:
            _wait_for(thinker)
            player.reset_frames()
            player.before_frame = thinker.keep_busy
            player.act()
            player.play_leg(thinking_s)
            return Thinking(size, player.frames.cost, thinker.decisions, thinker.resident_mb)
        finally:
            thinker.close()


def _wait_for(thinker: Thinker) -> None:
    """Wait for the worker's first decision, for which it loads modules and data; that decision is not counted."""
    until_s = time.monotonic() + PATIENCE_S
    while not thinker.decisions and time.monotonic() < until_s:
        thinker.keep_busy()
        time.sleep(0.01)
    thinker.decisions = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """The resident memory of the program in MB after each leg of a match."""

    size: tuple[int, int]
    by_leg_mb: tuple[float, ...]


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 outside Linux, where another program would be needed."""
    statm = Path(f"/proc/{pid}/statm")
    if not statm.exists():
        return 0.0
    return round(int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def measure_memory(size: tuple[int, int]) -> Memory:
    """Measure the memory after each leg of a match, played at full speed with all animations.

    Raises ``UnfinishedLegError``.
    """
    by_leg_mb = []
    with playing(size, is_quick=True) as player:
        goes_on = True
        while goes_on:
            _play_leg(player)
            by_leg_mb.append(resident_mb(os.getpid()))
            goes_on = player.go_on()
    return Memory(size, tuple(by_leg_mb))


@dataclass(frozen=True, slots=True)
class BenchmarkResults:
    """The results of all measurements."""

    start_to_first_frame_s: float
    legs: tuple[LegFrames, ...]
    screens: tuple[ScreenShown, ...]
    switches: Switches
    thinking: Thinking
    take_backs: TakeBackTimes
    memory: Memory


def main(extent: Extent, *, as_json: bool) -> int:
    """Run all measurements and print their results; return the exit status."""
    try:
        figures = measure(extent)
    except subprocess.CalledProcessError:
        return 1  # the child has printed the reason
    print(json.dumps(asdict(figures)) if as_json else "\n".join(lines(figures, extent.starts)))
    return 0


def measure(extent: Extent) -> BenchmarkResults:
    """Run all measurements and return their results.

    Raises ``UnfinishedLegError``, and ``CalledProcessError`` if a start fails.
    """
    start_s = measure_start(extent.starts)
    legs, memory = measure_legs(extent)  # first, while the process holds nothing else
    return BenchmarkResults(
        start_s,
        legs,
        tuple(shown for size in SIZES for shown in measure_screens(size)),
        measure_switches(FULL_HD, extent.switches),
        measure_thinking(FULL_HD, extent.thinking_s),
        measure_take_backs(FULL_HD, extent),
        memory,
    )


def measure_legs(extent: Extent) -> tuple[tuple[LegFrames, ...], Memory]:
    """Measure a leg at each window size and the memory of a whole match; if quick, only one eventful leg."""
    if extent.is_quick:
        with playing(FULL_HD, seed=EVENTFUL_SEED, bots=InlineBots(decide_simply), is_quick=True) as player:
            return (measure_leg(player, extent),), Memory(FULL_HD, (resident_mb(os.getpid()),))
    memory, legs = measure_memory(FULL_HD), []
    for size in SIZES:
        with playing(size) as player:
            legs.append(measure_leg(player, extent))
    return tuple(legs), memory


def lines(figures: BenchmarkResults, starts: int) -> list[str]:
    """Return the lines of the printed report; ``starts`` is the number of starts measured."""
    switches, thinking, memory = figures.switches, figures.thinking, figures.memory
    take_backs = figures.take_backs
    by_leg = ", ".join(f"{mb:.0f}" for mb in memory.by_leg_mb)
    return [
        f"process start to first frame: {figures.start_to_first_frame_s:.3f} s (median of {starts})",
        *(line for leg in figures.legs for line in _leg_lines(leg)),
        *(
            f"{_by(each.size)} {each.screen}, shown first: {each.frames.count} frames, {each.frames.text}"
            for each in figures.screens
        ),
        f"{_by(switches.size)} to the next frame in another language: {switches.language.text}",
        f"{_by(switches.size)} to the next frame at another size, after the quiet: {switches.resize.text}",
        f"{_by(thinking.size)} while bots think all the time: {thinking.all_frames.count} frames,"
        f" {thinking.all_frames.text}; {thinking.decisions} decisions of the strongest bot meanwhile,"
        f" its process {thinking.worker_mb:.0f} MB",
        f"{_by(take_backs.size)} from the press that takes a move back to the settled table, animation off:"
        f" {take_backs.presses.text}",
        f"{_by(memory.size)} memory after each leg of a match: {by_leg} MB",
    ]


def _leg_lines(leg: LegFrames) -> list[str]:
    return [
        f"{_by(leg.size)} while seven cards move: {leg.seven_cards.count} frames, {leg.seven_cards.text}",
        f"{_by(leg.size)} through a leg: {leg.all_frames.count} frames, {leg.all_frames.text};"
        f" asked: {', '.join(leg.asked) or 'nothing'}",
        f"{_by(leg.size)} idle on the table: {leg.idle_cpu_percent:.2f} % of a core",
    ]


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"

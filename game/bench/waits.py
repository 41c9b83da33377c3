"""What a player waits for: the start, another language, another size of the window."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from game import i18n
from game.app import RESIZE_QUIET_S, App, RunOptions
from game.bench.player import PATIENCE_S, ScriptedPlayer, playing
from game.bench.times import Cost, Stopwatch
from game.i18n import LANGUAGES
from game.ui.audio import MixerSpeaker

STARTS: Final = 5
TITLE_SIZE: Final = (1280, 720)
SHRUNK_BY: Final = (320, 240, 160, 80, 0)  # px; the window grows in such steps until it has the size asked for


@dataclass(frozen=True, slots=True)
class Switches:
    """From a switch on the table to the next complete frame: to each language, and to each of several sizes."""

    size: tuple[int, int]
    language: Cost
    resize: Cost


def show_first_frame() -> None:
    """Show the title and say when it was on the screen, by the clock that all processes share."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(RunOptions(user_dir=Path(folder)), size=TITLE_SIZE, speaker=MixerSpeaker())
        app.frame()
        shown_s = time.monotonic()
        app.close()
    print(shown_s)


def measure_start() -> float:
    """Seconds from the start of the process to the first frame, the median of several; a first one does not count.

    It leaves the compiled modules behind, whatever the environment says: so it is for whoever starts the game twice.
    """
    module = [] if getattr(sys, "frozen", False) else ["-m", "game"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    took_s = []
    for _ in range(1 + STARTS):
        began_s = time.monotonic()
        said = subprocess.run(
            [sys.executable, *module, "bench", "--first-frame"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env=environment,
        )
        took_s.append(float(said.stdout.split()[-1]) - began_s)
    return round(median(took_s[1:]), 3)


def measure_switches(size: tuple[int, int]) -> Switches:
    """Switch the language and the size on a table that was just dealt, each to something never shown before."""
    with playing(size) as player:
        language = Stopwatch()
        for code in sorted(LANGUAGES, key=lambda code: code == i18n.language()):  # the one shown comes last
            with language.running():
                player.app.set_language(code)
                player.app.frame()
            player.settle(time.monotonic() + PATIENCE_S)
    start = size[0] - 400, size[1] - 400
    with playing(start) as player:
        resize = Stopwatch()
        for less in SHRUNK_BY:
            _time_resize(player, (size[0] - less, size[1] - less), resize)
    return Switches(size, language.cost, resize.cost)


def _time_resize(player: ScriptedPlayer, size: tuple[int, int], watch: Stopwatch) -> None:
    """Resize the window and count from the end of the quiet that follows to the end of the frame laid out anew."""
    app = player.app
    app.window.resize(size)
    seen_s, until_s = 0.0, time.monotonic() + PATIENCE_S
    while app.size != size and time.monotonic() < until_s:
        began_cpu_s = time.thread_time()
        player.frame()
        if not seen_s and app.window.size == size:
            seen_s = app.now_s
    watch.add((time.monotonic() - seen_s - RESIZE_QUIET_S) * 1000, (time.thread_time() - began_cpu_s) * 1000)
    player.settle(until_s)

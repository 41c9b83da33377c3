"""Runs of monkeys: an episode made from a seed, one repeated from its actions, and one that failed made short."""

from __future__ import annotations

import json
import logging
import re
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from tests.monkey.episode import Action, Episode  # isort: skip - before pygame, so that no window opens

from tests.monkey.actions import do
from tests.monkey.checks import FaultError
from tests.monkey.profiles import PROFILES, first_actions, next_action
from tests.resource_usage import ResourceUsage

EPISODE = 500
"""How many events an episode has, one move of the mouse or press of a key each; it can be repeated as a whole."""
LOOK_EVERY = 50  # actions, each of some events
SHRINKING_S = 300.0
FOUND = Path(__file__).with_name("found")


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: a name by which it is known again, the traceback, and all that was done."""

    name: str
    told: str
    actions: list[Action]

    def as_json(self) -> str:
        """The file that is kept."""
        lines = ",\n  ".join(json.dumps(action) for action in self.actions)
        return f'{{\n "found": {json.dumps(self.name)},\n "deeds": [\n  {lines}\n ]\n}}\n'


@dataclass(slots=True)
class Tally:
    """The figures of some episodes; ``usages`` after each of them."""

    events: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    usages: list[ResourceUsage] = field(default_factory=list)
    seconds: float = 0.0

    def told(self) -> str:
        """The figures in one line."""
        c = self.counts
        scenes = sorted(name.removeprefix("seen ") for name in c if name.startswith("seen "))
        return (
            f"{self.events} events, {c['looks']} looks, {c['ways home']} ways home, {c['starts']} starts anew, "
            f"{c['moves']} moves, {c['laid out in motion']} times laid out in motion, {self.seconds:.0f} s, "
            f"{self.usages[-1] if self.usages else 'no usage'}; seen: {' '.join(scenes)}"
        )


def run_episode(
    seed: int, number: int, profile: str, tally: Tally, *, events: int = EPISODE, is_real: bool = False
) -> Failure | None:
    """Let a monkey loose; what its actions are depends on seed, number and profile alone."""
    rng = Random(f"{seed}/{number}/{profile}")

    def monkey(run: Episode) -> Iterator[Action]:
        yield from first_actions(rng, run)
        while run.events < events:
            is_to_look = len(run.actions) % LOOK_EVERY == LOOK_EVERY - 1
            yield ["look"] if is_to_look else next_action(profile, rng, run)
        yield ["home"]

    failure = _play(monkey, tally, is_real=is_real)
    tally.usages.append(ResourceUsage.now())
    return failure


def repeat(actions: Sequence[Action], tally: Tally | None = None, *, pictures: Path | None = None) -> Failure | None:
    """Do all that once more, in a program that has just been installed."""
    return _play(lambda _run: iter(actions), tally or Tally(), pictures=pictures)


def _play(
    monkey: Callable[[Episode], Iterator[Action]], tally: Tally, *, is_real: bool = False, pictures: Path | None = None
) -> Failure | None:
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # the roadbook may still be written
        run = Episode(Path(folder), is_real=is_real, pictures=pictures)
        try:
            with _all_errors_raised(), run:
                for action in monkey(run):
                    do(run, action)
        except Exception as error:
            return Failure(name_of(error), traceback.format_exc(), run.actions)
        finally:
            tally.events += run.events
            tally.counts.update(run.counts)
            tally.seconds += time.monotonic() - began_s
    return None


class _ErrorRecorder(logging.Handler):
    """Hears what the program logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def _all_errors_raised() -> Iterator[None]:
    """Let what threads fail with, and what the program only logs, be failures too."""
    recorder, logger, hook = _ErrorRecorder(), logging.getLogger("game"), threading.excepthook
    logger.addHandler(recorder)
    threading.excepthook = lambda told: recorder.heard.append(f"{told.thread}: {told.exc_value!r}")
    try:
        yield
    finally:
        threading.excepthook = hook
        logger.removeHandler(recorder)
    if recorder.heard:
        raise FaultError("logged", "; ".join(recorder.heard))


def name_of(error: Exception) -> str:
    """The name by which a failure is known again: what it is and where it happened."""
    if isinstance(error, FaultError):
        return error.kind
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if "/game/" in frame.filename]
    where = places[-1] if places else traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(where.filename).stem}.{where.name}"


# -- what failed -------------------------------------------------------------------------------------------------------


def shrunk(failure: Failure, most_s: float = SHRINKING_S) -> Failure:
    """The same failure by as few actions as can be found in that time: parts are left out, ever smaller ones.

    The failure itself if it does not come again.
    """
    end_s, best = time.monotonic() + most_s, failure
    size = len(best.actions) // 2
    while size and time.monotonic() < end_s:
        start, is_shorter = 0, False
        while start < len(best.actions) and time.monotonic() < end_s:
            found = repeat([*best.actions[:start], *best.actions[start + size :]])
            if found is not None and found.name == best.name:
                best, is_shorter = found, True
            else:
                start += size
        size = size if is_shorter and size == 1 else size // 2
    return best


def keep(failure: Failure, folder: Path = FOUND) -> Path:
    """Write the actions into a file of the folder, which the tests repeat from then on."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^a-z0-9]+", "_", failure.name.lower()).strip("_")
    path = next(p for n in count(1) if not (p := folder / f"{name}_{n}.json").exists())
    path.write_text(failure.as_json(), encoding="utf-8")
    return path


def kept(path: Path) -> list[Action]:
    """The actions of such a file."""
    actions: list[Action] = json.loads(path.read_text(encoding="utf-8"))["deeds"]
    return actions


# -- many episodes -----------------------------------------------------------------------------------------------------


def run_seed(seed: int, events: int, tally: Tally, *, is_mixed: bool = True) -> Iterator[Failure]:
    """Let monkeys of every profile loose in turn; if it ``is_mixed``, every fifth has the real disk and worker."""
    profiles = list(PROFILES)
    for number in range(-(-events // EPISODE)):
        is_real = is_mixed and number % 5 == 4
        profile, left = profiles[number % len(profiles)], events - number * EPISODE
        failure = run_episode(seed, number, profile, tally, is_real=is_real, events=min(EPISODE, left))
        if failure is not None:
            yield failure

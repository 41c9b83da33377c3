"""Damages the career's cache of real content, again and again, and looks at what the game makes of it.

    python -m tests.damage [--count 10000] [--seed N]

Bits are flipped, runs overwritten, pages exchanged, the file cut or lengthened. Each time the list of matches must come
back whole, and list, statistics and milestones must be what they were, also if the cache was made anew. The player is
told nothing, no thread may end by an error, no traceback may be logged, nothing may be left to wait for, and no file of
record may change by a byte.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from unittest import mock

from game.career import career
from game.career.cache import FILE_NAME
from game.features.matches.match_index import MatchIndex, MatchListing
from game.features.tour.model import stages
from game.match.match_file import MatchKind
from game.people.players import with_person_seated
from game.people.profiles import Profile
from game.settings.user_files import UserFiles
from tests.careers import all_figures, roadbook_of
from tests.features.roadbook.roadbook_stage import kept, played
from tests.findings import Findings, told

PATIENCE_S = 30.0
PAUSE_S = 0.0005
PAGE = 4096
GONE = "d"  # a match that counts, but is in the list no more
RESET = "somebody"  # whose statistics were reset

# -- the damage --------------------------------------------------------------------------------------------------------


def damaged(data: bytes, rng: Random) -> tuple[str, bytes]:
    """The file with one kind of damage, and what that is called."""
    form = bytearray(data)
    kind, damage = rng.choice(KINDS)
    damage(form, rng)
    return kind, bytes(form)


def flip(form: bytearray, rng: Random) -> None:
    form[rng.randrange(len(form))] ^= 1 << rng.randrange(8)


def _flip_many(form: bytearray, rng: Random) -> None:
    for _ in range(rng.randint(2, 40)):
        flip(form, rng)


def _flip_head(form: bytearray, rng: Random) -> None:
    form[rng.randrange(100)] ^= 1 << rng.randrange(8)


def _overwrite(form: bytearray, rng: Random) -> None:
    at, length = rng.randrange(len(form)), rng.randint(1, 2000)
    run = bytes(length) if rng.random() < 0.5 else rng.randbytes(length)
    form[at : at + length] = run[: len(form) - at]


def _exchange(form: bytearray, rng: Random) -> None:
    a, b = (PAGE * rng.randrange(max(1, len(form) // PAGE)) for _ in range(2))
    form[a : a + PAGE], form[b : b + PAGE] = form[b : b + PAGE], form[a : a + PAGE]


def _cut(form: bytearray, rng: Random) -> None:
    del form[rng.randrange(len(form)) :]


def _lengthen(form: bytearray, rng: Random) -> None:
    form += rng.randbytes(rng.randint(1, 3 * PAGE))


KINDS: tuple[tuple[str, Callable[[bytearray, Random], None]], ...] = (
    *(("a bit flipped", flip),) * 6,
    ("bits flipped", _flip_many),
    ("a bit of the header flipped", _flip_head),
    ("overwritten", _overwrite),
    ("pages exchanged", _exchange),
    ("cut", _cut),
    ("lengthened", _lengthen),
)

# -- the game ----------------------------------------------------------------------------------------------------------


@dataclass
class Harm:
    """What a damage came to: the cache was made anew, or wrong figures were shown that nothing gives away."""

    is_new: bool = False
    is_unseen: bool = False
    faults: list[str] = field(default_factory=list)


class Victim:
    """A folder with kept matches and the cache of them, damaged as often as is wished."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        files = UserFiles(folder)
        files.matches.mkdir(parents=True)
        stage = next(stage for stage in stages() if stage.plan.setup.legs == 1)
        matches = kept()
        matches["c"] = replace(matches["c"], players=with_person_seated(matches["c"].players, Profile(RESET)))
        matches["g"] = replace(matches["g"], kind=MatchKind.DEAL, day=date(2024, 11, 16))
        matches["i"] = replace(played(stage.plan.setup, 21), kind=MatchKind.STAGE, stage=stage.id)
        for id, saved in matches.items():
            files.match_path(id).write_bytes(saved.to_bytes())
        book = roadbook_of(files)
        assert book.refresh().wait(PATIENCE_S)
        for ticket in (book.delete_match(GONE), book.record_luck("first", "e", 1, 12.5), book.reset_statistics(RESET)):
            assert ticket is not None
            ticket.wait()
        assert book.refresh().wait(PATIENCE_S)
        files.close()
        self.whole = book.cache.path.read_bytes()
        self._records = self._record_bytes()
        self._right = self._shown(Harm())
        assert {match.id for match in self._right[0].matches} == matches.keys() - {GONE}

    def _record_bytes(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self._folder.glob("*.jsonl")}

    def suffer(self, data: bytes) -> Harm:
        """What comes of it if the cache has these bytes."""
        (self._folder / FILE_NAME).write_bytes(data)
        harm = Harm()
        with _listening(harm):
            shown = self._shown(harm)
            if shown != self._right and not harm.is_new:
                harm.is_unseen = True
                with self.touched():
                    harm.is_new, shown = False, self._shown(harm)
        if shown != self._right:
            harm.faults.append(f"the figures are wrong, made anew: {harm.is_new}, after a change: {harm.is_unseen}")
        changed = [name for name, bytes in self._record_bytes().items() if self._records.get(name) != bytes]
        for name in changed:
            harm.faults.append(f"{name} is another, made anew: {harm.is_new}, unseen: {harm.is_unseen}")
            (self._folder / name).write_bytes(self._records[name])
        if set(self._record_bytes()) != set(self._records):
            harm.faults.append(f"the files of record are {sorted(self._record_bytes())}")
        return harm

    @contextmanager
    def touched(self) -> Iterator[None]:
        """Give every match file another time, as the next move would."""
        paths = [*(self._folder / "matches").glob("*.json")]
        times_ns = [path.stat().st_mtime_ns for path in paths]
        for path in paths:
            path.touch()
        yield
        for path, time_ns in zip(paths, times_ns, strict=True):
            os.utime(path, ns=(time_ns, time_ns))

    def _shown(self, harm: Harm) -> tuple[MatchListing, object]:
        """All that the game shows after its start."""
        files = UserFiles(self._folder)
        book = roadbook_of(files)
        index = MatchIndex(files, book)
        index.start_read()
        end_s, found = time.monotonic() + PATIENCE_S, MatchListing()
        while index.is_busy and time.monotonic() < end_s:
            found = index.poll() or found
            time.sleep(PAUSE_S)
        if not found.complete:
            harm.faults.append("the list is never complete")
        shown = book.read(all_figures)
        book.close()
        files.close()
        harm.faults += [f"it said {problem.code}" for problem in files.pop_problems()]
        return found, shown


@contextmanager
def _listening(harm: Harm) -> Iterator[None]:
    """Note tracebacks, threads that end by an error, and that the cache is made anew."""

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info:
                harm.faults.append(f"logged: {record.exc_info[1]!r}")
            harm.is_new |= "made anew" in record.getMessage()

    def died(args: threading.ExceptHookArgs) -> None:
        harm.faults.append(f"a thread ended by {args.exc_value!r}")

    listener, logger = Listener(), logging.getLogger("game")
    logger.addHandler(listener)
    try:
        with mock.patch.object(threading, "excepthook", died):
            yield
    finally:
        logger.removeHandler(listener)


def damage_often(folder: Path, count: int, seed: int, found: Findings) -> None:
    """Damage the cache in the folder so often."""
    rng = Random(seed)
    with mock.patch.object(career, "read_match", cache(career.read_match)):  # the same files again and again
        victim = Victim(folder)
        for n in range(1, count + 1):
            kind, data = damaged(victim.whole, rng)
            harm = victim.suffer(data)
            found.counts[f"x {kind}"] += 1
            found.counts["made anew"] += harm.is_new
            found.counts["wrong until the next change, unseen"] += harm.is_unseen
            found.add(n, [f"damage {n} of seed {seed}, {kind}: {fault}" for fault in harm.faults], told_every=500)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.damage", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.getLogger("game").propagate = False
    return told(lambda folder, found: damage_often(folder, options.count, options.seed, found))


if __name__ == "__main__":
    sys.exit(main())

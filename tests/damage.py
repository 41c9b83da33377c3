"""Damages a roadbook with real content, again and again, and looks at what the game makes of it.

    python -m tests.damage [--count 10000] [--seed N]

Bits are flipped, runs overwritten, pages exchanged, the file cut or lengthened. Each time the list of matches must come
back whole, and list, statistics and milestones must be what they were, also if the file was made anew, which is told
once. No thread may end by an error, and nothing may be left to wait for.
"""

from __future__ import annotations

import argparse
import logging
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from unittest import mock

from game.career import career as roadbook
from game.career.cache import FoundMatch
from game.career.career import FILE_NAME, Career
from game.career.reader import CareerReader, LegFilter
from game.features.matches.match_index import MatchIndex, MatchListing
from game.features.statistics.model import read_statistics
from game.files.problems import ProblemCode
from game.files.writer import PendingWrite
from game.people.players import with_person_seated
from game.people.profiles import Profile
from game.settings.user_files import UserFiles
from tests.careers import milestones_of
from tests.features.roadbook.roadbook_stage import kept
from tests.findings import Findings, told

PATIENCE_S = 30.0
PAUSE_S = 0.0005
PAGE = 4096
GONE = "d"  # a match that counts, but is in the list no more
RESET = "somebody"  # whose statistics were reset

Told = tuple[object, ...]
"""All that the game shows of a roadbook."""


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


class Victim:
    """A folder with kept matches and the roadbook of them, damaged as often as is wished."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        files = self._files()
        files.matches.mkdir(parents=True)
        for id, saved in kept().items():
            players = with_person_seated(saved.players, Profile(RESET)) if id == "c" else saved.players
            files.match_path(id).write_bytes(replace(saved, players=players).to_bytes())
        book = Career(files, folder / FILE_NAME)
        assert book.refresh().wait(PATIENCE_S)
        files.match_path(GONE).unlink()
        assert book.refresh().wait(PATIENCE_S)
        assert_done(book.record_luck("e", 1, 12.5))
        assert_done(book.reset_statistics(RESET))
        files.close()
        self.whole = book.path.read_bytes()
        self._right = readable(book.path)

    def _files(self) -> UserFiles:
        return UserFiles(self._folder)

    def suffer(self, data: bytes) -> tuple[bool, list[str]]:
        """Whether the game made the roadbook anew, with this in its place, and what is wrong with what it shows."""
        (self._folder / FILE_NAME).write_bytes(data)
        died: list[str] = []
        with mock.patch.object(threading, "excepthook", lambda args: died.append(repr(args.exc_value))):
            found, shown, problems = self._shown()
        is_new = problems == [ProblemCode.CAREER_QUARANTINED]
        faults = [f"a thread ended by {error}" for error in died]
        if {match.id for match in found.matches} != kept().keys() - {GONE} or found.broken:
            faults.append(f"the list shows {[match.id for match in found.matches]} and {found.broken}")
        if shown != self._right:
            faults.append(f"list, statistics or milestones are not right, made anew: {is_new}")
        if problems not in ([], [ProblemCode.CAREER_QUARANTINED]):
            faults.append(f"it said {problems}")
        aside = list(self._folder.glob("roadbook.broken-*"))
        if len(aside) != is_new:
            faults.append(f"it set aside {len(aside)} files")
        for path in aside:
            path.unlink()
        return is_new, faults

    def _shown(self) -> tuple[MatchListing, Told, list[ProblemCode]]:
        """What the game shows after its start, and what it says."""
        files = self._files()
        book = Career(files, self._folder / FILE_NAME)
        index = MatchIndex(files, book)
        index.start_read()
        end_s, found = time.monotonic() + PATIENCE_S, MatchListing()
        while index.is_busy and time.monotonic() < end_s:
            found = index.poll() or found
            time.sleep(PAUSE_S)
        book.close()
        files.close()
        problems = [problem.code for problem in files.pop_problems()]
        try:
            return found, readable(book.path), problems
        except Exception as error:  # whatever it is, it is what is looked for
            return found, (repr(error),), problems


def readable(path: Path) -> Told:
    """All that can be read of a roadbook."""
    with CareerReader(path) as reader:
        statistics = read_statistics(reader, LegFilter())
        return reader.summaries(), reader.unreadable(), statistics, milestones_of(reader), reader.figures()


def assert_done(ticket: PendingWrite | None) -> None:
    """Wait for a job."""
    assert ticket is not None
    end_s = time.monotonic() + PATIENCE_S
    while not ticket.is_done and time.monotonic() < end_s:
        time.sleep(PAUSE_S)
    assert ticket.is_done
    assert ticket.error is None


def damage_often(folder: Path, count: int, seed: int, found: Findings) -> None:
    """Damage the roadbook in the folder so often."""
    rng, filled = Random(seed), cache(roadbook._filled)  # the same files again and again

    def from_memory(file: FoundMatch) -> FoundMatch | OSError:
        return filled(file)

    with mock.patch.object(roadbook, "_filled", from_memory):
        victim = Victim(folder)
        for n in range(1, count + 1):
            kind, data = damaged(victim.whole, rng)
            is_new, wrong = victim.suffer(data)
            found.counts[f"x {kind}"] += 1
            found.counts["made anew"] += is_new
            found.add(n, [f"damage {n} of seed {seed}, {kind}: {fault}" for fault in wrong], told_every=500)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.damage", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    return told(lambda folder, found: damage_often(folder, options.count, options.seed, found))


if __name__ == "__main__":
    sys.exit(main())

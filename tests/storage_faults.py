"""Lets every call to the disk fail in turn, in a life of the user's files, and looks at what is left.

    python -m tests.storage_faults [--every N]

The n-th open, read, write, flush, rename, removal, look or call of SQLite fails, once or from then on for ever, with
each of four errors: the drive's own, no space, no permission, in use elsewhere. Each time nothing may be lost that was
told to be on disk, nothing sound may be set aside, no thread may end by an error, what went wrong must be told by
sentences the player can read, a single one if it was a single fault, and the next start must find everything whole:
nothing lost or there twice, and all figures those that the files give with a new cache.
"""

from __future__ import annotations

import argparse
import builtins
import errno
import io
import logging
import os
import shutil
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

from game.career import cache as career_cache
from game.career import career
from game.career.query import CareerQuery
from game.features.lesson.model import lesson_match
from game.features.matches.exchange import read_match_file, start_export
from game.features.matches.match_index import MatchIndex, MatchListing
from game.features.profiles.model import import_profile
from game.features.puzzles.model import PUZZLES, answer_puzzle, shipped_puzzles
from game.files import single_instance
from game.files.forms import FormatError
from game.files.problems import Problem
from game.files.single_instance import SingleInstance
from game.files.writer import PendingWrite
from game.i18n import set_language
from game.match.trash import DAY_S, TRASH_FOLDER
from game.people.players import with_person_seated
from game.people.profiles import FIRST_PROFILE, Profile
from game.settings.settings import Settings
from game.settings.user_files import UserFiles
from game.words.problems import problem_text
from tests.careers import roadbook_of
from tests.findings import Findings, told
from tests.kills import (
    DONE,
    GONE,
    SENT,
    Visitor,
    digest,
    faults_of,
    kept,
    kept_or_deleted,
    lost,
    visitor_path,
    visitors,
    visitors_matches,
    wrong_figures,
)  # fmt: skip
from tests.played_legs import played_match

PATIENCE_S = 20.0
BRIEFLY_S = 0.01  # for which the game waits here for a disk that stays as it is
FIRST, RESET_BEFORE, RESET = FIRST_PROFILE.id, "anna", "carl"
"""Whose legs count, were reset before, and are reset in a life."""
ERRNOS = (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EBUSY)
CODES = {
    errno.EIO: (sqlite3.SQLITE_IOERR, "disk I/O error"),
    errno.ENOSPC: (sqlite3.SQLITE_FULL, "database or disk is full"),
    errno.EACCES: (sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
    errno.EBUSY: (sqlite3.SQLITE_BUSY, "database is locked"),
}
OURS = ("game.files", "game.engine.untrusted_input")
BETWEEN = {"pathlib", "contextlib", "posixpath", "genericpath", "os", "io", __name__}


# -- calls that fail ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """The ``at``-th call of a kind fails, from 1, or each from there on."""

    kind: str
    at: int
    number: int
    is_for_ever: bool

    def __str__(self) -> str:
        when = "from then on" if self.is_for_ever else "once"
        return f"{self.kind} {self.at}, {when}, {errno.errorcode[self.number]}"


class Calls:
    """Counts the calls to the disk that the storage makes, and lets those fail that are to."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.counts: Counter[str] = Counter()
        self._fault = fault
        self._lock = threading.Lock()

    def pass_through(self, kind: str) -> None:
        """Count a call; raises what the fault says."""
        with self._lock:
            self.counts[kind] += 1
            now, fault = self.counts[kind], self._fault
        if fault is None or kind != fault.kind or now < fault.at or (now > fault.at and not fault.is_for_ever):
            return
        if kind.startswith("SQLite"):
            code, words = CODES[fault.number]
            error = sqlite3.OperationalError(words)
            error.sqlite_errorcode = code
            raise error
        raise OSError(fault.number, os.strerror(fault.number))

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Stand in the way of all calls of the storage's."""
        with ExitStack() as stack:
            for kind, owner, name in (
                ("open", os, "open"),
                ("rename", os, "rename"),
                ("rename", os, "replace"),
                ("removal", os, "unlink"),
                ("folder", os, "mkdir"),
                ("list", os, "scandir"),
                ("list", os, "listdir"),
                ("look", os, "stat"),
                ("look", os, "lstat"),
                ("lock", single_instance, "lock_descriptor"),
            ):
                stack.enter_context(mock.patch.object(owner, name, self._watched(kind, getattr(owner, name))))
            # What was flushed is not looked at here, but by tests/kills.py: so nobody waits for the disk.
            stack.enter_context(mock.patch.object(os, "fsync", self._watched("flush", lambda _: None)))
            opened = self._opening(builtins.open)
            for owner in (builtins, io):
                stack.enter_context(mock.patch.object(owner, "open", opened))
            stack.enter_context(mock.patch.object(sqlite3, "connect", self._connecting(sqlite3.connect)))
            yield

    def _watched(self, kind: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **options: Any) -> Any:
            if is_ours():
                self.pass_through(kind)
            return call(*arguments, **options)

        return watched

    def _opening(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def opening(file: Any, *arguments: Any, **options: Any) -> Any:
            if not is_ours():
                return call(file, *arguments, **options)
            if not isinstance(file, int):
                self.pass_through("open")
            return WatchedFile(call(file, *arguments, **options), self)

        return opening

    def _connecting(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def connecting(*arguments: Any, **options: Any) -> Any:
            if arguments[0] == ":memory:":
                return call(*arguments, **options)
            self.pass_through("SQLite connect")
            db = call(*arguments, **options, factory=WatchedConnection)
            sqlite3.Connection.execute(db, "PRAGMA synchronous = OFF")
            db.calls = self
            return db

        return connecting


def is_ours() -> bool:
    """Whether the storage has made the call, by itself or through the standard library."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__") in BETWEEN:
        frame = frame.f_back
    return str(frame.f_globals.get("__name__")).startswith(OURS)


class WatchedFile:
    """An open file whose reads and writes may fail."""

    def __init__(self, file: Any, calls: Calls) -> None:
        self._file, self._calls = file, calls

    def __enter__(self) -> WatchedFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def read(self, *arguments: int) -> Any:
        self._calls.pass_through("read")
        return self._file.read(*arguments)

    def write(self, data: bytes) -> Any:
        self._calls.pass_through("write")
        return self._file.write(data)


class WatchedCursor(sqlite3.Cursor):
    """A cursor whose rows may fail; it lets go of the file then, as one does whose row really fails."""

    def __next__(self) -> Any:
        self._pass_through()
        return super().__next__()

    def fetchone(self) -> Any:
        self._pass_through()
        return super().fetchone()

    def _pass_through(self) -> None:
        try:
            self.connection.calls.pass_through("SQLite row")  # type: ignore[attr-defined]
        except sqlite3.Error:
            self.close()
            raise


class WatchedConnection(sqlite3.Connection):
    """A connection whose calls may fail."""

    calls: Calls

    def cursor(self, *_: Any) -> Any:
        return super().cursor(WatchedCursor)

    def execute(self, *arguments: Any) -> Any:
        self.calls.pass_through("SQLite execute")
        return self.cursor().execute(*arguments)

    def executemany(self, *arguments: Any) -> Any:
        self.calls.pass_through("SQLite execute")
        return self.cursor().executemany(*arguments)

    def executescript(self, *arguments: Any) -> Any:
        self.calls.pass_through("SQLite execute")
        return super().executescript(*arguments)

    def __exit__(self, kind: Any, value: Any, trace: Any) -> Any:
        if kind is None:
            try:
                self.calls.pass_through("SQLite commit")
            except sqlite3.Error:
                self.rollback()
                raise
        return super().__exit__(kind, value, trace)


# -- a life ------------------------------------------------------------------------------------------------------------


def state(n: int) -> bytes:
    """A match after so many moves."""
    return lesson_match(n).to_bytes()


def furnish(folder: Path) -> None:
    """Lay down what a life finds: matches, deleted ones, a draft, settings and a roadbook that knows a reset."""
    files = UserFiles(folder)
    files.matches.mkdir(parents=True)
    for n, id in enumerate("abcd"):
        files.match_path(id).write_bytes(state(n))
    for id, person in (("counts", FIRST), ("gone", FIRST), ("annas", RESET_BEFORE), ("carls", RESET)):
        files.match_path(id).write_bytes(played_by(person))
    place = files.matches / TRASH_FOLDER
    place.mkdir()
    now_s = int(time.time())
    (place / f"e.deleted-{now_s - 3 * DAY_S}.json").write_bytes(state(5))
    (place / f"f.deleted-{now_s - 40 * DAY_S}.json").write_bytes(state(5))
    files.save_settings(Settings().with_values(effects_volume=1))
    book = roadbook_of(files)
    assert book.refresh().wait(PATIENCE_S)
    reset = book.reset_statistics(RESET_BEFORE)
    assert reset is not None
    reset.wait()
    files.match_path("gone").unlink()
    assert book.refresh().wait(PATIENCE_S)
    files.match_path("b").write_bytes(state(4))
    assert files.close(PATIENCE_S)
    (files.matches / f".a.json.{os.getpid() + 1}.tmp").write_bytes(b"half")
    assert len(book.reader().legs()) == 3


def played_by(person: str) -> bytes:
    """A match with a leg that counts for this person."""
    saved = played_match(legs=1)
    return replace(saved, players=with_person_seated(saved.players, Profile(person))).to_bytes()


@dataclass
class Diary:
    """What a life has handed over, and what it was told."""

    said: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    settings: list[int] = field(default_factory=lambda: [1])
    failures: int = 0
    """How often the player was told beside, where the wish was made: a change that could not be saved."""
    was_reset: bool | None = None
    luck: float | None = None
    has_answered: bool = False
    has_imported: bool = False


class Life:
    """One run of the game without a screen: everything that it does with the user's files, one after the other."""

    def __init__(self, folder: Path, diary: Diary) -> None:
        self._diary = diary
        self._instance = SingleInstance(folder)
        self._instance.claim()
        self._files = UserFiles(folder)
        self._book = roadbook_of(self._files)

    def run(self) -> None:
        """Live it, and close everything whatever happens."""
        files = self._files
        try:
            files.clean_up()
            settings = files.load_settings()
            files.latest_match()
            self._save("a", 6)
            self._save("new", 1)
            self._save("new", 2)
            self._set(settings)
            self.listed()
            self._delete("b")
            self._fetch_back("b")
            self._delete("c")
            self._diary.luck = 7.5 if self._recorded(self._book.record_luck(FIRST, "counts", 1, 7.5)) else None
            self._diary.was_reset = self._recorded(self._book.reset_statistics(RESET)) or None
            puzzle = shipped_puzzles()[0].id
            self._diary.has_answered = self._recorded(answer_puzzle(self._book, FIRST, puzzle, solved=True))
            self._pass_on()
            self._import()
            self.listed()
            self._statistics()
            self._save("new", 3)
        finally:
            self._book.close()
            files.close(PATIENCE_S)
            self._diary.failures += files.save_error is not None
            self._diary.problems += files.pop_problems()
            self._instance.close()

    def listed(self) -> MatchListing:
        """The list as the Roadbook shows it."""
        index, found = MatchIndex(self._files, self._book), MatchListing()
        index.start_read()
        wait(lambda: not index.is_running)
        found = index.poll() or found
        assert found.complete, "the list is never complete"
        return found

    def _done(self, ticket: PendingWrite | None, name: str = "") -> bool:
        """Wait for a job; whether it went well."""
        assert ticket is not None
        wait(lambda: ticket.is_done)
        if ticket.error is not None:
            self._diary.failures += 1
        elif name:
            self._diary.said.append((DONE, name))
        return ticket.error is None

    def _save(self, id: str, n: int) -> None:
        name = f"{id} {digest(state(n))}"
        self._diary.said.append((SENT, name))
        self._done(self._files.save_match(id, state(n)), name)

    def _set(self, settings: Settings) -> None:
        self._diary.settings.append(9)
        self._files.save_settings(settings.with_values(effects_volume=9))
        wait(lambda: self._files._settings_ticket is None or self._files._settings_ticket.is_done)
        self._diary.problems += self._files.pop_problems()

    def _delete(self, id: str) -> None:
        self._diary.said.append((SENT, f"{id} {GONE}"))
        self._done(self._book.delete_match(id), f"{id} {GONE}")

    def _fetch_back(self, id: str) -> None:
        name = f"{id} {digest(state(4))}"
        self._diary.said.append((SENT, name))
        self._done(self._files.restore_match(id), name)

    def _recorded(self, ticket: PendingWrite | None) -> bool:
        """Wait for a change of a file of record, whose failure the files themselves tell."""
        assert ticket is not None
        wait(lambda: ticket.is_done)
        return ticket.error is None

    def _import(self) -> None:
        """Import a profile, and tell if that fails."""
        states = [f"{id} {state}" for id, state in visitors_matches().items()]
        self._diary.said += [(SENT, state) for state in states]
        try:
            import_profile(visitor_path(self._files.folder), self._files, self._book, ())
        except (OSError, FormatError):
            self._diary.failures += 1
            return
        self._diary.said += [(DONE, state) for state in states]
        self._diary.has_imported = True

    def _pass_on(self) -> None:
        """Export a match, and take in what was exported."""
        export = start_export(self._files, "d")
        wait(lambda: export.is_done)
        if export.path is None:
            self._diary.failures += 1
            return
        try:
            saved = read_match_file(export.path)
        except OSError:  # which the intake tells
            self._diary.failures += 1
            return
        name = f"taken {digest(saved.to_bytes())}"
        self._diary.said.append((SENT, name))
        self._done(self._files.save_match("taken", saved.to_bytes()), name)

    def _statistics(self) -> None:
        watch: CareerQuery[object] = CareerQuery(self._book)
        watch.start_query(lambda reader: reader.legs())
        wait(lambda: not watch.is_running)
        found = watch.poll()
        assert found is not None
        assert found.complete, "the statistics are never complete"
        watch.close()


def wait(is_done: Callable[[], bool]) -> None:
    """Wait, for what must come."""
    end_s = time.monotonic() + PATIENCE_S
    while not is_done():
        assert time.monotonic() < end_s, "something is waited for in vain"
        time.sleep(0.0002)


# -- who lets it fail --------------------------------------------------------------------------------------------------


class Trial:
    """Lives in copies of one furnished folder, each with a fault."""

    def __init__(self, folder: Path) -> None:
        set_language("en")
        self._folder = folder
        self._furnished = folder / "furnished"
        self._furnished.mkdir()
        furnish(self._furnished)
        self._visitor = Visitor(folder)
        self._read_match = cache(career.read_match)  # what was copied there is the same in every life
        self._visitor.travel(self._furnished)

    def calls(self) -> Counter[str]:
        """How many calls of each kind a life makes; raises ``AssertionError`` if it is not well without a fault."""
        calls, found = self._live(None)
        assert not found, found
        return calls.counts

    def faults(self, counts: Counter[str]) -> Iterator[Fault]:
        """Each of so many calls failing in every way; the ways are turned from call to call, so that each n-th of all
        has all of them.
        """
        ways = [(number, is_for_ever) for number in ERRNOS for is_for_ever in (False, True)]
        calls = [(kind, at) for kind, count in sorted(counts.items()) for at in range(1, count + 1)]
        for n, (kind, at) in enumerate(calls):
            turned = n % len(ways)
            for number, is_for_ever in ways[turned:] + ways[:turned]:
                yield Fault(kind, at, number, is_for_ever)

    def try_out(self, fault: Fault) -> list[str]:
        """What is wrong after a life with this fault."""
        return [f"{fault}: {found}" for found in self._live(fault)[1]]

    def _live(self, fault: Fault | None) -> tuple[Calls, list[str]]:
        folder = self._folder / "life"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self._furnished, folder)
        calls, diary, found, before = Calls(fault), Diary(), list[str](), kept(folder)
        with listening(found), impatient():
            try:
                with calls.in_place():
                    Life(folder, diary).run()
            except Exception as error:  # whatever it is, it is what is looked for
                found.append(f"it came through as {type(error).__name__}: {error}")
        with listening(found), mock.patch.object(career, "read_match", self._read_match):
            found += told_wrong(diary, fault)
            found += faults_of(diary.said, before, kept(folder))
            found += next_start(folder, diary, before, self._visitor)
        return calls, found


@contextmanager
def impatient() -> Iterator[None]:
    """Have the game give up early on a disk that stays as it is."""
    with mock.patch.object(career_cache, "BUSY_S", BRIEFLY_S):
        yield


@contextmanager
def listening(found: list[str]) -> Iterator[None]:
    """Note a sound cache made anew, threads that end by an error, and our own errors caught at the last moment."""

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info and not isinstance(record.exc_info[1], OSError | sqlite3.Error):
                found.append(f"logged: {record.exc_info[1]!r}")
            if "made anew" in record.getMessage():
                found.append(record.getMessage())

    listener, logger = Listener(), logging.getLogger("game")
    logger.addHandler(listener)
    try:
        with mock.patch.object(threading, "excepthook", lambda args: found.append(f"a thread: {args.exc_value!r}")):
            yield
    finally:
        logger.removeHandler(listener)


def told_wrong(diary: Diary, fault: Fault | None) -> Iterator[str]:
    """What is wrong with what the player hears: each kind is told once, and a single fault by one sentence."""
    sentences = {problem.code: problem_text(problem) for problem in diary.problems}
    for words in sentences.values():
        if not words.endswith((".", ".json")) or "Error" in words or "rror:" in words:
            yield f"it said: {words}"
    if fault is None and sentences:
        yield f"without a fault it said: {list(sentences.values())}"
    if fault is not None and not fault.is_for_ever and len(sentences) + diary.failures > 1:
        yield f"it said more than one sentence: {list(sentences.values())} and {diary.failures} where wished"


def next_start(folder: Path, diary: Diary, before: dict[str, str], visitor: Visitor) -> Iterator[str]:
    """What is wrong with what the next start finds."""
    aside = sorted(path.name for path in folder.rglob("*.broken-*"))
    if aside:
        yield f"set aside: {aside}"
    instance = SingleInstance(folder)
    if not instance.claim():
        yield "the lock is not free"
    files = UserFiles(folder)
    files.clean_up()
    if files.load_settings().machine.effects_volume not in diary.settings:
        yield "the settings are lost"
    book = roadbook_of(files)
    index = MatchIndex(files, book)
    index.start_read()
    wait(lambda: not index.is_running)
    found = index.poll() or MatchListing()
    yield from (f"the next start says: {problem_text(problem)}" for problem in files.pop_problems())
    listed, deleted = {match.id for match in found.matches}, {one.file.id for one in found.deleted if one.match}
    if listed != set(kept(folder)) or found.broken:
        yield f"the list has {sorted(listed)} and {found.broken}, the folder {sorted(kept(folder))}"
    yield from lost(folder, diary.said, {*before, "e"})
    if not kept_or_deleted(folder) <= listed | deleted:
        yield f"the lists have {sorted(listed)} and {sorted(deleted)}, the folder {sorted(kept_or_deleted(folder))}"
    if "f" in deleted:
        yield "what was deleted forty days ago is still there"
    drafts = [path.name for path in folder.rglob(".*.tmp")]
    if drafts:
        yield f"drafts are left: {drafts}"
    legs = {leg.match: leg.luck for leg in book.reader().legs() if leg.match not in visitors()}
    expected = {"counts", "gone"} | ({"carls"} & set(legs) if diary.was_reset is None else set())
    if set(legs) != expected or (diary.luck is not None and legs["counts"] != diary.luck):
        yield f"the statistics have {legs}"
    if diary.has_answered and not book.files.read(PUZZLES, FIRST).answers:
        yield "the answer to a puzzle is lost"
    visitor.has_come = diary.has_imported
    yield from visitor.missing(book.reader())
    import_profile(visitor_path(folder), files, book, ())  # again, or what was missing
    visitor.has_come = True
    book.close()
    files.close()
    yield from wrong_figures(folder, visitor)
    instance.close()


def fail_often(folder: Path, every: int, findings: Findings, first: int = 0) -> None:
    """Try out every so manieth fault, from the one of that number on."""
    trial = Trial(folder)
    counts = trial.calls()
    findings.tell(", ".join(f"{count} × {kind}" for kind, count in sorted(counts.items())))
    for n, fault in enumerate(islice(trial.faults(counts), first, None, every), 1):
        findings.counts["tried"] += 1
        findings.add(n, trial.try_out(fault), told_every=250)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.storage_faults", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="try only every so manieth fault")
    options = parser.parse_args()
    logging.getLogger("game").propagate = False
    return told(lambda folder, findings: fail_often(folder, options.every, findings))


if __name__ == "__main__":
    sys.exit(main())

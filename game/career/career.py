"""The career: the digests of all kept matches, cached in a SQLite file for lists and statistics.

The match files and the ledger (ledger.py) are the source; the cache can be rebuilt from them at any time. A refresh
thread checks the cache and replays files that changed; only the writer's thread changes cache and ledger, and it never
waits for the refresh thread; readers use ``CareerReader``, also in a thread. The digest of a deleted match goes into
the ledger, so its legs count until the statistics are reset.

Busy is not broken (decision 068): while the file is in use, or the disk refuses access, there are retries, then a
problem is reported. The cache is quarantined only if its content is wrong.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from game.career import cache as tables
from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.cache import FoundMatch
from game.career.ledger import FILE_NAME as LEDGER
from game.career.ledger import Ledger, LedgerEntries, LedgerEntry, add_luck, add_played, exclude_legs, read_entries
from game.career.match_stats import match_stats, owner_of
from game.career.person_file import PersonFile
from game.career.reader import BUSY_S, AchievementSource, CareerReader, PlayedMatch, add_earned
from game.engine.untrusted_input import IrregularFileError, read_regular_file
from game.files import limits
from game.files.forms import FormatError
from game.files.problems import Problem, ProblemCode
from game.files.writer import PendingWrite
from game.match.library import MatchLibrary, file_problem, quarantine
from game.match.match_file import SavedMatch

FILE_NAME = "roadbook.sqlite"
_log = logging.getLogger(__name__)
_BATCH = 20  # matches per write: between two batches the writer's thread can save the running match
_POLL_S = 0.05
_REFUSED_S = 1.0  # retries after a disk error; a locked file is retried for ``BUSY_S``
_LAST_S = 2.0  # a file takes 20 ms; the rest is for a slow disk
_FILE = re.compile(r"([A-Za-z0-9_-]{1,64})\.json")
T = TypeVar("T")
P = TypeVar("P", bound=Struct)


class Career:
    """The statistics of all matches in a library, cached in the file ``path``.

    Only ``read`` and ``close`` wait for a disk. ``achievement_sources`` are the features' functions that compute
    achievements. Problems are reported through the library.
    """

    def __init__(
        self, library: MatchLibrary, path: Path, achievement_sources: Sequence[AchievementSource] = ()
    ) -> None:
        self.path = path
        self.achievement_sources = achievement_sources
        self.library = library
        self.ledger_path = path.with_name(LEDGER)
        self._ledger = Ledger(self.ledger_path, library)
        self._refresh: CareerRefresh | None = None
        self._damage: Exception | None = None
        self._has_damage = False

    @property
    def is_read_only(self) -> bool:
        """Whether another copy of the game owns the folder; then the career is neither changed nor shown."""
        return self.library.is_read_only

    def refresh(self) -> CareerRefresh:
        """Start to bring the cache up to date and return the running refresh; it may have been started before."""
        if self._refresh is None or self._refresh.is_done:
            damage, self._damage = self._damage, None
            self._refresh = CareerRefresh(self, self._ledger, damage)
        return self._refresh

    def read(self, read: Callable[[CareerReader], T]) -> T | None:
        """Call ``read`` with a reader of the cache and return its result; None if the cache is missing or unreadable.

        Reads the disk. If the content is wrong, the next refresh rebuilds the cache.
        """
        try:
            if self.is_read_only or not self.path.lstat().st_size:
                return None
            with CareerReader(self.path, self.achievement_sources) as reader:
                return read(reader)
        except FileNotFoundError:
            return None
        except Exception as error:
            self._report(error)
            return None

    def _report(self, error: Exception) -> None:
        """Arrange that a damaged cache is rebuilt, only once: if it fails again, the bug is in the reader."""
        if tables.is_transient(error) or self._has_damage:
            _log.warning("the roadbook cannot be read: %s: %s", type(error).__name__, error)
        else:
            self._damage, self._has_damage = error.with_traceback(None), True  # the traceback would keep the file open

    def close(self) -> None:
        """Cancel the refresh and wait for the file it is reading; the writer still finishes what is queued."""
        if self._refresh is not None:
            self._refresh.cancel()
            self._refresh.wait(_LAST_S)

    def reset_statistics(self, person: str) -> PendingWrite | None:
        """Exclude all of a profile's matches from statistics; the match files are kept. Return None if read-only."""
        return self._change(lambda entries: exclude_legs(entries, person))

    def record_luck(self, match: str, number: int, points: float) -> PendingWrite | None:
        """Record the points due to luck in the leg of that number, found by a review.

        Return None if read-only.
        """
        return self._change(lambda entries: add_luck(entries, match, number, points))

    def add_ledger_entries(self, lines: Iterable[LedgerEntry]) -> PendingWrite | None:
        """Add those entries whose match the ledger does not have yet.

        Return None if read-only.
        """
        return self._change(lambda entries: entries.update({one.match: entries.get(one.match, one) for one in lines}))

    def record_achievement(self, person: str, change: Callable[[Achievements], Achievements]) -> PendingWrite | None:
        """Change the achievements of a profile. Return None if read-only."""
        return self.change_file(ACHIEVEMENT_FILES, person, change)

    def record_match(self, saved: SavedMatch) -> PendingWrite | None:
        """Add what a finished match has earned to its person's achievements, as the next refresh would.

        Return None if read-only, or if the match counts for nobody.
        """

        def add(before: Achievements) -> Achievements:
            match = PlayedMatch(match_stats(saved), read_entries(self.ledger_path))
            return add_earned(before, self.achievement_sources, [match])

        person = owner_of(saved)
        return None if person is None else self.record_achievement(person, add)

    def change_file(self, kind: PersonFile[P], person: str, change: Callable[[P], P]) -> PendingWrite | None:
        """Change a file of which each profile has one. Return None if read-only."""
        path = kind.path(self.path.parent, person)
        if self.is_read_only:
            return None
        return self.library.writer.run(path, lambda: kind.change(path, change, self.library))

    def _change(self, change: Callable[[LedgerEntries], None]) -> PendingWrite | None:
        if self.is_read_only:
            return None
        return self.library.writer.run(self._ledger.path, lambda: self._ledger.change(change))


class CareerRefresh:
    """Brings the cache up to date, once, in a thread.

    Poll ``is_done``; so far ``done`` of ``total`` changed files were read. Afterwards ``problem`` is the reason if it
    failed. After ``cancel`` the files read so far are kept, so that the next refresh continues there. With ``damage``,
    the error found before, or if damage is found now, the cache is rebuilt.
    """

    def __init__(self, roadbook: Career, ledger: Ledger, damage: Exception | None = None) -> None:
        self.done = 0
        self.total = 0
        self.problem: Problem | None = None
        self._library = roadbook.library
        self._path = roadbook.path
        self._collectors = roadbook.achievement_sources
        self._ledger = ledger
        self._damage = damage
        self._is_cancelled = threading.Event()
        self._thread = threading.Thread(target=self._work, name="roadbook", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def cancel(self) -> None:
        self._is_cancelled.set()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the end and return whether it has come; for tests and commands, not for frames."""
        self._thread.join(timeout_s)
        return self.is_done

    def _work(self) -> None:
        if self._library.is_read_only:
            return
        try:
            self._bring_up_to_date()
        except Exception as error:
            if not tables.is_transient(error):  # still wrong after rebuilding: a bug
                _log.exception("the roadbook")
            self.problem = file_problem(ProblemCode.CAREER_FAILED, self._path, tables.system_error(error))
            self._library.add_problem(self.problem)

    def _bring_up_to_date(self) -> None:
        """Update the cache; if it turns out to be damaged, rebuild it once."""
        try:
            if self._damage is not None:
                raise self._damage
            self._take_in()
        except Exception as error:
            if tables.is_transient(error):
                raise
            self._set_aside(error)
            self._take_in()

    def _set_aside(self, why: Exception) -> None:
        _log.warning("the roadbook is set aside: %s: %s", type(why).__name__, why)
        self._run(lambda: self._library.add_problem(_set_aside(self._path, why)))

    def _take_in(self) -> None:
        _patiently(lambda: tables.check_cache_file(self._path), self._is_cancelled)
        found = {file.id: file for file in _scan(self._library.matches)}
        self._run(lambda: tables.create_tables(self._path, self._ledger))
        known = _patiently(lambda: tables.known_files(self._path), self._is_cancelled)
        entries = read_entries(self._ledger.path)
        changed = [file for file in found.values() if not _is_taken_in(file, known.get(file.id), entries)]
        self.done, self.total = 0, len(changed)
        gone = [id for id in known if id not in found]
        if gone:
            self._run(lambda: tables.write_rows(self._path, self._ledger, (), gone))
        self._fetch_back(id for id, entry in entries.items() if entry.is_lost and id not in found and id not in known)
        refused: list[OSError] = []
        for start in range(0, len(changed), _BATCH):
            read = [_filled(file) for file in self._until_cancelled(changed[start : start + _BATCH])]
            batch = [file for file in read if isinstance(file, FoundMatch)]
            refused += [why for why in read if not isinstance(why, FoundMatch | FileNotFoundError)]
            if batch:
                self._run(lambda batch=batch: tables.write_rows(self._path, self._ledger, batch))  # type: ignore[misc]
        self._collect()
        if refused:
            raise refused[0]

    def _collect(self) -> None:
        """Add the achievements that the kept matches give to each person's file."""
        kept = ACHIEVEMENT_FILES.read_all(self._path.parent)
        with CareerReader(self._path, self._collectors) as reader:
            collections = reader.achievements(kept)
        for person, found in collections.items():
            if found != kept.get(person):
                self._add(ACHIEVEMENT_FILES.path(self._path.parent, person), found)

    def _add(self, path: Path, found: Achievements) -> None:
        self._run(lambda: ACHIEVEMENT_FILES.change(path, lambda before: before | found, self._library))

    def _fetch_back(self, lost: Iterable[str]) -> None:
        """Add to the ledger those matches in the trash that were deleted while there was no cache."""
        wanted, read = frozenset(lost), list[FoundMatch | OSError]()
        if wanted:
            with contextlib.suppress(OSError):
                files = {file.id: file for file in reversed(self._library.deleted_files()) if file.id in wanted}
                read = [_filled(FoundMatch(file.id, file.path, 0, 0)) for file in files.values()]
        gone = [file.digest for file in read if isinstance(file, FoundMatch) and file.digest is not None]
        if gone:
            self._run(lambda: self._ledger.change(lambda entries: add_played(entries, (), gone=gone)))

    def _until_cancelled(self, files: Iterable[FoundMatch]) -> Iterator[FoundMatch]:
        for file in files:
            if self._is_cancelled.is_set():
                return
            yield file
            self.done += 1

    def _run(self, job: Callable[[], None]) -> None:
        """Run a job in the writer's thread and wait for it; raises the job's error."""
        _patiently(lambda: self._write(job), self._is_cancelled)

    def _write(self, job: Callable[[], None]) -> None:
        finished, refused = threading.Event(), list[sqlite3.Error]()

        def work() -> None:
            try:
                job()
            except sqlite3.Error as error:
                if not tables.is_locked(error):
                    raise
                refused.append(error)  # somebody reads; retried by the caller, so no error of the writer
            finally:
                finished.set()

        ticket = self._library.writer.run(self._path, work)
        while not ticket.is_done:
            finished.wait(_POLL_S)
        if ticket.error is not None:
            raise ticket.error
        if refused:
            raise refused[0]


def _patiently(work: Callable[[], T], is_cancelled: threading.Event) -> T:
    """Return the result of the work, which is retried while the file is in use or the disk refuses.

    Raises the last error.
    """
    began_s = time.monotonic()
    while True:
        try:
            return work()
        except (sqlite3.Error, MemoryError) as error:
            patience_s = BUSY_S if tables.is_locked(error) else _REFUSED_S
            has_time = time.monotonic() - began_s < patience_s and not is_cancelled.is_set()
            if not (tables.is_transient(error) and has_time):
                raise
        is_cancelled.wait(_POLL_S)


def _set_aside(path: Path, why: Exception) -> Problem:
    """Rename the damaged cache and SQLite's additional files; return the problem to report."""
    problem = file_problem(ProblemCode.CAREER_QUARANTINED, quarantine(path), FormatError(str(why)))
    for rest in tables.SIDE_FILES:
        with contextlib.suppress(FileNotFoundError):
            quarantine(path.with_name(path.name + rest))
    return problem


def _scan(folder: Path) -> list[FoundMatch]:
    """Return the files in the folder that are named like matches, the oldest first."""
    found = []
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            name = _FILE.fullmatch(entry.name)
            if name is not None:
                with contextlib.suppress(FileNotFoundError):
                    seen = entry.stat(follow_symlinks=False)
                    mtime_ns = tables.moment_ns(seen.st_mtime_ns)
                    found.append(FoundMatch(name[1], Path(entry.path), mtime_ns, seen.st_size))
    return sorted(found, key=lambda file: (file.mtime_ns, file.id))


def _is_taken_in(file: FoundMatch, known: tuple[int, int, int | None] | None, entries: LedgerEntries) -> bool:
    """Return whether the file is unchanged and the ledger, which may have been damaged, has all its legs."""
    if known is None:
        return False
    mtime_ns, size, legs = known
    entered = len(entries[file.id].ended_s) if file.id in entries else 0
    return (mtime_ns, size) == (file.mtime_ns, file.size) and legs in (None, entered)


def _filled(file: FoundMatch) -> FoundMatch | OSError:
    """Return the file with its digest, or with the reason why it has none: a bad file never affects others."""
    try:
        saved = replace(SavedMatch.from_bytes(read_regular_file(file.path, limits.MATCH_BYTES)), id=file.id)
        return replace(file, digest=match_stats(saved))
    except (IrregularFileError, FormatError) as error:
        return replace(file, why=str(error))
    except OSError as error:
        return error  # gone, or refused by the disk: the content may be sound
    except Exception as error:  # a bug, which affects this match only
        _log.exception("the facts of %s", file.id)
        return replace(file, why=f"{type(error).__name__}: {error}")

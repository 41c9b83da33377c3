"""The career: everything that the kept matches and the files of record say about the persons who play.

The match files and the files of record (person_file.py) are the truth; a cache (cache.py) spares replaying all matches.
A refresh thread reads the files that changed and writes the cache; only the writer's thread changes files of record.
``CareerReader`` reads both, also in a thread. A deleted match leaves its digest in the ledger, so that its legs count
until the statistics are reset.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Generic, TypeVar

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.cache import FILE_NAME, MatchCache, ReadMatch, WrongCacheError
from game.career.ledger import LEDGER_FILES, Ledger
from game.career.match_stats import IMPORTED, MatchStats, match_stats, owner_of
from game.career.person_file import PersonFiles
from game.career.reader import AchievementSource, CareerReader, PlayedMatch, add_earned
from game.engine.untrusted_input import IrregularFileError, read_regular_file
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import Problem, ProblemCode
from game.files.wall_clock import clamped_s
from game.files.writer import PendingWrite
from game.match.library import KeptFile, MatchLibrary, file_problem, is_match_id
from game.match.match_file import SavedMatch

_log = logging.getLogger(__name__)
_BATCH = 20  # matches per write: between two batches the writer's thread can save the running match
_POLL_S = 0.05
_READ_AGAIN_S = 1.0
_LAST_S = 2.0  # a file takes 20 ms; the rest is for a slow disk
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QueryResult(Generic[T]):
    """What was read of the career, with ``value`` None if nothing can be read.

    ``done`` of ``total`` changed files are included. Unless ``complete``, another result may follow.
    """

    value: T | None = None
    done: int = 0
    total: int = 0
    complete: bool = False


class Career:
    """The career of all persons whose matches are in a library; its own files are in ``folder``.

    Only ``read`` and ``close`` wait for a disk. ``achievement_sources`` are the features' functions that compute
    achievements. Problems are reported through the library.
    """

    def __init__(
        self, library: MatchLibrary, folder: Path, achievement_sources: Sequence[AchievementSource] = ()
    ) -> None:
        self.library = library
        self.files = PersonFiles(folder, library)
        self.cache = MatchCache(folder / FILE_NAME)
        self.achievement_sources = achievement_sources
        self._refresh: CareerRefresh | None = None

    @property
    def is_read_only(self) -> bool:
        """Whether another copy of the game owns the folder; then the career is neither changed nor shown."""
        return self.library.is_read_only

    def refresh(self) -> CareerRefresh:
        """Start to bring the cache up to date and return the running refresh; it may have been started before."""
        if self._refresh is None or self._refresh.is_done:
            self._refresh = CareerRefresh(self)
        return self._refresh

    def read(self, read: Callable[[CareerReader], T]) -> T | None:
        """Call ``read`` with a reader and return its result; None if there is no cache yet, or if reading fails.

        Reads the disk. If the content of the cache is wrong, the next refresh makes it anew.
        """
        try:
            return read(self.reader()) if self.cache.exists and not self.is_read_only else None
        except (OSError, WrongCacheError) as error:
            _log.warning("the career cannot be read: %s: %s", type(error).__name__, error)
        except Exception:  # a bug, which says nothing about the files
            _log.exception("reading the career")
        return None

    def updates(self, read: Callable[[CareerReader], T]) -> Iterator[QueryResult[T]]:
        """Yield what ``read`` returns of the cache as it is, while a refresh runs, and once more when that has ended.

        Each step takes a moment; between them the caller may stop.
        """
        value, refresh, age_s = self.read(read), self.refresh(), 0.0
        yield QueryResult(value)
        while not refresh.wait(_POLL_S):
            age_s += _POLL_S
            if age_s >= _READ_AGAIN_S:
                value, age_s = self.read(read), 0.0
            yield QueryResult(value, refresh.done, refresh.total)
        value = None if refresh.problem is not None else self.read(read)
        yield QueryResult(value, refresh.done, refresh.total, complete=True)

    def reader(self) -> CareerReader:
        """Return a reader of cache and files of record; its methods raise what those of ``MatchCache`` raise."""
        return CareerReader(self.cache, self.files, self.achievement_sources)

    def close(self) -> None:
        """Cancel the refresh and wait for the file it is reading; the writer still finishes what is queued."""
        if self._refresh is not None:
            self._refresh.cancel()
            self._refresh.wait(_LAST_S)

    def delete_match(self, id: str) -> PendingWrite | None:
        """Queue the deletion of a match or a quarantined file; what was played in it still counts.

        Return None if read-only.
        """
        path = self.library.file_path(id)

        def keep_digest() -> None:
            _, digest = read_match(KeptFile(id, path, 0, 0))
            self.record_matches([] if digest is None else [digest], are_gone=True)

        return self.library.delete_match(id, keep_digest) if is_match_id(id) else self.library.delete_match(id)

    def record_matches(self, digests: Sequence[MatchStats], *, are_gone: bool = False) -> None:
        """Add what is new in these matches to the persons' ledgers; call this only in the writer's thread.

        ``are_gone`` is whether their files are gone. Raises what ``PersonFiles.change`` raises.
        """
        newer = None
        for person in sorted({digest.person for digest in digests} - {IMPORTED}):
            played = [digest for digest in digests if digest.person == person]
            try:
                self.files.add(LEDGER_FILES, person, Ledger.of(played, are_gone=are_gone))
            except NewerFormatError as error:
                newer = error
        if newer is not None:
            raise newer

    def reset_statistics(self, person: str) -> PendingWrite | None:
        """Exclude all of a profile's matches from statistics; the match files are kept. Return None if read-only."""
        return self.files.change_later(LEDGER_FILES, person, lambda ledger: ledger.with_all_forgotten())

    def record_luck(self, person: str, match: str, number: int, points: float) -> PendingWrite | None:
        """Record the points due to luck in the leg of that number of a person's match, found by a review.

        Return None if read-only.
        """
        return self.files.change_later(LEDGER_FILES, person, lambda ledger: ledger.with_luck(match, number, points))

    def record_achievement(self, person: str, change: Callable[[Achievements], Achievements]) -> PendingWrite | None:
        """Change the achievements of a profile. Return None if read-only."""
        return self.files.change_later(ACHIEVEMENT_FILES, person, change)

    def record_earned(self, saved: SavedMatch) -> PendingWrite | None:
        """Add what a finished match has earned to its person's achievements, as the next refresh would.

        Return None if read-only, or if the match counts for nobody.
        """

        def add(before: Achievements) -> Achievements:
            digest = match_stats(saved)
            entry = self.files.read(LEDGER_FILES, digest.person).matches.get(saved.id)
            return add_earned(before, self.achievement_sources, [PlayedMatch(digest, entry)])

        person = owner_of(saved)
        return None if person is None else self.record_achievement(person, add)


class CareerRefresh:
    """Brings the cache up to date, once, in a thread.

    Poll ``is_done``; so far ``done`` of ``total`` changed files were read. Afterwards ``problem`` is the reason if it
    failed. After ``cancel`` the files read so far are kept, so that the next refresh continues there.
    """

    def __init__(self, career: Career) -> None:
        self.done = 0
        self.total = 0
        self.problem: Problem | None = None
        self._career = career
        self._cache = career.cache
        self._library = career.library
        self._is_cancelled = Event()
        self._thread = Thread(target=self._work, name="career", daemon=True)
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
            try:
                self._update()
            except WrongCacheError:
                self._update()  # the cache was deleted
        except Exception as error:
            if not isinstance(error, OSError | FormatError | WrongCacheError):
                _log.exception("the career")
            self.problem = file_problem(ProblemCode.CAREER_FAILED, self._cache.path, error)
            self._library.add_problem(self.problem)

    def _update(self) -> None:
        self._change(lambda: None)  # now what was handed to the writer before is on disk
        found = {file.id: file for file in reversed(self._library.scan())}
        known = self._cache.known()
        ledgers = self._career.files.read_all(LEDGER_FILES).values()
        entered = {id: len(entry.ended_s) for ledger in ledgers for id, entry in ledger.matches.items()}

        def is_taken_in(file: KeptFile) -> bool:  # unchanged, and the ledger has not been damaged
            *seen, legs = known.get(file.id, (None, None, 0))
            return seen == [file.mtime_ns, file.size] and legs <= entered.get(file.id, 0)

        changed = [file for file in found.values() if not is_taken_in(file)]
        self.done, self.total = 0, len(changed)
        if gone := known.keys() - found.keys():
            self._keep_digests(gone)
            self._cache.write((), gone)
        failed: list[OSError] = []
        for start in range(0, len(changed), _BATCH):
            read = self._read(changed[start : start + _BATCH], failed)
            digests = [digest for _, digest in read if digest is not None]
            self._change(partial(self._career.record_matches, digests))
            self._keep_digests(known.keys() & {file.id for file, digest in read if digest is None})
            self._cache.write(read)
        self._collect()
        if failed:
            raise failed[0]

    def _read(self, files: Iterable[KeptFile], failed: list[OSError]) -> list[ReadMatch]:
        """Return the files that could be read; the errors of others, whose content may be sound, go to ``failed``."""
        read = []
        for file in files:
            if self._is_cancelled.is_set():
                break
            try:
                read.append(read_match(file))
            except FileNotFoundError:
                pass  # deleted meanwhile
            except OSError as error:
                failed.append(error)
            self.done += 1
        return read

    def _keep_digests(self, ids: Collection[str]) -> None:
        """Add the digests that the cache has of matches without a sound file to the ledgers."""
        if ids:
            digests = [digest for digest in self._cache.stats() if digest.summary.id in ids]
            self._change(partial(self._career.record_matches, digests, are_gone=True))

    def _collect(self) -> None:
        """Add the achievements that the kept matches give to each person's file."""
        files, kept = self._career.files, self._career.files.read_all(ACHIEVEMENT_FILES)
        for person, found in self._career.reader().achievements(kept).items():
            if found != kept.get(person):
                self._change(partial(files.add, ACHIEVEMENT_FILES, person, found))

    def _change(self, job: Callable[[], None]) -> None:
        """Change a file of record in the writer's thread; one of a later version stays as it is."""
        with suppress(NewerFormatError):
            self._library.writer.run(self._career.files.folder, job).wait()


def read_match(file: KeptFile) -> ReadMatch:
    """Read a match from its file; raises ``OSError``, after which the content may be sound.

    A match without a time of saving gets the time of its file.
    """
    try:
        saved = SavedMatch.from_bytes(read_regular_file(file.path, limits.MATCH_BYTES))
        saved = replace(saved, id=file.id, saved_s=saved.saved_s or clamped_s(file.mtime_ns // 10**9))
        return file, match_stats(saved)
    except (IrregularFileError, FormatError):
        return file, None
    except OSError:
        raise
    except Exception:  # a bug, which affects this match only
        _log.exception("the facts of %s", file.id)
        return file, None

"""The matches kept on disk, running and finished, one file each in a folder; and the autosave of one match."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeVar

from game.engine.errors import abbreviate
from game.engine.untrusted_input import IrregularFileError, read_regular_file
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import Problem, ProblemCode
from game.files.wall_clock import now_s
from game.files.writer import FileWriter, PendingWrite, exists, write_atomically
from game.match.match_file import MatchHead, SavedMatch, check_match_bytes, match_head
from game.match.trash import TRASH_FOLDER, DeletedFile, Trash

_ID = re.compile(limits.MATCH_ID_PATTERN)
_BROKEN = re.compile(r"[A-Za-z0-9_-]{1,64}\.broken-\d{1,6}")
_LATEST = 20
_MAX_NS = 2**63 - 1  # what the career cache can hold: the year 2262
_LETTERS = "abcdefghijkmnpqrstuvwxyz"
T = TypeVar("T")


class FileProblemCodes(NamedTuple):
    """The codes to report problems with one kind of file.

    The file was quarantined (moved aside as damaged), it could be neither read nor moved, or a later version wrote it.
    """

    quarantined: ProblemCode
    unreadable: ProblemCode
    newer: ProblemCode


_OF_A_MATCH = FileProblemCodes(ProblemCode.SAVE_QUARANTINED, ProblemCode.SAVE_UNREADABLE, ProblemCode.SAVE_NEWER)


class KeptFile(NamedTuple):
    """A file in the folder of the kept matches; its time and size reveal changes."""

    id: str
    path: Path
    mtime_ns: int
    size: int


class SafeReader:
    """Reads files that may have any content; a damaged file is moved aside, an inaccessible one is left in place.

    Failures are collected as problems.
    """

    def __init__(self) -> None:
        self._stuck: dict[Path, Exception] = {}
        self._problems: deque[Problem] = deque()

    def pop_problems(self) -> list[Problem]:
        """Return the new problems since the last call."""
        return [self._problems.popleft() for _ in range(len(self._problems))]

    def add_problem(self, problem: Problem) -> None:
        """Add a problem; safe in any thread."""
        self._problems.append(problem)

    def _load(self, path: Path, most_bytes: int, parse: Callable[[bytes], T], codes: FileProblemCodes) -> T | None:
        """Return the parsed content of a file, or None if it is missing or unreadable; the latter adds a problem."""
        try:
            return parse(read_with_retry(path, most_bytes))
        except FileNotFoundError:
            return None
        except (OSError, FormatError) as error:
            if isinstance(error, OSError) and not exists(path):
                return None  # the folder itself is inaccessible, which the next write reports
            self.add_problem(self._set_aside(path, error, codes))
            return None

    def _set_aside(self, path: Path, why: Exception, codes: FileProblemCodes) -> Problem:
        if is_content_error(why) and not isinstance(why, NewerFormatError):
            with contextlib.suppress(OSError):
                return file_problem(codes.quarantined, quarantine(path), why)
        self._stuck[path] = why
        return file_problem(codes.newer if isinstance(why, NewerFormatError) else codes.unreadable, path, why)


class MatchLibrary(SafeReader):
    """The kept matches in the folder ``matches``, one file per match, named by its id.

    All writing goes through ``writer``, which other code that writes files may share. Matches written since the start
    of the program are served from memory, even if the disk is slow or full.
    """

    is_read_only = False

    def __init__(self, matches: Path, writer: FileWriter) -> None:
        super().__init__()
        self.matches = matches
        self.writer = writer
        self._written: dict[str, tuple[bytes, PendingWrite | None]] = {}
        self._deleted: set[str] = set()
        self._lock = threading.Lock()
        self._laid_away = Trash(matches / TRASH_FOLDER)

    def match_path(self, id: str) -> Path:
        """Return the path of a match's file. Raises ``ValueError`` for an invalid id."""
        if not is_match_id(id):
            raise ValueError(f"the id of a match: expected small letters, digits, - and _, got {abbreviate(id)}")
        return self.matches / f"{id}.json"

    def file_path(self, id: str) -> Path:
        """Return the path of the file of a match or a quarantined file. Raises ``ValueError`` for an invalid id."""
        return self.matches / f"{id}.json" if _BROKEN.fullmatch(id) else self.match_path(id)

    def new_id(self) -> str:
        """Return an unused match id: the time, so that names sort by date, and some random letters."""
        lots = "".join(random.SystemRandom().choices(_LETTERS, k=5))
        return f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{lots}"

    def scan(self) -> list[KeptFile]:
        """Return the files of kept matches that are in the folder, the one changed last first; raises ``OSError``."""
        found = []
        with contextlib.suppress(FileNotFoundError), os.scandir(self.matches) as entries:
            for entry in entries:
                id, suffix = os.path.splitext(entry.name)
                if suffix == ".json" and is_match_id(id):
                    with contextlib.suppress(OSError):
                        seen = entry.stat(follow_symlinks=False)
                        found.append(KeptFile(id, Path(entry.path), min(seen.st_mtime_ns, _MAX_NS), seen.st_size))
        return sorted(found, key=lambda file: (-file.mtime_ns, file.id))

    def match_ids(self) -> list[str]:
        """Return the ids of all kept matches, the one changed last first."""
        found: list[KeptFile] = []
        with contextlib.suppress(OSError):
            found = self.scan()
        before = [file.id for file in found if file.id not in self._written and file.id not in self._deleted]
        return [*self._written_ids(), *before]

    def _written_ids(self) -> list[str]:
        return [id for id in reversed(self._written) if id not in self._deleted]

    def quarantined_ids(self) -> list[str]:
        """Return the ids (names without suffix) of the quarantined files, the latest first."""
        names: list[str] = []
        with contextlib.suppress(OSError), os.scandir(self.matches) as entries:
            names = [name for name, suffix in map(os.path.splitext, (e.name for e in entries)) if suffix == ".json"]
        return sorted((name for name in names if _BROKEN.fullmatch(name) and not self.is_deleted(name)), reverse=True)

    def is_deleted(self, id: str) -> bool:
        """Return whether that file was deleted since the start of the program.

        The move to the trash may not be done yet.
        """
        return id in self._deleted

    def match_bytes(self, id: str) -> bytes:
        """Return the content of the file of a match or of a quarantined file. Raises ``OSError``."""
        written = self._written.get(id)
        return read_regular_file(self.file_path(id), limits.MATCH_BYTES) if written is None else written[0]

    def load_match(self, id: str) -> SavedMatch | None:
        """Return the match, or None if it is missing or unreadable; an unreadable one is reported as a problem."""
        if id in self._written:
            with contextlib.suppress(FormatError):  # then its file is, and that is reported
                return replace(SavedMatch.from_bytes(self._written[id][0]), id=id)
        path = self.match_path(id)
        stuck = self._stuck.get(path)
        if stuck is not None and is_content_error(stuck):
            return None
        saved = self._load(path, limits.MATCH_BYTES, SavedMatch.from_bytes, _OF_A_MATCH)
        return None if saved is None else replace(saved, id=id)

    def latest_match(self, among: Iterable[MatchHead] | None = None) -> SavedMatch | None:
        """Return the match played last that is not over, or None if there is none.

        ``among`` are the ``begun_matches`` to choose from, by default all.
        """
        loaded = (self.load_match(head.id) for head in (self.begun_matches() if among is None else among))
        return next((saved for saved in loaded if saved is not None and not saved.is_over), None)

    def begun_matches(self) -> Iterator[MatchHead]:
        """Yield the heads of those of the latest few matches that are not said to be over, the one played last first.

        A damaged file is left out and reported as a problem.
        """
        for id in self.match_ids()[:_LATEST]:
            try:
                head = match_head(self.match_bytes(id), id)
            except (OSError, FormatError):
                self.load_match(id)
            else:
                if head.is_over is not True:
                    yield head

    def save_match(self, id: str, data: bytes) -> PendingWrite | None:
        """Queue the writing of a match; return None if the library is read-only.

        A match that could not be read again is not written: the file stays as it was. May be called in any thread.
        """
        path = self.match_path(id)
        with self._lock:
            ticket = None if self.is_read_only else self.writer.submit(path, lambda: check_match_bytes(data))
            kept = {other: told for other, told in self._written.items() if other != id and not _is_on_disk(told[1])}
            self._written = {**kept, id: (data, ticket)}
            self._deleted.discard(id)
        return ticket

    def retry_failed_writes(self) -> PendingWrite | None:
        """Queue another attempt at all failed writes, after the pending ones."""
        return self._run(self.matches, self._keep_failed)

    def _keep_failed(self) -> None:
        for id, (data, ticket) in list(self._written.items()):
            if ticket is not None and ticket.error is not None:
                write_atomically(self.match_path(id), check_match_bytes(data))
                ticket.error = None

    @property
    def save_error(self) -> str | None:
        """The error text if the latest state of a match played since the start is not on disk, else None.

        A read-only library reports nothing here.
        """
        tickets = [ticket for _data, ticket in self._written.values() if ticket is not None]
        late = None if all(ticket.is_done for ticket in tickets) else os.strerror(errno.ETIMEDOUT)
        return next((ticket.error_text for ticket in tickets if ticket.error is not None), late)

    def delete_match(self, id: str, prepare: Callable[[], None] = lambda: None) -> PendingWrite | None:
        """Queue the move of a match or a quarantined file to the trash, which keeps it for thirty days.

        ``prepare`` is called in the writer's thread before; if it raises ``OSError``, the file stays.
        """
        self._deleted.add(id)
        path, place = self.file_path(id), self._laid_away.trash_path(self.file_path(id), now_s())

        def lay_away() -> None:
            try:
                prepare()
                self._laid_away.move(path, place)
            except (OSError, FormatError):
                self._deleted.discard(id)  # the file is still in place
                raise

        return self._run(place, lay_away)

    def restore_match(self, id: str) -> PendingWrite | None:
        """Queue the move of a match out of the trash, as it was when it was deleted last."""
        self._deleted.discard(id)
        place = self.file_path(id)
        return self._run(place, lambda: self._laid_away.move(self._laid_away.newest(id), place))

    def deleted_files(self) -> list[DeletedFile]:
        """Return the files in the trash, the latest first. Reads the disk; raises ``OSError``."""
        return [] if self.is_read_only else self._laid_away.files()

    def empty_trash(self) -> PendingWrite | None:
        """Queue the final removal of everything in the trash."""
        return self._run(self._laid_away.folder, self._laid_away.empty)

    def purge_trash(self, now_s: int) -> None:
        """Remove files from the trash thirty days after their deletion; ``now_s`` is in seconds since 1970."""
        self._laid_away.purge(now_s)

    def _run(self, path: Path, job: Callable[[], None]) -> PendingWrite | None:
        return None if self.is_read_only else self.writer.run(path, job)


def _is_on_disk(ticket: PendingWrite | None) -> bool:
    return ticket is not None and ticket.is_done and ticket.error is None


def is_match_id(text: str) -> bool:
    """Return whether the text can be the id of a match, and so the name of its file on every system."""
    return _ID.match(text) is not None


class Autosave:
    """Saves the match of one session under its ``id``, or under a new id if that is empty.

    Without ``files`` nothing is written and ``is_settled`` is always True.
    """

    def __init__(self, files: MatchLibrary | None, id: str = "") -> None:
        self._files = files
        self.id = id or (files.new_id() if files is not None else "")
        self._ticket: PendingWrite | None = None
        self._problems: list[Problem] = []
        self._has_complained = False
        self._has_failed = False

    @property
    def has_file(self) -> bool:
        return self._files is not None

    @property
    def is_kept(self) -> bool:
        """Whether the latest state of the match is on disk, or queued to be written."""
        if self._ticket is not None and self._ticket.is_done and self._ticket.error is not None:
            return False
        return self.has_file and not self._has_failed

    @property
    def is_settled(self) -> bool:
        """Whether the latest state of the match is on disk, or could not be written."""
        if self._ticket is not None and self._ticket.is_done:
            self._check(self._ticket)
            self._ticket = None
        return self._ticket is None

    def save(self, saved: SavedMatch) -> None:
        if self._files is not None:
            self._follow(self._files.save_match(self.id, saved.to_bytes()))

    def pop_problems(self) -> list[Problem]:
        """Return the problem of the first failed save, only once."""
        problems, self._problems = self._problems, []
        return problems

    def _follow(self, ticket: PendingWrite | None) -> None:
        """Watch this write for its result; None stands for a library that is read-only."""
        self._ticket, self._has_failed = ticket, ticket is None

    def _check(self, ticket: PendingWrite) -> None:
        self._has_failed = ticket.error is not None
        if ticket.error is None or self._has_complained:
            return
        self._has_complained = True
        values = {"path": str(ticket.path), "error": ticket.error_text}
        self._problems.append(Problem(ProblemCode.SAVE_FAILED, values))


def quarantine(path: Path) -> Path:
    """Rename a damaged file or folder to an unused name beside it and return its new path. Raises ``OSError``."""
    return path.rename(free_quarantine_path(path))


def free_quarantine_path(path: Path) -> Path:
    """Return an unused path beside the given one, to which a damaged file can be moved."""
    names = (path.with_name(f"{path.stem}.broken-{n}{path.suffix}") for n in count(1))
    return next(name for name in names if not exists(name))


def is_content_error(error: Exception) -> bool:
    """Return whether an error means that a file's content is wrong; after any other error the file may be sound."""
    return isinstance(error, FormatError | IrregularFileError)


def read_with_retry(path: Path, most_bytes: int) -> bytes:
    """Return the content of a file, with a second attempt after an error; raises what ``read_regular_file`` raises."""
    try:
        return read_regular_file(path, most_bytes)
    except (FileNotFoundError, IrregularFileError):
        raise
    except OSError:
        return read_regular_file(path, most_bytes)


def file_problem(code: ProblemCode, path: Path, why: Exception) -> Problem:
    """Return the problem with a file; ``why`` provides the error text."""
    words = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
    return Problem(code, {"path": str(path), "error": words})

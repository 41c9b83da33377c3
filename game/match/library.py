"""The kept matches: a file each in one folder, the running ones and those that are over; and one match's autosave."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeVar

from game.engine.reading import OddFileError, read_regular
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import Problem, ProblemCode
from game.files.wall_clock import present_s
from game.files.writer import FileWriter, Ticket, is_there, write_atomically
from game.match.match_file import OldDeckError, Saved
from game.match.trash import DELETED, DeletedFile, DeletedMatches

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_BROKEN = re.compile(r"[A-Za-z0-9_-]{1,64}\.broken-\d{1,6}")
_LATEST = 20
_LETTERS = "abcdefghijkmnpqrstuvwxyz"
T = TypeVar("T")


class FileCodes(NamedTuple):
    """What a problem with a file is called: it was set aside, it could not even be, it is a later version's."""

    aside: ProblemCode
    stuck: ProblemCode
    newer: ProblemCode


_OF_A_MATCH = FileCodes(ProblemCode.SAVE_SET_ASIDE, ProblemCode.SAVE_STUCK, ProblemCode.SAVE_NEWER)


class CarefulReader:
    """Where files are read that may be anything; one that cannot be read is set aside, or left as it is.

    What went wrong is a problem to take.
    """

    def __init__(self) -> None:
        self._stuck: dict[Path, Exception] = {}
        self._problems: deque[Problem] = deque()

    def take_problems(self) -> list[Problem]:
        """What went wrong since the last call."""
        return [self._problems.popleft() for _ in range(len(self._problems))]

    def note(self, problem: Problem) -> None:
        """Have this told; any thread may."""
        self._problems.append(problem)

    def _load(self, path: Path, most_bytes: int, parse: Callable[[bytes], T], codes: FileCodes) -> T | None:
        """What is in the file; None if it is not there or holds something else, which is a problem then."""
        try:
            return parse(read_patiently(path, most_bytes))
        except FileNotFoundError:
            return None
        except (OSError, FormatError) as error:
            if isinstance(error, OSError) and not is_there(path):
                return None  # the folder itself is the trouble, and writing will say so
            self.note(self._set_aside(path, error, codes))
            return None

    def _set_aside(self, path: Path, why: Exception, codes: FileCodes) -> Problem:
        aside = ProblemCode.SAVE_OUTDATED if isinstance(why, OldDeckError) else codes.aside
        if is_about_content(why) and not isinstance(why, NewerFormatError):
            with contextlib.suppress(OSError):
                return problem_of(aside, set_aside(path), why)
        self._stuck[path] = why
        return problem_of(codes.newer if isinstance(why, NewerFormatError) else codes.stuck, path, why)


class MatchLibrary(CarefulReader):
    """The kept matches in the folder ``matches``, each in a file called by its id.

    All writing goes through ``writer``, which is also for others who write files. What this run of the game had written
    counts at once, even if the disk is slow or full.
    """

    is_read_only = False

    def __init__(self, matches: Path, writer: FileWriter) -> None:
        super().__init__()
        self.matches = matches
        self.writer = writer
        self._written: dict[str, tuple[bytes, Ticket | None]] = {}
        self._deleted: set[str] = set()
        self._laid_away = DeletedMatches(matches / DELETED)

    def match_path(self, id: str) -> Path:
        """Where the match of that id lies. Raises ``ValueError`` for what is no id."""
        if not _ID.fullmatch(id):
            raise ValueError(f"the id of a match: expected letters, digits, - and _, got {id!r}")
        return self.matches / f"{id}.json"

    def file_path(self, id: str) -> Path:
        """Where the match of that id lies, or the file of that name that was set aside. Raises ``ValueError``."""
        return self.matches / f"{id}.json" if _BROKEN.fullmatch(id) else self.match_path(id)

    def new_id(self) -> str:
        """An id that no match has: of the moment, so that files lie in their order, and some letters by lot."""
        lots = "".join(random.SystemRandom().choices(_LETTERS, k=5))
        return f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{lots}"

    def match_ids(self) -> list[str]:
        """The ids of all matches that are kept, the one changed last first."""
        found: dict[str, float] = {}
        with contextlib.suppress(OSError), os.scandir(self.matches) as entries:
            for entry in entries:
                id, suffix = os.path.splitext(entry.name)
                if suffix == ".json" and _ID.fullmatch(id) and id not in self._deleted:
                    with contextlib.suppress(OSError):
                        found[id] = entry.stat(follow_symlinks=False).st_mtime
        before = [id for id in found if id not in self._written]
        return [*self._written_ids(), *sorted(before, key=lambda id: found[id], reverse=True)]

    def _written_ids(self) -> list[str]:
        """Those that this run has written, the last one first."""
        return [id for id in reversed(self._written) if id not in self._deleted]

    def broken_ids(self) -> list[str]:
        """The names of the files that were set aside because they cannot be read, the latest first."""
        names: list[str] = []
        with contextlib.suppress(OSError), os.scandir(self.matches) as entries:
            names = [name for name, suffix in map(os.path.splitext, (e.name for e in entries)) if suffix == ".json"]
        return sorted((name for name in names if _BROKEN.fullmatch(name) and not self.is_deleted(name)), reverse=True)

    def is_deleted(self, id: str) -> bool:
        """Whether that file has been deleted in this run, be it still on its way."""
        return id in self._deleted

    def match_bytes(self, id: str) -> bytes:
        """What is in the file of a match, or in one that was set aside. Raises ``OSError``."""
        written = self._written.get(id)
        return read_regular(self.file_path(id), limits.MATCH_BYTES) if written is None else written[0]

    def load_match(self, id: str) -> Saved | None:
        """The match of that id; None if there is none, or if its file is none, which is a problem to take then."""
        if id in self._written:
            return replace(Saved.from_bytes(self._written[id][0]), id=id)
        path = self.match_path(id)
        stuck = self._stuck.get(path)
        if stuck is not None and is_about_content(stuck):
            return None
        saved = self._load(path, limits.MATCH_BYTES, Saved.from_bytes, _OF_A_MATCH)
        return None if saved is None else replace(saved, id=id)

    def latest_match(self) -> Saved | None:
        """The match played last of those that can go on; only a few are looked through."""
        for id in self.match_ids()[:_LATEST]:
            if self._is_said_to_be_over(id):
                continue
            saved = self.load_match(id)
            if saved is not None and not saved.is_over:
                return saved
        return None

    def save_match(self, id: str, data: bytes) -> Ticket | None:
        """Have a match written; None if it may not be."""
        ticket = None if self.is_read_only else self.writer.submit(self.match_path(id), data)
        kept = {other: told for other, told in self._written.items() if other != id and not _is_on_disk(told[1])}
        self._written = {**kept, id: (data, ticket)}
        return ticket

    def keep_failed(self) -> Ticket | None:
        """Have what could not be written tried once more, after all that is still to be written."""
        return self._run(self.matches, self._keep_failed)

    def _keep_failed(self) -> None:
        for id, (data, ticket) in list(self._written.items()):
            if ticket is not None and ticket.error is not None:
                write_atomically(self.match_path(id), data)
                ticket.error = None

    @property
    def unkept(self) -> str | None:
        """Why a match of this run is not on disk as it was last, in the system's words; None if all of them are.

        A copy that only reads keeps none, which it has said.
        """
        tickets = [ticket for _data, ticket in self._written.values() if ticket is not None]
        late = None if all(ticket.is_done for ticket in tickets) else os.strerror(errno.ETIMEDOUT)
        return next((ticket.why for ticket in tickets if ticket.error is not None), late)

    def delete_match(self, id: str) -> Ticket | None:
        """Have a match laid away, or a file set aside: ``restore_match`` fetches it back, for thirty days."""
        self._deleted.add(id)
        path, place = self.file_path(id), self._laid_away.place(self.file_path(id), present_s())

        def lay_away() -> None:
            try:
                self._laid_away.move(path, place)
            except OSError:
                self._deleted.discard(id)  # it is still there
                raise

        return self._run(place, lay_away)

    def restore_match(self, id: str) -> Ticket | None:
        """Have a match back that was deleted, as it was deleted last."""
        self._deleted.discard(id)
        place = self.file_path(id)
        return self._run(place, lambda: self._laid_away.move(self._laid_away.last(id), place))

    def deleted_files(self) -> list[DeletedFile]:
        """What was deleted and can be fetched back, the latest first. Not for a frame; raises ``OSError``."""
        return [] if self.is_read_only else self._laid_away.files()

    def empty_deleted(self) -> Ticket | None:
        """Have all that was deleted removed for good."""
        return self._run(self._laid_away.folder, self._laid_away.empty)

    def sweep_deleted(self, now_s: int) -> None:
        """Remove for good what was deleted thirty days before ``now_s``, in seconds since 1970."""
        self._laid_away.sweep(now_s)

    def _run(self, path: Path, job: Callable[[], None]) -> Ticket | None:
        return None if self.is_read_only else self.writer.run(path, job)

    def _is_said_to_be_over(self, id: str) -> bool:
        """Whether a match says of itself that it is over: a look that costs little, and may say nothing."""
        try:
            written = self._written.get(id)
            data = read_regular(self.match_path(id), limits.MATCH_BYTES) if written is None else written[0]
            form = json.loads(data)
        except (OSError, ValueError, RecursionError):
            return False
        return isinstance(form, dict) and form.get("over") is True


def _is_on_disk(ticket: Ticket | None) -> bool:
    return ticket is not None and ticket.is_done and ticket.error is None


class Autosave:
    """The file of one session's match, the one with that ``id`` or a new one.

    Without ``files`` nothing is written and everything counts as settled.
    """

    def __init__(self, files: MatchLibrary | None, id: str = "") -> None:
        self._files = files
        self.id = id or (files.new_id() if files is not None else "")
        self._ticket: Ticket | None = None
        self._problems: list[Problem] = []
        self._has_complained = False
        self._has_failed = False

    @property
    def has_file(self) -> bool:
        """Whether the match is to be kept at all."""
        return self._files is not None

    @property
    def is_kept(self) -> bool:
        """Whether the latest state is on disk or still on its way there."""
        if self._ticket is not None and self._ticket.is_done and self._ticket.error is not None:
            return False
        return self.has_file and not self._has_failed

    @property
    def is_settled(self) -> bool:
        """Whether the latest state is on disk, or is known not to get there."""
        if self._ticket is not None and self._ticket.is_done:
            self._check(self._ticket)
            self._ticket = None
        return self._ticket is None

    def save(self, saved: Saved) -> None:
        """Have this state written."""
        if self._files is not None:
            self._follow(self._files.save_match(self.id, saved.to_bytes()))

    def take_problems(self) -> list[Problem]:
        """The first failure, once."""
        problems, self._problems = self._problems, []
        return problems

    def _follow(self, ticket: Ticket | None) -> None:
        """Wait for this ticket; there is none for a file that may not be written."""
        self._ticket, self._has_failed = ticket, ticket is None

    def _check(self, ticket: Ticket) -> None:
        self._has_failed = ticket.error is not None
        if ticket.error is None or self._has_complained:
            return
        self._has_complained = True
        values = {"path": str(ticket.path), "error": ticket.why}
        self._problems.append(Problem(ProblemCode.SAVE_FAILED, values))


def set_aside(path: Path) -> Path:
    """Give a file (or folder) a name next to its own that nothing has yet, and return that. Raises ``OSError``."""
    return path.rename(free_name(path))


def free_name(path: Path) -> Path:
    """A name for something broken next to that one, which nothing has yet."""
    names = (path.with_name(f"{path.stem}.broken-{n}{path.suffix}") for n in count(1))
    return next(name for name in names if not is_there(name))


def is_about_content(error: Exception) -> bool:
    """Whether what lies there is wrong: what the disk refuses now may be sound, and is left where it is."""
    return isinstance(error, FormatError | OddFileError)


def read_patiently(path: Path, most_bytes: int) -> bytes:
    """What is in the file, asked for once more where the disk refuses it; raises what ``read_regular`` raises."""
    try:
        return read_regular(path, most_bytes)
    except (FileNotFoundError, OddFileError):
        raise
    except OSError:
        return read_regular(path, most_bytes)


def problem_of(code: ProblemCode, path: Path, why: Exception) -> Problem:
    """A problem with a file, and what the system or the reader said of it."""
    words = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
    return Problem(code, {"path": str(path), "error": words})

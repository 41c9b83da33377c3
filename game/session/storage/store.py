"""The user's files: where they lie, what is in them, what is done with one that cannot be read, and the autosave."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import platformdirs

from game.engine.reading import read_regular
from game.logs import DRAIN_S, FILE, NAME, log_path
from game.session.problems import Problem, ProblemCode
from game.session.settings import Settings
from game.session.storage import limits
from game.session.storage.json_codec import FormatError
from game.session.storage.match_file import OldDeckError, Saved
from game.session.storage.writer import FileWriter, Ticket, Writer, sweep_drafts

_WRITTEN: Final = r"match\.json|settings\.json|report-[\w-]+\.txt"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Broken:
    """A saved match that could not be read; ``problem`` says why and where it lies now."""

    problem: Problem


class NoHomeError(Exception):
    """The user has no folder of his own; the message is a sentence."""

    def __init__(self) -> None:
        super().__init__("there is no home folder to keep settings and match in; name a folder with --user-dir")


class MatchStore:
    """One match on disk, in the file ``match_path``.

    All writing goes through ``writer``, which is also for others who write files. A file that could neither be read
    nor set aside is never written over.
    """

    def __init__(self, match_path: Path, writer: FileWriter) -> None:
        self.match_path = match_path
        self.writer = writer
        self._stuck: set[Path] = set()
        self._has_written_match = False
        self._match: bytes | None = None

    def load_match(self) -> Saved | Broken | None:
        """The match to resume: None if there is none, ``Broken`` if its file was none (any more) and is set aside now.

        What this run of the game had written counts at once, even if the disk is slow or full.
        """
        if self._has_written_match:
            return Saved.from_bytes(self._match) if self._match is not None else None
        codes = ProblemCode.SAVE_SET_ASIDE, ProblemCode.SAVE_STUCK
        loaded = self._load(self.match_path, limits.MATCH_BYTES, Saved.from_bytes, codes)
        if isinstance(loaded, Problem):
            return Broken(loaded)
        return None if loaded is None or loaded.is_over else loaded

    def save_match(self, data: bytes) -> Ticket | None:
        """Have the match file written; None if it may not be, as what lies there could not be set aside."""
        self._has_written_match, self._match = True, data
        return None if self.match_path in self._stuck else self.writer.submit(self.match_path, data)

    def remove_match(self) -> Ticket | None:
        """Have the match file removed, so that it isn't offered again; None like ``save_match``."""
        self._has_written_match, self._match = True, None
        return None if self.match_path in self._stuck else self.writer.remove(self.match_path)

    def _load(
        self, path: Path, most_bytes: int, parse: Callable[[bytes], T], codes: tuple[ProblemCode, ProblemCode]
    ) -> T | Problem | None:
        try:
            return parse(read_regular(path, most_bytes))
        except FileNotFoundError:
            return None
        except (OSError, FormatError) as error:
            if isinstance(error, OSError) and not _is_there(path):
                return None  # the folder itself is the trouble, and writing will say so
            return self._set_aside(path, error, codes)

    def _set_aside(self, path: Path, why: Exception, codes: tuple[ProblemCode, ProblemCode]) -> Problem:
        aside, stuck = codes
        if isinstance(why, OldDeckError):
            aside = ProblemCode.SAVE_OUTDATED
        try:
            return _problem(aside, set_aside(path), why)
        except OSError:
            self._stuck.add(path)
            return _problem(stuck, path, why)


class UserFiles(MatchStore):
    """The files of one user: settings and the running match, in ``root`` or where the system wants them.

    Raises ``NoHomeError`` if the system has no place for them.
    """

    def __init__(self, root: Path | None = None, *, writer: FileWriter | None = None) -> None:
        state = state_folder(root)
        super().__init__(state / "match.json", writer or Writer())
        self.log_path = log_path(root) or state / FILE
        self.settings_path = (root or _system_folder(platformdirs.user_config_path)) / "settings.json"
        self._problems: list[Problem] = []
        self._settings_ticket: Ticket | None = None

    def sweep(self) -> None:
        """Remove what a copy of the game that was killed had only half written; for the copy that has the folder."""
        for folder in {self.match_path.parent, self.settings_path.parent}:
            sweep_drafts(folder, _WRITTEN)

    def load_settings(self) -> Settings:
        """The settings, or the defaults if there are none or they can't be read (then there is a problem to take)."""
        codes = ProblemCode.SETTINGS_SET_ASIDE, ProblemCode.SETTINGS_STUCK
        loaded = self._load(self.settings_path, limits.SETTINGS_BYTES, Settings.from_bytes, codes)
        if isinstance(loaded, Problem):
            self._problems.append(loaded)
            return Settings()
        return loaded or Settings()

    def save_settings(self, settings: Settings) -> None:
        """Have the settings written; a failure is a problem to take later."""
        if self.settings_path not in self._stuck:
            self._settings_ticket = self.writer.submit(self.settings_path, settings.to_bytes())

    def save_report(self, name: str, text: str) -> Ticket:
        """Have a report written beside the match; the ticket says where."""
        return self.writer.submit(self.match_path.with_name(name), text.encode())

    def take_problems(self) -> list[Problem]:
        """What went wrong with the settings since the last call."""
        ticket = self._settings_ticket
        if ticket is not None and ticket.is_done:
            self._settings_ticket = None
            if ticket.error is not None:
                values = {"path": str(ticket.path), "error": ticket.why}
                self._problems.append(Problem(ProblemCode.SETTINGS_FAILED, values))
        problems, self._problems = self._problems, []
        return problems

    def close(self, timeout_s: float = DRAIN_S) -> bool:
        """Finish what is still to be written; whether that was done within the time."""
        return self.writer.close(timeout_s)


class GuestFiles(UserFiles):
    """The files of one user as a second copy of the game has them: nothing is written there, set aside or removed.

    The settings are read; a match is known to this copy only. Reports and the log go into the folder for temporary
    files.
    """

    def __init__(self, root: Path | None = None, *, writer: FileWriter | None = None) -> None:
        super().__init__(root, writer=writer)
        self._stuck = {self.match_path, self.settings_path}
        self._has_written_match = True  # what lies there is the other copy's
        self._shelf = Path(tempfile.gettempdir())
        self.log_path = self._shelf / f"milestone-rally-{os.getpid()}.log"

    def save_report(self, name: str, text: str) -> Ticket:
        """Have a report written among the temporary files; the ticket says where."""
        return self.writer.submit(self._shelf / name, text.encode())

    def _set_aside(self, path: Path, why: Exception, codes: tuple[ProblemCode, ProblemCode]) -> Problem:
        return _problem(codes[1], path, why)


def state_folder(root: Path | None) -> Path:
    """The folder of the match, which is what a copy of the game locks."""
    return root or _system_folder(platformdirs.user_state_path)


def set_aside(path: Path) -> Path:
    """Give a file (or folder) a name next to its own that nothing has yet, and return that. Raises ``OSError``."""
    names = (path.with_name(f"{path.stem}.broken-{n}{path.suffix}") for n in count(1))
    free = next(name for name in names if not _is_there(name))
    path.rename(free)
    return free


def _system_folder(find: Callable[..., Path]) -> Path:
    """Where the system wants one kind of the user's files."""
    try:
        folder = find(NAME, appauthor=False)
    except RuntimeError:
        raise NoHomeError from None
    if not folder.is_absolute():  # "~", as nobody knows a home
        raise NoHomeError
    return folder


def _is_there(path: Path) -> bool:
    with contextlib.suppress(OSError):
        path.lstat()
        return True
    return False


def _problem(code: ProblemCode, path: Path, why: Exception) -> Problem:
    words = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
    return Problem(code, {"path": str(path), "error": words})


class Autosave:
    """The match file of one session; without ``files`` nothing is written and everything counts as settled."""

    def __init__(self, files: MatchStore | None) -> None:
        self._files = files
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

    def save(self, data: bytes) -> None:
        """Have this state written."""
        if self._files is not None:
            self._follow(self._files.save_match(data))

    def remove(self) -> None:
        """Have the file of a match that is over removed."""
        if self._files is not None:
            self._follow(self._files.remove_match())

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

"""The user's files: their folders, and access to settings and matches."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import platformdirs

from game import TITLE
from game.engine.untrusted_input import read_regular_file
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import Problem, ProblemCode
from game.files.wall_clock import now_s
from game.files.writer import FileWriter, PendingWrite, Writer, remove_stale_drafts
from game.match.library import FileProblemCodes, MatchLibrary, file_problem
from game.match.match_file import profiles_in
from game.people.profiles import Profile, new_profile, random_profile_id
from game.settings.settings import Person, Settings
from game.settings.settings_file import SettingsFile
from game.system.logs import CLOSE_TIMEOUT_S, FILE, NAME, log_path, without_paths

_HANDED_OUT = rf"{NAME}[-_][\w-]+\.(?:json|zip|png)"
"""A regular expression for the names of exports, pictures and reports."""
_WRITTEN = rf"settings\.json|{_HANDED_OUT}|{limits.PERSON_FILE_PATTERN}"
_KEPT = r"[A-Za-z0-9_-]{1,64}\.json"
_MATCHES_WITH_PEOPLE = 300  # these take a moment to read
_OF_SETTINGS = FileProblemCodes(
    ProblemCode.SETTINGS_QUARANTINED, ProblemCode.SETTINGS_UNREADABLE, ProblemCode.SETTINGS_NEWER
)


class NoHomeError(Exception):
    """Raised if the user has no home folder; the message is a full sentence."""

    def __init__(self) -> None:
        super().__init__("there is no home folder to keep settings and races in; name a folder with --user-dir")


class UserFiles(MatchLibrary):
    """The settings and kept matches of one user, in the folder ``root`` or in the system's folders for them.

    Raises ``NoHomeError`` if the system has no such folders.
    """

    def __init__(self, root: Path | None = None, *, writer: FileWriter | None = None) -> None:
        state = state_folder(root)
        super().__init__(state / "matches", writer or Writer())
        self.folder = state
        self._root = root
        self.log_path = log_path(root) or state / FILE
        self.settings_path = (root or _system_folder(platformdirs.user_config_path)) / "settings.json"
        self._settings = SettingsFile(Settings())
        self._settings_ticket: PendingWrite | None = None

    def clean_up(self) -> None:
        """Remove the temporary files of a killed copy of the game, and old files in the trash.

        Call this only in the copy of the game that owns the folder.
        """
        for folder in {self.folder, self.settings_path.parent}:
            remove_stale_drafts(folder, _WRITTEN)
        remove_stale_drafts(self.matches, _KEPT)
        self.writer.run(self.folder, self._sweep_exports)
        self.purge_trash(now_s())

    def _sweep_exports(self) -> None:
        """Remove the drafts of exports and pictures. Runs in the writer's thread, as those folders may be large."""
        for folder in {*self.export_folders(), *self.picture_folders()}:
            remove_stale_drafts(folder, _HANDED_OUT)

    def load_settings(self) -> Settings:
        """Return the settings, with defaults for missing and invalid ones; invalid ones are reported as a problem.

        If nobody is in them, the people are those who sit in the kept matches, or somebody new.
        """
        found = self._load(self.settings_path, limits.SETTINGS_BYTES, SettingsFile.from_bytes, _OF_SETTINGS)
        self._settings = found or SettingsFile(Settings(people=()))
        settings = self._settings.settings
        if self._settings.unreadable:
            values = {"path": str(self.settings_path), "settings": ",".join(self._settings.unreadable)}
            self._problems.append(Problem(ProblemCode.SETTINGS_REPLACED, values))
        if not settings.people:
            profiles = self._people_in_matches() or (new_profile(random_profile_id(), ()),)
            people = tuple(Person(profile.id, profile.name, profile.livery) for profile in profiles)
            settings = Settings(replace(settings.machine, playing=people[0].id), people)
        if self._settings.unreadable or settings != self._settings.settings:
            self.save_settings(settings)
        return settings

    def _people_in_matches(self) -> tuple[Profile, ...]:
        """Return the persons in the latest matches, the one who played last first."""
        found: dict[str, Profile] = {}
        for id in self.match_ids()[:_MATCHES_WITH_PEOPLE]:
            with contextlib.suppress(OSError, FormatError):
                for profile in profiles_in(self.match_bytes(id)):
                    found.setdefault(profile.id, profile)
        return tuple(found.values())[: limits.MAX_PROFILES]

    def save_settings(self, settings: Settings) -> None:
        """Queue the writing of the settings, with the unknown ones; a failure is reported as a problem later.

        It fails, and the old file stays, if the game could not read the new one.
        """
        self._settings = replace(self._settings, settings=settings, unreadable=())
        if self.settings_path not in self._stuck:
            self._settings_ticket = self.writer.submit(self.settings_path, self._settings.to_bytes)

    def save_report(self, name: str, pack: Callable[[], bytes]) -> PendingWrite:
        """Queue the writing of a problem report; ``pack`` makes its content in the writer's thread."""
        return self.writer.submit(self.folder / name, pack)

    @property
    def folders(self) -> frozenset[Path]:
        """The folders of the user's files; their names must not appear in reports."""
        return frozenset(path.absolute().parent for path in (self.matches, self.settings_path, self.log_path))

    def read_log(self) -> bytes:
        """Return the log for a report, oldest lines first, without folder names. Reads the disk."""
        found = []
        for path in (self.log_path.with_name(f"{self.log_path.name}.1"), self.log_path):
            with contextlib.suppress(OSError):
                found.append(read_regular_file(path, limits.REPORT_LOG_BYTES // 2))
        return without_paths(b"".join(found).decode(errors="replace"), *self.folders).encode()

    def export_folders(self) -> Iterator[Path]:
        """Yield the folders to try for exported files, the best first. Reads the disk."""
        documents = None if self._root else platformdirs.user_documents_path()
        if documents is not None and documents.is_dir():
            yield documents / TITLE
        yield self.folder / "exports"

    def picture_folders(self) -> Iterator[Path]:
        """Yield the folders to try for saved pictures, the best first. Reads the disk."""
        pictures = None if self._root else platformdirs.user_pictures_path()
        if pictures is not None and pictures.is_dir():
            yield pictures
        yield self.folder / "pictures"

    def import_folders(self) -> Iterator[Path]:
        """Yield the folders in which to look for files to import. Reads the disk."""
        yield from self.export_folders()
        if not self._root:
            yield platformdirs.user_downloads_path()

    def pop_problems(self) -> list[Problem]:
        ticket = self._settings_ticket
        if ticket is not None and ticket.is_done:
            self._settings_ticket = None
            if ticket.error is not None:
                values = {"path": str(ticket.path), "error": ticket.error_text}
                self._problems.append(Problem(ProblemCode.SETTINGS_FAILED, values))
        return super().pop_problems()

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        """Finish pending writes and retry failed ones; return whether that was done within the timeout.

        Afterwards ``save_error`` says whether moves are missing on disk. May be called again to wait longer.
        """
        self.retry_failed_writes()
        return self.writer.close(timeout_s)


class ReadOnlyFiles(UserFiles):
    """The files of one user in a second copy of the game, which writes, moves and removes nothing there.

    Settings are read; matches are kept in memory and not shared between the copies. Reports and the log go to the
    folder for temporary files.
    """

    is_read_only = True

    def __init__(self, root: Path | None = None, *, writer: FileWriter | None = None) -> None:
        super().__init__(root, writer=writer)
        self._stuck[self.settings_path] = OSError()
        self._shelf = Path(tempfile.gettempdir())
        self.log_path = self._shelf / f"milestone-rally-{os.getpid()}.log"

    def save_report(self, name: str, pack: Callable[[], bytes]) -> PendingWrite:
        return self.writer.submit(self._shelf / name, pack)

    def export_folders(self) -> Iterator[Path]:
        yield self._shelf

    def picture_folders(self) -> Iterator[Path]:
        yield self._shelf

    def match_ids(self) -> list[str]:
        return self._written_ids()

    def quarantined_ids(self) -> list[str]:
        return []

    def _set_aside(self, path: Path, why: Exception, codes: FileProblemCodes) -> Problem:
        return file_problem(codes.newer if isinstance(why, NewerFormatError) else codes.unreadable, path, why)


def state_folder(root: Path | None) -> Path:
    """Return the folder that holds the matches, in ``root`` or in the system's place for it; the game locks it."""
    return root or _system_folder(platformdirs.user_state_path)


def _system_folder(find: Callable[..., Path]) -> Path:
    """Return the absolute folder that ``find``, a function of platformdirs, returns; raises ``NoHomeError``."""
    try:
        folder = find(NAME, appauthor=False)
    except RuntimeError:
        raise NoHomeError from None
    if not folder.is_absolute():  # "~" could not be expanded
        raise NoHomeError
    return folder

"""Import of match files: they are read in a thread, and each file that holds no match yields an error message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.features.matches.exchange import find_saved_match, read_match_file
from game.files.background_task import BackgroundTask
from game.files.forms import FormatError, NewerFormatError
from game.i18n import _, _n
from game.match.match_file import SavedMatch
from game.settings.user_files import UserFiles
from game.words.system_errors import error_text

_MOST_TOLD = 3
"""An error message names at most this many files; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match read from a file; ``kept`` is the saved match that began as the same match, or None."""

    match: SavedMatch
    kept: SavedMatch | None = None

    @property
    def is_at_same_point(self) -> bool:
        """Whether the saved match has exactly the same moves as the imported one."""
        return self.kept is not None and self.kept.records == self.match.records


ImportResult = ImportedMatch | OSError | FormatError


class ImportJob:
    """Reads match files in a thread, one after the other. Poll ``pop_imports`` and ``pop_errors`` for the results."""

    def __init__(self, files: UserFiles) -> None:
        self._files = files
        self._waiting: list[Path] = []
        self._paths: list[Path] = []
        self._reader = BackgroundTask[list[tuple[Path, ImportResult]]]("files to be taken in", self._unreadable)
        self._errors: list[tuple[Path, OSError | FormatError]] = []

    @property
    def is_busy(self) -> bool:
        return self._reader.is_busy

    def enqueue(self, paths: Sequence[Path]) -> None:
        """Add files to the queue of files to be read."""
        self._waiting += paths
        self.read_next()

    def read_next(self) -> None:
        """Start to read the queued files, unless other files are still being read."""
        if not self.is_busy and self._waiting:
            paths, self._paths, self._waiting = self._waiting, self._waiting, []
            self._reader.start(lambda: [(path, _read(self._files, path)) for path in paths])

    def _unreadable(self, why: Exception) -> list[tuple[Path, ImportResult]]:
        return [(path, FormatError(str(why))) for path in self._paths]

    def pop_imports(self) -> list[ImportedMatch]:
        """Return each match read since the last call, without duplicates. Save them, then call ``read_next``."""
        read = self._reader.poll() or []
        self._errors += [(path, why) for path, why in read if not isinstance(why, ImportedMatch)]
        taken: dict[object, ImportedMatch] = {}
        for _path, found in read:
            if isinstance(found, ImportedMatch):
                taken.setdefault(found.match.records, found)
        return list(taken.values())

    def pop_errors(self) -> Callable[[], str] | None:
        """Return a function that says why files read since the last call were rejected, or None if none was."""
        refused, self._errors = self._errors, []
        return (lambda: _error_lines(refused)) if refused else None


def _read(files: UserFiles, path: Path) -> ImportResult:
    try:
        match = read_match_file(path)
    except (OSError, FormatError) as why:
        return why
    return ImportedMatch(match, find_saved_match(files, match))


def _error_lines(refused: Sequence[tuple[Path, OSError | FormatError]]) -> str:
    told = [_error_line(path.name, why) for path, why in refused[:_MOST_TOLD]]
    more = len(refused) - len(told)
    if more:
        told.append(_n("The same goes for {n} more.", "The same goes for {n} more.", more))
    return "\n".join(told)


def _error_line(name: str, why: OSError | FormatError) -> str:
    match why:
        case NewerFormatError():
            return _("“{file}” was made by a newer version of the game and can’t be imported.", file=name)
        case FormatError():
            return _("“{file}” contains no playable match.", file=name)
    return _("“{file}” can’t be read ({error}).", file=name, error=error_text(why.strerror or str(why)))

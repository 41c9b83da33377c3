"""Import of match files: read in a thread, with a sentence for each file that is no match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.features.matches.exchange import imported, kept_already
from game.files.background_reader import BackgroundReader
from game.files.forms import FormatError, NewerFormatError
from game.i18n import _, _n
from game.match.match_file import OldDeckError, Saved
from game.settings.user_files import UserFiles
from game.words.failures import why_words

_MOST_TOLD = 3
"""The rejections that one notice names; the others are only counted."""


@dataclass(frozen=True, slots=True)
class Import:
    """A match from a file, and the kept match ``already`` here if it is the same one."""

    match: Saved
    already: Saved | None = None

    @property
    def is_nothing_new(self) -> bool:
        """Whether the kept match is at the same point as the imported one."""
        return self.already is not None and self.already.records == self.match.records


Taken = Import | OSError | FormatError


class Intake:
    """Imports files in a thread, one after the other; poll ``take`` and ``take_refusals``."""

    def __init__(self, files: UserFiles) -> None:
        self._files = files
        self._waiting: list[Path] = []
        self._paths: list[Path] = []
        self._reader = BackgroundReader[list[tuple[Path, Taken]]]("files to be taken in", self._unreadable)
        self._refused: list[tuple[Path, OSError | FormatError]] = []

    @property
    def is_under_way(self) -> bool:
        return self._reader.is_busy

    def begin(self, paths: Sequence[Path]) -> None:
        """Queue these files for reading."""
        self._waiting += paths
        self.go_on()

    def go_on(self) -> None:
        """Start reading the queued files, unless others are being read."""
        if not self.is_under_way and self._waiting:
            paths, self._paths, self._waiting = self._waiting, self._waiting, []
            self._reader.begin(lambda: [(path, _read(self._files, path)) for path in paths])

    def _unreadable(self, why: Exception) -> list[tuple[Path, Taken]]:
        return [(path, FormatError(str(why))) for path in self._paths]

    def take(self) -> list[Import]:
        """Return the matches read since the last call, each once; call ``go_on`` when they are kept."""
        read = self._reader.take() or []
        self._refused += [(path, why) for path, why in read if not isinstance(why, Import)]
        taken: dict[object, Import] = {}
        for _path, found in read:
            if isinstance(found, Import):
                taken.setdefault(found.match.records, found)
        return list(taken.values())

    def take_refusals(self) -> Callable[[], str] | None:
        """Return why other files were rejected, in words; None if none was."""
        refused, self._refused = self._refused, []
        return (lambda: _refusals(refused)) if refused else None


def _read(files: UserFiles, path: Path) -> Taken:
    try:
        match = imported(path)
    except (OSError, FormatError) as why:
        return why
    return Import(match, kept_already(files, match))


def _refusals(refused: Sequence[tuple[Path, OSError | FormatError]]) -> str:
    told = [_refusal(path.name, why) for path, why in refused[:_MOST_TOLD]]
    more = len(refused) - len(told)
    if more:
        told.append(_n("The same goes for {n} more.", "The same goes for {n} more.", more))
    return "\n".join(told)


def _refusal(name: str, why: OSError | FormatError) -> str:
    match why:
        case NewerFormatError():
            return _("“{file}” was made by a newer version of the game and can’t be imported.", file=name)
        case OldDeckError():
            return _("“{file}” is from an older version with different cards, and can’t be imported.", file=name)
        case FormatError():
            return _("“{file}” contains no playable match.", file=name)
    return _("“{file}” can’t be read ({error}).", file=name, error=why_words(why.strerror or str(why)))

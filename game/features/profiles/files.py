"""Export of a profile to one file, and import of such a file: written and read in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game.features.matches.exchange import importable
from game.features.matches.import_plate import Importable, ImportScene
from game.features.profiles.model import (
    Arrival,
    NoRoomError,
    file_name,
    may_be_profile,
    packed,
    taken_in,
)
from game.files.background_reader import BackgroundReader
from game.files.export import Export
from game.files.forms import FormatError, NewerFormatError
from game.i18n import _, _n
from game.i18n.punctuation import facts
from game.people.profiles import FILE_SUFFIX
from game.scenes.dialogs import NoticeScene
from game.scenes.export import take_said
from game.scenes.host import Host
from game.words.failures import why_words
from game.words.profiles import profile_name

PROFILES = Importable(
    lambda: _("Import a profile"),
    lambda: _("Choose a profile. Its matches and everything it has earned come with it."),
    lambda: _("There is no profile in these folders. Put a file there that was exported on another machine."),
    partial(importable, suffix=FILE_SUFFIX, may_be=may_be_profile),
)


@dataclass(frozen=True, slots=True)
class _Refused:
    file: str
    why: OSError | FormatError


_Found = Arrival | _Refused | Export | OSError
"""An imported profile or why there is none; a file being written, or why there is nothing to write."""


class ProfileFiles:
    """Exports the current profile and imports others; call ``update`` every frame.

    ``arrived`` is called once an imported profile has become the current one.
    """

    def __init__(self, app: Host, arrived: Callable[[], None]) -> None:
        self._app = app
        self._arrived = arrived
        self._export: Export | None = None
        self._reader = BackgroundReader[_Found]("a profile", lambda why: _Refused("", FormatError(str(why))))

    @property
    def is_busy(self) -> bool:
        return self._export is not None or self._reader.is_busy

    def export(self) -> None:
        """Start the export of the current profile; it is packed here, as the writer may have to save a match."""
        files, settings, roadbook = self._app.files, self._app.settings, self._app.roadbook
        who = settings.profile

        def pack() -> _Found:
            try:
                data = packed(files, roadbook, settings, who)
            except OSError as why:
                return why
            return Export(files.writer, files.export_folders, file_name(who), lambda: data)

        if not self.is_busy:
            self._reader.begin(pack)

    def choose(self) -> None:
        """Open the dialog for the file to import."""
        self._app.push(ImportScene(self._app, self.take_in, PROFILES))

    def take_in(self, paths: Sequence[Path]) -> None:
        """Start reading the first of these files, and keep what is in it."""
        files, roadbook, known = self._app.files, self._app.roadbook, self._app.settings.profiles

        def read(path: Path) -> _Found:
            try:
                return taken_in(path, files, roadbook, known)
            except (OSError, FormatError) as why:
                return _Refused(path.name, why)

        if paths and not self.is_busy:
            self._reader.begin(lambda: read(paths[0]))

    def update(self) -> None:
        """Show the result of an export or import."""
        match self._reader.take():
            case Export() as export:
                self._export = export
            case OSError() as why:
                self._say(partial(_not_exported, why_words(why.strerror or str(why))))
            case Arrival() as arrival:
                self._app.save_settings(arrival.joined(self._app.settings))
                self._app.count_again()
                self._arrived()
                self._say(partial(_arrived, arrival))
            case _Refused() as refused:
                self._say(partial(_refusal, refused))
        said = take_said(self._export, _not_exported)
        if said is not None:
            self._export = None
            self._say(said)

    def _say(self, words: Callable[[], str]) -> None:
        self._app.push(NoticeScene(self._app, words))


def _not_exported(error: str) -> str:
    return _("The profile could not be exported ({error}).", error=error)


def _arrived(arrival: Arrival) -> str:
    matches = _n("{n} match came along", "{n} matches came along", arrival.matches)
    return facts([_("Imported: {name}", name=profile_name(arrival.profile)), matches])


def _refusal(refused: _Refused) -> str:
    match refused.why:
        case NewerFormatError():
            return _("“{file}” was made by a newer version of the game and can’t be imported.", file=refused.file)
        case NoRoomError():
            return _("There is no room for another profile. Delete one first.")
        case FormatError():
            return _("“{file}” contains no profile.", file=refused.file)
        case why:
            error = why_words(why.strerror or str(why))
            return _("“{file}” can’t be read ({error}).", file=refused.file, error=error)

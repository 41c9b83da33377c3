"""Export of a profile to one file, and import of such a file; both are done in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game.features.matches.exchange import find_importable_files
from game.features.matches.import_scene import ImportKind, ImportScene
from game.features.profiles.model import (
    ImportedProfile,
    export_file_name,
    import_profile,
    may_be_profile,
    pack_profile,
)
from game.files.background_task import BackgroundTask
from game.files.export import Export
from game.files.forms import FormatError, NewerFormatError
from game.i18n import _, _n
from game.i18n.punctuation import join_with_dots
from game.people.profiles import FILE_SUFFIX
from game.scenes.dialogs import NoticeScene
from game.scenes.export import export_message
from game.scenes.host import Host
from game.settings.settings import TooManyProfilesError
from game.words.profiles import profile_name
from game.words.system_errors import error_text

PROFILES = ImportKind(
    lambda: _("Import a profile"),
    lambda: _("Choose a profile. Its matches and everything it has earned come with it."),
    lambda: _("There is no profile in these folders. Put a file there that was exported on another machine."),
    partial(find_importable_files, suffix=FILE_SUFFIX, may_be=may_be_profile),
)


@dataclass(frozen=True, slots=True)
class _RejectedFile:
    file: str
    why: OSError | FormatError


_FileResult = ImportedProfile | _RejectedFile | Export | OSError
"""What a thread returns: an imported profile, a rejected file, an export that has begun, or an export's error."""


class ProfileFiles:
    """Exports the current profile and imports others: call ``update`` every frame.

    ``arrived`` is called after an imported profile has become the current one.
    """

    def __init__(self, app: Host, arrived: Callable[[], None]) -> None:
        self._app = app
        self._on_imported = arrived
        self._export: Export | None = None
        self._reader = BackgroundTask[_FileResult]("a profile", lambda why: _RejectedFile("", FormatError(str(why))))

    @property
    def is_busy(self) -> bool:
        return self._export is not None or self._reader.is_busy

    def export(self) -> None:
        """Start to export the current profile to a file; do nothing while an export or import is running."""
        files, settings, roadbook = self._app.files, self._app.settings, self._app.career
        who = settings.profile

        def pack() -> _FileResult:
            try:
                data = pack_profile(files, roadbook, settings, who)
            except OSError as why:
                return why
            return Export(files.writer, files.export_folders, export_file_name(who), lambda: data)

        if not self.is_busy:
            self._reader.start(pack)

    def choose_file(self) -> None:
        """Open the dialog in which the player picks a file to import."""
        self._app.push(ImportScene(self._app, self.import_files, PROFILES))

    def import_files(self, paths: Sequence[Path]) -> None:
        """Start to import the profile in the first of these files; the others are ignored."""
        files, roadbook, known = self._app.files, self._app.career, self._app.settings.profiles

        def read(path: Path) -> _FileResult:
            try:
                return import_profile(path, files, roadbook, known)
            except (OSError, FormatError) as why:
                return _RejectedFile(path.name, why)

        if paths and not self.is_busy:
            self._reader.start(lambda: read(paths[0]))

    def update(self) -> None:
        """Show the result when an export or import has ended."""
        match self._reader.poll():
            case Export() as export:
                self._export = export
            case OSError() as why:
                self._show_notice(partial(_not_exported, error_text(why.strerror or str(why))))
            case ImportedProfile() as arrival:
                self._take_in(arrival)
            case _RejectedFile() as refused:
                self._show_notice(partial(_rejection_line, refused))
        said = export_message(self._export, _not_exported)
        if said is not None:
            self._export = None
            self._show_notice(said)

    def _take_in(self, arrival: ImportedProfile) -> None:
        try:
            self._app.save_settings(arrival.add_to(self._app.settings))
        except TooManyProfilesError as why:  # one was made during the import
            self._show_notice(partial(_rejection_line, _RejectedFile("", why)))
            return
        self._app.refresh_stats()
        self._on_imported()
        self._show_notice(partial(_imported_line, arrival))

    def _show_notice(self, words: Callable[[], str]) -> None:
        self._app.push(NoticeScene(self._app, words))


def _not_exported(error: str) -> str:
    return _("The profile could not be exported ({error}).", error=error)


def _imported_line(arrival: ImportedProfile) -> str:
    matches = _n("{n} match came along", "{n} matches came along", arrival.matches)
    return join_with_dots([_("Imported: {name}", name=profile_name(arrival.profile)), matches])


def _rejection_line(refused: _RejectedFile) -> str:
    match refused.why:
        case NewerFormatError():
            return _("“{file}” was made by a newer version of the game and can’t be imported.", file=refused.file)
        case TooManyProfilesError():
            return _("There is no room for another profile. Delete one first.")
        case FormatError():
            return _("“{file}” contains no profile.", file=refused.file)
        case why:
            error = error_text(why.strerror or str(why))
            return _("“{file}” can’t be read ({error}).", file=refused.file, error=error)

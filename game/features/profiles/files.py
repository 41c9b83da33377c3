"""Import of profiles and matches from files, and export of a profile to one file; both are done in threads."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path

from game.career.person_file import TooLargeError
from game.engine.untrusted_input import read_head
from game.features.matches.import_job import ImportedMatch, MatchImporter, imported_words
from game.features.matches.import_scene import ImportKind
from game.features.profiles.model import (
    check_profile,
    export_file_name,
    may_be_profile,
    pack_profile,
)
from game.files import limits
from game.files.background_task import CancelledJobError, Progress
from game.files.export import Export
from game.files.forms import FormatError, NewerFormatError
from game.files.zips import SIGNATURE
from game.i18n import _, _n
from game.i18n.punctuation import join_with_dots
from game.people.profiles import FILE_SUFFIX, Profile
from game.phrases import N_
from game.scenes.dialogs import NoticeScene
from game.scenes.export import show_export
from game.scenes.host import Host
from game.scenes.progress import ProgressScene
from game.settings.settings import TooManyProfilesError
from game.words.profiles import profile_name
from game.words.system_errors import error_text, second_copy_text

PROFILES = ImportKind(
    N_("Import a profile"),
    N_("Choose a profile. Its races, stars and medals come with it."),
    N_("There is no profile in these folders. Put a file there that was exported on another computer."),
    FILE_SUFFIX,
    may_be_profile,
)
_MOST_TOLD = 3
"""A message names at most this many rejected files; further ones are only counted."""


@dataclass(slots=True)
class ImportedFiles:
    """What was imported, and the names of the files that were ``rejected``, each with the reason.

    A profile has the number of its matches.
    """

    matches: list[ImportedMatch] = field(default_factory=list)
    profiles: list[tuple[Profile, int]] = field(default_factory=list)
    rejected: list[tuple[str, OSError | FormatError]] = field(default_factory=list)
    is_cancelled: bool = False

    def message(self) -> str:
        """Return what the player must be told, or "" if only matches came, which the list of matches shows."""
        if not (self.profiles or self.rejected or self.is_cancelled):
            return ""
        lines = [*starmap(_profile_line, self.profiles), imported_words(self.matches)]
        lines += [_rejection_line(*one) for one in self.rejected[:_MOST_TOLD]]
        more = len(self.rejected) - _MOST_TOLD
        if more > 0:
            lines.append(_n("The same goes for {n} more.", "The same goes for {n} more.", more))
        if self.is_cancelled:
            lines.append(_("The import was canceled. Import the file again to get the rest."))
        return "\n".join(dict.fromkeys(filter(None, lines)))


def import_files(app: Host, paths: Sequence[Path], show: Callable[[ImportedFiles], None]) -> None:
    """Import the matches and profiles in these files; ``show`` is called at the end, before the message.

    A profile is checked whole, then gets its place in the settings, then its matches. The player may cancel between two
    matches; importing the files again completes that.
    """
    career = app.career

    def read(path: Path, found: ImportedFiles, matches: MatchImporter, progress: Progress) -> None:
        if read_head(path, len(SIGNATURE), limits.PROFILE_BYTES) != SIGNATURE:
            found.matches.append(matches.import_match(path))
            return
        checked = check_profile(path, career, progress)
        progress.call_in_frame(lambda: app.save_settings(checked.add_to(app.settings)))
        found.profiles.append((checked.profile, checked.save(career, progress)))

    def read_all(progress: Progress) -> ImportedFiles:
        found, matches = ImportedFiles(), MatchImporter(career.library)
        with contextlib.suppress(CancelledJobError):
            for path in progress.count(dict.fromkeys(paths)):
                progress.name = path.name
                try:
                    read(path, found, matches, progress)
                except (OSError, FormatError) as why:
                    found.rejected.append((path.name, why))
        found.is_cancelled = progress.is_cancelled
        return found

    def finish(found: ImportedFiles | OSError | None) -> None:
        if not isinstance(found, ImportedFiles):
            found = ImportedFiles(rejected=[(path.name, found or OSError()) for path in paths])
        app.refresh_stats()
        show(found)
        if found.message():
            app.push(NoticeScene(app, found.message))

    if app.files.is_read_only:
        app.push(NoticeScene(app, second_copy_text))
    else:
        app.push(ProgressScene(app, N_("Import"), read_all, finish))


def export_profile(app: Host) -> None:
    """Export the current profile to a file; until that is packed the player may cancel."""
    files, career, person = app.files, app.career, app.settings.person

    def begin(progress: Progress) -> Export:
        data = pack_profile(career, person, progress)
        return Export(files.writer, files.export_folders, export_file_name(person.profile), lambda: data)

    if app.files.is_read_only:  # it knows only the matches of this copy
        app.push(NoticeScene(app, second_copy_text))
    else:
        show_export(app, begin, lambda why: _("The profile could not be exported ({error}).", error=why))


def _profile_line(profile: Profile, matches: int) -> str:
    count = _n("{n} race", "{n} races", matches)
    return join_with_dots([_("Imported: {name}", name=profile_name(profile)), count])


def _rejection_line(file: str, why: OSError | FormatError) -> str:
    match why:
        case NewerFormatError():
            return _("“{file}” was made by a newer version of the game and can’t be imported.", file=file)
        case TooManyProfilesError():
            return _("There is no room for another profile. Delete one first.")
        case TooLargeError():
            return _("“{file}” can’t be imported, because the profile would become too large.", file=file)
        case FormatError():
            return _("“{file}” contains neither a race nor a profile.", file=file)
    return _("“{file}” can’t be imported ({error}).", file=file, error=error_text(why.strerror or str(why)))

"""A profile as one file, for a backup or another machine. It contains all data of one person.

The file is a zip that holds the person's settings, achievements, puzzles, ledger entries and matches. An import adds
what is missing on this machine, and changes nothing that is already there.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from game.career.achievements import ACHIEVEMENT_FILES
from game.career.career import Career
from game.career.ledger import LEDGER_FILES
from game.career.match_stats import person_of
from game.career.person_file import PersonFile, RecordForm
from game.engine.untrusted_input import read_head, read_regular_file
from game.features.matches.exchange import keep_match
from game.features.puzzles.model import PUZZLES
from game.files import limits
from game.files.background_task import CancelledJobError, Progress
from game.files.forms import FormatError
from game.files.wall_clock import local_moment, now_s
from game.files.zips import SIGNATURE, ZipReader, zip_parts
from game.match.library import MatchLibrary, is_match_id
from game.match.match_file import SavedMatch
from game.people.profiles import FILE_SUFFIX, Profile
from game.settings.settings import PERSONAL_SETTINGS, PersonalSettings, Settings
from game.settings.settings_file import SettingsFile
from game.system.logs import NAME

SETTINGS = "settings.json"
_RECORDS: tuple[PersonFile[Any], ...] = (ACHIEVEMENT_FILES, PUZZLES, LEDGER_FILES)
_PARTS = {SETTINGS: limits.SETTINGS_BYTES, **{f"{kind.name}.jsonl": kind.max_bytes for kind in _RECORDS}}
_HEAD_BYTES = 64


def export_file_name(profile: Profile) -> str:
    """Return the file name for the export of a profile, which contains the profile's name and today's date."""
    name = re.sub(r"[^a-z0-9]+", "-", profile.name.casefold()).strip("-")
    return "-".join(filter(None, (NAME, "profile", name, f"{local_moment(now_s()):%Y%m%d}"))) + FILE_SUFFIX


def may_be_profile(path: Path) -> bool:
    """Return whether the beginning of a file looks like an exported profile."""
    try:
        head = read_head(path, _HEAD_BYTES, limits.PROFILE_BYTES)
    except OSError:
        return False
    return head.startswith(SIGNATURE) and SETTINGS.encode() in head


def pack_profile(
    files: MatchLibrary, career: Career, settings: Settings, profile: Profile, progress: Progress
) -> bytes:
    """Return the content of the file for one profile of the settings. Reads all saved matches, in a thread.

    Raises ``OSError`` and ``CancelledJobError``.
    """
    parts = [(SETTINGS, SettingsFile(_own_settings(settings, profile)).to_bytes())]
    parts += [(f"{kind.name}.jsonl", kind.to_bytes(career.files.read(kind, profile.id))) for kind in _RECORDS]
    matches = ((f"matches/{id}.json", data) for id, data in _matches_of(files, profile.id, progress))
    return zip_parts((*parts, *matches), local_moment(now_s()))


def _own_settings(settings: Settings, profile: Profile) -> Settings:
    """Return settings with this profile only: its personal settings and its lesson; all others have default values."""
    own = settings.with_current_profile(profile.id)
    finished = tuple(one for one in settings.lesson_finished if one[0] == profile.id)
    return replace(
        Settings(),
        profiles=(profile,),
        playing=profile.id,
        lesson_finished=finished,
        **{name: getattr(own, name) for name in PERSONAL_SETTINGS},
    )


def _matches_of(files: MatchLibrary, person: str, progress: Progress) -> Iterator[tuple[str, bytes]]:
    for id in progress.count(files.match_ids()[: limits.PROFILE_MATCHES]):
        with contextlib.suppress(
            FormatError, FileNotFoundError
        ):  # no match, which is reported elsewhere, or deleted meanwhile
            data = files.match_bytes(id)
            if person_of(SavedMatch.from_bytes(data)) == person:
                yield id, data


# -- import ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ImportedProfile:
    """A profile that was just imported; its id is the one used on this machine.

    ``own_settings`` must still be saved with ``add_to``; all other data is on disk. ``lesson_finished_s`` is when the
    person finished the lesson, in seconds since 1970, or None. ``matches`` is the number of matches that were added.
    """

    profile: Profile
    own_settings: PersonalSettings
    lesson_finished_s: int | None
    matches: int

    def add_to(self, settings: Settings) -> Settings:
        """Return the settings with this profile as the current one; if they contain it already, it is not changed."""
        id = self.profile.id
        if any(known.id == id for known in settings.profiles):
            return settings.with_current_profile(id)
        joined = replace(settings, settings_of_others=(*settings.settings_of_others, (id, self.own_settings)))
        return joined.with_profile(self.profile).with_lesson_finished(self.lesson_finished_s)


class TooManyProfilesError(FormatError):
    """Raised when this machine already has as many profiles as are allowed."""


def import_profile(
    path: Path, files: MatchLibrary, career: Career, known: tuple[Profile, ...], progress: Progress
) -> ImportedProfile:
    """Import a profile from a file, in a thread: check the whole file, then save what this machine does not have yet.

    ``known`` are the profiles of this machine. Cancelled while it saves matches, it returns the profile with those
    saved so far. Raises ``OSError``, ``FormatError`` if the file is no profile, ``TooManyProfilesError``, and
    ``CancelledJobError`` before anything is saved.
    """
    data = read_regular_file(path, limits.PROFILE_BYTES, follows_links=True)
    parts = ZipReader("profile", data, _limit, len(_PARTS) + limits.PROFILE_MATCHES)
    if not _PARTS.keys() <= set(parts.names):
        raise FormatError("profile: a part is missing")
    settings = SettingsFile.from_bytes(parts.read_part(SETTINGS)).settings
    profile = settings.profile
    if len(known) >= limits.MAX_PROFILES and profile.id not in {one.id for one in known}:
        raise TooManyProfilesError("profile: there is no room for another one")
    records = [(kind, kind.from_bytes(parts.read_part(f"{kind.name}.jsonl"))[0]) for kind in _RECORDS]
    names = {id: name for name in parts.names if (id := _match_id(name))}
    own = [
        id
        for id, name in progress.count(names.items())
        if person_of(SavedMatch.from_bytes(parts.read_part(name))) == profile.id
    ]
    for kind, content in records:
        if (ticket := career.change_file(kind, profile.id, partial(_joined, content))) is not None:
            ticket.wait()
    here, added = set(files.match_ids()), 0
    with contextlib.suppress(CancelledJobError):
        for id in progress.count([id for id in own if id not in here]):
            keep_match(files, id, parts.read_part(names[id]))
            added += 1
    set_by_it = tuple((name, getattr(settings, name)) for name in PERSONAL_SETTINGS)
    return ImportedProfile(profile, set_by_it, settings.lesson_finished_s, added)


def _limit(name: str) -> int | None:
    return limits.MATCH_BYTES if _match_id(name) else _PARTS.get(name)


def _match_id(name: str) -> str:
    """Return the id of the match in the part with that name, or an empty text if there is none."""
    id = name.removeprefix("matches/").removesuffix(".json")
    return id if name == f"matches/{id}.json" and is_match_id(id) else ""


def _joined(theirs: RecordForm, before: RecordForm) -> RecordForm:
    return before | theirs

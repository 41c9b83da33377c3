"""A profile as one file, for a backup or another machine. It contains all data of one person.

The file is a zip that holds the person's settings, achievements, puzzles, ledger entries and matches. An import adds
what is missing on this machine, and changes nothing that is already there.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from game.career.achievements import ACHIEVEMENT_FILES
from game.career.career import Career
from game.career.ledger import LEDGER_FILES
from game.career.match_stats import person_of
from game.career.person_file import PersonFile, RecordForm
from game.engine.untrusted_input import read_regular_file
from game.features.puzzles.model import PUZZLES
from game.files import limits
from game.files.forms import FormatError
from game.files.wall_clock import local_moment, now_s
from game.files.writer import PendingWrite, exists, write_atomically
from game.files.zips import SIGNATURE, ZipReader, zip_parts
from game.match.library import MatchLibrary, is_match_id
from game.match.match_file import SavedMatch
from game.people.profiles import FILE_SUFFIX, Profile
from game.settings.settings import Person, Settings, TooManyProfilesError
from game.settings.settings_file import person_from_bytes, person_to_bytes
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
        with path.open("rb") if path.is_file() else BytesIO() as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    return head.startswith(SIGNATURE) and SETTINGS.encode() in head


def pack_profile(files: MatchLibrary, career: Career, settings: Settings, profile: Profile) -> bytes:
    """Return the content of the file for one profile of the settings. Reads all saved matches: too slow for a frame.

    Raises ``OSError``.
    """
    parts = [(SETTINGS, person_to_bytes(settings.with_current_profile(profile.id).person))]
    parts += [(f"{kind.name}.jsonl", kind.to_bytes(career.files.read(kind, profile.id))) for kind in _RECORDS]
    matches = ((f"matches/{id}.json", data) for id, data in _matches_of(files, profile.id))
    return zip_parts((*parts, *matches), local_moment(now_s()))


def _matches_of(files: MatchLibrary, person: str) -> Iterator[tuple[str, bytes]]:
    for id in files.match_ids()[: limits.PROFILE_MATCHES]:
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

    ``person`` must still be saved with ``add_to``; all other data is on disk. ``matches`` is the number of matches that
    were added.
    """

    person: Person
    matches: int

    @property
    def profile(self) -> Profile:
        return self.person.profile

    def add_to(self, settings: Settings) -> Settings:
        """Return the settings with this profile as the current one; if they contain it already, it is not changed.

        Raises ``TooManyProfilesError``.
        """
        known = next((person for person in settings.people if person.id == self.person.id), None)
        return settings.with_person(known or self.person)


def import_profile(path: Path, files: MatchLibrary, career: Career, known: tuple[Profile, ...]) -> ImportedProfile:
    """Import a profile from a file: check the whole file, then save what this machine does not have yet.

    ``known`` are the profiles of this machine. Too slow for a frame. Raises ``OSError``, ``FormatError`` if the file is
    no profile, and ``TooManyProfilesError``.
    """
    data = read_regular_file(path, limits.PROFILE_BYTES, follows_links=True)
    parts = ZipReader("profile", data, _limit, len(_PARTS) + limits.PROFILE_MATCHES)
    if not _PARTS.keys() <= set(parts.names):
        raise FormatError("profile: a part is missing")
    person = person_from_bytes(parts.read_part(SETTINGS))
    profile = person.profile
    if len(known) >= limits.MAX_PROFILES and profile.id not in {one.id for one in known}:
        raise TooManyProfilesError("profile: there is no room for another one")
    records = [(kind, kind.from_bytes(parts.read_part(f"{kind.name}.jsonl"))[0]) for kind in _RECORDS]
    names = {id: name for name in parts.names if (id := _match_id(name))}
    own = [id for id, name in names.items() if person_of(SavedMatch.from_bytes(parts.read_part(name))) == profile.id]
    for kind, content in records:
        # not by change_file, which also tells of a failure
        change = partial(career.files.change, kind, profile.id, partial(_joined, content))
        _wait_for(files.writer.run(kind.path(career.files.folder, profile.id), change))
    here = set(files.match_ids())
    missing = [id for id in own if id not in here]
    for id in missing:
        _wait_for(_write_if_missing(files, id, parts.read_part(names[id])))
    return ImportedProfile(person, len(missing))


def _limit(name: str) -> int | None:
    return limits.MATCH_BYTES if _match_id(name) else _PARTS.get(name)


def _match_id(name: str) -> str:
    """Return the id of the match in the part with that name, or an empty text if there is none."""
    id = name.removeprefix("matches/").removesuffix(".json")
    return id if name == f"matches/{id}.json" and is_match_id(id) else ""


def _joined(theirs: RecordForm, before: RecordForm) -> RecordForm:
    return before | theirs


def _write_if_missing(files: MatchLibrary, id: str, data: bytes) -> PendingWrite:
    path = files.match_path(id)

    def write() -> None:
        if not exists(path):
            write_atomically(path, data)

    return files.writer.run(path, write)


def _wait_for(ticket: PendingWrite | None) -> None:
    if ticket is not None:
        ticket.wait()

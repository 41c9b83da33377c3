"""A profile as one file, for a backup or another machine. It contains all data of one person.

The file is a zip that holds the person's settings, achievements, puzzles, ledger entries and matches. An import joins
this with what is on this machine: the person is the same wherever the file is imported, and nothing is lost or doubled.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from game.career.achievements import ACHIEVEMENT_FILES
from game.career.career import Career
from game.career.ledger import LEDGER_FILES
from game.career.match_stats import person_of
from game.career.person_file import PersonFile, RecordForm
from game.engine.untrusted_input import read_head, read_regular_file
from game.features.matches.exchange import has_more_moves
from game.features.puzzles.model import PUZZLES
from game.files import limits
from game.files.background_task import CancelledJobError, Progress
from game.files.forms import FormatError
from game.files.wall_clock import local_moment, now_s
from game.files.zips import SIGNATURE, ZipReader, zip_parts
from game.match.library import MatchLibrary, is_match_id
from game.match.match_file import SavedMatch
from game.people.profiles import FILE_SUFFIX, Profile
from game.settings.settings import Person, Settings
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
        head = read_head(path, _HEAD_BYTES, limits.PROFILE_BYTES)
    except OSError:
        return False
    return head.startswith(SIGNATURE) and SETTINGS.encode() in head


def pack_profile(career: Career, person: Person, progress: Progress) -> bytes:
    """Return the content of the file for one person. Reads all saved matches, in a thread.

    Raises ``OSError`` and ``CancelledJobError``.
    """
    parts = [(SETTINGS, person_to_bytes(person))]
    parts += [(f"{kind.name}.jsonl", kind.to_bytes(career.files.read(kind, person.id))) for kind in _RECORDS]
    matches = ((f"matches/{id}.json", data) for id, data in _matches_of(career.library, person.id, progress))
    return zip_parts((*parts, *matches), local_moment(now_s()))


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
class ProfileFile:
    """An exported profile that has been checked: its settings, records, and the ids of its matches in ``parts``."""

    own: Person
    records: Sequence[tuple[PersonFile[Any], RecordForm]]
    matches: Sequence[str]
    parts: ZipReader

    @property
    def profile(self) -> Profile:
        return self.own.profile

    def add_to(self, settings: Settings) -> Settings:
        """Return the settings with this profile as the current one; if they contain it already, it is not changed.

        Raises ``TooManyProfilesError``.
        """
        known = next((person for person in settings.people if person.id == self.own.id), None)
        return settings.with_person(known or self.own)

    def save(self, career: Career, progress: Progress) -> int:
        """Add the profile's records and matches to those that are here, and return how many of its matches are here.

        Takes long: call it in a thread. The player may cancel it between two matches. A match that is here stays as it
        is, unless the profile has it with more moves. Raises ``OSError`` and ``FormatError``.
        """
        library, count = career.library, 0
        for kind, content in self.records:
            add = partial(career.files.add, kind, self.own.id, content)  # the caller tells of a failure
            library.writer.run(kind.path(career.files.folder, self.own.id), add).wait()
        known = set(library.match_ids())
        with contextlib.suppress(CancelledJobError):
            for id in progress.count(self.matches[::-1]):  # the newest last, as they were played
                data = self.parts.read_part(f"matches/{id}.json")
                is_wanted = id not in known or _has_more_moves(data, library, id)
                if is_wanted and (ticket := library.save_match(id, data)) is not None:
                    ticket.wait()
                count += 1
        return count


def check_profile(path: Path, career: Career, progress: Progress) -> ProfileFile:
    """Read an exported profile and check all of it, also what it would be together with what is here; in a thread.

    Raises ``OSError``, ``FormatError``, ``TooLargeError`` and ``CancelledJobError``.
    """
    data = read_regular_file(path, limits.PROFILE_BYTES, follows_links=True)
    parts = ZipReader("profile", data, _limit, len(_PARTS) + limits.PROFILE_MATCHES)
    if not _PARTS.keys() <= set(parts.names):
        raise FormatError("profile: a part is missing")
    own = person_from_bytes(parts.read_part(SETTINGS))
    person = own.id
    records = [(kind, kind.from_bytes(parts.read_part(f"{kind.name}.jsonl"))[0]) for kind in _RECORDS]
    for kind, content in records:
        kind.to_bytes(career.files.read(kind, person) | content)  # raises TooLargeError
    found = [name for name in parts.names if _match_id(name)]
    matches = [
        _match_id(name)
        for name in progress.count(found)
        if person_of(SavedMatch.from_bytes(parts.read_part(name))) == person
    ]
    return ProfileFile(own, records, matches, parts)


def _limit(name: str) -> int | None:
    return limits.MATCH_BYTES if _match_id(name) else _PARTS.get(name)


def _match_id(name: str) -> str:
    """Return the id of the match in the part with that name, or an empty text if there is none."""
    id = name.removeprefix("matches/").removesuffix(".json")
    return id if name == f"matches/{id}.json" and is_match_id(id) else ""


def _has_more_moves(data: bytes, library: MatchLibrary, id: str) -> bool:
    """Return whether a match is the one that is here some moves later."""
    with contextlib.suppress(OSError, FormatError):  # an unreadable file stays, and is reported elsewhere
        here = library.match_bytes(id)
        return here != data and has_more_moves(SavedMatch.from_bytes(data), SavedMatch.from_bytes(here))
    return False

"""A profile as one file, for a backup or another machine. It contains all data of one person.

The file is a zip that holds the person's settings, achievements, puzzles, ledger entries and matches. An import adds
what is missing on this machine, and changes nothing that is already there.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from msgspec.structs import replace as replaced

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.career import Career
from game.career.ledger import LedgerEntry, entries_from_bytes, entries_to_bytes, read_entries
from game.career.match_stats import person_of
from game.engine.untrusted_input import read_regular_file
from game.features.puzzles.model import PUZZLES, PuzzleBook
from game.files import limits
from game.files.forms import FormatError
from game.files.wall_clock import local_moment, now_s
from game.files.writer import PendingWrite, exists, write_atomically
from game.files.zips import SIGNATURE, ZipReader, zip_parts
from game.match.library import MatchLibrary
from game.match.match_file import SavedMatch
from game.people.profiles import FILE_SUFFIX, FIRST_ID_PREFIX, FIRST_PROFILE, Profile, random_profile_id
from game.settings.settings import Person, Settings, TooManyProfilesError
from game.settings.settings_file import person_from_bytes, person_to_bytes
from game.system.logs import NAME

SETTINGS, COLLECTION, PUZZLE_BOOK = "settings.json", "collection.json", "puzzles.json"
LEDGER = "ledger.jsonl"
_MATCH = re.compile(r"matches/([A-Za-z0-9_-]{1,64})\.json")
_PARTS = {
    SETTINGS: limits.SETTINGS_BYTES,
    COLLECTION: limits.MAX_ACHIEVEMENTS_BYTES,
    PUZZLE_BOOK: limits.PUZZLES_BYTES,
    LEDGER: limits.LEDGER_BYTES,
}
_HEAD_BYTES = 64
_POLL_S = 0.002


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


def pack_profile(files: MatchLibrary, roadbook: Career, settings: Settings, profile: Profile) -> bytes:
    """Return the content of the file for one profile of the settings. Reads all saved matches: too slow for a frame.

    Raises ``OSError``.
    """
    folder, person = roadbook.path.parent, profile.statistics_key
    parts = [(SETTINGS, person_to_bytes(settings.with_current_profile(profile.id).person))]
    if (collection := ACHIEVEMENT_FILES.read_all(folder).get(person)) is not None:
        parts.append((COLLECTION, ACHIEVEMENT_FILES.to_bytes(collection)))
    if (book := PUZZLES.read_all(folder).get(person)) is not None:
        parts.append((PUZZLE_BOOK, PUZZLES.to_bytes(book)))
    entries = [entry for entry in read_entries(roadbook.ledger_path).values() if entry.person == person]
    parts.append((LEDGER, entries_to_bytes(entries)))
    matches = ((f"matches/{id}.json", data) for id, data in _matches_of(files, person))
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


def import_profile(path: Path, files: MatchLibrary, roadbook: Career, known: tuple[Profile, ...]) -> ImportedProfile:
    """Import a profile from a file: check the whole file, then save what this machine does not have yet.

    ``known`` are the profiles of this machine. Too slow for a frame. Raises ``OSError``, ``FormatError`` if the file is
    no profile, and ``TooManyProfilesError``.
    """
    data = read_regular_file(path, limits.PROFILE_BYTES, follows_links=True)
    parts = ZipReader("profile", data, _limit, len(_PARTS) + limits.PROFILE_MATCHES)
    if SETTINGS not in parts.names:
        raise FormatError("profile: no profile is in it")
    person = person_from_bytes(parts.read_part(SETTINGS))
    was, profile = person.profile, _with_local_id(person.profile, known)
    if len(known) >= limits.MAX_PROFILES and profile.id not in {one.id for one in known}:
        raise TooManyProfilesError("profile: there is no room for another one")
    collection = (
        ACHIEVEMENT_FILES.from_bytes(parts.read_part(COLLECTION)) if COLLECTION in parts.names else Achievements()
    )
    book = PUZZLES.from_bytes(parts.read_part(PUZZLE_BOOK)) if PUZZLE_BOOK in parts.names else PuzzleBook()
    entries = entries_from_bytes(parts.read_part(LEDGER))[0] if LEDGER in parts.names else {}
    names = {found[1]: name for name in parts.names if (found := _MATCH.fullmatch(name))}
    own = [
        id
        for id, name in names.items()
        if person_of(SavedMatch.from_bytes(parts.read_part(name))) == was.statistics_key
    ]
    lines = [
        _local_ledger_entry(entry, profile.statistics_key)
        for entry in entries.values()
        if entry.person == was.statistics_key
    ]
    _wait_for_writes(
        roadbook.add_ledger_entries(lines),
        roadbook.record_achievement(profile.statistics_key, lambda before: before | collection),
        roadbook.change_file(PUZZLES, profile.statistics_key, lambda before: before | book),
    )
    here = set(files.match_ids())
    missing = [id for id in own if id not in here]
    for id in missing:
        _wait_for_writes(
            _write_if_missing(files, id, _with_player(SavedMatch.from_bytes(parts.read_part(names[id])), profile))
        )
    return ImportedProfile(replace(person, id=profile.id), len(missing))


def _limit(name: str) -> int | None:
    return limits.MATCH_BYTES if _MATCH.fullmatch(name) else _PARTS.get(name)


def _with_local_id(profile: Profile, known: tuple[Profile, ...]) -> Profile:
    """Return the profile with an id that is unique on this machine.

    The ids of all machines' first profiles begin with the same prefix, so one from another machine loses the prefix.
    """
    if not profile.id.startswith(FIRST_ID_PREFIX) or any(profile.id == one.id for one in known):
        return profile
    return replace(profile, id=profile.id.removeprefix(FIRST_ID_PREFIX) or random_profile_id())


def _with_player(saved: SavedMatch, profile: Profile) -> SavedMatch:
    """Return the match with the person's profile id replaced by the id of ``profile``."""
    players = list(saved.players)
    own = players[saved.viewer]
    players[saved.viewer] = replace(own, profile=replace(own.profile or FIRST_PROFILE, id=profile.id))
    return replace(saved, players=tuple(players))


def _local_ledger_entry(entry: LedgerEntry, person: str) -> LedgerEntry:
    """Return the ledger entry with the person's id replaced by ``person``, their id on this machine."""
    return replaced(entry, person=person, gone=entry.gone and replace(entry.gone, person=person))


def _write_if_missing(files: MatchLibrary, id: str, saved: SavedMatch) -> PendingWrite:
    path = files.match_path(id)

    def write() -> None:
        if not exists(path):
            write_atomically(path, saved.to_bytes())

    return files.writer.run(path, write)


def _wait_for_writes(*tickets: PendingWrite | None) -> None:
    """Wait until all these writes have ended. Raises ``OSError`` if one of them failed."""
    for ticket in tickets:
        while ticket is not None and not ticket.is_done:
            time.sleep(_POLL_S)
        if ticket is not None and ticket.error is not None:
            raise OSError(ticket.error_text) from ticket.error

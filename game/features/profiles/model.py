"""A profile as one file, for a backup or another machine. It contains all data of one person.

The file is a zip that holds the person's settings, achievements, puzzles, ledger entries and matches. An import adds
what is missing on this machine, and changes nothing that is already there.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from msgspec.structs import replace as replaced

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.career import Career
from game.career.ledger import LedgerEntry, entries_from_bytes, entries_to_bytes, read_entries
from game.career.match_stats import person_of
from game.engine.untrusted_input import read_head, read_regular_file
from game.features.matches.exchange import keep_match
from game.features.puzzles.model import PUZZLES, PuzzleBook
from game.files import limits
from game.files.background_task import CancelledJobError, Progress
from game.files.forms import FormatError
from game.files.wall_clock import local_moment, now_s
from game.files.zips import SIGNATURE, ZipReader, zip_parts
from game.match.library import MatchLibrary
from game.match.match_file import SavedMatch
from game.people.profiles import FILE_SUFFIX, FIRST_ID_PREFIX, FIRST_PROFILE, Profile, random_profile_id
from game.settings.settings import PERSONAL_SETTINGS, PersonalSettings, Settings
from game.settings.settings_file import SettingsFile
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
    files: MatchLibrary, roadbook: Career, settings: Settings, profile: Profile, progress: Progress
) -> bytes:
    """Return the content of the file for one profile of the settings. Reads all saved matches, in a thread.

    Raises ``OSError`` and ``CancelledJobError``.
    """
    folder, person = roadbook.path.parent, profile.statistics_key
    parts = [(SETTINGS, SettingsFile(_own_settings(settings, profile)).to_bytes())]
    if (collection := ACHIEVEMENT_FILES.read_all(folder).get(person)) is not None:
        parts.append((COLLECTION, ACHIEVEMENT_FILES.to_bytes(collection)))
    if (book := PUZZLES.read_all(folder).get(person)) is not None:
        parts.append((PUZZLE_BOOK, PUZZLES.to_bytes(book)))
    entries = [entry for entry in read_entries(roadbook.ledger_path).values() if entry.person == person]
    parts.append((LEDGER, entries_to_bytes(entries)))
    matches = ((f"matches/{id}.json", data) for id, data in _matches_of(files, person, progress))
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
    path: Path, files: MatchLibrary, roadbook: Career, known: tuple[Profile, ...], progress: Progress
) -> ImportedProfile:
    """Import a profile from a file, in a thread: check the whole file, then save what this machine does not have yet.

    ``known`` are the profiles of this machine. Cancelled while it saves matches, it returns the profile with those
    saved so far. Raises ``OSError``, ``FormatError`` if the file is no profile, ``TooManyProfilesError``, and
    ``CancelledJobError`` before anything is saved.
    """
    data = read_regular_file(path, limits.PROFILE_BYTES, follows_links=True)
    parts = ZipReader("profile", data, _limit, len(_PARTS) + limits.PROFILE_MATCHES)
    if SETTINGS not in parts.names:
        raise FormatError("profile: no profile is in it")
    settings = SettingsFile.from_bytes(parts.read_part(SETTINGS)).settings
    was, profile = settings.profile, _with_local_id(settings.profile, known)
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
        for id, name in progress.count(names.items())
        if person_of(SavedMatch.from_bytes(parts.read_part(name))) == was.statistics_key
    ]
    lines = [
        _local_ledger_entry(entry, profile.statistics_key)
        for entry in entries.values()
        if entry.person == was.statistics_key
    ]
    for ticket in (
        roadbook.add_ledger_entries(lines),
        roadbook.record_achievement(profile.statistics_key, lambda before: before | collection),
        roadbook.change_file(PUZZLES, profile.statistics_key, lambda before: before | book),
    ):
        if ticket is not None:
            ticket.wait()
    here, added = set(files.match_ids()), 0
    with contextlib.suppress(CancelledJobError):
        for id in progress.count([id for id in own if id not in here]):
            keep_match(files, id, _with_player(SavedMatch.from_bytes(parts.read_part(names[id])), profile))
            added += 1
    set_by_it = tuple((name, getattr(settings, name)) for name in PERSONAL_SETTINGS)
    return ImportedProfile(profile, set_by_it, settings.lesson_finished_s, added)


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

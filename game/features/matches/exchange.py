"""Export of saved matches to files, and import of files from elsewhere; both kinds of files pass the same checks."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from game.engine import record as records
from game.engine.errors import EngineError
from game.engine.record import Record
from game.engine.setup import MatchSetup
from game.engine.untrusted_input import read_head, read_regular_file
from game.files import limits
from game.files.export import Export
from game.files.forms import FormatError
from game.files.wall_clock import now_s
from game.match.match_file import FORMAT, MatchKind, SavedLeg, SavedMatch
from game.people.players import DRIVERS, HUMAN, bot
from game.settings.user_files import UserFiles
from game.system.logs import NAME

_HEAD_BYTES = 4096
"""The first bytes of a file, which contain its format if it may be a match."""
_MARKS = tuple(f'"{format}"'.encode() for format in (FORMAT, records.FORMAT))
_MOST_FOUND = 100
_MOST_LOOKED_AT = 2000


def read_match_file(path: Path) -> SavedMatch:
    """Read a match from a file that was made elsewhere, and check it like a saved match.

    A file that holds only the record of a leg is turned into a practice match. An imported match counts in nobody's
    statistics. Raises ``OSError`` if the file cannot be read, and ``FormatError`` or a subclass if it holds no match.
    """
    try:
        data = read_regular_file(path, limits.MATCH_BYTES, follows_links=True)
    except ValueError as error:  # a path with a null character
        raise OSError(str(error)) from None
    saved = _practice_with(data, path.stem) if _is_record(data) else SavedMatch.from_bytes(data)
    return replace(saved, id="", is_imported=True)


def have_same_beginning(one: SavedMatch, other: SavedMatch) -> bool:
    """Return whether two matches began as the same match; the moves may differ."""
    return _beginning(one) == _beginning(other)


def _beginning(saved: SavedMatch) -> tuple[object, ...]:
    seated = tuple((player.kind, player.driver, player.level) for player in saved.players)
    return saved.kind, saved.seed, saved.begun_s, saved.setup, saved.first_dealer, seated, saved.records[0].deck


def has_more_moves(later: SavedMatch, earlier: SavedMatch) -> bool:
    """Return whether one match is the other one some moves later."""
    *before, last = earlier.records
    *same, cut = later.records[: len(earlier.records)]
    cut = replace(cut, moves=cut.moves[: len(last.moves)])
    return later.records != earlier.records and have_same_beginning(later, earlier) and [*same, cut] == [*before, last]


def _is_record(data: bytes) -> bool:
    try:
        form = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(form, dict) and form.get("format") == records.FORMAT


def _practice_with(data: bytes, name: str) -> SavedMatch:
    """Return a practice match that consists of the recorded leg in ``data``, with the person in the first seat.

    Bots play the rest of the leg if it is not finished. Raises ``FormatError``.
    """
    try:
        record = Record.from_text(data)
    except EngineError as error:
        raise FormatError(str(error)) from None
    setup = MatchSetup(record.rules, record.seating, record.seats, record.options, legs=1)
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[: record.seats - 1]))
    name = name.strip()[: limits.NAME_CHARACTERS].strip()
    deck = " ".join(card.id for card in record.deck)
    begun = SavedMatch(
        setup,
        players,
        Random(f"{deck}/imported").getrandbits(63),  # the same for the same leg, so that a second import is recognized
        record.dealer,
        (SavedLeg(record),),
        allows_take_backs=True,
        name=name if name.isprintable() else "",
        kind=MatchKind.PRACTICE,
    ).with_save_time(now_s())
    return SavedMatch.from_bytes(begun.to_bytes())  # the gate for match files replays the leg


def practice_copy(saved: SavedMatch, name: str) -> SavedMatch:
    """Return a copy of a match under another name. It is a practice match, so that nothing in it counts twice."""
    name = name[: limits.NAME_CHARACTERS].strip()
    copy = replace(saved, id="", name=name, kind=MatchKind.PRACTICE, day=None, stage=None)
    return copy.with_save_time(now_s())


def start_export(files: UserFiles, id: str) -> Export:
    """Start the export of a saved match, or of an unreadable match file, with that id."""
    return Export(files.writer, files.export_folders, f"{NAME}-{id}.json", lambda: files.match_bytes(id))


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that may hold a match or a profile; ``changed_s`` is when it was changed last, in seconds since 1970."""

    path: Path
    changed_s: int


def may_be_match(path: Path) -> bool:
    """Return whether the beginning of a file looks like a match or the record of a leg."""
    try:
        head = read_head(path, _HEAD_BYTES, limits.MATCH_BYTES)
    except OSError:
        return False
    return any(mark in head for mark in _MARKS)


def find_importable_files(
    folders: Iterable[Path], suffix: str = ".json", may_be: Callable[[Path], bool] = may_be_match
) -> list[FoundFile]:
    """Return the files with that suffix, in any case, for which ``may_be`` returns true, the latest first.

    At most ``_MOST_LOOKED_AT`` files are examined, and at most ``_MOST_FOUND`` are returned.
    """
    found: dict[Path, int] = {}
    for folder in folders:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.lower().endswith(suffix) and len(found) < _MOST_LOOKED_AT:
                    with contextlib.suppress(OSError):
                        found[Path(entry.path)] = int(entry.stat().st_mtime)
    latest = sorted(found, key=lambda path: (-found[path], path))
    right = filter(may_be, latest)
    return [FoundFile(path, found[path]) for path, _ in zip(right, range(_MOST_FOUND), strict=False)]

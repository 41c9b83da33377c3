"""The ledger: a file with what was played and is in no match file; cache and statistics are made from both.

One line per match: when its legs were first seen finished, how many of them a reset has excluded, the luck found by
reviews, and the digest (match_stats.py) of a match whose file is gone. A line is a checksum and a JSON object; the
first one names the format. Only the writer's thread replaces the file, as a whole; any thread may read it. A damaged
line is skipped; the old file is then copied beside it, which is reported.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from game.career.match_stats import MatchStats
from game.engine.untrusted_input import IrregularFileError
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.files.writer import write_atomically
from game.match.library import SafeReader, file_problem, free_quarantine_path, quarantine, read_with_retry

FILE_NAME = "ledger.jsonl"
VERSION = 1

_Points = Annotated[float, Meta(ge=-limits.MAX_POINTS, le=limits.MAX_POINTS)]
_Number = Annotated[int, Meta(ge=0, le=limits.MAX_LEGS_PLAYED)]


class LedgerEntry(Struct, frozen=True, omit_defaults=True):
    """What is known about the match with the id ``match`` and is not in its file.

    ``person`` is the id of the profile that played it. ``ended_s`` are the times when its legs were first seen
    finished, in seconds since 1970, ``ended_offsets_s`` the UTC offsets of local time then, where known. The first
    ``forgotten`` legs don't count any more. ``luck`` are the points due to luck, by the number of the leg. ``gone`` is
    the digest of a match whose file is gone; if the file is there again, it has priority.
    """

    match: str
    person: str = ""
    ended_s: tuple[limits.UnixSeconds, ...] = ()
    forgotten: _Number = 0
    luck: dict[_Number, _Points] = {}
    gone: MatchStats | None = None
    ended_offsets_s: tuple[limits.UtcOffset | None, ...] = ()

    @property
    def ended(self) -> list[tuple[int, int | None]]:
        """When each leg was first seen finished, in seconds since 1970, with the UTC offset in seconds."""
        return list(zip_longest(self.ended_s, self.ended_offsets_s))

    @property
    def is_lost(self) -> bool:
        """Whether the times of some counted legs would be all that is known of them if the match had no file."""
        return self.gone is None and len(self.ended_s) > self.forgotten

    def __post_init__(self) -> None:
        if len(self.ended_offsets_s) > len(self.ended_s):
            raise ValueError("ended_offsets_s: expected no more than moments")
        if self.gone is not None:
            sides = range(len(self.gone.summary.sides))
            if any(by not in sides or on not in sides for leg in self.gone.legs for by, on, *_ in leg.hit_pairs):
                raise ValueError("hits: expected sides of the match")


LedgerEntries = dict[str, LedgerEntry]


class _LedgerHeader(Struct, frozen=True, kw_only=True):
    """The first line of the file; ``entries`` is the number of lines that follow."""

    entries: int
    format: Literal["milestone-rally-ledger"] = "milestone-rally-ledger"
    version: int = VERSION


_head: Final = Decoder(_LedgerHeader).decode
_entry: Final = Decoder(LedgerEntry).decode


def entries_to_bytes(entries: Collection[LedgerEntry]) -> bytes:
    """Return the content of a ledger file with these entries."""
    return b"".join(map(checksummed_line, (_LedgerHeader(entries=len(entries)), *entries)))


def entries_from_bytes(data: bytes) -> tuple[LedgerEntries, FormatError | None]:
    """Return the readable entries in the content of a ledger file, by match id, and an error if some are unreadable.

    Raises ``NewerFormatError`` if a later version of the game wrote the file.
    """
    entries: LedgerEntries = {}
    first, *lines = data.split(b"\n")
    wrong = None
    try:
        head = _head(checked_json(first))
        if head.version > VERSION:
            raise NewerFormatError(f"expected a ledger of version {VERSION} at most")
        if len(lines) != head.entries + 1 or lines.pop():
            wrong = FormatError(f"expected {head.entries} lines after the first")
    except (msgspec.DecodeError, RecursionError) as error:
        wrong = FormatError(f"the first line: {error}")
    for line in lines:
        try:
            entry = _entry(checked_json(line))
            entries[entry.match] = entry
        except (msgspec.DecodeError, RecursionError) as error:
            wrong = FormatError(str(error))
    return entries, wrong


def checksummed_line(form: Struct) -> bytes:
    """Return a line of a file with this form as JSON and a checksum in front."""
    data = encode(form)
    return b"%08x %b\n" % (zlib.crc32(data), data)


def checked_json(line: bytes) -> bytes:
    """Return the JSON in a line without its checksum; raises ``msgspec.ValidationError`` if that does not match."""
    if line[:9] != b"%08x " % zlib.crc32(line[9:]):
        raise msgspec.ValidationError("a line is not as it was written")
    return line[9:]


# -- changes -----------------------------------------------------------------------------------------------------------


def add_played(entries: LedgerEntries, digests: Iterable[MatchStats], *, gone: Iterable[MatchStats]) -> None:
    """Add what is new in these matches to the entries: when each leg was first seen finished.

    ``gone`` are matches whose files are gone; their digests are added.
    """
    for digest in digests:
        ended = entries.get(digest.summary.id, LedgerEntry("")).ended[: len(digest.legs)]
        ended += [(leg.saved_s, leg.saved_offset_s) for leg in digest.legs[len(ended) :]]
        if ended:
            ended_s, offsets_s = zip(*ended, strict=True)
            _set(entries, digest.summary.id, person=digest.person, ended_s=ended_s, ended_offsets_s=offsets_s)
    for digest in gone:
        if digest.legs:
            _set(entries, digest.summary.id, gone=digest)


def exclude_legs(entries: LedgerEntries, person: str) -> None:
    """Exclude all legs of a person from statistics, and drop the digests of that person's deleted matches."""
    for entry in [entry for entry in entries.values() if entry.person == person]:
        _set(entries, entry.match, forgotten=max(entry.forgotten, len(entry.ended_s)), gone=None)


def add_luck(entries: LedgerEntries, match: str, number: int, points: float) -> None:
    """Record the points due to luck in a leg; ``number`` is that of the leg, from 1."""
    luck = entries.get(match, LedgerEntry("")).luck
    _set(entries, match, luck={**luck, number: points})


def _set(entries: LedgerEntries, match: str, **fields: object) -> None:
    entries[match] = replace(entries.get(match, LedgerEntry(match)), **fields)


class Ledger:
    """The ledger in the file ``path``; problems with it are reported through ``reader``."""

    def __init__(self, path: Path, reader: SafeReader) -> None:
        self.path = path
        self._reader = reader

    def change(self, change: Callable[[LedgerEntries], None]) -> None:
        """Apply ``change`` to the entries and write them if they differ; call this only in the writer's thread.

        Raises ``OSError``, and ``NewerFormatError`` for a file that must not be changed.
        """
        entries = self._sound_entries()
        before = dict(entries)
        change(entries)
        if entries != before:
            write_atomically(self.path, entries_to_bytes(entries.values()))

    def _sound_entries(self) -> LedgerEntries:
        """Return the entries; a damaged file is first copied aside and replaced by its readable lines."""
        try:
            data = read_with_retry(self.path, limits.LEDGER_BYTES)
        except FileNotFoundError:
            return {}
        except IrregularFileError as error:
            self._reader.add_problem(file_problem(ProblemCode.LEDGER_QUARANTINED, quarantine(self.path), error))
            return {}
        entries, wrong = entries_from_bytes(data)
        if wrong is not None:
            aside = free_quarantine_path(self.path)
            write_atomically(aside, data)
            write_atomically(self.path, entries_to_bytes(entries.values()))
            self._reader.add_problem(file_problem(ProblemCode.LEDGER_QUARANTINED, aside, wrong))
        return entries


def read_entries(path: Path) -> LedgerEntries:
    """Return the readable entries; an empty dict if there is no file. Raises ``OSError`` and ``NewerFormatError``."""
    try:
        return entries_from_bytes(read_with_retry(path, limits.LEDGER_BYTES))[0]
    except FileNotFoundError:
        return {}

"""The ledger: what was played and stands in no match file, so that the roadbook can be made again from both.

A line for each match: when its legs were first seen to be over, how many of them a reset has made count no more, what
reviews found of luck, and the digest of a match whose file is gone. A line is a checksum and a JSON object, and the
first one names the format. The file is replaced as a whole, by the writer's thread alone; whoever reads it may do so in
any thread. A line that is not as it was written is left out, and the file as it was is laid aside then, which is told.
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

from game.career.digest import Digest
from game.engine.reading import OddFileError
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.files.writer import write_atomically
from game.match.library import CarefulReader, free_name, problem_of, read_patiently, set_aside

FILE_NAME = "ledger.jsonl"
VERSION = 1

_Points = Annotated[float, Meta(ge=-limits.POINTS, le=limits.POINTS)]
_Number = Annotated[int, Meta(ge=0, le=limits.LEGS_PLAYED)]


class Entry(Struct, frozen=True, omit_defaults=True):
    """What is known of the match with the id ``match`` beside its file.

    ``person`` is the id of the profile that played it. ``ended_s`` are the moments at which its legs were first seen to
    be over, in seconds since 1970, ``ended_offsets_s`` how far local time was from UTC then, as far as that is known.
    The first ``forgotten`` legs count no more. ``luck`` are the points that it brought, by the number of the leg.
    ``gone`` is the match itself if it has no file, or had none once: as long as it has one, that counts.
    """

    match: str
    person: str = ""
    ended_s: tuple[limits.Moment, ...] = ()
    forgotten: _Number = 0
    luck: dict[_Number, _Points] = {}
    gone: Digest | None = None
    ended_offsets_s: tuple[limits.Offset | None, ...] = ()

    @property
    def ended(self) -> list[tuple[int, int | None]]:
        """The moments at which its legs were first seen to be over, each with its offset from UTC."""
        return list(zip_longest(self.ended_s, self.ended_offsets_s))

    @property
    def is_lost(self) -> bool:
        """Whether legs of it count that are known by no more than this, if it has no file."""
        return self.gone is None and len(self.ended_s) > self.forgotten

    def __post_init__(self) -> None:
        if len(self.ended_offsets_s) > len(self.ended_s):
            raise ValueError("ended_offsets_s: expected no more than moments")
        if self.gone is not None:
            sides = range(len(self.gone.summary.sides))
            if any(by not in sides or on not in sides for leg in self.gone.legs for by, on, *_ in leg.hit_pairs):
                raise ValueError("hits: expected sides of the match")


Entries = dict[str, Entry]


class _Head(Struct, frozen=True, kw_only=True):
    """The first line; ``entries`` is how many follow."""

    entries: int
    format: Literal["milestone-rally-ledger"] = "milestone-rally-ledger"
    version: int = VERSION


_head: Final = Decoder(_Head).decode
_entry: Final = Decoder(Entry).decode


def entries_to_bytes(entries: Collection[Entry]) -> bytes:
    """The content of the file."""
    return b"".join(map(line_of, (_Head(entries=len(entries)), *entries)))


def entries_from_bytes(data: bytes) -> tuple[Entries, FormatError | None]:
    """What can be read of such a file, by the id of the match, and what is wrong with the rest of it.

    Raises ``NewerFormatError`` if a later version of the game wrote it.
    """
    entries: Entries = {}
    first, *lines = data.split(b"\n")
    wrong = None
    try:
        head = _head(form_in(first))
        if head.version > VERSION:
            raise NewerFormatError(f"expected a ledger of version {VERSION} at most")
        if len(lines) != head.entries + 1 or lines.pop():
            wrong = FormatError(f"expected {head.entries} lines after the first")
    except (msgspec.DecodeError, RecursionError) as error:
        wrong = FormatError(f"the first line: {error}")
    for line in lines:
        try:
            entry = _entry(form_in(line))
            entries[entry.match] = entry
        except (msgspec.DecodeError, RecursionError) as error:
            wrong = FormatError(str(error))
    return entries, wrong


def line_of(form: Struct) -> bytes:
    """The line that a form is written in, with a checksum before it."""
    data = encode(form)
    return b"%08x %b\n" % (zlib.crc32(data), data)


def form_in(line: bytes) -> bytes:
    """What stands behind the checksum; raises ``msgspec.ValidationError`` if it is not as it was written."""
    if line[:9] != b"%08x " % zlib.crc32(line[9:]):
        raise msgspec.ValidationError("a line is not as it was written")
    return line[9:]


# -- what is changed ---------------------------------------------------------------------------------------------------


def enter(entries: Entries, digests: Iterable[Digest], *, gone: Iterable[Digest]) -> None:
    """Add what only now is known of matches that were read, and those that are gone."""
    for digest in digests:
        ended = entries.get(digest.summary.id, Entry("")).ended[: len(digest.legs)]
        ended += [(leg.saved_s, leg.saved_offset_s) for leg in digest.legs[len(ended) :]]
        if ended:
            ended_s, offsets_s = zip(*ended, strict=True)
            _set(entries, digest.summary.id, person=digest.person, ended_s=ended_s, ended_offsets_s=offsets_s)
    for digest in gone:
        if digest.legs:
            _set(entries, digest.summary.id, gone=digest)


def forget(entries: Entries, person: str) -> None:
    """Let all legs that a person has played count no more, and forget the matches of it that are gone."""
    for entry in [entry for entry in entries.values() if entry.person == person]:
        _set(entries, entry.match, forgotten=max(entry.forgotten, len(entry.ended_s)), gone=None)


def add_luck(entries: Entries, match: str, number: int, points: float) -> None:
    """Keep the points that luck brought in a leg."""
    luck = entries.get(match, Entry("")).luck
    _set(entries, match, luck={**luck, number: points})


def _set(entries: Entries, match: str, **fields: object) -> None:
    entries[match] = replace(entries.get(match, Entry(match)), **fields)


class Ledger:
    """The ledger in the file ``path``; what is wrong with it is one of the reader's problems to take."""

    def __init__(self, path: Path, reader: CarefulReader) -> None:
        self.path = path
        self._reader = reader

    def change(self, change: Callable[[Entries], None]) -> None:
        """Write what ``change`` makes of the entries, if that is anything else; for the writer's thread.

        Raises ``OSError``, and ``NewerFormatError`` for what must stay as it is.
        """
        entries = self._sound_entries()
        before = dict(entries)
        change(entries)
        if entries != before:
            write_atomically(self.path, entries_to_bytes(entries.values()))

    def _sound_entries(self) -> Entries:
        """The entries; what is damaged is laid aside before, and what is left of it is a whole file again."""
        try:
            data = read_patiently(self.path, limits.LEDGER_BYTES)
        except FileNotFoundError:
            return {}
        except OddFileError as error:
            self._reader.note(problem_of(ProblemCode.LEDGER_SET_ASIDE, set_aside(self.path), error))
            return {}
        entries, wrong = entries_from_bytes(data)
        if wrong is not None:
            aside = free_name(self.path)
            write_atomically(aside, data)
            write_atomically(self.path, entries_to_bytes(entries.values()))
            self._reader.note(problem_of(ProblemCode.LEDGER_SET_ASIDE, aside, wrong))
        return entries


def read_entries(path: Path) -> Entries:
    """The entries that can be read; none if there is no file. Raises ``OSError``, and ``NewerFormatError``."""
    try:
        return entries_from_bytes(read_patiently(path, limits.LEDGER_BYTES))[0]
    except FileNotFoundError:
        return {}

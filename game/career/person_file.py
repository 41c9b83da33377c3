"""The files of record, one for each person and feature: the ledger, the achievements, the person's puzzles.

A file consists of lines, each a checksum and a JSON object. The first line names the format; each other line is a part
of the content, so that damage costs no more than the damaged lines. Only the writer's thread replaces a file, as a
whole; any thread may read it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Generic, Self, TypeVar

import msgspec
from msgspec import Struct
from msgspec.json import Decoder, encode

from game.engine.untrusted_input import IrregularFileError
from game.files.forms import DECODE_ERRORS, FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.files.writer import PendingWrite, write_atomically
from game.match.library import MatchLibrary, file_problem, free_quarantine_path, quarantine, read_with_retry
from game.people.profiles import is_profile_id

VERSION = 1


class RecordForm(Struct, frozen=True, omit_defaults=True):
    """The content of a file of record; without arguments it is that of a missing file."""

    def parts(self) -> Iterable[Self]:
        """Return the parts of the content that get a line each; ``joined`` is the reverse."""
        return (self,)

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        """Return the content of all the parts together; where two differ, the first one has priority."""
        raise NotImplementedError

    def __or__(self, other: Self) -> Self:
        return self.joined((self, other))


T = TypeVar("T", bound=RecordForm)


class _Header(Struct, frozen=True):
    """The first line of a file; ``lines`` is the number of lines that follow."""

    format: str
    version: int
    lines: int


_header: Final = Decoder(_Header).decode


class TooLargeError(FormatError):
    """Raised if a file would be larger than its limit; the file is not changed."""


class PersonFile(Generic[T]):
    """A kind of file of record; ``name`` and the id of the profile make its file name.

    ``form`` is the type of the content, ``max_bytes`` the limit of the file's size. ``damage_code`` is the problem
    reported for a damaged file.
    """

    def __init__(self, name: str, form: type[T], max_bytes: int, damage_code: ProblemCode) -> None:
        self.name = name
        self.form = form
        self.max_bytes = max_bytes
        self.damage_code = damage_code
        self._format = f"milestone-rally-{name}"
        self._decode = Decoder(form).decode

    def path(self, folder: Path, person: str) -> Path:
        """Return the path of a person's file. Raises ``ValueError`` for an invalid profile id."""
        if not is_profile_id(person):
            raise ValueError(f"{self.name}: expected the id of a profile")
        return folder / f"{self.name}-{person}.jsonl"

    def to_bytes(self, content: T) -> bytes:
        """Return the bytes of a file with this content. Raises ``FormatError`` if they could not be read again."""
        lines = [checksummed_line(part) for part in content.parts()]
        data = b"\n".join((checksummed_line(_Header(self._format, VERSION, len(lines))), *lines, b""))
        if len(data) > self.max_bytes:
            raise TooLargeError(f"{self.name}: expected {self.max_bytes} bytes at most, got {len(data)}")
        if (wrong := self.from_bytes(data)[1]) is not None:
            raise wrong
        return data

    def from_bytes(self, data: bytes) -> tuple[T, FormatError | None]:
        """Return the content of all sound lines, and an error if other lines are damaged.

        Raises ``NewerFormatError`` if a later version of the game wrote the file.
        """
        first, *lines = data.split(b"\n")
        wrong = None if lines and not lines.pop() else FormatError("the last line is cut off")
        try:
            header = _header(checked_json(first))
            if header.format != self._format:
                raise msgspec.ValidationError(f"expected {self._format}")
            if header.version > VERSION:
                raise NewerFormatError(f"expected {self.name} of version {VERSION} at most")
            if header.lines != len(lines):
                wrong = FormatError(f"expected {header.lines} lines after the first, got {len(lines)}")
        except DECODE_ERRORS as error:
            wrong = FormatError(f"the first line: {error}")
        parts = []
        for line in lines:
            try:
                parts.append(self._decode(checked_json(line)))
            except DECODE_ERRORS as error:
                wrong = FormatError(str(error))
        return self.form.joined(parts), wrong

    def people(self, folder: Path) -> Iterator[str]:
        """Return the profile ids of all persons who have such a file."""
        people = (path.stem.removeprefix(f"{self.name}-") for path in folder.glob(f"{self.name}-*.jsonl"))
        return filter(is_profile_id, people)


def checksummed_line(form: object) -> bytes:
    """Return the JSON of a form behind its checksum."""
    data = encode(form)
    return b"%08x %b" % (zlib.crc32(data), data)


def checked_json(line: bytes) -> bytes:
    """Return the JSON in a line without its checksum; raises ``msgspec.ValidationError`` if that does not match."""
    if line[:9] != b"%08x " % zlib.crc32(line[9:]):
        raise msgspec.ValidationError("a line is not as it was written")
    return line[9:]


class PersonFiles:
    """The files of record of all persons, in one folder; problems with them are reported through ``library``."""

    def __init__(self, folder: Path, library: MatchLibrary) -> None:
        self.folder = folder
        self._library = library

    def read_all(self, kind: PersonFile[T]) -> dict[str, T]:
        """Return the readable content of each person's file, by the id of the profile; raises ``OSError``.

        A damaged file is repaired later in the writer's thread.
        """
        return {person: self.read(kind, person) for person in kind.people(self.folder)}

    def read(self, kind: PersonFile[T], person: str) -> T:
        """Return the readable content of a person's file, as ``read_all`` does."""
        wrong: FormatError | IrregularFileError | None
        try:
            content, wrong = kind.from_bytes(read_with_retry(kind.path(self.folder, person), kind.max_bytes))
        except FileNotFoundError:
            return kind.form()
        except NewerFormatError as error:
            self._report(ProblemCode.RECORDS_NEWER, kind.path(self.folder, person), error)
            return kind.form()
        except IrregularFileError as error:
            content, wrong = kind.form(), error
        if wrong is not None:
            self.change_later(kind, person, lambda sound: sound)
        return content

    def change_later(self, kind: PersonFile[T], person: str, change: Callable[[T], T]) -> PendingWrite | None:
        """Queue a change of a person's file; a failure is reported. Return None if the folder is read-only."""
        path = kind.path(self.folder, person)

        def job() -> None:
            try:
                self.change(kind, person, change)
            except (OSError, FormatError) as error:
                is_newer = isinstance(error, NewerFormatError)
                self._report(ProblemCode.RECORDS_NEWER if is_newer else ProblemCode.RECORDS_FAILED, path, error)
                raise

        return None if self._library.is_read_only else self._library.writer.run(path, job)

    def change(self, kind: PersonFile[T], person: str, change: Callable[[T], T]) -> None:
        """Apply ``change`` to a file's content and write it if it differs; call this only in the writer's thread.

        A damaged file is first copied aside and reduced to its sound lines. Raises ``OSError``, ``NewerFormatError``
        for a file that must not be changed, and ``FormatError`` for content that could not be read again.
        """
        path = kind.path(self.folder, person)
        before = self._repaired(kind, path)
        after = change(before)
        if after != before:
            write_atomically(path, kind.to_bytes(after))

    def add(self, kind: PersonFile[T], person: str, content: T) -> None:
        """Join content with that of a person's file, as ``change`` does."""
        self.change(kind, person, lambda before: before | content)

    def _repaired(self, kind: PersonFile[T], path: Path) -> T:
        try:
            data = read_with_retry(path, kind.max_bytes)
        except FileNotFoundError:
            return kind.form()
        except IrregularFileError as error:
            self._report(kind.damage_code, quarantine(path), error)
            return kind.form()
        content, wrong = kind.from_bytes(data)
        if wrong is not None:
            aside, sound = free_quarantine_path(path), kind.to_bytes(content)
            write_atomically(aside, data)
            write_atomically(path, sound)
            self._report(kind.damage_code, aside, wrong)
        return content

    def _report(self, code: ProblemCode, path: Path, why: Exception) -> None:
        self._library.add_problem(file_problem(code, path, why))

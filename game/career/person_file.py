"""A small file per person, such as the achievements or the person's puzzles.

The file is one line, a checksum and a JSON object. Only the writer's thread replaces it, as a whole; any thread may
read it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct, defstruct
from msgspec.json import Decoder

from game.career.ledger import checked_json, checksummed_line
from game.engine.untrusted_input import IrregularFileError
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.files.writer import write_atomically
from game.match.library import SafeReader, file_problem, quarantine, read_with_retry

VERSION = 1
T = TypeVar("T", bound=Struct)


class _PersonFileHeader(Struct, frozen=True):
    version: int


_head: Final = Decoder(_PersonFileHeader).decode


class PersonFile(Generic[T]):
    """A kind of file of which each profile has one; ``name`` and the id of the profile make its file name.

    ``form`` is the type of its content. A missing file counts as an empty form. ``most_bytes`` is its size limit;
    ``problem_code`` is the problem reported for an unreadable file.
    """

    def __init__(self, name: str, form: type[T], most_bytes: int, problem_code: ProblemCode) -> None:
        self.name = name
        self.most_bytes = most_bytes
        self._damaged = problem_code
        self._nothing = form()
        fields: list[Any] = [
            (name, form),
            ("format", Literal[f"milestone-rally-{name}"], f"milestone-rally-{name}"),
            ("version", int, VERSION),
        ]
        self._form: Any = defstruct("_Form", fields, frozen=True, kw_only=True)
        self._decode = Decoder(self._form).decode

    def path(self, folder: Path, person: str) -> Path:
        return folder / f"{self.name}-{person}.json"

    def to_bytes(self, value: T) -> bytes:
        return checksummed_line(self._form(**{self.name: value}))

    def from_bytes(self, data: bytes) -> T:
        """Return the content of a file; raises ``FormatError``, or ``NewerFormatError`` if a later version wrote it."""
        try:
            form = checked_json(data.removesuffix(b"\n"))
            if _head(form).version > VERSION:
                raise NewerFormatError(f"expected {self.name} of version {VERSION} at most")
            found: T = getattr(self._decode(form), self.name)
        except (msgspec.DecodeError, RecursionError) as error:
            raise FormatError(str(error)) from None
        return found

    def read_all(self, folder: Path) -> dict[str, T]:
        """Return the content of each readable file in the folder, by the id of the profile; raises ``OSError``."""
        found = {}
        for path in folder.glob(f"{self.name}-*.json"):
            if re.fullmatch(limits.PERSON_FILE_PATTERN, path.name):
                with contextlib.suppress(FileNotFoundError, IrregularFileError, FormatError):
                    found[path.stem.removeprefix(f"{self.name}-")] = self._read(path)
        return found

    def change(self, path: Path, change: Callable[[T], T], reader: SafeReader) -> None:
        """Apply ``change`` to a file's content and write it if it differs; call this only in the writer's thread.

        Problems are reported through ``reader``. Raises ``OSError``, and ``NewerFormatError`` for a file that must not
        be changed.
        """
        before = self._sound(path, reader)
        after = change(before)
        if after != before:
            write_atomically(path, self.to_bytes(after))

    def _read(self, path: Path) -> T:
        return self.from_bytes(read_with_retry(path, self.most_bytes))

    def _sound(self, path: Path, reader: SafeReader) -> T:
        try:
            return self._read(path)
        except FileNotFoundError:
            return self._nothing
        except NewerFormatError:
            raise
        except (IrregularFileError, FormatError) as error:
            reader.add_problem(file_problem(self._damaged, quarantine(path), error))
            return self._nothing

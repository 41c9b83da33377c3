"""A small file that each person has one of, such as what was earned for ever, or its puzzles.

It is one line, a checksum and a JSON object, and is replaced as a whole, by the writer's thread alone; whoever reads it
may do so in any thread.
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

from game.career.ledger import form_in, line_of
from game.engine.reading import OddFileError
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.files.writer import write_atomically
from game.match.library import CarefulReader, problem_of, read_patiently, set_aside

VERSION = 1
T = TypeVar("T", bound=Struct)


class _Head(Struct, frozen=True):
    version: int


_head: Final = Decoder(_Head).decode


class PersonFile(Generic[T]):
    """A kind of file: its ``name`` is followed by the id of the person's profile, and ``form`` is what stands in it.

    Where there is no file, its content is the form without anything in it. It has ``most_bytes`` at most;
    ``damaged`` is what is told of one that cannot be read.
    """

    def __init__(self, name: str, form: type[T], most_bytes: int, damaged: ProblemCode) -> None:
        self.name = name
        self.most_bytes = most_bytes
        self._damaged = damaged
        self._nothing = form()
        fields: list[Any] = [
            (name, form),
            ("format", Literal[f"milestone-rally-{name}"], f"milestone-rally-{name}"),
            ("version", int, VERSION),
        ]
        self._form: Any = defstruct("_Form", fields, frozen=True, kw_only=True)
        self._decode = Decoder(self._form).decode

    def path(self, folder: Path, person: str) -> Path:
        """Where that person's file lies."""
        return folder / f"{self.name}-{person}.json"

    def to_bytes(self, value: T) -> bytes:
        """The content of a file."""
        return line_of(self._form(**{self.name: value}))

    def from_bytes(self, data: bytes) -> T:
        """What is in a file; raises ``FormatError``, and ``NewerFormatError`` for a later version's."""
        try:
            form = form_in(data.removesuffix(b"\n"))
            if _head(form).version > VERSION:
                raise NewerFormatError(f"expected {self.name} of version {VERSION} at most")
            found: T = getattr(self._decode(form), self.name)
        except (msgspec.DecodeError, RecursionError) as error:
            raise FormatError(str(error)) from None
        return found

    def read(self, folder: Path) -> dict[str, T]:
        """What can be read of each person's file in the folder, by the id of the profile; raises ``OSError``."""
        found = {}
        for path in folder.glob(f"{self.name}-*.json"):
            if re.fullmatch(limits.PERSON_FILES, path.name):
                with contextlib.suppress(FileNotFoundError, OddFileError, FormatError):
                    found[path.stem.removeprefix(f"{self.name}-")] = self._read(path)
        return found

    def change(self, path: Path, change: Callable[[T], T], reader: CarefulReader) -> None:
        """Write what ``change`` makes of a file, if that is anything else; for the writer's thread.

        What is wrong with it is one of the reader's problems to take. Raises ``OSError``, and ``NewerFormatError`` for
        what must stay as it is.
        """
        before = self._sound(path, reader)
        after = change(before)
        if after != before:
            write_atomically(path, self.to_bytes(after))

    def _read(self, path: Path) -> T:
        return self.from_bytes(read_patiently(path, self.most_bytes))

    def _sound(self, path: Path, reader: CarefulReader) -> T:
        try:
            return self._read(path)
        except FileNotFoundError:
            return self._nothing
        except NewerFormatError:
            raise
        except (OddFileError, FormatError) as error:
            reader.note(problem_of(self._damaged, set_aside(path), error))
            return self._nothing

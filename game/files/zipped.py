"""A zip of named parts: made for a report or a profile, and read with care, as anything may be in it."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from io import BytesIO
from typing import TypeVar

from game.engine.errors import brief
from game.files.forms import FormatError

SIGNATURE = b"PK\x03\x04"
"""What a zip begins with, and no JSON."""

T = TypeVar("T")
_EARLIEST = datetime(1980, 1, 1)
_LATEST = datetime(2107, 12, 31, 23, 59, 58)  # a zip's years have seven bits, its seconds are even
_ENTRY = b"PK\x01\x02"  # what stands before every name in its directory
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    OSError,
    ValueError,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
)
"""What the library raises for a zip that is none, or is damaged."""


def zipped(parts: Iterable[tuple[str, bytes]], at: datetime, *, as_they_are: Collection[str] = ()) -> bytes:
    """The content of such a file, made ``at`` a moment; the parts named are packed already."""
    file, moment = BytesIO(), min(_LATEST, max(_EARLIEST, at))
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts:
            entry = zipfile.ZipInfo(name, moment.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_STORED if name in as_they_are else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return file.getvalue()


class Unzipped:
    """The parts of such a file, by their ``names``; ``what`` it is begins every complaint.

    ``limit`` says how many bytes a part of that name may have, None for one that may not be there, ``most`` how many
    parts there are at most. Nothing is written, and no more is unpacked than may be there. Raises ``FormatError``.
    """

    def __init__(self, what: str, data: bytes, limit: Callable[[str], int | None], most: int) -> None:
        self._what, self._limit = what, limit
        if data.count(_ENTRY) > most:  # before anybody makes objects of a million entries
            raise FormatError(f"{what}: expected {most} parts at most")
        self._archive = self._careful(lambda: zipfile.ZipFile(BytesIO(data)))
        entries = self._archive.infolist()
        for entry in entries:
            self._check(entry)
        self.names = tuple(entry.filename for entry in entries)
        if len(set(self.names)) != len(entries):
            raise FormatError(f"{what}: a part is in it twice")

    def part(self, name: str) -> bytes:
        """One part, which is there."""
        most = self._limit(name) or 0

        def read() -> bytes:
            with self._archive.open(name) as part:
                return part.read(most + 1)

        content = self._careful(read)
        if len(content) > most:
            raise FormatError(f"{self._what}: {name} is larger than it says")
        return content

    def _check(self, entry: zipfile.ZipInfo) -> None:
        most = self._limit(entry.filename)
        if most is None:
            raise FormatError(f"{self._what}: nothing in it is called {brief(entry.filename)}")
        if entry.file_size > most:
            raise FormatError(f"{self._what}: expected {most} bytes of {entry.filename} at most")
        if entry.flag_bits & 1 or entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise FormatError(f"{self._what}: {entry.filename} is packed in another way than ours are")

    def _careful(self, read: Callable[[], T]) -> T:
        try:
            return read()
        except _BROKEN as error:
            raise FormatError(f"{self._what}: damaged, or no zip: {brief(str(error))}") from None

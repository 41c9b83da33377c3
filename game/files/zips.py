"""Zip files of named parts, for reports and profiles; the reader refuses any part that is not expected."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from io import BytesIO
from typing import TypeVar

from game.engine.errors import abbreviate
from game.files.forms import FormatError

SIGNATURE = b"PK\x03\x04"
"""The first bytes of a zip file; no JSON text begins with them."""

T = TypeVar("T")
_EARLIEST = datetime(1980, 1, 1)
_LATEST = datetime(2107, 12, 31, 23, 59, 58)  # a zip's years have seven bits, its seconds are even
_ENTRY = b"PK\x01\x02"  # before every name in the zip's directory
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
"""The errors that ``zipfile`` raises for damaged data."""


def zip_parts(parts: Iterable[tuple[str, bytes]], at: datetime, *, uncompressed: Collection[str] = ()) -> bytes:
    """Return the bytes of a zip file with these parts, each a name and its content.

    All parts have the timestamp ``at``. Those named in ``uncompressed`` are stored without compression.
    """
    file, moment = BytesIO(), min(_LATEST, max(_EARLIEST, at))
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts:
            entry = zipfile.ZipInfo(name, moment.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_STORED if name in uncompressed else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return file.getvalue()


class ZipReader:
    """Reads the parts of a zip file, whose names are in ``names``; error messages begin with ``what``.

    ``limit(name)`` returns the most bytes that a part may have, or None if the name is not allowed; ``max_parts`` is
    the most parts. Nothing is written to disk, and nothing beyond the limits is unpacked. Raises ``FormatError``.
    """

    def __init__(self, what: str, data: bytes, limit: Callable[[str], int | None], max_parts: int) -> None:
        self._what, self._limit = what, limit
        if data.count(_ENTRY) > max_parts:  # before zipfile creates objects for a million entries
            raise FormatError(f"{what}: expected {max_parts} parts at most")
        self._archive = self._careful(lambda: zipfile.ZipFile(BytesIO(data)))
        entries = self._archive.infolist()
        for entry in entries:
            self._check(entry)
        self.names = tuple(entry.filename for entry in entries)
        if len(set(self.names)) != len(entries):
            raise FormatError(f"{what}: a part is in it twice")

    def read_part(self, name: str) -> bytes:
        """Return the content of a part; ``name`` must be in ``names``."""
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
            raise FormatError(f"{self._what}: nothing in it is called {abbreviate(entry.filename)}")
        if entry.file_size > most:
            raise FormatError(f"{self._what}: expected {most} bytes of {entry.filename} at most")
        if entry.flag_bits & 1 or entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise FormatError(f"{self._what}: {entry.filename} is packed in another way than ours are")

    def _careful(self, read: Callable[[], T]) -> T:
        try:
            return read()
        except _BROKEN as error:
            raise FormatError(f"{self._what}: damaged, or no zip: {abbreviate(str(error))}") from None

"""The table of the career cache (career.py), how it is written, and how damage is detected.

A row is a file among the kept matches: its time and size, and its digest (match_stats.py), or why it has none. Each row
has a checksum, beside SQLite's own checks, so that a flipped bit on the disk counts as damage and never changes a
number. Nothing here waits: if the file is in use, the caller gets an error at once and may try again.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from game.career.ledger import Ledger, add_played
from game.career.match_stats import MatchStats, MatchSummary, SummaryOnly, decode, decode_summary, encode
from game.files import limits
from game.files.forms import NewerFormatError
from game.files.writer import check_replaceable, exists

D = TypeVar("D", MatchStats, SummaryOnly)
VERSION = 8
"""The version of the table. A cache of an earlier version is rebuilt; one of a later version is first moved aside."""
SIDE_FILES = ("-journal", "-wal", "-shm")
"""The suffixes of the files that SQLite may create beside the cache."""

_SCHEMA = """
CREATE TABLE kept (
    id TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, legs INTEGER, digest TEXT,
    why TEXT NOT NULL, checksum INTEGER NOT NULL
);
"""
_KNOWN = "SELECT id, mtime_ns, size, legs FROM kept"
_DIGESTS = "SELECT digest, mtime_ns FROM kept WHERE digest IS NOT NULL"
_WRONG_ROWS = "SELECT 1 FROM kept WHERE checksum IS NOT row_checksum(id, mtime_ns, size, legs, digest, why) LIMIT 1"
_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_ROLLBACK_JOURNAL = b"\x01\x01"  # in the header: a file with another journal, or a read-only one, is not ours
_INT64 = 2**63 - 1
_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_PASSING = _LOCKED | {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_AUTH,
}


_SYSTEM_ERRORS = {
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_NOMEM: errno.ENOMEM,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
}


class DamageError(Exception):
    """Raised if a file is damaged or no career cache; the message says why."""


class OlderTablesError(Exception):
    """Raised if the tables in a career cache are those of an earlier version and must be rebuilt."""


def is_locked(error: Exception) -> bool:
    """Return whether the error means that another connection is using the file."""
    return _code(error) in _LOCKED


def is_transient(error: Exception) -> bool:
    """Return whether an error has an outside cause (a lock, the disk, rights, memory): the file may be sound."""
    return isinstance(error, OSError | MemoryError | OlderTablesError | NewerFormatError) or _code(error) in _PASSING


def system_error(error: Exception) -> Exception:
    """Return the ``OSError`` that corresponds to an error of SQLite, or the error itself if there is none.

    The text of an ``OSError`` is available in every language.
    """
    code = _code(error)
    number = errno.EBUSY if is_locked(error) else _SYSTEM_ERRORS.get(-1 if code is None else code)
    return error if number is None else OSError(number, os.strerror(number))


def _code(error: Exception) -> int | None:
    """Return SQLite's primary error code; None for errors of Python's own."""
    code = getattr(error, "sqlite_errorcode", None) if isinstance(error, sqlite3.Error) else None
    return None if code is None else code & 0xFF


def connect(path: Path, *, mode: str = "rw", timeout_s: float = 0.0) -> sqlite3.Connection:
    """Return a connection that has the function ``row_checksum``; by default it does not create the file.

    Raises ``OSError`` for anything but a regular file (a pipe would block forever), else ``sqlite3.Error``.
    """
    for name in ("", *SIDE_FILES):
        check_replaceable(path.with_name(path.name + name))
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=timeout_s)
    db.create_function("row_checksum", -1, _checksum, deterministic=True)
    return db


def _checksum(*values: object) -> int:
    return zlib.crc32(repr(values).encode())


@cache
def _definitions() -> frozenset[str]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_SCHEMA)
        return frozenset(_defined(db))


def _defined(db: sqlite3.Connection) -> Iterator[str]:
    return (repr(row) for row in db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))


# -- checking and reading ----------------------------------------------------------------------------------------------


def check_cache_file(path: Path) -> None:
    """Raise ``DamageError`` unless the cache file at the path is sound; a missing or empty file counts as sound."""
    for name in ("", *SIDE_FILES):
        try:
            check_replaceable(path.with_name(path.name + name))
        except FileExistsError as error:
            raise DamageError(str(error.strerror)) from None
    if exists(path) and path.stat().st_size:
        _check_header(path)
        with closing(connect(path)) as db, suppress(OlderTablesError):
            check_content(db)


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if not header.startswith(_MAGIC):
        raise DamageError("file is not a database")
    if header[18:20] != _ROLLBACK_JOURNAL:
        raise DamageError(f"expected a rollback journal, got {header[18:20].hex()}")


def check_content(db: sqlite3.Connection) -> None:
    """Raise ``DamageError`` if the table or its rows are damaged, ``sqlite3.Error`` if they can't be checked.

    Raises ``OlderTablesError`` for tables of an earlier version.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if 0 < version < VERSION:
        raise OlderTablesError
    if version != VERSION:
        raise DamageError(f"expected tables of version {VERSION}, got {version}")
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise DamageError(str(found))
    if frozenset(_defined(db)) != _definitions():
        raise DamageError("the table is not that of this version")
    if db.execute(_WRONG_ROWS).fetchone():
        raise DamageError("a row is not as it was written")


def known_files(path: Path) -> dict[str, tuple[int, int, int | None]]:
    """Return what the cache knows of each file, by match id: time (ns), size (bytes) and the number of finished legs.

    The number is None if the file holds no match.
    """
    with closing(connect(path)) as db:
        return {id: (mtime_ns, size, legs) for id, mtime_ns, size, legs in db.execute(_KNOWN)}


def all_stats(db: sqlite3.Connection) -> list[MatchStats]:
    """Return the statistics (digests) of all matches in the cache."""
    found = ((decode(form), mtime_ns) for form, mtime_ns in db.execute(_DIGESTS))
    return [digest if digest.summary.saved_s else _dated(digest, mtime_ns) for digest, mtime_ns in found]


def summaries(db: sqlite3.Connection) -> list[MatchSummary]:
    """Return the summaries of all matches in the cache."""
    found = ((decode_summary(form), mtime_ns) for form, mtime_ns in db.execute(_DIGESTS))
    return [(listed if listed.summary.saved_s else _dated(listed, mtime_ns)).summary for listed, mtime_ns in found]


def _dated(found: D, mtime_ns: int) -> D:
    """Return the match with an unknown saving time replaced by the time of its file, clamped to the valid range."""
    saved_s = max(0, min(mtime_ns // 10**9, limits.MAX_TIME_S))
    return replace(found, summary=replace(found.summary, saved_s=saved_s))


# -- in the writer's thread --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A file among the kept matches: its time and size, which reveal changes, and its digest.

    Without a digest ``why`` says why there is none.
    """

    id: str
    path: Path
    mtime_ns: int
    size: int
    digest: MatchStats | None = None
    why: str = ""


def moment_ns(mtime_ns: int) -> int:
    """Return a file's time (ns) clamped to the integers of SQLite, since file systems allow years beyond them."""
    return max(-_INT64, min(mtime_ns, _INT64))


def create_tables(path: Path, ledger: Ledger) -> None:
    """Create the table if the cache file is missing, empty or of an older version.

    Also fails if the ledger cannot be changed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(connect(path, mode="rwc")) as db:
        ledger.change(lambda _entries: None)
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            gone = "".join(f'DROP TABLE "{name}";' for name in tables)
            db.executescript(f"BEGIN; {gone} {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")


def write_rows(path: Path, ledger: Ledger, found: Sequence[FoundMatch], gone: Sequence[str] = ()) -> None:
    """Replace the rows of the files in ``found`` and delete those of the ids ``gone``, all or nothing.

    Data that would then be in no file is written to the ledger first.
    """
    with closing(connect(path)) as db, db:
        lost = {*gone, *(file.id for file in found if file.digest is None)}
        before = [digest for digest in all_stats(db) if digest.summary.id in lost] if lost else []
        ledger.change(lambda entries: add_played(entries, [file.digest for file in found if file.digest], gone=before))
        db.executemany("DELETE FROM kept WHERE id = ?", [(id,) for id in gone])
        for file in found:
            form, legs = (None, None) if file.digest is None else (encode(file.digest).decode(), len(file.digest.legs))
            row = (file.id, file.mtime_ns, file.size, legs, form, file.why)
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, _checksum(*row)))

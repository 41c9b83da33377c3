"""The career cache: a SQLite table with a row for each file among the kept matches.

A row has the file's time and size, which reveal changes, and its digest (match_stats.py), or null if the file cannot be
read. A digest is kept like a line of a file of record: without the checksum a flipped bit would get into these files.
All of it can be made anew from the match files: when the content turns out to be wrong, or is that of another version,
the file is deleted, once per run. A lock or a disk error says nothing about the content.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from game.career.match_stats import IMPORTED, MatchStats, MatchSummary, decode, decode_summary
from game.career.person_file import checked_json, checksummed_line
from game.files.forms import DECODE_ERRORS
from game.files.writer import check_replaceable, create_private
from game.match.library import KeptFile

FILE_NAME = "career.sqlite"
VERSION = 3
"""The version of the table; a cache of any other version is made anew."""
BUSY_S = 10.0
"""How many seconds to wait while another program uses the file."""

_SCHEMA = f"""
CREATE TABLE kept (
    id TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, legs INTEGER NOT NULL,
    digest BLOB
);
PRAGMA user_version = {VERSION};
"""
_SIDE_FILES = ("-journal", "-wal", "-shm")  # SQLite may create them beside the cache
_PASSING = {
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_LOCKED: errno.EBUSY,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_AUTH: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_NOMEM: errno.ENOMEM,
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_INTERRUPT: errno.EIO,
    sqlite3.SQLITE_PROTOCOL: errno.EIO,
}
"""SQLite's errors that say nothing about the content, and the system errors that mean the same.

``SQLITE_READONLY`` is not among them: a file that may not be written is not even opened, so the content says that.
"""
ReadMatch = tuple[KeptFile, MatchStats | None]
"""A file among the kept matches with its digest, None if it holds no match."""
T = TypeVar("T")
_log = logging.getLogger(__name__)


class WrongCacheError(Exception):
    """Raised if the content of the cache is wrong; the file was deleted unless that had been done before."""


class MatchCache:
    """The cache at ``path``; any thread may use it, one at a time.

    All methods raise ``WrongCacheError``, and ``OSError`` for anything that may pass.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._was_deleted = False

    @property
    def exists(self) -> bool:
        """Whether there is a cache file with anything in it."""
        with suppress(OSError):
            return self.path.lstat().st_size > 0
        return False

    def known(self) -> dict[str, tuple[int, int, int]]:
        """Return each file's time (ns), size (bytes) and number of legs that the ledger should know, by match id."""
        rows = "SELECT id, mtime_ns, size, legs FROM kept"
        return self._use(lambda db: {id: (mtime_ns, size, legs) for id, mtime_ns, size, legs in db.execute(rows)})

    def stats(self) -> list[MatchStats]:
        return self._use(lambda db: [decode(form) for form in _digests(db)])

    def summaries(self) -> list[MatchSummary]:
        return self._use(lambda db: [decode_summary(form).summary for form in _digests(db)])

    def unreadable(self) -> list[str]:
        """Return the ids of the files that hold no match, or one of a later version."""
        return self._use(
            lambda db: [id for (id,) in db.execute("SELECT id FROM kept WHERE digest IS NULL ORDER BY id")]
        )

    def write(self, read: Iterable[ReadMatch], gone: Iterable[str] = ()) -> None:
        """Replace the rows of the files in ``read`` and delete those of the ids ``gone``, all or nothing."""

        def change(db: sqlite3.Connection) -> None:
            with db:
                db.executemany("DELETE FROM kept WHERE id = ?", [(id,) for id in gone])
                for file, digest in read:
                    legs = 0 if digest is None or digest.person == IMPORTED else len(digest.legs)
                    form = None if digest is None else checksummed_line(digest)
                    row = (file.id, file.mtime_ns, file.size, legs, form)
                    db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", row)

        self._use(change)

    def _use(self, use: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            try:
                with closing(self._connect()) as db:
                    return use(db)
            except (sqlite3.Error, *DECODE_ERRORS) as error:
                number = _PASSING.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
                if number is not None:
                    raise OSError(number, os.strerror(number), str(self.path)) from None
                self._delete(error)
                raise WrongCacheError(str(error)) from None

    def _connect(self) -> sqlite3.Connection:
        """Return a connection to the table, which is created in a missing or empty file, for this user alone.

        Raises ``OSError`` for anything but a regular file: a pipe would block forever.
        """
        for name in ("", *_SIDE_FILES):
            check_replaceable(self.path.with_name(self.path.name + name))
        create_private(self.path)
        db = sqlite3.connect(self.path, timeout=BUSY_S)
        try:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version == 0:
                db.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
            elif version != VERSION:
                raise sqlite3.DatabaseError(f"expected the table of version {VERSION}, got {version}")
        except BaseException:
            db.close()
            raise
        return db

    def _delete(self, why: Exception) -> None:
        if self._was_deleted:
            return
        self._was_deleted = True
        _log.warning("the career cache is made anew: %s: %s", type(why).__name__, why)
        for name in ("", *_SIDE_FILES):
            self.path.with_name(self.path.name + name).unlink(missing_ok=True)


def _digests(db: sqlite3.Connection) -> list[bytes]:
    rows = db.execute("SELECT CAST(digest AS BLOB) FROM kept WHERE digest IS NOT NULL")
    return [checked_json(line) for (line,) in rows]

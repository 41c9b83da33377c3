"""The tables of the roadbook (roadbook.py), what is written into them, and how it is seen that they are damaged.

Each row has a checksum over all that is in it, beside what SQLite sees by itself: a bit that flips on the disk is
damage, and never a figure. Nothing here waits: whoever finds the file in use hears so at once and may try again.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, reduce
from itertools import permutations
from operator import add
from pathlib import Path
from typing import Any, Final

import msgspec

from game.engine.attacks import Hits
from game.engine.rules import sides_of
from game.session.facts import LegFacts, MatchFacts
from game.session.milestones import earned_by, earned_in
from game.session.storage import limits
from game.session.storage.json_codec import PlayerForm
from game.session.storage.match_file import Saved
from game.session.storage.writer import check_replaceable, is_there

VERSION: Final = 4
"""The version of the tables; a file of another one is set aside, and made anew."""
_OLDER: Final = 3  # which had no checksums; what it knew is kept
SIDE_FILES: Final = ("-journal", "-wal", "-shm")
"""What SQLite adds to the name for files of its own."""

_SCHEMA: Final = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, gone INTEGER NOT NULL,
    person TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, rules TEXT NOT NULL, seating TEXT NOT NULL,
    seats INTEGER NOT NULL, players TEXT NOT NULL, totals TEXT NOT NULL, is_over INTEGER NOT NULL, winner INTEGER,
    side INTEGER NOT NULL,
    leg_number INTEGER NOT NULL, km TEXT NOT NULL, take_backs INTEGER NOT NULL, open_cards INTEGER NOT NULL,
    target_score INTEGER, legs INTEGER, day TEXT, begun_s INTEGER NOT NULL, saved_s INTEGER NOT NULL,
    is_clean INTEGER NOT NULL, earned TEXT NOT NULL, delegated INTEGER NOT NULL, checksum INTEGER
) WITHOUT ROWID;
CREATE TABLE unreadable (
    id TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, why TEXT NOT NULL, checksum INTEGER
) WITHOUT ROWID;
CREATE TABLE legs (
    match TEXT NOT NULL, number INTEGER NOT NULL, begun_s INTEGER NOT NULL, saved_s INTEGER NOT NULL,
    person TEXT NOT NULL, rules TEXT NOT NULL, seating TEXT NOT NULL, sides INTEGER NOT NULL, rivals TEXT NOT NULL,
    counts INTEGER NOT NULL, take_backs INTEGER NOT NULL, delegated INTEGER NOT NULL,
    won INTEGER NOT NULL, points INTEGER NOT NULL, km INTEGER NOT NULL,
    safeties TEXT NOT NULL, coups_fourres TEXT NOT NULL, shut_outs INTEGER NOT NULL, won_extension INTEGER NOT NULL,
    lost_extension INTEGER NOT NULL, luck REAL, earned TEXT NOT NULL, checksum INTEGER,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE hits (
    match TEXT NOT NULL, by_driver TEXT NOT NULL, on_driver TEXT NOT NULL, person TEXT NOT NULL, rules TEXT NOT NULL,
    seating TEXT NOT NULL, legs INTEGER NOT NULL, laid INTEGER NOT NULL, parried INTEGER NOT NULL, checksum INTEGER,
    PRIMARY KEY (match, by_driver, on_driver)
) WITHOUT ROWID;
CREATE TABLE forgotten (
    match TEXT NOT NULL, number INTEGER NOT NULL, checksum INTEGER, PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""
_TABLES: Final = ("matches", "unreadable", "legs", "hits", "forgotten")
_OF_A_MATCH: Final = ("legs", "hits")
_MAGIC: Final = b"SQLite format 3\0"
_HEADER_BYTES: Final = 100
_ROLLBACK_JOURNAL: Final = b"\x01\x01"  # of the header: another journal, or a file that may not be written, is not ours
_INT64: Final = 2**63 - 1
_LOCKED: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_PASSING: Final = _LOCKED | {
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


_SYSTEM_ERRORS: Final = {
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_NOMEM: errno.ENOMEM,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
}


class DamageError(Exception):
    """What lies in the roadbook's place cannot be read as one; the message says why."""


class OlderTablesError(Exception):
    """The tables are those of the version before, and will be brought to this one."""


def is_locked(error: Exception) -> bool:
    """Whether somebody else just uses the file."""
    return _code(error) in _LOCKED


def is_passing(error: Exception) -> bool:
    """Whether it is the surroundings that fail (a lock, the disk, rights, memory), and the file may well be sound."""
    return isinstance(error, OSError | MemoryError | OlderTablesError) or _code(error) in _PASSING


def system_error(error: Exception) -> Exception:
    """The same in the system's words, which the interface can say in every language; what has none as it is."""
    code = _code(error)
    number = errno.EBUSY if is_locked(error) else _SYSTEM_ERRORS.get(-1 if code is None else code)
    return error if number is None else OSError(number, os.strerror(number))


def _code(error: Exception) -> int | None:
    """SQLite's primary code; None for what Python itself has found wrong."""
    code = getattr(error, "sqlite_errorcode", None) if isinstance(error, sqlite3.Error) else None
    return None if code is None else code & 0xFF


def connect(path: Path, *, mode: str = "rw", timeout_s: float = 0.0) -> sqlite3.Connection:
    """A connection that makes no file, and knows ``row_checksum``.

    Raises ``OSError`` for what is no file (a pipe would let us wait for ever), else ``sqlite3.Error``.
    """
    for name in ("", *SIDE_FILES):
        check_replaceable(path.with_name(path.name + name))
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=timeout_s)
    db.create_function("row_checksum", -1, _checksum, deterministic=True)
    return db


def _checksum(*values: object) -> int:
    return zlib.crc32(repr(values).encode())


@cache
def _columns(table: str) -> str:
    """The columns that the checksum is over."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_SCHEMA)
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    return ", ".join(name for name in names if name != "checksum")


@cache
def _definitions() -> frozenset[str]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_SCHEMA)
        return frozenset(_defined(db))


def _defined(db: sqlite3.Connection) -> Iterator[str]:
    return (repr(row) for row in db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))


# -- what is looked at -------------------------------------------------------------------------------------------------


def check(path: Path) -> None:
    """Raise ``DamageError`` unless a roadbook lies there that is whole; a missing or an empty one is to be made."""
    for name in ("", *SIDE_FILES):
        try:
            check_replaceable(path.with_name(path.name + name))
        except FileExistsError as error:
            raise DamageError(str(error.strerror)) from None
    if is_there(path) and path.stat().st_size:
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
    """Raise ``DamageError`` if tables or rows are not what was written, ``sqlite3.Error`` if that can't be seen.

    Raises ``OlderTablesError`` for what the version before has written.
    """
    version = _version(db)
    if version not in {VERSION, _OLDER}:
        raise DamageError(f"expected tables of version {VERSION}, got {version}")
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise DamageError(str(found))
    if version == _OLDER:
        raise OlderTablesError
    if frozenset(_defined(db)) != _definitions():
        raise DamageError("the tables are not those of this version")
    for table in _TABLES:
        query = f"SELECT 1 FROM {table} WHERE checksum IS NOT row_checksum({_columns(table)}) LIMIT 1"
        if db.execute(query).fetchone():
            raise DamageError(f"a row of {table} is not as it was written")


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def known(path: Path) -> dict[str, tuple[int, int]]:
    """By what each file was seen to be as it was taken in; the gone ones are to be read again if they come back."""
    query = "SELECT id, mtime_ns, size FROM matches WHERE NOT gone UNION ALL SELECT id, mtime_ns, size FROM unreadable"
    with closing(connect(path)) as db:
        return {id: (mtime_ns, size) for id, mtime_ns, size in db.execute(query)}


# -- what the writer's thread does -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A file among the kept matches, by what it is seen to have changed; and what is in it, or why it is no match.

    ``km`` is how far each side is in the running leg.
    """

    id: str
    path: Path
    mtime_ns: int
    size: int
    saved: Saved | None = None
    facts: MatchFacts | None = None
    km: tuple[int, ...] = ()
    why: str = ""


def moment_ns(mtime_ns: int) -> int:
    """A file's time as the tables can hold it: file systems know years that they don't."""
    return max(-_INT64, min(mtime_ns, _INT64))


@contextmanager
def _changing(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection whose changes are all made in the end, or none; it waits for nobody."""
    with closing(connect(path)) as db, db:
        yield db


def make(path: Path) -> None:
    """Make the file if there is none, or an empty one; bring one of the version before to this one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(connect(path, mode="rwc")) as db:
        if not path.stat().st_size:
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        elif _version(db) == _OLDER:
            db.executescript(f"BEGIN; {_upgrade()} PRAGMA user_version = {VERSION}; COMMIT;")


def _upgrade() -> str:
    """What makes tables with checksums of those without."""
    aside = (f"ALTER TABLE {table} RENAME TO old_{table};" for table in _TABLES)
    filled = (
        f"INSERT INTO {table} ({_columns(table)}) SELECT {_columns(table)} FROM old_{table}; DROP TABLE old_{table};"
        f"UPDATE {table} SET checksum = row_checksum({_columns(table)});"
        for table in _TABLES
    )
    # Of what is gone this is all that is known of shut-outs; and every file is taken in again, for these, for who
    # drove, and since who won a match of one leg was read by another rule then (docs/decisions/067).
    added = (
        "ALTER TABLE old_legs ADD COLUMN shut_outs INTEGER NOT NULL DEFAULT 0;",
        "UPDATE old_legs SET shut_outs = ' ' || earned || ' ' LIKE '% shut_out %';",
        "ALTER TABLE old_matches ADD COLUMN delegated INTEGER NOT NULL DEFAULT 0;",
        "UPDATE old_matches SET mtime_ns = 0;",
    )
    return " ".join((*aside, *added, _SCHEMA, *filled))


def mark_gone(path: Path, ids: Sequence[str]) -> None:
    """Let these matches be in the list no more."""
    with _changing(path) as db:
        for id in ids:
            _mark_gone(db, id)
            db.execute("DELETE FROM unreadable WHERE id = ?", (id,))


def _mark_gone(db: sqlite3.Connection, id: str) -> None:
    db.execute("UPDATE matches SET gone = 1 WHERE id = ?", (id,))
    _seal(db, "matches", "id = ?", id)


def reset(path: Path, person: str) -> None:
    """Forget all legs that a person has played, and the matches of it that are gone."""
    with _changing(path) as db:
        db.execute("INSERT OR IGNORE INTO forgotten SELECT match, number, 0 FROM legs WHERE person = ?", (person,))
        _seal(db, "forgotten", "checksum = 0")
        for table in _OF_A_MATCH:
            db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
        db.execute("DELETE FROM matches WHERE gone AND person = ?", (person,))


def keep_luck(path: Path, match: str, number: int, points: float) -> None:
    """Keep the luck of a leg, if it is there: a roadbook that nobody has opened yet has none."""
    try:
        path.lstat()
    except FileNotFoundError:
        return
    with _changing(path) as db:
        db.execute("UPDATE legs SET luck = ? WHERE match = ? AND number = ?", (points, match, number))
        _seal(db, "legs", "match = ? AND number = ?", match, number)


def write(path: Path, found: Sequence[FoundMatch]) -> None:
    """Put what was read in the place of what is known of the same files, all of it or nothing."""
    with _changing(path) as db:
        for file in found:
            if file.saved is None or file.facts is None:
                row = {"id": file.id, "mtime_ns": file.mtime_ns, "size": file.size, "why": file.why}
                _insert(db, "unreadable", row)
                _seal(db, "unreadable", "id = ?", file.id)
                _mark_gone(db, file.id)
            else:
                db.execute("DELETE FROM unreadable WHERE id = ?", (file.id,))
                _insert(db, "matches", _match_row(file, file.saved, file.facts))
                _seal(db, "matches", "id = ?", file.id)
                _write_legs(db, file.facts)


def _seal(db: sqlite3.Connection, table: str, where: str, *values: object) -> None:
    """Write the checksums of these rows, as the rows now are in the file."""
    db.execute(f"UPDATE {table} SET checksum = row_checksum({_columns(table)}) WHERE {where}", values)


def _write_legs(db: sqlite3.Connection, match: MatchFacts) -> None:
    """Replace the legs of a match; each keeps the moment at which it was first seen to be over, and its luck."""
    query = "SELECT number, saved_s, luck FROM legs WHERE match = ?"
    before = {number: (saved_s, luck) for number, saved_s, luck in db.execute(query, (match.id,))}
    forgotten = {number for (number,) in db.execute("SELECT number FROM forgotten WHERE match = ?", (match.id,))}
    for table in _OF_A_MATCH:
        db.execute(f"DELETE FROM {table} WHERE match = ?", (match.id,))
    legs = [leg for leg in match.legs if leg.number not in forgotten]
    for leg in legs:
        saved_s, luck = before.get(leg.number, (match.saved_s, leg.luck))
        _insert(db, "legs", _leg_row(match, leg) | {"saved_s": saved_s, "luck": luck})
    counted = [leg.hits for leg in legs if match.counts(leg)]
    if counted:
        for row in _hit_rows(match, reduce(add, counted), len(counted)):
            _insert(db, "hits", row)
    for table in _OF_A_MATCH:
        _seal(db, table, "match = ?", match.id)


def _insert(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    columns, values = ", ".join(row), ", ".join("?" * len(row))
    db.execute(f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({values})", tuple(row.values()))


def _match_row(file: FoundMatch, saved: Saved, facts: MatchFacts) -> dict[str, Any]:
    setup = saved.setup
    return {
        "id": file.id,
        "mtime_ns": file.mtime_ns,
        "size": file.size,
        "gone": False,
        "person": facts.person,
        "name": saved.name,
        "kind": saved.kind.value,
        "rules": setup.rules,
        "seating": setup.seating.value,
        "seats": setup.seats,
        "players": msgspec.json.encode(list(map(PlayerForm.of, saved.players))).decode(),
        "totals": json.dumps(saved.totals),
        "is_over": saved.is_over,
        "winner": facts.winner,
        "side": facts.side,
        "leg_number": saved.leg_number,
        "km": json.dumps(file.km),
        "take_backs": saved.take_backs,
        "delegated": sum(bool(leg.delegated) for leg in saved.legs),
        "open_cards": saved.open_cards,
        "target_score": setup.target_score,
        "legs": setup.legs,
        "day": saved.day and saved.day.isoformat(),
        "begun_s": saved.begun_s,
        "saved_s": saved.saved_s or _seconds(file.mtime_ns),
        "is_clean": facts.is_clean,
        "earned": " ".join(sorted(earned_by(facts))),
    }


def _seconds(mtime_ns: int) -> int:
    """A file's time as a match could have it."""
    return max(0, min(mtime_ns // 10**9, limits.TIME_S))


def _leg_row(match: MatchFacts, leg: LegFacts) -> dict[str, Any]:
    own = leg.sides[match.side]
    return {
        "match": match.id,
        "number": leg.number,
        "begun_s": match.begun_s,
        "person": match.person,
        "rules": match.rules,
        "seating": match.seating.value,
        "sides": len(leg.sides),
        "rivals": " ".join(sorted({match.levels[seat] or "" for seat in match.rivals})),
        "counts": match.counts(leg),
        "take_backs": leg.take_backs,
        "delegated": leg.is_delegated,
        "won": own.won,
        "points": own.points,
        "km": own.km,
        "safeties": " ".join(card.id for card in own.safeties),
        "coups_fourres": " ".join(card.id for card in own.coups_fourres),
        "shut_outs": own.shut_outs,
        "won_extension": own.won_extension,
        "lost_extension": own.lost_extension,
        "earned": " ".join(sorted(earned_in(leg, match.side))),
    }


def _hit_rows(match: MatchFacts, hits: Hits, legs: int) -> Iterator[dict[str, Any]]:
    """Who hit whom in so many legs of a match; a side goes by its first driver, the person's by an empty name."""
    sides = sides_of(match.seats, match.seating)
    names = ["" if side == match.side else match.drivers[seats[0]] or "" for side, seats in enumerate(sides)]
    for by, on in permutations(range(len(sides)), 2):
        yield {
            "match": match.id,
            "person": match.person,
            "by_driver": names[by],
            "on_driver": names[on],
            "rules": match.rules,
            "seating": match.seating.value,
            "legs": legs,
            "laid": hits.laid[by][on],
            "parried": hits.parried[by][on],
        }

"""What roadbooks of earlier versions alone knew, carried over into the ledger: resets, luck, moments, gone matches."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import convert
from msgspec.structs import replace as replaced

from game.career.digest import Digest, MatchSummary, PlayedLeg
from game.career.ledger import Entries, Entry

_KNOWING: Final = ("matches", "unreadable", "legs", "hits", "forgotten")
TABLES: Final[dict[int, tuple[str, ...]]] = {3: _KNOWING, 4: _KNOWING, 5: ("kept",), 6: ("kept",)}
"""The tables of each version; what those from 5 on know is in the ledger, or in the match files."""

_Row = dict[str, Any]


def has_wrong_rows(db: sqlite3.Connection) -> bool:
    """Whether a row is not as it was written, as far as that can be seen: version 3 had no checksums."""
    version = _version(db)
    for table in TABLES[version]:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "checksum"]
        query = f"SELECT 1 FROM {table} WHERE checksum IS NOT row_checksum({', '.join(columns)})"
        if version != 3 and db.execute(query).fetchone():
            return True
    return False


def entries(db: sqlite3.Connection, kept: Collection[str]) -> list[Entry]:
    """What such a roadbook knows that stands in no match file; ``kept`` are the ids of those there are."""
    if TABLES[_version(db)] != _KNOWING:
        return []
    legs, hits, forgotten = (_by_match(db, table) for table in ("legs", "hits", "forgotten"))
    gone = {row["id"]: row for row in _rows(db, "SELECT * FROM matches") if row["gone"] or row["id"] not in kept}
    return [
        Entry(
            id,
            person=legs[id][0]["person"] if legs[id] else "",
            ended_s=tuple(row["saved_s"] if row else 0 for row in _numbered(legs[id])),
            forgotten=max((row["number"] for row in forgotten[id]), default=0),
            luck={row["number"]: row["luck"] for row in legs[id] if row["luck"] is not None},
            gone=_digest(gone[id], _numbered(legs[id]), hits[id]) if id in gone and legs[id] else None,
        )
        for id in {*legs, *forgotten}
    ]


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def take_over(known: Entries, taken_over: Iterable[Entry]) -> None:
    """Add what is taken over to what is known; what is known already counts."""
    for entry in taken_over:
        known.setdefault(entry.match, entry)


def _rows(db: sqlite3.Connection, query: str) -> list[_Row]:
    found = db.execute(query)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def _by_match(db: sqlite3.Connection, table: str) -> defaultdict[str, list[_Row]]:
    found: defaultdict[str, list[_Row]] = defaultdict(list)
    for row in _rows(db, f"SELECT * FROM {table}"):
        found[row["match"]].append(row)
    return found


def _numbered(legs: Sequence[_Row]) -> list[_Row | None]:
    """A match's legs from the first to the last; None for one that was forgotten."""
    by_number = {row["number"]: row for row in legs}
    return [by_number.get(number) for number in range(1, max(by_number, default=0) + 1)]


def _digest(match: _Row, legs: Sequence[_Row | None], hits: Sequence[_Row]) -> Digest:
    """A match that is gone; who hit whom was known of all its legs together, which is the first one's here."""
    players = [player | {"profile": None} for player in json.loads(match["players"])]
    lists = {name: json.loads(match[name]) for name in ("totals", "km")}
    form = {"delegated": 0} | match | lists | {"players": players}
    digest = Digest(
        convert(form, MatchSummary, strict=False),
        person=match["person"],
        legs=tuple(map(_leg, legs)),
    )
    side = {driver: n for n, drivers in enumerate(digest.drivers) for driver in drivers}
    met = tuple(
        n for h in hits if h["laid"] for n in (side[h["by_driver"]], side[h["on_driver"]], h["laid"], h["parried"])
    )
    first = next((n for n, leg in enumerate(legs) if leg and leg["counts"]), 0)
    return replace(
        digest, legs=tuple(replaced(leg, hits=met if n == first else ()) for n, leg in enumerate(digest.legs))
    )


def _leg(row: _Row | None) -> PlayedLeg:
    """A leg; one that was forgotten counts for nobody."""
    if row is None:
        return PlayedLeg("", 0, frozenset(), False, 0, 0, (), (), False, False, 0, None, 0)
    words = {name: row[name].split() for name in ("rivals", "safeties", "coups_fourres", "earned")}
    has_help = row["take_backs"] > 0 or row["delegated"] > 0
    form = {"shut_outs": int("shut_out" in words["earned"]), "saved_offset_s": None}
    form |= row | words | {"has_help": has_help, "hits": ()}
    return convert([form[name] for name in PlayedLeg.__struct_fields__], PlayedLeg, strict=False)

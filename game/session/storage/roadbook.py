"""The roadbook: the kept matches' summaries and the facts of their legs in a SQLite file, for lists and statistics.

The match files are what is true; the roadbook is made from them and can be made again. There are three kinds of work:
a thread of its own reads and replays files that changed, the writer's thread alone changes the roadbook, and whoever
reads it does so through ``RoadbookReader``, in a thread too. A match that is deleted is marked as gone: what was played
stays played, so its legs count until the statistics are reset.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import reduce
from itertools import permutations
from operator import add
from pathlib import Path
from typing import Any, Final

from game.engine.attacks import Hits
from game.engine.reading import read_regular
from game.engine.record import replay
from game.engine.rules import sides_of
from game.session.facts import LegFacts, MatchFacts, facts_of
from game.session.milestones import earned_by, earned_in
from game.session.problems import Problem, ProblemCode
from game.session.storage import limits
from game.session.storage.json_codec import FormatError, players_to_json
from game.session.storage.library import MatchLibrary, is_there, problem_of, set_aside
from game.session.storage.match_file import Saved
from game.session.storage.roadbook_reader import BUSY_S
from game.session.storage.writer import Ticket, check_replaceable

VERSION: Final = 4
"""The version of the tables; a file of another one is set aside, and made anew."""
FILE_NAME: Final = "roadbook.sqlite"
_log = logging.getLogger(__name__)
_BATCH: Final = 20  # matches written at a time: between two batches the writer's thread saves the running match
_POLL_S: Final = 0.05
_LAST_S: Final = 2.0  # for the end of a file, which takes 20 ms, on a disk that hesitates
_FILE: Final = re.compile(r"([A-Za-z0-9_-]{1,64})\.json")

_SCHEMA: Final = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0,
    person TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, rules TEXT NOT NULL, seating TEXT NOT NULL,
    seats INTEGER NOT NULL, players TEXT NOT NULL, totals TEXT NOT NULL, is_over INTEGER NOT NULL, winner INTEGER,
    side INTEGER NOT NULL,
    leg_number INTEGER NOT NULL, km TEXT NOT NULL, take_backs INTEGER NOT NULL, open_cards INTEGER NOT NULL,
    target_score INTEGER, legs INTEGER, day TEXT, begun_s INTEGER NOT NULL, saved_s INTEGER NOT NULL,
    is_clean INTEGER NOT NULL, earned TEXT NOT NULL, delegated INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE unreadable (
    id TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL, why TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE legs (
    match TEXT NOT NULL, number INTEGER NOT NULL, begun_s INTEGER NOT NULL, saved_s INTEGER NOT NULL,
    person TEXT NOT NULL, rules TEXT NOT NULL, seating TEXT NOT NULL, sides INTEGER NOT NULL, rivals TEXT NOT NULL,
    counts INTEGER NOT NULL, take_backs INTEGER NOT NULL, delegated INTEGER NOT NULL,
    won INTEGER NOT NULL, points INTEGER NOT NULL, km INTEGER NOT NULL,
    safeties TEXT NOT NULL, coups_fourres TEXT NOT NULL, shut_outs INTEGER NOT NULL DEFAULT 0,
    won_extension INTEGER NOT NULL, lost_extension INTEGER NOT NULL, luck REAL, earned TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE hits (
    match TEXT NOT NULL, by_driver TEXT NOT NULL, on_driver TEXT NOT NULL, person TEXT NOT NULL, rules TEXT NOT NULL,
    seating TEXT NOT NULL, legs INTEGER NOT NULL, laid INTEGER NOT NULL, parried INTEGER NOT NULL,
    PRIMARY KEY (match, by_driver, on_driver)
) WITHOUT ROWID;
CREATE TABLE forgotten (match TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;
"""
_FROM_VERSION_3: Final = f"""
BEGIN;
ALTER TABLE legs ADD COLUMN shut_outs INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN delegated INTEGER NOT NULL DEFAULT 0;
UPDATE legs SET shut_outs = ' ' || earned || ' ' LIKE '% shut_out %';
UPDATE matches SET mtime_ns = 0;
PRAGMA user_version = {VERSION};
COMMIT;
"""
"""Makes the present tables of those of version 3, and has every match that is there read again.

What is gone keeps its one shut-out where all rivals stood, which was all that was known of them.
"""
_OF_A_MATCH: Final = ("legs", "hits")


@dataclass(frozen=True, slots=True)
class _Found:
    """A file among the kept matches, and by what it is seen to have changed."""

    id: str
    path: Path
    mtime_ns: int
    size: int


class Roadbook:
    """The roadbook of a library of matches, in the file ``path``. Nothing here waits for a disk but ``wait``."""

    def __init__(self, library: MatchLibrary, path: Path) -> None:
        self.path = path
        self.library = library
        self._refresh: Refresh | None = None

    @property
    def is_read_only(self) -> bool:
        """Whether it is another copy's, of which this one neither changes nor shows anything."""
        return self.library.is_read_only

    def refresh(self) -> Refresh:
        """Begin to take in what has changed in the folder; the one under way if there is one."""
        if self._refresh is None or self._refresh.is_done:
            self._refresh = Refresh(self.library, self.path)
        return self._refresh

    def close(self) -> None:
        """Take nothing more in: wait for the file under way; what is to be written of it, the writer still writes."""
        if self._refresh is not None:
            self._refresh.cancel()
            self._refresh.wait(_LAST_S)

    def reset(self, person: str) -> Ticket | None:
        """Let what the profile of that id has played count no more; the matches stay. None if this copy only reads."""
        if self.library.is_read_only:
            return None
        return self.library.writer.run(self.path, lambda: _reset(self.path, person))

    def note_luck(self, match: str, number: int, points: float) -> Ticket | None:
        """Keep what a review found: the points that luck brought the person in that leg. None if this copy only reads.

        A leg that is not taken in yet, or counts for nobody, stays without it.
        """
        if self.library.is_read_only:
            return None
        return self.library.writer.run(self.path, lambda: _note_luck(self.path, match, number, points))


class Refresh:
    """One taking-in: poll ``done`` of ``total`` files and ``is_done``, then read ``problems``; ``cancel`` stops it.

    What was taken in until then stays, so that the next one goes on from there.
    """

    def __init__(self, library: MatchLibrary, path: Path) -> None:
        self.done = 0
        self.total = 0
        self.problems: list[Problem] = []
        self._library = library
        self._path = path
        self._is_cancelled = threading.Event()
        self._thread = threading.Thread(target=self._work, name="roadbook", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether nothing more comes."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Stop after the file under way."""
        self._is_cancelled.set()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the end; for tests and commands, not for frames."""
        self._thread.join(timeout_s)
        return self.is_done

    def _work(self) -> None:
        if self._library.is_read_only:
            return
        try:
            self._run(self._prepare)
            self._take_in()
        except (OSError, sqlite3.Error) as error:
            self.problems.append(problem_of(ProblemCode.ROADBOOK_FAILED, self._path, error))

    def _run(self, job: Callable[[], None]) -> None:
        """Have the writer do a job, and wait for it here. Raises what it raised."""
        finished = threading.Event()

        def work() -> None:
            try:
                job()
            finally:
                finished.set()

        ticket = self._library.writer.run(self._path, work)
        while not ticket.is_done:
            finished.wait(_POLL_S)
            if self._is_cancelled.is_set():
                return  # the writer ends what it was given
        if ticket.error is not None:
            raise ticket.error

    def _prepare(self) -> None:
        problem = _make_usable(self._path)
        if problem is not None:
            self.problems.append(problem)

    def _take_in(self) -> None:
        known = _known(self._path)
        found = {file.id: file for file in _scan(self._library.matches)}
        changed = [file for file in found.values() if known.get(file.id) != (file.mtime_ns, file.size)]
        self.total = len(changed)
        gone = [id for id in known if id not in found]
        if gone:
            self._run(lambda: _mark_gone(self._path, gone))
        for start in range(0, len(changed), _BATCH):
            batch = [_entry(file) for file in self._until_cancelled(changed[start : start + _BATCH])]
            if batch:
                self._run(lambda batch=batch: _write(self._path, batch))  # type: ignore[misc]

    def _until_cancelled(self, files: Iterable[_Found]) -> Iterator[_Found]:
        for file in files:
            if self._is_cancelled.is_set():
                return
            yield file
            self.done += 1


def _scan(folder: Path) -> list[_Found]:
    """The files that bear a match's name, the oldest first."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name = _FILE.fullmatch(entry.name)
            if name is not None:
                with contextlib.suppress(OSError):
                    seen = entry.stat(follow_symlinks=False)
                    found.append(_Found(name[1], Path(entry.path), seen.st_mtime_ns, seen.st_size))
    return sorted(found, key=lambda file: (file.mtime_ns, file.id))


def _read(file: _Found) -> Saved | str:
    """The match in a file, or why it is none."""
    try:
        return replace(Saved.from_bytes(read_regular(file.path, limits.MATCH_BYTES)), id=file.id)
    except (OSError, FormatError) as error:
        return str(error)


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is written of one file: a match with its facts, or why it is none."""

    file: _Found
    saved: Saved | None
    facts: MatchFacts | None
    km: tuple[int, ...]
    why: str = ""


def _entry(file: _Found) -> _Entry:
    saved = _read(file)
    if isinstance(saved, str):
        return _Entry(file, None, None, (), saved)
    return _Entry(file, saved, facts_of(saved), _running_km(saved))


def _running_km(saved: Saved) -> tuple[int, ...]:
    """How far each side is in the running leg, empty if it is over."""
    if saved.is_over:
        return ()
    leg = replay(saved.records[-1])
    return () if leg.is_over else tuple(map(leg.km, range(len(sides_of(leg.seats, saved.setup.seating)))))


# What the writer's thread does


def _connection(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_S)


def _make_usable(path: Path) -> Problem | None:
    """Make the file if there is none; one that is broken, or of another version, is set aside, which is the problem."""
    path.parent.mkdir(parents=True, exist_ok=True)
    problem = None
    try:
        check_replaceable(path)
        why = _fault(path) if is_there(path) else ""
    except OSError as error:
        why = str(error)
    if why:
        problem = problem_of(ProblemCode.ROADBOOK_SET_ASIDE, set_aside(path), FormatError(why))
        for rest in ("-journal", "-wal", "-shm"):
            path.with_name(path.name + rest).unlink(missing_ok=True)
    if not is_there(path) or not path.stat().st_size:
        with closing(_connection(path)) as db:
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    return problem


def _fault(path: Path) -> str:
    """What is wrong with the file, empty if nothing is; one without any content is only to be filled."""
    if not path.stat().st_size:
        return ""
    try:
        with closing(_connection(path)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version == VERSION - 1:
                db.executescript(_FROM_VERSION_3)
                version = VERSION
            if version != VERSION:
                return f"expected tables of version {VERSION}, got {version}"
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            return "" if found == "ok" else str(found)
    except sqlite3.DatabaseError as error:
        return str(error)


def _known(path: Path) -> dict[str, tuple[int, int]]:
    """By what each file was seen to be as it was taken in; the gone ones are to be read again if they come back."""
    query = "SELECT id, mtime_ns, size FROM matches WHERE NOT gone UNION ALL SELECT id, mtime_ns, size FROM unreadable"
    with closing(_connection(path)) as db:
        return {id: (mtime_ns, size) for id, mtime_ns, size in db.execute(query)}


def _mark_gone(path: Path, ids: Sequence[str]) -> None:
    with closing(_connection(path)) as db, db:
        db.executemany("UPDATE matches SET gone = 1 WHERE id = ?", [(id,) for id in ids])
        db.executemany("DELETE FROM unreadable WHERE id = ?", [(id,) for id in ids])


def _reset(path: Path, person: str) -> None:
    """Forget all legs that a person has played, and the matches of it that are gone."""
    with closing(_connection(path)) as db, db:
        db.execute("INSERT OR IGNORE INTO forgotten SELECT match, number FROM legs WHERE person = ?", (person,))
        for table in _OF_A_MATCH:
            db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
        db.execute("DELETE FROM matches WHERE gone AND person = ?", (person,))


def _note_luck(path: Path, match: str, number: int, points: float) -> None:
    if not path.exists():
        return
    try:
        with closing(_connection(path)) as db, db:
            db.execute("UPDATE legs SET luck = ? WHERE match = ? AND number = ?", (points, match, number))
    except sqlite3.Error as error:  # a damaged one is made anew by the next refresh; only this is lost
        _log.warning("luck is not kept: %s", error)


def _write(path: Path, entries: Sequence[_Entry]) -> None:
    """Put what was read in the place of what is known of the same files, all of it or nothing."""
    with closing(_connection(path)) as db, db:
        for entry in entries:
            file = entry.file
            if entry.saved is None or entry.facts is None:
                seen = file.id, file.mtime_ns, file.size, entry.why
                db.execute("INSERT OR REPLACE INTO unreadable VALUES (?, ?, ?, ?)", seen)
                db.execute("UPDATE matches SET gone = 1 WHERE id = ?", (file.id,))
            else:
                db.execute("DELETE FROM unreadable WHERE id = ?", (file.id,))
                _insert(db, "matches", _match_row(file, entry.saved, entry.facts, entry.km))
                _write_legs(db, entry.facts)


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


def _insert(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    columns, values = ", ".join(row), ", ".join("?" * len(row))
    db.execute(f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({values})", tuple(row.values()))


def _match_row(file: _Found, saved: Saved, facts: MatchFacts, km: tuple[int, ...]) -> dict[str, Any]:
    setup = saved.setup
    return {
        "id": file.id,
        "mtime_ns": file.mtime_ns,
        "size": file.size,
        "person": facts.person,
        "name": saved.name,
        "kind": saved.kind.value,
        "rules": setup.rules,
        "seating": setup.seating.value,
        "seats": setup.seats,
        "players": json.dumps(players_to_json(saved.players)),
        "totals": json.dumps(saved.totals),
        "is_over": saved.is_over,
        "winner": facts.winner,
        "side": facts.side,
        "leg_number": saved.leg_number,
        "km": json.dumps(km),
        "take_backs": saved.take_backs,
        "open_cards": saved.open_cards,
        "delegated": sum(bool(leg.delegated) for leg in saved.legs),
        "target_score": setup.target_score,
        "legs": setup.legs,
        "day": saved.day and saved.day.isoformat(),
        "begun_s": saved.begun_s,
        "saved_s": saved.saved_s or file.mtime_ns // 10**9,
        "is_clean": facts.is_clean,
        "earned": " ".join(sorted(earned_by(facts))),
    }


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

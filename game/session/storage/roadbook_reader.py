"""Reads the roadbook (roadbook.py): the list of matches, the legs that count, who hit whom, and the milestones."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.engine.rules import Seating
from game.session.milestones import EarningLeg, EarningMatch, Progress, progress
from game.session.players import Player
from game.session.profiles import Figures
from game.session.storage.json_codec import PlayerForm, players_of, read
from game.session.storage.match_file import MatchKind
from game.session.storage.roadbook_tables import check_content, connect

BUSY_S: Final = 10.0
"""For how long a reader waits for the writer, and the other way round."""


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A kept match as the list of matches shows it; no leg has to be replayed for it.

    ``totals`` are by side, after the legs that are over; ``km`` how far each side is in the running leg, empty if it is
    over. ``side`` is the person's. ``delegated`` are the legs in which a bot drove for somebody. One of
    ``target_score`` and ``legs`` is None.
    """

    id: str
    name: str
    kind: MatchKind
    rules: str
    seating: Seating
    seats: int
    players: tuple[Player, ...]
    side: int
    totals: tuple[int, ...]
    is_over: bool
    winner: int | None
    leg_number: int
    km: tuple[int, ...]
    take_backs: int
    delegated: int
    open_cards: bool
    target_score: int | None
    legs: int | None
    begun_s: int
    saved_s: int


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file among the kept matches that is none, or a later version's; ``why`` is for the log and for reports."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class LegFilter:
    """Which legs are looked at: of one rule set, in one seating, of the profile with an id; None for all."""

    rules: str | None = None
    seating: Seating | None = None
    person: str | None = None


class PlayedLeg(NamedTuple):
    """A leg that counts, as the statistics need it: the person's side of it; there may be ten thousand.

    ``rivals`` are the levels of the other sides' bots, each once. ``shut_outs`` are those that the score sheet pays.
    """

    match: str
    sides: int
    rivals: frozenset[str]
    won: bool
    points: int
    km: int
    safeties: tuple[str, ...]
    coups_fourres: tuple[str, ...]
    won_extension: bool
    lost_extension: bool
    shut_outs: int
    luck: float | None
    saved_s: int


@dataclass(frozen=True, slots=True)
class MetPair:
    """How often one driver hit another: ``laid`` hazards, of them ``parried``, in ``legs`` that both played.

    The person is the empty name; a side of several seats goes by its first driver, or by the person.
    """

    by: str
    on: str
    legs: int
    laid: int
    parried: int


class RoadbookReader:
    """Reads the roadbook; for one thread. Close it in the end, or use it by ``with``.

    Raises ``OSError`` or ``sqlite3.Error``, and ``DamageError`` for what was not written like this. Whoever reads a
    file that may be damaged all the same gets any error there is: ``Roadbook.report`` makes of it what is right.
    """

    def __init__(self, path: Path) -> None:
        self._db = connect(path, mode="ro", timeout_s=BUSY_S)
        try:
            check_content(self._db)
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> RoadbookReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def summaries(self) -> list[MatchSummary]:
        """All kept matches, the one saved last first."""
        rows = self._db.execute(
            f"SELECT {', '.join(_SUMMARY)} FROM matches WHERE NOT gone ORDER BY saved_s DESC, id DESC"
        )
        return [_summary(row) for row in rows]

    def unreadable(self) -> list[Unreadable]:
        """The files that cannot be read as matches."""
        return [Unreadable(*row) for row in self._db.execute("SELECT id, why FROM unreadable ORDER BY id")]

    def legs(self, only: LegFilter = LegFilter()) -> list[PlayedLeg]:
        """The legs that count, in the order they were played."""
        rows = self._db.execute(
            "SELECT match, sides, rivals, won, points, km, safeties, coups_fourres, won_extension, lost_extension, "
            f"shut_outs, luck, saved_s FROM legs WHERE counts AND {_ONLY} ORDER BY begun_s, match, number",
            _values(only),
        )
        return [_played_leg(row) for row in rows]

    def legs_not_own(self, only: LegFilter = LegFilter()) -> int:
        """How many legs do not count since moves were taken back in them, or a bot decided for the person."""
        query = f"SELECT count(*) FROM legs WHERE (take_backs > 0 OR delegated) AND {_ONLY}"
        (count,) = self._db.execute(query, _values(only)).fetchone()
        return int(count)

    def matches_won(self, only: LegFilter = LegFilter()) -> tuple[int, int]:
        """How many matches that are over and count were won, and how many these are."""
        query = (
            "SELECT ifnull(sum(winner = side), 0), count(*) FROM matches WHERE is_clean AND is_over "
            f"AND kind = '{MatchKind.MATCH.value}' AND id NOT IN (SELECT match FROM forgotten) AND {_ONLY}"
        )
        won, over = self._db.execute(query, _values(only)).fetchone()
        return int(won), int(over)

    def figures(self) -> dict[str, Figures]:
        """What each person has done in what counts, by the id of the profile.

        A match counts once it is over, as in ``matches_won``: until then a leg with help may take it out again.
        """
        legs = self._db.execute(
            "SELECT person, sum(km), sum(length(coups_fourres) - length(replace(coups_fourres, ' ', '')) "
            "+ (coups_fourres != '')), count(*) FROM legs WHERE counts GROUP BY person"
        )
        driven = {person: (int(km), int(coups), int(count)) for person, km, coups, count in legs}
        matches = self._db.execute(
            "SELECT person, count(*), ifnull(sum(winner = side), 0) FROM matches "
            f"WHERE is_clean AND is_over AND NOT gone AND kind = '{MatchKind.MATCH.value}' "
            "AND id NOT IN (SELECT match FROM forgotten) GROUP BY person"
        )
        played = {person: (int(count), int(won)) for person, count, won in matches}
        return {
            person: Figures(*played.get(person, (0, 0)), *driven.get(person, (0, 0, 0)))
            for person in {*played, *driven}
        }

    def hits(self, only: LegFilter = LegFilter()) -> list[MetPair]:
        """Who hit whom in the legs that count, those that met most first."""
        rows = self._db.execute(
            "SELECT by_driver, on_driver, sum(legs), sum(laid), sum(parried) "
            f"FROM hits WHERE {_ONLY} GROUP BY by_driver, on_driver ORDER BY sum(legs) DESC, by_driver, on_driver",
            _values(only),
        )
        return [MetPair(*row) for row in rows]

    def milestones(self, person: str | None = None, *, school_s: int | None = None) -> dict[str, Progress]:
        """How far a person has come to each milestone; ``school_s`` is when the first lesson was finished."""
        values = _values(LegFilter(person=person))
        legs = self._db.execute(
            "SELECT saved_s, earned, km, coups_fourres FROM legs "
            f"WHERE counts AND {_ONLY} ORDER BY begun_s, match, number",
            values,
        )
        matches = self._db.execute(
            "SELECT saved_s, earned, kind, winner = side, rules, day FROM matches "
            f"WHERE is_clean AND is_over AND id NOT IN (SELECT match FROM forgotten) AND {_ONLY} ORDER BY begun_s, id",
            values,
        )
        earning = (EarningLeg(when_s, _set(earned), km, _set(coups)) for when_s, earned, km, coups in legs)
        played = (
            EarningMatch(when_s, _set(earned), kind == MatchKind.MATCH, bool(won), rules, day)
            for when_s, earned, kind, won, rules, day in matches
        )
        return progress(earning, played, school_s=school_s)


_SUMMARY: Final = tuple(MatchSummary.__dataclass_fields__)
"""The columns of a summary are called as its fields."""
_ONLY: Final = " AND ".join(f"(:{column} IS NULL OR {column} = :{column})" for column in ("rules", "seating", "person"))


def _values(only: LegFilter) -> dict[str, str | None]:
    return {"rules": only.rules, "seating": only.seating and only.seating.value, "person": only.person}


@lru_cache(10_000)
def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _summary(row: tuple[Any, ...]) -> MatchSummary:
    columns = dict(zip(_SUMMARY, row, strict=True))
    return MatchSummary(
        **columns
        | {
            "kind": MatchKind(columns["kind"]),
            "seating": Seating(columns["seating"]),
            "players": _players(columns["players"], columns["seats"]),
            "totals": tuple(json.loads(columns["totals"])),
            "km": tuple(json.loads(columns["km"])),
            "is_over": bool(columns["is_over"]),
            "open_cards": bool(columns["open_cards"]),
        }
    )


@lru_cache(1000)
def _players(text: str, seats: int) -> tuple[Player, ...]:
    """Those of one match are mostly those of many."""
    return players_of(read(json.loads(text), list[PlayerForm]), seats)


@lru_cache(10_000)
def _cards(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def _played_leg(row: tuple[Any, ...]) -> PlayedLeg:
    match, sides, rivals, won, points, km, safeties, coups, won_extension, lost_extension, shut_outs, luck, saved_s = (
        row
    )
    return PlayedLeg(
        match,
        sides,
        _set(rivals),
        bool(won),
        points,
        km,
        _cards(safeties),
        _cards(coups),
        bool(won_extension),
        bool(lost_extension),
        shut_outs,
        luck,
        saved_s,
    )

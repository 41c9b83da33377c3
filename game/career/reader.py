"""Reads the career cache (refresh.py): the list of matches, the legs that count, the hits, and the achievements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product
from operator import add
from pathlib import Path

from msgspec.structs import replace

from game.career.cache import check_content, connect, digests, summaries
from game.career.collection import COLLECTIONS, Collection
from game.career.digest import GUEST, Digest, MatchSummary, PlayedLeg, pairs_of
from game.career.ledger import FILE_NAME, Entries, Entry, read_entries
from game.career.meetings import Meetings, meetings
from game.engine.rules import Seating
from game.people.profiles import DRIVERS, Figures

BUSY_S = 10.0
"""How long a reader waits for the writer, and the writer for a reader."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file among the kept matches that holds none or is a later version's; ``why`` is for log and reports."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class LegFilter:
    """A filter for legs by rule set, seating and profile id; None matches all."""

    rules: str | None = None
    seating: Seating | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class MetPair:
    """The hits of one driver on another: ``laid`` hazards, ``parried`` of them, in ``legs`` that both played.

    The person is the empty name. Hits by and on a team's seats count for each of its drivers.
    """

    by: str
    on: str
    legs: int
    laid: int
    parried: int

    @property
    def landed(self) -> int:
        """The hazards that were not parried by a coup fourré."""
        return self.laid - self.parried


class RoadbookReader:
    """Reads the career cache and the ledger beside it, in one thread. Close it, or use it in a ``with`` block.

    ``collectors`` compute achievements from matches. Raises ``OSError`` or ``sqlite3.Error``, and ``DamageError`` for a
    damaged file. Damage that was not detected may raise any exception: ``Roadbook.read`` handles all of them.
    """

    def __init__(self, path: Path, collectors: Sequence[Collector] = ()) -> None:
        self.folder = path.parent
        self._ledger = path.with_name(FILE_NAME)
        self._collectors = collectors
        self._found: list[PlayedMatch] | None = None
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
        """Return all kept matches, the last saved first."""
        return sorted(summaries(self._db), key=lambda match: (match.saved_s, match.id), reverse=True)

    def unreadable(self) -> list[Unreadable]:
        return [
            Unreadable(*row) for row in self._db.execute("SELECT id, why FROM kept WHERE digest IS NULL ORDER BY id")
        ]

    def legs(self, only: LegFilter = LegFilter()) -> list[PlayedLeg]:
        """Return the legs that count, in the order they were played."""
        return [leg for match in self.played(only) for leg in match.counted_legs]

    def legs_not_own(self, only: LegFilter = LegFilter()) -> int:
        """Return how many legs don't count because of take-backs or a bot's decisions for the person."""
        return sum(leg.has_help for match in self.played(only) for leg in match.legs)

    def matches_won(self, only: LegFilter = LegFilter()) -> tuple[int, int]:
        """Return how many matches were won, and of how many: finished ones of several legs that count."""
        over = [match.digest.is_won for match in self.played(only) if match.is_counted and match.has_several_legs]
        return sum(over), len(over)

    def figures(self) -> dict[str, Figures]:
        """Return each person's figures over what counts, by the id of the profile."""
        found: dict[str, Figures] = {}
        for match in self.played():
            legs = match.counted_legs
            if match.legs:
                before = found.get(match.digest.person, Figures(0, 0, 0, 0))
                found[match.digest.person] = Figures(
                    before.legs + len(legs),
                    before.won + sum(leg.won for leg in legs),
                    before.km + sum(leg.km for leg in legs),
                    before.coups_fourres + sum(len(leg.coups_fourres) for leg in legs),
                    before.finished + len(match.legs),
                )
        return found

    def meetings(self) -> dict[str, dict[str, Meetings]]:
        """Return each person's record against each driver, by the id of the profile."""
        by_person = self._by_person().items()
        return {person: meetings([match.digest for match in played], DRIVERS) for person, played in by_person}

    def last_drives(self, person: str) -> dict[str, str]:
        """Return the kept match of one leg in which that person last finished each stage, by stage id."""
        kept = (match.digest for match in self.played(LegFilter(person=person)) if not match.is_gone)
        return {
            drive.stage: drive.summary.id
            for drive in kept
            if drive.stage and drive.is_driven and drive.summary.legs == 1
        }

    def drives_left(self, person: str) -> dict[str, str]:
        """Return the unfinished kept match, last begun, of each stage by that person, by stage id."""
        kept = (match.digest for match in self.played(LegFilter(person=person)) if not match.is_gone)
        return {
            drive.stage: drive.summary.id
            for drive in kept
            if drive.stage and drive.is_own and not drive.summary.is_over
        }

    def collections(self, kept: Mapping[str, Collection] | None = None) -> dict[str, Collection]:
        """Return each person's achievements by the id of the profile; ``kept`` is the content of the files if already
        read.
        """
        found = dict(COLLECTIONS.read(self.folder) if kept is None else kept)
        for person, played in self._by_person().items():
            if person != GUEST:
                for collect in self._collectors:
                    found[person] = found.get(person, Collection()) | collect(played)
        return found

    def _by_person(self) -> dict[str, list[PlayedMatch]]:
        by_person = defaultdict[str, list[PlayedMatch]](list)
        for match in self.played():
            by_person[match.digest.person].append(match)
        return by_person

    def hits(self, only: LegFilter = LegFilter()) -> list[MetPair]:
        """Return the hits between drivers in the legs that count, the most frequent pairs first."""
        met = defaultdict[tuple[str, str], list[int]](lambda: [0, 0, 0])
        for match in self.played(only):
            sides, legs = match.digest.drivers, match.counted_legs
            if not legs:
                continue
            cells = [[[len(legs), 0, 0] for _ in sides] for _ in sides]
            for by_side, on_side, laid, parried in pairs_of(chain.from_iterable([leg.hits for leg in legs])):
                counted = cells[by_side][on_side]
                counted[1] += laid
                counted[2] += parried
            for by_side, on_side in permutations(range(len(sides)), 2):
                for pair in product(sides[by_side], sides[on_side]):
                    met[pair] = [*map(add, met[pair], cells[by_side][on_side])]
        pairs = (MetPair(by, on, *counted) for (by, on), counted in met.items())
        return sorted(pairs, key=lambda pair: (-pair.legs, pair.by, pair.on))

    def played(self, only: LegFilter = LegFilter()) -> list[PlayedMatch]:
        """Return the matches that pass the filter, deleted ones too, in the order they were begun."""
        if self._found is None:
            self._found = self._read()
        return [match for match in self._found if match.is_one_of(only)]

    def _read(self) -> list[PlayedMatch]:
        """Read the cache before the ledger: so a match deleted meanwhile is neither missed nor counted twice."""
        kept, entries = digests(self._db), read_entries(self._ledger)
        ids = {digest.summary.id for digest in kept}
        gone = [entry.gone for entry in entries.values() if entry.gone is not None and entry.match not in ids]
        played = [PlayedMatch(digest, entries) for digest in kept]
        played += [PlayedMatch(digest, entries, is_gone=True) for digest in gone]
        return sorted(played, key=lambda match: (match.digest.summary.begun_s, match.digest.summary.id))


class PlayedMatch:
    """A match with the ledger's data about its legs, without the excluded ones.

    ``is_counted`` is whether the match counts as a whole; ``counted_legs`` are the legs that count. With ``is_gone``
    its file is deleted.
    """

    def __init__(self, digest: Digest, entries: Entries, *, is_gone: bool = False) -> None:
        summary, entry = digest.summary, entries.get(digest.summary.id, Entry(""))
        self.digest = digest
        self.is_gone = is_gone
        self.is_counted = digest.is_clean and summary.is_over and not entry.forgotten
        self.has_several_legs = summary.legs != 1
        legs = list(digest.legs)
        for n, (ended_s, offset_s) in enumerate(entry.ended[: len(legs)]):
            if ended_s != legs[n].saved_s or n + 1 in entry.luck:
                legs[n] = replace(legs[n], saved_s=ended_s, saved_offset_s=offset_s, luck=entry.luck.get(n + 1))
        self.legs = legs[entry.forgotten :]
        self.counted_legs = [leg for leg in self.legs if not leg.has_help] if digest.is_own else []

    def is_one_of(self, only: LegFilter) -> bool:
        match = self.digest.summary
        return (
            only.rules in (None, match.rules)
            and only.seating in (None, match.seating)
            and only.person in (None, self.digest.person)
        )


Collector = Callable[[Sequence[PlayedMatch]], Collection]
"""A feature's function that computes the lasting achievements from one person's matches, in the order begun."""

"""Reads the roadbook (refresh.py): the list of matches, the legs that count, who hit whom, and the milestones."""

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
"""For how long a reader waits for the writer, and the other way round."""


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


@dataclass(frozen=True, slots=True)
class MetPair:
    """How often one driver hit another: ``laid`` hazards, of them ``parried``, in ``legs`` that both played.

    The person is the empty name. What a team's seats do counts for each who drives for it, and so does what hits them.
    """

    by: str
    on: str
    legs: int
    laid: int
    parried: int

    @property
    def landed(self) -> int:
        """How many hit: what is answered by a coup fourré hits nobody."""
        return self.laid - self.parried


class RoadbookReader:
    """Reads the roadbook, and the ledger beside it; for one thread. Close it in the end, or use it by ``with``.

    ``collectors`` say what matches add to what was achieved. Raises ``OSError`` or ``sqlite3.Error``, and
    ``DamageError`` for what was not written like this. Whoever reads a file that may be damaged all the same gets any
    error there is: ``Roadbook.read`` makes of it what is right.
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
        """All kept matches, the one saved last first."""
        return sorted(summaries(self._db), key=lambda match: (match.saved_s, match.id), reverse=True)

    def unreadable(self) -> list[Unreadable]:
        """The files that cannot be read as matches."""
        return [
            Unreadable(*row) for row in self._db.execute("SELECT id, why FROM kept WHERE digest IS NULL ORDER BY id")
        ]

    def legs(self, only: LegFilter = LegFilter()) -> list[PlayedLeg]:
        """The legs that count, in the order they were played."""
        return [leg for match in self.played(only) for leg in match.counted_legs]

    def legs_not_own(self, only: LegFilter = LegFilter()) -> int:
        """How many legs do not count since moves were taken back in them, or a bot decided for the person."""
        return sum(leg.has_help for match in self.played(only) for leg in match.legs)

    def matches_won(self, only: LegFilter = LegFilter()) -> tuple[int, int]:
        """How many matches of several legs that are over and count were won, and how many these are."""
        over = [match.digest.is_won for match in self.played(only) if match.is_counted and match.has_several_legs]
        return sum(over), len(over)

    def figures(self) -> dict[str, Figures]:
        """What each person has done in what counts, by the id of the profile."""
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
        """How each person stands against each driver, by the id of the profile."""
        by_person = self._by_person().items()
        return {person: meetings([match.digest for match in played], DRIVERS) for person, played in by_person}

    def last_drives(self, person: str) -> dict[str, str]:
        """The kept match in which that person drove each stage of one leg last, by the id of the stage."""
        kept = (match.digest for match in self.played(LegFilter(person=person)) if not match.is_gone)
        return {
            drive.stage: drive.summary.id
            for drive in kept
            if drive.stage and drive.is_driven and drive.summary.legs == 1
        }

    def drives_left(self, person: str) -> dict[str, str]:
        """The kept match begun last in which that person left each stage under way, by the id of the stage."""
        kept = (match.digest for match in self.played(LegFilter(person=person)) if not match.is_gone)
        return {
            drive.stage: drive.summary.id
            for drive in kept
            if drive.stage and drive.is_own and not drive.summary.is_over
        }

    def collections(self, kept: Mapping[str, Collection] | None = None) -> dict[str, Collection]:
        """What each person has earned at any time, by the id of the profile; ``kept`` is what the files have of it."""
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
        """Who hit whom in the legs that count, those that met most first."""
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
        """The matches that the filter lets through, deleted ones too, in the order in which they were begun."""
        if self._found is None:
            self._found = self._read()
        return [match for match in self._found if match.is_one_of(only)]

    def _read(self) -> list[PlayedMatch]:
        """All that is kept, then what is gone: so nothing is missed that goes meanwhile, nor counted twice."""
        kept, entries = digests(self._db), read_entries(self._ledger)
        ids = {digest.summary.id for digest in kept}
        gone = [entry.gone for entry in entries.values() if entry.gone is not None and entry.match not in ids]
        played = [PlayedMatch(digest, entries) for digest in kept]
        played += [PlayedMatch(digest, entries, is_gone=True) for digest in gone]
        return sorted(played, key=lambda match: (match.digest.summary.begun_s, match.digest.summary.id))


class PlayedMatch:
    """A match with what the ledger knows of its legs, those left out that count no more.

    ``is_counted`` says whether the match counts as a whole, ``counted_legs`` are the legs that count by themselves.
    With ``is_gone`` its file is deleted.
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
        """Whether the filter lets it through."""
        match = self.digest.summary
        return (
            only.rules in (None, match.rules)
            and only.seating in (None, match.seating)
            and only.person in (None, self.digest.person)
        )


Collector = Callable[[Sequence[PlayedMatch]], Collection]
"""What a feature makes of all matches of one person, in the order in which they were begun, to be kept for ever."""

"""Reads the career cache (career.py): the list of matches, the legs that count, the attacks, and the achievements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, permutations, product
from operator import add, or_
from pathlib import Path

from msgspec.structs import replace

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.cache import all_stats, check_content, connect, summaries
from game.career.head_to_head import HeadToHead, head_to_head
from game.career.ledger import FILE_NAME, LedgerEntries, LedgerEntry, read_entries
from game.career.match_stats import IMPORTED, LegStats, MatchStats, MatchSummary, hits_by_pair
from game.engine.rules import Seating
from game.people.profiles import DRIVERS, PersonTotals

BUSY_S = 10.0
"""How many seconds a reader waits for the writer, and the writer for a reader."""


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file among the kept matches that holds no match, or one of a later version.

    ``why`` is the reason for log and reports.
    """

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class LegFilter:
    """Selects legs by rule set, seating and profile id; None accepts all."""

    rules: str | None = None
    seating: Seating | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class HitCount:
    """The hazards that one driver laid on another in ``legs`` that both played; some were ``parried``.

    A person has the empty name. Hazards by and on a team's seats count for each of its drivers.
    """

    by: str
    on: str
    legs: int
    laid: int
    parried: int

    @property
    def landed(self) -> int:
        """The number of hazards that were not parried by a coup fourré."""
        return self.laid - self.parried


class CareerReader:
    """Reads the career cache and the ledger beside it, in one thread. Close it, or use it in a ``with`` block.

    ``achievement_sources`` compute achievements from matches. Raises ``OSError`` or ``sqlite3.Error``, and
    ``DamageError`` for a damaged file. Damage that was not detected may raise any exception: ``Career.read`` handles
    all of them.
    """

    def __init__(self, path: Path, achievement_sources: Sequence[AchievementSource] = ()) -> None:
        self.folder = path.parent
        self._ledger = path.with_name(FILE_NAME)
        self._collectors = achievement_sources
        self._found: list[PlayedMatch] | None = None
        self._db = connect(path, mode="ro", timeout_s=BUSY_S)
        try:
            check_content(self._db)
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> CareerReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def summaries(self) -> list[MatchSummary]:
        """Return the summaries of all kept matches, the one saved last first."""
        return sorted(summaries(self._db), key=lambda match: (match.saved_s, match.id), reverse=True)

    def unreadable(self) -> list[UnreadableFile]:
        return [
            UnreadableFile(*row)
            for row in self._db.execute("SELECT id, why FROM kept WHERE digest IS NULL ORDER BY id")
        ]

    def legs(self, only: LegFilter = LegFilter()) -> list[LegStats]:
        """Return the legs that count, in the order in which they were played."""
        return [leg for match in self.matches(only) for leg in match.counted_legs]

    def helped_leg_count(self, only: LegFilter = LegFilter()) -> int:
        """Return how many legs don't count because of take-backs or because a bot decided for the person."""
        return sum(leg.has_help for match in self.matches(only) for leg in match.legs)

    def matches_won(self, only: LegFilter = LegFilter()) -> tuple[int, int]:
        """Return how many matches were won, and how many were played.

        Only finished matches that count and have several legs are included.
        """
        over = [match.digest.is_won for match in self.matches(only) if match.is_counted and match.has_several_legs]
        return sum(over), len(over)

    def figures(self) -> dict[str, PersonTotals]:
        """Return each person's totals over the legs that count, by the id of the profile."""
        found: dict[str, PersonTotals] = {}
        for match in self.matches():
            legs = match.counted_legs
            if match.legs:
                before = found.get(match.digest.person, PersonTotals(0, 0, 0, 0))
                found[match.digest.person] = PersonTotals(
                    before.legs + len(legs),
                    before.won + sum(leg.won for leg in legs),
                    before.km + sum(leg.km for leg in legs),
                    before.coups_fourres + sum(len(leg.coups_fourres) for leg in legs),
                    before.finished + len(match.legs),
                )
        return found

    def head_to_head(self) -> dict[str, dict[str, HeadToHead]]:
        """Return each person's results by the id of the profile, and against each driver by the driver's name."""
        by_person = self._by_person().items()
        return {person: head_to_head([match.digest for match in played], DRIVERS) for person, played in by_person}

    def last_stage_matches(self, person: str) -> dict[str, str]:
        """Return the ids of kept matches by stage id: the match in which that person last finished the stage.

        Only stages of one leg are included.
        """
        kept = (match.digest for match in self.matches(LegFilter(person=person)) if not match.is_gone)
        return {
            drive.stage: drive.summary.id
            for drive in kept
            if drive.stage and drive.is_finished_stage and drive.summary.legs == 1
        }

    def unfinished_stage_matches(self, person: str) -> dict[str, str]:
        """Return the ids of kept matches by stage id: the unfinished match of that stage that the person began last."""
        kept = (match.digest for match in self.matches(LegFilter(person=person)) if not match.is_gone)
        return {
            drive.stage: drive.summary.id
            for drive in kept
            if drive.stage and drive.counts_for_person and not drive.summary.is_over
        }

    def achievements(self, kept: Mapping[str, Achievements] | None = None) -> dict[str, Achievements]:
        """Return each person's achievements, by the id of the profile.

        ``kept`` is the content of the achievement files if they were already read.
        """
        found = dict(ACHIEVEMENT_FILES.read_all(self.folder) if kept is None else kept)
        for person, played in self._by_person().items():
            if person != IMPORTED:
                found[person] = add_earned(found.get(person, Achievements()), self._collectors, played)
        return found

    def _by_person(self) -> dict[str, list[PlayedMatch]]:
        by_person = defaultdict[str, list[PlayedMatch]](list)
        for match in self.matches():
            by_person[match.digest.person].append(match)
        return by_person

    def hit_counts(self, only: LegFilter = LegFilter()) -> list[HitCount]:
        """Return the attacks between drivers in the legs that count, the pairs with the most legs first."""
        met = defaultdict[tuple[str, str], list[int]](lambda: [0, 0, 0])
        for match in self.matches(only):
            sides, legs = match.digest.drivers, match.counted_legs
            if not legs:
                continue
            cells = [[[len(legs), 0, 0] for _ in sides] for _ in sides]
            for by_side, on_side, laid, parried in hits_by_pair(chain.from_iterable([leg.hits for leg in legs])):
                counted = cells[by_side][on_side]
                counted[1] += laid
                counted[2] += parried
            for by_side, on_side in permutations(range(len(sides)), 2):
                for pair in product(sides[by_side], sides[on_side]):
                    met[pair] = [*map(add, met[pair], cells[by_side][on_side])]
        pairs = (HitCount(by, on, *counted) for (by, on), counted in met.items())
        return sorted(pairs, key=lambda pair: (-pair.legs, pair.by, pair.on))

    def matches(self, only: LegFilter = LegFilter()) -> list[PlayedMatch]:
        """Return the matches that pass the filter, also deleted ones, in the order in which they were begun."""
        if self._found is None:
            self._found = self._read()
        return [match for match in self._found if match.passes(only)]

    def _read(self) -> list[PlayedMatch]:
        """Read the cache before the ledger, so that a match deleted meanwhile is neither missed nor counted twice."""
        kept, entries = all_stats(self._db), read_entries(self._ledger)
        ids = {digest.summary.id for digest in kept}
        gone = [entry.gone for entry in entries.values() if entry.gone is not None and entry.match not in ids]
        played = [PlayedMatch(digest, entries) for digest in kept]
        played += [PlayedMatch(digest, entries, is_gone=True) for digest in gone]
        return sorted(played, key=lambda match: (match.digest.summary.begun_s, match.digest.summary.id))


class PlayedMatch:
    """A match with the ledger's data about its legs; legs that a reset has excluded are left out.

    ``is_counted`` is whether the match counts as a whole; ``counted_legs`` are the legs that count. With ``is_gone``
    its file is deleted.
    """

    def __init__(self, digest: MatchStats, entries: LedgerEntries, *, is_gone: bool = False) -> None:
        summary, entry = digest.summary, entries.get(digest.summary.id, LedgerEntry(""))
        self.digest = digest
        self.is_gone = is_gone
        self.is_counted = digest.is_unassisted and summary.is_over and not entry.forgotten
        self.has_several_legs = summary.legs != 1
        legs = list(digest.legs)
        for n, (ended_s, offset_s) in enumerate(entry.ended[: len(legs)]):
            if ended_s != legs[n].saved_s or n + 1 in entry.luck:
                legs[n] = replace(legs[n], saved_s=ended_s, saved_offset_s=offset_s, luck=entry.luck.get(n + 1))
        self.legs = legs[entry.forgotten :]
        self.counted_legs = [leg for leg in self.legs if not leg.has_help] if digest.counts_for_person else []

    def passes(self, only: LegFilter) -> bool:
        match = self.digest.summary
        return (
            only.rules in (None, match.rules)
            and only.seating in (None, match.seating)
            and only.person in (None, self.digest.person)
        )


AchievementSource = Callable[[Sequence[PlayedMatch]], Iterable[Achievements]]
"""A feature's function that computes achievements from one person's matches, in the order in which they count."""


def add_earned(
    kept: Achievements, sources: Iterable[AchievementSource], matches: Sequence[PlayedMatch]
) -> Achievements:
    """Return the kept achievements of a person with those that these matches have earned."""
    return reduce(or_, chain.from_iterable(collect(matches) for collect in sources), kept)

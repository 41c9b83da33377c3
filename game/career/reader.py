"""Reads the career: the list of matches, the legs that count, and the achievements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_

from msgspec.structs import replace

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.cache import MatchCache
from game.career.head_to_head import HeadToHead, head_to_head
from game.career.ledger import LEDGER_FILES, LedgerEntry
from game.career.match_stats import IMPORTED, LegStats, MatchStats, MatchSummary
from game.career.person_file import PersonFiles
from game.engine.rules import Seating
from game.people.drivers import DRIVERS
from game.people.profiles import PersonTotals


@dataclass(frozen=True, slots=True)
class LegFilter:
    """Selects legs by rule set, seating and profile id; None accepts all."""

    rules: str | None = None
    seating: Seating | None = None
    person: str | None = None


class CareerReader:
    """Reads the cache and the files of record, each when it is asked for.

    ``achievement_sources`` compute achievements from matches. Raises what the methods of ``MatchCache`` raise.
    """

    def __init__(
        self, cache: MatchCache, files: PersonFiles, achievement_sources: Sequence[AchievementSource] = ()
    ) -> None:
        self.files = files
        self._cache = cache
        self._sources = achievement_sources
        self._found: list[PlayedMatch] | None = None

    def summaries(self) -> list[MatchSummary]:
        """Return the summaries of all kept matches, the one saved last first."""
        return sorted(self._cache.summaries(), key=lambda match: (match.saved_s, match.id), reverse=True)

    def unreadable(self) -> list[str]:
        """Return the ids of the kept files that hold no match."""
        return self._cache.unreadable()

    def legs(self, only: LegFilter = LegFilter()) -> list[LegStats]:
        """Return the legs that count, in the order in which they were played."""
        return [leg for match in self.matches(only) for leg in match.counted_legs]

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
        """Return each person's results by the id of the profile, and against each driver by the driver's name.

        Matches that a reset has excluded do not count.
        """
        by_person = self._by_person().items()
        return {
            person: head_to_head([match.digest for match in played if match.legs], DRIVERS)
            for person, played in by_person
        }

    def achievements(self, kept: Mapping[str, Achievements] | None = None) -> dict[str, Achievements]:
        """Return each person's achievements, by the id of the profile.

        ``kept`` is the content of the achievement files if they were already read.
        """
        found = dict(self.files.read_all(ACHIEVEMENT_FILES) if kept is None else kept)
        for person, played in self._by_person().items():
            if person != IMPORTED:
                found[person] = add_earned(found.get(person, Achievements()), self._sources, played)
        return found

    def _by_person(self) -> dict[str, list[PlayedMatch]]:
        by_person = defaultdict[str, list[PlayedMatch]](list)
        for match in self.matches():
            by_person[match.digest.person].append(match)
        return by_person

    def matches(self, only: LegFilter = LegFilter()) -> list[PlayedMatch]:
        """Return the matches that pass the filter, also deleted ones, in the order in which they were begun."""
        if self._found is None:
            self._found = self._read()
        return [match for match in self._found if match.passes(only)]

    def _read(self) -> list[PlayedMatch]:
        """Read the cache before the ledgers, so that a match deleted meanwhile is neither missed nor counted twice."""
        kept, ledgers = self._cache.stats(), self.files.read_all(LEDGER_FILES)
        entries = {(person, id): entry for person, ledger in ledgers.items() for id, entry in ledger.matches.items()}
        played = [PlayedMatch(digest, entries.pop((digest.person, digest.summary.id), None)) for digest in kept]
        ids = {digest.summary.id for digest in kept}
        for (person, id), entry in entries.items():
            if entry.gone is not None and entry.gone.person == person and id not in ids:
                played.append(PlayedMatch(entry.gone, entry, is_gone=True))
        return sorted(played, key=lambda match: (match.digest.summary.begun_s, match.digest.summary.id))


class PlayedMatch:
    """A match with the ledger's data about its legs; legs that a reset has excluded are left out.

    ``is_counted`` is whether the match counts as a whole; ``counted_legs`` are the legs that count. ``last_ended_s`` is
    when the last leg was first seen finished, even if a reset has excluded it; 0 if none was. With ``is_gone`` its file
    is deleted.
    """

    def __init__(self, digest: MatchStats, entry: LedgerEntry | None = None, *, is_gone: bool = False) -> None:
        entry = entry or LedgerEntry()
        if entry.gone is not None and len(entry.gone.legs) > len(digest.legs):
            digest = entry.gone  # the file is an earlier state, from an older export
        summary, self.digest = digest.summary, digest
        self.is_gone = is_gone
        self.is_counted = digest.is_unassisted and summary.is_over and not entry.forgotten
        self.has_several_legs = summary.legs != 1
        legs = list(digest.legs)
        for n, (ended_s, offset_s) in enumerate(entry.ended[: len(legs)]):
            if ended_s != legs[n].saved_s or n + 1 in entry.luck:
                legs[n] = replace(legs[n], saved_s=ended_s, saved_offset_s=offset_s, luck=entry.luck.get(n + 1))
        self.last_ended_s = legs[-1].saved_s if legs else 0
        self.legs = legs[entry.forgotten :]
        self.counted_legs = [leg for leg in self.legs if not leg.has_help] if digest.counts_for_person else []

    @property
    def is_unfinished(self) -> bool:
        """Whether the match is kept, counts for its person, and can be continued."""
        return not self.is_gone and self.digest.counts_for_person and not self.digest.summary.is_over

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

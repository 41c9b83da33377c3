"""The ledger: a file of record with what was played and is in no match file; statistics are made from both.

It knows of each match when its legs were first seen finished, how many of them a reset has excluded, the luck found by
reviews, and the digest (match_stats.py) of a match whose file is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Annotated, Self

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from game.career.match_stats import MatchStats
from game.career.person_file import PersonFile, RecordForm
from game.files import limits
from game.files.problems import ProblemCode

_Points = Annotated[float, Meta(ge=-limits.MAX_POINTS, le=limits.MAX_POINTS)]
_Count = Annotated[int, Meta(ge=0, le=limits.MAX_LEGS_PLAYED)]


class LedgerEntry(Struct, frozen=True, omit_defaults=True):
    """What is known about a match and is not in its file.

    ``ended_s`` are the times when its legs were first seen finished, in seconds since 1970, ``ended_offsets_s`` the UTC
    offsets of local time then, where known. The first ``forgotten`` legs don't count any more. ``luck`` are the points
    due to luck, by the number of the leg. ``gone`` is the digest of a match whose file is gone; if the file is there
    again, it has priority.
    """

    ended_s: Annotated[tuple[limits.UnixSeconds, ...], Meta(max_length=limits.MAX_LEGS_PLAYED)] = ()
    forgotten: _Count = 0
    luck: Annotated[dict[limits.LegNumber, _Points], Meta(max_length=limits.MAX_LEGS_PLAYED)] = {}
    gone: MatchStats | None = None
    ended_offsets_s: tuple[limits.UtcOffset | None, ...] = ()

    def __post_init__(self) -> None:
        if len(self.ended_offsets_s) > len(self.ended_s):
            raise ValueError("ended_offsets_s: expected no more than moments")

    @classmethod
    def of(cls, digest: MatchStats, *, is_gone: bool = False) -> LedgerEntry:
        """Return what a match adds to the ledger; ``is_gone`` is whether its file is gone."""
        return cls(
            tuple(leg.saved_s for leg in digest.legs),
            ended_offsets_s=tuple(leg.saved_offset_s for leg in digest.legs),
            gone=digest if is_gone and digest.legs else None,
        )

    @property
    def ended(self) -> list[tuple[int, int | None]]:
        """When each leg was first seen finished, in seconds since 1970, with the UTC offset in seconds."""
        return list(zip_longest(self.ended_s, self.ended_offsets_s))

    def __or__(self, other: LedgerEntry) -> LedgerEntry:
        """Return what both know; the first times of this entry's legs stay, and so does every reset."""
        ended = [*self.ended, *other.ended[len(self.ended_s) :]]
        known = [digest for digest in (self.gone, other.gone) if digest is not None]
        return LedgerEntry(
            tuple(ended_s for ended_s, _ in ended),
            max(self.forgotten, other.forgotten),
            {**other.luck, **self.luck},
            max(known, key=lambda digest: len(digest.legs), default=None),
            tuple(offset_s for _, offset_s in ended),
        )


class Ledger(RecordForm, frozen=True):
    """One person's ledger: the entries by match id."""

    matches: dict[limits.MatchId, LedgerEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if any(entry.gone is not None and entry.gone.summary.id != id for id, entry in self.matches.items()):
            raise ValueError("gone: expected the digest of that match")

    def parts(self) -> Iterable[Self]:
        return (type(self)({id: entry}) for id, entry in self.matches.items())

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        together: dict[str, LedgerEntry] = {}
        for part in parts:
            for id, entry in part.matches.items():
                together[id] = together[id] | entry if id in together else entry
        return cls(together)

    @classmethod
    def of(cls, digests: Iterable[MatchStats], *, are_gone: bool = False) -> Self:
        """Return what these matches add to the ledger; ``are_gone`` is whether their files are gone."""
        return cls({one.summary.id: LedgerEntry.of(one, is_gone=are_gone) for one in digests if one.legs})

    def with_luck(self, match: str, number: int, points: float) -> Self:
        """Return the ledger with the points due to luck in a leg; ``number`` is that of the leg, from 1."""
        entry = self.matches.get(match, LedgerEntry())
        return type(self)({**self.matches, match: replace(entry, luck={**entry.luck, number: points})})

    def with_all_forgotten(self) -> Self:
        """Return the ledger after a reset: no leg so far counts, and the digests of deleted matches are dropped."""
        return type(self)(
            {
                id: replace(entry, forgotten=max(entry.forgotten, len(entry.ended_s)), gone=None)
                for id, entry in self.matches.items()
            }
        )


LEDGER_FILES = PersonFile("ledger", Ledger, limits.LEDGER_BYTES, ProblemCode.LEDGER_QUARANTINED)
"""The ledgers, one per person."""

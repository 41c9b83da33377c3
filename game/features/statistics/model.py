"""The figures of the legs that count: what was won against whom, points leg by leg, safeties, and who hits whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from game.career.digest import PlayedLeg
from game.career.reader import LegFilter, MetPair, RoadbookReader
from game.people.players import LEVELS

MIXED = "mixed"
"""The level of rivals that are not all of one."""
SHOWN_LEGS = 50
"""So many legs, the last ones, are shown one by one."""
MEAN_OF = 10
MEAN_FROM = 5
"""The mean is that of the last ten legs, and begins with the fifth."""


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """How many legs were won of those against rivals of one level, or of several."""

    level: str
    won: int
    legs: int

    @property
    def share(self) -> float:
        """The part won."""
        return self.won / self.legs if self.legs else 0.0


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures of some legs. ``since_s`` is when the first of them was over, in seconds since 1970, and
    ``since_offset_s`` how far local time was from UTC then; None where nobody knows.

    ``levels`` has every level and, if there were such legs, ``MIXED``. ``equal_share`` is what would be won among
    equals, ``sides`` how many these are, None if not always as many. ``points`` are those of the last legs, ``means``
    the running means after each of them, None for the very first ones. ``streak`` is the longest row of legs won,
    ``running_streak`` the present one. ``laid`` and ``coups_fourres`` are by safety. ``luck`` is the points that luck
    brought a leg, None where no leg was looked at for it. ``matches_over`` are those of several legs. Legs with
    take-backs, or delegated to a bot, are in none of all that; ``legs_not_own`` is how many these are.
    """

    legs: int
    won: int
    since_s: int | None
    levels: tuple[LevelRecord, ...]
    equal_share: float
    sides: int | None
    points: tuple[int, ...]
    means: tuple[float | None, ...]
    best_points: int
    streak: int
    running_streak: int
    km: int
    laid: Counter[str]
    coups_fourres: Counter[str]
    shut_outs: int
    won_extensions: int
    lost_extensions: int
    luck: float | None
    pairs: tuple[MetPair, ...]
    legs_not_own: int = 0
    won_matches: int = 0
    matches_over: int = 0
    since_offset_s: int | None = None


def read_statistics(reader: RoadbookReader, only: LegFilter) -> Statistics:
    """The statistics of some of the legs."""
    won, over = reader.matches_won(only)
    found = statistics_of(reader.legs(only), reader.hits(only))
    return replace(found, legs_not_own=reader.legs_not_own(only), won_matches=won, matches_over=over)


def statistics_of(legs: Sequence[PlayedLeg], pairs: Iterable[MetPair] = ()) -> Statistics:
    """The statistics of these legs, which come in the order they were played."""
    rows = [len(list(row)) for won, row in groupby(legs, lambda leg: leg.won) if won]
    lucky = [leg.luck for leg in legs if leg.luck is not None]
    sides = {leg.sides for leg in legs}
    first = min((leg for leg in legs if leg.saved_s), key=lambda leg: leg.saved_s, default=None)
    return Statistics(
        legs=len(legs),
        won=sum(leg.won for leg in legs),
        since_s=None if first is None else first.saved_s,
        since_offset_s=None if first is None else first.saved_offset_s,
        levels=_levels(legs),
        equal_share=sum(1 / leg.sides for leg in legs) / len(legs) if legs else 0.0,
        sides=sides.pop() if len(sides) == 1 else None,
        points=tuple(leg.points for leg in legs[-SHOWN_LEGS:]),
        means=_means([leg.points for leg in legs]),
        best_points=max((leg.points for leg in legs), default=0),
        streak=max(rows, default=0),
        running_streak=rows[-1] if legs and legs[-1].won else 0,
        km=sum(leg.km for leg in legs),
        laid=Counter(card for leg in legs for card in leg.safeties),
        coups_fourres=Counter(card for leg in legs for card in leg.coups_fourres),
        shut_outs=sum(leg.shut_outs for leg in legs),
        won_extensions=sum(leg.won_extension for leg in legs),
        lost_extensions=sum(leg.lost_extension for leg in legs),
        luck=sum(lucky) / len(lucky) if lucky else None,
        pairs=tuple(pairs),
    )


def _levels(legs: Iterable[PlayedLeg]) -> tuple[LevelRecord, ...]:
    played, won = Counter[str](), Counter[str]()
    for leg in legs:
        level = next(iter(leg.rivals)) if len(leg.rivals) == 1 and not leg.rivals.isdisjoint(LEVELS) else MIXED
        played[level] += 1
        won[level] += leg.won
    shown = (*LEVELS, MIXED) if played[MIXED] else LEVELS
    return tuple(LevelRecord(level, won[level], played[level]) for level in shown)


def _means(points: Sequence[int]) -> tuple[float | None, ...]:
    """The mean after each of the last legs."""
    first = max(0, len(points) - SHOWN_LEGS)
    windows = (points[max(0, end - MEAN_OF) : end] for end in range(first + 1, len(points) + 1))
    return tuple(sum(window) / len(window) if len(window) >= MEAN_FROM else None for window in windows)

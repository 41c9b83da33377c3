"""The numbers of the statistics: legs won by level of the rivals, points, safeties, and who hits whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, permutations, product
from operator import add

from game.career.match_stats import LegStats, hits_by_pair
from game.career.reader import CareerReader, LegFilter, PlayedMatch
from game.people.players import LEVELS

MIXED = "mixed"
"""The level under which legs are counted whose rivals had different levels."""
SHOWN_LEGS = 50
"""This many of the last legs are shown one by one."""
MEAN_LEGS = 10
LEAST_MEAN_LEGS = 5
"""The moving average covers the last ten legs, and is shown once there are five."""


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """How many legs were won and played against rivals of one level, or of different levels (``MIXED``)."""

    level: str
    won: int
    legs: int

    @property
    def share(self) -> float:
        """The share of the legs that were won, from 0 to 1."""
        return self.won / self.legs if self.legs else 0.0


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


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a person's legs.

    ``since_s`` is when the first leg ended, in seconds since 1970; ``since_offset_s`` is the local time's offset from
    UTC then, in seconds, or None if unknown. ``levels`` has an entry for every level, and for ``MIXED`` if there were
    such legs. ``equal_share`` is the share of legs that equally good players would win; ``sides`` is the number of
    sides, or None if it varies. ``points`` are the points of the last legs, ``means`` the moving average after each of
    them, or None while there are too few legs. ``streak`` is the longest row of legs won, ``running_streak`` the row
    that has not ended. ``laid`` and ``coups_fourres`` count plays by the safety's id. ``luck`` is how many points a leg
    luck brought on average, or None if no leg was reviewed for it. ``matches_over`` counts finished matches of several
    legs, ``legs_by_house_rules`` those legs of all in which house rules were on. Legs with take-backs or played by a
    bot are only counted in ``legs_not_own``.
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
    hit_counts: tuple[HitCount, ...]
    legs_not_own: int = 0
    legs_by_house_rules: int = 0
    won_matches: int = 0
    matches_over: int = 0
    since_offset_s: int | None = None


def read_statistics(reader: CareerReader, only: LegFilter) -> Statistics:
    """Read the statistics of the legs that the filter ``only`` selects."""
    matches = reader.matches(only)
    over = [match.digest.is_won for match in matches if match.is_counted and match.has_several_legs]
    helped = sum(leg.has_help for match in matches if match.digest.counts_for_person for leg in match.legs)
    found = statistics_of(reader.legs(only), hit_counts(matches))
    ours = sum(len(match.counted_legs) for match in matches if match.digest.summary.house_rules)
    return replace(found, legs_not_own=helped, legs_by_house_rules=ours, won_matches=sum(over), matches_over=len(over))


def hit_counts(matches: Iterable[PlayedMatch]) -> list[HitCount]:
    """Return the attacks between drivers in the legs that count, the pairs with the most legs first."""
    met = defaultdict[tuple[str, str], list[int]](lambda: [0, 0, 0])
    for match in matches:
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


def statistics_of(legs: Sequence[LegStats], pairs: Iterable[HitCount] = ()) -> Statistics:
    """Return the statistics of these legs, given in the order of play; ``pairs`` count the hits."""
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
        hit_counts=tuple(pairs),
    )


def _levels(legs: Iterable[LegStats]) -> tuple[LevelRecord, ...]:
    played, won = Counter[str](), Counter[str]()
    for leg in legs:
        level = next(iter(leg.rivals)) if len(leg.rivals) == 1 and not leg.rivals.isdisjoint(LEVELS) else MIXED
        played[level] += 1
        won[level] += leg.won
    shown = (*LEVELS, MIXED) if played[MIXED] else LEVELS
    return tuple(LevelRecord(level, won[level], played[level]) for level in shown)


def _means(points: Sequence[int]) -> tuple[float | None, ...]:
    """Return the moving average after each of the last legs, or None where there are too few legs for it."""
    first = max(0, len(points) - SHOWN_LEGS)
    windows = (points[max(0, end - MEAN_LEGS) : end] for end in range(first + 1, len(points) + 1))
    return tuple(sum(window) / len(window) if len(window) >= LEAST_MEAN_LEGS else None for window in windows)

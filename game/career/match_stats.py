"""The digest of a kept match: the data for list, statistics and milestones, from one replay of its records.

It is kept in the career cache, so that the records need not be replayed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, permutations
from typing import Annotated, Final

from msgspec import Meta
from msgspec.json import Decoder
from msgspec.structs import asdict

from game.career.facts import Count, Km, LegFacts, SideFacts, leg_facts
from game.engine.moves import MAX_SEATS
from game.engine.rules import Seating, side_of, sides_of
from game.engine.setup import MatchSetup
from game.files import limits
from game.match.forms import RulesId
from game.match.match_file import MatchKind, SavedMatch
from game.match.progress import leg_deal
from game.people.players import Player, check_seated
from game.people.profiles import FIRST_PROFILE, PROFILE_ID_PATTERN

SideIndex = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A kept match as the list of matches shows it, for which no leg is replayed.

    ``totals`` are by side, after the finished legs; ``km`` the distances in the running leg, and at the end of a match
    of one leg; empty after a leg of a longer match. ``side`` is the person's. ``delegated`` counts the legs in which a
    bot played for a person, ``house_rules`` names those that are on. One of ``target_score`` and ``legs`` is None.
    ``day`` is the date of a deal of the day, ``stage`` the id of a tour stage, ``deal`` the code of the numbered deal
    in a match of one leg. ``begun_offset_s`` and ``saved_offset_s`` are UTC offsets of local time, None if unknown.
    """

    id: limits.MatchId
    name: limits.Name
    kind: MatchKind
    rules: RulesId
    seating: Seating
    seats: int
    players: tuple[Player, ...]
    side: SideIndex
    totals: tuple[limits.Points, ...]
    is_over: bool
    winner: SideIndex | None
    leg_number: limits.LegNumber
    km: tuple[Km, ...]
    take_backs: Annotated[int, Meta(ge=0, le=limits.MAX_TAKE_BACKS * limits.MAX_LEGS_PLAYED)]
    delegated: Count
    open_cards: bool
    target_score: limits.TargetScore | None
    legs: limits.Legs | None
    begun_s: limits.UnixSeconds
    saved_s: limits.UnixSeconds
    stage: limits.StageId | None = None
    day: date | None = None
    deal: limits.EnumWord | None = None
    house_rules: tuple[limits.EnumWord, ...] = ()
    begun_offset_s: limits.UtcOffset | None = None
    saved_offset_s: limits.UtcOffset | None = None

    def __post_init__(self) -> None:
        setup = MatchSetup(self.rules, self.seating, self.seats, target_score=self.target_score, legs=self.legs)
        check_seated(self.players, setup.seats)
        sides = len(self.sides)
        has_all = {len(self.totals), len(self.km)} <= {0, sides}  # nothing is known of a match that has just begun
        if not has_all or (self.is_over and not self.totals) or max(self.side, self.winner or 0) >= sides:
            raise ValueError(f"summary: expected what {sides} sides have")
        if self.is_over != (self.winner is not None):
            raise ValueError("summary: expected a winner if the match is over")

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return sides_of(self.seats, self.seating)


class LegStats(SideFacts, frozen=True, array_like=True, gc=False):
    """The data kept of a finished leg: the facts of the person's side, and how it was played.

    ``match`` is the id of the match, ``sides`` the number of sides, ``rivals`` the distinct levels of the other sides'
    bots. ``luck`` are the points that a review attributes to luck, ``saved_s`` the time when the leg was first seen
    finished, ``saved_offset_s`` the UTC offset then. With ``has_help`` there were take-backs, or a bot decided for the
    person. ``hits`` has four numbers for each pair of sides: the attacking side, the attacked side, the hazards laid,
    and how many of them were parried. It is flat because there may be ten thousand legs, and one list is created faster
    than many.
    """

    match: str
    sides: Annotated[int, Meta(ge=2, le=MAX_SEATS)]
    rivals: frozenset[limits.EnumWord]
    luck: float | None
    saved_s: limits.UnixSeconds
    has_help: bool = False
    hits: tuple[Count, ...] = ()
    saved_offset_s: limits.UtcOffset | None = None

    @property
    def hit_pairs(self) -> Iterator[tuple[int, int, int, int]]:
        """The attacks, a tuple for each pair of sides: attacker, attacked side, hazards laid, hazards parried."""
        return hits_by_pair(self.hits)


def hits_by_pair(hits: Iterable[int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the flat list of ``LegStats.hits`` in tuples of four."""
    numbers = iter(hits)
    return zip(numbers, numbers, numbers, numbers, strict=True)


IMPORTED = ""
"""The ``person`` of an imported match: no profile has this id."""


@dataclass(frozen=True, slots=True)
class MatchStats:
    """The digest of a match: its summary and the data of its finished legs.

    ``person`` is the id of the profile that played it. A person without a profile, as in older files, counts as the
    default first profile; for an imported match ``person`` is ``IMPORTED``.
    """

    summary: MatchSummary
    person: Annotated[str, Meta(pattern=rf"\A\Z|{PROFILE_ID_PATTERN}")]
    legs: Annotated[tuple[LegStats, ...], Meta(max_length=limits.MAX_LEGS_PLAYED)] = ()

    def __post_init__(self) -> None:
        id, sides = self.summary.id, len(self.summary.totals)
        for leg in self.legs:
            highest = max(leg.hits[::4] + leg.hits[1::4], default=0)
            if leg.match != id or leg.sides != sides or len(leg.hits) % 4 or highest >= sides:
                raise ValueError("legs: expected those of the match")

    @property
    def stage(self) -> str | None:
        return self.summary.stage

    @property
    def is_finished_stage(self) -> bool:
        """Whether this is a finished tour stage, with any result, of a person on this machine."""
        return self.stage is not None and self.counts_for_person and self.summary.is_over

    @property
    def deal_points(self) -> int:
        """The points of the person's side by the cards of the deal: in the first leg, which may end in a tie."""
        return next((leg.points for leg in self.legs), self.summary.totals[self.summary.side])

    @property
    def is_won(self) -> bool:
        return self.summary.winner == self.summary.side

    @property
    def counts_for_person(self) -> bool:
        """Whether the match counts in the statistics of a person on this machine.

        The person must have played alone, without practice or open cards.
        """
        match = self.summary
        is_practice = match.kind is MatchKind.PRACTICE or match.open_cards
        is_shared = sum(player.is_human for player in match.players) > 1
        return not (is_practice or is_shared or self.person == IMPORTED)

    @property
    def is_unassisted(self) -> bool:
        """Whether the match can earn milestones: it counts, without take-backs and delegated legs."""
        return self.counts_for_person and not self.summary.take_backs and not self.summary.delegated

    @property
    def rivals(self) -> tuple[Player, ...]:
        own = self.summary.sides[self.summary.side]
        return tuple(player for seat, player in enumerate(self.summary.players) if seat not in own)

    @property
    def drivers(self) -> list[list[str]]:
        """The names of the drivers of each side; a person has the empty name."""
        players = self.summary.players
        return [[players[seat].driver or "" for seat in seats] for seats in self.summary.sides]


@dataclass(frozen=True, slots=True)
class SummaryOnly:
    """The form of a digest from which only the summary is decoded, which is faster."""

    summary: MatchSummary


decode: Final = Decoder(MatchStats).decode
"""Return the digest in JSON bytes; raises ``msgspec.ValidationError``, a ``ValueError``, for anything else."""
decode_summary: Final = Decoder(SummaryOnly).decode


def match_stats(saved: SavedMatch) -> MatchStats:
    """Return the digest of a match; each of its records is replayed once."""
    legs = [leg_facts(leg) for leg in saved.legs]
    match = stats_without_legs(saved, _shown_km(saved.setup, legs[-1:]))
    return replace(match, legs=tuple(_played(match, leg) for leg in legs if leg.is_over))


def owner_of(saved: SavedMatch) -> str | None:
    """Return the id of the profile for which this match counts, or None if it counts for nobody on this machine."""
    if not any(player.is_human for player in saved.players):
        return None
    match = stats_without_legs(saved)
    return match.person if match.counts_for_person else None


def stats_without_legs(saved: SavedMatch, km: tuple[int, ...] = ()) -> MatchStats:
    """Return the digest of a match without its legs; ``km`` are those of its summary."""
    return MatchStats(summary_of(saved, km), person_of(saved))


def person_of(saved: SavedMatch) -> str:
    """Return the id of the profile that played a match; ``IMPORTED`` for an imported match."""
    return IMPORTED if saved.is_imported else (saved.players[saved.viewer].profile or FIRST_PROFILE).id


def _shown_km(setup: MatchSetup, last: Sequence[LegFacts]) -> tuple[int, ...]:
    """Return the distance of each side in the last leg, or nothing if that leg is over and not the only one."""
    return tuple(side.km for leg in last if not leg.is_over or setup.legs == 1 for side in leg.sides)


def summary_of(saved: SavedMatch, km: tuple[int, ...] | None = None) -> MatchSummary:
    """Return the summary of a match.

    ``km`` are the distances that it has; without them the last leg is replayed.
    """
    setup, sides = saved.setup, sides_of(saved.setup.seats, saved.setup.seating)
    return MatchSummary(
        id=saved.id,
        name=saved.name,
        kind=saved.kind,
        rules=setup.rules,
        seating=setup.seating,
        seats=setup.seats,
        players=saved.players,
        side=side_of(saved.viewer, sides),
        totals=saved.totals,
        is_over=saved.is_over,
        winner=saved.winner,
        leg_number=saved.leg_number,
        km=_shown_km(setup, [leg_facts(leg) for leg in saved.legs[-1:]]) if km is None else km,
        take_backs=saved.take_backs,
        delegated=sum(bool(leg.delegated) for leg in saved.legs),
        open_cards=saved.open_cards,
        target_score=setup.target_score,
        legs=setup.legs,
        begun_s=saved.begun_s,
        saved_s=saved.saved_s,
        stage=saved.stage,
        day=saved.day,
        deal=_deal_code(saved),
        house_rules=setup.options.house_rules,
        begun_offset_s=saved.begun_offset_s,
        saved_offset_s=saved.saved_offset_s,
    )


def _deal_code(saved: SavedMatch) -> str | None:
    """Return the code of the deal in a match of one leg, or None if its cards are not those of a numbered deal."""
    if saved.setup.legs != 1:
        return None
    deal = leg_deal(saved, 1)
    return deal.code if deal.deck == saved.records[0].deck else None


def _played(match: MatchStats, leg: LegFacts) -> LegStats:
    own, laid, parried = leg.sides[match.summary.side], leg.hits.laid, leg.hits.parried
    met = ((by, on, laid[by][on], parried[by][on]) for by, on in permutations(range(len(leg.sides)), 2) if laid[by][on])
    return LegStats(
        **asdict(own),
        match=match.summary.id,
        sides=len(leg.sides),
        rivals=frozenset(player.level or "" for player in match.rivals),
        luck=None,
        saved_s=match.summary.saved_s,
        has_help=leg.take_backs > 0 or leg.is_delegated,
        hits=tuple(chain.from_iterable(met)),
        saved_offset_s=match.summary.saved_offset_s,
    )

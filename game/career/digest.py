"""The digest of a kept match: what list, statistics and milestones need of it, made in one pass over its records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, permutations
from typing import Final

from msgspec.json import Decoder, Encoder
from msgspec.structs import asdict

from game.career.facts import LegFacts, SideFacts, leg_facts
from game.engine.rules import PLAYABLE, Seating, side_of, sides_of
from game.files import limits
from game.match.match_file import MatchKind, Saved
from game.people.players import Player
from game.people.profiles import FIRST_PROFILE


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A kept match as the list of matches shows it; no leg has to be replayed for it.

    ``totals`` are by side, after the legs that are over; ``km`` how far each side is in the running leg, empty if it is
    over. ``side`` is the person's. ``delegated`` are the legs in which a bot drove for somebody. One of
    ``target_score`` and ``legs`` is None. ``day`` is the date of a deal of the day, ``stage`` the id of a stage of the
    tour. ``begun_offset_s`` and ``saved_offset_s`` are how far local time was from UTC then, None where nobody knows.
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
    stage: str | None = None
    day: date | None = None
    begun_offset_s: limits.Offset | None = None
    saved_offset_s: limits.Offset | None = None

    def __post_init__(self) -> None:
        if self.rules not in PLAYABLE or len(self.players) != self.seats or self.side >= len(self.sides):
            raise ValueError(f"summary: {self.seats} players at {self.rules} cannot be")

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return sides_of(self.seats, self.seating)


class PlayedLeg(SideFacts, frozen=True, array_like=True, gc=False):
    """A leg that is over, as it is kept: the person's side of it, and how it was played; there may be ten thousand.

    ``rivals`` are the levels of the other sides' bots, each once. ``luck`` are the points that a review found to be
    luck, ``saved_s`` the moment at which it was first seen to be over, ``saved_offset_s`` how far local time was from
    UTC then. With ``has_help`` moves were taken back in it, or a bot decided for the person. ``hits`` is told four
    numbers at a time, as one list is made faster than many: a side, another one that it hit, how many hazards it laid
    on it, and how many of these were parried.
    """

    match: str
    sides: int
    rivals: frozenset[str]
    luck: float | None
    saved_s: int
    has_help: bool = False
    hits: tuple[int, ...] = ()
    saved_offset_s: limits.Offset | None = None

    @property
    def hit_pairs(self) -> Iterator[tuple[int, int, int, int]]:
        """The hits, a pair of sides each."""
        return pairs_of(self.hits)


def pairs_of(hits: Iterable[int]) -> Iterator[tuple[int, int, int, int]]:
    """Hits that are told four numbers at a time, as of a leg."""
    numbers = iter(hits)
    return zip(numbers, numbers, numbers, numbers, strict=True)


GUEST = ""
"""The person of a match that was taken in from elsewhere: a profile has an id."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A match with its legs that are over; ``person`` is the id of the profile that played it.

    Who plays without a profile, as in older files, is the one that is there before anybody has made one, and nobody at
    this machine, ``GUEST``, where the match was taken in from elsewhere.
    """

    summary: MatchSummary
    person: str
    legs: tuple[PlayedLeg, ...] = ()

    @property
    def stage(self) -> str | None:
        """The id of the stage of the tour that it was."""
        return self.summary.stage

    @property
    def is_driven(self) -> bool:
        """Whether a stage of the tour was driven to its end, whatever came of it."""
        return self.stage is not None and self.is_own and self.summary.is_over

    @property
    def is_won(self) -> bool:
        """Whether the person's side won it."""
        return self.summary.winner == self.summary.side

    @property
    def is_own(self) -> bool:
        """Whether it is one person's at this machine, and played in earnest: else it counts for nobody."""
        match = self.summary
        is_practice = match.kind is MatchKind.PRACTICE or match.open_cards
        is_shared = sum(player.is_human for player in match.players) > 1
        return not (is_practice or is_shared or self.person == GUEST)

    @property
    def is_clean(self) -> bool:
        """Whether it can earn milestones: nothing taken back, no leg delegated, no cards seen, no practice."""
        return self.is_own and not self.summary.take_backs and not self.summary.delegated

    @property
    def rivals(self) -> tuple[Player, ...]:
        """The players of the other sides."""
        own = self.summary.sides[self.summary.side]
        return tuple(player for seat, player in enumerate(self.summary.players) if seat not in own)

    @property
    def drivers(self) -> list[list[str]]:
        """Who drives for each side; a person has an empty name."""
        players = self.summary.players
        return [[players[seat].driver or "" for seat in seats] for seats in self.summary.sides]


@dataclass(frozen=True, slots=True)
class Listed:
    """Of a digest what the list needs: nothing else is made of it then."""

    summary: MatchSummary


encode: Final = Encoder().encode
decode: Final = Decoder(Digest).decode
"""The digest in such a form; raises ``msgspec.ValidationError``, which is a ``ValueError``, for anything else."""
decode_summary: Final = Decoder(Listed).decode


def digest_of(saved: Saved) -> Digest:
    """All that is needed of a match: its records are played once for it."""
    legs = [leg_facts(leg) for leg in saved.legs]
    match = without_legs(saved, _running_km(legs[-1:]))
    return replace(match, legs=tuple(_played(match, leg) for leg in legs if leg.is_over))


def owner_of(saved: Saved) -> str | None:
    """The id of the profile that plays this match in earnest, None if nobody does at this machine."""
    match = without_legs(saved)
    return match.person if match.is_own else None


def without_legs(saved: Saved, km: tuple[int, ...] = ()) -> Digest:
    """A match without its legs."""
    return Digest(summary_of(saved, km), person_of(saved))


def person_of(saved: Saved) -> str:
    """The id of the profile that played a match."""
    return GUEST if saved.is_imported else (saved.players[saved.viewer].profile or FIRST_PROFILE).person


def _running_km(last: Sequence[LegFacts]) -> tuple[int, ...]:
    """How far each side is in the last leg, if there is one that is not over."""
    return tuple(side.km for leg in last if not leg.is_over for side in leg.sides)


def summary_of(saved: Saved, km: tuple[int, ...] | None = None) -> MatchSummary:
    """What the list shows of a match; the running leg is played for it unless ``km`` is known."""
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
        km=_running_km([leg_facts(leg) for leg in saved.legs[-1:]]) if km is None else km,
        take_backs=saved.take_backs,
        delegated=sum(bool(leg.delegated) for leg in saved.legs),
        open_cards=saved.open_cards,
        target_score=setup.target_score,
        legs=setup.legs,
        begun_s=saved.begun_s,
        saved_s=saved.saved_s,
        stage=saved.stage,
        day=saved.day,
        begun_offset_s=saved.begun_offset_s,
        saved_offset_s=saved.saved_offset_s,
    )


def _played(match: Digest, leg: LegFacts) -> PlayedLeg:
    own, laid, parried = leg.sides[match.summary.side], leg.hits.laid, leg.hits.parried
    met = ((by, on, laid[by][on], parried[by][on]) for by, on in permutations(range(len(leg.sides)), 2) if laid[by][on])
    return PlayedLeg(
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

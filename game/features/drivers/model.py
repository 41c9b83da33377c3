"""What a person and each opponent have driven against each other: their score, last races, and how the other drives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from game.career.head_to_head import HeadToHead
from game.career.match_stats import IMPORTED, MatchSummary, hits_by_pair
from game.career.reader import CareerReader, LegFilter, PlayedMatch
from game.match.match_file import MatchKind
from game.people.profiles import DRIVERS, PersonTotals, Profile

LAST_RACES = 5
NOTHING_DRIVEN = PersonTotals(0, 0, 0, 0)
_Met = list[tuple[PlayedMatch, "Meeting"]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A finished match of two opponents: the sides of the person and of the other."""

    match: MatchSummary
    own: int
    other: int

    @property
    def is_won(self) -> bool:
        return self.match.winner == self.own

    @property
    def is_lost(self) -> bool:
        return self.match.winner == self.other


@dataclass(frozen=True, slots=True)
class DrivingStyle:
    """Counts over ``legs`` legs: hazards laid, those among them on the person, and coups fourrés."""

    legs: int = 0
    attacks: int = 0
    on_person: int = 0
    coups_fourres: int = 0

    def __add__(self, more: DrivingStyle) -> DrivingStyle:
        return DrivingStyle(
            self.legs + more.legs,
            self.attacks + more.attacks,
            self.on_person + more.on_person,
            self.coups_fourres + more.coups_fourres,
        )

    @property
    def attacks_per_leg(self) -> float:
        return self.attacks / max(1, self.legs)

    @property
    def share_on_person(self) -> float:
        return self.on_person / max(1, self.attacks)

    @property
    def coups_fourres_per_leg(self) -> float:
        return self.coups_fourres / max(1, self.legs)


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom the person can race: one of the six drivers or, with ``profile``, another person.

    ``won`` and ``lost`` count the matches that the person and the opponent won. ``races`` are their last kept ones, the
    latest first; ``last_match`` is the id of the last one that can be played again, "" if there is none.
    """

    id: str
    profile: Profile | None = None
    won: int = 0
    lost: int = 0
    races: tuple[Meeting, ...] = ()
    last_match: str = ""
    style: DrivingStyle = DrivingStyle()

    @property
    def driver(self) -> str:
        """The id of the driver, "" for a person."""
        return "" if self.profile else self.id

    @property
    def has_score(self) -> bool:
        return self.won + self.lost > 0


@dataclass(frozen=True, slots=True)
class DriversRecord:
    """The person's totals, and all opponents, the six drivers first."""

    totals: PersonTotals = NOTHING_DRIVEN
    opponents: tuple[Opponent, ...] = tuple(Opponent(driver) for driver in DRIVERS)

    @property
    def drivers_style(self) -> DrivingStyle:
        """How all six drivers together drive."""
        return sum((opponent.style for opponent in self.opponents), DrivingStyle())


def read_drivers(reader: CareerReader, person: str, known_people: Sequence[Profile] = ()) -> DriversRecord:
    """Read what the person with that profile id and all opponents have driven.

    Opponents are the six drivers, all persons and guests of this machine, and whomever else the person has met.
    """
    met, people = defaultdict[str, _Met](list), dict[str, Profile]()
    for match in reader.matches():
        for id, meeting in _meetings(match, person):
            met[id].append((match, meeting))
        people |= {player.profile.id: player.profile for player in match.digest.summary.players if player.profile}
    scores = reader.head_to_head().get(person, {})
    styles = driving_styles(reader.matches(LegFilter(person=person)))
    drivers = [_driver(id, scores.get(id, HeadToHead()), met[id], styles[id]) for id in DRIVERS]
    friends = {id: people[id] for id in people if id in met} | {known.id: known for known in known_people}
    others = [_friend(id, profile, met[id]) for id, profile in friends.items() if id != person]
    return DriversRecord(reader.figures().get(person, NOTHING_DRIVEN), (*drivers, *others))


def _meetings(played: PlayedMatch, person: str) -> Iterator[tuple[str, Meeting]]:
    """Yield the person's meetings in a match by the opponent's id: with drivers if the person played alone, else with
    the other persons.
    """
    digest, match = played.digest, played.digest.summary
    if not match.is_over or match.open_cards or match.kind is MatchKind.PRACTICE or digest.person == IMPORTED:
        return
    side_of = {seat: side for side, seats in enumerate(match.sides) for seat in seats}
    people = {player.profile.id: seat for seat, player in enumerate(match.players) if player.profile is not None}
    if digest.counts_for_person:
        own = match.side if digest.person == person and not match.delegated else None
        others = {player.driver: seat for seat, player in enumerate(match.players) if player.driver is not None}
    else:
        own = side_of[people[person]] if person in people else None
        others = people
    for id, seat in others.items():
        if own is not None and side_of[seat] != own:
            yield id, Meeting(match, own, side_of[seat])


def _driver(id: str, score: HeadToHead, met: _Met, style: DrivingStyle) -> Opponent:
    kept = _kept(met)
    again = next((meeting.match.id for meeting in kept if meeting.match.kind is MatchKind.MATCH), "")
    return Opponent(id, None, score.won, score.lost, kept[:LAST_RACES], again, style)


def _friend(id: str, profile: Profile, met: _Met) -> Opponent:
    won, lost = sum(meeting.is_won for _, meeting in met), sum(meeting.is_lost for _, meeting in met)
    return Opponent(id, profile, won, lost, _kept(met)[:LAST_RACES])


def _kept(met: _Met) -> tuple[Meeting, ...]:
    """Return the meetings in matches whose files are kept, the latest first."""
    return tuple(meeting for played, meeting in reversed(met) if not played.is_gone)


def driving_styles(matches: Iterable[PlayedMatch]) -> Mapping[str, DrivingStyle]:
    """Return by driver how the rivals drove in the legs that count; what a team did counts for each of its drivers."""
    styles = defaultdict[str, DrivingStyle](DrivingStyle)
    for match in matches:
        own, legs, sides = match.digest.summary.side, match.counted_legs, match.digest.drivers
        attacks, on_person, parries = [0] * len(sides), [0] * len(sides), [0] * len(sides)
        for by, on, laid, parried in hits_by_pair(chain.from_iterable([leg.hits for leg in legs])):
            attacks[by] += laid
            on_person[by] += laid * (on == own)
            parries[on] += parried
        for side, drivers in enumerate(sides):
            for driver in drivers if side != own else ():
                styles[driver] += DrivingStyle(len(legs), attacks[side], on_person[side], parries[side])
    return styles

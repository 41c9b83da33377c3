"""Decides which driver makes a remark now, and on what. Remarks are rare, one at a time, and only on public events.

Earlier remarks of the leg are not saved but recomputed, with random numbers seeded by match and move. So a leg that is
continued later goes on as if never interrupted; only how often each text was used is saved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from random import Random
from types import MappingProxyType

from game.career.head_to_head import HeadToHead
from game.drivers.moods import STOOD_TURNS
from game.drivers.public_moves import PublicMove, public_moves, settled_moves
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase
from game.people.players import Player, Targeting
from game.settings.settings import RemarkFrequency


class RemarkOccasion(StrEnum):
    """The events on which a driver may make a remark; if several happen at once, they are tried in this order."""

    PARRIES = "parries"
    IS_PARRIED = "is_parried"
    REVENGE = "revenge"
    HIT_BY_YOU = "hit_by_you"
    HITS_YOU = "hits_you"
    NEAR_GOAL = "near_goal"
    ROLLS_AGAIN = "rolls_again"
    EXTENSION = "extension"
    LAYS_200 = "lays_200"
    LAST_CARD = "last_card"
    LONG_DISCARDS = "long_discards"
    RACE_START = "race_start"
    RETURNS = "returns"
    AHEAD = "ahead"
    BEHIND = "behind"
    LEVEL = "level"
    WINS = "wins"
    LOSES = "loses"
    YOU_WIN = "you_win"
    SHUT_OUT = "shut_out"
    WINS_WITH_YOU = "wins_with_you"


REMARK_PROBABILITIES: Mapping[RemarkOccasion, float] = MappingProxyType(
    {
        RemarkOccasion.PARRIES: 0.8,
        RemarkOccasion.IS_PARRIED: 0.6,
        RemarkOccasion.REVENGE: 0.7,
        RemarkOccasion.HIT_BY_YOU: 0.35,
        RemarkOccasion.HITS_YOU: 0.25,
        RemarkOccasion.NEAR_GOAL: 0.4,
        RemarkOccasion.ROLLS_AGAIN: 0.5,
        RemarkOccasion.EXTENSION: 0.6,
        RemarkOccasion.LAYS_200: 0.2,
        RemarkOccasion.LAST_CARD: 0.4,
        RemarkOccasion.LONG_DISCARDS: 0.25,
        RemarkOccasion.RACE_START: 0.6,
        RemarkOccasion.RETURNS: 1.0,
        RemarkOccasion.AHEAD: 0.5,
        RemarkOccasion.BEHIND: 0.5,
        RemarkOccasion.LEVEL: 0.5,
        RemarkOccasion.WINS: 0.7,
        RemarkOccasion.LOSES: 0.7,
        RemarkOccasion.YOU_WIN: 0.7,
        RemarkOccasion.SHUT_OUT: 0.7,
        RemarkOccasion.WINS_WITH_YOU: 1.0,
    }
)
"""The probability that a driver makes a remark on each occasion."""

PARTNER_OCCASIONS = frozenset(
    {
        RemarkOccasion.RACE_START,
        RemarkOccasion.PARRIES,
        RemarkOccasion.ROLLS_AGAIN,
        RemarkOccasion.NEAR_GOAL,
        RemarkOccasion.LAYS_200,
        RemarkOccasion.EXTENSION,
        RemarkOccasion.LAST_CARD,
        RemarkOccasion.WINS_WITH_YOU,
    }
)
"""The occasions on which a driver on a person's own side may make a remark; other drivers may on all."""
DISCARDS_IN_A_ROW = 3


_Candidate = tuple[int, RemarkOccasion, tuple[int, ...]]
"""A seat whose driver might make a remark, the occasion, and the seats that the remark would address."""


@dataclass(frozen=True, slots=True)
class RemarkQuota:
    """The maximum number of remarks in a leg, in all and by one driver; the remark at the leg's end does not count."""

    per_leg: int
    per_driver: int


QUOTAS: Mapping[RemarkFrequency, RemarkQuota] = MappingProxyType(
    {
        RemarkFrequency.OFF: RemarkQuota(0, 0),
        RemarkFrequency.RARE: RemarkQuota(2, 1),
        RemarkFrequency.NORMAL: RemarkQuota(5, 2),
    }
)
PAUSE_MOVES = 4
PAUSE_ALONE = 8
"""At least this many moves lie between two remarks: ``PAUSE_ALONE`` if only one driver plays, else ``PAUSE_MOVES``."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of the driver in ``seat``, made after ``number`` public moves of the leg.

    ``to`` are the seats that the remark addresses, empty if none in particular. ``line_suffix`` names additional texts,
    from which the remark's text may be chosen besides those of the occasion.
    """

    seat: int
    occasion: RemarkOccasion
    number: int
    to: tuple[int, ...] = ()
    line_suffix: str = ""


@dataclass(frozen=True, slots=True)
class RemarkContext:
    """The data about a match on which the drivers' remarks depend.

    ``key`` identifies the match. ``greetings`` are, by seat, the occasions of remarks on earlier matches, which replace
    the usual remark at the start.
    """

    key: str
    players: tuple[Player, ...]
    quota: RemarkQuota
    greetings: Mapping[int, RemarkOccasion] = field(default_factory=dict)

    def remark(self, o: Observation, *, is_last_drawn: bool = False) -> Remark | None:
        """Return the remark that a driver makes on the latest event, or None, which is usual.

        ``is_last_drawn`` is true if the latest event was drawing the last card of the draw pile.
        """
        if not self.quota.per_leg:
            return None
        talking = _RemarkChooser(self, o)
        if o.phase is Phase.OVER:
            return talking.choose_at_end()
        return talking.choose_now(is_last_drawn=is_last_drawn)


@dataclass(slots=True)
class _RemarkChooser:
    talk: RemarkContext
    o: Observation
    remark_counts: Counter[int] = field(default_factory=Counter)
    last: Remark | None = None

    @property
    def drivers(self) -> list[int]:
        return [seat for seat, player in enumerate(self.talk.players) if player.driver]

    def people(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side in which persons sit."""
        return tuple(seat for seat in self.o.sides[side].seats if self.talk.players[seat].is_human)

    def choose_now(self, *, is_last_drawn: bool) -> Remark | None:
        """Return the remark on the last move, or on the start of the leg if no move was made; None if there is none."""
        self.last = self._chosen(0, self._first_words())
        found, done = self.last, public_moves(self.o)
        hits, discards, stood = Counter[tuple[int, int]](), Counter[int](), Counter[int]()
        for before, move in pairwise((None, *done)):
            assert move is not None
            candidates = list(self._candidates(before, move, hits, discards, stood))
            if is_last_drawn and move is done[-1]:
                candidates += [
                    (seat, RemarkOccasion.LAST_CARD, ()) for seat in self._shuffled(move.number, self.drivers)
                ]
            found = self._chosen(move.number, candidates)
            self.last = found or self.last
        return found

    def choose_at_end(self) -> Remark | None:
        """Return one driver's remark on the end of the leg, or None; a person's partner who won always makes one."""
        number = len(settled_moves(self.o))
        won = self.o.winner
        for seat in self.drivers if won is not None and self.people(won) else ():
            if self.o.side_of(seat) == won:
                return Remark(seat, RemarkOccasion.WINS_WITH_YOU, number, self.people(won))
        for seat in self._shuffled(number, self.drivers)[:1]:
            side = self.o.side_of(seat)
            if self.people(side) and side != won:
                return None
            occasion = self._last_words(side)
            to = self.people(won) if occasion is RemarkOccasion.YOU_WIN and won is not None else ()
            return Remark(seat, occasion, number, to) if self._draws(number, seat, occasion) else None
        return None

    def _last_words(self, side: int) -> RemarkOccasion:
        won = self.o.winner
        if side == won:
            return RemarkOccasion.WINS
        if not self.o.sides[side].km:
            return RemarkOccasion.SHUT_OUT
        return RemarkOccasion.YOU_WIN if won is not None and self.people(won) else RemarkOccasion.LOSES

    def _first_words(self) -> list[_Candidate]:
        if self.o.leg != 1:
            return []
        people = tuple(seat for seat, player in enumerate(self.talk.players) if player.is_human)
        greeted = [(seat, occasion, people) for seat, occasion in self.talk.greetings.items()]
        others: list[_Candidate] = [
            (seat, RemarkOccasion.RACE_START, ()) for seat in self._shuffled(0, self.drivers)[:1]
        ]
        return greeted or others

    def _candidates(
        self,
        before: PublicMove | None,
        move: PublicMove,
        hits: Counter[tuple[int, int]],
        discards: Counter[int],
        stood: Counter[int],
    ) -> Iterator[_Candidate]:
        """Yield the possible remarks on this move, and update the counters.

        ``before`` is the previous move; ``hits`` counts by attacking and attacked side, the other counters by seat.
        """
        seat, made = move.seat, move.made
        discards[seat] = discards[seat] + 1 if made.kind is MoveKind.DISCARD else 0
        if made.kind is MoveKind.COUP_FOURRE and before is not None:
            yield seat, RemarkOccasion.PARRIES, ()
            if people := self.people(move.side):
                yield before.seat, RemarkOccasion.IS_PARRIED, people
        if move.stops_a_side and move.victim is not None:
            hits[move.side, move.victim] += 1
            yield from self._of_a_hit(move, move.victim, hits)
        if move.enters_last_stretch_first:
            yield seat, RemarkOccasion.NEAR_GOAL, ()
        stood[seat] += move.ends_turn and not move.after[move.side].rolling
        if move.after[move.side].rolling:
            if stood[seat] >= STOOD_TURNS:
                yield seat, RemarkOccasion.ROLLS_AGAIN, ()
            stood[seat] = 0
        if made.kind is MoveKind.EXTEND:
            yield seat, RemarkOccasion.EXTENSION, ()
            if self.people(move.side):
                yield from (
                    (other, RemarkOccasion.EXTENSION, ()) for other in self._shuffled(move.number, self.drivers)
                )
        if move.lays_200:
            yield seat, RemarkOccasion.LAYS_200, ()
        if discards[seat] == DISCARDS_IN_A_ROW:
            yield seat, RemarkOccasion.LONG_DISCARDS, ()

    def _of_a_hit(self, move: PublicMove, victim: int, hits: Counter[tuple[int, int]]) -> Iterator[_Candidate]:
        if people := self.people(victim):
            is_even = hits[move.side, victim] == hits[victim, move.side]
            yield move.seat, RemarkOccasion.REVENGE if is_even else RemarkOccasion.HITS_YOU, people
        if people := self.people(move.side):
            drivers = [seat for seat in self.o.sides[victim].seats if seat in self.drivers]
            yield from ((seat, RemarkOccasion.HIT_BY_YOU, people) for seat in self._shuffled(move.number, drivers)[:1])

    def _chosen(self, number: int, candidates: Sequence[_Candidate]) -> Remark | None:
        """Decide at random for each candidate, in the order of ``RemarkOccasion``; return the first remark made, or
        None.
        """
        order = list(RemarkOccasion)
        for seat, occasion, to in sorted(candidates, key=lambda candidate: order.index(candidate[1])):
            if self._may_speak(seat, occasion, number) and self._draws(number, seat, occasion):
                self.remark_counts[seat] += 1
                return Remark(seat, occasion, number, to, self._line_suffix(seat, occasion))
        return None

    def _may_speak(self, seat: int, occasion: RemarkOccasion, number: int) -> bool:
        if seat not in self.drivers or (self.people(self.o.side_of(seat)) and occasion not in PARTNER_OCCASIONS):
            return False
        quota, alone = self.talk.quota, len(self.drivers) == 1
        if self.remark_counts[seat] >= quota.per_driver or self.remark_counts.total() >= quota.per_leg:
            return False
        if self.last is None:
            return True
        pause = PAUSE_ALONE if alone else PAUSE_MOVES
        return number - self.last.number > pause and (alone or seat != self.last.seat)

    def _line_suffix(self, seat: int, occasion: RemarkOccasion) -> str:
        temper = self.talk.players[seat].targeting
        if occasion is RemarkOccasion.RACE_START:
            return {Targeting.LEADER: "leader", Targeting.EVEN: "even"}.get(temper, "") if temper else ""
        if occasion is not RemarkOccasion.HITS_YOU:
            return ""
        return self._why_you(seat, temper)

    def _why_you(self, seat: int, temper: Targeting | None) -> str:
        played = public_moves(self.o)
        hit = next((move for move in reversed(played) if move.seat == seat and move.stops_a_side), None)
        if hit is None or hit.victim is None:
            return ""
        if temper is Targeting.LEADER:
            return "leading" if hit.was_leading(hit.victim) else ""
        before = Counter(move.made.side for move in played[: hit.number - 1] if move.made.side is not None)
        rivals = (side for side in range(len(hit.after)) if side not in {hit.side, hit.victim})
        is_fair = all(before[hit.victim] <= before[side] for side in rivals)
        return "even" if temper is Targeting.EVEN and is_fair else ""

    def _draws(self, number: int, seat: int, occasion: RemarkOccasion) -> bool:
        driver = self.talk.players[seat].driver
        return Random(f"{self.talk.key}/{self.o.leg}/{number}/{driver}").random() < REMARK_PROBABILITIES[occasion]

    def _shuffled(self, number: int, seats: Sequence[int]) -> list[int]:
        order = list(seats)
        Random(f"{self.talk.key}/{self.o.leg}/{number}").shuffle(order)
        return order


_TEASED_FROM = 5
_CLOSE = 2
_EVERY = 3
_ABSENT = 5


def greeting_of(met: HeadToHead) -> RemarkOccasion | None:
    """Return which remark on earlier matches a driver makes to a person at the start of a match.

    Return None if the driver makes the usual remark; ``met`` is the record of their matches.
    """
    if met.matches and met.missed >= _ABSENT:
        return RemarkOccasion.RETURNS
    before = sum(1 if won else -1 for won in met.wins[:-1])
    now = met.won - met.lost
    has_changed = now == 0 or (before != 0 and (before > 0) != (now > 0))
    if len(met.wins) < _TEASED_FROM or len(met.wins) % _EVERY or not (has_changed or abs(now) <= _CLOSE):
        return None
    return RemarkOccasion.LEVEL if now == 0 else RemarkOccasion.BEHIND if now > 0 else RemarkOccasion.AHEAD


def greetings(players: Sequence[Player], known: Mapping[str, HeadToHead]) -> dict[int, RemarkOccasion]:
    """Return, by seat, which remarks on earlier matches the drivers make at the start of a match.

    ``known`` has, by driver id, the record of the matches against the person. Other drivers are left out.
    """
    met = ((seat, known.get(player.driver or "", HeadToHead())) for seat, player in enumerate(players))
    found = {seat: greeting_of(meeting) for seat, meeting in met}
    return {seat: occasion for seat, occasion in found.items() if occasion is not None}

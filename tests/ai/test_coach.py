"""What the coach says of two moves is true: each kind's condition is counted again, apart from the code that chose it.

By day pairs of moves of random legs are compared as if the first were clearly better; at night also the best and the
second best of real decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, islice
from random import Random
from statistics import fmean

import pytest

from ai.advantages import compare
from ai.coach import advise
from ai.comparison import Comparison, ComparisonKind
from ai.evaluation.afterstates import afterstate
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.search.determinization import Determinizer, any_world
from ai.search.expectimax import MoveEstimate
from ai.search.rollout_policy import PublicKnowledge, rollout_move
from game.engine import events
from game.engine.cards import HAZARDS, REMEDY_FOR, SAFETY_AGAINST, Card, Family, card
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import load_rules
from game.match.comparisons import comparison_fault
from tests.ai.playing import ALL_TABLES, position, view, wandering
from tests.cases import each
from tests.nightly import NIGHTLY

K = ComparisonKind
WORLDS = 120
KM = {25, 50, 75, 100, 200}
TURNS = 2


@dataclass
class Seen:
    """What is counted in one world after a move."""

    hits: list[str] = field(default_factory=list)
    arrived: int | None = None
    over: bool = False
    coups: set[str] = field(default_factory=set)

    @property
    def stopped(self) -> bool:
        return any(hit != "speed_limit" for hit in self.hits)

    @property
    def limited(self) -> bool:
        return "speed_limit" in self.hits


def watch(world: Leg, made: Move, side: int, known: PublicKnowledge, *, to_the_end: bool = False) -> Seen:
    """Play two more turns of the seat, as the events tell them."""
    leg, seen, found = world.copy(), known.copy(), Seen()
    turns, now = 0, made
    while True:
        told = list[events.Event]()
        seen.record(now)
        leg.apply(now, told)
        parried = any(isinstance(e, events.CoupFourrePlayed) and e.side == side for e in told)
        found.coups |= {e.card.id for e in told if isinstance(e, events.CoupFourrePlayed) and e.seat == made.seat}
        if turns <= TURNS:
            if parried and found.hits:
                found.hits.pop()
            found.hits += [e.card.id for e in told if isinstance(e, events.Attacked) and e.side == side]
            found.over = leg.is_over
            found.arrived = leg.winner if leg.winner is not None and leg.km(leg.winner) == leg.target else None
        if any(isinstance(e, events.TurnBegan) and e.seat == made.seat for e in told):
            turns += 1
            if turns > TURNS and not to_the_end:
                return found
        if leg.is_over:
            return found
        now = rollout_move(leg, None, seen)


class Again:
    """A comparison looked at again: what is on the table, and what other worlds than the coach's show."""

    def __init__(self, o: Observation, a: Move, b: Move, told: Comparison) -> None:
        self.o, self.a, self.b, self.told = o, a, b, told
        self.own, self.display = o.side, o.sides[o.side]
        self.rest = o.target - self.display.km
        self.book = load_rules(o.rules)
        self.world = any_world(InformationState.of(o))

    def after(self, made: Move) -> tuple[SideView, ...]:
        leg = self.world.copy()
        leg.apply(made)
        return leg.side_views(leg.piles())

    @property
    def number(self) -> int:
        return self.told.numbers[0]

    @property
    def card(self) -> Card:
        return self.told.cards[0]

    def side(self, number: int | None) -> SideView:
        assert number is not None
        return self.o.sides[number]

    @cached_property
    def worlds(self) -> list[tuple[Seen, Seen]]:
        information, rng = InformationState.of(self.o), Random("again")
        known, dealt = PublicKnowledge.from_information(information), Determinizer(information)
        seen = []
        for world in (dealt.deal(rng) for _ in range(WORLDS)):
            a, b = (watch(world, m, self.own, known, to_the_end=bool(self.told.cards)) for m in (self.a, self.b))
            seen.append((a, b))
        return seen

    def share(self, count: Callable[[Seen], float]) -> tuple[float, float]:
        return fmean(count(a) for a, _ in self.worlds), fmean(count(b) for _, b in self.worlds)

    def gain(self, count: Callable[[Seen], float]) -> float:
        a, b = self.share(count)
        return a - b

    def discards(self, made: Move) -> bool:
        return made.kind is MoveKind.DISCARD

    def lays_km(self, *moves: Move) -> bool:
        return all(m.kind is MoveKind.LAY and m.card is not None and m.card.km > 0 for m in moves)

    def held(self, which: Card | None) -> int:
        return self.o.hand.count(which) if which is not None else 0

    def in_sight(self, which: Card) -> int:
        """How many of a card this seat can look at: on top of piles, in the discard pile, in the hand."""
        tops = [p[-1] for s in self.o.sides for p in (s.battle, s.speed) if p]
        return sum(pile.count(which) for pile in (tuple(tops), self.o.discard_pile, self.o.hand))

    def playable(self, which: Card | None) -> bool:
        return any(m.card is which and m.kind is MoveKind.LAY for m in self.o.legal)

    def dead(self, which: Card | None) -> bool:
        """Whether a card can do nothing any more."""
        assert which is not None
        match which.family:
            case Family.DISTANCE:
                return which.km > self.furthest() or (which.km == 200 and self.laid_200s() == 2)
            case Family.HAZARD:
                return not self.can_hit(which)
            case Family.REMEDY:
                return SAFETY_AGAINST[hazard_of(which)] in self.display.safeties
        return False

    @property
    def is_stuck(self) -> bool:
        return not any(self.lays_km(m) for m in self.o.legal)

    def laid_200s(self) -> int:
        return self.display.distance.count(card("km_200"))

    def suffers(self, hazard: Card) -> bool:
        return suffers(self.display, hazard)

    def leads(self, side: int | None) -> bool:
        """Whether that side is ahead of all others before the move."""
        return all(self.side(side).km > s.km for n, s in enumerate(self.o.sides) if n != side)

    @property
    def by_points(self) -> bool:
        return not (self.o.legs == 1 and not self.book.single_leg_by_points)

    @property
    def bonus(self) -> int:
        return self.book.points.safe_trip if self.by_points and not self.laid_200s() else 0

    @property
    def gained_by_a_safety(self) -> int:
        points, laid = self.book.points, len(self.display.safeties)
        return points.all_four - 3 * points.safety if laid == 3 and points.all_four else points.safety

    def sums(self, made: Move, most: int) -> bool:
        """Whether at most so many cards left in hand make exactly the rest after a distance."""
        left = list(self.o.hand)
        if made.card is not None:
            left.remove(made.card)
        laid = made.card.km if made.card is not None and made.kind is MoveKind.LAY else 0
        hand, rest, twos = [c for c in left if c.km], self.rest - laid, 2 - self.laid_200s() - (laid == 200)
        return any(
            sum(c.km for c in kept) == rest and sum(c.km == 200 for c in kept) <= twos
            for n in range(1, most + 1)
            for kept in combinations(hand, n)
        )

    def can_hit(self, hazard: Card) -> bool:
        return any(SAFETY_AGAINST[hazard] not in s.safeties for n, s in enumerate(self.o.sides) if n != self.own)

    def furthest(self) -> int:
        more = any(s.may_extend for s in self.book.seatings if (s.seats, s.seating) == (self.o.seats, self.o.seating))
        is_long = self.o.target == self.book.extended_km
        can = more and self.o.options.extension and not is_long
        can &= bool(self.o.draw_pile) or self.book.extension_on_empty_pile
        return (self.book.extended_km if can else self.o.target) - self.display.km


def hazard_of(remedy: Card) -> Card:
    return next(h for h in HAZARDS if REMEDY_FOR[h] is remedy)


def suffers(display: SideView, hazard: Card) -> bool:
    return display.limited if hazard.id == "speed_limit" else display.battle[-1:] == (hazard,)


def _whom(it: Again) -> bool:
    return it.a.side == it.told.side != it.told.other == it.b.side


def _next_of(it: Again, *sides: int | None) -> int | None:
    """Which of these sides plays first after this seat."""
    seats = [*range(it.o.seat + 1, it.o.seats), *range(it.o.seat)]
    return next(side for side in map(it.o.side_of, seats) if side in sides)


def _two_discards(it: Again) -> bool:
    return it.discards(it.a) and it.discards(it.b) and it.a.card is not it.b.card


def _drops(it: Again) -> bool:
    return _two_discards(it) and not it.dead(it.b.card)


def _drops_distance(it: Again) -> bool:
    return _drops(it) and it.a.card is not None and it.a.card.km > 0 and not it.dead(it.a.card)


def _holds(it: Again, attack: Move) -> bool:
    side = it.told.side
    return attack.side == side is not None and it.side(side).rolling and not it.after(attack)[side].rolling


def _limits(it: Again) -> bool:
    side = it.told.side
    is_limit = it.a.side == side is not None and it.after(it.a)[side].limited and it.b.side is None
    return is_limit and it.side(side).rolling


def _lifts(it: Again) -> bool:
    return (
        it.display.limited
        and not it.after(it.a)[it.own].limited
        and it.after(it.b)[it.own].limited
        and it.held(it.card) > 0
        and 50 < it.card.km <= it.rest
        and not it.dead(it.card)
    )


def _parries(it: Again) -> bool:
    return it.a.kind is MoveKind.COUP_FOURRE


def _keeps_safety(it: Again) -> bool:
    return it.b.card is it.card and it.share(lambda s: it.card.id in s.coups)[0] > 0.05


TRUE: dict[ComparisonKind, Callable[[Again], bool]] = {
    K.ONLY: lambda it: len(it.o.legal) == 1,
    K.EVEN: lambda it: it.a is not it.b,  # what the search found
    K.EVEN_USELESS: lambda it: _two_discards(it) and it.dead(it.a.card) and it.dead(it.b.card),
    K.EVEN_IDLE: lambda it: _two_discards(it) and not it.playable(it.a.card) and not it.playable(it.b.card),
    K.EVEN_ORDER: lambda it: (
        it.lays_km(it.a, it.b)
        and it.a.card is not it.b.card
        and it.number == it.rest == _km(it.a) + _km(it.b)
        and len({_km(m) <= 50 for m in (it.a, it.b)}) == 1
    ),
    K.COUP: lambda it: (
        _parries(it) and it.number >= it.book.points.coup_fourre and it.by_points and _again(it.world, it.a)
    ),
    K.COUP_PARRY: lambda it: _parries(it) and not it.by_points and _again(it.world, it.a),
    K.COUP_LAST: lambda it: (
        _parries(it) and it.number >= it.book.points.coup_fourre and it.by_points and not _again(it.world, it.a)
    ),
    K.COUP_PARRY_LAST: lambda it: _parries(it) and not it.by_points and not _again(it.world, it.a),
    K.EXTEND: lambda it: it.a.kind is MoveKind.EXTEND,
    K.STAY: lambda it: it.a.kind is MoveKind.STAY,
    K.FINISH: lambda it: it.after(it.a)[it.own].km == it.o.target != it.after(it.b)[it.own].km,
    K.STOP: lambda it: (
        _holds(it, it.a)
        and it.b.side is None
        and it.number == it.o.target - it.side(it.told.side).km <= (50 if it.side(it.told.side).limited else 200)
    ),
    K.WHOM_AHEAD: lambda it: (
        _whom(it) and it.number == it.side(it.told.side).km - it.side(it.told.other).km and it.number > 0
    ),
    K.WHOM_LEADS: lambda it: (
        _whom(it)
        and it.told.side is not None
        and it.told.other is not None
        and 0 < it.number == it.o.totals[it.told.side] - it.o.totals[it.told.other]
    ),
    K.WHOM_FIRST: lambda it: (
        _whom(it)
        and it.side(it.told.side).km > it.side(it.told.other).km - 100
        and _next_of(it, it.told.side, it.told.other) == it.told.side
    ),
    K.WHOM_FREE: lambda it: (
        _whom(it) and it.side(it.told.other).limited and not it.side(it.told.side).limited and it.a.card is it.b.card
    ),
    K.WHOM_SHUT_OUT: lambda it: (
        _whom(it)
        and it.side(it.told.side).km == 0 < it.display.km
        and it.by_points
        and it.number == it.book.points.shut_out > 0
    ),
    K.WHOM_ROLLS: lambda it: _whom(it) and it.side(it.told.side).rolling and not it.side(it.told.other).rolling,
    K.LONGER: lambda it: (
        it.a.side == it.b.side is not None
        and it.b.card is card("stop")
        and it.a.card is not None
        and REMEDY_FOR[it.a.card] is it.card
    ),
    K.RARER: lambda it: (
        it.a.side == it.b.side is not None
        and it.a.card is not None
        and it.b.card is not None
        and _left(it, REMEDY_FOR[it.a.card]) < _left(it, REMEDY_FOR[it.b.card])
    ),
    K.AGAIN: lambda it: _again(it.world, it.a) and not _again(it.world, it.b),
    K.ROLLS: lambda it: (
        not it.display.rolling and it.after(it.a)[it.own].rolling and not it.after(it.b)[it.own].rolling
    ),
    K.FREES: lambda it: (
        it.suffers(it.card)
        and not suffers(it.after(it.a)[it.own], it.card)
        and suffers(it.after(it.b)[it.own], it.card)
    ),
    K.KEEP_SAFETY: lambda it: _keeps_safety(it) and it.number == it.book.points.coup_fourre and it.by_points,
    K.KEEP_PARRY: lambda it: _keeps_safety(it) and not it.by_points,
    K.BANK: lambda it: (
        it.a.card is it.card
        and it.number == it.gained_by_a_safety
        and it.by_points
        and it.share(lambda s: s.over)[1] > 0.1
    ),
    K.LAY_SAFETY: lambda it: it.a.card is it.card and it.share(lambda s: it.card.id in s.coups)[1] < 0.2,
    K.WHICH_SAFETY: lambda it: _attacks_left(it, it.a) < _attacks_left(it, it.b),
    K.LEADER: lambda it: _leads(it, it.b) and not _leads(it, it.a) and it.gain(lambda s: s.stopped) < 0,
    K.NOW: lambda it: (
        it.lays_km(it.a, it.b)
        and _km(it.b) <= 50 < _km(it.a)
        and it.share(lambda s: s.limited)[1] > 0.05
        and not it.held(card("end_of_limit"))
        and card("right_of_way") not in it.display.safeties
    ),
    K.EXACT: lambda it: it.lays_km(it.b) and it.sums(it.a, 2) and not it.sums(it.b, 9),
    K.ONE_CARD: lambda it: (
        it.lays_km(it.b)
        and it.told.numbers == (it.o.target - it.after(it.a)[it.own].km, it.rest - _km(it.b))
        and _fits_one(it, it.told.numbers[0])
        and it.told.numbers[1] not in KM
    ),
    K.DELAY: lambda it: (
        it.discards(it.a)
        and it.lays_km(it.b)
        and it.told.numbers == (it.o.draw_pile, it.book.points.delayed_action)
        and 0 < it.o.draw_pile <= 2 * it.o.seats
        and it.told.numbers[1] > 0
        and it.by_points
        and it.sums(it.a, 2)
    ),
    K.BONUS: lambda it: (
        it.lays_km(it.b)
        and _km(it.b) == 200
        and not (it.lays_km(it.a) and _km(it.a) == 200)
        and it.number == it.bonus > 0
    ),
    K.LIFT: lambda it: _lifts(it) and it.after(it.a)[it.own].rolling,
    K.LIFT_EARLY: lambda it: _lifts(it) and not it.after(it.a)[it.own].rolling,
    K.LIFT_FIRST: lambda it: (
        it.a.card is card("end_of_limit")
        and it.b.card is card("go")
        and not it.after(it.a)[it.own].rolling
        and it.gain(lambda s: s.stopped) < 0
    ),
    K.LIFT_BARE: lambda it: (
        it.display.limited and not it.after(it.a)[it.own].limited and it.after(it.b)[it.own].limited
    ),
    K.WAIT_HIT: lambda it: it.discards(it.a) and it.b.side == it.told.side and not it.side(it.b.side).rolling,
    K.WAIT_LIFT: lambda it: (
        it.discards(it.a) and it.b.card is card("end_of_limit") and not it.after(it.b)[it.own].rolling
    ),
    K.ALONE: lambda it: (
        it.a.side == it.told.side
        and [s.rolling for s in it.o.sides].count(True) == 1
        and it.side(it.a.side).rolling
        and it.b.card is not None
        and it.b.card.family is Family.REMEDY
        and not it.discards(it.b)
    ),
    K.HOLD: lambda it: _holds(it, it.a) and it.b.side is None,
    K.HOLD_LEADER: lambda it: _holds(it, it.a) and it.b.side is None and it.leads(it.told.side),
    K.HOLD_STUCK: lambda it: _holds(it, it.a) and it.is_stuck and it.display.rolling,
    K.HOLD_STANDING: lambda it: _holds(it, it.a) and it.is_stuck and not it.display.rolling,
    K.LIMIT: _limits,
    K.LIMIT_LEADER: lambda it: _limits(it) and it.leads(it.told.side),
    K.LIMIT_STUCK: lambda it: _limits(it) and it.is_stuck and it.display.rolling,
    K.LIMIT_STANDING: lambda it: _limits(it) and it.is_stuck and not it.display.rolling,
    K.LIMIT_LATER: lambda it: (
        it.a.side is not None
        and it.a.side == it.told.side
        and it.b.side is None
        and it.after(it.a)[it.a.side].limited
        and not it.side(it.a.side).rolling
    ),
    K.BLOCK: lambda it: (
        it.a.side is not None
        and it.a.side == it.told.side
        and it.b.side is None
        and not it.side(it.a.side).rolling
        and it.a.card is not None
        and it.after(it.a)[it.a.side].battle[-1] is it.a.card
        and REMEDY_FOR[it.a.card] is it.card
    ),
    K.FORWARD: lambda it: it.lays_km(it.a) and not it.lays_km(it.b),
    K.MORE_KM: lambda it: it.lays_km(it.a, it.b) and it.number == _km(it.a) - _km(it.b) > 0,
    K.MORE_THAN_BONUS: lambda it: (
        it.lays_km(it.a, it.b)
        and _km(it.a) == 200
        and it.told.numbers == (200 - _km(it.b), it.bonus)
        and min(it.told.numbers) > 0
    ),
    K.NEEDED: lambda it: it.discards(it.b) and REMEDY_FOR[it.card] is it.b.card and it.suffers(it.card),
    K.DROP_SAFE: lambda it: (
        _drops(it)
        and it.card in it.display.safeties
        and any(REMEDY_FOR[h] is it.a.card and SAFETY_AGAINST[h] is it.card for h in HAZARDS)
    ),
    K.DROP_OUT: lambda it: (
        _drops(it)
        and REMEDY_FOR[it.card] is it.a.card
        and it.number == it.in_sight(it.card) == it.book.deck(it.o.seats, it.o.seating).count(it.card)
        and not it.suffers(it.card)
    ),
    K.DROP_FAR: lambda it: _drops(it) and it.number == it.furthest() == it.rest < _km(it.a),
    K.DROP_THIRD: lambda it: _drops(it) and _km(it.a) == 200 and it.laid_200s() == 2,
    K.DROP_IMMUNE: lambda it: _drops(it) and it.a.card is not None and not it.can_hit(it.a.card),
    K.DROP_MINUS: lambda it: (
        _drops_distance(it)
        and _km(it.a) > _km(it.b)
        and it.book.points.left_in_hand < 0
        and it.o.draw_pile <= 2 * it.o.seats
    ),
    K.DROP_COVERED: lambda it: (
        _drops(it)
        and it.held(it.card) == 1
        and it.card.family is Family.SAFETY
        and any(REMEDY_FOR[h] is it.a.card and SAFETY_AGAINST[h] is it.card for h in HAZARDS)
    ),
    K.DROP_DOUBLE: lambda it: _drops(it) and not it.dead(it.a.card) and it.number == it.held(it.a.card) > 1,
    K.DROP_SHORT: lambda it: _drops(it) and 0 < _km(it.a) < _km(it.b),
    K.DROP_LIMITED: lambda it: (
        _drops_distance(it)
        and it.display.limited
        and _km(it.a) > 50 >= _km(it.b)
        and not it.held(card("end_of_limit")) + it.held(card("right_of_way"))
    ),
    K.DROP_PLENTY: lambda it: (
        _drops_distance(it) and it.number == sum(c.km > 0 and not it.dead(c) for c in it.o.hand) >= 4 and not _km(it.b)
    ),
    K.DROP_SHORTEST: lambda it: (
        _drops_distance(it)
        and not _km(it.b)
        and it.number == sum(c.km > 0 and not it.dead(c) for c in it.o.hand) > 1
        and all(c.km > _km(it.a) for c in it.o.hand if c.km and c is not it.a.card and not it.dead(c))
    ),
    K.DROP_UNNEEDED: lambda it: (
        _drops(it) and REMEDY_FOR[it.card] is it.a.card and not it.suffers(it.card) and it.a.card is not card("go")
    ),
    K.DROP_IDLE: lambda it: (
        _drops(it) and it.a.card is not None and it.a.card.family is Family.HAZARD and not it.playable(it.a.card)
    ),
    K.HOME: lambda it: it.gain(lambda s: s.arrived not in (None, it.own)) < -0.05,
    K.SAFER: lambda it: it.gain(lambda s: s.stopped) < 0,
    K.FIRST: lambda it: (
        it.b.card is card("go")
        and it.number == it.held(it.b.card)
        and not any(side.rolling for side in it.after(it.a))
        and it.gain(lambda s: s.stopped) < 0
    ),
    K.WIN: lambda it: it.a is not it.b,  # nothing but that it is clear
    K.WIN_LITTLE: lambda it: it.a is not it.b,
}


def _left(it: Again, which: Card) -> int:
    """How many of a card this seat has never seen."""
    piles = [p for s in it.o.sides for p in (s.battle, s.speed)]
    seen = [c for p in (it.o.hand, it.o.discard_pile, *piles) for c in p]
    return it.book.deck(it.o.seats, it.o.seating).count(which) - seen.count(which)


def _attacks_left(it: Again, made: Move) -> int:
    """How many hazards that this seat has not seen the safety of a move is against."""
    return sum(_left(it, h) for h in HAZARDS if SAFETY_AGAINST[h] is made.card)


def _fits_one(it: Again, rest: int) -> bool:
    """Whether one distance makes the rest after *a*, and a limit and the cards laid leave it possible."""
    after = it.after(it.a)[it.own]
    return rest in KM and (rest <= 50 or not after.limited) and (rest < 200 or after.distance.count(card("km_200")) < 2)


def _km(made: Move) -> int:
    return 0 if made.card is None else made.card.km


def _again(world: Leg, made: Move) -> bool:
    leg = world.copy()
    leg.apply(made)
    return leg.seat == made.seat and not leg.is_over and leg.phase is Phase.TURN


def _leads(it: Again, made: Move) -> bool:
    km = [s.km for s in it.after(made)]
    return all(km[it.own] > each for n, each in enumerate(km) if n != it.own)


def _estimates(o: Observation, a: Move, b: Move) -> tuple[Evaluation, MoveEstimate, MoveEstimate]:
    """The two moves as if the first were clearly better."""
    information = InformationState.of(o)
    better, other = (MoveEstimate(afterstate(information, m), v) for m, v in ((a, 0.9), (b, 0.1)))
    return Evaluation(information), better, other


def _pairs(count: int) -> Iterator[tuple[Observation, Move, Move, Comparison]]:
    """Two moves of decisions of legs, the first one liked by the rollout policy, as the coach compares them."""
    rng = Random("pairs")
    for number in range(10 * count):
        rules, seats, seating = ALL_TABLES[(7 * number) % len(ALL_TABLES)]
        at = rng.randrange(60)
        for leg, o in islice(wandering(rules, seats, seating, f"coach {number}"), at, at + 2):
            if len(o.legal) < 2:
                continue
            a = rollout_move(leg)
            b = rng.choice([m for m in o.legal if m is not a])
            yield o, a, b, compare(*_estimates(o, a, b), Random(number))


def test_what_the_coach_says_of_two_moves_is_true() -> None:
    kinds = set()
    for o, a, b, told in islice(_pairs(300), 300 if NIGHTLY else 40):
        assert TRUE[told.kind](Again(o, a, b, told)), (told, a, b, o)
        assert comparison_fault(told, a, b, len(o.sides)) is None
        kinds.add(told.kind)
    assert len(kinds) >= 8


def _decisions() -> Iterator[tuple[Observation, Random]]:
    """Decisions of the same legs, as they are."""
    for number in range(4000):
        rules, seats, seating = ALL_TABLES[(5 * number) % len(ALL_TABLES)]
        at = Random(number).randrange(70)
        for _, o in islice(wandering(rules, seats, seating, f"advice {number}"), at, at + 1):
            if len(o.legal) > 1:
                yield o, Random(number)


@pytest.mark.skipif(not NIGHTLY, reason="minutes")
def test_what_the_coach_says_of_decisions_is_true() -> None:
    for o, rng in islice(_decisions(), 300):
        advice = advise(o, rng)
        assert advice.other is not None
        a, b = advice.best.move, advice.other.move
        assert comparison_fault(advice.comparison, a, b, len(o.sides)) is None
        assert TRUE[advice.comparison.kind](Again(o, a, b, advice.comparison)), (advice, o)


ROLLS = view(0, battle="go", distance="km_100")
STANDS = view(0, battle="go stop", distance="km_100")
LIMITED = view(0, battle="go", speed="speed_limit", distance="km_100")
NEAR = view(0, battle="go", distance="km_200 km_200 km_100 km_50")
RIVAL, AHEAD = view(1, battle="go", distance="km_50"), view(1, battle="go", distance="km_100 km_75")
STOPPED, THIRD = view(2, battle="go stop", distance="km_50"), view(2, battle="go", distance="km_25")
STANDING = view(1, battle="go stop", distance="km_50")
IMMUNE = view(1, battle="go", safeties="driving_ace")

TOLD: dict[str, tuple[Observation, str, str, Comparison]] = {
    "the finish": (
        position("km_100 km_50", [view(0, battle="go", distance="km_200 km_200 km_200"), RIVAL]),
        "0 km_100", "0 km_50", Comparison(K.FINISH),
    ),
    "who is ahead": (
        position("stop km_25", [ROLLS, AHEAD, THIRD]), "0 stop > 1", "0 stop > 2",
        Comparison(K.WHOM_AHEAD, 1, 2, numbers=(150,)),
    ),
    "who leads the match": (
        position("accident km_25", [ROLLS, RIVAL, STOPPED], totals=(0, 900, 400), rules="mille_miglia"),
        "0 accident > 1", "0 accident > 2", Comparison(K.WHOM_LEADS, 1, 2, numbers=(500,)),
    ),
    "who rolls": (
        position("accident km_25", [ROLLS, RIVAL, STOPPED], rules="mille_miglia"),
        "0 accident > 1", "0 accident > 2", Comparison(K.WHOM_ROLLS, 1, 2),
    ),
    "who has no limit": (
        position("stop km_25", [ROLLS, view(1, battle="go"), view(2, battle="go", speed="speed_limit")]),
        "0 stop > 1", "0 stop > 2", Comparison(K.WHOM_FREE, 1, 2),
    ),
    "who has no km": (
        position("accident km_25", [ROLLS, AHEAD, view(2, battle="go")]), "0 accident > 2", "0 accident > 1",
        Comparison(K.WHOM_SHUT_OUT, 2, 1, numbers=(500,)),
    ),
    "who comes first": (
        position("accident km_25", [ROLLS, RIVAL, view(2, battle="go", distance="km_50")], rules="mille_miglia"),
        "0 accident > 1", "0 accident > 2", Comparison(K.WHOM_FIRST, 1, 2),
    ),
    "more than a bonus": (
        position("km_75 km_200", [ROLLS, RIVAL]), "0 km_200", "0 km_75",
        Comparison(K.MORE_THAN_BONUS, numbers=(125, 300)),
    ),
    "the hazard that takes longer": (
        position("accident stop", [ROLLS, RIVAL]), "0 accident > 1", "0 stop > 1",
        Comparison(K.LONGER, cards=(card("repairs"),)),
    ),
    "another turn": (
        position("driving_ace km_25", [ROLLS, RIVAL], rules="dujardin"), "0 driving_ace", "0 km_25",
        Comparison(K.AGAIN),
    ),
    "rolling": (position("go km_25", [STANDS, RIVAL]), "0 go", "0 - km_25", Comparison(K.ROLLS)),
    "cards that fit": (
        position("km_50 km_100 km_75", [NEAR, RIVAL]), "0 km_50", "0 km_75", Comparison(K.EXACT),
    ),
    "the end of a limit": (
        position("end_of_limit km_100 km_25", [LIMITED, RIVAL]), "0 end_of_limit", "0 km_25",
        Comparison(K.LIFT, cards=(card("km_100"),)),
    ),
    "the end of a limit before rolling": (
        position("end_of_limit km_100 gasoline", [view(0, battle="go stop", speed="speed_limit"), RIVAL]),
        "0 end_of_limit", "0 - gasoline", Comparison(K.LIFT_EARLY, cards=(card("km_100"),)),
    ),
    "the end of a limit before the go": (
        position(
            "end_of_limit go km_100",
            [view(0, battle="go stop", speed="speed_limit"), RIVAL, view(2, battle="go"), view(3, battle="go")],
        ),
        "0 end_of_limit", "0 go", Comparison(K.LIFT_FIRST),
    ),
    "a coup fourré": (
        position(
            "driving_ace km_25", [view(0, battle="go"), RIVAL], phase=Phase.COUP_FOURRE, attack="1 accident > 0",
        ),
        "0 ! driving_ace", "0 .", Comparison(K.COUP, numbers=(400,)),
    ),
    "a breakdown": (
        position("gasoline driving_ace", [view(0, battle="go out_of_gas"), RIVAL]),
        "0 gasoline", "0 driving_ace", Comparison(K.FREES, cards=(card("out_of_gas"),)),
    ),
    "two cards that make the rest": (
        position("km_25 km_50", [view(0, battle="go", distance="km_200 km_200 km_200 km_25"), RIVAL]),
        "0 km_50", "0 km_25", Comparison(K.EVEN_ORDER, numbers=(75,), is_level=True),
    ),
    "one card to go": (
        position("km_25 gasoline", [view(0, battle="go", distance="km_200 km_100 km_100 km_100"), RIVAL]),
        "0 - gasoline", "0 km_25", Comparison(K.ONE_CARD, numbers=(200, 175)),
    ),
    "a rival near the finish": (
        position("stop km_25", [ROLLS, view(1, battle="go", distance="km_200 km_200 km_100")]),
        "0 stop > 1", "0 km_25", Comparison(K.STOP, 1, numbers=(200,)),
    ),
    "an attack before its time": (
        position("speed_limit km_25", [STANDS, STANDING]), "0 - km_25", "0 speed_limit > 1", Comparison(K.WAIT_HIT, 1),
    ),
    "the end of a limit before its time": (
        position("end_of_limit km_25", [view(0, battle="go stop", speed="speed_limit"), RIVAL]),
        "0 - km_25", "0 end_of_limit", Comparison(K.WAIT_LIFT),
    ),
    "the end of a limit without a fast card": (
        position("end_of_limit km_25", [LIMITED, RIVAL]), "0 end_of_limit", "0 - km_25", Comparison(K.LIFT_BARE),
    ),
    "who starts first": (
        position("go go go km_50 km_50 stop", [view(0), view(1), view(2)]), "0 - km_50", "0 go",
        Comparison(K.FIRST, numbers=(3,)),
    ),
    "the only one that rolls": (
        position("accident go", [STANDS, RIVAL]), "0 accident > 1", "0 go", Comparison(K.ALONE, 1),
    ),
    "a limit on one who stands": (
        position("speed_limit km_25", [ROLLS, STANDING]), "0 speed_limit > 1", "0 km_25", Comparison(K.LIMIT_LATER, 1),
    ),
    "a breakdown for one who stands": (
        position("accident km_25", [ROLLS, view(1)], rules="mille_miglia"), "0 accident > 1", "0 km_25",
        Comparison(K.BLOCK, 1, cards=(card("repairs"),)),
    ),
    "a win that may wait": (
        position("km_75 km_25 gasoline", [view(0, battle="go", distance="km_200 km_200 km_100 km_100"), RIVAL],
                 draw_pile=3),
        "0 - gasoline", "0 km_75", Comparison(K.DELAY, numbers=(3, 300)),
    ),
    "the rarer remedy": (
        position("accident out_of_gas", [ROLLS, RIVAL], discarded="repairs repairs"), "0 accident > 1",
        "0 out_of_gas > 1", Comparison(K.RARER),
    ),
    "which of two safeties": (
        position("extra_tank driving_ace", [ROLLS, RIVAL], discarded="out_of_gas"), "0 extra_tank", "0 driving_ace",
        Comparison(K.WHICH_SAFETY),
    ),
    "more km": (position("km_75 km_100", [ROLLS, RIVAL]), "0 km_100", "0 km_75", Comparison(K.MORE_KM, numbers=(25,))),
    "the way ahead": (position("km_75 repairs", [ROLLS, RIVAL]), "0 km_75", "0 - repairs", Comparison(K.FORWARD)),
    "the leader held up": (
        position("accident km_25", [ROLLS, AHEAD, THIRD], rules="mille_miglia"),
        "0 accident > 1", "0 km_25", Comparison(K.HOLD_LEADER, 1),
    ),
    "another one held up": (
        position("accident km_25", [ROLLS, AHEAD, THIRD], rules="mille_miglia"),
        "0 accident > 2", "0 km_25", Comparison(K.HOLD, 2),
    ),
    "one held up while standing": (
        position("accident km_25", [STANDS, RIVAL], rules="mille_miglia"),
        "0 accident > 1", "0 - km_25", Comparison(K.HOLD_STANDING, 1),
    ),
    "the leader limited": (
        position("speed_limit km_25", [ROLLS, AHEAD]), "0 speed_limit > 1", "0 km_25", Comparison(K.LIMIT_LEADER, 1),
    ),
    "one held up while no distance fits": (
        position("accident km_100", [LIMITED, RIVAL], rules="mille_miglia"),
        "0 accident > 1", "0 - km_100", Comparison(K.HOLD_STUCK, 1),
    ),
    "one limited while no distance fits": (
        position("speed_limit km_100", [LIMITED, RIVAL]), "0 speed_limit > 1", "0 - km_100",
        Comparison(K.LIMIT_STUCK, 1),
    ),
    "km that score minus": (
        position("km_100 km_25", [STANDS, RIVAL], rules="mille_miglia", draw_pile=3), "0 - km_100", "0 - km_25",
        Comparison(K.DROP_MINUS),
    ),
    "a safety that can wait while a go is played": (
        position("go extra_tank km_100", [view(0, battle="go stop"), RIVAL]), "0 go", "0 extra_tank",
        Comparison(K.KEEP_SAFETY, cards=(card("extra_tank"),), numbers=(300,)),
    ),
    "one limited while standing": (
        position("speed_limit km_25", [STANDS, RIVAL]), "0 speed_limit > 1", "0 - km_25",
        Comparison(K.LIMIT_STANDING, 1),
    ),
    "another one limited": (
        position("speed_limit km_25", [ROLLS, RIVAL]), "0 speed_limit > 1", "0 km_25", Comparison(K.LIMIT, 1),
    ),
    "no 200": (
        position("km_75 km_200", [ROLLS, AHEAD]), "0 km_75", "0 km_200", Comparison(K.BONUS, numbers=(300,)),
    ),
    "a remedy that a safety makes useless": (
        position("repairs km_25", [view(0, battle="go stop", safeties="driving_ace"), RIVAL]),
        "0 - repairs", "0 - km_25", Comparison(K.DROP_SAFE, cards=(card("driving_ace"),)),
    ),
    "a remedy whose hazards are out": (
        position("repairs km_25", [STANDS, RIVAL], discarded="accident accident"),
        "0 - repairs", "0 - km_25", Comparison(K.DROP_OUT, cards=(card("accident"),), numbers=(2,)),
    ),
    "a distance that is too long": (
        position("km_200 km_25", [view(0, battle="go stop", distance="km_200 km_200 km_100 km_100"), RIVAL],
                 rules="piatnik", draw_pile=0),
        "0 - km_200", "0 - km_25", Comparison(K.DROP_FAR, numbers=(100,)),
    ),
    "a hazard for nobody": (
        position("accident km_25", [STANDS, IMMUNE]), "0 - accident", "0 - km_25", Comparison(K.DROP_IMMUNE),
    ),
    "a remedy that a safety in hand replaces": (
        position("gasoline gasoline extra_tank km_25", [STANDS, RIVAL]), "0 - gasoline", "0 - km_25",
        Comparison(K.DROP_COVERED, cards=(card("extra_tank"),)),
    ),
    "a third 200": (
        position("km_200 gasoline", [view(0, battle="go stop", distance="km_200 km_200"), RIVAL]),
        "0 - km_200", "0 - gasoline", Comparison(K.DROP_THIRD),
    ),
    "two useless cards": (
        position("repairs accident", [view(0, battle="go stop", safeties="driving_ace"), IMMUNE]),
        "0 - repairs", "0 - accident", Comparison(K.EVEN_USELESS, is_level=True),
    ),
    "one of two": (
        position("gasoline gasoline km_25", [STANDS, RIVAL]), "0 - gasoline", "0 - km_25",
        Comparison(K.DROP_DOUBLE, numbers=(2,)),
    ),
    "the shorter one": (position("km_50 km_75", [STANDS, RIVAL]), "0 - km_50", "0 - km_75", Comparison(K.DROP_SHORT)),
    "a distance that a limit forbids": (
        position("km_75 km_25", [LIMITED, RIVAL]), "0 - km_75", "0 - km_25", Comparison(K.DROP_LIMITED),
    ),
    "one of many distances": (
        position("km_25 km_50 km_75 km_100 repairs", [STANDS, RIVAL]), "0 - km_50", "0 - repairs",
        Comparison(K.DROP_PLENTY, numbers=(4,)),
    ),
    "one of two distances": (
        position("km_50 km_50 km_25 repairs", [STANDS, RIVAL]), "0 - km_50", "0 - repairs",
        Comparison(K.DROP_DOUBLE, numbers=(2,)),
    ),
    "the shortest of few distances": (
        position("km_50 km_75 repairs", [STANDS, RIVAL]), "0 - km_50", "0 - repairs",
        Comparison(K.DROP_SHORTEST, numbers=(2,)),
    ),
    "a remedy for later": (
        position("repairs km_25", [STANDS, RIVAL]), "0 - repairs", "0 - km_25",
        Comparison(K.DROP_UNNEEDED, cards=(card("accident"),)),
    ),
    "a hazard for later": (
        position("accident km_25", [STANDS, view(1, battle="go stop")]), "0 - accident", "0 - km_25",
        Comparison(K.DROP_IDLE),
    ),
    "a remedy that is needed": (
        position("end_of_limit gasoline", [LIMITED, RIVAL]), "0 - gasoline", "0 - end_of_limit",
        Comparison(K.NEEDED, cards=(card("speed_limit"),)),
    ),
}  # fmt: skip


@each("told", TOLD)
def test_coach_says_first_what_holds_first(told: str) -> None:
    o, better, other, words = TOLD[told]
    a, b = move(better), move(other)
    assert compare(*_estimates(o, a, b), Random(1)) == words
    assert TRUE[words.kind](Again(o, a, b, words))
    assert comparison_fault(words, a, b, len(o.sides)) is None


def test_moves_that_the_search_cannot_tell_apart_are_said_to_be_level() -> None:
    o = position("km_50 km_75", [STANDS, RIVAL])
    evaluation, better, other = _estimates(o, move("0 - km_50"), move("0 - km_75"))
    point = evaluation.equity.chance_per_point
    close = replace(other, value=better.value - 4 * point)
    unsure = replace(other, value=better.value - 20 * point, error=60 * point)
    clear = replace(unsure, error=20 * point)
    told = [compare(evaluation, better, one, Random(1)).is_level for one in (close, unsure, clear)]
    assert told == [True, True, False]


def test_moves_are_level_once_the_match_is_all_but_decided() -> None:
    o = position("km_50 km_75", [STANDS, RIVAL])
    evaluation, better, other = _estimates(o, move("0 - km_50"), move("0 - km_75"))
    lead = 12 * evaluation.equity.chance_per_point
    told = [
        compare(evaluation, replace(better, value=high), replace(other, value=high - lead), Random(1)).is_level
        for high in (0.5, 1.0)
    ]
    assert told == [False, True]


LEVEL: dict[str, tuple[Observation, str, str, Comparison]] = {
    "nothing on the table": (
        position("km_25 repairs", [ROLLS, RIVAL]), "0 - km_25", "0 - repairs", Comparison(K.EVEN, is_level=True),
    ),
    "cards that cannot be played": (
        position("repairs gasoline km_25", [ROLLS, RIVAL]), "0 - repairs", "0 - gasoline",
        Comparison(K.EVEN_IDLE, is_level=True),
    ),
    "two distances": (
        position("km_100 km_75", [ROLLS, RIVAL]), "0 km_100", "0 km_75",
        Comparison(K.MORE_KM, numbers=(25,), is_level=True),
    ),
    "now or later": (
        position("km_50 repairs", [ROLLS, RIVAL]), "0 km_50", "0 - repairs", Comparison(K.FORWARD, is_level=True),
    ),
    "an attack": (
        position("km_50 stop", [ROLLS, RIVAL]), "0 stop > 1", "0 km_50", Comparison(K.HOLD, 1, is_level=True),
    ),
}  # fmt: skip


@each("level", LEVEL)
def test_level_moves_are_told_by_what_is_plain_on_the_table(level: str) -> None:
    o, better, other, words = LEVEL[level]
    a, b = move(better), move(other)
    evaluation, first, second = _estimates(o, a, b)
    assert compare(evaluation, first, replace(second, value=first.value), Random(1)) == words
    assert TRUE[words.kind](Again(o, a, b, words))
    assert comparison_fault(words, a, b, len(o.sides)) is None


@pytest.mark.parametrize(
    ("values", "advised"),
    [
        ({"- km_25": 0, "- km_50": -2, "- repairs": -40, "km_25": -80, "km_50": -90}, ("- km_25", "km_25")),
        ({"- km_25": 0, "- km_50": -2, "km_25": -4, "km_50": -60}, ("km_25", "km_50")),
        ({"- km_25": 0, "- km_50": -2, "km_50": -4}, ("km_50", "- km_25")),
        ({"km_25": 0, "- repairs": -20, "km_50": -40}, ("km_25", "km_50")),
        ({"km_25": 0, "km_50": -2, "- repairs": -40}, ("km_50", "km_25")),
        ({"km_75": 0, "km_50": -2, "km_25": -40, "- repairs": -40}, ("km_75", "km_50")),
        ({"km_25": 0, "- repairs": -2, "- km_25": -20, "- km_50": -40}, ("km_25", "- repairs")),
        ({"- repairs": 0, "- km_25": -2, "- km_50": -40}, ("- repairs", "- km_25")),
    ],
    ids=[
        "driving is worse than a discard", "driving is as good", "driving is as good as any discard",
        "a discard before driving less", "driving further is as good", "the nearest drive", "the nearest discard",
        "two discards",
    ],
)  # fmt: skip
def test_best_move_is_compared_with_the_nearest_that_a_player_would_weigh(
    values: dict[str, int], advised: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    o = position("km_25 km_50 km_75 repairs", [ROLLS, RIVAL])

    def valued(evaluation: Evaluation, *_: object) -> list[MoveEstimate]:
        point, information = evaluation.equity.chance_per_point, evaluation.information
        return [MoveEstimate(afterstate(information, move(f"0 {m}")), 0.49 + v * point) for m, v in values.items()]

    monkeypatch.setattr("ai.coach._searched", valued)
    advice = advise(o, Random(1))
    assert (advice.best.move, advice.other and advice.other.move) == tuple(move(f"0 {m}") for m in advised)
    assert advice.best.points == 0


EXPECTED: dict[str, tuple[Observation, dict[str, int], str]] = {
    "a useless card": (
        position("repairs km_25", [view(0, battle="go stop", safeties="driving_ace"), RIVAL]),
        {"- km_25": 0, "- repairs": -2}, "- repairs",
    ),
    "a remedy held twice": (
        position("gasoline gasoline km_25", [STANDS, RIVAL]), {"- km_25": 0, "- gasoline": -2}, "- gasoline",
    ),
    "a longer distance while km in hand score minus": (
        position("km_25 km_100", [STANDS, RIVAL], rules="mille_miglia", draw_pile=3),
        {"- km_100": 0, "- km_25": -2}, "- km_100",
    ),
    "driving into the lead": (
        position("km_100 repairs", [ROLLS, AHEAD]), {"- repairs": 0, "km_100": -12}, "km_100",
    ),
}  # fmt: skip


@each("expected", EXPECTED)
def test_move_that_a_player_would_rather_expect_is_advised_if_it_shows_nearly_the_same_chance(
    expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    o, values, advised = EXPECTED[expected]

    def valued(evaluation: Evaluation, *_: object) -> list[MoveEstimate]:
        point, information = evaluation.equity.chance_per_point, evaluation.information
        return [MoveEstimate(afterstate(information, move(f"0 {m}")), 0.49 + v * point) for m, v in values.items()]

    monkeypatch.setattr("ai.coach._searched", valued)
    assert advise(o, Random(1)).best.move == move(f"0 {advised}")


def test_blunder_is_never_advised_however_a_few_worlds_turn_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.coach._lead_in_more_worlds", lambda *_: (-0.1, 0.01))
    assert advise(position("go km_25", [STANDS, RIVAL]), Random(1)).best.move == move("0 go")


def test_move_that_does_something_at_once_is_advised_before_an_attack_on_a_side_that_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    o = position("speed_limit km_25", [ROLLS, view(1, battle="go stop", distance="km_50")])

    def valued(evaluation: Evaluation, *_: object) -> list[MoveEstimate]:
        return [
            MoveEstimate(afterstate(evaluation.information, move(m)), 0.3) for m in ("0 speed_limit > 1", "0 km_25")
        ]

    monkeypatch.setattr("ai.coach._searched", valued)
    advice = advise(o, Random(1))
    assert (advice.best.move, advice.comparison.kind) == (move("0 km_25"), K.FORWARD)


def test_attack_on_a_side_further_ahead_is_advised_if_it_is_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    o = position("stop km_25", [ROLLS, AHEAD, THIRD])

    def valued(evaluation: Evaluation, *_: object) -> list[MoveEstimate]:
        moves = [afterstate(evaluation.information, move(m)) for m in ("0 stop > 2", "0 stop > 1", "0 km_25")]
        return [MoveEstimate(one, 0.3) for one in moves]

    monkeypatch.setattr("ai.coach._searched", valued)
    advice = advise(o, Random(1))
    assert (advice.best.move, advice.other and advice.other.move) == (move("0 stop > 1"), move("0 stop > 2"))


def test_a_single_move_is_compared_with_none() -> None:
    o = position("km_25", [STANDS, RIVAL])
    advice = advise(o, Random(1))
    assert (advice.best.move, advice.other, advice.comparison) == (move("0 - km_25"), None, Comparison(K.ONLY))


def test_advice_is_the_same_each_time() -> None:
    o = position("stop km_25 km_100", [ROLLS, AHEAD, THIRD])
    assert advise(o, Random(1), is_late=_soon()) == advise(o, Random(1), is_late=_soon())


def _soon() -> Callable[[], bool]:
    """Whether a few playouts are over."""
    turns = iter([False] * 30)
    return lambda: next(turns, True)


@each(
    ("hand", "rules", "kind"),
    [
        ("driving_ace km_25", "winning_moves", K.COUP),
        ("driving_ace", "winning_moves", K.COUP_LAST),
        ("driving_ace km_25", "mille_miglia", K.COUP_LAST),
    ],
)
def test_coup_fourre_promises_no_turn_that_does_not_come(hand: str, rules: str, kind: ComparisonKind) -> None:
    sides = [view(0, battle="go"), view(1, battle="go")]
    o = position(hand, sides, rules=rules, phase=Phase.COUP_FOURRE, attack="1 accident > 0", draw_pile=0)
    assert compare(*_estimates(o, move("0 ! driving_ace"), move("0 .")), Random(1)).kind is kind

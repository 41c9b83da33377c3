"""The coach: it compares two moves of a decision and finds the first thing that the better one has over the other.

The moves and their values come from a search. What follows each of them is counted afterwards, in worlds dealt anew:
both moves are played in the same worlds, all seats by the rollout policy, until two more turns of the seat are over.
Nothing here changes what a bot decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import hypot, sqrt
from random import Random
from statistics import fmean, stdev, variance
from typing import Final

from ai.bots.blunders import blunder_name
from ai.bots.levels import LEVEL_DATA
from ai.comparison import Advice, Comparison, ComparisonKind, MoveValue
from ai.decision import IsLate, never_late
from ai.evaluation.afterstates import Afterstate, afterstates
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.features import fewest_cards_for_rest, held_distances
from ai.information_state import InformationState, deck_counts, is_useless
from ai.search.determinization import Determinizer
from ai.search.expectimax import MoveEstimate, Rollout, search
from ai.search.rollout_policy import PublicKnowledge, rollout_move
from ai.spec import TOP_LEVEL
from game.engine.cards import CARDS, HAZARDS, REMEDIES, REMEDY_FOR, SAFETIES, SAFETY_AGAINST, Card, Family
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import KM_UNIT, Points
from game.engine.tables import (
    KM_BITS,
    LIMITED,
    ONE_200,
    RIGHT_OF_WAY,
    TWO_200S,
    hazards_cleared,
    is_rolling,
)

_BUDGET: Final = replace(LEVEL_DATA[TOP_LEVEL].budget, worlds=160)
"""Less search than the top level does, as comparing the moves takes time too: so a hint comes as soon as a move."""
_WORLDS: Final = 96
"""In so many worlds both moves are played."""
_MANY_WORLDS: Final = 150
"""After a search in fewer worlds the best two moves are compared in ``_WORLDS`` more."""
_FEW_WORLDS: Final = 12
_UNSEARCHED: Final = 60.0
"""Error of the difference of two moves that no search has compared, in points."""
_MODEL: Final = 15.0
"""Error that a comparison of two moves has even with very many worlds, in points."""
_TURNS: Final = 2
"""So many turns of the seat after this one are played."""
_LEAST_POINTS: Final = 8.0
"""Moves whose values differ by fewer points are told to be about the same."""
_CLEAR: Final = 0.7
"""A difference of values counts only if it is more than this share of its error, most of which two moves have alike.

In 1,000 worlds dealt anew, 93 % of such moves win against the second best."""
_SURE: Final = 2.0
"""A difference counts only if it is this many standard errors from zero."""
_HOME: Final = 0.15
"""The shares of worlds from which a row of the table holds."""
_HIT: Final = 0.12
_OVER: Final = 0.25
_COUP_LIKELY: Final = 0.15
_COUP_UNLIKELY: Final = 0.08
_LIMITED_SHARE: Final = 0.15
_LIMIT_KM: Final = 50
_LONGEST_KM: Final = 200
_FEW_CARDS: Final = 2
_PLENTY: Final = 4
"""With so many useful distances in hand one can be spared."""
_NEVER: Final = 6
"""What ``fewest_cards_for_rest`` returns if no cards make the rest."""
_NATURAL: Final = (Family.DISTANCE, Family.REMEDY, Family.HAZARD)
_TURN: Final = (MoveKind.LAY, MoveKind.DISCARD)
_STOP: Final = HAZARDS[0]
_END_OF_LIMIT: Final = REMEDIES[1]
_SPEED_LIMIT: Final = HAZARDS[1]
_BREAKDOWNS: Final = HAZARDS[2:]
_HAZARD_OF: Final = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


@dataclass(slots=True)
class Outlook:
    """What followed a move in one world.

    ``home`` is the rival that arrived, ``coups`` are the safeties that the seat played as coups fourrés.
    """

    is_hit: bool = False
    is_limited: bool = False
    home: int | None = None
    is_over: bool = False
    coups: set[Card] = field(default_factory=set)

    def end(self, leg: Leg, side: int) -> None:
        """Set how the leg stands once the turns are over."""
        self.is_over = leg.is_over
        winner = leg.winner if leg.is_over else None
        if winner is not None and winner != side and (leg.progress[winner] & KM_BITS) * KM_UNIT == leg.target:
            self.home = winner


def advise(observation: Observation, rng: Random, *, is_late: IsLate = never_late) -> Advice:
    """Return the best move of a decision and what it has over another, by a search like that of the top level."""
    legal = observation.legal
    if not legal:
        raise ValueError(f"seat {observation.seat} has nothing to decide")
    evaluation = Evaluation(InformationState.of(observation))
    forced = observation.forced_answer
    if len(legal) == 1 or forced is not None:
        first = forced or legal[0]
        valued = _evaluated(evaluation, [first, *(move for move in legal if move is not first)])
    else:
        valued = list(_searched(evaluation, rng, is_late))
    best, other, alike = _compared(evaluation, valued)

    def value_of(one: MoveEstimate | None) -> MoveValue | None:
        if one is None:
            return None
        points = (one.value - best.value) / evaluation.equity.chance_per_point
        return MoveValue(one.move, points, evaluation.calibrated_chance(one.value))

    told = compare(evaluation, best, other, rng)
    rated = value_of(best)
    assert rated is not None
    return Advice(rated, value_of(other), told, value_of(alike))


def _searched(evaluation: Evaluation, rng: Random, is_late: IsLate) -> Sequence[MoveEstimate]:
    """Return at least two moves, the best first.

    A search ends as soon as one move is left. If that was early, the best two are compared in more worlds.
    """
    observation = evaluation.information.observation
    sensible = [move for move in observation.legal if blunder_name(observation, move) is None] or observation.legal
    found = search(evaluation, _BUDGET, rng, is_late, sensible)
    moves = [*found.moves, *unsearched(evaluation, found.moves)]
    if found.worlds >= _MANY_WORLDS or is_late():
        return moves
    best, second, *others = moves
    lead, error = _lead_in_more_worlds(evaluation, best, second, rng, is_late)
    others = [replace(one, error=hypot(one.error, best.error)) for one in others]
    best, second = replace(best, error=0.0), replace(second, value=best.value - lead, error=error)
    return [best, second, *others] if lead >= 0.0 else [second, best, *others]


def _lead_in_more_worlds(
    evaluation: Evaluation, best: MoveEstimate, second: MoveEstimate, rng: Random, is_late: IsLate
) -> tuple[float, float]:
    """Return by how much a move is better than another, and the error, by the search and by more worlds together."""
    rollout, worlds = Rollout(evaluation, _BUDGET.turns), Determinizer(evaluation.information)
    apart = list[float]()
    while len(apart) < _WORLDS and not is_late():
        world = worlds.deal(rng)
        apart.append(rollout.value(world, best.move) - rollout.value(world, second.move))
    lead, error = best.value - second.value, hypot(best.error, second.error)
    if len(apart) < _FEW_WORLDS:
        return lead, error
    model = _MODEL * evaluation.equity.chance_per_point
    squared = variance(apart) / len(apart) + model * model
    weight = error * error / (error * error + squared)
    return weight * fmean(apart) + (1.0 - weight) * lead, sqrt(weight * squared)


def _compared(
    evaluation: Evaluation, valued: Sequence[MoveEstimate]
) -> tuple[MoveEstimate, MoveEstimate | None, MoveEstimate | None]:
    """Return the move to advise, the one that it is compared with, and one beside them that is as good as the first.

    It is compared with what a player would weigh: a natural move that is worse, else one that is as good, and others
    only without natural ones. A natural move that seems as good as an odd one is advised itself.
    """
    best, *others = valued
    if not others:
        return best, None, None
    expected = _expected(evaluation, best, others)
    if expected and not _is_clear(evaluation, best, expected[0]):
        advised = expected[0]
        if not _looks_the_same(evaluation, best, advised):
            return best, advised, None
        worse = [one for one in expected if _is_clear(evaluation, advised, one)]
        return (advised, worse[0], best) if worse else (advised, best, None)
    second, natural = others[0], expected or [one for one in others if _laid_family(one.move) in _NATURAL]
    if best.move.side is not None:
        natural = [one for one in natural if one.move.side != best.move.side]
    useful = [one for one in others if _is_useful(evaluation, best.move, one.move) or one is second]
    worse = [one for one in (*natural, *useful) if _is_clear(evaluation, best, one)]
    if not worse or (natural and natural[0] is second and worse[0] not in natural):
        return best, (natural or others)[0], None
    return best, worse[0], None if _is_clear(evaluation, best, second) else second


def _expected(evaluation: Evaluation, best: MoveEstimate, others: Sequence[MoveEstimate]) -> list[MoveEstimate]:
    """Return the moves that a player would rather expect than the best one, those first that come first to mind.

    Instead of a discard, or of a safety that frees from nothing, this is to drive, else a remedy, else an attack;
    instead of an attack it is the same on a side further ahead.
    """
    move, known = best.move, evaluation.information
    if move.side is not None:
        reached = [progress & KM_BITS for progress in known.progress]
        same = [one for one in others if one.move.card is move.card and one.move.side is not None]
        return [one for one in same if one.move.side is not None and reached[one.move.side] > reached[move.side]]
    safety = _laid_safety(move)
    if move.kind is not MoveKind.DISCARD and (safety is None or hazards_cleared(known.states[known.side], safety)):
        return []
    sorts = ([one for one in others if _laid_family(one.move) is family] for family in _NATURAL)
    return next((sort for sort in sorts if sort), [])


def _laid_family(move: Move) -> Family | None:
    return move.card.family if move.card is not None and move.kind is MoveKind.LAY else None


def _looks_the_same(evaluation: Evaluation, one: MoveEstimate, other: MoveEstimate) -> bool:
    """Return whether two moves are displayed with the same chance."""
    return len({round(100 * evaluation.calibrated_chance(it.value)) for it in (one, other)}) == 1


def _is_useful(evaluation: Evaluation, best: Move, move: Move) -> bool:
    """Return whether a discard, or a safety instead of one that is played, is worth comparing with the best move."""
    known, card = evaluation.information, move.card
    if card is None or card is best.card:
        return False
    if move.kind is MoveKind.DISCARD:
        return card not in SAFETIES and not is_useless(card, known.states, known.progress, known.side)
    return best.kind is not MoveKind.DISCARD


def _is_clear(evaluation: Evaluation, better: MoveEstimate, other: MoveEstimate) -> bool:
    """Return whether the search finds a move better by more than chance; else both are told to be about the same."""
    lead = better.value - other.value
    is_sure = lead > _CLEAR * hypot(better.error, other.error)
    return is_sure and lead >= _LEAST_POINTS * evaluation.equity.chance_per_point


def unsearched(evaluation: Evaluation, found: Sequence[MoveEstimate]) -> list[MoveEstimate]:
    """Return the legal moves that a search left out, the best first, by the evaluation alone.

    None is above the best move that was found.
    """
    searched, best = {one.move for one in found}, found[0]
    believed = evaluation.chance_after(best.after)
    left = _evaluated(evaluation, [move for move in evaluation.information.observation.legal if move not in searched])
    error = _UNSEARCHED * evaluation.equity.chance_per_point
    cut = [replace(one, value=best.value + min(0.0, one.value - believed), error=error) for one in left]
    return sorted(cut, key=lambda one: -one.value)


def _evaluated(evaluation: Evaluation, moves: Sequence[Move]) -> list[MoveEstimate]:
    thens = afterstates(evaluation.information, moves)
    return [MoveEstimate(then, evaluation.chance_after(then)) for then in thens]


def compare(evaluation: Evaluation, better: MoveEstimate, other: MoveEstimate | None, rng: Random) -> Comparison:
    """Return the first thing that the better of two moves has over the other, by the order of the coach's table."""
    if other is None:
        return Comparison(ComparisonKind.ONLY)
    pair = MovePair(evaluation, better, other, rng)
    return next(told for row in _TABLE if (told := row(pair)) is not None)


class MovePair:
    """Two moves of a decision, *a* the better one, with what is known of them and what the worlds show.

    The worlds are dealt when the first row of the table asks for them.
    """

    def __init__(self, evaluation: Evaluation, better: MoveEstimate, other: MoveEstimate, rng: Random) -> None:
        self.evaluation, self.information = evaluation, evaluation.information
        self.estimates = better, other
        self.then_a, self.then_b = better.after, other.after
        self.a, self.b = better.move, other.move
        self._rng = rng

    @property
    def own(self) -> int:
        return self.information.side

    @property
    def hand(self) -> list[int]:
        return self.information.hand

    @property
    def state(self) -> int:
        """The own side's state before the move."""
        return self.information.states[self.own]

    @property
    def points(self) -> Points:
        return self.evaluation.points

    @property
    def do_points_decide(self) -> bool:
        """Whether the match is won by points, not by the winner of this leg whatever the points."""
        return not self.evaluation.equity.leg_bonus

    @property
    def bonus(self) -> int:
        """The points for a win without a 200, 0 if the own side has one or points do not decide."""
        has_200 = self.information.progress[self.own] & (ONE_200 | TWO_200S)
        return self.points.safe_trip if self.do_points_decide and not has_200 else 0

    @property
    def rest_km(self) -> int:
        """The km that the own side has to go before the move."""
        return self.rest_of(self.own)

    def rest_of(self, side: int) -> int:
        """Return the km that a side has to go before the move."""
        return self.information.observation.target - self.km_of(side)

    def km_of(self, side: int) -> int:
        """Return a side's km before the move."""
        return (self.information.progress[side] & KM_BITS) * KM_UNIT

    @property
    def furthest_rest_km(self) -> int:
        """The km that the own side may have to go at most, if the leg may still be extended."""
        information, rules = self.information, self.information.compiled_rules.rules
        may_extend = information.compiled_rules.may_extend and not information.is_extended
        if may_extend and (information.draw_pile or rules.extension_on_empty_pile):
            return rules.extended_km - self.km_of(self.own)
        return self.rest_km

    @property
    def rivals(self) -> list[int]:
        return self.evaluation.rivals

    @cached_property
    def outlooks(self) -> tuple[list[Outlook], list[Outlook]]:
        """What followed *a* and *b* in the sampled worlds, world by world."""
        worlds, known = Determinizer(self.information), PublicKnowledge.from_information(self.information)
        plays_out = any(move.card in SAFETIES and move.kind is MoveKind.LAY for move in (self.a, self.b))
        after_a, after_b = [], []
        for _ in range(_WORLDS):
            world = worlds.deal(self._rng)
            after_a.append(play_on(world, self.a, self.own, known, to_the_end=plays_out))
            after_b.append(play_on(world, self.b, self.own, known, to_the_end=plays_out))
        return after_a, after_b

    def means(self, count: Callable[[Outlook], float]) -> tuple[float, float]:
        """Return the means of a number after *a* and after *b*."""
        after_a, after_b = self.outlooks
        return fmean(map(count, after_a)), fmean(map(count, after_b))

    def gain(self, count: Callable[[Outlook], float]) -> float:
        """Return by how much a number is higher after *a* than after *b*, 0 if the worlds do not show it surely."""
        after_a, after_b = self.outlooks
        apart = [count(one) - count(other) for one, other in zip(after_a, after_b, strict=True)]
        mean = fmean(apart)
        return mean if abs(mean) >= _SURE * stdev(apart) / sqrt(len(apart)) else 0.0


def play_on(world: Leg, move: Move, side: int, known: PublicKnowledge, *, to_the_end: bool = False) -> Outlook:
    """Return what follows a move of ``side`` in a world until two more turns of its seat are over.

    With ``to_the_end`` coups fourrés are counted until the leg is over.
    """
    leg, seen, seat = world.copy(), known.copy(), move.seat
    found, last, turn = Outlook(), move, 0
    side_of, was = leg.compiled_rules.side_of, (False, False)
    leg.apply(move)
    seen.record(move)
    while not leg.is_over:
        move = rollout_move(leg, None, seen)
        if move.seat == seat and move.kind in _TURN and (last.seat != seat or last.kind is MoveKind.COUP_FOURRE):
            turn += 1
            if turn == _TURNS + 1:
                found.end(leg, side)
            if turn > _TURNS and not to_the_end:
                return found
        if turn <= _TURNS and move.side == side:
            was = found.is_hit, found.is_limited
            found.is_hit |= move.card is not _SPEED_LIMIT
            found.is_limited |= move.card is _SPEED_LIMIT
        if move.kind is MoveKind.COUP_FOURRE and side_of[move.seat] == side:
            if turn <= _TURNS:
                found.is_hit, found.is_limited = was  # the attack was parried
            if move.seat == seat and move.card is not None:
                found.coups.add(move.card)
        seen.record(move)
        leg.apply(move)
        last = move
    if turn <= _TURNS:
        found.end(leg, side)
    return found


# -- the table of kinds -------------------------------------------------------------------------------------------

_Row = Callable[[MovePair], Comparison | None]


def _even(pair: MovePair) -> Comparison | None:
    a, b = pair.a, pair.b
    are_discards = a.kind is b.kind is MoveKind.DISCARD
    if are_discards and _is_useless(pair, a.card) and _is_useless(pair, b.card):
        return Comparison(ComparisonKind.EVEN_USELESS)
    if _is_clear(pair.evaluation, *pair.estimates):
        return None
    if are_discards:
        can_lay = {move.card for move in pair.information.observation.legal if move.kind is MoveKind.LAY}
        return Comparison(ComparisonKind.EVEN if can_lay & {a.card, b.card} else ComparisonKind.EVEN_IDLE)
    if _is_distance(a) and _is_distance(b):
        more = pair.bonus if _LONGEST_KM in {_km(a), _km(b)} and _km(a) != _km(b) else 0
        return Comparison(ComparisonKind.EVEN_BONUS, numbers=(more,)) if more else Comparison(ComparisonKind.EVEN_KM)
    if {_laid_family(a), _laid_family(b)} == {Family.DISTANCE, Family.REMEDY}:
        return Comparison(ComparisonKind.EVEN_LIFT)
    if {a.kind, b.kind} == {MoveKind.LAY, MoveKind.DISCARD} and a.card is not b.card:
        return Comparison(ComparisonKind.EVEN_LATER)
    if a.kind is b.kind is MoveKind.LAY and (_laid_safety(a) is None) is not (_laid_safety(b) is None):
        return Comparison(ComparisonKind.EVEN_SAFETY)
    if a.kind is b.kind is MoveKind.LAY and (a.side is None) is not (b.side is None):
        return Comparison(ComparisonKind.EVEN_ATTACK, b.side if a.side is None else a.side)
    return Comparison(ComparisonKind.EVEN)


def _coup(pair: MovePair) -> Comparison | None:
    if pair.a.kind is not MoveKind.COUP_FOURRE:
        return None
    if not pair.do_points_decide:
        return Comparison(ComparisonKind.COUP_PARRY)
    own, then, banked = pair.own, pair.then_a, pair.evaluation.points_so_far
    brought = banked(then.states[own], then.progress[own]) - banked(pair.state, pair.information.progress[own])
    return Comparison(ComparisonKind.COUP, numbers=(brought,))


def _extension(pair: MovePair) -> Comparison | None:
    kinds = {MoveKind.EXTEND: ComparisonKind.EXTEND, MoveKind.STAY: ComparisonKind.STAY}
    return Comparison(kinds[pair.a.kind]) if pair.a.kind in kinds else None


def _finish(pair: MovePair) -> Comparison | None:
    arrives = pair.then_a.has_arrived and not pair.then_b.has_arrived
    return Comparison(ComparisonKind.FINISH) if arrives else None


def _stop(pair: MovePair) -> Comparison | None:
    side = pair.a.side
    if side is None or pair.a.card is _SPEED_LIMIT or pair.b.side is not None:
        return None
    if pair.gain(lambda one: one.home == side) > -_HOME:
        return None
    return Comparison(ComparisonKind.STOP, side, numbers=(pair.rest_of(side),))


def _whom(pair: MovePair) -> Comparison | None:
    side, other = pair.a.side, pair.b.side
    if side is None or other is None or side == other:
        return None
    ahead = pair.km_of(side) - pair.km_of(other)
    if ahead > 0:
        return Comparison(ComparisonKind.WHOM_AHEAD, side, other, numbers=(ahead,))
    totals = pair.information.observation.totals
    leads = totals[side] - totals[other] if totals else 0
    if leads > 0:
        return Comparison(ComparisonKind.WHOM_LEADS, side, other, numbers=(leads,))
    seen, states = pair.information.observation, pair.information.states
    if is_rolling(states[side]) and not is_rolling(states[other]):
        return Comparison(ComparisonKind.WHOM_ROLLS, side, other)
    if not states[side] & LIMITED and states[other] & LIMITED and pair.a.card is pair.b.card:
        return Comparison(ComparisonKind.WHOM_FREE, side, other)
    if not pair.km_of(side) and pair.km_of(pair.own) and pair.points.shut_out and pair.do_points_decide:
        return Comparison(ComparisonKind.WHOM_SHUT_OUT, side, other, numbers=(pair.points.shut_out,))
    turn = {one: min((seat - seen.seat) % seen.seats for seat in seen.sides[one].seats) for one in (side, other)}
    is_first = ahead == 0 and turn[side] < turn[other]
    return Comparison(ComparisonKind.WHOM_FIRST, side, other) if is_first else None


def _longer(pair: MovePair) -> Comparison | None:
    a, b = pair.a.card, pair.b.card
    if pair.a.side is None or pair.a.side != pair.b.side or b is not _STOP or a not in _BREAKDOWNS:
        return None
    return Comparison(ComparisonKind.LONGER, cards=(REMEDY_FOR[a],))


def _again(pair: MovePair) -> Comparison | None:
    is_more = pair.then_a.plays_again and not pair.then_b.plays_again
    return Comparison(ComparisonKind.AGAIN) if is_more else None


def _rolls(pair: MovePair) -> Comparison | None:
    own = pair.own
    rolls_a, rolls_b = is_rolling(pair.then_a.states[own]), is_rolling(pair.then_b.states[own])
    if rolls_a and not rolls_b and not is_rolling(pair.state):
        return Comparison(ComparisonKind.ROLLS)
    for hazard in _BREAKDOWNS:
        if _suffers(pair, hazard) and not _has(pair.then_a, own, hazard) and _has(pair.then_b, own, hazard):
            return Comparison(ComparisonKind.FREES, cards=(hazard,))
    return None


def _safety(pair: MovePair) -> Comparison | None:
    laid_a, laid_b = _laid_safety(pair.a), _laid_safety(pair.b)
    if laid_b is not None and laid_a is None:
        chance, _ = pair.means(lambda one: laid_b in one.coups)
        if chance >= _COUP_LIKELY:
            if not pair.do_points_decide:
                return Comparison(ComparisonKind.KEEP_PARRY, cards=(laid_b,))
            more = pair.points.coup_fourre
            return Comparison(ComparisonKind.KEEP_SAFETY, cards=(laid_b,), numbers=(more,))
    if laid_a is None or laid_b is not None:
        return None
    _, over = pair.means(lambda one: one.is_over)
    if over >= _OVER and pair.do_points_decide:
        return Comparison(ComparisonKind.BANK, cards=(laid_a,), numbers=(pair.points.safety,))
    _, chance = pair.means(lambda one: laid_a in one.coups)
    return Comparison(ComparisonKind.LAY_SAFETY, cards=(laid_a,)) if chance < _COUP_UNLIKELY else None


def _leader(pair: MovePair) -> Comparison | None:
    if not (_is_distance(pair.a) and _is_distance(pair.b)):
        return None
    rivals_km = {side: pair.km_of(side) for side in pair.rivals}
    leader = max(rivals_km, key=lambda side: rivals_km[side])
    own, furthest = pair.km_of(pair.own), rivals_km[leader]
    if not own + _km(pair.a) < furthest < own + _km(pair.b) or pair.gain(lambda one: one.is_hit) > -_HIT:
        return None
    return Comparison(ComparisonKind.LEADER, leader)


def _now(pair: MovePair) -> Comparison | None:
    if not (_is_distance(pair.a) and _is_distance(pair.b)) or not _km(pair.b) <= _LIMIT_KM < _km(pair.a):
        return None
    if pair.hand[_END_OF_LIMIT.index] or pair.state & (LIMITED | RIGHT_OF_WAY):
        return None
    _, limited = pair.means(lambda one: one.is_limited)
    return Comparison(ComparisonKind.NOW) if limited >= _LIMITED_SHARE else None


def _exact(pair: MovePair) -> Comparison | None:
    if not _is_distance(pair.b):
        return None
    fits = 1 <= _cards_to_finish(pair, pair.then_a) <= _FEW_CARDS and _cards_to_finish(pair, pair.then_b) == _NEVER
    return Comparison(ComparisonKind.EXACT) if fits else None


def _bonus(pair: MovePair) -> Comparison | None:
    is_first = _is_distance(pair.b) and _km(pair.b) == _LONGEST_KM
    if not is_first or not pair.bonus or (_is_distance(pair.a) and _km(pair.a) == _LONGEST_KM):
        return None
    return Comparison(ComparisonKind.BONUS, numbers=(pair.bonus,))


def _lift(pair: MovePair) -> Comparison | None:
    own = pair.own
    if not pair.state & LIMITED or pair.then_a.states[own] & LIMITED or not pair.then_b.states[own] & LIMITED:
        return None
    fast = [card for card in CARDS if card.km > _LIMIT_KM and pair.hand[card.index] and card.km <= pair.rest_km]
    if not fast:
        return None
    kind = ComparisonKind.LIFT if is_rolling(pair.then_a.states[own]) else ComparisonKind.LIFT_EARLY
    return Comparison(kind, cards=(fast[-1],))


def _hold(pair: MovePair) -> Comparison | None:
    side = pair.a.side
    if side is None or pair.b.side is not None:
        return None
    is_leader = all(pair.km_of(side) > pair.km_of(other) for other in (*pair.rivals, pair.own) if other != side)
    is_stuck = not any(_is_distance(move) for move in pair.information.observation.legal)
    stands = is_stuck and _laid_family(pair.b) is not Family.REMEDY
    if pair.a.card is _SPEED_LIMIT:
        kind = ComparisonKind.LIMIT_STANDING if stands else ComparisonKind.LIMIT
        return Comparison(ComparisonKind.LIMIT_LEADER if is_leader else kind, side)
    if not _holds(pair, pair.a):
        return None
    kind = ComparisonKind.HOLD_STANDING if stands else ComparisonKind.HOLD
    return Comparison(ComparisonKind.HOLD_LEADER if is_leader else kind, side)


def _more_km(pair: MovePair) -> Comparison | None:
    if not _is_distance(pair.a):
        return None
    if not _is_distance(pair.b):
        return Comparison(ComparisonKind.FORWARD)
    more = _km(pair.a) - _km(pair.b)
    if more > 0 and pair.bonus and _km(pair.a) == _LONGEST_KM:
        return Comparison(ComparisonKind.MORE_THAN_BONUS, numbers=(more, pair.bonus))
    return Comparison(ComparisonKind.MORE_KM, numbers=(more,)) if more > 0 else None


def _needed(pair: MovePair) -> Comparison | None:
    card = pair.b.card
    if pair.b.kind is not MoveKind.DISCARD or card is None or card is pair.a.card:
        return None
    hazard = _HAZARD_OF.get(card)
    is_needed = hazard is not None and _suffers(pair, hazard)
    return Comparison(ComparisonKind.NEEDED, cards=(hazard,)) if is_needed and hazard else None


def _drop(pair: MovePair) -> Comparison | None:
    a, b = pair.a.card, pair.b.card
    if a is None or b is None or not pair.a.kind is pair.b.kind is MoveKind.DISCARD or _is_useless(pair, b):
        return None
    return _drop_dead(pair, a) or (_drop_distance(pair, a, b) if a.km else _drop_other(pair, a, b))


def _drop_dead(pair: MovePair, card: Card) -> Comparison | None:
    """Say why a discarded card can do nothing any more, if that is so."""
    hazard = _HAZARD_OF.get(card)
    if hazard is not None and not _is_useless(pair, card):
        count = _number_in_deck(pair, hazard)
        is_out = hazard is not _STOP and _number_in_sight(pair, hazard) == count > 0 and not _suffers(pair, hazard)
        return Comparison(ComparisonKind.DROP_OUT, cards=(hazard,), numbers=(count,)) if is_out else None
    if not _is_useless(pair, card):
        return None
    if hazard is not None:
        return Comparison(ComparisonKind.DROP_SAFE, cards=(SAFETY_AGAINST[hazard],))
    if card.family is Family.HAZARD:
        return Comparison(ComparisonKind.DROP_IMMUNE)
    if card.km > pair.furthest_rest_km:
        return Comparison(ComparisonKind.DROP_FAR, numbers=(pair.furthest_rest_km,))
    return Comparison(ComparisonKind.DROP_THIRD)


def _drop_distance(pair: MovePair, a: Card, b: Card) -> Comparison | None:
    """Say why a distance can be spared."""
    if a.km < b.km:
        return Comparison(ComparisonKind.DROP_SHORT)
    is_slowed = pair.state & LIMITED and not pair.hand[_END_OF_LIMIT.index]
    if a.km > _LIMIT_KM >= b.km > 0 and is_slowed:
        return Comparison(ComparisonKind.DROP_LIMITED)
    lengths = [
        card.km for card in CARDS for _ in range(pair.hand[card.index]) if not _is_useless(pair, card) and card.km
    ]
    if b.km:
        return None
    if len(lengths) >= _PLENTY:
        return Comparison(ComparisonKind.DROP_PLENTY, numbers=(len(lengths),))
    if lengths.count(a.km) > 1:
        return Comparison(ComparisonKind.DROP_DOUBLE, numbers=(lengths.count(a.km),))
    is_shortest = a.km == min(lengths) < max(lengths)
    return Comparison(ComparisonKind.DROP_SHORTEST, numbers=(len(lengths),)) if is_shortest else None


def _drop_other(pair: MovePair, a: Card, b: Card) -> Comparison | None:
    """Say why a remedy or a hazard can be spared."""
    held, hazard, hazard_b = pair.hand, _HAZARD_OF.get(a), _HAZARD_OF.get(b)
    if hazard is not None and held[SAFETY_AGAINST[hazard].index]:
        return Comparison(ComparisonKind.DROP_COVERED, cards=(SAFETY_AGAINST[hazard],))
    if held[a.index] > 1 == held[b.index]:
        return Comparison(ComparisonKind.DROP_DOUBLE, numbers=(held[a.index],))
    if hazard is not None and hazard is not _STOP and not _suffers(pair, hazard):
        is_alike = hazard_b is not None and hazard_b is not _STOP
        return None if is_alike else Comparison(ComparisonKind.DROP_UNNEEDED, cards=(hazard,))
    hits = {move.card for move in pair.information.observation.legal if move.side is not None}
    is_idle = a.family is Family.HAZARD and a not in hits and (b.family is not Family.HAZARD or b in hits)
    return Comparison(ComparisonKind.DROP_IDLE) if is_idle else None


def _home(pair: MovePair) -> Comparison | None:
    is_sooner = pair.gain(lambda one: one.home is not None) <= -_HOME
    return Comparison(ComparisonKind.HOME) if is_sooner else None


def _safer(pair: MovePair) -> Comparison | None:
    return Comparison(ComparisonKind.SAFER) if pair.gain(lambda one: one.is_hit) <= -_HIT else None


def _saves(pair: MovePair) -> Comparison | None:
    is_shorter = _is_distance(pair.a) and _is_distance(pair.b) and _km(pair.a) < _km(pair.b)
    return Comparison(ComparisonKind.SAVES) if is_shorter else None


def _win(_pair: MovePair) -> Comparison:
    return Comparison(ComparisonKind.WIN)


_TABLE: Final[tuple[_Row, ...]] = (
    _even, _coup, _extension, _finish, _stop, _whom, _longer, _again, _rolls, _safety, _leader, _now, _exact, _bonus,
    _lift, _hold, _more_km, _needed, _drop, _home, _safer, _saves, _win,
)  # fmt: skip
"""The kinds in the order in which they are tried; the last one always holds."""


def _is_distance(move: Move) -> bool:
    return move.kind is MoveKind.LAY and _km(move) > 0


def _km(move: Move) -> int:
    return 0 if move.card is None else move.card.km


def _laid_safety(move: Move) -> Card | None:
    return move.card if move.kind is MoveKind.LAY and move.card in SAFETIES else None


def _is_useless(pair: MovePair, card: Card | None) -> bool:
    states, progress = pair.information.states, pair.information.progress
    return card is not None and is_useless(card, states, progress, pair.own, pair.furthest_rest_km)


def _suffers(pair: MovePair, hazard: Card) -> bool:
    """Return whether that hazard is on the own display."""
    return hazard in hazards_cleared(pair.state, SAFETY_AGAINST[hazard])


def _has(then: Afterstate, side: int, hazard: Card) -> bool:
    """Return whether that hazard is on a display after a move."""
    return hazard in hazards_cleared(then.states[side], SAFETY_AGAINST[hazard])


def _holds(pair: MovePair, attack: Move) -> bool:
    """Return whether an attack stops a side that rolls."""
    return (
        attack.side is not None and attack.card is not _SPEED_LIMIT and is_rolling(pair.information.states[attack.side])
    )


def _number_in_deck(pair: MovePair, card: Card) -> int:
    seen = pair.information.observation
    return deck_counts(seen.rules, seen.seats, seen.seating)[card.index]


def _number_in_sight(pair: MovePair, card: Card) -> int:
    """Return how many of a card the seat can look at now: in its hand, on the discard pile and on top of piles."""
    seen = pair.information.observation
    tops = [pile[-1] for side in seen.sides for pile in (side.battle, side.speed) if pile]
    return sum(it is card for it in (*tops, *seen.discard_pile, *seen.hand))


def _cards_to_finish(pair: MovePair, then: Afterstate) -> int:
    """Return the fewest cards of the hand that make exactly the rest after a move, ``_NEVER`` if none do."""
    progress = then.progress[pair.own]
    rest = pair.information.observation.target // KM_UNIT - (progress & KM_BITS)
    return fewest_cards_for_rest(tuple(held_distances(then.hand, progress, rest)), rest)

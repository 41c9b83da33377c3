"""Reviews a finished leg: the value of each of a seat's decisions, how the chances of winning changed, and luck.

A decision is judged with the search of the top level by what its seat knew, an ``Observation``, never by the hidden
cards. All moves are compared on the same sampled worlds. Points are differences of the chance of winning the match,
converted to points at the current score, so that early and late legs are comparable.

Luck and skill are separate. A drawn card is compared with the mean of all cards that could have come; a rival's attack
counts as the loss of value that it causes; a decision counts as its loss against the best move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from random import Random
from typing import Annotated, Final

from msgspec import Meta, Struct

from ai.advantages import compare
from ai.bots.levels import LEVEL_DATA
from ai.coach import unsearched
from ai.comparison import Chance, Comparison, MoveValue, Points
from ai.decision import never_late
from ai.evaluation.afterstates import afterstates
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.search.determinization import Determinizer
from ai.search.expectimax import SearchBudget, search
from ai.search.pruning import candidate_moves
from game.engine.cards import CARDS, Card
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.engine.record import Record, deal_record, replay
from game.engine.setup import MatchContext

BUDGET: Final = replace(LEVEL_DATA["master"].budget, worlds=160, moves=6, margin=200.0)
"""About as much search as the top level does, but it includes moves that a bot would not consider."""
_DEALT: Final = 2
"""Drawing a card counts as luck only if it could have been one of at least this many kinds."""


Place = Annotated[int, Meta(ge=0, le=1000)]
"""A position in a leg, as the number of moves made before it; the limit is five times the longest leg."""


class ReviewSize(Struct, frozen=True, tag_field="kind", tag="outline"):
    """The size of a review: the number of moves of the leg, and of the seat's decisions that will be judged."""

    moves: Place
    decisions: Place


class PositionChances(Struct, frozen=True, tag_field="kind", tag="outlook"):
    """Each side's chance of winning the leg and the match after the first ``place`` moves, by the evaluation."""

    place: Place
    leg: tuple[Chance, ...]
    match: tuple[Chance, ...]


class Luck(Struct, frozen=True, tag_field="kind", tag="luck"):
    """The effect of luck on a seat in the whole leg, in points: of the cards it drew and of rivals' attacks."""

    drawn: Points
    attacks: Points


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one decision of a seat, made after ``place`` moves of the leg.

    ``values`` has all legal moves, the best first; ``comparison`` says what the best has over the one played, and is
    None if that one is the best.
    """

    place: int
    played: MoveValue
    best: MoveValue
    comparison: Comparison | None
    values: tuple[MoveValue, ...]

    @property
    def cost(self) -> float:
        """By how many points the best move is better than the one played; 0 if the search found no clear difference."""
        return self.best.points - self.played.points

    @property
    def points_lost(self) -> int:
        """The ``cost`` as it is displayed, in whole points: 0 if there is none, otherwise at least 1."""
        return max(1, round(self.cost)) if self.cost > 0.0 else 0

    @property
    def percent_lost(self) -> int:
        """The lost chance of winning the match in whole %: the difference of the two chances as they are displayed."""
        return self.best.percent - self.played.percent


ReviewFinding = ReviewSize | PositionChances | Luck | Judgement


@dataclass(frozen=True, slots=True)
class _RecordedMove:
    """A move of the leg, with its index and what the reviewed seat saw just before the move."""

    place: int
    seen: Observation
    played: Move


def review(
    record: Record,
    context: MatchContext,
    seat: int,
    left_out: Collection[int] = (),
    *,
    budget: SearchBudget = BUDGET,
    seed: str = "",
) -> Iterator[ReviewFinding]:
    """Review a recorded leg for one seat and yield each finding as soon as it is ready.

    The findings are an ``ReviewSize``, then ``PositionChances`` for each position, ``Luck``, and a ``Judgement`` of
    each decision but those after ``left_out`` moves, in the order of play. They are the same for the same record and
    seed. Raises ``MoveError`` if a move of the record is illegal.
    """
    moments, end = _moments(record, context, seat)
    decisions = [m for m in moments if m.played.seat == seat and len(m.seen.legal) > 1 and m.place not in left_out]
    yield ReviewSize(len(moments), len(decisions))
    for place, seen in enumerate([*(moment.seen for moment in moments), end]):
        chances = _evaluation(seen).win_chances()
        yield PositionChances(place, chances.leg, chances.match)
    yield _luck(moments, seat, seed)
    for moment in decisions:
        yield judge(moment.seen, moment.played, place=moment.place, budget=budget, seed=seed)


def judge(
    observation: Observation, played: Move, *, place: int, budget: SearchBudget = BUDGET, seed: str = ""
) -> Judgement:
    """Compare the move that a seat played with all its other legal moves, by a search.

    ``observation`` is what the seat knew; ``place`` is the number of moves made before in the leg.
    """
    evaluation = _evaluation(observation)
    rng = Random(f"{seed}/{place}")
    found = search(evaluation, budget, rng, never_late, played=played)
    estimates = [*found.moves, *unsearched(evaluation, found.moves)]
    a_point = evaluation.equity.chance_per_point
    values = [
        MoveValue(one.move, (one.value - found.policy_value) / a_point, evaluation.calibrated_chance(one.value))
        for one in estimates
    ]
    values.sort(key=lambda value: -value.points)
    own = next(value for value in values if value.move == played)
    chosen, made = found.moves[0], next(f for f in found.moves if f.move == played)
    if chosen.value - made.value <= hypot(chosen.error, made.error):  # the sampled worlds show no larger difference
        return Judgement(place, own, own, None, tuple(values))
    return Judgement(place, own, values[0], compare(evaluation, chosen, made, rng), tuple(values))


def _evaluation(seen: Observation) -> Evaluation:
    return Evaluation(InformationState.of(seen))


def _moments(record: Record, context: MatchContext, seat: int) -> tuple[list[_RecordedMove], Observation]:
    """Return each move of the leg with what the seat saw before it, and what the seat saw at the end."""
    leg, moments = deal_record(record), list[_RecordedMove]()
    for place, played in enumerate(replay(record).moves):
        moments.append(_RecordedMove(place, leg.observe(seat, context), played))
        leg.apply(played)
    return moments, leg.observe(seat, context)


def _luck(moments: Sequence[_RecordedMove], seat: int, seed: str) -> Luck:
    rng = Random(f"{seed}/luck")
    drawn = attacks = 0.0
    for number, moment in enumerate(moments):
        seen, played = moment.seen, moment.played
        is_new = number == 0 or moments[number - 1].seen.drawn != seen.drawn or moments[number - 1].played.seat != seat
        if seen.phase is Phase.TURN and played.seat == seat and seen.drawn and is_new:
            drawn += _luck_of_draw(seen, rng)
        if played.side == seen.side:
            attacks += _attack_effect(seen, played)
    return Luck(drawn, attacks)


def _luck_of_draw(seen: Observation, rng: Random) -> float:
    """Return the points by which the card just drawn was better than the mean of all cards that could have come."""
    drew = seen.drawn[-1]
    unseen = list(InformationState.of(seen).unseen)
    unseen[drew.index] += 1
    if sum(1 for count in unseen if count) < _DEALT:
        return 0.0
    worth = {card: _best(_with(seen, drew, card, rng)) for card in CARDS if unseen[card.index]}
    mean = sum(worth[card] * unseen[card.index] for card in worth) / sum(unseen)
    return (worth[drew] - mean) / _evaluation(seen).equity.chance_per_point


def _with(seen: Observation, drew: Card, card: Card, rng: Random) -> Observation:
    """Return the observation as it would be if ``card`` had been drawn instead of ``drew``."""
    if card is drew:
        return seen
    hand = list(seen.hand)
    hand[hand.index(drew)] = card
    changed = replace(seen, hand=tuple(sorted(hand, key=lambda c: c.id)), drawn=(*seen.drawn[:-1], card), legal=())
    world = Determinizer(InformationState.of(changed)).deal(rng)
    return replace(changed, legal=tuple(world.legal_moves()))


def _best(seen: Observation) -> float:
    """Return the value of the best move in the seat's own turn, by the evaluation alone."""
    evaluation = _evaluation(seen)
    information = evaluation.information
    return max(
        evaluation.chance_after(then) for then in afterstates(information, candidate_moves(information, seen.legal))
    )


def _attack_effect(seen: Observation, attack: Move) -> float:
    """Return the points by which a rival's attack changes the seat's position, before it is answered."""
    evaluation = _evaluation(seen)
    information = evaluation.information
    before = evaluation.chance_at(
        information.states, information.progress, information.hand, extender=information.extender
    )
    hit = information.compiled_rules.states_after(attack, information.states)
    after = evaluation.chance_at(hit, information.progress, information.hand, extender=information.extender)
    return (after - before) / evaluation.equity.chance_per_point

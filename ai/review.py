"""Reviews a finished leg: the value of each decision of a seat, the course of the chances, and luck.

A decision is judged at the top level's strength by what its seat knew: by an ``Observation``, never by the hidden
cards. All moves are compared on the same sampled worlds. Points are differences of the chance to win the match,
converted to points at the current score, so that early and late legs are comparable.

Luck and skill are separate. A drawn card is compared with the mean of all cards that could have come; a rival's attack
counts as the value that it takes from the position; a decision counts as its loss against the best move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from random import Random
from typing import Annotated, Final

from msgspec import Meta, Struct

from ai.bots.levels import LEVEL_DATA
from ai.bots.search_bot import reason_for
from ai.decision import BotReason, ReasonCode, never_late
from ai.evaluation.afterstates import afterstates
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.search.determinization import Determinizer
from ai.search.expectimax import MoveEstimate, SearchBudget, search
from ai.search.pruning import candidate_moves
from game.engine.cards import CARDS, Card
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.engine.record import Record, deal_record, replay
from game.engine.setup import MatchContext

BUDGET: Final = replace(LEVEL_DATA["master"].budget, worlds=160, moves=6, margin=200.0)
"""About the top level's work, but including moves that it would not choose."""
_DEALT: Final = 2
"""A draw counts as luck only if at least this many kinds could have come."""


Place = Annotated[int, Meta(ge=0, le=1000)]
"""Number of moves made before in the leg; the limit is five times the longest leg."""
Points = Annotated[float, Meta(ge=-1e6, le=1e6)]
Chance = Annotated[float, Meta(ge=0.0, le=1.0)]


class Outline(Struct, frozen=True, tag_field="kind", tag="outline"):
    """The size of the review: the number of moves of the leg and of decisions of the seat."""

    moves: Place
    decisions: Place


class PositionChances(Struct, frozen=True, tag_field="kind", tag="outlook"):
    """Each side's chance to win the leg and the match after the first ``place`` moves, according to the evaluation."""

    place: Place
    leg: tuple[Chance, ...]
    match: tuple[Chance, ...]


class Luck(Struct, frozen=True, tag_field="kind", tag="luck"):
    """The effect of drawn cards and rivals' attacks on the seat in the whole leg, in points."""

    drawn: Points
    attacks: Points


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move: points above the move of an ordinary driver, and the chance to win the match."""

    move: Move
    points: float
    chance: float

    @property
    def percent(self) -> int:
        """The displayed chance, in whole %."""
        return round(100 * self.chance)


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision of the seat, after ``place`` moves.

    ``values`` are all legal moves, the best first; ``reason`` is the reason for the best.
    """

    place: int
    played: MoveValue
    best: MoveValue
    reason: BotReason
    values: tuple[MoveValue, ...]

    @property
    def cost(self) -> float:
        """The points that the best move would have gained in addition; 0 if the two are indistinguishable."""
        return self.best.points - self.played.points

    @property
    def points_lost(self) -> int:
        """The displayed cost in whole points: 0 if there is none, otherwise at least 1."""
        return max(1, round(self.cost)) if self.cost > 0.0 else 0

    @property
    def percent_lost(self) -> int:
        """The displayed cost in chance to win the match: the difference of the two displayed chances, in whole %."""
        return self.best.percent - self.played.percent


ReviewFinding = Outline | PositionChances | Luck | Judgement


@dataclass(frozen=True, slots=True)
class _RecordedMove:
    """The leg before a move, as seen by the seat."""

    place: int
    seen: Observation
    played: Move


def review(
    record: Record, context: MatchContext, seat: int, *, budget: SearchBudget = BUDGET, seed: str = ""
) -> Iterator[ReviewFinding]:
    """Review a leg from one seat, yielding each finding as soon as it is ready.

    First the outline, then the outlooks in order, the luck, and a judgement of each decision in the order of play. The
    result is the same for the same record and seed. Raises ``MoveError`` if a move of the record is illegal.
    """
    moments, end = _moments(record, context, seat)
    decisions = [m for m in moments if m.played.seat == seat and len(m.seen.legal) > 1]
    yield Outline(len(moments), len(decisions))
    for place, seen in enumerate([*(moment.seen for moment in moments), end]):
        chances = _evaluation(seen).outlook()
        yield PositionChances(place, chances.leg, chances.match)
    yield _luck(moments, seat, seed)
    for moment in decisions:
        yield judge(moment.seen, moment.played, place=moment.place, budget=budget, seed=seed)


def judge(
    observation: Observation, played: Move, *, place: int, budget: SearchBudget = BUDGET, seed: str = ""
) -> Judgement:
    """Judge a move against the other moves that its seat could have made."""
    evaluation = _evaluation(observation)
    found = search(evaluation, budget, Random(f"{seed}/{place}"), never_late, played=played)
    a_point = evaluation.equity.chance_per_point
    worth = {f.move: f.value for f in found.moves}
    worth |= _unsearched(evaluation, found.moves[0], [move for move in observation.legal if move not in worth])
    values = [
        MoveValue(move, (value - found.policy_value) / a_point, evaluation.calibrated_chance(value))
        for move, value in worth.items()
    ]
    values.sort(key=lambda value: -value.points)
    own = next(value for value in values if value.move == played)
    best, chosen = values[0], found.moves[0]
    made = next(f for f in found.moves if f.move == played)
    if chosen.value - made.value <= hypot(chosen.error, made.error):  # the sampled worlds show no larger difference
        best, chosen = own, made
    return Judgement(place, own, best, _why(evaluation, chosen), tuple(values))


def _unsearched(evaluation: Evaluation, best: MoveEstimate, moves: Sequence[Move]) -> dict[Move, float]:
    """Return the value of moves that the search left out, by the evaluation alone; at most that of the best move."""
    believed = evaluation.chance_after(best.after)
    thens = afterstates(evaluation.information, moves)
    return {then.move: best.value + min(0.0, evaluation.chance_after(then) - believed) for then in thens}


def _why(evaluation: Evaluation, chosen: MoveEstimate) -> BotReason:
    if chosen.move.kind is MoveKind.DECLINE:
        return BotReason(ReasonCode.DECLINES, chosen.move.card)
    return reason_for(evaluation.information, chosen, evaluation, in_turn=False)


def _evaluation(seen: Observation) -> Evaluation:
    return Evaluation(InformationState.of(seen))


def _moments(record: Record, context: MatchContext, seat: int) -> tuple[list[_RecordedMove], Observation]:
    """Return the leg before each of its moves, and at its end."""
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
    """Return the points by which the last drawn card was better than the mean of the possible draws."""
    drew = seen.drawn[-1]
    unseen = list(InformationState.of(seen).unseen)
    unseen[drew.index] += 1
    if sum(1 for count in unseen if count) < _DEALT:
        return 0.0
    worth = {card: _best(_with(seen, drew, card, rng)) for card in CARDS if unseen[card.index]}
    mean = sum(worth[card] * unseen[card.index] for card in worth) / sum(unseen)
    return (worth[drew] - mean) / _evaluation(seen).equity.chance_per_point


def _with(seen: Observation, drew: Card, card: Card, rng: Random) -> Observation:
    """Return the same position with another card drawn."""
    if card is drew:
        return seen
    hand = list(seen.hand)
    hand[hand.index(drew)] = card
    changed = replace(seen, hand=tuple(sorted(hand, key=lambda c: c.id)), drawn=(*seen.drawn[:-1], card), legal=())
    world = Determinizer(InformationState.of(changed)).deal(rng)
    return replace(changed, legal=tuple(world.legal_moves()))


def _best(seen: Observation) -> float:
    """Return the value of the seat's own turn, by the evaluation alone."""
    evaluation = _evaluation(seen)
    information = evaluation.information
    return max(
        evaluation.chance_after(then) for then in afterstates(information, candidate_moves(information, seen.legal))
    )


def _attack_effect(seen: Observation, attack: Move) -> float:
    """Return the points by which a rival's attack changes the position, before any answer."""
    evaluation = _evaluation(seen)
    information = evaluation.information
    before = evaluation.chance_at(
        information.states, information.progress, information.hand, extender=information.extender
    )
    hit = information.compiled_rules.states_after(attack, information.states)
    after = evaluation.chance_at(hit, information.progress, information.hand, extender=information.extender)
    return (after - before) / evaluation.equity.chance_per_point

"""One-step expectimax: own move, chance over the card drawn next, own move again, then the evaluation.

The opponents' answers in between are part of the evaluation; a coup fourré that an attack may meet is a chance of
its own. A decision costs some 10 ms and depends on the observation and the generator alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from ai.decision import Decision
from ai.evaluation import Evaluation, Outlook
from ai.position import (
    DISTANCE_INDEXES,
    HAZARD_INDEXES,
    KM,
    SAFETY_INDEXES,
    SAFETY_OF,
    Side,
)
from ai.race import Hand
from ai.weights import Weights
from game.engine.cards import CARDS
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase

_SAME: Final = 1e-9
_LAID_ON_OWN_SIDE: Final = tuple(c.index for c in CARDS if c.index not in HAZARD_INDEXES)


class Expectimax:
    """A bot without memory that weighs every legal move; among equals the generator chooses."""

    def __init__(self, weights: Weights, *, is_even_handed: bool = False, spared: Sequence[int] = ()) -> None:
        self._weights = weights
        self._is_even_handed = is_even_handed
        self._spared = tuple(spared)

    def decide(self, observation: Observation, rng: random.Random, *, time_ms: float | None = None) -> Decision:  # noqa: ARG002
        """One of ``observation.legal``. Raises ``ValueError`` if there is nothing to decide."""
        values = self.values(observation)
        if not values:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        best = max(values.values())
        return Decision(rng.choice([move for move, value in values.items() if value >= best - _SAME]))

    def values(self, observation: Observation) -> dict[Move, float]:
        """What each legal move is worth, in expected points."""
        legal = sorted(observation.legal, key=lambda move: move.index)
        if len(legal) == 1:
            return {legal[0]: 0.0}
        evaluation = Evaluation(observation, self._weights, is_even_handed=self._is_even_handed, spared=self._spared)
        search = _Search(evaluation)
        return {move: search.worth(move) for move in legal}


class _Search:
    """The tree below one observation."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._judge = evaluation
        self._observation = o = evaluation.observation
        self._target = o.target
        self._side = evaluation.sides[evaluation.side]
        hand = [0] * len(CARDS)
        for card in o.hand:
            hand[card.index] += 1
        self._hand: Hand = tuple(hand)
        self._outlook = evaluation.outlook(evaluation.sides, self._target)
        total = evaluation.belief.total
        self._draws = (
            [(i, n / total) for i, n in enumerate(evaluation.belief.counts) if n] if evaluation.belief.draw_pile else []
        )
        self._leaves: dict[tuple[Side, Hand, Outlook, int], float] = {}

    def worth(self, move: Move) -> float:
        """The value of a legal move."""
        kinds: dict[MoveKind, Callable[[Move], float]] = {
            MoveKind.LAY: self._lay,
            MoveKind.DISCARD: self._discard,
            MoveKind.COUP_FOURRE: self._answer,
            MoveKind.DECLINE: lambda _: self._expected(self._side, self._hand, self._outlook),
            MoveKind.EXTEND: lambda _: self._extended(),
            MoveKind.STAY: lambda _: self._won(self._side, self._hand),
        }
        return kinds[move.kind](move)

    # -- the kinds of move ----------------------------------------------------------------------------------------

    def _lay(self, move: Move) -> float:
        assert move.card is not None
        if move.side is not None:
            return self._attack(move.card.index, move.side)
        index = move.card.index
        side, hand = self._side.lay(index), _without(self._hand, index)
        if side.km == self._target:
            return self._arrived(side, hand)
        value = self._expected(side, hand, self._outlook)
        return value + self._weight_of_playing_on(index)

    def _weight_of_playing_on(self, index: int) -> float:
        rules, pile = self._judge.rules, self._judge.belief.draw_pile
        plays_on = index in SAFETY_INDEXES and rules.safety_plays_on and pile
        return self._judge.weights.tempo if plays_on else 0.0

    def _discard(self, move: Move) -> float:
        assert move.card is not None
        return self._expected(self._side, _without(self._hand, move.card.index), self._outlook)

    def _attack(self, index: int, number: int) -> float:
        """A hazard's value, weighing that the side may hold the safety against it."""
        judge, hand = self._judge, _without(self._hand, index)
        sides = list(judge.sides)
        sides[number] = sides[number].hit(index)
        value = self._expected(self._side, hand, judge.outlook(sides, self._target))
        safety = SAFETY_OF[index]
        cards = sum(judge.belief.hand_sizes[s] for s in judge.seats[number])
        chance = judge.belief.holding_chance(safety, cards)
        if chance <= 0:
            return value
        sides[number] = sides[number].answer(safety)
        answered = self._expected(self._side, hand, judge.outlook(sides, self._target))
        answered -= judge.threats[number] * judge.weights.tempo
        return (1 - chance) * value + chance * answered

    def _answer(self, move: Move) -> float:
        assert move.card is not None
        hand = _without(self._hand, move.card.index)
        side = self._side.answer(move.card.index)
        return self._expected(side, hand, self._outlook) + self._judge.weights.tempo

    # -- the end --------------------------------------------------------------------------------------------------

    def _arrived(self, side: Side, hand: Hand) -> float:
        won = self._won(side, hand)
        return max(won, self._extended(side, hand)) if self._may_extend else won

    @property
    def _may_extend(self) -> bool:
        o, rules = self._observation, self._judge.rules
        return (
            o.phase is Phase.TURN
            and o.options.extension
            and rules.may_extend(o.seats, o.seating)
            and o.target < rules.extended_km
            and (rules.extension_on_empty_pile or o.draw_pile > 0)
        )

    def _won(self, side: Side, hand: Hand) -> float:
        """The leg won here and now, and perhaps the match with it."""
        judge, points = self._judge, self._judge.rules.points
        own = judge.stake(side) + judge.prize(judge.side, side, judge.sides)
        own += points.left_in_hand * sum(KM[i] * hand[i] for i in DISTANCE_INDEXES)
        stakes = {s: self._outlook.stakes[s] for s in judge.opponents}
        value = own - judge.weights.attack * sum(judge.threats[s] * stakes[s] for s in judge.opponents)
        return value + self._match_won(own, stakes) * judge.weights.match

    def _match_won(self, own: float, stakes: dict[int, float]) -> float:
        """1 if the match is won with this leg, -1 if it is lost, 0 if it goes on."""
        o, judge = self._observation, self._judge
        totals = o.totals or (0,) * len(judge.sides)
        mine = totals[judge.side] + own
        best = max(totals[s] + stake for s, stake in stakes.items())
        is_last = o.leg >= o.legs if o.legs is not None else max(mine, best) >= (o.target_score or 0)
        return (mine > best) - (mine < best) if is_last else 0.0

    def _extended(self, side: Side | None = None, hand: Hand | None = None) -> float:
        """The leg going on to the longer distance, the turn passing on."""
        target = self._judge.rules.extended_km
        outlook = self._judge.outlook(self._judge.sides, target)
        bonus = self._judge.rules.points.extension * 0.4
        return self._expected(side or self._side, hand or self._hand, outlook, target) + bonus

    # -- chance and the next own move -----------------------------------------------------------------------------

    def _expected(self, side: Side, hand: Hand, outlook: Outlook, target: int | None = None) -> float:
        """The value after the next draw, each card by its chance, and the best that can be made of it."""
        target = self._target if target is None else target
        if not self._draws:
            return self._best(side, hand, outlook, target)
        return sum(chance * self._best(side, _with(hand, i), outlook, target) for i, chance in self._draws)

    def _best(self, side: Side, hand: Hand, outlook: Outlook, target: int) -> float:
        best = self._discarded(side, hand, outlook, target)
        for index in _LAID_ON_OWN_SIDE:
            if hand[index] and side.may_lay(index, target):
                best = max(best, self._leaf(side.lay(index), _without(hand, index), outlook, target))
        return best

    def _discarded(self, side: Side, hand: Hand, outlook: Outlook, target: int) -> float:
        """The value after discarding what is worth least to hold; with nothing to discard, of the hand as it is."""
        values = self._judge.card_values(side, target)
        held = [i for i in range(SAFETY_INDEXES[0]) if hand[i]]
        if not held:
            return self._leaf(side, hand, outlook, target)
        least = min(held, key=lambda i: values[i][min(hand[i], 3)] - values[i][min(hand[i], 3) - 1])
        return self._leaf(side, _without(hand, least), outlook, target)

    def _leaf(self, side: Side, hand: Hand, outlook: Outlook, target: int) -> float:
        key = (side, hand, outlook, target)
        value = self._leaves.get(key)
        if value is None:
            value = self._judge.value(side, hand, outlook, target)
            self._leaves[key] = value
        return value


def _with(hand: Hand, index: int) -> Hand:
    return (*hand[:index], hand[index] + 1, *hand[index + 1 :])


def _without(hand: Hand, index: int) -> Hand:
    return (*hand[:index], max(0, hand[index] - 1), *hand[index + 1 :])

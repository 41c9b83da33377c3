"""The rollout policy, which chooses the moves of all seats in sampled worlds.

It also chose the moves of the first legs from which the evaluation learned. It is based on the priority list
(``priority_list``): a seat knows its own hand in that world, the cards on the table, and which cards are no longer in
any hand. Learned corrections fix errors of the list that the search found (``policy_table``); they count only if the
difference is clear. In sampled worlds only the searching side uses the corrections, as it will in the real leg; the
others play by the list alone (docs/lab/061). Hot code: sums over masks and count vectors; values that depend only on a
display's state are computed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ai.evaluation.features import HUNDREDS, traffic_need
from ai.information_state import InformationState, deck_counts, points_so_far
from ai.search.policy_features import PolicyFeatures
from ai.search.policy_table import PolicyTable, policy_for
from ai.search.priority_list import KM_200, SAFETY_OF, PriorityList, driving_turns, worth_of_extending
from ai.search.priority_weights import PriorityWeights, weights_for
from ai.search.pruning import prune_moves
from game.engine.cards import HAZARDS, Card
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT, PileEmpty
from game.engine.tables import (
    FIRST_REMEDY,
    FIRST_SAFETY,
    KM_BITS,
    LIMITED,
    ONE_200,
    RIGHT_OF_WAY_BIT,
    SAFETY_BIT,
    STATES,
    TWO_200S,
    CompiledRules,
)

_NEAR_UNITS: Final = 16
_UNITS_A_TURN: Final = 2.8
_LAST_TURNS: Final = 8.0
_BEATS_DISCARDS: Final = 40.0
"""A card is laid if its value is above this, which no discard reaches."""
CAUTION: Final = 6.0
"""With corrections, another move must be better than the list's by this many points: less is mostly chance."""
_WINDOW: Final = 100.0
"""Moves that the list values lower by more than this are not considered, as they are rarely better."""
_MOST_OF_LIST: Final = 400.0
"""The largest difference of two moves by the list that counts; a larger one is cut to this."""
_LAY: Final = MoveKind.LAY
_COUP_FOURRE: Final = MoveKind.COUP_FOURRE
NOBODY: Final = -1
_STANDS: Final = tuple(bool(traffic_need(state) % 5) for state in range(STATES))


@dataclass(slots=True)
class PublicKnowledge:
    """What every player who counts cards knows besides the displays: the cards not yet played, and the match's score.

    ``cards_left`` are the cards in the draw pile and in all hands, by card index; ``card_count`` is their number.
    ``totals`` are the scores by side before this leg; ``target_score`` ends the match, None if the match has none.
    """

    cards_left: list[int]
    card_count: int
    totals: tuple[int, ...]
    target_score: int | None

    @classmethod
    def of(cls, leg: Leg) -> PublicKnowledge:
        """Return the public knowledge at this moment of a leg, as if all scores were 0 before the leg."""
        return cls._after(leg.compiled_rules, leg.moves, (), None)

    @classmethod
    def from_information(cls, information: InformationState) -> PublicKnowledge:
        """Return the public part of what the observing seat knows, with the real scores of the match."""
        o = information.observation
        return cls._after(information.compiled_rules, o.moves, o.totals, o.target_score)

    @classmethod
    def _after(
        cls, table: CompiledRules, moves: Iterable[Move], totals: tuple[int, ...], target_score: int | None
    ) -> PublicKnowledge:
        left = list(deck_counts(table.rules.id, table.seats, table.seating))
        seen = cls(left, sum(left), totals or (0,) * len(table.sides), target_score)
        for move in moves:
            seen.record(move)
        return seen

    def copy(self) -> PublicKnowledge:
        """Return an independent copy, in which other moves can be recorded."""
        return PublicKnowledge(list(self.cards_left), self.card_count, self.totals, self.target_score)

    def record(self, move: Move) -> None:
        """Remove the card that a move plays from the cards left."""
        if move.card is not None:
            self.cards_left[move.card.index] -= 1
            self.card_count -= 1


def rollout_move(
    leg: Leg, among: Sequence[Move] | None = None, seen: PublicKnowledge | None = None, learner: int | None = None
) -> Move:
    """Return the move that the rollout policy chooses for the seat that decides.

    ``among`` are the legal moves to choose from, None for all; ``seen`` is the public knowledge, computed if None.
    ``learner`` is the only side that uses the learned corrections: ``NOBODY`` for no side, None for all sides.
    """
    legal = leg.legal_moves() if among is None else among
    first = legal[0]
    if len(legal) == 1 or first.kind is _COUP_FOURRE:
        return first
    seen = seen or PublicKnowledge.of(leg)
    if first.card is None:
        return _extension(leg, legal, seen)
    learns = learner is None or leg.compiled_rules.side_of[first.seat] == learner
    return RolloutTurn(leg, first.seat, seen, learns=learns).best(legal)


def priorities(leg: Leg, moves: Sequence[Move], seen: PublicKnowledge) -> list[float]:
    """Return the values that the rollout policy gives these moves of a seat's turn, in points.

    Only the differences between them are meaningful.
    """
    turn = RolloutTurn(leg, moves[0].seat, seen, learns=True)
    values = turn.values(moves)
    return values if turn.learned is None else turn.corrected(moves, values, max(values), turn.learned)


def has_learned_policy(table: CompiledRules) -> bool:
    """Return whether the rollout policy has learned corrections for legs with these rules."""
    return policy_for(table) is not None


class RolloutTurn(PriorityList):
    """Values and chooses the moves of one turn of a seat in a world.

    It uses the learned corrections if ``learns``, else only the priority list.
    """

    __slots__ = (
        "arrives",
        "attacks",
        "cards",
        "distance",
        "learned",
        "leg",
        "rest",
        "side",
        "side_progress",
        "state",
        "totals",
        "turns",
        "twos",
    )

    def __init__(self, leg: Leg, seat: int, seen: PublicKnowledge, *, learns: bool) -> None:
        table = leg.compiled_rules
        facts = _facts_of(table)
        self.leg = leg
        self.weights, self.attacks = facts.weights, facts.attacks
        self.learned = policy_for(table) if learns else None
        self.side = side = table.side_of[seat]
        self.state = state = leg.states[side]
        self.safeties, self.is_limited = state & 15, bool(state & LIMITED)
        self.is_not_rolling = stands = _STANDS[state]
        self.side_progress = side_progress = leg.progress[side]
        self.held = held = leg.counts(seat)
        hand = facts.hand if leg.draw_pile else sum(held)
        self.cards_left = seen.cards_left
        self.hidden = max(1, seen.card_count - hand)
        self.rivals = facts.rivals
        self.cards = facts.cards
        self.totals = seen.totals
        self.distance = leg.target // KM_UNIT
        self.rest = self.distance - (side_progress & KM_BITS)
        self.twos = 0 if side_progress & TWO_200S else 1 if side_progress & ONE_200 else 2
        self.turns = driving_turns(self.rest, (held[0], held[1], held[2], held[3], held[4]), self.twos)
        self.arrives = False  # whether a card in hand would win the leg
        left = leg.draw_pile / table.seats
        if facts.plays_on_without_pile:
            left += hand
        for other, state in enumerate(leg.states):
            if other != side:
                rest = self.distance - (leg.progress[other] & KM_BITS)
                left = min(left, rest / _UNITS_A_TURN + (2.5 if _STANDS[state] else 0.5))
        left = min(left, self.rest / _UNITS_A_TURN + (2.0 if stands else 0.0))
        self.remaining_share = min(1.0, left / _LAST_TURNS)
        self.ending = 1.0 - self.remaining_share

    def best(self, legal: Sequence[Move]) -> Move:
        """Return the priority list's best move, or another one that is clearly better by the learned corrections."""
        learned = self.learned
        if learned is None:
            return legal[self._listed(legal, self.values(legal))]
        leg = self.leg
        moves = prune_moves(legal, leg.compiled_rules, leg.states, leg.progress, self.side)
        laid = [move for move in moves if move.kind is _LAY]
        values = self.values(laid)
        if laid and max(values) > _WINDOW:
            moves = laid  # no discard comes close
        else:
            values = self.values(moves)
        usual = self._listed(moves, values)
        liked = values[usual]
        near = [n for n, value in enumerate(values) if value >= liked - _WINDOW]
        if len(near) == 1:
            return moves[usual]
        usual = near.index(usual)
        moves, values = [moves[n] for n in near], [values[n] for n in near]
        corrected = self.corrected(moves, values, liked, learned)
        best = max(corrected)
        return moves[corrected.index(best) if best > corrected[usual] + CAUTION else usual]

    def _listed(self, moves: Sequence[Move], values: Sequence[float]) -> int:
        """Return the index of the move that the priority list chooses: a discard only if no card is worth laying."""
        best, place = _BEATS_DISCARDS, -1
        for n, move in enumerate(moves):
            if move.kind is _LAY and values[n] > best:
                best, place = values[n], n
        return place if place >= 0 else values.index(max(values))

    def corrected(
        self, moves: Sequence[Move], values: Sequence[float], usual: float, learned: PolicyTable
    ) -> list[float]:
        """Return the moves' values with the learned corrections, in points; only the differences are meaningful.

        ``values`` are the moves' values by the priority list, ``usual`` that of the list's best move.
        """
        leg = self.leg
        features = PolicyFeatures(
            leg.compiled_rules, leg.states, leg.progress, self.side, self.held, leg.draw_pile, self.distance
        )
        points, of_list, most = learned.points, learned.of_list, _MOST_OF_LIST
        return [
            of_list * max(-most, min(most, value - usual)) + sum([points[row] for row in features.rows(move)])
            for move, value in zip(moves, values, strict=True)
        ]

    def values(self, moves: Sequence[Move]) -> list[float]:
        """Return the moves' values by the priority list."""
        rest = self.rest * KM_UNIT
        for move in moves:
            card = move.card
            if card is not None and card.km == rest and move.kind is _LAY:
                self.arrives = True
        return [self.value(move) for move in moves]

    def _drive(self, card: Card) -> float:
        w, index, units = self.weights, card.index, card.km // KM_UNIT
        value = w.drive + w.kilometre * units * KM_UNIT
        if not self.side_progress & KM_BITS:
            value += w.first_km
        if units == self.rest:
            return value + w.arrive
        cost = w.safe_trip if index == KM_200 and not self.side_progress & (ONE_200 | TWO_200S) else 0.0
        return value + w.turn * self.turns - w.turn * self._turns_without(index, self.rest - units) - cost

    def _turns_without(self, index: int, rest: int) -> float:
        """Return the turns needed to drive ``rest`` × 25 km without one card with that index."""
        held = self.held
        n25, n50, n75 = held[0] - (index == 0), held[1] - (index == 1), held[2] - (index == 2)
        n100, n200 = held[3] - (index == 3), held[4] - (index == 4)
        return driving_turns(rest, (n25, n50, n75, n100, n200), self.twos)

    def _attack(self, hazard: int, target: int) -> float:
        w = self.weights
        side_progress = self.leg.progress[target] & KM_BITS
        value = self.attacks[self.leg.states[target]][hazard]
        rest = self.distance - side_progress
        if rest < _NEAR_UNITS:
            value += w.near * (1.0 - rest / _NEAR_UNITS)
        value -= w.answered * self._chance_held(hazard + FIRST_REMEDY, self.cards)
        value -= w.coup_risk * self._chance_held(SAFETY_OF[hazard], self.cards)
        value += w.match * (self.totals[target] - self.totals[self.side])
        return value + w.ahead * KM_UNIT * (side_progress - (self.side_progress & KM_BITS))

    def _safety_value(self, safety: int) -> float:
        w = self.weights
        leg = self.leg
        plays_on = leg.compiled_rules.safety_plays_on and leg.draw_pile
        number = safety - FIRST_SAFETY
        if self.arrives:
            value = w.drive + w.kilometre * self.rest * KM_UNIT + w.arrive + w.bank
            rolling = sum([not traffic_need(s) % 5 for side, s in enumerate(leg.states) if side != self.side])
            return value + 100.0 if plays_on else value - w.bank_risk * rolling
        value = w.late * self.ending - w.coup_hope * self._chance_of_coup(safety)
        need = traffic_need(self.state) % 5
        if need > 1 and number == need - 1:
            value += w.safety_rolls
        elif not number:
            if self.is_limited:
                value += w.safety_lifts
            value += w.safety_rolls if need == 1 else w.safety_free
        return value + w.safety_plays_on if plays_on else value

    def _keep_distance(self, index: int) -> float:
        w = self.weights
        kept = w.keep_distance * self._turns_without(index, self.rest) - w.keep_distance * self.turns
        if index < 2 and self.is_limited:
            kept += w.keep_low
        if self.leg.compiled_rules.rules.points.left_in_hand:
            kept -= (index + 1) * KM_UNIT * self.ending
        return kept

    def _is_dead(self, hazard: int) -> bool:
        bit = SAFETY_BIT[hazard]
        return all(state & bit for side, state in enumerate(self.leg.states) if side != self.side)

    def _is_needed(self, number: int) -> bool:
        # Also an end of limit while the side needs go: the weights were tuned with that.
        return traffic_need(self.state) % 5 == number or (number == 1 and self.is_limited)


@dataclass(frozen=True, slots=True)
class _TableFacts:
    """Constants of all turns in legs with the same rule set, seats and seating.

    ``attacks`` is the base value of an attack by state of the attacked side and hazard; ``hand`` is how many cards a
    seat holds in its turn, ``cards`` how many a side holds between its turns; ``plays_on_without_pile`` is true if the
    leg goes on when the draw pile is empty.
    """

    weights: PriorityWeights
    attacks: tuple[tuple[float, ...], ...]
    rivals: int
    hand: int
    cards: int
    plays_on_without_pile: bool


@cache
def _facts_of(table: CompiledRules) -> _TableFacts:
    weights = weights_for(table.rules, table.seats, table.seating)
    return _TableFacts(
        weights,
        tuple(_attacks(state, weights) for state in range(STATES)),
        max(1, len(table.sides) - 1),
        table.full_hand,
        table.hand_size * len(table.sides[0]),
        table.rules.when_pile_empty is not PileEmpty.TURN_OF_LAST_CARD,
    )


def _attacks(state: int, weights: PriorityWeights) -> tuple[float, ...]:
    stands = bool(_STANDS[state])
    values = []
    for hazard in HAZARDS:
        value = weights.attack
        if hazard.id == "stop":
            value += weights.attack_stop
        elif hazard.id == "speed_limit":
            value += weights.attack_limit + (weights.limit_standing if stands else 0.0)
        if hazard.id != "speed_limit":
            value += weights.attack_standing if stands else 0.0
            value += weights.attack_free if state & RIGHT_OF_WAY_BIT else 0.0
        values.append(value)
    return tuple(values)


def _extension(leg: Leg, legal: Sequence[Move], seen: PublicKnowledge) -> Move:
    """Return the move that extends the leg if that is likely to bring points, else the one that does not.

    If a side wins the match with the leg as it is, extend only if that is not the own side.
    """
    extend, stay = legal if legal[0].kind is MoveKind.EXTEND else (legal[1], legal[0])
    table, seat = leg.compiled_rules, extend.seat
    facts, points, own = _facts_of(table), table.rules.points, table.side_of[seat]
    held, side_progress = leg.counts(seat), leg.progress[own]
    rivals = [side for side in range(len(leg.states)) if side != own]
    has_200 = bool(side_progress & (ONE_200 | TWO_200S))
    bonus = 0 if has_200 else points.safe_trip
    if table.options.no_100_bonus and not has_200 and not side_progress & HUNDREDS:
        bonus += points.no_100
    if not leg.draw_pile:
        bonus += points.delayed_action
    shut_out = points.shut_out * sum([not leg.progress[side] & KM_BITS for side in rivals])
    if seen.target_score is not None:
        made = [
            points_so_far(leg.states[side], leg.progress[side], points) + total
            for side, total in enumerate(seen.totals)
        ]
        made[own] += points.leg_won + bonus + shut_out
        if max(made) >= seen.target_score:
            return stay if made[own] == max(made) else extend
    value = worth_of_extending(
        facts.weights,
        held,
        (table.rules.extended_km - leg.target) // KM_UNIT,
        0 if side_progress & TWO_200S else 1 if side_progress & ONE_200 else 2,
        leg.states[own] & 15,
        seen.cards_left,
        sum([not _STANDS[leg.states[side]] for side in rivals]),
        sum([leg.states[side] & (LIMITED | RIGHT_OF_WAY_BIT) == LIMITED for side in rivals]),
        leg.draw_pile / table.seats,
        bonus,
        shut_out,
    )
    return extend if value > 0 else stay

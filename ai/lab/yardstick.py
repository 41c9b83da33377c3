"""The yardstick, ``priority`` in the arena: the original priority list, a fixed reference to measure bots by.

Each move is weighed by a few tuned numbers, with counting of the cards seen (docs/lab/008 has the rules). The game's
own list, ``bots.priority``, may change; a test checks that this one always plays the same.
"""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Final

import ai.search
from ai.bots.attack_choice import permitted_moves
from ai.decision import BotDecision, BotReason, IsLate, ReasonCode, never_late
from ai.information_state import deck_counts, is_useless, points_so_far
from ai.search.priority_list import END_OF_LIMIT, GO, KM_200, SAFETY_OF, driving_turns, worth_of_extending
from ai.search.priority_weights import PriorityWeights, weights_for
from ai.spec import Aggression
from game.engine.cards import HAZARDS, RIGHT_OF_WAY, SPEED_LIMIT, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import KM_UNIT, PileEmpty, Rules, load_rules
from game.engine.tables import (
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    KINDS,
    SAFETY_BIT,
    TWO_200S,
    progress_of_cards,
    start_state_of,
    state_of,
)

if TYPE_CHECKING:
    from ai.search.priority_list import PriorityList
else:  # from the source: a compiled class cannot have a plain subclass
    PriorityList = runpy.run_path(str(Path(ai.search.__file__).with_name("priority_list.py")))["PriorityList"]

NEAR_KM: Final = 400
"""A side this close to the distance counts as near."""
LAST_TURNS: Final = 8.0
"""The end of a leg matters in so many last turns of this seat."""


class Yardstick:
    """A bot that plays by a priority list; by default with the weights tuned for the seating."""

    def __init__(self, weights: PriorityWeights | None = None, *, manner: Aggression = Aggression.FIERCE) -> None:
        self._weights = weights
        self._manner = manner

    def decide(self, observation: Observation, rng: random.Random, *, is_late: IsLate = never_late) -> BotDecision:  # noqa: ARG002
        """Return the move with the highest priority, by lot if several. Raises ``ValueError`` if nothing is to be
        decided.
        """
        legal = observation.legal
        if not legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        if observation.phase is Phase.COUP_FOURRE:
            return _answer(observation)
        look = _Assessment(
            observation,
            self._weights or weights_for(load_rules(observation.rules), observation.seats, observation.seating),
        )
        if observation.phase is Phase.EXTENSION:
            return look.extension()
        if len(legal) == 1:
            return BotDecision(legal[0], BotReason(ReasonCode.ONLY_MOVE, legal[0].card))
        best, chosen = -1e9, [legal[0]]
        for move in permitted_moves(observation, self._manner):
            value = look.value(move)
            if value > best:
                best, chosen = value, [move]
            elif value == best:
                chosen.append(move)
        move = chosen[0] if len(chosen) == 1 else rng.choice(chosen)
        return BotDecision(move, look.reason(move))


def _answer(o: Observation) -> BotDecision:
    """Play every coup fourré: it scores more than any later use of the safety."""
    move = next(m for m in o.legal if m.kind is MoveKind.COUP_FOURRE)
    points = load_rules(o.rules).points
    laid = len(next(side for side in o.sides if o.seat in side.seats).safeties)
    brought = points.coup_fourre + points.safety
    if laid == 3 and points.all_four:
        brought = points.coup_fourre + points.all_four - laid * points.safety
    return BotDecision(move, BotReason(ReasonCode.COUP_FOURRE, move.card, other=o.moves[-1].card, number=brought))


class _Assessment(PriorityList):
    """The numbers computed from one observation."""

    def __init__(self, o: Observation, weights: PriorityWeights) -> None:
        self.o = o
        self.weights = weights
        self.rules: Rules = load_rules(o.rules)
        self.index = o.seat % len(o.sides)
        self.own: SideView = o.sides[self.index]
        self.need = o.target - self.own.km
        self.held = held = [0] * KINDS
        for card in o.hand:
            held[card.index] += 1
        self.cards_left = left = list(deck_counts(o.rules, o.seats, o.seating))
        for card in o.discard_pile:
            left[card.index] -= 1
        self.laid_safeties: list[int] = []
        for side in o.sides:
            mask = 0
            for pile in (side.battle, side.speed, side.distance):
                for card in pile:
                    left[card.index] -= 1
            for card in side.safeties:
                left[card.index] -= 1
                mask |= 1 << card.index - FIRST_SAFETY
            self.laid_safeties.append(mask)
        self.safeties = self.laid_safeties[self.index]
        self.is_not_rolling, self.is_limited = not self.own.rolling, self.own.limited
        self.hidden = max(1, sum(left) - len(o.hand))
        self.rivals = max(1, len(o.sides) - 1)
        top = self.own.battle[-1] if self.own.battle else None
        self.hit = top.index if top is not None and top.family is Family.HAZARD else -1
        self.km_200s = sum(card.index == KM_200 for card in self.own.distance)
        self.held_counts = (held[0], held[1], held[2], held[3], held[4])
        others = max([side.km for n, side in enumerate(o.sides) if n != self.index])
        behind = others - self.own.km
        self.nearest = max(0.0, 1.0 - (o.target - others) / NEAR_KM)
        cost = weights.safe_trip - weights.safe_trip_behind * behind
        self.safe_trip = max(0.0, cost) * self.rules.points.safe_trip / 300.0
        self.remaining_cost = self._remaining_cost(weights.turn, self.need)
        self.arrives = self.own.rolling and any(
            m.card is not None and m.card.km == self.need and m.kind is MoveKind.LAY for m in o.legal
        )
        self.turns_left = self._turns_left()
        self.remaining_share = min(1.0, self.turns_left / LAST_TURNS)
        self.ending = 1.0 - self.remaining_share

    # The leg's course

    def _remaining_cost(self, turn: float, need: int, without: int = -1, *, has_laid: bool = False) -> float:
        """Return the cost of the remaining distance with the hand, ``turn`` each turn; ``has_laid``: ``without`` was
        laid.

        As long as no 200 is laid, it is the cheaper one of the costs with and without a 200.
        """
        held_counts = self.held_counts
        if without >= 0:
            counts = list(held_counts)
            counts[without] -= 1
            held_counts = (counts[0], counts[1], counts[2], counts[3], counts[4])
        units = need // KM_UNIT
        if self.km_200s:
            more = 2 - self.km_200s - (has_laid and without == KM_200)
            return turn * driving_turns(units, held_counts, more)
        if has_laid and without == KM_200:
            return turn * driving_turns(units, held_counts, 1) + self.safe_trip
        cost = turn * driving_turns(units, held_counts, 0)
        return min(cost, turn * driving_turns(units, held_counts, 2) + self.safe_trip) if held_counts[KM_200] else cost

    def _turns_left(self) -> float:
        """Return the expected turns left for this seat: until the pile is empty, an opponent arrives, or it arrives
        itself.
        """
        o = self.o
        left = o.draw_pile / o.seats
        if self.rules.when_pile_empty is not PileEmpty.TURN_OF_LAST_CARD:
            left += len(o.hand)
        for number, side in enumerate(o.sides):
            if number != self.index:
                left = min(left, (o.target - side.km) / 70.0 + (0.5 if side.rolling else 2.5))
        return min(left, self.need / 70.0 + (0.0 if self.own.rolling else 2.0))

    # The list: each rule weighs one family of moves

    def _drive(self, card: Card) -> float:
        w, km = self.weights, card.km
        is_200 = card.index == KM_200
        value = w.drive + w.kilometre * km
        if not self.own.km and self.rules.points.shut_out:
            value += w.first_km + w.first_km_near * self.nearest
        if km == self.need:
            return value + w.arrive - (self.safe_trip if is_200 and not self.km_200s else 0.0)
        return value + self.remaining_cost - self._remaining_cost(w.turn, self.need - km, card.index, has_laid=is_200)

    def _attack(self, hazard: int, target: int) -> float:
        w, o = self.weights, self.o
        side = o.sides[target]
        value = w.attack
        if hazard == 0:
            value += w.attack_stop
        elif hazard == 1:
            value += w.attack_limit if side.rolling else w.attack_limit + w.limit_standing
        if hazard != 1:
            if not side.rolling:
                value += w.attack_standing
            if self.laid_safeties[target] & 1:
                value += w.attack_free
        value += w.near * max(0.0, 1.0 - (o.target - side.km) / NEAR_KM)
        value += w.ahead * (side.km - self.own.km)
        if o.totals:
            value += w.match * (o.totals[target] - o.totals[self.index])
        if not side.km:
            value += w.shut_out * self.rules.points.shut_out / 500.0
        cards = sum([o.hand_sizes[seat] for seat in side.seats])
        value -= w.answered * self._chance_held(hazard + FIRST_REMEDY, cards)
        return value - w.coup_risk * self._chance_held(SAFETY_OF[hazard], cards)

    def _safety_value(self, safety: int) -> float:
        w = self.weights
        if self.arrives:
            return self._bank()
        value = w.late * self.ending
        if self.hit >= 0 and SAFETY_OF[self.hit - FIRST_HAZARD] == safety:
            value += w.safety_rolls
        elif safety == FIRST_SAFETY:
            if self.own.limited:
                value += w.safety_lifts
            value += w.safety_free if self.own.rolling or self.hit >= 0 else w.safety_rolls
        if self.rules.safety_plays_on and self.o.draw_pile:
            value += w.safety_plays_on
        return value - w.coup_hope * self._chance_of_coup(safety)

    def _bank(self) -> float:
        """Return the value of a safety played while holding the winning card: free if it gives another play, else a
        turn's risk.
        """
        w, o = self.weights, self.o
        value = w.drive + w.kilometre * self.need + w.arrive
        if self.rules.safety_plays_on and o.draw_pile:
            return value + 100.0
        fourth = len(self.own.safeties) == 3 and self.rules.points.all_four
        value += w.bank + (4.0 * self.rules.points.safety if fourth else 0.0)
        return value - w.bank_risk * sum(s.rolling for n, s in enumerate(o.sides) if n != self.index)

    # The value of keeping a card

    def _keep_distance(self, index: int) -> float:
        w = self.weights
        value = self._remaining_cost(w.keep_distance, self.need, index) - self._remaining_cost(
            w.keep_distance, self.need
        )
        if index < 2 and self.is_limited:
            value += w.keep_low
        liability = self.rules.points.left_in_hand * (index + 1 if index < KM_200 else 8) * KM_UNIT
        return value + liability * self.ending

    def _is_dead(self, hazard: int) -> bool:
        bit = SAFETY_BIT[hazard]
        return all(mask & bit for n, mask in enumerate(self.laid_safeties) if n != self.index)

    def _is_needed(self, number: int) -> bool:
        return self.hit == number + FIRST_HAZARD or (number == 1 and self.is_limited)

    # The extension

    def extension(self) -> BotDecision:
        """Decide about the extension: by the match if the leg decides it, else by the expected points."""
        o = self.o
        extend = next(m for m in o.legal if m.kind is MoveKind.EXTEND)
        stay = next(m for m in o.legal if m.kind is MoveKind.STAY)
        bonus, shut_out = self._bonus(), self._shut_outs()
        value = self._worth_of_extending(bonus, shut_out)
        if o.target_score is not None and o.totals:
            made = [self._banked(n) + o.totals[n] for n in range(len(o.sides))]
            made[self.index] += self.rules.points.leg_won + bonus + shut_out
            if max(made) >= o.target_score:
                value = -1.0 if made[self.index] == max(made) else 1.0
        # No reason: the reasons for an extension state a chance, and a priority list has none.
        return BotDecision(extend if value > 0 else stay)

    def _worth_of_extending(self, bonus: int, shut_out: int) -> float:
        o = self.o
        opponents = [side for n, side in enumerate(o.sides) if n != self.index]
        return worth_of_extending(
            self.weights,
            self.held,
            (self.rules.extended_km - o.target) // KM_UNIT,
            2 - self.km_200s,
            self.safeties,
            self.cards_left,
            sum([side.rolling for side in opponents]),
            sum([side.limited for side in opponents]),
            o.draw_pile / o.seats,
            bonus,
            shut_out,
        )

    def _bonus(self) -> int:
        o, points = self.o, self.rules.points
        bonus = 0 if self.km_200s else points.safe_trip
        if o.options.no_100_bonus and all(card.km < 100 for card in self.own.distance):
            bonus += points.no_100
        return bonus if o.draw_pile else bonus + points.delayed_action

    def _shut_outs(self) -> int:
        opponents = [side for n, side in enumerate(self.o.sides) if n != self.index]
        return self.rules.points.shut_out * sum(not side.km for side in opponents)

    def _banked(self, number: int) -> int:
        side = self.o.sides[number]
        state, side_progress = (
            state_of(side.battle, side.speed, side.safeties, start_state_of(self.rules, self.o.options)),
            progress_of_cards(side.distance, side.coups_fourres),
        )
        return points_so_far(state, side_progress, self.rules.points)

    # Reasons

    def reason(self, move: Move) -> BotReason:
        """Return the reason of a move."""
        card = move.card
        assert card is not None
        if move.kind is MoveKind.DISCARD:
            return BotReason(ReasonCode.DISCARDS_USELESS if self._is_useless(card) else ReasonCode.DISCARDS_SPARE, card)
        if card.family is Family.DISTANCE:
            if card.km == self.need:
                return BotReason(ReasonCode.WINS_LEG, card, number=card.km)
            return BotReason(ReasonCode.DRIVES, card, number=self.own.km + card.km)
        if card.family is Family.HAZARD:
            assert move.side is not None
            return self._why_attack(card, move.side)
        if card.family is Family.REMEDY:
            return self._why_help(card)
        return self._why_safety(card)

    def _is_useless(self, card: Card) -> bool:
        progress = [TWO_200S if self.km_200s == 2 else 0] * len(self.laid_safeties)
        return is_useless(card, self.laid_safeties, progress, self.index, self.need)

    def _why_attack(self, card: Card, number: int) -> BotReason:
        o = self.o
        side = o.sides[number]
        if o.target - side.km <= 200:
            return BotReason(ReasonCode.ATTACKS_NEAR_FINISH, card, side=number, number=o.target - side.km)
        if len(o.sides) > 2 and side.km > max(s.km for n, s in enumerate(o.sides) if n != number):
            return BotReason(ReasonCode.ATTACKS_LEG_LEADER, card, side=number, number=side.km)
        if card is SPEED_LIMIT:
            return BotReason(ReasonCode.ATTACKS_LIMITS, card, side=number)
        code = ReasonCode.ATTACKS_ROLLING if side.rolling else ReasonCode.ATTACKS_STANDING
        return BotReason(code, card, side=number)

    def _why_help(self, card: Card) -> BotReason:
        if card.index == GO:
            return BotReason(ReasonCode.GETS_GOING, card)
        if card.index == END_OF_LIMIT:
            return BotReason(ReasonCode.LIFTS_LIMIT, card)
        return BotReason(ReasonCode.REPAIRS, card, other=HAZARDS[card.index - FIRST_REMEDY])

    def _why_safety(self, card: Card) -> BotReason:
        if self.hit >= 0 and SAFETY_OF[self.hit - FIRST_HAZARD] == card.index:
            return BotReason(ReasonCode.SAFETY_ROLLS, card, other=HAZARDS[self.hit - FIRST_HAZARD])
        if card is RIGHT_OF_WAY and self.own.limited:
            return BotReason(ReasonCode.SAFETY_ROLLS, card, other=SPEED_LIMIT)
        if self.rules.safety_plays_on and self.o.draw_pile:
            return BotReason(ReasonCode.SAFETY_PLAYS_ON, card)
        return BotReason(ReasonCode.SAFETY_IN_TIME, card)

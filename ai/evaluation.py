"""What a position is worth to the seat that looks: points of this leg it can expect, less what its opponents can.

Each side gets an estimate of the turns it still needs; from all of them follow the chances to win the leg, and from
those, the rule set's score list and the cards in hand the value. All numbers that are judgement are ``Weights``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, pow
from typing import Final

from ai.belief import Belief, belief
from ai.position import (
    DISTANCE_INDEXES,
    END_OF_LIMIT,
    GO,
    HAZARD_INDEXES,
    KM,
    KM_200,
    MOST_200S,
    REMEDY_OF,
    RIGHT_OF_WAY,
    SAFETY_INDEXES,
    SAFETY_OF,
    SPEED_LIMIT,
    STOP,
    Side,
    side_of,
)
from ai.race import Hand, Race
from ai.weights import Weights
from game.engine.observation import Observation
from game.engine.rules import Rules, load_rules

_REMEDY_HAZARDS: Final[Mapping[int, int]] = {remedy: hazard for hazard, remedy in REMEDY_OF.items()}
_ANSWERED: Final[Mapping[int, tuple[int, ...]]] = {
    safety: tuple(h for h in HAZARD_INDEXES if SAFETY_OF[h] == safety) for safety in SAFETY_INDEXES
}


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """The opponents' part of a value, the same for all positions that differ only in the own side and hand.

    By side, the own side's entries unused: ``rests`` to the distance in km, ``turns`` to it, their ``weights`` in the
    race, the chances of ``finishing`` at all, ``prizes`` for winning the leg, ``stakes`` won so far, and ``threats``,
    how much each counts, in all 1. ``lasts`` is how many turns the leg lasts if the own side doesn't end it.
    """

    rests: tuple[int, ...]
    turns: tuple[float, ...]
    weights: tuple[float, ...]
    finishing: tuple[float, ...]
    prizes: tuple[float, ...]
    stakes: tuple[float, ...]
    threats: tuple[float, ...]
    total_weight: float
    lasts: float


class Evaluation:
    """Judges positions that can come out of one observation."""

    def __init__(
        self, observation: Observation, weights: Weights, *, is_even_handed: bool, spared: Sequence[int]
    ) -> None:
        self.observation = observation
        self.weights = weights
        self.rules: Rules = load_rules(observation.rules)
        self.belief: Belief = belief(observation)
        self.side = observation.side
        self.sides = tuple(side_of(view) for view in observation.sides)
        self.opponents = tuple(s for s in range(len(self.sides)) if s != self.side)
        self.seats = tuple(view.seats for view in observation.sides)
        self.race = Race(self.belief, self.seats, self.side)
        self._is_even_handed = is_even_handed
        self._spared = frozenset(spared)
        self._hand_values: dict[tuple[frozenset[int], int, bool], list[tuple[float, ...]]] = {}

    @cached_property
    def _danger(self) -> tuple[float, ...]:
        """By hazard (of its family) the chance that it hits the own side once more while the leg lasts."""
        share = self._aimed_share
        return tuple(1.0 - (1.0 - share) ** self.belief.counts[h] for h in HAZARD_INDEXES)

    @cached_property
    def _aimed_share(self) -> float:
        """The chance that one unseen hazard card will come into play against the own side."""
        belief, seats = self.belief, self.observation.seats
        others = sum(size for s, size in enumerate(belief.hand_sizes) if s not in self.seats[self.side])
        drawn = belief.draw_pile * (seats - len(self.seats[self.side])) / seats
        reach = min(1.0, (others + drawn * 0.8) / belief.total) if belief.total else 0.0
        return min(0.9, reach * self.weights.aim / pow(len(self.opponents), 0.7))

    # -- what is at stake -----------------------------------------------------------------------------------------

    def prize(self, number: int, side: Side, sides: Sequence[Side]) -> float:
        """The points for winning the leg from here."""
        points, options = self.rules.points, self.observation.options
        prize = float(points.leg_won)
        prize += 0.0 if side.laid_200 else points.safe_trip * 0.9
        prize += points.no_100 * 0.5 if options.no_100_bonus and not (side.laid_200 or side.laid_100) else 0.0
        prize += points.delayed_action * max(0.0, 1.0 - self.race.turns_left / 6.0)
        if self._is_extended:
            prize += points.extension
        shut = sum(self._shut_out_chance(other) for s, other in enumerate(sides) if s != number)
        return prize + points.shut_out * shut

    @cached_property
    def _is_extended(self) -> bool:
        o = self.observation
        return o.target > self.rules.distance_km(o.seats, o.seating)

    def _shut_out_chance(self, side: Side) -> float:
        """The chance that a side without distance still has none when the leg ends."""
        if side.km:
            return 0.0
        return (0.4 if side.is_rolling else 1.0) * max(0.03, 1.0 - self.race.turns_left / 14.0)

    def stake(self, side: Side) -> float:
        """The points a side has for certain."""
        points = self.rules.points
        count = len(side.safeties)
        safeties = points.all_four if count == 4 and points.all_four else count * points.safety
        return side.km * points.km + safeties + side.coups_fourres * points.coup_fourre

    def outlook(self, sides: Sequence[Side], target_km: int) -> Outlook:
        """What the opponents can expect, whatever the own side does next."""
        turns = tuple(self.race.other_turns(s, side, target_km) for s, side in enumerate(sides))
        weights = tuple(exp(-t / self.weights.spread_turns) for t in turns)
        return Outlook(
            rests=tuple(target_km - side.km for side in sides),
            turns=turns,
            weights=weights,
            finishing=tuple(map(self._finishing, turns)),
            prizes=tuple(self.prize(s, side, sides) for s, side in enumerate(sides)),
            stakes=tuple(map(self.stake, sides)),
            threats=self.threats,
            total_weight=sum(weights[s] for s in self.opponents),
            lasts=min(self.race.turns_left + 2.0, *(turns[s] for s in self.opponents)),
        )

    @cached_property
    def threats(self) -> tuple[float, ...]:
        """How much each opponent's points count: the likelier it is to win the match, the more; in all 1."""
        o = self.observation
        totals = o.totals or (0,) * len(self.sides)
        ahead = [
            totals[s] + self.stake(side) + (o.target and 400.0 * side.km / o.target)
            for s, side in enumerate(self.sides)
        ]
        top = max(ahead[s] for s in self.opponents)
        spread = self.weights.threat_points * (3.0 if self._is_even_handed else 1.0)
        raw = [
            0.0 if s == self.side else exp((ahead[s] - top) / spread) * (0.2 if s in self._spared else 1.0)
            for s in range(len(self.sides))
        ]
        return tuple(r / sum(raw) for r in raw)

    # -- the value ------------------------------------------------------------------------------------------------

    def value(self, side: Side, hand: Hand, outlook: Outlook, target_km: int) -> float:
        """The own side's expected points of the leg, less the opponents' by how much they count."""
        w = self.weights
        turns = self.race.own_turns(side, hand, target_km)
        own_weight = exp(-turns / w.spread_turns)
        total = own_weight + outlook.total_weight
        own_chance = own_weight / total * self._finishing(turns)
        lasts = min(turns, outlook.lasts)
        value = self.stake(side) + own_chance * self.prize(self.side, side, self.sides)
        value += w.run * (target_km - side.km) * min(1.0, lasts / max(turns, 0.1))
        if side.km < target_km:
            value += self.hand_value(side, hand, target_km, own_chance)
        for s in self.opponents:
            chance = outlook.weights[s] / total * outlook.finishing[s]
            run = w.run * outlook.rests[s] * min(1.0, lasts / max(outlook.turns[s], 0.1))
            value -= w.attack * outlook.threats[s] * (outlook.stakes[s] + chance * outlook.prizes[s] + run)
        return value

    def _finishing(self, turns: float) -> float:
        """The chance that a side which needs that many turns gets them before the cards run out."""
        if self.rules.nearest_wins:
            return 1.0
        spare = self.race.turns_left + 4.0 - turns
        return 1.0 / (1.0 + exp(-spare / 3.0)) if spare > -60 else 0.0

    # -- the hand -------------------------------------------------------------------------------------------------

    def hand_value(self, side: Side, hand: Hand, target_km: int, own_chance: float) -> float:
        """What the cards held are worth, apart from the turns they save."""
        values = self.card_values(side, target_km)
        value = sum(values[i][min(n, 3)] for i, n in enumerate(hand) if n and i not in SAFETY_INDEXES)
        for safety in SAFETY_INDEXES:
            if hand[safety]:
                value += self.safety_value(safety, side, hand)
        if self.rules.points.left_in_hand:
            held = sum(KM[i] * hand[i] for i in DISTANCE_INDEXES)
            near = max(exp(-self.race.turns_left / 4.0), own_chance * 0.3)
            value += self.rules.points.left_in_hand * held * near
        return value

    def card_values(self, side: Side, target_km: int) -> list[tuple[float, ...]]:
        """By card index the worth of holding 0, 1, 2, 3 (or more) of a kind that is no safety."""
        rest = min(target_km - side.km, KM[KM_200])
        key = (side.safeties, rest, side.laid_200 < MOST_200S)
        if key not in self._hand_values:
            self._hand_values[key] = [self._card_value(i, side, rest) for i in range(SAFETY_INDEXES[0])]
        return self._hand_values[key]

    def _card_value(self, index: int, side: Side, rest: int) -> tuple[float, ...]:
        w = self.weights
        if index in KM:
            fits = KM[index] <= rest and not (index == KM_200 and side.laid_200 >= MOST_200S)
            return tuple(w.distance_per_km * min(KM[index], 100) * n * fits for n in range(4))
        if index in HAZARD_INDEXES:
            return _stacked(w.hazards, self._use_of_hazard(index))
        hazard = _REMEDY_HAZARDS[index]
        if SAFETY_OF[hazard] in side.safeties:
            return (0.0,) * 4
        if index == GO:
            return _stacked(w.gos, min(1.0, 0.25 + sum(self._danger[:1] + self._danger[2:])))
        if index == END_OF_LIMIT:
            return _stacked(w.end_of_limits, min(1.0, 2 * self._danger[SPEED_LIMIT - HAZARD_INDEXES[0]]))
        return _stacked(w.remedies, min(1.0, 2 * self._danger[hazard - HAZARD_INDEXES[0]]))

    def _use_of_hazard(self, index: int) -> float:
        """How much of an attack's worth this hazard keeps: the threat of those not immune to it, while turns last."""
        open_to_it = sum(self.threats[s] for s in self.opponents if SAFETY_OF[index] not in self.sides[s].safeties)
        return open_to_it * min(1.0, (self.race.turns_left + 1.0) / 4.0)

    def safety_value(self, safety: int, side: Side, hand: Hand) -> float:
        """What a safety in hand is worth: its points, if it gets laid in time, and the hope for a coup fourré."""
        points = self.rules.points
        value = points.safety * (1.0 - self.risk)
        if points.all_four and len(side.safeties) >= 2:
            value += (points.all_four - 4 * points.safety) * 0.25 * (len(side.safeties) - 1)
        if not self._is_needed_now(safety, side, hand):
            share = self._aimed_share
            unseen = sum(self.belief.counts[h] for h in _ANSWERED[safety])
            hope = (1.0 - (1.0 - share) ** unseen) * (1.0 - self.risk)
            value += self.weights.hold * hope * (points.coup_fourre + self.weights.tempo)
        return value

    @staticmethod
    def _is_needed_now(safety: int, side: Side, hand: Hand) -> bool:
        """Whether the side stands because of what the safety answers, and has nothing else against it."""
        hazard = side.hazard
        if safety == RIGHT_OF_WAY:
            stands = not side.is_rolling and hazard in (None, STOP) and not hand[GO]
            return stands or (side.is_limited and not hand[END_OF_LIMIT])
        return hazard is not None and SAFETY_OF[hazard] == safety and not hand[REMEDY_OF[hazard]]

    @cached_property
    def risk(self) -> float:
        """The chance that the leg ends before a safety held back can be laid."""
        risk = 0.04
        target = self.observation.target
        for s in self.opponents:
            other = self.sides[s]
            rest = target - other.km
            if rest <= 200 and other.is_rolling:
                near = 0.35 if rest <= 100 or not other.laid_200 else 0.2
                risk = 1.0 - (1.0 - risk) * (1.0 - near)
        if self.race.turns_left < 4.0:
            risk = 1.0 - (1.0 - risk) * (0.5 + self.race.turns_left / 8.0)
        return risk


def _stacked(worths: Sequence[float], factor: float) -> tuple[float, ...]:
    one, two, three = (worth * factor for worth in worths)
    return (0.0, one, one + two, one + two + three)

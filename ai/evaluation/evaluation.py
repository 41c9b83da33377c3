"""The value of a position or move for a seat: its chance of winning the match, from the network's forecasts.

A position is given as the numbers of ``InformationState``: the sides' states and progress, and the own hand after the
move.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final, NamedTuple

from ai.evaluation.afterstates import NOT_HIT, Afterstate, target_km
from ai.evaluation.features import (
    AGAIN_ROW,
    EXTENDED_BY_OTHER,
    EXTENDED_BY_OWN,
    FINAL_DISTANCE,
    MAY_EXTEND,
    hand_rows,
    others_rows,
    own_rows,
    rival_rows,
    table_name,
    table_rows,
    traffic_need,
)
from ai.evaluation.match_equity import MatchEquity
from ai.evaluation.value_network import RivalForecast, ValueNetwork, load_network
from ai.information_state import InformationState, points_so_far
from game.engine.cards import CARDS
from game.engine.leg import Leg
from game.engine.moves import MoveKind
from game.engine.rules import KM_UNIT
from game.engine.scoring import FinalPosition, score
from game.engine.tables import (
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    KM_BITS,
    ONE_200,
    REACH_BITS,
    SAFETY_BIT,
    TWO_200S,
)

_SLOPE_OF_MORE: Final = 0.92
"""Factor by which ``calibrated`` shrinks log odds near those of an even match with more than two sides; with two, 1."""
_BEND: Final = 0.02
"""How fast that factor falls with the distance from the log odds of an even match."""
_MOST: Final = 12.0
"""The largest log odds; larger ones are cut to this."""


def calibrated(chance: float, sides: int) -> float:
    """Return how often matches are really won when the evaluation gives that chance of winning.

    The evaluation knows which of two moves is better, but is overconfident about the end of a match. The correction was
    fitted on some matches and checked on others (docs/lab/062; ``python -m ai calibration``). It keeps the order of
    chances and is not used to choose moves. ``sides`` is the number of sides.

    >>> [round(calibrated(chance, 2), 2) for chance in (0.0, 0.05, 0.5, 0.95, 1.0)]
    [0.0, 0.06, 0.5, 0.94, 1.0]
    """
    even = -log(sides - 1.0)
    beyond = _log_odds(chance) - even
    slope = 1.0 if sides == 2 else _SLOPE_OF_MORE
    odds = even + slope * beyond / (1.0 + _BEND * abs(beyond))
    return 1.0 / (1.0 + exp(-odds))


def _log_odds(chance: float) -> float:
    if not 0.0 < chance < 1.0:
        return _MOST if chance > 0.0 else -_MOST
    return max(-_MOST, min(_MOST, log(chance / (1.0 - chance))))


_KM: Final = tuple(card.km for card in CARDS)


class WinChances(NamedTuple):
    """Each side's chances of winning the leg and the match, 0 to 1."""

    leg: tuple[float, ...]
    match: tuple[float, ...]


class Evaluation:
    """Evaluates positions for a seat: its side's chance of winning the match. Intermediate results are cached.

    ``net`` is by default the network learned for that number of sides and seats; ``equity`` is by default computed from
    the observation.
    """

    def __init__(
        self, information: InformationState, net: ValueNetwork | None = None, equity: MatchEquity | None = None
    ) -> None:
        self.information = information
        self._net = net or load_network(
            table_name(len(information.compiled_rules.sides), information.compiled_rules.seats)
        )
        self.equity = equity or MatchEquity(information.observation)
        table = information.compiled_rules
        self.points = table.rules.points
        self.side = information.side
        sides = table.sides
        self.rivals = [s for s in range(len(sides)) if s != information.side]
        self._turns = [min((seat - information.seat) % table.seats for seat in seats) for seats in sides]
        self._cards = [
            information.sizes[min(seats, key=lambda seat: (seat - information.seat) % table.seats)] for seats in sides
        ]
        self._base = table.base_km // KM_UNIT
        self._extended = table.rules.extended_km // KM_UNIT
        self._may_extend = table.may_extend and (table.rules.extension_on_empty_pile or information.draw_pile > 0)
        self._seats_of_side = len(sides[information.side])
        self.unseen = tuple(information.unseen)
        self._threats = self.unseen[FIRST_HAZARD:FIRST_REMEDY] if any(information.hand[FIRST_SAFETY:]) else ()
        self.draw_pile = information.draw_pile
        self._local: dict[object, list[float]] = {}
        self._made: dict[tuple[int, int], int] = {}

    def chance_after(self, after: Afterstate) -> float:
        """Return the own side's chance of winning the match after a move."""
        if after.has_arrived:
            return self._arrived(after)
        return self.chance_at(
            after.states, after.progress, after.hand, extender=after.extender, again=after.plays_again, hit=after.hit
        )

    def percent_of_extended_leg(self) -> int:
        """Return the own side's chance of winning the leg if it extends the leg now, in %."""
        information = self.information
        verdicts = self.forecasts(information.states, information.progress, information.hand, extender=information.side)
        wins: float = sum([v.own_wins for v in verdicts])  # mypyc takes 100 * sum(…) for a whole number
        return round(100.0 * wins / len(verdicts))

    def expected_totals(self) -> list[float]:
        """Return the expected total points of each side at the end of the leg."""
        information = self.information
        verdicts = self.forecasts(
            information.states, information.progress, information.hand, extender=information.extender
        )
        return self.means(information.states, information.progress, verdicts)

    def calibrated_chance(self, value: float) -> float:
        """Return a result of ``chance_at`` as the calibrated chance of winning the match that players are shown."""
        totals = self.expected_totals()
        return calibrated(value - self.equity.lead_bonus(totals, self.side), len(totals))

    def win_chances(self) -> WinChances:
        """Return each side's chances of winning the leg and the match now, whoever's turn it is.

        When the leg is over, the chances are computed from its result.
        """
        information = self.information
        scores = information.observation.scores
        if scores is not None:
            totals = [before + s.total for before, s in zip(self.equity.totals, scores, strict=True)]
            winner = information.observation.winner
            leg = tuple(float(side == winner) for side in range(len(totals)))
            ends = self.equity.with_leg_bonus(totals, winner)
            chances = [self.equity.chance_after_leg(ends, side) for side in range(len(totals))]
            return WinChances(leg, tuple(chances) if self.equity.is_over(totals) else self._shares(chances))
        verdicts = self.forecasts(
            information.states, information.progress, information.hand, extender=information.extender
        )
        means = self.means(information.states, information.progress, verdicts)
        wins = self._wins(verdicts)
        prizes = [self._prize(side_progress) for side_progress in information.progress]
        low = [mean - win * prize for mean, win, prize in zip(means, wins, prizes, strict=True)]
        chances = [(1.0 - min(1.0, sum(wins))) * self.equity.chance(low, side) for side in range(len(low))]
        for winner, win in enumerate(wins):
            ends = self.equity.with_leg_bonus([p + prizes[s] if s == winner else p for s, p in enumerate(low)], winner)
            chances = [chance + win * self.equity.chance(ends, side) for side, chance in enumerate(chances)]
        return WinChances(tuple(wins), self._shares(chances))

    def _shares(self, chances: Sequence[float]) -> tuple[float, ...]:
        """Return the sides' chances of winning the match, calibrated and scaled so that they add up to 1."""
        stated = [calibrated(chance, len(chances)) for chance in chances]
        whole = sum(stated)
        return tuple(chance / whole for chance in stated)

    def at_later_position(self, leg: Leg) -> Evaluation:
        """Return the evaluation for the same seat in its own turn later in a leg (see ``InformationState``)."""
        return Evaluation(self.information.at_later_position(leg), self._net, self.equity)

    def chance_after_leg(self, leg: Leg) -> float:
        """Return the own side's chance of winning the match after a finished leg."""
        assert leg.scores is not None
        return self.equity.chance_with_lead_after_leg(leg.scores, leg.winner, self.side)

    def _arrived(self, after: Afterstate) -> float:
        """Return the chance of winning the match when the own side is at the distance.

        If the leg may be extended, return the better of the chances with and without the extension.
        """
        won = self.chance_if_leg_won(after)
        information = self.information
        rules = information.compiled_rules.rules
        asked = (
            after.move.kind is MoveKind.LAY and information.compiled_rules.may_extend and not information.is_extended
        )
        if not asked or not (rules.extension_on_empty_pile or information.draw_pile):
            return won
        return max(won, self.chance_at(after.states, after.progress, after.hand, extender=information.side))

    def chance_if_leg_won(self, after: Afterstate) -> float:
        """Return the chance of winning the match if the own side wins the leg with that move."""
        finish = final_position_after(self.information, after)
        return self.equity.chance_with_lead_after_leg(
            score(finish, self.information.compiled_rules), finish.winner, self.side
        )

    def groups(
        self,
        states: list[int],
        progress: list[int],
        hand: list[int],
        *,
        extender: int = -1,
        again: bool = False,
        hit: tuple[int, int] = NOT_HIT,
    ) -> tuple[tuple[list[int], list[int]], list[tuple[list[int], list[int]]]]:
        """Return the feature rows of a position (features.py) in their four groups, not cached.

        They are the rows of the own display and of the own hand, then for each rival those of its display and the rest.
        """
        side = self.side
        distance = self._base if extender < 0 else self._extended
        own = own_rows(states[side], progress[side], distance, self._extension(extender))
        if again:
            own.append(AGAIN_ROW)
        held = hand_rows(hand, states[side], progress[side], distance, self._useful(states), self.unseen)
        shared = self._table_rows(states[side])
        per_rival = []
        for rival in self.rivals:
            display = rival_rows(
                states[rival],
                progress[rival],
                distance,
                self.information.lacks[rival],
                self._cards[rival],
                self._turns[rival],
                self._hit(hit, rival),
            )
            others = self._others(rival, states, progress, distance)
            per_rival.append((display, shared + others_rows(*others[:2], partner_lacks=others[2])))
        return (own, held), per_rival

    def forecasts(
        self,
        states: list[int],
        progress: list[int],
        hand: list[int],
        *,
        extender: int = -1,
        again: bool = False,
        hit: tuple[int, int] = NOT_HIT,
    ) -> list[RivalForecast]:
        """Return the network's forecast of the leg against each rival, in the order of ``rivals``."""
        net, side = self._net, self.side
        kept = net.cached_sums
        distance = self._base if extender < 0 else self._extended
        extension = self._extension(extender)
        own_state, own_progress = states[side], progress[side]
        key: object = (own_state, own_progress & REACH_BITS, extension, distance, again)
        own = kept.get(key)
        if own is None:
            rows = own_rows(own_state, own_progress, distance, extension)
            own = net.cache_sums(key, [*rows, AGAIN_ROW] if again else rows)
        useful = self._useful(states)
        key = (bytes(hand), own_state, own_progress & REACH_BITS, useful, distance, self._threats)
        held = kept.get(key)
        if held is None:
            held = net.cache_sums(key, hand_rows(hand, own_state, own_progress, distance, useful, self.unseen))
        verdicts = []
        for rival in self.rivals:
            state, side_progress, lacks = states[rival], progress[rival], self.information.lacks[rival]
            cards, turn, hit_code = self._cards[rival], self._turns[rival], self._hit(hit, rival)
            key = (state, side_progress & REACH_BITS, distance, lacks, cards, turn, hit_code)
            display = kept.get(key)
            if display is None:
                display = net.cache_sums(key, rival_rows(state, side_progress, distance, lacks, cards, turn, hit_code))
            verdicts.append(net.forecast(own, held, display, self._rest(rival, states, progress, distance)))
        return verdicts

    def chance_at(
        self,
        states: list[int],
        progress: list[int],
        hand: list[int],
        *,
        extender: int = -1,
        again: bool = False,
        hit: tuple[int, int] = NOT_HIT,
    ) -> float:
        """Return the own side's chance of winning the match in that position.

        ``again`` is true if the own seat plays next; ``hit`` is as in ``Afterstate``.
        """
        verdicts = self.forecasts(states, progress, hand, extender=extender, again=again, hit=hit)
        return self.chance_from_verdicts(states, progress, verdicts)

    def chance_from_verdicts(self, states: list[int], progress: list[int], verdicts: Sequence[RivalForecast]) -> float:
        """Return the own side's chance of winning the match, from the network's forecasts for all rivals.

        It is the mean over all possible winners of the leg, plus ``MatchEquity.lead_bonus``.
        """
        if len(verdicts) == 1:
            return self._duel(states, progress, verdicts[0])
        means = self.means(states, progress, verdicts)
        wins = self._wins(verdicts)
        whole = sum(wins)
        prizes = [self._prize(side_progress) for side_progress in progress]
        lead = self.equity.lead_bonus(means, self.side)
        low = [mean - win * prize for mean, win, prize in zip(means, wins, prizes, strict=True)]
        chance = lead
        bonus = self.equity.leg_bonus
        for s, win in enumerate(wins):
            reward = prizes[s] + bonus
            low[s] += reward
            chance += win * self.equity.chance(low, self.side)
            low[s] -= reward
        nobody = 1.0 - min(1.0, whole)
        return chance + nobody * self.equity.chance(low, self.side) if nobody > 1e-9 else chance

    def means(self, states: list[int], progress: list[int], verdicts: Sequence[RivalForecast]) -> list[float]:
        """Return the sides' expected total points at the end of the leg, from the network's forecasts."""
        before = self.equity.totals
        means: list[float] = [before[s] + self.points_so_far(states[s], progress[s]) for s in range(len(states))]
        means[self.side] += sum([v.own_points for v in verdicts]) / len(verdicts)
        for rival, verdict in zip(self.rivals, verdicts, strict=True):
            means[rival] += verdict.rival_points
        return means

    def _wins(self, verdicts: Sequence[RivalForecast]) -> list[float]:
        """Return each side's chance of winning the leg; if they add up to less than 1, the rest is that nobody wins."""
        wins = [0.0] * (len(verdicts) + 1)
        wins[self.side] = sum([v.own_wins for v in verdicts]) / len(verdicts)
        for rival, verdict in zip(self.rivals, verdicts, strict=True):
            wins[rival] = verdict.rival_wins
        whole = sum(wins)
        return [win / whole for win in wins] if whole > 1.0 else wins

    def _duel(self, states: list[int], progress: list[int], verdict: RivalForecast) -> float:
        """Return ``chance_from_verdicts`` for two sides; a separate function for speed."""
        side, rival = self.side, self.rivals[0]
        before = self.equity.totals
        own_wins, rival_wins = verdict.own_wins, verdict.rival_wins
        whole = own_wins + rival_wins
        if whole > 1.0:
            own_wins, rival_wins, whole = own_wins / whole, rival_wins / whole, 1.0
        own_prize, rival_prize = self._prize(progress[side]), self._prize(progress[rival])
        own = (
            before[side] + self.points_so_far(states[side], progress[side]) + verdict.own_points - own_wins * own_prize
        )
        other = before[rival] + self.points_so_far(states[rival], progress[rival]) + verdict.rival_points
        other -= rival_wins * rival_prize
        duel, bonus = self.equity.duel, self.equity.leg_bonus
        lead = self.equity.lead_bonus((own + own_wins * own_prize, other + rival_wins * rival_prize), 0)
        return (
            lead
            + own_wins * duel(own + own_prize + bonus, other)
            + rival_wins * duel(own, other + rival_prize + bonus)
            + (1.0 - whole) * duel(own, other)
        )

    def points_so_far(self, state: int, progress: int) -> int:
        """Return the points that a side has made so far in the leg; ``state`` and ``progress`` are as in tables.py."""
        made = self._made.get((state, progress))
        if made is None:
            made = self._made[state, progress] = points_so_far(state, progress, self.points)
        return made

    def _prize(self, side_progress: int) -> float:
        points = self.points
        prize = points.leg_won + 0.5 * (self._base - (side_progress & KM_BITS)) * KM_UNIT
        return prize if side_progress & (ONE_200 | TWO_200S) else prize + 0.5 * points.safe_trip

    def _extension(self, extender: int) -> int:
        if extender < 0:
            return MAY_EXTEND if self._may_extend else FINAL_DISTANCE
        return EXTENDED_BY_OWN if extender == self.side else EXTENDED_BY_OTHER

    def _useful(self, states: list[int]) -> int:
        useful = 0
        for rival in self.rivals:
            useful |= _NOT_IMMUNE[states[rival] & 15]
        return useful

    def _hit(self, hit: tuple[int, int], rival: int) -> int:
        if hit[0] != rival:
            return 0
        safety = SAFETY_BIT[hit[1]].bit_length() - 1
        return 1 + hit[1] + (0 if self.unseen[FIRST_SAFETY + safety] else 5)

    def _others(
        self, rival: int, states: list[int], progress: list[int], distance: int
    ) -> tuple[tuple[int, ...], int, bool]:
        others = [s for s in self.rivals if s != rival]
        rests = tuple(distance - (progress[s] & KM_BITS) for s in others)
        rolling = sum([not traffic_need(states[s]) % 5 for s in others])
        lacks = self._seats_of_side > 1 and bool(self.information.lacks[self.side] & 1)
        return rests, rolling, lacks

    def _rest(self, rival: int, states: list[int], progress: list[int], distance: int) -> list[float]:
        others = self._others(rival, states, progress, distance)
        key = (others, states[self.side] & 15)
        rest = self._local.get(key)
        if rest is None:
            shared = self._shared_by_rivals(states[self.side])
            rest = self._local[key] = self._net.sums(others_rows(*others[:2], partner_lacks=others[2]), shared)
        return rest

    def _shared_by_rivals(self, state: int) -> list[float]:
        safeties = state & 15
        shared = self._local.get(safeties)
        if shared is None:
            shared = self._local[safeties] = self._net.sums(self._table_rows(state))
        return shared

    def _table_rows(self, state: int) -> list[int]:
        table = self.information.compiled_rules
        return table_rows(table.rules.id, table.seats, len(table.sides), self.draw_pile, self.unseen, state)


_NOT_IMMUNE: Final = tuple(sum(1 << h for h in range(5) if not safeties & SAFETY_BIT[h]) for safeties in range(16))
"""For each mask of safeties laid, the mask of the hazards that still have an effect."""


def final_position_after(information: InformationState, after: Afterstate) -> FinalPosition:
    """Return the data for scoring a leg that ends with that move; each card in another hand counts as a mean card."""
    table = information.compiled_rules
    unseen_km = sum(card_km * count for card_km, count in zip(_KM, information.unseen, strict=True))
    a_card = unseen_km / max(1, sum(information.unseen))
    in_hand = []
    for seats in table.sides:
        km = 0.0
        for seat in seats:
            own = seat == information.seat
            km += sum(k * n for k, n in zip(_KM, after.hand, strict=True)) if own else a_card * information.sizes[seat]
        in_hand.append(round(km))
    return FinalPosition(
        winner=information.side
        if (after.progress[information.side] & KM_BITS) * KM_UNIT == target_km(table, after.extender)
        else None,
        target=target_km(table, after.extender),
        extender=None if after.extender < 0 else after.extender,
        draw_pile=information.draw_pile,
        states=after.states,
        progress=after.progress,
        km_in_hand=in_hand,
    )

"""The bot: looks, searches, lets its level, style and temper have their say, and tells why."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Final

from ai.bots.levels import Level
from ai.bots.manners import FIERCE, allowed
from ai.bots.reasons import reason_for
from ai.bots.styles import Style
from ai.bots.tempers import CLEARLY_BETTER, EVEN, LEADER, aims
from ai.decision import Decision, Reason, ReasonCode
from ai.evaluation.afterstate_value import Worth
from ai.evaluation.features import table_name
from ai.evaluation.value_network import load_net
from ai.information_state import Sight
from ai.search.expectimax import Finding, Findings, search
from game.engine.cards import HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST
from game.engine.moves import MoveKind
from game.engine.observation import Observation
from game.engine.rules import KM_UNIT
from game.engine.tables import KM_BITS

_LAST_ROUNDS: Final = 4
"""With so many rounds of cards left to draw the hope for a coup fourré begins to fade."""


class SearchBot:
    """Expectimax at some level. ``spared`` sides it attacks only if it can do nothing else."""

    def __init__(
        self,
        level: Level,
        style: Style,
        *,
        temper: str = LEADER,
        spared: Sequence[int] = (),
        manner: str = FIERCE,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._level = level
        self._style = style
        self._temper = temper
        self._spared = frozenset(spared)
        self._manner = manner
        self._clock = clock

    def decide(self, observation: Observation, rng: random.Random, *, time_ms: float | None = None) -> Decision:
        """What it does (see ``ai.decision.Bot``)."""
        legal = observation.legal
        if not legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        if len(legal) == 1:
            return Decision(legal[0], Reason(ReasonCode.ONLY_MOVE, legal[0].card))
        sight = Sight.of(observation)
        _forget(sight, self._level.remembers)
        net = load_net(table_name(len(observation.sides), observation.seats))
        worth = Worth(sight, net)
        found = search(worth, self._level.depth, rng, self._deadline(time_ms), allowed(observation, self._manner))
        chosen = self._choose(sight, found, worth.outlook.equity.a_point, rng)
        aimed = self._aimed(worth, found, chosen)
        reason = reason_for(sight, aimed, worth, in_turn=self._temper == EVEN and aimed is not chosen)
        return Decision(aimed.move, reason, min(1.0, max(0.0, aimed.value)), found.worlds, found.was_cut)

    def _deadline(self, time_ms: float | None) -> Callable[[], bool]:
        if time_ms is None:
            return lambda: False
        clock, end = self._clock, self._clock() + time_ms / 1000.0
        return lambda: clock() >= end

    def _choose(self, sight: Sight, found: Findings, a_point: float, rng: random.Random) -> Finding:
        """The best move as this bot sees it."""
        moves = [f for f in found.moves if f.move.side not in self._spared] or list(found.moves)
        noise = self._level.noise
        best, chosen = float("-inf"), moves[0]
        for finding in moves:
            points = self._liking(sight, finding) + (rng.gauss(0.0, noise) if noise else 0.0)
            value = finding.value + points * a_point
            if value > best:
                best, chosen = value, finding
        return chosen

    def _liking(self, sight: Sight, finding: Finding) -> float:
        """The points by which style and level see a move as more than it is."""
        style, after, move = self._style, finding.after, finding.move
        points = 0.0
        if move.side is not None:
            ways = [way & KM_BITS for way in sight.ways]
            points += style.attack
            if ways[move.side] == max(way for side, way in enumerate(ways) if side != sight.side):
                points += style.attack_leader
            to_go = sight.observation.target - ways[move.side] * KM_UNIT
            points -= self._level.attacks_late * to_go / sight.observation.target
        elif move.card is not None and move.card.km and move.kind is MoveKind.LAY:
            points += style.drive * move.card.km / KM_UNIT
        if self._level.holds:
            points += self._level.holds * _coups_hoped_for(sight, after.hand)
        if style.hold:
            points += style.hold * sum(after.hand[s.index] for s in SAFETIES)
        if style.remedy:
            points += style.remedy * _needed_remedies(after.hand, after.states[sight.side])
        return points

    def _aimed(self, worth: Worth, found: Findings, chosen: Finding) -> Finding:
        """The attack that temper makes of one chosen: the best on a side that it goes for."""
        attacks = [f for f in found.moves if f.move.side is not None and f.move.side not in self._spared]
        if chosen not in attacks:
            return chosen
        sides = {f.move.side for f in attacks if f.move.side is not None}
        goes_for = aims(worth.sight.observation, self._temper, sides, worth.expected_totals)
        if chosen.move.side in goes_for:
            return chosen
        aimed = max((f for f in attacks if f.move.side in goes_for), key=lambda f: f.value)
        margin = CLEARLY_BETTER * worth.outlook.equity.a_point
        if self._temper == LEADER and max(f.value for f in attacks) > aimed.value + margin:
            return chosen
        return aimed


def _coups_hoped_for(sight: Sight, hand: Sequence[int]) -> float:
    """How many safeties are held against a hazard that may still come; less as the draw pile runs out."""
    held = sum(
        1
        for safety in SAFETIES
        if hand[safety.index] and any(sight.unseen[h.index] for h in HAZARDS if SAFETY_AGAINST[h] is safety)
    )
    return held * min(1.0, sight.draw_pile / (_LAST_ROUNDS * sight.table.seats))


def _needed_remedies(hand: Sequence[int], state: int) -> int:
    """How many remedies are held that the safeties laid don't make needless; two of a kind at most."""
    safeties = state & 15
    return sum(
        min(hand[remedy.index], 2)
        for hazard, remedy in zip(HAZARDS, REMEDIES, strict=True)
        if not safeties >> SAFETIES.index(SAFETY_AGAINST[hazard]) & 1
    )


def _forget(sight: Sight, remembers: int | None) -> None:
    """Count as unseen what was discarded longer ago than the bot has in mind."""
    if remembers is None:
        return
    unseen = list(sight.unseen)
    discarded = sight.observation.discard_pile
    for card in discarded[: max(0, len(discarded) - remembers)]:
        unseen[card.index] += 1
    sight.unseen = unseen

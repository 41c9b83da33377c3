"""Plays the matches of a sequence. It alone holds the legs; players get observations.

All chance comes from the settings' seed: a sequence's first dealer from (seed, sequence), the deck of each leg from
(seed, sequence, leg), and a decision's generator from (seed, sequence, rotation, leg, number of moves, seat).
The rotation is among the last, so that a bot of chance meets itself with other dice when rotations seat the same names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from ai.arena.course import Course
from ai.arena.outcome import Fault, MatchOutcome, Part, SequenceOutcome, Times
from ai.arena.participant import FaultError, Seated
from ai.arena.settings import ArenaSettings
from ai.protocol import request_for
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.observation import Observation

MOST_LEGS: Final = 1000
"""Where a match ends that comes to no end: programs that only discard never score. Two random players need some 10."""


class StoppedError(Exception):
    """The arena is to stop; the sequence is not finished."""


def play_sequence(
    settings: ArenaSettings, sequence: int, players: Sequence[Seated], is_stopped: Callable[[], bool]
) -> SequenceOutcome:
    """All rotations of one sequence. Raises ``StoppedError`` soon after ``is_stopped`` says so."""
    matches = (_Table(settings, sequence, rotation, players, is_stopped).play() for rotation in settings.rotations)
    return SequenceOutcome(sequence, tuple(matches))


class _Table:
    """One match being played."""

    def __init__(
        self,
        settings: ArenaSettings,
        sequence: int,
        rotation: int,
        players: Sequence[Seated],
        is_stopped: Callable[[], bool],
    ) -> None:
        self._settings = settings
        self._sequence = sequence
        self._rotation = rotation
        self._players = players
        self._is_stopped = is_stopped
        self._decks = f"{settings.seed}/{sequence}"
        self._match = Match.by_lot(settings.setup, Random(f"{self._decks}/lot"))
        count = len(players)
        self._player_in = [(seat - rotation) % count for seat in range(count)]
        self._times = [Times() for _ in players]
        self._cut_off = [0] * count

    def play(self) -> MatchOutcome:
        """Leg by leg to the end, or to the first fault."""
        match = self._match
        while not match.is_over and len(match.results) < MOST_LEGS:
            number = len(match.results) + 1
            leg = match.deal(match.shuffled_deck(Random(f"{self._decks}/deck/{number}")))
            fault = self._play_leg(leg, number)
            if fault is not None:
                return self._outcome(winner=None, fault=fault)
            match.finish(leg)
        return self._outcome(winner=match.winner)

    def _play_leg(self, leg: Leg, number: int) -> Fault | None:
        context, time_ms = self._match.context, self._settings.time_ms
        lots = f"{self._decks}/{self._rotation}/{number}"
        moves = 0
        while (seat := leg.seat) is not None:
            if self._is_stopped():
                raise StoppedError
            player = self._player_in[seat]
            observation = leg.observe(seat, context)
            try:
                answer = self._players[player].decide(observation, f"{lots}/{moves}/{seat}", time_ms=time_ms)
            except FaultError as error:
                return self._fault(player, observation, str(error))
            self._times[player].add(answer.duration_ms)
            self._cut_off[player] += answer.was_cut
            leg.apply(answer.move)
            moves += 1
        return None

    def _fault(self, player: int, observation: Observation, reason: str) -> Fault:
        return Fault(
            player=player,
            name=self._settings.names[player],
            sequence=self._sequence,
            rotation=self._rotation,
            leg=observation.leg,
            reason=reason,
            request=request_for(observation, self._settings.time_ms),
        )

    def _outcome(self, *, winner: int | None, fault: Fault | None = None) -> MatchOutcome:
        match = self._match
        course = Course.none(len(self._players), len(match.sides))
        for result in match.results:
            course += Course.of(result, self._player_in)
        return MatchOutcome(len(match.results), self._parts(winner=winner), course, fault)

    def _parts(self, *, winner: int | None) -> tuple[Part, ...]:
        match = self._match
        side_of = {seat: side for side, seats in enumerate(match.sides) for seat in seats}
        parts = []
        for player in range(len(self._players)):
            seat = self._settings.seat_of(player, self._rotation)
            side = side_of[seat]
            parts.append(
                Part(
                    seat=seat,
                    has_won=side == winner,
                    score=match.totals[side],
                    legs_won=sum(result.winner == side for result in match.results),
                    cut_off=self._cut_off[player],
                    times=self._times[player],
                )
            )
        return tuple(parts)

"""Play sequences in this process or in several, and yield each outcome as soon as it is known.

Only the referee of a match holds the legs; players get observations. All chance comes from the settings' seed: a
sequence's first dealer from (seed, sequence), the deck of each leg from (seed, sequence, leg), and a decision's
generator from (seed, sequence, rotation, leg, number of moves, seat). The rotation is included so that a random bot
playing against itself decides differently in each rotation.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, closing
from itertools import islice
from multiprocessing.synchronize import Event
from random import Random
from typing import Final

from ai.bots.blunders import BLUNDERS, blunder_name
from ai.lab.arena.outcome import (
    FOREIGN,
    ArenaSettings,
    DecisionTimes,
    Fault,
    LegStatistics,
    MatchOutcome,
    PlayerOutcome,
    SequenceOutcome,
)
from ai.lab.arena.participant import FaultError, ForeignProgram, OwnBot, Participant, end_all
from ai.protocol import request_for
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.observation import Observation
from game.system.interrupts import interrupts_hidden_from_children

_stop: Event | None = None
"""In a worker: set when the arena stops."""


def play_sequences(
    settings: ArenaSettings, sequences: Iterable[int], jobs: int, executor: Executor | None = None
) -> Generator[SequenceOutcome, None, None]:
    """Yield the outcomes of those sequences, in the order in which they are finished.

    With one job they are played in this process; with more in as many workers, a whole sequence at a time. With an
    ``executor`` it runs them, for as many workers, and is shut down at the end. An exception that closes this
    generator, or is raised in it, ends the workers before it propagates.
    """
    if executor is not None:
        try:
            yield from _finished(executor, settings, sequences, jobs)
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
        return
    if jobs == 1:
        for sequence in sequences:
            yield _play(settings, sequence, None)
        return
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare, initargs=(stop,))
    try:
        yield from _finished(executor, settings, sequences, jobs)
    finally:
        stop.set()
        executor.shutdown(wait=True, cancel_futures=True)


def _finished(
    executor: Executor, settings: ArenaSettings, sequences: Iterable[int], jobs: int
) -> Generator[SequenceOutcome, None, None]:
    """Yield each outcome as its job ends."""
    waiting = iter(sequences)
    # At most one sequence running and one waiting per worker, so that stopping is quick.
    running: set[Future[SequenceOutcome]] = set()
    while True:
        more = islice(waiting, 2 * jobs - len(running))
        with interrupts_hidden_from_children():
            running |= {executor.submit(_play_in_worker, settings, sequence) for sequence in more}
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _play(settings: ArenaSettings, sequence: int, stop: Event | None) -> SequenceOutcome:
    with ExitStack() as table:
        players = [table.enter_context(closing(_participant(name))) for name in settings.names]
        return play_sequence(settings, sequence, players, _never if stop is None else stop.is_set)


def _participant(name: str) -> Participant:
    return ForeignProgram(name) if name.startswith(FOREIGN) else OwnBot(name)


def _never() -> bool:
    return False


def _prepare(stop: Event) -> None:
    """Prepare a new worker: it ignores interrupts, which the arena handles, and ends with the arena."""
    global _stop  # noqa: PLW0603 - set once, before the worker's first task
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end_all()
    os._exit(1)


def _play_in_worker(settings: ArenaSettings, sequence: int) -> SequenceOutcome:
    return _play(settings, sequence, _stop)


MOST_LEGS: Final = 1000
"""A match ends after this many legs: programs that only discard never score. Two random players need about 10."""


class StoppedError(Exception):
    """The arena stops; the sequence is not finished."""


def play_sequence(
    settings: ArenaSettings, sequence: int, players: Sequence[Participant], is_stopped: Callable[[], bool]
) -> SequenceOutcome:
    """Play all rotations of one sequence. Raises ``StoppedError`` soon after ``is_stopped`` is true."""
    matches = (
        _MatchInPlay(settings, sequence, rotation, players, is_stopped).play() for rotation in settings.rotations
    )
    return SequenceOutcome(sequence, tuple(matches))


class _MatchInPlay:
    """The referee of one match."""

    def __init__(
        self,
        settings: ArenaSettings,
        sequence: int,
        rotation: int,
        players: Sequence[Participant],
        is_stopped: Callable[[], bool],
    ) -> None:
        self._settings = settings
        self._sequence = sequence
        self._rotation = rotation
        self._players = players
        self._is_stopped = is_stopped
        self._decks = f"{settings.seed}/{sequence}"
        self._match = Match.with_random_dealer(settings.setup, Random(f"{self._decks}/lot"))
        count = len(players)
        self._player_in = [(seat - rotation) % count for seat in range(count)]
        self._times = [DecisionTimes() for _ in players]
        self._cut_off = [0] * count
        self._absurd = [dict.fromkeys(BLUNDERS, 0) for _ in players]

    def play(self) -> MatchOutcome:
        match = self._match
        while not match.is_over and len(match.results) < MOST_LEGS:
            number = len(match.results) + 1
            leg = match.deal(match.shuffled_deck(Random(f"{self._decks}/deck/{number}")))
            fault = self._play_leg(leg, number)
            if fault is not None:
                return self._outcome(winner=None, fault=fault)
            match.add_finished_leg(leg)
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
            absurd = blunder_name(observation, answer.move)
            if absurd is not None:
                self._absurd[player][absurd] += 1
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
        statistics = LegStatistics.none(len(self._players), len(match.sides))
        for result in match.results:
            statistics += LegStatistics.of(result, self._player_in)
        return MatchOutcome(len(match.results), self._parts(winner=winner), statistics, fault)

    def _parts(self, *, winner: int | None) -> tuple[PlayerOutcome, ...]:
        match = self._match
        side_of = {seat: side for side, seats in enumerate(match.sides) for seat in seats}
        parts = []
        for player in range(len(self._players)):
            seat = self._settings.seat_of(player, self._rotation)
            side = side_of[seat]
            parts.append(
                PlayerOutcome(
                    seat=seat,
                    has_won=side == winner,
                    score=match.totals[side],
                    legs_won=sum(result.winner == side for result in match.results),
                    cut_off=self._cut_off[player],
                    times=self._times[player],
                    absurd=tuple(self._absurd[player].values()),
                )
            )
        return tuple(parts)

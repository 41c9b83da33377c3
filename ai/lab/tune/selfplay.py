"""Legs played to learn from, and legs that show how well a net plays.

The training data are the positions of a seat, in order, and the end of the leg. A sample is one seat's view of one
rival after its move: the rows of features.py, the points of both so far, and the end of the leg. Samples of one seat
and rival are stored in the order of play, so that training.py can learn one from the value of the next. Needs numpy,
which the game does not.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from ai.evaluation.afterstates import Afterstate, afterstate, afterstates
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.features import ROWS
from ai.evaluation.value_network import ValueNetwork, blank_network, read_network
from ai.information_state import InformationState, points_so_far
from ai.search.pruning import candidate_moves
from ai.search.rollout_policy import rollout_move
from game.engine.leg import Leg
from game.engine.moves import Move
from game.engine.observation import Observation
from game.engine.rules import Seating, load_rules, shuffled, sides_of
from game.engine.setup import MatchContext, Options

WIDTH: Final = 72
"""Slots for a sample's rows; an empty one holds ``ROWS``, which is no row."""
_HIGHEST_TOTAL: Final = 4200
_HIGHEST_LEAD: Final = 750
_KEPT: Final = 0.3
"""The share of positions kept: more legs say more than more positions of each."""
_STRAYS: Final = 1
"""The number of random moves in a leg, so that the net learns the result of moves that nobody would make."""
_LONGEST_LEG: Final = 80
_ANY_MOVE: Final = 1e4
"""“Noise” so large that any move may be chosen."""


@dataclass(frozen=True, slots=True)
class TableKind:
    """The rules, seats and seating of a leg."""

    rules: str
    seats: int
    seating: str


@dataclass(frozen=True, slots=True)
class SelfPlayJob:
    """Legs to play on these tables in turn.

    ``net`` is a net's JSON text; with None the rollout policy plays all seats. ``noise`` is the standard deviation, in
    points, of the noise added to the value of each move.
    """

    tables: tuple[TableKind, ...]
    net: str | None
    seed: str
    legs: int
    noise: float


@dataclass(slots=True)
class _Sample:
    """A decision: by rival the rows, and the points of both sides so far."""

    side: int
    rivals: Sequence[int]
    rows: list[list[int]]
    made: list[tuple[int, int]]


def play_job(job: SelfPlayJob) -> bytes:
    """Return the samples of a job as an archive of arrays.

    ``rows`` (samples × WIDTH); ``made`` (× 2) and ``ends`` (× 4): the points of both so far, and at the leg's end with
    whether they won it; ``last`` (samples): whether the sample is the last of its seat and rival in that leg.
    """
    net = blank_network() if job.net is None else read_network(job.net)
    rows: list[list[int]] = []
    made: list[tuple[int, int]] = []
    ends: list[tuple[int, int, int, int]] = []
    last: list[bool] = []
    for number in range(job.legs):
        table = job.tables[number % len(job.tables)]
        samples, leg = _play_leg(job, table, net, Random(f"{job.seed}/{number}"))
        assert leg.scores is not None
        totals = [s.total for s in leg.scores]
        for seat_samples in samples:
            for n in range(len(seat_samples[0].rivals) if seat_samples else 0):
                side, rival = seat_samples[0].side, seat_samples[0].rivals[n]
                rows += [sample.rows[n] for sample in seat_samples]
                made += [sample.made[n] for sample in seat_samples]
                end = (totals[side], totals[rival], int(leg.winner == side), int(leg.winner == rival))
                ends += [end] * len(seat_samples)
                last += [False] * (len(seat_samples) - 1) + [True]
    packed = np.full((len(rows), WIDTH), ROWS, dtype=np.uint16)
    for row, numbers in zip(packed, rows, strict=True):
        row[: len(numbers)] = numbers
    out = io.BytesIO()
    np.savez(out, rows=packed, made=np.array(made, np.int16), ends=np.array(ends, np.int16), last=np.array(last))
    return out.getvalue()


def _play_leg(job: SelfPlayJob, table: TableKind, net: ValueNetwork, rng: Random) -> tuple[list[list[_Sample]], Leg]:
    rules, seating, seats = load_rules(table.rules), Seating(table.seating), table.seats
    deck = shuffled(rules.deck(seats, seating), rng)
    options = Options(no_100_bonus=rng.random() < 0.1)
    leg = Leg.deal(rules, seating, deck, rng.randrange(seats), seats=seats, options=options)
    context = _context(table, len(sides_of(seats, seating)), rng)
    samples: list[list[_Sample]] = [[] for _ in range(seats)]
    strays = {rng.randrange(_LONGEST_LEG) for _ in range(_STRAYS)}
    count = 0
    while not leg.is_over:
        seat = leg.seat
        assert seat is not None
        is_stray = count in strays
        is_kept = is_stray or rng.random() < _KEPT
        count += 1
        if job.net is None:
            move = rng.choice(leg.legal_moves()) if is_stray else rollout_move(leg)
            if is_kept:
                information = InformationState.of(leg.observe(seat, context))
                _keep(samples[seat], Evaluation(information, net), afterstate(information, move))
        else:
            noise = _ANY_MOVE if is_stray else job.noise
            evaluation, then = _choose(leg.observe(seat, context), net, noise, rng)
            move = then.move
            if is_kept:
                _keep(samples[seat], evaluation, then)
        leg.apply(move)
    return samples, leg


def _context(table: TableKind, sides: int, rng: Random) -> MatchContext:
    """Return a random context of a match in progress."""
    rules = load_rules(table.rules)
    if rules.match_target is None:
        return MatchContext(1, (0,) * sides, None, rules.match_legs)
    level = rng.uniform(0, _HIGHEST_TOTAL)
    totals = tuple(int(level + rng.uniform(0, _HIGHEST_LEAD)) // 25 * 25 for _ in range(sides))
    return MatchContext(2, totals, rules.match_target, None)


def _choose(observation: Observation, net: ValueNetwork, noise: float, rng: Random) -> tuple[Evaluation, Afterstate]:
    """Return the best move by the net with noise."""
    evaluation = Evaluation(InformationState.of(observation), net)
    spread = noise * evaluation.equity.chance_per_point
    best, chosen = -1e9, None
    for then in afterstates(evaluation.information, candidate_moves(evaluation.information, observation.legal)):
        value = evaluation.chance_after(then) + (rng.gauss(0.0, spread) if spread else 0.0)
        if chosen is None or value > best:
            best, chosen = value, then
    assert chosen is not None
    return evaluation, chosen


def _keep(samples: list[_Sample], evaluation: Evaluation, then: Afterstate) -> None:
    """Record a decision, unless the side has arrived and nothing is left to predict."""
    if then.has_arrived:
        return
    (own, held), others = evaluation.groups(
        then.states, then.progress, then.hand, extender=then.extender, again=then.plays_again, hit=then.hit
    )
    made = [
        points_so_far(state, side_progress, evaluation.points)
        for state, side_progress in zip(then.states, then.progress, strict=True)
    ]
    rows = [own + held + rival + rest for rival, rest in others]
    samples.append(
        _Sample(evaluation.side, evaluation.rivals, rows, [(made[evaluation.side], made[k]) for k in evaluation.rivals])
    )


@dataclass(frozen=True, slots=True)
class NetTest:
    """Legs to test a net with, each once for every side that the net can have."""

    table: TableKind
    net: str
    seed: str
    legs: int


def points_ahead(check: NetTest) -> list[float]:
    """Return by leg the points of the net's side minus the other sides' mean, over all rotations."""
    net = read_network(check.net)
    return [_mirrored(check.table, net, f"{check.seed}/{number}") for number in range(check.legs)]


def _mirrored(table: TableKind, net: ValueNetwork, seed: str) -> float:
    rules, seating = load_rules(table.rules), Seating(table.seating)
    sides = sides_of(table.seats, seating)
    ahead = []
    for own in range(len(sides)):
        leg = Leg.deal(rules, seating, shuffled(rules.deck(table.seats, seating), Random(seed)), 0, seats=table.seats)
        context = MatchContext(1, (0,) * len(sides), rules.match_target, rules.match_legs)
        while not leg.is_over:
            seat = leg.seat
            assert seat is not None
            leg.apply(best_move(leg.observe(seat, context), net) if seat in sides[own] else rollout_move(leg))
        assert leg.scores is not None
        totals = [score.total for score in leg.scores]
        ahead.append(totals[own] - (sum(totals) - totals[own]) / (len(totals) - 1))
    return sum(ahead) / len(ahead)


def best_move(observation: Observation, net: ValueNetwork) -> Move:
    """Return the move with the best position after it."""
    evaluation = Evaluation(InformationState.of(observation), net)
    return max(
        candidate_moves(evaluation.information, observation.legal),
        key=lambda move: (evaluation.chance_after(afterstate(evaluation.information, move)), -move.index),
    )

"""Comparisons of moves on the same worlds, in positions of the search's own games: the policy's training data.

Results of legs say little, since most of a leg is luck; how much better one move does than another with the very same
cards says some thirty times as much. Needs numpy, which the game does not.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, variance
from typing import Final

import numpy as np

from ai.evaluation.afterstates import afterstates
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.lab.tune.jobs import DecisionJob
from ai.lab.tune.selfplay import TableKind
from ai.search.determinization import Determinizer
from ai.search.expectimax import CAUTION, Rollout, in_points
from ai.search.policy_features import POLICY_ROWS, PolicyFeatures
from ai.search.pruning import candidate_moves
from ai.search.rollout_policy import PublicKnowledge, RolloutTurn, rollout_move
from game.engine.match import Match
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.engine.rules import KM_UNIT, Seating, load_rules
from game.engine.setup import MatchSetup

ROOM: Final = 16
"""Slots for a move's rows; an empty one holds ``POLICY_ROWS``, which is no row."""
_MOVES: Final = 7
"""At most so many moves are compared: those whose positions the net likes best."""
_WORLDS: Final = 18
_TURNS: Final = 8
_USUAL: Final = 0.08
"""How often a game continues with the policy's own move instead of the search's, so that it meets its own mistakes."""
SPREAD: Final = 45.0
"""The prior spread of moves in points (root mean square), before any rollout."""


@dataclass(slots=True)
class _Pair:
    """A comparison of a move with the policy's own."""

    decision: int
    move: list[int]
    usual: list[int]
    listed: float
    points: float
    noise: float


def compare(job: DecisionJob) -> bytes:
    """Return the comparisons of a job as an archive of arrays, an entry for each move that is not the policy's own.

    ``decision``: its number; ``move`` and ``usual`` (× ROOM): rows of that move and of the policy's own; ``listed``:
    its advantage by the priority list, ``points``: its advantage in points, ``noise``: the variance of ``points``.
    """
    pairs: list[_Pair] = []
    decisions = number = 0
    while decisions < job.decisions:
        table = job.tables[number % len(job.tables)]
        decisions = _play_match(table, Random(f"{job.seed}/{number}"), pairs, decisions)
        number += 1
    out = io.BytesIO()
    np.savez(
        out,
        decision=np.array([pair.decision for pair in pairs], np.int32),
        move=_packed([pair.move for pair in pairs]),
        usual=_packed([pair.usual for pair in pairs]),
        listed=np.array([pair.listed for pair in pairs], np.float32),
        points=np.array([pair.points for pair in pairs], np.float32),
        noise=np.array([pair.noise for pair in pairs], np.float32),
    )
    return out.getvalue()


def _packed(rows: Sequence[Sequence[int]]) -> np.typing.NDArray[np.int32]:
    packed = np.full((len(rows), ROOM), POLICY_ROWS, np.int32)
    for row, numbers in zip(packed, rows, strict=True):
        row[: len(numbers)] = numbers
    return packed


def _play_match(table: TableKind, rng: Random, pairs: list[_Pair], decisions: int) -> int:
    rules = load_rules(table.rules)
    setup = MatchSetup(
        rules.id, Seating(table.seating), table.seats, target_score=rules.match_target, legs=rules.match_legs
    )
    match = Match.with_random_dealer(setup, rng)
    while not match.is_over:
        leg = match.deal(match.shuffled_deck(rng))
        while (seat := leg.seat) is not None:
            o = leg.observe(seat, match.context)
            move, found = _look(o, rng, decisions) if len(o.legal) > 1 else (o.legal[0], [])
            pairs += found
            decisions += bool(found)
            leg.apply(move)
        match.add_finished_leg(leg)
    return decisions


def _look(o: Observation, rng: Random, decision: int) -> tuple[Move, list[_Pair]]:
    """Return the move that the game continues with, and the comparisons of the position."""
    information = InformationState.of(o)
    moves = candidate_moves(information, o.legal)
    if len(moves) == 1:
        return moves[0], []
    evaluation = Evaluation(information)
    world = Determinizer(information).deal(rng)
    seen = PublicKnowledge.from_information(information)
    usual = rollout_move(world, moves, seen)
    value = {then.move: evaluation.chance_after(then) for then in afterstates(information, moves)}
    moves = sorted(moves, key=lambda move: (move is not usual, -value[move], move.index))[:_MOVES]
    points = _compared(evaluation, moves, _WORLDS, _TURNS, rng)
    means, noises = [fmean(row) for row in points], [variance(row) / _WORLDS for row in points]
    believed = [mean * SPREAD**2 / (SPREAD**2 + noise) - CAUTION for mean, noise in zip(means, noises, strict=True)]
    best = max(range(1, len(moves)), key=believed.__getitem__)
    chosen = moves[best] if believed[best] > 0.0 and rng.random() >= _USUAL else usual
    if o.phase is not Phase.TURN:
        return chosen, []
    turn = PolicyFeatures(
        information.compiled_rules,
        information.states,
        information.progress,
        information.side,
        information.hand,
        information.draw_pile,
        o.target // KM_UNIT,
    )
    rows, listed = (
        [turn.rows(move) for move in moves],
        RolloutTurn(world, moves[0].seat, seen, learns=False).values(moves),
    )
    return chosen, [
        _Pair(decision, rows[n], rows[0], listed[n] - listed[0], means[n], noises[n]) for n in range(1, len(moves))
    ]


def _compared(evaluation: Evaluation, moves: Sequence[Move], worlds: int, turns: int, rng: Random) -> list[list[float]]:
    """Return by move the points by which it is better than the first one, in each world."""
    rollout, dealer = Rollout(evaluation, turns), Determinizer(evaluation.information)
    seen: list[list[float]] = [[] for _ in moves]
    for _ in range(worlds):
        world = dealer.deal(rng)
        for move, values in zip(moves, seen, strict=True):
            values.append(rollout.value(world, move))
    a_point = evaluation.equity.chance_per_point
    return [[in_points(a - b, a_point) for a, b in zip(values, seen[0], strict=True)] for values in seen]

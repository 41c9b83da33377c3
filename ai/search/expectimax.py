"""Expectimax with sampled worlds and paired rollouts.

The search chooses the move with the highest expected value. The expected value of a move is the mean of rollouts: in
each sampled world, all seats play some turns by the rollout policy, then the learned evaluation values the position.
There is no search tree below the move.

The rollout policy plays well; the search looks for better moves. Each candidate is compared with the move that the
policy would choose, on the same worlds (paired, with common random numbers), and drops out once it is clearly worse.
Work is counted in rollouts, never in milliseconds: a decision depends only on observation and random generator, unless
time runs out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from ai.decision import IsLate
from ai.evaluation.afterstates import Afterstate, afterstate, afterstates, target_km
from ai.evaluation.evaluation import Evaluation
from ai.search.determinization import Determinizer
from ai.search.pruning import candidate_moves
from ai.search.rollout_policy import PublicKnowledge, has_learned_policy, priorities, rollout_move
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.observation import Phase
from game.engine.rules import KM_UNIT
from game.engine.tables import KM_BITS

_BATCH: Final = 6
"""After every so many worlds, moves that are clearly worse drop out of the comparison."""
_BEHIND: Final = 1.4
"""A move drops out if it is worse than the best by this many standard errors."""
_VALUED: Final = (MoveKind.LAY, MoveKind.DISCARD)
"""Kinds of move after which the network can evaluate: the turn is over or goes on with cards that the seat has seen."""
_BELIEVED_LEARNED: Final = (1.0, 0.15)
"""Weights of two estimates of the difference of two moves, the rollout policy's and the network's, before any rollout.

They are for legs where the policy has learned corrections; fitted to the outcome of moves (docs/lab/057, 061)."""
_BELIEVED_LISTED: Final = (0.3, 0.35)
"""The same weights for legs where the policy is the priority list alone (docs/lab/010)."""
_SPREAD: Final = 45.0
"""Error of the estimate that these weights give, in points (root mean square)."""
_MODEL: Final = 25.0
"""Error that a comparison of two moves has even with very many worlds, in points (docs/lab/066)."""
_MODEL_LATE: Final = 15.0
"""The same error without early evaluations."""
_EARLY_TURNS: Final = (2, 5)
"""In the first worlds, the position is evaluated after these numbers of own turns and at the end of the rollout."""
_EARLY_WORLDS: Final = 24
"""Number of worlds with early evaluations. They see fewer consequences of a move but depend less on chance, which
misleads more than the network as long as few worlds were played (docs/lab/066)."""
_MANY_WORLDS: Final = 100
"""With two seats and this many worlds, none is evaluated early: that did not win more and took twice as long
(docs/lab/066)."""
_NEAR_KM: Final = 200
"""If a side has at most this many km to go, rollouts are played to the end of the leg and need no evaluation."""
TO_THE_END: Final = 1000
"""A number of own turns that no leg reaches: the rollout is played to the end of the leg."""
_MOST_POINTS: Final = 2000.0
"""More points than any move can gain; larger differences are cut to this."""
CAUTION: Final = 6.0
"""Another move must be better than the rollout policy's by this many points: smaller differences are mostly chance."""
_CLEARED_WORLDS: Final = 48
_CLEARED: Final = 20.0
"""After ``_CLEARED_WORLDS`` worlds, a move under review is no mistake if no other is better by more than this many
points, including a standard error: the smallest doubt possible when all worlds are played (docs/decisions/080)."""
_DUEL: Final = 2
_SEATS: Final = 4
"""With more seats than this, fewer rollouts than the budget allows are made, as each takes longer."""
_FEW_WORLDS: Final = 100.0
"""How much the difference of two moves is assumed to vary between worlds before any was played, in points."""


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """The amount of search.

    At most ``moves`` moves are compared, which are first estimated to be at most ``margin`` points worse than the
    rollout policy's move, in ``worlds`` worlds. Each world is played for ``turns`` turns of the own seat before the
    network evaluates it. If fewer moves are compared, the work saved is spent on more worlds (``playouts``).
    """

    worlds: int = 0
    moves: int = 1
    margin: float = 0.0
    turns: int = 1

    def playouts(self, seats: int) -> int:
        """Return the total number of rollouts; it is lower with many seats or early evaluations, as these cost time."""
        whole = self.worlds * self.moves * _SEATS // max(_SEATS, seats)
        return whole if self.evaluates_early(seats) else whole * 10 // 9  # 216 worlds become 240

    def evaluates_early(self, seats: int) -> bool:
        """Return whether the first worlds are also evaluated before the end of their rollout (``_EARLY_TURNS``)."""
        return seats > _DUEL or self.worlds < _MANY_WORLDS


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """A move, the position ``after`` it, and its estimated ``value``: the chance of winning the match.

    ``error`` is the error (root mean square) of the difference between this value and that of the rollout policy's
    move, estimated from the rollouts, or for a move without rollouts that of the first estimate.
    """

    after: Afterstate
    value: float
    error: float = 0.0

    @property
    def move(self) -> Move:
        return self.after.move


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the candidate moves, the best first; the number of worlds played; whether time ran out.

    ``policy_value`` is the value of the move that the rollout policy, an ordinary driver, would make.
    """

    moves: tuple[MoveEstimate, ...]
    worlds: int
    was_cut: bool
    policy_value: float


def search(
    evaluation: Evaluation,
    budget: SearchBudget,
    rng: Random,
    is_late: IsLate,
    allowed: Sequence[Move] | None = None,
    *,
    played: Move | None = None,
) -> SearchResult:
    """Estimate the values of the observing seat's moves; the search ends early once ``is_late`` returns True.

    ``allowed`` are the legal moves to choose from, None for all. A review sets ``played`` to one of the legal moves,
    which is compared in every world, however bad it seems; then the policy's move gets no bonus (``CAUTION``).
    """
    information = evaluation.information
    legal = information.observation.legal if allowed is None else allowed
    sensible = candidate_moves(information, legal)
    thens = afterstates(information, [move for move in legal if move in sensible or move == played])
    worlds = Determinizer(information)
    world = worlds.deal(rng)
    moves = [then.move for then in thens]
    known = PublicKnowledge.from_information(information)
    usual = moves.index(rollout_move(world, moves, known))
    values = [evaluation.chance_after(then) for then in thens]
    ahead = _priors(evaluation, world, known, thens, values, usual)
    off = [0.0 if n == usual else _SPREAD for n in range(len(thens))]
    order = sorted(range(len(thens)), key=lambda n: (n != usual, -ahead[n], thens[n].move.index))
    running = [n for n in order[: budget.moves] if ahead[n] >= -budget.margin]
    kept = None if played is None else moves.index(played)
    if kept is not None and kept not in running:
        running.append(kept)
    base, looked, was_cut = values[usual], 0, False
    if len(running) > 1 and budget.worlds:
        comparison = _PairedComparison(evaluation, worlds, [(thens[n], ahead[n]) for n in running], budget)
        if kept is not None:
            comparison.always_play(running.index(kept))
        was_cut = comparison.run(rng, is_late)
        looked = comparison.worlds
        base = comparison.base(base)
        for place, n in enumerate(running):
            ahead[n], off[n] = comparison.lead_and_error(place)
    a_point = evaluation.equity.chance_per_point
    found = [
        MoveEstimate(
            then, base + (ahead[n] - (0.0 if n == usual or played is not None else CAUTION)) * a_point, off[n] * a_point
        )
        for n, then in enumerate(thens)
    ]
    found.sort(key=lambda finding: (-finding.value, finding.move.index))
    return SearchResult(tuple(found), looked, was_cut, base)


def _priors(
    evaluation: Evaluation,
    world: Leg,
    known: PublicKnowledge,
    thens: Sequence[Afterstate],
    values: Sequence[float],
    usual: int,
) -> list[float]:
    """Return, for each move, how many points better than the policy's move it is estimated to be before any rollout."""
    a_point = evaluation.equity.chance_per_point
    priors = [in_points(value - values[usual], a_point) for value in values]
    if evaluation.information.observation.phase is not Phase.TURN:
        return priors
    liked = priorities(world, [then.move for then in thens], known)
    of_policy, of_net = _BELIEVED_LEARNED if has_learned_policy(world.compiled_rules) else _BELIEVED_LISTED
    return [
        0.0 if n == usual else of_policy * (liked[n] - liked[usual]) + of_net * prior for n, prior in enumerate(priors)
    ]


def in_points(chance: float, a_point: float) -> float:
    """Convert a difference of chances of winning the match to points; ``a_point`` is the chance per point."""
    return max(-_MOST_POINTS, min(_MOST_POINTS, chance / a_point))


class _PairedComparison:
    """Compares moves with the first of them, the rollout policy's move, by rollouts of all in the same worlds."""

    def __init__(
        self,
        evaluation: Evaluation,
        worlds: Determinizer,
        moves: Sequence[tuple[Afterstate, float]],
        budget: SearchBudget,
    ) -> None:
        self._moves = [then for then, _ in moves]
        self._priors = [prior for _, prior in moves]
        seats = evaluation.information.compiled_rules.seats
        self._playouts = budget.playouts(seats)
        self._early_worlds, self._model = (_EARLY_WORLDS, _MODEL) if budget.evaluates_early(seats) else (0, _MODEL_LATE)
        self._a_point = evaluation.equity.chance_per_point
        self._rollout = Rollout(evaluation, budget.turns)
        self._worlds = worlds
        self._seen: list[list[float]] = [[] for _ in moves]
        self._running = list(range(len(moves)))
        self._always = {0}
        self._kept = -1
        self.worlds = 0

    def always_play(self, number: int) -> None:
        """Play the move with that index in every world, until it is clear whether it is a mistake."""
        self._kept = number
        self._always.add(number)

    def run(self, rng: Random, is_late: IsLate) -> bool:
        """Play worlds until one move is left or all rollouts are used up; return whether time ran out before."""
        left = self._playouts
        while len(self._running) > 1:
            looked_at = sorted({*self._always, *self._running})
            for _ in range(_BATCH):
                left -= len(looked_at)
                if left < 0:
                    return False
                world = self._worlds.deal(rng)
                early = _EARLY_TURNS if self.worlds < self._early_worlds else ()
                for n in looked_at:
                    if is_late():
                        return True
                    self._seen[n].append(self._rollout.value(world, self._moves[n].move, early))
                self.worlds += 1
            self._drop_out()
        return False

    def base(self, before: float) -> float:
        """Return the mean value of the rollout policy's move, or ``before`` if no world was played."""
        seen = self._seen[0]
        return sum(seen) / len(seen) if seen else before

    def lead_and_error(self, number: int) -> tuple[float, float]:
        """Return by how many points a move is better than the policy's move, and the error (root mean square).

        The first estimate and the rollouts are combined, each weighted by its error.
        """
        seen = self._seen[number]
        if not number or not seen:
            return self._priors[number], 0.0 if not number else _SPREAD
        mean, error = self._lead(number, 0)
        error += self._model * self._model
        weight = _SPREAD * _SPREAD / (_SPREAD * _SPREAD + error)
        return weight * mean + (1.0 - weight) * self._priors[number], sqrt(weight * error)

    def _lead(self, number: int, other: int) -> tuple[float, float]:
        """Return by how many points a move is better than another in the rollouts, and the squared error."""
        pairs = zip(self._seen[number], self._seen[other], strict=False)
        points = [in_points(a - b, self._a_point) for a, b in pairs]
        count = len(points)
        mean = sum(points) / count
        spread = sum([(p - mean) ** 2 for p in points]) + _FEW_WORLDS * _FEW_WORLDS * 2.0
        return mean, spread / (count + 1.0) / count

    def _drop_out(self) -> None:
        judged = {n: self.lead_and_error(n) for n in self._running}
        best = max(advantage for advantage, _ in judged.values())
        self._running = [
            n for n, (advantage, off) in judged.items() if advantage >= best - _BEHIND * max(off, self._model)
        ]
        if self._kept >= 0 and self.worlds >= _CLEARED_WORLDS and self._is_cleared(judged):
            self._running = [self._kept]

    def _is_cleared(self, judged: dict[int, tuple[float, float]]) -> bool:
        """Return whether the move under review is no mistake.

        ``judged`` has the results of ``lead_and_error`` for the moves that have not dropped out.
        """
        kept = self._kept
        own = self.lead_and_error(kept)[0]
        return all(n == kept or judged[n][0] - own + sqrt(self._lead(n, kept)[1]) <= _CLEARED for n in self._running)


class Rollout:
    """Plays a world by the rollout policy for ``turns`` turns of the own seat, then evaluates the position reached."""

    def __init__(self, evaluation: Evaluation, turns: int) -> None:
        information = evaluation.information
        km = max(side_progress & KM_BITS for side_progress in information.progress) * KM_UNIT
        is_near = target_km(information.compiled_rules, information.extender) - km <= _NEAR_KM
        self._seat = information.seat
        self._known = PublicKnowledge.from_information(information)
        self._evaluation = evaluation
        self._turns = TO_THE_END if is_near else turns

    def value(self, world: Leg, move: Move, early: Sequence[int] = ()) -> float:
        """Return the own side's chance of winning the match after the move, by one rollout; ``world`` is not changed.

        With ``early``, return the mean of the evaluations after each of these numbers of own turns and at the end.
        """
        seat, evaluation = self._seat, self._evaluation
        learner = evaluation.side
        leg, seen = world.copy(), self._known.copy()
        leg.apply(move)
        seen.record(move)
        turn, looks, so_far = 0, 0, 0.0
        while not leg.is_over:
            move = rollout_move(leg, None, seen, learner)
            if leg.seat == seat:
                turn += 1
                is_last = turn >= self._turns
                if (is_last or (looks < len(early) and turn >= early[looks])) and move.kind in _VALUED:
                    later = evaluation.at_later_position(leg)
                    value = later.chance_after(afterstate(later.information, move))
                    if is_last:
                        break
                    so_far += value
                    looks += 1
            seen.record(move)
            leg.apply(move)
        else:
            value = evaluation.chance_after_leg(leg)
        return (so_far + (len(early) + 1 - looks) * value) / (len(early) + 1)

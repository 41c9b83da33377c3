"""Expectimax by sampled worlds and paired play-outs.

The maximum is over the own moves only. The expectation of each is the mean of play-outs: some turns of everybody by the
rollout policy in each of the worlds sampled, then the learned evaluation. Below the own move there is no tree.

The rollout policy plays well; the search looks for the moves that are better. Each move that may be is compared with
the policy's own on the same worlds (paired, by common random numbers), and drops out once it has fallen behind. Work is
counted in play-outs, never in milliseconds: a decision depends on observation and generator alone, unless time runs
out.
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
from ai.search.rollout_policy import PublicKnowledge, has_learned, priorities, rollout_move
from ai.search.sensible import candidates
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.observation import Phase
from game.engine.rules import KM_UNIT
from game.engine.tables import KM_BITS

_BATCH: Final = 6
"""Worlds between two looks at which moves are still in the running."""
_BEHIND: Final = 1.4
"""Standard errors by which a move has to be behind to drop out."""
_VALUED: Final = (MoveKind.LAY, MoveKind.DISCARD)
"""After one of these the net can judge: a turn is over, or goes on with cards that this seat has seen."""
_BELIEVED_LEARNED: Final = (1.0, 0.15)
"""How much of the rollout policy's own difference of two moves is believed before any world was looked into, and how
much of the net's, where the policy has learned from the search; both fitted to what comes of the moves
(docs/lab/057, 061),"""
_BELIEVED_LISTED: Final = (0.3, 0.35)
"""and where it is the list alone (docs/lab/010)."""
_SPREAD: Final = 45.0
"""How far off that belief is, in points (root mean square)."""
_MODEL: Final = 25.0
"""How far off a comparison on very many worlds still is, in points (docs/lab/066),"""
_MODEL_LATE: Final = 15.0
"""and where none of them is judged early."""
_EARLY_TURNS: Final = (2, 5)
"""After so many own turns a world is judged early too,"""
_EARLY_WORLDS: Final = 24
"""the first ones only: the net sees less of what a move leads to then, but less chance lies between, and with few
worlds chance is what misleads (docs/lab/066)."""
_MANY_WORLDS: Final = 100
"""In a duel with so many none is judged early: that won no more matches and took twice the time (docs/lab/066)."""
_NEAR_KM: Final = 200
"""From here on a leg is short enough to be played on to its end, where nothing has to be judged."""
TO_THE_END: Final = 1000
"""More own turns than a leg has."""
_MOST_POINTS: Final = 2000.0
"""More than any move can bring."""
CAUTION: Final = 6.0
"""Points by which another move has to seem better than the rollout policy's: smaller leads are as often chance."""
_CLEARED_WORLDS: Final = 48
_CLEARED: Final = 20.0
"""After so many worlds a move that is judged is clearly no mistake if every other is ahead by less, in points, with one
standard error more: what the doubt is at its least when all worlds are looked into (docs/decisions/080)."""
_DUEL: Final = 2
_SEATS: Final = 4
"""The most seats with which a budget is spent whole."""
_FEW_WORLDS: Final = 100.0
"""The spread, in points, that the difference of two moves has from world to world before any was looked into."""


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """How much is looked into: at most ``moves`` moves, within ``margin`` points of the policy's, in ``worlds``.

    A world is played on for that many own ``turns`` before the net has its say. With fewer moves, or once some have
    dropped out, as many more worlds are looked into as that saves: work is counted in such ``playouts``.
    """

    worlds: int = 0
    moves: int = 1
    margin: float = 0.0
    turns: int = 1

    def playouts(self, seats: int) -> int:
        """How often a world may be played on, whatever the number of moves: more seats or early looks take longer."""
        whole = self.worlds * self.moves * _SEATS // max(_SEATS, seats)
        return whole if self.looks_early(seats) else whole * 10 // 9  # 216 worlds become 240

    def looks_early(self, seats: int) -> bool:
        """Whether the first worlds are judged early too."""
        return seats > _DUEL or self.worlds < _MANY_WORLDS


@dataclass(frozen=True, slots=True)
class Finding:
    """A move and what it is worth: the chance to win the match.

    ``off`` is how far off that may be beside the rollout policy's move (root mean square), by the worlds it was looked
    into; where it was not, by how far off such beliefs are.
    """

    after: Afterstate
    value: float
    off: float = 0.0

    @property
    def move(self) -> Move:
        """The move."""
        return self.after.move


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found: the sensible moves, the best first; ``worlds`` looked at, and whether time cut that off.

    ``usual`` is what the rollout policy's own move is worth: an ordinary driver's.
    """

    moves: tuple[Finding, ...]
    worlds: int
    was_cut: bool
    usual: float


def search(
    evaluation: Evaluation,
    budget: SearchBudget,
    rng: Random,
    is_late: IsLate,
    allowed: Sequence[Move] | None = None,
    *,
    played: Move | None = None,
) -> Findings:
    """Value the moves of the seat that looks; ``is_late`` says that its time has run out.

    ``allowed`` are the legal moves that it may choose from, None for all. ``played`` is one of them that is looked
    into in every world, however bad it seems: then moves are judged, not chosen, and none is favoured.
    """
    information = evaluation.information
    legal = information.observation.legal if allowed is None else allowed
    sensible = candidates(information, legal)
    thens = afterstates(information, [move for move in legal if move in sensible or move == played])
    worlds = Determinizer(information)
    world = worlds.deal(rng)
    moves = [then.move for then in thens]
    known = PublicKnowledge.known_to(information)
    usual = moves.index(rollout_move(world, moves, known))
    values = [evaluation.of(then) for then in thens]
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
            comparison.keep(running.index(kept))
        was_cut = comparison.run(rng, is_late)
        looked = comparison.worlds
        base = comparison.base(base)
        for place, n in enumerate(running):
            ahead[n], off[n] = comparison.judged(place)
    a_point = evaluation.equity.a_point
    found = [
        Finding(
            then, base + (ahead[n] - (0.0 if n == usual or played is not None else CAUTION)) * a_point, off[n] * a_point
        )
        for n, then in enumerate(thens)
    ]
    found.sort(key=lambda finding: (-finding.value, finding.move.index))
    return Findings(tuple(found), looked, was_cut, base)


def _priors(
    evaluation: Evaluation,
    world: Leg,
    known: PublicKnowledge,
    thens: Sequence[Afterstate],
    values: Sequence[float],
    usual: int,
) -> list[float]:
    """By move the points by which it is taken to be better than the policy's, before any world is looked into."""
    a_point = evaluation.equity.a_point
    priors = [in_points(value - values[usual], a_point) for value in values]
    if evaluation.information.observation.phase is not Phase.TURN:
        return priors
    liked = priorities(world, [then.move for then in thens], known)
    of_policy, of_net = _BELIEVED_LEARNED if has_learned(world.table) else _BELIEVED_LISTED
    return [
        0.0 if n == usual else of_policy * (liked[n] - liked[usual]) + of_net * prior for n, prior in enumerate(priors)
    ]


def in_points(chance: float, a_point: float) -> float:
    """A difference of two chances to win the match in points, of which one is worth so much of it."""
    return max(-_MOST_POINTS, min(_MOST_POINTS, chance / a_point))


class _PairedComparison:
    """Moves compared with the first of them, the rollout policy's, on the same worlds."""

    def __init__(
        self,
        evaluation: Evaluation,
        worlds: Determinizer,
        moves: Sequence[tuple[Afterstate, float]],
        budget: SearchBudget,
    ) -> None:
        self._moves = [then for then, _ in moves]
        self._priors = [prior for _, prior in moves]
        seats = evaluation.information.table.seats
        self._playouts = budget.playouts(seats)
        self._early_worlds, self._model = (_EARLY_WORLDS, _MODEL) if budget.looks_early(seats) else (0, _MODEL_LATE)
        self._a_point = evaluation.equity.a_point
        self._rollout = Rollout(evaluation, budget.turns)
        self._worlds = worlds
        self._seen: list[list[float]] = [[] for _ in moves]
        self._running = list(range(len(moves)))
        self._always = {0}
        self._kept = -1
        self.worlds = 0

    def keep(self, number: int) -> None:
        """Look at that move in every world, too, until it is clear what it is worth."""
        self._kept = number
        self._always.add(number)

    def run(self, rng: Random, is_late: IsLate) -> bool:
        """Look into worlds until one move is left or the work is done; whether time cut it off."""
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
        """What the rollout policy's move is worth."""
        seen = self._seen[0]
        return sum(seen) / len(seen) if seen else before

    def judged(self, number: int) -> tuple[float, float]:
        """The points by which a move is better than the policy's, and how far off that may be (root mean square).

        The prior and what was seen count, each by its weight.
        """
        seen = self._seen[number]
        if not number or not seen:
            return self._priors[number], 0.0 if not number else _SPREAD
        mean, error = self._lead(number, 0)
        error += self._model * self._model
        weight = _SPREAD * _SPREAD / (_SPREAD * _SPREAD + error)
        return weight * mean + (1.0 - weight) * self._priors[number], sqrt(weight * error)

    def _lead(self, number: int, other: int) -> tuple[float, float]:
        """The mean points by which a move was better than another one, and how far off that may be, squared."""
        pairs = zip(self._seen[number], self._seen[other], strict=False)
        points = [in_points(a - b, self._a_point) for a, b in pairs]
        count = len(points)
        mean = sum(points) / count
        spread = sum([(p - mean) ** 2 for p in points]) + _FEW_WORLDS * _FEW_WORLDS * 2.0
        return mean, spread / (count + 1.0) / count

    def _drop_out(self) -> None:
        judged = {n: self.judged(n) for n in self._running}
        best = max(advantage for advantage, _ in judged.values())
        self._running = [
            n for n, (advantage, off) in judged.items() if advantage >= best - _BEHIND * max(off, self._model)
        ]
        if self._kept >= 0 and self.worlds >= _CLEARED_WORLDS and self._is_cleared(judged):
            self._running = [self._kept]

    def _is_cleared(self, judged: dict[int, tuple[float, float]]) -> bool:
        """Whether the move that is kept is no mistake, by what was ``judged`` of those in the running."""
        kept = self._kept
        own = self.judged(kept)[0]
        return all(n == kept or judged[n][0] - own + sqrt(self._lead(n, kept)[1]) <= _CLEARED for n in self._running)


class Rollout:
    """A play-out: a world played on by the rollout policy, for that many own turns, and what it comes to, valued."""

    def __init__(self, evaluation: Evaluation, turns: int) -> None:
        information = evaluation.information
        km = max(way & KM_BITS for way in information.ways) * KM_UNIT
        is_near = target_km(information.table, information.extender) - km <= _NEAR_KM
        self._seat = information.seat
        self._known = PublicKnowledge.known_to(information)
        self._evaluation = evaluation
        self._turns = TO_THE_END if is_near else turns

    def value(self, world: Leg, move: Move, early: Sequence[int] = ()) -> float:
        """The own side's chance to win the match with that move; the world stays as it is.

        With ``early`` it is the mean of what is seen after so many own turns each, and at last.
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
                    later = evaluation.later(leg)
                    value = later.of(afterstate(later.information, move))
                    if is_last:
                        break
                    so_far += value
                    looks += 1
            seen.record(move)
            leg.apply(move)
        else:
            value = evaluation.ended(leg)
        return (so_far + (len(early) + 1 - looks) * value) / (len(early) + 1)

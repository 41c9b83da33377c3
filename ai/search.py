"""Expectimax on sampled worlds: own move, then everybody by habit until after the own next turn, then the net.

Every legal move is valued at once by the net; those that may be best are looked into. The same worlds serve all moves
compared (common random numbers), and moves that have fallen behind drop out. Work is counted in worlds, never in
milliseconds: a decision depends on the observation and the generator alone, unless its time runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from ai.afterstates import After, after, afters
from ai.candidates import candidates
from ai.habits import habit
from ai.worlds import Worlds
from ai.worth import Worth
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind

_BATCH: Final = 6
"""Worlds between two looks at which moves are still in the running."""
_VALUED: Final = (MoveKind.LAY, MoveKind.DISCARD)
"""After one of these the net can judge: a turn is over, or goes on with cards that this seat has seen."""
_BEHIND: Final = 2.2
"""Standard errors by which a move has to be behind to drop out."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is looked into: at most ``worlds``, of at most ``moves`` no more than ``margin`` points behind.

    What would be done by habit is always among them.
    A world is played on for that many own ``turns`` before the net has its say.
    ``trust`` is how many points the net's own comparison of two moves is usually off: the fewer, the more worlds it
    takes to overrule it.
    """

    worlds: int
    moves: int
    margin: float
    trust: float
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """A legal move and what it is worth: the chance to win the match."""

    after: After
    value: float

    @property
    def move(self) -> Move:
        """The move."""
        return self.after.move


@dataclass(frozen=True, slots=True)
class Findings:
    """All moves worth a thought, the best first; ``worlds`` looked at, and whether time cut that off."""

    moves: tuple[Finding, ...]
    worlds: int
    was_cut: bool


def search(worth: Worth, depth: Depth, rng: Random, is_late: Callable[[], bool]) -> Findings:
    """Value the moves of the seat that looks; ``is_late`` says that its time has run out."""
    sight = worth.sight
    found = [(worth.of(then), then) for then in afters(sight, candidates(sight, sight.observation.legal))]
    found.sort(key=lambda entry: (-entry[0], entry[1].move.index))
    margin = depth.margin * worth.outlook.equity.a_point
    if len(found) < 2 or not depth.worlds:
        return _findings(found, 0, was_cut=False)
    worlds = Worlds(sight)
    usual = habit(worlds.deal(rng))
    near = [entry for entry in found[: depth.moves] if entry[0] >= found[0][0] - margin]
    running = near + [entry for entry in found[len(near) :] if entry[1].move is usual]
    if len(running) < 2:
        return _findings(found, 0, was_cut=False)
    deeper = _Comparison(worth, worlds, running, depth)
    was_cut = deeper.run(rng, is_late)
    values = {id(then): value for then, value in zip((t for _, t in running), deeper.values(), strict=True)}
    # What was not looked into stays behind what was, by as much as it was.
    shift = min(values.values()) - running[-1][0]
    rest = [(value + min(0.0, shift), then) for value, then in found if id(then) not in values]
    looked = sorted(((values[id(then)], then) for _, then in running), key=lambda e: (-e[0], e[1].move.index))
    return _findings(looked + rest, deeper.worlds, was_cut=was_cut)


def _findings(found: Sequence[tuple[float, After]], worlds: int, *, was_cut: bool) -> Findings:
    return Findings(tuple(Finding(then, value) for value, then in found), worlds, was_cut)


class _Comparison:
    """Moves compared on the same worlds."""

    def __init__(self, worth: Worth, worlds: Worlds, moves: Sequence[tuple[float, After]], depth: Depth) -> None:
        self._moves = [then for _, then in moves]
        self._before = [value for value, _ in moves]
        self._depth = depth
        self._a_point = worth.outlook.equity.a_point
        self._follow = _Follower(worth, depth.turns)
        self._worlds = worlds
        self._seen: list[list[float]] = [[] for _ in moves]
        self._running = list(range(len(moves)))
        self.worlds = 0

    def run(self, rng: Random, is_late: Callable[[], bool]) -> bool:
        """Look into worlds until one move is left or all are done; whether time cut it off."""
        while self.worlds < self._depth.worlds and len(self._running) > 1:
            for _ in range(min(_BATCH, self._depth.worlds - self.worlds)):
                if is_late():
                    return True
                world = self._worlds.deal(rng)
                for n in self._running:
                    leg = world.copy()
                    leg.apply(self._moves[n].move)
                    self._seen[n].append(self._follow.value(leg))
                self.worlds += 1
            self._drop_out()
        return False

    def values(self) -> list[float]:
        """By move the net's word at once and what the worlds showed, each by how much it is to be trusted."""
        return [self._value(n) for n in range(len(self._moves))]

    def _value(self, number: int) -> float:
        """Relative to the first move, whose own value is the mean of both."""
        base = self._before[0]
        if number == 0:
            return base
        seen, first = self._seen[number], self._seen[0]
        count = min(len(seen), len(first))
        claimed = self._before[number] - base
        if count < 2:
            return base + claimed
        differences = [a - b for a, b in zip(seen, first, strict=False)]
        mean, error = _mean_and_error(differences, self._a_point)
        trust = self._depth.trust * self._a_point
        weight = trust * trust / (trust * trust + error * error)
        return base + weight * mean + (1.0 - weight) * claimed

    def _drop_out(self) -> None:
        values = self.values()
        best = max(self._running, key=values.__getitem__)
        still = []
        for n in self._running:
            differences = [a - b for a, b in zip(self._seen[best], self._seen[n], strict=False)]
            error = _mean_and_error(differences, self._a_point)[1]
            if n == best or values[best] - values[n] < _BEHIND * error:
                still.append(n)
        self._running = still


def _mean_and_error(values: Sequence[float], a_point: float) -> tuple[float, float]:
    """Mean and standard error; a few worlds that happen to agree don't make a certainty."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) + (20.0 * a_point) ** 2
    return mean, sqrt(spread / max(1, count - 1) / count)


class _Follower:
    """Plays a world on by habit, for that many own turns, and values what is then reached."""

    def __init__(self, worth: Worth, turns: int) -> None:
        self._seat = worth.sight.seat
        self._worth = worth
        self._turns = turns

    def value(self, leg: Leg) -> float:
        """The own side's chance to win the match."""
        seat, worth, turns = self._seat, self._worth, self._turns
        while not leg.is_over:
            move = habit(leg)
            if leg.seat == seat:
                turns -= 1
                if turns <= 0 and move.kind in _VALUED:
                    later = worth.later(leg)
                    return later.of(after(later.sight, move))
            leg.apply(move)
        return worth.ended(leg)

"""Legs played to learn from: each decision's position, and what the rest of the leg then brought.

A sample is one seat's look at one rival after its move: the rows of features.py, and four targets (net.py). The
targets are λ-returns: mixed from the net's own later verdicts in the same leg and the leg's true end. Needs numpy,
which the game does not.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from ai.afterstates import After, after, afters
from ai.candidates import candidates
from ai.features import ROWS
from ai.habits import habit
from ai.net import POINTS, Net, blank_net, read_net
from ai.outlook import banked
from ai.sight import Sight
from ai.worth import Worth
from game.engine.leg import Leg
from game.engine.moves import Move
from game.engine.observation import MatchContext, Observation, Options, Seating
from game.engine.rules import load_rules, shuffled, sides_of

WIDTH: Final = 80
"""Places for a sample's rows; a free one holds ``ROWS``, which is no row."""
_HIGHEST_TOTAL: Final = 4200
_HIGHEST_LEAD: Final = 750
_MIXED_LEGS: Final = 0.3
"""The share of legs in which some seats play by habit (habits.py), so that the net meets other ways to play."""

_KEPT_OF_HABIT: Final = 0.25
"""The share of positions kept of legs played by habit: their moves cost next to nothing, and more legs tell more."""

Targets = tuple[float, float, float, float]
"""Own and rival's points of the whole leg, and whether the own side and the rival win it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of leg."""

    rules: str
    seats: int
    seating: str


@dataclass(frozen=True, slots=True)
class Job:
    """Some legs to play on these tables in turn, from that seed.

    ``net`` is a net's JSON text, None lets all seats play by habit (habits.py). ``noise`` is the spread, in points, of
    what is added to the value of each move; ``strays`` how often any legal move is made instead, so that the net
    learns what comes of moves that it thinks bad; ``trace`` the λ of the returns.
    """

    tables: tuple[Table, ...]
    net: str | None
    seed: str
    legs: int
    noise: float
    strays: float
    trace: float


@dataclass(slots=True)
class _Look:
    """A decision taken: by rival the rows, the points made so far, and what the net foresaw of the whole leg."""

    side: int
    rivals: Sequence[int]
    rows: list[list[int]]
    made: list[tuple[int, int]]
    foreseen: list[Targets]


def play(job: Job) -> bytes:
    """The samples of a job as a compressed archive of two arrays: ``rows`` (samples × WIDTH) and ``targets`` (× 4)."""
    net = blank_net() if job.net is None else read_net(job.net)
    rows: list[list[int]] = []
    targets: list[Targets] = []
    for number in range(job.legs):
        looks, leg = _play_leg(job, job.tables[number % len(job.tables)], net, Random(f"{job.seed}/{number}"))
        for seat_looks in looks:
            _learn(seat_looks, leg, job.trace, rows, targets)
    packed = np.full((len(rows), WIDTH), ROWS, dtype=np.uint16)
    for n, row in enumerate(rows):
        packed[n, : len(row)] = row
    out = io.BytesIO()
    np.savez_compressed(out, rows=packed, targets=np.asarray(targets, dtype=np.float32))
    return out.getvalue()


def _play_leg(job: Job, table: Table, net: Net, rng: Random) -> tuple[list[list[_Look]], Leg]:
    rules, seating, seats = load_rules(table.rules), Seating(table.seating), table.seats
    deck = shuffled(rules.deck(seats, seating), rng)
    options = Options(no_100_bonus=rng.random() < 0.1)
    leg = Leg.deal(rules, seating, deck, rng.randrange(seats), seats=seats, options=options)
    context = _context(table, len(sides_of(seats, seating)), rng)
    untaught = job.net is None
    mixed = rng.random() < _MIXED_LEGS
    others = [untaught or (mixed and rng.random() < 0.5) for _ in range(seats)]
    looks: list[list[_Look]] = [[] for _ in range(seats)]
    while not leg.is_over:
        seat = leg.seat
        assert seat is not None
        stray = rng.random() < job.strays
        if not others[seat]:
            move = _choose(leg.observe(seat, context), net, 1e4 if stray else job.noise, rng, looks[seat])
        else:
            move = rng.choice(leg.legal_moves()) if stray else habit(leg)
            if untaught and rng.random() < _KEPT_OF_HABIT:
                worth = Worth(Sight.of(leg.observe(seat, context)), net)
                _look(looks[seat], worth, after(worth.sight, move), foresees=False)
        leg.apply(move)
    return looks, leg


def _context(table: Table, sides: int, rng: Random) -> MatchContext:
    """A match at some point of its course."""
    rules = load_rules(table.rules)
    if rules.match_target is None:
        return MatchContext(1, (0,) * sides, None, rules.match_legs)
    level = rng.uniform(0, _HIGHEST_TOTAL)
    totals = tuple(int(level + rng.uniform(0, _HIGHEST_LEAD)) // 25 * 25 for _ in range(sides))
    return MatchContext(2, totals, rules.match_target, None)


def _choose(observation: Observation, net: Net, noise: float, rng: Random, looks: list[_Look]) -> Move:
    """The best move as the net sees it, with noise of that many points; kept as a look."""
    worth = Worth(Sight.of(observation), net)
    spread = noise * worth.outlook.equity.a_point
    best, chosen = -1.0, None
    for then in afters(worth.sight, candidates(worth.sight, observation.legal)):
        value = worth.of(then) + (rng.gauss(0.0, spread) if spread else 0.0)
        if chosen is None or value > best:
            best, chosen = value, then
    assert chosen is not None
    _look(looks, worth, chosen)
    return chosen.move


def _look(looks: list[_Look], worth: Worth, then: After, *, foresees: bool = True) -> None:
    """Keep a decision to learn from; a side that has arrived has nothing left to foresee."""
    if then.arrived:
        return
    outlook = worth.outlook
    (own, held), others = outlook.groups(
        then.states, then.ways, then.hand, extender=then.extender, again=then.again, hit=then.hit
    )
    made = [banked(state, way, outlook.points) for state, way in zip(then.states, then.ways, strict=True)]
    pairs = [(made[outlook.side], made[k]) for k in outlook.rivals]
    if not foresees:
        rows = [own + held + rival + rest for rival, rest in others]
        looks.append(_Look(outlook.side, outlook.rivals, rows, pairs, [(0.0, 0.0, 0.0, 0.0)] * len(pairs)))
        return
    verdicts = outlook.verdicts(
        then.states, then.ways, then.hand, extender=then.extender, again=then.again, hit=then.hit
    )
    foreseen = [
        (v.own_points + own_made, v.rival_points + rival_made, v.own_wins, v.rival_wins)
        for v, (own_made, rival_made) in zip(verdicts, pairs, strict=True)
    ]
    rows = [own + held + rival + rest for rival, rest in others]
    looks.append(_Look(outlook.side, outlook.rivals, rows, pairs, foreseen))


def _learn(looks: list[_Look], leg: Leg, trace: float, rows: list[list[int]], targets: list[Targets]) -> None:
    """Turn a seat's decisions of one leg, the last first, into samples."""
    if not looks:
        return
    assert leg.scores is not None
    side, rivals = looks[0].side, looks[0].rivals
    totals = [s.total for s in leg.scores]
    ends: list[Targets] = [(totals[side], totals[k], float(leg.winner == side), float(leg.winner == k)) for k in rivals]
    for look in reversed(looks):
        for n, (own_made, rival_made) in enumerate(look.made):
            end = ends[n]
            rows.append(look.rows[n])
            targets.append(((end[0] - own_made) / POINTS, (end[1] - rival_made) / POINTS, end[2], end[3]))
            seen = look.foreseen[n]
            ends[n] = tuple(trace * e + (1.0 - trace) * s for e, s in zip(end, seen, strict=True))  # type: ignore[assignment]

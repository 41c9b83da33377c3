"""The speed of the engine: ``python -m ai bench [--seconds S] [--json]`` (rules.md §9).

Legs per second of uniformly random legal play, with deal, shuffle and scoring, in one process on one core, by processor
time; then the cost of one copy, one list of legal moves and one applied move. Move tables that are filled on demand are
warm: a few hundred legs are played first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from time import process_time
from typing import Final

from game.engine.cards import Card
from game.engine.leg import Leg
from game.engine.rules import Seating, load_rules, shuffled
from game.system.command_line import Parser

RULES: Final = "winning_moves"
SEATINGS: Final = ((2, Seating.SOLO), (3, Seating.SOLO), (4, Seating.SOLO), (6, Seating.TEAMS))
SEED: Final = 1000
WARM_UP_LEGS: Final = 400
SPAN_S: Final = 1.5
"""Processor time per figure: enough for three stable digits."""
LEGS_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class LegSpeed:
    """Random legs per second with a number of seats."""

    seats: int
    seating: str
    legs: int
    moves_per_leg: float
    legs_per_second: float


def main(argv: Sequence[str] = ()) -> int:
    """Measure and print the figures; with ``--json`` as data."""
    parser = Parser(prog="ai bench", description="How fast the engine is.")
    add = parser.add_argument
    add("--seconds", type=float, default=SPAN_S, metavar="S", help="for each figure (default %(default)s)")
    add("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args(argv)
    speeds = []
    for seats, seating in SEATINGS:
        speeds.append(measure_legs(seats, seating, asked.seconds))
        if not asked.json:
            print(f"{seats} seats  {speeds[-1].legs_per_second:.0f} legs/s", flush=True)
    costs = measure_costs(asked.seconds)
    if not asked.json:
        for name, cost in costs.items():
            print(f"{name.replace('_', ' ')}  {cost:.2f} µs")
        return 0
    data = {"rules": RULES, "legs": [asdict(speed) for speed in speeds], "microseconds": costs}
    print(json.dumps(data))
    return 0


def measure_legs(seats: int, seating: Seating, span_s: float) -> LegSpeed:
    """Play random legs for that much processor time."""
    rng = Random(SEED)
    deck = load_rules(RULES).deck(seats, seating)
    for dealer in range(WARM_UP_LEGS):
        play_random_leg(deal_leg(deck, seats, seating, dealer % seats, rng), rng)
    legs = moves = 0
    began = process_time()
    while process_time() - began < span_s:
        for dealer in range(LEGS_AT_ONCE):
            leg = deal_leg(deck, seats, seating, dealer % seats, rng)
            moves += play_random_leg(leg, rng)
            assert leg.scores is not None
        legs += LEGS_AT_ONCE
    took_s = process_time() - began
    return LegSpeed(seats, seating.value, legs, round(moves / legs, 1), round(legs / took_s, 1))


def deal_leg(deck: tuple[Card, ...], seats: int, seating: Seating, dealer: int, rng: Random) -> Leg:
    """Return a shuffled leg."""
    return Leg.deal(load_rules(RULES), seating, shuffled(deck, rng), dealer, seats=seats)


def play_random_leg(leg: Leg, rng: Random) -> int:
    """Play a leg to its end with uniformly random moves; return their number."""
    legal_moves, apply, draw = leg.legal_moves, leg.apply, rng.random
    count = 0
    while moves := legal_moves():
        apply(moves[int(draw() * len(moves))])
        count += 1
    return count


def measure_costs(span_s: float) -> dict[str, float]:
    """Return the mean microseconds of a copy, legal moves and apply, over random legs with four seats."""
    seats, seating = 4, Seating.SOLO
    rng = Random(SEED)
    deck = load_rules(RULES).deck(seats, seating)
    starts, ends = [], []
    for dealer in range(LEGS_AT_ONCE):
        leg = deal_leg(deck, seats, seating, dealer % seats, rng)
        starts.append(leg.copy())
        play_random_leg(leg, rng)
        ends.append(leg)
    games = [(start, end.moves) for start, end in zip(starts, ends, strict=True)]

    def replay(look: Callable[[Leg], object] | None) -> None:
        for start, moves in games:
            leg = start.copy()
            for move in moves:
                if look is not None:
                    look(leg)
                leg.apply(move)

    count = sum(len(moves) for _, moves in games)
    apply_us = _time_us(lambda: replay(None), count, span_s)
    return {
        "copy": round(_time_us(lambda: replay(Leg.copy), count, span_s) - apply_us, 3),
        "legal_moves": round(_time_us(lambda: replay(Leg.legal_moves), count, span_s) - apply_us, 3),
        "apply": round(apply_us, 3),
    }


def _time_us(run: Callable[[], None], count: int, span_s: float) -> float:
    """Return the microseconds per step of ``run``, which has ``count`` steps: the fastest run within the span."""
    run()
    best = float("inf")
    ends = process_time() + span_s
    while process_time() < ends:
        began = process_time()
        run()
        best = min(best, process_time() - began)
    return best / count * 1e6

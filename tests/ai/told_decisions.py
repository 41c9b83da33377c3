"""Prints decisions of bots, with their reasons and chances to the last bit, and the records of their legs.

python tests/ai/told_decisions.py COUNT

``tests/build/test_compiled.py`` compares what plain and compiled modules print. The last line says what a
decision took.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from statistics import quantiles
from time import process_time

from ai.lab.players import bot_named
from game.engine.leg import Leg
from game.engine.record import Record, position_report
from tests.ai.playing import TABLES, match_of

BOTS = ("master@0.1", "listed", "skilled/bruno@0.1", "master+sporting+even@0.1", "beginner", "steady/irma@0.1")


def main(most: int, bots: tuple[str, ...] = BOTS) -> None:
    """Play until so many decisions are printed."""
    took_s: list[float] = []
    for number in count():
        for line in _leg(number, bots, took_s):
            print(line)
            if len(took_s) >= most:
                spent = quantiles(took_s, n=100)
                print(f"# median {1000 * spent[49]:.2f} ms, 99 % {1000 * spent[98]:.2f} ms, {sum(took_s):.1f} s in all")
                return


def _leg(number: int, bots: tuple[str, ...], took_s: list[float]) -> Iterator[str]:
    rules, seats, seating = TABLES[number % len(TABLES)]
    match = match_of(rules, seats, seating, seed=number)
    players = [bot_named(bots[(number + seat) % len(bots)]) for seat in range(seats)]
    leg: Leg = match.deal(match.shuffled_deck(Random(f"{number}")))
    while (seat := leg.seat) is not None:
        observation = leg.observe(seat, match.context)
        began = process_time()
        decision = players[seat].decide(observation, Random(f"{number}/{len(leg.moves)}"))
        took_s.append(process_time() - began)
        yield repr(decision)
        leg.apply(decision.move)
    match.add_finished_leg(leg)
    yield f"{Record.of(leg).to_json()} {position_report(leg)}"


if __name__ == "__main__":
    main(int(sys.argv[1]), tuple(sys.argv[2:]) or BOTS)

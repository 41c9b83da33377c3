"""``python -m tests.driving_styles [--legs N] [--jobs J] [--level NAME] [--effort E]``: how the six drivers drive.

Four of the six drive each leg, each as often as any other and with the level and the targeting that it has in a race,
by the house rules of a race. Every habit is a share or a mean over a driver's legs, and is compared with the mean of
all drivers; an interval holds 95 %. The exit status is 1 if a driver does not drive as its sentence says. With
``--level`` all drivers play at that level, so that only styles differ; with ``--effort`` the master plays only that
share of its worlds.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import sqrt
from random import Random

from ai.bots.attack_choice import attack_counts
from ai.bots.factory import make_bot
from ai.spec import TOP_LEVEL
from game.engine.cards import SAFETY_AGAINST, Card, Family, card
from game.engine.endgame import helping_cards, unseen_cards
from game.engine.match import Match
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.engine.rules import Seating
from game.engine.setup import MatchSetup, Options
from game.match.plan import DEFAULT_PLAN
from game.people.players import DRIVERS, LEVELS, bot, bot_spec

TABLES = tuple(combinations(DRIVERS, 4))
LEGS = 600
"""So many legs that each driver is in 400."""
_CI95 = 1.96
CLAIMS: Mapping[str, tuple[str, tuple[tuple[str, bool], ...]]] = {
    "bruno": ("Saves his safeties.", (("safeties_held", True),)),
    "carla": ("Would rather attack than drive.", (("drives_not_attacks", False), ("attacks", True))),
    "hugo": ("Keeps what gets him rolling again.", (("remedies_held", True),)),
    "irma": ("Plays whatever promises most.", (("points", True),)),
    "leo": ("Would rather drive than attack.", (("drives_not_attacks", True), ("attacks", False))),
    "nina": ("Attacks whoever has been spared so far.", (("least_hit", True),)),
}
"""By driver, the sentence about how it drives, and the habits in which it is above (true) or below all drivers."""
Sums = Mapping[str, tuple[float, float]]
"""By habit, the two sums whose quotient it is."""


def _driven(o: Observation, made: Move) -> Iterator[tuple[str, float, float]]:
    """Yield what a turn adds to each habit: what was done, and how often it could have been."""
    laid = made.card if made.kind is MoveKind.LAY else None
    is_attack = made.side is not None
    yield "attacks", is_attack, 1
    yield "discards", made.kind is MoveKind.DISCARD, 1
    yield "speed", laid.km if laid is not None else 0, 1
    remedies = [held for held in o.hand if held.family is Family.REMEDY]
    for habit, held in (("safeties_held", _free_safeties(o)), ("remedies_held", remedies)):
        yield habit, len(held) - (made.card in held), len(held)
    if laid is not None and any(move.side is not None for move in o.legal) and (is_attack or laid.km):
        yield "drives_not_attacks", laid.km > 0, any(_lays_km(move) for move in o.legal)
    if made.side is not None:
        others = [n for n in range(len(o.sides)) if n != o.side]
        hit, counts = made.side, attack_counts(o)
        yield "leader_hit", o.sides[hit].km == max(o.sides[n].km for n in others), 1
        yield "least_hit", counts[hit] == min(counts[n] for n in others), 1


def _free_safeties(o: Observation) -> list[Card]:
    """Return the safeties in hand that cure nothing now and may still answer an attack."""
    side, unseen = o.sides[o.side], unseen_cards(o)
    cures = () if side.rolling else helping_cards(side)
    return [
        held
        for held in o.hand
        if held.family is Family.SAFETY
        and held not in cures
        and not (side.limited and held is SAFETY_AGAINST[card("speed_limit")])
        and any(unseen[hazard] for hazard, answer in SAFETY_AGAINST.items() if answer is held)
    ]


def _lays_km(move: Move) -> bool:
    return move.kind is MoveKind.LAY and move.card is not None and move.card.km > 0


def drive(number: int, level: str | None = None, effort: float = 1.0) -> dict[str, Sums]:
    """Play the leg of that number; return the sums of each driver at its table."""
    table = list(TABLES[number % len(TABLES)])
    rng = Random(f"styles/{number}")
    rng.shuffle(table)
    options = Options(rolling_start=True, eight_cards=True)
    match = Match(MatchSetup("winning_moves", Seating.SOLO, len(table), options, legs=1), number % len(table))
    specs = [bot_spec(bot(driver, level=level), (), DEFAULT_PLAN.aggression) for driver in table]
    bots = [make_bot(replace(spec, effort=effort if spec.level == TOP_LEVEL else 1.0)) for spec in specs]
    leg = match.deal(match.shuffled_deck(rng))
    sums: dict[str, dict[str, list[float]]] = {driver: defaultdict(lambda: [0.0, 0.0]) for driver in table}
    while (seat := leg.seat) is not None:
        seen = leg.observe(seat, match.context)
        made = bots[seat].decide(seen, Random(f"styles/{number}/{len(leg.moves)}")).move
        if seen.phase is Phase.TURN:
            for habit, done, of in _driven(seen, made):
                if of:
                    sums[table[seat]][habit][0] += done
                    sums[table[seat]][habit][1] += of
        leg.apply(made)
    assert leg.scores is not None
    for seat, driver in enumerate(table):
        sums[driver]["points"] = [leg.scores[seat].total, 1]
        sums[driver]["won"] = [leg.winner == seat, 1]
    return {driver: {habit: (done, of) for habit, (done, of) in sums[driver].items()} for driver in table}


@dataclass(frozen=True, slots=True)
class Habit:
    """A driver's quotient, that of all drivers, and half the 95 % interval of the driver's."""

    own: float
    mean: float
    half_width: float

    @property
    def is_above(self) -> bool:
        return self.own - self.half_width > self.mean

    @property
    def is_below(self) -> bool:
        return self.own + self.half_width < self.mean


def habits(legs: Iterable[Mapping[str, Sums]]) -> dict[str, dict[str, Habit]]:
    """Return by habit and driver what the legs tell."""
    found: dict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for leg in legs:
        for driver, sums in leg.items():
            for habit, pair in sums.items():
                found[habit][driver].append(pair)
    return {habit: _compared(by_driver) for habit, by_driver in found.items()}


def _compared(by_driver: Mapping[str, Sequence[tuple[float, float]]]) -> dict[str, Habit]:
    every = {driver: _quotient(pairs) for driver, pairs in by_driver.items()}
    mean = sum(every.values()) / len(every)
    told = {}
    for driver, pairs in by_driver.items():
        off = sqrt(sum((done - every[driver] * of) ** 2 for done, of in pairs)) / sum(of for _done, of in pairs)
        told[driver] = Habit(every[driver], mean, _CI95 * off)
    return told


def _quotient(pairs: Sequence[tuple[float, float]]) -> float:
    return sum(done for done, _of in pairs) / sum(of for _done, of in pairs)


def false_claims(found: Mapping[str, Mapping[str, Habit]]) -> list[str]:
    """Return what a driver's sentence says and the legs do not bear out by more than the interval."""
    return [
        f"{driver}: {sentence} ({habit})"
        for driver, (sentence, claimed) in CLAIMS.items()
        for habit, is_above in claimed
        if not _bears_out(found.get(habit, {}).get(driver), is_above=is_above)
    ]


def _bears_out(habit: Habit | None, *, is_above: bool) -> bool:
    return habit is not None and (habit.is_above if is_above else habit.is_below)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each habit of each driver, and the sentences that are not true."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--legs", type=int, default=LEGS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--effort", type=float, default=1.0)
    wished = parser.parse_args(arguments)
    with ProcessPoolExecutor(wished.jobs) as pool:
        found = habits(
            pool.map(partial(drive, level=wished.level, effort=wished.effort), range(wished.legs), chunksize=5)
        )
    for habit, by_driver in found.items():
        mean = next(iter(by_driver.values())).mean
        print(f"{habit}: mean {mean:.3f}")
        for driver, told in sorted(by_driver.items()):
            sign = "+" if told.is_above else "-" if told.is_below else " "
            print(f"  {sign} {driver:6} {told.own:8.3f} ± {told.half_width:.3f}")
    wrong = false_claims(found)
    for claim in wrong:
        print(f"not true: {claim}", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

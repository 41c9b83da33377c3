"""What bots' choices are worth in the true world: ``python -m ai truth --seat NAME --seat NAME``.

A leg's result says next to nothing of one decision, and what a search sees in its own worlds is what it believes. So
here positions of whole games are stopped at, each bot is asked what it would do, and its choice is played on from
there, with the hands as they really are and the draw pile shuffled anew, everybody as in the search's worlds, to the
leg's end. What comes of it is compared with what comes of the first bot's choice on the same shuffles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final

from ai.bot import bot_named
from ai.decision import Bot
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.search.expectimax import TO_THE_END, Rollout, in_points
from game.command_line import EXIT_DONE, EXIT_USAGE, Parser, complain, whole_number
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.moves import Move
from game.engine.observation import Observation
from game.engine.rules import Seating
from game.engine.setup import MatchSetup

TABLES: Final = {
    "duel": (("winning_moves", 2, Seating.SOLO), ("dujardin", 2, Seating.SOLO)),
    "solo": (("winning_moves", 4, Seating.SOLO), ("dujardin", 4, Seating.SOLO)),
    "teams": (("dujardin", 4, Seating.TEAMS), ("winning_moves", 4, Seating.TEAMS)),
}
"""By kind what is played in turn."""
_PLAYER: Final = "master@0.05"
_RIVAL: Final = "priority"
_ALL: Final = 0.25
"""The share of matches in which all sides are the player's; in the others all but one are the rival's."""
_STOPPED_AT: Final = 0.35
"""The share of the player's decisions that are looked at."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A bot's choices: how many ``differ`` from the first bot's, as a share, and by how many ``points`` a decision they
    are better, with its standard ``error``."""

    name: str
    differ: float
    points: float
    error: float


def main(argv: Sequence[str] = ()) -> int:
    """Look at positions and print the table."""
    parser = Parser(prog="ai truth", description="What bots' choices are worth, with all cards as they really were.")
    count = whole_number(at_least=1)
    add = parser.add_argument
    add("--seat", action="append", required=True, metavar="NAME", help="a bot; the others are held against the first")
    add("--tables", choices=sorted(TABLES), default="duel", help="default %(default)s")
    add("--positions", type=count, default=200, metavar="N", help="default %(default)s")
    add("--shuffles", type=count, default=16, metavar="N", help="of the draw pile, a position (default %(default)s)")
    add("--seed", type=int, default=1, metavar="N", help="default %(default)s")
    asked = parser.parse_args(argv)
    try:
        bots = [bot_named(name) for name in asked.seat]
    except ValueError as error:
        complain(f"ai truth: {error}")
        return EXIT_USAGE
    found = look(bots, asked.tables, asked.positions, asked.shuffles, asked.seed)
    print("seat                 differs    points a decision")
    for worth in worths(asked.seat, found):
        print(f"{worth.name:20} {100.0 * worth.differ:6.1f}%    {worth.points:+7.2f} ± {worth.error:.2f}")
    return EXIT_DONE


Look = list[tuple[bool, float]]
"""Of one position, by bot: whether its choice is another than the first's, and the points by which it is better."""


def look(bots: Sequence[Bot], tables: str, positions: int, shuffles: int, seed: int) -> list[Look]:
    """Play until that many positions with a choice have been looked at."""
    found: list[Look] = []
    player, rival = bot_named(_PLAYER), bot_named(_RIVAL)
    number = 0
    while len(found) < positions:
        rng = Random(f"{seed}/{tables}/{number}")
        rules, seats, seating = TABLES[tables][number % len(TABLES[tables])]
        number += 1
        match = Match.by_lot(MatchSetup.by_the_book(rules, seating, seats), rng)
        own = rng.randrange(len(match.sides))
        mine = {s for side, held in enumerate(match.sides) for s in held if side == own}
        if rng.random() < _ALL:
            mine = set(range(seats))
        while not match.is_over and len(found) < positions:
            leg = match.deal(match.shuffled_deck(rng))
            while (seat := leg.seat) is not None and len(found) < positions:
                o = leg.observe(seat, match.context)
                if seat in mine and len(o.legal) > 1 and rng.random() < _STOPPED_AT:
                    found.append(_look(leg, o, [bot.decide(o, rng).move for bot in bots], shuffles, rng))
                leg.apply((player if seat in mine else rival).decide(o, rng).move)
            if leg.is_over:
                match.finish(leg)
    return found


def _look(leg: Leg, o: Observation, moves: Sequence[Move], shuffles: int, rng: Random) -> Look:
    if all(move is moves[0] for move in moves):
        return [(False, 0.0)] * len(moves)
    evaluation = Evaluation(InformationState.of(o))
    rollout, a_point = Rollout(evaluation, TO_THE_END), evaluation.equity.a_point
    hands = [leg.hand(seat) for seat in range(o.seats)]
    pile = list(leg.deck[len(leg.deck) - leg.draw_pile :])
    values: dict[Move, list[float]] = {move: [] for move in moves}
    for _ in range(shuffles):
        rng.shuffle(pile)
        world = Leg.from_observation(o, hands, pile)
        for move, seen in values.items():
            seen.append(rollout.value(world, move))
    first = values[moves[0]]
    return [
        (move is not moves[0], fmean([in_points(a - b, a_point) for a, b in zip(values[move], first, strict=True)]))
        for move in moves
    ]


def worths(names: Sequence[str], found: Sequence[Look]) -> list[Worth]:
    """By bot what all its choices come to."""
    result = []
    for n, name in enumerate(names):
        points = [look[n][1] for look in found]
        mean = fmean(points)
        error = sqrt(sum((each - mean) ** 2 for each in points)) / len(points)
        result.append(Worth(name, fmean(look[n][0] for look in found), mean, error))
    return result

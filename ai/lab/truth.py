"""The value of bots' choices with the true hands: ``python -m ai truth --seat NAME --seat NAME``.

A match's result says next to nothing about one decision, and a search's own worlds are only its beliefs. So at
positions of whole matches each bot is asked for its move, and its choice is played on to the leg's end with the true
hands and a newly shuffled draw pile, all seats by the priority list. The outcome is compared with that of the first
bot's choice on the same shuffles.

With ``priority`` as the first bot, and in matches of the bot's own (``--player``), the differences of a match add up to
how much more often the bot wins than it, one side against all others. That needs far fewer matches than counting wins.
In another player's matches a bot that only delays the other's choice looks too good: it is never asked to delay again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final

from ai.decision import Bot
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.lab.players import bot_named
from ai.search.rollout_policy import NOBODY, PublicKnowledge, rollout_move
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.moves import Move
from game.engine.observation import Observation
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.system.command_line import EXIT_DONE, EXIT_USAGE, Parser, integer_parser, print_error

TABLES: Final = {
    "duel": (("winning_moves", 2, Seating.SOLO), ("dujardin", 2, Seating.SOLO)),
    "solo": (("winning_moves", 4, Seating.SOLO), ("dujardin", 4, Seating.SOLO)),
    "teams": (("dujardin", 4, Seating.TEAMS), ("winning_moves", 4, Seating.TEAMS)),
}
"""Rules, seats and seating of the matches in turn, by kind."""
_RIVAL: Final = "priority"
_STOPPED_AT: Final = 0.35
"""The share of the player's decisions that are examined."""


@dataclass(frozen=True, slots=True)
class ChoiceValue:
    """The value of a bot's choices, each figure with its standard error.

    ``differ`` is the share that differs from the first bot's; ``points`` is their advantage per decision, weighted by
    what a point counts; ``win`` is the sum in a match, in chances to win it.
    """

    name: str
    differ: float
    points: float
    points_error: float
    win: float
    win_error: float


def main(argv: Sequence[str] = ()) -> int:
    """Examine positions and print the table."""
    parser = Parser(prog="ai truth", description="What bots' choices are worth, with all cards as they really were.")
    count = integer_parser(at_least=1)
    add = parser.add_argument
    add("--seat", action="append", required=True, metavar="NAME", help="a bot; the others are held against the first")
    add("--player", default="master@0.02", metavar="NAME", help="whose matches are looked at (default %(default)s)")
    add("--tables", choices=sorted(TABLES), default="duel", help="default %(default)s")
    add("--matches", type=count, default=10, metavar="N", help="default %(default)s")
    add("--shuffles", type=count, default=16, metavar="N", help="of the draw pile, a position (default %(default)s)")
    add("--seed", type=int, default=1, metavar="N", help="default %(default)s")
    asked = parser.parse_args(argv)
    try:
        bots, player = [bot_named(name) for name in asked.seat], bot_named(asked.player)
    except ValueError as error:
        print_error(f"ai truth: {error}")
        return EXIT_USAGE
    found = [
        examine_match(bots, player, asked.tables, number, asked.shuffles, asked.seed) for number in range(asked.matches)
    ]
    print("seat                 differs    points a decision    % of a match")
    for worth in choice_values(asked.seat, found):
        points = f"{worth.points:+7.2f} ± {worth.points_error:.2f}"
        print(
            f"{worth.name:20} {100.0 * worth.differ:6.1f}%    {points:17}"
            f"    {100.0 * worth.win:+6.2f} ± {100.0 * worth.win_error:.2f}"
        )
    return EXIT_DONE


@dataclass(frozen=True, slots=True)
class ExaminedChoice:
    """A bot's choice at one position.

    ``differs`` says whether the first bot chose otherwise, ``chance`` is the advantage in chances to win the match,
    ``a_point`` what a point is worth there in the same unit.
    """

    differs: bool
    chance: float
    a_point: float


def examine_match(
    bots: Sequence[Bot], player: Bot, tables: str, number: int, shuffles: int, seed: int
) -> list[list[ExaminedChoice]]:
    """Play a match of the player; return the choices by position and by bot."""
    found: list[list[ExaminedChoice]] = []
    rival = bot_named(_RIVAL)
    rng = Random(f"{seed}/{tables}/{number}")
    rules, seats, seating = TABLES[tables][number % len(TABLES[tables])]
    match = Match.with_random_dealer(MatchSetup.from_booklet(rules, seating, seats), rng)
    mine = match.sides[rng.randrange(len(match.sides))]
    while not match.is_over:
        leg = match.deal(match.shuffled_deck(rng))
        while (seat := leg.seat) is not None:
            o = leg.observe(seat, match.context)
            if seat in mine and len(o.legal) > 1 and rng.random() < _STOPPED_AT:
                found.append(_look(leg, o, [bot.decide(o, rng).move for bot in bots], shuffles, rng))
            leg.apply((player if seat in mine else rival).decide(o, rng).move)
        match.add_finished_leg(leg)
    return found


def _look(leg: Leg, o: Observation, moves: Sequence[Move], shuffles: int, rng: Random) -> list[ExaminedChoice]:
    evaluation = Evaluation(InformationState.of(o))
    known, a_point = PublicKnowledge.from_information(evaluation.information), evaluation.equity.chance_per_point
    if all(move is moves[0] for move in moves):
        return [ExaminedChoice(differs=False, chance=0.0, a_point=a_point)] * len(moves)
    hands = [leg.hand(seat) for seat in range(o.seats)]
    pile = list(leg.deck[len(leg.deck) - leg.draw_pile :])
    chances = dict.fromkeys(moves, 0.0)
    for _ in range(shuffles):
        rng.shuffle(pile)
        world = Leg.from_observation(o, hands, pile)
        for move in chances:
            chances[move] += _chance(evaluation, world, move, known) / shuffles
    return [ExaminedChoice(move is not moves[0], chances[move] - chances[moves[0]], a_point) for move in moves]


def _chance(evaluation: Evaluation, world: Leg, move: Move, known: PublicKnowledge) -> float:
    """Return the side's chance to win the match when all seats play the leg to its end by the list."""
    leg, seen = world.copy(), known.copy()
    leg.apply(move)
    seen.record(move)
    while not leg.is_over:
        move = rollout_move(leg, None, seen, NOBODY)
        seen.record(move)
        leg.apply(move)
    assert leg.scores is not None
    totals = [before + s.total for before, s in zip(evaluation.equity.totals, leg.scores, strict=True)]
    return evaluation.equity.chance_after_leg(evaluation.equity.with_leg_bonus(totals, leg.winner), evaluation.side)


def choice_values(names: Sequence[str], matches: Sequence[Sequence[Sequence[ExaminedChoice]]]) -> list[ChoiceValue]:
    """Return the value of each bot's choices."""
    result = []
    for n, name in enumerate(names):
        mine = [[looks[n] for looks in match] for match in matches]
        seen = [each for match in mine for each in match]
        points = _ratio_and_error([(each.chance, each.a_point) for each in seen])
        win = _ratio_and_error([(sum(each.chance for each in match) / _STOPPED_AT, 1.0) for match in mine])
        result.append(ChoiceValue(name, fmean(each.differs for each in seen), *points, *win))
    return result


def _ratio_and_error(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the ratio of the sums of the pairs' items, and its standard error."""
    whole = sum(below for _, below in pairs)
    ratio = sum(above for above, _ in pairs) / whole
    return ratio, sqrt(sum((above - ratio * below) ** 2 for above, below in pairs)) / whole

"""How well the bots' stated chances agree with results: ``python -m ai calibration``.

Matches of several rule sets and seatings in turn; each chance that ``--seat`` states for its move is compared with
whether its side then won the match. With ``--share`` only that share of moves is decided so, all others by the same bot
without imagined worlds: many more matches in the same time, and so narrower intervals. (A policy that plays worse would
end matches otherwise, and would not measure what comes true among the bots.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Final

from ai.bots.factory import make_bot
from ai.decision import Bot
from ai.lab.players import OTHERS, bot_named, spec_named
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.system.command_line import EXIT_DONE, EXIT_USAGE, Parser, integer_parser, print_error

TABLES: Final = (
    ("winning_moves", 2, Seating.SOLO),
    ("winning_moves", 4, Seating.SOLO),
    ("winning_moves", 2, Seating.SOLO),
    ("winning_moves", 4, Seating.TEAMS),
    ("dujardin", 2, Seating.SOLO),
    ("winning_moves", 3, Seating.SOLO),
    ("winning_moves", 6, Seating.TEAMS),
    ("piatnik", 3, Seating.SOLO),
    ("dujardin", 4, Seating.TEAMS),
    ("mille_miglia", 4, Seating.SOLO),
)
"""Rules, seats and seating of the matches, in turn."""
CLASSES: Final = (0.5, *(5.0 * n for n in range(1, 20)), 99.5)
"""The classes in %: at most the first; around each of the others, halfway to the next; at least the last."""
_MOST_LEGS: Final = 200


@dataclass(frozen=True, slots=True)
class StatedChance:
    """A chance stated in match number ``match``, and whether the side won."""

    match: int
    chance: float
    has_won: bool


@dataclass(frozen=True, slots=True)
class ChanceClass:
    """The chances of one class: their number, mean, share won, and its standard error."""

    name: float
    count: int
    stated: float
    won: float
    error: float


def main(argv: Sequence[str] = ()) -> int:
    """Play and print the table."""
    parser = Parser(prog="ai calibration", description="How far the bots' stated chances come true.")
    count = integer_parser(at_least=1)
    add = parser.add_argument
    add("--seat", default="master@0.1", metavar="NAME", help="who states chances (default %(default)s)")
    add("--against", metavar="NAME", help="who plays every second seat, for example priority")
    add("--share", type=float, default=1.0, metavar="S", help="the share of moves decided by them (default 1)")
    add("--matches", type=count, default=30, metavar="N", help="default %(default)s")
    add("--seed", type=int, default=1, metavar="N", help="default %(default)s")
    asked = parser.parse_args(argv)
    try:
        states = bot_named(asked.seat)
        players = [states, bot_named(asked.against) if asked.against else states]
        quick = [_at_first_glance(asked.seat), _at_first_glance(asked.against or asked.seat)]
    except ValueError as error:
        print_error(f"ai calibration: {error}")
        return EXIT_USAGE
    if asked.seat.partition("+")[0] in OTHERS or not 0.0 < asked.share <= 1.0:
        print_error("ai calibration: expected a seat that states chances, and a share above 0, up to 1")
        return EXIT_USAGE
    stated = [s for number in range(asked.matches) for s in play_match(players, quick, asked.seed, number, asked.share)]
    print("stated  number    mean     won   error")
    for row in table(stated):
        print(f"{row.name:5g}%  {row.count:6}  {row.stated:5.1f}%  {row.won:5.1f}%  {row.error:5.1f}")
    return EXIT_DONE


def _at_first_glance(name: str) -> Bot:
    """Return the bot of that name without imagined worlds."""
    spec = spec_named(name)
    return bot_named(name) if spec is None else make_bot(replace(spec, effort=0.0))


def play_match(
    players: Sequence[Bot], quick: Sequence[Bot], seed: int, number: int, share: float = 1.0
) -> list[StatedChance]:
    """Return the chances stated in one match; the second player has every second seat.

    Only ``share`` of the moves are decided by ``players``, the others by ``quick`` in their places.
    """
    rng = Random(f"{seed}/{number}")
    rules, seats, seating = TABLES[number % len(TABLES)]
    match = Match.with_random_dealer(MatchSetup.from_booklet(rules, seating, seats), rng)
    told: list[tuple[int, float]] = []
    while not match.is_over and len(match.results) < _MOST_LEGS:
        leg = match.deal(match.shuffled_deck(rng))
        _play_leg(leg, match, (players, quick), share, rng, told)
        match.add_finished_leg(leg)
    return [StatedChance(number, chance, side == match.winner) for side, chance in told]


def _play_leg(
    leg: Leg,
    match: Match,
    bots: tuple[Sequence[Bot], Sequence[Bot]],
    share: float,
    rng: Random,
    told: list[tuple[int, float]],
) -> None:
    players, quick = bots
    context, side_of = match.context, {seat: side for side, seats in enumerate(match.sides) for seat in seats}
    while (seat := leg.seat) is not None:
        counts = rng.random() < share
        decision = (players if counts else quick)[seat % 2].decide(leg.observe(seat, context), rng)
        if counts and decision.value is not None and (seat % 2 == 0 or players[0] is players[1]):
            told.append((side_of[seat], decision.value))
        leg.apply(decision.move)


def table(stated: Sequence[StatedChance]) -> list[ChanceClass]:
    """Return the classes that contain a chance."""
    by_class: dict[float, list[StatedChance]] = {}
    for one in stated:
        by_class.setdefault(_class_of(one.chance), []).append(one)
    return [_row(name, by_class[name]) for name in CLASSES if name in by_class]


def _class_of(chance: float) -> float:
    percent = 100.0 * chance
    if percent <= CLASSES[0] or percent >= CLASSES[-1]:
        return CLASSES[0] if percent <= CLASSES[0] else CLASSES[-1]
    return min(CLASSES[1:-1], key=lambda name: abs(name - percent))


def _row(name: float, stated: Sequence[StatedChance]) -> ChanceClass:
    """Return a class's row; its error is by match, as the chances of one match are not independent."""
    off: dict[int, float] = {}
    for one in stated:
        off[one.match] = off.get(one.match, 0.0) + one.has_won - one.chance
    count = len(stated)
    return ChanceClass(
        name,
        count,
        100.0 * sum(one.chance for one in stated) / count,
        100.0 * sum(one.has_won for one in stated) / count,
        100.0 * sqrt(sum(each * each for each in off.values())) / count,
    )

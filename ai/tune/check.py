"""How well a net plays: legs of one step's evaluation against play by habit, mirrored, in points a leg."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ai.evaluation.afterstate_value import Worth
from ai.evaluation.afterstates import after
from ai.evaluation.value_network import Net, read_net
from ai.information_state import Sight
from ai.search.candidates import candidates
from ai.search.rollout_policy import habit
from ai.tune.selfplay import Table
from game.engine.leg import Leg
from game.engine.moves import Move
from game.engine.observation import Observation
from game.engine.rules import Seating, load_rules, shuffled, sides_of
from game.engine.setup import MatchContext


@dataclass(frozen=True, slots=True)
class Check:
    """Legs to play, each once for every side that the net can have."""

    table: Table
    net: str
    seed: str
    legs: int


def points_ahead(check: Check) -> list[float]:
    """By leg the points of the net's side less the other sides' mean, over all rotations."""
    net = read_net(check.net)
    return [_mirrored(check.table, net, f"{check.seed}/{number}") for number in range(check.legs)]


def _mirrored(table: Table, net: Net, seed: str) -> float:
    rules, seating = load_rules(table.rules), Seating(table.seating)
    sides = sides_of(table.seats, seating)
    ahead = []
    for own in range(len(sides)):
        leg = Leg.deal(rules, seating, shuffled(rules.deck(table.seats, seating), Random(seed)), 0, seats=table.seats)
        context = MatchContext(1, (0,) * len(sides), rules.match_target, rules.match_legs)
        while not leg.is_over:
            seat = leg.seat
            assert seat is not None
            leg.apply(best(leg.observe(seat, context), net) if seat in sides[own] else habit(leg))
        assert leg.scores is not None
        totals = [score.total for score in leg.scores]
        ahead.append(totals[own] - (sum(totals) - totals[own]) / (len(totals) - 1))
    return sum(ahead) / len(ahead)


def best(observation: Observation, net: Net) -> Move:
    """The move with the best position after it."""
    worth = Worth(Sight.of(observation), net)
    return max(
        candidates(worth.sight, observation.legal), key=lambda move: (worth.of(after(worth.sight, move)), -move.index)
    )

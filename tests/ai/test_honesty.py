"""A bot decides by what its seat may know: dealing anew all it cannot see changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from ai.bots.factory import make_bot
from ai.spec import LEVELS, BotSpec
from game.engine.leg import Leg
from game.engine.observation import Observation, Phase
from game.engine.rules import Seating
from game.engine.setup import MatchContext
from tests.ai.playing import TABLES, another_world, wandering
from tests.nightly import some

EVERY = 20
"""Of the turns of a leg one in so many is asked about, and every answer and extension."""


@pytest.mark.parametrize(
    ("rules", "seats", "seating", "level"), some([(*table, level) for table in TABLES for level in LEVELS], 5)
)
def test_observation_and_decision_do_not_depend_on_hidden_cards(
    rules: str, seats: int, seating: Seating, level: str
) -> None:
    spec = BotSpec(level=level, effort=0.1)
    bot = make_bot(spec)
    dealt_anew = 0
    for number, (leg, observation) in enumerate(wandering(rules, seats, seating, "honest")):
        if number % EVERY and observation.phase is Phase.TURN:
            continue
        world = another_world(observation, Random(number))
        seen = world.observe(observation.seat, _context(observation))
        assert seen == observation
        decision = bot.decide(observation, Random(number))
        assert make_bot(spec).decide(seen, Random(number)) == decision
        dealt_anew += _hidden(world, observation.seat) != _hidden(leg, observation.seat)
    assert dealt_anew


def _hidden(leg: Leg, seat: int) -> list[object]:
    return [leg.hand(other) for other in range(leg.seats) if other != seat]


def _context(observation: Observation) -> MatchContext:
    return MatchContext(observation.leg, observation.totals, observation.target_score, observation.legs)

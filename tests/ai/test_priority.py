"""The priority bot: sensible in plain positions, legal everywhere, and honest."""

from __future__ import annotations

from random import Random

import pytest

from ai.priority import PriorityBot
from game.engine.observation import Phase, Seating
from tests.ai.playing import TABLES, another_world, decisions, match_of


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_it_plays_legal_moves_that_hidden_cards_do_not_change(rules: str, seats: int, seating: Seating) -> None:
    match = match_of(rules, seats, seating)
    bot = PriorityBot()
    for number, (leg, observation, move) in enumerate(decisions(match, [bot] * seats, "priority")):
        assert move in observation.legal
        if number % 4 and observation.phase is Phase.TURN:
            continue
        seen = another_world(observation, Random(number)).observe(observation.seat, match.context)
        assert seen == observation
        assert bot.decide(seen, Random(f"priority/{len(leg.moves)}")).move is move

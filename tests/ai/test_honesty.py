"""A bot decides by what its seat may know: dealing anew all it cannot see changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from ai.bot import BotSpec, make_bot
from ai.styles import STYLES
from game.engine.observation import Phase, Seating
from tests.ai.playing import TABLES, another_world, decisions, match_of


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_hidden_cards_dealt_anew_change_neither_observation_nor_move(rules: str, seats: int, seating: Seating) -> None:
    match = match_of(rules, seats, seating)
    bot = make_bot()
    for number, (_, observation, move) in enumerate(decisions(match, [bot] * seats, "honest")):
        if number % 5 and observation.phase is Phase.TURN:
            continue
        rng = Random(number)
        world = another_world(observation, rng)
        seen = world.observe(observation.seat, match.context)
        assert seen == observation
        assert bot.decide(seen, Random(f"honest/{number}")).move is move


@pytest.mark.parametrize("style", sorted(STYLES))
def test_the_same_observation_and_generator_give_the_same_move(style: str) -> None:
    match = match_of("winning_moves", 4, Seating.SOLO)
    bots = [make_bot(BotSpec(style=style)) for _ in range(4)]
    again = make_bot(BotSpec(style=style))
    for leg, observation, move in decisions(match, bots, "same"):
        assert again.decide(observation, Random(f"same/{len(leg.moves)}")).move is move

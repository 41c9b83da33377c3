"""Positions in which one move, or one kind of move, is plainly right."""

from __future__ import annotations

from random import Random

import pytest

from ai.bots.factory import make_bot
from ai.spec import BotSpec
from game.engine.observation import Observation
from tests.ai.obvious import OBVIOUS, ROLLING
from tests.ai.playing import position, view

POSITIONS: dict[str, tuple[Observation, set[str]]] = OBVIOUS | {
    "lays a safety when no hazard for it is left": (
        position(
            "extra_tank gasoline spare_tire repairs end_of_limit go go",
            [view(0, battle="go", distance="km_100"), ROLLING],
            discarded="out_of_gas out_of_gas",
            draw_pile=6,
        ),
        {"0 extra_tank"},
    ),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_bot_finds_the_obvious_move(case: str) -> None:
    observation, sensible = POSITIONS[case]
    assert {m.text for m in observation.legal} >= sensible
    assert make_bot().decide(observation, Random(1)).move.text in sensible


def test_bot_never_hits_a_spared_side_when_another_will_do() -> None:
    observation = position(
        "out_of_gas flat_tire accident gasoline spare_tire repairs end_of_limit",
        [
            view(0, battle="go", distance="km_100"),
            view(1, battle="go", distance="km_100 km_100"),
            view(2, battle="go", distance="km_100 km_100 km_50"),
        ],
    )
    for spared, other in ((1, 2), (2, 1)):
        assert make_bot(BotSpec(spared=(spared,))).decide(observation, Random(1)).move.side == other


def test_bot_discards_cards_that_can_no_longer_be_laid() -> None:
    observation = position(
        "km_200 go gasoline repairs spare_tire km_25 km_50",
        [view(0, battle="go accident", distance="km_200 km_200 km_100"), ROLLING],
        discarded="accident",
    )
    stuck = position(
        "km_200 go go gasoline spare_tire km_25 km_50",
        [view(0, battle="go accident", distance="km_200 km_200 km_100"), ROLLING],
    )
    assert make_bot().decide(observation, Random(1)).move.text == "0 repairs"
    assert make_bot().decide(stuck, Random(1)).move.text == "0 - km_200"

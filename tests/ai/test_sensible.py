"""Positions in which one move, or one kind of move, is plainly right."""

from __future__ import annotations

from random import Random

import pytest

from ai.bot import BotSpec, make_bot
from game.engine.observation import Observation, Phase
from tests.ai.playing import position, view

ROLLING = view(1, battle="go", distance="km_100 km_75")
FAR = view(1, battle="go", distance="km_200 km_100 km_100 km_100")
STOPPED = view(1, battle="go stop", distance="km_100")

OBVIOUS: dict[str, tuple[Observation, set[str]]] = {
    "gets going": (
        position("go km_25 km_50 km_75 km_100 spare_tire repairs", [view(0), view(1)]),
        {"0 go"},
    ),
    "lays the longest distance when all are far from the end": (
        position("km_25 km_25 km_100 km_50 gasoline repairs go", [view(0, battle="go"), STOPPED]),
        {"0 km_100"},
    ),
    "finishes exactly": (
        position(
            "km_75 km_50 km_100 go gasoline repairs spare_tire",
            [view(0, battle="go", distance="km_200 km_200 km_75 km_75 km_75"), FAR],
            target=700,
        ),
        {"0 km_75"},
    ),
    "lays what it needs to finish with two cards": (
        position(
            "km_75 km_50 km_50 go gasoline repairs spare_tire",
            [view(0, battle="go", distance="km_200 km_200 km_100 km_100"), STOPPED],
            draw_pile=30,
        ),
        {"0 km_50"},
    ),
    "mends the car": (
        position("gasoline go km_100 km_75 km_25 stop repairs", [view(0, battle="go out_of_gas"), STOPPED]),
        {"0 gasoline"},
    ),
    "rolls again after the repair": (
        position(
            "go km_100 km_75 km_25 end_of_limit repairs repairs", [view(0, battle="go accident repairs"), STOPPED]
        ),
        {"0 go"},
    ),
    "ends the limit when it holds long distances only": (
        position(
            "end_of_limit km_100 km_100 km_75 km_200 go repairs",
            [view(0, battle="go", speed="speed_limit"), STOPPED],
        ),
        {"0 end_of_limit"},
    ),
    "stops an opponent who is about to win": (
        position(
            "accident km_25 km_50 go gasoline spare_tire end_of_limit",
            [view(0, battle="go", distance="km_100"), view(1, battle="go", distance="km_200 km_200 km_100 km_100")],
        ),
        {"0 accident > 1"},
    ),
    "attacks the leader of two": (
        position(
            "flat_tire go go gasoline spare_tire end_of_limit end_of_limit",
            [
                view(0, battle="go stop", distance="km_100"),
                view(1, battle="go", distance="km_100"),
                view(2, battle="go", distance="km_200 km_200 km_100"),
            ],
        ),
        {"0 flat_tire > 2", "0 go"},
    ),
    "attacks the leader of the match if all have driven alike": (
        position(
            "stop gasoline gasoline spare_tire spare_tire end_of_limit end_of_limit",
            [
                view(0, battle="go accident", distance="km_100"),
                view(1, battle="go", distance="km_100 km_100 km_100"),
                view(2, battle="go", distance="km_100 km_100 km_100"),
            ],
            totals=(1500, 1200, 4300),
        ),
        {"0 stop > 2"},
    ),
    "lays the safety when it stands and has nothing else": (
        position(
            "driving_ace km_100 km_75 km_50 gasoline go end_of_limit",
            [view(0, battle="go accident", distance="km_100"), ROLLING],
        ),
        {"0 driving_ace"},
    ),
    "holds a safety early in the leg, while rolling": (
        position(
            "driving_ace km_100 km_75 km_50 gasoline go end_of_limit",
            [view(0, battle="go", distance="km_100"), ROLLING],
        ),
        {"0 km_100"},
    ),
    "lays a safety when no hazard for it is left": (
        position(
            "extra_tank gasoline spare_tire repairs end_of_limit go go",
            [view(0, battle="go", distance="km_100"), ROLLING],
            discarded="out_of_gas out_of_gas",
            draw_pile=6,
        ),
        {"0 extra_tank"},
    ),
    "answers with the coup fourré": (
        position(
            "driving_ace km_100 km_75 gasoline go repairs",
            [view(0, battle="go accident", distance="km_100"), ROLLING],
            phase=Phase.COUP_FOURRE,
            attack="1 accident > 0",
        ),
        {"0 ! driving_ace"},
    ),
    "extends with a good hand against an opponent far behind": (
        position(
            "km_100 km_100 km_100 go gasoline repairs",
            [
                view(0, battle="go", distance="km_200 km_200 km_100 km_100 km_100"),
                view(1, battle="go stop", distance="km_25"),
            ],
            phase=Phase.EXTENSION,
            draw_pile=40,
        ),
        {"0 +"},
    ),
    "takes the win when the opponent is as far and the match is won by it": (
        position(
            "stop accident go gasoline repairs gasoline",
            [
                view(0, battle="go", distance="km_200 km_200 km_100 km_100 km_100"),
                view(1, battle="go", distance="km_200 km_200 km_100 km_100 km_75"),
            ],
            phase=Phase.EXTENSION,
            totals=(4500, 4400),
            draw_pile=12,
        ),
        {"0 ="},
    ),
}


@pytest.mark.parametrize("case", OBVIOUS)
def test_it_finds_the_obvious(case: str) -> None:
    observation, sensible = OBVIOUS[case]
    assert {m.text for m in observation.legal} >= sensible
    assert make_bot().decide(observation, Random(1)).move.text in sensible


def test_it_never_hits_a_spared_side_when_another_will_do() -> None:
    observation = position(
        "stop gasoline gasoline spare_tire spare_tire end_of_limit end_of_limit",
        [
            view(0, battle="go accident", distance="km_100"),
            view(1, battle="go", distance="km_100 km_100"),
            view(2, battle="go", distance="km_100 km_100 km_50"),
        ],
    )
    for spared, other in ((1, 2), (2, 1)):
        assert make_bot(BotSpec(spared=(spared,))).decide(observation, Random(1)).move.text == f"0 stop > {other}"


def test_it_discards_what_can_no_longer_be_laid() -> None:
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

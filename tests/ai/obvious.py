"""Positions in which one move is plainly right, whoever plays; by what a sensible player does there."""

from __future__ import annotations

from game.engine.observation import Observation, Phase
from tests.ai.playing import position, view

ROLLING = view(1, battle="go", distance="km_100 km_75")
FAR = view(1, battle="go", distance="km_200 km_200 km_100 km_100")
STOPPED = view(1, battle="go stop", distance="km_100")

OBVIOUS: dict[str, tuple[Observation, set[str]]] = {
    "gets going": (
        position("go km_25 km_50 km_75 km_100 spare_tire repairs", [view(0), view(1)]),
        {"0 go"},
    ),
    "mends the car": (
        position("gasoline go km_100 km_75 km_25 stop repairs", [view(0, battle="go out_of_gas"), STOPPED]),
        {"0 gasoline"},
    ),
    "rolls again after the repair": (
        position("go km_100 km_75 km_25 gasoline repairs gasoline", [view(0, battle="go accident repairs"), STOPPED]),
        {"0 go"},
    ),
    "arrives with the card that fits exactly": (
        position(
            "km_75 km_50 km_100 go gasoline repairs spare_tire",
            [view(0, battle="go", distance="km_200 km_200 km_75 km_75 km_75"), FAR],
        ),
        {"0 km_75"},
    ),
    "keeps two cards that make up the rest": (
        position(
            "km_75 km_50 km_50 go gasoline repairs spare_tire",
            [view(0, battle="go", distance="km_200 km_200 km_100 km_100"), STOPPED],
        ),
        {"0 km_50"},
    ),
    "lays the longest distance far from the end": (
        position("km_25 km_25 km_100 km_50 gasoline repairs go", [view(0, battle="go"), STOPPED]),
        {"0 km_100"},
    ),
    "lays the shorter card if only that way the rest fits": (
        position(
            "km_100 km_75 km_75 go gasoline repairs spare_tire",
            [view(0, battle="go", distance="km_200 km_200 km_75 km_75"), STOPPED],
        ),
        {"0 km_75"},
    ),
    "stops an opponent who is about to arrive": (
        position(
            "accident km_25 km_50 go gasoline spare_tire end_of_limit",
            [view(0, battle="go", distance="km_100"), FAR],
        ),
        {"0 accident > 1"},
    ),
    "attacks the one who is furthest ahead": (
        position(
            "out_of_gas flat_tire accident gasoline spare_tire repairs end_of_limit",
            [
                view(0, battle="go", distance="km_100"),
                view(1, battle="go", distance="km_100"),
                view(2, battle="go", distance="km_200 km_200 km_100"),
            ],
        ),
        {"0 out_of_gas > 2", "0 flat_tire > 2", "0 accident > 2"},
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
    "holds a safety early in the leg, while rolling": (
        position(
            "driving_ace km_100 km_75 km_50 gasoline go end_of_limit",
            [view(0, battle="go", distance="km_100"), ROLLING],
        ),
        {"0 km_100"},
    ),
    "lays a safety whose hazards are all seen": (
        position(
            "extra_tank spare_tire repairs end_of_limit go go go",
            [view(0, battle="go", distance="km_100"), STOPPED],
            discarded="out_of_gas out_of_gas",
            draw_pile=6,
        ),
        {"0 extra_tank"},
    ),
    "gets out of an accident with the safety": (
        position(
            "driving_ace km_100 km_75 km_50 gasoline go end_of_limit",
            [view(0, battle="go accident", distance="km_100"), ROLLING],
        ),
        {"0 driving_ace"},
    ),
    "discards a remedy that its safety has made useless": (
        position(
            "gasoline km_100 km_75 end_of_limit stop spare_tire repairs",
            [view(0, battle="go stop", distance="km_100", safeties="extra_tank"), STOPPED],
        ),
        {"0 - gasoline"},
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
    "ends the limit when it holds long distances only": (
        position(
            "end_of_limit km_100 km_100 km_75 km_200 go repairs",
            [view(0, battle="go", speed="speed_limit"), STOPPED],
        ),
        {"0 end_of_limit"},
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

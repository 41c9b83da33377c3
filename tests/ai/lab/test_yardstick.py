"""The yardstick: sensible in plain positions, says why, and plays as it always did."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from ai.decision import BotReason, ReasonCode
from ai.lab.yardstick import Yardstick
from game.engine.cards import card
from tests.ai.obvious import OBVIOUS
from tests.ai.playing import ALL_TABLES, decisions, match_of, position, view


@pytest.mark.parametrize("name", OBVIOUS)
def test_yardstick_plays_obvious_moves(name: str) -> None:
    observation, expected = OBVIOUS[name]
    assert Yardstick().decide(observation, Random(1)).move.text in expected


def test_yardstick_plays_the_same_moves_as_ever() -> None:
    """Older measurements by it stay comparable."""
    played = sha256()
    for rules, seats, seating in ALL_TABLES:
        match = match_of(rules, seats, seating)
        for _, _, move in decisions(match, [Yardstick()] * seats, "always"):
            played.update(move.text.encode())
    assert played.hexdigest()[:16] == "415ea4b647153f00", "what was measured by it before can't be compared any more"


REASONS = [
    ("arrives with the card that fits exactly", BotReason(ReasonCode.WINS_LEG, card("km_75"), number=75)),
    ("mends the car", BotReason(ReasonCode.REPAIRS, card("gasoline"), other=card("out_of_gas"))),
    (
        "stops an opponent who is about to arrive",
        BotReason(ReasonCode.ATTACKS_NEAR_FINISH, card("accident"), side=1, number=100),
    ),
    (
        "attacks the one who is furthest ahead",
        BotReason(ReasonCode.ATTACKS_NEAR_FINISH, card("out_of_gas"), side=2, number=200),
    ),
    (
        "gets out of an accident with the safety",
        BotReason(ReasonCode.SAFETY_ROLLS, card("driving_ace"), other=card("accident")),
    ),
    ("discards a remedy that its safety has made useless", BotReason(ReasonCode.DISCARDS_USELESS, card("gasoline"))),
    (
        "answers with the coup fourré",
        BotReason(ReasonCode.COUP_FOURRE, card("driving_ace"), other=card("accident"), number=400),
    ),
]


@pytest.mark.parametrize(("name", "expected"), REASONS)
def test_yardstick_gives_its_reason(name: str, expected: BotReason) -> None:
    assert Yardstick().decide(OBVIOUS[name][0], Random(1)).reason == expected


def test_yardstick_refuses_a_seat_with_nothing_to_decide() -> None:
    observation = position("go km_25 km_50 km_75 km_100 spare_tire repairs", [view(0), view(1)])
    waiting = type(observation)(**{f: getattr(observation, f) for f in observation.__slots__ if f != "legal"}, legal=())
    with pytest.raises(ValueError, match="seat 0 has nothing to decide"):
        Yardstick().decide(waiting, Random(1))

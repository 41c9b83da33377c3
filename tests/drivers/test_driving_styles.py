"""How the drivers drive: what is measured, and that each sentence about a driver is measured.

The measurement itself takes long: ``python -m tests.driving_styles``.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from ai.bots.levels import STYLES
from game.i18n import say
from game.people.drivers import CHARACTERS
from game.people.players import DRIVERS
from tests.driving_styles import CLAIMS, Habit, drive, false_claims, habits

LEGS = [
    {"leo": {"attacks": (n % 2, 10)}, "nina": {"attacks": (3 + n % 2, 10)}, "hugo": {"attacks": (2 - n % 2, 10)}}
    for n in range(20)
]


def test_driver_sentences_are_those_that_are_measured() -> None:
    assert {driver: say(CHARACTERS[driver].style) for driver in DRIVERS} == {
        id: words for id, (words, _) in CLAIMS.items()
    }
    assert all(say(CHARACTERS[driver].personality) not in {"", say(CHARACTERS[driver].style)} for driver in DRIVERS)


def test_driver_who_claims_a_habit_has_a_style_for_it() -> None:
    """Irma's is her strength, and Nina's her targeting."""
    plain = {driver for driver in DRIVERS if STYLES[driver] == STYLES["plain"]}
    assert plain == {"irma", "nina"}


def test_habit_is_a_driver_s_quotient_beside_the_mean_of_all() -> None:
    found = habits(LEGS)["attacks"]
    assert found["leo"].own == pytest.approx(0.05)
    assert found["leo"].mean == pytest.approx((0.05 + 0.35 + 0.15) / 3)
    assert (found["leo"].is_below, found["nina"].is_above) == (True, True)
    assert (found["leo"].is_above, found["nina"].is_below) == (False, False)


def test_habit_within_its_interval_is_no_habit() -> None:
    assert not Habit(1.0, 1.1, 0.2).is_below
    assert not Habit(1.2, 1.1, 0.2).is_above


def test_claim_is_false_unless_the_habit_is_beyond_the_interval() -> None:
    found = defaultdict[str, dict[str, Habit]](dict)
    for driver, (_, claimed) in CLAIMS.items():
        for habit, is_above in claimed:
            found[habit][driver] = Habit(1.5 if is_above else 0.5, 1.0, 0.2)
    assert not false_claims(found)
    found["attacks"]["leo"] = Habit(0.9, 1.0, 0.2)
    assert false_claims(found) == ["leo: Would rather drive than attack. (attacks)"]


def test_leg_is_measured_for_the_four_who_drive_it() -> None:
    sums = drive(0, "beginner")
    assert len(sums) == 4
    assert sum(won for driver in sums.values() for won, _ in [driver["won"]]) <= 1
    for habits_of_driver in sums.values():
        turns = habits_of_driver["attacks"][1]
        assert 0 < turns == habits_of_driver["discards"][1] == habits_of_driver["speed"][1]
    assert drive(0, "beginner") == sums

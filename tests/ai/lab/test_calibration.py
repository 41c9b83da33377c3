"""Stated chances: corrected without changing their order, and counted against what was won."""

from __future__ import annotations

from random import Random

import pytest

from ai.__main__ import main
from ai.decision import Bot, BotDecision, IsLate, never_late
from ai.evaluation.evaluation import calibrated
from ai.lab.calibration import CLASSES, StatedChance, play_match, table
from ai.lab.players import bot_named
from game.engine.observation import Observation


@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_calibration_keeps_the_order_of_chances(sides: int) -> None:
    chances = [calibrated(n / 200, sides) for n in range(201)]
    assert chances == sorted(set(chances))
    assert 0.0 < chances[0] < 0.02
    assert 0.91 < chances[-1] < 1.0


def test_calibration_moves_chances_nearer_to_an_even_match() -> None:
    """Searching bots are too sure of themselves."""
    for sides in (2, 4):
        assert 0.01 < calibrated(0.01, sides) < 0.03
        assert 0.85 < calibrated(0.95, sides) < 0.95
        assert calibrated(1 / sides, sides) == pytest.approx(1 / sides)


def test_calibration_table_counts_chances_in_their_class() -> None:
    stated = [
        StatedChance(0, 0.004, False),
        StatedChance(1, 0.05, False),
        StatedChance(1, 0.07, True),
        StatedChance(2, 0.999, True),
    ]
    rows = table(stated)
    assert [(row.name, row.count) for row in rows] == [(CLASSES[0], 1), (5.0, 2), (99.5, 1)]
    assert rows[1].stated == pytest.approx(6.0)
    assert rows[1].won == pytest.approx(50.0)
    assert rows[1].error == pytest.approx(44.0)


def test_calibration_counts_the_first_player_only() -> None:
    first = bot_named("steady")
    players, against = [first, first], [first, bot_named("priority")]
    both = play_match(players, players, 3, 0, 0.1)
    alone = play_match(against, against, 3, 0, 0.1)
    assert both
    assert alone
    assert all(0.0 < one.chance < 1.0 for one in both + alone)


def test_stated_chances_are_won_by_the_winner_of_their_match() -> None:
    first = bot_named("steady")
    stated = play_match([first, first], [first, first], 4, 0, 0.1)
    assert {one.has_won for one in stated} == {False, True}


def test_moves_that_do_not_count_are_made_by_the_quick_bots() -> None:
    first, quick = bot_named("steady"), Counting(bot_named("steady"))
    players, others = Counting(first), [quick, quick]
    stated = play_match([players, players], others, 5, 0, 0.1)
    assert len(stated) <= players.decided
    assert quick.decided > 5 * players.decided


class Counting:
    """A bot that counts its decisions."""

    def __init__(self, bot: Bot) -> None:
        self.decided = 0
        self._bot = bot

    def decide(self, observation: Observation, rng: Random, *, is_late: IsLate = never_late) -> BotDecision:
        """As the bot does."""
        self.decided += 1
        return self._bot.decide(observation, rng, is_late=is_late)


def test_calibration_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", "--seat", "steady", "--share", "0.05", "--matches", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["stated", "number", "mean", "won", "error"]
    assert len(lines) > 3


@pytest.mark.parametrize(
    "wrong", [["--seat", "nobody"], ["--seat", "priority"], ["--share", "0"], ["--against", "nobody"]]
)
def test_calibration_command_refuses_wrong_options_in_one_sentence(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibration", *wrong]) == 2
    assert capsys.readouterr().err.startswith("ai calibration: ")

"""What choices are worth in the true world: nothing beside oneself, and less for a bot that plays at random."""

from __future__ import annotations

from random import Random

import pytest

from ai.__main__ import main
from ai.lab.players import bot_named
from ai.lab.truth import TABLES, ExaminedChoice, choice_values, examine_match
from game.engine.match import Match
from game.engine.setup import MatchSetup


def test_bot_is_worth_the_same_as_itself_and_random_play_less() -> None:
    names = ["policy", "policy", "random"]
    bots, player = [bot_named(name) for name in names], bot_named("priority")
    found = [examine_match(bots, player, "duel", number, 6, 1) for number in range(2)]
    first, same, chance = choice_values(names, found)
    for nothing in (first, same):
        assert (nothing.differ, nothing.points, nothing.win) == (0.0, 0.0, 0.0)
    assert chance.differ > 0.5
    assert chance.points < -chance.points_error < 0.0
    assert chance.win < -chance.win_error < 0.0


def test_worth_of_a_match_is_scaled_up_to_all_its_decisions() -> None:
    better, same = (
        ExaminedChoice(differs=True, chance=0.01, a_point=0.0002),
        ExaminedChoice(differs=False, chance=0.0, a_point=0.0001),
    )
    (worth,) = choice_values(["a"], [[[better], [same]], [[better], [better], [better], [same]]])
    assert (worth.differ, worth.points) == pytest.approx((4 / 6, 0.04 / 0.001))
    assert worth.win == pytest.approx((0.01 + 0.03) / 2 / 0.35)
    assert worth.win_error == pytest.approx(0.01 / 0.35 / 2**0.5)


def test_positions_looked_at_follow_the_seed() -> None:
    bots = first, second = [bot_named("priority"), bot_named("eager")]
    found = examine_match(bots, first, "duel", 0, 1, 3)
    assert found
    assert found == examine_match(bots, first, "duel", 0, 1, 3)
    assert found != examine_match(bots, first, "duel", 0, 1, 4)
    assert found != examine_match(bots, second, "duel", 0, 1, 3)


@pytest.mark.parametrize("tables", sorted(TABLES))
def test_tables_of_the_truth_command_can_all_be_seated(tables: str) -> None:
    for rules, seats, seating in TABLES[tables]:
        assert len(Match.with_random_dealer(MatchSetup.from_booklet(rules, seating, seats), Random(1)).sides) <= seats


def test_truth_table_has_a_row_for_each_named_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["truth", "--seat", "priority", "--seat", "beginner", "--matches", "1", "--shuffles", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["seat", "priority", "beginner"]
    assert main(["truth", "--seat", "nobody"]) == 2
    assert main(["truth", "--seat", "priority", "--player", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err

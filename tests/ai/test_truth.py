"""What choices are worth in the true world: nothing beside oneself, and less for a bot that plays at random."""

from __future__ import annotations

from random import Random

import pytest

from ai.__main__ import main
from ai.bot import bot_named
from ai.truth import TABLES, look, worths
from game.engine.match import Match
from game.engine.setup import MatchSetup


def test_a_bot_differs_from_itself_in_nothing_and_chance_is_worse() -> None:
    names = ["policy", "policy", "random"]
    found = look([bot_named(name) for name in names], "duel", 60, 6, 1)
    first, same, chance = worths(names, found)
    assert (first.differ, first.points, same.differ, same.points) == (0.0, 0.0, 0.0, 0.0)
    assert chance.differ > 0.5
    assert chance.points < -2.0 * chance.error < 0.0


@pytest.mark.parametrize("tables", sorted(TABLES))
def test_the_same_seed_looks_at_the_same_positions(tables: str) -> None:
    bots = [bot_named("priority"), bot_named("eager")]
    found = look(bots, tables, 6, 2, 3)
    assert len(found) == 6
    assert found == look(bots, tables, 6, 2, 3)
    assert found != look(bots, tables, 6, 2, 4)


@pytest.mark.parametrize("tables", sorted(TABLES))
def test_every_table_can_be_sat_at(tables: str) -> None:
    for rules, seats, seating in TABLES[tables]:
        assert len(Match.by_lot(MatchSetup.by_the_book(rules, seating, seats), Random(1)).sides) <= seats


def test_it_is_printed_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["truth", "--seat", "priority", "--seat", "beginner", "--positions", "4", "--shuffles", "2"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["seat", "priority", "beginner"]
    assert main(["truth", "--seat", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err

"""How the legs of an arena went: counted by hand, and the same however they were played."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ai.__main__ import main
from ai.lab.arena.outcome import LegStatistics
from ai.lab.arena.report import legs_as_data, legs_as_text
from game.engine.match import LegResult
from game.engine.record import Record
from game.engine.rules import Score, Seating
from game.engine.setup import DEFAULT_OPTIONS

MOVES = (
    *("0 go", "1 - km_25", "2 go", "3 stop > 0"),
    *("0 ! right_of_way", "0 km_75", "1 accident > 2", "2 .", "2 - go", "3 - stop"),
    *("0 driving_ace", "0 km_50", "1 flat_tire > 0"),
)


def result(seating: Seating = Seating.SOLO, winner: int | None = 0) -> LegResult:
    """A leg of four whose record is trusted, not played: only what was made of it counts here."""
    record = Record("dujardin", DEFAULT_OPTIONS, seating, 4, 3, (), MOVES)
    kms = (125, 0, 0, 25) if seating is Seating.SOLO else (125, 0)
    return LegResult(tuple(Score(km=km) for km in kms), winner, record)


def test_leg_statistics_agree_with_a_count_by_hand() -> None:
    statistics = LegStatistics.of(result(), (0, 1, 2, 3))
    assert (statistics.legs, statistics.decided) == (1, 1)
    # The safety that seat 0 played on after is no turn of its own, the coup fourré and the answer not given none.
    assert statistics.turns == (3, 3, 2, 2)
    assert statistics.discards == (0, 1, 1, 1)
    assert statistics.stranded == (0, 1, 1, 0)
    assert statistics.attacks == ((0, 0, 0, 0), (1, 0, 1, 0), (0, 0, 0, 0), (1, 0, 0, 0))
    assert statistics.parried == ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (1, 0, 0, 0))


def test_rotation_is_counted_for_the_players_and_not_for_the_seats() -> None:
    # Player 3 sits in seat 0, player 0 in seat 1, and so on.
    statistics = LegStatistics.of(result(winner=None), (3, 0, 1, 2))
    assert statistics.decided == 0
    assert statistics.turns == (3, 2, 2, 3)
    assert statistics.stranded == (1, 1, 0, 0)
    assert statistics.attacks == ((0, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0))


def test_partners_stay_a_side_in_every_rotation() -> None:
    moves = ("0 go", "1 stop > 0", "2 - go", "3 stop > 0")
    leg = result(Seating.TEAMS)
    leg = replace(leg, record=replace(leg.record, moves=moves))
    assert LegStatistics.of(leg, (0, 1, 2, 3)).attacks == ((0, 0), (1, 0), (0, 0), (1, 0))
    statistics = LegStatistics.of(leg, (3, 0, 1, 2))
    assert statistics.attacks == ((0, 1), (0, 0), (0, 1), (0, 0))
    assert statistics.stranded == (1, 0, 1, 0)


def test_leg_statistics_add_up_and_survive_json() -> None:
    one, other = LegStatistics.of(result(), (0, 1, 2, 3)), LegStatistics.of(result(winner=None), (3, 0, 1, 2))
    both = one + other
    assert both == other + one
    assert (both.legs, both.decided, both.turns) == (2, 1, (6, 5, 4, 5))
    assert both + LegStatistics.none(4, 4) == both
    assert LegStatistics.from_json(json.loads(json.dumps(both.to_json()))) == both


def test_leg_figures_have_the_values_of_their_names() -> None:
    data = legs_as_data(LegStatistics.of(result(), (0, 1, 2, 3)) + LegStatistics.of(result(winner=None), (0, 1, 2, 3)))
    assert (data["legs"], data["with_winner"], data["turns_per_seat"], data["discards"]) == (2, 0.5, 2.5, 0.3)
    assert (data["attacks_per_leg"], data["coups_fourres_per_leg"], data["at_0_km"]) == (3.0, 1.0, 0.5)
    assert data["attacked"] == [0.6667, 0.0, 0.3333, 0.0]
    assert data["players"][1] == {
        "seat": 1,
        "turns_per_leg": 3.0,
        "discards": 0.3333,
        "at_0_km": 1.0,
        "attacks": [2, 0, 2, 0],
        "parried": [0, 0, 0, 0],
    }


def test_leg_table_shows_which_player_attacked_which() -> None:
    *_, first, second, third, fourth, shares = legs_as_text(
        LegStatistics.of(result(), (0, 1, 2, 3)), ("a", "b", "c", "d")
    ).splitlines()
    assert first.split() == ["0", "a", "–", "0.00", "0.00", "0.00", "0.00", "0.00", "0.0%"]
    assert second.split() == ["1", "b", "1.00", "–", "1.00", "0.00", "2.00", "0.00", "100.0%"]
    assert fourth.split() == ["3", "d", "1.00", "0.00", "0.00", "–", "1.00", "1.00", "0.0%"]
    assert shares.split() == ["share", "of", "all", "66.7%", "0.0%", "33.3%", "0.0%"]
    assert third.startswith("   2")


def test_leg_figures_exist_for_a_run_of_no_legs() -> None:
    assert legs_as_data(LegStatistics.none(4, 2))["attacks_per_leg"] == 0
    assert "0 legs" in legs_as_text(LegStatistics.none(4, 2), ("a", "b", "c", "d"))


def arena(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert main(["arena", "--json", *options]) == 0
    data = json.loads(capsys.readouterr().out)["course"]
    assert isinstance(data, dict)
    return data


def test_leg_figures_of_the_arena_do_not_depend_on_the_number_of_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seats = ("--seat", "priority+sporting", "--seat", "priority", "--seat", "random", "--mirror")
    size = ("--matches", "3", "--legs", "2")
    alone = arena(capsys, *seats, *size)
    assert alone == arena(capsys, *seats, *size, "--jobs", "2")
    assert alone["legs"] == 18
    assert alone["attacks_per_leg"] * 18 == pytest.approx(sum(sum(p["attacks"]) for p in alone["players"]), abs=0.01)
    assert [p["attacks"][n] for n, p in enumerate(alone["players"])] == [0, 0, 0]
    assert main(["arena", *seats, *size]) == 0
    assert "18 legs: " in capsys.readouterr().out

"""The benchmark's command line; its figures are not asserted, since they depend on the machine."""

from __future__ import annotations

import json

import pytest

from ai.__main__ import main
from ai.lab import bench
from game.engine.rules import Seating


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(bench, "SPAN_S", 0.0)
    monkeypatch.setattr(bench, "WARM_UP_LEGS", 1)
    monkeypatch.setattr(bench, "LEGS_AT_ONCE", 2)
    measure_legs, measure_costs = bench.measure_legs, bench.measure_costs
    monkeypatch.setattr(bench, "measure_legs", lambda seats, seating: measure_legs(seats, seating, 0.001))
    monkeypatch.setattr(bench, "measure_costs", lambda: measure_costs(0.001))


def test_the_benchmark_prints_a_line_for_each_number_of_seats_and_the_costs(capsys):
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        *("2 seats", "3 seats", "4 seats", "6 seats"),
        *("copy", "legal moves", "apply"),
    ]
    assert all(line.endswith(" legs/s") for line in lines[:4])
    assert all(line.endswith(" µs") for line in lines[4:])


def test_the_same_as_data(capsys):
    assert main(["bench", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(row["seats"], row["seating"]) for row in data["legs"]] == [
        (2, "solo"),
        (3, "solo"),
        (4, "solo"),
        (6, "teams"),
    ]
    assert all(row["legs_per_second"] > 0 for row in data["legs"])
    assert set(data["microseconds"]) == {"copy", "legal_moves", "apply"}


def test_random_play_ends():
    speed = bench.measure_legs(2, Seating.SOLO)
    assert 40 < speed.moves_per_leg < 200


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ([], "ai: a command is missing, expected one of: arena, bench, bot, calibration, truth, tune"),
        (["fly"], "ai: unknown command 'fly', expected one of: arena, bench, bot, calibration, truth, tune"),
        (["bench", "--fast"], "ai bench: unknown option '--fast', expected --json or nothing"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(capsys, argv, complaint):
    assert main(argv) == 2
    assert capsys.readouterr().err == complaint + "\n"

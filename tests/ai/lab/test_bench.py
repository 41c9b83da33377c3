"""The benchmark's command line; its figures are not asserted, since they depend on the machine."""

from __future__ import annotations

import json

import pytest

from ai.__main__ import main


def test_benchmark_has_figures_for_all_numbers_of_seats_and_the_costs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.001"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(row["seats"], row["seating"]) for row in data["legs"]] == [
        (2, "solo"),
        (3, "solo"),
        (4, "solo"),
        (6, "teams"),
    ]
    assert all(row["legs_per_second"] > 0 and 40 < row["moves_per_leg"] < 200 for row in data["legs"])
    assert set(data["microseconds"]) == {"copy", "legal_moves", "apply"}


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ([], "ai: a command is missing, expected one of: arena, bench, bot, calibration, truth, tune"),
        (["fly"], "ai: unknown command 'fly', expected one of: arena, bench, bot, calibration, truth, tune"),
    ],
)
def test_wrong_command_line_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str
) -> None:
    assert main(argv) == 2
    assert capsys.readouterr().err == complaint + "\n"

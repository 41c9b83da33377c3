"""The plain second implementation gives what every worked case expects; it is checked here on its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cases import each
from tests.reference import whole_deck
from tests.reference_record import reference_replay

RECORDS = Path(__file__).parents[1] / "records"
CASES = sorted(RECORDS.glob("*.json"))


def without_message(printed: dict[str, Any]) -> dict[str, Any]:
    if "error" not in printed:
        return printed
    return {**printed, "error": {key: value for key, value in printed["error"].items() if key != "message"}}


def test_worked_cases_are_there() -> None:
    assert len(CASES) >= 40


@each("path", CASES)
def test_reference_replays_a_worked_case(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    assert reference_replay(case["record"]) == without_message(case["expected"]), case["why"]


@each(
    ("rules", "seating", "seats", "cards", "source"),
    [
        ("winning_moves", "solo", 2, 102, "§3"),
        ("winning_moves", "teams", 4, 106, "§2"),
        *((rules, "solo", 4, 98, "D2") for rules in ("winning_moves", "piatnik", "dujardin")),
        ("mille_miglia", "solo", 4, 104, "D1"),
        ("piatnik", "solo", 3, 102, "§3, D3"),
        ("dujardin", "solo", 3, 101, "§3"),
        ("dujardin", "teams", 6, 106, "§2"),
        ("mille_miglia", "solo", 2, 104, "D1"),
    ],
)
def test_reference_knows_the_size_of_each_deck(rules: str, seating: str, seats: int, cards: int, source: str) -> None:
    assert len(whole_deck(rules, seating, seats)) == cards, source

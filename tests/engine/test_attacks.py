"""Who hit whom, counted from the moves of a leg."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.engine.attacks import AttackTable, count_attacks, count_recorded_attacks, list_attacks
from game.engine.moves import move
from game.engine.record import Record, replay
from game.engine.rules import Seating, sides_of
from tests.cases import each

RECORDS = Path(__file__).parent.parent / "records"


def moves(text):
    return [move(line.strip()) for line in text.split(",") if line.strip()]


@each(
    ("seats", "seating", "text", "laid", "parried"),
    [
        (2, "solo", "", ((0, 0), (0, 0)), ((0, 0), (0, 0))),
        (2, "solo", "0 go, 1 - stop, 0 km_25", ((0, 0), (0, 0)), ((0, 0), (0, 0))),
        (2, "solo", "0 stop > 1, 1 go", ((0, 1), (0, 0)), ((0, 0), (0, 0))),
        (2, "solo", "0 speed_limit > 1, 1 ! right_of_way, 1 km_50", ((0, 1), (0, 0)), ((0, 1), (0, 0))),
        (2, "solo", "0 stop > 1, 1 ., 1 right_of_way", ((0, 1), (0, 0)), ((0, 0), (0, 0))),
        (2, "solo", "0 stop > 1, 1 right_of_way", ((0, 1), (0, 0)), ((0, 0), (0, 0))),
        (2, "solo", "1 accident > 0, 0 ! driving_ace", ((0, 0), (1, 0)), ((0, 0), (1, 0))),
        (
            3,
            "solo",
            "0 stop > 2, 2 ! right_of_way, 2 stop > 0, 0 go, 1 flat_tire > 2, 2 - go, 0 accident > 2",
            ((0, 0, 2), (0, 0, 1), (1, 0, 0)),
            ((0, 0, 1), (0, 0, 0), (0, 0, 0)),
        ),
        (
            4,
            "teams",
            "0 stop > 1, 3 ! right_of_way, 3 stop > 0, 2 accident > 1, 0 +",
            ((0, 2), (1, 0)),
            ((0, 1), (0, 0)),
        ),
        (
            6,
            "teams",
            "5 stop > 0, 4 stop > 2, 2 ! right_of_way, 3 accident > 1",
            ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
            ((0, 0, 0), (0, 0, 1), (0, 0, 0)),
        ),
    ],
)
def test_hit_is_parried_if_the_next_move_is_a_coup_fourre(seats, seating, text, laid, parried):
    counted = count_attacks(moves(text), sides_of(seats, Seating(seating)))
    assert (counted.laid, counted.parried) == (laid, parried)


def test_attacks_list_seat_card_and_side_in_the_order_of_play():
    found = list_attacks(moves("4 stop > 0, 0 ! right_of_way, 0 km_25, 1 speed_limit > 2"))
    assert [(a.seat, a.card.id, a.side, a.is_parried) for a in found] == [
        (4, "stop", 0, True),
        (1, "speed_limit", 2, False),
    ]


def test_hits_of_several_legs_add_up():
    sides = sides_of(3, Seating.SOLO)
    first = count_attacks(moves("0 stop > 1, 1 ! right_of_way, 2 stop > 0"), sides)
    both = AttackTable.create_empty(3) + first + count_attacks(moves("0 accident > 1, 0 stop > 2"), sides)
    assert both.laid == ((0, 2, 1), (0, 0, 0), (1, 0, 0))
    assert both.parried == ((0, 1, 0), (0, 0, 0), (0, 0, 0))
    assert [both.laid_by(side) for side in range(3)] == [3, 0, 1]
    assert [both.suffered_by(side) for side in range(3)] == [1, 2, 1]
    assert [both.parried_by(side) for side in range(3)] == [0, 1, 0]
    assert both.total == 4


def _playable():
    for path in sorted(RECORDS.glob("*.json")):
        case = json.loads(path.read_text())
        if case["expected"]["ok"] and case["record"]["moves"]:
            yield pytest.param(case["record"], case["expected"], id=path.stem)


@each(("form", "expected"), list(_playable()))
def test_side_parried_as_often_as_it_shows_coups_fourres(form, expected):
    record = Record.from_json(form)
    counted = count_recorded_attacks(record)
    shown = [len(side["coups_fourres"]) for side in expected["sides"]]
    assert [counted.parried_by(side) for side in range(len(shown))] == shown
    assert counted == count_attacks(replay(record).moves, sides_of(record.seats, record.seating))

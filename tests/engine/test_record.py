"""Game records: the worked cases, every malformed form, the order of reasons, and the way back (rules.md §8)."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from game.__main__ import main
from game.engine.errors import MoveError, RecordError, RecordReason, abbreviate
from game.engine.leg import Leg
from game.engine.record import MAX_RECORD_BYTES, Record, position_report, replay, replay_file, replay_text
from game.engine.rules import Seating, load_rules, shuffled
from game.engine.setup import Options
from game.engine.untrusted_input import IrregularFileError, read_regular_file
from tests.cases import each
from tests.engine.positions import position

CASES = sorted((Path(__file__).parents[1] / "records").glob("*.json"))
SOLO = Seating.SOLO


def without_message(printed):
    if "error" in printed:
        assert printed["error"]["message"], "an error must say something"
        printed = {**printed, "error": {k: v for k, v in printed["error"].items() if k != "message"}}
    return printed


@each("path", CASES)
def test_worked_case_gives_its_expected_report(path):
    case = json.loads(path.read_text("utf-8"))
    status, printed = replay_text(json.dumps(case["record"]))
    assert without_message(printed) == without_message(case["expected"])
    assert list(printed) == list(case["expected"])
    assert status == (0 if printed["ok"] else 2)


def test_worked_cases_are_all_here():
    assert len(CASES) >= 40


def good(moves=()):
    """A record of two seats in which seat 0 holds a go, a stop and safeties, seat 1 the driving_ace, and 0 begins."""
    hands = [
        ("go", "driving_ace"),
        ("stop", "go"),
        ("extra_tank", "km_25"),
        ("accident", "km_25"),
        ("km_25", "km_25"),
        ("km_200", "km_25"),
    ]
    front = [name for pair in hands for name in pair]
    rest = [c.id for c in load_rules("winning_moves").deck(2, SOLO)]
    for name in front:
        rest.remove(name)
    return {
        "format": "mille-record",
        "version": 1,
        "rules": "winning_moves",
        "options": {"extension": True, "no_100_bonus": False},
        "seating": "solo",
        "seats": 2,
        "dealer": 1,
        "deck": front + rest,
        "moves": list(moves),
    }


def reason_of(record):
    status, printed = replay_text(record if isinstance(record, str | bytes) else json.dumps(record))
    if status == 0:
        return None
    assert status == 2
    assert printed["ok"] is False
    error = printed["error"]
    assert set(error) == {"at", "move", "reason", "message"}
    if error["at"] is None:
        assert error["move"] is None
    return error["reason"]


def test_sample_record_is_good():
    assert reason_of(good(["0 go", "1 go", "0 accident > 1", "1 ! driving_ace"])) is None


# What is no record


@each(
    "text",
    [
        "",
        " ",
        "{",
        "null",
        "[]",
        "7",
        '"0 go"',
        "{}{}",
        "nonsense",
        b"\xff\xfe{\x00}\x00",
        b'{"format": "\xe9"}',
        b"\xef\xbb\xbf{}",
        '{"format": NaN}',
        '{"format": Infinity}',
        "[" * 200_000,
        '{"a":' * 200_000,
    ],
)
def test_text_that_is_no_json_object_is_bad_json(text):
    assert reason_of(text) == "bad_json"


def test_nesting_of_any_depth_gets_a_known_reason():
    """Between what is too deep for the parser and what is fine nothing may escape, least of all in a message."""
    for depth in range(1, 1200, 7):
        nested = "[" * depth + "]" * depth
        for field in ("rules", "seats", "deck", "moves", "more"):
            record = {**good(), field: "NESTED"}
            text = json.dumps(record).replace('"NESTED"', f"[{nested}]")
            assert reason_of(text) in {"bad_json", "bad_field", "bad_deck", "bad_move", None}


def test_record_file_is_read_as_bytes(tmp_path):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(good()), "utf-8")
    assert replay_file(path) == replay_text(json.dumps(good()))
    path.write_bytes(b"\xff")
    assert replay_file(path)[1]["error"]["reason"] == "bad_json"


@pytest.mark.parametrize("name", ["missing.json", ".", "missing/record.json", "\0"])
def test_unreadable_file_is_bad_json(tmp_path, name):
    status, printed = replay_file(f"{tmp_path}/{name}")
    assert (status, printed["error"]["reason"], printed["error"]["at"]) == (2, "bad_json", None)


# Fields

FIELDS = ("format", "version", "rules", "options", "seating", "seats", "dealer", "deck", "moves")
NEVER_RIGHT = [None, True, False, 1.0, 2.0, -1, "", "1", "mille", {}, {"extension": True}, 10**400]


@each("field", FIELDS)
def test_record_fields_are_all_required(field):
    record = good()
    del record[field]
    assert reason_of(record) == "bad_field"


@each(
    ("field", "value"),
    # A whole number of seats, however strange, is a question of the seating.
    [(f, v) for f in FIELDS for v in NEVER_RIGHT if not (f == "seats" and type(v) is int)],
)
def test_field_of_another_type_or_meaning_is_a_bad_field(field, value):
    assert reason_of({**good(), field: value}) == "bad_field"


@each(
    ("field", "value"),
    [
        ("format", "Mille-Record"),
        ("version", 2),
        ("version", 0),
        ("rules", "Dujardin"),
        ("rules", ["dujardin"]),
        ("options", {"extension": True}),
        ("options", {"no_100_bonus": True}),
        ("options", {"extension": 1, "no_100_bonus": False}),
        ("options", {"extension": True, "no_100_bonus": None}),
        ("options", [True, False]),
        ("seating", "team"),
        ("seating", ["solo"]),
        ("dealer", 2),
        ("dealer", "1"),
        ("deck", "go"),
        ("deck", {"0": "go"}),
        ("moves", "0 go"),
        ("moves", {"0": "go"}),
    ],
)
def test_wrong_value_is_a_bad_field(field, value):
    assert reason_of({**good(), field: value}) == "bad_field"


def test_record_ignores_further_fields_and_takes_the_last_of_two():
    record = {**good(), "comment": [{}], "options": {"extension": True, "no_100_bonus": False, "more": 1}}
    assert reason_of(record) is None
    assert reason_of(json.dumps(good())[:-1] + ', "version": 2}') == "bad_field"
    assert reason_of('{"version": 2, ' + json.dumps(good())[1:]) is None


@each(
    ("rules", "seating", "seats"),
    [
        ("winning_moves", "solo", 5),
        ("winning_moves", "solo", 6),
        ("winning_moves", "solo", 7),
        ("winning_moves", "teams", 2),
        ("winning_moves", "teams", 3),
        ("winning_moves", "teams", 5),
        ("winning_moves", "teams", 8),
        ("mille_miglia", "teams", 4),
        ("mille_miglia", "solo", 10**30),
        ("dujardin", "solo", 5),
    ],
)
def test_seating_that_is_not_offered_is_a_bad_seating(rules, seating, seats):
    assert reason_of({**good(), "rules": rules, "seating": seating, "seats": seats}) == "bad_seating"


@pytest.mark.parametrize("seats", [1, 0, -1])
def test_dealer_is_refused_before_too_small_a_number_of_seats(seats):
    assert reason_of({**good(), "seats": seats, "dealer": 1}) == "bad_field"
    assert reason_of({**good(), "seats": 1, "dealer": 0}) == "bad_seating"


@each(
    "change",
    [
        lambda deck: deck[:-1],
        lambda deck: [*deck, "go"],
        lambda deck: [*deck[:-1], "km_25"],
        lambda deck: [*deck[:-1], "km_300"],
        lambda deck: [*deck[:-1], "Go"],
        lambda deck: [*deck[:-1], None],
        lambda deck: [*deck[:-1], ["go"]],
        lambda deck: [*deck[:-1], {}],
        lambda deck: [*deck[:-1], 7],
        lambda deck: deck[:0],
    ],
)
def test_deck_of_other_cards_is_a_bad_deck(change):
    record = good()
    record["deck"] = change(record["deck"])
    assert reason_of(record) == "bad_deck"


def test_deck_is_that_of_the_rule_set_and_seating():
    assert reason_of({**good(), "rules": "piatnik"}) is None
    assert reason_of({**good(), "rules": "dujardin"}) == "bad_deck"
    assert reason_of({**good(), "seats": 3}) is None
    assert reason_of({**good(), "seats": 4}) == "bad_deck"


def test_fields_are_checked_before_seating_deck_and_moves_in_this_order():
    wrong = {**good(["nonsense"]), "deck": [], "seats": 7, "moves": None}
    assert reason_of(wrong) == "bad_field"
    assert reason_of({**wrong, "moves": ["nonsense"]}) == "bad_seating"
    assert reason_of({**wrong, "moves": ["nonsense"], "seats": 2}) == "bad_deck"
    assert reason_of({**wrong, "moves": ["nonsense"], "seats": 2, "deck": good()["deck"]}) == "bad_move"


# Moves

NO_FORM = [
    "",
    "0",
    "go",
    "0 ",
    " 0 go",
    "0 go ",
    "0  go",
    "0\tgo",
    "0 go\n",
    "\n0 go",
    "00 go",
    "10 go",
    "-1 go",
    "x go",
    "٠ go",
    "０ go",
    "² go",
    "0\u00a0go",
    "0 go go",
    "0 stop >",
    "0 stop > ",
    "0 stop > 1 ",
    "0 stop  > 1",
    "0 stop > 11",
    "0 stop > ¹",
    "0 stop > １",
    "0 stop > x",
    "0 stop >1",
    "0 stop> 1",
    "0 > 1",
    "0 - stop > 1",
    "0 ! driving_ace > 1",
    "0 -",
    "0 !",
    "0 - ",
    "0  - go",
    "0 -  go",
    "0 . ",
    "0 .\n",
    "0 + 1",
    "0 = > 1",
    "0 - -",
    "0 ? go",
    "0 - go\u2028",
    "0 go.",
    "0 stop>1",
    "0 - km-25",
]
UNKNOWN = [
    "2 GO",
    "0 km_300",
    "0 Go",
    "0 GO",
    "0 - km_0",
    "0 ! ace",
    "0 stopp > 1",
    "9 nothing",
    "0 0",
    "0 zöld",
    "0 km_２5",
]


@each("text", NO_FORM)
def test_text_of_no_move_form_is_a_bad_move(text):
    assert reason_of(good([text])) == "bad_move"


@each("text", UNKNOWN)
def test_move_with_no_such_card_is_an_unknown_card(text):
    assert reason_of(good([text])) == "unknown_card"


@each("item", [None, True, 0, 1.5, [], ["0 go"], {}, {"move": "0 go"}])
def test_move_that_is_no_text_is_a_bad_move_with_no_text(item):
    _, printed = replay_text(json.dumps(good(["0 go", item])))
    assert without_message(printed)["error"] == {"at": 1, "move": None, "reason": "bad_move"}


GO_ASKED = ("0 go", "1 go", "0 accident > 1")

MOVES = [
    # moves before, move, reason
    ((), "1 go", "wrong_seat"),
    ((), "7 go", "wrong_seat"),
    ((), "9 ! go", "wrong_seat"),
    ((), "9 stop > 9", "wrong_seat"),
    ((), "7 .", "wrong_seat"),
    ((), "0 .", "wrong_phase"),
    ((), "0 +", "wrong_phase"),
    ((), "0 =", "wrong_phase"),
    ((), "0 ! extra_tank", "wrong_phase"),
    ((), "0 ! go", "wrong_phase"),
    ((), "0 ! stop", "wrong_phase"),
    ((), "0 repairs", "not_in_hand"),
    ((), "0 repairs > 1", "not_in_hand"),
    ((), "0 - repairs", "not_in_hand"),
    ((), "0 go > 1", "bad_target"),
    ((), "0 km_25 > 0", "bad_target"),
    ((), "0 extra_tank > 0", "bad_target"),
    ((), "0 stop", "bad_target"),
    ((), "0 stop > 0", "bad_target"),
    ((), "0 stop > 2", "bad_target"),
    ((), "0 stop > 9", "bad_target"),
    ((), "0 stop > 1", "cannot_land"),
    ((), "0 km_25", "not_rolling"),
    (("0 go",), "1 ! driving_ace", "wrong_phase"),
    (GO_ASKED, "0 - stop", "wrong_seat"),
    (GO_ASKED, "1 - km_25", "wrong_phase"),
    (GO_ASKED, "1 driving_ace", "wrong_phase"),
    (GO_ASKED, "1 ! extra_tank", "not_in_hand"),
    (GO_ASKED, "1 ! go", "not_in_hand"),
    (GO_ASKED, "1 ! km_25", "wrong_safety"),
    (GO_ASKED, "1 =", "wrong_phase"),
    (GO_ASKED, "1 !  driving_ace", "bad_move"),
]


@each(("before", "text", "reason"), MOVES)
def test_move_is_refused_for_the_first_reason_that_applies(before, text, reason):
    _, printed = replay_text(json.dumps(good([*before, text])))
    assert printed["error"]["reason"] == reason


def test_moves_after_the_first_wrong_one_are_not_looked_at():
    _, printed = replay_text(json.dumps(good(["0 go", "1 gone", None, "0  go"])))
    assert without_message(printed)["error"] == {"at": 1, "move": "1 gone", "reason": "unknown_card"}


def random_records(count=24):
    rng = Random(11)
    for i in range(count):
        rules = load_rules(rng.choice(["winning_moves", "piatnik", "dujardin", "mille_miglia"]))
        option = rules.seatings[i % len(rules.seatings)]
        deck = shuffled(rules.deck(option.seats, option.seating), rng)
        options = Options(extension=bool(i % 2), no_100_bonus=bool(i % 3))
        leg = Leg.deal(rules, option.seating, deck, i % option.seats, seats=option.seats, options=options)
        for _ in range(rng.randrange(140)):
            if leg.is_over:
                break
            leg.apply(rng.choice(leg.legal_moves()))
        yield leg


def test_record_written_and_read_again_is_the_same_leg():
    for leg in random_records():
        record = Record.of(leg)
        text = json.dumps(record.to_json())
        assert Record.from_text(text) == record
        assert position_report(replay(record)) == position_report(leg)
        assert replay_text(text) == (0, position_report(leg))
        assert list(record.to_json()) == list(FIELDS)


def test_moves_after_the_end_are_too_late_if_good_and_bad_as_ever_if_bad():
    over = next(leg for leg in random_records(200) if leg.is_over)
    record = Record.of(over).to_json()
    for text, reason in [("0 go", "leg_over"), ("9 - stop", "leg_over"), ("0 km_1", "unknown_card"), ("x", "bad_move")]:
        later = copy.deepcopy(record)
        later["moves"].append(text)
        assert reason_of(later) == reason


def test_report_lists_all_cards_in_order():
    for leg in random_records():
        printed = position_report(leg)
        assert printed["legal"] == sorted(printed["legal"])
        assert all(hand == sorted(hand) for hand in printed["hands"])
        on_table = [
            c for s in printed["sides"] for pile in ("battle", "speed", "distance", "safeties") for c in s[pile]
        ]
        in_hands = [c for hand in printed["hands"] for c in hand]
        seen = len(on_table) + len(in_hands) + len(printed["discard_pile"]) + printed["draw_pile"]
        assert seen == len(leg.deck)


def test_errors_carry_their_reason_and_place():
    with pytest.raises(RecordError) as of_record:
        Record.from_json({})
    assert (of_record.value.reason, of_record.value.at) == (RecordReason.BAD_FIELD, None)
    with pytest.raises(MoveError, match="seat 0 does not hold repairs") as of_move:
        replay(Record.from_json(good(["0 go", "1 go", "0 repairs"])))
    assert (of_move.value.at, of_move.value.move) == (2, "0 repairs")


def test_leg_made_from_an_observation_has_no_record():
    with pytest.raises(ValueError, match="no record"):
        Record.of(position(hands=["go", "go"]))


# Files that are none


def _fifo(path):
    os.mkfifo(path)


def _gigabyte(path):
    with path.open("wb") as file:
        file.truncate(1 << 30)


ODD = {
    "a pipe": _fifo,
    "a link to a pipe": lambda path: (os.mkfifo(path.with_name("pipe")), path.symlink_to(path.with_name("pipe"))),
    "a device that never ends": lambda path: path.symlink_to("/dev/zero"),
    "a folder": lambda path: path.mkdir(),
    "a link to itself": lambda path: path.symlink_to(path),
    "a gigabyte": _gigabyte,
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of most of these")
@pytest.mark.parametrize("kind", ODD)
def test_odd_file_is_refused_as_a_record_in_one_sentence(kind, tmp_path):
    path = tmp_path / "record.json"
    ODD[kind](path)
    command = [sys.executable, "-m", "game", "replay", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "cannot be read" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="links are the administrator's there")
def test_link_to_a_record_is_followed(tmp_path):
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(good()), "utf-8")
    (tmp_path / "link.json").symlink_to(kept)
    assert replay_file(tmp_path / "link.json")[0] == 0


@pytest.mark.parametrize("spare", [0, 1])
def test_record_is_read_up_to_the_largest_size_and_no_further(tmp_path, spare):
    path, data = tmp_path / "record.json", json.dumps(good()).encode()
    path.write_bytes(data + b" " * (MAX_RECORD_BYTES + spare - len(data)))
    assert replay_file(path)[0] == 2 * spare


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs a file that the system makes up")
def test_file_of_unknown_size_is_read_to_its_end():
    assert b"[stack]" in read_regular_file("/proc/self/maps", MAX_RECORD_BYTES)
    with pytest.raises(IrregularFileError, match="too large"):
        read_regular_file("/proc/self/maps", 10)


def test_number_of_thousands_of_digits_is_reported_in_one_line():
    for name in ("version", "seats", "dealer"):
        _, printed = replay_text(json.dumps({**good(), name: 10**4000}))
        assert len(printed["error"]["message"]) < 200
        assert printed["error"]["reason"] in {"bad_field", "bad_seating"}


def test_move_of_any_length_is_reported_in_one_short_line(tmp_path, capsys):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(good(["x" * 100_000])), "utf-8")
    assert main(["replay", str(path)]) == 2
    assert len(capsys.readouterr().err) < 300 + len(str(path))


def test_record_may_have_a_mebibyte():
    assert MAX_RECORD_BYTES == 1024 * 1024


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a" * 38, f"'{'a' * 38}'"),
        ("a" * 39, f"'{'a' * 38}…"),
        ("a" * 40 + "'", f"'{'a' * 38}…"),
        (0, "0"),
        ([1], "a list"),
        ({}, "an object"),
    ],
)
def test_value_in_a_message_is_short(value, said):
    assert abbreviate(value) == said

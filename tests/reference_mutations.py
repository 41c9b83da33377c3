"""Good records made bad in one way or several, for the replays of engine and reference to be compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.reference import ALL_CARDS, SAFETIES

Record = dict[str, Any]

MALFORMED = [
    *("", " ", "0", "0 ", " 0 go", "0 go ", "0  go", "0\tgo", "0 go\n", "\n0 go", "0-go", "0 - ", "0 -", "0 !", "0 >"),
    *(
        "00 go",
        "10 go",
        "-1 go",
        "x go",
        "² go",
        "٣ go",
        "０ go",
        "go",
        "0 go go",
        "0 . .",
        "0 .\n",
        "0 + ",
    ),
    *(
        "0 stop >",
        "0 stop > ",
        "0 stop > 1 ",
        "0 stop > 11",
        "0 stop > x",
        "0 stop >1",
        "0 stop> 1",
        "0 stop < 1",
        "0 > 1",
    ),
    *(
        "0 stop > ²",
        "0 - stop > 1",
        "0 ! stop > 1",
        "0 . > 1",
        "0 - - go",
        "0 ! ! go",
        "0 - !",
        "0\u00a0go",
        "0 go\u2028",
    ),
    *("0 stop > 1\n", "0 stop  > 1", "0 ！ go", "null", "[]", "0 stop\n> 1"),
]
"""Texts that have none of the forms of §8."""

UNKNOWN = [
    *("0 .go", "0 ==", "0 go\x00", "0 \ud800", "0 🂡", "0 go.", "0 -go", "0 go-"),
    *(
        "0 km_300",
        "0 Go",
        "0 GO",
        "0 km_25 > 0",
        "0 - km25",
        "1 ! ace",
        "0 stopp > 1",
        "0 zöld",
    ),
    *(
        "1 - feu_vert",
        "2 hase > 0",
        "9 nothing",
        "0 0",
    ),
]
"""Texts of a form with a card that there is not (but `0 km_25 > 0`, which has a side too much)."""

NO_TEXTS: list[Any] = [None, 0, 1.5, True, [], ["0 go"], {}, {"move": "0 go"}]
ODD_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    -1,
    1.5,
    10**30,
    "",
    "1",
    "solo",
    "teams",
    "mille-record",
    [],
    {},
    [1],
    {"a": 1},
]
FIELDS = ["format", "version", "rules", "options", "seating", "seats", "dealer", "deck", "moves"]


def _place(random: Random, items: list[Any]) -> int:
    return random.randrange(len(items)) if items else 0


def swap_moves(random: Random, record: Record) -> None:
    moves = record["moves"]
    if moves:
        a, b = _place(random, moves), _place(random, moves)
        moves[a], moves[b] = moves[b], moves[a]


def drop_a_move(random: Random, record: Record) -> None:
    if record["moves"]:
        record["moves"].pop(_place(random, record["moves"]))


def drop_an_answer(random: Random, record: Record) -> None:
    answers = [at for at, move in enumerate(record["moves"]) if isinstance(move, str) and move[1:3] in (" .", " !")]
    if answers:
        record["moves"].pop(random.choice(answers))


def drop_an_extension(random: Random, record: Record) -> None:
    record["moves"] = [move for move in record["moves"] if not isinstance(move, str) or move[2:] not in ("+", "=")]


def repeat_a_move(random: Random, record: Record) -> None:
    if record["moves"]:
        at = _place(random, record["moves"])
        record["moves"].insert(at, record["moves"][at])


def cut_moves(random: Random, record: Record) -> None:
    del record["moves"][_place(random, record["moves"]) :]


def change_a_seat(random: Random, record: Record) -> None:
    if record["moves"]:
        at = _place(random, record["moves"])
        record["moves"][at] = str(random.randrange(10)) + str(record["moves"][at])[1:]


def change_a_card(random: Random, record: Record) -> None:
    if record["moves"]:
        at = _place(random, record["moves"])
        words = str(record["moves"][at]).split(" ")
        words = [random.choice(ALL_CARDS) if word in ALL_CARDS else word for word in words]
        record["moves"][at] = " ".join(words)


def put_in_a_move(random: Random, record: Record) -> None:
    """Any move whatever: sound, misplaced, malformed or no text."""
    seat, card = random.randrange(7), random.choice(ALL_CARDS)
    forms = ["{} {}", "{} - {}", "{} ! {}", "{} .", "{} +", "{} =", "{} {} > " + str(random.randrange(8))]
    sound = random.choice(forms).format(seat, card)
    move = random.choice(
        [sound, sound, f"{seat} ! {random.choice(SAFETIES)}", random.choice(MALFORMED), random.choice(UNKNOWN)]
    )
    if random.random() < 0.1:
        move = random.choice(NO_TEXTS)
    record["moves"].insert(random.randrange(len(record["moves"]) + 1), move)


def play_on(random: Random, record: Record) -> None:
    record["moves"].append(random.choice(["0 - go", "1 go", "0 .", "1 +", "0 stop > 1", "x", "0 km_1", None]))


def change_a_field(random: Random, record: Record) -> None:
    record[random.choice(FIELDS)] = random.choice(ODD_VALUES)


def drop_a_field(random: Random, record: Record) -> None:
    record.pop(random.choice(FIELDS), None)


def add_a_field(random: Random, record: Record) -> None:
    record["comment"] = random.choice(ODD_VALUES)


def change_an_option(random: Random, record: Record) -> None:
    options = record.get("options")
    if isinstance(options, dict):
        name = random.choice(["extension", "no_100_bonus", "rolling_start", "eight_cards", "further"])
        if random.random() < 0.3:
            options.pop(name, None)
        else:
            options[name] = random.choice([True, False, *ODD_VALUES])


def change_the_setup(random: Random, record: Record) -> None:
    field, values = random.choice(
        [
            ("rules", ["winning_moves", "piatnik", "dujardin", "mille_miglia", "Dujardin", "classic"]),
            ("seating", ["solo", "teams", "pairs"]),
            ("seats", [0, 1, 2, 3, 4, 5, 6, 7]),
            ("dealer", [0, 1, 2, 3, 5, 6]),
            ("version", [0, 1, 2, "1", True]),
        ]
    )
    record[field] = random.choice(values)  # type: ignore[arg-type]


def change_the_deck(random: Random, record: Record) -> None:
    deck = record.get("deck")
    if not isinstance(deck, list) or not deck:
        return
    at, other = _place(random, deck), _place(random, deck)
    kind = random.randrange(6)
    if kind == 0:
        deck.pop(at)
    elif kind == 1:
        deck.append(random.choice(ALL_CARDS))
    elif kind == 2:
        deck[at] = random.choice(ALL_CARDS)
    elif kind == 3:
        deck[at] = random.choice(["hare", "GO", "", None, 7, True, ["go"], {}])
    else:
        deck[at], deck[other] = deck[other], deck[at]


OF_THE_MOVES: list[Callable[[Random, Record], None]] = [
    *(
        swap_moves,
        drop_a_move,
        drop_an_answer,
        drop_an_extension,
        repeat_a_move,
        cut_moves,
        change_a_seat,
        change_a_card,
    ),
    *(put_in_a_move, put_in_a_move, play_on, add_a_field, change_an_option, change_the_deck),
]
OF_THE_RECORD: list[Callable[[Random, Record], None]] = [
    *(change_a_field, drop_a_field, add_a_field, change_an_option, change_the_setup, change_the_deck),
]


def mutated(random: Random, record: Record, mutations: list[Callable[[Random, Record], None]]) -> Record:
    """A copy of the record with one to three mutations of those given."""
    copy: Record = json.loads(json.dumps(record))
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        if isinstance(copy.get("moves"), list):
            random.choice(mutations)(random, copy)
    return copy

"""Engine and reference, written independently from the same rules, agree on every position and every reason.

Whole legs of every rule set, seating and option are played in both at once, most of them by players and with
decks chosen for what seldom happens. The default run is small: some rounds (one is a leg of each of the
thirty-one seatings), and of a hundred more the legs that are known to reach what is rare; by day, one round, and
legs in which everything rare is reached once. ``AGREEMENT_ROUNDS`` and
``AGREEMENT_SEED`` (any text) make another, longer one, which looks for such legs itself:

    AGREEMENT_ROUNDS=3000 AGREEMENT_SEED=spring python -m pytest tests/engine/test_agreement.py
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from game.engine.cards import card
from game.engine.leg import Leg
from game.engine.moves import MOVES, move
from game.engine.record import position_report, replay_text
from game.engine.rules import Seating, load_rules
from game.engine.setup import Options
from tests.cases import each
from tests.nightly import NIGHTLY
from tests.reference import ReferenceLeg
from tests.reference_mutations import MALFORMED, NO_TEXTS, OF_THE_MOVES, OF_THE_RECORD, UNKNOWN, mutated
from tests.reference_play import SEATINGS, any_table, play
from tests.reference_record import error, reference_replay, reference_replay_text

ROUNDS = int(os.environ.get("AGREEMENT_ROUNDS", "110"))
SEED = os.environ.get("AGREEMENT_SEED", "1000")
IS_LONG = not {"AGREEMENT_ROUNDS", "AGREEMENT_SEED"}.isdisjoint(os.environ)

WHOLE_ROUNDS = 5 if NIGHTLY or IS_LONG else 1
SAMPLED_ROUNDS = 8
"""The first rounds are compared in full, and one of every so many; of the others, only legs with something rare."""

DAILY_LEGS = """
    5:3 6:4,6,8,18 7:5,10,16 8:1 10:14 11:14 12:12 15:0 17:5 21:18,19 24:12 25:9 26:3 28:4 32:2 36:7 38:0 39:14
    50:14 51:10 58:1 60:9 65:3 70:6 84:15
"""
"""Of the legs below, some that reach everything rare."""

RARE_LEGS = """
    5:3,4,5,6,7,9,10,12,14,17,20,21,23,24,25,26,27,28,30 6:0,1,4,6,7,8,10,11,13,14,16,18,20,27,29
    7:1,2,3,4,5,10,12,15,16,17,20,26,28,30 8:0,1,7,8,12,15,17,19,20,26,28,29,30
    9:0,1,3,5,6,7,10,11,12,14,15,20,22,26,29,30 10:1,7,12,14,16,18,24 11:0,6,14,20,25,26,27
    12:1,3,4,8,12,13,20,29,30 13:7,12,19,20,22,28 14:0,8,17,18,20 15:0,1,13,14 16:4,6,7,20,23 17:3,5,20,26,30
    18:1,5,9,20,27,29 19:1,5,6,20 20:10 21:2,8,18,19,26,28 22:4,7 23:6,12,13,19 24:5,12,28 25:9,11,13,18,21
    26:3,4,12,24 28:1,3,4,17,22,23 29:1,25 30:0,6 31:11 32:1,2,3,11,20 33:23 34:17 35:0,20 36:7,16 37:3,4,6 38:0,28
    39:14,20 41:1,10,11 42:15,21 43:20 44:21 45:20 47:19 48:11,14 49:7,13,20 50:14 51:10 52:9 53:20 54:20 57:0,3,20
    58:0,1 60:9 61:3,20 62:16 63:4 65:3,28 66:20 67:1 69:11 70:6,7 71:9 72:2 73:27 75:13 76:20 79:27 80:20 81:22
    82:7 84:15,20 86:2 87:2,9,23 88:29 89:20 90:25 91:2,17,21 93:7 98:8,20 100:24 106:3,6 107:30 108:20 109:6
"""
"""The rounds of the default run with something rare, and its legs: to find them, all the others would be played, too.

If `reference_play.py` changes, ``AGREEMENT_ROUNDS=110 python -m pytest -s tests/engine/test_agreement.py`` tells them.
"""

MUTATIONS = 5 * ROUNDS

ENOUGH = 4
"""So often must a rare situation have been compared, for it to be rare no more."""

Record = dict[str, Any]

IN_ALL = ("winning_moves", "piatnik", "dujardin", "mille_miglia")
IN_THREE = ("winning_moves", "piatnik", "dujardin")
MUST_BE_REACHED = [
    *((rules, "coup fourré") for rules in IN_ALL),
    *((rules, "coup fourré declined") for rules in IN_ALL),
    *((rules, "coup fourré clears both piles") for rules in IN_ALL),
    *((rules, "shut-out with points") for rules in IN_ALL),
    *((rules, "safe trip") for rules in IN_ALL),
    *((rules, "attack on a remedy") for rules in IN_ALL),
    *((rules, "won turn with one card to draw") for rules in IN_ALL),
    *((rules, "D13: right_of_way leaves another hazard") for rules in IN_ALL),
    *((rules, "shut-out") for rules in IN_ALL),
    *((rules, "no 100 laid") for rules in IN_ALL),
    *((rules, "won on the empty pile") for rules in IN_ALL),
    *((rules, "all four safeties") for rules in IN_THREE),
    *((rules, "extended") for rules in IN_THREE),
    *((rules, "extended leg won by the extender") for rules in IN_THREE),
    *((rules, "extended leg lost") for rules in IN_THREE),
    *((rules, "extension declined") for rules in IN_THREE),
    *((rules, "passed over") for rules in IN_THREE),
    *((rules, "turn on the empty pile") for rules in IN_THREE),
    *((rules, "D11: won turn without a draw") for rules in IN_THREE),
    *((rules, "D9: nobody can lay") for rules in ("winning_moves", "piatnik")),
    *((rules, "extended on the empty pile") for rules in ("winning_moves", "dujardin")),
    *((rules, "ended with the last card") for rules in ("piatnik", "mille_miglia")),
    *((rules, "D5: no chain elsewhere") for rules in ("piatnik", "mille_miglia")),
    ("piatnik", "piatnik: no extension on the empty pile"),
    ("dujardin", "dujardin: one more draw and play"),
    ("dujardin", "D11: no further play on the empty pile"),
    ("dujardin", "D11: nor in a won turn"),
    ("dujardin", "every hand empty"),
    ("dujardin", "shut-out side gets a failed extension"),
    ("mille_miglia", "D4: attack on an empty pile"),
    ("mille_miglia", "D15: coup fourré after the last card"),
    ("mille_miglia", "nearest wins"),
    ("mille_miglia", "D21: a tie for nearest"),
    ("winning_moves", "D5: chain"),
    ("winning_moves", "D5: chain may repeat"),
    ("winning_moves", "D5: chain with nothing to draw"),
    ("winning_moves", "D5: two safeties drawn together"),
    ("mille_miglia.hairpins", "starts limited: no limit lands"),
    ("mille_miglia.hairpins", "starts limited: end_of_limit on the empty pile"),
    ("mille_miglia.hairpins", "starts limited: right_of_way takes no card away"),
]


def both(record: Record) -> tuple[ReferenceLeg, Leg]:
    reference = ReferenceLeg(*(record[name] for name in ("rules", "options", "seating", "seats", "dealer", "deck")))
    leg = Leg.deal(
        load_rules(record["rules"]),
        Seating(record["seating"]),
        [card(name) for name in record["deck"]],
        record["dealer"],
        seats=record["seats"],
        options=Options(**record["options"]),
    )
    return reference, leg


def compare_positions(reference: ReferenceLeg, leg: Leg, random: Random) -> None:
    """The whole report, the legal moves and the reasons against a sample of all others."""
    assert position_report(leg) == reference.report()
    assert (leg.phase.value, leg.seat) == (reference.phase, reference.seat)
    legal = [m.text for m in leg.legal_moves()]
    assert len(legal) == len(set(legal))
    assert sorted(legal) == reference.legal()
    forms = len(MOVES) // 6
    own = MOVES[forms * (reference.seat or 0) :][:forms]
    for m in (*random.sample(own, 16), *random.sample(MOVES, 4)):
        reason = leg.refusal_for(m)
        assert (None if reason is None else reason.value) == reference.why_not(m.text), m.text


def compare_leg(record: Record, random: Random) -> int:
    """Play the record's moves in both; how many positions were compared."""
    reference, leg = both(record)
    compare_positions(reference, leg, random)
    for at, text in enumerate(record["moves"]):
        reference.apply(text)
        leg.apply(move(text))
        try:
            compare_positions(reference, leg, random)
        except AssertionError as difference:
            difference.add_note("the shortest record: " + json.dumps({**record, "moves": record["moves"][: at + 1]}))
            raise
    assert leg.winner == reference.winner
    assert leg.scores is not None
    assert reference.scores == [{**score_items(score), "total": score.total} for score in leg.scores]
    return len(record["moves"]) + 1


def score_items(score: object) -> dict[str, int]:
    return {name: getattr(score, name) for name in score._fields}  # type: ignore[attr-defined]


def leg_of_round(number: int, at: int) -> tuple[Record, Counter[tuple[str, str]]]:
    """The leg of that seating, and what rare situations it reached."""
    rules, seating, seats = SEATINGS[at]
    random = Random(f"{SEED} {number} {rules} {seating} {seats}")
    record, reference = play(random, any_table(random, rules, seating, seats))
    return record, Counter({(rules, what): n for what, n in reference.seen.items()})


def legs_to_look_at() -> Iterator[tuple[int, int]]:
    """Which legs of which rounds: all there are, or those of the first rounds and those known to be rare."""
    rare = {} if IS_LONG else dict(words.split(":") for words in (RARE_LEGS if NIGHTLY else DAILY_LEGS).split())
    for number in range(ROUNDS):
        known = rare[str(number)].split(",") if str(number) in rare else ()
        legs = range(len(SEATINGS)) if IS_LONG or number < WHOLE_ROUNDS else map(int, known)
        yield from ((number, at) for at in legs)


@cache
def some_records() -> tuple[Record, ...]:
    return tuple(
        record for number in range(2) for at in range(len(SEATINGS)) for record, _ in [leg_of_round(number, at)]
    )


def without_message(printed: dict[str, Any]) -> dict[str, Any]:
    if "error" not in printed:
        return printed
    assert isinstance(printed["error"]["message"], str)
    return {**printed, "error": {key: value for key, value in printed["error"].items() if key != "message"}}


def replayed(record: object) -> dict[str, Any]:
    """What the engine prints for a record, `message` aside; its exit status is checked here."""
    status, printed = replay_text(json.dumps(record))
    assert status == (0 if printed["ok"] else 2)
    return without_message(json.loads(json.dumps(printed)))


def test_engine_and_reference_agree_on_every_position_of_whole_legs() -> None:
    compared: Counter[tuple[str, str]] = Counter()
    positions = 0
    for number, at in legs_to_look_at():
        record, seen = leg_of_round(number, at)
        is_sampled = number < WHOLE_ROUNDS or (IS_LONG and number % SAMPLED_ROUNDS == 0)
        if is_sampled or any(compared[what] < ENOUGH for what in seen):
            positions += compare_leg(record, Random(number))
            compared.update(seen)
            print(f"{number}:{at}", end=" ")
    print(f"{positions} positions compared")
    assert positions > (14_000 if NIGHTLY or IS_LONG else 5_000)
    missing = [what for what in MUST_BE_REACHED if not compared[what]]
    assert not missing, "change reference_play.py until these are reached again"


@each(("rules", "seating", "seats"), SEATINGS)
def test_engine_and_reference_agree_on_all_reasons_against_all_moves(rules: str, seating: str, seats: int) -> None:
    random = Random(f"{SEED} reasons {rules} {seating} {seats}")
    record, _ = play(random, any_table(random, rules, seating, seats))
    reference, leg = both(record)
    for at, text in enumerate([*record["moves"], None]):  # type: ignore[misc]
        if text is None or at % 9 == 0 or reference.phase != "turn":
            for m in MOVES:
                reason = leg.refusal_for(m)
                assert (None if reason is None else reason.value) == reference.why_not(m.text), m.text
        if text is not None:
            reference.apply(text)
            leg.apply(move(text))


@each("text", [*MALFORMED, *UNKNOWN, *NO_TEXTS])
def test_malformed_move_gets_the_same_reason_from_both(text: object) -> None:
    record = some_records()[0]
    for moves in ([text], [*record["moves"][:9], text], [*record["moves"], text]):
        bad = {**record, "moves": moves}
        assert replayed(bad) == reference_replay(bad)


def test_malformed_move_texts_are_bad_moves_in_the_reference() -> None:
    leg, _ = both(some_records()[0])
    assert {leg.why_not(text) for text in MALFORMED} == {"bad_move"}


def test_whole_records_replay_alike_in_both() -> None:
    for record in some_records():
        assert replayed(record) == reference_replay(record)


@pytest.mark.parametrize("mutations", [OF_THE_MOVES, OF_THE_RECORD], ids=["moves", "record"])
def test_mutated_records_replay_alike_in_both(mutations: list[Any]) -> None:
    random = Random(f"{SEED} mutations {len(mutations)}")
    reasons: Counter[str] = Counter()
    for _ in range(MUTATIONS):
        bad = mutated(random, random.choice(some_records()), mutations)
        expected = reference_replay(bad)
        assert replayed(bad) == expected, json.dumps(bad)
        reasons[expected["error"]["reason"] if "error" in expected else "good"] += 1
    assert len(reasons) >= 4, reasons


@each(
    "text",
    [
        *(
            "",
            " ",
            "{",
            "[]",
            "null",
            "1",
            '"record"',
            "nonsense",
            "{}{}",
            '{"format": }',
            "{'format': 1}",
            "[" * 100_000,
        ),
        *(
            '{"a": NaN}',
            '{"a": Infinity}',
            '{"a": -Infinity}',
            '{"a": ' + "9" * 5000 + "}",
            '{"format": "mille-record"}',
        ),
        *('{"a": "\t"}', "\x00", '{"a": 1,}', "// nothing\n{}", '{"a": "\\ud800"}', '{"a": ' * 50_000),
    ],
)
def test_texts_that_are_no_record_get_the_same_reason_from_both(text: str) -> None:
    status, printed = replay_text(text)
    assert (status, without_message(printed)) == (2, reference_replay_text(text))


@pytest.mark.parametrize(
    "content", [b"\xff\xfe{}", b"\x80", b"\xc3", b"{\x00}", b'{"a": "\xe9"}', b"\xed\xa0\x80"], ids=repr
)
def test_bytes_that_are_no_text_are_bad_json(content: bytes) -> None:
    status, printed = replay_text(content)
    assert (status, without_message(printed)) == (2, error(None, None, "bad_json"))

"""Requests and answers of the bot protocol: nothing is lost on the way, and nothing wrong gets in."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from ai.bots.factory import make_bot
from ai.decision import BotDecision, BotReason, ReasonCode
from ai.lab.players import RandomBot
from ai.lab.program import answer_for, describe_reason
from ai.protocol import ProtocolError, parse_answer, parse_request, request_for
from ai.spec import BotSpec
from game.engine.cards import card
from game.engine.moves import move
from game.engine.observation import Phase
from game.engine.rules import Seating
from tests.ai.playing import TABLES, decisions, match_of, position, view, wandering
from tests.cases import each
from tests.nightly import some

ATTACKED = position(
    "right_of_way km_25 km_25 go stop stop",
    [view(0, battle="go stop"), view(1, battle="go", distance="km_100")],
    phase=Phase.COUP_FOURRE,
    attack="1 stop > 0",
    draw_pile=86,
)


def sent(**changes: Any) -> bytes:
    """The line that asks for ``ATTACKED``, with these fields changed; None takes one away."""
    data = {**request_for(ATTACKED, 1000), **changes}
    return json.dumps({name: value for name, value in data.items() if value is not ...}).encode()


@each(("rules", "seats", "seating"), TABLES)
@each("deck", ["one", "two"])
def test_request_holds_the_whole_observation(rules: str, seats: int, seating: Seating, deck: str) -> None:
    asked = set()
    for _, observation, _ in decisions(match_of(rules, seats, seating), [RandomBot()] * seats, deck):
        request = parse_request(json.dumps(request_for(observation, 250)))
        assert request.observation == observation
        assert request.time_ms == 250
        asked.add(observation.phase)
    assert Phase.TURN in asked


def test_requests_also_ask_about_coups_fourres_and_extensions() -> None:
    asked = set()
    for number in range(6):
        for _, observation in wandering("winning_moves", 2, Seating.SOLO, f"all/{number}"):
            assert parse_request(json.dumps(request_for(observation, 1))).observation == observation
            asked.add(observation.phase)
    assert asked == {Phase.TURN, Phase.COUP_FOURRE, Phase.EXTENSION}


@pytest.mark.parametrize("rules", some(["mille_miglia", "dujardin"]))
def test_bot_decides_the_same_from_the_request(rules: str) -> None:
    bot = make_bot(BotSpec(effort=0.02))
    for leg, observation, chosen in decisions(match_of(rules, 3, Seating.SOLO), [bot] * 3, "same"):
        request = parse_request(json.dumps(request_for(observation, 1000)))
        assert bot.decide(request.observation, Random(f"same/{len(leg.moves)}")).move is chosen


def test_request_fields_are_those_of_the_rules_in_their_order() -> None:
    assert list(request_for(ATTACKED, 1000)) == [
        *("seat", "phase", "rules", "options", "seating", "seats", "dealer", "leg", "totals", "target_score", "legs"),
        *("target", "draw_pile", "discard_pile", "hand", "drawn", "hand_sizes", "sides", "moves", "legal", "time_ms"),
    ]
    unsaid = {field.name for field in fields(ATTACKED)} - set(request_for(ATTACKED, 1000))
    assert unsaid == {"to_move", "winner", "scores"}


def test_request_reader_ignores_further_fields_and_sorts_hands() -> None:
    line = sent(
        ponder=[[]], hand=["stop", "stop", "km_25", "right_of_way", "go", "km_25"], legal=["0 .", "0 ! right_of_way"]
    )
    assert parse_request(line).observation == parse_request(sent()).observation


@each(
    ("line", "complaint"),
    [
        (b"", "not JSON: "),
        (b"{", "not JSON: "),
        (b"\xff{}", "not JSON: "),
        (b'{"seat": NaN}', "not JSON: NaN is no JSON value"),
        (b"[" * 100_000, "not JSON: "),
        (b"9" * 10_000, "not JSON: "),
        (b"[]", "not a JSON object: a list"),
        (b"{}", "the field seat is missing"),
        (sent(seat=True), "seat must be a whole number from 0, got True"),
        (sent(seat=2), "seat must be one of the seats, got 2"),
        (sent(phase="over"), "phase must be one of turn, coup_fourre, extension, got 'over'"),
        (sent(phase=[]), "phase must be one of turn, coup_fourre, extension, got a list"),
        (sent(rules="uno"), "rules must be one of winning_moves, "),
        (sent(options={"extension": 1, "no_100_bonus": False}), "options must be extension and no_100_bonus, "),
        (sent(seating="bus"), "seating must be solo or teams, got 'bus'"),
        (sent(seats=5), "seats must be a number that the rule set seats that way, got 5"),
        (sent(dealer=2), "dealer must be one of the seats, got 2"),
        (sent(leg=0), "leg must be a whole number from 1, got 0"),
        (sent(totals=[0]), "totals must be the points of each side, got a list"),
        (sent(target_score=None), "target_score must be a number from 1 where legs is null"),
        (sent(legs=3), "target_score must be a number from 1 where legs is null"),
        (sent(legs=...), "the field legs is missing"),
        (sent(target=0), "target must be a number of km, got 0"),
        (sent(draw_pile=-1), "draw_pile must be a number of cards, got -1"),
        (sent(discard_pile=["km_30"]), "discard_pile must be a list of card ids, got a list"),
        (sent(hand="go"), "hand must be a list of card ids, got 'go'"),
        (sent(drawn=[None]), "drawn must be a list of card ids, got a list"),
        (sent(hand_sizes=[7, 6]), "hand_sizes must be the number of cards of each seat"),
        (sent(sides=[]), "sides must be every side's display"),
        (sent(sides=[{}, {}]), "sides must be every side's display"),
        (sent(moves=["0 fly"]), "moves must be a list of moves of this table, got a list"),
        (sent(moves=["2 go"]), "moves must be a list of moves of this table, got a list"),
        (sent(moves=["0 stop > 2"]), "moves must be a list of moves of this table, got a list"),
        (sent(moves=[]), "the last of moves must be the attack that may be answered"),
        (sent(legal=[]), "legal must be moves of your seat that fit the phase"),
        (sent(legal=["0 .", "0 ."]), "legal must be moves of your seat that fit the phase"),
        (sent(legal=["1 ."]), "legal must be moves of your seat that fit the phase"),
        (sent(legal=["0 go"]), "legal must be moves of your seat that fit the phase"),
        (sent(legal=["0 ! extra_tank"]), "legal must be moves with cards of the hand, got '0 ! extra_tank'"),
        (sent(time_ms=0), "time_ms must be a number above 0, got 0"),
        (sent(draw_pile=85), "draw_pile and hand_sizes must leave 92 cards unseen, got 91"),
        (sent(discard_pile=["stop", "stop"]), "there are more stop than this deck has"),
        (sent(phase="turn", legal=["0 go"], drawn=["km_200"]), "drawn must be cards of the hand"),
    ],
)  # fmt: skip
def test_line_that_is_no_request_is_refused(line: bytes, complaint: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        parse_request(line)
    assert str(refused.value).startswith(complaint)


def test_request_display_is_checked_field_by_field() -> None:
    sides = request_for(ATTACKED, 1)["sides"]
    for name, wrong in [
        ("seats", [1]),
        ("km", 75),
        ("battle", ["red_light"]),
        ("speed", None),
        ("distance", ["km_100", 100]),
        ("safeties", "extra_tank"),
        ("coups_fourres", ["extra_tank"]),
        ("rolling", 1),
        ("limited", None),
    ]:
        with pytest.raises(ProtocolError, match="sides must be"):
            parse_request(sent(sides=[{**sides[0], name: wrong}, sides[1]]))


def test_answer_gives_the_move_the_reason_and_the_chance() -> None:
    reason = BotReason(ReasonCode.COUP_FOURRE, card=card("right_of_way"), other=card("stop"), number=400)
    data = answer_for(BotDecision(move("0 ! right_of_way"), reason, 0.5))
    assert data == {"move": "0 ! right_of_way", "why": "coup fourré against stop: 400 points", "value": 0.5}
    answer = parse_answer(json.dumps(data), ATTACKED)
    assert (answer.move, answer.why, answer.value) == (move("0 ! right_of_way"), data["why"], 0.5)
    assert answer_for(BotDecision(move("0 ."))) == {"move": "0 ."}


@each(
    ("line", "complaint"),
    [
        ("no", "not JSON: "),
        ("null", "not a JSON object: None"),
        ("{}", "move must be one of the legal moves, got None"),
        ('{"move": "0 go"}', "move must be one of the legal moves, got '0 go'"),
        ('{"move": ["0 ."]}', "move must be one of the legal moves, got a list"),
        ('{"move": "0 .", "why": null}', "why must be a text, got None"),
        ('{"move": "0 .", "value": true}', "value must be a number, got True"),
        ('{"move": "0 .", "value": 1e999}', "value must be a number, got inf"),
        ('{"move": "0 .", "mood": "good"}', "an answer has move, why and value, got 'mood' too"),
    ],
)
def test_line_that_is_no_answer_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        parse_answer(line, ATTACKED)
    assert str(refused.value).startswith(complaint)


@each("code", ReasonCode)
def test_reasons_all_have_words(code: ReasonCode) -> None:
    words = describe_reason(BotReason(code, card=card("km_100"), other=card("extra_tank"), side=1, number=575))
    assert words
    assert "{" not in words

"""What may be played and why not: rows of (rules, what lies there, move, reason), each with its source."""

from __future__ import annotations

import pytest

from game.engine.errors import Refusal
from game.engine.moves import MOVES, move
from game.engine.rules import Seating
from tests.cases import each
from tests.engine.positions import On, km, legal, play, position

ALL = ("winning_moves", "piatnik", "dujardin", "mille_miglia")
OTHERS = ("winning_moves", "piatnik", "dujardin")
FREE_LIMIT = ("winning_moves", "dujardin", "mille_miglia")
ROLLING = On(battle="go")
FINE = None

OWN_DISPLAY = [
    # rules, own display, card, reason, source
    (ALL, On(), "go", FINE, "§4.3 on an empty pile"),
    (ALL, On(battle="go stop"), "go", FINE, "§4.3 on a stop"),
    (ALL, On(battle="go accident repairs"), "go", FINE, "§4.3 on a remedy other than go"),
    (ALL, On(battle="go"), "go", Refusal.NOT_NEEDED, "§4.3 not on a go"),
    (ALL, On(battle="go flat_tire"), "go", Refusal.NOT_NEEDED, "§4.3 only stop is answered by go"),
    (ALL, On(safeties="right_of_way"), "go", Refusal.NOT_NEEDED, "D20"),
    (ALL, On(battle="go accident repairs", safeties="right_of_way"), "go", Refusal.NOT_NEEDED, "D20"),
    (ALL, On(battle="go out_of_gas"), "gasoline", FINE, "§1"),
    (ALL, On(battle="go flat_tire"), "spare_tire", FINE, "§1"),
    (ALL, On(battle="go accident"), "repairs", FINE, "§1"),
    (ALL, On(battle="go accident", safeties="right_of_way"), "repairs", FINE, "D13 remedied as any other"),
    (ALL, On(battle="go accident"), "spare_tire", Refusal.NOT_NEEDED, "§1"),
    (ALL, On(battle="go"), "repairs", Refusal.NOT_NEEDED, "§4.3"),
    (ALL, On(battle="go", speed="speed_limit"), "end_of_limit", FINE, "§4.3"),
    (ALL, On(speed="speed_limit"), "end_of_limit", FINE, "§4.3 stopped or not"),
    (ALL, On(battle="go"), "end_of_limit", Refusal.NOT_NEEDED, "§4.3"),
    (ALL, On(speed="speed_limit end_of_limit"), "end_of_limit", Refusal.NOT_NEEDED, "§4.3"),
    (ALL, On(battle="go"), "km_200", FINE, "§4.3"),
    (ALL, On(safeties="right_of_way"), "km_100", FINE, "§1 rolls without a go"),
    (ALL, On(battle="go accident repairs", safeties="right_of_way"), "km_100", FINE, "D13"),
    (ALL, On(), "km_25", Refusal.NOT_ROLLING, "§4.3"),
    (ALL, On(battle="go accident repairs"), "km_25", Refusal.NOT_ROLLING, "§1 go must be on top"),
    (ALL, On(battle="go flat_tire", safeties="right_of_way"), "km_25", Refusal.NOT_ROLLING, "D13"),
    (ALL, On(battle="go", speed="speed_limit"), "km_50", FINE, "§4.3"),
    (ALL, On(battle="go", speed="speed_limit"), "km_75", Refusal.LIMITED, "§4.3"),
    (ALL, On(battle="go", speed="speed_limit end_of_limit"), "km_75", FINE, "§4.3"),
    (ALL, On(battle="go stop", speed="speed_limit"), "km_75", Refusal.NOT_ROLLING, "§8 the first reason counts"),
    (ALL, On(battle="go", distance="km_200"), "km_200", FINE, "§4.3 two at most"),
    (ALL, On(battle="go", distance="km_200 km_200"), "km_200", Refusal.THIRD_200, "§4.3"),
    (ALL, On(battle="go", distance="km_200 km_200", speed="speed_limit"), "km_200", Refusal.LIMITED, "§8 order"),
    (OTHERS, On(battle="go", distance="km_200 km_200 km_200"), "km_200", Refusal.THIRD_200, "§8 before too_far"),
    (OTHERS, On(battle="go", distance=km(600)), "km_100", FINE, "§4.3 exactly the distance"),
    (OTHERS, On(battle="go", distance=km(650)), "km_75", Refusal.TOO_FAR, "§4.3"),
    (OTHERS, On(battle="go", distance=km(675)), "km_25", FINE, "§4.3"),
    (("mille_miglia",), On(battle="go", distance=km(700)), "km_100", FINE, "§3 a thousand"),
    (("mille_miglia",), On(battle="go", distance=km(975)), "km_50", Refusal.TOO_FAR, "§3"),
    (ALL, On(), "driving_ace", FINE, "§4.3 a safety at any time"),
    (ALL, On(battle="go flat_tire"), "right_of_way", FINE, "§4.3"),
]

ATTACKED_DISPLAY = [
    # rules, display attacked, hazard, reason, source
    (ALL, On(battle="go"), "stop", FINE, "§3"),
    (ALL, On(battle="go"), "accident", FINE, "§3"),
    (ALL, On(battle="go", speed="speed_limit"), "flat_tire", FINE, "§4.3 on a limited side too"),
    (OTHERS, On(), "stop", Refusal.CANNOT_LAND, "§3"),
    (("mille_miglia",), On(), "stop", FINE, "D4"),
    (OTHERS, On(battle="go accident repairs"), "stop", Refusal.CANNOT_LAND, "§3"),
    (("mille_miglia",), On(battle="go accident repairs"), "stop", FINE, "D4"),
    (ALL, On(battle="go accident repairs", safeties="right_of_way"), "flat_tire", FINE, "§3"),
    (ALL, On(safeties="right_of_way"), "flat_tire", FINE, "D4 it rolls, with an empty pile too"),
    (ALL, On(safeties="right_of_way puncture_proof"), "flat_tire", Refusal.IMMUNE, "§4.3"),
    (ALL, On(safeties="right_of_way"), "stop", Refusal.IMMUNE, "§4.3"),
    (ALL, On(battle="go accident"), "stop", Refusal.CANNOT_LAND, "D4 no hazard on a hazard"),
    (ALL, On(battle="go accident", safeties="right_of_way"), "flat_tire", Refusal.CANNOT_LAND, "D4"),
    (ALL, On(battle="go", safeties="right_of_way"), "stop", Refusal.IMMUNE, "§4.3"),
    (ALL, On(battle="go", safeties="extra_tank"), "out_of_gas", Refusal.IMMUNE, "§4.3"),
    (ALL, On(battle="go stop", safeties="extra_tank"), "out_of_gas", Refusal.IMMUNE, "§8 order"),
    (ALL, On(battle="go", safeties="puncture_proof"), "flat_tire", Refusal.IMMUNE, "§4.3"),
    (ALL, On(battle="go", coups="driving_ace"), "accident", Refusal.IMMUNE, "§4.3"),
    (ALL, On(battle="go", safeties="extra_tank"), "flat_tire", FINE, "§4.3"),
    (ALL, On(battle="go"), "speed_limit", FINE, "§3"),
    (FREE_LIMIT, On(), "speed_limit", FINE, "§4.3 before they have begun too"),
    (FREE_LIMIT, On(battle="go flat_tire"), "speed_limit", FINE, "§4.3 stopped or not"),
    (FREE_LIMIT, On(battle="go flat_tire spare_tire"), "speed_limit", FINE, "§4.3"),
    (("piatnik",), On(), "speed_limit", Refusal.CANNOT_LAND, "D17"),
    (("piatnik",), On(battle="go flat_tire"), "speed_limit", Refusal.CANNOT_LAND, "D17"),
    (("piatnik",), On(battle="go flat_tire spare_tire"), "speed_limit", Refusal.CANNOT_LAND, "D17"),
    (ALL, On(battle="go", speed="speed_limit"), "speed_limit", Refusal.ALREADY_LIMITED, "§4.3"),
    (ALL, On(speed="speed_limit"), "speed_limit", Refusal.ALREADY_LIMITED, "§8 before cannot_land"),
    (ALL, On(battle="go", speed="speed_limit end_of_limit"), "speed_limit", FINE, "§4.3"),
    (ALL, On(battle="go", safeties="right_of_way"), "speed_limit", Refusal.IMMUNE, "§4.3"),
]


def rows(table):
    return [
        pytest.param(rules, on, card, reason, id=f"{rules} {card} {reason or 'fine'} {source} {i}")
        for i, (sets, on, card, reason, source) in enumerate(table)
        for rules in sets
    ]


@each(("rules", "on", "card", "reason"), rows(OWN_DISPLAY))
def test_cards_on_the_own_display_are_legal_or_refused_as_listed(rules, on, card, reason):
    leg = position(rules, hands=[f"{card} km_25", "km_25"], sides={0: on})
    assert leg.refusal_for(move(f"0 {card}")) is reason
    assert (f"0 {card}" in legal(leg)) is (reason is None)


@each(("rules", "on", "card", "reason"), rows(ATTACKED_DISPLAY))
def test_hazard_lands_only_where_the_rules_allow(rules, on, card, reason):
    leg = position(rules, hands=[f"{card} km_25", "km_25", "km_25"], sides={1: on})
    assert leg.refusal_for(move(f"0 {card} > 1")) is reason
    assert (f"0 {card} > 1" in legal(leg)) is (reason is None)


@each(
    ("text", "reason", "source"),
    [
        ("1 - km_25", Refusal.WRONG_SEAT, "§8"),
        ("1 ! driving_ace", Refusal.WRONG_SEAT, "§8 before the phase"),
        ("0 ! driving_ace", Refusal.WRONG_PHASE, "§8 before the hand"),
        ("0 .", Refusal.WRONG_PHASE, "§8"),
        ("0 +", Refusal.WRONG_PHASE, "§8"),
        ("0 =", Refusal.WRONG_PHASE, "§8"),
        ("0 - go", Refusal.NOT_IN_HAND, "§8"),
        ("0 stop > 0", Refusal.NOT_IN_HAND, "§8 before the target"),
        ("0 accident > 0", Refusal.BAD_TARGET, "§8 one's own side"),
        ("0 accident > 3", Refusal.BAD_TARGET, "§8 no such side"),
        ("0 accident > 1", None, "§3"),
        ("0 accident > 2", Refusal.CANNOT_LAND, "§3"),
        ("0 - accident", None, "D16 discarding is free"),
        ("0 - extra_tank", None, "D16"),
    ],
)
def test_move_is_refused_for_the_first_reason_that_applies(text, reason, source):
    leg = position(hands=["accident extra_tank", "km_25", "km_25"], sides={1: ROLLING})
    assert leg.refusal_for(move(text)) is reason


def test_team_is_attacked_as_one_side_and_never_by_its_own_seats():
    leg = position(hands=["stop", "", "", ""], sides={0: ROLLING, 1: ROLLING}, seating=Seating.TEAMS)
    assert legal(leg) == ["0 - stop", "0 stop > 1"]
    assert leg.refusal_for(move("0 stop > 2")) is Refusal.BAD_TARGET


def test_card_held_twice_makes_its_moves_once():
    leg = position(hands=["go go", "km_25"])
    assert legal(leg) == ["0 - go", "0 go"]


def test_coup_fourre_question_allows_only_its_safety_or_declining():
    leg = position(hands=["accident", "driving_ace extra_tank"], sides={1: ROLLING})
    play(leg, "0 accident > 1")
    assert legal(leg) == ["1 ! driving_ace", "1 ."]
    assert leg.refusal_for(move("1 ! extra_tank")) is Refusal.WRONG_SAFETY
    assert leg.refusal_for(move("1 ! right_of_way")) is Refusal.NOT_IN_HAND
    assert leg.refusal_for(move("1 driving_ace")) is Refusal.WRONG_PHASE
    assert leg.refusal_for(move("1 - driving_ace")) is Refusal.WRONG_PHASE
    assert leg.refusal_for(move("0 - accident")) is Refusal.WRONG_SEAT


def test_finished_leg_has_no_legal_moves():
    leg = position("mille_miglia", hands=["km_25", "km_25"], sides={0: On("go", "", km(975))})
    play(leg, "0 km_25")
    assert legal(leg) == []
    assert {leg.refusal_for(m) for m in MOVES} == {Refusal.LEG_OVER}


@pytest.mark.parametrize("rules", ALL)
def test_move_is_legal_exactly_if_no_reason_stands_against_it(rules):
    hand = "km_25 km_200 stop speed_limit accident go repairs end_of_limit extra_tank"
    sides = {0: On("go accident", "speed_limit"), 1: ROLLING, 2: On("go flat_tire spare_tire", "", "", "right_of_way")}
    leg = position(rules, hands=[hand, "km_25", "km_25"], sides=sides)
    assert {m for m in MOVES if leg.refusal_for(m) is None} == set(leg.legal_moves())

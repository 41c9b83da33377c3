"""The rule set files against rules.md §2, §3, §5, and what the loader says of a wrong one."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

from game.engine.cards import CARDS
from game.engine.errors import RulesError
from game.engine.rules import RULE_SETS, Seating, load_rules, parse_rules, shuffled, sides_of
from tests.cases import each

SOLO, TEAMS = Seating.SOLO, Seating.TEAMS
THREE = ("winning_moves", "piatnik", "dujardin")

SEATINGS = [
    # rules, seats, seating, in the book, cards, distance, extension
    *((rules, seats, SOLO, True, 102, 700, True) for rules in ("winning_moves", "piatnik") for seats in (2, 3)),
    *(("dujardin", seats, SOLO, True, 101, 700, True) for seats in (2, 3)),
    *((rules, 4, SOLO, False, 98, 700, True) for rules in THREE),
    *((rules, 4, TEAMS, True, 106, 1000, False) for rules in THREE),
    *((rules, 6, TEAMS, True, 106, 1000, False) for rules in ("winning_moves", "piatnik")),
    ("dujardin", 6, TEAMS, True, 106, 700, True),
    *(("mille_miglia", seats, SOLO, True, 104, 1000, False) for seats in (2, 3, 4, 5, 6)),
]


@each(("rules_id", "seats", "seating", "in_book", "size", "distance_km", "may_extend"), SEATINGS)
def test_seatings_of_the_rules_are_all_offered(*, rules_id, seats, seating, in_book, size, distance_km, may_extend):
    rules = load_rules(rules_id)
    option = rules.seating_option(seats, seating)
    assert option is not None
    assert option.is_in_booklet is in_book
    assert len(rules.deck(seats, seating)) == size
    assert rules.distance_km(seats, seating) == distance_km
    assert rules.may_extend(seats, seating) is may_extend


def test_seatings_beyond_the_rules_are_not_offered():
    offered = {(r, o.seats, o.seating) for r in RULE_SETS for o in load_rules(r).seatings}
    assert offered == {row[:3] for row in SEATINGS}


def test_seating_that_is_not_offered_has_no_deck():
    with pytest.raises(RulesError, match="mille_miglia does not seat 4 in the seating teams"):
        load_rules("mille_miglia").deck(4, TEAMS)


COUNTS = (10, 10, 10, 12, 4, 5, 4, 3, 3, 3, 14, 6, 6, 6, 6, 1, 1, 1, 1)


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_full_deck_is_that_of_the_rules(rules_id):
    counts = dict(zip((c.id for c in CARDS), COUNTS, strict=True))
    if rules_id == "mille_miglia":
        counts["km_100"] = 10  # D1
    assert {c.id: n for c, n in zip(CARDS, load_rules(rules_id).cards, strict=True)} == counts


def test_mille_miglia_deck_has_3300_km():
    assert sum(c.km for c in load_rules("mille_miglia").deck(2, SOLO)) == 3300


@pytest.mark.parametrize(
    ("rules_id", "limits"), [("winning_moves", 4), ("piatnik", 4), ("dujardin", 3), ("mille_miglia", 4)]
)
def test_cards_taken_out_with_two_or_three_seats_are_as_in_the_rules(rules_id, limits):  # D3
    names = [c.id for c in load_rules(rules_id).deck(3, SOLO)]
    hazards = [names.count(name) for name in ("stop", "out_of_gas", "flat_tire", "accident", "speed_limit")]
    assert hazards == ([5, 3, 3, 3, 4] if rules_id == "mille_miglia" else [4, 2, 2, 2, limits])


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_cards_taken_out_with_four_solo_seats_are_as_in_the_rules(rules_id):  # D2
    names = [c.id for c in load_rules(rules_id).deck(4, SOLO)]
    hazards = [names.count(name) for name in ("stop", "out_of_gas", "flat_tire", "accident", "speed_limit")]
    assert hazards == ([5, 3, 3, 3, 4] if rules_id == "mille_miglia" else [3, 1, 1, 1, 4])


@pytest.mark.parametrize(("rules_id", "target", "legs"), [*((r, 5000, None) for r in THREE), ("mille_miglia", None, 1)])
def test_match_end_of_each_rule_set_is_that_of_its_rulebook(rules_id, target, legs):
    assert (load_rules(rules_id).match_target, load_rules(rules_id).match_legs) == (target, legs)


def test_option_of_500_is_offered_by_dujardin_only():
    assert [r for r in RULE_SETS if load_rules(r).offers_no_100_bonus] == ["dujardin"]


def test_rule_set_keys_all_name_their_source():
    for rules_id in RULE_SETS:
        sources = load_rules(rules_id).sources
        assert len(sources) == 19 + 13 + 2 + 14
        assert all(source[:2] == "00" or source[0] == "D" for source in sources.values())


def test_rule_sets_all_have_the_same_keys():
    assert len({tuple(load_rules(rules_id).sources) for rules_id in RULE_SETS}) == 1


@pytest.mark.parametrize(
    ("seats", "seating", "sides"),
    [
        (3, SOLO, ((0,), (1,), (2,))),
        (4, TEAMS, ((0, 2), (1, 3))),
        (6, TEAMS, ((0, 3), (1, 4), (2, 5))),
    ],
)
def test_sides_are_numbered_by_their_lowest_seat(seats, seating, sides):
    assert sides_of(seats, seating) == sides


def text_of(rules_id="dujardin"):
    return files("game.engine").joinpath("rulesets", f"{rules_id}.toml").read_text("utf-8")


@each(
    ("old", "new", "message"),
    [
        (
            "hand_size = { value = 6,",
            "hand_size = { value = 0,",
            r"course.hand_size: got 0, expected a whole number from 1",
        ),
        ("hand_size = { value = 6,", "hand_size = { value = true,", "course.hand_size: got True"),
        ("hand_size = { value = 6,", "hand_seize = { value = 6,", "course.hand_size is missing"),
        (
            'hand_size = { value = 6, source = "002" }',
            "hand_size = 6",
            "course.hand_size: got 6, expected a value with",
        ),
        (
            'hand_size = { value = 6, source = "002" }',
            'hand_size = { value = 6, source = "" }',
            "a value with its source",
        ),
        ("[match]\n", "[match]\nlength = 3\n", "match: got .*'length'.*exactly the keys"),
        ("number = 2\n", "number = 8\n", "number: got 8, expected a whole number from 0 to 7"),
        ("number = 2\n", "number = true\n", "number: got True"),
        ("number = 2\n", "", "the file: got .*exactly the keys .*number"),
        ("[match]\n", "[game]\n", "the file: got .*exactly the keys"),
        ("legs = { value = 0,", "legs = { value = 2,", "match.target_score: got '5000 with 2 legs'"),
        ("distance_km = 700", "distance_km = 710", r"seatings\[0\].distance_km: got 710, expected a multiple of 25"),
        ('seating = "teams"', 'seating = "pairs"', r"seatings\[3\]: got \"4 'pairs'\""),
        ("seats = 3\n", "seats = 2\n", "got 'a seating twice'"),
        ("in_book = true", "in_book = 1", r"seatings\[0\].in_book: got 1, expected true or false"),
        ('removed = ["stop"', 'removed = ["stopp"', "expected a list of card ids"),
        ("accident = { value = 3,", "accident = { value = 0,", "got '1 accident', expected no more than the deck has"),
        (
            'limit_lands_on = { value = ["empty"',
            'limit_lands_on = { value = ["moon"',
            "expected a list of empty, go, remedy, hazard$",
        ),
        (
            "single_leg_by_points = { value = true",
            "single_leg_by_points = { value = 1",
            "match.single_leg_by_points: got 1, expected true or false",
        ),
        ('value = "until_hands_empty"', 'value = "never"', "course.when_pile_empty: got 'never', expected one of"),
        ("safety_plays_on = { value = true", 'safety_plays_on = { value = "yes"', "got 'yes', expected true or false"),
        ('["safeties", "all_four"', '["bonus", "all_four"', "points.shut_out_side_scores: got"),
        ("left_in_hand = { value = 0", "left_in_hand = { value = 1", "points.left_in_hand: got 1"),
        ("left_in_hand = { value = 0", "left_in_hand = { value = -1001", "points.left_in_hand: got -1001"),
        ("won_turn_draws = { value = 2", "won_turn_draws = { value = 0", "course.won_turn_draws: got 0"),
        ("distance_km = 700", "distance_km = 1025", r"seatings\[0\].distance_km: got 1025, expected a multiple of 25"),
        ("distance_km = 700", "distance_km = 0", r"seatings\[0\].distance_km: got 0, expected a multiple of 25"),
        ("seats = 2\n", "seats = 7\n", "got \"7 'solo'\", expected 2 to 6 seats solo"),
        ("seats = 2\n", "seats = 2.0\n", "got \"2.0 'solo'\", expected 2 to 6 seats solo"),
        ("hand_size = { value = 6,", "hand_size = { worth = 3, value = 6,", "expected a value with its source"),
        ("[course]", "[course", "not TOML"),
    ],
)
def test_wrong_rule_file_is_refused_with_its_mistake_and_place(old, new, message):
    assert old in text_of()
    with pytest.raises(RulesError, match=message) as refused:
        parse_rules("dujardin", text_of().replace(old, new, 1))
    assert str(refused.value).startswith("dujardin.toml: ")


def test_unknown_rule_set_is_refused():
    with pytest.raises(RulesError, match="there is no rule set 'chess'"):
        load_rules("chess")


def test_shuffling_keeps_the_cards_and_depends_on_the_generator_alone():
    deck = load_rules("dujardin").deck(2, SOLO)
    first, again, other = (shuffled(deck, Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(c.index for c in first) == [c.index for c in deck]

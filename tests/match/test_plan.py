"""The choices of the setup screen, without the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.spec import Aggression, BotSpec
from game.engine.rules import RULE_SETS, Seating
from game.match.plan import DEFAULT_PLAN, Plan, first_match, seatings
from game.people.players import DRIVERS, HUMAN, LEVELS, Player, PlayerKind, Targeting, bot, bot_spec
from tests.cases import each


def test_default_match_is_solo_against_three_bots_to_5000() -> None:
    setup = DEFAULT_PLAN.setup
    assert (setup.rules, setup.seats, setup.seating) == ("winning_moves", 4, Seating.SOLO)
    assert (setup.target_score, setup.legs, setup.options.extension) == (5000, None, True)
    assert DEFAULT_PLAN.players[0] == HUMAN
    assert len({p.driver for p in DEFAULT_PLAN.players[1:]} & set(DRIVERS)) == 3


@pytest.mark.parametrize(
    ("language", "rules"),
    [("fr", "dujardin"), ("hu", "piatnik"), ("en", "winning_moves"), ("de", "winning_moves"), ("it", "winning_moves")],
)
def test_first_match_has_the_rule_set_of_the_language(language: str, rules: str) -> None:
    match = first_match(language)
    assert (match.setup.rules, match.setup.target_score, match.setup.legs) == (rules, 5000, None)
    assert match.players == DEFAULT_PLAN.players
    assert match.with_legs(1).is_one_leg
    assert not match.is_one_leg


@pytest.mark.parametrize("rules", RULE_SETS)
def test_seatings_of_all_rule_sets_can_be_chosen(rules: str) -> None:
    plan = DEFAULT_PLAN.with_rules(rules)
    for option in seatings(rules):
        plan = plan.with_seating(option.seats, option.seating)
        assert len(plan.players) == option.seats
        assert plan.players[0] == HUMAN
        drivers = [p.driver for p in plan.players[1:]]
        assert len(set(drivers)) == len(drivers)


@pytest.mark.parametrize(
    ("before", "rules", "after"),
    [
        ((4, Seating.SOLO), "dujardin", (4, Seating.SOLO)),
        ((4, Seating.SOLO), "mille_miglia", (4, Seating.SOLO)),
        ((6, Seating.TEAMS), "mille_miglia", (6, Seating.SOLO)),
        ((4, Seating.TEAMS), "mille_miglia", (4, Seating.SOLO)),
    ],
)
def test_rule_set_change_keeps_the_nearest_seating(
    before: tuple[int, Seating], rules: str, after: tuple[int, Seating]
) -> None:
    plan = DEFAULT_PLAN.with_seating(*before).with_rules(rules)
    assert (plan.setup.seats, plan.setup.seating) == after


def test_five_seats_become_four_in_a_rule_set_with_no_five() -> None:
    plan = DEFAULT_PLAN.with_rules("mille_miglia").with_seating(5, Seating.SOLO)
    back = plan.with_rules("winning_moves")
    assert (back.setup.seats, back.setup.seating) == (4, Seating.SOLO)
    assert back.players == plan.players[:4]


def test_rule_set_change_brings_the_match_end_of_its_rulebook() -> None:
    one_leg = DEFAULT_PLAN.with_rules("mille_miglia").setup
    assert (one_leg.target_score, one_leg.legs) == (None, 1)
    back = DEFAULT_PLAN.with_legs(3).with_rules("piatnik").setup
    assert (back.target_score, back.legs) == (5000, None)


def test_match_has_either_a_target_or_a_number_of_legs() -> None:
    plan = DEFAULT_PLAN.with_legs(3)
    assert (plan.setup.target_score, plan.setup.legs) == (None, 3)
    plan = plan.with_target_score(2000)
    assert (plan.setup.target_score, plan.setup.legs) == (2000, None)


def test_seating_that_is_not_offered_is_refused() -> None:
    with pytest.raises(ValueError, match="does not seat 5"):
        DEFAULT_PLAN.with_seating(5, Seating.SOLO)


def test_driver_chosen_from_another_seat_changes_places() -> None:
    first, second = DEFAULT_PLAN.players[1], DEFAULT_PLAN.players[2]
    assert second.driver is not None
    plan = DEFAULT_PLAN.with_driver(1, second.driver)
    assert plan.players[1:3] == (second, first)
    free = next(d for d in DRIVERS if all(p.driver != d for p in DEFAULT_PLAN.players))
    assert DEFAULT_PLAN.with_driver(1, free).players[1] == bot(free)


def test_driver_brings_its_own_level_and_temper_unless_others_were_chosen() -> None:
    plan = DEFAULT_PLAN.with_driver(1, "irma")
    assert (plan.players[1].level, plan.players[1].targeting) == ("master", Targeting.LEADER)
    chosen = DEFAULT_PLAN.with_level(1, "beginner").with_targeting(1, Targeting.SPARES)
    assert chosen.with_driver(1, "irma").players[1] == bot("irma", level="beginner", targeting=Targeting.SPARES)
    assert chosen.with_driver(2, "carla").players[2] == chosen.players[1]


def test_level_and_temper_are_chosen_for_one_bot_or_for_all() -> None:
    one = DEFAULT_PLAN.with_level(2, "master").with_targeting(3, Targeting.LEADER)
    assert [p.level for p in one.players] == [None, "skilled", "master", "skilled"]
    assert [p.targeting for p in one.players] == [None, Targeting.LEADER, Targeting.LEADER, Targeting.LEADER]
    everyone = DEFAULT_PLAN.with_level_for_all("beginner").with_targeting_for_all(Targeting.SPARES)
    assert everyone.players[0] == HUMAN
    assert {(p.level, p.targeting) for p in everyone.players[1:]} == {("beginner", Targeting.SPARES)}


@each("driver", DRIVERS)
@each("level", LEVELS)
@each("temper", Targeting)
def test_bot_spec_has_the_level_driver_and_temper_of_its_player(driver: str, level: str, temper: Targeting) -> None:
    player = bot(driver, level=level, targeting=temper)
    spec = bot_spec(player, (0,))
    expected = BotSpec(level, driver, temper, manner=Aggression.SPORTING)
    assert replace(spec, spared=()) == expected
    assert spec.spared == ((0,) if temper is Targeting.SPARES else ())
    assert bot_spec(player, ()).spared == ()
    assert bot_spec(player, (2, 0)).spared == ((0, 2) if temper is Targeting.SPARES else ())


@pytest.mark.parametrize(
    ("rules", "seats", "seating", "extension", "bonus"),
    [
        ("winning_moves", 4, Seating.SOLO, True, False),
        ("winning_moves", 6, Seating.TEAMS, False, False),
        ("dujardin", 6, Seating.TEAMS, True, True),
        ("dujardin", 4, Seating.TEAMS, False, True),
        ("mille_miglia", 4, Seating.SOLO, False, False),
    ],
)
def test_options_are_offered_only_where_they_have_an_effect(
    rules: str, seats: int, seating: Seating, extension: bool, bonus: bool
) -> None:
    plan = DEFAULT_PLAN.with_rules(rules).with_seating(seats, seating)
    assert (plan.may_extend, plan.offers_no_100_bonus) == (extension, bonus)


def test_bot_needs_a_driver_and_a_person_has_none() -> None:
    with pytest.raises(ValueError, match="needs one of the drivers"):
        Player(PlayerKind.BOT)
    with pytest.raises(ValueError, match="needs one of the drivers"):
        bot("leo", level="genius")
    with pytest.raises(ValueError, match="one of the drivers"):
        bot("max")
    with pytest.raises(ValueError, match="a person none"):
        Player(PlayerKind.HUMAN, "leo")
    with pytest.raises(ValueError, match="expected 4 players"):
        Plan(DEFAULT_PLAN.setup, (HUMAN,))

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.engine.rules import RULE_SETS, PileEmpty, Seating, load_rules
from game.engine.setup import HOUSE_RULES, Options
from game.features.setup.scene import SetupScene
from game.features.setup.seats import partner_line
from game.i18n import LANGUAGES, set_language
from game.match.plan import DEFAULT_PLAN, Plan, seatings
from game.people.players import Aggression, Targeting, with_person_seated
from game.people.profiles import Profile
from game.ui.drawing import text
from game.ui.layout import Column, Flow
from game.ui.layout.tree_form import TreeForm
from game.ways import Ways
from game.words.rulesets import length_line, length_options, plan_lines, seating_note
from tests.fit import boxes, rooms, strays
from tests.persons import person
from tests.window import Driver, middle, open_window


@pytest.fixture(autouse=True)
def _no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ways, "show_table", lambda _ways: None)


@pytest.fixture
def setup(driver: Driver) -> Driver:
    driver.press("race.length.match")
    driver.press("race.setup")
    return driver


def plan(driver: Driver) -> Plan:
    assert isinstance(driver.app.scene, SetupScene)
    return driver.app.scene.plan


def seats_shown(driver: Driver) -> list[str | None]:
    return [node.value for node in driver.below("driver-")]


def test_setup_begins_with_the_match_started_last(setup: Driver) -> None:
    assert setup.scene == "setup"
    assert plan(setup) == DEFAULT_PLAN
    assert setup.focused == "start"


@pytest.mark.parametrize(
    ("rules_id", "numbers"), [("winning_moves", ["2", "3", "4", "6"]), ("mille_miglia", ["2", "3", "4", "5", "6"])]
)
def test_seats_can_be_chosen_only_as_the_rules_allow(setup: Driver, rules_id: str, numbers: list[str]) -> None:
    setup.press("rules")
    setup.press(f"rules.{rules_id}")
    counts = [node for node in setup.nodes() if node.id.startswith("seats.")]
    assert [node.name for node in counts] == ["2", "3", "4", "5", "6"]
    assert [node.name for node in counts if node.enabled] == numbers


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_seatings_of_the_rules_can_all_be_chosen(setup: Driver, rules_id: str) -> None:
    setup.press("rules")
    setup.press(f"rules.{rules_id}")
    for option in seatings(rules_id):
        setup.press(f"seats.{option.seats}")
        setup.press(f"seating.{option.seating.value}")
        assert (plan(setup).setup.seats, plan(setup).setup.seating) == (option.seats, option.seating)
        assert len(seats_shown(setup)) == option.seats - 1


def test_seating_outside_the_rules_says_why_and_is_not_chosen(setup: Driver) -> None:
    before = plan(setup)
    setup.press("seats.5")
    assert plan(setup) == before
    assert setup.control("reason").name == "These rules aren’t for 5 players."
    setup.press("seats.6")
    assert plan(setup).setup.seating is Seating.TEAMS
    setup.point(middle(setup.control("seating.solo")))
    assert setup.control("reason").name == "With these rules, 6 players race in teams."
    setup.press("seats.3")
    assert plan(setup).setup.seating is Seating.SOLO
    setup.point((5, 5))
    assert "reason" not in [node.id for node in setup.nodes()]


def test_keys_skip_disabled_choices_and_tell_why_at_the_end(setup: Driver) -> None:
    focus(setup, "seats")
    setup.key(pygame.K_RIGHT)
    assert plan(setup).setup.seats == 6
    setup.key(pygame.K_LEFT)
    assert (plan(setup).setup.seats, plan(setup).setup.seating) == (4, Seating.TEAMS)
    setup.key(pygame.K_LEFT)
    focus(setup, "seating")
    setup.key(pygame.K_RIGHT)
    assert (plan(setup).setup.seats, plan(setup).setup.seating) == (3, Seating.SOLO)
    assert setup.control("reason").name == "With these rules, 3 players race solo."
    setup.key(pygame.K_TAB)
    assert "reason" not in [node.id for node in setup.nodes()]


def focus(driver: Driver, id: str) -> None:
    assert isinstance(driver.app.scene, SetupScene)
    driver.controls.focus(id)


def test_driver_taken_from_another_seat_changes_places(setup: Driver) -> None:
    before = seats_shown(setup)
    setup.press("driver-1")
    setup.click(before[1] or "")
    assert seats_shown(setup) == [before[1], before[0], before[2]]


def test_level_and_temper_are_chosen_for_each_bot_and_kept_with_the_match(setup: Driver) -> None:
    setup.press("level-1")
    setup.click("Master")
    setup.press("details")
    setup.press("temper-3")
    setup.press("temper-3.spares")
    assert [setup.control(f"level-{seat}").value for seat in (1, 2, 3)] == ["Master", "Steady", "Skilled"]
    setup.click("Start")
    players = setup.session.players
    assert (players[1].level, players[3].targeting) == ("master", Targeting.SPARES)
    assert setup.app.settings.machine.plan
    assert setup.app.settings.machine.plan.players == with_person_seated(players, None)


def test_choice_for_all_bots_sets_their_level_and_in_the_details_whom_they_hit(setup: Driver) -> None:
    assert setup.find("All bots: level").value == "Mixed"
    assert "temper-all" not in [node.id for node in setup.nodes()]
    setup.press("details")
    assert setup.find("All bots: who they hit").value == "Mixed"
    setup.press("temper-all")
    setup.press("temper-all.even")
    setup.press("level-all")
    setup.press("level-all.beginner")
    assert {(p.level, p.targeting) for p in plan(setup).players[1:]} == {("beginner", Targeting.EVEN)}
    assert setup.control("temper-all").value == "Even-handed"
    assert {setup.control(f"temper-{seat}").value for seat in (1, 2, 3)} == {"Even-handed"}
    setup.press("details")
    assert "temper-all" not in [node.id for node in setup.nodes()]
    assert [setup.control(f"level-{seat}").value for seat in ("all", 1, 2, 3)] == ["Beginner"] * 4


def test_manner_is_sporting_by_default_and_kept_with_the_match(setup: Driver) -> None:
    assert setup.find("Play style").value == "Sporting"
    assert setup.control("manner_about").name.startswith("Sporting:")
    setup.click("Gentle")
    assert setup.control("manner_about").name.startswith("Gentle:")
    setup.click("Start")
    assert setup.app.settings.machine.plan
    assert setup.app.settings.machine.plan.aggression is Aggression.GENTLE
    setup.app.go_home()
    setup.press("race.setup")
    assert setup.find("Play style").value == "Gentle"
    assert plan(setup).aggression is Aggression.GENTLE


def test_match_against_one_bot_has_no_choice_for_all_bots(setup: Driver) -> None:
    setup.press("details")
    setup.press("seats.2")
    assert [node.id for node in setup.nodes() if node.role == "combobox"] == [
        "driver-1", "level-1", "temper-1", "rules", "length",
    ]  # fmt: skip
    assert setup.find("Play style").value == "Sporting"


def test_fields_of_a_bot_are_named_after_it(setup: Driver) -> None:
    setup.press("details")
    assert setup.control("level-1").name == "Carla: level"
    assert setup.control("temper-1").name == "Carla: who to hit"


def test_level_and_temper_are_chosen_by_keys_alone(setup: Driver) -> None:
    setup.press("details")
    focus(setup, "temper-all")
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        setup.key(key)
    assert {p.targeting for p in plan(setup).players[1:]} == {Targeting.SPARES}
    focus(setup, "manner")
    setup.key(pygame.K_RIGHT)
    assert plan(setup).aggression is Aggression.GENTLE


@pytest.mark.parametrize("language", LANGUAGES)
def test_partners_are_named_in_their_rows(language: str) -> None:
    set_language(language)
    teams = DEFAULT_PLAN.with_seating(4, Seating.TEAMS)
    assert [bool(partner_line(teams, seat)) for seat in range(4)] == [False, True, True, True]
    assert not any(partner_line(DEFAULT_PLAN, seat) for seat in range(4))


def test_match_may_be_long_or_short(setup: Driver) -> None:
    setup.press("length")
    setup.click("10,000 points")
    assert (plan(setup).setup.target_score, plan(setup).setup.legs) == (10000, None)
    setup.press("length")
    setup.click("1 leg")
    assert (plan(setup).setup.target_score, plan(setup).setup.legs) == (None, 1)


def test_extension_can_be_switched_off(setup: Driver) -> None:
    setup.press("details")
    assert setup.find("Extension").value == "on"
    setup.click("Extension")
    assert setup.find("Extension").value == "off"
    assert not plan(setup).setup.options.extension


def test_switch_without_meaning_is_off_and_disabled(setup: Driver) -> None:
    setup.press("details")
    setup.press("rules")
    setup.press("rules.mille_miglia")
    extension = setup.find("Extension")
    assert (extension.enabled, extension.value) == (False, "off")
    setup.click("Extension")
    assert setup.find("Extension").value == "off"


def test_bonus_of_500_is_offered_only_where_the_rules_have_it(setup: Driver) -> None:
    setup.press("details")
    offered = {}
    for rules_id in RULE_SETS:
        setup.press("rules")
        setup.press(f"rules.{rules_id}")
        offered[rules_id] = setup.control("no-100-bonus").enabled
    assert offered == {"winning_moves": False, "piatnik": False, "dujardin": True, "mille_miglia": False}


def test_bonus_of_500_is_taken_into_the_match(setup: Driver) -> None:
    setup.press("details")
    setup.press("rules")
    setup.press("rules.dujardin")
    setup.press("no-100-bonus")
    assert plan(setup).setup.options.no_100_bonus


def test_plan_follows_the_language_only_until_it_is_chosen(setup: Driver) -> None:
    setup.app.set_language("hu")
    setup.pump()
    assert plan(setup).setup.rules == "piatnik"
    setup.press("seats.2")
    setup.app.set_language("fr")
    setup.pump()
    assert plan(setup).setup.rules == "piatnik"


def test_setup_of_one_leg_is_a_race_and_leaves_the_length_of_the_match(setup: Driver) -> None:
    assert setup.control("title").name == "New match"
    setup.press("length")
    setup.press("length.legs-3")
    setup.click("Start")
    setup.app.go_home()
    setup.settle()
    setup.press("race.length.leg")
    setup.press("race.setup")
    assert (setup.control("title").name, setup.control("length").value) == ("Race", "1 leg")
    setup.press("seats.3")
    setup.click("Start")
    setup.app.go_home()
    setup.settle()
    assert setup.find("Race").value == "3 drivers, solo"
    setup.press("race.length.match")
    setup.press("race.setup")
    assert (plan(setup).setup.seats, plan(setup).setup.legs) == (3, 3)


def test_mille_miglia_of_one_leg_is_a_race(setup: Driver) -> None:
    setup.press("rules")
    setup.press("rules.mille_miglia")
    assert setup.control("title").name == "Race"
    assert setup.control("length").value == "1 leg"


def test_start_begins_the_chosen_match_and_remembers_it(setup: Driver) -> None:
    setup.press("seating.teams")
    setup.click("Start")
    assert (setup.session.setup.seats, setup.session.setup.seating) == (4, Seating.TEAMS)
    assert setup.app.settings.machine.plan
    assert setup.app.settings.machine.plan.setup == setup.session.setup


def test_back_button_leaves_the_settings_alone(setup: Driver) -> None:
    setup.click("2")
    setup.click("Close")
    assert setup.scene == "title"
    assert setup.app.settings.machine.plan is None


# -- house rules ------------------------------------------------------------------------------------------------------


def house_rules(driver: Driver) -> dict[str, str | None]:
    return {node.id: node.value for node in driver.nodes() if node.id in HOUSE_RULES}


def test_house_rules_are_folded_below_the_seats_and_say_which_are_on(driver: Driver) -> None:
    driver.press("race.setup")
    assert (house_rules(driver), driver.control("house_about").name) == ({}, "Rolling start · Eight cards")
    driver.press("house_rules")
    assert house_rules(driver) == dict.fromkeys(HOUSE_RULES, "on")
    assert driver.control("house_about").name == "not in any booklet"
    ids = [node.id for node in driver.nodes()]
    assert ids.index("level-3") < ids.index("house_rules") < ids.index("rolling_start") < ids.index("rules")
    driver.press("rolling_start")
    driver.press("house_rules")
    assert driver.control("house_about").name == "Eight cards"


def test_house_rules_are_off_in_a_match_and_can_be_chosen_for_any_table(setup: Driver) -> None:
    setup.press("house_rules")
    for rules_id in RULE_SETS:
        setup.press("rules")
        setup.press(f"rules.{rules_id}")
        setup.press("length")
        setup.press("length.points-5000")
        for option in seatings(rules_id):
            setup.press(f"seats.{option.seats}")
            setup.press(f"seating.{option.seating.value}")
            assert plan(setup).house_rules == ()
    setup.press("eight_cards")
    for option in seatings(rules_id):
        setup.press(f"seats.{option.seats}")
        setup.press(f"seating.{option.seating.value}")
        assert plan(setup).house_rules == ("eight_cards",)


def test_house_rules_follow_seats_and_length_until_they_are_chosen(driver: Driver) -> None:
    driver.press("race.setup")
    for key, found in (("seats.3", ()), ("seats.4", HOUSE_RULES), ("seating.teams", ()), ("seating.solo", HOUSE_RULES)):
        driver.press(key)
        assert plan(driver).house_rules == found, key
    driver.press("length")
    driver.press("length.points-5000")
    assert plan(driver).house_rules == ()
    driver.press("length")
    driver.press("length.legs-1")
    driver.press("house_rules")
    driver.press("eight_cards")
    for key in ("seats.2", "seats.4"):
        driver.press(key)
        assert plan(driver).house_rules == ("rolling_start",), key


def test_house_rules_switched_off_stay_off_in_the_next_race(driver: Driver) -> None:
    driver.press("race.setup")
    driver.press("house_rules")
    for rule in HOUSE_RULES:
        driver.press(rule)
    driver.click("Start")
    assert driver.session.setup.options.house_rules == ()
    driver.app.go_home()
    driver.settle()
    assert driver.find("Race").value == "4 drivers, solo"
    driver.press("race")
    assert driver.session.setup.options.house_rules == ()


def test_house_rules_are_switched_by_keys_alone(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        driver.press("race.setup")
        focus(driver, "level-all")
        driver.key(pygame.K_TAB)
        assert driver.focused == "house_rules"
        driver.key(pygame.K_RETURN)
        for rule in HOUSE_RULES:
            driver.key(pygame.K_TAB)
            assert driver.focused == rule
            driver.key(pygame.K_SPACE)
        assert plan(driver).house_rules == ()


def test_setup_is_operated_by_keys_alone(setup: Driver) -> None:
    def tab_to(id: str) -> None:
        for _ in range(20):
            if setup.focused == id:
                return
            setup.key(pygame.K_TAB)
        pytest.fail(f"Tab never came to {id}")

    tab_to("seating.solo")
    setup.key(pygame.K_RIGHT)
    assert plan(setup).setup.seating is Seating.TEAMS
    tab_to("rules")
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN):
        setup.key(key)
    assert plan(setup).setup.rules == RULE_SETS[1]
    tab_to("start")
    setup.key(pygame.K_RETURN)
    assert setup.app.session


def test_setup_tells_when_the_booklet_does_not_seat_players_so() -> None:
    note = seating_note(DEFAULT_PLAN.setup)
    assert note == "Four solo is our own addition: 8 hazards left out to keep the race moving."
    assert seating_note(DEFAULT_PLAN.with_seating(4, Seating.TEAMS).setup) is None
    assert seating_note(DEFAULT_PLAN.with_rules("mille_miglia").setup) is None


def test_length_of_the_plan_is_always_among_the_choices() -> None:
    for odd in (DEFAULT_PLAN.with_target_score(1234), DEFAULT_PLAN.with_legs(7)):
        key = f"legs-{odd.setup.legs}" if odd.setup.legs else f"points-{odd.setup.target_score}"
        assert key in dict(length_options(odd.setup))


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_rules_summary_tells_the_distance(window: None, rules_id: str) -> None:
    said = " ".join(plan_lines(DEFAULT_PLAN.with_rules(rules_id)))
    assert ("1,000 km" in said) if rules_id == "mille_miglia" else ("700 km" in said)


def test_match_summary_tells_what_was_changed(window: None) -> None:
    book = DEFAULT_PLAN.with_rules("dujardin")
    changed = book.with_legs(3).with_options(Options(extension=False, no_100_bonus=True))
    said = " ".join(plan_lines(changed))
    assert "extend it" in " ".join(plan_lines(book))
    assert "extend it" not in said
    assert length_line(changed.setup) == "3 legs decide: the most points win."
    assert "Winning a leg without 200s and 100s earns 500 more points." in said


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_match_summary_has_whole_sentences(rules_id: str, code: str) -> None:
    set_language(code)
    _source, *sentences = plan_lines(DEFAULT_PLAN.with_rules(rules_id))
    assert all(sentence.endswith(".") and sentence[0].isupper() | sentence[0].isdigit() for sentence in sentences)


def test_rule_set_summaries_are_true() -> None:
    common, piatnik, dujardin, mille = (load_rules(rules_id) for rules_id in RULE_SETS)
    assert common.won_turn_safety_plays_on
    assert piatnik.points.coup_fourre < common.points.coup_fourre
    assert piatnik.limit_lands_on < common.limit_lands_on
    assert dujardin.safety_plays_on
    assert dujardin.when_pile_empty is PileEmpty.UNTIL_HANDS_EMPTY
    assert mille.nearest_wins
    assert (mille.match_legs, mille.points.left_in_hand < 0) == (1, True)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350), (3840, 2160)])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_panels_end_where_the_seats_do(tmp_path: Path, size: tuple[int, int], seats: int) -> None:
    with open_window(tmp_path, size=size) as driver:
        driver.press("race.setup")
        driver.press(f"seats.{seats}")
        root = driver.top(TreeForm).root
        (halves,) = (box for box in boxes(root) if isinstance(box, Flow) and isinstance(box.children[0], Column))
        left, right = halves.children
        assert left.rect.bottom == right.rect.bottom == right.children[-1].rect.bottom
        lefts = {driver.control(f"level-{seat}").rect[0] for seat in range(1, seats)}
        assert len(lefts) == 1, "the fields stand below each other"
        assert list(strays(root)) == []


@pytest.mark.parametrize(("size", "language"), rooms((1280, 720), (1080, 1350)))
def test_lists_and_manners_on_the_setup_all_have_room(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    with open_window(tmp_path, language=language, size=size) as driver:
        driver.press("race.setup")
        for manner in Aggression:
            driver.press(f"manner.{manner.value}")
        driver.press("details")
        for field in ("driver-1", "level-1", "temper-1"):
            driver.press(field)
            driver.key(pygame.K_ESCAPE)
        driver.press("length")
        assert text.overflows == []


def test_compare_button_opens_the_rules_of_the_chosen_set(setup: Driver) -> None:
    setup.press("rules")
    setup.press("rules.dujardin")
    setup.press("compare")
    assert setup.scene == "rules"
    assert setup.control("contents").value == "What is different here"
    setup.key(pygame.K_ESCAPE)
    assert setup.control("rules").value == "1000 Bornes, Dujardin"


# -- friends ----------------------------------------------------------------------------------------------------------


def test_friend_is_added_by_a_button_and_not_in_a_bots_list(setup: Driver) -> None:
    setup.press("driver-1")
    assert not {"Player 2", "Zoé"} & {node.name for node in setup.nodes() if node.role == "option"}
    setup.key(pygame.K_ESCAPE)
    setup.press("add")
    assert [player.is_human for player in plan(setup).players] == [True, False, False, True]
    assert setup.control("driver-3").value == "Player 4"
    setup.click("Remove Player 4")
    assert [player.driver for player in plan(setup).players[1:]] == ["carla", "hugo", "bruno"]


def test_friend_becomes_the_partner_in_teams(setup: Driver) -> None:
    setup.press("seating.teams")
    setup.press("add")
    assert [player.is_human for player in plan(setup).players] == [True, False, True, False]


def test_friend_gets_another_seat_where_no_bot_sits_up_to_the_rules_limit(setup: Driver) -> None:
    setup.press("seats.2")
    for _ in range(5):
        setup.press("add")
    assert (plan(setup).setup.seats, all(player.is_human for player in plan(setup).players)) == (6, True)
    assert not setup.control("add").enabled
    assert "manner" not in [node.id for node in setup.nodes()], "no bot drives"


def test_friend_is_chosen_among_the_profiles(setup: Driver) -> None:
    settings = setup.app.settings
    zoe = Profile("zoe", "Zoé")
    setup.app.save_settings(replace(settings, people=(*settings.people, person(zoe))))
    setup.press("add")
    setup.press("driver-3")
    setup.click("Zoé")
    assert plan(setup).players[3].profile == zoe

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.engine.observation import Seating
from game.engine.rules import RULE_SETS
from game.scenes.seat_rows import SeatRow, partner_line
from game.scenes.setup import SetupScene, changes_lines, length_options, rules_lines
from game.scenes.setup_layout import setup_layout
from game.session.players import Temper
from game.session.setup import DEFAULT_PLAN, Plan, seatings, with_legs, with_rules, with_seating, with_target_score
from game.ui import text
from game.ui.i18n import LANGUAGES, set_language
from game.ui.scene import text_factor, unit
from game.ui.words.rulesets import seating_note
from tests.window import Driver, open_window


@pytest.fixture(autouse=True)
def _no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "show_table", lambda _app: None)


@pytest.fixture
def setup(driver: Driver) -> Driver:
    driver.click("New match…")
    return driver


def plan(driver: Driver) -> Plan:
    assert isinstance(driver.app.scene, SetupScene)
    return driver.app.scene.plan


def seats_shown(driver: Driver) -> list[str | None]:
    return [node.value for node in driver.nodes() if node.id.startswith("driver-")]


def test_it_begins_with_the_match_started_last(setup: Driver) -> None:
    assert setup.scene == "setup"
    assert plan(setup) == DEFAULT_PLAN
    assert setup.focused == "start"


@pytest.mark.parametrize(
    ("rules_id", "labels"),
    [
        ("winning_moves", ["2", "3", "4 alone", "2 teams", "3 teams"]),
        ("mille_miglia", ["2", "3", "4", "5", "6"]),
    ],
)
def test_the_seatings_are_those_of_the_rule_set(setup: Driver, rules_id: str, labels: list[str]) -> None:
    setup.press("rules")
    setup.press(f"rules.{rules_id}")
    assert [node.name for node in setup.nodes() if node.role == "radio"] == labels


def test_there_is_a_row_for_every_bot(setup: Driver) -> None:
    for name, bots in (("2", 1), ("3 teams", 5), ("4 alone", 3)):
        setup.click(name)
        assert len(seats_shown(setup)) == bots


def test_a_driver_taken_from_another_seat_changes_places(setup: Driver) -> None:
    before = seats_shown(setup)
    setup.press("driver-1")
    setup.click(before[1] or "")
    assert seats_shown(setup) == [before[1], before[0], before[2]]


def test_level_and_temper_are_chosen_for_each_bot_and_kept_with_the_match(setup: Driver) -> None:
    setup.press("level-1")
    setup.click("Master")
    setup.press("temper-3")
    setup.click("Spares you")
    assert [setup.control(f"level-{seat}").value for seat in (1, 2, 3)] == ["Master", "Steady", "Skilled"]
    setup.click("Start")
    assert setup.app.session
    players = setup.app.session.players
    assert (players[1].level, players[3].temper) == ("master", Temper.SPARES)
    assert setup.app.settings.plan.players == players


def test_one_control_sets_the_temper_of_all_bots_and_one_their_level(setup: Driver) -> None:
    assert (setup.find("Temper of all drivers").value, setup.find("Level of all drivers").value) == ("Mixed", "Mixed")
    setup.click("Temper of all drivers")
    setup.click("Even-handed")
    setup.click("Level of all drivers")
    setup.click("Beginner")
    assert {(p.level, p.temper) for p in plan(setup).players[1:]} == {("beginner", Temper.EVEN)}
    assert setup.find("Temper of all drivers").value == "Even-handed"
    assert {setup.control(f"temper-{seat}").value for seat in (1, 2, 3)} == {"Even-handed"}


def test_against_one_bot_there_is_nothing_to_set_for_all(setup: Driver) -> None:
    setup.press("seating.2-solo")
    assert [node.id for node in setup.nodes() if node.role == "combobox"] == [
        "driver-1", "level-1", "temper-1", "rules", "length",
    ]  # fmt: skip


def test_the_fields_of_a_bot_are_named_after_it(setup: Driver) -> None:
    assert setup.control("level-1").name == "Carla: level"
    assert setup.control("temper-1").name == "Carla: temper"


def test_level_and_temper_are_chosen_by_keys_alone(setup: Driver) -> None:
    setup.app.scene.controls.focus("temper-all")  # type: ignore[attr-defined]
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        setup.key(key)
    assert {p.temper for p in plan(setup).players[1:]} == {Temper.SPARES}
    setup.key(pygame.K_TAB)
    assert setup.focused == "driver-1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_partners_are_named_in_their_rows(language: str) -> None:
    set_language(language)
    teams = with_seating(DEFAULT_PLAN, 4, Seating.TEAMS)
    assert [bool(partner_line(teams, seat)) for seat in range(4)] == [False, True, True, True]
    assert not any(partner_line(DEFAULT_PLAN, seat) for seat in range(4))


def test_the_match_may_be_long_or_short(setup: Driver) -> None:
    setup.press("length")
    setup.click("10,000 points")
    assert (plan(setup).setup.target_score, plan(setup).setup.legs) == (10000, None)
    setup.press("length")
    setup.click("1 leg")
    assert (plan(setup).setup.target_score, plan(setup).setup.legs) == (None, 1)


def test_the_extension_can_be_switched_off(setup: Driver) -> None:
    assert setup.find("Extension").value == "on"
    setup.click("Extension")
    assert setup.find("Extension").value == "off"
    assert not plan(setup).setup.options.extension


def test_a_switch_without_meaning_is_off_and_disabled(setup: Driver) -> None:
    setup.press("rules")
    setup.press("rules.mille_miglia")
    extension = setup.find("Extension")
    assert (extension.enabled, extension.value) == (False, "off")
    setup.click("Extension")
    assert setup.find("Extension").value == "off"


def test_the_500_variant_is_there_where_the_rules_offer_it(setup: Driver) -> None:
    offered = {}
    for rules_id in RULE_SETS:
        setup.press("rules")
        setup.press(f"rules.{rules_id}")
        offered[rules_id] = setup.control("no-100-bonus").enabled
    assert offered == {"winning_moves": False, "piatnik": False, "dujardin": True, "mille_miglia": False}


def test_the_bonus_is_taken_into_the_match(setup: Driver) -> None:
    setup.press("rules")
    setup.press("rules.dujardin")
    setup.press("no-100-bonus")
    assert plan(setup).setup.options.no_100_bonus


def test_start_begins_the_match_chosen_and_remembers_it(setup: Driver) -> None:
    setup.click("2 teams")
    setup.click("Start")
    assert setup.app.session
    assert (setup.app.session.setup.seats, setup.app.session.setup.seating) == (4, Seating.TEAMS)
    assert setup.app.settings.plan.setup == setup.app.session.setup


def test_back_leaves_the_settings_alone(setup: Driver) -> None:
    setup.click("2")
    setup.click("Back")
    assert setup.scene == "title"
    assert setup.app.settings.plan == DEFAULT_PLAN


def test_everything_is_chosen_by_keys_alone(setup: Driver) -> None:
    def tab_to(id: str) -> None:
        for _ in range(20):
            if setup.focused == id:
                return
            setup.key(pygame.K_TAB)
        pytest.fail(f"Tab never came to {id}")

    tab_to("seating.4-solo")
    setup.key(pygame.K_RIGHT)
    assert plan(setup).setup.seating is Seating.TEAMS
    tab_to("rules")
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN):
        setup.key(key)
    assert plan(setup).setup.rules == RULE_SETS[1]
    tab_to("start")
    setup.key(pygame.K_RETURN)
    assert setup.app.session


def test_it_says_when_the_booklet_does_not_seat_players_so() -> None:
    assert seating_note(DEFAULT_PLAN.setup) == "The booklet seats four as two teams; each alone is our addition."
    assert seating_note(with_seating(DEFAULT_PLAN, 4, Seating.TEAMS).setup) is None


def test_the_plan_s_own_length_is_always_among_the_choices() -> None:
    for odd in (with_target_score(DEFAULT_PLAN, 1234), with_legs(DEFAULT_PLAN, 7)):
        key = f"legs-{odd.setup.legs}" if odd.setup.legs else f"points-{odd.setup.target_score}"
        assert key in dict(length_options(odd))


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_the_words_about_the_rules_tell_the_distance(rules_id: str) -> None:
    said = " ".join(line for _face, line in rules_lines(with_rules(DEFAULT_PLAN, rules_id)))
    assert ("1,000 km" in said) if rules_id == "mille_miglia" else ("700 km" in said)


SIZES = [(960, 540), (1280, 720), (1920, 1080), (1080, 1350), (2560, 1080), (1024, 768), (3840, 2160)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_nothing_overlaps_and_all_lies_on_the_plate(size: tuple[int, int], seats: int) -> None:
    places = setup_layout(size, seats)
    rules = places.rules
    rects = [
        places.head, places.seats.heading, places.seats.seating, *places.seats.rows,
        rules.heading, rules.choice, rules.about, *rules.options, rules.back, rules.start,
    ]  # fmt: skip
    assert pygame.Rect(0, 0, *size).contains(places.plate)
    for i, rect in enumerate(rects):
        assert places.plate.contains(rect)
        assert rect.collidelist(rects[:i]) == -1
    assert all(rect.h >= 32 for rect in (*places.seats.rows, *rules.options, rules.back, rules.start))
    assert rules.about.h >= 60


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_fields_of_a_row_lie_in_it_side_by_side_and_can_be_pressed(size: tuple[int, int], seats: int) -> None:
    t = text_factor(unit(size))
    for rect in setup_layout(size, seats).seats.rows:
        row = SeatRow(rect, 1, t)
        places = [row.field(0), row.field(1), row.field(2), row.line, *([row.car] if row.car else [])]
        for i, place in enumerate(places):
            assert rect.contains(place), (i, place, rect)
            assert place.collidelist(places[:i]) == -1
        assert all(field.h >= 32 and field.w >= 90 for field in places[:3])
        assert row.line_px >= 12


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_wider_than_its_place(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    with open_window(tmp_path, language=language, size=size) as driver:
        driver.press("setup")
        for rules_id in RULE_SETS:
            driver.press("rules")
            driver.press(f"rules.{rules_id}")
            for option in seatings(rules_id):
                driver.press(f"seating.{option.seats}-{option.seating.value}")
        for field in ("driver-1", "level-1", "temper-1"):
            driver.press(field)
            driver.key(pygame.K_ESCAPE)
        driver.press("length")
        assert text.overflows == []


def test_it_tells_what_the_chosen_rules_change_against_the_first(setup: Driver) -> None:
    assert "Different from" not in setup.control("about").name
    setup.press("rules")
    setup.press("rules.piatnik")
    about = setup.control("about").name
    assert "Different from Winning Moves 2006" in about
    assert "Coups fourrés (200)" in about
    assert "2 more" in about


def test_what_does_not_fit_beside_the_changes_is_counted() -> None:
    told = [line for _face, line in changes_lines(with_rules(DEFAULT_PLAN, "mille_miglia"))]
    more = [int(re.findall(r"(\d+) more", line)[0]) for line in told]
    assert len(told) == 6
    assert more == list(range(more[0], more[0] + 6))
    assert all(len(line) < len(longer) for longer, line in pairwise(told))


def test_the_compare_button_opens_the_rules_of_the_chosen_set(setup: Driver) -> None:
    setup.press("rules")
    setup.press("rules.dujardin")
    setup.press("compare")
    assert setup.scene == "rules"
    assert setup.control("contents").value == "What is different here"
    setup.key(pygame.K_ESCAPE)
    assert setup.control("rules").value == "1000 Bornes, Dujardin"

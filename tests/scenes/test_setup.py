from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.engine.rules import RULE_SETS, PileEmpty, Seating, load_rules
from game.engine.setup import Options
from game.i18n import LANGUAGES, set_language
from game.scenes.setup.layout import setup_layout
from game.scenes.setup.painting import SeatRow, partner_line, rules_lines
from game.scenes.setup.scene import SetupScene, length_options
from game.session.players import LEVELS, Manner, Temper, seated
from game.session.setup import (
    DEFAULT_PLAN,
    Plan,
    seatings,
    with_legs,
    with_options,
    with_rules,
    with_seating,
    with_target_score,
)
from game.ui.drawing import text
from game.ui.scene import text_factor, unit
from game.ui.widgets import Dropdown
from game.words.rulesets import seating_note
from game.words.settings import level_name, temper_name
from tests.fit import rooms
from tests.window import Driver, middle, open_window


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
    ("rules_id", "numbers"), [("winning_moves", ["2", "3", "4", "6"]), ("mille_miglia", ["2", "3", "4", "5", "6"])]
)
def test_only_what_the_rules_seat_can_be_chosen(setup: Driver, rules_id: str, numbers: list[str]) -> None:
    setup.press("rules")
    setup.press(f"rules.{rules_id}")
    counts = [node for node in setup.nodes() if node.id.startswith("seats.")]
    assert [node.name for node in counts] == ["2", "3", "4", "5", "6"]
    assert [node.name for node in counts if node.enabled] == numbers


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_every_seating_of_the_rules_can_be_chosen(setup: Driver, rules_id: str) -> None:
    setup.press("rules")
    setup.press(f"rules.{rules_id}")
    for option in seatings(rules_id):
        setup.press(f"seats.{option.seats}")
        setup.press(f"seating.{option.seating.value}")
        assert (plan(setup).setup.seats, plan(setup).setup.seating) == (option.seats, option.seating)
        assert len(seats_shown(setup)) == option.seats - 1


def test_what_the_rules_do_not_seat_says_why_and_is_not_chosen(setup: Driver) -> None:
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


def test_keys_pass_over_what_cannot_be_chosen_and_tell_why_at_the_end(setup: Driver) -> None:
    focus(setup, "seats")
    setup.key(pygame.K_RIGHT)
    assert plan(setup).setup.seats == 6
    setup.key(pygame.K_LEFT)
    assert (plan(setup).setup.seats, plan(setup).setup.seating) == (4, Seating.TEAMS)
    setup.key(pygame.K_LEFT)
    focus(setup, "seating")
    setup.key(pygame.K_RIGHT)
    assert (plan(setup).setup.seats, plan(setup).setup.seating) == (3, Seating.SOLO)
    assert setup.control("reason").name == "With these rules, 3 players race alone."
    setup.key(pygame.K_TAB)
    assert "reason" not in [node.id for node in setup.nodes()]


def focus(driver: Driver, id: str) -> None:
    assert isinstance(driver.app.scene, SetupScene)
    driver.app.scene.controls.focus(id)


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
    assert setup.app.settings.plan
    assert setup.app.settings.plan.players == seated(players, None)


def test_what_is_for_all_bots_stands_in_a_band_above_the_seats(setup: Driver) -> None:
    assert (setup.find("All bots: level").value, setup.find("All bots: who they hit").value) == ("Mixed", "Mixed")
    setup.click("All bots: who they hit")
    setup.click("Even-handed")
    setup.click("All bots: level")
    setup.click("Beginner")
    assert {(p.level, p.temper) for p in plan(setup).players[1:]} == {("beginner", Temper.EVEN)}
    assert setup.find("All bots: who they hit").value == "Even-handed"
    assert {setup.control(f"temper-{seat}").value for seat in (1, 2, 3)} == {"Even-handed"}
    places = setup_layout(setup.app.size, 4, 3).seats
    assert all(places.band.rect.bottom < row.y for row in places.rows)


def test_the_manner_is_sporting_unless_another_is_chosen_and_is_kept_with_the_match(setup: Driver) -> None:
    assert setup.find("Play style").value == "Sporting"
    assert "Sporting:" in setup.control("about").name
    setup.click("Gentle")
    assert "Gentle:" in setup.control("about").name
    setup.click("Start")
    assert setup.app.settings.plan
    assert setup.app.settings.plan.manner is Manner.GENTLE
    setup.app.go_home()
    setup.press("setup")
    assert setup.find("Play style").value == "Gentle"
    assert plan(setup).manner is Manner.GENTLE


def test_against_one_bot_only_the_manner_stands_in_the_band(setup: Driver) -> None:
    setup.press("seats.2")
    assert [node.id for node in setup.nodes() if node.role == "combobox"] == [
        "driver-1", "level-1", "temper-1", "rules", "length",
    ]  # fmt: skip
    assert setup.find("Play style").value == "Sporting"


def test_the_fields_of_a_bot_are_named_after_it(setup: Driver) -> None:
    assert setup.control("level-1").name == "Carla: level"
    assert setup.control("temper-1").name == "Carla: who to hit"


def test_level_and_temper_are_chosen_by_keys_alone(setup: Driver) -> None:
    setup.app.scene.controls.focus("temper-all")  # type: ignore[attr-defined]
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        setup.key(key)
    assert {p.temper for p in plan(setup).players[1:]} == {Temper.SPARES}
    setup.key(pygame.K_TAB)
    assert setup.focused == "manner.sporting"
    setup.key(pygame.K_RIGHT)
    assert plan(setup).manner is Manner.GENTLE
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


def test_what_was_not_chosen_yet_follows_the_language_and_what_was_stays(setup: Driver) -> None:
    setup.app.set_language("hu")
    setup.pump()
    assert plan(setup).setup.rules == "piatnik"
    setup.press("seats.2")
    setup.app.set_language("fr")
    setup.pump()
    assert plan(setup).setup.rules == "piatnik"


def test_one_leg_is_kept_as_the_quick_race_and_anything_longer_as_the_match(setup: Driver) -> None:
    assert (setup.control("title").name, setup.control("kept").name) == ("New match", "Saved as your match.")
    setup.press("length")
    setup.press("length.legs-1")
    assert (setup.control("title").name, setup.control("kept").name) == ("Quick race", "Saved as your quick race.")
    setup.press("seats.3")
    setup.click("Start")
    settings = setup.app.settings
    assert settings.plan is None
    assert settings.race
    assert (settings.race.setup.seats, settings.race.setup.legs) == (3, 1)
    (race,) = setup.app.files.match_ids()
    setup.app.files.delete_match(race)
    setup.app.go_home()
    assert setup.find("Quick race").value == "3 drivers, each alone · one leg, about 5 minutes"
    assert setup.find("Play a match").value == "4 drivers, each alone · 5,000 points"
    setup.press("setup")
    assert setup.control("title").name == "New match", "which the sign has promised"
    setup.press("length")
    setup.press("length.legs-1")
    assert plan(setup) == settings.race, "as it was driven last"


def test_the_one_leg_of_mille_miglia_is_a_quick_race(setup: Driver) -> None:
    setup.press("rules")
    setup.press("rules.mille_miglia")
    assert setup.control("title").name == "Quick race"
    assert setup.control("length").value == "1 leg"


def test_start_begins_the_match_chosen_and_remembers_it(setup: Driver) -> None:
    setup.press("seating.teams")
    setup.click("Start")
    assert setup.app.session
    assert (setup.app.session.setup.seats, setup.app.session.setup.seating) == (4, Seating.TEAMS)
    assert setup.app.settings.plan
    assert setup.app.settings.plan.setup == setup.app.session.setup


def test_back_leaves_the_settings_alone(setup: Driver) -> None:
    setup.click("2")
    setup.click("Back")
    assert setup.scene == "title"
    assert setup.app.settings.plan is None


def test_everything_is_chosen_by_keys_alone(setup: Driver) -> None:
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


def test_it_says_when_the_booklet_does_not_seat_players_so() -> None:
    note = seating_note(DEFAULT_PLAN.setup)
    assert note == "Four alone is our own addition: 8 hazards left out to keep the race moving."
    assert seating_note(with_seating(DEFAULT_PLAN, 4, Seating.TEAMS).setup) is None
    assert seating_note(with_rules(DEFAULT_PLAN, "mille_miglia").setup) is None


def test_the_plan_s_own_length_is_always_among_the_choices() -> None:
    for odd in (with_target_score(DEFAULT_PLAN, 1234), with_legs(DEFAULT_PLAN, 7)):
        key = f"legs-{odd.setup.legs}" if odd.setup.legs else f"points-{odd.setup.target_score}"
        assert key in dict(length_options(odd))


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_the_words_about_the_rules_tell_the_distance(window: None, rules_id: str) -> None:
    said = " ".join(rules_lines(with_rules(DEFAULT_PLAN, rules_id)))
    assert ("1,000 km" in said) if rules_id == "mille_miglia" else ("700 km" in said)


def test_the_words_about_the_match_tell_what_was_changed(window: None) -> None:
    book = with_rules(DEFAULT_PLAN, "dujardin")
    changed = with_options(with_legs(book, 3), Options(extension=False, no_100_bonus=True))
    said = " ".join(rules_lines(changed))
    assert "extend it" in " ".join(rules_lines(book))
    assert "extend it" not in said
    assert "3 legs decide: the most points win." in said
    assert "Winning a leg without 200s and 100s earns 500 more points." in said


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_the_words_about_the_match_are_whole_sentences(rules_id: str, code: str) -> None:
    set_language(code)
    _source, *sentences = rules_lines(with_rules(DEFAULT_PLAN, rules_id))
    assert all(sentence.endswith(".") and sentence[0].isupper() | sentence[0].isdigit() for sentence in sentences)


def test_what_is_said_of_each_rule_set_is_so() -> None:
    common, piatnik, dujardin, mille = (load_rules(rules_id) for rules_id in RULE_SETS)
    assert common.won_turn_safety_plays_on
    assert piatnik.points.coup_fourre < common.points.coup_fourre
    assert piatnik.limit_lands_on < common.limit_lands_on
    assert dujardin.safety_plays_on
    assert dujardin.when_pile_empty is PileEmpty.UNTIL_HANDS_EMPTY
    assert mille.nearest_wins
    assert (mille.match_legs, mille.points.left_in_hand < 0) == (1, True)


SIZES = [(960, 540), (1280, 720), (1920, 1080), (1080, 1350), (2560, 1080), (1024, 768), (3840, 2160)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_nothing_overlaps_and_all_lies_on_the_plate(size: tuple[int, int], seats: int) -> None:
    places = setup_layout(size, seats, seats - 1)
    rules, who = places.rules, places.seats
    rects = [
        places.head, who.heading, who.count, who.seating, who.band.rect, *who.rows,
        rules.heading, rules.choice, rules.about, *rules.options, rules.back, rules.start,
    ]  # fmt: skip
    assert pygame.Rect(0, 0, *size).contains(places.plate)
    for i, rect in enumerate(rects):
        assert places.plate.contains(rect)
        assert rect.collidelist(rects[:i]) == -1
    assert all(rect.h >= 34 for rect in who.rows)
    assert all(rect.h >= 32 for rect in (who.count, who.seating, *rules.options, rules.back, rules.start))
    assert rules.about.h >= 110


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_fields_of_a_row_lie_in_it_side_by_side_and_can_be_pressed(size: tuple[int, int], seats: int) -> None:
    t, who = text_factor(unit(size)), setup_layout(size, seats, seats - 1).seats
    for rect in who.rows:
        row = SeatRow(rect, 1, t, who.columns)
        portrait = pygame.Rect(0, 0, row.portrait_px, row.portrait_px)
        portrait.center = who.columns.portrait_x, rect.centery
        places = [portrait, row.field(0), row.field(1), row.field(2), *(p for p in (row.line, row.car) if p)]
        for i, place in enumerate(places):
            assert rect.contains(place), (i, place, rect)
            assert place.collidelist(places[:i]) == -1
        assert all(field.h >= 32 and field.w >= 90 for field in places[1:4])
        assert row.line_px >= 12


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_band_s_fields_stand_above_those_of_the_rows(size: tuple[int, int], seats: int) -> None:
    t, who = text_factor(unit(size)), setup_layout(size, seats, seats - 1).seats
    band, row = who.band, SeatRow(who.rows[0], 0, t, who.columns)
    shown = [band.manner] if not band.captions else [*band.captions, band.level, band.aim, band.manner]
    for i, place in enumerate(shown):
        assert band.rect.contains(place)
        assert place.collidelist(shown[:i]) == -1
    assert (not band.captions) == (seats == 2)
    assert (band.level.x, band.level.w, band.aim.x, band.aim.w) == (
        row.field(1).x, row.field(1).w, row.field(2).x, row.field(2).w,
    )  # fmt: skip
    assert (band.manner.x, band.manner.right) == (band.level.x, band.aim.right)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_level_fits_its_field_in_the_smallest_window(window: None, code: str) -> None:
    set_language(code)
    size = (960, 540)
    who = setup_layout(size, 6, 5).seats
    row, surface = SeatRow(who.rows[1], 1, text_factor(unit(size)), who.columns), pygame.Surface(size)
    for column, names in ((1, [level_name(level) for level in LEVELS]), (2, [temper_name(t) for t in Temper])):
        for name in names:
            field = Dropdown(
                "x", name, row.field(column), [("x", name)], "x", on_change=print, bounds=surface.get_rect()
            )
            field.draw(surface, row.t)
    assert text.overflows == []


@pytest.mark.parametrize(("size", "language"), rooms((1280, 720), (1080, 1350)))
def test_no_text_is_wider_than_its_place(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    with open_window(tmp_path, language=language, size=size) as driver:
        driver.press("setup")
        for rules_id in RULE_SETS:
            driver.press("rules")
            driver.press(f"rules.{rules_id}")
            for option in seatings(rules_id):
                driver.press(f"seats.{option.seats}")
                driver.press(f"seating.{option.seating.value}")
            for manner in Manner:
                driver.press(f"manner.{manner.value}")
        for field in ("driver-1", "level-1", "temper-1"):
            driver.press(field)
            driver.key(pygame.K_ESCAPE)
        driver.press("length")
        assert text.overflows == []


def test_the_compare_button_opens_the_rules_of_the_chosen_set(setup: Driver) -> None:
    setup.press("rules")
    setup.press("rules.dujardin")
    setup.press("compare")
    assert setup.scene == "rules"
    assert setup.control("contents").value == "What is different here"
    setup.key(pygame.K_ESCAPE)
    assert setup.control("rules").value == "1000 Bornes, Dujardin"

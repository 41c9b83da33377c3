from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pygame
import pytest

from game.career.achievements import Achievements
from game.engine.setup import HOUSE_RULES
from game.features.title.scene import TitleScene
from game.features.title.signs import SwingingSign
from game.features.tour.model import stage_of
from game.i18n import menu_order, own_language_name
from game.match.deals import Deal
from game.match.match_file import SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.people.players import HUMAN, with_person_seated
from game.people.profiles import Profile
from game.scenes import background
from game.settings.settings import LessonProgress
from game.settings.user_files import UserFiles
from game.ways import Ways
from tests.fit import look
from tests.match.harness import put_match
from tests.raced_legs import raced_match
from tests.scenes.stages import played_day
from tests.window import Driver, open_window


@pytest.fixture(autouse=True)
def _stay_on_the_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about what leads to the table, not about the table."""
    monkeypatch.setattr(Ways, "show_table", lambda _ways: None)


def leave_a_match(folder: Path) -> None:
    """Begin a match as the title does, and close the program."""
    with open_window(folder) as driver:
        driver.app.start_match(DEFAULT_PLAN)


def saved_match(folder: Path) -> SavedMatch:
    files = UserFiles(folder)
    found = files.latest_match()
    files.close()
    assert isinstance(found, SavedMatch)
    return found


def test_title_offers_the_lesson_first_and_then_the_tour(driver: Driver) -> None:
    buttons = [node.name for node in driver.of_role("button")]
    assert buttons == [
        *("First lesson", "I know the game", "Race", "Set up the race", "The tour", "Daily race"),
        *("Pass and play", "Roadbook"),
        *("English", "Sound on", "Settings", "Rules", "About", "Quit"),
    ]
    assert driver.focused == "lesson"
    driver.click("I know the game")
    assert driver.focused == "tour"
    driver.app.go_home()
    driver.pump()
    assert driver.focused == "tour"
    assert not {"lesson", "knows_game"} & driver.ids()
    assert driver.control("tour").value == "Next stage: Port-Sablon"


def test_title_of_whoever_returns_has_six_signs(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path) as driver:
        assert [sign.id for sign in signs(driver)] == ["continue", "race", "tour", "deals", "one_screen", "roadbook"]


def test_lesson_sign_moves_below_the_race_once_a_race_was_finished(tmp_path: Path) -> None:
    saved = raced_match(1)
    helped = replace(saved, legs=tuple(replace(leg, taken_back=(1,)) for leg in saved.legs))
    for n, kept in enumerate((saved, helped)):
        folder = tmp_path / str(n)
        with open_window(folder, counts=True) as driver:
            assert driver.focused == "lesson"
            put_match(driver.app.files, kept.to_bytes())
            driver.app.refresh_stats()
            driver.until(lambda: driver.focused == "race", "the count")
        with open_window(folder, counts=True) as driver:
            assert driver.focused == "race"  # before it is counted too
            person = driver.app.settings.profile.id
            driver.until(lambda: driver.app.profile_stats(person) is not None, "the count")  # noqa: B023 - at once
            figures = driver.app.profile_stats(person)
            assert figures is not None
            assert (figures.finished, figures.legs) == (1, 1 - n)
            assert (driver.focused, driver.control("lesson").name) == ("race", "First lesson")
            places = [driver.control(id).rect[1] for id in ("race", "lesson", "tour")]
            assert places == sorted(places)


def test_race_starts_the_length_chosen_on_its_sign_which_is_remembered(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        assert driver.find("Race").value == "4 drivers, solo · Rolling start · Eight cards"
        assert lengths(driver) == {"One leg": "on", "To 5,000": "off"}
        driver.press("race.length.match")
        assert driver.find("Race").value == "4 drivers, solo"
        driver.press("race")
        assert driver.session.setup == DEFAULT_PLAN.setup
        driver.app.start_match(DEFAULT_PLAN.with_seats(3).with_legs(3))
    with open_window(tmp_path) as driver:
        assert lengths(driver) == {"One leg": "off", "3 legs": "on"}
        driver.press("race.length.leg")
        driver.press("race")
        assert (driver.session.setup.seats, driver.session.setup.legs) == (3, 1)
        driver.app.go_home()
        driver.settle()
        assert lengths(driver) == {"One leg": "on", "3 legs": "off"}


def lengths(driver: Driver) -> dict[str, str | None]:
    return {node.name: node.value for node in driver.below("race.length.")}


def test_race_sign_is_as_wide_for_a_match_as_for_a_race_by_house_rules(driver: Driver) -> None:
    faces = [sign.face for sign in signs(driver)]
    driver.press("race.length.match")
    driver.settle()
    assert [sign.face for sign in signs(driver)] == faces


def test_race_sign_is_pressed_anywhere_beside_its_controls(driver: Driver) -> None:
    sign, gear = next(sign for sign in signs(driver) if sign.id == "race").face, driver.control("race.setup").rect
    assert sign.contains(gear)
    driver.click(pygame.Rect(gear).center)
    assert driver.scene == "setup"
    driver.key(pygame.K_ESCAPE)
    driver.click((sign.right - sign.h // 2, pygame.Rect(gear).centery))
    assert driver.app.session


def test_rules_never_chosen_follow_the_language(driver: Driver) -> None:
    rules = {}
    for code in ("en", "fr", "hu", "de"):
        driver.app.set_language(code)
        driver.pump()
        rules[code] = driver.app.settings.last_match_plan(code).setup.rules
    assert rules == {"en": "winning_moves", "fr": "dujardin", "hu": "piatnik", "de": "winning_moves"}
    driver.app.set_language("fr")
    driver.pump()
    driver.press("race")
    assert driver.session.setup.rules == "dujardin"


def test_match_once_started_stays_what_it_was_in_another_language(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path, language=None) as driver:
        driver.app.set_language("fr")
        assert driver.app.settings.last_match_plan("fr").setup.rules == "winning_moves"


def test_race_that_was_begun_tells_opponents_and_distances(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("race")
    with open_window(tmp_path) as driver:
        assert driver.find("Continue").value == "Carla, Hugo and Nina · you 0 to 0 km"
        driver.click("Continue")
        assert driver.session.setup.legs == 1


@pytest.mark.parametrize("begun", ["stage", "day", "table"])
def test_continue_is_for_races_and_matches_only(begun: str, tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    about = {
        "stage": ("tour", "Weidenau, under way"),
        "day": ("deals", "under way"),
        "table": ("one_screen", "Player 1 and Mia, leg 1"),
    }
    with open_window(tmp_path) as driver:
        app, deal = driver.app, Deal.draw_random(DEFAULT_PLAN.with_legs(1).setup, Random(1))
        if begun == "stage":
            stage = stage_of("weidenau")
            assert stage is not None
            app.start_stage(stage)
        elif begun == "table":
            app.start_match(DEFAULT_PLAN.with_persons([HUMAN, replace(HUMAN, profile=Profile("mia", "Mia"))]))
        else:
            app.start_deal(DEFAULT_PLAN.with_deal(deal), deal, app.today())
        app.go_home()
        driver.settle()
        assert driver.find("Continue").value == "Carla, Hugo and Nina · leg 1, you 0 to 0"
        id, words = about[begun]
        assert driver.control(id).value == words


def test_race_driven_once_more_or_by_its_code_is_gone_on_with_like_any_other(driver: Driver) -> None:
    deal = Deal.draw_random(DEFAULT_PLAN.with_legs(1).setup, Random(1))
    driver.app.start_deal(DEFAULT_PLAN.with_deal(deal), deal, None)
    driver.app.go_home()
    driver.settle()
    assert driver.find("Continue").value == "Carla, Hugo and Nina · you 0 to 0 km"
    assert driver.control("deals").value == "The same cards for everyone · a friend’s code"


def test_stage_and_deal_of_another_person_are_not_under_way(driver: Driver) -> None:
    stage = stage_of("port_sablon")
    assert stage is not None
    driver.app.start_stage(stage)
    driver.app.save_settings(driver.app.settings.with_profile(Profile("zoe", "Zoé")))
    driver.app.go_home()
    driver.settle()
    assert driver.control("tour").value == "Next stage: Port-Sablon"


def test_lesson_is_offered_to_every_new_person(driver: Driver) -> None:
    driver.click("I know the game")
    assert not driver.shows("lesson")
    driver.app.save_settings(driver.app.settings.with_profile(Profile("zoe", "Zoé")))
    driver.app.go_home()
    driver.settle()
    assert driver.focused == "lesson"


def test_lesson_is_offered_to_a_new_person_while_a_race_of_another_waits(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path) as driver:
        assert not driver.shows("lesson")
        driver.app.save_settings(driver.app.settings.with_profile(Profile("zoe", "Zoé")))
        driver.app.go_home()
        driver.settle()
        assert driver.shows("lesson")
        assert driver.shows("continue")


def test_tab_goes_through_the_signs_post_by_post(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path) as driver:
        way = [driver.focused]
        for _ in range(13):
            driver.key(pygame.K_TAB)
            way.append(driver.focused)
    assert way == [
        *("continue", "race", "race.length.match", "race.setup", "tour", "deals", "one_screen", "roadbook"),
        *("language", "sound", "settings", "rules", "about", "quit"),
    ]


def test_signs_swing_in_one_by_one_and_can_be_pressed_meanwhile(driver: Driver) -> None:
    driver.app.go_home()
    driver.look()
    driver.pump(8)
    shown = [sign.shown for sign in signs(driver)]
    assert shown[0] > shown[-1]
    assert shown[-1] == 0
    assert not driver.app.is_settled
    driver.click("Daily race")
    driver.settle()
    assert driver.scene == "calendar"
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert {sign.shown for sign in signs(driver)} == {1}


def test_signs_fade_in_where_they_are_under_reduced_motion(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(reduced_motion=True))
    driver.app.go_home()
    driver.look()
    driver.pump(3)
    assert len({sign.shown for sign in signs(driver)}) == 1
    assert 0 < signs(driver)[0].shown < 1
    assert not any(sign.is_turning for sign in signs(driver))


def signs(driver: Driver) -> list[SwingingSign]:
    assert isinstance(driver.app.scene, TitleScene)
    return [widget for widget in driver.controls.widgets if isinstance(widget, SwingingSign)]


def test_race_sign_starts_the_default_race_and_saves_it(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.click("Race")
        assert driver.session.setup == DEFAULT_PLAN.with_legs(1).with_house_rules(HOUSE_RULES).setup
        assert driver.session.viewer == 0
        profile = driver.app.settings.profile
    assert saved_match(tmp_path).players == with_person_seated(DEFAULT_PLAN.players, profile)


def test_seed_determines_the_deal(tmp_path: Path) -> None:
    decks = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        leave_a_match(folder)
        decks.append(saved_match(folder).records[0].deck)
    assert decks[0] == decks[1]


def test_enter_presses_the_sign_on_top(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path) as driver:
        assert driver.focused == "continue"
        driver.key(pygame.K_RETURN)
        assert driver.app.session


def test_race_sign_starts_what_its_gear_sets_up(tmp_path: Path) -> None:
    with open_window(tmp_path, language="de") as driver:
        driver.press("race.length.match")
        driver.press("race")
        (match,) = driver.app.files.match_ids()
        driver.app.files.delete_match(match)
        driver.app.set_language("fr")
        driver.app.go_home()
        driver.settle()
        driver.press("race.setup")
        plan = driver.app.scene.plan  # type: ignore[attr-defined]
        driver.app.scene.escape()  # type: ignore[attr-defined]
        driver.press("race")
        assert driver.session.setup == plan.setup == DEFAULT_PLAN.setup


def test_continue_sign_goes_on_with_the_saved_match(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    before = saved_match(tmp_path)
    with open_window(tmp_path, seed=99) as driver:
        driver.click("Continue")
        session = driver.session
        assert session.observation.hand == tuple(sorted(session.observation.hand, key=lambda card: card.id))
    assert saved_match(tmp_path).records[0].deck == before.records[0].deck


@pytest.mark.parametrize("way", [["race.setup", "start"], ["race"]])
def test_new_match_leaves_the_one_before_among_those_kept(tmp_path: Path, way: list[str]) -> None:
    leave_a_match(tmp_path)
    before = saved_match(tmp_path)
    with open_window(tmp_path) as driver:
        for id in way:
            driver.press(id)
        new = driver.session.autosave.id
    files = UserFiles(tmp_path)
    assert files.match_ids() == [new, before.id]
    assert files.load_match(before.id) == before
    files.close()


def test_broken_save_is_told_and_kept_under_another_name(tmp_path: Path) -> None:
    path = put_match(UserFiles(tmp_path), b"not a match")
    with open_window(tmp_path) as driver:
        assert driver.scene == "notice"
        assert "kept.broken-1.json" in driver.control("message").name.replace(" ", "")
        driver.settle()
        driver.click("All right")
        assert driver.scene == "title"
        assert "Continue" not in driver.names()
    assert path.with_name("kept.broken-1.json").read_text() == "not a match"


def test_broken_settings_are_told_and_the_defaults_used(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    with open_window(tmp_path, language=None) as driver:
        assert driver.scene == "notice"
        driver.settle()
        driver.key(pygame.K_RETURN)
        assert driver.scene == "title"
    assert (tmp_path / "settings.broken-1.json").read_text() == "{"


def test_first_start_takes_the_language_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    with open_window(tmp_path, language=None) as driver:
        assert driver.control("language").name == "Magyar"


def test_language_changes_at_once_and_is_there_next_time(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.click("English")
        assert driver.scene == "language"
        listed = [n.name for n in driver.of_role("button") if n.id != "close"]
        assert listed == [own_language_name(code) for code in menu_order()]
        before = driver.pixels()
        driver.click("Deutsch")
        assert driver.scene == "title"
        assert driver.control("language").name == "Deutsch"
        assert driver.pixels() != before
    with open_window(tmp_path, language=None) as driver:
        assert driver.control("language").name == "Deutsch"


def test_language_is_chosen_by_keys_alone(driver: Driver) -> None:
    driver.controls.focus("language")
    for key in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN):
        driver.key(key)
    assert driver.control("language").name == "Français"


def test_sound_is_switched_on_the_title_and_by_its_key(driver: Driver) -> None:
    driver.click("Sound on")
    driver.pump()
    assert driver.app.settings.machine.muted
    assert driver.control("sound").name == "Sound off"
    driver.key(pygame.K_m)
    driver.pump()
    assert driver.control("sound").name == "Sound on"


def test_quit_button_ends_the_program(driver: Driver) -> None:
    driver.click("Quit")
    assert not driver.app.is_running


@pytest.mark.parametrize("size", [(1440, 900), (1600, 900), (1680, 1050), (1100, 540), (980, 560), (1001, 700)])
def test_poster_hides_all_that_was_there_before(window: None, size: tuple[int, int]) -> None:
    hiding = pygame.mask.from_surface(background.picture(size), 254)
    assert hiding.count() == size[0] * size[1]


def test_lesson_that_was_left_waits_on_its_sign(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path) as driver:
        driver.app.save_settings(driver.app.settings.with_values(lesson=LessonProgress(3)))
        driver.app.go_home()
        driver.pump()
        assert driver.focused == "continue"
        assert driver.control("lesson").value == "Pick up where you left off."


def test_picture_button_is_named_where_pointer_or_focus_rests_on_it(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path) as driver:
        driver.settle()
        driver.point("Set up the race")
        assert driver.told("tip") is None
        driver.wait(0.7)
        assert driver.told("tip") == "Set up the race"
        for _ in range(3):
            driver.key(pygame.K_TAB)
        assert driver.told("tip") is None
        assert driver.focused == "race.setup"
        driver.wait(1.0)
        assert driver.told("tip") == "Set up the race"
        driver.key(pygame.K_TAB)
        driver.wait(1.0)
        assert driver.told("tip") is None  # a sign says all


def test_sign_tells_in_a_tooltip_the_words_that_have_no_room_in_large_text(tmp_path: Path) -> None:
    leave_a_match(tmp_path)
    with open_window(tmp_path) as driver:
        standing = driver.control("continue").value
        assert standing
        look(driver, 200)
        assert driver.control("continue").value == standing
        driver.point("Continue")
        driver.wait(0.7)
        assert driver.told("tip") == f"Continue: {standing}"


def test_midnight_brings_another_deal_and_another_week_to_the_title(driver: Driver) -> None:
    sunday = date(2027, 3, 21)
    driver.app.today = lambda: sunday
    driver.app.record_achievement(lambda _before: Achievements({sunday.isoformat(): played_day(sunday, 1450)}))
    driver.app.scene.rebuild_layout()
    driver.settle()
    assert driver.control("deals").value == "Played: 1,450 points"
    assert driver.control("week").name == "Week 11 rally: 1,450 points"
    driver.app.today = lambda: sunday + timedelta(days=1)
    driver.settle()
    assert driver.control("deals").value == "The same cards for everyone · a friend’s code"
    assert driver.control("week").name == "Week 12 rally: 0 points"


def test_title_below_another_screen_is_of_the_new_day_after_midnight(driver: Driver) -> None:
    sunday = date(2027, 3, 21)
    driver.app.today = lambda: sunday
    driver.app.record_achievement(lambda _before: Achievements({sunday.isoformat(): played_day(sunday, 1450)}))
    driver.press("about")
    driver.app.today = lambda: sunday + timedelta(days=1)
    driver.pump(2)
    title = driver.app.scenes[-1]
    assert "Week 12 rally: 0 points" in [node.name for node in title.nodes()]

"""The first lesson by the player's rule set, in the words of that booklet and no other."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.engine.rules import RULE_SETS
from game.features.lesson.end import LessonEndScene
from game.features.lesson.model import COURSES, PUPIL, next_lesson_step
from game.features.lesson.words import lesson_words
from game.features.tour.model import stage_of
from game.i18n import LANGUAGES, set_language
from game.match.plan import DEFAULT_PLAN, DEFAULT_RULES_BY_LANGUAGE
from game.ui.drawing import text
from tests.build.test_proofreading import ELSEWHERE, plain
from tests.cases import each
from tests.features.lesson.lesson_driver import (
    SCRIPT,
    at_task,
    begin_at,
    begin_before,
    choose_rules,
    coach_words,
    is_reading,
    lesson,
    moments,
    moves_made,
    observation,
)
from tests.features.play.test_whole_leg import by_clicking, by_dragging
from tests.nightly import some
from tests.window import Driver, hurry, open_window

OF_LANGUAGE = [(code, DEFAULT_RULES_BY_LANGUAGE.get(code, "winning_moves")) for code in LANGUAGES]
EVERY_PAIR = [(code, rules_id) for code in LANGUAGES for rules_id in RULE_SETS]


def of_another_booklet(code: str, rules_id: str, words: str) -> list[str]:
    """What in these words belongs to a booklet that isn't that of the rule set."""
    return [
        found.group()
        for language, booklets, other in ELSEWHERE
        if language == code and rules_id in booklets
        for found in re.finditer(other.casefold(), plain(words))
    ]


def rules_of(driver: Driver) -> str:
    return lesson(driver).session.setup.rules


# -- which rule set ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "rules_id"), OF_LANGUAGE)
def test_lesson_uses_the_rules_of_the_first_match(tmp_path: Path, code: str, rules_id: str) -> None:
    with open_window(tmp_path, language=code) as driver:
        driver.press("lesson")
        driver.settle()
        assert rules_of(driver) == rules_id == driver.app.settings.last_match_plan(code).setup.rules


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_lesson_uses_the_rule_set_that_the_player_chose(driver: Driver, rules_id: str) -> None:
    choose_rules(driver, rules_id)
    driver.app.start_lesson()
    assert rules_of(driver) == rules_id


def test_lesson_uses_the_rule_set_of_the_match_started_last(driver: Driver) -> None:
    race = DEFAULT_PLAN.with_rules("dujardin").with_legs(1)
    driver.app.save_settings(driver.app.settings.with_values(plan=DEFAULT_PLAN).with_last_match_plan(race))
    driver.app.start_lesson()
    assert rules_of(driver) == "dujardin"


def test_lesson_keeps_its_course_once_the_rule_sets_have_diverged(driver: Driver) -> None:
    begin_at(driver, 20, "mille_miglia")
    before = coach_words(driver), moves_made(driver)
    driver.app.go_home()
    choose_rules(driver, "winning_moves")
    driver.press("lesson")
    hurry(driver)
    assert rules_of(driver) == "mille_miglia"
    assert (coach_words(driver), moves_made(driver)) == before


# -- the whole of it ---------------------------------------------------------------------------------------------------


@each(("code", "rules_id"), EVERY_PAIR)
def test_coach_speaks_in_the_words_of_the_booklet(window: None, code: str, rules_id: str) -> None:
    set_language(code)
    said = (" ".join(lesson_words(note, o, "Carla")) for note, o in moments(rules_id))
    assert [wrong for words in said if (wrong := of_another_booklet(code, rules_id, words))] == []


@pytest.mark.parametrize(("code", "rules_id"), some(EVERY_PAIR, 7))
def test_lesson_steps_all_fit_in_the_words_of_their_booklet(tmp_path: Path, code: str, rules_id: str) -> None:
    beats = COURSES[rules_id].beats
    with open_window(tmp_path, language=code) as driver:
        choose_rules(driver, rules_id)
        driver.app.start_lesson()
        wrong = []
        for _ in range(200):
            hurry(driver)
            if driver.scene == "result":
                break
            if driver.scene == "coup_fourre":
                driver.key(pygame.K_RETURN)
                continue
            wrong += of_another_booklet(code, rules_id, " ".join((*coach_words(driver), *driver.names())))
            if is_reading(driver):
                driver.key(pygame.K_RETURN)
            else:
                now = next_lesson_step(observation(driver))
                assert now is not None
                by_clicking(driver, now.move, observation(driver))
        assert driver.scene == "result"
        assert [m.text for m in driver.session.observation.moves] == [b.move.text for b in beats]
        driver.settle()
        driver.press("go_on")
        driver.settle()
        assert driver.scene == "lesson_end"
        wrong += of_another_booklet(code, rules_id, " ".join(driver.names()))
        assert wrong == []
        assert text.overflows == []


# -- another language in the middle ------------------------------------------------------------------------------------


@each(("code", "rules_id", "at"), [(*pair, at) for pair in OF_LANGUAGE for at in (0, 12, 14, 21, 27)])
def test_language_change_in_mid_lesson_brings_its_rule_set_and_words(
    driver: Driver, at: int, code: str, rules_id: str
) -> None:
    driver.app.go_home()
    driver.app.set_language("en")
    driver.app.save_settings(driver.app.settings.with_values(plan=None))
    begin_before(driver, at)
    hurry(driver)
    before, place = moves_made(driver), driver.app.settings.person.lesson
    assert len(before) == at
    driver.app.set_language(code)
    hurry(driver)
    assert rules_of(driver) == rules_id
    assert moves_made(driver) == before
    if place is not None:
        assert driver.app.settings.person.lesson == replace(place, rules=rules_id)
    said = " ".join((*coach_words(driver), *driver.names()))
    assert of_another_booklet(code, rules_id, said) == []
    assert driver.scene == "lesson"


def test_language_key_keeps_the_notes_read(driver: Driver) -> None:
    driver.app.start_lesson()
    driver.settle()
    driver.press("go_on")
    assert coach_words(driver)[0] == "The goal"
    while driver.app.settings.person.language != "fr":
        driver.key(pygame.K_F2)
        driver.settle()
    assert rules_of(driver) == "dujardin"
    assert coach_words(driver)[0] == "Le but"
    assert "manche" in coach_words(driver)[1]
    assert driver.focused == "go_on"
    driver.key(pygame.K_RETURN)
    assert coach_words(driver)[0] == "Tes cartes"


def test_lesson_past_a_step_of_dujardin_alone_keeps_to_it_in_every_language(driver: Driver) -> None:
    driver.app.set_language("fr")
    driver.app.start_lesson()
    begin_at(driver, 29, "dujardin")
    driver.app.save_settings(driver.app.settings.with_values(plan=None))
    for code in LANGUAGES:
        driver.app.set_language(code)
        hurry(driver)
        assert rules_of(driver) == "dujardin"
    driver.app.set_language("en")
    hurry(driver)
    assert coach_words(driver)[0] == "Before you finish"


def test_language_chosen_in_the_menu_counts_once_the_table_is_seen(driver: Driver) -> None:
    driver.app.start_lesson()
    driver.settle()
    driver.press("menu")
    driver.app.set_language("hu")
    driver.settle()
    assert driver.scene == "menu"
    driver.press("continue")
    driver.settle()
    assert rules_of(driver) == "piatnik"


# -- what is said while cards fly --------------------------------------------------------------------------------------


def said_while_moving(driver: Driver) -> set[str]:
    """All bodies of what the coach says, frame by frame, until something is to be read or done."""
    said = set()
    for _ in range(2_000):
        driver.pump()
        if driver.scene != "lesson":
            break
        scene = lesson(driver)
        if scene.stage.view.coach is not None:
            said.add(scene.stage.view.coach.body)
        if scene.is_settled():
            break
    return said


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_turn_plate_announces_nobody_after_the_last_card(driver: Driver, rules_id: str) -> None:
    beats = COURSES[rules_id].beats
    begin_at(driver, len(beats) - 1, rules_id)
    by_dragging(driver, beats[-1].move, observation(driver))
    said = said_while_moving(driver)
    assert "That takes you to the finish." in said
    assert not [words for words in said if "plays" in words]
    assert coach_words(driver)[0] == "You’ve won!"


@pytest.mark.parametrize(("rules_id", "at"), [("winning_moves", 26), ("mille_miglia", 26), ("dujardin", 29)])
def test_turn_plate_announces_no_rival_where_the_pupil_plays_again(driver: Driver, rules_id: str, at: int) -> None:
    now, after = COURSES[rules_id].beats[at : at + 2]
    assert after.move.seat == PUPIL
    begin_at(driver, at, rules_id)
    if driver.scene == "coup_fourre":
        assert coach_of(driver) == "This is the moment!"
        driver.key(pygame.K_RETURN)
    else:
        by_dragging(driver, now.move, observation(driver))
    said = said_while_moving(driver)
    assert "It’s your turn again." in said
    assert not [words for words in said if "plays" in words]


def coach_of(driver: Driver) -> str:
    coach = lesson(driver).stage.view.coach
    assert coach is not None
    return coach.head


def test_turn_plate_announces_the_rival_after_any_other_card(driver: Driver) -> None:
    at_task(driver, "first_km")
    by_dragging(driver, SCRIPT[2].move, observation(driver))
    assert "Now Carla plays." in said_while_moving(driver)


def test_coach_welcomes_from_the_first_frame(driver: Driver) -> None:
    driver.app.start_lesson()
    heads = set()
    for _ in range(120):
        driver.pump()
        heads.add(coach_of(driver))
    assert heads == {"Welcome!"}


# -- the end -----------------------------------------------------------------------------------------------------------


def show_end(driver: Driver, rules_id: str) -> str:
    """Everything on the lesson's last screen."""
    scene = LessonEndScene(driver.app, rules_id, is_first_time=True)
    driver.app.go_to(scene)
    driver.settle()
    return " ".join(driver.names())


@pytest.mark.parametrize(("code", "rules_id"), EVERY_PAIR)
def test_last_screen_has_one_booklets_words_whatever_else_was_started(tmp_path: Path, code: str, rules_id: str) -> None:
    with open_window(tmp_path, language=code) as driver:
        assert of_another_booklet(code, rules_id, show_end(driver, rules_id)) == []
        for other in RULE_SETS:
            match = DEFAULT_PLAN.with_rules(other)
            for plan in (match, match.with_legs(3)):
                chosen = driver.app.settings.with_last_match_plan(match.with_legs(1)).with_last_match_plan(plan)
                driver.app.save_settings(chosen)
                assert of_another_booklet(code, rules_id, show_end(driver, rules_id)) == []
        for other in RULE_SETS:
            driver.app.start_match(DEFAULT_PLAN.with_rules(other))
            driver.app.go_home()
            said = show_end(driver, rules_id)
            assert driver.control("play").focused
            assert of_another_booklet(code, rules_id, said) == []


def test_race_after_the_lesson_has_its_rule_set_if_none_was_chosen(driver: Driver) -> None:
    stage = stage_of("port_sablon")
    assert stage is not None
    driver.app.start_stage(stage)
    driver.app.set_language("fr")
    show_end(driver, "winning_moves")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.scene == "table", "the race")
    assert driver.session.setup.rules == "winning_moves"
    assert driver.session.setup.legs == 1

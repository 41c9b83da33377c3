"""The first lesson left at any moment, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pygame

from tests.features.lesson.lesson_driver import (
    LAST_NOTES,
    SCRIPT,
    TASKS,
    at_task,
    begin_at,
    begin_before,
    coach_words,
    is_reading,
    marked,
    moves_made,
    observation,
    read,
)
from tests.features.play.test_whole_leg import by_dragging, by_key
from tests.match.harness import kept_match
from tests.window import Driver, hurry, open_window

# -- leaving and coming back -------------------------------------------------------------------------------------------


def leave(driver: Driver) -> None:
    driver.press("menu")
    driver.press("leave")
    hurry(driver)
    assert driver.scene == "title"


def test_lesson_can_be_left_and_resumed_at_every_task(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("race")
        driver.app.go_home()
        driver.until(lambda: any((tmp_path / "matches").glob("*.json")), "the match on disk")
        kept = kept_match(tmp_path).read_bytes()
        for at in TASKS[:-1]:
            begin_at(driver, at)
            by_key(driver, SCRIPT[at].move, observation(driver))
            hurry(driver)
            before = coach_words(driver), moves_made(driver)
            leave(driver)
            driver.press("lesson")
            hurry(driver)
            assert (coach_words(driver), moves_made(driver)) == before
            leave(driver)
            assert driver.control("continue").name == "Continue"
        assert kept_match(tmp_path).read_bytes() == kept


def test_lesson_and_match_survive_closing_the_window(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("lesson")
        driver.settle()
        read(driver)
        driver.key(pygame.K_RETURN)
        driver.settle()
    assert not (tmp_path / "matches").exists()
    with open_window(tmp_path) as driver:
        driver.press("lesson")
        driver.settle()
        assert coach_words(driver)[0] == "Off you go!"


def test_lesson_left_at_a_note_resumes_at_it(tmp_path: Path) -> None:
    places = [(at, i) for at, b in enumerate(SCRIPT) for i in range(len(b.notes))]
    last = [(len(SCRIPT), i) for i in range(len(LAST_NOTES))]
    with open_window(tmp_path) as driver:
        for at, reads in [*places, *last]:
            begin_before(driver, at)
            hurry(driver)
            for _ in range(reads):
                driver.press("go_on")
                hurry(driver)
            before = coach_words(driver), moves_made(driver)
            leave(driver)
            driver.press("rules")
            driver.press("lesson")
            hurry(driver)
            assert (coach_words(driver), moves_made(driver)) == before


def test_read_notes_survive_closing_the_window(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("lesson")
        driver.settle()
        driver.press("go_on")
        assert coach_words(driver)[0] == "The goal"
    with open_window(tmp_path) as driver:
        driver.press("lesson")
        driver.settle()
        assert coach_words(driver)[0] == "The goal"


def test_lesson_left_at_the_coup_fourre_question_resumes_there(driver: Driver) -> None:
    at_task(driver, "nearly_there")
    driver.key(pygame.K_RETURN)
    hurry(driver)
    driver.press("go_on")
    hurry(driver)
    assert driver.scene == "coup_fourre"
    driver.app.go_home()
    driver.press("lesson")
    hurry(driver)
    assert driver.scene == "coup_fourre"


def test_lesson_left_at_the_score_resumes_there(driver: Driver) -> None:
    begin_at(driver, len(SCRIPT))
    hurry(driver)
    assert driver.scene == "result"
    driver.app.go_home()
    driver.press("rules")
    driver.press("lesson")
    hurry(driver)
    assert driver.scene == "result"


def test_menu_tells_what_becomes_of_the_lesson(driver: Driver) -> None:
    at_task(driver, "first_km")
    driver.press("menu")
    assert driver.control("note").name == "You can pick the lesson up where you leave off."
    driver.press("continue")
    begin_at(driver, len(SCRIPT))
    hurry(driver)
    driver.key(pygame.K_ESCAPE)
    assert driver.control("note").name == "You can pick the lesson up where you leave off."


def test_lesson_left_before_any_move_begins_anew(driver: Driver) -> None:
    driver.press("lesson")
    driver.settle()
    leave(driver)
    assert driver.control("lesson").value != "Pick up where you left off."


def test_lesson_left_at_the_finish_counts_as_done(driver: Driver) -> None:
    at_task(driver, "last_card")
    by_dragging(driver, SCRIPT[-1].move, observation(driver))
    driver.settle()
    assert coach_words(driver)[0] == "You’ve won!"
    leave(driver)
    assert "lesson" not in driver.ids()


def test_lesson_left_during_an_attack_resumes_with_it(driver: Driver) -> None:
    at_task(driver, "nearly_there")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert is_reading(driver)
    leave(driver)
    driver.press("lesson")
    driver.settle()
    assert coach_words(driver)[0] == "This is the moment!"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "coup_fourre"


# -- from the rules ----------------------------------------------------------------------------------------------------


def test_rules_lead_to_the_lesson_and_the_match_left_goes_on(driver: Driver) -> None:
    driver.press("race")
    driver.pump(5)
    driver.key(pygame.K_F1)
    driver.press("lesson")
    driver.settle()
    assert driver.scene == "lesson"
    leave(driver)
    assert driver.control("continue")


def test_rules_can_be_read_during_the_lesson(driver: Driver) -> None:
    at_task(driver, "first_km")
    before = coach_words(driver), marked(driver)
    driver.key(pygame.K_F1)
    assert driver.scene == "rules"
    assert "lesson" not in driver.ids()
    driver.key(pygame.K_F1)
    driver.settle()
    assert (coach_words(driver), marked(driver)) == before

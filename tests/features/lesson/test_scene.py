"""The first lesson through the window: offered, played by mouse and keyboard, and finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.engine.observation import Phase
from game.features.lesson.model import PUPIL, next_lesson_step
from game.features.lesson.scene import POINTED_PLACES, LessonScene
from game.features.tour.model import stage_of
from game.people.players import Aggression
from game.settings.settings import AnimationSpeed, BotPace
from game.table.coach import coach_pages, coach_places
from game.table.geometry.box import FloatRect
from game.ui.drawing.theme import THEME
from tests.features.lesson.lesson_driver import (
    EVERY_TASK,
    LAST_NOTES,
    NOTES,
    SCRIPT,
    SIZES,
    Way,
    at_task,
    begin_at,
    begin_before,
    coach_words,
    is_reading,
    lesson,
    marked,
    moves_made,
    observation,
    refusal,
)
from tests.features.play.test_whole_leg import by_clicking, by_dragging, by_key
from tests.monkey.actions import do
from tests.monkey.episode import Episode
from tests.monkey.profiles import clicks, drags, holds, keys, plays, waits
from tests.recording_voice import RecordingVoice, hear, switch_on
from tests.window import Driver, hurry, middle, open_window

# -- the offer ---------------------------------------------------------------------------------------------------------


def test_first_start_offers_the_lesson(driver: Driver) -> None:
    assert {"knows_game", "lesson"} <= driver.ids()
    driver.click("First lesson")
    driver.settle()
    assert driver.scene == "lesson"
    assert coach_words(driver)[0] == "Welcome!"


def test_lesson_is_not_offered_again_once_declined_but_is_found_in_the_rules(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.click("I know the game")
        assert not {"lesson", "knows_game"} & driver.ids()
    with open_window(tmp_path) as driver:
        assert not {"lesson", "knows_game"} & driver.ids()
        driver.press("rules")
        driver.press("lesson")
        driver.settle()
        assert driver.scene == "lesson"


def test_lesson_offer_is_answered_by_keyboard(driver: Driver) -> None:
    while driver.focused != "lesson":
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    assert driver.scene == "lesson"


# -- the whole lesson --------------------------------------------------------------------------------------------------


def take_part(driver: Driver, way: Way) -> None:
    """Read what is to be read and do what is to be done until the score is shown."""
    for _ in range(200):
        hurry(driver)
        if driver.scene == "result":
            return
        if driver.scene == "coup_fourre" or is_reading(driver):
            driver.key(pygame.K_RETURN)
        else:
            o = observation(driver)
            now = next_lesson_step(o)
            assert now is not None
            way(driver, now.move, o)
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize("way", [by_dragging, by_clicking, by_key])
def test_lesson_played_to_its_end_makes_the_game_known(tmp_path: Path, way: Way) -> None:
    with open_window(tmp_path) as driver:
        driver.press("lesson")
        take_part(driver, way)
        driver.settle()
        driver.press("go_on")
        driver.settle()
        assert driver.scene == "lesson_end"
        assert driver.find("You know the game!").role == "text"
        driver.press("to_title")
        assert driver.scene == "title"
        assert "lesson" not in driver.ids()
        assert driver.app.settings.person.lesson is None
    with open_window(tmp_path) as driver:
        assert "lesson" not in driver.ids()


def test_lesson_can_be_finished_by_marked_cards_and_enter_alone(driver: Driver) -> None:
    """Whoever only presses Enter, and H where nothing is marked, gets to the end."""
    driver.press("lesson")
    for _ in range(200):
        hurry(driver)
        if driver.scene == "result":
            break
        if driver.scene == "lesson" and not is_reading(driver) and marked(driver)[0] is None:
            driver.key(pygame.K_h)
            hurry(driver)
        driver.key(pygame.K_RETURN)
    assert driver.scene == "result"


def test_nothing_is_refused_after_the_last_move(driver: Driver) -> None:
    """A press among the cards would hide who has won."""
    begin_at(driver, len(SCRIPT) - 1)
    o, said = observation(driver), set[str]()
    by_key(driver, next_lesson_step(o).move, o)  # type: ignore[union-attr]
    driver.until(lambda: observation(driver).phase is Phase.OVER, "the end of the leg")
    for _ in range(3):
        driver.click(middle(driver.of_role("card")[0]))
        said.add(refusal(driver))
        driver.pump(20)
    assert said == {""}


def test_lesson_end_begins_or_continues_a_match(driver: Driver) -> None:
    driver.press("race")
    driver.app.go_home()
    kept = driver.app.files.latest_match()
    begin_at(driver, len(SCRIPT))
    driver.settle()
    driver.press("go_on")
    driver.settle()
    driver.click("Continue")
    assert driver.scene == "table"
    driver.app.go_home()
    assert driver.app.files.latest_match() == kept


def finish(driver: Driver, *, has_toured: bool = False) -> None:
    """Show the lesson's end to somebody who has begun the tour, or not."""
    if has_toured:
        stage = stage_of("port_sablon")
        assert stage is not None
        driver.app.start_stage(stage)
        driver.app.go_home()
    begin_at(driver, len(SCRIPT))
    driver.settle()
    driver.press("go_on")
    driver.settle()
    assert driver.scene == "lesson_end"


def test_lesson_end_leads_to_the_first_stage_of_the_tour_by_enter(driver: Driver) -> None:
    finish(driver)
    assert {"tour", "to_title"} <= driver.ids()
    assert driver.control("tour.about").name == "Next stage: Port-Sablon"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert (driver.scene, driver.focused) == ("tour", "drive")
    assert driver.control("place").name == "Port-Sablon"


def test_lesson_end_starts_a_race_once_the_tour_is_begun(driver: Driver) -> None:
    finish(driver, has_toured=True)
    assert {"race", "to_title"} <= driver.ids()
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.scene == "table", "the race")
    assert driver.session.setup.legs == 1


def test_lesson_end_offers_the_match_that_was_left_first(driver: Driver) -> None:
    driver.press("race")
    driver.app.go_home()
    finish(driver)
    assert driver.find("Continue").focused
    assert {node.id for node in driver.of_role("button")} == {"play", "to_title"}


# -- the offer of an easy start ----------------------------------------------------------------------------------------


def by_mouse(driver: Driver) -> None:
    driver.press("easy_start")


def by_keys(driver: Driver) -> None:
    while driver.focused != "easy_start":
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_SPACE)


def by_controller(driver: Driver) -> None:
    def push(button: int) -> None:
        driver.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)

    while driver.focused != "easy_start":
        push(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    push(pygame.CONTROLLER_BUTTON_A)


@pytest.mark.parametrize("switch", [by_mouse, by_keys, by_controller])
def test_easy_start_is_offered_after_the_first_lesson_and_used_by_the_race(
    driver: Driver, switch: Callable[[Driver], None]
) -> None:
    finish(driver, has_toured=True)
    assert driver.control("easy_start").value == "off"
    assert driver.find("Race").focused
    switch(driver)
    assert driver.control("easy_start").value == "on"
    assert driver.app.settings.is_easy_start
    driver.press("race")
    driver.until(lambda: driver.scene == "table", "the race")
    assert driver.session.aggression is Aggression.GENTLE


def test_easy_start_switched_off_again_restores_all_settings(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(pace=BotPace.QUICK))
    finish(driver)
    before = driver.app.settings
    driver.press("easy_start")
    driver.press("easy_start")
    assert driver.app.settings == before


def test_easy_start_left_alone_is_not_offered_again(driver: Driver) -> None:
    finish(driver, has_toured=True)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.scene == "table", "the race")
    assert not driver.app.settings.is_easy_start
    driver.app.go_home()
    finish(driver)
    assert "easy_start" not in driver.ids()


def test_easy_start_switch_is_announced_and_explained_by_speech(tmp_path: Path) -> None:
    voice = RecordingVoice()
    with open_window(tmp_path, voice=voice) as driver:
        finish(driver)
        switch_on(driver, voice)
        assert "Easy start" in hear(driver, voice, pygame.K_F7)
        told = hear(driver, voice, pygame.K_TAB, pygame.KMOD_SHIFT)
        assert told.startswith("Easy start, switch, off.")
        assert told.endswith("gentle opponents.")


# -- at the pupil's own pace -------------------------------------------------------------------------------------------


def test_note_waits_until_it_was_read(driver: Driver) -> None:
    at_task(driver, "first_km")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert coach_words(driver)[0] == "Stopped!"
    driver.wait(20)
    assert coach_words(driver)[0] == "Stopped!"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert coach_words(driver)[0] == "Nothing fits"


@pytest.mark.parametrize(
    "tempo",
    [{"speed": AnimationSpeed.OFF}, {"reduced_motion": True}, {"pace": BotPace.QUICK, "speed": AnimationSpeed.FAST}],
    ids=str,
)
def test_notes_are_never_skipped_however_fast_the_rival_plays(driver: Driver, tempo: dict[str, Any]) -> None:
    driver.app.save_settings(driver.app.settings.with_values(**tempo))
    at_task(driver, "attack")
    by_dragging(driver, SCRIPT[20].move, observation(driver))
    driver.wait(5)
    assert coach_words(driver)[0] == "That hurts"


def test_enter_reads_on_wherever_the_mouse_was_pressed_before(driver: Driver) -> None:
    driver.app.start_lesson()
    driver.settle()
    driver.click((driver.app.size[0] - 3, driver.app.size[1] - 3))
    driver.key(pygame.K_SPACE)
    assert coach_words(driver)[0] == "The goal"


def test_task_may_be_done_before_reading_on(driver: Driver) -> None:
    driver.app.start_lesson()
    driver.settle()
    by_dragging(driver, SCRIPT[0].move, observation(driver))
    driver.settle()
    assert moves_made(driver) == ["0 go", "1 go"]


def test_wrong_card_stays_in_the_hand_while_a_note_is_unread(driver: Driver) -> None:
    begin_at(driver, 19)
    driver.settle()
    assert coach_words(driver)[0] == "Your attack"
    begin_before(driver, 20)
    driver.settle()
    assert is_reading(driver)
    before = moves_made(driver)
    index = [c.id for c in observation(driver).hand].index("km_100")
    driver.drag(middle(driver.control(f"card/{index}")), middle(driver.control("distance/0")))
    driver.settle()
    assert refusal(driver) == "Read on first."
    assert moves_made(driver) == before


# -- other moves than the taught one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [by_dragging, by_clicking, by_key])
def test_untaught_legal_move_is_refused_and_the_taught_one_is_marked(driver: Driver, way: Way) -> None:
    at_task(driver, "first_km")
    before = moves_made(driver)
    other = next(m for m in observation(driver).legal if m.text == "0 km_25")
    way(driver, other, observation(driver))
    assert refusal(driver) == "That’s allowed, but try the marked card now."
    scene = driver.top(LessonScene)
    view = scene.coach_view()
    assert view is not None
    assert view == replace(view, refused=refusal(driver)), "where one looks"
    driver.settle()
    assert moves_made(driver) == before
    assert marked(driver) == ("100 km", {"distance/0"})


def test_open_task_marks_the_card_only_after_a_wrong_try(driver: Driver) -> None:
    at_task(driver, "remedy")
    assert marked(driver) == (None, set())
    wrong = next(m for m in observation(driver).legal if m.text == "0 - gasoline")
    by_clicking(driver, wrong, observation(driver))
    driver.settle()
    assert marked(driver) == ("Spare Tire", {"battle/0"})
    assert moves_made(driver)[-1] == "1 flat_tire > 0"


def grey(driver: Driver) -> set[str]:
    """The cards of the hand that are drawn greyed."""
    view = lesson(driver).stage.view
    return {card.id for i, card in enumerate(view.observation.hand) if not view.looks_playable(i)}


@pytest.mark.parametrize("task", [b.task for b in SCRIPT if b.is_open])
def test_question_task_never_greys_the_other_cards(driver: Driver, task: str) -> None:
    """Greying would give the answer away."""
    at_task(driver, task)
    driver.settle()
    assert grey(driver) == set()
    now = next_lesson_step(observation(driver))
    wrong = next(
        m for m in observation(driver).legal if m.text.startswith("0 - ") and now and m.card is not now.move.card
    )
    by_clicking(driver, wrong, observation(driver))
    driver.settle()
    assert grey(driver), "after a wrong try everything is told"


def test_ordinary_task_greys_the_cards_that_cannot_be_laid(driver: Driver) -> None:
    at_task(driver, "first_km")
    driver.settle()
    assert grey(driver)


def test_illegal_move_is_refused_in_the_tables_own_words(driver: Driver) -> None:
    at_task(driver, "limited")
    index = [c.id for c in observation(driver).hand].index("km_200")
    driver.press(f"card/{index}")
    driver.press("distance/0")
    assert "50" in refusal(driver)
    assert "allowed. But" not in refusal(driver)


def test_discard_of_a_safety_is_refused_without_a_question(driver: Driver) -> None:
    at_task(driver, "keep_safety")
    by_clicking(driver, next(m for m in observation(driver).legal if m.text == "0 - driving_ace"), observation(driver))
    assert driver.scene == "lesson"
    assert refusal(driver)


def test_coup_fourre_is_asked_again_until_it_is_laid(driver: Driver) -> None:
    at_task(driver, "nearly_there")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert coach_words(driver)[0] == "This is the moment!"
    for _ in range(2):
        driver.key(pygame.K_RETURN)
        driver.settle()
        assert driver.scene == "coup_fourre"
        driver.press("no")
        driver.settle()
        assert driver.scene == "lesson"
        assert coach_words(driver)[0] == "Don’t pass it up"
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert [c.id for c in observation(driver).sides[PUPIL].coups_fourres] == ["driving_ace"]


def test_lesson_plays_only_the_course_whatever_is_pressed(tmp_path: Path) -> None:
    rng = Random(1)
    with Episode(tmp_path) as run:
        do(run, ["click", ["lesson", 0.5, 0.5], 1, 1])
        for _ in range(200):
            do(run, rng.choice((clicks, plays, plays, drags, holds, keys, waits))(rng, run))
            if not isinstance(run.app.visible_scenes[0], LessonScene):
                return
            texts = moves_made(run.driver)
            assert texts == [b.move.text for b in SCRIPT[: len(texts)]]


# -- what the coach points at ------------------------------------------------------------------------------------------


def read_to(driver: Driver, note: str) -> None:
    """Show that note or open task, with everything read that comes before."""
    at = next((at for at, b in enumerate(SCRIPT) if note in {*b.notes, b.task}), len(SCRIPT))
    before = SCRIPT[at].notes if at < len(SCRIPT) else LAST_NOTES
    begin_before(driver, at)
    driver.settle()
    for _ in range(before.index(note) if note in before else len(before)):
        driver.press("go_on")
        driver.settle()


def rings(driver: Driver) -> list[FloatRect]:
    """The places that the coach points at and that wear a ring on the screen."""
    scene, found = lesson(driver), []
    for frame in scene.picture.coach_frames(scene.stage.view):
        (framed,) = frame.places
        thick = 5 * scene.picture.places.layout.unit + 1
        at = round(framed.place.center[0]), round(framed.place.y - thick / 2)
        if driver.picture().get_at(at) == THEME.glow:
            found.append(framed.place)
    return found


@pytest.mark.parametrize("note", POINTED_PLACES)
def test_coach_points_at_what_a_note_speaks_of(driver: Driver, note: str) -> None:
    assert note in NOTES | EVERY_TASK
    read_to(driver, note)
    assert len(rings(driver)) == len(POINTED_PLACES[note])


def test_ring_goes_with_its_note(driver: Driver) -> None:
    read_to(driver, "goal")
    scene = lesson(driver)
    (road,) = rings(driver)
    assert road.overlaps(FloatRect(*scene.picture.places.road.strip))
    below = round(road.center[0]), round(road.y - (5 * scene.picture.places.layout.unit + 1) / 2)
    driver.press("go_on")
    driver.settle()
    assert driver.picture().get_at(below) != THEME.glow


def test_lit_pile_needs_no_ring(driver: Driver) -> None:
    at_task(driver, "remedy")
    driver.settle()
    assert rings(driver)
    driver.press("card/4")
    driver.settle()
    assert lesson(driver).stage.view.targets
    assert not rings(driver)


def test_arrow_crosses_no_word_of_the_coach(driver: Driver) -> None:
    for note in ("goal", "stopped", "attacked", "safety"):
        read_to(driver, note)
        for size in SIZES:
            driver.resize(size)
            scene = lesson(driver)
            button_w = scene.stage.view.coach.button_w if scene.stage.view.coach else 0
            words = coach_places(scene.picture.places.layout, button_w).words
            for frame in scene.picture.coach_frames(scene.stage.view):
                assert frame.line is not None
                (ax, ay), (bx, by) = frame.line
                line = [(ax + (bx - ax) * i / 20, ay + (by - ay) * i / 20) for i in range(21)]
                assert not any(words.contains(point) for point in line), note


# -- larger text -------------------------------------------------------------------------------------------------------


@pytest.fixture
def large(tmp_path: Path) -> Iterator[Driver]:
    """The smallest window, in the largest text."""
    with open_window(tmp_path, size=SIZES[0], language="en") as driver:
        driver.app.save_settings(driver.app.settings.with_values(text_size=200))
        yield driver


def page_words(driver: Driver) -> str:
    """What stands on the coach's plate."""
    scene = lesson(driver)
    shown = scene.coach_view()
    assert shown is not None
    return " ".join(line.words for line in coach_pages(scene.picture.places.layout, shown)[shown.page]).replace(
        "\xa0", " "
    )


def enter(driver: Driver) -> None:
    """Press Enter when one has read."""
    driver.settle()
    driver.wait(0.5)
    driver.key(pygame.K_RETURN)
    driver.settle()


def test_coach_button_turns_the_pages_of_a_note_before_it_goes_on(large: Driver) -> None:
    read_to(large, "goal")
    told, pages = coach_words(large), [page_words(large)]
    enter(large)
    while coach_words(large) == told:
        pages.append(page_words(large))
        enter(large)
    assert len(pages) > 1
    assert " ".join(pages) == " ".join(told), "and what is told has all of it from the first page on"
    assert coach_words(large)[0] == "Your cards"


def test_pages_of_a_task_turn_by_keyboard_in_a_circle(large: Driver) -> None:
    at_task(large, "go")
    large.settle()
    pages = [page_words(large)]
    while not large.control("more").focused:
        large.key(pygame.K_TAB)
    while pages[0] not in pages[1:]:
        enter(large)
        pages.append(page_words(large))
    assert len(pages) > 2
    assert " ".join(pages[:-1]) == " ".join(coach_words(large))


def test_arrow_crosses_no_word_of_the_coach_in_larger_text(large: Driver) -> None:
    found = 0
    for note in ("goal", "hand", "stopped", "attacked", "safety"):
        read_to(large, note)
        scene = lesson(large)
        shown = scene.coach_view()
        assert shown is not None
        words = coach_places(scene.picture.places.layout, shown.button_w).words
        for frame in scene.picture.coach_frames(scene.stage.view):
            found += frame.line is not None
            assert not any(words.contains(point) for point in frame.line or ()), note
    assert found > 1


def test_refusal_is_seen_on_whatever_page_of_the_coach(large: Driver) -> None:
    at_task(large, "go")
    large.settle()
    large.press("more")
    read = page_words(large)
    by_clicking(large, next(m for m in observation(large).legal if m.text == "0 - km_50"), observation(large))
    assert refusal(large).startswith(page_words(large))
    assert page_words(large) != read

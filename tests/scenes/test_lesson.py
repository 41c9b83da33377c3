"""The first lesson through the window: offered, played by mouse and keyboard, left, gone on with, and finished."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.scenes.lesson import LessonScene
from game.scenes.start import start_lesson
from game.session.lesson import COURSE, LAST_NOTES, NOT_NOW, PUPIL, LessonBots, beat, lesson_match
from game.session.session import Session
from game.session.settings import LessonPlace, Pace, Speed
from game.table.coach import button_height, paint_coach
from game.table.layout import lay_out
from game.table.view import CoachShown
from game.ui import i18n, text
from game.ui.widgets import Button
from game.ui.words.lesson import lesson_notes, lesson_words
from tests.pseudo import Pseudo
from tests.scenes.test_anything import do_something
from tests.scenes.test_whole_leg import by_clicking, by_dragging, by_key
from tests.window import Driver, middle, open_window

Way = Callable[[Driver, Move, Observation], None]
TASKS = [at for at, b in enumerate(COURSE) if b.task]
NOTES = {note for b in COURSE for note in b.notes} | {*LAST_NOTES, NOT_NOW}
SIZES = [(960, 540), (1280, 720), (1920, 1080), (2560, 1080), (1080, 1350), (960, 915), (3840, 2160)]


def lesson(driver: Driver) -> LessonScene:
    scene = driver.app.visible[0]
    assert isinstance(scene, LessonScene)
    return scene


def seen(driver: Driver) -> Observation:
    return lesson(driver).show.observation


def made(driver: Driver) -> list[str]:
    return [move.text for move in seen(driver).moves]


def begin_at(driver: Driver, moves: int) -> None:
    """Show the lesson after so many moves, with everything read that comes before the pupil's task."""
    begin_before(driver, moves)
    hurry(driver)
    read(driver)


def begin_before(driver: Driver, moves: int) -> None:
    """Show the lesson after so many moves, with nothing read yet."""
    driver.app.save_settings(replace(driver.app.settings, lesson=LessonPlace(moves)))
    start_lesson(driver.app)


def at_task(driver: Driver, task: str) -> None:
    begin_at(driver, next(at for at, b in enumerate(COURSE) if b.task == task))


def hurry(driver: Driver) -> None:
    """Skip what moves with a key that does nothing else, until the lesson waits for the pupil."""
    while not driver.app.is_settled:
        if driver.scene == "lesson":
            driver.key(pygame.K_F5)
        else:
            driver.pump()
        time.sleep(0.0005)  # the writer's turn


def said(driver: Driver) -> tuple[str, str]:
    node = driver.control("coach")
    return node.name, node.value or ""


def is_reading(driver: Driver) -> bool:
    return driver.scene == "lesson" and any(node.id == "go_on" for node in driver.nodes())


def read(driver: Driver) -> None:
    while is_reading(driver):
        driver.press("go_on")
        hurry(driver)


def refusal(driver: Driver) -> str:
    view = lesson(driver).view
    return view.prompt_body if view.prompt_tone == "refused" else ""


def marked(driver: Driver) -> tuple[str | None, set[str]]:
    """The card that is raised, and the piles that are lit."""
    nodes = driver.nodes()
    card = next((node.name for node in nodes if node.role == "card" and node.focused), None)
    return card, {node.id for node in nodes if node.role == "pile" and node.enabled}


# -- the offer --------------------------------------------------------------------------------------------------------


def ids(driver: Driver) -> set[str]:
    return {node.id for node in driver.nodes()}


def test_the_first_start_offers_the_lesson(driver: Driver) -> None:
    assert {"offer", "knows_game", "lesson"} <= ids(driver)
    driver.click("Begin the lesson")
    driver.settle()
    assert driver.scene == "lesson"
    assert said(driver)[0] == "Welcome!"


def test_who_knows_the_game_is_not_asked_again_but_finds_the_lesson(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.click("I know the game")
        assert not {"offer", "knows_game"} & ids(driver)
    with open_window(tmp_path) as driver:
        assert not {"offer", "knows_game"} & ids(driver)
        driver.click("First lesson")
        driver.settle()
        assert driver.scene == "lesson"


def test_the_offer_is_answered_by_keyboard(driver: Driver) -> None:
    while driver.focused != "offer":
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    assert driver.scene == "lesson"


# -- the whole lesson -------------------------------------------------------------------------------------------------


def take_part(driver: Driver, way: Way) -> None:
    """Read what is to be read and do what is to be done until the score is shown."""
    for _ in range(200):
        hurry(driver)
        if driver.scene == "leg_score":
            return
        if driver.scene == "coup_fourre" or is_reading(driver):
            driver.key(pygame.K_RETURN)
        else:
            o = seen(driver)
            now = beat(o)
            assert now is not None
            way(driver, now.move, o)
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize("way", [by_dragging, by_clicking, by_key])
def test_the_whole_lesson_is_played_and_then_one_knows_the_game(tmp_path: Path, way: Way) -> None:
    with open_window(tmp_path) as driver:
        driver.press("offer")
        take_part(driver, way)
        driver.settle()
        driver.press("go_on")
        driver.settle()
        assert driver.scene == "lesson_end"
        assert driver.find("You know the game!").role == "text"
        driver.press("to_title")
        assert driver.scene == "title"
        assert "offer" not in ids(driver)
        assert driver.app.settings.lesson is None
    with open_window(tmp_path) as driver:
        assert "offer" not in ids(driver)


def test_marked_cards_and_enter_alone_lead_through_the_lesson(driver: Driver) -> None:
    """Whoever only presses Enter, and H where nothing is marked, gets to the end."""
    driver.press("offer")
    for _ in range(200):
        hurry(driver)
        if driver.scene == "leg_score":
            break
        if driver.scene == "lesson" and not is_reading(driver) and marked(driver)[0] is None:
            driver.key(pygame.K_h)
            hurry(driver)
        driver.key(pygame.K_RETURN)
    assert driver.scene == "leg_score"


def test_after_the_lesson_a_match_begins_or_goes_on(driver: Driver) -> None:
    driver.press("play")
    driver.app.go_home()
    kept = driver.app.files.load_match()
    begin_at(driver, len(COURSE))
    driver.settle()
    driver.press("go_on")
    driver.settle()
    driver.click("Continue the match")
    assert driver.scene == "table"
    driver.app.go_home()
    assert driver.app.files.load_match() == kept


def test_once_more_begins_the_lesson_anew(driver: Driver) -> None:
    begin_at(driver, len(COURSE))
    driver.settle()
    driver.press("go_on")
    driver.settle()
    driver.click("Once more")
    driver.settle()
    assert said(driver)[0] == "Welcome!"
    assert made(driver) == []


# -- at the pupil's own pace ------------------------------------------------------------------------------------------


def test_a_note_waits_until_it_was_read(driver: Driver) -> None:
    at_task(driver, "first_km")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert said(driver)[0] == "Stopped!"
    driver.wait(20)
    assert said(driver)[0] == "Stopped!"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert said(driver)[0] == "Nothing fits"


@pytest.mark.parametrize(
    "tempo", [{"speed": Speed.OFF}, {"reduced_motion": True}, {"pace": Pace.QUICK, "speed": Speed.FAST}], ids=str
)
def test_no_note_is_passed_over_however_fast_the_rival_plays(driver: Driver, tempo: dict[str, Any]) -> None:
    driver.app.save_settings(replace(driver.app.settings, **tempo))
    at_task(driver, "attack")
    by_dragging(driver, COURSE[20].move, seen(driver))
    driver.wait(5)
    assert said(driver)[0] == "That hurts"


def test_enter_reads_on_wherever_the_mouse_was_pressed_before(driver: Driver) -> None:
    start_lesson(driver.app)
    driver.settle()
    driver.click((driver.app.size[0] - 3, driver.app.size[1] - 3))
    driver.key(pygame.K_SPACE)
    assert said(driver)[0] == "The goal"


def test_who_knows_already_what_to_do_may_do_it_before_reading_on(driver: Driver) -> None:
    start_lesson(driver.app)
    driver.settle()
    by_dragging(driver, COURSE[0].move, seen(driver))
    driver.settle()
    assert made(driver) == ["0 go", "1 go"]


def test_while_there_is_something_to_read_another_card_stays_in_the_hand(driver: Driver) -> None:
    begin_at(driver, 19)
    driver.settle()
    assert said(driver)[0] == "Your attack"
    begin_before(driver, 20)
    driver.settle()
    assert is_reading(driver)
    before = made(driver)
    index = [c.id for c in seen(driver).hand].index("km_100")
    driver.drag(middle(driver.control(f"card/{index}")), middle(driver.control("distance/0")))
    driver.settle()
    assert refusal(driver) == "Please read on first."
    assert made(driver) == before


# -- other moves than the taught one ----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [by_dragging, by_clicking, by_key])
def test_another_legal_move_stays_undone_and_the_taught_one_is_marked(driver: Driver, way: Way) -> None:
    at_task(driver, "first_km")
    before = made(driver)
    other = next(m for m in seen(driver).legal if m.text == "0 km_25")
    way(driver, other, seen(driver))
    assert refusal(driver) == "That would be allowed. But now try the marked card."
    driver.settle()
    assert made(driver) == before
    assert marked(driver) == ("100 km", {"distance/0"})


def test_an_open_task_marks_the_card_only_after_a_wrong_try(driver: Driver) -> None:
    at_task(driver, "remedy")
    assert marked(driver) == (None, set())
    wrong = next(m for m in seen(driver).legal if m.text == "0 - gasoline")
    by_clicking(driver, wrong, seen(driver))
    driver.settle()
    assert marked(driver) == ("Spare Tire", {"battle/0"})
    assert made(driver)[-1] == "1 flat_tire > 0"


def test_what_the_rules_forbid_is_refused_in_the_tables_own_words(driver: Driver) -> None:
    at_task(driver, "limited")
    index = [c.id for c in seen(driver).hand].index("km_200")
    driver.press(f"card/{index}")
    driver.press("distance/0")
    assert "50" in refusal(driver)
    assert "allowed. But" not in refusal(driver)


def test_the_safety_is_not_discarded_and_nobody_asks(driver: Driver) -> None:
    at_task(driver, "keep_safety")
    by_clicking(driver, next(m for m in seen(driver).legal if m.text == "0 - driving_ace"), seen(driver))
    assert driver.scene == "lesson"
    assert refusal(driver)


def test_the_coup_fourre_is_asked_again_until_it_is_laid(driver: Driver) -> None:
    at_task(driver, "nearly_there")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert said(driver)[0] == "This is the moment!"
    for _ in range(2):
        driver.key(pygame.K_RETURN)
        driver.settle()
        assert driver.scene == "coup_fourre"
        driver.key(pygame.K_ESCAPE)
        driver.settle()
        assert driver.scene == "lesson"
        assert said(driver)[0] == "Don’t let it pass"
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert [c.id for c in seen(driver).sides[PUPIL].coups_fourres] == ["driving_ace"]


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_pressed_only_the_course_is_played(driver: Driver, seed: int) -> None:
    rng = Random(seed)
    start_lesson(driver.app)
    driver.settle()
    for _ in range(200):
        do_something(driver, rng)
        if not isinstance(driver.app.visible[0], LessonScene):
            return
        texts = made(driver)
        assert texts == [b.move.text for b in COURSE[: len(texts)]]


# -- leaving and coming back ------------------------------------------------------------------------------------------


def leave(driver: Driver) -> None:
    driver.press("menu")
    driver.press("leave")
    hurry(driver)
    assert driver.scene == "title"


def test_one_leaves_and_comes_back_at_every_task(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("play")
        driver.app.go_home()
        kept = (tmp_path / "match.json").read_bytes()
        for at in TASKS[:-1]:
            begin_at(driver, at)
            by_key(driver, COURSE[at].move, seen(driver))
            hurry(driver)
            before = said(driver), made(driver)
            leave(driver)
            driver.click("Go on with the lesson")
            hurry(driver)
            assert (said(driver), made(driver)) == before
            leave(driver)
            assert driver.control("continue").name == "Continue"
        assert (tmp_path / "match.json").read_bytes() == kept


def test_closing_the_window_keeps_the_lesson_and_the_match(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("offer")
        driver.settle()
        read(driver)
        driver.key(pygame.K_RETURN)
        driver.settle()
    assert not (tmp_path / "match.json").exists()
    with open_window(tmp_path) as driver:
        driver.click("Go on with the lesson")
        driver.settle()
        assert said(driver)[0] == "Off you go!"


def test_who_leaves_at_a_note_comes_back_to_it(tmp_path: Path) -> None:
    places = [(at, i) for at, b in enumerate(COURSE) for i in range(len(b.notes))]
    last = [(len(COURSE), i) for i in range(len(LAST_NOTES))]
    with open_window(tmp_path) as driver:
        for at, reads in [*places, *last]:
            begin_before(driver, at)
            hurry(driver)
            for _ in range(reads):
                driver.press("go_on")
                hurry(driver)
            before = said(driver), made(driver)
            leave(driver)
            driver.press("lesson")
            hurry(driver)
            assert (said(driver), made(driver)) == before


def test_closing_the_window_keeps_which_notes_were_read(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("offer")
        driver.settle()
        driver.press("go_on")
        assert said(driver)[0] == "The goal"
    with open_window(tmp_path) as driver:
        driver.click("Go on with the lesson")
        driver.settle()
        assert said(driver)[0] == "The goal"


def test_left_at_the_question_of_the_coup_fourre_the_lesson_comes_back_to_it(driver: Driver) -> None:
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


def test_left_at_the_score_the_lesson_comes_back_to_it(driver: Driver) -> None:
    begin_at(driver, len(COURSE))
    hurry(driver)
    assert driver.scene == "leg_score"
    driver.app.go_home()
    driver.press("lesson")
    hurry(driver)
    assert driver.scene == "leg_score"


def test_the_menu_says_what_becomes_of_the_lesson(driver: Driver) -> None:
    at_task(driver, "first_km")
    driver.press("menu")
    assert driver.control("note").name == "The lesson goes on where you leave it."
    driver.press("continue")
    begin_at(driver, len(COURSE))
    hurry(driver)
    driver.press("menu")
    assert driver.control("note").name == "The lesson goes on where you leave it."


def test_a_lesson_that_has_only_been_looked_at_begins_anew(driver: Driver) -> None:
    driver.press("offer")
    driver.settle()
    leave(driver)
    assert driver.find("Begin the lesson")


def test_who_leaves_at_the_finish_knows_the_game(driver: Driver) -> None:
    at_task(driver, "last_card")
    by_dragging(driver, COURSE[-1].move, seen(driver))
    driver.settle()
    assert said(driver)[0] == "You have won!"
    leave(driver)
    assert "offer" not in ids(driver)


def test_left_during_an_attack_the_lesson_goes_on_with_it(driver: Driver) -> None:
    at_task(driver, "nearly_there")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert is_reading(driver)
    leave(driver)
    driver.press("offer")
    driver.settle()
    assert said(driver)[0] == "This is the moment!"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "coup_fourre"


# -- words ------------------------------------------------------------------------------------------------------------


def test_everything_the_course_says_has_words_and_all_words_are_said() -> None:
    assert NOTES | {b.task for b in COURSE if b.task} == lesson_notes()


def moments() -> list[tuple[str, Observation]]:
    """Every note and task with the observation it is said at."""
    found = []
    session = Session.resume(lesson_match(), clock=time.monotonic, bots=LessonBots())
    session.hold_s = 0
    for _ in range(1000):
        session.poll()
        o = session.observation
        now = beat(o)
        waiting = session.waiting_for_viewer
        said_now = LAST_NOTES if now is None else (*now.notes, now.task) if waiting or now.move.seat != PUPIL else ()
        found += [(note, o) for note in said_now if note and note not in {n for n, _o in found}]
        if o.phase is Phase.OVER:
            break
        if waiting and now is not None:
            if now.move.kind is MoveKind.COUP_FOURRE:
                found.append((NOT_NOW, o))
            session.play(now.move)
    session.close()
    return found


@pytest.mark.parametrize("language", [*i18n.LANGUAGES, "longer"])
def test_all_words_of_the_coach_fit_the_plate_in_every_window(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said_at = moments()
    assert {note for note, _o in said_at} == lesson_notes()
    with open_window(tmp_path, language=language if language != "longer" else "en"):
        if language == "longer":
            monkeypatch.setattr(i18n._Current, "translations", Pseudo())
        for size in SIZES:
            layout, surface = lay_out(2, size, coached=True), pygame.Surface(size)
            for note, o in said_at:
                head, body = lesson_words(note, o, "Carla")
                assert "{" not in head + body
                go_on = Button.natural_width(i18n._p("lesson", "Go on"), button_height(layout.t), icon=True)
                button_w = go_on if note in NOTES else 0
                paint_coach(surface, layout, CoachShown("irma", head, body, 0.5, button_w))
        assert text.overflows == []


@pytest.mark.parametrize("size", [(960, 540), (1080, 1350), (2560, 1080)], ids=str)
def test_all_controls_of_the_lesson_lie_in_the_window(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size, language="de") as driver:
        start_lesson(driver.app)
        driver.settle()
        window = pygame.Rect(0, 0, *size)
        assert all(window.contains(node.rect) for node in driver.nodes())
        plate, button = pygame.Rect(driver.control("coach").rect), pygame.Rect(driver.control("go_on").rect)
        assert plate.contains(button)
        assert min(button.size) >= 32
        begin_at(driver, len(COURSE))
        driver.settle()
        driver.press("go_on")
        driver.settle()
        assert driver.scene == "lesson_end"
        rects = [pygame.Rect(node.rect) for node in driver.nodes() if node.role == "button"]
        for i, rect in enumerate(rects):
            assert window.contains(rect)
            assert rect.collidelist(rects[:i]) == -1
        assert text.overflows == []


# -- from the rules ---------------------------------------------------------------------------------------------------


def test_the_rules_lead_to_the_lesson_and_the_match_that_was_left_goes_on(driver: Driver) -> None:
    driver.press("play")
    driver.pump(5)
    driver.key(pygame.K_F1)
    driver.press("lesson")
    driver.settle()
    assert driver.scene == "lesson"
    leave(driver)
    assert driver.control("continue")


def test_in_the_lesson_the_rules_are_read_and_the_lesson_goes_on(driver: Driver) -> None:
    at_task(driver, "first_km")
    before = said(driver), marked(driver)
    driver.key(pygame.K_F1)
    assert driver.scene == "rules"
    assert "lesson" not in ids(driver)
    driver.key(pygame.K_F1)
    driver.settle()
    assert (said(driver), marked(driver)) == before

"""In the first lesson: what tests of it ask and do."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase
from game.features.lesson.model import (
    COURSES,
    NOT_NOW,
    PUPIL,
    current_notes,
    lesson_bots,
    lesson_match,
    next_lesson_step,
)
from game.features.lesson.scene import LessonScene
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.settings.settings import LessonProgress
from tests.window import Driver, hurry

Way = Callable[[Driver, Move, Observation], None]
SCRIPT, LAST_NOTES = COURSES["winning_moves"].beats, COURSES["winning_moves"].last_notes
TASKS = [at for at, b in enumerate(SCRIPT) if b.task]
NOTES = {NOT_NOW}.union(
    *(c.last_notes for c in COURSES.values()), *(b.notes for c in COURSES.values() for b in c.beats)
)
EVERY_TASK = {b.task for course in COURSES.values() for b in course.beats if b.task}
SIZES = [(960, 540), (1280, 720), (1920, 1080), (2560, 1080), (1080, 1350), (960, 915), (3840, 2160)]


@cache
def moments(rules_id: str) -> list[tuple[str, Observation]]:
    """Every note and task of a course with the observation it is said at."""
    found: list[tuple[str, Observation]] = []
    session = Session(lesson_match(0, rules_id), clock=time.monotonic, bots=lesson_bots())
    session._delayed_reveal.delay_s = 0
    for _ in range(1000):
        session.poll()
        o = session.observation
        now = next_lesson_step(o)
        waiting = session.is_waiting_for_viewer
        is_said = now is None or waiting or now.move.seat != PUPIL
        said_now = (*current_notes(o), now.task if now else "") if is_said else ()
        found += [(note, o) for note in said_now if note and note not in {n for n, _o in found}]
        if o.phase is Phase.OVER:
            break
        if waiting and now is not None:
            if now.move.kind is MoveKind.COUP_FOURRE:
                found.append((NOT_NOW, o))
            session.play(now.move)
    session.close()
    return found


def lesson(driver: Driver) -> LessonScene:
    scene = driver.app.visible_scenes[0]
    assert isinstance(scene, LessonScene)
    return scene


def observation(driver: Driver) -> Observation:
    return lesson(driver).animation.observation


def moves_made(driver: Driver) -> list[str]:
    return [move.text for move in observation(driver).moves]


def choose_rules(driver: Driver, rules_id: str) -> None:
    """Let that be the rule set of the match that the player started last."""
    driver.app.save_settings(driver.app.settings.with_values(plan=DEFAULT_PLAN.with_rules(rules_id)))


def begin_at(driver: Driver, moves: int, rules_id: str = "winning_moves") -> None:
    """Show the lesson after so many moves, with everything read that comes before the pupil's task."""
    begin_before(driver, moves, rules_id)
    hurry(driver)
    read(driver)


def begin_before(driver: Driver, moves: int, rules_id: str = "winning_moves") -> None:
    """Show the lesson after so many moves by that rule set, with nothing read yet."""
    if driver.app.settings.last_match_plan("en").setup.rules != rules_id:
        choose_rules(driver, rules_id)
    driver.app.save_settings(driver.app.settings.with_values(lesson=LessonProgress(moves, 0, rules_id)))
    driver.app.start_lesson()


def at_task(driver: Driver, task: str) -> None:
    begin_at(driver, next(at for at, b in enumerate(SCRIPT) if b.task == task))


def coach_words(driver: Driver) -> tuple[str, str]:
    node = driver.control("coach")
    return node.name, node.value or ""


def is_reading(driver: Driver) -> bool:
    return driver.scene == "lesson" and driver.shows("go_on")


def read(driver: Driver) -> None:
    while is_reading(driver):
        driver.press("go_on")
        hurry(driver)


def refusal(driver: Driver) -> str:
    view = lesson(driver).stage.view
    return view.turn.body if view.turn.tone == "refused" else ""


def marked(driver: Driver) -> tuple[str | None, set[str]]:
    """The card that is raised, and the piles that are lit."""
    nodes = driver.nodes()
    card = next((node.name for node in nodes if node.role == "card" and node.focused), None)
    return card, {node.id for node in nodes if node.role == "pile" and node.enabled}

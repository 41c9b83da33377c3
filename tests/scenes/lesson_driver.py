"""In the first lesson: what tests of it ask and do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.engine.moves import Move
from game.engine.observation import Observation
from game.scenes.lesson import LessonScene
from game.session.lesson import COURSES, NOT_NOW
from game.session.settings import LessonPlace
from game.session.setup import DEFAULT_PLAN, with_rules
from tests.window import Driver, hurry

Way = Callable[[Driver, Move, Observation], None]
SCRIPT, LAST_NOTES = COURSES["winning_moves"].beats, COURSES["winning_moves"].last_notes
TASKS = [at for at, b in enumerate(SCRIPT) if b.task]
NOTES = {NOT_NOW}.union(
    *(c.last_notes for c in COURSES.values()), *(b.notes for c in COURSES.values() for b in c.beats)
)
EVERY_TASK = {b.task for course in COURSES.values() for b in course.beats if b.task}
SIZES = [(960, 540), (1280, 720), (1920, 1080), (2560, 1080), (1080, 1350), (960, 915), (3840, 2160)]


def lesson(driver: Driver) -> LessonScene:
    scene = driver.app.visible[0]
    assert isinstance(scene, LessonScene)
    return scene


def observation(driver: Driver) -> Observation:
    return lesson(driver).animation.observation


def moves_made(driver: Driver) -> list[str]:
    return [move.text for move in observation(driver).moves]


def choose_rules(driver: Driver, rules_id: str) -> None:
    """Let that be the rule set of the match that the player started last."""
    driver.app.save_settings(replace(driver.app.settings, plan=with_rules(DEFAULT_PLAN, rules_id)))


def begin_at(driver: Driver, moves: int, rules_id: str = "winning_moves") -> None:
    """Show the lesson after so many moves, with everything read that comes before the pupil's task."""
    begin_before(driver, moves, rules_id)
    hurry(driver)
    read(driver)


def begin_before(driver: Driver, moves: int, rules_id: str = "winning_moves") -> None:
    """Show the lesson after so many moves by that rule set, with nothing read yet."""
    if driver.app.settings.last_plan("en").setup.rules != rules_id:
        choose_rules(driver, rules_id)
    driver.app.save_settings(replace(driver.app.settings, lesson=LessonPlace(moves, 0, rules_id)))
    driver.app.start_lesson()


def at_task(driver: Driver, task: str) -> None:
    begin_at(driver, next(at for at, b in enumerate(SCRIPT) if b.task == task))


def coach_words(driver: Driver) -> tuple[str, str]:
    node = driver.control("coach")
    return node.name, node.value or ""


def is_reading(driver: Driver) -> bool:
    return driver.scene == "lesson" and any(node.id == "go_on" for node in driver.nodes())


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


def control_ids(driver: Driver) -> set[str]:
    return {node.id for node in driver.nodes()}

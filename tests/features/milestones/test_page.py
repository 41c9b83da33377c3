"""The Roadbook's page of milestones: what is told of each, and how one walks through them."""

from __future__ import annotations

import json
import time
from unittest import mock

import pygame
import pytest

from game.features.milestones.model import MILESTONES, MilestoneFamily, MilestoneProgress
from game.features.milestones.words import milestone_condition, milestone_line, milestone_name
from game.words.matches import day_in_short
from tests.features.lesson.lesson_driver import SCRIPT, begin_at
from tests.scenes.stages import milestones
from tests.window import Driver, hurry


@pytest.fixture
def page(driver: Driver) -> Driver:
    milestones(driver)
    return driver


def said(driver: Driver, id: str) -> str:
    return driver.control(f"milestones.{id}").name


def walked(driver: Driver) -> str:
    """What is said of the selected milestone."""
    return driver.control("milestones").value or ""


def test_milestone_tells_its_name_its_condition_and_its_progress(page: Driver) -> None:
    assert said(page, "first_stone").startswith("First milestone. You drove 100 km in a leg. ")
    assert said(page, "team") == "Good company. Win a race in a team. Not reached yet."
    assert said(page, "every_rule") == "Well read. Drive a race with every rule set. 2 of 4 so far."
    assert {node.value for node in page.nodes() if node.role == "cell"} == {"on", "off"}
    assert sum(node.role == "cell" for node in page.nodes()) == len(MILESTONES)


def test_foot_tells_how_many_milestones_are_reached_and_the_last_one(page: Driver) -> None:
    reached = [node for node in page.nodes() if node.role == "cell" and node.value == "on"]
    assert page.control("count").name == f"{len(reached)} of 30"
    last = page.control("note").name.removeprefix("Last: ").split(",")[0]
    assert walked(page).startswith(last)


def test_arrows_walk_the_grid_and_leave_it_at_its_edge(page: Driver) -> None:
    page.press("milestones.first_stone")
    page.key(pygame.K_RIGHT)
    assert walked(page).startswith("So near. ")
    page.key(pygame.K_DOWN)
    assert walked(page).startswith("All five. ")
    page.key(pygame.K_UP)
    page.key(pygame.K_LEFT)
    assert walked(page).startswith("First milestone. ")
    assert page.focused == "milestones"
    page.key(pygame.K_UP)
    assert page.focused != "milestones"


def test_family_has_its_own_column_whatever_its_size(driver: Driver) -> None:
    fewer = tuple(milestone for milestone in MILESTONES if milestone.id not in {"first_stone", "next_turn", "mechanic"})
    with mock.patch("game.features.milestones.grid.MILESTONES", fewer):
        milestones(driver)
        columns = {m: driver.control(f"milestones.{m.id}").rect[0] for m in fewer}
    for milestone, x in columns.items():
        assert x == min(x for other, x in columns.items() if other.family is milestone.family)
    assert len(set(columns.values())) == len(MilestoneFamily)


def test_arrows_reach_every_milestone_in_a_tall_window_too(page: Driver) -> None:
    page.resize((1080, 1350))
    page.press("milestones.first_stone")
    seen = set()
    for way in (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_RIGHT):
        for _ in range(10):
            seen.add(walked(page).split(".")[0])
            page.key(pygame.K_DOWN)
        seen.add(walked(page).split(".")[0])
        page.press("milestones.next_turn" if way == pygame.K_LEFT else "milestones.last_100")
    assert seen == {milestone_name(milestone.id) for milestone in MILESTONES}


def test_milestones_all_have_a_name_and_condition_of_their_own() -> None:
    assert len({milestone_name(milestone.id) for milestone in MILESTONES}) == len(MILESTONES)
    assert len({milestone_condition(milestone.id) for milestone in MILESTONES}) == len(MILESTONES)
    done = {milestone_line(MilestoneProgress(milestone, milestone.goal)) for milestone in MILESTONES}
    assert len(done) == len(MILESTONES)
    assert all(words.startswith("You ") for words in done), "what is reached is told as done"


def test_lesson_followed_to_its_end_is_a_milestone(driver: Driver) -> None:
    begin_at(driver, len(SCRIPT))
    hurry(driver)
    assert driver.scene == "result"
    assert driver.app.settings.person.lesson_finished_s is not None
    driver.app.go_home()
    driver.settle()
    driver.press("roadbook")
    driver.settle()
    driver.press("tabs.collection")
    driver.until(lambda: driver.control("count").name == "1 of 30", "the milestone")
    today = day_in_short(time.time())
    assert said(driver, "school") == f"Driving school. You finished the first lesson. {today}"


def test_statistics_begun_anew_leave_no_milestone_reached(page: Driver) -> None:
    page.app.save_settings(page.app.settings.with_values(lesson_finished_s=1_731_500_000))
    assert page.app.reset_statistics() is not None
    page.press("tabs.races")
    page.press("tabs.collection")
    page.until(lambda: page.control("count").name == "0 of 30", "none")
    page.settle()
    assert (
        json.loads(page.app.files.settings_path.read_bytes())["people"][page.app.settings.person.id][
            "lesson_finished_s"
        ]
        is None
    )

"""What Enter does when a question has just come up: nothing that could be regretted, and it can be seen at once."""

from __future__ import annotations

import pygame
import pytest

from game.features.play.scene import TableScene
from game.ui.form import FormScene
from game.ui.layout.tree_form import TreeForm
from tests.fit import SMALL, look
from tests.scenes.stages import STAGES
from tests.window import Driver

SAFE = {"discarding": "back", "notice": "ok", "extension": "look", "coup_fourre": "yes"}


@pytest.mark.parametrize(("stage", "answer"), SAFE.items())
def test_question_opens_with_the_focus_ring_on_its_safe_answer(driver: Driver, stage: str, answer: str) -> None:
    STAGES[stage](driver)
    scene = driver.top(FormScene)
    focused = scene.controls.focused
    assert focused is not None
    assert (focused.id, focused.has_ring) == (answer, True)


@pytest.mark.parametrize("stage", ["discarding"])
def test_enter_on_a_new_question_changes_nothing(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    saved = driver.app.files.latest_match()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene in {"title", "table"}
    assert driver.app.files.latest_match() == saved


def test_focus_ring_of_a_question_is_drawn_in_its_first_frame(driver: Driver) -> None:
    STAGES["table"](driver)
    scene = driver.top(TableScene)
    scene.ask_discard(next(card for card in scene.hand.cards if card.id == "driving_ace"))
    driver.look()
    first = driver.pixels()
    driver.wait(1.0)
    assert driver.pixels() == first
    driver.controls.focus("back", ring=False)
    driver.app.scene.dirty = True
    driver.pump()
    assert driver.pixels() != first


FORMS = ["settings", "speech", "notice", "setup_rules", "one_screen", "deal", "lesson_end"]


@pytest.mark.parametrize("stage", FORMS)
def test_focused_control_is_visible_on_opening_and_in_every_size(driver: Driver, stage: str) -> None:
    driver.resize(SMALL)
    look(driver, 200)
    STAGES[stage](driver)
    assert_focus_is_seen(driver)
    for size in ((1280, 720), (1080, 1350), SMALL):
        driver.resize(size)
        driver.settle()
        assert_focus_is_seen(driver)


def assert_focus_is_seen(driver: Driver) -> None:
    scene = driver.top(TreeForm)
    focused = scene.controls.focused
    if focused is None or not focused.has_ring:
        return
    seen = focused.clip or scene.bounds
    assert seen.h
    high = min(focused.focus_rect.h, seen.h)
    assert focused.focus_rect.clip(seen).h >= high, (focused.id, driver.app.size)

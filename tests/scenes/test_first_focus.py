"""What Enter does when a question has just come up: nothing that could be regretted, and it can be seen at once."""

from __future__ import annotations

import pygame
import pytest

from game.scenes.table.scene import TableScene
from game.ui.form import FormScene
from tests.scenes.stages import STAGES
from tests.window import Driver

SAFE = {"discarding": "back", "notice": "ok", "extension": "look", "coup_fourre": "yes"}


@pytest.mark.parametrize(("stage", "answer"), SAFE.items())
def test_a_questions_first_focus_is_its_safe_answer_with_its_ring(driver: Driver, stage: str, answer: str) -> None:
    STAGES[stage](driver)
    scene = driver.app.scene
    assert isinstance(scene, FormScene)
    focused = scene.controls.focused
    assert focused is not None
    assert (focused.id, focused.has_ring) == (answer, True)


@pytest.mark.parametrize("stage", ["discarding"])
def test_enter_on_a_question_leaves_everything_as_it_was(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    saved = driver.app.files.latest_match()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene in {"title", "table"}
    assert driver.app.files.latest_match() == saved


def test_the_ring_of_a_question_is_drawn_in_its_first_frame(driver: Driver) -> None:
    STAGES["table"](driver)
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    scene.ask_discard(next(card for card in scene.hand.cards if card.id == "driving_ace"))
    driver.pump()
    first = driver.pixels()
    driver.wait(1.0)
    assert driver.pixels() == first
    driver.app.scene.controls.focus("back", ring=False)  # type: ignore[attr-defined]
    driver.app.scene.dirty = True
    driver.pump()
    assert driver.pixels() != first

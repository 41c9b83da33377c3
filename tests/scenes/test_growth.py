"""Where larger text is set nothing shrinks beside it, and what stands side by side stays so."""

from __future__ import annotations

from pathlib import Path
from statistics import mode

import pytest

from game.ui.drawing import draw
from game.ui.layout import Canvas, Label
from game.ui.layout.tree_form import TreeForm
from tests.fit import SMALL, Size, boxes, look, ungrown
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

HEADS = {"Hinderniskarten", "Hilfekarten", "Trumpfkarten"}


def test_growth_check_names_text_that_hardly_grows() -> None:
    before = {"Go": 20.0, "Stop": 20.0, "gone": 20.0}
    assert list(ungrown(before, {"Go": 30.0, "Stop": 29.0})) == ["'Stop' grows from 20.0 to 29.0 px only"]


def pictures(driver: Driver, within: str) -> list[int]:
    """How high the pictures are in the boxes of the screen whose ids begin so."""
    scene = driver.top(TreeForm)
    holders = [box for box in boxes(scene.root) if box.id.startswith(within)]
    return [box.rect.h for holder in holders for box in boxes(holder) if type(box) is Canvas and box.rect.w]


@pytest.mark.parametrize(("stage", "within", "least"), [("milestones", "", 1.0), ("result_won", "rank.", 1.5)])
def test_pictures_beside_larger_text_never_shrink(tmp_path: Path, stage: str, within: str, least: float) -> None:
    with open_window(tmp_path, size=(1920, 1080)) as driver:
        STAGES[stage](driver)
        before = mode(pictures(driver, within))
        look(driver, 200)
        assert mode(pictures(driver, within)) >= least * before


@pytest.mark.parametrize("size", [SMALL, (1920, 1080), (1080, 1350)])
def test_focus_ring_of_the_red_button_has_room_below_the_calendar(tmp_path: Path, size: Size) -> None:
    with open_window(tmp_path, size=size) as driver:
        STAGES["calendar_done"](driver)
        look(driver, 200)
        scene = driver.top(TreeForm)
        panes = [node.rect[1] + node.rect[3] for node in driver.of_role("scroll")]
        ring = draw.ring_margin(max(0.7, scene.text_scale))
        assert panes
        assert max(panes) + ring <= driver.control("play").rect[1]


def test_puzzle_buttons_stand_side_by_side_in_larger_text(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(1920, 1080), language="de") as driver:
        STAGES["puzzles"](driver)
        look(driver, 200)
        assert driver.control("solve").rect[1] == driver.control("next_five").rect[1]


@pytest.mark.parametrize(("size", "text_size"), [((1080, 1350), 100), ((1920, 1080), 200)])
def test_hazards_remedies_and_safeties_stand_side_by_side_in_the_rules(
    tmp_path: Path, size: Size, text_size: int
) -> None:
    with open_window(tmp_path, size=size, language="de") as driver:
        STAGES["rules_of_attack"](driver)
        look(driver, text_size)
        scene = driver.top(TreeForm)
        heads = {box.rect.y for box in boxes(scene.root) if isinstance(box, Label) and box.words in HEADS}
    assert len(heads) == 1

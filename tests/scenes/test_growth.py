"""On screens made of boxes nothing shrinks where larger text is set, and no box sticks out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from statistics import mode

import pytest

from game.ui.drawing import draw
from game.ui.layout import Canvas, Label
from game.ui.layout.tree_form import TreeForm
from tests.fit import SMALL, Size, boxes, faults, look, ungrown, watching
from tests.monkey.episode import sketching
from tests.nightly import NIGHTLY
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

MADE_OF_BOXES = [
    *("about", "about_licences", "milestones", "notice", "report", "emptying", "importing", "already_open", "handover"),
    *("error", "error_of_unsaved", "error_again", "menu", "menu_more", "languages", "keys"),
    *("rules_of_a_card", "rules_of_attack", "rules_of_differences"),
    *("settings", "picture", "controls", "speech", "importing_long"),
]
WINDOWS: dict[Size, str] = {SMALL: "hu", (1280, 720): "de", (1080, 1350): "fr"}
TURNS = cycle([[*WINDOWS]] if NIGHTLY else [[size] for size in WINDOWS])
"""By day one window for each screen."""

HEADS = {"Hinderniskarten", "Hilfekarten", "Trumpfkarten"}


@pytest.mark.parametrize(("stage", "sizes"), [*zip(MADE_OF_BOXES, TURNS, strict=False)])
def test_text_of_200_percent_grows_by_half_and_fits(tmp_path: Path, stage: str, sizes: Sequence[Size]) -> None:
    with watching() as watch, sketching(), open_window(tmp_path, size=SMALL) as driver:
        STAGES[stage](driver)
        for text_size in (100, 200):
            look(driver, text_size)
            assert list(faults(driver, watch, {size: (WINDOWS[size],) for size in sizes})) == []
        assert all(watch.delivered.values())


def test_growth_check_names_text_that_hardly_grows() -> None:
    before = {"Go": 20.0, "Stop": 20.0, "gone": 20.0}
    assert list(ungrown(before, {"Go": 30.0, "Stop": 29.0})) == ["'Stop' grows from 20.0 to 29.0 px only"]


def pictures(driver: Driver, within: str) -> list[int]:
    """How high the pictures are in the boxes of the screen whose ids begin so."""
    scene = driver.app.scene
    assert isinstance(scene, TreeForm)
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
        scene = driver.app.scene
        assert isinstance(scene, TreeForm)
        panes = [node.rect[1] + node.rect[3] for node in driver.nodes() if node.role == "scroll"]
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
        scene = driver.app.scene
        assert isinstance(scene, TreeForm)
        heads = {box.rect.y for box in boxes(scene.root) if isinstance(box, Label) and box.words in HEADS}
    assert len(heads) == 1

"""Every screen fits every window in every language: controls lie inside and apart, and no words are cut."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pygame import Rect

from game.ui import text
from game.ui.i18n import LANGUAGES
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

SIZES = ((960, 540), (1080, 1350))  # the smallest of each shape, where words have least room
LARGE = (((1280, 720), "hu"), ((2560, 1080), "it"), ((1920, 1080), "fr"), ((3840, 2160), "de"))
OVERLAP = {"card", "pile", "text", "option", "display", "link", "scroll"}
"""Cards overlap in a hand, piles lie on displays, words on both, an open list on what is below, links in their page."""


def check(driver: Driver) -> None:
    window = Rect((0, 0), driver.app.size)
    controls = [node for node in driver.nodes() if node.role not in OVERLAP]
    for node in driver.nodes():
        assert window.contains(node.rect) or node.role == "card", node
    pairs = ((a, b) for a, b in itertools.combinations(controls, 2) if not b.id.startswith(f"{a.id}."))  # its parts
    assert [(a.id, b.id) for a, b in pairs if Rect(a.rect).colliderect(b.rect)] == []
    assert text.overflows == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_fits_in_every_language(tmp_path: Path, stage: str, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size) as driver:
        STAGES[stage](driver)
        for code in LANGUAGES:
            driver.app.set_language(code)
            driver.settle()
            check(driver)


@pytest.mark.parametrize(("size", "code"), LARGE, ids=str)
def test_every_screen_fits_larger_windows(tmp_path: Path, size: tuple[int, int], code: str) -> None:
    for stage in STAGES:
        with open_window(tmp_path / stage, size=size, language=code) as driver:
            STAGES[stage](driver)
            check(driver)

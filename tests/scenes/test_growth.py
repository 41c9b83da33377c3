"""On screens made of boxes nothing shrinks where larger text is set, and no box sticks out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import pytest

from tests.fit import SMALL, Size, faults, look, ungrown, watching
from tests.monkey.episode import sketching
from tests.nightly import NIGHTLY
from tests.scenes.stages import STAGES
from tests.window import open_window

MADE_OF_BOXES = [
    *("about", "about_licences", "milestones", "notice", "report", "emptying", "importing", "already_open", "handover"),
    *("error", "error_of_unsaved", "error_again", "menu", "menu_more", "languages", "milestones_reached", "keys"),
    *("rules_of_a_card", "rules_of_attack", "rules_of_differences"),
    *("settings", "picture", "controls", "speech"),
]
WINDOWS: dict[Size, str] = {SMALL: "hu", (1280, 720): "de", (1080, 1350): "fr"}
TURNS = cycle([[*WINDOWS]] if NIGHTLY else [[size] for size in WINDOWS])
"""By day one window for each screen."""


@pytest.mark.parametrize(("stage", "sizes"), [*zip(MADE_OF_BOXES, TURNS, strict=False)])
def test_text_of_200_percent_is_half_as_large_again_and_has_its_room(
    tmp_path: Path, stage: str, sizes: Sequence[Size]
) -> None:
    with watching() as watch, sketching(), open_window(tmp_path, size=SMALL) as driver:
        STAGES[stage](driver)
        for text_size in (100, 200):
            look(driver, text_size)
            assert list(faults(driver, watch, {size: (WINDOWS[size],) for size in sizes})) == []
        assert all(watch.delivered.values())


def test_what_hardly_grows_is_named() -> None:
    before = {"Go": 20.0, "Stop": 20.0, "gone": 20.0}
    assert list(ungrown(before, {"Go": 30.0, "Stop": 29.0})) == ["'Stop' grows from 20.0 to 29.0 px only"]

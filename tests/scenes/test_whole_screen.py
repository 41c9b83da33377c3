"""The screen that CONTRIBUTING.md shows whole runs as it stands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.i18n import _
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Button, Column, Flow, Label
from game.ui.widgets import ButtonStyle
from tests.fit import SMALL, faults, look, watching
from tests.window import open_window

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"
MOST_LINES = 60


@pytest.fixture
def weather() -> Callable[[Any], PanelForm]:
    block = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    assert len(block[1].splitlines()) <= MOST_LINES
    known: dict[str, Any] = {"_": _, "PlateForm": PanelForm, "Host": Host, "THEME": THEME, "ROLES": ROLES, "Box": Box}
    known |= {"Column": Column, "Flow": Flow, "Label": Label, "Button": Button, "ButtonStyle": ButtonStyle}
    exec(block[1], known)
    scene: Callable[[Any], PanelForm] = known["WeatherScene"]
    return scene


@pytest.mark.parametrize("text_size", [100, 200])
def test_contributing_example_fits_is_in_the_tree_and_can_be_used(
    tmp_path: Path, weather: Callable[[Any], PanelForm], text_size: int
) -> None:
    with watching() as watch, open_window(tmp_path, size=SMALL) as driver:
        look(driver, text_size)
        driver.app.push(weather(driver.app))
        driver.settle()
        driver.press("more")
        assert [node.id for node in driver.of_role("text")] == ["title", "today", "later"]
        assert list(faults(driver, watch, {SMALL: ("en",)})) == []
        driver.press("done")
        assert driver.scene == "title"

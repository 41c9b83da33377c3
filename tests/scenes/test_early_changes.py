"""The window, the language and the looks may change in any frame, also in the first ones of a screen.

At night every screen is opened for each of its first frames and changes in that one, as do those on the way to it; by
day every fourth screen once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from game.app import App
from game.settings.settings import ColorTheme
from game.ui.scene import Scene, SceneStack
from tests.monkey.episode import sketching
from tests.nightly import NIGHTLY
from tests.scenes.stages import STAGES
from tests.window import Driver, at_rest, open_window

FRAMES = 8
CHANGE = [0.1] * 4
"""So long after each other do frames come until all is laid out anew, in seconds."""
SIZES = (960, 540), (1000, 640)

WITHOUT = {"tip"}
"""What a change of size takes away is no screen that would be there then."""


@contextmanager
def changing(driver: Driver, frame: int) -> Iterator[list[str]]:
    """Change size, and look and language there and back, in that frame of every scene shown; tells of which.

    Nothing is pressed between: what is pressed while a size changes lies nowhere.
    """
    show, push, look, reveal = App.frame, SceneStack.push, Driver.look, Driver.reveal
    shown, changed, left = list[str](), list[str](), 0

    def pushed(stack: SceneStack, scene: Scene[Any]) -> None:
        nonlocal left
        shown.append(scene.name)
        left = frame
        push(stack, scene)

    def next_frame(app: App) -> bool:
        nonlocal left
        presented = show(app)
        left -= 1
        if shown and left <= 0:
            changed.extend(shown)
            shown.clear()
            change(app)
            for pause_s in CHANGE:
                driver.clock.now_s += pause_s
                show(app)
        return presented

    def looking(driver: Driver) -> None:
        while shown:
            driver.pump()
        look(driver)

    def revealing(driver: Driver, id: str) -> None:
        driver.look()  # before it is asked where that control is
        reveal(driver, id)

    with (
        mock.patch.object(SceneStack, "push", pushed),
        mock.patch.object(App, "frame", next_frame),
        mock.patch.object(Driver, "look", looking),
        mock.patch.object(Driver, "reveal", revealing),
    ):
        yield changed


def change(app: App) -> None:
    """What may come from anywhere between two frames."""
    app.window.resize(SIZES[app.window.size == SIZES[0]])
    before = app.settings
    app.save_settings(before.with_values(language="de", theme=ColorTheme.NIGHT, text_size=150))
    app.save_settings(
        app.settings.with_values(language="en", theme=before.person.theme, text_size=before.person.text_size)
    )


CASES = [
    (stage, frame)
    for number, stage in enumerate(stage for stage in STAGES if stage not in WITHOUT)
    for frame in (range(1, FRAMES + 1) if NIGHTLY else [1 + number // 4 % FRAMES] if number % 4 == 0 else [])
]


@pytest.mark.parametrize(("stage", "frame"), CASES)
def test_screen_survives_a_change_in_any_of_its_first_frames(tmp_path: Path, stage: str, frame: int) -> None:
    with sketching(), open_window(at_rest(tmp_path), size=SIZES[0]) as driver, changing(driver, frame) as changed:
        driver.app.go_home()
        STAGES[stage](driver)
        driver.look()
        assert driver.scene in changed

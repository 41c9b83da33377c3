from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.window import Driver, open_window  # isort: skip - before pygame, so that no window opens

import pygame
import pytest

from game.i18n import set_language
from game.ui.drawing import text
from tests.recording_voice import RecordingVoice


@pytest.fixture
def voice() -> RecordingVoice | None:
    """The voice that the program has."""
    return None


@pytest.fixture
def driver(request: pytest.FixtureRequest, tmp_path: Path, voice: RecordingVoice | None) -> Iterator[Driver]:
    """The program in English at 1280 × 720, freshly installed."""
    threads = request.node.get_closest_marker("real_threads") is not None
    with open_window(tmp_path / "user", voice=voice, threads=threads) as running:
        yield running


@pytest.fixture
def window() -> Iterator[None]:
    """A surface to draw on, and English, for scenes without the program."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((960, 540))
    set_language("en")
    text.overflows.clear()
    yield
    set_language("en")
    text.overflows.clear()

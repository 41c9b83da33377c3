from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from collections.abc import Iterator

import pygame
import pytest

from game import i18n
from game.ui.drawing import text


@pytest.fixture(autouse=True)
def fonts() -> Iterator[None]:
    """Fonts without a window, English, and an empty list of overflows."""
    pygame.font.init()
    text.overflows.clear()
    i18n.set_language("en")
    yield
    i18n.set_language("en")

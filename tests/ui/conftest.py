from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame
import pytest

from game.ui.drawing import text


@pytest.fixture(autouse=True)
def fonts() -> None:
    """Fonts without a window, and an empty list of overflows."""
    pygame.font.init()
    text.overflows.clear()

"""The controls of the game, all in one place to import from."""

from game.ui.buttons import Button, IconButton, Sign, Style, label_px
from game.ui.choice import Choice
from game.ui.control import MIN_TARGET_PX, Widget
from game.ui.focus import FocusGroup
from game.ui.slider import Slider
from game.ui.switches import Option, Segmented, Toggle

__all__ = [
    "MIN_TARGET_PX",
    "Button",
    "Choice",
    "FocusGroup",
    "IconButton",
    "Option",
    "Segmented",
    "Sign",
    "Slider",
    "Style",
    "Toggle",
    "Widget",
    "label_px",
]

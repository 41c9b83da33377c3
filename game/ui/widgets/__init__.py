"""The controls of the game, all in one place to import from."""

from game.ui.widgets.buttons import Button, IconButton, Sign, Style, label_px
from game.ui.widgets.control import MIN_TARGET_PX, Widget
from game.ui.widgets.dropdown import Choice
from game.ui.widgets.focus import FocusGroup
from game.ui.widgets.slider import Slider
from game.ui.widgets.switches import Option, Segmented, Toggle

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

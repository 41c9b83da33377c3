"""The widgets of the game, to be imported from here."""

from game.ui.widgets.buttons import Button, IconButton, Link, Sign, Style, label_px
from game.ui.widgets.code_field import CodeField
from game.ui.widgets.dropdown import Dropdown
from game.ui.widgets.switches import Option, Segmented, Slider, Toggle
from game.ui.widgets.text_field import TextDraft, TextField
from game.ui.widgets.widget import MIN_TARGET_PX, FocusGroup, Widget

__all__ = [
    "MIN_TARGET_PX",
    "Button",
    "CodeField",
    "Dropdown",
    "FocusGroup",
    "IconButton",
    "Link",
    "Option",
    "Segmented",
    "Sign",
    "Slider",
    "Style",
    "TextDraft",
    "TextField",
    "Toggle",
    "Widget",
    "label_px",
]

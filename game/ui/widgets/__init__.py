"""The widgets of the game, to be imported from here."""

from game.ui.boxes.box import MIN_TARGET_PX, Widget
from game.ui.widgets.buttons import Button, ButtonStyle, DirectionSign, IconButton, Link, label_px
from game.ui.widgets.code_field import CodeField
from game.ui.widgets.dropdown import Dropdown
from game.ui.widgets.focus_group import FocusGroup
from game.ui.widgets.switches import Option, Segmented, Slider, Switch
from game.ui.widgets.tab_bar import TabBar
from game.ui.widgets.text_field import TextDraft, TextField

__all__ = [
    "MIN_TARGET_PX",
    "Button",
    "ButtonStyle",
    "CodeField",
    "DirectionSign",
    "Dropdown",
    "FocusGroup",
    "IconButton",
    "Link",
    "Option",
    "Segmented",
    "Slider",
    "Switch",
    "TabBar",
    "TextDraft",
    "TextField",
    "Widget",
    "label_px",
]

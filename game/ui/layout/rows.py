"""Controls with their name beside them, or above them if space is short."""

# ruff: noqa: PLR0913 - a control is described by many things

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect, Surface

from game.ui.boxes.box import HIT_PX, Box, SizeRange
from game.ui.boxes.containers import Column, Flow, Panel, Row, Spacer
from game.ui.boxes.label import Label
from game.ui.boxes.type_scale import ROLES, Scale
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout.leaves import Control
from game.ui.widgets import Slider, Toggle, Widget

CONTROL_NAME = replace(ROLES.name, face="B6")
"""The text role of a control's name."""
_LEAST = 8  # times the text size: the minimum width of a name beside its control


def _words(scale: Scale, name: str, note: str) -> Box:
    s, px = scale, round(_LEAST * scale.px(ROLES.name))
    about = Label(s, note, ROLES.body, THEME.text2) if note else None
    return Column(Label(s, name, CONTROL_NAME), about, Spacer((px, 0), grow=0), grow=1)


def named_control(scale: Scale, name: str, note: str, control: Box) -> Box:
    """Return a box with a control, its name, and a note below the name."""
    return Flow(_words(scale, name, note), control, gap=scale.text_px(20), is_tight=True)


def switch(
    scale: Scale, id: str, name: str, *, on: bool, words: tuple[str, str], on_change: Callable[[bool], None],
    enabled: bool = True, note: str = "",
) -> Box:  # fmt: skip
    """Return a row with a name and a switch; ``words`` are the words for on and off."""
    s, px = scale, scale.px(ROLES.body)
    wide, high = Toggle.natural_size(words, px)

    def make(rect: Rect) -> Toggle:
        return Toggle(id, name, rect, on=on, words=words, on_change=on_change, enabled=enabled, note=note, px=px)

    row = Row(_words(s, name, note), Spacer((wide, max(HIT_PX, high)), grow=0), gap=s.text_px(20))
    return PressableRow(row, make, hover_ground(s.text_px(12)))


class PressableRow(Control):
    """A control that covers a ``child`` box.

    ``ground`` draws the background; its last argument is whether the control is hovered or pressed.
    """

    def __init__(
        self, child: Box, make: Callable[[Rect], Widget], ground: Callable[[Surface, Rect, bool], None], *,
        pad: tuple[int, int, int] | int = 0,
    ) -> None:  # fmt: skip
        def paint(surface: Surface, rect: Rect) -> None:
            ground(surface, rect, self.widget is not None and (self.widget.hovered or self.widget.pressed))

        super().__init__(make, 0, 0)
        self.children = (Panel(child, pad, ground=paint),)

    def measure_width(self) -> SizeRange:
        return self.children[0].width_range()

    def measure_height(self, width: int) -> SizeRange:
        return self.children[0].height_range(width)


def hover_ground(radius: float) -> Callable[[Surface, Rect, bool], None]:
    """Return a background for ``PressableRow`` that is visible only while it is hovered or pressed."""

    def ground(surface: Surface, rect: Rect, is_pointed: bool) -> None:
        if is_pointed:
            draw.rounded_rect(surface, rect, radius, THEME.row)

    return ground


def slider(
    scale: Scale, id: str, name: str, *, at: int, highest: int, on_change: Callable[[int], None], is_dull: bool = False,
    note: str = "",
) -> Box:  # fmt: skip
    """Return a slider with its name, for values from 0 to ``highest``."""
    px = scale.px(ROLES.name)

    def make(rect: Rect) -> Slider:
        return Slider(id, name, rect, at=at, highest=highest, on_change=on_change, is_dull=is_dull, note=note, px=px)

    wide = round(10 * px)
    return named_control(scale, name, note, Control(make, (wide, 2 * wide), max(HIT_PX, round(2 * px))))

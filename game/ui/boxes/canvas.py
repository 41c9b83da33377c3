"""Boxes that draw something other than text: icons, and what a function draws."""

from __future__ import annotations

from pygame import Color, Surface

from game.ui.boxes.box import Box, SizeRange
from game.ui.boxes.containers import Paint
from game.ui.drawing import art


class Canvas(Box):
    """A box that the function ``draws`` fills."""

    def __init__(  # noqa: PLR0913 - a box is described by many things
        self, draws: Paint, wide: SizeRange | int, high: SizeRange | int, *, grow: float = 0, share: float = 0,
        id: str = "",
        label: str = "",
    ) -> None:  # fmt: skip
        super().__init__(wide=wide, high=high, grow=grow, share=share, id=id, label=label)
        self._draws = draws

    def paint(self, surface: Surface) -> None:
        self._draws(surface, self.rect)


class Icon(Canvas):
    """An icon in a square of ``side`` pixels."""

    def __init__(self, name: str, side: int, ink: Color) -> None:
        super().__init__(lambda surface, rect: art.blit_icon(surface, name, rect.center, side, ink), side, side)

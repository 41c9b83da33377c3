"""Controls outside any tree."""

from __future__ import annotations

from typing import TypeVar

from pygame import Rect

from game.ui.layout import Scale, Widget

S = Scale(1)
Placed = TypeVar("Placed", bound=Widget)


def placed(widget: Placed, *rect: int) -> Placed:
    """Return the control after it got its rectangle."""
    widget.place(Rect(*rect))
    return widget

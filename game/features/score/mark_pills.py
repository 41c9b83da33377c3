"""The pills that mark how a match was played, on its score sheet and with its result: moves taken back, bots at the
wheel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Canvas, Column, Label, Plate, Row, Scale
from game.words.score import take_backs_line


@dataclass(frozen=True, slots=True)
class Mark:
    """What is marked: its id in the control tree, its icon, and its words."""

    id: str
    icon: str
    words: str


def take_back_marks(take_backs: int) -> list[Mark]:
    """That moves were taken back, if any were."""
    return [Mark("take_backs", "undo", take_backs_line(take_backs))] if take_backs else []


def pills(scale: Scale, marks: Sequence[Mark]) -> Box:
    """The marks one below the other."""
    return Column(*(_pill(scale, mark) for mark in marks), gap=scale.gap(8))


def _pill(scale: Scale, mark: Mark) -> Box:
    px, pad = scale.px(ROLES.small), scale.line(5)

    icon = Canvas(
        lambda surface, rect: draw.roundel(surface, mark.icon, *rect.center, 0.75 * px),
        round(1.5 * px),
        round(1.5 * px),
    )
    words = Row(icon, Label(scale, mark.words, ROLES.small, id=mark.id), gap=scale.line(8))
    return Row(Plate(words, (2 * pad, pad, pad), fill=THEME.row, rim=THEME.faint, rim_px=max(1, 0.08 * px), radius=px))

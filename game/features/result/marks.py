"""The marks on the result: moves were taken back, or a bot drove for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui import layout as ui
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.words.score import take_backs_line


@dataclass(frozen=True, slots=True)
class MatchMark:
    """A mark on the result: the id of its label, its icon, and its text."""

    id: str
    icon: str
    words: str


def take_back_marks(take_backs: int) -> list[MatchMark]:
    """Return the mark that says how many moves were taken back, or an empty list if none were."""
    return [MatchMark("take_backs", "undo", take_backs_line(take_backs))] if take_backs else []


def mark_pills(scale: ui.Scale, marks: Sequence[MatchMark]) -> ui.Box:
    """Return the marks as small rounded labels in a column."""
    return ui.Column(*(_pill(scale, mark) for mark in marks), gap=scale.space_px(8))


def _pill(scale: ui.Scale, mark: MatchMark) -> ui.Box:
    px, pad = scale.px(ui.ROLES.small), scale.text_px(5)

    icon = ui.Canvas(
        lambda surface, rect: draw.icon_disc(surface, mark.icon, *rect.center, 0.75 * px),
        round(1.5 * px),
        round(1.5 * px),
    )
    words = ui.Row(icon, ui.Label(scale, mark.words, ui.ROLES.small, id=mark.id), gap=scale.text_px(8))
    return ui.Row(
        ui.Panel(words, (2 * pad, pad, pad), fill=THEME.row, rim=THEME.faint, rim_px=max(1, 0.08 * px), radius=px)
    )

"""The panels of the statistics: what they draw and say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Rect, Surface

from game.features.statistics.model import LevelRecord, Statistics, statistics_of
from game.features.statistics.panels import best_so_far_panel, legs_won_panel
from game.people.profiles import Livery
from game.ui.drawing.theme import THEME
from game.ui.layout import Box, Document, Scale
from tests.window import Driver

WON = Rect(0, 0, 700, 371)
"""A height that the rows cannot share equally."""


def told(**values: object) -> Statistics:
    levels = tuple(LevelRecord(level, 1, 4) for level in ("beginner", "steady", "skilled", "master", "mixed"))
    return replace(statistics_of([]), legs=20, won=5, levels=levels, equal_share=0.3, **values)  # type: ignore[arg-type]


def test_line_of_equal_chances_is_straight_through_all_rows(driver: Driver) -> None:
    del driver  # pictures need its window
    panel: Box = legs_won_panel(Scale(1.0), told(), lambda _level: 0.25, Livery())
    panel.place(WON)
    surface = Surface(WON.size)
    panel.paint(surface)
    marked = [x for x in range(100, WON.w) if sum(surface.get_at((x, y)) == THEME.warn for y in range(WON.h)) > 20]
    assert len(marked) == marked[-1] - marked[0] + 1 <= 3


@pytest.mark.parametrize(
    ("luck", "said"),
    [(120.4, "120 points from luck per leg."), (-368.6, "369 points lost to bad luck per leg.")],
    ids=["good", "bad"],
)
def test_luck_is_told_by_what_it_brought_or_took(luck: float, said: str) -> None:
    panel = best_so_far_panel(Scale(1.0), told(luck=luck))
    assert isinstance(panel, Document)
    assert said in (panel.value or "")

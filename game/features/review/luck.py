"""Luck and skill as bars from a middle line: what cards and rivals brought, and what the own decisions cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pygame import Rect, Surface

from game.features.review.findings import LegFindings
from game.features.review.words import signed
from game.i18n import _
from game.i18n.punctuation import label_with_text
from game.scenes.screen import panel
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Canvas, Label, Scale, Table

_POINTS = replace(ROLES.name, face="O8")
_LEAST = 100.0
"""The points of the longest bar are at least these, so that small effects look small."""


def luck_panel(scale: Scale, findings: LegFindings, grown: Callable[[], float], *, is_over: bool) -> Box:
    """Return a panel of three bars, ``grown`` from 0 to 1; an unknown value has a pale bar."""
    s, luck, unknown = scale, findings.luck, "–" if is_over else "…"
    told = (
        ("drawn", _("Cards drawn"), None if luck is None else luck.drawn),
        ("attacks", _("Rivals’ attacks"), None if luck is None else luck.attacks),
        ("skill", _("Your decisions"), findings.skill),
    )
    most = max(_LEAST, *(abs(points or 0.0) for _id, _said, points in told))

    def paint(points: float | None, surface: Surface, rect: Rect) -> None:
        half, high = rect.w / 2, min(0.4 * rect.h, 30 * s.default_text_scale)
        long = 0.6 * half if points is None else grown() * abs(points) / most * half
        left = rect.centerx if points is None or points > 0 else rect.centerx - long
        color = THEME.surface2 if points is None else THEME.good if points > 0 else THEME.bad
        if long >= 1:
            draw.rounded_rect(surface, (left, rect.centery - high / 2, long, high), min(s.text_px(8), long / 2), color)
        surface.fill(THEME.text, (rect.centerx - 1, rect.y, 2, rect.h))

    rows = []
    for id, said, points in told:
        written = unknown if points is None else signed(points)
        rows.append((
            Label(s, said, ROLES.body, id=f"luck.{id}", label=label_with_text(said, written)),
            Canvas(partial(paint, points), (s.text_px(60), s.text_px(180)), 0, grow=1),
            Label(s, written, _POINTS, one_line=True, anchor="r"),
        ))  # fmt: skip
    return panel(s, "flag", _("Luck and skill"), Table(*rows, gap=(s.space_px(20), 0)))

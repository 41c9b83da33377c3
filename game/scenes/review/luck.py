"""Luck and skill as bars from a middle line: what cards and rivals brought, and what the own decisions cost."""

from __future__ import annotations

from typing import Final

from pygame import Rect, Surface

from game.i18n import _
from game.i18n.punctuation import labelled
from game.scenes.review.findings import LegFindings
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.review import signed

_LEAST: Final = 100.0
"""Points that the longest bar stands for at least, so that little looks like little."""


def rows(findings: LegFindings, *, is_over: bool) -> list[tuple[str, str, float | None, str]]:
    """Id, label, points and what is written of each bar; unknown points are None."""
    luck = findings.luck
    unknown = "–" if is_over else "…"
    told = (
        ("drawn", _("Cards drawn"), None if luck is None else luck.drawn),
        ("attacks", _("Rivals’ attacks"), None if luck is None else luck.attacks),
        ("skill", _("Your decisions"), findings.skill),
    )
    return [(id, said, points, unknown if points is None else signed(points)) for id, said, points in told]


def paint_luck(surface: Surface, place: Rect, findings: LegFindings, grown: float, *, is_over: bool, t: float) -> None:
    """Draw the panel, its bars ``grown`` from 0 to 1."""
    draw.plate(surface, place, 16 * t, THEME.raised, rim=THEME.edge, rim_width=max(1, 2 * t), shadow_px=0)
    pad = round(max(10, 22 * t))
    head = min(0.24 * place.h, max(24.0, 56 * t))
    y = place.y + 0.56 * head
    px = max(14.0, 26 * t)
    icon = 1.05 * px
    art.blit_icon(surface, "flag", (place.x + pad + icon / 2, y), icon, THEME.emblem)
    left = place.x + pad + 1.5 * icon
    text.draw(surface, _("Luck and skill"), left, y, "O8", px, max_width=place.right - pad - left, min_px=13)
    _paint_bars(surface, _inside(place, pad, head), rows(findings, is_over=is_over), grown, t)


def _inside(place: Rect, pad: int, head: float) -> Rect:
    return Rect(place.x + pad, round(place.y + head), place.w - 2 * pad, round(place.h - head - 0.4 * pad))


def _paint_bars(
    surface: Surface, place: Rect, told: list[tuple[str, str, float | None, str]], grown: float, t: float
) -> None:
    px = max(text.MIN_TEXT_PX, 20 * t)
    big = max(14.0, 25 * t)
    labels = max(text.width(said, "B5", px) for _id, said, _points, _written in told)
    labels = min(labels, round(0.46 * place.w))
    numbers = max(text.width(written, "O8", big) for *_rest, written in told) + px
    bars = Rect(round(place.x + labels + px), place.y, 0, place.h)
    bars.w = round(place.right - numbers - bars.x)
    most = max(_LEAST, *(abs(points or 0.0) for *_rest, points, _written in told))
    line, high = place.h / len(told), min(0.4 * place.h / len(told), 30 * t)
    for i, (_id, said, points, written) in enumerate(told):
        y = place.y + (i + 0.5) * line
        text.draw(surface, said, place.x, y, "B5", px, max_width=labels, min_px=text.MIN_CAPTION_PX)
        text.draw(surface, written, place.right, y, "O8", big, anchor="r")
        long = 0.3 * bars.w if points is None else grown * abs(points) / most * bars.w / 2
        start = bars.centerx if points is None or points > 0 else bars.centerx - long
        color = THEME.surface2 if points is None else THEME.good if points > 0 else THEME.bad
        if long >= 1:
            draw.rounded(surface, (start, y - high / 2, long, high), min(8 * t, long / 2), color)
    surface.fill(THEME.text, (bars.centerx - 1, place.y + round(0.1 * line), 2, round(place.h - 0.2 * line)))


def luck_texts(place: Rect, findings: LegFindings, *, is_over: bool) -> list[tuple[str, str, Rect]]:
    """The bars in words, for the control tree."""
    told = rows(findings, is_over=is_over)
    high = place.h // (len(told) + 1)
    return [
        (f"luck.{id}", labelled(said, written), Rect(place.x, place.y + (i + 1) * high, place.w, high))
        for i, (id, said, _points, written) in enumerate(told)
    ]

"""The coach's plate: a portrait, a heading and a few words, and how much of the lesson is done."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.table.geometry.box import Box
from game.table.geometry.layout import TableLayout
from game.table.painting.display import radius, shadow_px, with_shadow
from game.table.view import CoachShown
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME

_WIDE = 2.2  # of its height: from that width on the button stands beside the words, else below


@dataclass(frozen=True, slots=True)
class CoachPlaces:
    """Where things lie on the plate; ``portrait`` is its middle and diameter."""

    portrait: tuple[float, float, float]
    words: Box
    bar: Box
    button: Rect


def extent(layout: TableLayout) -> Box:
    """What the plate and its shadow take."""
    assert layout.coach is not None
    return with_shadow(layout.coach, layout.u)


def button_height(t: float) -> int:
    """How high the button to go on is."""
    return max(34, round(52 * t))


def coach_places(layout: TableLayout, button_w: int) -> CoachPlaces:
    """Divide the plate, with a button of that width or (0) without."""
    box, t = layout.coach, layout.t
    assert box is not None
    pad = round(16 * t)
    across = min(box.h - 2 * pad, 0.22 * box.w)
    left, bar_h = box.x + 2 * pad + across, max(4, round(7 * t))
    foot = box.bottom - pad - bar_h
    height = button_height(t) if button_w else 0
    button = Rect(round(box.right - pad - button_w), round(foot - 0.6 * pad - height), button_w, height)
    is_beside = box.w >= _WIDE * box.h
    right, bottom = float(box.right - pad), foot - 0.5 * pad
    if button_w and is_beside:
        right = button.x - pad
    elif button_w:
        bottom = button.y - 0.5 * pad
    top = box.y + 0.8 * pad
    return CoachPlaces(
        portrait=(box.x + pad + across / 2, box.y + (box.h / 2 if is_beside else pad + across / 2), across),
        words=Box(left, top, right - left, bottom - top),
        bar=Box(left, foot, box.right - pad - left, bar_h),
        button=button,
    )


def paint_coach(surface: Surface, layout: TableLayout, what: CoachShown | None) -> None:
    """Paint the plate; nothing while nobody has anything to say."""
    if what is None or layout.coach is None:
        return
    t, where = layout.t, coach_places(layout, what.button_w)
    rim = max(2, round(4 * t))
    draw.plate(
        surface,
        layout.coach,
        radius(layout.u),
        THEME.surface,
        rim=THEME.gold,
        rim_width=rim,
        shadow_px=shadow_px(layout.u),
    )
    x, y, across = where.portrait
    surface.blit(art.portrait(what.driver, across), (round(x - across / 2), round(y - across / 2)))
    _paint_words(surface, where.words, what, t)
    _paint_bar(surface, where.bar, what.done)


def _paint_words(surface: Surface, box: Box, what: CoachShown, t: float) -> None:
    head_px, body_px = 30 * t, 25 * t
    text.draw(
        surface,
        what.head,
        box.x,
        box.y + 0.6 * head_px,
        "O8",
        head_px,
        THEME.text,
        max_width=box.w,
        min_px=text.MIN_NAME_PX,
    )
    top = box.y + 1.35 * head_px
    body = (box.x, top, box.w, box.bottom - top)
    text.paragraph(surface, what.body, body, "B5", body_px, THEME.text, min_px=text.MIN_TEXT_PX)


def _paint_bar(surface: Surface, box: Box, done: float) -> None:
    draw.rounded(surface, box, box.h / 2, THEME.surface2)
    if done:
        draw.rounded(surface, (box.x, box.y, max(box.h, box.w * done), box.h), box.h / 2, THEME.gold)

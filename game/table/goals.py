"""The goals of a tour stage, each with a star: in a panel of their own on the table, or as stars in the top bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from pygame import Rect, Surface

from game.i18n import _, _p
from game.i18n.punctuation import join_with_commas, join_with_semicolons, label_with_text
from game.table.geometry.box import FloatRect as Place
from game.table.geometry.layout import TableLayout
from game.table.painting.display import radius, with_shadow
from game.table.view import GoalView
from game.ui import layout as ui
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME

GOALS = "goals"
"""The id of the goals on the table, for tooltips and screen readers."""
_PAD, _STAR = 12, 26
_PX, _LEAST_PX = 19, 12
_BAR = 130  # width of a goal's bar, px at text scale 1


def draw_star(surface: Surface, center: tuple[float, float], d: float, *, is_won: bool, is_lost: bool = False) -> None:
    """Draw a star that is ``d`` pixels wide: gold if won, else empty; with a cross if it can no longer be won."""
    star = art.picture("tour/star" if is_won else "tour/star_empty", d, d)
    surface.blit(star, star.get_rect(center=(round(center[0]), round(center[1]))))
    if is_lost:
        art.blit_icon(surface, "close", center, 0.62 * d, THEME.ink)


def stars_row(scale: ui.Scale, words: str, said: str, id: str) -> ui.Row:
    """Return a gold star with words beside it, which are read aloud as ``said``."""
    d = round(1.3 * scale.px(ui.ROLES.heading))
    star = ui.Canvas(lambda surface, rect: draw_star(surface, rect.center, rect.h, is_won=True), d, d)
    label = ui.Label(scale, words, ui.ROLES.heading, THEME.white, one_line=True)
    return ui.Row(star, label, gap=scale.space_px(8), id=id, label=said)


def goal_standing(words: str, *, is_reached: bool, is_lost: bool = False) -> str:
    """Return a goal's words, followed by whether it is reached or can no longer be reached."""
    # Translators: what has become of a goal of a stage that can’t be reached any more in this drive, after a colon
    return label_with_text(words, _("star") if is_reached else _p("goal", "missed") if is_lost else _("no star yet"))


def goals_description(goals: Sequence[GoalView]) -> str:
    """Return the words of all goals, each followed by whether it is reached or can no longer be reached."""
    return join_with_semicolons(
        goal_standing(goal.words, is_reached=goal.is_reached, is_lost=goal.is_lost) for goal in goals
    )


def goals_extent(layout: TableLayout, paper: Place) -> Place:
    """Return the place of the goals' panel ``paper`` including its shadow."""
    return with_shadow(paper, layout.unit)


def paint_goals(surface: Surface, layout: TableLayout, paper: Place, goals: Sequence[GoalView]) -> None:
    """Paint the goals in the panel ``paper``, one below the other, in the largest letter size that fits them all."""
    t = layout.text_scale
    draw.panel(
        surface, (paper.x, paper.y, paper.w, paper.h), radius(layout.unit), THEME.surface, rim=THEME.gold_d,
        rim_width=max(1.5, 2 * t), shadow_px=4 * layout.unit,
    )  # fmt: skip
    pad, d, step = _PAD * t, _STAR * t, (paper.h - 2 * 0.6 * _PAD * t) / len(goals)
    left, px = paper.x + pad + d + 0.6 * pad, max(_LEAST_PX, _PX * t)
    room = paper.right - pad - left
    while px > _LEAST_PX and any(text.paragraph_height(goal.words, "B6", px, room) > step for goal in goals):
        px -= 1
    for n, goal in enumerate(goals):
        middle = paper.y + 0.6 * pad + (n + 0.5) * step
        draw_star(surface, (paper.x + pad + d / 2, middle), d, is_won=goal.is_reached, is_lost=goal.is_lost)
        lines = text.wrap(goal.words, "B6", px, room)
        for line, words in enumerate(lines):
            y = middle + (line - (len(lines) - 1) / 2) * px * text.LINE_HEIGHT
            ink = THEME.text2 if goal.is_lost else THEME.text
            text.draw(surface, words, left, y, "B6", px, ink, max_width=room)


def bar_stars(scale: ui.Scale, d: int, goals: Sequence[GoalView]) -> ui.Box:
    """Return a layout box for the top bar with one star for each goal, each ``d`` pixels wide."""
    stars = (ui.Canvas(partial(_paint_star, is_won=goal.is_reached, is_lost=goal.is_lost), d, d) for goal in goals)
    return ui.Row(*stars, gap=scale.text_px(2), id=GOALS, label=goals_description(goals))


def goal_rows(
    scale: ui.Scale, goals: Sequence[GoalView], progress: Mapping[int, tuple[int, int]] = MappingProxyType({}), *,
    is_dense: bool = False,
) -> ui.Box:  # fmt: skip
    """Return a layout box with a row for each goal: its star and its words. Rows of reached goals are highlighted.

    ``progress`` has by index how much of a goal was done and needed, for a bar and the figures.
    """
    pad = scale.text_px(4 if is_dense else 10, 4)
    rows = (_row(scale, f"goal{n}", goal, progress.get(n), pad) for n, goal in enumerate(goals))
    return ui.Column(*rows, gap=scale.text_px(8, 4))


def _row(scale: ui.Scale, id: str, goal: GoalView, progress: tuple[int, int] | None, pad: int) -> ui.Box:
    s, says = scale, goal_standing(goal.words, is_reached=goal.is_reached)
    figures = _("{n} of {total}", n=progress[0], total=progress[1]) if progress is not None else ""
    share = progress[0] / progress[1] if progress is not None else 0.0
    d = round(1.5 * s.px(ui.ROLES.label))
    star = ui.Canvas(partial(_paint_star, is_won=goal.is_reached), d, d)
    row = ui.Row(
        star,
        ui.Label(s, goal.words, ui.ROLES.label, grow=1),
        ui.Canvas(partial(_paint_share, share), s.text_px(_BAR), s.text_px(12, 6)) if progress is not None else None,
        ui.Label(s, figures, ui.ROLES.label, THEME.text2, one_line=True) if progress is not None else None,
        gap=s.text_px(14, 8), id=id, label=join_with_commas(filter(None, (says, figures))),
    )  # fmt: skip
    rim = (THEME.edge, 1.0) if THEME.is_plain else (None, 0.0)
    fill = THEME.mark if goal.is_reached else THEME.surface2
    return ui.Panel(row, (s.text_px(14, 8), pad, pad), fill=fill, rim=rim[0], rim_px=rim[1], radius=s.text_px(12))


def _paint_share(share: float, surface: Surface, rect: Rect) -> None:
    """Draw a bar that fills this share of ``rect``."""
    draw.rounded_rect(surface, rect, rect.h / 2, THEME.raised, THEME.edge, 1)
    draw.rounded_rect(surface, (rect.x, rect.y, max(rect.h, share * rect.w), rect.h), rect.h / 2, THEME.gold_d)


def _paint_star(surface: Surface, rect: Rect, *, is_won: bool, is_lost: bool = False) -> None:
    draw_star(surface, rect.center, rect.h, is_won=is_won, is_lost=is_lost)

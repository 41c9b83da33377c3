"""The grid of all milestones: a column for each family, and in it a cell for each milestone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pygame import Rect, Surface

from game.features.milestones.model import MILESTONES, MilestoneFamily, MilestoneProgress
from game.features.milestones.words import milestone_line, milestone_name, milestone_progress_line
from game.i18n import number, say
from game.i18n.punctuation import with_full_stop
from game.ui import layout as ui
from game.ui.drawing import art, draw
from game.ui.drawing.theme import THEME

_BADGE, _LEAST_BADGE = 80, 40  # in units, and in pixels where text needs the room


def milestone_grid(
    scale: ui.Scale, progress_by_id: Mapping[str, MilestoneProgress], across: Sequence[int], *, has_conditions: bool
) -> tuple[ui.Box, list[ui.Cell]]:
    """Return the grid of milestones and its cells.

    ``across`` are the numbers of columns that may be used, the widest layout first. ``has_conditions`` adds to each
    cell what must be done to reach its milestone.
    """
    boxes: list[ui.Box] = []
    cells: list[ui.Cell] = []
    names, heads = ui.SharedSize(), ui.SharedSize()
    families = {family: [progress_by_id[m.id] for m in MILESTONES if m.family is family] for family in MilestoneFamily}
    together = 1 + max(map(len, families.values()))
    for family, own in families.items():
        boxes.append(_head(scale, family, own, heads))
        for progress in own:
            box = _cell(scale, progress, names, tells_conditions=has_conditions)
            state = "on" if progress.is_reached else "off"
            cells.append(ui.Cell(progress.milestone.id, box, _speech(progress), state))
            boxes.append(box)
        boxes += [ui.Box() for _ in range(together - 1 - len(own))]
    gap = scale.space_px(14), scale.space_px(11)
    return ui.Grid(*boxes, across=across, gap=gap, bundle_size=together, grow=1), cells


def _speech(progress: MilestoneProgress) -> str:
    """Return the text that a screen reader says for a milestone: name, condition and progress."""
    name = with_full_stop(milestone_name(progress.milestone.id))
    return " ".join(filter(None, (name, milestone_line(progress), milestone_progress_line(progress))))


def _head(s: ui.Scale, family: MilestoneFamily, own: Sequence[MilestoneProgress], alike: ui.SharedSize) -> ui.Box:
    """Return the heading of a family: its name, the number of reached milestones, and a dash for each milestone."""
    reached = sum(progress.is_reached for progress in own)
    words = ui.Row(
        ui.Label(s, say(family.phrase), ui.ROLES.heading, one_line=True, shared_size=alike),
        ui.Label(s, f"{number(reached)} / {number(len(own))}", ui.ROLES.small, THEME.text2, one_line=True),
        ui.Spacer((s.space_px(14), 0)),
        gap=s.space_px(10),
    )
    return ui.Column(words, ui.Canvas(partial(_paint_dashes, reached, len(own)), 0, s.text_px(8)), gap=s.space_px(4))


def _cell(s: ui.Scale, progress: MilestoneProgress, alike: ui.SharedSize, *, tells_conditions: bool) -> ui.Box:
    is_reached, id = progress.is_reached, progress.milestone.id
    fill, rim = (THEME.raised, THEME.gold_d) if is_reached else (THEME.row, THEME.edge)
    side = max(_LEAST_BADGE, s.space_px(_BADGE))
    words = ui.Column(
        ui.Label(s, milestone_name(id), ui.ROLES.label, THEME.text if is_reached else THEME.text2, shared_size=alike),
        ui.Label(s, milestone_line(progress), ui.ROLES.small, THEME.text2) if tells_conditions else None,
        ui.Canvas(partial(draw.progress_bar, share=progress.count / progress.milestone.goal), 0,
        s.text_px(9)) if progress.milestone.goal > 1 and not is_reached else None,
        gap=s.space_px(4), grow=1,
    )  # fmt: skip
    badge = ui.Canvas(lambda surface, rect: paint_badge(surface, rect, progress), side, side)
    row = ui.Row(badge, words, gap=s.space_px(12))
    return ui.Panel(
        row, (s.space_px(10), s.space_px(5), s.space_px(5)), fill=fill, rim=rim, rim_px=max(1.2,
        2.2 * s.default_text_scale),
        radius=s.space_px(13), grow=1,
    )  # fmt: skip


def paint_badge(surface: Surface, place: Rect, progress: MilestoneProgress) -> None:
    """Draw the badge of a milestone; it is pale while the milestone is not reached."""
    name = f"badges/{progress.milestone.id}" if progress.is_reached else f"badges/{progress.milestone.id}.todo"
    badge = art.picture(name, min(place.size), min(place.size))
    surface.blit(badge, badge.get_rect(center=place.center))


def _paint_dashes(reached: int, count: int, surface: Surface, place: Rect) -> None:
    gap = max(2, place.h // 2)
    step = (place.w + gap) / count
    for n in range(count):
        left = round(place.x + n * step)
        dash = Rect(left, place.y, round(place.x + (n + 1) * step) - gap - left, place.h)
        draw.rounded_rect(surface, dash, place.h / 2, THEME.gold_d if n < reached else THEME.surface2)

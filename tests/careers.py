"""What all kept matches add up to, as the program has it: with what the features keep of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace as replaced

from game.career.career import Career
from game.career.facts import SideFacts
from game.career.reader import CareerReader, LegFilter
from game.features.milestones.model import MilestoneProgress, milestone_progress
from game.navigation import achievement_sources
from game.settings.user_files import UserFiles

IDLE = SideFacts(
    won=False,
    points=0,
    km=0,
    safeties=(),
    coups_fourres=(),
    shut_outs=0,
    has_extended=False,
    hazards=(),
    remedies=0,
    was_hit=1,
    behind_km=0,
    limited_turns=0,
    stopped_near_goal=False,
    stopped_all=False,
    cured_at_once=False,
    sped_after_limit=False,
    parried_near_goal=False,
    laid_200=False,
    won_with_25=False,
    drove_alone=False,
    cards_left=5,
)
"""What a side has done that was hit once."""


def own_of(**own: Any) -> SideFacts:
    """What such a side has done besides."""
    return replaced(IDLE, **own)


def roadbook_of(files: UserFiles, folder: Path | None = None) -> Career:
    """The roadbook of these files."""
    return Career(files, folder or files.folder, achievement_sources())


def milestones_of(
    reader: CareerReader, person: str | None = None, *, school_s: int | None = None
) -> dict[str, MilestoneProgress]:
    """How far a person, or all together, have come to each milestone."""
    return milestone_progress(reader.matches(LegFilter(person=person)), lesson_finished_s=school_s)
